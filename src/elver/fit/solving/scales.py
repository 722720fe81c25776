"""Unknowns and the coordinates in which they are searched: a logarithm, or the number in units of its own size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from elver.errors import InputError
from elver.fit.problem import Unknown

FAR = 2.0  # longest step of a logarithm: a factor of 7
NEAR_BOUND = 1e-9  # of a coordinate's width: closer than that it stands at its bound


@dataclass(frozen=True, eq=False)
class Box:
    """Bounds of search coordinates and the longest step of each."""

    low: np.ndarray
    high: np.ndarray
    reach: np.ndarray


class Scales:
    """Search coordinates s of some unknowns: log(theta) where Unknown.logarithmic, theta/size otherwise.

    size: the prior's sigma, a quarter of the range, or the start's own size.   low, high: the range, a uniform prior included.
    """

    def __init__(self, unknowns: Sequence[Unknown]):
        self.unknowns = tuple(unknowns)
        self.logarithmic = np.array([u.logarithmic for u in unknowns], dtype=bool)
        self.sizes = np.array([1.0 if u.logarithmic else size_of(u) for u in unknowns])
        self.limits = np.array([limits_of(u) for u in unknowns], dtype=float).reshape(-1, 2).T
        self.low, self.high = (self.search(limit) for limit in self.limits)

    def search(self, theta) -> np.ndarray:
        """The coordinates of unknowns; the logarithm of zero and less is -inf."""
        theta = np.asarray(theta, float)
        logarithms = np.log(np.where(self.logarithmic & (theta > 0), theta, 1.0))
        logarithms = np.where(theta > 0, logarithms, -math.inf)
        return np.where(self.logarithmic, logarithms, theta / self.sizes)

    def values(self, s) -> np.ndarray:
        """The unknowns at coordinates; a coordinate at its bound or beyond gives the bound, to the last digit."""
        s = np.asarray(s, float)
        with np.errstate(over="ignore"):
            theta = np.where(self.logarithmic, np.exp(np.where(self.logarithmic, s, 0.0)), s * self.sizes)
        low, high = self.limits
        return np.where(s <= self.low, low, np.where(s >= self.high, high, np.clip(theta, low, high)))

    def rates(self, s) -> np.ndarray:
        """d theta / d s."""
        return np.where(self.logarithmic, self.values(s), self.sizes)

    @cached_property
    def reaches(self) -> np.ndarray:
        """Longest step of each coordinate: half its range, or a few times its size."""
        half = np.where(np.isfinite(self.high - self.low), 0.5 * (self.high - self.low), math.inf)
        return np.minimum(np.maximum(half, 1e-12), np.where(self.logarithmic, FAR, 10.0))

    @property
    def box(self) -> Box:
        """Where the coordinates are searched."""
        return Box(self.low, self.high, self.reaches)

    @cached_property
    def widths(self) -> np.ndarray:
        """Standard deviation of what is believed of each coordinate before any data: by its prior, its range, or its size."""
        return np.array([self._width(i) for i in range(len(self.unknowns))])

    def _width(self, i: int) -> float:
        precision = self.prior_precisions[i]
        if precision > 0:
            return 1.0 / math.sqrt(precision)
        span = self.high[i] - self.low[i]
        return span / math.sqrt(12.0) if math.isfinite(span) and span > 0 else 1.0

    @cached_property
    def prior_precisions(self) -> np.ndarray:
        """1/variance that the prior gives each coordinate at the start; 0 without one."""
        found = np.zeros(len(self.unknowns))
        rates = self.rates(self.search([u.start for u in self.unknowns]))
        for i, u in enumerate(self.unknowns):
            if u.prior is not None:
                found[i] = (u.prior.residual(u.start)[1] * rates[i]) ** 2
        return found

    def priors(self, s) -> tuple[np.ndarray, np.ndarray]:
        """Residuals of the priors that say something, and their derivatives by all coordinates."""
        theta, rates = self.values(s), self.rates(s)
        kept = [i for i, u in enumerate(self.unknowns) if u.prior is not None and u.prior.kind != "uniform"]
        residuals, slopes = np.zeros(len(kept)), np.zeros((len(kept), len(self.unknowns)))
        for row, i in enumerate(kept):
            residuals[row], slope = self.unknowns[i].prior.residual(float(theta[i]))  # type: ignore[union-attr]
            slopes[row, i] = slope * rates[i]
        return residuals, slopes

    def at_bounds(self, s) -> list[str]:
        """In words, the bound that each coordinate stands at, or nothing."""
        words = []
        for i, u in enumerate(self.unknowns):
            near = NEAR_BOUND * max(1.0, abs(self.widths[i]))
            low, high = limits_of(u)
            at_low, at_high = s[i] <= self.low[i] + near, s[i] >= self.high[i] - near
            words.append(f"its lowest, {u.shown(low):.6g}" if at_low else f"its highest, {u.shown(high):.6g}" if at_high else "")
        return words


def size_of(unknown: Unknown) -> float:
    """A typical change of a number that is searched as it is."""
    prior, low, high = unknown.prior, *limits_of(unknown)
    if prior is not None and prior.kind == "normal":
        return prior.sigma
    if math.isfinite(high - low) and high > low:
        return 0.25 * (high - low)
    return abs(unknown.start) or 1.0


def limits_of(unknown: Unknown) -> tuple[float, float]:
    """The range of an unknown, within its uniform prior."""
    low, high = unknown.low, unknown.high
    if unknown.prior is not None and unknown.prior.kind == "uniform":
        low, high = max(low, unknown.prior.low), min(high, unknown.prior.high)
    return low, high


def check_unknowns(unknowns: Sequence[Unknown]) -> None:
    """InputError where a range or a start cannot be searched."""
    for u in unknowns:
        low, high = limits_of(u)
        if not low < high:
            raise InputError(
                f"unknown '{u.name}': its range {low:g} to {high:g} is empty. Give a lower bound below the upper one."
            )
        if not low <= u.start <= high:
            raise InputError(f"unknown '{u.name}': its start {u.start:g} is outside {low:g} to {high:g}. Start inside its range.")
        if u.logarithmic and not u.start > 0:
            raise InputError(f"unknown '{u.name}' has a log-normal prior and starts at {u.start:g}. Start at a positive number.")
        if u.prior is not None and u.prior.kind != "uniform" and not (u.prior.sigma > 0 and math.isfinite(u.prior.mean)):
            raise InputError(f"unknown '{u.name}': its prior needs a mean and a sigma greater than 0; given {u.prior}.")
        if u.prior is not None and u.prior.kind == "lognormal" and not u.prior.mean > 0:
            raise InputError(f"unknown '{u.name}': the median of a log-normal prior must be positive; given {u.prior.mean:g}.")
