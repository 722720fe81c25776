"""The verb: what a Fit holds, what interrupting it leaves, what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, decay, decay_fit, recording

from elver._support.errors import InputError
from elver.analysis import FitSearch, fit_with_evaluator
from elver.analysis.fit.problem import Problem


def test_a_whole_fit():
    problem = decay_fit(names=("a", "b", "c")).keeping(["a", "b"])
    told = []
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, decay), search=FitSearch(starts=4, seed=5), callback=told.append)
    assert fit.converged
    assert fit.theta == pytest.approx([2.0, 0.7], rel=0.1)
    assert set(fit.left_out) == {"a", "b"}
    assert [s.held_out for s in fit.scores] == [False, False, True]
    assert len(fit.profiles) == 1
    assert fit.seed == 5
    assert fit.counts["evaluations"] >= fit.counts["with slopes"] > 0
    assert fit.counts["runs"] > 0
    assert fit.wall_time > 0
    assert any(sentence.startswith("profile of ") for sentence in told)
    assert any(sentence.startswith("without recording a") for sentence in told)


def test_repeats_are_equal():
    problem = decay_fit(names=("a", "b"))
    one, two = (fit_with_evaluator(problem, FakeEvaluator(problem, decay), search=FitSearch(starts=8, seed=2)) for _ in range(2))
    assert (one.theta == two.theta).all()
    assert (one.covariance == two.covariance).all()


def test_interrupted_in_a_profile():
    """The estimates stay; what is missing is said."""
    problem = decay_fit()

    def stop(sentence):
        if sentence.startswith("profile"):
            raise KeyboardInterrupt

    fit = fit_with_evaluator(problem, FakeEvaluator(problem, decay), callback=stop)
    assert fit.status == "interrupted"
    assert fit.detail.startswith("converged (")
    assert fit.theta == pytest.approx([2.0, 0.7], rel=0.1)
    assert fit.profiles == {}
    assert fit.scores


def test_a_held_out_recording_that_fails_is_said():
    problem = decay_fit(names=("a", "b")).keeping(["a"])

    class OneFails(FakeEvaluator):
        def __call__(self, theta, slopes=True, recordings=None):
            found = super().__call__(theta, slopes, [n for n in recordings or ("a", "b") if n != "b"])
            return found if recordings and "b" not in recordings else type(found)(theta, found.blocks, {"b": "no orbit"}, {})

    fit = fit_with_evaluator(problem, OneFails(problem, decay))
    assert fit.converged
    assert "recording 'b' cannot be predicted: no orbit" in fit.detail
    assert [s.recording for s in fit.scores] == ["a"]


def test_refused():
    problem = Problem("gap", (recording("a", channel([1.0, np.nan, 2.0], 0.1)),), decay_fit().unknowns)
    with pytest.raises(InputError, match="channel 'y': a value is not a number"):
        fit_with_evaluator(problem, FakeEvaluator(problem, decay))
    with pytest.raises(InputError, match="starts"):
        fit_with_evaluator(decay_fit(), FakeEvaluator(decay_fit(), decay), search=FitSearch(starts=0))
