"""Measured samples made smooth: a penalised spline whose strength is chosen by how noisy the samples are.

The spline of degree 5 on even knots has the coefficients c that make

    |y - B c|^2 + s |D c|^2

smallest: B holds the splines at the samples' times, D the third differences of neighbours (Eilers and Marx's penalty). The larger
the strength s is, the more is taken away. Out of a row of strengths that one is taken whose expected error is smallest,

    |y - B c|^2 + 2 sigma^2 d,        d = trace of B (B^T B + s D^T D)^-1 B^T,

with sigma the noise of the samples (Mallows). The rms taken away is then about sigma (1 - d / n)^(1/2). To ask for that rms
itself (discrepancy principle) fails where n samples are many more than d: the rms of n samples of noise misses sigma by more than
d makes out. The trace is estimated with the same random signs for all strengths. Where signals repeat, the splines and the
differences go round, and samples of many periods become one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from elver.drive.signals import DEGREE, SignalTable
from elver.errors import InputError, require_number

ORDER = 3  # of the differences that are kept small: what they leave alone are parabolas
STRENGTHS = 10.0 ** np.arange(-4, 8.01, 1 / 3)  # over the mean number of samples that a spline sees; rounding spoils larger ones
MOST_PIECES, FEWEST_PIECES = 4000, 2 * DEGREE + 2
LEAST = 0.9  # of a period that samples must cover
PROBES = 32  # random signs, from which the trace is known to one or two


class Smoothed(NamedTuple):
    """A table of smooth signals. removed: by name, the rms of what was taken away from the samples.

    A signal from which more than sigma is taken does not repeat as it should, or is noisier than was said.
    """

    table: SignalTable
    removed: dict[str, float]


def smoothed_table(names: Sequence[str], times, values, sigma, period: float | None = None) -> Smoothed:
    """The smooth signals of noisy samples; see ``SignalTable.smoothed``."""
    times, values = np.asarray(times, dtype=float), np.asarray(values, dtype=float)
    values = values[:, None] if values.ndim == 1 else values
    noise = noise_of(names, sigma)
    finite = np.isfinite(times).all() and np.isfinite(values).all()
    if times.ndim != 1 or values.shape != (len(times), len(names)) or not finite:
        raise InputError(
            f"samples to be smoothed: {len(names)} names and {times.size} times need finite values of shape ({times.size}, "
            f"{len(names)}); given {values.shape}. Leave out what was not measured."
        )
    if len(times) <= DEGREE or not (np.diff(times) > 0).all():
        raise InputError(f"samples to be smoothed: give more than {DEGREE}, at increasing times.")
    grid = output_times(times, period)
    shown, left = smooth_columns(times, values, noise, grid, period)
    rms = np.sqrt(np.mean(left**2, axis=0))
    return Smoothed(SignalTable(list(names), grid, shown, period), dict(zip(names, rms.tolist(), strict=True)))


def output_times(times: np.ndarray, period: float | None) -> np.ndarray:
    """Times of the table: as many as there are samples, or as a period has."""
    if period is None:
        return np.linspace(times[0], times[-1], min(len(times), MOST_PIECES + 1))
    require_number("period", period, above=0.0, unit="s")
    spacing = float(np.median(np.diff(times)))
    if times[-1] - times[0] + spacing < LEAST * period:
        raise InputError(
            f"samples to be smoothed: {len(times)} cover {times[-1] - times[0]:g} s, too little of a period of {period:g} s. "
            "Give the samples of at least one period, or leave the period out."
        )
    pieces = int(np.clip(round(period / spacing), FEWEST_PIECES, MOST_PIECES))
    return times[0] + np.arange(pieces) * period / pieces


def smooth_columns(
    times: np.ndarray, values: np.ndarray, sigma: np.ndarray, grid: np.ndarray, period: float | None
) -> tuple[np.ndarray, np.ndarray]:
    """The smooth signals at the times of the grid, and what is left of the samples.

    A signal that takes the largest strength is tried again with half the knots.
    """
    shown, left = np.zeros((len(grid), values.shape[1])), np.zeros(values.shape)
    pieces, waiting = max(len(grid) - (period is None), FEWEST_PIECES), np.arange(values.shape[1])
    while len(waiting):
        matrices = open_basis(times, grid, pieces) if period is None else period_basis(times, grid, pieces, period)
        basis, differences, show = matrices
        c, strongest = best_splines(basis, differences, values[:, waiting], sigma[waiting])
        shown[:, waiting], left[:, waiting] = show @ c, values[:, waiting] - basis @ c
        waiting = waiting[strongest] if pieces >= 2 * FEWEST_PIECES else waiting[:0]
        pieces //= 2
    return shown, left


def noise_of(names: Sequence[str], sigma: Any) -> np.ndarray:
    """The noise of every signal: one number for all, or one for each."""
    given = np.asarray(sigma, dtype=float)
    if given.shape not in ((), (len(names),)) or not np.isfinite(given).all() or not (given > 0).all():
        raise InputError(
            f"sigma = {sigma} is not allowed. Give the standard deviation of the noise, greater than 0: one for all signals or "
            f"one for each of {', '.join(names)}. Samples without noise need no smoothing: use SignalTable(...)."
        )
    return np.broadcast_to(given, (len(names),))


def open_basis(times: np.ndarray, grid: np.ndarray, pieces: int) -> tuple[Any, Any, Any]:
    """Splines at the samples, differences of their coefficients, and splines at the grid."""
    from scipy.interpolate import BSpline

    length = times[-1] - times[0]
    knots = length / pieces * np.arange(-DEGREE, pieces + DEGREE + 1)
    places = (np.clip(t - times[0], 0.0, min(length, knots[pieces + DEGREE])) for t in (times, grid))
    basis, show = (BSpline.design_matrix(t, knots, DEGREE).tocsr() for t in places)
    return basis, difference_matrix(pieces + DEGREE, ring=False), show


def period_basis(times: np.ndarray, grid: np.ndarray, pieces: int, period: float) -> tuple[Any, Any, Any]:
    """The same for splines that go round."""
    from scipy.interpolate import BSpline
    from scipy.sparse import csr_array

    knots = period / pieces * np.arange(-DEGREE, pieces + DEGREE + 1)
    every = np.arange(pieces + DEGREE)
    fold = csr_array((np.ones(len(every)), (every, every % pieces)))
    places = (np.clip(t, 0.0, knots[pieces + DEGREE]) for t in (np.mod(times - times[0], period), grid - grid[0]))
    basis, show = ((BSpline.design_matrix(t, knots, DEGREE) @ fold).tocsr() for t in places)
    return basis, difference_matrix(pieces, ring=True), show


def difference_matrix(count: int, ring: bool) -> Any:
    """Third differences of neighbours, in a row or in a ring."""
    from scipy.sparse import csr_array

    weights = [math.comb(ORDER, k) * (-1) ** (ORDER - k) for k in range(ORDER + 1)]
    rows = count if ring else count - ORDER
    places = (np.arange(rows)[:, None] + np.arange(ORDER + 1)) % count
    return csr_array((np.tile(weights, rows), (np.repeat(np.arange(rows), ORDER + 1), places.ravel())), shape=(rows, count))


def best_splines(basis: Any, differences: Any, values: np.ndarray, sigma: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients of every column of the samples with the strength whose expected error is smallest; where it is the largest."""
    from scipy.sparse.linalg import splu

    normal, penalty = (basis.T @ basis).tocsc(), (differences.T @ differences).tocsc()
    signs = np.random.default_rng(0).choice([-1.0, 1.0], size=(len(values), PROBES))
    right = basis.T @ np.hstack([values, signs])
    count, best = values.shape[1], np.full(values.shape[1], np.inf)
    chosen, better = np.zeros((basis.shape[1], count)), np.zeros(count, dtype=bool)
    for strength in STRENGTHS * len(values) / basis.shape[1]:
        c = splu((normal + strength * penalty).tocsc()).solve(right)
        trace = float(np.mean(np.sum(right[:, count:] * c[:, count:], axis=0)))
        score = np.sum((values - basis @ c[:, :count]) ** 2, axis=0) + 2 * sigma**2 * trace
        better = score < best
        best[better], chosen[:, better] = score[better], c[:, :count][:, better]
    return chosen, better
