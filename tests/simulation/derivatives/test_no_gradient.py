"""What has no gradient is refused, and the message says why."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from differentiated_machines import tumbler
from mechanisms import FourBar, Turning

from elver import Body, InitialState, InputError, Joint, Model, Robot, compile_model, gradient, scenario
from elver._support.errors import NoGradientError
from elver.drive import Spring
from elver.robot import Box
from elver.simulation import Solver


def test_what_has_no_gradient_is_refused():
    model, duration, dt = tumbler()
    program = compile_model(model)
    with pytest.raises(InputError, match="chooses its steps"):
        gradient(program, "distance", duration, solver=Solver(dt=dt, method="dopri5"))
    with pytest.raises(InputError, match="Known: rk4"):
        gradient(program, "distance", duration, solver=Solver(dt=dt, method="heun"))
    with pytest.raises(InputError, match="has a scene"):
        gradient(scenario("gray").build(), "distance", 0.1, solver=Solver(dt=1e-4))
    with pytest.raises(InputError, match=r"Did you mean 'gait\.size'"):
        gradient(program, "distance", duration, solver=Solver(dt=dt), free=["gait.sizes"])
    with pytest.raises(InputError, match="unknown state"):
        gradient(program, "distance", duration, solver=Solver(dt=dt), states=["base vq"])
    with pytest.raises(InputError, match="whole number of steps"):
        gradient(program, "distance", 1.0, solver=Solver(dt=0.3))
    with pytest.raises(NoGradientError, match="is nan"):
        gradient(program, lambda c: ca.log(-c.duration), duration, solver=Solver(dt=dt))
    with pytest.raises(InputError, match=r"elver\.Model"):
        gradient(3, "distance", 1.0)


@pytest.mark.parametrize("memory", [1e9, 1e5])
def test_loops_that_cannot_go_on_have_none(memory):
    """A parallelogram through its flat position, also by segments; a crank that coupler and rocker cannot follow."""

    def follower(course):
        return course.end["joint_position", "rocker"]

    model = Model(
        "flat",
        FourBar(1.0, 0.4, 1.0, 0.4).robot(),
        gait=Turning(0.5, 2.0),
        start=InitialState(angles={"pin": -0.5, "rocker": 0.5}),
    )
    flat = compile_model(model.freed("gait.offset"))
    with pytest.raises(NoGradientError, match=r"loop singular: .* after 1\.3"):
        gradient(flat, follower, 2.0, solver=Solver(dt=1e-3), memory=memory)
    before = gradient(flat, follower, 1.0, solver=Solver(dt=1e-3), memory=memory)
    assert before["gait.offset"] == pytest.approx(1.0, abs=1e-9)  # crank and rocker stay parallel
    model = Model(
        "stuck",
        FourBar(1.0, 0.9, 0.3, 0.6).robot(),
        gait=Turning(0.5, 1.0),
        start=InitialState(angles={"pin": 0.1, "rocker": 1.5}),
    )
    with pytest.raises(NoGradientError, match=r"loop open: .* beyond 0\.48"):
        gradient(model.freed("gait.offset"), follower, 1.0, solver=Solver(dt=1e-3), memory=memory)


def test_a_distance_of_zero_and_a_run_that_diverges_have_none():
    still = Model("cube", Robot("c", [Body.solid("cube", Box(1, 1, 1), 1.0)]))
    with pytest.raises(NoGradientError, match="no finite derivative by 'base vx'"):
        gradient(still, "distance", 1.0, solver=Solver(dt=0.1), states=["base vx"])
    bodies = [Body("ground", 0, (0, 0, 0), np.zeros((3, 3))), Body.solid("mass", Box(1, 1, 1), 1.0)]
    joint = Joint("slide", "ground", "mass", type="prismatic", mode="passive")
    stiff = Model(
        "m", Robot("m", bodies, [joint], base="fixed"), elastic=Spring(1e6, 0.5), start=InitialState(angles={"slide": 1.0})
    )
    with pytest.raises(NoGradientError, match=r"diverged after .* smaller dt"):
        gradient(stiff, lambda c: c.end.state("angle of slide"), 1.0, solver=Solver(dt=0.01), states=["angle of slide"])
    with pytest.raises(InputError, match="fixed"):
        gradient(stiff, "distance", 1.0, solver=Solver(dt=0.01), states=["angle of slide"])


def test_a_gradient_by_nothing_is_refused():
    with pytest.raises(InputError, match="nothing is free: build"):
        gradient(scenario("crawler").build(), "distance", 0.1, solver=Solver(dt=0.01))
