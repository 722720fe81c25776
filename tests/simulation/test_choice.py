"""How stiff a model is at the end of a run: what a run says about it, and how it goes on."""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass

import casadi as ca
import numpy as np
import pytest

from elver import Body, InitialState, Joint, Model, Robot, compile_model, simulate
from elver.drive import JointAction
from elver.robot import EllipticCylinder
from elver.simulation import Solver, StiffnessWarning
from elver.simulation.integrate import integrate
from elver.simulation.plan import make_plan
from elver.simulation.schemes.table import stable_limit
from elver.simulation.stiffness import last_stable_sample, too_long

CLOSE = 1e-5  # rodas at its usual tolerances beside rk4 with a short step


@dataclass(frozen=True)
class Thickening:
    """A damper that grows without bound: soft at the start, far too stiff for a millisecond after a while."""

    growth: float = 6.0
    pull: float = 0.0

    def act(self, joint, now, state):
        damping = 0.01 * ca.exp(self.growth * now.time)
        return JointAction(torque=self.pull * ca.sin(3 * now.time) - damping * state.rate)


def model(**law) -> Model:
    bodies = [Body.solid(f"b{k}", EllipticCylinder(0.14, 0.05, 0.03), 1000.0) for k in range(2)]
    robot = Robot("links", bodies, [Joint("j1", "b0", "b1", d=0.14, mode="torque")], base="planar")
    return Model("thickening", robot, control=Thickening(**law), start=InitialState(rates={"j1": 1.0}))


@pytest.fixture(scope="module")
def program():
    return compile_model(model(pull=0.5))


def settings(run) -> dict:
    return json.loads(run.data.attrs["settings"])


def test_a_run_that_becomes_stiff_goes_on_by_rodas(program):
    run, fine = simulate(program, 2.0), simulate(program, 2.0, solver=Solver(method="rodas", rtol=1e-11, atol=1e-13))
    how = settings(run)
    assert run.status == "finished"
    assert how["method"] == "rk4"
    assert how["requested_method"] == "auto"
    assert how["went_on"]["method"] == "rodas"
    assert how["stiffness"] * 1e-3 < stable_limit("rk4") < how["stiffness_at_end"] * 1e-3
    assert f"by rodas from {how['went_on']['from']:g} s on" in run.summary["status_detail"]
    assert run.data.time.values == pytest.approx(np.arange(201) * 0.01, abs=1e-12)
    assert np.abs(run.data.joint_position.values - fine.data.joint_position.values).max() < CLOSE
    assert run.summary["discretisation"]["by"] == "the whole run again with a hundredth of the tolerances"  # by rodas
    assert 1e-10 < run.summary["discretisation_error"] < 1e-3
    again = simulate(program, 2.0)
    assert again.data.state.values.tobytes() == run.data.state.values.tobytes()


def test_it_goes_on_from_the_last_sample_with_a_stable_step(program):
    plan, p = make_plan(2.0, method="rk4"), np.zeros(0)
    trajectory = integrate(program, plan, p, False)
    last = last_stable_sample(program, plan, trajectory, p)
    stiff = [
        too_long(plan, program.fastest_eigenvalue(t, x, p)) for t, x in zip(trajectory.times, trajectory.states, strict=True)
    ]
    assert trajectory.status == "diverged"
    assert not any(stiff[: last + 1])
    assert stiff[last + 1]
    assert settings(simulate(program, 2.0))["went_on"]["from"] == trajectory.times[last]


def test_a_run_that_diverges_says_that_the_step_is_too_long(program):
    run = simulate(program, 2.0, solver=Solver(method="rk4"))
    assert run.status == "diverged"
    assert "is too long for rk4: the model has the eigenvalue" in run.summary["status_detail"]
    assert 'method="rodas" (`--method rodas`) does it' in run.summary["status_detail"]
    assert "smaller dt" in run.summary["status_detail"]
    assert "went_on" not in settings(run)


def test_a_run_that_ends_stiff_warns_once():
    """At rest nothing grows, and the run finishes; a longer one would not."""
    still = compile_model(Model("still", model().robot, control=Thickening()))
    with pytest.warns(StiffnessWarning, match="at the end of the run dt = 0.001 s is too long for heun") as caught:
        run = simulate(still, 2.0, solver=Solver(method="heun"))
    assert len(caught) == 1
    assert run.status == "finished"
    assert settings(run)["stiffness_at_end"] > 1.8e3


def test_nothing_is_said_about_a_run_that_stays_soft(program):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run = simulate(program, 0.2)
    assert "stiffness_at_end" not in settings(run)
    assert run.summary["status_detail"] == "reached 0.2 s"
