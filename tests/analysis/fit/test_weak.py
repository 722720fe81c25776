"""What the data do not tell, named: a product of two unknowns, a look-alike, nothing where all is told."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import FakeEvaluator, channel, recording

from elver.analysis import FitReport, fit_with_evaluator
from elver.analysis.fit.problem import Problem, Unknown
from elver.quantities import Parameter

T = np.linspace(0, 2, 30)
PRODUCT = (
    Unknown(Parameter("stiffness", 2.0, low=0.1, high=20.0)),
    Unknown(Parameter("drag", 0.5, low=0.05, high=5.0)),
    Unknown(Parameter("level", 0.0, low=-5.0, high=5.0)),
)


def weak_of(model, unknowns, sigma=0.05):
    truth = np.array([u.start for u in unknowns]) + 0.1
    shape = channel(np.zeros(30), sigma, T)
    made = recording("a", channel(model(None, shape, truth), sigma, T))
    problem = Problem("weak", (made,), unknowns)
    return fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0))


def test_a_power_law_of_two_is_not_told():
    """Only stiffness^2 drag^5 matters: 10 % more of one is 4 % less of the other."""
    fit = weak_of(lambda r, c, p: p[2] + p[0] ** 2 * p[1] ** 5 * c.times, PRODUCT)
    assert fit.weak[0] == "raising stiffness by 10 % and lowering drag by 4 % changes nothing measurable"
    assert len(fit.weak) == 1
    assert fit.estimate("stiffness").low == pytest.approx(0.1)
    assert fit.estimate("stiffness").high == pytest.approx(20.0)
    assert fit.estimate("level").sigma < 0.1


def test_look_alikes_are_named():
    fit = weak_of(lambda r, c, p: p[2] + p[0] * c.times + p[1] * (c.times + 0.02 * np.sin(3 * c.times)), PRODUCT, 2e-3)
    assert len(fit.weak) == 1
    assert fit.weak[0].startswith("hardly told apart: raising ")
    assert "stiffness" in fit.weak[0]
    assert "drag" in fit.weak[0]
    assert "level" not in fit.weak[0]
    assert fit.weak[0].count("raising") == 1
    assert fit.weak[0].count("lowering") == 1


def test_nothing_to_say():
    fit = weak_of(lambda r, c, p: p[2] + p[0] * c.times + p[1] * np.sin(3 * c.times), PRODUCT)
    assert fit.weak == ()


def test_a_number_at_zero_is_moved_in_its_unit():
    unknowns = (Unknown(Parameter("x", 0.0, "m")), Unknown(Parameter("y", 0.0, "m")), Unknown(Parameter("k", 1.0)))

    def model(r, c, p):
        return p[2] * c.times + 1e-3 * p[0] - 1e-3 * p[1]

    made = recording("a", channel(T, 0.05, T))
    problem = Problem("weak", (made,), unknowns)
    fit = fit_with_evaluator(problem, FakeEvaluator(problem, model), report=FitReport(profiles=0))
    assert any("by 0.1 m and raising" in words for words in fit.weak)
