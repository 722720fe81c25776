"""Whitening against covariance matrices written out, and noise recovered from residuals."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, line, recording

from elver._support.errors import InputError
from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.noise import NoiseLevel, chained, deviations, first_levels, held_square, huber, whitened
from elver.analysis.fit.problem import Noise, Problem, Unknown
from elver.quantities import Parameter

LINE = (Unknown(Parameter("level", 0.0)), Unknown(Parameter("slope", 0.0)))


def fit_line(y, sigma, times, noise):
    problem = Problem("line", (recording("a", channel(y, sigma, times, noise=noise)),), LINE)
    return fit_with_evaluator(problem, FakeEvaluator(problem, line), report=FitReport(profiles=0, leave_out=False))


def test_whitening_is_the_inverse_root_of_the_covariance():
    times = np.array([0, 1, 2, 3, 10, 11, 12.0])
    own = channel(np.zeros(7), np.linspace(1, 2, 7), times)
    level = NoiseLevel(ar1=0.6, model_error=0.5)
    W = whitened(own, np.eye(7), level)
    d = deviations(own, level)
    lags = np.abs(np.arange(7)[:, None] - np.arange(7))
    together = (np.arange(7) < 4)[:, None] == (np.arange(7) < 4)
    V = d[:, None] * d * np.where(together, 0.6**lags, 0.0)
    assert pytest.approx(np.linalg.inv(V), abs=1e-12) == W.T @ W
    assert list(chained(own)) == [False, True, True, True, False, True, True]


def test_metrics_of_strokes_are_no_chain():
    assert not chained(channel([1.0, 2.0], 1.0, kind="harmonic")).any()


def test_hubers_cost_and_weights():
    z = np.array([0.5, -2.0, 10.0])
    cost, weights = huber(z, 1.5)
    assert cost == pytest.approx(0.125 + (3.0 - 1.125) + (15.0 - 1.125))
    assert weights == pytest.approx([1.0, 0.75, 0.15])
    assert huber(z, 0.0)[0] == pytest.approx(0.5 * z @ z)


def test_correlation_is_recovered():
    rng, found = np.random.default_rng(1), []
    for _ in range(12):
        e = rng.standard_normal(400)
        for i in range(1, 400):
            e[i] = 0.8 * e[i - 1] + 0.6 * e[i]
        fit = fit_line(1.0 + 0.01 * np.arange(400) + 0.1 * e, 0.1, np.arange(400.0), Noise(ar1=None))
        found.append(fit.noise["a: y"].ar1)
    assert np.mean(found) == pytest.approx(0.8, abs=0.03)


def test_model_error_makes_reduced_chi_square_nearly_one():
    """One sigma for all: the estimate is the sum of squares over data less unknowns, and half a number less to stay off zero."""
    rng = np.random.default_rng(5)
    x = np.arange(30.0)
    y = 2.0 + 0.1 * x + 0.5 * rng.standard_normal(30)
    fit = fit_line(y, 0.1, x, Noise(model_error=None))
    r = y - np.polyval(np.polyfit(x, y, 1), x)
    assert 0.1**2 + fit.noise["a: y"].model_error ** 2 == pytest.approx(r @ r / 27.5, rel=2e-3)
    assert 2 * fit.cost == pytest.approx(27.5, rel=2e-3)


def test_little_model_error_where_sigma_says_it_all():
    rng = np.random.default_rng(6)
    x = np.arange(50.0)
    fit = fit_line(1.0 + 0.3 * x + 0.05 * rng.standard_normal(50), 0.1, x, Noise(model_error=None))
    assert 0 < fit.noise["a: y"].model_error < 0.015


def test_a_few_numbers_that_fit_well_keep_a_model_error():
    """Two channels of two numbers about one line: one of them happens to be met exactly, and must not rule the fit."""
    noise = Noise(model_error=None)
    x = np.array([0.0, 1.0])
    pairs = [channel(y, 0.001, x, name=name, noise=noise) for name, y in (("lucky", x), ("other", 0.3 + 1.4 * x))]
    problem = Problem("pairs", (recording("a", *pairs),), LINE)
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, line), report=FitReport(profiles=0, leave_out=False))
    assert min(row.model_error for row in fit.noise.values()) > 0.05
    assert fit.estimate("slope").high > 1.4


@pytest.mark.parametrize("limit", [1.345, 3.0])
def test_outliers_do_not_inflate_the_model_error(limit):
    """Every tenth number is 20 sigma off: the scale stays within a factor 1.5; without outliers it is right."""
    rng, x, found = np.random.default_rng(3), np.arange(60.0) / 30, {0.0: [], 6.0: []}
    for _ in range(8):
        clean = 1.0 + 2.0 * x + 0.3 * rng.standard_normal(60)
        for size in found:
            off = size * rng.choice([-1, 1], 60) * (np.arange(60) % 10 == 3)
            fit = fit_line(clean + off, 0.01, x, Noise(huber=limit, model_error=None))
            assert fit.converged
            found[size].append(fit.noise["a: y"].model_error ** 2)
    assert np.sqrt(np.mean(found[0.0])) == pytest.approx(0.3, rel=0.12)
    assert 0.3 < np.sqrt(np.mean(found[6.0])) < 1.5 * 0.3


def test_squares_of_gaussian_numbers_that_are_held_down():
    z = np.random.default_rng(0).standard_normal(400000)
    for limit in (0.7, 1.345, 3.0):
        assert held_square(limit) == pytest.approx(np.mean(np.clip(z, -limit, limit) ** 2), rel=0.01)


def test_channels_of_one_name_share_their_model_error():
    """Single numbers per recording tell it together, none by itself."""
    rng = np.random.default_rng(8)
    x = np.linspace(0, 1, 40)
    noise = Noise(model_error=None)
    made = [
        recording(f"r{k}", channel([3.0 + 2.0 * x[k] + 0.4 * e], 0.01, [x[k]], noise=noise))
        for k, e in enumerate(rng.standard_normal(40))
    ]
    problem = Problem("single", tuple(made), LINE)
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, line), report=FitReport(profiles=0, leave_out=False))
    errors = {row.model_error for row in fit.noise.values()}
    assert len(errors) == 1
    assert errors.pop() == pytest.approx(0.4, rel=0.25)


def test_impossible_noise():
    with pytest.raises(InputError, match="ar1 = 1"):
        first_levels([channel([1.0], 1.0, noise=Noise(ar1=1.0))])
    with pytest.raises(InputError, match="0 or more"):
        first_levels([channel([1.0], 1.0, noise=Noise(model_error=-1.0))])
