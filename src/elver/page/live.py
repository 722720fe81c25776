"""A scenario or a model as a page in which it runs: the machine as WebAssembly, its sliders, and everything to look at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver.equations import Model, assemble
from elver.errors import InputError
from elver.live import live_module
from elver.live.sliders import LiveModel, live_model
from elver.live.steps import SHORTEST
from elver.native import compile_model
from elver.native.program import Program, written
from elver.native.sources import STEP
from elver.page.beginning import beginning
from elver.page.curves import arrows_of
from elver.page.payload import Words, common_payload, trust_of
from elver.page.solids import Form
from elver.results.finish import outlines
from elver.results.plausibility.energy import SURPLUS
from elver.results.plausibility.kept import CONSISTENT, published_doubt
from elver.scenarios import Scenario
from elver.simulation import simulate
from elver.stepping.plan import seconds

LASTS = "a number of seconds greater than 0"
DRAWN_AS_BEFORE = "; the bodies are drawn as they were at first"
SAMPLES, MOST_STEPS = 40, 20_000  # of the run that tells how strong forces are
LONG_STEPS = 60_000  # of the run that tells what is to be doubted
UNTOLD = 10  # its periods, or seconds, where a model has no duration of its own


@dataclass(frozen=True)
class Look:
    """How a machine is looked at and stepped. dt [s], method: of its runs.   duration [s]: of its own run, 0 for none.

    setting: what its published added-mass law is changed with, so that it keeps energy.
    """

    words: Words
    joints: tuple[str, ...] = ()
    view: str | None = None
    dt: float = STEP
    method: str = "auto"
    duration: float = 0.0
    setting: str = CONSISTENT


def live_page(
    source: Scenario | Model,
    changes: Mapping[str, Any] | None = None,
    sliders: Iterable[str] | None = None,
    duration: float | None = None,
    dt: float | None = None,
    title: str | None = None,
    *,
    quick: bool = False,
    stroke: bool = False,
) -> tuple[dict[str, Any], bytes, tuple[str, ...]]:
    """Payload, module, and what the user should know.

    quick: in about a second; nothing is compiled for this computer, and the page itself finds a scale for its arrows.
    stroke: the control points of a scenario's splines are parameters too, which ``strokes`` of the payload describes.
    """
    given = (changes, sliders, duration)
    own, look = plain(source, *given) if isinstance(source, Model) else moved(source, *given, stroke)
    program = written(own.model) if quick else compile_model(own.model, quick=True)
    module = live_module(program, look.dt if dt is None else asked_step(dt), look.method, quick=quick)
    described = module.description | ({} if quick or own.plain is None else {"states": plain_states(program, own.plain)})
    words = replace(look.words, title=title or look.words.title)
    forms = forms_of(program, described, own)
    payload = common_payload(beginning(program, described), "live", words, look.joints, own.model.scene, look.view, forms)
    rows = told_sliders(own, {morph["name"] for morph in payload.get("morphs", ())})
    payload |= {"dt": described["dt"], "duration": look.duration, "machine": described | {"sliders": rows}}
    if own.strokes:
        payload["strokes"] = [drawn.described() for drawn in own.strokes]
    seen = [] if quick else arrows_of(first_moments(program, described), payload["scene"]["size"])
    scales = {arrow["name"]: arrow["scale"] for arrow in seen}
    payload["arrows"] = [arrow | {"scale": scales.get(arrow["name"])} for arrow in payload["arrows"]]
    payload |= declared_trust(program, look.setting) if quick else usual_trust(program, described, look)
    return only_recorded(payload), module.code, tuple(described["notes"])


def plain_states(program: Program, model: Model) -> list[dict[str, Any]]:
    """The states of the model without sliders, in its own order, and where the live machine has them."""
    places = {name: place for place, name in enumerate(program.equations.layout.names)}
    return [{"name": name, "place": places[name]} for name in assemble(model).layout.names]


def moved(source: Scenario, changes, sliders, duration: float | None, stroke: bool) -> tuple[LiveModel, Look]:
    """The model of a scenario with its sliders, and how it is looked at."""
    chosen = source if duration is None else replace(source, duration=seconds("duration", duration, LASTS))
    words = Words(chosen.title, f"scenario {chosen.name}", chosen.source)
    look = Look(words, chosen.joints_shown, chosen.film.view, chosen.time_step(changes), chosen.method, chosen.duration)
    look = replace(look, setting=chosen.energy_keeping)
    return live_model(chosen, changes, sliders, stroke), look


def plain(model: Model, changes, sliders, duration: float | None) -> tuple[LiveModel, Look]:
    """A model as it is: only a scenario has named parameters, and with them sliders."""
    for name, value in (("changes", changes), ("sliders", sliders), ("duration", duration)):
        if value is not None:
            raise InputError(f"{name} needs a scenario, and '{model.name}' is a model. Leave {name} out, or give the scenario.")
    model.require_ready()
    return LiveModel(model.recording("body_force") if model.media else model, ()), Look(Words(model.name))


def asked_step(dt: float) -> float:
    """A time step that was asked for; refused where no browser keeps up with it."""
    if seconds("dt", dt, "a time step in seconds, greater than 0, such as 0.001") < SHORTEST:
        raise InputError(f"dt = {dt:g} s is too short for a page: {SHORTEST:g} s are the shortest. Give a longer step.")
    return dt


def forms_of(program: Program, described: Mapping[str, Any], own: LiveModel) -> list[Form]:
    """The machine at both ends of every slider that its robot depends on, as far as there is a machine at these ends."""
    model, found = own.model, []
    places = {name: place for place, name in enumerate(model.free)}
    used = () if model.free_robot is None else model.free_robot.used
    for row in own.table():
        place = places.get(row["name"])
        if place not in used:
            continue
        ends = []
        for end in ("low", "high"):
            values = program.parameter_vector()
            values[place] = row[end]
            try:
                ends.append(beginning(program, described, values))
            except InputError:
                break
        if len(ends) == 2:
            found.append(Form(row["name"], (row["low"], row["value"], row["high"]), *ends))
    return found


def told_sliders(own: LiveModel, followed: Collection[str] = ()) -> list[dict[str, Any]]:
    """The sliders as plain data. Those that change the form of bodies, and are not ``followed``, say so."""
    model = own.model
    start = [f.value for f in model.free.values()]
    still = [row["name"] for row in own.table() if row["name"] not in followed and reshapes(model, start, row)]
    return [row | {"meaning": row["meaning"] + DRAWN_AS_BEFORE} if row["name"] in still else row for row in own.table()]


def reshapes(model: Model, start: list[float], slider: Mapping[str, Any]) -> bool:
    """Whether a slider changes what a body looks like."""
    if model.free_robot is None or slider["name"] not in model.free:
        return False
    place = list(model.free).index(slider["name"])
    ends = [[*start[:place], slider[end], *start[place + 1 :]] for end in ("low", "high")]
    try:
        low, high = (outlines(model.robot_at(values))[0] for values in ends)
    except InputError:  # an end that makes no machine: it is the form that is moved
        return True
    return low.shape != high.shape or not np.array_equal(low, high, equal_nan=True)


def first_moments(program: Program, described: Mapping[str, Any]):
    """The second half of a run of one period of the gait, or of a second: how strong the forces are.

    Many machines begin with a jerk, beside which their usual forces would not be seen.
    """
    dt, method = described["dt"], described["method"] if program.model.scene is None else "auto"
    steps = min(max(round((described["period"] or 1.0) / dt), SAMPLES), MOST_STEPS)
    every = steps // SAMPLES
    run = simulate(program, SAMPLES * every * dt, dt, method, every * dt, progress=False)
    return run.data.isel(time=slice(SAMPLES // 2, None))


def usual_trust(program: Program, described: Mapping[str, Any], look: Look) -> dict[str, Any]:
    """What is to be doubted in the scenario's own run, or the first part of a long one, with the first values of its sliders."""
    dt, period = look.dt, described["period"] or 1.0
    steps = min(max(round((look.duration or UNTOLD * period) / dt), 1), LONG_STEPS)
    every = min(max(round(period / SAMPLES / dt), 1), steps)
    lasts = steps // every * every * dt
    run = simulate(program, lasts, dt, look.method, every * dt, progress=False)
    return trust_of(run.data, look.setting, f"a run of {lasts:.3g} s with the first settings")


def declared_trust(program: Program, setting: str) -> dict[str, Any]:
    """The same where nothing was run: what the laws themselves say."""
    if not any(flow.endswith(SURPLUS) for flow in program.equations.layout.works):
        return {}
    return {"trust": {"doubts": [published_doubt(setting, "may bring")], "warnings": [], "of": "its laws; nothing was run"}}


def only_recorded(payload: dict[str, Any]) -> dict[str, Any]:
    """The payload with plots, arrows and figures of what the module records."""
    known = {field["name"] for field in payload["machine"]["outputs"]["fields"]}

    def is_known(*outputs: str | None) -> bool:
        return all(output is None or output.partition(".")[0] in known for output in outputs)

    plots = [plot for plot in payload["plots"] if is_known(*(series["output"] for series in plot["series"]))]
    arrows = [arrow for arrow in payload["arrows"] if is_known(arrow["field"])]
    figures = [f for f in payload["figures"] if is_known(f.get("output"), f.get("work"), f.get("position"), *f.get("scale", ()))]
    return payload | {"plots": plots, "arrows": arrows, "figures": figures}
