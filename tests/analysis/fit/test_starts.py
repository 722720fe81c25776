"""Starts spread over ranges and priors, screened, and told apart by the minimum they lead to."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, recording

from elver.analysis import FitReport, FitSearch, fit_with_evaluator
from elver.analysis.fit.least_squares import Scales
from elver.analysis.fit.problem import Prior, Problem, Unknown
from elver.analysis.fit.search import chosen, descents_of, drawn
from elver.quantities import Parameter

T = np.linspace(0, 3, 60)


def wave(own, channel, theta):
    """A sine of unknown frequency: many minima."""
    return np.sin(theta[0] * channel.times)


def wave_fit():
    made = recording("a", channel(np.sin(7.0 * T), 0.1, T))
    return Problem("wave", (made,), (Unknown(Parameter("frequency", 3.0, low=1.0, high=12.0)),))


def test_drawn_within_ranges_and_repeatable():
    scales = Scales(
        [
            Unknown(Parameter("a", 2.0, low=1.0, high=3.0)),
            Unknown(Parameter("b", 5.0, prior=Prior("lognormal", 4.0, 0.2))),
            Unknown(Parameter("c", 0.0, prior=Prior("normal", 1.0, 2.0))),
        ]
    )
    first = scales.search([2.0, 5.0, 0.0])
    points = drawn(scales, first, 40, seed=3)
    assert points.shape == (40, 3)
    assert (points[0] == first).all()
    values = np.array([scales.values(s) for s in points])
    assert values[1:, 0].min() > 1.0
    assert values[1:, 0].max() < 3.0
    assert values[1:, 1].min() > 4.0 * np.exp(-0.4)
    assert values[1:, 1].max() < 4.0 * np.exp(0.4)
    assert values[1:, 2].min() > -3.0
    assert values[1:, 2].max() < 5.0
    assert np.ptp(values[1:], axis=0) == pytest.approx([1.8, 4.0 * (np.exp(0.4) - np.exp(-0.4)), 8.0], rel=0.15)
    assert (drawn(scales, first, 40, seed=3) == points).all()
    assert (drawn(scales, first, 40, seed=4)[1:] != points[1:]).any()


def test_the_given_start_is_always_descended_from():
    assert chosen(np.array([9.0, 1.0, 2.0, np.inf]), 2) == [1, 0]
    assert chosen(np.array([np.inf, 1.0, 2.0]), 2) == [1, 2]
    assert [descents_of(n) for n in (1, 2, 9, 100)] == [1, 2, 3, 10]


def test_many_starts_find_what_one_does_not():
    problem = wave_fit()
    alone = fit_with_evaluator(problem, FakeEvaluator(problem, wave), report=FitReport(profiles=0))
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, wave), search=FitSearch(starts=30), report=FitReport(profiles=0))
    assert abs(alone.theta[0] - 7.0) > 1.0
    assert fit.theta[0] == pytest.approx(7.0, abs=1e-6)
    assert len(fit.starts) == 30
    descended = [row for row in fit.starts if row.end is not None]
    assert len(descended) == 6
    assert fit.starts[0].minimum > 1
    assert {row.minimum for row in descended if abs(row.end[0] - 7) < 0.01} == {1}


def test_a_batch_screens():
    problem = wave_fit()
    evaluate = FakeEvaluator(problem, wave)
    asked = []

    def screen(points):
        asked.append(len(points))
        return [abs(p[0] - 7.0) for p in points]

    fit = fit_with_evaluator(problem, evaluate, search=FitSearch(starts=16), report=FitReport(profiles=0), screen=screen)
    assert asked == [16]
    assert all(slopes for _, slopes in evaluate.asked[:1])
    assert fit.theta[0] == pytest.approx(7.0, abs=1e-6)
