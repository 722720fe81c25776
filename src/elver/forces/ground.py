"""Smooth friction on flat ground: viscous, and Coulomb's law rounded off at small speeds.

The rounded law creeps: below the friction limit it holds nothing still, it only moves slowly. True stick needs the
set-valued law.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.errors import InputError, require_number
from elver.forces.effect import Effect, Motion
from elver.robot import Body, Strip
from elver.spatial import column, cross, matrix


@dataclass(frozen=True)
class GroundFriction:
    """Friction between the ground and every body with a strip, lying with e3 upright.

    viscous_t, viscous_n: force per length and speed along e1 and e2 [N s/m^2]; equal ones are isotropic.
    coulomb_t, coulomb_n: friction coefficients along e1 and e2; the load is the body's weight, spread along its strip.
    slip_speed [m/s]: speed at which Coulomb's force has reached 71 % of its limit.
    gravity [m/s^2].   points: Gauss points along the strip.
    """

    viscous_t: float = 0.0
    viscous_n: float = 0.0
    coulomb_t: float = 0.0
    coulomb_n: float = 0.0
    slip_speed: float = 1e-3
    gravity: float = 9.81
    points: int = 3

    def __post_init__(self):
        for name in ("viscous_t", "viscous_n", "coulomb_t", "coulomb_n", "gravity"):
            require_number(f"GroundFriction.{name}", getattr(self, name), low=0.0)
        require_number("GroundFriction.slip_speed", self.slip_speed, above=0.0, unit="m/s")
        if not (isinstance(self.points, int) and 1 <= self.points <= 64):
            raise InputError(f"points = {self.points!r} Gauss points per strip. Give a whole number from 1 to 64.")

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Friction of one body; None where it has no strip."""
        if body.strip is None:
            return None
        E, start = matrix(body.strip.axes), column(body.strip.start)
        v = E.T @ motion.velocity_at(start)
        turn = (E.T @ motion.angular)[2]
        load = self.gravity * body.mass / body.strip.length
        f1, f2, m3 = 0, 0, 0
        for s, ds in self.quadrature(body.strip):
            d1, d2 = self.density(v[0], v[1] + s * turn, load)
            f1, f2, m3 = f1 + ds * d1, f2 + ds * d2, m3 + ds * s * d2
        force = E @ ca.vertcat(f1, f2, ca.SX(1, 1))
        moment = E @ ca.vertcat(ca.SX(2, 1), m3) + cross(start, force)
        return Effect(wrench=ca.vertcat(force, moment))

    def quadrature(self, strip: Strip):
        nodes, weights = np.polynomial.legendre.leggauss(self.points)
        return zip(0.5 * strip.length * (nodes + 1), 0.5 * strip.length * weights, strict=True)

    def density(self, v1, v2, load):
        """Force per length along e1 and e2 [N/m] for a section that slides with (v1, v2)."""
        slip = load / ca.sqrt(v1 * v1 + v2 * v2 + self.slip_speed**2)
        return -(self.viscous_t + self.coulomb_t * slip) * v1, -(self.viscous_n + self.coulomb_n * slip) * v2
