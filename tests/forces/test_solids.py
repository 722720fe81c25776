"""Added inertia of boxes: the fit against the computed table, bounds by Lamb's ellipsoids, printed coefficients."""

from __future__ import annotations

import math
from itertools import permutations
from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated

from elver.forces import Immersed, Vehicle
from elver.forces.solids import box_added, ellipsoid_added, solid_inertia
from elver.robot import Body, Box, Ellipsoid, axes_from

TABLE = np.loadtxt(Path(__file__).parents[1] / "reference" / "added_mass_of_boxes.csv", delimiter=",", skiprows=1)


def random_edges(rng, count):
    return 10 ** rng.uniform(-1.6, 0, (count, 3))


def test_the_fit_is_as_near_to_the_table_as_the_page_says():
    off = []
    for row in TABLE:
        masses, moments = box_added(Box(*row[:3]), 1.0)
        off.append(np.array(masses + moments) / row[3:9] - 1)
    off = np.array(off)
    assert np.abs(off[:, :3]).max() < 0.007
    assert np.abs(off[:, 3:]).max() < 0.028
    assert np.sqrt((off[:, :3] ** 2).mean()) < 0.0033
    assert np.sqrt((off[:, 3:] ** 2).mean()) < 0.012


def test_between_the_ellipsoids_inside_and_around_it():
    """What a body displaces and what it moves, m + rho V, grows where the body grows (Polya and Szego): Lamb's ellipsoid with
    half axes l/2 is inside, that with sqrt(3) l/2 around."""
    for edges in random_edges(np.random.default_rng(1), 2000):
        inside, around = Ellipsoid(*(edges / 2)), Ellipsoid(*(math.sqrt(3) * edges / 2))
        own = np.array(box_added(Box(*edges), 1.0)[0]) + edges.prod()
        low, high = (np.array(ellipsoid_added(solid, 1.0)[0]) + solid.volume for solid in (inside, around))
        assert (low < own).all()
        assert (own < high).all()


# DNV-RP-C205, table of three-dimensional bodies: square prisms that move along their axis, length over side, m over the volume.
PRISMS = [(1, 0.68), (2, 0.36), (3, 0.24), (4, 0.19), (5, 0.15), (7, 0.11)]


@pytest.mark.parametrize(("ratio", "coefficient"), PRISMS)
def test_square_prisms_along_their_axis(ratio, coefficient):
    """The printed ones are old and rounded; potential flow is up to a tenth below, never above."""
    own = box_added(Box(ratio, 1.0, 1.0), 1.0)[0][0] / ratio
    assert 0.89 * coefficient < own < coefficient


def test_a_cube_has_the_added_mass_that_panels_give():
    masses, moments = box_added(Box(0.2, 0.2, 0.2), 1000.0)
    assert masses == pytest.approx([0.638 * 8.0] * 3, rel=0.005)
    assert moments == pytest.approx([0.0392 * 0.32] * 3, rel=0.025)  # times rho a^5


# DNV-RP-C205, rectangles 2a across the flow and 2b along it: m over rho pi a^2 per length.
RECTANGLES = [(10, 1.14), (5, 1.21), (2, 1.36), (1, 1.51)]


@pytest.mark.parametrize(("flat", "plane"), RECTANGLES)
def test_long_bars_have_the_added_mass_of_their_section(flat, plane):
    """Twenty times as long as high; the flow around the ends takes some off."""
    across, along = 1.0, 1.0 / flat
    own = box_added(Box(20.0, along, across), 1.0)[0][1] / (20 * math.pi / 4 * across**2)
    assert 0.94 * plane < own < 1.0 * plane


def test_a_long_square_bar_turns_the_water_of_its_section():
    """0.234 rho pi a^4 per length about its axis; across, the square of the place times the mass per length."""
    moments = box_added(Box(20.0, 1.0, 1.0), 1.0)[1]
    assert moments[0] / 20 == pytest.approx(0.234 * math.pi / 16, rel=0.03)
    assert 0.8 < moments[1] / (1.51 * math.pi / 4 * 20**3 / 12) < 0.95


def test_the_order_of_the_edges_only_names_the_axes():
    edges = np.array([0.7, 0.2, 0.4])
    masses, moments = box_added(Box(*edges), 1000.0)
    for order in permutations(range(3)):
        own = box_added(Box(*edges[list(order)]), 1000.0)
        assert own[0] == pytest.approx(np.array(masses)[list(order)], rel=1e-12)
        assert own[1] == pytest.approx(np.array(moments)[list(order)], rel=1e-12)


def test_scale_and_density():
    one, other = box_added(Box(0.3, 0.2, 0.1), 1.0), box_added(Box(0.9, 0.6, 0.3), 1000.0)
    assert np.array(other[0]) / one[0] == pytest.approx(27000.0)
    assert np.array(other[1]) / one[1] == pytest.approx(243000.0)


def test_a_box_that_is_placed_has_its_water_there_and_edges_may_be_free():
    """Twice the kinetic energy is that of the centre's motion along the box's own axes."""
    axes = axes_from((0.6, 0.8, 0), (-0.8, 0.6, 0))
    box, V = Box(0.5, 0.3, 0.2, at=(0.1, -0.2, 0.3), axes=axes), np.random.default_rng(2).normal(size=6)
    masses, moments = box_added(box, 1000.0)
    v, w = axes.T @ (V[:3] + np.cross(V[3:], box.at)), axes.T @ V[3:]
    inertia = np.array(ca.evalf(solid_inertia(box, 1000.0)))
    assert V @ inertia @ V == pytest.approx(masses @ v**2 + moments @ w**2, rel=1e-12)
    body = Body.solid("box", box, 1000.0)
    for law in (Vehicle("box"), Immersed()):
        assert Evaluated(law, body).inertia() == pytest.approx(inertia, rel=1e-12, abs=1e-12)
    length = ca.SX.sym("l")
    free = box_added(Box(length, 0.3, 0.2), 1000.0)
    number = ca.Function("f", [length], [ca.vertcat(*free[0], *free[1])])(0.5)
    assert np.array(number).ravel() == pytest.approx([*masses, *moments], rel=1e-12)
