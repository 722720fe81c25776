"""Piecewise polynomials in compiled loops: the signals that a run is driven by. Importing this module imports Numba.

breaks: begin of every piece, and the end of the last; behind them the period, where the signals repeat.
coefficients[piece, signal, power], in the time since the piece's begin.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled


@compiled
def signal_time(t, breaks, pieces):
    """The time at which signals that repeat are looked up: t itself, or less whole periods."""
    if breaks.shape[0] > pieces + 1:
        return t - breaks[pieces + 1] * np.floor((t - breaks[0]) / breaks[pieces + 1])
    return t


@compiled
def signal_piece(t, breaks, beyond):
    """Number of the piece that holds t, by bisection: breaks[piece] <= t, the last piece also beyond the end."""
    piece = 0
    while beyond - piece > 1:
        middle = (piece + beyond) // 2
        if breaks[middle] <= t:
            piece = middle
        else:
            beyond = middle
    return piece


@compiled
def evaluate_signals(t, breaks, coefficients, u):
    """Spline values, first and second derivatives of all signals at time t, in this order, into u."""
    n = coefficients.shape[1]
    if n == 0:
        return
    t = signal_time(t, breaks, coefficients.shape[0])
    piece = signal_piece(t, breaks, coefficients.shape[0])
    s = t - breaks[piece]
    for k in range(n):
        value, rate, acceleration = 0.0, 0.0, 0.0
        for power in range(coefficients.shape[2] - 1, -1, -1):
            acceleration = acceleration * s + 2.0 * rate
            rate = rate * s + value
            value = value * s + coefficients[piece, k, power]
        u[k], u[n + k], u[2 * n + k] = value, rate, acceleration


@compiled
def signal_rates(t, breaks, coefficients, u, udot):
    """Time derivative of u = (values, first, second derivatives): the last two of them and the third derivatives."""
    n = coefficients.shape[1]
    if n == 0:
        return
    for k in range(2 * n):
        udot[k] = u[n + k]
    t = signal_time(t, breaks, coefficients.shape[0])
    piece = signal_piece(t, breaks, coefficients.shape[0])
    s = t - breaks[piece]
    for k in range(n):
        third = 0.0
        for power in range(coefficients.shape[2] - 1, 2, -1):
            third = third * s + power * (power - 1.0) * (power - 2.0) * coefficients[piece, k, power]
        udot[2 * n + k] = third
