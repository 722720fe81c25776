"""Warnings that a run carries: in its file, part by part, and out of damaged files."""

from __future__ import annotations

import json

import pytest
from odd_machines import chain, found, waving

from elver import load_run, simulate
from elver._support.statuses import ENDED
from elver.results.checks.trust import (
    FROM_NOTHING,
    discretisation,
    doubts_of,
    larger_step_error,
    sentence,
    step_words,
    trust_words,
    warnings_of,
    worst_findings,
)
from elver.results.record import Attributes, StepError
from elver.simulation import Save, Solver


@pytest.fixture(scope="module")
def run():
    return simulate(waving(chain(3, limit=0.01)), 2.0, solver=Solver(dt=0.01))


def test_a_run_that_is_opened_again_has_its_warnings(run, tmp_path):
    again = load_run(run.save(tmp_path / "run.nc"))
    assert again.summary["warnings"] == run.summary["warnings"] != []
    assert again.summary["discretisation_error"] == run.summary["discretisation_error"]
    assert again.summary["discretisation"] == run.summary["discretisation"]
    assert "torque limit" not in again._repr_html_()
    assert "more than its limit" in again._repr_html_()


def test_a_run_that_was_written_while_it_went_on_has_those_of_all_parts(run, tmp_path, monkeypatch):
    monkeypatch.setattr("elver.simulation.streaming.STRETCH", 1.0)
    whole = simulate(waving(chain(3, limit=0.01)), 2.0, solver=Solver(dt=0.01), save=Save(path=tmp_path / "run.nc"))
    (one,), (other,) = found(whole, "torque limit"), found(run, "torque limit")
    assert one["where"] == other["where"]
    assert whole.summary["discretisation_error"] > 0
    assert found(whole, "energy ledger") == []


@pytest.mark.parametrize("text", ["", "{", "3", "[1, null]", '[{"text": 3}]', "[" * 5000, None])
def test_damaged_attributes_give_no_warnings(text):
    data = Attributes({"warnings": text, "discretisation": text})
    assert warnings_of(data) == []
    assert discretisation(data) is None
    assert step_words(data) == "not looked for"


def test_a_strangers_finding_is_words_and_numbers():
    (entry,) = warnings_of(Attributes({"warnings": json.dumps([{"text": "x" * 9999, "number": "many", "time": True}])}))
    assert len(entry["text"]) == 500
    assert entry["number"] is None
    assert entry["time"] is None
    assert sentence({**entry, "text": "it leans", "remedy": "hold it"}) == "it leans. Hold it."


def kept(closure=0.0, error: float | None = 0.0, check="", status="finished"):
    """What a run carries."""
    found = [{"check": check, "where": "law 'wind'", "text": "t"}]
    written = {"discretisation": json.dumps({"error": error, "by": "half the step"})} if error is not None else {}
    return Attributes({"status": status, "ledger_closure": closure, "warnings": json.dumps(found), **written})


def null(by: str):
    """A run whose error by its steps was looked for, and not found."""
    found = json.dumps({"error": None, "by": by})
    return Attributes({"status": "finished", "ledger_closure": 1e-9, "discretisation": found})


@pytest.mark.parametrize(
    ("run", "doubts"),
    [
        (kept(), []),
        (kept(check="samples"), []),
        (kept(error=None), []),
        (kept(error=0.02), []),
        (kept(closure=0.002), ["its energy ledger closes to 2.0e-03 only"]),
        (kept(closure=float("nan")), ["its energy ledger has no number"]),
        (kept(error=0.021), ["its steps leave an error of 2.1 %"]),
        (kept(check=FROM_NOTHING), ["law 'wind' brings energy in"]),
        (kept(closure=1.0, error=0.5, check=FROM_NOTHING), [*doubts_of(kept(1.0, 0.5)), "law 'wind' brings energy in"]),
        (kept(status="diverged"), ["it broke off"]),
        (null(f"half the step{ENDED}diverged"), ["with finer steps it breaks off (diverged)"]),
        (null(f"half the step{ENDED}interrupted"), []),
        (null("a way that found none"), []),
        (Attributes({"status": "finished", "ledger_closure": 1e-5}), []),
    ],
)
def test_what_speaks_against_a_run(run, doubts):
    """A file of an earlier version, the last one, says nothing of steps and warnings, and is judged by its ledger."""
    assert doubts_of(run) == doubts
    assert trust_words(run).startswith("no: " if doubts else "yes")


def test_steps_that_nobody_looked_at_are_told():
    assert trust_words(kept()) == "yes"
    assert "nobody has looked at its steps" in trust_words(kept(error=None))


def test_steps_that_somebody_looked_at_in_vain_are_told():
    said = trust_words(null(f"half the step{ENDED}interrupted"))
    assert said == f"yes, as far as is known: the error by its steps was not found (half the step{ENDED}interrupted)"
    assert trust_words(null(f"half the step{ENDED}diverged")) == "no: with finer steps it breaks off (diverged)"


def test_parts_of_a_run_are_merged_by_check_and_place():
    def told(*entries):
        return [{"check": c, "where": w, "text": "t", "number": n, "threshold": 1.5} for c, w, n in entries]

    both = worst_findings(told(("a", "x", 2), ("a", "z", 1)), told(("a", "x", 4), ("a", "y", 3), ("a", "z", 0.5)))
    assert [(e["where"], e["number"]) for e in both] == [("x", 4.0), ("y", 3.0), ("z", 0.5)]  # the worst, above or below
    assert worst_findings(told(("a", "x", 4)), told(("a", "x", 2))) == worst_findings([], told(("a", "x", 4)))
    small, large = StepError(0.1), StepError(0.2)
    assert larger_step_error(small, large) == larger_step_error(large, small) == large
    assert larger_step_error(None, small) == small
    exact, none = StepError(0.0, by="8 stretches"), StepError(None, by="looked for, not found")
    assert larger_step_error(None, exact) == larger_step_error(exact, None) == exact  # one that was looked at
    assert larger_step_error(None, none) == none
    broken = StepError(None, by=f"half the step{ENDED}diverged")
    assert larger_step_error(broken, large) == larger_step_error(large, broken) == broken
