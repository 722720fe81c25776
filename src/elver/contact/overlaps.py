"""How deep links lie inside obstacles. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.geometry import candidate, crossing_polygon, features_of, link_gap


@compiled
def gap_of(links, i, half, radius, obstacle, corners):
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
            gap, nx, ny = gap_of(links, i, outlines[i, 0], outlines[i, 1], obstacles[k], corners)
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
