"""States of actuators beside contacts: against integration without a scene, batches, derivatives and the law without its lag."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import elver
from elver.contact import ContactSettings, Disc, Scene
from elver.drive import PD, FirstOrderLag, ParameterInput, Serpenoid
from elver.model import with_inputs
from elver.simulation import Solver, simulate
from elver.systems.snake.scenario import ChainLink, planar_chain

MOTION = 16  # states of pose, angles and rates


def lagging(time_constant: float = 0.1, scene: Scene | None = None) -> elver.Model:
    """Four links in water, their motors behind a lag."""
    robot = planar_chain([ChainLink()] * 4)
    gait = Serpenoid(robot.joint_names, amplitude=0.4, frequency=4.0, ramp_time=0.5)
    law = FirstOrderLag(PD(0.5, 0.05), time_constant)
    return elver.Model("lagging", robot, {"water": elver.forces.Morison()}, gait, law, scene=scene)


@pytest.fixture(scope="module")
def smooth() -> np.ndarray:
    """The last state without a scene, by Runge and Kutta's method: pose, angles, rates and lagging torques."""
    return simulate(lagging(), 1.0, solver=Solver(dt=1e-3, method="rk4")).data.state.values[-1, : MOTION + 3]


@pytest.mark.parametrize(("contact", "order"), [(ContactSettings(), 1.0), (ContactSettings(accuracy=np.inf), 2.0)])
def test_a_bare_scene_converges_to_the_motion_without_one(smooth, contact, order):
    """At the order of either scheme, the torques behind the lag included."""
    model, errors = lagging(scene=Scene()), []
    for dt in (4e-3, 2e-3, 1e-3):
        data = simulate(model, 1.0, solver=Solver(dt=dt, contact=contact)).data
        assert "joint1 torque" in data.state_name.values
        errors.append(np.abs(data.state.values[-1, : MOTION + 3] - smooth))
    rates = np.log2([errors[k].max() / errors[k + 1].max() for k in (0, 1)])
    assert rates == pytest.approx([order, order], abs=0.25)
    assert errors[-1][MOTION:].max() < 0.01


def test_a_short_lag_is_no_lag_also_where_there_are_contacts():
    """The difference shrinks with the time constant."""
    scene = Scene((Disc(-0.15, 0.08, 0.03),), friction=0.1)
    plain = simulate(replace(lagging(scene=scene), control=PD(0.5, 0.05)), 0.5, solver=Solver(dt=2e-4)).data
    off = []
    for time_constant in (4e-2, 1e-2, 2.5e-3):
        run = simulate(lagging(time_constant, scene), 0.5, solver=Solver(dt=2e-4))
        assert run.status == "finished"
        assert float(run.data.contact_force.values.max()) > 0.01
        off.append(np.abs(run.data.joint_position.values - plain.joint_position.values).max())
    assert off[1] / off[0] == pytest.approx(1 / 4, abs=0.1)
    assert off[2] / off[1] == pytest.approx(1 / 4, abs=0.1)


def test_a_resumed_run_remembers_its_torques():
    model, solver = lagging(scene=Scene(friction=0.05)), Solver(dt=1e-3)
    whole = simulate(model, 0.4, solver=solver).data
    half = simulate(model, 0.2, solver=solver)
    rest = simulate(model, 0.2, solver=solver, resume=half).data
    assert rest.state.values[-1] == pytest.approx(whole.state.values[-1], rel=1e-6, abs=1e-8)
    assert np.abs(half.data.memory.values[-1]).max() > 1e-3


def test_batches_are_single_runs():
    model = lagging(scene=Scene((Disc(-0.15, 0.08, 0.03),), friction=0.1)).freed("gait.amplitude")
    values, solver = [0.3, 0.4, 0.5], Solver(dt=1e-3)
    batch = elver.simulate_batch(model, 0.3, solver=solver, parameters={"gait.amplitude": np.array(values)}, progress=False)
    program = elver.compile_model(model)
    for k, amplitude in enumerate(values):
        single = simulate(program, 0.3, solver=solver, parameters={"gait.amplitude": amplitude}).data.state.values[-1]
        assert batch.final_state.values[k] == pytest.approx(single, rel=1e-6, abs=1e-7)


def test_derivatives_pass_through_the_lag():
    model = lagging(scene=Scene(friction=0.05)).freed("control.time_constant")
    program, solver = elver.compile_model(model), Solver(dt=1e-3)
    found = elver.sensitivities(program, 0.3, solver=solver, free=["control.time_constant"]).matrix[:, 0]
    ends = [
        simulate(program, 0.3, solver=solver, parameters={"control.time_constant": 0.1 + side}).data.state.values[-1]
        for side in (1e-4, -1e-4)
    ]
    slope = (ends[0] - ends[1]) / 2e-4
    assert np.abs(slope[:MOTION]).max() > 0.01
    assert found[: len(slope)][:MOTION] == pytest.approx(slope[:MOTION], rel=1e-2, abs=1e-4 * np.abs(slope).max())


@pytest.mark.parametrize("machines", [None, 3])
def test_a_stepper_goes_on_with_its_torques(machines):
    """Call by call the run of ``simulate``, its states behind the lag included; from a kept place too."""
    model, dt = lagging(scene=Scene((Disc(-0.15, 0.08, 0.03),), friction=0.1)), 1e-3
    expected = simulate(model, 0.3, solver=Solver(dt=dt)).data.state.values[-1]
    stepper = elver.stepper(model, machines, solver=Solver(dt=dt))
    stepper.reset()
    stepper.step(duration=0.1)
    kept = stepper.kept()
    for _ in range(2):
        stepper.step(duration=0.1)
    assert np.abs(expected[MOTION : MOTION + 3]).min() > 1e-3
    for _ in range(2):
        for state in np.atleast_2d(stepper.state):
            assert state == pytest.approx(expected, rel=1e-6, abs=1e-8)
        stepper.put_back(kept)
        stepper.step(duration=0.2)


def test_a_stepper_follows_a_smooth_input():
    """Through its three lags, as the model says; a step away the input is not there yet."""
    model = replace(lagging(scene=Scene(friction=0.05)), control=PD(0.5, 0.05))
    stepper = elver.stepper(with_inputs(model, ParameterInput("gait.amplitude", smooth=0.05)), solver=Solver(dt=1e-3))
    place = stepper.program.equations.layout.slices["memory"].start
    assert stepper.state[place] == pytest.approx(0.4)
    stepper.step([0.2], 0.05)
    way = 1.0  # time over one of three lags in a row, of 0.05/3 s each
    left = np.exp(-3 * way) * (1 + 3 * way + (3 * way) ** 2 / 2)
    assert stepper.state[place] == pytest.approx(0.2 + 0.2 * left, rel=0.02)
    stepper.step([0.2], 1.0)
    assert stepper.state[place] == pytest.approx(0.2, rel=1e-6)
