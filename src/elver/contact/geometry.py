"""Gaps between a link's contour and obstacles, and between two links. SNAKE (8)-(16).

The contour is a stadium: a segment of half length ``half`` with a rim of ``radius``. Its contact point moves over the whole rim.
Every function returns gap [m], the unit normal (nx, ny) from obstacle to link, and the point (rx, ry) of the segment that is
nearest, from the contour's centre [m, world]. The rate of the gap is n . (v + w x r): the row of (14) and (16).
"""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.jit import compiled

ON_EDGE = 1e-12  # m: nearer than this the direction to the boundary is rounding, and the edge's own normal is taken


@compiled
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


@compiled
def wall_gap(gx, gy, ex, ey, half, radius, hx, hy, angle, end):
    """One end (+1 or -1) of the link's segment against a half-plane with outward normal at ``angle``."""
    nx, ny = np.cos(angle), np.sin(angle)
    rx, ry = end * half * ex, end * half * ey
    return (gx + rx - hx) * nx + (gy + ry - hy) * ny - radius, nx, ny, rx, ry


@compiled
def end_polygon_gap(gx, gy, ex, ey, half, radius, corners, end):
    """One end (+1 or -1) of the segment against a convex polygon: outside the nearest boundary point, inside the nearest edge."""
    rx, ry = end * half * ex, end * half * ey
    px, py = gx + rx, gy + ry
    count, deepest, inside = corners.shape[0], -np.inf, True
    nx, ny, nearest, mx, my = 0.0, 0.0, np.inf, 0.0, 0.0
    for k in range(count):
        ax, ay = corners[k, 0], corners[k, 1]
        dx, dy = corners[(k + 1) % count, 0] - ax, corners[(k + 1) % count, 1] - ay
        length = np.sqrt(dx * dx + dy * dy)
        ox, oy = dy / length, -dx / length
        depth = (px - ax) * ox + (py - ay) * oy
        if depth > deepest:
            deepest, nx, ny = depth, ox, oy
        inside = inside and depth <= 0.0
        t = min(max(((px - ax) * dx + (py - ay) * dy) / (length * length), 0.0), 1.0)
        qx, qy = px - ax - t * dx, py - ay - t * dy
        distance = np.sqrt(qx * qx + qy * qy)
        if distance < nearest:
            nearest, mx, my = distance, qx, qy
    if inside or nearest < ON_EDGE:
        return deepest - radius, nx, ny, rx, ry
    return nearest - radius, mx / nearest, my / nearest, rx, ry


@compiled
def corner_gap(gx, gy, ex, ey, half, radius, cx, cy):
    """A corner of a polygon against the straight side of the link; infinite where the corner faces one of the link's ends."""
    along = (cx - gx) * ex + (cy - gy) * ey
    if abs(along) >= half:
        return np.inf, 0.0, 0.0, 0.0, 0.0
    return disc_gap(gx, gy, ex, ey, half, radius, cx, cy, 0.0)


@compiled
def crossing_polygon(gx, gy, ex, ey, half, corners):
    """Separation [m] of the link's segment and a convex polygon along the best axis, and the normal from polygon to link.

    Negative where the segment runs through the polygon, also where both its ends lie outside: then the length of the shortest
    move along that normal that brings it out. Of two convex shapes that overlap it is an edge's normal that gives it.
    """
    count, best, nx, ny = corners.shape[0], -np.inf, 0.0, 0.0
    for k in range(count):
        ax, ay = corners[k, 0], corners[k, 1]
        dx, dy = corners[(k + 1) % count, 0] - ax, corners[(k + 1) % count, 1] - ay
        length = np.sqrt(dx * dx + dy * dy)
        ox, oy = dy / length, -dx / length
        depth = (gx - ax) * ox + (gy - ay) * oy - half * abs(ex * ox + ey * oy)
        if depth > best:
            best, nx, ny = depth, ox, oy
    for side in (-1.0, 1.0):
        ox, oy = -side * ey, side * ex
        depth = np.inf
        for k in range(count):
            depth = min(depth, (gx - corners[k, 0]) * ox + (gy - corners[k, 1]) * oy)
        if depth > best:
            best, nx, ny = depth, ox, oy
    return best, nx, ny


@compiled
def link_gap(gx, gy, ex, ey, half, radius, hx, hy, fx, fy, other_half, other_radius):
    """Two stadiums: gap, normal from the second to the first, and the nearest points of both segments from their centres."""
    best, bs, bt = np.inf, 0.0, 0.0
    for pick in range(4):
        if pick < 2:  # an end of the first against the second
            s = half if pick == 0 else -half
            t = min(max((gx + s * ex - hx) * fx + (gy + s * ey - hy) * fy, -other_half), other_half)
        else:  # an end of the second against the first
            t = other_half if pick == 2 else -other_half
            s = min(max((hx + t * fx - gx) * ex + (hy + t * fy - gy) * ey, -half), half)
        dx, dy = gx + s * ex - hx - t * fx, gy + s * ey - hy - t * fy
        distance = np.sqrt(dx * dx + dy * dy)
        if distance < best:
            best, bs, bt = distance, s, t
    rx, ry, qx, qy = bs * ex, bs * ey, bt * fx, bt * fy
    dx, dy = gx + rx - hx - qx, gy + ry - hy - qy
    size = max(best, 1e-300)
    return best - radius - other_radius, dx / size, dy / size, rx, ry, qx, qy


@compiled
def candidate(links, i, half, radius, obstacle, corners, feature):
    """Gap of one feature of link i and an obstacle: a disc has one, a wall two ends, a polygon two ends and its corners."""
    gx, gy, ex, ey = links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3]
    if obstacle[0] == 0.0:
        return disc_gap(gx, gy, ex, ey, half, radius, obstacle[1], obstacle[2], obstacle[3])
    if obstacle[0] == 1.0:
        return wall_gap(gx, gy, ex, ey, half, radius, obstacle[1], obstacle[2], obstacle[3], 2.0 * feature - 1.0)
    first = int(obstacle[4])
    if feature < 2:
        own = corners[first : first + int(obstacle[5])]
        return end_polygon_gap(gx, gy, ex, ey, half, radius, own, 2.0 * feature - 1.0)
    return corner_gap(gx, gy, ex, ey, half, radius, corners[first + feature - 2, 0], corners[first + feature - 2, 1])


@compiled
def feature_count(kind, corners):
    """How many places of a link can touch an obstacle of a kind (disc, wall, polygon with so many corners)."""
    return 1 if kind == 0.0 else 2 if kind == 1.0 else 2 + int(corners)


@compiled
def features_of(obstacle):
    """How many places of a link can touch an obstacle."""
    return feature_count(obstacle[0], obstacle[5])


# --- How deep links lie inside obstacles. Importing this module imports Numba.


@compiled
def _gap_of(links, i, half, radius, obstacle, corners):
    """Gap [m] of link i and an obstacle, negative inside it, and the normal along which the link comes out."""
    if obstacle[0] == 2.0:
        own = corners[int(obstacle[4]) : int(obstacle[4]) + int(obstacle[5])]
        away, nx, ny = crossing_polygon(links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3], half, own)
        if away < 0.0:
            return away - radius, nx, ny
    least, lx, ly = np.inf, 0.0, 0.0
    for feature in range(features_of(obstacle)):
        gap, nx, ny, _, _ = candidate(links, i, half, radius, obstacle, corners, feature)
        if gap < least:
            least, lx, ly = gap, nx, ny
    return least, lx, ly


@compiled
def deepest(links, outlines, obstacles, corners):
    """The link that lies deepest inside an obstacle: gap [m], below 0; normal; numbers of link and obstacle. Gap 0: none does."""
    least, lx, ly, link, obstacle = 0.0, 0.0, 0.0, 0, 0
    for i in range(outlines.shape[0]):
        for k in range(obstacles.shape[0]):
            gap, nx, ny = _gap_of(links, i, outlines[i, 0], outlines[i, 1], obstacles[k], corners)
            if gap < least:
                least, lx, ly, link, obstacle = gap, nx, ny, i, k
    return least, lx, ly, link, obstacle


@compiled
def deepest_pair(links, outlines, meets):
    """The two links that overlap most of those that can touch each other: gap [m], below 0, and their numbers. Gap 0: none do."""
    least, first, second = 0.0, 0, 0
    for i in range(meets.shape[0]):
        for j in range(i):
            if meets[i, j] != 0.0:
                a, b = 4 * i, 4 * j
                gap = link_gap(
                    links[a], links[a + 1], links[a + 2], links[a + 3], outlines[i, 0], outlines[i, 1],
                    links[b], links[b + 1], links[b + 2], links[b + 3], outlines[j, 0], outlines[j, 1],
                )[0]  # fmt: skip
                if gap < least:
                    least, first, second = gap, j, i
    return least, first, second


# --- Which of many machines lie inside obstacles or themselves. Importing this module imports Numba.


@compiled
def depths_inside(links, outlines, obstacles, corners, meets, depths):
    """How deep [m] the deepest link of every machine lies inside an obstacle, or inside another link that it can touch.

    links, outlines: one row per machine.   meets: see ``SceneTables``.
    """
    for m in range(links.shape[0]):
        within = deepest(links[m], outlines[m], obstacles, corners)[0]
        depths[m] = -min(within, deepest_pair(links[m], outlines[m], meets)[0])
