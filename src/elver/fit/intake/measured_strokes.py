"""Figures of whole strokes out of a measured course: mean, harmonics, amplitude, each with its error.

A line and a few harmonics of the stroke are fitted to the samples of all whole strokes by least squares. The error comes from the
residuals: their variance, times (1 + r)/(1 - r) where neighbours correlate by r, through the covariance of the coefficients.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from elver.errors import InputError

HARMONICS = 6  # at most, unless a higher one is asked for
SAMPLES = 720  # of one stroke, where the highest and the lowest point are looked for


@dataclass(frozen=True, eq=False)
class Course:
    """A line and harmonics fitted to whole strokes. period [s]; strokes: how many.

    coefficients: level, way of the line over all strokes, then cosine and sine of every harmonic (angle 0 at time 0).
    covariance: of them.
    """

    period: float
    strokes: int
    coefficients: np.ndarray
    covariance: np.ndarray

    def figure(self, kind: str, order: int, both: bool = True) -> tuple[np.ndarray, np.ndarray]:
        """Values of a figure and their standard deviations. both: cosine and sine of a harmonic, instead of its size."""
        weights = self.weights(kind, order, both)
        return weights @ self.coefficients, np.sqrt(np.einsum("ij,jk,ik->i", weights, self.covariance, weights))

    def weights(self, kind: str, order: int, both: bool) -> np.ndarray:
        """The figure as a linear function of the coefficients, at these."""
        unit = np.eye(len(self.coefficients))
        if kind == "mean":
            return unit[:1]
        parts = unit[2 * order : 2 * order + 2]
        if kind == "harmonic":
            size = self.coefficients[2 * order : 2 * order + 2]
            return parts if both else (size @ parts / max(math.hypot(*size), 1e-300))[None]
        times = np.linspace(0.0, self.period, SAMPLES, endpoint=False)
        waves = basis(times, self.period, (len(self.coefficients) - 2) // 2)
        waves[:, :2] = 0.0
        curve = waves @ self.coefficients
        return 0.5 * (waves[np.argmax(curve)] - waves[np.argmin(curve)])[None]


def basis(times: np.ndarray, period: float, harmonics: int) -> np.ndarray:
    """Columns: 1, the time, and cosine and sine of every harmonic."""
    angles = 2 * math.pi * np.outer(times, np.arange(1, harmonics + 1)) / period
    waves = np.stack([np.cos(angles), np.sin(angles)], axis=2).reshape(len(times), -1)
    return np.column_stack([np.ones(len(times)), times, waves])


def fitted_strokes(name: str, times: np.ndarray, values: np.ndarray, period: float, order: int = 1) -> Course:
    """The fit to the last whole strokes of a course (gaps left out before)."""
    span = float(times[-1] - times[0]) if len(times) else 0.0
    step = float(np.median(np.diff(times))) if len(times) > 1 else 0.0
    strokes = int((span + 1.5 * step) / period)  # the last sample stands for the time up to the next
    if strokes < 1:
        raise InputError(
            f"'{name}' has {span:.3g} s, which is no whole stroke of {period:.3g} s. Give a longer part of the recording."
        )
    kept = times > times[-1] + 0.5 * step - strokes * period
    times, values = times[kept], values[kept]
    harmonics = max(order, min(HARMONICS, len(times) // (3 * strokes)))
    if len(times) < 2 * harmonics + 4:
        raise InputError(
            f"'{name}' has {len(times)} values in {strokes} strokes, too few for {harmonics} harmonics and their error."
        )
    middle = times[-1] + 0.5 * step - 0.5 * strokes * period
    X = basis(times, period, harmonics)
    X[:, 1] = (times - middle) / (strokes * period)
    inverse = np.linalg.pinv(X.T @ X)
    coefficients = inverse @ X.T @ values
    away = values - X @ coefficients
    variance = float(away @ away) / (len(times) - X.shape[1])
    near = float(away[1:] @ away[:-1]) / max(float(away @ away), 1e-300)
    longer = (1 + max(near, 0.0)) / (1 - min(max(near, 0.0), 0.95))
    return Course(period, strokes, coefficients, inverse * variance * longer)
