"""Gaps between a link's contour and obstacles. SNAKE (8)-(16).

The contour is a stadium: a segment of half length ``half`` with a rim of ``radius``. Its contact point moves over the whole rim.
Every function returns gap [m], the unit normal (nx, ny) from obstacle to link, and the point (rx, ry) of the segment that is
nearest, from the contour's centre [m, world]. The rate of the gap is n . (v + w x r): the row of (14) and (16).
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True)
def disc_gap(gx, gy, ex, ey, half, radius, hx, hy, obstacle_radius):
    """Link at (gx, gy) with axis (ex, ey) against a disc: the nearest point of the segment to the disc's centre. (8)-(10)"""
    along = (hx - gx) * ex + (hy - gy) * ey
    s = min(max(along, -half), half)
    rx, ry = s * ex, s * ey
    dx, dy = gx + rx - hx, gy + ry - hy
    distance = np.sqrt(dx * dx + dy * dy)
    if distance < 1e-300:
        return -(radius + obstacle_radius), -ey, ex, rx, ry
    return distance - radius - obstacle_radius, dx / distance, dy / distance, rx, ry


@njit(cache=True)
def wall_gap(gx, gy, ex, ey, half, radius, hx, hy, angle, end):
    """One end (+1 or -1) of the link's segment against a half-plane with outward normal at ``angle``."""
    nx, ny = np.cos(angle), np.sin(angle)
    rx, ry = end * half * ex, end * half * ey
    return (gx + rx - hx) * nx + (gy + ry - hy) * ny - radius, nx, ny, rx, ry
