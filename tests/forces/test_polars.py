"""Polars: the published one, functions, tables; a table with a hole is refused."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest

from elver import InputError
from elver.forces import Dickinson, Polar, PolarTable

ANGLES = np.radians([-175, -90, -30, 0, 20, 45, 90, 130, 180])


def evaluate(polar, alpha):
    return [float(ca.DM(ca.evalf(ca.SX(v)))) for v in polar.coefficients(ca.SX(math.sin(alpha)), ca.SX(math.cos(alpha)))]


@pytest.mark.parametrize("alpha", ANGLES)
def test_dickinsons_polar_as_printed_and_as_functions(alpha):
    printed = [1.8 * math.sin(2 * alpha), 1.92 - 1.55 * math.cos(2 * alpha)]
    assert evaluate(Dickinson(), alpha) == pytest.approx(printed, abs=1e-14)
    functions = Polar(lambda a: 1.8 * ca.sin(2 * a), lambda a: 1.92 - 1.55 * ca.cos(2 * a))
    assert evaluate(functions, alpha) == pytest.approx(printed, abs=1e-14)


def table(low=-180, step=10, **changes):
    angles = np.radians(np.arange(low, 181, step))
    given = {"angles": angles, "lift": 1.8 * np.sin(2 * angles), "drag": 1.92 - 1.55 * np.cos(2 * angles)}
    return given | changes


@pytest.mark.parametrize("alpha", ANGLES)
@pytest.mark.parametrize("low", [-180, 0])
def test_tables_are_joined_by_straight_lines(low, alpha):
    given = table(low=-180)
    expected = [np.interp(alpha, given["angles"], given[name]) for name in ("lift", "drag")]
    assert evaluate(PolarTable(**table(low=low)), alpha) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lift": np.where(np.arange(37) == 5, np.nan, 0.0)}, r"lift\[5\] is not a finite number: the table has a hole"),
        (table(low=-90), "covers -1.5708 to 3.14159 rad. Give angles from -pi to pi"),
        ({k: v[:-2] for k, v in table().items()}, "covers"),
        ({k: np.delete(v, slice(10, 15)) for k, v in table().items()}, "hole between"),
        ({k: v[[0, 2, 1, *range(3, 37)]] for k, v in table().items()}, "must increase"),
        ({"lift": np.linspace(0, 1, 37)}, "at -pi as at pi"),
        ({k: v + (k == "lift") for k, v in table(low=0).items()}, "odd in alpha"),
        ({"drag": [1.0]}, "one length"),
        ({"drag": "much"}, "must hold numbers"),
    ],
)
def test_tables_with_holes_are_refused(changes, message):
    with pytest.raises(InputError, match=message):
        PolarTable(**table() | changes)


@pytest.mark.parametrize("low", [-180, 0])
def test_the_widest_gap_is_allowed(low):
    """Neighbours 45 degrees apart, whatever the rounding of their difference."""
    assert evaluate(PolarTable(**table(low=low, step=45)), 0.0) == pytest.approx([0.0, 0.37], abs=1e-12)


def test_functions_that_fail_are_the_users():
    with pytest.raises(InputError, match="not a function"):
        Polar(1.0, 2.0)
    with pytest.raises(InputError, match=r"Polar\.lift failed with ValueError"):
        evaluate(Polar(lambda a: int("x"), lambda a: a), 0.1)
