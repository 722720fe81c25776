"""A centre of mass that drifts where nothing pushes it."""

from __future__ import annotations

import numpy as np
import pytest
from odd_machines import chain, waving

from elver import Body, InitialState, Model, Robot, scenario, simulate
from elver.forces import Gravity
from elver.results.checks.conservation import drift_error, pushed, worse
from elver.results.record import StepError
from elver.results.samples import Samples
from elver.robot import Rod
from elver.simulation import Solver


def test_a_snake_without_friction_drifts_by_its_steps():
    """Its centre of mass should stay: half the step, half the drift."""
    model = scenario("aiko-flat").build({"friction": 0.0, "gait.frequency": 8.0})
    coarse, fine = (simulate(model, 1.0, solver=Solver(dt=dt)).summary for dt in (1e-3, 5e-4))
    assert coarse["discretisation"]["kind"] in ("com", "position")
    assert coarse["discretisation_error"] > 0.02
    assert coarse["discretisation_error"] == pytest.approx(2 * fine["discretisation_error"], rel=0.2)
    assert "discretisation" in [w["check"] for w in coarse["warnings"]]


def test_a_machine_in_a_vacuum_does_not_drift_by_rk4_and_one_that_is_pushed_is_not_judged():
    run = simulate(waving(chain(3)), 2.0, solver=Solver(dt=0.01))
    assert drift_error(run.given, chain(3)).error < 1e-5
    robot = Robot("rod", [Body.solid("rod", Rod(0.3, 0.02), 1000.0)])
    falling = simulate(Model("m", robot, {"gravity": Gravity()}, start=InitialState(twist=(1.0, 0, 0, 0, 0, 0))), 1.0)
    found = drift_error(falling.given, robot)
    assert found.error < 1e-12  # sideways it goes straight on
    assert "along x, y" in found.by


def test_an_impulse_is_judged_by_the_time_it_took():
    """5e-9 N s in 1 ms are 5e-6 N: more than a billionth of the weight of 1 kg, in a second they are less."""
    for interval, told in ((1e-3, True), (1.0, False)):
        impulse = np.zeros((3, 1, 2))
        impulse[1:, 0, 0] = 5e-9
        variables = {"contact_impulse": (("time", "link", "plane"), impulse)}
        data = Samples(variables, {"time": ("time", np.arange(3) * interval, {})})
        assert pushed(data, 0, 1.0) is told
        assert not pushed(data, 1, 1.0)


def test_a_drift_alone_tells_only_where_it_is_large():
    small, large, looked = StepError(1e-9, "com", ""), StepError(0.5, "com", ""), StepError(1e-3, "position", "")
    assert worse(None, small) is None
    assert worse(None, None) is None
    assert worse(None, large) is large
    assert worse(looked, small) is looked
    assert worse(looked, large) is large
