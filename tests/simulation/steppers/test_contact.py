"""Machines with contact stepped from outside: impulses are carried from call to call, bit for bit as in one long run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tolerances import assert_close

import elver
from elver._support.statuses import REFUSED, RUNNING

DT = 0.001
SIDE_BY_SIDE = 1e-8  # of the state: many machines solve each step to its tolerance by another way than one
CONTACT = ("contact_force", "ground_force", "sticking", "contact_impulse")


@pytest.fixture(scope="module")
def aiko():
    """Three links that are pushed into an obstacle, with servos on their joints."""
    model = elver.scenario("aiko-flat").build({"links": 3})
    scene = replace(model.scene, obstacles=(elver.contact.Disc(0.36, 0.01, 0.1),))
    start = elver.InitialState(position=(0.12, 0.0, 0.0), quaternion=(0.0, 0.0, 0.0, 1.0), twist=(-0.6, 0.0, 0.0, 0.0, 0.0, 0.0))
    model = replace(model, scene=scene, start=start)
    return elver.compile_model(elver.with_inputs(model, elver.drive.ServoInputs(kp=20.0, kd=0.5)))


def test_calls_are_one_run(aiko):
    values = dict.fromkeys(aiko.input_names, 0.3)
    run = elver.simulate(aiko, 0.4, solver=elver.Solver(dt=DT), parameters=values, save=elver.Save(every=0.02))
    machine = elver.stepper(aiko, solver=elver.Solver(dt=DT), outputs=("joint_position", *CONTACT), parameters=values)
    pushes = []
    for _ in range(20):
        machine.step(None, 0.02)
        pushes.append(machine.outputs["contact_impulse"].copy())
    assert run.status == "finished"
    last = run.data.isel(time=-1)
    assert machine.state.tolist() == last.state.values.tolist()
    assert machine.outputs["joint_position"].tolist() == last.joint_position.values.tolist()
    for name in CONTACT:
        assert machine.outputs[name].tolist() == last[name].values.tolist()
    assert_close(np.array(pushes), run.data.contact_impulse.values[1:], 1e-15)
    assert np.abs(pushes).max() > 1e-2  # it hits the post
    assert machine.ledger_error() == pytest.approx(float(last.ledger_error), abs=1e-12)


def test_many_with_own_inputs_and_clocks(aiko):
    many, one = (
        elver.stepper(aiko, count, solver=elver.Solver(dt=DT), outputs="contact_force", compute=elver.Compute(threads=2))
        for count in (4, None)
    )
    u = np.array([[0.1, -0.1], [0.1, 0.1], [np.nan, 0.0], [0.0, 0.0]])
    assert many.step(u, 0.1).tolist() == [RUNNING, RUNNING, REFUSED, RUNNING]
    many.reset(np.array([False, True, True, False]), time=[0.5, 0.0])
    many.step([0.1, 0.0], 0.25)
    assert_close(many.time, [0.35, 0.75, 0.25, 0.35], 1e-15)
    for k, first in ((0, u[0]), (1, None), (3, u[3])):
        one.reset(time=0.5 if k == 1 else 0.0)
        if first is not None:
            one.step(first, 0.1)
        one.step([0.1, 0.0], 0.25)
        assert_close(many.state[k], one.state, SIDE_BY_SIDE)
        assert_close(many.outputs["contact_force"][k], one.outputs["contact_force"], 1e-4)


def test_a_start_inside_an_obstacle_is_refused(aiko):
    many = elver.stepper(aiko, 2, solver=elver.Solver(dt=DT))
    many.reset(initial_states={"base x": [0.12, 0.36]})
    assert many.status.tolist() == [RUNNING, REFUSED]
    assert "inside obstacle" in many.why(1)
    one = elver.stepper(aiko, solver=elver.Solver(dt=DT))
    with pytest.raises(elver.InputError, match="inside obstacle"):
        one.reset(initial_states={"base x": 0.36})


def test_a_step_over_an_obstacle_ends_the_machine_alone(aiko):
    many = elver.stepper(aiko, 2, solver=elver.Solver(dt=0.1))
    many.reset(initial_states={"base vx": [0.0, -9.0]})
    many.step(None, 0.5)
    assert many.status_words.tolist()[0] == "running"
    assert many.status_words.tolist()[1] != "running"
    assert many.why(1)
    assert many.time[1] < many.time[0]


def test_a_refused_reset_changes_nothing(aiko):
    one = elver.stepper(aiko, solver=elver.Solver(dt=DT))
    one.step([0.1, 0.0], 0.05)
    before = one.state.copy(), one.time, one.u.copy()
    with pytest.raises(elver.InputError, match="inside obstacle"):
        one.reset(initial_states={"base x": 0.36})
    assert one.state.tolist() == before[0].tolist()
    assert (one.time, one.u.tolist()) == (before[1], before[2].tolist())
    one.step()
    assert one.time == pytest.approx(0.051)


def test_a_state_that_was_reached_can_be_begun_in(aiko):
    """Moreau's scheme lets a body into an obstacle by a step's way; a run goes on from there, with a controller too."""
    strict = elver.contact.ContactSettings(overlap=1e-5)
    hold = {
        "solver": elver.Solver(dt=0.005, contact=strict),
        "save": elver.Save(every=0.02),
        "control": elver.Control(lambda now: [0.3, 0.3], every=0.01),
    }
    half = elver.simulate(aiko, 0.16, **hold)
    assert half.data.penetration.values[-1] > 10 * strict.overlap
    rest, whole = elver.simulate(aiko, 0.04, resume=half, **hold), elver.simulate(aiko, 0.2, **hold)
    assert_close(rest.data.state.values[-1], whole.data.state.values[-1], 1e-9)
    machine = elver.stepper(aiko, solver=elver.Solver(dt=0.005, contact=strict))
    machine.reset(initial_states=half.data.state.values[-1])
    deep = half.data.state.values[-1].copy()
    deep[:2] = 0.36, 0.01
    with pytest.raises(elver.InputError, match="inside obstacle"):
        machine.reset(initial_states=deep)


def test_inputs_change_the_weight_on_the_links(aiko):
    """A mass that is set by an input is the mass that friction knows."""
    mass = aiko.model.robot.bodies[2].mass
    path = f"robot.bodies.{aiko.model.robot.bodies[2].name}.mass"
    plain = elver.scenario("aiko-flat").build({"links": 3})
    heavy = elver.compile_model(elver.with_inputs(plain, elver.drive.ParameterInput(path, mass, 4 * mass)))
    set_, made = (
        elver.stepper(heavy, solver=elver.Solver(dt=DT)),
        elver.stepper(heavy, solver=elver.Solver(dt=DT), parameters={path: 3 * mass}),
    )
    light = elver.stepper(heavy, solver=elver.Solver(dt=DT))
    set_.step([3 * mass], 0.1)
    made.step(None, 0.1)
    light.step(None, 0.1)
    assert set_.state.tolist() == made.state.tolist()
    assert abs(set_.state - light.state).max() > 1e-6
