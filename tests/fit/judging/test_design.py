"""Further recordings ranked: sigma after one more equals that of the fit with it."""

from __future__ import annotations

import numpy as np
import pytest

from elver.errors import InputError
from elver.fit.fitting import fit_model
from elver.fit.problem import Noise, Problem, Unknown
from fake_fits import FakeEvaluator, channel, line, recording

LINE = (Unknown("level", 0.0), Unknown("slope", 0.0))
X = np.linspace(0, 1, 10)
FITTED = recording("a", channel(1.0 + 2.0 * X, 0.2, X))


def fit_of(recordings, candidates=(), model=line, unknowns=LINE):
    problem = Problem("line", tuple(recordings), unknowns)
    evaluate = FakeEvaluator(problem, model, more=candidates)
    return fit_model(problem, evaluator=evaluate, profiles=0, leave_out=False, candidates=candidates)


def test_sigmas_are_those_of_the_fit_with_it():
    near = recording("near", channel(np.full(5, np.nan), 0.2, np.full(5, 0.5)))
    far = recording("far", channel(np.full(5, np.nan), 0.2, np.full(5, 4.0)))
    fit = fit_of([FITTED], (near, far))
    assert [row["recording"] for row in fit.design] == ["far", "near"]
    with_it = fit_of([FITTED, recording("far", channel(1.0 + 2.0 * far.channels[0].times, 0.2, np.full(5, 4.0)))])
    best = fit.design[0]
    for name in ("level", "slope"):
        assert best["shrink"][name] == pytest.approx(with_it.estimate(name).sigma / fit.estimate(name).sigma, rel=1e-6)
    ratio = np.linalg.det(with_it.covariance) / np.linalg.det(fit.covariance)
    assert best["volume"] == pytest.approx(np.sqrt(ratio), rel=1e-6)
    assert best["best_for"] == "slope"
    assert fit.design[1]["shrink"]["slope"] == pytest.approx(1.0, rel=1e-6)


def test_a_candidate_pays_for_its_own_unknowns():
    """One number with a level of its own tells nothing about the slope."""
    unknowns = (*LINE, Unknown("own", 0.0, role="state", recording="new"))

    def model(own, channel, theta):
        return line(own, channel, theta) + (theta[2] if own.name == "new" else 0.0)

    new = recording("new", channel([0.0], 0.2, [9.0]))
    fit = fit_of([FITTED], (new,), model, unknowns)
    assert fit.design[0]["volume"] == pytest.approx(1.0, rel=1e-6)


def test_noise_that_nobody_estimated():
    stranger = recording("b", channel([0.0], 0.2, [9.0], name="other", noise=Noise(model_error=None)))
    with pytest.raises(InputError, match="no fitted channel has that name"):
        fit_of([FITTED], (stranger,))
