"""Sampled signals: exact for polynomials up to the spline's degree, refused when they cannot be used."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError
from elver.compiled.piecewise import evaluate_signals
from elver.drive import SignalTable


def sampled(times, *polynomials) -> SignalTable:
    return SignalTable([f"s{k}" for k in range(len(polynomials))], times, np.stack([p(times) for p in polynomials], axis=1))


def test_quintic_polynomials_are_reproduced_with_two_derivatives():
    times = np.sort(np.random.default_rng(0).uniform(0, 2, 17))
    p, q = np.polynomial.Polynomial([1, -2, 3, 0.5, -1, 0.2]), np.polynomial.Polynomial([0, 1])
    breaks, coefficients = sampled(times, p, q).coefficients()
    u = np.empty(6)
    for t in np.linspace(times[0], times[-1], 50):
        evaluate_signals(t, breaks, coefficients, u)
        expected = [f(t) for f in (p, q, p.deriv(), q.deriv(), p.deriv(2), q.deriv(2))]
        assert u == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize(
    ("times", "values", "message"),
    [
        (np.arange(10.0), np.zeros((9, 1)), "shape"),
        (np.arange(4.0), np.zeros((4, 1)), "at least 6"),
        (np.array([0, 1, 2, 2, 3, 4, 5.0]), np.zeros((7, 1)), "increase"),
        (np.arange(7.0), np.full((7, 1), np.nan), "finite"),
    ],
)
def test_bad_tables(times, values, message):
    with pytest.raises(InputError, match=message):
        SignalTable(["s"], times, values)
