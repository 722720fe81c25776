"""Smooth friction on flat ground: viscous, and Coulomb's law rounded off at small speeds.

The rounded law creeps: below the friction limit it holds nothing still, it only moves slowly. True stick needs the
set-valued law.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.forces.effect import Effect, Motion
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Strip
from elver.spatial import column, cross, matrix
from elver.symbols import times


@dataclass(frozen=True)
class GroundFriction:
    """Friction between the ground and every body with a strip, lying with e3 upright.

    Equal coefficients along (t, e1) and across (n, e2) are isotropic. The load of Coulomb's law is the body's weight, spread
    along its strip.
    """

    viscous_t: float = quantity(0.0, "N s/m^2", "viscous friction along the link, per length", low=0.0)
    viscous_n: float = quantity(0.0, "N s/m^2", "viscous friction across the link, per length", low=0.0)
    coulomb_t: float = quantity(0.0, "1", "Coulomb friction along the link, rounded off at small speeds", low=0.0)
    coulomb_n: float = quantity(0.0, "1", "Coulomb friction across the link", low=0.0)
    slip_speed: float = quantity(1e-3, "m/s", "speed at which Coulomb friction has reached 71 %", above=0.0)
    gravity: float = quantity(9.81, "m/s^2", "gravity", low=0.0)
    points: int = quantity(3, "1", "Gauss points per strip", low=1, high=64)

    def __post_init__(self):
        check_quantities(self)

    def surroundings(self) -> dict[str, object]:
        """What pictures show of it: the ground that the machine lies on."""
        return {"ground": True}

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
        return zip(times(0.5 * strip.length, nodes + 1), times(0.5 * strip.length, weights), strict=True)

    def density(self, v1, v2, load):
        """Force per length along e1 and e2 [N/m] for a section that slides with (v1, v2)."""
        slip = load / ca.sqrt(v1 * v1 + v2 * v2 + self.slip_speed**2)
        return -(self.viscous_t + self.coulomb_t * slip) * v1, -(self.viscous_n + self.coulomb_n * slip) * v2
