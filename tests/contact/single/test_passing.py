"""Steps that carry a link past an obstacle: never unnoticed."""

import re
from dataclasses import replace

import numpy as np
import pytest

from elver.contact import Disc, Polygon, Scene, Wall
from elver.contact.geometry import end_polygon_gap
from elver.contact.single.events import furthest, links_pass, passed
from elver.model import InitialState, Model, compile_model
from elver.results.summary import report_rows
from elver.robot import Body, Contour, Robot
from elver.simulation import Compute, Solver, simulate, simulate_batch

PLATE = Polygon(((0.0, -0.3), (0.004, -0.3), (0.004, 0.3), (0.0, 0.3)), "plate")
PEBBLE = Disc(0.0, 0.0, 0.01, "pebble")


def block(obstacle):
    """A block with a rim of 3 cm that flies at 300 m/s against an obstacle at the origin."""
    body = Body.central("block", 2.0, np.zeros(3), 0.01 * np.eye(3))
    contour = Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.05, 0.03)
    robot = Robot("block", [replace(body, contour=contour)], [], base="planar")
    start = InitialState((-1.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (300.0, 0, 0, 0, 0, 0))
    return Model("block", robot, start=start, scene=Scene((obstacle,)))


def outcomes(obstacle, dt, count=24):
    """Status and last x of machines that start a little further on each, over one step in all."""
    program = compile_model(block(obstacle))
    x = np.tile(program.initial_state(program.parameter_vector(None)), (count, 1))
    x[:, program.equations.layout.slices["position"].start] += np.linspace(0.0, 300 * dt, count, endpoint=False)
    batch = simulate_batch(program, 16e-3, solver=Solver(dt=dt), initial_states=x, compute=Compute(threads=1))
    return list(batch.status.values), batch.final_position.values[:, 0], [str(d) for d in batch.status_detail.values]


@pytest.mark.parametrize("obstacle", [PEBBLE, PLATE], ids=lambda o: o.name)
@pytest.mark.parametrize("dt", [2e-3, 1e-3, 5e-4])
def test_nothing_passes_unnoticed(obstacle, dt):
    """Wherever the looks fall: the block is stopped, or the run ends and says so."""
    status, reached, detail = outcomes(obstacle, dt)
    assert "stepped over obstacle" in status
    for word, x, text in zip(status, reached, detail, strict=True):
        assert word == "stepped over obstacle" or (word == "finished" and x < 0.0)
        assert word == "finished" or obstacle.name in text


def test_the_text_names_body_obstacle_and_a_step_that_notices():
    """With the step it advises, no start slips through and nothing is stepped over."""
    run = simulate(block(PEBBLE), 0.016, solver=Solver(dt=5e-4))
    assert run.status == "stepped over obstacle"
    assert "body 'block' moves 0.15 m in the next step of 0.0005 s and passes obstacle 'pebble'" in run.status_detail
    assert run.status_detail.count("body '") == 1
    assert dict(report_rows(run))["status"].count("stepped over obstacle") == 1
    advised = float(re.search(r"Use dt = (\S+) s or less", run.status_detail).group(1))
    assert 5e-5 < advised < 5e-4
    status, reached, _ = outcomes(PEBBLE, 16e-3 / np.ceil(16e-3 / advised))
    assert set(status) == {"finished"}
    assert (reached < 0.0).all()


@pytest.mark.parametrize("obstacle", [Disc(0.0, 0.5, 0.01), Wall(9.0, 0.0, np.pi)])
def test_fast_motion_beside_an_obstacle_is_allowed(obstacle):
    """Past a disc that is not in the way, and before a wall, which has no other side."""
    run = simulate(block(obstacle), 0.016, solver=Solver(dt=5e-4))
    assert run.status == "finished"
    assert run.data.base_position.values[-1, 0] > 3.0


def test_an_end_that_lands_on_the_edge_is_pushed_by_the_edge():
    """The direction to a boundary 1e-17 m away is rounding: the edge's own normal counts."""
    for x in (-1e-17, 0.0, 1e-17):
        _, nx, ny, _, _ = end_polygon_gap(x - 0.05, 0.0123, 1.0, 0.0, 0.05, 0.03, np.array(PLATE.corners), 1.0)
        assert (nx, ny) == (-1.0, 0.0)


def pose(x, y, angle):
    return np.array([x, y, np.cos(angle), np.sin(angle)])


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (pose(-1, 0, 0), pose(1, 0, 0), True),  # from one side to the other
        (pose(-1, 0, 0), pose(0.05, 0, 1.57), True),  # met, and pushed on at the far side
        (pose(-1, 0, 0), pose(-0.08, 0, 0), False),  # met, and pushed back: an impact
        (pose(0.06, 0, 0), pose(1, 0, 0), False),  # was in touch before
        (pose(-1, 0.5, 0), pose(1, 0.5, 0), False),  # beside it
        (pose(-1, -1, 0), pose(1, 1, 0), True),
        (pose(-1e6, 0, 0), pose(1e6, 0, 0), True),  # only the part of the way near the disc is looked at
        (pose(0, 0.06, 3.0), pose(0, 0.06, 0.1), True),  # an end sweeps over it
        (pose(0, 0.1, 3.0), pose(0, 0.1, 0.1), False),  # turns in its place, free of it
    ],
)
def test_a_way_past_a_disc(before, after, expected):
    scene, outlines, found = Scene((PEBBLE,)), np.array([[0.05, 0.03]]), np.zeros(3)
    assert furthest(before, after, outlines) > 0.04 or not expected
    assert passed(before, after, outlines, scene.table(), scene.corners(), 0.04, found) == expected


def test_half_widths():
    """Of a thin plate half its thickness; of a triangle half its smallest height; a wall has none."""
    triangle = Polygon(((0.0, 0.0), (3.0, 0.0), (0.0, 4.0)))
    widths = Scene(
        (Disc(9.0, 9.0, 0.2), Wall(0.0, -5.0, np.pi / 2), triangle, Polygon(tuple((x - 2, y) for x, y in PLATE.corners)))
    )
    np.testing.assert_allclose(widths.half_widths(), [0.2, np.inf, 1.2, 0.002], rtol=1e-12)


@pytest.mark.parametrize(
    ("before", "after", "passes"),
    [
        ((0.3, 0.05, 1.0, 0.0), (0.3, -0.05, 1.0, 0.0), True),  # past the end, side by side
        ((0.0, 0.25, 0.0, 1.0), (0.0, 0.1, 0.0, 1.0), True),  # an end through the middle: the lines cross
        ((0.5, 0.25, 0.0, 1.0), (0.5, 0.0, 0.0, 1.0), False),  # beside it
        ((0.3, 0.05, 1.0, 0.0), (0.3, 0.015, 1.0, 0.0), False),  # in touch, as they met
    ],
)
def test_links_that_pass_each_other(before, after, passes):
    """A rod of 0.4 m and 2 cm at rest, and another that moves; links that cannot touch are not looked at."""
    outlines, rest, found = np.array([[0.2, 0.01], [0.2, 0.01]]), (0.0, 0.0, 1.0, 0.0), np.zeros(3)
    then, now = np.array([*rest, *before]), np.array([*rest, *after])
    assert links_pass(then, now, outlines, 1.0 - np.eye(2), 3, found) == passes
    assert found[:2].tolist() == ([1.0, 3.0] if passes else [0.0, 0.0])
    assert not links_pass(then, now, outlines, np.zeros((2, 2)), 3, found)
