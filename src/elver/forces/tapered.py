"""Morison's force on strips whose section varies, summed over their sections.

Half axes are linear between stations. The added mass per length goes with their squares, so its second moment with the fourth
power of the place, and the drag about the axis with the fourth power of the half axes: three Gauss points per piece are exact.
The drag across goes with |v| v, which is no polynomial: it has as many points as the law asks for, at least three per piece.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import casadi as ca

from elver.robot import TaperedStrip
from elver.spatial import column, cross, matrix, skew

if TYPE_CHECKING:
    from elver.forces.morison import Morison, SectionCoefficients

TINY = 1e-300  # under the root of |v_n|: leaves every value as it is and keeps derivatives finite in still water
Sections = list[tuple[float, float, "SectionCoefficients"]]


def sections_of(law: Morison, strip: TaperedStrip, points: int) -> Sections:
    """Place s, length ds and coefficients of every section."""
    return [(s, ds, law.section(a, b)) for s, ds, a, b in strip.sections(points)]


def drag_wrench(law: Morison, strip: TaperedStrip, relative):
    """Drag on the body, the sum of (46), (47) over the sections; ``relative`` is the twist through the water."""
    E = matrix(strip.axes)
    w = E.T @ relative[3:]
    v = E.T @ (relative[:3] + cross(relative[3:], column(strip.start)))
    f2, f3, m2, m3 = 0, 0, 0, 0
    pieces = len(strip.stations) - 1
    for s, ds, c in sections_of(law, strip, max(3, math.ceil(law.points / pieces))):
        v2, v3 = v[1] + s * w[2], v[2] - s * w[1]  # (50)
        across = ds * ca.sqrt(v2 * v2 + v3 * v3 + TINY)
        d2, d3 = c.drag2 * across * v2, c.drag3 * across * v3
        f2, f3 = f2 + d2, f3 + d3
        m2, m3 = m2 + s * d3, m3 + s * d2
    exact = sections_of(law, strip, 3)
    f1 = sum(ds * c.drag1 for _, ds, c in exact) * ca.fabs(v[0]) * v[0]
    m1 = sum(ds * c.drag_roll for _, ds, c in exact) * ca.fabs(w[0]) * w[0]
    force = E @ ca.vertcat(-f1, -f2, -f3)
    moment = E @ ca.vertcat(-m1, m2, -m3)
    return ca.vertcat(force, moment + cross(column(strip.start), force))  # (53)


def moments(law: Morison, strip: TaperedStrip) -> list[list]:
    """Integrals of Clm2 and Clm3 times 1, s, s^2, and that of Cam1: [[3], [3], roll]."""
    exact = sections_of(law, strip, 3)
    powers = [[sum(ds * s**k * getattr(c, name) for s, ds, c in exact) for k in range(3)] for name in ("added2", "added3")]
    return [*powers, [sum(ds * c.added_roll for _, ds, c in exact)]]


def added_inertia(law: Morison, strip: TaperedStrip):
    """6x6 added inertia about the body's origin: that about the strip's start in its own axes, turned and shifted."""
    (m2, m2s, m2ss), (m3, m3s, m3ss), (roll,) = moments(law, strip)
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


def paper_terms(law: Morison, strip: TaperedStrip, inertia, twist):
    """Velocity terms of EEL (54), (62), summed over the sections: mass times the centrifugal acceleration of each."""
    v, w = twist[:3], twist[3:]
    powers = moments(law, strip)
    E, start, e1 = matrix(strip.axes), column(strip.start), column(strip.axes[:, 0])
    masses = [E @ ca.diag(column([0, powers[0][k], powers[1][k]])) @ E.T for k in range(3)]
    at_start, along = cross(w, cross(w, start)), cross(w, cross(w, e1))
    force = masses[0] @ at_start + masses[1] @ along
    lever = masses[1] @ at_start + masses[2] @ along
    return inertia @ ca.vertcat(cross(w, v), ca.SX(3, 1)) + ca.vertcat(force, cross(start, force) + cross(e1, lever))
