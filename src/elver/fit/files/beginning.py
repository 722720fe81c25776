"""The fit file to begin with: commented, complete, and working as it is.

Of the machine that ``elver new`` writes it is a text of its own. Of any other machine it is made from the machine: a run of it
at its own values, with errors added, is the recording, and the parameters that move what was recorded most are the unknowns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from elver.errors import ElverError, InputError
from elver.scenarios import Parameter, Scenario

TEXT = Path(__file__).with_name("example.yaml")
SAMPLES = 60  # of the recording that is made
NOISE = 0.01  # of what a channel ranges over
MOST_TRIED, MOST_UNKNOWNS, MOST_CHANNELS = 8, 2, 4
MOVED = 1.1  # factor on a parameter, to see what it does, and from its value to the start of the search
SEEN = 3.0  # sigma, root mean square: what moves the channels by less is no unknown to begin with


def example_fit(name: str, machine: str) -> str:
    """The text of the example under another name. machine: the scenario file that it fits."""
    own = fit_name(name)
    text = TEXT.read_text(encoding="utf-8").replace("fish-fit.yaml", f"{own}.yaml")
    text = re.sub(r"^fit: fish-fit$", f"fit: {own}", text, count=1, flags=re.MULTILINE)
    return re.sub(r"^model: machine\.yaml", f"model: {machine}", text, count=1, flags=re.MULTILINE)


def fit_name(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "-", name).strip("-") or "fish-fit"


def fit_of(machine: Path, name: str) -> dict[str, str]:
    """Texts of the files of a fit of a machine that is there already, by their names: the fit file first.

    The example where it suits the machine, as that of ``elver new`` does; else a fit made for it.
    """
    from elver.fit.files.loading import load_fit_text

    text = example_fit(name, machine.name)
    try:
        load_fit_text(text, folder=machine.absolute().parent)
    except ElverError:
        return made_fit(machine, name)
    return {f"{fit_name(name)}.yaml": text}


@dataclass(frozen=True)
class Shown:
    """A channel of the recording that is made. of: the expression; unit: of its numbers; field, label: where a run holds it."""

    name: str
    of: str
    unit: str
    field: str
    label: str

    def numbers(self, run: Any) -> np.ndarray:
        values = run.data[self.field]
        return values.sel({values.dims[1]: self.label}).values


def made_fit(machine: Path, name: str) -> dict[str, str]:
    """The files of a fit of any machine: a run of it is the recording."""
    from elver.machines.loading import load

    own, scenario = fit_name(name), load(machine)
    duration, step = scenario.duration, scenario.time_step()
    run = made_run(scenario, {})
    rng = np.random.default_rng(0)
    channels = channels_of(run)
    clean = {c.name: c.numbers(run) for c in channels}
    sigma = {name: float(f"{NOISE * np.ptp(values):.2g}") for name, values in clean.items() if np.ptp(values) > 1e-9}
    channels = [c for c in channels if c.name in sigma][:MOST_CHANNELS]
    found = influential(scenario, channels, clean, sigma)
    if not channels or not found:
        raise InputError(
            f"'{machine}': no parameter of it moves what a run of {duration:g} s shows, so that there is nothing to fit. Declare "
            "parameters (real numbers) in its parameters block, and let the machine move."
        )
    noisy = {c.name: clean[c.name] + sigma[c.name] * rng.standard_normal(len(clean[c.name])) for c in channels}
    times = run.data.time.values
    rows = [f"{t:.6g},{','.join(f'{noisy[c.name][k]:.6g}' for c in channels)}" for k, t in enumerate(times)]
    table = "\n".join([f"time,{','.join(f'{c.name} [{c.unit}]' for c in channels)}", *rows]) + "\n"
    return {f"{own}.yaml": written(own, machine.name, channels, sigma, found, step), f"{own}.csv": table}


def written(own: str, machine: str, channels: list[Shown], sigma: dict[str, float], found: list[Parameter], step: float) -> str:
    """The text of such a fit file."""
    unknowns = [f"  {p.name}: {{start: {said(p, MOVED * p.default)}}} # it was made with {said(p, p.default)}" for p in found]
    shown = [f"  {c.name}: {{of: {c.of}, unit: {c.unit}, sigma: {sigma[c.name]:g}}}" for c in channels]
    return "\n".join(
        [
            f"# A fit: unknown numbers of a machine from recordings. `elver fit {own}.yaml` fits, with --check it looks only.",
            "# The recording was made by the machine itself, with errors added: the fit should find its values again.",
            "# Put yours in its place (docs/fit_files.md).",
            "elver: 1",
            f"fit: {own}",
            "source: made by the machine itself, with errors of the given size",
            "",
            f"model: {machine} # a scenario file beside this one; `set:` changes its parameters",
            "",
            "unknowns: # parameters of the machine; range and prior are those of its parameters block unless given here",
            *unknowns,
            "",
            "channels: # what was measured: anything that runs record, points on bodies, speeds, headings; with its error",
            *shown,
            "",
            "recordings: # held_out: true keeps one out of the fit, to see how well it is predicted",
            f"  first: {{file: {own}.csv}} # columns: time in seconds, then the channels",
            "",
            f"run: {{dt: {step:g}}}",
            "",
        ]
    )


def said(own: Parameter, value: float) -> str:
    """A number of a parameter with the unit that people see, within its range."""
    low = own.low if own.above is None else own.above
    value = min(max(value, value if low is None else low), value if own.high is None else own.high)
    unit = own.shown_unit if own.shown_unit not in ("", "1") else ""
    return f"{own.shown(value):.6g} {unit}".rstrip()


def made_run(scenario: Scenario, changes: dict[str, float]) -> Any:
    """A run of the machine, sampled as a recording is."""
    from elver.simulation import simulate

    duration, step = scenario.duration, scenario.time_step(changes)
    every = step * max(1, round(duration / SAMPLES / step))
    model = scenario.prepared(changes, duration=duration)
    return simulate(model, duration, step, scenario.method, every, progress=False)


def channels_of(run: Any) -> list[Shown]:
    """What can be recorded: joints, and the place of the base."""
    data, found = run.data, []
    for joint, kind in zip(data.joint.values.tolist(), data.joint_type.values.tolist(), strict=True):
        unit = "m" if kind == "prismatic" else "rad"
        found.append(Shown(f"joint {joint}", f"joint_position.{joint}", unit, "joint_position", joint))
    base = [Shown(f"base {axis}", f"base_position.{axis}", "m", "base_position", axis) for axis in ("x", "y", "z")]
    return [*base, *reversed(found)]  # the last joints are those that follow


def influential(
    scenario: Scenario, channels: list[Shown], clean: dict[str, np.ndarray], sigma: dict[str, float]
) -> list[Parameter]:
    """The parameters that move the channels most, each by a tenth, beyond what those before it could do as well."""
    effects: list[tuple[Parameter, np.ndarray]] = []
    numbers = [p for p in scenario.parameters if isinstance(p.default, float) and p.default != 0.0]
    for own in numbers[:MOST_TRIED]:
        value = MOVED * own.default if own.allows(MOVED * own.default) else own.default / MOVED
        try:
            run = made_run(scenario, {own.name: value})
            moves = [(c.numbers(run) - clean[c.name]) / sigma[c.name] for c in channels]
        except (ElverError, ValueError):  # it does not run there, or shows another number of samples
            continue
        effects.append((own, np.concatenate(moves)))
    found: list[Parameter] = []
    while effects and len(found) < MOST_UNKNOWNS:
        own, move = max(effects, key=lambda pair: float(pair[1] @ pair[1]))
        if not np.sqrt(np.mean(move**2)) > SEEN:
            break
        found.append(own)
        effects = [(other, m - (m @ move) / (move @ move) * move) for other, m in effects if other is not own]
    return found
