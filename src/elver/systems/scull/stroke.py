"""The rowing stroke: legs, then trunk, and the oars, drawn as periodic splines. FLOAT section VII-C.

The phase runs from 0 at the catch to 1/2 at the finish and on to 1 at the next catch; the recovery is the drive backwards. A
motion is drawn by the shares of its way that are done at even steps of the drive. The trunk is drawn by its lean from the
horizontal; the angle of its joint with the thigh follows from the closed loop of legs and seat, whose solution is elementary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from elver.drive import PeriodicSpline
from elver.errors import InputError, require_number
from elver.systems.scull.sculler import Rig, Sculler, fixed_number

CONTROL_POINTS = 12
FINE = 24  # control points of the trunk's joint, which is fitted to the drawn lean
SAMPLES = np.arange(240) / 240


@dataclass(frozen=True)
class Stroke:
    """How the rower moves. rate: strokes a minute; drive: share of the drive in a stroke.

    knee_catch, knee_finish; lean_catch, lean_finish: trunk from x0; catch, finish: of the oars, > 0 with the blade astern [rad];
    arc: factor of both oar angles.   legs, body, sweep: shares of the knees', trunk's and oars' way done at even steps of
    the drive's phase, from 0 at the catch to 1 at the finish; two numbers or more.
    """

    rate: float = 27.0
    drive: float = 0.4
    knee_catch: float = math.radians(130)
    knee_finish: float = math.radians(10)
    lean_catch: float = math.radians(115)
    lean_finish: float = math.radians(65)
    catch: float = math.radians(-62)
    finish: float = math.radians(43)
    arc: float = 1.0
    legs: Sequence[float] = (0.0, 0.23, 0.62, 0.91, 0.99, 1.0)
    body: Sequence[float] = (0.0, 0.03, 0.22, 0.60, 0.91, 1.0)
    sweep: Sequence[float] = (0.0, 0.095, 0.345, 0.655, 0.905, 1.0)

    def __post_init__(self):
        require_number("stroke.rate", self.rate, above=0.0, unit="strokes a minute")
        for name in ("lean_catch", "lean_finish"):
            fixed_number(f"stroke.{name}", getattr(self, name), unit="rad")
        for name in ("catch", "finish", "arc"):
            require_number(f"stroke.{name}", getattr(self, name))
        for name in ("knee_catch", "knee_finish"):
            angle = getattr(self, name)
            if not 0 < fixed_number(f"stroke.{name}", angle, unit="rad") < math.pi:
                raise InputError(f"stroke.{name} = {angle:g} rad. Give an angle between 0 (stretched) and pi (folded).")

    def gait(self, sculler: Sculler, rig: Rig) -> PeriodicSpline:
        """Joint motions of this rower in this rig."""
        legs, body, sweep = (drawn(name, getattr(self, name)) for name in ("legs", "body", "sweep"))
        knee = self.knee_catch + (self.knee_finish - self.knee_catch) * legs
        lean = self.lean_catch + (self.lean_finish - self.lean_catch) * body
        oar = [self.arc * (self.catch + (self.finish - self.catch) * share) for share in sweep.tolist()]
        points = {"knee": knee, "trunk": trunk_polygon(sculler, rig, knee, lean), "starboard": oar, "port": oar}
        return PeriodicSpline(points, 60.0 / self.rate, drive=self.drive)


def drawn(name: str, shares: Sequence[float]) -> np.ndarray:
    """Control polygon through the shares of the way done in the drive, and in the recovery backwards."""
    values = [float(fixed_number(f"stroke.{name}", v)) for v in shares]
    if len(values) < 2 or values[0] != 0.0 or values[-1] != 1.0:
        raise InputError(
            f"stroke.{name} = {tuple(values)}. Give two or more shares of the way done, from 0 at the catch to 1 at the finish."
        )
    forth = [(0.5 * k / (len(values) - 1), v) for k, v in enumerate(values)]
    back = [(1.0 - phase, v) for phase, v in forth[1:-1]]
    spline = PeriodicSpline.through({name: forth + back}, 1.0, max(CONTROL_POINTS, len(forth + back)))
    return np.array(spline.points[name])


def curve(polygon: np.ndarray, phases: np.ndarray) -> np.ndarray:
    """Values of a spline at phases."""
    return PeriodicSpline({"curve": polygon.tolist()}, 1.0).sampled("curve", phases)


def trunk_polygon(sculler: Sculler, rig: Rig, knee: np.ndarray, lean: np.ndarray) -> list[float]:
    """Control polygon of the trunk's joint for drawn knees and lean, fitted to the loop's solution."""
    trunk = posture(sculler, rig, curve(knee, SAMPLES), curve(lean, SAMPLES))[1]
    fitted = PeriodicSpline.through({"trunk": list(zip(SAMPLES, trunk, strict=True))}, 1.0, FINE)
    return list(fitted.points["trunk"])


def posture(sculler: Sculler, rig: Rig, knee, lean) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ankle and trunk joints [rad] and place of the seat [m] for a bent knee and a lean of the trunk [rad]: FLOAT (2) solved.

    The hip lies at the leg's length from the foot, on the bow's side, and at the height that seat and trunk give it.
    """
    knee, lean = np.atleast_1d(np.asarray(knee, float)), np.atleast_1d(np.asarray(lean, float))
    along, across = sculler.shank + sculler.thigh * np.cos(knee), sculler.thigh * np.sin(knee)
    reach, rise = np.hypot(along, across), rig.rail - rig.foot_height + rig.hip * np.sin(lean)
    short = np.abs(rise) - reach
    if short.max() > 0:
        worst = int(np.argmax(short))
        raise InputError(
            f"the loop of legs and seat cannot close: with the knee at {math.degrees(knee[worst]):.0f} deg the hip is "
            f"{reach[worst]:.3f} m from the foot but {abs(rise[worst]):.3f} m above it, {short[worst]:.3f} m too far. "
            "Bend the knee less (stroke.knee_catch), lower the seat (rig.rail) or raise the foot (rig.foot_height)."
        )
    direction = np.arcsin(rise / reach)
    ankle = direction + np.arctan2(across, along)
    seat = -rig.foot + reach * np.cos(direction) - rig.hip * np.cos(lean)
    return ankle, lean - ankle + knee, seat
