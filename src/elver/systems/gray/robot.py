"""Gray's mechanism: three links, two joints, and the pegs that they are pushed against."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from elver.contact import Disc
from elver.errors import InputError
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Contour, Joint, Robot, Rod
from elver.symbols import times


@dataclass(frozen=True)
class GrayLink:
    """One of three equal links."""

    length: float = quantity(0.2, "m", "distance between joints", above=0.0)
    radius: float = quantity(0.01, "m", "half width of a link", above=0.0)
    mass: float = quantity(0.2, "kg", "mass of a link, spread evenly", above=0.0)

    def __post_init__(self):
        check_quantities(self, "body")

    def body(self, name: str, centre: float) -> Body:
        """The link as a body with its centre at x = ``centre`` of its frame."""
        x = np.array([1.0, 0.0, 0.0])
        moments = times(self.mass, np.diag([self.radius**2 / 2, self.length**2 / 12, self.length**2 / 12]))
        shape = Rod(self.length, self.radius, at=(centre - self.length / 2) * x)
        contour = Contour(centre * x, x, self.length / 2 - self.radius, self.radius)
        return replace(Body.central(name, self.mass, centre * x, moments, shape), contour=contour)


@dataclass(frozen=True)
class Pegs:
    """One peg touching each link: inside the bends on links 1 and 3, outside in the middle of link 2."""

    radius: float = quantity(0.01, "m", "radius of the pegs", above=0.0)
    front: float = quantity(0.1, "m", "distance of the front peg from joint 1 along link 1, at the start", above=0.0)
    rear: float = quantity(0.1, "m", "distance of the rear peg from joint 2 along link 3, at the start", above=0.0)

    def __post_init__(self):
        check_quantities(self, "peg")

    def discs(self, link: GrayLink, alpha: float, beta: float) -> tuple[Disc, ...]:
        """The pegs for the bends ``alpha`` and ``beta`` [rad]."""
        for name in ("front", "rear"):
            if getattr(self, name) >= link.length:
                raise InputError(f"peg.{name} = {getattr(self, name):.4g} m is not along its link of {link.length:.4g} m.")
        half, away, rear = link.length / 2, link.radius + self.radius, math.pi - beta
        ahead = (half + self.front * math.cos(alpha), self.front * math.sin(alpha))
        behind = (-half + self.rear * math.cos(rear), self.rear * math.sin(rear))
        return (
            Disc(ahead[0] - away * math.sin(alpha), ahead[1] + away * math.cos(alpha), self.radius, "1"),
            Disc(0.0, -away, self.radius, "2"),
            Disc(behind[0] + away * math.sin(rear), behind[1] - away * math.cos(rear), self.radius, "3"),
        )


def gray_robot(link: GrayLink) -> Robot:
    """Link 2 is the base, its frame at its centre, x forward; link 1 lies ahead, link 3 behind. Bends to the left: +q1, -q2."""
    half = link.length / 2
    bodies = [link.body(name, centre) for name, centre in (("link2", 0.0), ("link1", half), ("link3", -half))]
    pairs = ((1, "link1", half), (2, "link3", -half))
    joints = [Joint(f"joint{k}", "link2", child, d=d, mode="torque", group="yaw") for k, child, d in pairs]
    return Robot("gray", bodies, joints, base="planar")
