"""Whitened residuals with their Jacobian against central differences, and the memory of evaluations."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, decay, decay_fit

from elver.analysis.fit.least_squares import CachedEvaluator, Misfit
from elver.analysis.fit.noise import first_levels
from elver.analysis.fit.problem import Noise, Prior, Unknown
from elver.quantities import Parameter

PRIOR = Unknown(Parameter("height", 1.0, prior=Prior("lognormal", 1.5, 0.2)))


def made(problem, free=(0, 1)):
    evaluate = FakeEvaluator(problem, decay)
    levels = first_levels(c for r in problem.recordings for c in r.channels)
    names = [r.name for r in problem.recordings]
    return Misfit(CachedEvaluator(problem, evaluate), levels, names, free, problem.start), evaluate


def test_jacobian_and_gradient():
    misfit, _ = made(decay_fit(names=("a", "b"), noise=Noise(ar1=0.5, model_error=0.02), height=PRIOR))
    s, h = misfit.start + 0.1, 1e-5
    point = misfit.at(s)
    for k in range(2):
        e = np.eye(2)[k] * h
        above, below = misfit.at(s + e, slopes=False), misfit.at(s - e, slopes=False)
        assert (above.residual - below.residual) / (2 * h) == pytest.approx(point.jacobian[:, k], rel=1e-7, abs=1e-7)
        assert (above.cost - below.cost) / (2 * h) == pytest.approx(point.gradient[k], rel=1e-7)
    assert point.cost == pytest.approx(0.5 * point.residual @ point.residual)
    assert point.data == 80
    assert len(point.residual) == 81


def test_gradient_of_hubers_cost():
    misfit, _ = made(decay_fit(noise=Noise(huber=1.0)))
    s, h = misfit.start + 0.1, 1e-6
    point = misfit.at(s)
    slopes = [(misfit.at(s + e).cost - misfit.at(s - e).cost) / (2 * h) for e in np.eye(2) * h]
    assert slopes == pytest.approx(point.gradient, rel=1e-6)


def test_held_unknowns_stay():
    misfit, evaluate = made(decay_fit(), free=(1,))
    misfit.at(misfit.start + 0.5)
    assert evaluate.asked[-1][0] == pytest.approx([1.0, 0.3 * np.exp(0.5)])
    assert misfit.at(misfit.start).jacobian.shape == (40, 1)


def test_nothing_is_computed_twice():
    own = Unknown(Parameter("offset", 0.0), role="clock", recording="b")
    problem = decay_fit(names=("a", "b"), own=own)
    evaluate = FakeEvaluator(problem, decay)
    memory = CachedEvaluator(problem, evaluate)
    theta = problem.start
    memory(theta)
    memory(theta, recordings=["a"])
    memory(theta, slopes=False)
    assert evaluate.counts["runs"] == 2
    theta = theta + np.array([0, 0, 1])  # only recording b sees it
    whole = memory(theta)
    assert evaluate.counts["runs"] == 3
    assert [b.recording for b in whole.blocks] == ["a", "b"]
    memory(theta + 1, slopes=False)
    memory(theta + 1, slopes=True)  # slopes were not there
    assert evaluate.counts["runs"] == 7


def test_a_failed_run_is_named():
    problem = decay_fit()
    evaluate = FakeEvaluator(problem, decay, broken=lambda theta: True)
    misfit = Misfit(
        CachedEvaluator(problem, evaluate), first_levels(problem.recordings[0].channels), ["a"], [0, 1], problem.start
    )
    point = misfit.at(misfit.start)
    assert point.cost == np.inf
    assert point.why == "recording 'a': it diverged"


def test_numbers_that_are_none():
    problem = decay_fit()
    evaluate = FakeEvaluator(problem, lambda r, c, theta: theta[0] * np.full(40, np.nan))
    misfit = Misfit(
        CachedEvaluator(problem, evaluate), first_levels(problem.recordings[0].channels), ["a"], [0, 1], problem.start
    )
    assert misfit.at(misfit.start).why == "a prediction is not a finite number"
