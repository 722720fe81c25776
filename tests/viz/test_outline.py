"""Outlines and scenery: regions of media are drawn from what a run recorded, whatever its machine."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.spatial import ConvexHull

import elver
from elver import scenario, simulate
from elver.robot import Box, Rod
from elver.robot.joints import placed
from elver.viz.machine import GROUNDS, best_view, convex, draw_regions, limits
from elver.viz.style import new_figure


@pytest.fixture(scope="module")
def wading():
    own = scenario("snake-amphibious")
    model = own.build({"links": 3}, free=["shore.position"])
    return simulate(model, 0.02, solver=elver.Solver(dt=own.dt), parameters={"shore.position": 1.5}, progress=False).data


def test_a_medium_says_where_its_regions_lie(wading):
    """Also where the line is a free parameter."""
    assert json.loads(wading.attrs["regions"]) == [{"name": "land", "to": 1.5}, {"name": "water", "from": 1.5}]


def test_regions_are_coloured_up_to_the_edges_of_the_picture(wading):
    """And beyond, should it become wider to stay to scale; its limits are as they were."""
    _, (axis,) = new_figure()
    axis.set_xlim(0.0, 4.0)
    draw_regions(axis, wading)
    (left, shore), (same, right) = [(p.get_x(), p.get_x() + p.get_width()) for p in axis.patches]
    assert shore == same == 1.5
    assert left < 0.0
    assert right > 4.0
    assert axis.get_xlim() == (0.0, 4.0)
    assert [t.get_text() for t in axis.texts] == ["land", "water"]
    assert set(GROUNDS) == {"land", "water"}


def test_a_run_without_regions_has_no_scenery(wading):
    _, (axis,) = new_figure()
    draw_regions(axis, wading.assign_attrs(regions="[]"))
    assert not axis.patches


def test_limits_hold_the_machine(wading):
    view = best_view(wading)
    assert view == "xy"
    (x0, x1), (y0, y1) = limits(wading, view)
    places = wading.body_position.values.reshape(-1, 3)
    assert x0 < places[:, 0].min() < places[:, 0].max() < x1
    assert y0 < places[:, 1].min() < places[:, 1].max() < y1


@pytest.mark.parametrize(("axis", "view"), [((0, 1, 0), "xz"), ((1, 0, 0), "yz"), ((0, 0, 1), "xy")])
def test_a_machine_on_a_fixed_base_is_seen_where_it_moves(axis, view):
    """A pendulum, whose origin stays where it is."""
    bodies = [elver.Body.solid("post", Box(1.0, 1.0, 1.0), 500.0), elver.Body.solid("pole", Rod(0.8, 0.02), 800.0)]
    hinge = elver.Joint("hinge", "post", "pole", place=placed((0, 0, 0), axis), mode="passive")
    robot = elver.Robot("swing", bodies, [hinge], base="fixed")
    model = elver.Model("swing", robot, elastic=elver.drive.Spring(), start=elver.InitialState(rates={"hinge": 2.0}))
    assert best_view(elver.simulate(model, 1.0, progress=False).samples) == view


def test_convex_outlines_are_those_of_qhull():
    """Also of points that lie several times in one place; points in a line keep their ends."""
    rng = np.random.default_rng(3)
    for points in (rng.normal(size=(60, 2)), np.vstack(2 * [np.round(rng.normal(size=(40, 2)), 1)])):
        found, wanted = convex(points), points[ConvexHull(points).vertices]
        assert sorted(map(tuple, found)) == sorted(map(tuple, wanted))
        x, y = found.T
        assert 0.5 * (x @ np.roll(y, -1) - y @ np.roll(x, -1)) == pytest.approx(ConvexHull(points).volume)  # counterclockwise
    line = convex(np.outer(np.linspace(0.0, 1.0, 5), [2.0, 1.0]))
    assert line.tolist() == [[0.0, 0.0], [2.0, 1.0]]
