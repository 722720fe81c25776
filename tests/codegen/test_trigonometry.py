"""Sine and cosine written out in native code, against the mathematics library."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from elver.codegen import compile_function
from elver.codegen.llvm import LARGEST


@pytest.fixture(scope="module")
def both():
    x = ca.SX.sym("x", 400)
    return compile_function(ca.Function("both", [x], [ca.sin(x), ca.cos(x)]))


@pytest.mark.parametrize("size", [1e-300, 1e-8, 1.0, 10.0, 1e3, 1e6, 1e9, 1e12, LARGEST])
def test_absolute_error_is_below_two_units_of_rounding(both, size):
    x = np.random.default_rng(0).uniform(-size, size, 400)
    sine, cosine = both(x)
    assert np.abs(sine - np.sin(x)).max() <= 2.3e-16
    assert np.abs(cosine - np.cos(x)).max() <= 2.3e-16


def test_quarter_turns_land_in_the_right_quadrant(both):
    x = np.arange(-200, 200) * np.pi / 2
    sine, cosine = both(x)
    assert sine == pytest.approx(np.sin(x), abs=2.3e-16)
    assert cosine == pytest.approx(np.cos(x), abs=2.3e-16)


def test_small_arguments_keep_their_relative_accuracy(both):
    x = np.logspace(-300, -3, 400)
    assert both(x)[0] == pytest.approx(np.sin(x), rel=3e-16)


def test_not_a_number_and_infinity_stay_visible(both):
    x = np.zeros(400)
    x[:3] = np.nan, np.inf, -np.inf
    for values in both(x):
        assert np.isnan(values[:3]).all()
        assert np.isfinite(values[3:]).all()


@pytest.mark.parametrize("width", [1, 4])
def test_beyond_the_reduction_there_is_no_number(width):
    """Past 1e16 the results were wrong, and larger than 1; a NaN ends a run as diverged."""
    x = ca.SX.sym("x")
    function = compile_function(ca.Function("both", [x], [ca.sin(x), ca.cos(x)]), width=width)
    for size in (1.001 * LARGEST, 1e16, 1e18, 1e100, 1e308):
        for sign in (-1.0, 1.0):
            values = function(np.full((1, width), sign * size) if width > 1 else sign * size)
            assert np.isnan(np.array(values)).all(), size
    values = function(np.full((1, width), LARGEST) if width > 1 else LARGEST)
    assert np.array(values).ravel() == pytest.approx(np.repeat([np.sin(LARGEST), np.cos(LARGEST)], width), abs=2.3e-16)
