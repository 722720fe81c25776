"""Which of many machines lie inside obstacles. Importing this module imports Numba."""

from __future__ import annotations

from elver.compiled import compiled
from elver.contact.overlaps import deepest


@compiled
def depths_inside(links, outlines, obstacles, corners, depths):
    """How deep [m] the deepest link of every machine lies inside an obstacle. links, outlines: one row per machine."""
    for m in range(links.shape[0]):
        depths[m] = -deepest(links[m], outlines[m], obstacles, corners)[0]
