"""Which links of a machine lie inside obstacles, in compiled loops. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.geometry import candidate, crossing_polygon, features_of


@compiled
def gap_of(links, i, half, radius, obstacle, corners):
    """Gap [m] of link i and an obstacle, negative inside it: ``contact.start.depth_in``."""
    if obstacle[0] == 2.0:
        own = corners[int(obstacle[4]) : int(obstacle[4]) + int(obstacle[5])]
        away = crossing_polygon(links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3], half, own)[0]
        if away < 0.0:
            return away - radius
    gap = np.inf
    for feature in range(features_of(obstacle)):
        gap = min(gap, candidate(links, i, half, radius, obstacle, corners, feature)[0])
    return gap


@compiled
def find_deepest(links, outlines, obstacles, corners, found):
    """The link that lies deepest inside an obstacle: found becomes its number, that of the obstacle, and the depth [m]."""
    for k in range(found.shape[0]):
        found[k] = 0.0
    for i in range(outlines.shape[0]):
        for k in range(obstacles.shape[0]):
            depth = -gap_of(links, i, outlines[i, 0], outlines[i, 1], obstacles[k], corners)
            if depth > found[2]:
                found[0], found[1], found[2] = i, k, depth


@compiled
def find_all_deepest(links, outlines, obstacles, corners, found):
    """The same for many machines, one row of links, outlines and found each."""
    for m in range(links.shape[0]):
        find_deepest(links[m], outlines[m], obstacles, corners, found[m])
