"""Blades and wings: oar blades, lift and drag by polars, quasi-steady flapping wings. FLOAT (53)-(57), MAV."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError, from_user
from elver.forces.effect import (
    Effect,
    Fitting,
    Motion,
    Stream,
    expression,
    is_flow,
    is_moving,
    kirchhoff_terms,
    sits_on,
    stream_past,
    water_effect,
)
from elver.forces.flow import carried_inertia, local_flow, velocity_of
from elver.quantities import REQUIRED, check_quantities, quantity, word
from elver.robot import Blade, Body
from elver.symbolic.arrays import is_zero, times
from elver.symbolic.spatial import column, cross, matrix, skew

# --- Oar blades: a force normal to the blade that goes with the square of the normal flow, FLOAT (53)-(57), or lift and drag.
#
# With ``lift`` = C_L > 0 a blade is a small wing at any angle a between flow and blade: lift coefficient C_L sin 2a, drag
# coefficient C_D sin^2 a. N. Caplan and T. N. Gardner measured such curves on model blades in a flume (Journal of Sports Sciences
# 25, 2007). With v_n and v_t the flow along the normal and in the blade, V the whole of it, both together are
#
#     F_n = rho A v_n (C_L v_t^2 + C_D v_n^2 / 2) / V,     F_t = rho A v_n^2 v_t (C_D / 2 - C_L) / V,
#
# C_D being the ``coefficient``; only drag takes power, rho A C_D v_n^2 V / 2.

_TINY = 1e-300  # under the root of the speed: leaves every value as it is and keeps derivatives finite in still water


@dataclass(frozen=True)
class OarBlade(Fitting):
    """Force of the water on a blade that is part of one named body.

    centre (3) [m] and unit normal (3) in the body's frame.
    lift: 0 for a force along the normal alone (the paper); above 0 lift and drag by the angle of the flow (above).
    one_sided: only flow AGAINST the normal pushes, so a blade whose normal points to the stern never brakes (the paper);
    False: both sides push.
    height: the blade is wet by the share of this height, centred at ``centre`` and vertical, that lies below ``level``;
    0: always wet (the paper, which lifts the blade by the sign of the flow alone).

    Flow ``slip``: power given to the water, force times flow past the blade, never negative. The share of the oar's work
    that is not lost to it is the blade's efficiency.
    """

    file_word: ClassVar = "oar_blade"

    body: str | Sequence[str]
    centre: tuple
    normal: tuple
    area: float = quantity(REQUIRED, "m^2", "area of one blade", above=0.0)
    coefficient: float = quantity(2.0, "1", "C_n of a blade (55)", low=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    one_sided: bool = True
    height: float = quantity(0.0, "m", "height of the blade, over which it dips in; 0 for always wet", low=0.0)
    level: float = quantity(0.0, "m", "height of the water in the world")
    current: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z", or_having="velocity")
    lift: float = quantity(
        0.0, "1", "lift coefficient at 45 degrees, C_n being that of drag at 90; 0 for the normal force alone", low=0.0
    )

    def __post_init__(self) -> None:
        for name in ("centre", "normal"):
            value = getattr(self, name)
            if np.shape(value) != (3,) or not np.isfinite(np.asarray(value, float)).all():
                raise InputError(f"OarBlade.{name} = {value!r}. Give three numbers in the frame of body '{self.body}'.")
        length = float(np.linalg.norm(self.normal))
        if abs(length - 1) > 1e-9:
            raise InputError(
                f"OarBlade.normal = {tuple(self.normal)} has length {length:.6g}. Give a unit vector.", name="OarBlade.normal"
            )
        check_quantities(self)

    def surroundings(self) -> dict[str, object]:
        """What pictures show of it: water up to its level."""
        return {"water": self.level}

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        centre, normal = column(self.centre), column(self.normal)
        stream = motion.to_body(velocity_of(self.current, motion.to_world(centre), motion.time))
        whole = stream - motion.velocity_at(centre)
        flow = normal.T @ whole  # v_n of (53)
        pushing = ca.fmin(flow, 0) if self.one_sided else flow
        if is_zero(self.lift):
            size = 0.5 * self.density * self.area * self.coefficient * self.wetness(motion)
            force = size * pushing * ca.fabs(flow) * normal  # (55), (56)
            flows = {"slip": size * pushing * flow * ca.fabs(flow)}
        else:
            force = 0.5 * self.density * self.area * self.wetness(motion) * pushing * self.lifted(whole, flow, normal)
            flows = {"slip": force.T @ whole}
        if is_moving(self.current):
            flows["current"] = -(force.T @ stream)
        return Effect(wrench=ca.vertcat(force, cross(centre, force)), flows=flows)  # (57)

    def lifted(self, whole: ca.SX, flow: ca.SX, normal: ca.SX) -> ca.SX:
        """Lift and drag together, over rho A v_n / 2 (see above)."""
        across, speed = whole - flow * normal, ca.sqrt(ca.sumsqr(whole) + _TINY)
        upright = 2 * self.lift * ca.sumsqr(across) + self.coefficient * flow**2
        return (upright * normal + (self.coefficient - 2 * self.lift) * flow * across) / speed

    def wetness(self, motion: Motion) -> float:
        """Share of the blade below the water, 0 to 1."""
        if is_zero(self.height):
            return 1
        depth = self.level - motion.to_world(column(self.centre))[2]
        return ca.fmin(ca.fmax(depth / self.height + 0.5, 0), 1)


# --- Lift and drag coefficients of a blade's section as functions of its angle of attack.
#
# A polar is any object with ``coefficients(sine, cosine) -> (C_L, C_D)``, given the sine and cosine of the angle
# alpha = atan2(w . v, t . v) between the chord and the velocity through the air, -pi < alpha <= pi: CasADi expressions.

_WIDEST_GAP = np.radians(45.0) + 1e-9  # between neighbouring angles of a table: beyond it nothing is known in between
_MEETING = 1e-6  # how well the two ends of a table must meet


@dataclass(frozen=True)
class Dickinson:
    """C_L = lift sin 2 alpha, C_D = drag - drag_swing cos 2 alpha. MAV section IV-B, after Dickinson, Lehmann and Sane (1999)."""

    lift: float = quantity(1.8, "1", "lift at 45 degrees")
    drag: float = quantity(1.92, "1", "mean drag")
    drag_swing: float = quantity(1.55, "1", "swing of the drag")

    def __post_init__(self) -> None:
        check_quantities(self)

    def coefficients(self, sine: ca.SX, cosine: ca.SX) -> tuple[ca.SX, ca.SX]:
        return self.lift * 2 * sine * cosine, self.drag - self.drag_swing * (cosine * cosine - sine * sine)


@dataclass(frozen=True)
class FlatPlate:
    """A thin symmetric fin of finite span that stalls.

    Below the stall: the lifting line's C_L = 2 pi / (1 + 2 / AR) sin(alpha) cos(alpha), C_D = drag + C_L^2 / (pi e AR).
    Beyond it, and for flow from behind: the plate's normal force, C_L = N sin(alpha) cos(alpha), C_D = drag + N sin^2(alpha).
    The passage between them is a hyperbolic tangent over +-``blend``.
    """

    aspect_ratio: float = quantity(3.0, "1", "AR, span over chord, of both halves where a wall mirrors the fin", above=0.0)
    stall: float = quantity(0.3, "rad", "angle at which the flow leaves the fin", above=0.0)
    blend: float = quantity(0.05, "rad", "half width of the passage to stalled flow", above=0.0)
    drag: float = quantity(0.01, "1", "drag at angle 0", low=0.0)
    normal: float = quantity(2.0, "1", "N, normal force of the stalled plate at a right angle", low=0.0)
    efficiency: float = quantity(0.9, "1", "e, Oswald's factor of the induced drag", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    def coefficients(self, sine: ca.SX, cosine: ca.SX) -> tuple[ca.SX, ca.SX]:
        alpha = ca.atan2(sine, cosine)
        attached = 0.5 * (ca.tanh((self.stall + alpha) / self.blend) + ca.tanh((self.stall - alpha) / self.blend))
        attached_lift = 2 * np.pi / (1 + 2 / self.aspect_ratio) * sine * cosine
        induced = attached_lift**2 / (np.pi * self.efficiency * self.aspect_ratio)
        lift = attached * attached_lift + (1 - attached) * self.normal * sine * cosine
        return lift, self.drag + attached * induced + (1 - attached) * self.normal * sine**2


@dataclass(frozen=True)
class Polar:
    """Two functions of alpha [rad], written in CasADi: lift(alpha) and drag(alpha)."""

    lift: Callable
    drag: Callable

    def __post_init__(self) -> None:
        for name in ("lift", "drag"):
            if not callable(getattr(self, name)):
                raise InputError(f"Polar.{name} is not a function. Give lift(alpha) and drag(alpha), or a PolarTable.")

    def coefficients(self, sine: ca.SX, cosine: ca.SX) -> tuple[ca.SX, ca.SX]:
        alpha = ca.atan2(sine, cosine)
        found = [from_user(f"Polar.{n}", getattr(self, n), alpha) for n in ("lift", "drag")]
        return tuple(expression(f"Polar.{n}", v, (1, 1)) for n, v in zip(("lift", "drag"), found, strict=True))


@dataclass(frozen=True, eq=False)
class PolarTable:
    """Measured coefficients at increasing angles [rad], joined by straight lines.

    The angles reach from -pi to pi, or from 0 to pi for a section that is the same on both sides: lift is then odd and drag
    even in alpha.
    """

    angles: np.ndarray
    lift: np.ndarray
    drag: np.ndarray

    def __post_init__(self) -> None:
        for name in ("angles", "lift", "drag"):
            try:
                value = np.asarray(getattr(self, name), dtype=float)
            except (TypeError, ValueError):
                raise InputError(f"PolarTable.{name} must hold numbers.") from None
            object.__setattr__(self, name, value)
        if self.angles.ndim != 1 or not self.angles.shape == self.lift.shape == self.drag.shape:
            raise InputError("PolarTable: angles, lift and drag must be three lists of one length.")
        self._check_holes()
        if self.angles[0] == 0:
            self._check_ends("lift", self.lift[0], 0.0, "at 0: it is odd in alpha")
            self._check_ends("lift", self.lift[-1], 0.0, "at pi: it is odd in alpha")
            return
        for name in ("lift", "drag"):
            values = getattr(self, name)
            self._check_ends(name, values[0], values[-1], "at -pi as at pi: they are the same angle")

    def _check_holes(self) -> None:
        for name in ("angles", "lift", "drag"):
            bad = np.flatnonzero(~np.isfinite(getattr(self, name)))
            if bad.size:
                raise InputError(
                    f"PolarTable.{name}[{bad[0]}] is not a finite number: the table has a hole. Fill or drop the row."
                )
        a = self.angles
        if len(a) < 2 or abs(a[-1] - np.pi) > 1e-9 or not (a[0] == 0 or abs(a[0] + np.pi) <= 1e-9):
            covers = f"{a[0]:.6g} to {a[-1]:.6g} rad" if len(a) else "nothing"
            raise InputError(f"PolarTable covers {covers}. Give angles from -pi to pi, or from 0 to pi for a symmetric section.")
        steps = np.diff(a)
        if steps.min() <= 0:
            raise InputError("PolarTable: angles must increase.")
        if steps.max() > _WIDEST_GAP:
            k = int(np.argmax(steps))
            raise InputError(
                f"PolarTable has a hole between {a[k]:.4g} and {a[k + 1]:.4g} rad. Give angles no more than 45 degrees apart."
            )

    def _check_ends(self, name: str, value: float, wanted: float, where: str) -> None:
        if abs(value - wanted) > _MEETING:
            raise InputError(f"PolarTable.{name} is {value:g}, not {wanted:g}, {where}.")

    def coefficients(self, sine: ca.SX, cosine: ca.SX) -> tuple[ca.SX, ca.SX]:
        symmetric = self.angles[0] == 0
        alpha = ca.atan2(ca.fabs(sine) if symmetric else sine, cosine)
        lift, drag = _straight_lines(alpha, self.angles, self.lift), _straight_lines(alpha, self.angles, self.drag)
        return (ca.sign(sine) * lift if symmetric else lift), drag


def _straight_lines(x: ca.SX, places: np.ndarray, values: np.ndarray) -> ca.SX:
    """Piecewise linear interpolation as a sum of kinks."""
    slopes = np.diff(values) / np.diff(places)
    y = values[0] + slopes[0] * (x - places[0])
    for place, change in zip(places[1:-1], np.diff(slopes), strict=True):
        if change != 0:
            y = y + change * ca.fmax(x - place, 0)
    return y


# --- Quasi-steady force of the air on thin blades: lift, drag and added mass by blade elements. MAV section IV-B.
#
# Every section of a blade feels the lift and drag of its centre of pressure's velocity V through the air, at the angle alpha =
# atan2(w . v, t . v) between chord and velocity v = V/|V|, and the inertia of the air it pushes along its normal w. The paper
# states the wrench on the AIR and swaps the directions of lift and drag (docs/models/moth.md); here, on the blade, per span,
#
#     F = 1/2 rho c |V|^2 [ C_L (sin(alpha) t - cos(alpha) w) - C_D v ].
#
# The lift is normal to V, so only the drag does work.

LAWS = ("paper", "kirchhoff")


@dataclass(frozen=True)
class _PlateMass:
    """Added mass of a plate's section: ``mass`` over rho c^2, ``place`` as a fraction of the chord behind the leading edge,
    ``roll`` over rho c^4 about that place and the span.
    """

    mass: float
    place: float
    roll: float


# kirchhoff: the flat plate in an ideal fluid (Lamb, Hydrodynamics, articles 68 and 71): rho pi a^2 and rho pi a^4/8 with
# a = c/2, at mid-chord. paper: rho c^2 at 0.4 c, as printed, wherever lift and drag are made to act.
PLATES = {"kirchhoff": _PlateMass(math.pi / 4, 0.5, math.pi / 128), "paper": _PlateMass(1.0, 0.4, 0.0)}


@dataclass(frozen=True)
class QuasiSteadyWing:
    """Lift, drag and added mass of the air on every body that has a blade.

    polar: lift and drag coefficients (Dickinson, Polar, PolarTable, or your own).
    law of the added mass: ``kirchhoff``, the flat plate in an ideal fluid, which conserves energy and impulse; or ``paper``, as
    MAV prints it: rho c^2 at 0.4 chords, with velocity terms whose moment is not quite Kirchhoff's.
    """

    file_word: ClassVar = "wing"
    sections_of: ClassVar = "blade"

    density: float = quantity(1.22, "kg/m^3", "density of the air", low=0.0)
    polar: Any = field(default_factory=Dickinson)
    centre_of_pressure: float = quantity(0.4, "1", "where lift and drag act, chords behind the leading edge")
    law: str = word("kirchhoff", "added-mass law: as printed, or the energy-consistent flat plate", LAWS)
    wind: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform wind in the world, x,y,z", or_having="velocity")
    points: int = quantity(6, "1", "Gauss points per blade", low=1, high=64)

    def __post_init__(self) -> None:
        check_quantities(self)
        if not callable(getattr(self.polar, "coefficients", None)):
            raise InputError("QuasiSteadyWing.polar has no coefficients(sine, cosine). Give a Dickinson, Polar or PolarTable.")

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Lift, drag and added mass of one body; None where it has no blade."""
        if body.blade is None:
            return None
        if is_flow(self.wind):
            return self.effect_in_flow(body.blade, motion)
        stream = stream_past(motion, self.wind)
        lift_drag = self.lift_and_drag(body.blade, stream.relative)
        inertia = plate_inertia(body.blade, self.density, PLATES[self.law])
        terms = {"kirchhoff": kirchhoff_terms, "paper": _printed_terms}[self.law](inertia, stream)
        return water_effect(motion, stream, lift_drag, inertia, terms, consistent=True)

    def effect_in_flow(self, blade: Blade, motion: Motion) -> Effect:
        """The same in a wind that differs from place to place: every section meets the air that is there."""
        if self.law == "paper":
            raise InputError(
                "QuasiSteadyWing: the printed added-mass law knows no wind that differs from place to place. Use law=kirchhoff."
            )
        E, start, span = matrix(blade.axes), _chord_point(blade, self.centre_of_pressure), column(blade.span)
        wrench, lost, brought = ca.SX(6, 1), ca.SX(0), ca.SX(0)
        nodes, weights = np.polynomial.legendre.leggauss(self.points)
        for xi, dxi in zip(times(0.5 * blade.length, nodes + 1), times(0.5 * blade.length, weights), strict=True):
            r = start + xi * span
            stream = motion.to_body(velocity_of(self.wind, motion.to_world(r), motion.time))
            through = motion.velocity_at(r) - stream
            v = E.T @ through
            force = 0.5 * self.density * blade.chord * dxi * (E @ self.section_force(v[0], v[1], v[2]))
            wrench = wrench + ca.vertcat(force, cross(r, force))
            lost, brought = lost - force.T @ through, brought + force.T @ stream
        carried = carried_inertia(partial(self.energy_in_flow, blade), motion)
        flows = {"drag": lost, "current": carried.lost - brought}
        return Effect(wrench - carried.terms, carried.inertia, kinetic=carried.kept, flows=flows)

    def energy_in_flow(self, blade: Blade, motion: Motion) -> ca.SX:
        """Kinetic energy of the air that the blade moves [J]."""
        plate, w, span = PLATES[self.law], column(blade.normal), column(blade.span)
        start, energy = _chord_point(blade, plate.place), ca.SX(0)
        nodes, weights = np.polynomial.legendre.leggauss(max(2, self.points))
        for xi, dxi in zip(times(0.5 * blade.length, nodes + 1), times(0.5 * blade.length, weights), strict=True):
            r = start + xi * span
            here = local_flow(self.wind, motion.to_world(r), motion.time)
            across = w.T @ (motion.velocity_at(r) - motion.to_body(here.velocity))
            roll = span.T @ (motion.angular - motion.to_body(here.turning))
            size = 0.5 * self.density * blade.chord**2 * dxi
            energy = energy + size * (plate.mass * across * across + plate.roll * blade.chord**2 * roll * roll)
        return energy

    def lift_and_drag(self, blade: Blade, relative: ca.SX) -> ca.SX:
        """Wrench on the body: the sections' forces summed by Gauss-Legendre; ``relative`` is the twist through the air.

        In the blade's own axes (span, t, w) the centre of pressure at xi moves with V(0) + xi (omega x span), which has no
        component along the span, so all sections share that one.
        """
        E, start, span = matrix(blade.axes), _chord_point(blade, self.centre_of_pressure), column(blade.span)
        root = E.T @ (relative[:3] + cross(relative[3:], start))
        sweep = E[:, 1:].T @ cross(relative[3:], span)
        force, moment = ca.SX(3, 1), ca.SX(3, 1)
        nodes, weights = np.polynomial.legendre.leggauss(self.points)
        for xi, dxi in zip(times(0.5 * blade.length, nodes + 1), times(0.5 * blade.length, weights), strict=True):
            f = dxi * self.section_force(root[0], root[1] + xi * sweep[0], root[2] + xi * sweep[1])
            force, moment = force + f, moment + xi * f
        force, moment = 0.5 * self.density * blade.chord * (E @ force), 0.5 * self.density * blade.chord * (E @ moment)
        return ca.vertcat(force, cross(start, force) + cross(span, moment))

    def section_force(self, along: ca.SX, v_t: ca.SX, v_w: ca.SX) -> ca.SX:
        """|V|^2 [C_L (sin(alpha) t - cos(alpha) w) - C_D v] in the axes (span, t, w), from V = (along, v_t, v_w)."""
        across = v_t * v_t + v_w * v_w
        in_plane, squared = ca.sqrt(across + _TINY), across + along * along
        speed = ca.sqrt(squared + _TINY)
        sine, cosine = v_w / in_plane, v_t / in_plane
        C_L, C_D = self.polar.coefficients(sine, cosine)
        lift, drag = squared * C_L, speed * C_D
        return ca.vertcat(-drag * along, lift * sine - drag * v_t, -lift * cosine - drag * v_w)


def _chord_point(blade: Blade, fraction: float) -> ca.SX:
    """Point at the blade's root, a fraction of the chord behind the leading edge [m, body frame]."""
    return ca.sparsify(column(blade.start) - fraction * blade.chord * column(blade.chordwise))


def plate_inertia(blade: Blade, density: float, plate: _PlateMass) -> ca.SX:
    """6x6 added inertia about the body's origin: m_a w w^T along the line of added mass, and its roll about the span.

    The integral of O^ m_a O^ over the blade is that of its middle S plus l^2/12 span^ m_a span^.
    """
    w, s = column(blade.normal), column(blade.span)
    m_a = plate.mass * density * blade.chord**2 * blade.length * (w @ w.T)
    S = skew(ca.sparsify(_chord_point(blade, plate.place) + 0.5 * blade.length * s))
    tilt = -(skew(s) @ m_a @ skew(s)) * blade.length**2 / 12
    roll = plate.roll * density * blade.chord**4 * blade.length * (s @ s.T) if plate.roll else ca.SX(3, 3)
    return ca.sparsify(ca.blockcat([[m_a, -(m_a @ S)], [S @ m_a, tilt + roll - S @ m_a @ S]]))


def _printed_terms(inertia: ca.SX, stream: Stream) -> ca.SX:
    """beta_a as printed: MS_a (w x v) stands where Kirchhoff has w x (MS_a v) + v x (MS_a^T w). MAV below (14).

    Both do no work: v . (w x MS_a^T w) + w . MS_a (w x v) = 0, so the ledger closes with either. Read in the air's own frame, so
    that wind acts as motion does.
    """
    v, w = stream.relative[:3], stream.relative[3:]
    M, MS_upper, MS_lower, I_a = inertia[:3, :3], inertia[:3, 3:], inertia[3:, :3], inertia[3:, 3:]
    force = cross(w, MS_upper @ w) + cross(w, M @ v)
    moment = cross(w, I_a @ w) + MS_lower @ cross(w, v) + cross(v, M @ v)
    return inertia @ stream.turning + ca.vertcat(force, moment)
