"""Profile likelihood: Laplace's interval where the cost is quadratic, a grid's where it is not, bounds, better minima."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, decay, decay_fit, line, recording
from scipy.optimize import brentq, minimize_scalar

from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.problem import Prior, Problem, Unknown
from elver.quantities import Parameter

X = np.linspace(-1, 2, 12)


def fit_of(problem, model, **more):
    return fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(leave_out=False, **more))


def test_a_line_has_laplaces_interval():
    problem = Problem(
        "line",
        (recording("a", channel(1.0 + 0.5 * X, 0.3, X)),),
        (Unknown(Parameter("level", 0.0)), Unknown(Parameter("slope", 0.0))),
    )
    fit = fit_of(problem, line, profiles=2)
    for e in fit.estimates:
        assert (e.profile_low, e.profile_high) == pytest.approx((e.low, e.high), rel=1e-4)
        values, rises = fit.profiles[e.name]
        assert (np.diff(values) > 0).all()
        assert rises.min() == 0.0
        assert rises == pytest.approx(0.5 * ((values - e.value) / e.sigma) ** 2, abs=1e-3)


def test_an_asymmetric_profile_by_brute_force():
    """Noise so large that Laplace is wrong: against the other unknown minimised by SciPy at every point."""
    problem = decay_fit(seed=2, sigma=0.8, rate=Unknown(Parameter("rate", 0.3, prior=Prior("lognormal", 0.5, 1.5))))
    fit = fit_of(problem, decay)
    (name,) = fit.profiles
    assert name == "rate"
    own = problem.recordings[0].channels[0]

    def rise(rate):
        prior = 0.5 * problem.unknowns[1].prior.residual(rate)[0] ** 2
        cost = lambda height: 0.5 * np.sum(((decay(None, own, (height, rate)) - own.values) / own.sigma) ** 2)  # noqa: E731
        return minimize_scalar(cost, bounds=(0.1, 20), method="bounded", options={"xatol": 1e-10}).fun + prior - fit.cost

    rate = fit.estimate("rate")
    low, high = (brentq(lambda x: rise(x) - 1.920729, *ends) for ends in ((0.01, rate.value), (rate.value, 20.0)))
    assert rate.profile_low == pytest.approx(low, rel=0.01)
    assert rate.profile_high == pytest.approx(high, rel=0.01)
    assert abs(rate.low / low - 1) > 0.03


def test_a_profile_that_ends_at_the_bound():
    problem = decay_fit(sigma=0.8, rate=Unknown(Parameter("rate", 0.6, low=0.5, high=10.0)))
    fit = fit_of(problem, decay)
    assert fit.estimate("rate").profile_low == pytest.approx(0.5)


def test_one_unknown_alone():
    problem = Problem("level", (recording("a", channel(np.ones(4), 0.2)),), (Unknown(Parameter("level", 0.0)),))
    fit = fit_of(problem, lambda r, c, theta: theta[0] * np.ones(4))
    level = fit.estimate("level")
    assert level.profile_high == pytest.approx(1.0 + 1.96 * 0.1, rel=1e-3)


def test_few_evaluations():
    problem = decay_fit(sigma=0.05)
    evaluate = FakeEvaluator(problem, decay)
    fit_with_evaluator(problem, evaluate, report=FitReport(profiles=0))
    alone = len(evaluate.asked)
    evaluate = FakeEvaluator(problem, decay)
    fit_with_evaluator(problem, evaluate, report=FitReport(profiles=1))
    assert len(evaluate.asked) - alone <= 12


def test_a_better_minimum_is_gone_to():
    """Two valleys of y, which x pulls at: the descent ends in the shallow one, the profile of x meets the deep one."""

    def two(own, channel, theta):
        x, y = theta
        return np.array([y**2 - 1.0, 0.5 * (y - 1.0), 0.6 * (y - x)])

    made = recording("a", channel([0.0, 0.0, 0.0], 1.0))
    problem = Problem("two", (made,), (Unknown(Parameter("x", -1.0)), Unknown(Parameter("y", -1.2))))
    alone = fit_of(problem, two, profiles=0)
    fit = fit_of(problem, two)
    assert alone.theta[1] < -0.5
    assert alone.cost > 0.3
    assert "x" in fit.profiles
    assert fit.theta == pytest.approx([1.0, 1.0], abs=1e-4)
    assert fit.cost == pytest.approx(0.0, abs=1e-8)


def test_runs_that_fail_on_the_way():
    """The bound lies before the runs fail: found by coming closer. It lies beyond: the profile stays open on that side."""
    problem = decay_fit(sigma=0.3)
    whole = fit_of(problem, decay).estimate("rate")
    spread = whole.profile_high - whole.value
    for share, found in ((1.2, pytest.approx(whole.profile_high, rel=0.01)), (0.6, None)):
        end = whole.value + share * spread
        evaluate = FakeEvaluator(problem, decay, broken=lambda theta, end=end: theta[1] > end)
        rate = fit_with_evaluator(problem, evaluate, report=FitReport(leave_out=False)).estimate("rate")
        assert rate.profile_high == found
        assert rate.profile_low == pytest.approx(whole.profile_low, rel=0.01)
