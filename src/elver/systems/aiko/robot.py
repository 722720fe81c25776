"""The snake robot Aiko of SNAKE: a planar chain of equal links with contours. Table I."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from elver.quantities import check_quantities, quantity
from elver.robot import Body, Contour, Joint, Robot, Rod
from elver.symbols import diagonal, vector


@dataclass(frozen=True)
class AikoLink:
    """One link; its mass need not be spread evenly."""

    length: float = quantity(0.122, "m", "L, distance between joints", above=0.0)
    half_length: float = quantity(0.0393, "m", "L_GS, half length of the straight part of the contour", low=0.0)
    radius: float = quantity(0.0525, "m", "L_SC, half width of a link", above=0.0)
    mass: float = quantity(7.5 / 11, "kg", "mass of a link", above=0.0)
    inertia: float = quantity(1.32e-3, "kg m^2", "moment of inertia of a link about the vertical", low=0.0)

    def __post_init__(self):
        check_quantities(self, "body")

    def body(self, name: str, centre: float) -> Body:
        """The link as a body with its centre at x = ``centre`` of its frame."""
        at, ahead = vector(centre, 0.0, 0.0), vector(self.length / 2, 0.0, 0.0)
        moments = diagonal(self.mass * self.radius**2 / 2, self.inertia, self.inertia)
        body = Body.central(name, self.mass, at, moments, Rod(self.length, self.radius, at=at - ahead))
        return replace(body, contour=Contour(at, np.array([1.0, 0, 0]), self.half_length, self.radius))


def aiko_robot(link: AikoLink, links: int) -> Robot:
    """The chain: link 1 is the head and the base, its frame at its centre; x points from link i to link i + 1."""
    bodies, joints = [link.body("link1", 0.0)], []
    for i in range(2, links + 1):
        bodies.append(link.body(f"link{i}", link.length / 2))
        d = link.length / (2 if i == 2 else 1)
        joints.append(Joint(f"joint{i - 1}", f"link{i - 1}", f"link{i}", d=d, mode="torque", group="yaw"))
    return Robot("aiko", bodies, joints, base="planar")
