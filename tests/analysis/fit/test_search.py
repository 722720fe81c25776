"""The whole search: noise and minimum agree in the end, and what was reached is told."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, decay, decay_fit

from elver._support.errors import InputError
from elver.analysis import FitReport, FitSearch, fit_with_evaluator
from elver.analysis.fit.least_squares import CachedEvaluator, Misfit
from elver.analysis.fit.noise import estimated_levels, first_levels, same_levels
from elver.analysis.fit.problem import Noise
from elver.analysis.fit.search import Checkpoint, search_minimum


def test_noise_and_minimum_agree():
    problem = decay_fit(sigma=0.05, noise=Noise(ar1=None, model_error=None))
    levels = first_levels(problem.recordings[0].channels)
    misfit = Misfit(CachedEvaluator(problem, FakeEvaluator(problem, decay)), levels, ["a"], [0, 1], problem.start)
    told = []
    found = search_minimum(misfit, 1, 0, Checkpoint(None, ""), told.append)
    point = misfit.at(found.descent.point.s)
    again = estimated_levels(point.evaluation.blocks, misfit.levels, misfit.slopes_of(point), misfit.scales.priors(point.s))
    assert found.descent.status == "converged"
    assert same_levels(misfit.levels, again, 0.02)
    assert told[0].startswith("iteration 1: cost ")
    assert any(sentence.startswith("noise round 1, ") for sentence in told)


def test_a_start_that_fails_is_no_matter_among_others():
    problem = decay_fit()
    evaluate = FakeEvaluator(problem, decay, broken=lambda theta: theta[1] < 0.35)
    fit = fit_with_evaluator(problem, evaluate, search=FitSearch(starts=16), report=FitReport(profiles=0))
    assert fit.converged
    assert fit.starts[0].status == "failed"
    assert np.isinf(fit.starts[0].first_cost)


def test_all_starts_fail():
    problem = decay_fit()
    with pytest.raises(InputError, match="no numbers at the start: recording 'a': it diverged"):
        fit_with_evaluator(problem, FakeEvaluator(problem, decay, broken=lambda theta: True))
