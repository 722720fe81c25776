"""A whole run against itself with other steps."""

from __future__ import annotations

import numpy as np
import pytest
from odd_machines import chain, waving

from elver import InputError, Run, compile_model, scenario, simulate
from elver.contact import ContactSettings
from elver.drive import PD
from elver.results.checks.steps import changes, compared_states, observed_order, whole_error
from elver.results.checks.trust import doubts_in, step_words
from elver.simulation import Control, Save, Solver


@pytest.fixture(scope="module")
def driven():
    return compile_model(waving(chain(3, mode="torque"), control=PD(2.0, 0.2)))


@pytest.mark.parametrize(("method", "order"), [("heun", 2), ("rk4", 4)])
def test_order_and_error_of_a_whole_run(driven, method, order):
    run = simulate(driven, 2.0, solver=Solver(dt=0.004, method=method, check_step=True), save=Save(every=0.04))
    found = run.summary["discretisation"]
    assert found["order"] == pytest.approx(order, abs=0.35)
    assert "whole run" in found["by"]
    assert found["measures"]["mean_speed"] > 0
    assert found["measures"]["mass"] == 0
    exact = simulate(driven, 2.0, solver=Solver(method="dopri5", rtol=1e-12, atol=1e-13), save=Save(every=0.04)).data.state.values
    part = compared_states(driven.equations.layout)[found["kind"]]
    ranges = np.ptp(exact[:, driven.equations.layout.slices[found["kind"]]], axis=0)
    error = np.abs(run.data.state.values[:, part] - exact[:, part]).max() / ranges.max()
    assert run.summary["discretisation_error"] == pytest.approx(error, rel=0.3)


def test_numbers_of_the_run_are_those_without_the_check(driven):
    plain, checked = (simulate(driven, 0.4, solver=Solver(dt=0.004, check_step=c)) for c in (None, True))
    assert np.array_equal(plain.data.state.values, checked.data.state.values)
    odd = simulate(driven, 0.02, solver=Solver(dt=0.004, check_step=True)).summary["discretisation"]
    assert odd["order"] is None


def test_stores_and_controllers_cannot_be_run_again(driven, tmp_path):
    with pytest.raises(InputError, match="check_step runs everything again"):
        simulate(driven, 0.4, solver=Solver(dt=0.004, check_step=True), save=Save(path=tmp_path / "run.nc"))
    with pytest.raises(InputError, match="check_step runs all again"):
        simulate(driven, 0.4, solver=Solver(dt=0.004, check_step=True), control=Control(lambda now: None))


def test_a_finer_run_that_breaks_off_is_told(driven):
    run, broken = (simulate(driven, 0.04, solver=Solver(dt=0.004, check_step=False)) for _ in range(2))
    broken.given.attrs["status"] = "diverged"
    found = whole_error(driven.equations.layout, run, "half the step", broken)
    run.given.attrs["discretisation"] = found
    summary = Run(run.given).summary
    assert summary["discretisation_error"] is None
    assert summary["discretisation"]["by"] == "the whole run again with half the step, which ended so: diverged"
    assert step_words(run.given) == f"not found ({found.by})"
    assert (summary["trusted"], summary["doubts"]) == (False, ["with finer steps it breaks off (diverged)"])
    assert doubts_in(summary) == summary["doubts"]


def test_steps_that_an_accuracy_chooses_are_made_finer_by_it():
    """The path's own error chooses the steps there; half of the longest one alone changes nothing."""
    program = compile_model(scenario("aiko-flat").build())
    asked = {"duration": 1.0, "save": Save(every=0.1)}
    run = simulate(program, **asked, solver=Solver(dt=0.1, contact=ContactSettings(accuracy=1e-5), check_step=True))
    exact = simulate(
        program, **asked, solver=Solver(dt=0.1, contact=ContactSettings(accuracy=1e-8), check_step=False)
    ).data.state.values
    found, layout = run.summary["discretisation"], program.equations.layout
    part = compared_states(layout)[found["kind"]]
    error = np.abs(run.data.state.values[:, part] - exact[:, part]).max()
    error /= np.ptp(exact[:, layout.slices[found["kind"]]], axis=0).max()
    assert run.summary["discretisation_error"] == pytest.approx(error, rel=0.3)
    assert found["by"] == "the whole run again with steps that locate every contact and stick, to 1e-06 m"
    assert found["order"] is None


def test_orders_that_say_nothing():
    assert observed_order(16e-6, 1e-6) == pytest.approx(4)
    assert observed_order(1e-6, 1e-6) is None
    assert observed_order(float("nan"), 1e-6) is None
    assert observed_order(1.0, 1e-12) is None
    assert changes({"a": 2.0, "b": None, "c": True, "d": 0.0}, {"a": 1.0, "b": 1.0, "c": False, "d": 0.0}) == {"a": 0.5}
