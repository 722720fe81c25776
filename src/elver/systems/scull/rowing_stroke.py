"""The stroke of a sculler with arms: the way of the oars in time, and how legs and arms share it; the trunk does the rest.

The phase runs from 0 at the catch to 1/2 at the finish and on to 1 at the next catch. ``sweep`` and ``recovery`` draw the way of
the oars by the shares of the arc that are done at even steps of the drive and of the recovery. The posture is one of the oars'
angle alone: on the way out legs come first, then the trunk, then the arms; on the way back the other way round. With s the share
of the arc that is done,

    length of the legs: full speed up to s = legs[0], then slower, stretched at legs[1];
    bending of the elbows: begins at s = arms[0], full speed from arms[1] on;

both with two continuous derivatives. The lean of the trunk is the one that lets the hands hold the handles. The joint angles that
follow are fitted by periodic splines.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from elver._support.errors import InputError
from elver.drive import PeriodicSpline
from elver.quantities import check_quantities, quantity
from elver.systems.scull.robot import NUMBERS, OARS, Rig, Sculler
from elver.systems.scull.rowing_robot import Reach
from elver.systems.scull.stroke import ACROSS, DRIVES, FOLDED, curve, posture

FINE = 40  # control points of a joint
SAMPLES = np.arange(400) / 400
LEANS = np.radians([30.0, 150.0])  # of the trunk from x0, between which it is sought
FEET = 0.01 * np.array(sorted(range(-60, 61), key=abs))  # m: places of the stretcher that are tried for a rower who does not fit
# Both drawn so that the force at the handles rises to some 700 N over the first third of the arc and falls over its second half.
SWEEP = (0.0, 0.044, 0.1123, 0.1961, 0.2975, 0.4158, 0.5498, 0.6944, 0.8322, 0.9455, 1.0)
RECOVERY = (0.0, 0.0206, 0.0861, 0.1954, 0.3385, 0.5, 0.6615, 0.8047, 0.9138, 0.9799, 1.0)


@dataclass(frozen=True)
class Pull:
    """How the rower moves. Oar angles are > 0 with the blade astern; knees and elbows are 0 stretched."""

    rate: float = quantity(30.0, "1/min", "strokes a minute", above=0.0)
    drive: float = quantity(0.46, "1", "share of the drive in the stroke", low=DRIVES[0], high=DRIVES[1])
    catch: float = quantity(
        math.radians(-60), "rad", "oars at the catch, blades to the bow", low=-ACROSS, high=ACROSS, fixed=NUMBERS
    )
    finish: float = quantity(
        math.radians(40), "rad", "oars at the finish, blades to the stern", low=-ACROSS, high=ACROSS, fixed=NUMBERS
    )
    knee_catch: float = quantity(math.radians(125), "rad", "knees at the catch", above=0.0, high=FOLDED, fixed=NUMBERS)
    knee_finish: float = quantity(math.radians(10), "rad", "knees at the finish", above=0.0, high=FOLDED, fixed=NUMBERS)
    elbow_catch: float = quantity(math.radians(12), "rad", "elbows at the catch", above=0.0, high=FOLDED, fixed=NUMBERS)
    elbow_finish: float = quantity(math.radians(97), "rad", "elbows at the finish", above=0.0, high=FOLDED, fixed=NUMBERS)
    legs: Sequence[float] = quantity(
        (0.4, 0.9), "1", "shares of the arc at which legs slow down and are stretched", fixed=NUMBERS
    )
    arms: Sequence[float] = quantity(
        (0.45, 0.8), "1", "shares of the arc at which arms begin and are at full speed", fixed=NUMBERS
    )
    sweep: Sequence[float] = quantity(SWEEP, "1", "share of the arc done, even steps of the drive", fixed=NUMBERS)
    recovery: Sequence[float] = quantity(RECOVERY, "1", "share of the way back done, even steps of the recovery", fixed=NUMBERS)

    def __post_init__(self) -> None:
        check_quantities(self, "stroke")
        for name in ("sweep", "recovery"):
            shares = [float(v) for v in getattr(self, name)]
            if shares[0] != 0.0 or shares[-1] != 1.0 or min(np.diff(shares)) < 0:
                raise InputError(f"stroke.{name} = {tuple(shares)}. Give {len(shares)} shares that rise from 0 to 1.")
        for name in ("legs", "arms"):
            first, last = getattr(self, name)
            if not 0 <= first < last <= 1:
                raise InputError(f"stroke.{name} = {first:g}, {last:g}. Give two shares of the arc, the second the larger one.")

    def arc(self, phases: np.ndarray) -> np.ndarray:
        """Share of the arc that is done at phases of the stroke."""
        steps = len(self.sweep) - 1
        keys = [(0.5 * k / steps, float(v)) for k, v in enumerate(self.sweep)]
        keys += [(0.5 + 0.5 * k / steps, 1.0 - float(v)) for k, v in enumerate(self.recovery)][1:-1]
        return curve(np.array(PeriodicSpline.through({"arc": keys}, 1.0, len(keys)).points["arc"]), phases)

    def oar(self, share: float | Sequence[float] | np.ndarray) -> np.ndarray:
        """Angle of the oars [rad] where that share of the arc is done."""
        return self.catch + (self.finish - self.catch) * np.asarray(share, float)

    def knee(self, sculler: Sculler, share: float | Sequence[float] | np.ndarray) -> np.ndarray:
        """Knees [rad] where that share of the arc is done: the length of the leg grows evenly with it."""
        squares, product = sculler.shank**2 + sculler.thigh**2, 2 * sculler.shank * sculler.thigh
        low, high = (math.sqrt(squares + product * math.cos(knee)) for knee in (self.knee_catch, self.knee_finish))
        length = low + (high - low) * slowing(np.asarray(share, float), *self.legs)
        length = np.clip(length, abs(sculler.shank - sculler.thigh), sculler.shank + sculler.thigh)  # where the spline overshoots
        return np.arccos((length**2 - squares) / product)

    def elbow(self, share: float | Sequence[float] | np.ndarray) -> np.ndarray:
        """Elbows [rad] where that share of the arc is done."""
        return self.elbow_catch + (self.elbow_finish - self.elbow_catch) * starting(np.asarray(share, float), *self.arms)

    def posed(self, sculler: Sculler) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Oars, knees and elbows [rad] over the stroke."""
        share = self.arc(SAMPLES)
        return self.oar(share), self.knee(sculler, share), self.elbow(share)

    def gait(self, sculler: Sculler, rig: Rig, reach: Reach) -> PeriodicSpline:
        """Joint motions of this rower in this rig."""
        oar, knee, elbow = self.posed(sculler)
        lean = trunk_lean(sculler, rig, reach, oar, knee, elbow)
        motions = {"knee": knee, "trunk": posture(sculler, rig, knee, lean)[1]}
        motions |= {f"{side}_elbow": elbow for side in OARS}
        keys = {name: list(zip(SAMPLES, values, strict=True)) for name, values in motions.items()}
        fitted = PeriodicSpline.through(keys, 1.0, FINE)
        return PeriodicSpline(fitted.points, 60.0 / self.rate, drive=self.drive)

    def start(self, sculler: Sculler, rig: Rig, reach: Reach) -> dict[str, float]:
        """Angles at the catch of the joints that follow from the loops."""
        trunk_lean(sculler, rig, reach, *self.posed(sculler))  # refused with what would fit the whole stroke
        oar, knee, elbow = self.oar([0.0]), self.knee(sculler, [0.0]), self.elbow([0.0])
        lean = trunk_lean(sculler, rig, reach, oar, knee, elbow)
        ankle, _, seat = posture(sculler, rig, knee, lean)
        x, y, z = _to_the_hand(rig, reach, oar, seat, lean)
        along, front = np.cos(lean) * x + np.sin(lean) * z, np.cos(lean) * z - np.sin(lean) * x
        swing, spread = reach.shoulder_joints(along, front, y, elbow)
        found = {"ankle": ankle, "seat": seat}
        for side, hand in OARS.items():
            found |= {f"{side}_swing": swing, f"{side}_spread": -hand * spread, side: oar}
        return {name: float(value[0]) for name, value in found.items()}


def step(x: np.ndarray) -> np.ndarray:
    """Integral from 0 to x of a smooth step from 0 at 0 to 1 at 1."""
    inside = np.clip(x, 0.0, 1.0)
    return inside**4 * (2.5 - 3 * inside + inside**2) + np.maximum(x - 1.0, 0.0)


def slowing(share: np.ndarray, slower: float, done: float) -> np.ndarray:
    """From 0 with an even rise, which ceases between two shares; then 1."""
    width = done - slower
    return 2 / (slower + done) * (share - width * step((share - slower) / width))


def starting(share: np.ndarray, begin: float, full: float) -> np.ndarray:
    """0 up to ``begin``, from ``full`` on an even rise, 1 at 1."""
    width = full - begin
    return width * step((share - begin) / width) / (width / 2 + 1 - full)


def _to_the_hand(
    rig: Rig, reach: Reach, oar: np.ndarray, seat: np.ndarray, lean: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """From the starboard shoulder to its hand [m]: forward, outwards, up."""
    x, y = reach.hand(oar)
    shoulder = seat + (rig.hip + reach.trunk) * np.cos(lean), rig.rail + (rig.hip + reach.trunk) * np.sin(lean)
    return x - shoulder[0], y - reach.shoulders, reach.height - shoulder[1]


def trunk_lean(sculler: Sculler, rig: Rig, reach: Reach, oar: np.ndarray, knee: np.ndarray, elbow: np.ndarray) -> np.ndarray:
    """Lean of the trunk from x0 [rad] with which the hands hold the handles: bisection, the shoulders coming nearer with it."""

    def gap(lean: np.ndarray, rig: Rig = rig) -> np.ndarray:
        seat = posture(sculler, rig, knee, lean)[2]
        return np.sqrt(sum(c**2 for c in _to_the_hand(rig, reach, oar, seat, lean))) - reach.arm(elbow)

    low, high = (np.full(np.shape(oar), lean) for lean in LEANS)
    near, far = gap(high), gap(low)
    for bad, worst, what in ((near > 0, near, "too short by"), (far < 0, -far, "too long by")):
        if bad.any():
            k = int(np.argmax(np.where(bad, worst, -np.inf)))
            feet = (replace(rig, foot=round(float(rig.foot + moved), 2)) for moved in FEET)
            fitting = next((r.foot for r in feet if gap(high, r).max() <= 0 <= gap(low, r).min()), None)
            hint = "No place of the stretcher fits." if fitting is None else f"rig.foot={fitting:.2f} fits."
            raise InputError(
                f"the hands cannot hold the handles: with the oars at {math.degrees(oar[k]):.0f} deg, knees at "
                f"{math.degrees(knee[k]):.0f} and elbows at {math.degrees(elbow[k]):.0f} deg the arms are {what} "
                f"{worst[k]:.3f} m for any lean of the trunk. {hint} Or change stroke.catch, stroke.finish, stroke.elbow_finish."
            )
    for _ in range(50):
        middle = 0.5 * (low + high)
        beyond = gap(middle) < 0
        low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
    return 0.5 * (low + high)
