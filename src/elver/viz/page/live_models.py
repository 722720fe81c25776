"""Models with sliders for a page: what a run needs first (computed with numbers alone, and kept), and parameters made free."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import casadi as ca

from elver import __version__
from elver._support.errors import InputError
from elver.codegen.cache import code_key, load_code, save_code, source_stamp
from elver.drive import CombinedGait, DelayedGait, ParameterInput, PeriodicSpline
from elver.drive.gaits import Clocked, with_clocks
from elver.export.wasm.sliders import FOLLOWED, SMOOTH, TABLE, Slider, followed_periods, model_number
from elver.forces.blend import Blend
from elver.model import Equations, FreeParameter, InitialState, Model, assemble, with_inputs
from elver.quantities import Parameter, unnamed
from elver.scenarios import Scenario
from elver.viz.page.sliders import asked_slider, declared_sliders

# --- A model with free parameters starts as the plain one does. The start is remembered on disk, beside the compiled code, under
# a hash of the plain model's equations and of how it is sought: the same page opens without the search.

_CARRIED = {"start", "gait", "metrics", "needs", "preparation"}  # what preparing a model to run may change
_KIND = "start"


@dataclass(frozen=True)
class _PreparedStart:
    """A start that was computed: the state, by how much the gait is begun late [s], and how it was found, for the record."""

    start: InitialState
    shift: float
    record: dict[str, Any]

    def of(self, model: Model) -> Model:
        """A model that starts so."""
        gait = DelayedGait(model.gait, self.shift) if self.shift and model.gait is not None else model.gait
        return replace(model, start=self.start, gait=gait, needs="", preparation=self.record)


def _carried(scenario: Scenario, plain: Model, model: Model) -> Model:
    """A model with free parameters, prepared to run as the plain one is."""
    if not plain.needs:
        return model
    key = start_key(scenario, plain)
    begun = _loaded(key)
    if begun is None:
        begun = found(plain, scenario.ready(plain))
        if begun is None:
            return scenario.ready(model)
        save_code(_KIND, key, json.dumps(asdict(begun)).encode())
    return begun.of(model)


def found(plain: Model, ready: Model) -> _PreparedStart | None:
    """The start of a model that was prepared; None where more was changed than its start."""
    changed = {f.name for f in fields(Model) if getattr(ready, f.name) is not getattr(plain, f.name)}
    if changed - _CARRIED - ({"free"} if not plain.free else set()):
        return None
    if ready.gait is plain.gait:
        return _PreparedStart(ready.start, 0.0, dict(ready.preparation))
    if isinstance(ready.gait, DelayedGait) and ready.gait.gait is plain.gait:
        return _PreparedStart(ready.start, float(ready.gait.time), dict(ready.preparation))
    return None


def _loaded(key: str) -> _PreparedStart | None:
    """A start that was computed before."""
    data = load_code(_KIND, key)
    if data is None:
        return None
    plain = json.loads(data)
    start: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in plain["start"].items()}
    return _PreparedStart(InitialState(**start), plain["shift"], plain["record"])


def start_key(scenario: Scenario, plain: Model) -> str:
    """Name of a start: everything that decides it."""
    equations = assemble(plain)
    graphs = [equations.rhs.serialize(), equations.initial.serialize()]
    how = repr(scenario.orbit(plain)) if scenario.orbit else ""
    prepare = getattr(scenario.prepare, "__qualname__", repr(scenario.prepare))
    return code_key(__version__, _stamp_of(scenario.prepare), prepare, how, plain.needs, str(scenario.duration), *graphs)


@cache
def _stamp_of(prepare: Any) -> str:
    """Hash of the sources beside a function that prepares: where they are edited, starts are sought again."""
    folder = Path(inspect.getfile(inspect.unwrap(prepare))).parent
    return source_stamp(sorted(folder.glob("*.py")))


# --- Strokes drawn by hand: the control points of periodic splines as numbers that are moved while the machine runs.
#
# Joints with the same control points (the oars of both sides) are drawn as one. A point is ``stroke.<joint>.<k>``.

_LAG = 0.15  # s, by which the machine follows a point that is dragged
_ROOM = 1.0  # beyond the drawn points, over their span, that a point may be moved


@dataclass(frozen=True)
class _Stroke:
    """One polygon: the joints that follow it, its control points, and the spline it belongs to; numbers all."""

    joints: tuple[str, ...]
    unit: str
    points: tuple[float, ...]
    period: float
    drive: float
    drive_end: float
    start: float

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the points as parameters."""
        return tuple(f"stroke.{self.joints[0]}.{k}" for k in range(len(self.points)))

    def described(self) -> dict[str, Any]:
        """As plain data.

        The curve at phase s is the sum of points[k] b(n s - k + 2), periodic in n, b the cardinal cubic B-spline on [0, 4];
        the phase at u = (time - start) / period is u + (drive_end - drive) sin^2(pi u) / sin^2(pi drive).
        """
        return {
            "joint": self.joints[0],
            "joints": list(self.joints),
            "unit": self.unit,
            "points": list(self.points),
            "parameters": list(self.names),
            "period": self.period,
            "drive": self.drive,
            "drive_end": self.drive_end,
            "start": self.start,
            "basis": "periodic cubic B-spline",
            "low": self.bounds[0],
            "high": self.bounds[1],
        }

    @property
    def bounds(self) -> tuple[float, float]:
        """How far the points may be moved."""
        low, high = min(self.points), max(self.points)
        room = _ROOM * (high - low or abs(high) or 1.0)
        return low - room, high + room


def _changed_splines(gait: Any, change: Callable[[PeriodicSpline], PeriodicSpline]) -> Any:
    """A gait with its splines changed."""
    if isinstance(gait, CombinedGait):
        return replace(gait, gaits=tuple(_changed_splines(one, change) for one in gait.gaits))
    if isinstance(gait, (DelayedGait, Clocked)):
        return replace(gait, gait=_changed_splines(gait.gait, change))
    return change(gait) if isinstance(gait, PeriodicSpline) else gait


def strokes_of(model: Model) -> list[_Stroke]:
    """The polygons of a model's gait, at the present values of its free parameters."""
    found: list[_Stroke] = []

    def seen(spline: PeriodicSpline) -> PeriodicSpline:
        shape = [model_number(model, getattr(spline, name)) for name in ("period", "drive", "drive_end", "start")]
        polygons: dict[tuple[float, ...], list[str]] = {}
        for joint, points in spline.points.items():
            polygons.setdefault(tuple(model_number(model, point) for point in points), []).append(joint)
        found.extend(_Stroke(tuple(joints), _unit_of(model, joints[0]), own, *shape) for own, joints in polygons.items())
        return spline

    _changed_splines(model.gait, seen)
    return found


def _unit_of(model: Model, joint: str) -> str:
    """The unit of a joint's motion; nothing for a command."""
    kinds = {own.name: own.type for own in model.robot.moving_joints}
    return {"revolute": "rad", "prismatic": "m"}.get(kinds.get(joint, ""), "")


def with_polygons(gait: Any, polygons: Mapping[str, Sequence[Any]]) -> Any:
    """A gait whose splines have other control points for some joints."""
    return _changed_splines(gait, lambda s: replace(s, points={n: tuple(polygons.get(n, v)) for n, v in s.points.items()}))


@dataclass(frozen=True, eq=False)
class _Drawn:
    """compose(values, duration) of a scenario whose control points are given, whatever its numbers would draw."""

    compose: Callable[[Mapping[str, Any], float], Model]
    polygons: Mapping[str, tuple[float, ...]]

    def __call__(self, values: Mapping[str, Any], duration: float) -> Model:
        model = self.compose(values, duration)
        return replace(model, gait=with_polygons(model.gait, self.polygons))


def drawn(scenario: Scenario, polygons: Mapping[str, Sequence[float]]) -> Scenario:
    """A scenario with control points of its own for some joints."""
    return replace(scenario, compose=_Drawn(scenario.compose, {n: tuple(map(float, v)) for n, v in polygons.items()}))


def _polygons_of(strokes: Sequence[_Stroke]) -> dict[str, tuple[float, ...]]:
    """Control points by joint."""
    return {joint: stroke.points for stroke in strokes for joint in stroke.joints}


def _with_free_points(model: Model, strokes: Sequence[_Stroke]) -> tuple[Model, list[Slider]]:
    """The model whose control points are free, and a slider for each: smooth, or followed where the machine touches a scene."""
    free, sliders = dict(model.free), []
    polygons: dict[str, tuple[ca.SX, ...]] = {}
    kind = SMOOTH if model.scene is None else FOLLOWED
    for stroke in strokes:
        low, high = stroke.bounds
        symbols = [ca.SX.sym(name) for name in stroke.names]
        for k, (name, symbol, value) in enumerate(zip(stroke.names, symbols, stroke.points, strict=True)):
            meaning = f"control point {k} of {', '.join(stroke.joints)}"
            own = Parameter(name, value, stroke.unit, meaning, low=low, high=high)
            free[name] = FreeParameter(symbol, value, own)
            sliders.append(Slider(own, kind, _LAG))
        polygons |= {joint: tuple(symbols) for joint in stroke.joints}
    return replace(model, gait=with_polygons(model.gait, polygons), free=free), sliders


def edited_spline(strokes: Sequence[_Stroke], points: Mapping[str, Sequence[float]]) -> PeriodicSpline:
    """The spline with edited points of some joints, which ``save`` writes as a file."""
    if len({(s.period, s.drive, s.drive_end, s.start) for s in strokes}) != 1:
        raise InputError("the gait is made of splines with periods or drives of their own. Save them in the scenario file.")
    known = _polygons_of(strokes)
    for name in points:
        if name not in known:
            raise InputError(f"no stroke of joint '{name}'. Known: {', '.join(known)}.")
    own = {joint: tuple(points.get(joint, points.get(s.joints[0], s.points))) for s in strokes for joint in s.joints}
    first = strokes[0]
    return PeriodicSpline(own, first.period, first.drive, first.drive_end, first.start)


# --- The model of a live page: its sliders are free, and no move of one makes the imposed motion jump.

_CLOCK = unnamed("s", "by how much the clock of the gait is ahead")
_FILTER = ("seen", "rate", "acceleration")  # states of a filter, as the equations name them


@dataclass(frozen=True, eq=False)
class LiveModel:
    """A model to be compiled into a live module, its sliders, and the strokes whose points are among them.

    plain: the model without sliders; None where it needs something computed before its equations can be written.
    """

    model: Model
    sliders: tuple[Slider, ...]
    strokes: tuple[_Stroke, ...] = ()
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
        scenario = drawn(scenario, _polygons_of(strokes))
        plain = scenario.build(changes)
    if sliders is None:
        chosen = declared_sliders(scenario, plain)
    else:
        chosen = [asked_slider(scenario, plain, text) for text in ([sliders] if isinstance(sliders, str) else sliders)]
    names = [slider.name for slider in chosen]
    for twice in (name for k, name in enumerate(names) if name in names[:k]):
        raise InputError(f"slider '{twice}' is asked for twice. Name it once.")
    free = [s.name for s in chosen if s.kind != TABLE and not s.words and s.name not in plain.inputs]
    model = _carried(scenario, plain, scenario.build(changes, free=free))
    for slider in chosen:
        if slider.words:
            model = _with_switch(scenario, model, slider)
    if strokes:
        model, points = _with_free_points(model, strokes)
        chosen = [*chosen, *points]
    model, chosen = _with_followed_clocks(model, chosen)
    model, chosen = _with_filters(model, chosen)
    recording = model.recording("body_force") if model.media else model
    return LiveModel(recording, tuple(chosen), tuple(strokes), None if plain.needs else plain)


_ALIKE = ("robot", "gait", "control", "elastic", "couplings", "scene", "sensors")  # what a switch may not change


def _with_switch(scenario: Scenario, model: Model, switch: Slider) -> Model:
    """A model whose media go from their law by the switch's first word to that by its second with a free number from 0 to 1."""
    if model.inputs:
        raise InputError(f"'{switch.name}' cannot be switched beside inputs. Set it before, or leave the inputs out.")
    symbols = {n: f.symbol for n, f in model.free.items() if n not in model.tables and f.symbol.name() == n}
    ends = [scenario.composed({**model.parameters, switch.name: word}, symbols, scenario.duration) for word in switch.words]
    differing = [part for part in _ALIKE if repr(getattr(ends[0], part)) != repr(getattr(ends[1], part))]
    if differing or list(ends[0].forces) != list(ends[1].forces):
        what = ", ".join(differing) or "the list of its media"
        raise InputError(f"'{switch.name}' cannot be switched: it changes more than laws of media ({what}). Set it before.")
    share, forces = ca.SX.sym(switch.name), dict(model.forces)
    for name in forces:
        first, second = (end.forces[name] for end in ends)
        if repr(first) != repr(second):
            forces[name] = Blend(first, second, share)
    free = {**model.free, switch.name: FreeParameter(share, switch.value, switch.parameter)}
    return replace(model, forces=forces, free=free)


def _with_followed_clocks(model: Model, sliders: Sequence[Slider]) -> tuple[Model, list[Slider]]:
    """A model with a scene, whose gaits go by clocks that may be set: one for each gait whose period a slider moves."""
    periods = followed_periods(model, [slider.name for slider in sliders if slider.kind == FOLLOWED])
    if not periods:
        return model, list(sliders)
    free, offsets = dict(model.free), {}
    clocks: dict[str, list[dict[str, Any]]] = {}
    for k, (timed, powers, base) in enumerate(periods, 1):
        name = "gait.clock" if len(periods) == 1 else f"gait.clock.{k}"
        offsets[id(timed.gait)] = ca.SX.sym(name)
        free[name] = FreeParameter(offsets[id(timed.gait)], 0.0, _CLOCK)
        for moved, power in powers.items():
            clocks.setdefault(moved, []).append({"name": name, "power": power, "base": base})
    gait = with_clocks(model.gait, lambda part: offsets.get(id(part)))
    own = [replace(slider, clocks=tuple(clocks.get(slider.name, ()))) for slider in sliders]
    return replace(model, gait=gait, free=free), own


def _with_filters(model: Model, sliders: Sequence[Slider]) -> tuple[Model, list[Slider]]:
    """A model whose smooth sliders are inputs that it sees through filters."""
    smooth = [slider for slider in sliders if slider.kind == SMOOTH]
    wanted = [ParameterInput(s.name, s.low, s.high, s.lag) for s in smooth if s.name not in model.inputs]
    if wanted:
        filtered = with_inputs(model, *wanted)
        own = {one.path: replace(filtered.free[one.path], quantity=model.free[one.path].quantity) for one in wanted}
        model = replace(filtered, free={**filtered.free, **own})  # scripts may go beyond the ends of a slider
    states = {slider.name: tuple(f"{slider.name} {part}" for part in _FILTER) for slider in smooth}
    return model, [replace(slider, states=states.get(slider.name, ())) for slider in sliders]
