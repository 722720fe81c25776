"""Morison's force on slender bodies by strips. EEL section VI, FLOAT section VI.

Each section of a body's strip feels quadratic drag along and across its axis (46), a drag torque about the axis (47)
and the inertia of the water it moves (48), (49). The papers state the wrench on the FLUID; here it is on the body.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.effect import (
    Effect,
    Motion,
    Range,
    Stream,
    computed_once,
    is_flow,
    kirchhoff_terms,
    stream_past,
    surface_of,
    water_effect,
)
from elver.forces.flow import carried_inertia, displaced, local_flow, velocity_of
from elver.forces.surface import Section, taken_along, wetness
from elver.quantities import check_quantities, quantity, word
from elver.robot import Body, Robot, Strip, TaperedStrip
from elver.symbolic.arrays import times
from elver.symbolic.spatial import column, cross, matrix, skew

LAWS = ("paper", "kirchhoff")
_TINY = 1e-300  # under the root of |v_n|: leaves every value as it is and keeps derivatives finite in still water


@dataclass(frozen=True)
class _SectionCoefficients:
    """Per unit length of one strip: drag [kg/m^2; kg] and added mass [kg/m; kg m]. EEL section VII."""

    drag1: Any  # Cld1, along the axis
    drag2: Any  # Cld2, along e2
    drag3: Any  # Cld3, along e3
    drag_roll: Any  # Cad1, about the axis
    added2: Any  # Clm2
    added3: Any  # Clm3
    added_roll: Any  # Cam1


@dataclass(frozen=True)
class Load:
    """force per length [N/m] along e1, e2, e3 of the strip; half axes of the section there [m]."""

    force: ca.SX
    half_width: Any
    half_height: Any


@dataclass(frozen=True)
class Morison:
    """Strip-theory water force on every body that has a strip.

    law: ``kirchhoff``, the ideal fluid's added-mass force, which conserves energy; or ``paper``, EEL (48)-(62), which
    multiplies the added mass with the projected acceleration and leaves out w x (m_a v) and the Munk moment.
    friction, drag_e2, drag_e3: numbers, or curves over the Reynolds number (elver.forces.CrossFlowDrag, SkinFriction).
    """

    file_word: ClassVar = "morison"
    sections_of: ClassVar = "strip"

    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    friction: Any = quantity(0.01, "1", "C1, drag along the body", low=0.0, or_having="coefficient")
    drag_e2: Any = quantity(1.0, "1", "C2, drag across, lateral", low=0.0, or_having="coefficient")
    drag_e3: Any = quantity(1.0, "1", "C3, drag across, vertical", low=0.0, or_having="coefficient")
    drag_roll: float = quantity(1.0, "1", "C4, drag about the body's axis", low=0.0)
    added_e2: float = quantity(1.0, "1", "C5, added mass, lateral", low=0.0)
    added_e3: float = quantity(1.0, "1", "C6, added mass, vertical", low=0.0)
    added_roll: float = quantity(1.0, "1", "C7, added inertia about the body's axis", low=0.0)
    law: str = word("kirchhoff", "added-mass law: as published, or energy-consistent", LAWS)
    current: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z", or_having="velocity")
    points: int = quantity(6, "1", "Gauss points per strip", low=1, high=64)

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def fluid(self) -> float:
        return self.density

    @property
    def reads(self) -> tuple[str, ...]:
        """What of a body decides its effect: a flow presses on the whole solid."""
        return ("strip", "shape") if is_flow(self.current) else ("strip",)

    def coefficients(self, strip: Strip) -> _SectionCoefficients:
        """Coefficients per unit length of a strip with the same section everywhere."""
        return self.section(strip.half_width, strip.half_height)

    @property
    def knows_reynolds(self) -> bool:
        """Whether drag across is a curve."""
        return any(_is_curve(own) for own in (self.drag_e2, self.drag_e3))

    def section(self, a: float, b: float, along: Any = 0.0, across: Any = 0.0) -> _SectionCoefficients:
        """Coefficients per unit length from the section's half axes a (along e2) and b (along e3). EEL section VII.

        along, across [m/s]: speeds through the water, which curves of drag know.
        """
        rho = self.density
        squares = (b**2 - a**2) ** 2
        return _SectionCoefficients(
            drag1=0.5 * rho * _known(self.friction, along, b, a) * math.pi * (a + b) / 2,
            drag2=0.5 * rho * _known(self.drag_e2, across, b, a) * 2 * b,
            drag3=0.5 * rho * _known(self.drag_e3, across, a, b) * 2 * a,
            drag_roll=0.5 * rho * self.drag_roll * squares,
            added2=rho * math.pi * b**2 * self.added_e2,
            added3=rho * math.pi * a**2 * self.added_e3,
            added_roll=rho * math.pi * self.added_roll * squares / 8,
        )

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Drag and added mass of one body; None where it has no strip."""
        strip = body.strip
        if strip is None:
            return None
        if is_flow(self.current):
            return computed_once(_effect_in_flow(self, body, strip, motion))
        stream = stream_past(motion, self.current)
        if isinstance(strip, TaperedStrip):
            return self.tapered_effect(strip, motion, stream)
        coefficients = self.section(strip.half_width, strip.half_height, *self.speeds(strip, stream.relative))
        drag = _drag_wrench(strip, coefficients, self.points, stream.relative)
        inertia = added_inertia(strip, coefficients)
        if self.law == "kirchhoff":
            return water_effect(motion, stream, drag, inertia, kirchhoff_terms(inertia, stream), consistent=True)
        terms = _paper_terms(strip, coefficients, inertia, motion.twist)
        return water_effect(motion, stream, drag, inertia, terms, consistent=False)

    @property
    def _has_curves(self) -> bool:
        return any(_is_curve(own) for own in (self.friction, self.drag_e2, self.drag_e3))

    def speeds(self, strip: Strip, relative: ca.SX) -> tuple:
        """Speeds [m/s] by which curves of drag are read: along the strip, and across it, root mean square over its length."""
        if not self._has_curves:
            return 0.0, 0.0
        E = matrix(strip.axes)
        v, w = E.T @ (relative[:3] + cross(relative[3:], column(strip.middle))), E.T @ relative[3:]
        swing = strip.length * strip.length / 12 * (w[1] * w[1] + w[2] * w[2])
        return ca.fabs(v[0]), ca.sqrt(v[1] * v[1] + v[2] * v[2] + swing + _TINY)

    def ranges(self, robot: Robot, j: int, motion: Motion) -> Sequence[Range]:
        """Reynolds numbers of its curves of drag, of a strip as a whole."""
        strip = robot.bodies[j].strip
        if strip is None or not self._has_curves:
            return ()
        stream = motion.to_body(velocity_of(self.current, motion.to_world(column(strip.middle)), motion.time))
        along, across = self.speeds(strip, motion.twist - ca.vertcat(stream, ca.SX(3, 1)))
        a, b, found = strip.half_width, strip.half_height, []
        for name, speed, sides in (("friction", along, (b, a)), ("drag_e2", across, (b, a)), ("drag_e3", across, (a, b))):
            curve = getattr(self, name)
            if _is_curve(curve) and hasattr(curve, "bounds"):
                low, high = curve.bounds
                words, remedy = f"{curve.meaning} ({name})", "take a measured coefficient"
                found.append(Range(words, curve.reynolds(speed, *sides), low, high, "1", remedy))
        return found

    def load(self, body: Body, motion: Motion, acceleration: ca.SX, fraction: float) -> Load | None:
        """Force per length at a place of the body's strip (``_strip_load``); None where it has none."""
        return None if body.strip is None else _strip_load(self, body.strip, motion, acceleration, fraction)

    def tapered_effect(self, strip: TaperedStrip, motion: Motion, stream: Stream) -> Effect:
        """The same, of a strip whose section varies."""
        drag, inertia = _tapered_drag(self, strip, stream.relative), _tapered_inertia(self, strip)
        if self.law == "kirchhoff":
            return water_effect(motion, stream, drag, inertia, kirchhoff_terms(inertia, stream), consistent=True)
        terms = _tapered_terms(self, strip, inertia, motion.twist)
        return water_effect(motion, stream, drag, inertia, terms, consistent=False)


def _is_curve(given: Any) -> bool:
    """Whether a coefficient of drag is a curve and no number."""
    return callable(getattr(given, "coefficient", None))


def _known(given: Any, speed: Any, across: Any, along: Any) -> Any:
    """A coefficient of drag as it is, or what its curve says at a speed for half axes across and along the flow."""
    return given.coefficient(speed, across, along) if _is_curve(given) else given


def _drag_wrench(strip: Strip, c: _SectionCoefficients, points: int, relative: ca.SX) -> ca.SX:
    """Drag on the body from (46), (47) integrated by Gauss-Legendre as (52); ``relative`` is the twist through the water.

    In the strip's own axes the section at distance s moves with (v1, v2 + s w3, v3 - s w2), so the axial part is
    constant along the strip and only the cross flow is summed.
    """
    E = matrix(strip.axes)
    w = E.T @ relative[3:]
    v = E.T @ (relative[:3] + cross(relative[3:], column(strip.start)))
    f2, f3, m2, m3 = 0, 0, 0, 0
    nodes, weights = np.polynomial.legendre.leggauss(points)
    for s, ds in zip(times(0.5 * strip.length, nodes + 1), times(0.5 * strip.length, weights), strict=True):
        v2, v3 = v[1] + s * w[2], v[2] - s * w[1]  # (50)
        across = ds * ca.sqrt(v2 * v2 + v3 * v3 + _TINY)
        d2, d3 = across * v2, across * v3
        f2, f3 = f2 + d2, f3 + d3
        m2, m3 = m2 + s * d3, m3 + s * d2
    f2, f3, m2, m3 = c.drag2 * f2, c.drag3 * f3, c.drag3 * m2, c.drag2 * m3
    f1 = c.drag1 * strip.length * ca.fabs(v[0]) * v[0]
    m1 = c.drag_roll * strip.length * ca.fabs(w[0]) * w[0]
    force = E @ ca.vertcat(-f1, -f2, -f3)
    moment = E @ ca.vertcat(-m1, m2, -m3)
    return ca.vertcat(force, moment + cross(column(strip.start), force))  # (53)


def _linear_added_mass(strip: Strip, c: _SectionCoefficients) -> ca.SX:
    """m_a = diag(0, Clm2 L, Clm3 L) in the strip's axes, turned to the body frame [kg]."""
    E = matrix(strip.axes)
    return E @ ca.diag(column([0, c.added2 * strip.length, c.added3 * strip.length])) @ E.T


def added_inertia(strip: Strip, c: _SectionCoefficients) -> ca.SX:
    """6x6 added inertia about the body's origin. EEL (56)-(61), S the mid-length point."""
    E, L = matrix(strip.axes), strip.length
    m_a = _linear_added_mass(strip, c)
    I_a = E @ ca.diag(column([c.added_roll * L, c.added3 * L**3 / 12, c.added2 * L**3 / 12])) @ E.T
    S = skew(column(strip.middle))
    return ca.sparsify(ca.blockcat([[m_a, -(m_a @ S)], [S @ m_a, I_a - S @ m_a @ S]]))  # (61)


def _paper_terms(strip: Strip, c: _SectionCoefficients, inertia: ca.SX, twist: ca.SX) -> ca.SX:
    """Velocity terms of EEL (54), (62).

    (51) uses the acceleration of the origin as seen in the world, ``Vdot + [w x v; 0]``. The printed factor 4/3 of (62)
    is the case of a strip that starts or ends at the origin; the integral behind it,
    ``S x m_a(w x (w x S)) + L^2/12 e1 x m_a(w x (w x e1))``, holds for any strip.
    """
    v, w = twist[:3], twist[3:]
    m_a, S, e1 = _linear_added_mass(strip, c), column(strip.middle), column(strip.axes[:, 0])
    centrifugal = cross(w, cross(w, S))
    tilt = cross(e1, m_a @ cross(w, cross(w, e1))) * strip.length**2 / 12
    beta = ca.vertcat(m_a @ centrifugal, cross(S, m_a @ centrifugal) + tilt)  # (62)
    return inertia @ ca.vertcat(cross(w, v), ca.SX(3, 1)) + beta


# --- strips whose section varies -----------------------------------------------------------------------------------------
#
# Half axes are linear between stations. The added mass per length goes with their squares, so its second moment with the fourth
# power of the place, and the drag about the axis with the fourth power of the half axes: three Gauss points per piece are exact.
# The drag across goes with |v| v, which is no polynomial: it has as many points as the law asks for, at least three per piece.


def _sections_of(law: Morison, strip: TaperedStrip, points: int) -> list[tuple]:
    """Place s, length ds and coefficients of every section."""
    return [(s, ds, law.section(a, b)) for s, ds, a, b in strip.sections(points)]


def _tapered_drag(law: Morison, strip: TaperedStrip, relative: ca.SX) -> ca.SX:
    """Drag on the body, the sum of (46), (47) over the sections; ``relative`` is the twist through the water."""
    E = matrix(strip.axes)
    w = E.T @ relative[3:]
    v = E.T @ (relative[:3] + cross(relative[3:], column(strip.start)))
    f2, f3, m2, m3 = 0, 0, 0, 0
    pieces = len(strip.stations) - 1
    for s, ds, a, b in strip.sections(max(3, math.ceil(law.points / pieces))):
        v2, v3 = v[1] + s * w[2], v[2] - s * w[1]  # (50)
        speed = ca.sqrt(v2 * v2 + v3 * v3 + _TINY)
        c, across = law.section(a, b, 0.0, speed), ds * speed
        d2, d3 = c.drag2 * across * v2, c.drag3 * across * v3
        f2, f3 = f2 + d2, f3 + d3
        m2, m3 = m2 + s * d3, m3 + s * d2
    exact = [(s, ds, law.section(a, b, ca.fabs(v[0]), 0.0)) for s, ds, a, b in strip.sections(3)]
    f1 = sum(ds * c.drag1 for _, ds, c in exact) * ca.fabs(v[0]) * v[0]
    m1 = sum(ds * c.drag_roll for _, ds, c in exact) * ca.fabs(w[0]) * w[0]
    force = E @ ca.vertcat(-f1, -f2, -f3)
    moment = E @ ca.vertcat(-m1, m2, -m3)
    return ca.vertcat(force, moment + cross(column(strip.start), force))  # (53)


def _section_moments(law: Morison, strip: TaperedStrip) -> list[list]:
    """Integrals of Clm2 and Clm3 times 1, s, s^2, and that of Cam1: [[3], [3], roll]."""
    exact = _sections_of(law, strip, 3)
    powers = [[sum(ds * s**k * getattr(c, name) for s, ds, c in exact) for k in range(3)] for name in ("added2", "added3")]
    return [*powers, [sum(ds * c.added_roll for _, ds, c in exact)]]


def _tapered_inertia(law: Morison, strip: TaperedStrip) -> ca.SX:
    """6x6 added inertia about the body's origin: that about the strip's start in its own axes, turned and shifted."""
    (m2, m2s, m2ss), (m3, m3s, m3ss), (roll,) = _section_moments(law, strip)
    E, R = matrix(strip.axes), skew(column(strip.start))
    zero = ca.SX(1, 1)
    mass = ca.diag(column([0, m2, m3]))
    # force (0, m2 (v2 + s w3), m3 (v3 - s w2)) per section, moment s e1 x force
    lever = ca.blockcat([[zero, zero, zero], [zero, zero, m2s], [zero, -m3s, zero]])
    turning = ca.diag(column([roll, m3ss, m2ss]))
    M, L, T = E @ mass @ E.T, E @ lever @ E.T, E @ turning @ E.T
    # about the origin P = start + s e1: the velocity there is v - R^ w, and moments gain R x force
    upper = L - M @ R
    return ca.sparsify(ca.blockcat([[M, upper], [upper.T, T - L.T @ R + R @ L - R @ M @ R]]))


def _tapered_terms(law: Morison, strip: TaperedStrip, inertia: ca.SX, twist: ca.SX) -> ca.SX:
    """Velocity terms of EEL (54), (62), summed over the sections: mass times the centrifugal acceleration of each."""
    v, w = twist[:3], twist[3:]
    powers = _section_moments(law, strip)
    E, start, e1 = matrix(strip.axes), column(strip.start), column(strip.axes[:, 0])
    masses = [E @ ca.diag(column([0, powers[0][k], powers[1][k]])) @ E.T for k in range(3)]
    at_start, along = cross(w, cross(w, start)), cross(w, cross(w, e1))
    force = masses[0] @ at_start + masses[1] @ along
    lever = masses[1] @ at_start + masses[2] @ along
    return inertia @ ca.vertcat(cross(w, v), ca.SX(3, 1)) + ca.vertcat(force, cross(start, force) + cross(e1, lever))


# --- in a flow that is not the same everywhere, or not steady ------------------------------------------------------------
#
# Every section meets the water that is there: drag by v(s) - U(x(s), t) and by its turning against the water's, half the curl.
# Added mass by Lagrange's equations from the kinetic energy of all sections (elver.forces.flow); ``paper`` keeps mass times
# acceleration, less the water's own DU/Dt. The stream's pressure acts on the solid; without one, on the strip's sections.


def _effect_in_flow(law: Morison, body: Body, strip: Strip, motion: Motion) -> Effect:
    """Drag, added mass and the stream's pressure on one body in a flow."""
    sections = _all_sections(law, strip)
    if surface_of(law.current) is not None:
        return _effect_at_the_surface(law, strip, sections, motion)
    drag, lost, brought = _drag_in_flow(law, strip, sections, motion)
    pressure, power = _pressure_in_flow(law, body, strip, sections, motion)
    flows = {"drag": lost, "current": -brought - power}
    if law.law == "kirchhoff":
        carried = carried_inertia(partial(_energy_in_flow, law, strip, sections), motion)
        flows["current"] = flows["current"] + carried.lost
        return Effect(drag + pressure - carried.terms, carried.inertia, kinetic=carried.kept, flows=flows)
    if isinstance(strip, TaperedStrip):
        inertia = _tapered_inertia(law, strip)
        terms = _tapered_terms(law, strip, inertia, motion.twist)
    else:
        coefficients = law.coefficients(strip)
        inertia = added_inertia(strip, coefficients)
        terms = _paper_terms(strip, coefficients, inertia, motion.twist)
    terms = terms - _carried_by_acceleration(law, strip, sections, motion)
    flows["added_mass_surplus"] = motion.twist.T @ terms
    return Effect(drag + pressure - terms, inertia, flows=flows)


def _effect_at_the_surface(law: Morison, strip: Strip, sections: list[tuple], motion: Motion) -> Effect:
    """The same in a flow with a surface: every section as far as it is wet (surface.py)."""
    if law.law != "kirchhoff":
        raise InputError("the published law of added mass knows no surface. Use law=kirchhoff in a sea.")
    axes, start = strip.axes, column(strip.start)
    wet = []
    for s, ds, (a, b), area in sections:
        piece = Section(start + s * matrix(axes)[:, 0], axes, ds, a, b, ds * area)
        wet.append(wetness(law.current, motion, piece))
    shares = [own.share for own in wet]
    drag, lost, brought = _drag_in_flow(law, strip, sections, motion, shares)
    pressure, power = _pressure_of_sections(law, strip, sections, motion, shares)
    held = [ca.SX.sym(f"share{k}") for k in range(len(wet))]  # how wet they are changes by a law of its own
    carried = carried_inertia(partial(_energy_in_flow, law, strip, sections, shares=held), motion)
    parts = [carried.inertia, carried.terms, carried.kept, carried.lost]
    inertia, terms, kept, changed = ca.substitute(parts, held, shares)
    momenta, energies = _momenta_in_flow(law, strip, sections, motion)
    taken, spray, carried_off = taken_along([own.rate for own in wet], momenta, energies, motion.twist)
    flows = {"drag": lost, "current": -brought - power + changed + carried_off, "spray": spray}
    return Effect(drag + pressure - terms + taken, inertia, kinetic=kept, flows=flows)


def _all_sections(law: Morison, strip: Strip) -> list[tuple]:
    """Place s, length ds, half axes [m] and area [m^2] of every section."""
    if isinstance(strip, TaperedStrip):
        points = max(3, math.ceil(law.points / (len(strip.stations) - 1)))
        return [(s, ds, (a, b), math.pi * a * b) for s, ds, a, b in strip.sections(points)]
    nodes, weights = np.polynomial.legendre.leggauss(max(2, law.points))
    places = zip(times(0.5 * strip.length, nodes + 1), times(0.5 * strip.length, weights), strict=True)
    a, b = strip.half_width, strip.half_height
    return [(s, ds, (a, b), math.pi * a * b) for s, ds in places]


def _section_motion(law: Morison, strip: Strip, s: float | ca.SX, motion: Motion) -> tuple:
    """Place of a section; in the strip's axes its velocity through the water, that of the water, and both turnings about e1."""
    E = matrix(strip.axes)
    r = column(strip.start) + s * E[:, 0]
    here = local_flow(law.current, motion.to_world(r), motion.time)
    stream, own = E.T @ motion.to_body(here.velocity), E.T @ motion.velocity_at(r)
    turning = (E.T @ motion.to_body(here.turning))[0]
    return r, own - stream, stream, (E.T @ motion.angular)[0] - turning, turning, here


def _drag_in_flow(law: Morison, strip: Strip, sections: list[tuple], motion: Motion, shares: Sequence = ()) -> tuple:
    """Drag on the body, the power lost in the water, and that which the water's own motion brings: (46), (47) by sections.

    shares: how wet each section is, where not all of it is.
    """
    E, wrench, lost, brought = matrix(strip.axes), ca.SX(6, 1), ca.SX(0), ca.SX(0)
    for (s, ds, (a, b), _), share in zip(sections, shares or [1.0] * len(sections), strict=True):
        r, u, stream, roll, turning, _ = _section_motion(law, strip, s, motion)
        across = ca.sqrt(u[1] * u[1] + u[2] * u[2] + _TINY)
        c = law.section(a, b, ca.fabs(u[0]), across)
        force = -share * ds * ca.vertcat(c.drag1 * ca.fabs(u[0]) * u[0], c.drag2 * across * u[1], c.drag3 * across * u[2])
        moment = -share * ds * c.drag_roll * ca.fabs(roll) * roll
        f = E @ force
        wrench = wrench + ca.vertcat(f, cross(r, f) + E[:, 0] * moment)
        lost, brought = lost - force.T @ u - moment * roll, brought + force.T @ stream + moment * turning
    return wrench, lost, brought


def _energy_in_flow(law: Morison, strip: Strip, sections: list[tuple], motion: Motion, shares: Sequence = ()) -> ca.SX:
    """Kinetic energy of the water that the strip moves [J]. shares: how wet each section is, where not all of it is."""
    energy = ca.SX(0)
    for (s, ds, sides, _), share in zip(sections, shares or [1.0] * len(sections), strict=True):
        c = law.section(*sides)
        _, u, _, roll, _, _ = _section_motion(law, strip, s, motion)
        energy = energy + 0.5 * share * ds * (c.added2 * u[1] * u[1] + c.added3 * u[2] * u[2] + c.added_roll * roll * roll)
    return energy


def _momenta_in_flow(law: Morison, strip: Strip, sections: list[tuple], motion: Motion) -> tuple[list, list]:
    """Momentum (as a wrench at the body's origin) and energy of the water that each section moves when it is all wet."""
    E, momenta, energies = matrix(strip.axes), [], []
    for s, ds, sides, _ in sections:
        c = law.section(*sides)
        r, u, _, roll, _, _ = _section_motion(law, strip, s, motion)
        p, turning = ds * ca.vertcat(0, c.added2 * u[1], c.added3 * u[2]), ds * c.added_roll * roll
        f = E @ p
        momenta.append(ca.vertcat(f, cross(r, f) + E[:, 0] * turning))
        energies.append(0.5 * (p.T @ u + turning * roll))
    return momenta, energies


def _carried_by_acceleration(law: Morison, strip: Strip, sections: list[tuple], motion: Motion) -> ca.SX:
    """Added mass times the water's own acceleration, the part of (48) that a stream with DU/Dt adds."""
    E, wrench = matrix(strip.axes), ca.SX(6, 1)
    for s, ds, sides, _ in sections:
        c = law.section(*sides)
        r, *_, here = _section_motion(law, strip, s, motion)
        a = E.T @ motion.to_body(here.acceleration)
        f = E @ (ds * ca.vertcat(0, c.added2 * a[1], c.added3 * a[2]))
        wrench = wrench + ca.vertcat(f, cross(r, f))
    return wrench


def _pressure_in_flow(law: Morison, body: Body, strip: Strip, sections: list[tuple], motion: Motion) -> tuple:
    """Wrench of the stream's pressure on the body, and its power."""
    if body.shape is not None:
        return displaced(law.current, body.shape, law.density, motion)
    return _pressure_of_sections(law, strip, sections, motion)


def _pressure_of_sections(law: Morison, strip: Strip, sections: list[tuple], motion: Motion, shares: Sequence = ()) -> tuple:
    """The same of the strip's sections, as far as they are wet."""
    wrench = ca.SX(6, 1)
    for (s, ds, _, area), share in zip(sections, shares or [1.0] * len(sections), strict=True):
        r, *_, here = _section_motion(law, strip, s, motion)
        f = law.density * share * ds * area * motion.to_body(here.acceleration)
        wrench = wrench + ca.vertcat(f, cross(r, f))
    return wrench, wrench.T @ motion.twist


# --- what the law does to one section -----------------------------------------------------------------------------------
#
# With v(s), w the velocity of the section and the turning of the body through the water, all in the body frame, r its place and
# m_a(s) = E diag(0, Clm2, Clm3) E^T the added mass per length, the section feels
#
#     drag:                  -Cld1 |v1| v1 e1 - |v_n| (Cld2 v2 e2 + Cld3 v3 e3)                       (46)
#     added mass, kirchhoff: -(m_a (d/dt v(s)) + w x m_a v(s)), the change of the water's momentum
#     added mass, paper:     -m_a (vdot + w x v + wdot x r + w x (w x r)), mass times acceleration    (48), (51)
#
# Summed over the strip they give the force of the law; the couples of the sections (drag and added mass about the axis, Munk's
# moment) are no part of it.


def _strip_load(law: Morison, strip: Strip, motion: Motion, acceleration: ca.SX, fraction: float) -> Load:
    """The force per length at ``fraction`` (0 to 1) of the strip. acceleration: d/dt of the body's twist, body frame."""
    if is_flow(law.current):
        raise InputError(
            "the force per length on a strip is known for a uniform current alone. Leave the pressure sensor out, or give three "
            "numbers."
        )
    s, a, b = _section_at(strip, fraction)
    E, r = matrix(strip.axes), column(strip.start) + s * column(strip.axes[:, 0])
    stream, w, wdot = stream_past(motion, law.current), motion.angular, acceleration[3:]
    velocity = stream.relative[:3] + cross(w, r)
    v = E.T @ velocity
    across = ca.sqrt(v[1] * v[1] + v[2] * v[2] + _TINY)
    even = not isinstance(strip, TaperedStrip)
    c = law.section(a, b, *(law.speeds(strip, stream.relative) if even else (ca.fabs(v[0]), across)))
    drag = ca.vertcat(c.drag1 * ca.fabs(v[0]) * v[0], c.drag2 * across * v[1], c.drag3 * across * v[2])
    m_a = E @ ca.diag(column([0, c.added2, c.added3])) @ E.T
    change = acceleration[:3] + cross(wdot, r)
    if law.law == "kirchhoff":
        added = m_a @ (change + stream.turning[:3]) + cross(w, m_a @ velocity)
    else:
        added = m_a @ (change + cross(w, motion.velocity) + cross(w, cross(w, r)))
    return Load(-drag - E.T @ added, a, b)


def _section_at(strip: Strip, fraction: float) -> tuple:
    """Place s along the strip and the section's half axes there [m]."""
    if not isinstance(strip, TaperedStrip):
        return fraction * strip.length, strip.half_width, strip.half_height
    stations = strip.stations
    s = fraction * stations[-1][0]
    a, b = stations[0][1], stations[0][2]
    for (s0, a0, b0), (s1, a1, b1) in pairwise(stations):
        share = ca.fmin(ca.fmax(s - s0, 0), s1 - s0) / (s1 - s0)
        share = float(share) if isinstance(share, ca.DM) else share
        a, b = a + share * (a1 - a0), b + share * (b1 - b0)
    return s, a, b
