"""Whether a link went past an obstacle, or through another link, between two looks at the contacts.

Contacts are looked for once a step. A link that moves further than its own half width and the obstacle's between two looks can
be in front of the obstacle at one and behind it at the next. Such a step is not a small error: the impact is lost.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import copy_to
from elver.contact.geometry import candidate, crossing_polygon, features_of, link_gap

MOST_LOOKS = 10_000  # between two poses, at one obstacle
SAME_WAY = 0.7  # cosine between the normals where link and obstacle meet and where they are looked at: 45 degrees


@compiled
def goes_past(before, links, outlines, scene, found):
    """Whether a link passed an obstacle or another link since the last look; where not, this look is the last one."""
    meets, obstacles = scene.meets, scene.obstacles
    if meets.shape[0] > 0 and links_pass(before, links, outlines, meets, obstacles.shape[0], found):
        return True
    if steps_over(before, links, outlines, obstacles, scene.corners, scene.size, found):
        return True
    if meets.shape[0] > 0:
        copy_to(links, before)
    return False


@compiled
def steps_over(before, links, outlines, table, corners, size, found):
    """Whether a link passed an obstacle since the last look (see ``passed``); where not, this look is the last one."""
    if not size < np.inf:
        return False
    if furthest(before, links, outlines) > size and passed(before, links, outlines, table, corners, size, found):
        return True
    copy_to(links, before)
    return False


@compiled
def moved(before, links, outlines, i):
    """Bound of how far a point of link i's segment went [m]."""
    k = 4 * i
    turned = abs(links[k + 2] - before[k + 2]) + abs(links[k + 3] - before[k + 3])
    return abs(links[k] - before[k]) + abs(links[k + 1] - before[k + 1]) + outlines[i, 0] * turned


@compiled
def furthest(before, links, outlines):
    """The largest way of all links [m]."""
    most = 0.0
    for i in range(outlines.shape[0]):
        most = max(most, moved(before, links, outlines, i))
    return most


@compiled
def passed(before, links, outlines, table, corners, size, found):
    """Whether a link passed an obstacle; link, obstacle and the way [m] go to ``found``. Walls have no other side.

    size [m]: the smallest way that can pass anything.
    """
    for i in range(outlines.shape[0]):
        way = moved(before, links, outlines, i)
        if way > size:
            for o in range(table.shape[0]):
                if table[o, 0] != 1.0 and passes(before, links, i, outlines[i], way, table[o], corners, size):
                    found[0], found[1], found[2] = i, o, way
                    return True
    return False


@compiled
def passes(before, links, i, outline, way, obstacle, corners, size):
    """Whether link i, free of the obstacle before, meets it on the way and is not held by it at the end.

    Held: in touch, pushed the way it was when they met, and the middle line of the link outside.
    """
    half, radius = outline[0], outline[1]
    begin, end = window(before, links, i, half + radius + obstacle[6], obstacle)
    if not begin < end:
        return False
    at = np.empty(4)
    if closest(between(before, links, i, 0.0, at), half, radius, obstacle, corners)[0] <= 0.0:
        return False
    last, bx, by = closest(between(before, links, i, 1.0, at), half, radius, obstacle, corners)
    lost = last > 0.0 or runs_through(at, half, obstacle, corners)
    looks = int(min(2.0 + 2.0 * (end - begin) * way / size, MOST_LOOKS))
    for k in range(looks + 1):
        gap, nx, ny = closest(between(before, links, i, begin + (end - begin) * k / looks, at), half, radius, obstacle, corners)
        if gap <= 0.0:
            return lost or nx * bx + ny * by < SAME_WAY
    return False


@compiled
def runs_through(at, half, obstacle, corners):
    """Whether the middle line of a link at a pose runs through a polygon, also where both its ends lie outside."""
    if obstacle[0] != 2.0:
        return False
    first = int(obstacle[4])
    return crossing_polygon(at[0], at[1], at[2], at[3], half, corners[first : first + int(obstacle[5])])[0] < 0.0


@compiled
def window(before, links, i, near, obstacle):
    """Part (begin, end) of the way, from 0 to 1, on which the link's centre is within ``near`` of the obstacle's middle."""
    k = 4 * i
    dx, dy = links[k] - before[k], links[k + 1] - before[k + 1]
    rx, ry = before[k] - obstacle[1], before[k + 1] - obstacle[2]
    a, b, c = dx * dx + dy * dy, rx * dx + ry * dy, rx * rx + ry * ry - near * near
    if a == 0.0:
        return 0.0, 1.0 if c <= 0.0 else 0.0
    square = b * b - a * c
    if not square > 0.0:
        return 0.0, 0.0
    root = np.sqrt(square)
    return max(0.0, (-b - root) / a), min(1.0, (root - b) / a)


@compiled
def between(before, links, i, t, at):
    """Pose of link i at fraction t of its way: centre along a line, axis turned the short way."""
    k = 4 * i
    ex, ey, fx, fy = before[k + 2], before[k + 3], links[k + 2], links[k + 3]
    angle = t * np.arctan2(ex * fy - ey * fx, ex * fx + ey * fy)
    c, s = np.cos(angle), np.sin(angle)
    at[0], at[1] = before[k] + t * (links[k] - before[k]), before[k + 1] + t * (links[k + 1] - before[k + 1])
    at[2], at[3] = c * ex - s * ey, s * ex + c * ey
    return at


@compiled
def closest(at, half, radius, obstacle, corners):
    """Smallest gap [m] of a link at a pose and an obstacle, and its normal."""
    best, nx, ny = np.inf, 0.0, 0.0
    for feature in range(features_of(obstacle)):
        gap, mx, my, _, _ = candidate(at, 0, half, radius, obstacle, corners, feature)
        if gap < best:
            best, nx, ny = gap, mx, my
    return best, nx, ny


# --- links among each other -------------------------------------------------------------------------------------------


@compiled
def links_pass(before, links, outlines, meets, obstacles, found):
    """Whether two links that can touch passed through each other; their numbers, the second's behind the obstacles', and the way
    of both [m] go to ``found``.
    """
    thinnest = np.inf
    for i in range(outlines.shape[0]):
        thinnest = min(thinnest, outlines[i, 1])
    if furthest(before, links, outlines) <= thinnest:
        return False
    for i in range(meets.shape[0]):
        for j in range(i):
            way = moved(before, links, outlines, i) + moved(before, links, outlines, j)
            far = meets[i, j] != 0.0 and way > outlines[i, 1] + outlines[j, 1]
            if far and pair_passes(before, links, i, j, outlines, way):
                found[0], found[1], found[2] = i, obstacles + j, way
                return True
    return False


@compiled
def pair_passes(before, links, i, j, outlines, way):
    """Whether two links that were apart meet on the way, and do not touch at its end as they met. See ``passes``."""
    both, one, other = outlines[i, 1] + outlines[j, 1], np.empty(4), np.empty(4)
    dx, dy = before[4 * i] - before[4 * j], before[4 * i + 1] - before[4 * j + 1]
    near = both + outlines[i, 0] + outlines[j, 0] + way
    if dx * dx + dy * dy > near * near or pair_gap(before, links, i, j, outlines, 0.0, one, other)[0] <= 0.0:
        return False
    last, bx, by = pair_gap(before, links, i, j, outlines, 1.0, one, other)
    lost = last > 0.0 or crossing(one, outlines[i, 0], other, outlines[j, 0])
    looks = int(min(2.0 + 2.0 * way / both, MOST_LOOKS))
    for k in range(looks + 1):
        gap, nx, ny = pair_gap(before, links, i, j, outlines, k / looks, one, other)
        if gap <= 0.0:
            return lost or nx * bx + ny * by < SAME_WAY
    return False


@compiled
def pair_gap(before, links, i, j, outlines, t, one, other):
    """Gap [m] of two links at fraction t of their ways, and its normal."""
    between(before, links, i, t, one)
    between(before, links, j, t, other)
    gap, nx, ny, _, _, _, _ = link_gap(
        one[0], one[1], one[2], one[3], outlines[i, 0], outlines[i, 1],
        other[0], other[1], other[2], other[3], outlines[j, 0], outlines[j, 1],
    )  # fmt: skip
    return gap, nx, ny


@compiled
def crossing(one, half, other, other_half):
    """Whether the middle lines of two links cross."""
    sine = one[2] * other[3] - one[3] * other[2]
    dx, dy = other[0] - one[0], other[1] - one[1]
    if sine == 0.0:
        return False
    return abs(dx * other[3] - dy * other[2]) <= half * abs(sine) and abs(dx * one[3] - dy * one[2]) <= other_half * abs(sine)
