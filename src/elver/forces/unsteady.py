"""Wings and fins with memory: sections of thin blades that feel the vortices they have shed, by Wagner's function.

A section of chord 2 b moves through the medium with the velocity (u along the chord, w across it at mid-chord; w' at three
quarters of the chord behind the leading edge). Thin-aerofoil theory (T. Theodorsen, NACA report 496, 1935) has three parts:

- the inertia of the medium across the plate, pi rho b^2 at mid-chord and pi rho b^4 / 8 about it, as of any plate;
- lift by the flow at three quarters of the chord, acting at a quarter. It grows with the distance s travelled, in half chords,
  as Wagner's function phi(s): the wake of a change of w' takes half of it away at first. R. T. Jones (NACA report 681, 1940):

      phi(s) = 1 - A1 exp(-b1 s) - A2 exp(-b2 s),     w_e = (1 - A1 - A2) w' + sum_i A_i b_i (V / b) y_i,
      y_i' = w' - b_i (V / b) y_i,     V^2 = u^2 + w'^2,                                   two states per section [m];

- suction at the leading edge (I. E. Garrick, NACA report 567, 1936): along the chord 2 pi rho b (w_e - (w' - w))^2.

Lift and drag are those of a polar at the angle of (u, w_e), which at small angles is Theodorsen's. Of Kirchhoff's terms of the
added mass, Munk's moment and a force along the chord are in that lift and suction already; so the section feels besides, along t
(from the trailing to the leading edge) and about t x n,

    force 2 pi rho b (w' - w) (w' - 2 w_e),      couple pi rho b^2 u w'.                  (docs/models/unsteady.md)

Beyond the stall, the polar's own or one that is given, all of this goes over to the quasi-steady wing: the polar at the velocity
of the centre of pressure, without memory.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.blades import PLATES, FlatPlate, QuasiSteadyWing, plate_inertia
from elver.forces.effect import Effect, Motion, is_flow, is_moving, kirchhoff_terms, stream_past
from elver.forces.flow import carried_inertia, velocity_of
from elver.quantities import check_quantities, quantity
from elver.robot import Blade, Body
from elver.symbolic.arrays import times
from elver.symbolic.spatial import column, cross

JONES = ((0.165, 0.0455), (0.335, 0.3))  # A_i, b_i of Wagner's function
_TINY = 1e-300  # under the root of the speed: leaves every value as it is and keeps derivatives finite in still water
_BLEND = 0.05  # rad, half width of the passage to stalled flow of a polar that has none
_SLOW = 1e-12  # m/s beside the speed along the chord, for the same


@dataclass(frozen=True)
class _SectionForce:
    """Wrench per length on the body, rates of the two lags [m/s], and the twist of the stream there; body frame, its origin."""

    wrench: ca.SX
    rates: ca.SX
    stream: ca.SX


@dataclass(frozen=True)
class UnsteadyWing:
    """Lift, drag, suction and added mass on every body that has a blade, with Wagner's lag of the lift.

    Parameters
    ----------
    density : float
        Of the medium [kg/m^3].
    polar : FlatPlate, Dickinson, Polar, PolarTable
        Steady lift and drag.
    centre_of_pressure : float
        Where lift and drag act, chords behind the leading edge; a quarter by theory.
    wind : three numbers or a flow
        Velocity of the medium [m/s, world].
    points : int
        Gauss points per blade; each has two states.
    stall : float | None
        Angle [rad] beyond which the flow no longer follows the section, so that the polar holds without memory; None: that of
        the polar, and no such angle where it has none.

    Flow ``wake``: all that the section forces take, drag included. What the lag holds back it may give back later, so that it
    has no sign at an instant; over a period of thin-aerofoil theory it is never negative.
    """

    file_word: ClassVar = "unsteady_wing"
    sections_of: ClassVar = "blade"

    density: float = quantity(1.22, "kg/m^3", "density of the medium", low=0.0)
    polar: Any = field(default_factory=FlatPlate)
    centre_of_pressure: float = quantity(0.25, "1", "where lift and drag act, chords behind the leading edge")
    wind: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform wind in the world, x,y,z", or_having="velocity")
    points: int = quantity(3, "1", "Gauss points per blade, with two states each", low=1, high=64)
    stall: float | None = quantity(
        None, "rad", "angle beyond which there is no memory; none for that of the polar", above=0.0, optional=True
    )

    def __post_init__(self) -> None:
        check_quantities(self)
        if not callable(getattr(self.polar, "coefficients", None)):
            raise InputError("UnsteadyWing.polar has no coefficients(sine, cosine). Give a FlatPlate, Polar or PolarTable.")

    @property
    def steady(self) -> QuasiSteadyWing:
        """The same wing without memory."""
        return QuasiSteadyWing(self.density, self.polar, self.centre_of_pressure, "kirchhoff", self.wind, self.points)

    def memory(self, body: Body) -> Sequence[str]:
        """Two lags [m] per section, root to tip."""
        sections = range(1, self.points + 1) if body.blade is not None else ()
        return tuple(f"lag{i} of section {k}" for k in sections for i in (1, 2))

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None where there is no blade."""
        blade = body.blade
        if blade is None:
            return None
        rates: list[ca.SX] = []
        wrench, wake, brought = ca.SX(6, 1), ca.SX(0), ca.SX(0)
        nodes, weights = np.polynomial.legendre.leggauss(self.points)
        places = zip(times(0.5 * blade.length, nodes + 1), times(0.5 * blade.length, weights), strict=True)
        for k, (xi, dxi) in enumerate(places):
            part = self.section(blade, xi, motion, motion.memory[2 * k : 2 * k + 2])
            own = dxi * part.wrench
            wrench, rates = wrench + own, [*rates, part.rates]
            wake, brought = wake - own.T @ (motion.twist - part.stream), brought + own.T @ part.stream
        flows = {"wake": wake}
        if is_flow(self.wind):
            carried = carried_inertia(partial(self.steady.energy_in_flow, blade), motion)
            flows["current"] = carried.lost - brought
            return Effect(wrench - carried.terms, carried.inertia, kinetic=carried.kept, flows=flows, rates=ca.vertcat(*rates))
        stream, inertia = stream_past(motion, self.wind), plate_inertia(blade, self.density, PLATES["kirchhoff"])
        if is_moving(self.wind):
            flows["current"] = -brought
        momentum = inertia @ stream.relative
        kinetic = 0.5 * stream.relative.T @ momentum + momentum[:3].T @ stream.velocity
        terms = kirchhoff_terms(inertia, stream)
        return Effect(wrench - terms, inertia, kinetic=kinetic, flows=flows, rates=ca.vertcat(*rates))

    def section(self, blade: Blade, xi: Any, motion: Motion, y: ca.SX) -> _SectionForce:
        """What the section at ``xi`` [m] along the span feels beside its inertia; y: its two lags [m]."""
        t, n, b = column(blade.chordwise), column(blade.normal), 0.5 * blade.chord
        middle = ca.sparsify(column(blade.start) - b * t) + xi * column(blade.span)
        behind, acting = middle - 0.5 * b * t, middle + (1 - 2 * self.centre_of_pressure) * b * t
        through, stream = {}, {}
        for name, place in (("middle", middle), ("behind", behind), ("acting", acting)):
            stream[name] = motion.to_body(velocity_of(self.wind, motion.to_world(place), motion.time))
            through[name] = motion.velocity_at(place) - stream[name]
        u, w, late = t.T @ through["middle"], n.T @ through["middle"], n.T @ through["behind"]  # late: w'
        way = ca.sqrt(u * u + late * late + _TINY) / b  # V / b [1/s]
        w_e = (1 - sum(A for A, _ in JONES)) * late + way * sum(A * c * y[i] for i, (A, c) in enumerate(JONES))
        rates = ca.vertcat(*(late - c * way * y[i] for i, (_, c) in enumerate(JONES)))
        f, w_a = self.attached(u, w_e), n.T @ through["acting"]
        along = (1 - f) * (column(blade.span).T @ through["acting"])
        local = self.steady.section_force(along, u, w_a + f * (w_e - w_a))  # along span, t, n
        rho, q = self.density, math.pi * self.density * b
        suction = 2 * q * f * (late - w) * (late - 2 * w_e)
        lift = rho * b * (local[0] * column(blade.span) + local[1] * t + local[2] * n)
        couple = f * q * b * u * late * cross(t, n)
        wrench = ca.vertcat(lift + suction * t, cross(acting, lift) + cross(middle, suction * t) + couple)
        return _SectionForce(wrench, rates, ca.vertcat(stream["middle"], ca.SX(3, 1)))

    def attached(self, u: ca.SX, w_e: ca.SX) -> ca.SX:
        """How far the flow follows the section, 0 to 1."""
        stall = getattr(self.polar, "stall", None) if self.stall is None else self.stall
        if stall is None:
            return ca.SX(1)
        alpha, blend = ca.atan2(w_e, u + _SLOW), getattr(self.polar, "blend", _BLEND)
        return 0.5 * (ca.tanh((stall + alpha) / blend) + ca.tanh((stall - alpha) / blend))
