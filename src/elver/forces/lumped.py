"""Water force lumped at the centre of each link: linear and quadratic drag, added mass, fluid torque. USR (12)-(20), (28).

The papers of this model are planar; here the same law holds along both transverse axes of the link.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import casadi as ca

from elver._support.errors import InputError
from elver.forces.effect import Effect, Motion, is_flow, stream_past, water_effect
from elver.forces.flow import whole_body_effect
from elver.quantities import check_quantities, quantity, word
from elver.robot import Body, EllipticCylinder, Strip, TaperedStrip
from elver.symbolic.spatial import column, cross, matrix, skew

LAWS = ("printed", "galilean", "kirchhoff")
_INERTIA_LAWS = ("printed", "physical")


@dataclass(frozen=True)
class _LumpedCoefficients:
    """Per link: drag c_t, c_n (along e2) and c_3 (along e3) [kg/m, and kg/s for the linear part], added mass mu_n, mu_3 [kg],
    added inertia lambda1 about e3 and e2 [kg m^2], drag torque lambda2 [N m s] and lambda3 [N m s^2].
    """

    c_t: Any
    c_n: Any
    c_3: Any
    mu_n: Any
    mu_3: Any
    lambda1_e3: Any
    lambda1_e2: Any
    lambda2: Any
    lambda3: Any


@dataclass(frozen=True)
class LumpedWater:
    """Water force on every body that has a strip, as if the whole link moved like its centre (USR assumption 4).

    linear, quadratic: factors of the two drags (the paper gives both the same coefficients, whose units differ).
    law of the added mass: ``kirchhoff`` (energy-consistent); ``printed``, USR (24): projected acceleration of the centre and the
    current's rotating components; ``galilean``: time derivative of the relative velocity's components, which is
    what (24) becomes when the centre's own velocity is treated like the current's.
    inertia_law: ``printed`` USR (17), dimension kg m^4; ``physical``: 2/3 rho pi C_A a^2 l^3, the moment of the added mass.
    """

    file_word: ClassVar = "lumped"
    sections_of: ClassVar = "strip"

    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    friction: float = quantity(0.03, "1", "C_f, drag along the link", low=0.0)
    drag: float = quantity(2.0, "1", "C_D, drag across the link", low=0.0)
    added: float = quantity(1.0, "1", "C_A, added mass across the link", low=0.0)
    added_inertia: float = quantity(1.0, "1", "C_M, added inertia", low=0.0)
    linear: float = quantity(1.0, "1", "factor of the linear drag", low=0.0)
    quadratic: float = quantity(1.0, "1", "factor of the quadratic drag", low=0.0)
    law: str = word("kirchhoff", "added-mass law", LAWS)
    inertia_law: str = word("physical", "added inertia (17), or the moment of the added mass", _INERTIA_LAWS)
    current: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z", or_having="velocity")

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def fluid(self) -> float:
        return self.density

    def coefficients(self, strip: Strip) -> _LumpedCoefficients:
        """From the section's half axes a (along e3) and b (along e2) and the half length l. USR (14), (15), (17), (20)."""
        rho, a, b, half = self.density, strip.half_height, strip.half_width, strip.length / 2
        printed = rho * math.pi * self.added_inertia * (a**2 - b**2) ** 2 * half**3 / 12  # (17)
        moment = 2 / 3 * rho * math.pi * self.added * half**3
        physical = self.inertia_law == "physical"
        return _LumpedCoefficients(
            c_t=0.5 * rho * math.pi * self.friction * (a + b) / 2 * 2 * half,  # (14)
            c_n=0.5 * rho * self.drag * 2 * a * 2 * half,
            c_3=0.5 * rho * self.drag * 2 * b * 2 * half,
            mu_n=rho * math.pi * self.added * a**2 * 2 * half,  # (15)
            mu_3=rho * math.pi * self.added * b**2 * 2 * half,
            lambda1_e3=moment * a**2 if physical else printed,
            lambda1_e2=moment * b**2 if physical else printed,
            lambda2=rho * math.pi * self.friction * (a + b) * half**3 / 6,  # (20)
            lambda3=rho * math.pi * self.friction * (a + b) * half**4 / 8,
        )

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Drag and added mass of one link; None where it has no strip."""
        if body.strip is None:
            return None
        if isinstance(body.strip, TaperedStrip):
            raise InputError(
                f"body '{body.name}' has a section that varies, which LumpedWater does not know. Use Morison, or give it a Strip."
            )
        c = self.coefficients(body.strip)
        inertia = _lumped_inertia(body.strip, c)
        if self.law == "kirchhoff":
            drag_of, solid = partial(self.drag_wrench, body.strip, c), body.shape or _solid_of(body.strip)
            return whole_body_effect(body.name, motion, self.current, inertia, drag_of, solid, self.density)
        if is_flow(self.current):
            raise InputError(
                f"LumpedWater: the added-mass law {self.law} knows no stream that differs from place to place. Use law=kirchhoff."
            )
        stream = stream_past(motion, self.current)
        drag = self.drag_wrench(body.strip, c, stream.relative)
        m_a, S = _lumped_mass(body.strip, c), column(body.strip.middle)
        rotating = stream.turning[:3]  # w x U, the current's part of (24)
        if self.law == "printed":
            rotating = rotating + cross(motion.angular, motion.velocity_at(S))  # R^T pdd = vdot + w x v
        force = m_a @ rotating
        return water_effect(motion, stream, drag, inertia, ca.vertcat(force, cross(S, force)), consistent=False)

    def drag_wrench(self, strip: Strip, c: _LumpedCoefficients, relative: ca.SX) -> ca.SX:
        """(12), (16), (25), (26): forces at the centre and torques about it, on the body."""
        E, S = matrix(strip.axes), column(strip.middle)
        v = E.T @ (relative[:3] + cross(relative[3:], S))
        w = E.T @ relative[3:]
        force = [-k * (self.linear + self.quadratic * ca.fabs(v[i])) * v[i] for i, k in enumerate((c.c_t, c.c_n, c.c_3))]
        torque = [-(self.linear * c.lambda2 + self.quadratic * c.lambda3 * ca.fabs(w[i])) * w[i] for i in (1, 2)]
        f, m = E @ ca.vertcat(*force), E @ ca.vertcat(ca.SX(1, 1), *torque)
        return ca.vertcat(f, m + cross(S, f))


def _solid_of(strip: Strip) -> EllipticCylinder:
    """The solid of a strip whose body has none: its sections, one behind the other."""
    return EllipticCylinder(strip.length, strip.half_width, strip.half_height, at=strip.start, axes=strip.axes)


def _lumped_mass(strip: Strip, c: _LumpedCoefficients) -> ca.SX:
    """C_A = diag(0, mu_n, mu_3) turned to the body frame [kg]. (15)"""
    E = matrix(strip.axes)
    return E @ ca.diag(column([0, c.mu_n, c.mu_3])) @ E.T


def _lumped_inertia(strip: Strip, c: _LumpedCoefficients) -> ca.SX:
    """6x6 added inertia about the body's origin: C_A at the centre, lambda1 about it."""
    E, m_a, S = matrix(strip.axes), _lumped_mass(strip, c), skew(column(strip.middle))
    I_a = E @ ca.diag(column([0, c.lambda1_e2, c.lambda1_e3])) @ E.T
    return ca.sparsify(ca.blockcat([[m_a, -(m_a @ S)], [S @ m_a, I_a - S @ m_a @ S]]))
