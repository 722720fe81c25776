"""The rowing stroke: legs, then trunk, and the oars, drawn as periodic splines. FLOAT section VII-C.

The phase runs from 0 at the catch to 1/2 at the finish and on to 1 at the next catch; the recovery is the drive backwards. A
motion is drawn by the shares of its way that are done at even steps of the drive. The trunk is drawn by its lean from the
horizontal; the angle of its joint with the thigh follows from the closed loop of legs and seat, whose solution is elementary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver._support.errors import InputError
from elver.drive import PeriodicSpline, load_spline
from elver.quantities import ANY, check_quantities, quantity
from elver.systems.scull.robot import NUMBERS, Rig, Sculler

CONTROL_POINTS = 12
FINE = 24  # control points of the trunk's joint, which is fitted to the drawn lean
SAMPLES = np.arange(240) / 240
FOLDED = math.radians(179.9)  # of a knee
ACROSS = math.radians(90)  # of an oar: along the boat
DRIVES = (0.3, 0.7)  # shares of the drive, beyond which the warp of time would run backwards (PeriodicSpline)
LEGS = (0.0, 0.23, 0.62, 0.91, 0.99, 1.0)
BODY = (0.0, 0.03, 0.22, 0.60, 0.91, 1.0)
DRAWN = "drawn"  # where no file is given
JOINTS = ("knee", "trunk", "starboard", "port")
SWEEP = (0.0, 0.095, 0.345, 0.655, 0.905, 1.0)


@dataclass(frozen=True)
class Stroke:
    """How the rower moves. Oar angles are > 0 with the blade astern.

    legs, body, sweep: from 0 at the catch to 1 at the finish; two numbers or more.
    """

    rate: float = quantity(27.0, "1/min", "strokes a minute", above=0.0)
    drive: float = quantity(0.4, "1", "share of the drive in the stroke", low=DRIVES[0], high=DRIVES[1])
    catch: float = quantity(math.radians(-62), "rad", "oars at the catch, blades to the bow", low=-ACROSS, high=ACROSS)
    finish: float = quantity(math.radians(43), "rad", "oars at the finish, blades to the stern", low=-ACROSS, high=ACROSS)
    arc: float = quantity(1.0, "1", "factor of both oar angles")
    knee_catch: float = quantity(
        math.radians(130), "rad", "knees at the catch; 0 is stretched", above=0.0, high=FOLDED, fixed=NUMBERS
    )
    knee_finish: float = quantity(math.radians(10), "rad", "knees at the finish", above=0.0, high=FOLDED, fixed=NUMBERS)
    lean_catch: float = quantity(math.radians(115), "rad", "trunk at the catch, from x0", fixed=NUMBERS)
    lean_finish: float = quantity(math.radians(65), "rad", "trunk at the finish", fixed=NUMBERS)
    legs: Sequence[float] = quantity(LEGS, "1", "share of the legs' way done, even steps of the drive", length=ANY, fixed=NUMBERS)
    body: Sequence[float] = quantity(BODY, "1", "share of the trunk's way done", length=ANY, fixed=NUMBERS)
    sweep: Sequence[float] = quantity(SWEEP, "1", "share of the oars' way done", length=ANY, fixed=NUMBERS)

    def __post_init__(self) -> None:
        check_quantities(self, "stroke")

    def gait(self, sculler: Sculler, rig: Rig, file: str = DRAWN) -> PeriodicSpline:
        """Joint motions of this rower in this rig, drawn from the numbers, or with the control points of a file."""
        if file != DRAWN:
            return self.edited(file)
        legs, body, sweep = (_drawn(name, getattr(self, name)) for name in ("legs", "body", "sweep"))
        knee = self.knee_catch + (self.knee_finish - self.knee_catch) * legs
        lean = self.lean_catch + (self.lean_finish - self.lean_catch) * body
        oar = [self.arc * (self.catch + (self.finish - self.catch) * share) for share in sweep.tolist()]
        points: dict[str, Any] = {"knee": knee, "trunk": _trunk_polygon(sculler, rig, knee, lean), "starboard": oar, "port": oar}
        return PeriodicSpline(points, 60.0 / self.rate, drive=self.drive)

    def edited(self, file: str) -> PeriodicSpline:
        """The stroke with the control points of a file; rate and share of the drive are the stroke's own."""
        given = load_spline(file)
        if set(given.points) != set(JOINTS):
            raise InputError(
                f"the stroke in '{file}' moves {', '.join(given.points)}. A sculler's moves {', '.join(JOINTS)}, each of them."
            )
        return PeriodicSpline(given.points, 60.0 / self.rate, self.drive, given.drive_end, given.start)


def _drawn(name: str, shares: Sequence[float]) -> np.ndarray:
    """Control polygon through the shares of the way done in the drive, and in the recovery backwards."""
    values = [float(v) for v in shares]
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


def _trunk_polygon(sculler: Sculler, rig: Rig, knee: np.ndarray, lean: np.ndarray) -> list[float]:
    """Control polygon of the trunk's joint for drawn knees and lean, fitted to the loop's solution."""
    trunk = posture(sculler, rig, curve(knee, SAMPLES), curve(lean, SAMPLES))[1]
    fitted = PeriodicSpline.through({"trunk": list(zip(SAMPLES, trunk, strict=True))}, 1.0, FINE)
    return list(fitted.points["trunk"])


def posture(
    sculler: Sculler, rig: Rig, knee: float | np.ndarray, lean: float | np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
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
