"""A sculler with arms: shoulders, elbows, and hands that hold the handles. The rower moves the oars, not a motor in the oarlock.

Each arm hangs on the trunk by two hinges through one point (swing about the side-to-side axis, then spread) and has an elbow. Its
hand is pinned to the handle: a loop from which both shoulder hinges and the oar follow, while knees, trunk and elbows are driven.
At 0 the upper arm points to the head; swing is positive to the rower's front, spread to starboard, the elbow when it is bent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from elver.forces.hulls import Floating, Scull, float_hull
from elver.quantities import check_quantities, quantity
from elver.results import Metric
from elver.robot import Body, Compound, Ellipsoid, EllipticCylinder, Joint, Loop, Robot, Rod
from elver.systems.scull.robot import (
    HALF,
    NUMBERS,
    OARS,
    SHOULDER,
    Boat,
    Oar,
    Piece,
    Rig,
    Sculler,
    hull_body,
    joined,
    leg_joints,
    legs_and_seat,
    oar_joints,
    scull_hull,
    seat_loop,
)

GRASP = 0.6  # from the wrist to the middle of a closed hand, share of the hand's length to the knuckle


@dataclass(frozen=True)
class Arms:
    """Where arms begin and where hands hold the oars."""

    shoulders: float = quantity(0.19, "m", "shoulder joint from the middle of the body", above=0.0, fixed=NUMBERS)
    grip: float = quantity(0.06, "m", "middle of the hand from the handle's end", low=0.0, fixed=NUMBERS)

    def __post_init__(self) -> None:
        check_quantities(self, "arms")


@dataclass(frozen=True, eq=False)
class Reach:
    """Lengths of one rower at one rig [m]: trunk (hip to shoulder), upper (arm), fore (elbow to the middle of the hand),
    shoulders (half their width), handle (oarlock to the middle of the hand, in the plane in which the oar turns), height (of the
    hands above the water), span (of the oarlocks from the middle).
    """

    trunk: float
    upper: float
    fore: float
    shoulders: float
    handle: float
    height: float
    span: float

    @classmethod
    def of(cls, sculler: Sculler, rig: Rig, oar: Oar, arms: Arms) -> Reach:
        man, held = sculler.man, oar.inboard - arms.grip
        fore = man.segment("forearm").length + GRASP * man.segment("hand").length
        handle, height = held * math.cos(oar.dip), rig.lock + held * math.sin(oar.dip)
        return cls(SHOULDER * sculler.height, man.segment("upper_arm").length, fore, arms.shoulders, handle, height, rig.span)

    def arm(self, elbow: np.ndarray) -> np.ndarray:
        """Distance from shoulder to hand with an elbow bent by so much [rad]."""
        return np.sqrt(self.upper**2 + self.fore**2 + 2 * self.upper * self.fore * np.cos(elbow))

    def hand(self, oar: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Place of the hands along the boat and from its middle [m] at an oar's angle [rad]; its height is constant."""
        return self.handle * np.sin(oar), self.span - self.handle * np.cos(oar)

    def shoulder_joints(
        self, along: np.ndarray, front: np.ndarray, out: np.ndarray, elbow: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Swing and spread [rad] of the starboard arm for a hand that lies so far from the shoulder in the trunk's axes:
        ``along`` to the head, ``front`` to the rower's front, ``out`` to starboard.
        """
        stretched = self.upper + self.fore * np.cos(elbow)
        spread = np.arcsin(out / stretched)
        swing = np.arctan2(front, along) + np.arctan2(self.fore * np.sin(elbow), stretched * np.cos(spread))
        return swing, spread


def upper_body(sculler: Sculler) -> list[Body]:
    """Trunk and head; the head is a body of its own, so that pictures show it."""
    trunk, head = sculler.man.segment("trunk"), sculler.man.segment("head")
    neck = Piece(head, (head.length, 0.0, 0.0), (-1.0, 0.0, 0.0))
    face = Ellipsoid(0.5 * head.length, 0.1, 0.08, at=np.array([0.5 * head.length, 0.0, 0.0]))
    chest = EllipticCylinder(trunk.length, 0.11, 0.18)
    body = joined("trunk", [Piece(trunk, (trunk.length, 0.0, 0.0), (-1.0, 0.0, 0.0))], chest)
    return [body, joined("head", [neck], face)]


def _arm_bodies(sculler: Sculler, side: str) -> list[Body]:
    """The massless link between the shoulder's hinges, the upper arm, and the forearm with its hand; x from joint to joint."""
    upper, fore, hand = (sculler.man.segment(name) for name in ("upper_arm", "forearm", "hand"))
    ahead, wrist = (1.0, 0.0, 0.0), np.array([fore.length, 0.0, 0.0])
    fist = Ellipsoid(0.55 * hand.length, 0.035, 0.045, at=wrist + np.array([GRASP * hand.length, 0.0, 0.0]))
    lower = [Piece(fore, (0.0, 0.0, 0.0), ahead), Piece(hand, wrist, ahead)]
    return [
        Body(f"{side}_shoulder"),
        joined(f"{side}_upper_arm", [Piece(upper, (0.0, 0.0, 0.0), ahead)], Rod(upper.length, 0.045)),
        joined(f"{side}_forearm", lower, Compound((Rod(fore.length, 0.035), fist))),
    ]


def _arm_joints(reach: Reach, side: str) -> list[Joint]:
    """Swing and spread of the shoulder, and the elbow. z of the trunk points to starboard."""
    own: dict[str, Any] = {"mode": "passive", "group": "shoulder"}
    out = -OARS[side] * reach.shoulders
    return [
        Joint(f"{side}_swing", "trunk", f"{side}_shoulder", b=out, d=reach.trunk, **own),
        Joint(f"{side}_spread", f"{side}_shoulder", f"{side}_upper_arm", alpha=HALF, **own),
        Joint(f"{side}_elbow", f"{side}_upper_arm", f"{side}_forearm", alpha=HALF, d=reach.upper, group="arm"),
    ]


def _hand_loop(reach: Reach, oar: Oar, side: str) -> Loop:
    """The hand holds the handle, and may turn on it."""
    along = np.array([math.cos(oar.dip), 0.0, -OARS[side] * math.sin(oar.dip)])
    return Loop(
        f"{side}_hand", f"{side}_forearm", f"{side}_oar", (f"{side}_swing", f"{side}_spread", side), "spherical",
        first_at=np.array([reach.fore, 0.0, 0.0]), second_at=-reach.handle / math.cos(oar.dip) * along,
    )  # fmt: skip


def rowing_robot(sculler: Sculler, rig: Rig, boat: Boat, oar: Oar, arms: Arms, base: str = "sagittal") -> Robot:
    """Boat, rower with arms, seat and oars. Knee, trunk and elbows are driven; all else of the rower and the oars follows."""
    reach, (*legs, seat) = Reach.of(sculler, rig, oar, arms), legs_and_seat(sculler, boat)
    neck = Joint("neck", "trunk", "head", "fixed", d=sculler.man.segment("trunk").length, group="trunk")
    joints: Sequence[Joint] = [
        *leg_joints(sculler, rig),
        neck,
        *(j for side in OARS for j in _arm_joints(reach, side)),
        *oar_joints(rig, oar, "passive"),
    ]
    people = [*legs, *upper_body(sculler), *(b for side in OARS for b in _arm_bodies(sculler, side))]
    bodies = [hull_body(boat, sculler, rig), *people, seat, *(b for side in OARS for b in oar.bodies(side))]
    loops = [seat_loop(rig), *(_hand_loop(reach, oar, side) for side in OARS)]
    return Robot("scull", bodies, joints, base, loops=loops)


# --- The scull's hull under any load: draught, wetted area, restoring, stability from its form. Its waves stay those of 101 kg.

DRAFT = 0.092  # m, to the waterline that the hull is drawn for
PANELS = (120, 12)  # along, around


@lru_cache(maxsize=64)
def afloat(boat: Boat, mass: float, density: float, gravity: float) -> Floating:
    """The hull that carries ``mass`` [kg] in all, upright and level: how high its centre lies makes no difference then."""
    form = Scull(boat.length, boat.beam, DRAFT)
    return float_hull(form.surface(*PANELS), mass, (0.0, 0.0, 0.0), density, gravity, "the scull")


def metacentre(rest: Floating) -> float:
    """Height of the metacentre above the boat's origin, which lies ``heave`` above the water [m]."""
    return float(rest.metacentric[0] + rest.centre[2] - rest.heave)


def floating_metrics(rest: Floating) -> tuple[Metric, ...]:
    """What follows from the load alone."""
    told = (
        ("displaced_mass", "kg", "water that the hull displaces at rest", rest.mass),
        ("coefficients_mass", "kg", "load for which the hull's waves were computed", scull_hull().mass),
        ("wetted_area", "m^2", "wetted area of the hull at rest", rest.wet.area),
        ("draught", "m", "depth of the keel below the water at rest", DRAFT - rest.heave),
    )  # fmt: skip
    return tuple(Metric(name, unit, meaning, _constant(value)) for name, unit, meaning, value in told)


def _constant(value: float) -> Callable[[Any], float]:
    """The same number for every run."""
    return lambda data: float(value)
