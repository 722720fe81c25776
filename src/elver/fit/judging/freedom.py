"""How well the noise itself is known: degrees of freedom behind the intervals of unknowns and predictions.

A variance that was estimated has degrees of freedom nu: its relative variance is 2/nu, and Student's quantile of nu takes the
place of the normal one. An unknown owes its variance to several groups of channels, v = sum of v_g, each as well known as its own
numbers tell it; Satterthwaite's nu = v^2 / sum (v_g^2/nu_g) is that of the sum. Priors, and noise that was given, are known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from elver.fit.evaluation import Block
from elver.fit.problem import Noise
from elver.fit.solving.noise import Key, Level, Levels, chained, deviations, huber, key_of, whitened

HELD = 0.66  # of the numbers count where Huber's limit is at work: the variance of his estimate of a Gaussian scale


@dataclass(frozen=True, eq=False)
class Freedom:
    """covariance: of all unknowns.   shares: group of channels -> what its noise adds to it.   known: -> degrees of freedom."""

    covariance: np.ndarray
    shares: dict[Key, np.ndarray]
    known: dict[Key, float]

    def of_unknowns(self) -> np.ndarray:
        """Degrees of freedom behind the variance of every unknown."""
        return satterthwaite(np.diag(self.covariance), [(np.diag(self.shares[k]), self.known[k]) for k in self.shares])

    def of_predictions(self, block: Block, levels: Levels, covariance: np.ndarray, total: np.ndarray) -> np.ndarray:
        """The same of predictions: the unknowns' part, and the channel's own noise. total: the variance that is wanted.

        covariance: with the unknowns that were fitted on the predicted recording alone. What they add is owed to the channel's
        noise, what they take away was owed to all groups alike.
        """
        assert block.slopes is not None
        J, own = block.slopes, key_of(block.channel)
        before, after = (np.einsum("ij,jk,ik->i", J, C, J) for C in (self.covariance, covariance))
        kept = np.clip(after / np.maximum(before, 1e-300), 0.0, 1.0)
        owed = {k: kept * np.einsum("ij,jk,ik->i", J, share, J) for k, share in self.shares.items()}
        more = np.maximum(after - before, 0.0)
        owed[own] = owed.get(own, 0.0) + more + deviations(block.channel, levels[own]) ** 2
        fallback = 1.0 if own[1].model_error is None else math.inf
        return satterthwaite(total, [(part, self.known.get(k, fallback)) for k, part in owed.items()])


def satterthwaite(total: np.ndarray, parts: Sequence[tuple[np.ndarray, float]]) -> np.ndarray:
    """Degrees of freedom of a sum of variances, at least 1; infinite where no part of it was estimated."""
    doubt = sum((np.asarray(part) ** 2 / known for part, known in parts), np.zeros(len(total)))
    square = np.asarray(total) ** 2
    sure = doubt <= 1e-12 * square
    return np.where(sure, math.inf, np.maximum(square / np.where(sure, 1.0, doubt), 1.0))


def freedom_of(blocks: Sequence[Block], levels: Levels, covariance: np.ndarray) -> Freedom:
    """Degrees of freedom after a fit on ``blocks``. covariance: of all unknowns, zero for those that are held."""
    shares, known = {}, {}
    for key in levels:
        own = [b for b in blocks if key_of(b.channel) == key and b.channel.count]
        if not own:
            continue
        told = covariance @ (information_of(own, levels[key]) / outlier_factor(own, levels[key]))
        shares[key], known[key] = told @ covariance, of_group(key[1], levels[key], own, float(np.trace(told)))
    return Freedom(covariance, shares, known)


def information_of(blocks: Sequence[Block], level: Level) -> np.ndarray:
    """J^T V^-1 J of the blocks of one group by all unknowns, Huber's weights included."""
    found = 0.0
    for block in blocks:
        assert block.slopes is not None
        _, weights = huber(whitened(block.channel, block.difference, level), level.huber)
        J = np.sqrt(weights)[:, None] * whitened(block.channel, block.slopes, level)
        found = found + J.T @ J
    return np.asarray(found)


def outlier_factor(blocks: Sequence[Block], level: Level) -> float:
    """By how much the variance that a group leaves is larger than its weighted information says: outliers pull, held down or not.

    Huber's estimate has the variance mean(pull^2)/mean(pull')^2 per number, its information is mean(weight).
    """
    if level.huber <= 0:
        return 1.0
    residuals = np.concatenate([whitened(b.channel, b.difference, level) for b in blocks])
    _, weights = huber(residuals, level.huber)
    inside = max(float(np.mean(weights == 1.0)), 0.1)
    return max(1.0, float(np.mean((weights * residuals) ** 2) * np.mean(weights)) / inside**2)


def with_outliers(blocks: Sequence[Block], levels: Levels, covariance: np.ndarray) -> np.ndarray:
    """The covariance of all unknowns with what outliers add to it."""
    found = covariance
    for key in [k for k, level in levels.items() if level.huber > 0]:
        own = [b for b in blocks if key_of(b.channel) == key and b.channel.count]
        if own:
            more = outlier_factor(own, levels[key]) - 1.0
            found = found + more * covariance @ information_of(own, levels[key]) @ covariance
    return found


def of_group(noise: Noise, level: Level, blocks: Sequence[Block], paid: float) -> float:
    """Degrees of freedom behind the noise of one group of channels, of whose numbers the unknowns took ``paid``.

    Of numbers that follow each other, the variance that matters is that of their slow part, d^2 (1 + rho)/(1 - rho): an error of
    rho counts as well. With information n/2 about log(d^2 (1 - rho^2)) and n/(1 - rho^2) about rho, it has
    n/(1 + 2 (1 + rho)/(1 - rho)) degrees where both are estimated, and n (1 + rho^2)/2 where d is given.
    """
    left = max(sum(b.channel.count for b in blocks) - paid, 1.0) * (HELD if level.huber > 0 else 1.0)
    parts = np.concatenate([level.model_error**2 / deviations(b.channel, level) ** 2 for b in blocks])
    estimated = float(np.mean(parts)) ** 2 if noise.model_error is None else 0.0
    if noise.ar1 is not None or not any(chained(b.channel).any() for b in blocks):
        return left / estimated if estimated > 0 else math.inf
    both = left / (1.0 + 2.0 * (1.0 + level.ar1) / (1.0 - level.ar1))
    alone = 0.5 * left * (1.0 + level.ar1**2)
    return 1.0 / (estimated / both + (1.0 - estimated) / alone)
