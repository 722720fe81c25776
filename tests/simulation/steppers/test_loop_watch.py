"""Machines with loops stepped from outside: the numbers and statuses of single runs."""

from __future__ import annotations

import numpy as np
import pytest
from mechanisms import FourBar, Turning
from tolerances import assert_close

import elver
from elver._support.statuses import LOOP_OPEN, LOOP_SINGULAR, RUNNING
from elver.model import InitialState, Model

DT = 0.001


def driven(bars: FourBar, start: InitialState, **gait):
    return elver.compile_model(Model("driven", bars.robot(), gait=Turning(**gait), start=start).freed("gait.offset"))


def test_a_four_bar_driven_by_a_torque():
    """Its crank is turned by an input; calls of any length make the same run."""
    start = InitialState(angles={"crank": 0.3, "pin": 0.2, "rocker": 1.3})
    model = Model("crank", FourBar().robot(mode="torque"), control=elver.drive.PD(1.0, 0.1), gait=Turning(), start=start)
    program = elver.compile_model(elver.with_inputs(model, elver.drive.TorqueInputs(["crank"], limit=50.0)))
    run = elver.simulate(program, 0.2, solver=elver.Solver(dt=DT), parameters={"torque.crank": 20.0})
    machine = elver.stepper(program, solver=elver.Solver(dt=DT), outputs=("loop_closure", "joint_position"))
    for duration in (0.05, 0.003, 0.047, 0.1):
        assert machine.step([20.0], duration) == RUNNING
    assert machine.state.tolist() == run.data.state.values[-1].tolist()
    assert np.ptp(run.data.joint_position.values[:, 0]) > 0.1
    assert machine.outputs["loop_closure"].max() < 1e-12
    many = elver.stepper(program, 3, solver=elver.Solver(dt=DT), compute=elver.Compute(threads=2))
    many.step(np.array([[20.0], [-5.0], [20.0]]), 0.2)
    assert many.state[0].tolist() == many.state[2].tolist() != many.state[1].tolist()
    assert_close(many.state[0], machine.state, 1e-12)  # in vectors: other rounding


def test_a_singular_position_ends_the_machine():
    program = driven(FourBar(1.0, 0.4, 1.0, 0.4), InitialState(angles={"pin": -0.5, "rocker": 0.5}), offset=0.5, rate=2.0)
    many = elver.stepper(program, 2, solver=elver.Solver(dt=DT), parameters={"gait.offset": [0.5, 0.9]}, outputs="joint_position")
    for k, offset in enumerate([0.5, 0.9]):
        run = elver.simulate(program, 2.0, solver=elver.Solver(dt=DT), parameters={"gait.offset": offset})
        many.reset()
        many.step(None, 1.99)
        assert many.status.tolist() == [LOOP_SINGULAR] * 2
        assert many.time[k] == pytest.approx(float(run.data.time[-1]), abs=1e-12)
        assert_close(many.state[k], run.data.state.values[-1], 1e-9)
        assert_close(many.outputs["joint_position"][k], run.data.joint_position.values[-1], 1e-9)  # hardly determined there
    assert "singular position" in many.why(0)


def test_a_loop_that_opens_ends_the_machine():
    program = driven(FourBar(1.0, 0.9, 0.3, 0.6), InitialState(angles={"pin": 0.1, "rocker": 1.5}))
    many = elver.stepper(program, 2, solver=elver.Solver(dt=DT), parameters={"gait.offset": [0.5, 0.8]})
    many.step(None, 0.4)
    assert many.status.tolist() == [RUNNING, LOOP_OPEN]
    limit = np.arccos((1.0 + 0.81 - 0.9**2) / (2 * 0.9))
    assert many.time[1] == pytest.approx(limit - 0.8, abs=2e-3)
    assert "do not close beyond" in many.why(1)
