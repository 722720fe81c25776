"""The projection on friction sets: closest point of a disc, an ellipse, two half ellipses, a segment."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tolerances import ALGEBRA, ROUNDING, VISIBLE

from elver.contact.single.problem import project

AXIS = st.floats(-3, 2).map(lambda e: 10.0**e)
NUMBER = st.floats(-1e3, 1e3, allow_subnormal=False)
ANGLES = np.linspace(-np.pi, np.pi, 20001)


@st.composite
def sets(draw):
    """Half axes (ahead, behind, across): discs, ellipses and asymmetric sets."""
    a, b, c = draw(AXIS), draw(AXIS), draw(AXIS)
    return draw(st.sampled_from([(a, a, a), (a, a, c), (a, b, c)]))


def boundary(ahead, behind, across, angles):
    """Points of the boundary at the given eccentric angles."""
    x = np.cos(angles)
    return np.column_stack([np.where(x > 0, ahead, behind) * x, across * np.sin(angles)])


def level(point, axes):
    """0 at the centre, 1 on the boundary."""
    ahead, behind, across = axes
    return np.hypot(point[0] / (ahead if point[0] > 0 else behind), point[1] / across)


def closest_by_search(point, axes):
    """Smallest distance from an outside point to the boundary: a grid of angles, refined six times around its best."""
    angles = ANGLES
    for _ in range(6):
        distance = np.linalg.norm(boundary(*axes, angles) - point, axis=1)
        best, width = angles[np.argmin(distance)], angles[1] - angles[0]
        angles = np.linspace(best - 2 * width, best + 2 * width, 2001)
    return float(distance.min())


def scaled_to_boundary(point, axes):
    """The tempting wrong projection: scale an outside point towards the centre."""
    return np.array(point) / max(level(point, axes), 1.0)


@settings(deadline=None)
@given(sets(), st.floats(0, 0.999), st.floats(-np.pi, np.pi))
def test_a_point_inside_is_its_own_projection(axes, fraction, angle):
    """Bitwise, for every kind of set."""
    x, y = fraction * boundary(*axes, np.array([angle]))[0]
    assert project(x, y, *axes) == (x, y)


@settings(deadline=None)
@given(sets(), NUMBER, NUMBER)
def test_the_projection_lies_in_the_set_and_on_the_boundary_for_points_outside(axes, x, y):
    """Level at most 1, and exactly 1 for a point from outside, to rounding."""
    inside = level((x, y), axes) <= 1
    reached = level(project(x, y, *axes), axes)
    assert reached <= 1 + ROUNDING
    assert inside or reached >= 1 - ROUNDING


@settings(deadline=None)
@given(sets(), NUMBER, NUMBER)
def test_idempotent(axes, x, y):
    """P P x = P x to rounding."""
    once = np.array(project(x, y, *axes))
    assert np.abs(np.array(project(*once, *axes)) - once).max() <= ROUNDING * max(axes)


@settings(deadline=None)
@given(sets(), NUMBER, NUMBER)
def test_the_step_lies_in_the_normal_cone(axes, x, y):
    """(x - Px) . (z - Px) <= 0 for all z of the set: what makes Px the closest point of a convex set."""
    found = np.array(project(x, y, *axes))
    step, chords = np.array([x, y]) - found, boundary(*axes, ANGLES[::20]) - found
    assert np.max(chords @ step) <= ROUNDING * (np.linalg.norm(step) + max(axes)) * max(axes)


@settings(deadline=None)
@given(sets(), NUMBER, NUMBER)
def test_no_boundary_point_is_closer(axes, x, y):
    """The distance equals the least distance found by a refined search over the boundary."""
    assume(level((x, y), axes) > 1)
    distance = np.hypot(*(np.array(project(x, y, *axes)) - (x, y)))
    searched = closest_by_search(np.array([x, y]), axes)
    assert abs(distance - searched) <= 1e-9 * max(searched, *axes)


@settings(deadline=None)
@given(sets(), NUMBER, NUMBER, NUMBER, NUMBER)
def test_non_expansive(axes, x, y, u, v):
    """Two projections are never farther apart than the points."""
    apart = np.hypot(*(np.array(project(x, y, *axes)) - project(u, v, *axes)))
    assert apart <= np.hypot(x - u, y - v) + ROUNDING * max(axes)


@settings(deadline=None)
@given(AXIS, NUMBER, NUMBER)
def test_a_disc_is_an_ellipse_with_equal_axes(radius, x, y):
    """The closed form of the disc and Newton's method for a nearly round ellipse agree."""
    nearly = radius * (1 + 1e-14)
    assert np.allclose(
        project(x, y, radius, radius, radius), project(x, y, nearly, nearly, radius), rtol=0, atol=ROUNDING * radius
    )


@settings(deadline=None)
@given(AXIS, AXIS, AXIS, NUMBER, NUMBER)
def test_an_asymmetric_set_is_one_ellipse_ahead_and_another_behind(ahead, behind, across, x, y):
    """Each half plane has the projection of its own full ellipse; the mirror image swaps the two."""
    own = ahead if x > 0 else behind
    found = project(x, y, ahead, behind, across)
    assert found == project(x, y, own, own, across)
    mirrored = project(-x, y, behind, ahead, across)
    assert np.allclose((-mirrored[0], mirrored[1]), found, rtol=0, atol=ROUNDING * max(ahead, behind, across))


@settings(deadline=None)
@given(AXIS, AXIS, NUMBER, NUMBER)
def test_half_axes_of_zero(a, b, x, y):
    """Without an axis the set is a segment, a half ellipse, or the origin alone."""
    assert project(x, y, 0.0, 0.0, b) == (0.0, np.clip(y, -b, b))
    assert project(x, y, a, b, 0.0) == (np.clip(x, -b, a), 0.0)
    assert project(x, y, 0.0, 0.0, 0.0) == (0.0, 0.0)
    expected = (0.0, np.clip(y, -b, b)) if x > 0 else project(x, y, a, a, b)
    assert project(x, y, 0.0, a, b) == expected


@pytest.mark.parametrize("axes", [(1.0, 1.0, 3.0), (2.0, 0.5, 1.0)])
def test_scaling_towards_the_centre_is_another_point(axes):
    """The wrong variant ends on the boundary too, but farther away; on a disc and on the axes both agree."""
    point = np.array([2.0, 4.0])
    right, wrong = np.array(project(*point, *axes)), scaled_to_boundary(point, axes)
    assert abs(level(wrong, axes) - 1) <= ALGEBRA
    assert np.linalg.norm(wrong - point) - np.linalg.norm(right - point) >= VISIBLE
    assert np.allclose(project(*point, 1.0, 1.0, 1.0), scaled_to_boundary(point, (1.0, 1.0, 1.0)), rtol=0, atol=ALGEBRA)
    assert np.allclose(project(5.0, 0.0, *axes), (axes[0], 0.0), rtol=0, atol=ALGEBRA)


@settings(deadline=None)
@given(st.floats(0, 6), st.floats(-2, 2), st.floats(0.05, 1.5))
def test_points_far_outside_still_land_on_the_boundary(distance, ratio, angle):
    """Newton's method has enough steps for impulses a million times the set's larger axis."""
    axes = (1.0, 1.0, 10.0**ratio)
    x, y = 10.0**distance * np.array([np.cos(angle), np.sin(angle)]) * max(axes)
    assert abs(level(project(x, y, *axes), axes) - 1) <= ROUNDING


def test_points_very_far_outside_land_on_the_boundary():
    """A nearly frictionless ellipse (mu about 1e-9) is left by 5e-5 of its size."""
    axes = (1.0, 1.0, 100.0)
    assert abs(level(project(5e9, 8e9, *axes), axes) - 1) <= ROUNDING
