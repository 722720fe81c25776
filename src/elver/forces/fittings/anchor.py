"""A spring from a point of a body to a place in the world: a mooring, the far end of a tether."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca

from elver.forces.effect import Effect, Motion
from elver.forces.fittings.mounting import check_body, sits_on
from elver.quantities import REQUIRED, check_quantities, quantity
from elver.robot import Body
from elver.spatial import column, cross


@dataclass(frozen=True)
class Anchor:
    """Force -k (p - place) - c p' on the point p of one body, in all three directions."""

    body: str | Sequence[str]
    stiffness: float = quantity(REQUIRED, "N/m", "k, stiffness", low=0.0)
    place: tuple = quantity((0.0, 0.0, 0.0), "m", "where the spring is fixed, in the world")
    damping: float = quantity(0.0, "N s/m", "c, damping", low=0.0)
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "where it pulls, in the frame of the body")

    def __post_init__(self):
        check_quantities(self)

    def check_bodies(self, names: Sequence[str]) -> None:
        check_body("Anchor", self.body, names)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        at = column(self.at)
        gap, speed = motion.to_world(at) - column(self.place), motion.velocity_at(at)
        force = -self.stiffness * motion.to_body(gap) - self.damping * speed
        return Effect(
            wrench=ca.vertcat(force, cross(at, force)),
            potential=0.5 * self.stiffness * ca.sumsqr(gap),
            flows={"damping": self.damping * ca.sumsqr(speed)},
        )
