"""Degrees of freedom: closed forms, and intervals that hold the truth as often as they say where little tells the noise."""

from __future__ import annotations

import math

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, line, recording

from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.noise import NoiseLevel, key_of
from elver.analysis.fit.problem import Noise, Prior, Problem, Unknown
from elver.analysis.fit.uncertainty import freedom_of, quantile, satterthwaite
from elver.quantities import Parameter

LINE = (Unknown(Parameter("level", 0.5)), Unknown(Parameter("slope", 0.5)))
ESTIMATE = Noise(model_error=None)


def fit_of(problem, model):
    return fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0, leave_out=False))


def test_satterthwaite():
    one, two = np.array([3.0]), np.array([1.0])
    assert satterthwaite(one, [(one, 5.0)]) == pytest.approx([5.0])
    assert satterthwaite(one + two, [(one, 5.0), (two, 2.0)]) == pytest.approx([16 / (9 / 5 + 1 / 2)])
    assert satterthwaite(one + two, [(one, 5.0), (two, math.inf)]) == pytest.approx([16 / (9 / 5)])
    assert satterthwaite(one, [(one, math.inf)]) == math.inf
    assert satterthwaite(one, [(one, 0.3)]) == 1.0


def test_one_channel_has_data_less_unknowns():
    """Student's interval of a line, but for the half number that keeps model errors from zero."""
    rng, x = np.random.default_rng(0), np.arange(6.0)
    y = 1.0 + 2.0 * x + 0.5 * rng.standard_normal(6)
    problem = Problem("line", (recording("a", channel(y, 1e-4, x, noise=ESTIMATE)),), LINE)
    slope = fit_of(problem, line).estimate("slope")
    r = y - np.polyval(np.polyfit(x, y, 1), x)
    sigma = math.sqrt(r @ r / 3.5 / ((x - x.mean()) ** 2).sum())
    assert (slope.high - slope.low) / 2 == pytest.approx(quantile(0.95, 4) * sigma, rel=2e-3)


def parts(noise, level, count=8):
    x = np.linspace(0, 1, count)
    problem = Problem("line", (recording("a", channel(x, 0.3, x, noise=noise)),), LINE)
    blocks = FakeEvaluator(problem, line)(np.array([0.0, 1.0])).blocks
    key = key_of(blocks[0].channel)
    A = np.stack([np.ones(count), x], axis=1) / math.hypot(0.3, level.model_error)
    return freedom_of(blocks, {key: level}, np.linalg.inv(A.T @ A)), key, blocks[0]


def test_shares_of_all_groups_are_the_covariance():
    own, key, _ = parts(ESTIMATE, NoiseLevel(model_error=0.4))
    assert own.shares[key] == pytest.approx(own.covariance)
    assert own.known[key] == pytest.approx(6 / (0.16 / 0.25) ** 2)
    assert own.of_unknowns() == pytest.approx([own.known[key]] * 2)


def test_given_noise_is_known():
    own, key, block = parts(Noise(), NoiseLevel())
    assert own.known[key] == math.inf
    assert np.isinf(own.of_unknowns()).all()
    assert np.isinf(own.of_predictions(block, {key: NoiseLevel()}, own.covariance, np.ones(8))).all()


def test_unknowns_of_a_predicted_recording_count_for_its_channel():
    own, key, block = parts(ESTIMATE, NoiseLevel(model_error=0.4))
    more = own.covariance + np.diag([5.0, 0.0])
    total = 0.25 + np.einsum("ij,jk,ik->i", block.slopes, more, block.slopes)
    freedom = own.of_predictions(block, {key: NoiseLevel(model_error=0.4)}, more, total)
    assert freedom == pytest.approx([own.known[key]] * 8)


def test_correlated_numbers_tell_less():
    levels = [NoiseLevel(ar1=rho, model_error=30.0) for rho in (0.0, 0.6, 0.95)]
    known = [next(iter(parts(Noise(ar1=None, model_error=None), level, 200)[0].known.values())) for level in levels]
    assert known[0] > 2 * known[1] > 10 * known[2]
    given = parts(Noise(ar1=0.6, model_error=None), levels[1], 200)[0]
    assert next(iter(given.known.values())) > 100


# --- coverage -------------------------------------------------------------------------------------------------------


def held(make, model, trials):
    """Share of the trials whose 95 % intervals hold the truth, for each unknown. make(rng) -> problem, truth."""
    inside = []
    for seed in range(trials):
        problem, truth = make(np.random.default_rng(seed))
        fit = fit_of(problem, model)
        inside.append([e.low <= t <= e.high for e, t in zip(fit.estimates, truth, strict=True)])
    return np.mean(inside, axis=0)


def pairs(rng, unknowns=3, priors=False):
    """Four channels with a number in each of two recordings, all model errors estimated."""
    truth = np.arange(1.0, unknowns + 1)
    told = [Unknown(Parameter(f"u{k}", 0.5, prior=Prior("normal", t, 0.7) if priors else None)) for k, t in enumerate(truth)]
    if priors:
        truth = truth + 0.7 * rng.standard_normal(unknowns)
    made = []
    for j in range(2):
        numbers = [mixture(unknowns)[k, j] @ truth + (0.2 + 0.1 * k) * rng.standard_normal() for k in range(4)]
        own = [channel([y], 0.02, [0.0], name=str(k), kind="mean", noise=ESTIMATE) for k, y in enumerate(numbers)]
        made.append(recording(str(j), *own))
    return Problem("pairs", tuple(made), tuple(told)), truth


def mixture(unknowns):
    return np.random.default_rng(5).standard_normal((4, 2, unknowns))


def mixed(own, channel, theta):
    return np.atleast_1d(mixture(len(theta))[int(channel.name), int(own.name)] @ theta)


def beside(count):
    """A few numbers with an estimated model error beside many of known noise."""

    def make(rng):
        many = channel(1.0 + 0.1 * rng.standard_normal(300), 0.1, name="many")
        few = channel(2.0 + 0.5 * rng.standard_normal(count), 0.01, name="few", noise=ESTIMATE)
        return Problem("beside", (recording("a", many, few),), LINE), (1.0, 2.0)

    return make


def apart(own, channel, theta):
    return theta[0 if channel.name == "many" else 1] + 0 * channel.times


def chain(rho, count):
    """A line with correlated noise of which nothing is known."""

    def make(rng):
        e, t = rng.standard_normal(count), np.arange(count) * 2.0 / count
        for i in range(1, count):
            e[i] = rho * e[i - 1] + math.sqrt(1 - rho**2) * e[i]
        own = channel(1.0 + 2.0 * t + 0.3 * e, 0.01, t, noise=Noise(ar1=None, model_error=None))
        return Problem("chain", (recording("a", own),), LINE), (1.0, 2.0)

    return make


def outliers(limit, share):
    def make(rng):
        t, e = np.arange(60) / 30.0, 0.3 * rng.standard_normal(60)
        off = rng.random(60) < share
        e[off] += 6.0 * rng.choice([-1, 1], off.sum())
        noise = Noise(huber=limit, model_error=None)
        return Problem("outliers", (recording("a", channel(1.0 + 2.0 * t + e, 0.05, t, noise=noise)),), LINE), (1.0, 2.0)

    return make


def test_pairs_of_numbers_do_not_pretend_to_know_their_noise():
    assert held(pairs, mixed, 30).min() >= 0.8


def test_few_numbers_beside_many():
    assert 0.88 <= held(beside(3), apart, 80)[1] <= 0.995


CASES = {
    "pairs": (pairs, mixed),
    "pairs with priors": (lambda rng: pairs(rng, 4, True), mixed),
    "three beside many": (beside(3), apart),
    "two beside many": (beside(2), apart),
    "30 numbers, 0.6": (chain(0.6, 30), line),
    "30 numbers, 0.95": (chain(0.95, 30), line),
    "200 numbers, 0.95": (chain(0.95, 200), line),
    "huber 1.345": (outliers(1.345, 0.0), line),
    "huber 1.345, outliers": (outliers(1.345, 0.1), line),
    "huber 3, outliers": (outliers(3.0, 0.1), line),
}


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_coverage_where_little_tells_the_noise(case):
    share = held(*CASES[case], 300)
    assert 0.89 <= share.mean() <= 0.985
    assert share.min() >= 0.86


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 3, 4, 8])
def test_predictions_from_few_recordings(count):
    """90 % intervals of a held-out recording, from a number in each of a few."""
    inside = []
    for seed in range(300):
        rng = np.random.default_rng(seed)
        x = np.append(np.linspace(1, 2, count), 1.5)
        made = [channel([2.0 * t + 0.5 * rng.standard_normal()], 0.05, [t], kind="mean", noise=ESTIMATE) for t in x]
        own = tuple(recording(str(k), c, held_out=k == count) for k, c in enumerate(made))
        fit = fit_of(
            Problem("few", own, (Unknown(Parameter("slope", 0.5)),)), lambda own, channel, theta: theta[0] * channel.times
        )
        inside += [s.inside for s in fit.scores if s.held_out]
    assert np.mean(inside) == pytest.approx(0.9, abs=0.055)
