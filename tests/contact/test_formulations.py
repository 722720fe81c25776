"""Engine and maximal coordinates, polygons, links against each other, and the replay of unsolved problems."""

from __future__ import annotations

import numpy as np
import pytest

from elver import Body, InputError, Model, Morison, Robot, Start, compile_model, scenario, simulate
from elver.contact import ContactSettings, Polygon, Scene
from elver.contact.geometry import corner_gap, end_polygon_gap, link_gap
from elver.contact.solver import factor, residual
from elver.robot import Rod
from elver.systems.snake.robot import ChainLink, planar_chain

SQUARE = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))


def test_both_formulations_agree_as_the_step_shrinks():
    """Aiko among obstacles: the difference is of first order, and far below the error of either."""
    program = compile_model(scenario("aiko-obstacles").build())
    gaps = []
    for dt in (2e-3, 5e-4):
        runs = [simulate(program, 3.0, dt, output=0.02, contact=ContactSettings(formulation=f)) for f in ("engine", "maximal")]
        gaps.append(np.abs(runs[0].data.body_position.values - runs[1].data.body_position.values).max())
        assert all(run.summary["worst_residual"] <= 1e-8 for run in runs)
    assert gaps[1] < gaps[0] / 2
    assert gaps[0] < 2e-3
    assert gaps[1] > 0


def test_joints_stay_closed_in_maximal_coordinates():
    run = simulate(scenario("aiko-flat").build(), 1.0, 1e-3, contact=ContactSettings(formulation="maximal"))
    twin = simulate(scenario("aiko-flat").build(), 1.0, 1e-3)
    assert np.abs(run.data.joint_position.values - twin.data.joint_position.values).max() < 1e-3


def test_maximal_formulation_refuses_what_it_cannot_do():
    robot = planar_chain([ChainLink()] * 3, mode="passive")
    from elver import Spring

    model = Model("chain", robot, {"water": Morison()}, elastic=Spring(1.0), scene=Scene(friction=0.2))
    with pytest.raises(InputError, match="formulation='engine'"):
        simulate(model, 0.1, 1e-3, contact=ContactSettings(formulation="maximal"))


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


def thrown(scene, velocity, position=(0.0, 0.0, 0.0)) -> Model:
    rod = Body.solid("rod", Rod(0.4, 0.05, at=np.array([-0.2, 0, 0])), 1000.0)
    return Model("thrown", Robot("rod", [rod], base="planar"), scene=scene, start=Start(position, twist=(*velocity, 0, 0, 0, 0)))


def test_a_rod_lands_flat_on_a_polygon_and_stays():
    ledge = Polygon(((-1.0, -2.0), (1.0, -2.0), (1.0, -1.0), (-1.0, -1.0)), "ledge")
    run = simulate(thrown(Scene((ledge,), slope=(0.0, -9.81)), (0.0, 0.0)), 2.0, 1e-3)
    end = run.data.isel(time=-1)
    assert end.base_position.values[1] == pytest.approx(-0.95, abs=1e-2)
    assert np.abs(end.base_twist.values).max() < 1e-9
    assert np.abs(run.data.base_velocity.values).max() > 3


def test_polygon_must_be_convex_and_counterclockwise():
    with pytest.raises(InputError, match="not convex"):
        Polygon(SQUARE[::-1], "turned")
    with pytest.raises(InputError, match="three corners"):
        Polygon(((0, 0), (1, 0)))


def test_links_stop_each_other_only_when_asked():
    """A chain folding onto itself: with self contact the first and last link cannot pass through one another."""
    from elver import Spring

    robot = planar_chain([ChainLink(half_width=0.03)] * 6, mode="passive")
    depth = {}
    for on in (False, True):
        model = Model("curl", robot, elastic=Spring(0.05, 0.002, rest=1.6), scene=Scene(self_contact=on))
        data = simulate(model, 2.0, 5e-4).data
        places = data.body_position.values[:, :, :2]
        depth[on] = min(np.linalg.norm(places[:, i] - places[:, j], axis=1).min() for i in range(6) for j in range(i - 2))
    assert depth[True] > depth[False] + 0.01


def test_an_unsolved_problem_is_kept_for_replay():
    model = scenario("aiko-flat").build()
    run = simulate(model, 1.0, 1e-3, contact=ContactSettings(most=1, tolerance=1e-15))
    assert run.status == "contact not converged"
    d = run.data
    kind, start = d.problem_kind.values.astype(int), d.problem_start.values.astype(int)
    operator, limits = np.ascontiguousarray(d.problem_operator.values), np.ascontiguousarray(d.problem_limits.values)
    left = residual(factor(operator), d.problem_free.values, kind, start, limits, d.problem_impulses.values.copy(), 1.0)
    assert left > 0
    assert np.linalg.eigvalsh(operator).min() > -1e-12
