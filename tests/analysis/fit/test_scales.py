"""Search coordinates there and back, priors on them, and what cannot be searched."""

from __future__ import annotations

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.analysis.fit.least_squares import Scales, check_unknowns
from elver.analysis.fit.problem import Prior, Unknown
from elver.quantities import Parameter

KINDS = (
    Unknown(Parameter("wide", 2.0, low=0.1, high=20.0)),
    Unknown(Parameter("narrow", 2.0, low=1.0, high=3.0)),
    Unknown(Parameter("open", -4.0)),
    Unknown(Parameter("believed", 0.5, prior=Prior("normal", 0.4, 0.1))),
    Unknown(Parameter("positive", 3.0, prior=Prior("lognormal", 2.0, 0.3))),
    Unknown(Parameter("even", 0.2, prior=Prior("uniform", low=0.0, high=1.0))),
)


def test_there_and_back():
    scales = Scales(KINDS)
    theta = np.array([u.value for u in KINDS])
    assert list(scales.logarithmic) == [True, False, False, False, True, False]
    assert scales.values(scales.search(theta)) == pytest.approx(theta, rel=1e-15)
    s, h = scales.search(theta), 1e-6
    for k in range(len(KINDS)):
        e = np.eye(len(KINDS))[k] * h
        assert (scales.values(s + e) - scales.values(s - e))[k] / (2 * h) == pytest.approx(scales.rates(s)[k], rel=1e-9)


def test_ranges_and_widths():
    scales = Scales(KINDS)
    assert scales.values(scales.low)[[0, 1, 5]] == pytest.approx([0.1, 1.0, 0.0])
    assert scales.values(scales.high)[[0, 1, 5]] == pytest.approx([20.0, 3.0, 1.0])
    assert scales.low[4] == -np.inf
    in_units = scales.widths * scales.rates(scales.search([u.value for u in KINDS]))
    assert in_units[1] == pytest.approx(2.0 / np.sqrt(12))
    assert in_units[3] == pytest.approx(0.1)
    assert scales.widths[4] == pytest.approx(0.3)


def test_bounds_are_met_exactly():
    """The logarithm of a bound and back is often beyond it by rounding, which the machine would refuse."""
    unknowns = [Unknown(Parameter(f"u{k}", 1e-3 * k, low=1e-4 * k, high=1e-2 * k)) for k in range(1, 200)]
    scales = Scales(unknowns)
    assert (scales.values(scales.high) == [u.high for u in unknowns]).all()
    assert (scales.values(scales.low) == [u.low for u in unknowns]).all()
    assert (np.exp(scales.high) > [u.high for u in unknowns]).any()


def test_priors_as_rows():
    scales = Scales(KINDS)
    s = scales.search([u.value for u in KINDS])
    residuals, slopes = scales.priors(s)
    assert residuals == pytest.approx([1.0, np.log(1.5) / 0.3])
    for row, k in enumerate((3, 4)):
        e = np.eye(len(KINDS))[k] * 1e-6
        assert (scales.priors(s + e)[0] - scales.priors(s - e)[0])[row] / 2e-6 == pytest.approx(slopes[row, k], rel=1e-8)


@pytest.mark.parametrize(
    ("unknown", "words"),
    [
        (Unknown(Parameter("a", 1.0, low=2.0, high=2.0)), "is empty"),
        (Unknown(Parameter("a", 5.0, low=0.0, high=2.0)), "start 5 is outside 0 to 2"),
        (Unknown(Parameter("a", 0.5, prior=Prior("uniform", low=1.0, high=2.0))), "outside 1 to 2"),
        (Unknown(Parameter("a", -1.0, prior=Prior("lognormal", 1.0, 0.1))), "Start at a positive number"),
        (Unknown(Parameter("a", 1.0, prior=Prior("normal", 1.0, 0.0))), "sigma greater than 0"),
        (Unknown(Parameter("a", 1.0, prior=Prior("lognormal", -1.0, 0.1))), "median"),
    ],
)
def test_refused(unknown, words):
    with pytest.raises(InputError, match=words):
        check_unknowns([unknown])
