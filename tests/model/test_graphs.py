"""Equations with their inputs apart, and steps of them as a CasADi function."""

from __future__ import annotations

import warnings

import casadi as ca
import numpy as np
import pytest
from floating_arm import NAMES, arm
from tolerances import ALGEBRA, ROUNDING, assert_close

from elver import InputError, Model, Robot, compile_model, simulate, with_inputs
from elver.drive import PD, ParameterInput, Playback, SignalTable, Spring, TorqueInputs
from elver.model import assemble
from elver.simulation import Save, Solver, StiffnessWarning, discrete_function


def controlled(base: str = "free") -> Model:
    plain = arm(control=PD(3.0, 0.2), base=base).freed("robot.bodies.b1.mass")
    mass = ParameterInput("robot.bodies.b2.mass", 0.01, 10.0)
    return with_inputs(plain, TorqueInputs(["j3", "j1"], limit=2.0), mass, TorqueInputs(["j2"], limit=2.0))


def test_inputs_apart_give_the_same_rates():
    equations = assemble(controlled())
    assert equations.controlled.name_in() == ["t", "x", "p", "u", "s"]
    assert list(equations.settings) == ["robot.bodies.b1.mass"]
    x = np.random.default_rng(0).uniform(-1, 1, equations.layout.size)
    u = {"torque.j1": 0.1, "torque.j3": 0.3, "robot.bodies.b2.mass": 0.5, "torque.j2": -0.2}
    assert list(equations.model.inputs) == list(u)
    p = [{**equations.settings, **u}[name] for name in equations.parameters]
    for own, whole in (
        (equations.controlled, equations.rhs),
        (equations.controlled_outputs, equations.outputs),
    ):
        found = own(0.2, x, list(equations.settings.values()), list(u.values()), [])
        assert_close(np.array(found), np.array(whole(0.2, x, p, [])), ALGEBRA)
    start = equations.controlled_initial(0.0, list(equations.settings.values()), list(u.values()), [])
    assert_close(np.array(start), np.array(equations.initial(0.0, p, [])), ALGEBRA)


def test_discrete_steps_are_those_of_a_run():
    """Two intervals with other inputs; and the function is differentiable."""
    program = compile_model(controlled())
    step = discrete_function(program, 0.05, 0.01)
    mass = list(program.equations.settings.values())
    x, t, run = program.initial_state(program.parameter_vector()), 0.0, None
    for torques in ((0.3, -0.2, 0.1), (-0.1, 0.2, 0.3)):
        values = dict(zip(program.input_names, (torques[0], torques[1], 0.4, torques[2]), strict=True))
        run = simulate(
            program,
            0.05,
            solver=Solver(dt=0.01, method="rk4"),
            save=Save(every=0.01),
            parameters=values,
            resume=run,
            progress=False,
        )
        x = np.array(step(t, x, mass, list(values.values()))).ravel()
        t += 0.05
    assert np.abs(x).max() > 0.1
    assert_close(x, run.data.state.values[-1], ROUNDING)
    u = ca.MX.sym("u", 4)
    slope = ca.Function("slope", [u], [ca.jacobian(step(0.0, x, mass, u), u)])(list(values.values()))
    moved = [np.array(step(0.0, x, mass, [0.3 + h, -0.2, 0.4, 0.1])).ravel() for h in (1e-5, -1e-5)]
    there = ca.Function("slope", [u], [ca.jacobian(step(0.0, x, mass, u), u)])([0.3, -0.2, 0.4, 0.1])
    assert np.isfinite(np.array(slope)).all()
    assert_close((moved[0] - moved[1]) / 2e-5, np.array(there)[:, 0], 1e-7)


def test_what_is_refused():
    model = controlled("planar")
    with pytest.raises(InputError, match="not a whole number of steps"):
        discrete_function(model, 0.05, 0.02)
    with pytest.raises(InputError, match="dt = 0"):
        discrete_function(model, 0.05, 0)
    with pytest.raises(InputError, match=r"takes an elver.Model or Program, not Robot"):
        discrete_function(Robot("one", model.robot.bodies[:1]), 0.1, 0.1)
    table = SignalTable(NAMES, np.linspace(0, 1, 9), np.zeros((9, 3)))
    with pytest.raises(InputError, match="sampled signals"):
        discrete_function(arm(control=Playback(table)), 0.1, 0.1)


def test_steps_that_are_too_long_are_told():
    """Stiff springs: the eigenvalue that the choice of a method sees, and the dt that is stable; a longer one is not."""
    stiff = arm(("passive",) * 3, elastic=Spring(3000.0, 20.0))
    with pytest.warns(StiffnessWarning, match=r"too long.*discrete_function.*eigenvalue.*stable up to dt") as caught:
        long = discrete_function(stiff, 0.1, 0.01)
    stable = float(str(caught[0].message).split("stable up to dt = ")[1].split(" s")[0])
    assert caught[0].filename == __file__
    whole = 0.1 / np.ceil(0.1 / (0.9 * stable))
    with warnings.catch_warnings():
        warnings.simplefilter("error", StiffnessWarning)
        short = discrete_function(compile_model(stiff), 0.1, whole)
    equations = assemble(stiff)
    x = np.array(equations.controlled_initial(0.0, [], [], [])).ravel()
    x[equations.layout.slices["angles"]] += 1e-3
    assert np.abs(np.array(short(0.0, x, [], []))).max() < 10.0
    assert not np.abs(np.array(long(0.0, x, [], []))).max() < 10.0
