"""Slopes of normals and nearest points against central differences of the gaps' own geometry."""

import numpy as np
import pytest
from tolerances import assert_close

from elver.contact.geometry import candidate, link_gap
from elver.contact.scene import Disc, Polygon, Scene, Wall
from elver.contact.variations.rows import link_slopes, touch_slopes

DIFFERENCES = 1e-7  # of step 1e-6
SCENE = Scene((Disc(0.3, 0.1, 0.1), Wall(0.5, 0.6, -2.0), Polygon(((0.3, -0.5), (0.6, -0.3), (0.2, -0.3)))))


def pose(numbers):
    """Place and direction of a contour from (x, y, angle)."""
    x, y, angle = numbers
    return np.array([x, y, np.cos(angle), np.sin(angle)])


def turned(numbers):
    """Change of the pose with (x, y, angle), as rows."""
    return np.array([[1.0, 0, 0, 0], [0, 1.0, 0, 0], [0, 0, -np.sin(numbers[2]), np.cos(numbers[2])]])


def by_differences(function, at, d=1e-6):
    """Rows: derivatives by every number."""
    return np.array([(np.array(function(at + d * e)) - np.array(function(at - d * e))) / (2 * d) for e in np.eye(len(at))])


@pytest.mark.parametrize(
    ("thing", "feature", "at"),
    [
        (0, 0, (0.1, 0.05, 0.4)),  # the straight side
        (0, 0, (-0.2, 0.3, 0.4)),  # an end
        (1, 0, (0.3, 0.2, 0.5)),
        (1, 1, (0.3, 0.2, 0.5)),
        (2, 0, (0.1, -0.7, 0.4)),  # an end against a corner
        (2, 1, (0.4, -0.1, -1.4)),  # an end against an edge
        (2, 4, (0.15, -0.25, 2.2)),  # a corner against the straight side
    ],
)
def test_obstacles(thing, feature, at):
    table, corners, at = SCENE.table(), SCENE.corners(), np.array([*at, 0.12, 0.02])
    _, nx, ny, *_ = candidate(pose(at[:3]), 0, at[3], at[4], table[thing], corners, feature)
    Dn, Dr = np.zeros((2, 12)), np.zeros((2, 12))
    touch_slopes(pose(at[:3]), 0, at[3], table[thing], corners, feature, nx, ny, np.empty(6), Dn, Dr)
    expected = by_differences(lambda v: candidate(pose(v[:3]), 0, v[3], v[4], table[thing], corners, feature)[1:], at)
    chain = np.zeros((5, 6))
    chain[:3, :4], chain[3, 4], chain[4, 5] = turned(at), 1.0, 1.0
    assert np.abs(expected[:, 2:]).max() > 0.1
    assert_close(chain @ np.vstack([Dn, Dr])[:, :6].T, expected, DIFFERENCES)


@pytest.mark.parametrize(
    ("one", "two"),
    [((0.0, 0.0, 0.2), (0.05, 0.1, 1.4)), ((0.0, 0.0, 1.5), (0.1, 0.02, 0.1)), ((0.0, 0.0, 0.2), (0.4, 0.2, 0.6))],
)
def test_links(one, two):
    """An end against a straight side, the same the other way round, and two ends."""

    def gap(v):
        return link_gap(*pose(v[:3]), v[3], 0.02, *pose(v[4:7]), v[7], 0.02)

    at = np.array([*one, 0.12, *two, 0.15])
    links, found = np.concatenate([pose(one), pose(two)]), gap(at)
    Dn, Dr, Dq = np.zeros((2, 12)), np.zeros((2, 12)), np.zeros((2, 12))
    link_slopes(links, 0, 1, 0.12, 0.15, found[1:], Dn, Dr, Dq)
    chain = np.zeros((8, 12))
    chain[:3, :4], chain[3, 4], chain[4:7, 6:10], chain[7, 10] = turned(one), 1.0, turned(two), 1.0
    expected = by_differences(lambda v: gap(v)[1:], at)
    assert np.abs(expected).max() > 0.1
    assert_close(chain @ np.vstack([Dn, Dr, Dq]).T, expected, DIFFERENCES)
