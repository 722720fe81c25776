"""Which of many machines lie inside obstacles or themselves. Importing this module imports Numba."""

from __future__ import annotations

from elver.compiled import compiled
from elver.contact.overlaps import deepest, deepest_pair


@compiled
def depths_inside(links, outlines, obstacles, corners, meets, depths):
    """How deep [m] the deepest link of every machine lies inside an obstacle, or inside another link that it can touch.

    links, outlines: one row per machine.   meets: see ``SceneTables``.
    """
    for m in range(links.shape[0]):
        within = deepest(links[m], outlines[m], obstacles, corners)[0]
        depths[m] = -min(within, deepest_pair(links[m], outlines[m], meets)[0])
