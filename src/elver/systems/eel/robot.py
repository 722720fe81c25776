"""The 3-D eel robot of Khalil, Gallot and Boyer (EEL; FLOAT section VI): its bodies, joints and gait names."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from elver.errors import InputError, NotFreeError, is_symbol, require_number
from elver.robot import Body, Compound, EllipticCylinder, HalfEllipsoid, Joint, Robot, axes_from, spherical_joint

HALF = math.pi / 2
X, Y, Z = np.eye(3)


@dataclass(frozen=True)
class EelBody:
    """Dimensions of the eel [m], its density [kg/m^3] and the torque limits of its joints [N m].

    joints: number of spherical joints. half_width a (lateral) and half_height b (vertical) of the elliptic section.
    nose_length is that part of the head which is half an ellipsoid (not printed in the paper; see docs/models/eel.md).
    """

    joints: int = 12
    head_length: float = 0.4
    link_length: float = 0.14
    nose_length: float = 0.09
    half_width: float = 0.065
    half_height: float = 0.09
    density: float = 1000.0
    limit_yaw_pitch: float = 4.0
    limit_roll: float = 0.7

    def __post_init__(self):
        if not (isinstance(self.joints, int) and 1 <= self.joints <= 1000):
            raise InputError(f"body.joints = {self.joints!r} spherical joints. Give a whole number from 1 to 1000.")
        for name in ("head_length", "link_length", "nose_length", "half_width", "half_height", "density"):
            if is_symbol(getattr(self, name)):
                raise NotFreeError(f"body.{name} enters masses and shapes, which are numbers: it cannot be a free parameter.")
            require_number(f"body.{name}", getattr(self, name), above=0.0)
        if self.nose_length >= self.head_length:
            raise InputError(f"body.nose_length = {self.nose_length} m must be shorter than the head, {self.head_length} m.")


def head(p: EelBody) -> Body:
    """Link 0: half spheroid with its tip at the origin, then an elliptic cylinder; e1 = x0, e2 = y0, e3 = z0."""
    nose = HalfEllipsoid(p.nose_length, p.half_width, p.half_height, at=p.nose_length * X, axes=axes_from(-X, -Y))
    trunk = EllipticCylinder(p.head_length - p.nose_length, p.half_width, p.half_height, at=p.nose_length * X)
    outline = EllipticCylinder(p.head_length, p.half_width, p.half_height).strip()
    return Body.solid("head", Compound((nose, trunk)), p.density, strip=outline)


def link(p: EelBody, number: int) -> Body:
    """Link 3i: elliptic cylinder that ends at its frame's origin; e1 = z, e2 = x, e3 = y. The last one is half an ellipsoid."""
    solid = HalfEllipsoid if number == p.joints else EllipticCylinder
    shape = solid(p.link_length, p.half_width, p.half_height, at=-p.link_length * Z, axes=axes_from(Z, X))
    return Body.solid(f"link{number}", shape, p.density)


def eel_robot(p: EelBody, mode: str = "driven") -> Robot:
    """The robot with Table I as corrected in docs/errata.md. Joints are named joint1 .. joint36 as in the paper."""
    bodies, joints = [head(p)], []
    for i in range(1, p.joints + 1):
        place = {"alpha": 0.0, "d": p.head_length} if i == 1 else {"alpha": HALF, "theta": HALF}
        first = Joint(f"s{i}", bodies[-1].name, f"link{i}", mode=mode, limit=p.limit_yaw_pitch, **place)
        names = [f"joint{3 * i - 2 + k}" for k in range(3)]
        virtual, (yaw, pitch, roll) = spherical_joint(first, r=p.link_length, names=names)
        bodies += [*virtual, link(p, i)]
        joints += [yaw, pitch, replace(roll, limit=p.limit_roll)]
    return Robot("eel", bodies, joints)


def joint_group(robot: Robot, group: str) -> tuple[str, ...]:
    """Names of the joints of one group, head to tail."""
    return tuple(j.name for j in robot.moving_joints if j.group == group)
