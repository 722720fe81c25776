"""Ledger and steps as findings."""

from __future__ import annotations

import math

import pytest

from elver import PD, Morison, scenario, simulate
from elver.results.plausibility.kept import LEDGER_WARNING
from elver.results.plausibility.numerics import FEWEST, LEDGER, unclosed
from odd_machines import chain, found, waving
from ready_models import ready


def test_a_ledger_that_does_not_close_is_found():
    run = simulate(waving(chain(3), 1.2), 2.0, dt=0.1, output=0.1, method="semi-implicit")
    assert run.summary["ledger_closure"] > LEDGER_WARNING
    assert not run.summary["trusted"]
    (warning,) = found(run, "energy ledger")
    assert warning["number"] == run.summary["ledger_closure"]
    (steps,) = found(run, "discretisation")
    assert steps["number"] == run.summary["discretisation_error"] > steps["threshold"]


def test_a_closure_without_a_number_does_not_close():
    (entry,) = map(LEDGER.finding, unclosed(math.nan))
    assert "no number" in entry["text"]
    assert list(unclosed(LEDGER_WARNING)) == []


@pytest.mark.filterwarnings("ignore:dt = 0.05 s is too long")
@pytest.mark.parametrize("written", [False, True], ids=["in memory", "in a store"])
def test_a_run_that_broke_off_at_its_start_has_no_ledger(written, tmp_path):
    """Its first sample alone has no balance, and nothing is said of it."""
    model = waving(chain(3, mode="torque"), control=PD(1e30, 0.0))
    store = tmp_path / "run.nc" if written else None
    run = simulate(model, 1.0, dt=0.05, method="rk4", store=store)
    assert run.status == "diverged"
    assert run.data.sizes["time"] == 1
    assert found(run, "energy ledger") == []


def test_samples_far_apart_are_told_with_a_time_that_would_do():
    model, period = waving(chain(2)), 2 * math.pi / 4.0
    (warning,) = found(simulate(model, 4.0, dt=0.01, output=0.2), "samples")
    assert warning["number"] == pytest.approx(period / 0.2)
    assert warning["threshold"] == FEWEST
    assert "only 7.85 samples a period of the gait (1.57 s)" in warning["text"]
    assert "`--output 0.016`" in warning["remedy"]
    assert found(simulate(model, 4.0, dt=0.01, output=0.07), "samples") == []


def test_samples_far_apart_make_no_other_check_speak():
    """A target's amplitude and a section's swing cannot be read off a few samples."""
    robot = chain(6, length=0.2, mode="torque")
    model = waving(robot, 0.3, {"water": Morison()}, control=PD(50.0, 5.0))
    period = 2 * math.pi / 4.0
    run = simulate(model, 8 * period, method="rodas", output=period / 2)
    assert found(run, "samples")
    assert found(run, "tracking") == found(run, "strip theory") == []


@pytest.mark.parametrize(
    "name", ["eel", "swimmer", "gray", *(pytest.param(name, marks=pytest.mark.long) for name in ("moth", "scull-40"))]
)
def test_shipped_scenarios_are_sampled_well(name):
    chosen = scenario(name)
    run = simulate(ready(name), 20 * chosen.dt, dt=chosen.dt, method=chosen.method, output=chosen.output)
    assert found(run, "samples") == []
