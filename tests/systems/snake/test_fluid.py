"""Coefficients of the water on a link, as printed and as they should be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from closed_forms import (
    LENGTH,
    MASS,
    WATER,
)

from elver import InputError
from elver.systems.snake.closed_form import SnakeFluid


def test_printed_coefficients():
    """USR III-E. The three lambdas are printed in the wrong places; they come out of (17), (20) as here."""
    assert round(WATER.c_t, 4) == round(WATER.d_t, 4) == 0.2639
    assert pytest.approx(8.4) == WATER.c_n == WATER.d_n
    assert round(WATER.mu_n, 4) == 0.3958
    assert pytest.approx(2.2988e-7, rel=3e-5) == WATER.lambda1  # printed as lambda3
    assert pytest.approx(4.3103e-4, rel=3e-5) == WATER.lambda2  # printed as lambda1
    assert pytest.approx(2.2629e-5, rel=3e-5) == WATER.lambda3  # printed as lambda2
    assert pytest.approx(MASS, rel=1e-4) == 1000 * np.pi * 0.03 * 0.05 * LENGTH


def test_printed_coefficients_need_the_small_half_axis_and_the_short_link():
    """a = 0.03 against "major diameter 2a", 2l = 0.14 against "2l = 2 x 0.14"."""
    assert SnakeFluid.from_section(0.05, 0.03, LENGTH).c_n == pytest.approx(14.0)
    assert SnakeFluid.from_section(0.03, 0.05, 2 * LENGTH).c_n == pytest.approx(16.8)


def test_physical_added_inertia_is_the_integral_of_the_added_mass():
    physical = SnakeFluid.from_section(0.03, 0.05, LENGTH, added_inertia_law="physical")
    s, ds = np.linspace(-LENGTH / 2, LENGTH / 2, 2001, retstep=True)
    assert physical.lambda1 == pytest.approx(np.sum(physical.mu_n / LENGTH * s**2) * ds, rel=1e-2)
    assert physical.lambda1 == pytest.approx(physical.mu_n * LENGTH**2 / 12)
    assert physical.lambda1 > 1000 * WATER.lambda1


def test_printed_added_inertia_has_two_lengths_too_many():
    """The same link in millimetres and tonnes: an inertia must scale as t mm^2; (17) scales as t mm^4."""
    metres, millimetres = (0.03, 0.05, LENGTH, 1000.0), (30.0, 50.0, 1000 * LENGTH, 1e-9)
    for law, power in (("physical", 2), ("printed", 4)):
        small, large = (SnakeFluid.from_section(*units, added_inertia_law=law) for units in (metres, millimetres))
        assert large.mu_n == pytest.approx(small.mu_n * 1e-3)
        assert large.lambda1 == pytest.approx(small.lambda1 * 1e-3 * 1000.0**power)


def test_without_linear_drag_the_rest_stays():
    quadratic = SnakeFluid.from_section(0.03, 0.05, LENGTH, linear=False)
    assert quadratic == replace(WATER, c_t=0.0, c_n=0.0, lambda2=0.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mu_n": -0.1}, "coefficient mu_n = -0.1"),
        ({"c_t": np.inf}, "coefficient c_t = inf"),
        ({"current": (0.1, 0.1, 0.0)}, "two finite numbers"),
        ({"current": (0.1, np.nan)}, "two finite numbers"),
        ({"current": None}, "two finite numbers"),
        ({"current_law": "galilei"}, "Did you mean 'galilean'"),
    ],
)
def test_bad_fluids_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        replace(WATER, **change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"half_height": 0.0}, "half_height = 0.0"),
        ({"length": -0.14}, "length = -0.14"),
        ({"friction": -0.01}, "friction = -0.01"),
        ({"added_inertia_law": "real"}, "unknown added-inertia law 'real'"),
    ],
)
def test_bad_sections_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        SnakeFluid.from_section(**{"half_height": 0.03, "half_width": 0.05, "length": LENGTH, **change})
