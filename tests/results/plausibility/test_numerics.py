"""Ledger and steps as findings."""

from __future__ import annotations

import math

from elver import simulate
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
