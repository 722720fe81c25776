"""Ledger and steps as findings."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from odd_machines import chain, found, waving
from ready_models import ready

from elver import scenario, simulate
from elver.contact import ContactSettings, Scene
from elver.drive import PD
from elver.forces import Morison
from elver.model.validity import known_periods
from elver.results.checks.steps import (
    FEWEST,
    FEWEST_STEPS,
    chose_steps,
    energy_ledger,
    ledger_findings,
    long_steps,
    steps_against,
)
from elver.results.checks.trust import LEDGER_WARNING, numerical_doubts
from elver.results.record import Attributes, StepError
from elver.scenarios import all_scenarios
from elver.simulation import Save, Solver


def test_a_ledger_that_does_not_close_is_found():
    run = simulate(waving(chain(3), 1.2), 2.0, solver=Solver(dt=0.1, method="semi-implicit"), save=Save(every=0.1))
    assert run.summary["ledger_closure"] > LEDGER_WARNING
    assert not run.summary["trusted"]
    (warning,) = found(run, "energy ledger")
    assert warning["number"] == run.summary["ledger_closure"]
    (steps,) = found(run, "discretisation")
    assert steps["number"] == run.summary["discretisation_error"] > steps["threshold"]


@pytest.mark.parametrize(
    ("given", "remedy"),
    [
        ({"solver": Solver(dt=0.02, method="semi-implicit")}, "use a smaller dt"),
        ({"solver": Solver(dt=0.1, method="dopri5", rtol=0.03, atol=0.03)}, "rtol"),
        ({"solver": Solver(dt=0.1, contact=ContactSettings(accuracy=30.0))}, "accuracy"),
    ],
    ids=["dt", "rtol", "accuracy"],
)
@pytest.mark.parametrize("written", [False, True], ids=["in memory", "in a store"])
def test_the_remedy_is_what_chose_the_steps(given, remedy, written, tmp_path):
    """A smaller dt does nothing where a tolerance chooses the steps."""
    model = waving(replace(chain(3, mode="torque"), base="planar"), 1.2, control=PD(0.5, 0.02))
    if given["solver"].contact is not None:
        model = replace(model, scene=Scene())
    run = simulate(model, 2.0, save=Save(every=0.1, path=tmp_path / "run.nc" if written else None), **given)
    warnings = [warning for check in ("energy ledger", "discretisation") for warning in found(run, check)]
    assert warnings
    for warning in warnings:
        assert remedy in warning["remedy"]
        assert ("smaller dt" in warning["remedy"]) == (remedy == "use a smaller dt")


def test_a_closure_without_a_number_does_not_close():
    (entry,) = map(energy_ledger.finding, ledger_findings(ledger(math.nan)))
    assert "no number" in entry["text"]
    assert list(ledger_findings(ledger(LEDGER_WARNING))) == []


@pytest.mark.parametrize(
    ("closure", "error", "closes"),
    [
        (1.5e-3, None, False),  # nobody has looked at the steps
        (1.5e-3, 1e-6, False),  # the steps are not to blame
        (1.5e-3, 1e-3, True),  # the same error, told twice
        (0.019, 0.01, True),
        (0.021, 0.01, False),  # beyond what is promised of a trusted run
        (math.nan, 0.01, False),
    ],
)
def test_a_ledger_may_be_open_by_what_the_steps_leave_in_the_works(closure, error, closes):
    assert list(ledger_findings(ledger(closure, error))) == [] if closes else list(ledger_findings(ledger(closure, error)))
    assert bool(numerical_doubts("finished", closure, StepError(error, by=""), False)) != closes


def ledger(closure: float, error: float | None = None) -> Attributes:
    """Attributes of a run whose ledger closes to so much, with an error by steps."""
    known = {} if error is None else {"discretisation": json.dumps({"error": error, "kind": "works", "by": "half the step"})}
    return Attributes({"ledger_closure": closure, "settings": '{"method": "rk4"}', **known})


@pytest.mark.filterwarnings("ignore:dt = 0.05 s is too long")
@pytest.mark.parametrize("written", [False, True], ids=["in memory", "in a store"])
def test_a_run_that_broke_off_at_its_start_has_no_ledger(written, tmp_path):
    """Its first sample alone has no balance, and nothing is said of it."""
    model = waving(chain(3, mode="torque"), control=PD(1e30, 0.0))
    store = tmp_path / "run.nc" if written else None
    run = simulate(model, 1.0, solver=Solver(dt=0.05, method="rk4"), save=Save(path=store))
    assert run.status == "diverged"
    assert run.data.sizes["time"] == 1
    assert found(run, "energy ledger") == []


def test_samples_far_apart_are_told_with_a_time_that_would_do():
    model, period = waving(chain(2)), 2 * math.pi / 4.0
    (warning,) = found(simulate(model, 4.0, solver=Solver(dt=0.01), save=Save(every=0.2)), "samples")
    assert warning["number"] == pytest.approx(period / 0.2)
    assert warning["threshold"] == FEWEST
    assert "only 7.85 samples a period of the gait (1.57 s)" in warning["text"]
    assert "`--output 0.016`" in warning["remedy"]
    assert found(simulate(model, 4.0, solver=Solver(dt=0.01), save=Save(every=0.07)), "samples") == []


def test_samples_far_apart_make_no_other_check_speak():
    """A target's amplitude and a section's swing cannot be read off a few samples."""
    robot = chain(6, length=0.2, mode="torque")
    model = waving(robot, 0.3, {"water": Morison()}, control=PD(50.0, 5.0))
    period = 2 * math.pi / 4.0
    run = simulate(model, 8 * period, solver=Solver(method="rodas"), save=Save(every=period / 2))
    assert found(run, "samples")
    assert found(run, "tracking") == found(run, "strip theory") == []


@pytest.mark.parametrize(
    "name", ["eel", "swimmer", "gray", *(pytest.param(name, marks=pytest.mark.long) for name in ("moth", "scull-40"))]
)
def test_shipped_scenarios_are_sampled_well(name):
    chosen = scenario(name)
    run = simulate(ready(name), 20 * chosen.dt, solver=Solver(dt=chosen.dt, method=chosen.method), save=Save(every=chosen.output))
    assert found(run, "samples") == []


def test_steps_that_are_too_long_for_the_gait_are_told():
    """Eight and sixteen steps a period; a method that chooses its steps is not asked."""
    model, period = waving(chain(3), 0.3), 2 * math.pi / 4
    (warning,) = found(simulate(model, period, solver=Solver(dt=period / 8, method="rk4")), long_steps.name)
    assert warning["number"] == pytest.approx(8.0)
    assert warning["threshold"] == FEWEST_STEPS == 10
    assert warning["where"] == "gait (Serpenoid)"
    assert warning["text"].startswith("the step dt = 0.196 s is too long for the motion asked for")
    assert f"{period / 100:.2g} s" in warning["remedy"]
    assert found(simulate(model, period, solver=Solver(dt=period / 16, method="rk4")), long_steps.name) == []
    assert found(simulate(model, period, solver=Solver(dt=period / 8, method="dopri5")), long_steps.name) == []


@pytest.mark.parametrize(
    ("accuracy", "told"), [(None, True), (1e-6, False), (math.inf, True)], ids=["by dt", "chosen", "second order by dt"]
)
def test_contact_that_chooses_its_steps_is_not_asked_for_them(accuracy, told):
    """An accuracy chooses steps of dt at most; an infinite one takes all of them dt long."""
    model = scenario("aiko-flat").build()
    dt = min(known_periods(model, np.zeros(0)).values()) / 8
    run = simulate(model, dt, solver=Solver(dt=dt, contact=ContactSettings(accuracy=accuracy), check_step=False))
    assert bool(found(run, long_steps.name)) is told
    assert chose_steps(run.samples) is not told


def test_ten_steps_a_period_are_enough_and_no_period_is_no_bound():
    assert list(steps_against({"gait": 1.0}, 0.1)) == []
    assert [f.number for f in steps_against({"gait": 1.0, "tail": 0.5}, 0.1)] == [5.0]
    assert list(steps_against({}, 1e6)) == []


@pytest.mark.parametrize("chosen", all_scenarios(), ids=lambda own: own.name)
def test_the_steps_of_all_scenarios_are_short_enough(chosen):
    model = chosen.build()
    assert list(steps_against(known_periods(model, np.zeros(0)), chosen.time_step())) == []
