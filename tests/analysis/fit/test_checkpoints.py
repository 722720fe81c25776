"""A fit that is interrupted goes on from its file and ends where an uninterrupted one does."""

from __future__ import annotations

import json

import numpy as np
import pytest
from fake_fits import FakeEvaluator, decay, decay_fit

from elver._support.errors import InputError
from elver.analysis import FitReport, FitSearch, fit_with_evaluator
from elver.analysis.fit.problem import Noise


class Impatient(FakeEvaluator):
    """Interrupts its call number ``last``."""

    last = 4

    def __call__(self, *args, **kwargs):
        if len(self.asked) == self.last:
            raise KeyboardInterrupt
        return super().__call__(*args, **kwargs)


@pytest.mark.parametrize("noise", [None, Noise(ar1=None, model_error=None)], ids=["given", "estimated"])
@pytest.mark.parametrize(("starts", "last"), [(1, 4), (4, 14), (4, 20)])
def test_interrupted_and_taken_up_again(tmp_path, noise, starts, last):
    problem, path = decay_fit(noise=noise, sigma=0.05), tmp_path / "state.json"
    report, search = FitReport(profiles=0, leave_out=False), FitSearch(starts, checkpoint=path)
    whole = fit_with_evaluator(problem, FakeEvaluator(problem, decay), search=FitSearch(starts), report=report)
    hasty = Impatient(problem, decay)
    hasty.last = last
    first = fit_with_evaluator(problem, hasty, search=search, report=report)
    if first.status == "interrupted":
        assert json.loads(path.read_text())["digest"]
        second = fit_with_evaluator(problem, FakeEvaluator(problem, decay), search=search, report=report)
    else:
        assert last > 4
        second = first
    assert second.converged
    assert second.theta == pytest.approx(whole.theta, rel=1e-6)
    again = FakeEvaluator(problem, decay)
    third = fit_with_evaluator(problem, again, search=search, report=report)  # of a search that has ended
    assert third.theta == pytest.approx(second.theta, rel=1e-9)
    assert len(again.asked) <= 4 * len(problem.recordings)


def test_the_interrupted_fit_has_estimates(tmp_path):
    problem = decay_fit()
    fit = fit_with_evaluator(problem, Impatient(problem, decay), search=FitSearch(checkpoint=tmp_path / "s.json"))
    assert fit.status == "interrupted"
    assert np.isfinite(fit.cost)
    assert fit.estimate("rate").sigma > 0


def test_the_state_of_another_fit_is_refused(tmp_path):
    path = tmp_path / "state.json"
    problem = decay_fit()
    fit_with_evaluator(problem, Impatient(problem, decay), search=FitSearch(checkpoint=path))
    other = decay_fit(seed=1)
    with pytest.raises(InputError, match="state of another fit"):
        fit_with_evaluator(other, FakeEvaluator(other, decay), search=FitSearch(checkpoint=path))
    with pytest.raises(InputError, match="state of another fit"):
        fit_with_evaluator(problem, FakeEvaluator(problem, decay), search=FitSearch(checkpoint=path, starts=2))
    path.write_text("{}")
    with pytest.raises(InputError, match="no state of a fit"):
        fit_with_evaluator(problem, FakeEvaluator(problem, decay), search=FitSearch(checkpoint=path))


@pytest.mark.parametrize(
    "change",
    [
        {"costs": [1.0, 2.0]},
        {"costs": 7},
        {"starts": [{}]},
        {"starts": [{"state": None, "status": "converged", "detail": ""}] * 9},
        {"current": {"s": [1e300]}},
        {"current": []},
        {"levels": [[0.0, 0.0]]},
        {"levels": 2**59},
    ],
)
def test_a_damaged_state_is_refused(tmp_path, change):
    problem, path = decay_fit(), tmp_path / "state.json"
    fit_with_evaluator(problem, Impatient(problem, decay), search=FitSearch(checkpoint=path))
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(InputError, match=r"state.json' is the state of a fit, but damaged. Remove it to begin anew"):
        fit_with_evaluator(problem, FakeEvaluator(problem, decay), search=FitSearch(checkpoint=path))


def test_a_state_that_is_nested_without_end_is_refused(tmp_path):
    (tmp_path / "state.json").write_text("[" * 100_000)
    with pytest.raises(InputError, match="is not JSON"):
        fit_with_evaluator(decay_fit(), FakeEvaluator(decay_fit(), decay), search=FitSearch(checkpoint=tmp_path / "state.json"))
