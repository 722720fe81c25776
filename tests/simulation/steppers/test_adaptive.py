"""Machines stepped from outside by methods that choose their own steps: the first call is a run, the next go on with its pace."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

import elver
from elver._support.statuses import RUNNING

TIGHT = {"rtol": 1e-11, "atol": 1e-12}
NEAR = 1e-8  # a thousand times the tolerance: calls end steps where one run does not


@pytest.fixture(scope="module")
def swimmer():
    """The stiff swimmer of three links, with the offset of its gait as input."""
    model = elver.scenario("swimmer").build({"links": 3})
    return elver.compile_model(elver.with_inputs(model, elver.drive.ParameterInput("gait.offset", -0.5, 0.5)))


@pytest.mark.parametrize("method", ["rodas", "dopri5"])
def test_one_call_is_the_run_and_ten_calls_go_on(swimmer, method):
    run = elver.simulate(swimmer, 0.2, solver=elver.Solver(dt=0.001, method=method, **TIGHT), parameters={"gait.offset": 0.2})
    machine = elver.stepper(swimmer, solver=elver.Solver(dt=0.001, method=method, **TIGHT), outputs="joint_position")
    machine.step([0.2], 0.2)
    assert machine.state.tolist() == run.data.state.values[-1].tolist()
    assert machine.outputs["joint_position"].tolist() == run.data.joint_position.values[-1].tolist()
    many = elver.stepper(swimmer, 3, solver=elver.Solver(dt=0.001, method=method, **TIGHT), compute=elver.Compute(threads=2))
    for _ in range(10):
        assert many.step([0.2], 0.02).tolist() == [RUNNING] * 3
    assert_close(many.state, np.tile(machine.state, (3, 1)), NEAR)
    assert many.state[0].tolist() == many.state[2].tolist()
    assert many.time.tolist() == [0.2] * 3
    proposed = float(many.engine.proposed[0])
    many.step(None, 1e-9)
    assert many.engine.proposed[0] >= proposed > 1e-6  # a call that is short does not make the next one slow


def test_steps_of_any_length(swimmer):
    """The clock goes on by what was asked for; whole steps do not add up rounding."""
    machine = elver.stepper(swimmer, solver=elver.Solver(dt=0.001, method="rodas"))
    for _ in range(30):
        machine.step([0.1], 0.003)
    assert machine.time == 90 * 0.001
    machine.step(None, 0.0123456)
    assert machine.time == 90 * 0.001 + 0.0123456
    machine.reset(time=2.0)
    assert machine.time == 2.0
    machine.step(None, 0.004)
    other = elver.stepper(swimmer, 2, solver=elver.Solver(dt=0.001, method="rodas"), compute=elver.Compute(threads=1))
    other.reset(np.array([False, True]), time=2.0)
    other.step(None, 0.004)
    assert other.state[1].tolist() == machine.state.tolist()
    assert other.state[0].tolist() != machine.state.tolist()


def test_a_machine_that_cannot_go_on_says_why(swimmer):
    """The rate of a joint far beyond what a machine can have: the others go on."""
    start = elver.stepper(swimmer, 2, solver=elver.Solver(dt=0.001, method="dopri5"))
    states = start.state.copy()
    states[1, list(start.names).index("rate of joint1")] = 1e11
    start.reset(initial_states=states)
    start.step(None, 0.01)
    assert start.status[0] == RUNNING != start.status[1]
    assert start.time[1] < start.time[0] == 0.01
    assert start.why(1)
