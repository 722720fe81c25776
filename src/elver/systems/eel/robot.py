"""The 3-D eel robot of Khalil, Gallot and Boyer (EEL; FLOAT section VI): its bodies, joints and gait names."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Compound, EllipticCylinder, HalfEllipsoid, Joint, Robot, axes_from, spherical_joint
from elver.symbols import has_symbols, times

HALF = math.pi / 2
X, Y, Z = np.eye(3)


@dataclass(frozen=True)
class EelBody:
    """Dimensions of the eel, its density and the torque limits of its joints (docs/models/eel.md)."""

    joints: int = quantity(12, "1", "number of spherical joints", low=1, high=1000)
    head_length: float = quantity(0.4, "m", "length of the head, d_1", above=0.0)
    link_length: float = quantity(0.14, "m", "length of a link, r_3i", above=0.0)
    nose_length: float = quantity(0.09, "m", "part of the head that is half a spheroid (not printed)", above=0.0)
    half_width: float = quantity(0.065, "m", "a, lateral half axis of the section", above=0.0)
    half_height: float = quantity(0.09, "m", "b, vertical half axis of the section", above=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the robot", above=0.0)
    limit_yaw_pitch: float = quantity(4.0, "N m", "actuator limit of yaw and pitch joints (reported, not enforced)")
    limit_roll: float = quantity(0.7, "N m", "actuator limit of roll joints (reported, not enforced)")

    def __post_init__(self):
        check_quantities(self, "body")
        if not has_symbols(self.head_length - self.nose_length) and self.nose_length >= self.head_length:
            raise InputError(f"body.nose_length = {self.nose_length} m must be shorter than the head, {self.head_length} m.")


def head(p: EelBody) -> Body:
    """Link 0: half spheroid with its tip at the origin, then an elliptic cylinder; e1 = x0, e2 = y0, e3 = z0."""
    nose = HalfEllipsoid(p.nose_length, p.half_width, p.half_height, at=times(p.nose_length, X), axes=axes_from(-X, -Y))
    trunk = EllipticCylinder(p.head_length - p.nose_length, p.half_width, p.half_height, at=times(p.nose_length, X))
    outline = EllipticCylinder(p.head_length, p.half_width, p.half_height).strip()
    return Body.solid("head", Compound((nose, trunk)), p.density, strip=outline)


def link(p: EelBody, number: int) -> Body:
    """Link 3i: elliptic cylinder that ends at its frame's origin; e1 = z, e2 = x, e3 = y. The last one is half an ellipsoid."""
    solid = HalfEllipsoid if number == p.joints else EllipticCylinder
    shape = solid(p.link_length, p.half_width, p.half_height, at=times(-p.link_length, Z), axes=axes_from(Z, X))
    return Body.solid(f"link{number}", shape, p.density)


def eel_robot(p: EelBody, mode: str = "driven") -> Robot:
    """The robot with Table I as corrected in docs/errata.md. Joints are named joint1 .. joint36 as in the paper."""
    bodies, joints = [head(p)], []
    for i in range(1, p.joints + 1):
        place: dict[str, Any] = {"alpha": 0.0, "d": p.head_length} if i == 1 else {"alpha": HALF, "theta": HALF}
        first = Joint(f"s{i}", bodies[-1].name, f"link{i}", mode=mode, limit=p.limit_yaw_pitch, **place)
        names = [f"joint{3 * i - 2 + k}" for k in range(3)]
        virtual, (yaw, pitch, roll) = spherical_joint(first, r=p.link_length, names=names)
        bodies += [*virtual, link(p, i)]
        joints += [yaw, pitch, replace(roll, limit=p.limit_roll)]
    return Robot("eel", bodies, joints)


def joint_group(robot: Robot, group: str) -> tuple[str, ...]:
    """Names of the joints of one group, head to tail."""
    return tuple(j.name for j in robot.moving_joints if j.group == group)
