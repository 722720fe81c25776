"""Sampled signals: exact for polynomials up to the spline's degree, refused when they cannot be used."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from elver import InputError
from elver.codegen.kernels.evaluate import evaluate_signals, signal_rates
from elver.drive import PD, FirstOrderLag, Playback, SignalTable
from elver.drive.signals import with_table


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


# --- signals that repeat ------------------------------------------------------------------------------------------------


def beat(t):
    """Two signals of period 1.5 s."""
    w = 2 * np.pi * np.asarray(t) / 1.5
    return np.stack([np.sin(w) + 0.3 * np.cos(2 * w), np.cos(w)], axis=-1)


def values_at(table: SignalTable, t: float) -> np.ndarray:
    u = np.empty(3 * len(table.names))
    evaluate_signals(t, *table.coefficients(), u)
    return u


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("begin", [0.0, -0.4])
def test_one_period_is_repeated_with_its_rates(closed, begin):
    times = begin + np.linspace(0, 1.5, 61)[: None if closed else -1]
    table, h = SignalTable(["a", "b"], times, beat(times), 1.5), 1e-4
    assert (table.begin, table.end) == (-np.inf, np.inf)
    for t in (-7.3, 0.0, 0.2, 1.5, 44.9):
        u = values_at(table, t)
        assert u[:2] == pytest.approx(beat(t), abs=1e-6)
        assert u[2:4] == pytest.approx((beat(t + h) - beat(t - h)) / (2 * h), abs=1e-4)
        assert u[4:] == pytest.approx((beat(t + h) - 2 * beat(t) + beat(t - h)) / h**2, abs=1e-2)


def test_nothing_jumps_at_the_seam():
    """Values and derivatives up to the fourth, from both sides of the seam; samples that no smooth motion has."""
    rng = np.random.default_rng(3)
    times = np.sort(rng.uniform(0, 1, 9))
    breaks, coefficients = SignalTable(["a"], times, rng.normal(size=(9, 1)), 1.2).coefficients()
    assert len(breaks) == len(coefficients) + 2
    assert breaks[-1] == 1.2
    assert breaks[-2] - breaks[0] == pytest.approx(1.2)
    last, first = (np.polynomial.Polynomial(coefficients[k, 0]) for k in (-1, 0))
    for order in range(5):
        end, begin = (p.deriv(order) if order else p for p in (last, first))
        assert end(breaks[-2] - breaks[-3]) == pytest.approx(begin(0.0), rel=1e-7, abs=1e-7 * abs(coefficients).max())
    u, before, after = np.empty(3), np.empty(3), np.empty(3)
    for place, t in ((before, breaks[0] - 1e-10), (u, breaks[0]), (after, breaks[0] + 1e-10)):
        evaluate_signals(t, breaks, coefficients, place)
    assert np.abs(after - before).max() < 1e-6 * np.abs(coefficients).max()


def test_rates_of_signals_that_repeat():
    times = np.arange(60) / 60 * 1.5
    tables = SignalTable(["a", "b"], times, beat(times), 1.5).coefficients()
    u, udot, h = np.empty(6), np.empty(6), 1e-5
    above, below = np.empty(6), np.empty(6)
    evaluate_signals(10.1, *tables, u)
    signal_rates(10.1, *tables, u, udot)
    evaluate_signals(10.1 + h, *tables, above)
    evaluate_signals(10.1 - h, *tables, below)
    assert udot == pytest.approx((above - below) / (2 * h), rel=1e-6, abs=1e-5)


@pytest.mark.parametrize(
    ("times", "values", "period", "message"),
    [
        (np.arange(10.0), np.arange(10.0)[:, None], 9.0, "off by 9 from where it began"),
        (np.arange(10.0), np.zeros((10, 1)), 5.0, "do not fit a period of 5 s"),
        (np.arange(10.0), np.zeros((10, 1)), -1.0, "greater than 0"),
        (np.arange(10.0), np.zeros((10, 1)), ca.SX.sym("T"), "cannot stay free"),
        (np.arange(3.0), np.zeros((3, 1)), 3.0, "at least 6"),
    ],
)
def test_bad_periods(times, values, period, message):
    with pytest.raises(InputError, match=message):
        SignalTable(["s"], times, values, period)


def test_tables_have_a_digest_of_their_own():
    times = np.arange(7.0)
    a, b = SignalTable(["s"], times, np.zeros((7, 1))), SignalTable(["s"], times, np.full((7, 1), 1e-9))
    assert a.digest == SignalTable(["s"], times, np.zeros((7, 1))).digest
    assert len({a.digest, b.digest, SignalTable(["s"], times, np.zeros((7, 1)), 7.0).digest, a.renamed(["r"]).digest}) == 4


def test_columns_by_name():
    table = SignalTable(["a", "b"], np.arange(7.0), np.arange(14.0).reshape(7, 2))
    assert np.array_equal(table.only(["b"]).values, table.values[:, 1:])
    with pytest.raises(InputError, match="'c'"):
        table.only(["c"])


class Own:
    """A law of one's own that cannot take other signals."""

    def __init__(self, signals):
        self.signals = signals


def test_laws_take_other_tables():
    table = SignalTable(["a"], np.arange(7.0), np.zeros((7, 1)))
    law = FirstOrderLag(Playback(table), 0.1)
    other = SignalTable(["a"], np.arange(7.0), np.ones((7, 1)))
    assert with_table(law, other).signals is other
    assert law.signals is table
    assert with_table(PD(1.0, 1.0), other) == PD(1.0, 1.0)
    with pytest.raises(InputError, match=r"Own has signals and cannot take others"):
        with_table(Own(table), other)


@pytest.mark.parametrize(
    ("times", "said"),
    [(np.linspace(0, 1.3, 14), "Give samples of the whole period"), (np.append(np.linspace(0, 9, 10), 9.999), "Leave it out")],
)
def test_samples_that_do_not_make_a_period(times, said):
    with pytest.raises(InputError, match=said):
        SignalTable(["a"], times, np.sin(times)[:, None], period=10.0)
