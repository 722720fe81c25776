"""Links inside obstacles: the compiled search against the one in Python."""

import numpy as np

from elver.contact import Disc, Polygon, Scene, Wall
from elver.contact.inside import find_all_deepest
from elver.contact.start import depth_in


def test_the_deepest_link_of_every_machine_is_found():
    rng = np.random.default_rng(3)
    scene = Scene((Disc(0.0, 0.0, 0.3), Wall(1.0, 0.0, np.pi), Polygon(((-1.0, -1.0), (-0.2, -1.0), (-0.6, -0.3)))))
    table, corners, outlines = scene.table(), scene.corners(), np.array([[0.2, 0.05], [0.1, 0.08]])
    angle = rng.uniform(0, 2 * np.pi, (40, 2))
    links = np.dstack([rng.uniform(-1.2, 1.2, (40, 2, 2)), np.cos(angle), np.sin(angle)]).reshape(40, 8)
    found = np.zeros((40, 3))
    find_all_deepest(links, np.repeat(outlines[None], 40, axis=0), table, corners, found)
    for row, best in zip(links, found, strict=True):
        depths = {(i, k): -depth_in(row, i, outlines[i], table[k], corners)[0] for i in range(2) for k in range(3)}
        deepest = max(depths, key=lambda pair: depths[pair])
        assert best[2] == max(depths[deepest], 0.0)
        if best[2] > 0:
            assert (int(best[0]), int(best[1])) == deepest
    assert (found[:, 2] > 0).sum() > 10
