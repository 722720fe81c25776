"""The snake in space: it follows its path, and does so whichever way the world is turned."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest

import elver
from elver import compile_model, scenario, simulate, simulate_batch
from elver.drive.guidance import nearest_on
from elver.simulation import Solver
from elver.systems.snake.in_space import SnakeBody

SMALL = {"body.links": 5, "body.length": 0.2, "water.points": 2}


def swim(duration=6.0, **changes):
    changes = {name.replace("__", "."): value for name, value in changes.items()}
    return simulate(scenario("snake-3d").build(changes), duration, solver=Solver(dt=0.01), progress=False)


def turned(place, angle):
    c, s = math.cos(angle), math.sin(angle)
    return (c * place[0] - s * place[1], s * place[0] + c * place[1], place[2])


@pytest.mark.long
def test_robot_is_straight_neutral_and_rights_itself():
    body = SnakeBody(keel=0.02)
    robot = body.robot()
    assert [j.group for j in robot.joints] == ["yaw", "pitch"] * 6
    assert robot.mass == pytest.approx(1000 * math.pi * 0.035 * 0.05 * 1.3)
    still = {"steer.gain": 0.0, "gait.amplitude": 0.0, "body.keel": 0.02}
    rest = simulate(scenario("snake-3d").build(still), 2.0, solver=Solver(dt=0.01), progress=False).data
    centres = rest.body_position.isel(time=0)
    assert np.diff(centres.values[1:, 0]) == pytest.approx(-0.1)
    assert rest.com_position.values[0] == pytest.approx([0, 0.5, 0.3])
    assert np.abs(rest.state.values[-1] - rest.state.values[0])[:7].max() < 1e-9  # nothing pulls it anywhere
    from dataclasses import replace

    model = scenario("snake-3d").build(still)
    rolled = replace(model, start=replace(model.start, quaternion=(math.cos(0.1), math.sin(0.1), 0, 0)))
    q = simulate(rolled, 3.0, solver=Solver(dt=0.01), progress=False).data.body_quaternion.values[:, 0]
    roll = 2 * np.arctan2(q[:, 1], q[:, 0])
    assert roll[0] == pytest.approx(0.2)
    assert roll.min() < 0  # it swings through upright


@pytest.mark.long
def test_it_comes_onto_the_helix_and_stays():
    run = swim(60.0)
    assert run.status == "finished"
    assert run.summary["path_error"] < 0.1  # of 1.3 m of length
    assert run.summary["depth_error"] < 0.06
    assert run.summary["ledger_closure"] < 1e-5
    assert run.summary["trusted"]
    length = run.data.memory.sel(memory_name="control length of path").values
    nearest, _ = nearest_on(_helix(), run.data.com_position.values[-5:])
    assert length[-5:] == pytest.approx(nearest, abs=0.2)  # it lags by speed over ``follow``, 0.12 m
    lost = swim(60.0, steer__gain=0.0)
    assert lost.summary["path_error"] > 1


def _helix():
    from elver.systems.snake.in_space import _path

    return _path(scenario("snake-3d").values())


@pytest.mark.long
def test_legs_from_waypoint_to_waypoint_are_followed():
    data = swim(60.0, path="points").data
    from elver.systems.snake.in_space import path_errors

    distance, above = path_errors(data)
    late = data.time.values > 15
    assert distance[late].max() < 1.3 / 3  # a third of its length, in corners
    assert np.abs(above[late]).max() < 0.12
    assert data.com_position.values[-1, 2] == pytest.approx(-0.6, abs=0.1)


@pytest.mark.long
def test_turned_world_turns_the_run():
    """Path, start and heading turned by an angle: the same run, turned. About another axis it is another run."""
    angle = 1.1
    values = scenario("snake-3d").values()
    centre, position = (turned(values[name], angle) for name in ("helix.centre", "start.position"))
    begin = values["helix.begin"] + angle
    plain = swim(**SMALL).data
    other = swim(**SMALL, **{"helix.centre": centre, "helix.begin": begin, "start.position": position,
        "start.heading": angle}).data  # fmt: skip
    wanted = np.array([turned(place, angle) for place in plain.com_position.values])
    assert np.abs(plain.com_position.values[-1] - plain.com_position.values[0]).max() > 0.1
    assert other.com_position.values == pytest.approx(wanted, abs=1e-7)
    assert other.joint_position.values == pytest.approx(plain.joint_position.values, abs=1e-7)
    assert not np.allclose(swim(**SMALL, **{"start.heading": angle}).data.com_position.values[-1], wanted[-1], atol=0.01)


def test_mirrored_world_mirrors_the_run():
    """Path and start mirrored in the plane x-z, the wave half a period later: the mirror image."""
    values = scenario("snake-3d").values()
    (x, y, z), (sx, sy, sz) = values["helix.centre"], values["start.position"]
    plain = swim(**SMALL).data
    mirror = {"helix.centre": (x, -y, z), "helix.begin": -values["helix.begin"], "helix.turns": -values["helix.turns"],
        "start.position": (sx, -sy, sz), "gait.amplitude": -values["gait.amplitude"]}  # fmt: skip
    other = swim(**SMALL, **mirror).data
    assert other.com_position.values == pytest.approx(plain.com_position.values * [1, -1, 1], abs=1e-7)


@pytest.mark.long
def test_free_parameters_in_batches_and_gradients():
    model = scenario("snake-3d").build(SMALL, free=["steer.gain", "helix.radius"])
    program, solver = compile_model(model), Solver(dt=0.01)
    batch = simulate_batch(program, 2.0, solver=solver, parameters={"steer.gain": np.array([0.1, 0.3])}, progress=False)
    alone = simulate(program, 2.0, solver=solver, parameters={"steer.gain": 0.3}, progress=False)
    assert batch.final_state.values[1] == pytest.approx(alone.data.state.values[-1], abs=1e-9)
    assert alone.summary["path_error"] > 0
    slope = elver.gradient(program, "distance", 1.0, solver=solver)
    place = scenario("snake-3d").build(SMALL).start.position
    up, down = (
        simulate(program, 1.0, solver=solver, parameters={"steer.gain": 0.3 + h}, progress=False).data.base_position.values[-1]
        for h in (1e-4, -1e-4)
    )
    start = np.array([float(ca.DM(part)) for part in place])
    wanted = (np.linalg.norm(up - start) - np.linalg.norm(down - start)) / 2e-4
    assert abs(wanted) > 1e-4
    assert slope["steer.gain"] == pytest.approx(wanted, rel=1e-3)
