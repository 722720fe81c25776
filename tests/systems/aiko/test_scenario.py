"""The scenario of Aiko: start pose of its gait, also where the wave is none."""

import math

import casadi as ca
import numpy as np
import pytest

from elver.drive import Instant
from elver.model import compile_model
from elver.scenarios import scenario
from elver.simulation import Solver, simulate


@pytest.mark.parametrize("phase", [0.0, 2 * math.pi])
def test_joints_that_bend_alike_start_straight(phase):
    """Without a phase there is no wave and no lead: at the start all links point along the axis."""
    model = scenario("aiko-flat").build({"links": 3, "gait.phase": phase, "start.axis": 0.5})
    run = simulate(model, 0.01, solver=Solver(dt=5e-4))
    assert run.status == "finished"
    places = run.data.body_position.values[0, :, :2]
    way = places[-1] - places[0]
    assert abs(math.atan2(way[1], way[0]) - 0.5) <= 1e-9


def test_a_free_phase_may_be_zero():
    """The same for a phase that is left free, and the same start as a fixed one elsewhere."""
    free = compile_model(scenario("aiko-flat").build({"links": 3}, free=("gait.phase",)))
    assert np.isfinite(free.initial_state(free.parameter_vector({"gait.phase": 0.0}))).all()
    fixed = compile_model(scenario("aiko-flat").build({"links": 3}))
    own = free.initial_state(free.parameter_vector({"gait.phase": math.radians(-50)}))
    np.testing.assert_allclose(own, fixed.initial_state(fixed.parameter_vector(None)), rtol=0, atol=1e-14)


def test_the_real_drive_is_bounded_late_and_leaves_its_play():
    """Torques keep to the limit, targets are held for 0.1 s and come late, and no other number of the model is touched."""
    changes = {"drive.limit": 1.5, "drive.deadband": 0.04, "drive.interval": 0.1, "drive.delay": 0.05}
    model = scenario("aiko-flat").build(changes)
    run = simulate(model, 1.0, solver=Solver(dt=5e-4))
    assert run.status == "finished"
    assert np.abs(run.data.joint_torque.values).max() == pytest.approx(1.5)
    targets = model.gait.motion(Instant(ca.DM(0.149), {}))["joint3"], model.gait.motion(Instant(ca.DM(0.051), {}))["joint3"]
    assert float(targets[0]) == float(targets[1])
    law = model.control
    assert (law.limit, law.law.width, law.law.law) == (1.5, 0.04, scenario("aiko-flat").build().control)


def test_obstacles_may_be_rough_and_elastic():
    """Both reach the scene, stay free, and brake or throw back."""
    chosen = scenario("aiko-obstacles")
    model = chosen.build({"obstacle.friction": 0.2, "obstacle.restitution": 0.5})
    assert (model.scene.obstacle_friction, model.scene.restitution) == (0.2, 0.5)
    program = compile_model(chosen.build({"obstacle.friction": 0.1}, free=["obstacle.friction", "obstacle.restitution"]))
    runs = [
        simulate(program, 0.5, solver=Solver(dt=5e-4), parameters={"obstacle.friction": mu, "obstacle.restitution": e}).data
        for mu, e in ((0.0, 0.0), (0.3, 0.0), (0.0, 0.5))
    ]
    smooth, rough, elastic = (run.base_position.values[-1, :2] for run in runs)
    plain = simulate(chosen.build(), 0.5, solver=Solver(dt=5e-4)).data.base_position.values[-1, :2]
    assert smooth == pytest.approx(plain, abs=1e-9)
    assert np.linalg.norm(rough - smooth) > 1e-4
    assert np.linalg.norm(elastic - smooth) > 1e-5
