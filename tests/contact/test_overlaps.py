"""The deepest overlap: discs by hand, and the normal that leads out."""

from __future__ import annotations

import numpy as np

from elver.contact.geometry import deepest

LINKS = np.array([0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 1.0, 0.0])  # two links along x, at 0 and 2 m
OUTLINES = np.array([[0.5, 0.1], [0.5, 0.1]])
NO_CORNERS = np.zeros((0, 2))


def disc(x: float, y: float, radius: float) -> list[float]:
    return [0.0, x, y, radius, 0.0, 0.0]


def test_the_deepest_of_two_discs():
    obstacles = np.array([disc(0.2, 0.3, 0.25), disc(2.0, -0.3, 0.4), disc(5.0, 5.0, 1.0)])
    gap, nx, ny, link, obstacle = deepest(LINKS, OUTLINES, obstacles, NO_CORNERS)
    assert (link, obstacle) == (1, 1)
    assert abs(gap - (0.3 - 0.1 - 0.4)) < 1e-15
    assert abs(nx) < 1e-15
    assert abs(ny - 1.0) < 1e-15


def test_nothing_overlaps():
    assert deepest(LINKS, OUTLINES, np.array([disc(1.0, 1.0, 0.5)]), NO_CORNERS)[0] == 0.0


def test_a_link_across_a_polygon():
    corners = np.array([[-0.2, -1.0], [0.2, -1.0], [0.2, 0.05], [-0.2, 0.05]])
    obstacles = np.array([[2.0, 0.0, 0.0, 0.0, 0.0, 4.0]])
    gap, nx, ny, link, _ = deepest(LINKS, OUTLINES, obstacles, corners)
    assert link == 0
    assert abs(gap - (-0.05 - 0.1)) < 1e-12
    assert (round(nx, 12), round(ny, 12)) == (0.0, 1.0)
