"""Trivial laws from the fitted recordings alone."""

from __future__ import annotations

import numpy as np

from elver.fit.report.laws import laws_of
from made_fit import made_fit, made_problem

FIT = made_fit()


def test_laws_go_through_the_fitted_recordings():
    laws = laws_of(FIT, "speed along the head")
    at = np.array([0.75, 1.312])
    np.testing.assert_allclose(laws["line"](at), [80.9, 161.3])
    np.testing.assert_allclose(laws["constant"](at), (80.9 + 161.3) / 2)
    np.testing.assert_allclose(laws["proportional"](at) / at, (80.9 * 0.75 + 161.3 * 1.312) / (0.75**2 + 1.312**2))


def test_no_parameter_no_laws():
    assert laws_of(made_fit(problem=made_problem(law_by="")), "fin tip") == {}
