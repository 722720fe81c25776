"""Figures of whole strokes, out of evenly spaced samples of a quantity from the begin to the end of its window, with derivatives.

A trend from the first to the last sample is taken out before harmonics and amplitudes: a machine that moves on has one.
"""

from __future__ import annotations

import math

import numpy as np

SAMPLES = 128  # of one stroke


def samples(strokes: int) -> int:
    """Samples of a window, both ends included."""
    return SAMPLES * strokes + 1


def figure(kind: str, order: int, count: int, course: np.ndarray, strokes: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """The figure's ``count`` values, and weights[i, j] = d value i / d sample j. Harmonics count from the begin."""
    if kind == "mean":
        weights = trapezoid(len(course))[None]
        return weights @ course, weights
    folded = folding(len(course), strokes)
    stroke = folded @ course
    if kind == "amplitude":
        value, weights = half_range(stroke)
        return np.array([value]), (weights @ folded)[None]
    angles = 2 * math.pi * order * np.linspace(0.0, 1.0, len(stroke))
    parts = 2 * trapezoid(len(stroke)) * np.vstack([np.cos(angles), np.sin(angles)]) @ folded
    both = parts @ course
    if count == 2:
        return both, parts
    size = float(np.hypot(*both))
    return np.array([size]), (both @ parts / max(size, 1e-300))[None]


def trapezoid(count: int) -> np.ndarray:
    """Weights of the mean over the window."""
    weights = np.full(count, 1.0 / (count - 1))
    weights[[0, -1]] *= 0.5
    return weights


def detrending(count: int) -> np.ndarray:
    """The matrix that takes the line from the first to the last sample away, but not the first sample."""
    matrix = np.eye(count)
    share = np.linspace(0.0, 1.0, count)
    matrix[:, 0] += share
    matrix[:, -1] -= share
    return matrix


def folding(count: int, strokes: int) -> np.ndarray:
    """The matrix that takes the trend away and makes the mean of all strokes."""
    every = (count - 1) // strokes
    mean = np.zeros((every + 1, count))
    for stroke in range(strokes):
        mean[np.arange(every + 1), stroke * every + np.arange(every + 1)] = 1.0 / strokes
    return mean @ detrending(count)


def half_range(samples: np.ndarray) -> tuple[float, np.ndarray]:
    """Half the way from the lowest to the highest value, both on parabolas through the neighbours; and its derivatives."""
    weights = np.zeros(len(samples))
    value = 0.0
    for sign in (1.0, -1.0):
        top, share = extreme(sign * samples)
        value += 0.5 * top
        weights += 0.5 * sign * share
    return value, weights


def extreme(samples: np.ndarray) -> tuple[float, np.ndarray]:
    """The largest value on the parabola around the largest sample of a periodic course, and its derivatives."""
    period, k = len(samples) - 1, int(np.argmax(samples[:-1]))
    before, after = (k - 1) % period, (k + 1) % period
    a, b, c = samples[before], samples[k], samples[after]
    bend = a - 2 * b + c
    s = float(np.clip(0.5 * (a - c) / bend, -0.5, 0.5)) if bend < 0 else 0.0
    weights = np.zeros(len(samples))
    for place, weight in ((before, 0.5 * s * (s - 1)), (k, 1 - s * s), (after, 0.5 * s * (s + 1))):
        weights[place] += weight
    return float(weights @ samples), weights
