"""The water's force per length on one section of a strip: what Morison's law integrates, at one place.

With v(s), w the velocity of the section and the turning of the body through the water, all in the body frame, r its place and
m_a(s) = E diag(0, Clm2, Clm3) E^T the added mass per length, the section feels

    drag:                  -Cld1 |v1| v1 e1 - |v_n| (Cld2 v2 e2 + Cld3 v3 e3)                      (46)
    added mass, kirchhoff: -d/dt (m_a v(s)) = -(m_a (d/dt v(s)) + w x m_a v(s)), the change of the water's momentum
    added mass, paper:     -m_a (vdot + w x v + wdot x r + w x (w x r)), mass times acceleration of the section     (48), (51)

Summed over the strip they give the force of ``Morison`` exactly; the couples of the sections (drag and added mass about the axis,
Munk's moment) are no part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import casadi as ca

from elver.forces.effect import Motion
from elver.forces.stream import stream_past
from elver.robot import Strip, TaperedStrip
from elver.spatial import column, cross, matrix

if TYPE_CHECKING:
    from elver.forces.morison import Morison

TINY = 1e-300  # under the root of |v_n|, as in Morison's law


@dataclass(frozen=True)
class Load:
    """force per length [N/m] along e1, e2, e3 of the strip; half axes of the section there [m]."""

    force: ca.SX
    half_width: Any
    half_height: Any


def strip_load(law: Morison, strip: Strip, motion: Motion, acceleration, fraction: float) -> Load:
    """The force per length at ``fraction`` (0 to 1) of the strip. acceleration: d/dt of the body's twist, body frame."""
    s, a, b = section_at(strip, fraction)
    c = law.section(a, b)
    E, r = matrix(strip.axes), column(strip.start) + s * column(strip.axes[:, 0])
    stream, w, wdot = stream_past(motion, law.current), motion.angular, acceleration[3:]
    velocity = stream.relative[:3] + cross(w, r)
    v = E.T @ velocity
    across = ca.sqrt(v[1] * v[1] + v[2] * v[2] + TINY)
    drag = ca.vertcat(c.drag1 * ca.fabs(v[0]) * v[0], c.drag2 * across * v[1], c.drag3 * across * v[2])
    m_a = E @ ca.diag(column([0, c.added2, c.added3])) @ E.T
    change = acceleration[:3] + cross(wdot, r)
    if law.law == "kirchhoff":
        added = m_a @ (change + stream.turning[:3]) + cross(w, m_a @ velocity)
    else:
        added = m_a @ (change + cross(w, motion.velocity) + cross(w, cross(w, r)))
    return Load(-drag - E.T @ added, a, b)


def section_at(strip: Strip, fraction: float) -> tuple:
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
