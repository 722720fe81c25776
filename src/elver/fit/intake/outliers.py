"""Values that do not belong to their course: compared with a running median, in units of the running median deviation.

In a window around every value the line through the medians of its two halves is taken away; what then lies further from the
median than ``threshold`` robust standard deviations (1.4826 times the median absolute deviation, or sigma where that is larger)
is left out. Peaks of a smooth course widen their own window's deviation, so that they stay.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.fit.intake.sheet import Series

ROBUST = 1.4826  # standard deviations of a normal distribution in its median absolute deviation
FEWEST = 7  # values that a window needs


@dataclass(frozen=True)
class Outliers:
    """threshold: robust standard deviations; 0 leaves nothing out.   half_window: values on either side."""

    threshold: float = 6.0
    half_window: int = 7

    def found(self, series: Series, sigma: float) -> np.ndarray:
        """Which values of a course are outliers. sigma: their usual error, below which no deviation counts as one."""
        bad = np.zeros(len(series.values), dtype=bool)
        good = np.flatnonzero(series.good)
        if self.threshold <= 0 or len(good) < FEWEST:
            return bad
        half = min(self.half_window, (len(good) - 1) // 2)
        away, spread = local(series.values[good], half)
        bad[good] = np.abs(away) > self.threshold * np.maximum(ROBUST * spread, max(sigma, 0.0) + 1e-300)
        return bad


def local(values: np.ndarray, half: int) -> tuple[np.ndarray, np.ndarray]:
    """Of every value its distance from the local median line, and the median absolute deviation of its window.

    Towards the ends windows become shorter, down to seven values: far from its middle a line says little about a curve. So few
    may agree by chance: the usual deviation of the whole course counts there where it is larger.
    """
    away, spread = centred(values, half)
    least, usual = min(half, FEWEST // 2), float(np.median(spread[half : len(values) - half]))
    for k in (*range(half), *range(len(values) - half, len(values))):
        own = max(min(k, len(values) - 1 - k, half), least)
        first = min(max(k - own, 0), len(values) - 2 * own - 1)
        part, deviation = flattened(values[None, first : first + 2 * own + 1], own)
        away[k], spread[k] = part[0, k - first], max(float(deviation[0]), usual)
    return away, spread


def centred(values: np.ndarray, half: int) -> tuple[np.ndarray, np.ndarray]:
    """The same for values in the middle of a full window; nothing for those nearer to an end."""
    away, spread = np.zeros(len(values)), np.zeros(len(values))
    level, deviation = flattened(np.lib.stride_tricks.sliding_window_view(values, 2 * half + 1), half)
    away[half : len(values) - half], spread[half : len(values) - half] = level[:, half], deviation
    return away, spread


def flattened(windows: np.ndarray, half: int) -> tuple[np.ndarray, np.ndarray]:
    """Windows less their median line, and the median absolute deviation of each."""
    slopes = (np.median(windows[:, half + 1 :], axis=1) - np.median(windows[:, :half], axis=1)) / (half + 1)
    level = windows - slopes[:, None] * (np.arange(2 * half + 1) - half)
    level = level - np.median(level, axis=1)[:, None]
    return level, np.median(np.abs(level), axis=1)
