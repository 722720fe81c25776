"""Drag of a bluff body, by its drag areas along three axes, at one point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca

from elver.forces.effect import Effect, Motion
from elver.forces.fittings.mounting import check_body, sits_on
from elver.forces.stream import is_moving
from elver.quantities import REQUIRED, check_quantities, quantity, word
from elver.robot import Body
from elver.spatial import column, cross

TINY = 1e-300  # under the root of |v|: leaves every value as it is and keeps derivatives finite in still water
SPEEDS = ("whole", "own")


@dataclass(frozen=True)
class BluffDrag:
    """Drag F_i = -(1/2 rho A_i |v| + d_i) v_i at a point of one body, i along the axes of its frame.

    v: velocity of the point through the stream; |v| its whole speed, with which equal areas make a sphere, or the speed along
    each axis by itself (``own``), as tables of underwater vehicles have it.
    """

    body: str | Sequence[str]
    area: tuple = quantity(REQUIRED, "m^2", "A, drag coefficient times area along x,y,z of the body", low=0.0, length=3)
    linear: tuple = quantity((0.0, 0.0, 0.0), "N s/m", "d, linear drag along x,y,z of the body", low=0.0)
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "where it acts, in the frame of the body")
    density: float = quantity(1000.0, "kg/m^3", "density of the fluid", low=0.0)
    speed: str = word("whole", "speed in the quadratic part: of the point, or along each axis by itself", SPEEDS)
    current: tuple = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z")

    def __post_init__(self):
        check_quantities(self)

    def check_bodies(self, names: Sequence[str]) -> None:
        check_body("BluffDrag", self.body, names)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        at, stream = column(self.at), motion.to_body(column(self.current))
        v = motion.velocity_at(at) - stream
        whole = ca.sqrt(ca.sumsqr(v) + TINY)
        speeds = [whole if self.speed == "whole" else ca.fabs(v[i]) for i in range(3)]
        drag = ca.vertcat(*(-(0.5 * self.density * self.area[i] * speeds[i] + self.linear[i]) * v[i] for i in range(3)))
        flows = {"drag": -(drag.T @ v)}
        if is_moving(self.current):
            flows["current"] = -(drag.T @ stream)
        return Effect(wrench=ca.vertcat(drag, cross(at, drag)), flows=flows)
