"""Ledger and steps as findings."""

from __future__ import annotations

import math

import pytest

from elver import PD, simulate
from elver.results.plausibility.kept import LEDGER_WARNING
from elver.results.plausibility.numerics import LEDGER, unclosed
from odd_machines import chain, found, waving


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
