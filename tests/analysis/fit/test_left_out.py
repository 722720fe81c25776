"""Fits without each recording, and recordings with unknowns of their own."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, recording

from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.problem import Prior, Problem, Unknown
from elver.quantities import Parameter

X = np.linspace(0, 1, 8)
SLOPE = Unknown(Parameter("slope", 0.0))


def own_level(name):
    return Unknown(Parameter("level", 0.0), role="state", recording=name)


def model(own, channel, theta):
    """A slope for all, and a level for each recording."""
    place = {"a": 1, "b": 2, "c": 3}[own.name]
    return theta[place] + theta[0] * channel.times


def made(seed=0, **held_out):
    rng = np.random.default_rng(seed)
    rows = [
        recording(n, channel(k + 2.0 * X + 0.1 * rng.standard_normal(8), 0.1, X), held_out=held_out.get(n, False))
        for k, n in enumerate("abc")
    ]
    return Problem("levels", tuple(rows), (SLOPE, *(own_level(n) for n in "abc")))


def test_without_each_recording():
    problem = made()
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0))
    assert set(fit.left_out) == {"a", "b", "c"}
    values = {r.name: r.channels[0].values for r in problem.recordings}
    slopes = {n: np.polyfit(X, v, 1)[0] for n, v in values.items()}
    for out, told in fit.left_out.items():
        others = np.mean([slopes[n] for n in "abc" if n != out])
        assert told.estimates[0].value == pytest.approx(others, abs=1e-4)
        (score,) = told.scores
        level = values[out].mean() - others * X.mean()  # its own level is fitted on it
        assert score.rms == pytest.approx(np.sqrt(np.mean((values[out] - level - others * X) ** 2)), rel=1e-3)
        assert score.held_out
        assert score.recording == out
        assert told.theta["abc".index(out) + 1] == pytest.approx(level, abs=1e-4)


def test_unknowns_of_a_held_out_recording():
    """They are fitted on it with the slope held; the slope's uncertainty is theirs too."""
    problem = made(c=True)
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0, leave_out=False))
    v = {r.name: r.channels[0].values for r in problem.recordings}
    slope = np.mean([np.polyfit(X, v[n], 1)[0] for n in "ab"])
    assert fit.theta[0] == pytest.approx(slope, abs=1e-6)
    assert fit.theta[3] == pytest.approx(v["c"].mean() - slope * X.mean(), abs=1e-3)
    variance = 0.01 / (2 * ((X - X.mean()) ** 2).sum())
    assert fit.covariance[0, 0] == pytest.approx(variance)
    assert fit.covariance[3, 3] == pytest.approx(0.01 / 8 + X.mean() ** 2 * variance)
    assert fit.covariance[3, 0] == pytest.approx(-X.mean() * variance)
    assert "held-out recordings (c)" in fit.detail
    assert [e.name for e in fit.estimates] == list(problem.names)


def test_too_few_data_without_one():
    few = [recording("a", channel([1.0, 2.0], 0.1, [0.0, 1.0])), recording("b", channel([1.0], 0.1, [0.5]))]
    problem = Problem("few", tuple(few), (Unknown(Parameter("level", 0.0)), SLOPE))
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, lambda r, c, t: t[0] + t[1] * c.times), report=FitReport(profiles=0))
    assert "fewer numbers than there are unknowns" in fit.left_out["a"].skipped
    assert fit.left_out["b"].scores


def test_one_recording_is_not_left_out():
    problem = Problem(
        "one", (recording("a", channel(X, 0.1, X)),), (SLOPE, Unknown(Parameter("level", 0.0, prior=Prior("normal", 0, 1))))
    )
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, lambda r, c, t: t[1] + t[0] * c.times), report=FitReport(profiles=0))
    assert fit.left_out == {}
