"""How the normal and the nearest point of a contact change with the poses and sizes of the links. See contact/geometry.py.

A contour has six numbers: place (x, y), direction (ex, ey), half length and radius. Of two links the second's six follow.
``Dn`` and ``Dr`` (2, numbers) are the derivatives of the normal n and of the nearest point r of the segment, from its centre.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.geometry import ON_EDGE

NUMBERS = 6
AN_END = 1.0 - 1e-12  # of the half length: beyond this a point of the segment is its end


@compiled
def point_slopes(ex, ey, s, ds, nx, ny, distance, Dn, Dr):
    """Slopes for the point r = s e of the segment and the normal from a point at ``distance``; infinite: from a flat side."""
    for k in range(ds.shape[0]):
        rx, ry = ex * ds[k], ey * ds[k]
        if k == 2:
            rx += s
        if k == 3:
            ry += s
        Dr[0, k], Dr[1, k] = rx, ry
        vx, vy = rx + (1.0 if k == 0 else 0.0), ry + (1.0 if k == 1 else 0.0)
        along = nx * vx + ny * vy
        Dn[0, k], Dn[1, k] = (vx - nx * along) / distance, (vy - ny * along) / distance


@compiled
def nearest_on(gx, gy, ex, ey, half, hx, hy, ds):
    """Place s along the segment that is nearest to (hx, hy), and its slopes."""
    along = (hx - gx) * ex + (hy - gy) * ey
    for k in range(ds.shape[0]):
        ds[k] = 0.0
    if abs(along) < half:
        ds[0], ds[1], ds[2], ds[3] = -ex, -ey, hx - gx, hy - gy
        return along
    ds[4] = 1.0 if along > 0.0 else -1.0
    return ds[4] * half


@compiled
def polygon_distance(px, py, corners):
    """Distance of a point to the nearest corner where that is nearest of all the boundary; infinite where an edge is."""
    count, nearest, corner, inside = corners.shape[0], np.inf, np.inf, True
    for k in range(count):
        ax, ay = corners[k, 0], corners[k, 1]
        dx, dy = corners[(k + 1) % count, 0] - ax, corners[(k + 1) % count, 1] - ay
        square = dx * dx + dy * dy
        inside = inside and (px - ax) * dy - (py - ay) * dx <= 0.0
        t = ((px - ax) * dx + (py - ay) * dy) / square
        end = min(max(t, 0.0), 1.0)
        qx, qy = px - ax - end * dx, py - ay - end * dy
        distance = np.sqrt(qx * qx + qy * qy)
        if distance < nearest:
            nearest = distance
            corner = np.inf if 0.0 < t < 1.0 else distance
    return np.inf if inside or nearest < ON_EDGE else corner


@compiled
def touch_slopes(links, i, half, obstacle, corners, feature, nx, ny, ds, Dn, Dr):
    """Slopes of normal (nx, ny) and point of one feature of link i and an obstacle, see ``candidate``."""
    gx, gy, ex, ey = links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3]
    hx, hy, distance = obstacle[1], obstacle[2], np.inf
    first = int(obstacle[4])
    if obstacle[0] == 0.0 or (obstacle[0] == 2.0 and feature >= 2):
        if obstacle[0] == 2.0:
            hx, hy = corners[first + feature - 2, 0], corners[first + feature - 2, 1]
        s = nearest_on(gx, gy, ex, ey, half, hx, hy, ds)
        dx, dy = gx + s * ex - hx, gy + s * ey - hy
        distance = np.sqrt(dx * dx + dy * dy)
    else:
        end = 2.0 * feature - 1.0
        s = end * half
        for k in range(ds.shape[0]):
            ds[k] = 0.0
        ds[4] = end
        if obstacle[0] == 2.0:
            distance = polygon_distance(gx + s * ex, gy + s * ey, corners[first : first + int(obstacle[5])])
    point_slopes(ex, ey, s, ds, nx, ny, distance if distance > 1e-300 else np.inf, Dn, Dr)


@compiled
def link_slopes(links, i, j, half, other, at, Dn, Dr, Dq):
    """Slopes of the normal and of the nearest points of two links by the numbers of both. at: normal and points (``link_gap``).

    One of the two nearest points is an end of its segment. The other one is an end too, or the foot of the perpendicular.
    """
    nx, ny, rx, ry, qx, qy = at
    gx, gy, ex, ey = links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3]
    hx, hy, fx, fy = links[4 * j], links[4 * j + 1], links[4 * j + 2], links[4 * j + 3]
    s, t = rx * ex + ry * ey, qx * fx + qy * fy
    dx, dy = gx + rx - hx - qx, gy + ry - hy - qy
    distance = max(np.sqrt(dx * dx + dy * dy), 1e-300)
    free_s, free_t = abs(s) < half * AN_END, abs(t) < other * AN_END
    for k in range(2 * NUMBERS):
        own, two = k < NUMBERS, k % NUMBERS
        size = (1.0 if own else -1.0) if two < 2 else (s if own else -t) if two < 4 else 0.0
        px, py = size if two in (0, 2) else 0.0, size if two in (1, 3) else 0.0
        ds = np.sign(s) if k == 4 and not free_s else 0.0
        dt = np.sign(t) if k == 10 and not free_t else 0.0
        px, py = px + ds * ex - dt * fx, py + ds * ey - dt * fy
        if free_s:  # (d . e) stays 0
            ds = -(px * ex + py * ey) - (dx if k == 2 else 0.0) - (dy if k == 3 else 0.0)
            px, py = px + ds * ex, py + ds * ey
        elif free_t:
            dt = px * fx + py * fy + (dx if k == 8 else 0.0) + (dy if k == 9 else 0.0)
            px, py = px - dt * fx, py - dt * fy
        along = nx * px + ny * py
        Dn[0, k], Dn[1, k] = (px - nx * along) / distance, (py - ny * along) / distance
        Dr[0, k], Dr[1, k] = ds * ex + (s if k == 2 else 0.0), ds * ey + (s if k == 3 else 0.0)
        Dq[0, k], Dq[1, k] = dt * fx + (t if k == 8 else 0.0), dt * fy + (t if k == 9 else 0.0)
