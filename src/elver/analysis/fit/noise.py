"""How channels err: whitening, Huber's weights, and estimates of correlation and model error from the residuals.

Whitened residuals of a channel: z_i = (predicted_i - measured_i)/d_i with d_i^2 = sigma_i^2 + model_error^2; with correlation rho
of neighbours w_i = (z_i - rho z_(i-1))/sqrt(1 - rho^2) along an unbroken chain of samples and w = z at its beginning, so that the
w are independent with variance 1. Huber's weights belong to the w. Channels of one name share what is estimated, over all
recordings: one mean speed per recording would not tell its own model error, and held-out recordings need one too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from elver._support.errors import InputError
from elver.analysis.fit.problem import Block, Channel, ChannelNoise, Noise

ORDERED = ("path", "velocity")  # kinds whose values follow each other in time
_GAP = 1.5  # a longer distance than so many usual ones breaks the chain
_LARGEST_AR1 = 0.995
_SCALE_LIMIT = 1.345  # Huber's limit where the size of the noise is estimated, whatever the limit of the fit is
_SWEEPS = 3  # over the groups of channels
_REPEATS = 40  # over what is estimated of one group
Key = tuple[str, Noise]


@dataclass(frozen=True)
class NoiseLevel:
    """What is taken as the noise of a channel, given or estimated."""

    ar1: float = 0.0
    model_error: float = 0.0
    huber: float = 0.0


Levels = dict[Key, NoiseLevel]


def key_of(channel: Channel) -> Key:
    """Channels with one key share their noise."""
    return channel.name, channel.noise


def first_levels(channels: Iterable[Channel]) -> Levels:
    """Noise as given; zero where it will be estimated."""
    found = {}
    for channel in channels:
        noise = channel.noise
        if noise.ar1 is not None and not 0 <= noise.ar1 < 1:
            raise InputError(f"channel '{channel.name}': ar1 = {noise.ar1:g} is not allowed. Give 0 or more, below 1, or none.")
        if noise.huber < 0 or (noise.model_error or 0.0) < 0:
            raise InputError(f"channel '{channel.name}': huber and model_error must be 0 or more; given {noise}.")
        found[key_of(channel)] = NoiseLevel(noise.ar1 or 0.0, noise.model_error or 0.0, noise.huber)
    return found


def deviations(channel: Channel, level: NoiseLevel) -> np.ndarray:
    """Standard deviation of every value: sigma and model error in quadrature."""
    return np.hypot(channel.sigma, level.model_error)


def chained(channel: Channel) -> np.ndarray:
    """Whether each value follows the one before it in an unbroken chain; the first never does."""
    follows = np.zeros(channel.count, dtype=bool)
    if channel.kind not in ORDERED or channel.count < 2:
        return follows
    steps = np.diff(channel.times)
    usual = np.median(steps[steps > 0]) if (steps > 0).any() else 0.0
    follows[1:] = (steps > 0) & (steps <= _GAP * usual)
    return follows


def whitened(channel: Channel, numbers: np.ndarray, level: NoiseLevel) -> np.ndarray:
    """Differences or slopes (rows by value) as independent numbers of variance 1."""
    rows = numbers / deviations(channel, level).reshape(-1, *[1] * (numbers.ndim - 1))
    if level.ar1 == 0.0:
        return rows
    follows = chained(channel)
    out = rows.copy()
    out[follows] = (rows[follows] - level.ar1 * rows[:-1][follows[1:]]) / math.sqrt(1.0 - level.ar1**2)
    return out


def huber(residuals: np.ndarray, limit: float) -> tuple[float, np.ndarray]:
    """Cost of whitened residuals, half their squares up to the limit and linear beyond, and their weights (1 up to the limit)."""
    sizes = np.abs(residuals)
    if limit <= 0:
        return 0.5 * float(residuals @ residuals), np.ones_like(sizes)
    beyond = sizes > limit
    weights = np.where(beyond, limit / np.maximum(sizes, limit), 1.0)
    return float(np.where(beyond, limit * sizes - 0.5 * limit**2, 0.5 * sizes**2).sum()), weights


# --- estimates ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Rows:
    """Blocks of one key with their weights, as the estimate of their noise needs them."""

    channels: tuple[Channel, ...]
    differences: tuple[np.ndarray, ...]
    slopes: tuple[np.ndarray, ...]
    weights: tuple[np.ndarray, ...]

    def reweighted(self, level: NoiseLevel) -> _Rows:
        """The same with Huber's weights as they are at another level."""
        limit = _SCALE_LIMIT if level.huber > 0 else 0.0
        pairs = zip(self.channels, self.differences, strict=True)
        return replace(self, weights=tuple(huber(whitened(c, d, level), limit)[1] for c, d in pairs))

    def totals(self, level: NoiseLevel) -> tuple[float, np.ndarray, np.ndarray, float]:
        """Sum of squares, gradient and information of the whitened rows, and the logarithm of |V|, V their covariance.

        Where Huber's weights hold outliers down, the squares are those of the held down residuals, over what Gaussian noise of
        variance 1 would leave of them (Huber's proposal 2): their sum is then that of as many Gaussian numbers.
        """
        columns = self.slopes[0].shape[1]
        squares, gradient, information, logarithm = 0.0, np.zeros(columns), np.zeros((columns, columns)), 0.0
        usual = held_square(_SCALE_LIMIT) if level.huber > 0 else 1.0
        for channel, difference, slope, weight in zip(self.channels, self.differences, self.slopes, self.weights, strict=True):
            root = np.sqrt(weight)
            r, J = root * whitened(channel, difference, level), root[:, None] * whitened(channel, slope, level)
            squares += float((root * r) @ (root * r)) / usual
            gradient += J.T @ r
            information += J.T @ J
            logarithm += 2.0 * float(np.log(deviations(channel, level)).sum())
            logarithm += math.log(1.0 - level.ar1**2) * int(chained(channel).sum())
        return squares, gradient, information, logarithm


def held_square(limit: float) -> float:
    """Mean square of a standard Gaussian number cut at +-limit."""
    inside = math.erf(limit / math.sqrt(2.0))
    return inside - limit * math.sqrt(2.0 / math.pi) * math.exp(-0.5 * limit**2) + limit**2 * (1.0 - inside)


def estimated_levels(
    blocks: Sequence[Block], levels: Levels, slopes: Mapping[str, np.ndarray], priors: tuple[np.ndarray, np.ndarray]
) -> Levels:
    """Correlation and model error where they are to be estimated: the restricted likelihood (REML) of the linearised model.

    -2 log L = log|V| + log|J^T V^-1 J| + min over the unknowns of r^T V^-1 r, priors among the rows. It counts the unknowns
    that the data must pay for. ``_aversion`` keeps model errors of few numbers from zero: with one sigma for all, the estimate is
    sum of squares/(data - unknowns - 1/2).
    slopes: block name -> its slopes by the search coordinates.   priors: their residuals and slopes.
    """
    rows = {key: _rows_of([b for b in blocks if key_of(b.channel) == key], slopes) for key in levels}
    rows = {key: own for key, own in rows.items() if own.channels}
    found = dict(levels)
    for _ in range(_SWEEPS):
        before = dict(found)
        for key, own in rows.items():
            if None not in (key[1].ar1, key[1].model_error):
                continue
            others = [rows[k].reweighted(found[k]).totals(found[k]) for k in rows if k != key]
            r, J = priors
            base = (r @ r + sum(o[0] for o in others), J.T @ r + sum(o[1] for o in others), J.T @ J + sum(o[2] for o in others))
            found[key] = _estimated_level(key[1], own, found[key], base)
        if same_levels(before, found, 1e-3):
            break
    return found


def _rows_of(blocks: Sequence[Block], slopes: Mapping[str, np.ndarray]) -> _Rows:
    """Blocks of one key, not weighted yet."""
    channels = tuple(b.channel for b in blocks)
    ones = tuple(np.ones(c.count) for c in channels)
    return _Rows(channels, tuple(b.difference for b in blocks), tuple(slopes[b.name] for b in blocks), ones)


def _estimated_level(noise: Noise, own: _Rows, level: NoiseLevel, base: tuple[float, np.ndarray, np.ndarray]) -> NoiseLevel:
    """The level of one group of channels, all others as they are."""

    def badness(**changed: float) -> float:
        tried = replace(level, **changed)
        squares, gradient, information, logarithm = own.totals(tried)
        squares, gradient, information = squares + base[0], gradient + base[1], information + base[2]
        values, vectors = np.linalg.eigh(information)
        told = values > 1e-12 * max(values[-1], 1e-300)
        gain = float(((vectors.T @ gradient)[told] ** 2 / values[told]).sum())
        return logarithm + float(np.log(values[told]).sum()) + squares - gain + _aversion(noise, tried)

    ordered = noise.ar1 is None and any(chained(c).any() for c in own.channels)
    for _ in range(_REPEATS if level.huber > 0 or (ordered and noise.model_error is None) else 1):
        before, own = level, own.reweighted(level)
        if noise.model_error is None:
            level = replace(level, model_error=_least_error(own, badness))
        if ordered:
            level = replace(level, **_least_ar1(own, level, noise.model_error is None, badness))
        if _same_level(before, level, 1e-3):
            break
    return level


def _least_ar1(own: _Rows, level: NoiseLevel, free: bool, badness: Callable[..., float]) -> dict[str, float]:
    """The correlation that minimises ``badness``; 0 where that is no worse.

    free: the model error goes along with it, so that the part of the noise that is new in every number keeps its size: the two
    are then nearly independent, and a few rounds of one and the other find both.
    """
    from scipy.optimize import minimize_scalar

    known = float(np.mean(np.concatenate([c.sigma for c in own.channels]) ** 2))
    new = (known + level.model_error**2) * (1.0 - level.ar1**2)

    def changed(rho: float) -> dict[str, float]:
        error = math.sqrt(max(new / (1.0 - rho**2) - known, 1e-6 * known))
        return {"ar1": rho, "model_error": error} if free else {"ar1": rho}

    found = minimize_scalar(lambda rho: badness(**changed(rho)), bounds=(0.0, _LARGEST_AR1), method="bounded")
    return changed(float(found.x) if found.fun < badness(**changed(0.0)) - 1e-9 else 0.0)


def _aversion(noise: Noise, level: NoiseLevel) -> float:
    """What is added to -2 log L: minus the logarithm of the model error, of its part that is new in every number of a chain.

    Few numbers are often fitted so well that no model error is the likeliest, which is then believed too much.
    """
    return -math.log(max(level.model_error, 1e-300) * math.sqrt(1.0 - level.ar1**2)) if noise.model_error is None else 0.0


def _least_error(own: _Rows, badness: Callable[..., float]) -> float:
    """The model error that minimises ``badness``."""
    from scipy.optimize import minimize_scalar

    sigma = np.concatenate([c.sigma for c in own.channels])
    largest = 10.0 * max(float(np.sqrt(np.mean(np.concatenate(own.differences) ** 2))), float(sigma.max()))
    smallest = 1e-3 * float(sigma.min())
    grid = np.geomspace(smallest, largest, 13)
    costs = [badness(model_error=float(g)) for g in grid]
    best = int(np.argmin(costs))
    around = np.log(grid[max(best - 1, 0)]), np.log(grid[min(best + 1, len(grid) - 1)])
    found = minimize_scalar(lambda s: badness(model_error=math.exp(s)), bounds=around, method="bounded")
    return math.exp(found.x)


def channel_noise(levels: Levels, blocks: Sequence[Block], weights: dict[str, np.ndarray]) -> dict[str, ChannelNoise]:
    """The noise of every block, by name. weights: Huber's."""
    found = {}
    for block in blocks:
        level = levels[key_of(block.channel)]
        held = int((weights[block.name] < 1.0).sum()) if block.name in weights else 0
        found[block.name] = ChannelNoise(level.ar1, level.model_error, float(held))
    return found


def same_levels(before: Levels, after: Levels, tolerance: float = 0.01) -> bool:
    """Whether a further round changed nothing that matters."""
    return all(_same_level(before[k], after[k], tolerance) for k in after)


def _same_level(before: NoiseLevel, after: NoiseLevel, tolerance: float) -> bool:
    """The same of one group."""
    size = max(after.model_error, before.model_error, 1e-300)
    return abs(after.ar1 - before.ar1) <= tolerance and abs(after.model_error - before.model_error) <= tolerance * size
