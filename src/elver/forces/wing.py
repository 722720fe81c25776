"""Quasi-steady force of the air on thin blades: lift, drag and added mass by blade elements. MAV section IV-B.

Every section of a blade feels the lift and drag of its centre of pressure's velocity V through the air, at the angle
alpha = atan2(w . v, t . v) between chord and velocity v = V/|V|, and the inertia of the air it pushes along its normal w. The
paper states the wrench on the AIR and swaps the directions of lift and drag (docs/models/moth.md); here, on the blade, per span,

    F = 1/2 rho c |V|^2 [ C_L (sin(alpha) t - cos(alpha) w) - C_D v ].

The lift is normal to V, so only the drag does work.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from elver.errors import InputError
from elver.forces.effect import Effect, Motion
from elver.forces.polars import Dickinson
from elver.forces.stream import Stream, kirchhoff_terms, stream_past, water_effect
from elver.quantities import check_quantities, quantity, word
from elver.robot import Blade, Body
from elver.spatial import column, cross, matrix, skew
from elver.symbols import times

LAWS = ("paper", "kirchhoff")
TINY = 1e-300  # under roots: leaves every value as it is and keeps derivatives finite in still air


@dataclass(frozen=True)
class PlateMass:
    """Added mass of a plate's section: ``mass`` over rho c^2, ``place`` as a fraction of the chord behind the leading edge,
    ``roll`` over rho c^4 about that place and the span.
    """

    mass: float
    place: float
    roll: float


# kirchhoff: the flat plate in an ideal fluid (Lamb, Hydrodynamics, articles 68 and 71): rho pi a^2 and rho pi a^4/8 with
# a = c/2, at mid-chord. paper: rho c^2 at 0.4 c, as printed, wherever lift and drag are made to act.
PLATES = {"kirchhoff": PlateMass(math.pi / 4, 0.5, math.pi / 128), "paper": PlateMass(1.0, 0.4, 0.0)}


@dataclass(frozen=True)
class QuasiSteadyWing:
    """Lift, drag and added mass of the air on every body that has a blade.

    polar: lift and drag coefficients (Dickinson, Polar, PolarTable, or your own).
    law of the added mass: ``kirchhoff``, the flat plate in an ideal fluid, which conserves energy and impulse; or ``paper``, as
    MAV prints it: rho c^2 at 0.4 chords, with velocity terms whose moment is not quite Kirchhoff's.
    """

    density: float = quantity(1.22, "kg/m^3", "density of the air", low=0.0)
    polar: Any = field(default_factory=Dickinson)
    centre_of_pressure: float = quantity(0.4, "1", "where lift and drag act, chords behind the leading edge")
    law: str = word("kirchhoff", "added-mass law: as printed, or the energy-consistent flat plate", LAWS)
    wind: tuple = quantity((0.0, 0.0, 0.0), "m/s", "uniform wind in the world, x,y,z")
    points: int = quantity(6, "1", "Gauss points per blade", low=1, high=64)

    def __post_init__(self):
        check_quantities(self)
        if not callable(getattr(self.polar, "coefficients", None)):
            raise InputError("QuasiSteadyWing.polar has no coefficients(sine, cosine). Give a Dickinson, Polar or PolarTable.")

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Lift, drag and added mass of one body; None where it has no blade."""
        if body.blade is None:
            return None
        stream = stream_past(motion, self.wind)
        lift_drag = self.lift_and_drag(body.blade, stream.relative)
        inertia = added_inertia(body.blade, self.density, PLATES[self.law])
        terms = {"kirchhoff": kirchhoff_terms, "paper": printed_terms}[self.law](inertia, stream)
        return water_effect(motion, stream, lift_drag, inertia, terms, consistent=True)

    def lift_and_drag(self, blade: Blade, relative):
        """Wrench on the body: the sections' forces summed by Gauss-Legendre; ``relative`` is the twist through the air.

        In the blade's own axes (span, t, w) the centre of pressure at xi moves with V(0) + xi (omega x span), which has no
        component along the span, so all sections share that one.
        """
        E, start, span = matrix(blade.axes), chord_point(blade, self.centre_of_pressure), column(blade.span)
        root = E.T @ (relative[:3] + cross(relative[3:], start))
        sweep = E[:, 1:].T @ cross(relative[3:], span)
        force, moment = ca.SX(3, 1), ca.SX(3, 1)
        nodes, weights = np.polynomial.legendre.leggauss(self.points)
        for xi, dxi in zip(times(0.5 * blade.length, nodes + 1), times(0.5 * blade.length, weights), strict=True):
            f = dxi * self.section_force(root[0], root[1] + xi * sweep[0], root[2] + xi * sweep[1])
            force, moment = force + f, moment + xi * f
        force, moment = 0.5 * self.density * blade.chord * (E @ force), 0.5 * self.density * blade.chord * (E @ moment)
        return ca.vertcat(force, cross(start, force) + cross(span, moment))

    def section_force(self, along, v_t, v_w):
        """|V|^2 [C_L (sin(alpha) t - cos(alpha) w) - C_D v] in the axes (span, t, w), from V = (along, v_t, v_w)."""
        across = v_t * v_t + v_w * v_w
        in_plane, squared = ca.sqrt(across + TINY), across + along * along
        speed = ca.sqrt(squared + TINY)
        sine, cosine = v_w / in_plane, v_t / in_plane
        C_L, C_D = self.polar.coefficients(sine, cosine)
        lift, drag = squared * C_L, speed * C_D
        return ca.vertcat(-drag * along, lift * sine - drag * v_t, -lift * cosine - drag * v_w)


def chord_point(blade: Blade, fraction):
    """Point at the blade's root, a fraction of the chord behind the leading edge [m, body frame]."""
    return ca.sparsify(column(blade.start) - fraction * blade.chord * column(blade.chordwise))


def added_inertia(blade: Blade, density, plate: PlateMass):
    """6x6 added inertia about the body's origin: m_a w w^T along the line of added mass, and its roll about the span.

    The integral of O^ m_a O^ over the blade is that of its middle S plus l^2/12 span^ m_a span^.
    """
    w, s = column(blade.normal), column(blade.span)
    m_a = plate.mass * density * blade.chord**2 * blade.length * (w @ w.T)
    S = skew(ca.sparsify(chord_point(blade, plate.place) + 0.5 * blade.length * s))
    tilt = -(skew(s) @ m_a @ skew(s)) * blade.length**2 / 12
    roll = plate.roll * density * blade.chord**4 * blade.length * (s @ s.T) if plate.roll else ca.SX(3, 3)
    return ca.sparsify(ca.blockcat([[m_a, -(m_a @ S)], [S @ m_a, tilt + roll - S @ m_a @ S]]))


def printed_terms(inertia, stream: Stream):
    """beta_a as printed: MS_a (w x v) stands where Kirchhoff has w x (MS_a v) + v x (MS_a^T w). MAV below (14).

    Both do no work: v . (w x MS_a^T w) + w . MS_a (w x v) = 0, so the ledger closes with either. Read in the air's own frame, so
    that wind acts as motion does.
    """
    v, w = stream.relative[:3], stream.relative[3:]
    M, MS_upper, MS_lower, I_a = inertia[:3, :3], inertia[:3, 3:], inertia[3:, :3], inertia[3:, 3:]
    force = cross(w, MS_upper @ w) + cross(w, M @ v)
    moment = cross(w, I_a @ w) + MS_lower @ cross(w, v) + cross(v, M @ v)
    return inertia @ stream.turning + ca.vertcat(force, moment)
