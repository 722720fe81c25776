"""Machines inside obstacles: the loop over many of them against the search for one."""

import numpy as np

from elver.contact import Disc, Polygon, Scene, Wall
from elver.contact.geometry import deepest, deepest_pair, depths_inside


def test_the_depth_of_every_machine_is_found():
    rng = np.random.default_rng(3)
    scene = Scene((Disc(0.0, 0.0, 0.3), Wall(1.0, 0.0, np.pi), Polygon(((-1.0, -1.0), (-0.2, -1.0), (-0.6, -0.3)))))
    table, corners = scene.table(), scene.corners()
    angle, outlines = rng.uniform(0, 2 * np.pi, (40, 2)), rng.uniform(0.05, 0.2, (40, 2, 2))
    links = np.dstack([rng.uniform(-1.2, 1.2, (40, 2, 2)), np.cos(angle), np.sin(angle)]).reshape(40, 8)
    depths = np.zeros(40)
    depths_inside(links, outlines, table, corners, np.zeros((0, 0)), depths)
    assert depths.tolist() == [-deepest(row, own, table, corners)[0] for row, own in zip(links, outlines, strict=True)]
    assert 10 < (depths > 0).sum() < 40
    meets, pairs = np.array([[0.0, 1.0], [1.0, 0.0]]), np.zeros(40)
    depths_inside(links, outlines, table, corners, meets, pairs)
    own = [-deepest_pair(row, one, meets)[0] for row, one in zip(links, outlines, strict=True)]
    assert pairs.tolist() == np.maximum(depths, own).tolist()
    assert (pairs > depths).any()
