"""Noisy samples made smooth: what is left is the motion, with rates and accelerations; what was taken is the noise."""

from __future__ import annotations

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.drive import SignalTable

PERIOD, SIGMA = 0.8, 0.01


def motion(t):
    w = 2 * np.pi * np.asarray(t) / PERIOD
    return 0.3 * np.sin(w + 0.3 * np.sin(w))


def bend(t, h: float = 1e-3):
    """Second derivative of the motion."""
    return (motion(t + h) - 2 * motion(t) + motion(t - h)) / h**2


def measured(count: int, end: float, seed: int = 0, sigma: float = SIGMA):
    times = np.linspace(0, end, count, endpoint=False)
    return times, motion(times) + np.random.default_rng(seed).normal(0, sigma, count)


def rms(values) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


@pytest.mark.parametrize("period", [None, PERIOD])
def test_the_motion_comes_back_and_the_noise_is_what_was_taken(period):
    times, values = measured(300, 5 * PERIOD)
    table, removed = SignalTable.smoothed(["a"], times, values, SIGMA, period)
    inner = np.linspace(0.5, 0.5 + PERIOD, 80)
    spline, raw = table.spline(), SignalTable(["a"], times, values[:, None]).spline()
    at = inner if period is None else np.mod(inner, PERIOD)
    assert rms(spline(at)[:, 0] - motion(inner)) < 0.4 * SIGMA
    assert rms(spline(at, nu=2)[:, 0] - bend(inner)) < 0.1 * rms(bend(inner))
    assert rms(raw(inner, nu=2)[:, 0] - bend(inner)) > 3 * rms(bend(inner))  # without it the acceleration is noise
    assert removed["a"] == pytest.approx(SIGMA, rel=0.15)
    assert table.period == period


def test_many_periods_are_better_than_one():
    errors = []
    for periods in (1, 16):
        times, values = measured(40 * periods, periods * PERIOD, seed=5)
        table = SignalTable.smoothed(["a"], times, values, SIGMA, PERIOD).table
        assert table.times[-1] - table.times[0] == pytest.approx(PERIOD)
        errors.append(rms(table.values[:, 0] - motion(table.times)))
    assert errors[1] < 0.6 * errors[0]


def test_more_than_sigma_is_taken_where_strokes_differ():
    times, values = measured(300, 5 * PERIOD)
    drifting = values + 0.1 * times / times[-1]
    assert SignalTable.smoothed(["a"], times, drifting, SIGMA, PERIOD).removed["a"] > 2 * SIGMA
    assert SignalTable.smoothed(["a"], times, drifting, SIGMA).removed["a"] < 1.1 * SIGMA


def test_a_parabola_is_left_alone_and_signals_have_noise_of_their_own():
    times = np.sort(np.random.default_rng(2).uniform(0, 2, 90))
    parabola, noise = 1 - times + 0.5 * times**2, np.random.default_rng(3).normal(0, 0.002, 90)
    table, removed = SignalTable.smoothed(["a", "b"], times, np.stack([parabola, motion(times) + noise], axis=1), [0.2, 0.002])
    assert rms(table.values[:, 0] - (1 - table.times + 0.5 * table.times**2)) < 1e-6
    assert rms(table.values[:, 1] - motion(table.times)) < 0.002
    assert removed["a"] < 1e-6
    assert removed["b"] == pytest.approx(0.002, rel=0.3)


@pytest.mark.parametrize(
    ("times", "values", "sigma", "period", "message"),
    [
        (np.arange(9.0), np.zeros(9), 0.0, None, "need no smoothing"),
        (np.arange(9.0), np.zeros(9), [0.1, 0.1], None, "one for all signals"),
        (np.arange(9.0), np.full(9, np.nan), 0.1, None, "Leave out what was not measured"),
        (np.arange(9.0), np.zeros((9, 2)), 0.1, None, "shape"),
        (np.zeros(9), np.zeros(9), 0.1, None, "increasing times"),
        (np.arange(9.0), np.zeros(9), 0.1, -1.0, "greater than 0"),
        (np.arange(9.0), np.zeros(9), 0.1, 100.0, "too little of a period"),
    ],
)
def test_what_cannot_be_smoothed(times, values, sigma, period, message):
    with pytest.raises(InputError, match=message):
        SignalTable.smoothed(["a"], times, values, sigma, period)
