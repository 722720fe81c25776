"""Planar chains of links: the underwater snake robot and its relatives on land."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from elver.errors import InputError
from elver.quantities import check_quantities, quantity, word
from elver.robot import Body, EllipticCylinder, Joint, Robot
from elver.symbols import diagonal, times

INERTIAS = ("printed", "uniform")


@dataclass(frozen=True)
class ChainLink:
    """One link of a planar chain: an elliptic cylinder.

    mass: None takes density times volume. inertia about the upright axis through the centre: ``uniform`` (the solid's own)
    or ``printed`` (m l^2 / 2 with the half length l, USR section II-A).
    """

    length: float = quantity(0.14, "m", "2 l, length of a link", above=0.0)
    half_width: float = quantity(0.05, "m", "half axis of the section in the plane of motion", above=0.0)
    half_height: float = quantity(0.03, "m", "upright half axis of the section", above=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the robot", above=0.0)
    mass: float | None = quantity(None, "kg", "mass of a link", optional=True)
    inertia: str = word("uniform", "moment of inertia: m l^2/2 as printed, or the solid's own", INERTIAS)

    def __post_init__(self):
        check_quantities(self, "body")

    def body(self, name: str, front: float) -> Body:
        """The link as a body whose front end lies at x = ``front`` of its frame."""
        axis = np.array([1.0, 0.0, 0.0])
        shape = EllipticCylinder(self.length, self.half_width, self.half_height, at=times(front - self.length, axis))
        mass = self.density * shape.volume if self.mass is None else self.mass
        a2, a3, L = self.half_width**2, self.half_height**2, self.length**2
        upright = a2 / 4 + L / 12 if self.inertia == "uniform" else L / 8
        moments = times(mass, diagonal((a2 + a3) / 4, a3 / 4 + L / 12, upright))
        return Body.central(name, mass, shape.centroid(), moments, shape)


def planar_chain(links: Sequence[ChainLink], mode: str = "torque", name: str = "snake") -> Robot:
    """A chain with a planar base. Links and joints are numbered from the tail: link1 .. linkn, the head is linkn.

    The base is the head, its frame at the head's centre, x forward. Joint i has angle theta_i - theta_(i+1), the phi_i of
    USR (with its corrected sign), and connects link i+1 to link i, whose frame sits at the joint.
    """
    n = len(links)
    if n < 2:
        raise InputError(f"a chain of {n} link has no joint. Give at least two links.")
    bodies = [links[-1].body(f"link{n}", links[-1].length / 2)]
    joints = []
    for i in range(n - 1, 0, -1):
        back = -links[i].length / (2 if i == n - 1 else 1)
        joints.append(Joint(f"joint{i}", f"link{i + 1}", f"link{i}", d=back, mode=mode, group="yaw"))
        bodies.append(links[i - 1].body(f"link{i}", 0.0))
    return Robot(name, bodies, joints, base="planar")


def head_ahead_of_centre(robot: Robot) -> float:
    """Distance [m] from the centre of mass to the head's frame when the chain is straight."""
    places, at = [0.0], 0.0
    for joint in robot.joints:
        at += joint.d
        places.append(at)
    moments = sum(b.mass * x + b.first_moments[0] for b, x in zip(robot.bodies, places, strict=True))
    return -moments / robot.mass
