"""All checks: the page that lists them, silence where nothing is wrong, and what is asked of a run that failed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from odd_machines import chain, found, waving

from elver import scenario, simulate
from elver.drive import PD
from elver.results.checks.all_checks import CHECKS
from elver.simulation import Save, Solver

DOCS = Path(__file__).parents[3] / "docs"


def test_the_page_has_every_check_with_number_threshold_and_remedy(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "make_tables", raising=False)
    import make_tables

    page = (DOCS / "warnings.md").read_text()
    assert make_tables.with_checks(page) == page, "run python docs/make_tables.py"
    for check in CHECKS:
        assert f"| {check.name} |" in page
        assert check.remedy in page
        assert check.threshold is not None or check.bound


@pytest.mark.parametrize("name", ["crawler", "gray"])
def test_published_machines_in_which_nothing_is_wrong_are_silent(name):
    chosen = scenario(name)
    duration = min(chosen.duration, 12.0)
    run = simulate(chosen.build(), duration, solver=Solver(dt=chosen.dt, method=chosen.method), save=Save(every=chosen.output))
    assert run.status == "finished"
    assert run.summary["warnings"] == []


def test_the_eel_is_told_what_its_paper_does():
    run = simulate(scenario("eel").build(), 4.0, solver=Solver(dt=0.002))
    assert [w["check"] for w in run.summary["warnings"]] == ["energy from nothing", "torque limit"]
    (torque,) = found(run, "torque limit")
    assert torque["number"] == pytest.approx(5.14, abs=0.01)


@pytest.mark.filterwarnings("ignore:dt = 0.05 s is too long")
def test_a_run_that_failed_is_not_asked_for_what_follows_from_that():
    run = simulate(waving(chain(2, mode="torque", limit=1e-6), control=PD(1e6, 0.0)), 1.0, solver=Solver(dt=0.05, method="rk4"))
    assert run.status == "diverged"
    assert {w["check"] for w in run.summary["warnings"]} <= {"energy ledger"}
