"""How deep links lie inside obstacles. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.geometry import candidate, crossing_polygon, features_of


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
