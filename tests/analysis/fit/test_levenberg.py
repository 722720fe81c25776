"""The descent against SciPy's least_squares: same minimum with priors and with bounds, and what it does when runs fail."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, decay, decay_fit, recording
from scipy.optimize import least_squares

from elver.analysis.fit.least_squares import CachedEvaluator, Misfit, State, descend
from elver.analysis.fit.noise import first_levels
from elver.analysis.fit.problem import Noise, Prior, Problem, Unknown
from elver.quantities import Parameter


def misfit_of(problem, model=decay, broken=None):
    evaluate = FakeEvaluator(problem, model, broken)
    levels = first_levels(c for r in problem.recordings for c in r.channels)
    free = range(len(problem.unknowns))
    return Misfit(CachedEvaluator(problem, evaluate), levels, [r.name for r in problem.recordings], free, problem.start), evaluate


def reference(problem, model=decay, loss="linear", limit=1.0):
    """The same minimum by SciPy in the unknowns themselves, priors as further residuals (all of them beyond any Huber limit)."""

    def residuals(theta):
        rows = [(model(r, c, theta) - c.values) / c.sigma for r in problem.recordings for c in r.channels]
        priors = [u.prior.residual(v)[0] for u, v in zip(problem.unknowns, theta, strict=True) if u.prior is not None]
        return np.concatenate([*rows, priors])

    bounds = np.array([(u.low, u.high) for u in problem.unknowns]).T
    return least_squares(residuals, problem.start, bounds=bounds, xtol=1e-15, ftol=1e-15, gtol=1e-15, loss=loss, f_scale=limit)


PRIORS = {
    "none": {},
    "normal": {"height": Unknown(Parameter("height", 1.0, prior=Prior("normal", 1.5, 0.05)))},
    "lognormal": {"rate": Unknown(Parameter("rate", 0.3, low=0.01, high=10.0, prior=Prior("lognormal", 0.5, 0.1)))},
    "bound": {"rate": Unknown(Parameter("rate", 0.3, low=0.01, high=0.6))},
    "lower bound": {"height": Unknown(Parameter("height", 3.0, low=2.5, high=20.0))},
}


@pytest.mark.parametrize("changed", PRIORS.values(), ids=PRIORS)
def test_same_minimum_as_scipy(changed):
    problem = decay_fit(**changed)
    misfit, _ = misfit_of(problem)
    end = descend(misfit, State(misfit.start), tolerance=1e-9)
    other = reference(problem)
    assert end.status == "converged"
    assert misfit.theta(end.point.s) == pytest.approx(other.x, rel=1e-8)
    assert end.point.cost == pytest.approx(other.cost, rel=1e-10)
    assert len(end.history) < 15


def test_a_bound_is_named_and_stood_on():
    misfit, _ = misfit_of(decay_fit(rate=Unknown(Parameter("rate", 0.3, low=0.01, high=0.6))))
    end = descend(misfit, State(misfit.start))
    assert misfit.theta(end.point.s)[1] == pytest.approx(0.6, rel=1e-14)
    assert misfit.scales.at_bounds(end.point.s) == ["", "its highest, 0.6"]


def rosenbrock(own, channel, theta):
    return np.array([10 * (theta[1] - theta[0] ** 2), 1 - theta[0]])


def test_the_bent_valley():
    made = recording("valley", channel([0.0, 0.0], 1.0))
    problem = Problem("valley", (made,), (Unknown(Parameter("x", -1.2)), Unknown(Parameter("y", 1.0))))
    misfit, _ = misfit_of(problem, rosenbrock)
    end = descend(misfit, State(misfit.start), tolerance=1e-8)
    assert end.status == "converged"
    assert misfit.theta(end.point.s) == pytest.approx([1, 1], abs=1e-7)


def test_large_residuals_converge_too():
    """Gauss-Newton goes slowly here, and still to the right place."""
    rng = np.random.default_rng(3)
    problem = decay_fit()
    wild = channel(problem.recordings[0].channels[0].values + rng.standard_normal(40), 0.01, np.linspace(0, 4, 40))
    problem = Problem("wild", (recording("a", wild),), problem.unknowns)
    misfit, _ = misfit_of(problem)
    end = descend(misfit, State(misfit.start), tolerance=1e-8)
    assert end.status == "converged"
    assert misfit.theta(end.point.s) == pytest.approx(reference(problem).x, rel=1e-8)


def test_huber_has_the_minimum_of_scipys_huber():
    problem = decay_fit(noise=Noise(huber=1.345))
    values = problem.recordings[0].channels[0].values.copy()
    values[[3, 20, 31]] += [3.0, -2.0, 4.0]
    made = recording("a", channel(values, 0.05, np.linspace(0, 4, 40), noise=Noise(huber=1.345)))
    problem = Problem("outliers", (made,), problem.unknowns)
    misfit, _ = misfit_of(problem)
    end = descend(misfit, State(misfit.start), tolerance=1e-7)
    assert misfit.theta(end.point.s) == pytest.approx(reference(problem, loss="huber", limit=1.345).x, rel=1e-6)
    assert (end.point.weights["a: y"][[3, 20, 31]] < 0.1).all()


def test_failed_runs_shorten_the_step():
    problem = decay_fit()
    misfit, evaluate = misfit_of(problem, broken=lambda theta: theta[0] > 2.3)
    end = descend(misfit, State(misfit.start), tolerance=1e-9)
    assert max(theta[0] for theta, _ in evaluate.asked) > 2.3
    assert end.status == "converged"
    assert misfit.theta(end.point.s) == pytest.approx(reference(problem).x, rel=1e-8)


def test_no_numbers_at_the_start():
    misfit, _ = misfit_of(decay_fit(), broken=lambda theta: True)
    end = descend(misfit, State(misfit.start))
    assert end.status == "failed"
    assert "recording 'a': it diverged" in end.detail


def test_too_many_iterations_and_going_on():
    misfit, _ = misfit_of(decay_fit())
    end = descend(misfit, State(misfit.start), iterations=2)
    assert end.status == "too many iterations"
    whole = descend(misfit, State(misfit.start))
    further = descend(misfit, end.state)
    assert further.point.s == pytest.approx(whole.point.s, abs=1e-12)
    assert [h["cost"] for h in further.history] == pytest.approx([h["cost"] for h in whole.history], rel=1e-12)


def test_interrupted_with_the_best_so_far():
    misfit, _ = misfit_of(decay_fit())

    def stop(state, point):
        if len(state.history) == 2:
            raise KeyboardInterrupt

    end = descend(misfit, State(misfit.start), callback=stop)
    assert end.status == "interrupted"
    assert np.isfinite(end.point.cost)
    assert end.point.cost == end.history[-1]["cost"]


def test_few_evaluations():
    """Each iteration takes one evaluation while steps go well."""
    misfit, evaluate = misfit_of(decay_fit())
    end = descend(misfit, State(misfit.start))
    assert len(evaluate.asked) <= len(end.history) + 1


MISRA = (
    [77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0],
    [10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78],
)
BOX = ([1.0, 2.0, 3.0, 5.0, 7.0, 10.0], [109.0, 149.0, 149.0, 191.0, 213.0, 224.0])
RATKOWSKY = ([9.0, 14.0, 21.0, 28.0, 42.0, 57.0, 63.0, 70.0, 79.0], [8.93, 10.8, 18.59, 22.33, 39.35, 56.11, 61.73, 64.62, 67.08])
KOWALIK = (
    [4.0, 2.0, 1.0, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625],
    [0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246],
)


def rise(b, x):
    return b[0] * (1 - np.exp(-b[1] * x))


def growth(b, x):
    return b[0] / (1 + np.exp(b[1] - b[2] * x))


def quotient(b, x):
    return b[0] * (x**2 + x * b[1]) / (x**2 + x * b[2] + b[3])


@pytest.mark.parametrize(
    ("data", "model", "start", "certified"),
    [
        (MISRA, rise, (500, 1e-4), (238.94212918, 5.5015643181e-4)),
        (BOX, rise, (1, 1), (213.80940889, 0.54723748542)),
        (RATKOWSKY, growth, (100, 1, 0.1), (72.462237576, 2.6180768402, 0.067359200066)),
        (KOWALIK, quotient, (0.25, 0.39, 0.415, 0.39), (0.19280693458, 0.19128232873, 0.12305650693, 0.13606233068)),
    ],
    ids=["Misra1a", "BoxBOD", "Rat42", "MGH09"],
)
def test_certified_answers(data, model, start, certified):
    """MistakesError of NIST's Statistical Reference Datasets with the answers certified there."""
    x, y = (np.array(numbers) for numbers in data)
    made = recording("a", channel(y, 1e-3 * y.max(), x))
    problem = Problem("certified", (made,), tuple(Unknown(Parameter(f"b{k}", float(v))) for k, v in enumerate(start)))
    misfit, _ = misfit_of(problem, lambda own, seen, theta: model(theta, seen.times))
    end = descend(misfit, State(misfit.start), tolerance=1e-6)
    assert end.status == "converged"
    assert misfit.theta(end.point.s) == pytest.approx(certified, rel=1e-6)
