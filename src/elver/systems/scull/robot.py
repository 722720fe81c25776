"""The sculler: rower, boat and oars as a closed tree of bodies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elver._support.errors import InputError, require_number, unknown_name
from elver.forces.hulls import HullCoefficients, load_hull
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Box, Compound, Ellipsoid, EllipticCylinder, Joint, Loop, Robot, Rod, axes_from
from elver.symbolic.arrays import diagonal, divided, parallel_axes, times, vector

if TYPE_CHECKING:
    from elver.robot.shapes import Shape

# --- A rower from height and mass: segments by P. de Leva, J. Biomechanics 29(9), 1223-1230 (1996), table 4, men.

REFERENCE_HEIGHT = 1.741  # m, of the men the lengths belong to


@dataclass(frozen=True)
class _SegmentShare:
    """One row of the table. mass: share of the body's; length [m] at the reference height; centre: of mass from the proximal
    end, share of the length; radii: of gyration about the sagittal (fore-aft), transverse (side to side) and longitudinal axis
    through the centre of mass, shares of the length.
    """

    mass: float
    length: float
    centre: float
    radii: tuple[float, float, float]


# Ends: head from vertex to cervicale, trunk from cervicale to mid hip, upper arm shoulder to elbow, forearm elbow to wrist, hand
# wrist to third knuckle, thigh hip to knee, shank knee to ankle joint centre, foot heel to toe tip.
MEN = {
    "head": _SegmentShare(0.0694, 0.2429, 0.5002, (0.303, 0.315, 0.261)),
    "trunk": _SegmentShare(0.4346, 0.6033, 0.5138, (0.328, 0.306, 0.169)),
    "upper_arm": _SegmentShare(0.0271, 0.2817, 0.5772, (0.285, 0.269, 0.158)),
    "forearm": _SegmentShare(0.0162, 0.2689, 0.4574, (0.276, 0.265, 0.121)),
    "hand": _SegmentShare(0.0061, 0.0862, 0.7900, (0.628, 0.513, 0.401)),
    "thigh": _SegmentShare(0.1416, 0.4222, 0.4095, (0.329, 0.329, 0.149)),
    "shank": _SegmentShare(0.0433, 0.4403, 0.4395, (0.251, 0.246, 0.102)),
    "foot": _SegmentShare(0.0137, 0.2581, 0.4415, (0.257, 0.245, 0.124)),
}
PAIRED = ("upper_arm", "forearm", "hand", "thigh", "shank", "foot")


@dataclass(frozen=True)
class _Segment:
    """One segment of one side of the body: mass [kg], length [m], centre: distance of the centre of mass from the proximal end
    [m], inertia about that centre [kg m^2]: sagittal, transverse, longitudinal axis.
    """

    name: str
    mass: float
    length: float
    centre: float
    inertia: tuple[float, float, float]

    @property
    def swing(self) -> float:
        """Inertia about the side-to-side axis through the centre of mass [kg m^2]: of motion in the sagittal plane."""
        return self.inertia[1]


@dataclass(frozen=True)
class Anthropometry:
    """A man of ``height`` [m] and ``mass`` [kg]: lengths scale with height, masses with mass."""

    height: float = 1.85
    mass: float = 80.0

    def __post_init__(self) -> None:
        require_number("rower height", self.height, above=0.0, unit="m")
        require_number("rower mass", self.mass, above=0.0, unit="kg")
        if not 1.0 <= self.height <= 2.5:
            raise InputError(f"rower height = {self.height:g} m. Give metres, between 1.0 and 2.5.")

    def segment(self, name: str, sides: int = 1) -> _Segment:
        """A segment; ``sides`` = 2: left and right moving as one, with twice the mass."""
        if name not in MEN:
            raise unknown_name("segment of the body", name, MEN)
        if sides not in (1, 2) or (sides == 2 and name not in PAIRED):
            raise InputError(f"sides = {sides!r} for '{name}'. Give 1, or 2 for one of {', '.join(PAIRED)}.")
        share = MEN[name]
        length, mass = share.length * self.height / REFERENCE_HEIGHT, sides * share.mass * self.mass
        sagittal, transverse, longitudinal = (mass * (r * length) ** 2 for r in share.radii)
        inertia = (sagittal, transverse, longitudinal)
        return _Segment(name, mass, length, share.centre * length, inertia)

    def segments(self) -> dict[str, _Segment]:
        """All segments, both sides of the paired ones together."""
        return {name: self.segment(name, 2 if name in PAIRED else 1) for name in MEN}


# --- The hull of the single scull: coefficients that come with Elver, with the recipe they were made by (docs/models/hull.md).

FILE = Path(__file__).with_name("hull.json")


def scull_hull() -> HullCoefficients:
    """The shipped coefficients."""
    return load_hull(FILE)


# --- The sculler, the oars and the rig of FLOAT section VII: bodies, joints and the loop through the sliding seat. Table 2.
#
# x0 of the boat points forward, y0 to port, z0 up; the origin lies in the waterplane, below the line between the oarlocks. The
# rower faces the stern. Legs move as one, in the boat's plane of symmetry. Where values come from: docs/models/scull.md.

HALF = math.pi / 2
STEEPEST = math.radians(89.9)  # of an oar's shaft
NUMBERS = "the rower's postures are computed from it before the run."
SHOULDER = 0.5155 / 1.741  # from mid hip to mid shoulder, share of the height (de Leva 1996, table 4, men)
SHOULDERS = 0.19  # m from the middle, where pictures show arms
OARS = {"starboard": -1.0, "port": 1.0}  # side on which z of the oar's frame points down, and up
BLADE = (0.42, 0.20, 0.01)  # m: length, height and thickness of a blade in pictures and for its mass


@dataclass(frozen=True)
class Rig:
    """Where the rower and the oars meet the boat: foot at (-foot, 0, foot_height), seat rail at ``rail``, oarlocks at
    (0, -+span, lock); hip: along the trunk. FLOAT table 2.
    """

    foot: float = quantity(0.45, "m", "d_1, foot stretcher astern of the oarlocks", fixed=NUMBERS)
    foot_height: float = quantity(-0.05, "m", "b_1, height of the ankles above the water", fixed=NUMBERS)
    rail: float = quantity(0.10, "m", "b_4, height of the seat", fixed=NUMBERS)
    span: float = quantity(0.80, "m", "d_5, oarlock from the middle", above=0.0)
    lock: float = quantity(0.27, "m", "b_5, height of the oarlocks")
    hip: float = quantity(0.09, "m", "d_8, hip above the seat", above=0.0, fixed=NUMBERS)

    def __post_init__(self) -> None:
        check_quantities(self, "rig")


@dataclass(frozen=True)
class Boat:
    """The hull as a body, with the sliding seat."""

    mass: float = quantity(17.0, "kg", "hull and riggers", above=0.0)
    length: float = quantity(8.2, "m", "length of the boat", above=0.0)
    middle: float = quantity(0.12, "m", "midship ahead of the oarlocks: level on average")
    height: float = quantity(0.05, "m", "centre of mass of the hull above the water")
    radius: float = quantity(0.24, "1", "radius of gyration over length", above=0.0)
    beam: float = quantity(0.28, "m", "width of the boat in pictures", above=0.0)
    seat: float = quantity(1.7, "kg", "mass of the sliding seat", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "boat")


@dataclass(frozen=True)
class Oar:
    """One of two oars."""

    mass: float = quantity(1.5, "kg", "mass of one oar", above=0.0)
    lever: float = quantity(1.85, "m", "L_e, oarlock to blade", above=0.0)
    inboard: float = quantity(0.88, "m", "oarlock to the handle's end", above=0.0)
    dip: float = quantity(math.radians(10), "rad", "phi, shaft below the horizontal", low=0.0, high=STEEPEST, fixed=NUMBERS)

    def __post_init__(self) -> None:
        check_quantities(self, "oar")

    def blade_centre(self, side: str) -> tuple[float, float, float]:
        """O_j I_j in the oar's frame [m]. FLOAT (54), phi_6 = -phi_5 > 0."""
        return (self.lever * math.cos(self.dip), 0.0, -OARS[side] * self.lever * math.sin(self.dip))

    def bodies(self, side: str) -> list[Body]:
        """Shaft and blade, of one density."""
        along = np.array([math.cos(self.dip), 0.0, -OARS[side] * math.sin(self.dip)])
        axes = axes_from(along, (0.0, 1.0, 0.0))
        shaft = Rod(self.inboard + self.lever, 0.02, at=times(-self.inboard, along), axes=axes)
        blade = Box(BLADE[0], BLADE[2], BLADE[1], axes=axes)
        density = self.mass / (shaft.volume + blade.volume)
        return [Body.solid(f"{side}_oar", shaft, density), Body.solid(f"{side}_blade", blade, density)]

    def blade_joint(self, side: str) -> Joint:
        """The blade's frame is the oar's, moved to the blade's centre: y stays its normal. FLOAT (54)."""
        x, _, z = self.blade_centre(side)
        return Joint(f"{side}_blade", f"{side}_oar", f"{side}_blade", "fixed", b=z, d=x, group="blade")


@dataclass(frozen=True, eq=False)
class Piece:
    """A segment placed in a body's frame: its proximal end [m] and the unit direction to the distal one, in the plane x-y."""

    segment: _Segment
    proximal: Sequence[float] | np.ndarray
    direction: Sequence[float] | np.ndarray

    @property
    def centre(self) -> np.ndarray:
        """Centre of mass [m]."""
        return np.asarray(self.proximal, float) + self.segment.centre * np.asarray(self.direction, float)

    def inertia(self) -> np.ndarray:
        """About the centre of mass, body axes [kg m^2]; z is the side-to-side axis."""
        sagittal, transverse, longitudinal = self.segment.inertia
        axes = axes_from(self.direction, (-self.direction[1], self.direction[0], 0.0))
        return axes @ diagonal(longitudinal, sagittal, transverse) @ axes.T


def joined(name: str, pieces: Sequence[Piece], shape: Shape | None) -> Body:
    """One rigid body of several segments."""
    mass = sum(p.segment.mass for p in pieces)
    centre = divided(sum(times(p.segment.mass, p.centre) for p in pieces), mass)  # type: ignore[arg-type]
    inertia = np.zeros((3, 3))
    for p in pieces:
        r = p.centre - centre
        inertia = inertia + (p.inertia() + parallel_axes(p.segment.mass, r))
    return Body.central(name, mass, centre, inertia, shape)


@dataclass(frozen=True)
class Sculler:
    """A man on his seat. The arms belong to the trunk, straight, at an angle from hanging along it, towards his front."""

    height: float = quantity(1.85, "m", "height of the rower; de Leva's segments scale with it", low=1.0, high=2.5, fixed=NUMBERS)
    mass: float = quantity(80.0, "kg", "mass of the rower", above=0.0)
    arms: float = quantity(math.radians(60), "rad", "angle of the arms from hanging along the trunk", fixed=NUMBERS)
    man: Anthropometry = field(init=False)

    def __post_init__(self) -> None:
        check_quantities(self, "rower")
        object.__setattr__(self, "man", Anthropometry(self.height, self.mass))

    @property
    def shank(self) -> float:
        """d_2, from ankle to knee [m]."""
        return self.man.segment("shank").length

    @property
    def thigh(self) -> float:
        """d_3, from knee to hip [m]."""
        return self.man.segment("thigh").length

    def leg(self, name: str, radius: float) -> Body:
        """Shanks from the ankle, or thighs from the knee, upwards along x: the distal end is the frame's origin."""
        segment = self.man.segment(name, 2)
        piece = Piece(segment, (segment.length, 0.0, 0.0), (-1.0, 0.0, 0.0))
        return joined(name, [piece], Rod(segment.length, radius))

    def upper_body(self) -> Body:
        """Trunk, head and arms from the hip: x towards the head, y to the rower's front."""
        man, up, down = self.man, (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)
        trunk, head = man.segment("trunk"), man.segment("head")
        shoulder, reach = np.array([SHOULDER * self.height, 0.0, 0.0]), np.array([-math.cos(self.arms), math.sin(self.arms), 0.0])
        pieces = [Piece(trunk, trunk.length * np.array(up), down), Piece(head, (trunk.length + head.length) * np.array(up), down)]
        for name in ("upper_arm", "forearm", "hand"):
            part = man.segment(name, 2)
            pieces.append(Piece(part, shoulder, reach))
            shoulder = shoulder + part.length * reach
        torso = EllipticCylinder(trunk.length, 0.11, 0.18)
        face = Ellipsoid(0.5 * head.length, 0.1, 0.08, at=np.array([trunk.length + 0.5 * head.length, 0.0, 0.0]))
        reaching = sum(man.segment(name).length for name in ("upper_arm", "forearm", "hand"))
        across = axes_from(reach, (-reach[1], reach[0], 0.0))
        arms = [
            Rod(reaching, 0.04, at=np.array([SHOULDER * self.height, 0.0, side * SHOULDERS]), axes=across) for side in (-1, 1)
        ]
        return joined("trunk", pieces, Compound((torso, face, *arms)))


def hull_body(boat: Boat, sculler: Sculler, rig: Rig) -> Body:
    """Hull, riggers and the rower's feet, which stay on the stretcher."""
    slow, roll = boat.mass * (boat.radius * boat.length) ** 2, boat.mass * boat.beam**2
    shape = Ellipsoid(0.5 * boat.length, 0.5 * boat.beam, 0.1, at=vector(boat.middle, 0.0, 0.0))
    hull = Body.central("boat", boat.mass, (boat.middle, 0.0, boat.height), diagonal(roll, slow, slow), shape)
    feet, at = sculler.man.segment("foot", 2), np.array([-rig.foot, 0.0, rig.foot_height])
    inertia = hull.inertia + diagonal(feet.swing, feet.swing, feet.swing) + parallel_axes(feet.mass, at)
    return Body("boat", boat.mass + feet.mass, hull.first_moments + times(feet.mass, at), inertia, shape, hull.strip)


def leg_joints(sculler: Sculler, rig: Rig) -> list[Joint]:
    """Ankle, knee, hip and the sliding seat. FLOAT table 2."""
    return [
        Joint("ankle", "boat", "shank", b=rig.foot_height, alpha=HALF, d=-rig.foot, mode="passive", group="leg"),
        Joint("knee", "shank", "thigh", alpha=math.pi, d=sculler.shank, group="leg"),
        Joint("trunk", "thigh", "trunk", alpha=math.pi, d=sculler.thigh, group="trunk"),
        Joint("seat", "boat", "seat", "prismatic", HALF, rig.rail, HALF, theta=HALF, mode="passive", group="seat"),
    ]


def oar_joints(rig: Rig, oar: Oar, mode: str = "driven") -> list[Joint]:
    """Both oarlocks, and the blades on their oars. FLOAT table 2."""
    return [
        Joint("starboard", "boat", "starboard_oar", gamma=-HALF, b=rig.lock, alpha=math.pi, d=rig.span, mode=mode, group="oar"),
        Joint("port", "boat", "port_oar", gamma=HALF, b=rig.lock, d=rig.span, mode=mode, group="oar"),
        *(oar.blade_joint(side) for side in OARS),
    ]


def seat_loop(rig: Rig) -> Loop:
    """Frames 7 and 8: the cut hinge between seat and trunk."""
    return Loop(
        "seat", "trunk", "seat", ("ankle", "seat"),
        first_at=np.array([-rig.hip, 0.0, 0.0]), first_axes=np.diag([1.0, -1.0, -1.0]),
        second_axes=np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
    )  # fmt: skip


def legs_and_seat(sculler: Sculler, boat: Boat) -> list[Body]:
    """Shanks, thighs and the sliding seat."""
    seat = Body.solid("seat", Box(0.04, 0.28, 0.22), boat.seat / (0.04 * 0.28 * 0.22))
    return [sculler.leg("shank", 0.055), sculler.leg("thigh", 0.075), seat]


def scull_robot(sculler: Sculler, rig: Rig, boat: Boat, oar: Oar, base: str = "sagittal") -> Robot:
    """Boat, legs, trunk, seat and oars. Knee, trunk and oars are driven; ankle and seat follow from the loop."""
    *legs, seat = legs_and_seat(sculler, boat)
    people = [*legs, sculler.upper_body()]
    bodies = [hull_body(boat, sculler, rig), *people, seat, *(b for side in OARS for b in oar.bodies(side))]
    joints = [*leg_joints(sculler, rig), *oar_joints(rig, oar)]
    return Robot("scull", bodies, joints, base, loops=[seat_loop(rig)])
