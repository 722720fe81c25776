"""Scores: spread of a prediction in closed form, z-scores and intervals of many held-out trials, laws and rivals."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, line, recording

from elver._support.errors import InputError
from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.problem import Noise, Problem, Unknown
from elver.quantities import Parameter

LINE = (Unknown(Parameter("level", 0.0)), Unknown(Parameter("slope", 0.0)))
X = np.linspace(0, 1, 10)


def trial(rng, noise=None, scatter=0.2, **held):
    made = recording("fitted", channel(1.0 + 2.0 * X + scatter * rng.standard_normal(10), 0.2, X, noise=noise))
    far = np.array([2.0, 3.0])
    new = channel(1.0 + 2.0 * far + scatter * rng.standard_normal(2), 0.2, far, noise=noise)
    problem = Problem("line", (made, recording("new", new, held_out=True, **held)), LINE)
    return fit_with_evaluator(problem, FakeEvaluator(problem, line), report=FitReport(profiles=0))


def test_spread_of_a_prediction():
    fit = trial(np.random.default_rng(0))
    score = fit.scores[1]
    A = np.stack([np.ones(10), X], axis=1) / 0.2
    B = np.array([[1.0, 2.0], [1.0, 3.0]])
    spread = np.sqrt(0.04 + np.einsum("ij,jk,ik->i", B, np.linalg.inv(A.T @ A), B))
    assert (score.held_out, score.recording, score.channel) == (True, "new", "y")
    assert (score.high - score.low) / 2 == pytest.approx(1.644854 * spread)
    predicted = fit.evaluation.of("new")[0]
    assert score.z == pytest.approx(-predicted.difference / spread)
    assert score.mean_abs == pytest.approx(np.abs(predicted.difference).mean())
    assert score.rms == pytest.approx(np.sqrt((predicted.difference**2).mean()))
    assert not fit.scores[0].held_out


@pytest.mark.parametrize("noise", [None, Noise(model_error=None)], ids=["given", "estimated"])
def test_nine_in_ten_held_out_numbers_are_inside(noise):
    rng = np.random.default_rng(2)
    scatter = 0.2 if noise is None else 0.5
    fits = [trial(rng, noise, scatter) for _ in range(150)]
    assert np.mean([f.scores[1].inside for f in fits]) == pytest.approx(0.9, abs=0.06)


def test_rivals():
    rng = np.random.default_rng(0)
    fit = trial(rng, rivals={"theirs": {"y": [5.0, 7.0]}, "silent": {}})
    own = fit.problem.recording("new").channels[0].values
    assert fit.scores[1].rivals == {"theirs": pytest.approx(np.abs(own - [5, 7]).mean())}
    with pytest.raises(InputError, match="rival 'theirs' gives 3 values"):
        trial(rng, rivals={"theirs": {"y": [1.0, 2.0, 3.0]}})


def test_z_scores_of_fitted_numbers_have_variance_one():
    """A line through six numbers pulls itself towards them: what is left is smaller than their noise."""
    rng, t, found = np.random.default_rng(2), np.linspace(0, 1, 6), []
    for _ in range(100):
        values = 1.0 + 2.0 * t + 0.1 * rng.normal(size=6)
        problem = Problem(
            "line",
            (recording("a", channel(values, 0.1, t)),),
            (Unknown(Parameter("level", 0.0)), Unknown(Parameter("rise", 1.0))),
        )
        line = FakeEvaluator(problem, lambda r, c, p: p[0] + p[1] * c.times)
        found.append(fit_with_evaluator(problem, line, report=FitReport(profiles=0, leave_out=False)).scores[0].z)
    assert 0.85 < float(np.mean(np.square(found))) < 1.15
