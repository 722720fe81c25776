"""How the normal and the nearest point of a contact change with the poses and sizes of the links. See contact/geometry.py.

A contour has six numbers: place (x, y), direction (ex, ey), half length and radius. Of two links the second's six follow.
``Dn`` and ``Dr`` (2, numbers) are the derivatives of the normal n and of the nearest point r of the segment, from its centre.
"""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.jit import SUMS, compiled
from elver.contact.geometry import ON_EDGE, candidate, link_gap
from elver.contact.single.problem import NORMAL, PAIR, RUBBING
from elver.contact.variations.arrays import LANES, Slopes

NUMBERS = 6
_AN_END = 1.0 - 1e-12  # of the half length: beyond this a point of the segment is its end


@compiled
def _point_slopes(ex, ey, s, ds, nx, ny, distance, Dn, Dr):
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
def _nearest_on(gx, gy, ex, ey, half, hx, hy, ds):
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
def _polygon_distance(px, py, corners):
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
        s = _nearest_on(gx, gy, ex, ey, half, hx, hy, ds)
        dx, dy = gx + s * ex - hx, gy + s * ey - hy
        distance = np.sqrt(dx * dx + dy * dy)
    else:
        end = 2.0 * feature - 1.0
        s = end * half
        for k in range(ds.shape[0]):
            ds[k] = 0.0
        ds[4] = end
        if obstacle[0] == 2.0:
            distance = _polygon_distance(gx + s * ex, gy + s * ey, corners[first : first + int(obstacle[5])])
    _point_slopes(ex, ey, s, ds, nx, ny, distance if distance > 1e-300 else np.inf, Dn, Dr)


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
    free_s, free_t = abs(s) < half * _AN_END, abs(t) < other * _AN_END
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


# --- How the rows of a step's contact problem change with the poses and sizes of the links.

_NONE, _ALONG, _ACROSS = -1, -2, -3  # in place of another link: none; friction of the ground along and across the link


@compiled
def make_slopes(capacity):
    """Arrays for so many rows."""
    return Slopes(
        np.full((capacity, 2), -1, np.int64),
        np.zeros((capacity, 2, 3)),
        np.zeros((capacity, 2, 3, 2 * NUMBERS)),
        np.zeros((capacity, 2 * NUMBERS)),
    )


@compiled
def row_slopes(links, outlines, scene, kind, start, owner, blocks, slopes):
    """Factors of all rows and their derivatives, for the blocks that ``collect`` found."""
    link, factors, by, gap = slopes
    table, corners, things, ds, D = scene.obstacles, scene.corners, scene.things, np.empty(NUMBERS), np.zeros((3, 2, 2 * NUMBERS))
    for k in range(blocks):
        i, row = owner[k, 0], start[k]
        if kind[k] == PAIR:
            _ground_rows(links, i, row, link, factors)
        elif kind[k] == NORMAL:  # friction there has the same geometry
            link[row, 0], link[row, 1] = i, _NONE
            place, thing, half = owner[k, 1], things[owner[k, 1]], outlines[i, 0]
            if thing < table.shape[0]:
                feature = 0
                while place > feature and things[place - feature - 1] == thing:
                    feature += 1
                _, nx, ny, rx, ry = candidate(links, i, half, outlines[i, 1], table[thing], corners, feature)
                touch_slopes(links, i, half, table[thing], corners, feature, nx, ny, ds, D[0], D[1])
                _gap_slopes(gap, row, 0, 1.0, nx, ny, links[4 * i + 2], links[4 * i + 3], rx, ry)
                _normal_factors(row, 0, 1.0, nx, ny, rx, ry, D[0], D[1], factors, by)
                if k + 1 < blocks and kind[k + 1] == RUBBING:
                    link[row + 1, 0], link[row + 1, 1] = i, _NONE
                    _rubbing_factors(row + 1, nx, ny, rx, ry, outlines[i, 1], D[0], D[1], factors, by)
            else:
                link[row, 1] = thing - table.shape[0]
                _pair_rows(links, outlines, i, link[row, 1], row, D, factors, by, gap)


@compiled
def _pair_rows(links, outlines, i, j, row, D, factors, by, gap):
    """The row of two links that touch."""
    a, b = 4 * i, 4 * j
    _, nx, ny, rx, ry, qx, qy = link_gap(
        links[a], links[a + 1], links[a + 2], links[a + 3], outlines[i, 0], outlines[i, 1],
        links[b], links[b + 1], links[b + 2], links[b + 3], outlines[j, 0], outlines[j, 1],
    )  # fmt: skip
    link_slopes(links, i, j, outlines[i, 0], outlines[j, 0], (nx, ny, rx, ry, qx, qy), D[0], D[1], D[2])
    _normal_factors(row, 0, 1.0, nx, ny, rx, ry, D[0], D[1], factors, by)
    _normal_factors(row, 1, -1.0, nx, ny, qx, qy, D[0], D[2], factors, by)
    _gap_slopes(gap, row, 0, 1.0, nx, ny, links[a + 2], links[a + 3], rx, ry)
    _gap_slopes(gap, row, NUMBERS, -1.0, nx, ny, links[b + 2], links[b + 3], qx, qy)


@compiled
def _gap_slopes(gap, row, first, sign, nx, ny, ex, ey, rx, ry):
    """Derivatives of a gap by the six numbers of a contour whose nearest point is r = s e, times ``sign`` but for the radius."""
    s = rx * ex + ry * ey
    gap[row, first], gap[row, first + 1], gap[row, first + 2], gap[row, first + 3] = (
        sign * nx,
        sign * ny,
        sign * s * nx,
        sign * s * ny,
    )
    gap[row, first + 4], gap[row, first + 5] = sign * np.sign(s) * (nx * ex + ny * ey), -1.0  # along the side n . e is 0


@compiled
def _ground_rows(links, i, row, link, factors):
    """Friction of the ground: along the link and across it. How it changes needs no table."""
    ex, ey = links[4 * i + 2], links[4 * i + 3]
    for r in range(2):
        link[row + r, 0], link[row + r, 1], factors[row + r, 0, 2] = i, (_ALONG if r == 0 else _ACROSS), 0.0
    factors[row, 0, 0], factors[row, 0, 1], factors[row + 1, 0, 0], factors[row + 1, 0, 1] = ex, ey, -ey, ex


@compiled
def _normal_factors(row, which, sign, nx, ny, rx, ry, Dn, Dr, factors, by):
    """(n, r x n), times ``sign``, and its slopes."""
    for c, factor in enumerate((nx, ny, rx * ny - ry * nx)):
        factors[row, which, c] = sign * factor
    for k in range(2 * NUMBERS):
        by[row, which, 0, k], by[row, which, 1, k] = sign * Dn[0, k], sign * Dn[1, k]
        by[row, which, 2, k] = sign * (Dr[0, k] * ny + rx * Dn[1, k] - Dr[1, k] * nx - ry * Dn[0, k])


@compiled
def _rubbing_factors(row, nx, ny, rx, ry, radius, Dn, Dr, factors, by):
    """(t, c x t) with the tangent t = (-ny, nx) and the point c = r - radius n of the rim, and its slopes."""
    for c, factor in enumerate((-ny, nx, rx * nx + ry * ny - radius)):
        factors[row, 0, c] = factor
    for k in range(2 * NUMBERS):
        by[row, 0, 0, k], by[row, 0, 1, k] = -Dn[1, k], Dn[0, k]
        turned = Dr[0, k] * nx + Dr[1, k] * ny + rx * Dn[0, k] + ry * Dn[1, k]
        by[row, 0, 2, k] = turned - (1.0 if k == 5 else 0.0)


@compiled(fastmath=SUMS)
def change_rows(used, slopes, P, V, V0, dV, dV0, dlinks, outlines, shifts):
    """Changes of the relative velocities of all rows, the end velocity held, and of the pushes of their impulses on the links.

    V, V0: velocities of the contours at the end and at the start.   dV, dV0: their changes.
    """
    link, factors = slopes.link, slopes.factors
    gamma, before, pushes, changed = shifts.gamma, shifts.before, shifts.pushes, np.empty((3, LANES))
    for k in range(pushes.shape[0]):
        for lane in range(LANES):
            pushes[k, lane] = 0.0
    for r in range(used):
        for lane in range(LANES):
            gamma[r, lane], before[r, lane] = 0.0, 0.0
        for which in range(1 if link[r, 1] < 0 else 2):
            on = 3 * link[r, which]
            _change_factors(slopes.by, r, which, link[r, 0], link[r, 1], dlinks, outlines, changed)
            for c in range(3):
                factor, after, earlier, impulse = factors[r, which, c], V[on + c], V0[on + c], P[r]
                for lane in range(LANES):
                    gamma[r, lane] += factor * dV[on + c, lane] + changed[c, lane] * after
                    before[r, lane] += factor * dV0[on + c, lane] + changed[c, lane] * earlier
                    pushes[on + c, lane] += impulse * changed[c, lane]


@compiled(fastmath=SUMS)
def _change_factors(by, r, which, i, j, dlinks, outlines, changed):
    """Changes of the three factors of a row for one of its links, i and j the links of both."""
    for lane in range(LANES):
        changed[0, lane], changed[1, lane], changed[2, lane] = 0.0, 0.0, 0.0
    if j == _ALONG:
        for lane in range(LANES):
            changed[0, lane], changed[1, lane] = dlinks[4 * i + 2, lane], dlinks[4 * i + 3, lane]
        return
    if j == _ACROSS:
        for lane in range(LANES):
            changed[0, lane], changed[1, lane] = -dlinks[4 * i + 3, lane], dlinks[4 * i + 2, lane]
        return
    for k in range(NUMBERS if j < 0 else 2 * NUMBERS):
        on, own = (i, k) if k < NUMBERS else (j, k - NUMBERS)
        for lane in range(LANES):
            change = dlinks[4 * on + own, lane] if own < 4 else outlines[2 * on + own - 4, lane]
            for c in range(3):
                changed[c, lane] += by[r, which, c, k] * change
