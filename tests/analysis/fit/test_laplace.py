"""Covariance and intervals: the linear case in closed form, coverage in many noisy trials, refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, decay, decay_fit, line, recording

from elver._support.errors import InputError
from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.problem import Noise, Prior, Problem, Unknown
from elver.analysis.fit.uncertainty import quantile
from elver.quantities import Parameter

LINE = (Unknown(Parameter("level", 0.0)), Unknown(Parameter("slope", 0.0)))
X = np.linspace(-1, 2, 12)


def fit_of(problem, model):
    return fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0, leave_out=False))


def test_a_line_in_closed_form():
    y = 1.0 + 0.5 * X
    problem = Problem("line", (recording("a", channel(y, 0.3, X)),), LINE)
    fit = fit_of(problem, line)
    A = np.stack([np.ones(12), X], axis=1) / 0.3
    C = np.linalg.inv(A.T @ A)
    assert fit.theta == pytest.approx([1.0, 0.5], abs=1e-8)
    assert fit.covariance == pytest.approx(C, rel=1e-10)
    assert fit.correlations[0, 1] == pytest.approx(C[0, 1] / math.sqrt(C[0, 0] * C[1, 1]))
    slope = fit.estimate("slope")
    assert (slope.low, slope.high) == pytest.approx(0.5 + 1.959964 * math.sqrt(C[1, 1]) * np.array([-1, 1]))
    assert slope.share_of_prior == 0.0


def test_share_of_the_prior():
    known = (LINE[0], Unknown(Parameter("slope", 0.0, prior=Prior("normal", 0.0, 0.1))))
    problem = Problem("line", (recording("a", channel(1.0 + 0.5 * X, 0.3, X)),), known)
    fit = fit_of(problem, line)
    data = ((X - X.mean()) ** 2).sum() / 0.09
    assert fit.estimate("slope").share_of_prior == pytest.approx(100 / (100 + data))
    assert fit.estimate("slope").value == pytest.approx(0.5 * data / (100 + data))


def test_share_of_the_prior_does_not_depend_on_the_start():
    """A number searched by its logarithm, with a normal prior of itself: five numbers of sigma 3 beside a prior of sigma 1."""
    for start in (1.0, 20.0):
        unknown = Unknown(Parameter("height", start, low=0.01, high=100.0, prior=Prior("normal", 5.0, 1.0)))
        problem = Problem("one", (recording("a", channel(np.full(5, 5.0), 3.0)),), (unknown,))
        found = fit_of(problem, lambda own, channel, theta: theta[0] + 0 * channel.times).estimate("height")
        assert found.share_of_prior == pytest.approx(1 / (1 + 5 / 9), rel=1e-3)


def test_logarithmic_intervals_stay_positive():
    fit = fit_of(decay_fit(sigma=1.0), decay)
    rate = fit.estimate("rate")
    assert 0 < rate.low < rate.value < rate.high
    assert rate.high * rate.low == pytest.approx(rate.value**2, rel=1e-6)


def held(noise, trials):
    """Share of noisy trials whose 95 % intervals hold the truth, for each unknown."""
    truth = np.array([2.0, 0.7])
    fits = [fit_of(decay_fit(seed, 0.1, noise=noise), decay) for seed in range(trials)]
    assert all(f.converged for f in fits)
    return np.mean([[e.low <= t <= e.high for e, t in zip(f.estimates, truth, strict=True)] for f in fits], axis=0)


def test_coverage():
    """95 % intervals hold the truth in 95 % of 300 noisy trials: within three standard deviations of a binomial number."""
    share = held(Noise(), 300)
    assert (abs(share - 0.95) < 3 * math.sqrt(0.95 * 0.05 / 300)).all()


@pytest.mark.long
@pytest.mark.parametrize("noise", [Noise(ar1=None), Noise(model_error=None), Noise(huber=1.345)])
def test_coverage_with_estimated_noise(noise):
    share = held(noise, 300)
    assert (abs(share - 0.95) < 3 * math.sqrt(0.95 * 0.05 / 300)).all()


def test_coverage_where_noise_is_correlated():
    """With correlation estimated the intervals hold; without it they are far too narrow."""
    rng, t = np.random.default_rng(4), np.arange(120.0)
    inside = {None: 0, 0.0: 0}
    for _ in range(40):
        e = rng.standard_normal(120)
        for i in range(1, 120):
            e[i] = 0.8 * e[i - 1] + 0.6 * e[i]
        for ar1 in inside:
            problem = Problem("line", (recording("a", channel(1.0 + 0.2 * e, 0.2, t, noise=Noise(ar1=ar1))),), LINE)
            level = fit_of(problem, line).estimate("level")
            inside[ar1] += level.low <= 1.0 <= level.high
    assert inside[None] >= 33
    assert inside[0.0] <= 28


def test_student_where_the_noise_was_estimated():
    assert quantile(0.95) == pytest.approx(1.959964, rel=1e-6)
    assert quantile(0.95, 3) == pytest.approx(3.182446, rel=1e-6)


def test_fewer_data_than_unknowns():
    unknowns = (*LINE, Unknown(Parameter("c", 1.0)))
    problem = Problem("few", (recording("a", channel([1.0, 2.0], 0.1)),), unknowns)
    evaluate = FakeEvaluator(problem, line)
    with pytest.raises(InputError, match=r"3 unknowns \(level, slope, c\) and only 2 measured numbers with 0 priors"):
        fit_with_evaluator(problem, evaluate)
    assert not evaluate.asked
    enough = Problem("few", problem.recordings, (*LINE, Unknown(Parameter("c", 1.0, prior=Prior("normal", 1.0, 0.1)))))
    fit = fit_of(enough, line)
    assert fit.converged
    assert fit.estimate("c").share_of_prior == pytest.approx(1.0)
    assert fit.weak[0].startswith("c has no influence on any channel")


def test_no_influence():
    problem = Problem("idle", (recording("a", channel(X, 0.1, X)),), (*LINE, Unknown(Parameter("colour", 2.0))))
    with pytest.raises(InputError, match="unknown 'colour' has no influence on any channel at 2"):
        fit_of(problem, line)


def test_nothing_to_fit():
    with pytest.raises(InputError, match="no unknowns"):
        fit_of(Problem("none", (recording("a", channel(X, 0.1, X)),), ()), line)
    with pytest.raises(InputError, match="no data"):
        fit_of(Problem("none", (recording("a", channel(X, 0.1, X), held_out=True),), LINE), line)


def test_an_estimate_at_its_bound_is_named():
    problem = Problem(
        "line", (recording("a", channel(1.0 + 0.5 * X, 0.3, X)),), (LINE[0], Unknown(Parameter("slope", 0.0, low=-0.4, high=0.4)))
    )
    slope = fit_of(problem, line).estimate("slope")
    assert slope.value == pytest.approx(0.4)
    assert slope.at_bound == "its highest, 0.4"
    assert slope.high == pytest.approx(0.4)
