"""Strokes drawn by hand: the control points of periodic splines as numbers that are moved while the machine runs.

Joints with the same control points (the oars of both sides) are drawn as one. A point is ``stroke.<joint>.<k>``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca

from elver.drive import PeriodicSpline, Shifted, Together
from elver.drive.clocks import Clocked
from elver.equations import FreeParameter, Model
from elver.errors import InputError
from elver.live.sliders.kinds import model_number
from elver.live.sliders.slider import FOLLOWED, SMOOTH, Slider
from elver.quantities import Quantity
from elver.scenarios import Scenario

LAG = 0.15  # s, by which the machine follows a point that is dragged
ROOM = 1.0  # beyond the drawn points, over their span, that a point may be moved


@dataclass(frozen=True)
class Stroke:
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
        room = ROOM * (high - low or abs(high) or 1.0)
        return low - room, high + room


def changed_splines(gait: Any, change: Callable[[PeriodicSpline], PeriodicSpline]) -> Any:
    """A gait with its splines changed."""
    if isinstance(gait, Together):
        return replace(gait, gaits=tuple(changed_splines(one, change) for one in gait.gaits))
    if isinstance(gait, (Shifted, Clocked)):
        return replace(gait, gait=changed_splines(gait.gait, change))
    return change(gait) if isinstance(gait, PeriodicSpline) else gait


def strokes_of(model: Model) -> list[Stroke]:
    """The polygons of a model's gait, at the present values of its free parameters."""
    found: list[Stroke] = []

    def seen(spline: PeriodicSpline) -> PeriodicSpline:
        shape = [model_number(model, getattr(spline, name)) for name in ("period", "drive", "drive_end", "start")]
        polygons: dict[tuple[float, ...], list[str]] = {}
        for joint, points in spline.points.items():
            polygons.setdefault(tuple(model_number(model, point) for point in points), []).append(joint)
        found.extend(Stroke(tuple(joints), unit_of(model, joints[0]), own, *shape) for own, joints in polygons.items())
        return spline

    changed_splines(model.gait, seen)
    return found


def unit_of(model: Model, joint: str) -> str:
    """The unit of a joint's motion; nothing for a command."""
    kinds = {own.name: own.type for own in model.robot.moving_joints}
    return {"revolute": "rad", "prismatic": "m"}.get(kinds.get(joint, ""), "")


def with_polygons(gait: Any, polygons: Mapping[str, Sequence[Any]]) -> Any:
    """A gait whose splines have other control points for some joints."""
    return changed_splines(gait, lambda s: replace(s, points={n: tuple(polygons.get(n, v)) for n, v in s.points.items()}))


@dataclass(frozen=True, eq=False)
class Drawn:
    """compose(values, duration) of a scenario whose control points are given, whatever its numbers would draw."""

    compose: Callable[[Mapping[str, Any], float], Model]
    polygons: Mapping[str, tuple[float, ...]]

    def __call__(self, values: Mapping[str, Any], duration: float) -> Model:
        model = self.compose(values, duration)
        return replace(model, gait=with_polygons(model.gait, self.polygons))


def drawn(scenario: Scenario, polygons: Mapping[str, Sequence[float]]) -> Scenario:
    """A scenario with control points of its own for some joints."""
    return replace(scenario, compose=Drawn(scenario.compose, {n: tuple(map(float, v)) for n, v in polygons.items()}))


def polygons_of(strokes: Sequence[Stroke]) -> dict[str, tuple[float, ...]]:
    """Control points by joint."""
    return {joint: stroke.points for stroke in strokes for joint in stroke.joints}


def with_free_points(model: Model, strokes: Sequence[Stroke]) -> tuple[Model, list[Slider]]:
    """The model whose control points are free, and a slider for each: smooth, or followed where the machine touches a scene."""
    free, sliders = dict(model.free), []
    polygons: dict[str, tuple[ca.SX, ...]] = {}
    kind = SMOOTH if model.scene is None else FOLLOWED
    for stroke in strokes:
        low, high = stroke.bounds
        symbols = [ca.SX.sym(name) for name in stroke.names]
        for k, (name, symbol, value) in enumerate(zip(stroke.names, symbols, stroke.points, strict=True)):
            meaning = f"control point {k} of {', '.join(stroke.joints)}"
            free[name] = FreeParameter(symbol, value, Quantity(stroke.unit, meaning, low, high))
            sliders.append(Slider(name, stroke.unit, meaning, value, low, high, kind, LAG))
        polygons |= {joint: tuple(symbols) for joint in stroke.joints}
    return replace(model, gait=with_polygons(model.gait, polygons), free=free), sliders


def edited_spline(strokes: Sequence[Stroke], points: Mapping[str, Sequence[float]]) -> PeriodicSpline:
    """The spline with edited points of some joints, which ``save`` writes as a file."""
    if len({(s.period, s.drive, s.drive_end, s.start) for s in strokes}) != 1:
        raise InputError("the gait is made of splines with periods or drives of their own. Save them in the scenario file.")
    known = polygons_of(strokes)
    for name in points:
        if name not in known:
            raise InputError(f"no stroke of joint '{name}'. Known: {', '.join(known)}.")
    own = {joint: tuple(points.get(joint, points.get(s.joints[0], s.points))) for s in strokes for joint in s.joints}
    first = strokes[0]
    return PeriodicSpline(own, first.period, first.drive, first.drive_end, first.start)
