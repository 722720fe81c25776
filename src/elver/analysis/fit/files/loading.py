"""Fit files: read into a Problem and checked as a whole; their JSON schema; and a file to begin with, made for a machine."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import ElverError, InputError, each, gathering, nearest, refuse
from elver.analysis.fit.files.channels import CHANNEL, MARKER, ChannelPlan, Marker, read_channels, read_markers, with_markers
from elver.analysis.fit.files.machine import CHANGES, Base, Programs, read_base, without_influence
from elver.analysis.fit.files.recordings import RECORDING, Draft, finish, read_draft
from elver.analysis.fit.files.unknowns import UNKNOWNS, read_unknowns
from elver.analysis.fit.files.values import read_table
from elver.analysis.fit.problem import Problem, Recording, Unknown
from elver.analysis.orbits.problem import OrbitProblem, Shooting
from elver.scenarios import Parameter, Scenario
from elver.scenarios.files.loading import digest_of
from elver.scenarios.files.schema import DRAFT
from elver.scenarios.yaml.forms import NAME, VERSION, Each, Fields, Many, Name, Unread, Values, Version, Words, amount
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_table, parse_document, read_document
from elver.scenarios.yaml.scope import AnyName, Scope
from elver.simulation import Save, Solver

_METHODS = ("auto", "rk4", "radau", "moreau")
_RUN = Fields(
    "the run",
    {
        "dt": amount("s", "longest step", above=0.0),
        "method": Words("how the equations are integrated", _METHODS, "method", written=True),
        "steps": amount("1", "of one period of an orbit", low=8, high=1_000_000, whole=True),
    },
)
_ORBIT = Fields(
    "the orbit",
    {
        "settle": amount("1", "periods that are simulated before the search", low=0.0),
        "period": amount("s", "of the orbit, where the gait has none", above=0.0),
        "unknown": Many(Words("states that must return")),
    },
)
_MOST_RECORDINGS = 1000
_FIT = Fields(
    "a fit file",
    {
        "elver": Version(),
        "fit": Name(),
        "title": Words("what the fit is about"),
        "source": Words("where the recordings come from"),
        "model": Unread(Words("a published scenario, or a scenario file beside this one")),
        "set": Unread(CHANGES),
        "unknowns": UNKNOWNS,
        "markers": Each(MARKER),
        "channels": Each(CHANNEL),
        "recordings": Each(RECORDING),
        "table": Unread(replace(RECORDING, what="the table of recordings", needed=("file",))),
        "run": _RUN,
        "orbit": _ORBIT,
        "law_by": Words("parameter that trivial laws go by"),
    },
    ("elver", "fit", "model", "unknowns"),
)


def load_fit(path: str | Path, allow_outside: bool = False, changes: Mapping[str, str] | None = None) -> Problem:
    """The fit that a file describes.

    Parameters
    ----------
    path : str or Path
        A fit file (docs/fit_files.md).
    allow_outside : bool
        Whether files that it names may lie outside its own folder.

    Returns
    -------
    Problem
        For ``elver.fit_model``.

    Raises
    ------
    InputError
        Where the file is wrong: with its line, and what is allowed there.
    """
    path = Path(path)
    return _read_fit(_with_changes(read_document(path), changes or {}), path.absolute().parent, allow_outside)


def _with_changes(root: Table, changes: Mapping[str, str]) -> Table:
    """The document with other values of parameters."""
    entries, own = dict(root.entries), {}
    for name, value in changes.items():
        text = Text(root.file, root.line, root.column, value, key="model" if name == "model" else f"set.{name}")
        if name == "model":
            entries["model"] = text
        else:
            own[name] = text
    if own:
        given = (
            as_table(entries["set"], "what is set")
            if "set" in entries
            else Table(root.file, root.line, root.column, {}, {}, "set")
        )
        places = {**given.places, **dict.fromkeys(own, (root.line, root.column))}
        entries["set"] = Table(given.file, given.line, given.column, {**given.entries, **own}, places, "set")
        unknowns = entries.get("unknowns")
        if isinstance(unknowns, Table):
            kept = {name: item for name, item in unknowns.items() if name not in own}
            entries["unknowns"] = Table(unknowns.file, unknowns.line, unknowns.column, kept, unknowns.places, unknowns.key)
        elif isinstance(unknowns, Items):
            left = [item for item in unknowns.items if not (isinstance(item, Text) and item.text in own)]
            entries["unknowns"] = Items(unknowns.file, unknowns.line, unknowns.column, left, unknowns.key)
    return Table(root.file, root.line, root.column, entries, root.places, root.key)


def load_fit_text(text: str | bytes, file: str = "text", folder: Path | None = None) -> Problem:
    """A fit from YAML text.

    Parameters
    ----------
    text : str or bytes
        What would stand in the file.
    file : str
        What messages call it.
    folder : Path, optional
        Where the files lie that it names; None allows none.

    Returns
    -------
    Problem
    """
    return _read_fit(parse_document(text, file), folder, False)


def _read_fit(root: Table, folder: Path | None, outside: bool) -> Problem:
    """The problem that a document describes."""
    given, base = _read_values(root, folder, outside)
    wrong: list[InputError] = []
    unknowns: list[Unknown] = []
    markers: dict[str, Marker] = {}
    plans: dict[str, ChannelPlan] = {}
    law_by = given.get("law_by", "")
    with gathering(wrong):
        unknowns += read_unknowns(given.place("unknowns"), given["unknowns"], base)
    with gathering(wrong):
        _check_law(given, base)
    with gathering(wrong):
        markers |= read_markers(given.get("markers", {}), base)
    if not wrong:  # points name markers
        with gathering(wrong):
            plans |= read_channels(given.get("channels", {}), base, markers)
    refuse(wrong)
    drafts = _read_drafts(given, base, plans)
    programs = Programs(base, _free_names(given, base, unknowns, drafts))
    wanted = programs.resolve([_with_law(draft.wanted, law_by, base) for draft in drafts])
    made = [programs.program(own, wanted, draft.table) for draft, own in zip(drafts, wanted, strict=True)]
    finished = each(
        zip(drafts, wanted, made, strict=True), lambda one: finish(base, plans, markers, *one)
    )  # what is wrong with several recordings is told at once
    run = given.get("run", {})
    orbit, shooting = _orbit_of(given.get("orbit", {}), run.get("steps"))
    problem = Problem(
        given["fit"],
        tuple(recording for recording, _ in finished),
        (*unknowns, *(unknown for _, further in finished for unknown in further)),
        dt=float(run.get("dt", base.scenario.time_step(base.changes))),
        method=run.get("method", "auto"),
        orbit=orbit,
        shooting=shooting,
        law_by=law_by,
        source=given.get("source", ""),
        digest=digest_of(root, base.scope.opened),
    )
    _check_problem(problem, root, drafts, plans, base)
    return problem


def _read_values(root: Table, folder: Path | None, outside: bool) -> tuple[Values, Base]:
    """What the file says, as its forms read it, and its machine; all that is wrong with either is told at once."""
    Version().read(root.need("elver", "a fit file"), Scope())
    if "fit" not in root and "machine" in root:
        raise root.error(
            "this is a scenario file, a machine. A fit file begins with 'elver: 1', 'fit: NAME' and names it as its model."
        )
    wrong: list[InputError] = []
    base: Base | None = None
    with gathering(wrong):
        base = read_base(root, folder, outside)
    scope = Scope().knowing("body", AnyName()).knowing("joint", AnyName()) if base is None else base.scope
    markers = root.get("markers")
    with gathering(wrong):
        given = _FIT.read(root, with_markers(scope, markers.entries if isinstance(markers, Table) else ()))
    refuse(wrong)
    assert base is not None
    return given, base


def _read_drafts(given: Values, base: Base, plans: Mapping[str, ChannelPlan]) -> list[Draft]:
    """All recordings, as far as their programs go: those of the file, then the rows of its table."""
    root, own = given.table, given.get("recordings", {})
    rows = read_table(given.get("table"), base, plans)
    if not rows:
        root.need("recordings", "a fit file")
    for name in rows:
        if name in own:
            raise rows[name].error(f"recording '{name}' of the table stands in the fit file too. Give it another name.")
    count, place = len(own) + len(rows), given.place("recordings")
    if not 1 <= count <= _MOST_RECORDINGS:
        raise place.error(f"recordings has {count} entries. Give 1 to {_MOST_RECORDINGS}.")
    scope = base.scope
    read = {**own, **dict(each(rows.items(), lambda row: (row[0], RECORDING.read(row[1], scope))))}
    for name, values in read.items():
        if not NAME.fullmatch(name):
            raise values.table.error(
                f"recordings: '{name[:60]}' is no name of a recording. Use letters, digits, '-', '_' and '.'."
            )
    return each(read.items(), lambda one: read_draft(base, *one))


def _check_law(given: Values, base: Base) -> None:
    """Refuse a law that goes by what is no number."""
    if "law_by" in given:
        node, name = given.place("law_by"), given["law_by"]
        if not isinstance(base.parameter(node, name)[1], float):
            raise node.error(f"{node.key}: '{name}' is no real number. Laws go by a number that recordings set.")


def _with_law(wanted: Any, law_by: str, base: Base) -> Any:
    """What a recording sets, with the value that laws go by."""
    if not law_by or law_by in wanted.numbers:
        return wanted
    return replace(wanted, numbers={**wanted.numbers, law_by: base.scenario.number_named(law_by, base.values)[1]})


def _free_names(given: Values, base: Base, unknowns: list[Unknown], drafts: list[Draft]) -> dict[str, Node]:
    """Parameters that must stay free, with the place that asks for each."""
    places = {asked.name: asked.place for asked in given["unknowns"]}
    found = {unknown.of: places[unknown.of] for unknown in unknowns}
    wrong: list[InputError] = []
    for draft in drafts:
        for asked in draft.own:
            if asked.name in found:
                text = f"{asked.place.key}: '{asked.name}' is an unknown of all recordings already. Name it once."
                wrong.append(asked.place.error(text))
        for name in draft.wanted.numbers:
            if name in found:
                where = draft.wanted.places[name]
                text = f"{where.key}: '{name}' is an unknown, and this recording sets it. Leave it out of one of them."
                wrong.append(where.error(text))
    refuse(wrong)
    shared = dict(found)
    for draft in drafts:
        for asked in draft.own:
            if asked.name in base.values or base.values.get(asked.name.rpartition(".")[0]) is not None:
                shared.setdefault(asked.name, asked.place)
    if "law_by" in given:
        shared.setdefault(given["law_by"], given.place("law_by"))
    return shared


def _orbit_of(given: Mapping[str, Any], steps: int | None) -> tuple[OrbitProblem, Shooting]:
    """Which orbits recordings begin on, and how they are found."""
    shooting = Shooting(steps=steps, **({"transient": given["settle"]} if "settle" in given else {}))
    return OrbitProblem(unknowns=given.get("unknown"), period=given.get("period")), shooting


# --- what is wrong with a fit as a whole: too few data, times out of reach, unknowns without influence ---------------

_MOST_STEPS = 20_000_000  # of one run


def _check_problem(problem: Problem, root: Table, drafts: Sequence[Any], plans: Mapping[str, ChannelPlan], base: Base) -> None:
    """Refuse a fit that cannot give what it asks for; each error points at what is to be changed."""
    tables = {draft.name: draft.table for draft in drafts}
    _check_used(problem, plans)
    for recording in problem.recordings:
        _check_recording(problem, recording, tables[recording.name])
    fitted = problem.fitted
    if not fitted:
        raise (root.get("recordings") or root.need("table", "")).error(
            "all recordings are held out: there is nothing to fit. Leave held_out off at least one."
        )
    names = {r.name for r in fitted}
    unknowns = [u for u in problem.unknowns if u.recording in ("", *names)]
    told = sum(u.prior is not None and u.prior.kind != "uniform" for u in unknowns)
    data = sum(r.count for r in fitted)
    if data + told < len(unknowns):
        raise root.need("unknowns", "").error(
            f"{len(unknowns)} unknowns ({', '.join(u.name for u in unknowns[:6])}{', ...' if len(unknowns) > 6 else ''}) and "
            f"only {data} measured numbers with {told} priors. Give more recordings or channels, priors, or fewer unknowns."
        )
    _check_influence(problem, root, tables)


def _check_used(problem: Problem, plans: Mapping[str, ChannelPlan]) -> None:
    """Refuse a channel that no recording has."""
    used = {channel.name for recording in problem.recordings for channel in recording.channels}
    for name, plan in plans.items():
        if name not in used:
            hint = nearest(name, used)
            raise plan.node.error(
                f"{plan.node.key}: no recording has channel '{name}'.{hint} It is looked for as column '{plan.column}'. Give it "
                "another column, numbers, or leave it out."
            )


def _check_recording(problem: Problem, recording: Recording, table: Node) -> None:
    """Refuse a recording without numbers, or with times that the machine does not reach."""
    if not recording.count:
        raise table.error(f"{table.key}: nothing of the recording is left. {' '.join(recording.dropped[:3])}")
    paths = [c for c in recording.channels if not c.of_strokes]
    metrics = [c for c in recording.channels if c.of_strokes]
    for channel in metrics:
        if recording.start != "orbit" and channel.window is None:
            raise table.error(
                f"{table.key}: channel '{channel.name}' is a metric of whole strokes. Give the recording start: orbit, or the "
                "channel window: [BEGIN, END]."
            )
    times = [t for c in paths for t in (c.times.min(), c.times.max())]
    times += [t for c in metrics if c.window for t in c.window]
    if not times:
        return
    first, last = (recording.offset + recording.factor * t for t in (min(times), max(times)))
    moves = any(u.recording == recording.name and u.role == "clock" for u in problem.unknowns)
    if first < 0 and recording.start == "model" and not moves:
        raise table.error(
            f"{table.key}: its times begin at {first:g} s of the machine's clock, before the run does at 0. Give clock: "
            f"{{offset: {-first:g} s}}, or leave the beginning out by from."
        )
    steps = (last if recording.start == "model" else last - first) / problem.dt
    if steps > _MOST_STEPS:
        raise table.error(
            f"{table.key}: its times go to {last:g} s, {steps:.3g} steps of the machine. The run begins at 0: give clock: "
            f"{{offset: {-first:g} s}}, choose a part by from and to, or a larger dt."
        )
    _check_signals(recording, first, last, table)


def _check_signals(recording: Recording, first: float, last: float, table: Node) -> None:
    """Refuse times at which the recorded motion is not known."""
    signals = recording.signals or recording.program.equations.signals
    if signals is None:
        return
    begin, end = float(getattr(signals, "begin", signals.times[0])), float(getattr(signals, "end", signals.times[-1]))
    start = 0.0 if recording.start == "model" else first
    if min(start, first) < begin - 1e-9 or last > end + 1e-9:
        known = f"{begin:g} to {end:g} s" if math.isfinite(end) else "no time"
        raise table.error(
            f"{table.key}: the run goes from {min(start, first):g} to {last:g} s, and the recorded motion is known from {known}. "
            "Leave the rest out by from and to, or give the signals a period."
        )


def _check_influence(problem: Problem, root: Table, tables: Mapping[str, Table]) -> None:
    """Refuse an unknown that no channel depends on."""
    for unknown in without_influence(problem):
        if unknown.recording:
            table = tables[unknown.recording]
            place = table.get("nuisance") or table
            own = f"No channel of '{unknown.recording}' depends on it: leave it out, or record a channel that does."
        else:
            node = root.need("unknowns", "")
            place = node.at(unknown.of) if isinstance(node, Table) else node
            own = "No channel of any fitted recording depends on it: leave it out, or record a channel that does."
        raise place.error(f"{place.key}: unknown '{unknown.name}' has no influence. {own}")


def fit_schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a fit file, for editors and checkers: from the forms that read it."""
    return {"$schema": DRAFT, "title": f"Elver fit file, version {VERSION}", **_FIT.schema()}


# --- a fit file to begin with ----------------------------------------------------------------------------------------
#
# For the machine that ``elver new`` writes it is a text of its own. For any other machine it is made from the machine: a run of
# it at its own values, with errors added, is the recording, and the parameters that move what was recorded most are the
# unknowns.

_TEXT = Path(__file__).with_name("example.yaml")
_SAMPLES = 60  # of the recording that is made
_NOISE = 0.01  # of what a channel ranges over
_MOST_TRIED, _MOST_UNKNOWNS, _MOST_CHANNELS = 8, 2, 4
_MOVED = 1.1  # factor on a parameter, to see what it does, and from its value to the start of the search
_SEEN = 3.0  # sigma, root mean square: what moves the channels by less is no unknown to begin with


def example_fit(name: str, machine: str) -> str:
    """The text of the example under another name. machine: the scenario file that it fits."""
    own = _fit_name(name)
    text = _TEXT.read_text(encoding="utf-8").replace("fish-fit.yaml", f"{own}.yaml")
    text = re.sub(r"^fit: fish-fit$", f"fit: {own}", text, count=1, flags=re.MULTILINE)
    return re.sub(r"^model: machine\.yaml", f"model: {machine}", text, count=1, flags=re.MULTILINE)


def _fit_name(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "-", name).strip("-") or "fish-fit"


def fit_of(machine: Path, name: str) -> dict[str, str]:
    """Texts of the files of a fit of a machine that is there already, by their names: the fit file first.

    The example where it suits the machine, as that of ``elver new`` does; else a fit made for it.
    """
    text = example_fit(name, machine.name)
    try:
        load_fit_text(text, folder=machine.absolute().parent)
    except ElverError:
        return _made_fit(machine, name)
    return {f"{_fit_name(name)}.yaml": text}


@dataclass(frozen=True)
class _Shown:
    """A channel of the recording that is made. of: the expression; unit: of its numbers; field, label: where a run holds it."""

    name: str
    of: str
    unit: str
    field: str
    label: str

    def numbers(self, run: Any) -> np.ndarray:
        values = run.data[self.field]
        return values.sel({values.dims[1]: self.label}).values


def _made_fit(machine: Path, name: str) -> dict[str, str]:
    """The files of a fit of any machine: a run of it is the recording."""
    from elver.scenarios import load

    own, scenario = _fit_name(name), load(machine)
    duration, step = scenario.duration, scenario.time_step()
    run = _made_run(scenario, {})
    rng = np.random.default_rng(0)
    channels = _channels_of(run)
    clean = {c.name: c.numbers(run) for c in channels}
    sigma = {name: float(f"{_NOISE * np.ptp(values):.2g}") for name, values in clean.items() if np.ptp(values) > 1e-9}
    channels = [c for c in channels if c.name in sigma][:_MOST_CHANNELS]
    found = _influential(scenario, channels, clean, sigma)
    if not channels or not found:
        raise InputError(
            f"'{machine}': no parameter of it moves what a run of {duration:g} s shows, so that there is nothing to fit. Declare "
            "parameters (real numbers) in its parameters block, and let the machine move."
        )
    noisy = {c.name: clean[c.name] + sigma[c.name] * rng.standard_normal(len(clean[c.name])) for c in channels}
    times = run.data.time.values
    rows = [f"{t:.6g},{','.join(f'{noisy[c.name][k]:.6g}' for c in channels)}" for k, t in enumerate(times)]
    table = "\n".join([f"time,{','.join(f'{c.name} [{c.unit}]' for c in channels)}", *rows]) + "\n"
    return {f"{own}.yaml": _fit_text(own, machine.name, channels, sigma, found, step), f"{own}.csv": table}


def _fit_text(
    own: str, machine: str, channels: list[_Shown], sigma: dict[str, float], found: list[Parameter], step: float
) -> str:
    """The text of such a fit file."""
    unknowns = [f"  {p.name}: {{start: {_said(p, _MOVED * p.default)}}} # it was made with {_said(p, p.default)}" for p in found]
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


def _said(own: Parameter, value: float) -> str:
    """A number of a parameter with the unit that people see, within its range."""
    low = own.low if own.above is None else own.above
    value = min(max(value, value if low is None else low), value if own.high is None else own.high)
    unit = own.shown_unit if own.shown_unit not in ("", "1") else ""
    return f"{own.shown(value):.6g} {unit}".rstrip()


def _made_run(scenario: Scenario, changes: dict[str, float]) -> Any:
    """A run of the machine, sampled as a recording is."""
    from elver.simulation import simulate

    duration, step = scenario.duration, scenario.time_step(changes)
    every = step * max(1, round(duration / _SAMPLES / step))
    model = scenario.prepared(changes, duration=duration)
    return simulate(model, duration, solver=Solver(dt=step, method=scenario.method), save=Save(every=every), progress=False)


def _channels_of(run: Any) -> list[_Shown]:
    """What can be recorded: joints, and the place of the base."""
    data, found = run.data, []
    for joint, kind in zip(data.joint.values.tolist(), data.joint_type.values.tolist(), strict=True):
        unit = "m" if kind == "prismatic" else "rad"
        found.append(_Shown(f"joint {joint}", f"joint_position.{joint}", unit, "joint_position", joint))
    base = [_Shown(f"base {axis}", f"base_position.{axis}", "m", "base_position", axis) for axis in ("x", "y", "z")]
    return [*base, *reversed(found)]  # the last joints are those that follow


def _influential(
    scenario: Scenario, channels: list[_Shown], clean: dict[str, np.ndarray], sigma: dict[str, float]
) -> list[Parameter]:
    """The parameters that move the channels most, each by a tenth, beyond what those before it could do as well."""
    effects: list[tuple[Parameter, np.ndarray]] = []
    numbers = [p for p in scenario.parameters if isinstance(p.default, float) and p.default != 0.0]
    for own in numbers[:_MOST_TRIED]:
        value = _MOVED * own.default if own.allows(_MOVED * own.default) else own.default / _MOVED
        try:
            run = _made_run(scenario, {own.name: value})
            moves = [(c.numbers(run) - clean[c.name]) / sigma[c.name] for c in channels]
        except (ElverError, ValueError):  # it does not run there, or shows another number of samples
            continue
        effects.append((own, np.concatenate(moves)))
    found: list[Parameter] = []
    while effects and len(found) < _MOST_UNKNOWNS:
        own, move = max(effects, key=lambda pair: float(pair[1] @ pair[1]))
        if not np.sqrt(np.mean(move**2)) > _SEEN:
            break
        found.append(own)
        effects = [(other, m - (m @ move) / (move @ move) * move) for other, m in effects if other is not own]
    return found
