"""Gaps between stadiums and obstacles, their normals and rates."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tolerances import ALGEBRA, ROUNDING, VISIBLE

from elver.contact.geometry import corner_gap, crossing_polygon, disc_gap, end_polygon_gap, link_gap, wall_gap

APART = 15e-6  # m between the points of a sampled contour
PLACE = st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-np.pi, np.pi))
MOTION = st.tuples(*[st.floats(-1, 1)] * 3)
HALF, RADIUS, OBSTACLE = 0.3, 0.1, 0.25
STEP = 1e-6


def gap_to_disc(pose, hx=0.0, hy=0.0):
    """The gap's five numbers at a pose (x, y, angle)."""
    x, y, angle = pose
    return disc_gap(x, y, np.cos(angle), np.sin(angle), HALF, RADIUS, hx, hy, OBSTACLE)


def gap_to_wall(pose, angle, end):
    """The wall through (0.2, -0.1) with its normal at ``angle``."""
    x, y, own = pose
    return wall_gap(x, y, np.cos(own), np.sin(own), HALF, RADIUS, 0.2, -0.1, angle, end)


def contour(pose, count=20000):
    """Points on the rim of the stadium: two half circles and two sides."""
    turn = np.linspace(-np.pi / 2, np.pi / 2, count)
    cap = np.column_stack([HALF + RADIUS * np.cos(turn), RADIUS * np.sin(turn)])
    x = np.linspace(-HALF, HALF, count)
    sides = [np.column_stack([x, np.full(count, y)]) for y in (RADIUS, -RADIUS)]
    c, s = np.cos(pose[2]), np.sin(pose[2])
    return np.vstack([cap, -cap, *sides]) @ np.array([[c, s], [-s, c]]) + pose[:2]


def predicted_rate(found, motion):
    """n . (v + w x r)."""
    _, nx, ny, rx, ry = found
    vx, vy, w = motion
    return nx * (vx - w * ry) + ny * (vy + w * rx)


def moved(pose, motion, seconds):
    return tuple(p + seconds * m for p, m in zip(pose, motion, strict=True))


def segment_distance(pose):
    """Distance of the origin from the segment and its coordinate along the segment."""
    x, y, angle = pose
    along = -x * np.cos(angle) - y * np.sin(angle)
    nearest = np.clip(along, -HALF, HALF)
    return np.hypot(x + nearest * np.cos(angle), y + nearest * np.sin(angle)), along


@settings(deadline=None)
@given(PLACE)
def test_the_gap_to_a_disc_is_the_distance_of_the_contours(pose):
    """Against brute force over sampled points of the rim, where the disc's centre is outside the stadium.

    Points 15 um apart give a distance d only to (15 um)^2/(2 d), and never worse than 15 um.
    """
    distance, _ = segment_distance(pose)
    if distance > RADIUS:
        brute, away = np.linalg.norm(contour(pose), axis=1).min() - OBSTACLE, distance - RADIUS
        coarse = 0.0 if away > 2e-3 else min(APART, APART**2 / (2 * away))
        assert -1e-9 <= brute - gap_to_disc(pose)[0] <= max(1e-7, coarse)


@settings(deadline=None)
@given(PLACE)
def test_the_gap_is_the_distance_along_its_normal(pose):
    """Nearest point - normal * (gap + both radii) is the disc's centre; the normal has length one (squares do not underflow)."""
    assume(segment_distance(pose)[0] > 1e-100)
    gap, nx, ny, rx, ry = gap_to_disc(pose)
    assert abs(np.hypot(nx, ny) - 1) <= ALGEBRA
    back = np.array([pose[0] + rx, pose[1] + ry]) - (gap + RADIUS + OBSTACLE) * np.array([nx, ny])
    assert np.abs(back).max() <= ROUNDING


@settings(deadline=None)
@given(PLACE, MOTION)
def test_the_rate_of_the_gap(pose, motion):
    """n . (v + w x r) against central differences, side and end alike; across the border of both too."""
    distance, _ = segment_distance(pose)
    if distance > 0.05:
        ahead, behind = (gap_to_disc(moved(pose, motion, s))[0] for s in (STEP, -STEP))
        rate = predicted_rate(gap_to_disc(pose), motion)
        assert abs((ahead - behind) / (2 * STEP) - rate) <= 1e-4  # STEP * curvature 1/0.05 at the border, rounding elsewhere


@pytest.mark.parametrize(("along", "regime"), [(0.1, "side"), (0.45, "end"), (-0.45, "end")])
def test_both_regimes_have_their_published_direction(along, regime):
    """Beside the segment (14): the arm is the disc's coordinate along the link. Beyond it (16): the end of the segment."""
    gap, nx, ny, rx, ry = disc_gap(0.0, 0.0, 1.0, 0.0, HALF, RADIUS, along, -0.6, OBSTACLE)
    assert ry == 0
    if regime == "side":
        assert (nx, ny, rx) == (0.0, 1.0, along)
        assert abs(gap - (0.6 - RADIUS - OBSTACLE)) <= ALGEBRA
    else:
        beyond = along - np.sign(along) * HALF
        assert rx == np.sign(along) * HALF
        assert abs(gap - (np.hypot(beyond, 0.6) - RADIUS - OBSTACLE)) <= ALGEBRA
        assert np.sign(nx) == -np.sign(along)


@settings(deadline=None)
@given(st.floats(-np.pi, np.pi), st.floats(0.15, 1.0), st.floats(0.0, 1.0))
def test_gap_normal_and_arm_are_continuous_across_the_border(angle, aside, sign):
    """At the end of the straight part the two formulas and their normals meet."""
    side = 1.0 if sign > 0.5 else -1.0
    c, s = np.cos(angle), np.sin(angle)
    found = []
    for along in (HALF - 1e-10, HALF + 1e-10):
        hx, hy = along * c - side * aside * s, along * s + side * aside * c
        found.append(disc_gap(0.0, 0.0, c, s, HALF, RADIUS, hx, hy, OBSTACLE))
    assert np.abs(np.subtract(*found)).max() <= 3e-9


@settings(deadline=None)
@given(PLACE, MOTION)
def test_the_gap_is_continuous(pose, step):
    """It never changes by more than the contour can move (Lipschitz), inside the obstacle too."""
    small = moved((0, 0, 0), step, 1e-3)
    change = gap_to_disc(moved(pose, small, 1.0))[0] - gap_to_disc(pose)[0]
    assert abs(change) <= np.hypot(small[0], small[1]) + HALF * abs(small[2]) + ROUNDING


def test_a_disc_on_the_segment_gives_a_finite_normal():
    """The distance is zero and no direction is nearest: the link's own normal is taken."""
    gap, nx, ny, _, _ = disc_gap(0.0, 0.0, 0.6, 0.8, HALF, RADIUS, 0.0, 0.0, OBSTACLE)
    assert gap == -(RADIUS + OBSTACLE)
    assert (nx, ny) == (-0.8, 0.6)


@settings(deadline=None)
@given(PLACE, st.floats(-np.pi, np.pi))
def test_the_nearer_end_has_the_gap_to_a_wall(pose, angle):
    """The smaller of both ends' gaps is the least signed distance of sampled rim points from the wall's line."""
    n = np.array([np.cos(angle), np.sin(angle)])
    brute = ((contour(pose) - (0.2, -0.1)) @ n).min()
    ends = [gap_to_wall(pose, angle, end)[0] for end in (-1.0, 1.0)]
    assert -1e-9 <= brute - min(ends) <= 1e-7


@settings(deadline=None)
@given(PLACE, MOTION, st.floats(-np.pi, np.pi), st.sampled_from([-1.0, 1.0]))
def test_the_rate_of_the_gap_to_a_wall(pose, motion, angle, end):
    """n . (v + w x r) of each end against central differences."""
    ahead, behind = (gap_to_wall(moved(pose, motion, s), angle, end)[0] for s in (STEP, -STEP))
    assert abs((ahead - behind) / (2 * STEP) - predicted_rate(gap_to_wall(pose, angle, end), motion)) <= 1e-9


def test_the_rotation_matters_for_the_rate():
    """Leaving w x r out misses the rate of a turning link visibly."""
    pose, turning = (0.0, 0.5, 0.3), (0.0, 0.0, 1.0)
    found = gap_to_disc(pose, 0.25, 0.0)
    assert abs(predicted_rate(found, turning)) >= VISIBLE
    assert predicted_rate((*found[:3], 0.0, 0.0), turning) == 0


# --- a segment through a polygon ------------------------------------------------------------------------------------

PENTAGON = np.array([(0.35 * np.cos(a), 0.35 * np.sin(a)) for a in 0.2 + 2 * np.pi / 5 * np.arange(5)])


def shares_points(pose, shift=(0.0, 0.0)):
    """Whether the moved segment and the pentagon share points, by the polygon's edges at many points of the segment."""
    x, y, angle = pose
    s = np.linspace(-HALF, HALF, 2001)
    points = np.column_stack([x + shift[0] + s * np.cos(angle), y + shift[1] + s * np.sin(angle)])
    edges = np.roll(PENTAGON, -1, axis=0) - PENTAGON
    outward = np.column_stack([edges[:, 1], -edges[:, 0]])
    return bool((((points[:, None] - PENTAGON) * outward).sum(-1) < 0).all(axis=1).any())


@settings(deadline=None)
@given(PLACE)
def test_a_segment_through_a_polygon_comes_out_by_the_shortest_move(pose):
    """Along the normal the depth is just enough; no move that is 1 % shorter does it in any of 90 directions."""
    x, y, angle = pose
    away, nx, ny = crossing_polygon(x, y, np.cos(angle), np.sin(angle), HALF, PENTAGON)
    assert (away < 0) == shares_points(pose) or abs(away) < 1e-3
    if away < -1e-2:
        assert not shares_points(pose, (-1.001 * away * nx, -1.001 * away * ny))
        for turn in 2 * np.pi * np.arange(90) / 90:
            assert shares_points(pose, (-0.99 * away * np.cos(turn), -0.99 * away * np.sin(turn)))


SQUARE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))


def brute_distance(point, corners):
    """Distance of a point to the border of a polygon, sampled."""
    border = [np.linspace(a, b, 2001) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return np.linalg.norm(np.vstack(border) - point, axis=1).min()


def test_gap_of_a_link_s_end_to_a_polygon():
    rng, corners = np.random.default_rng(0), np.array(SQUARE)
    for _ in range(50):
        x, y, angle = *rng.uniform(-3, 3, 2), rng.uniform(0, 6)
        gap, nx, ny, rx, ry = end_polygon_gap(x, y, np.cos(angle), np.sin(angle), 0.3, 0.1, corners, 1.0)
        point = np.array([x + rx, y + ry])
        inside = np.abs(point).max() <= 1
        assert gap + 0.1 == pytest.approx(brute_distance(point, corners) * (-1 if inside else 1), abs=2e-3)
        assert np.hypot(nx, ny) == pytest.approx(1)


def test_corner_faces_the_side_only():
    assert corner_gap(0.0, 0.0, 1.0, 0.0, 0.5, 0.1, 0.2, 0.4)[0] == pytest.approx(0.3)
    assert corner_gap(0.0, 0.0, 1.0, 0.0, 0.5, 0.1, 0.8, 0.4)[0] == np.inf


def test_gap_of_two_links():
    rng = np.random.default_rng(1)
    s = np.linspace(-1, 1, 401)
    for _ in range(30):
        gx, gy, hx, hy = rng.uniform(-2, 2, 4)
        a, b = rng.uniform(0, 6, 2)
        first = np.array([gx, gy]) + 0.4 * s[:, None] * [np.cos(a), np.sin(a)]
        second = np.array([hx, hy]) + 0.6 * s[:, None] * [np.cos(b), np.sin(b)]
        nearest = np.linalg.norm(first[:, None] - second[None], axis=2).min()
        if nearest > 0.05:
            found = link_gap(gx, gy, np.cos(a), np.sin(a), 0.4, 0.1, hx, hy, np.cos(b), np.sin(b), 0.6, 0.2)
            assert found[0] == pytest.approx(nearest - 0.3, abs=5e-3)
