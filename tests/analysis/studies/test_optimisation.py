"""What an optimum says of its run."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

import elver
from elver.analysis import optimise
from elver.analysis.studies.optimisation import OPEN_CASE, doubts_about
from elver.analysis.studies.runs import Row
from elver.results.checks import trust


def test_the_best_run_is_asked_for_its_steps(tmp_path, monkeypatch):
    """As a run by itself is; and what speaks against it speaks against the optimum, although its ledger closes."""
    monkeypatch.setattr(trust, "STEP_WARNING", 1e-12)
    changes = {"body.joints": 2, "water.law": "kirchhoff"}
    best = optimise(
        "eel",
        "work",
        {"gait.amplitude": (0.02, 0.12)},
        parameters=changes,
        duration=0.4,
        solver=elver.Solver(dt=0.02),
        search=elver.analysis.Search(budget=4, population=4),
    )
    model = elver.scenario("eel").build({**changes, **best.parameters})
    alone = elver.simulate(model, 0.4, solver=elver.Solver(dt=0.02), progress=False).summary
    assert best.history.usable.values.all()
    assert not best.history.trusted.values.any()  # the same steps
    assert (best.history.step_check == "estimated").values.tolist() == (best.history.objective == best.objective).values.tolist()
    assert best.status == "budget spent"
    assert best.summary["discretisation_error"] == pytest.approx(alone["discretisation_error"], rel=1e-3)
    assert best.run.summary["trusted"] is best.trusted is False
    assert best.summary["doubts"] == best.run.summary["doubts"] == alone["doubts"]
    assert "no: its steps leave an error" in best._repr_html_()
    written = json.loads((best.save(tmp_path / "o") / "optimum.json").read_text(), parse_constant=pytest.fail)
    assert (written["trusted"], written["doubts"]) == (False, alone["doubts"])
    assert written["discretisation_error"] == best.summary["discretisation_error"] > 1e-12


@pytest.mark.parametrize(
    ("closure", "doubts", "expected"),
    [(0.0, [], ()), (0.0, ["law 'water' brings energy in"], ("law 'water' brings energy in",)), (0.1, [], (OPEN_CASE,))],
)
def test_an_optimum_is_doubted_for_its_run_and_for_its_row(closure, doubts, expected):
    run = SimpleNamespace(summary={"doubts": doubts})
    assert doubts_about(Row("finished", "", {"ledger_closure": closure}, {}), run) == expected
