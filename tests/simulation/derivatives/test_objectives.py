"""Objectives: quantities by name, integrals over the run, mistakes."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

from elver import InputError, compile_model, gradient, scenario, simulate
from elver.simulation import Objective, Save, Solver


@pytest.fixture(scope="module")
def eel():
    return compile_model(scenario("eel").build({"body.joints": 4}, free=["gait.amplitude", "gait.period"]))


def test_recorded_quantities_by_name(eel):
    run = simulate(eel, 1.0, solver=Solver(dt=0.005, method="rk4")).data.isel(time=-1)
    cases = {
        ("joint_torque", "joint1"): run.joint_torque.sel(joint="joint1"),
        ("base_twist", "vx"): run.base_twist.sel(component="vx"),
        ("work", "motor"): run.work.sel(flow="motor"),
        ("body_twist", "head", "wz"): run.body_twist.sel(body="head", component="wz"),
        ("medium_energy",): run.medium_energy,
    }
    for key, reference in cases.items():
        found = gradient(eel, lambda course, key=key: course.end[key], 1.0, solver=Solver(dt=0.005), free=[])
        assert abs(found.value) > 1e-9
        assert_close(found.value, float(reference), ROUNDING)
    tail = str(run.body.values[-1])
    place = gradient(eel, lambda course: ca.sumsqr(course.end["body_position", tail]), 1.0, solver=Solver(dt=0.005), free=[])
    assert_close(place.value, float((run.body_position.sel(body=tail) ** 2).sum()), ROUNDING)


def squared_torque(now):
    return ca.sumsqr(now["joint_torque"])


def test_integrals_by_the_trapezoidal_rule_and_their_gradient(eel):
    objective = Objective(
        "effort",
        lambda course: ca.sqrt(course.integrals["torque"]) + course.integrals["late"] * course.end.state("base vx"),
        {"torque": squared_torque, "late": lambda now: now.time * now.parameter("gait.amplitude") * now.state("base vy")},
    )
    found = gradient(eel, objective, 1.0, solver=Solver(dt=0.005), states=["base vx"])
    data = simulate(eel, 1.0, solver=Solver(dt=0.005, method="rk4"), save=Save(every=0.005)).data
    assert_close(found.integrals["torque"], np.trapezoid((data.joint_torque**2).sum("joint"), dx=0.005), 1e-10)

    def value(name, d):
        return gradient(eel, objective, 1.0, solver=Solver(dt=0.005), parameters={name: eel.equations.parameters[name] + d}).value

    d = 1e-5
    differences = [(value(name, d) - value(name, -d)) / (2 * d) for name in ("gait.amplitude", "gait.period")]
    assert_close(found.gradient[1:], differences, 1e-6)
    assert np.abs(found.gradient).min() > 1e-4


def test_mistakes_are_refused(eel):
    def asked(objective, message):
        with pytest.raises(InputError, match=message):
            gradient(eel, objective, 1.0, solver=Solver(dt=0.005))

    asked("distanse", "Did you mean 'distance'")
    asked(7, "objective is a int")
    asked(lambda c: c.end["base_positon"], "Did you mean 'base_position'")
    asked(lambda c: c.end["joint_torque", "joint99"], "unknown joint of 'joint_torque'")
    asked(lambda c: c.end["base_position", "x", "y"], "has 1 dimensions")
    asked(lambda c: c.end["base_position"], "has shape")
    asked(lambda c: c.end.state("base v"), "unknown state")
    asked(lambda c: c.end.parameter("gait.size"), "unknown free parameter")
    asked(lambda c: ca.SX.sym("loose"), "symbol 'loose'")
    asked(lambda c: 1 / 0, "failed with ZeroDivisionError")
    with pytest.raises(InputError, match="functions of a Moment"):
        Objective("bad", lambda c: 0, {"x": 3})
