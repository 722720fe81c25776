"""The model of a live page: its sliders are free, and no move of one makes the imposed motion jump."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca

from elver.drive import ParameterInput
from elver.drive.clocks import with_clocks
from elver.equations import Equations, FreeParameter, Model, with_inputs
from elver.errors import InputError
from elver.live.sliders.choosing import asked_slider, declared_sliders
from elver.live.sliders.kinds import followed_periods
from elver.live.sliders.preparing import carried
from elver.live.sliders.slider import FOLLOWED, SMOOTH, TABLE, Slider
from elver.live.sliders.strokes import Stroke, drawn, polygons_of, strokes_of, with_free_points
from elver.quantities import Quantity
from elver.scenarios import Scenario

CLOCK = Quantity("s", "by how much the clock of the gait is ahead")
FILTER = ("seen", "rate", "acceleration")  # states of a filter, as the equations name them


@dataclass(frozen=True, eq=False)
class LiveModel:
    """A model to be compiled into a live module, its sliders, and the strokes whose points are among them.

    plain: the model without sliders; None where it needs something computed before its equations can be written.
    """

    model: Model
    sliders: tuple[Slider, ...]
    strokes: tuple[Stroke, ...] = ()
    plain: Model | None = None

    def table(self, equations: Equations | None = None) -> list[dict[str, Any]]:
        """The sliders as plain data, without the points of strokes; with the model's equations also their places.

        ``place``: in the vector of parameters (none for kind ``table``); ``state_places``: of value, rate and acceleration in the
        state; ``place`` of every clock, in the vector of parameters.
        """
        points = {name for stroke in self.strokes for name in stroke.names}
        rows = [slider.described() for slider in self.sliders if slider.name not in points]
        if equations is None:
            return rows
        parameters, states = list(equations.parameters), list(equations.layout.names)
        for row in rows:
            if row["name"] in parameters:
                row["place"] = parameters.index(row["name"])
            if "states" in row:
                row["state_places"] = [states.index(name) for name in row["states"]]
            if "clocks" in row:
                row["clocks"] = [{**clock, "place": parameters.index(clock["name"])} for clock in row["clocks"]]
        return rows


def live_model(
    scenario: Scenario,
    changes: Mapping[str, Any] | None = None,
    sliders: Iterable[str] | None = None,
    stroke: bool = False,
) -> LiveModel:
    """The model of a scenario, ready to run, with sliders: those named (NAME or NAME=LOW:HIGH), else the scenario's, else chosen.

    What a run needs first (an orbit to start on) is computed at the values that the sliders begin with.
    stroke: the control points of its splines can be moved too, and numbers that only drew them cannot any more.
    """
    plain = scenario.build(changes)
    strokes = strokes_of(plain) if stroke else []
    if strokes:
        scenario = drawn(scenario, polygons_of(strokes))
        plain = scenario.build(changes)
    if sliders is None:
        chosen = declared_sliders(scenario, plain)
    else:
        chosen = [asked_slider(scenario, plain, text) for text in ([sliders] if isinstance(sliders, str) else sliders)]
    names = [slider.name for slider in chosen]
    for twice in (name for k, name in enumerate(names) if name in names[:k]):
        raise InputError(f"slider '{twice}' is asked for twice. Name it once.")
    free = [slider.name for slider in chosen if slider.kind != TABLE and slider.name not in plain.inputs]
    model = carried(scenario, plain, scenario.build(changes, free=free))
    if strokes:
        model, points = with_free_points(model, strokes)
        chosen = [*chosen, *points]
    model, chosen = with_followed_clocks(model, chosen)
    model, chosen = with_filters(model, chosen)
    recording = model.recording("body_force") if model.media else model
    return LiveModel(recording, tuple(chosen), tuple(strokes), None if plain.needs else plain)


def with_followed_clocks(model: Model, sliders: Sequence[Slider]) -> tuple[Model, list[Slider]]:
    """A model with a scene, whose gaits go by clocks that may be set: one for each gait whose period a slider moves."""
    periods = followed_periods(model, [slider.name for slider in sliders if slider.kind == FOLLOWED])
    if not periods:
        return model, list(sliders)
    free, offsets = dict(model.free), {}
    clocks: dict[str, list[dict[str, Any]]] = {}
    for k, (timed, powers, base) in enumerate(periods, 1):
        name = "gait.clock" if len(periods) == 1 else f"gait.clock.{k}"
        offsets[id(timed.gait)] = ca.SX.sym(name)
        free[name] = FreeParameter(offsets[id(timed.gait)], 0.0, CLOCK)
        for moved, power in powers.items():
            clocks.setdefault(moved, []).append({"name": name, "power": power, "base": base})
    gait = with_clocks(model.gait, lambda part: offsets.get(id(part)))
    own = [replace(slider, clocks=tuple(clocks.get(slider.name, ()))) for slider in sliders]
    return replace(model, gait=gait, free=free), own


def with_filters(model: Model, sliders: Sequence[Slider]) -> tuple[Model, list[Slider]]:
    """A model whose smooth sliders are inputs that it sees through filters."""
    smooth = [slider for slider in sliders if slider.kind == SMOOTH]
    wanted = [ParameterInput(s.name, s.low, s.high, s.lag) for s in smooth if s.name not in model.inputs]
    if wanted:
        filtered = with_inputs(model, *wanted)
        own = {one.path: replace(filtered.free[one.path], quantity=model.free[one.path].quantity) for one in wanted}
        model = replace(filtered, free={**filtered.free, **own})  # scripts may go beyond the ends of a slider
    states = {slider.name: tuple(f"{slider.name} {part}" for part in FILTER) for slider in smooth}
    return model, [replace(slider, states=states.get(slider.name, ())) for slider in sliders]
