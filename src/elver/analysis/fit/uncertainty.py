"""How well unknowns are known: Laplace's approximation, profile likelihoods, and degrees of freedom of estimated noise.

A variance that was estimated has degrees of freedom nu: its relative variance is 2/nu, and Student's quantile of nu takes the
place of the normal one. An unknown owes its variance to several groups of channels, v = sum of v_g, each as well known as its
own numbers tell it; Satterthwaite's nu = v^2 / sum (v_g^2/nu_g) is that of the sum. Priors, and noise that was given, are
known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from elver._support.errors import InputError
from elver.analysis.fit.least_squares import ROUGH, Misfit, Point, Scales, State, descend
from elver.analysis.fit.noise import Key, Levels, NoiseLevel, chained, deviations, huber, key_of, whitened
from elver.analysis.fit.problem import Block, Estimate, Noise, Problem

_LEVEL = 0.95
_UNTOLD = 1e-6  # standard deviations of the data for a move over the whole width: below that nothing is known
NO_INFLUENCE = 1e-9  # the same of one unknown alone, of what the most influential one does


@dataclass(frozen=True, eq=False)
class Posterior:
    """What is known of the free unknowns. covariance: of their search coordinates s.   infinite: those of which nothing is known.

    freedom: degrees of freedom behind the variance of each; infinite where all noise was given, not estimated.
    """

    scales: Scales
    free: tuple[int, ...]
    s: np.ndarray
    covariance: np.ndarray
    infinite: np.ndarray
    freedom: np.ndarray

    @property
    def sigmas(self) -> np.ndarray:
        """Standard deviations of the search coordinates."""
        return np.where(self.infinite, math.inf, np.sqrt(np.diag(self.covariance)))

    def interval(self, level: float = _LEVEL) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest value of every unknown at a level, within its range."""
        half = quantiles(level, self.freedom) * self.sigmas
        ends = (np.maximum(self.s - half, self.scales.low), np.minimum(self.s + half, self.scales.high))
        return self.scales.values(ends[0]), self.scales.values(ends[1])

    def of_all(self, count: int) -> np.ndarray:
        """Covariance of all ``count`` unknowns in their units; zero for those that are held."""
        rates = self.scales.rates(self.s)
        found = np.zeros((count, count))
        found[np.ix_(self.free, self.free)] = self.covariance * rates[:, None] * rates
        return found


def quantile(level: float, freedom: float = math.inf) -> float:
    """Half width of the interval that holds ``level`` of a normal number, or of Student's, in standard deviations."""
    from scipy.special import ndtri, stdtrit

    tail = 0.5 + 0.5 * level
    return float(ndtri(tail)) if math.isinf(freedom) else float(stdtrit(freedom, tail))


def quantiles(level: float, freedoms: np.ndarray) -> np.ndarray:
    """The same of many numbers."""
    return np.array([quantile(level, float(own)) for own in freedoms])


def laplace(misfit: Misfit, point: Point) -> Posterior:
    """The posterior at a minimum. A bound that the minimum stands at is not counted: the covariance is that of the free problem.

    Directions of which neither data nor priors tell anything get a million times their width instead of a number without end.
    """
    assert point.jacobian is not None
    widths = misfit.scales.widths
    scaled = point.jacobian * widths
    _, sizes, Vt = np.linalg.svd(np.vstack([scaled, np.zeros((len(widths), len(widths)))]), full_matrices=False)
    V = Vt.T * widths[:, None]
    covariance = (V / np.maximum(sizes, _UNTOLD) ** 2) @ V.T
    infinite = np.sqrt(np.diag(covariance)) > 1e-2 * widths / _UNTOLD
    found = Posterior(misfit.scales, tuple(misfit.free), point.s, covariance, infinite, np.full(len(widths), math.inf))
    if all(None not in (noise.ar1, noise.model_error) and not noise.huber for _, noise in misfit.levels):
        return found
    assert point.evaluation is not None
    blocks, rates = point.evaluation.blocks, misfit.scales.rates(point.s)
    everything = _with_outliers(blocks, misfit.levels, found.of_all(len(misfit.held)))
    covariance = everything[np.ix_(misfit.free, misfit.free)] / rates[:, None] / rates
    return replace(found, covariance=covariance, freedom=freedom_of(blocks, misfit.levels, everything).of_unknowns()[misfit.free])


def correlations(covariance: np.ndarray) -> np.ndarray:
    """Correlations of a covariance; zero where a number has no variance."""
    sigmas = np.sqrt(np.diag(covariance))
    scale = np.where(sigmas > 0, sigmas, 1.0)
    return covariance / scale[:, None] / scale


def estimates(posterior: Posterior, theta: np.ndarray, problem: Problem) -> tuple[Estimate, ...]:
    """An Estimate of every free unknown."""
    low, high = posterior.interval()
    rates, sigmas = posterior.scales.rates(posterior.s), posterior.sigmas
    bounds = posterior.scales.at_bounds(posterior.s)
    precisions = (posterior.scales.priors(posterior.s)[1] ** 2).sum(axis=0)
    shares = np.minimum(1.0, precisions * np.where(posterior.infinite, 0.0, sigmas) ** 2)
    found = []
    for k, i in enumerate(posterior.free):
        u = problem.unknowns[i]
        numbers = (float(theta[i]), float(sigmas[k] * rates[k]), float(low[k]), float(high[k]))
        found.append(Estimate(u.name, *numbers, u.parameter.unit, u.parameter.meaning, None, None, float(shares[k]), bounds[k]))
    return tuple(found)


def check_enough(problem: Problem, recordings: Sequence[str], free: Sequence[int]) -> None:
    """InputError where there are fewer data than unknowns; a prior is a datum."""
    data = sum(problem.recording(name).count for name in recordings)
    unknowns = [problem.unknowns[i] for i in free]
    priors = sum(u.prior is not None and u.prior.kind != "uniform" for u in unknowns)
    if not unknowns:
        raise InputError(f"fit '{problem.name}' has no unknowns. Name at least one with its range.")
    if not data:
        raise InputError(f"fit '{problem.name}' has no data to fit: every recording is held out, or empty.")
    if data + priors < len(unknowns):
        names = ", ".join(u.name for u in unknowns[:12]) + (", ..." if len(unknowns) > 12 else "")
        raise InputError(
            f"fit '{problem.name}': {len(unknowns)} unknowns ({names}) and only {data} measured numbers with {priors} priors. "
            "Fix some unknowns, give them priors, or add recordings."
        )


def check_influence(misfit: Misfit, point: Point) -> None:
    """InputError for an unknown that moves no channel and has no prior."""
    assert point.jacobian is not None
    effects = np.linalg.norm(point.jacobian[: point.data], axis=0) * misfit.scales.widths
    for k in np.flatnonzero(effects <= NO_INFLUENCE * max(float(effects.max()), 1e-300)):
        unknown = misfit.scales.unknowns[k]
        if misfit.scales.prior_precisions[k] == 0:
            value = float(misfit.scales.values(point.s)[k])
            raise InputError(
                f"unknown '{unknown.name}' has no influence on any channel at {value:.6g}. Fix it, start elsewhere, or record "
                "something that depends on it."
            )


# --- profile likelihood: one unknown moved, all others fitted again, until the cost has risen by 1.92 ----------------
#
# Steps go by the root of twice the rise, which a quadratic cost makes a straight line: the first guess is Laplace's bound, the
# next ones are found by the secant. Each point starts at the others' tangent, d others / d this = -H_oo^-1 H_oi.

_NEAR = 0.02  # of the wanted root, within which a bound is found
_POINTS = 8  # on one side
_FAR = 3.0  # of the wanted root: a point beyond that tells nothing about where the bound is
_BETTER = 0.05  # of the cost: a point so much lower than the minimum is another minimum


@dataclass(frozen=True, eq=False)
class Profile:
    """values: of the unknown, in rising order.   rises: of the cost there.   low, high: the interval; None where it stays open.

    better: all unknowns at a point with a lower cost than the minimum that was profiled, where one was met.
    """

    values: np.ndarray
    rises: np.ndarray
    low: float | None
    high: float | None
    better: np.ndarray | None = None


def worst_known(posterior: Posterior, count: int) -> list[int]:
    """Places, among the free unknowns, of the ``count`` worst known ones of the machine: by sigma over value, or over width."""
    scales = posterior.scales
    values = np.abs(scales.values(posterior.s))
    sizes = np.where(values > 0, values, scales.widths * scales.rates(posterior.s))
    relative = posterior.sigmas * scales.rates(posterior.s) / sizes
    places = [k for k in np.argsort(-relative, kind="stable") if not scales.unknowns[k].nuisance]
    return [int(k) for k in places[:count]]


def profile(
    misfit: Misfit, best: Point, posterior: Posterior, place: int, callback: Callable[[str], None] | None = None
) -> Profile:
    """The profile of the free unknown number ``place``, both sides."""
    assert best.jacobian is not None
    others = [k for k in range(len(misfit.free)) if k != place]
    inner = Misfit(misfit.memory, misfit.levels, misfit.recordings, [misfit.free[k] for k in others], misfit.theta(best.s))
    H = best.jacobian.T @ best.jacobian
    tangent = -np.linalg.lstsq(H[np.ix_(others, others)], H[others, place], rcond=1e-12)[0] if others else np.zeros(0)
    wanted = quantile(_LEVEL, float(posterior.freedom[place]))
    sigma = min(float(posterior.sigmas[place]), 3.0 * float(misfit.scales.widths[place]))
    prior = misfit.scales.unknowns[place]
    lowest: list[tuple[float, np.ndarray]] = [(-_BETTER, np.zeros(0))]

    def rise(s: float, guess: np.ndarray) -> tuple[float, np.ndarray]:
        """Rise of the cost with this unknown at s, and where the others went."""
        theta = misfit.theta(np.insert(best.s[others], place, s))
        inner.held = theta
        own = prior.prior.residual(float(theta[misfit.free[place]]))[0] if prior.prior is not None else 0.0
        if others:
            if inner.at(guess).cost - best.cost > 2.0 * (_FAR * wanted) ** 2:
                return math.inf, guess
            end = descend(inner, State(guess), tolerance=ROUGH, iterations=12)  # changes a rise of 1.92 by 5e-5
            if end.status == "interrupted":
                raise KeyboardInterrupt
            height = end.point.cost + 0.5 * own**2 - best.cost
            if height < lowest[-1][0]:
                lowest.append((height, inner.theta(end.point.s)))
            return height, end.point.s
        return inner.at(np.zeros(0), slopes=False).cost + 0.5 * own**2 - best.cost, guess

    found, ends = [(float(best.s[place]), 0.0)], []
    for side in (-1.0, 1.0):
        bound = float(misfit.scales.low[place] if side < 0 else misfit.scales.high[place])
        points, end = _one_side(rise, best.s[place], best.s[others], tangent, side * sigma, bound, wanted)
        found += points
        ends.append(end)
        if callback is not None:
            callback(f"profile of {prior.name}: {'lower' if side < 0 else 'upper'} side after {len(points)} points")
    found.sort()
    number = lambda s: None if s is None else float(_value_of(misfit, place, s))  # noqa: E731
    better = lowest[-1][1] if len(lowest) > 1 else None
    values = np.array([_value_of(misfit, place, s) for s, _ in found])
    return Profile(values, np.array([r for _, r in found]), number(ends[0]), number(ends[1]), better)


def _value_of(misfit: Misfit, place: int, s: float) -> float:
    """One unknown at its search coordinate."""
    full = np.zeros(len(misfit.free))
    full[place] = s
    return float(misfit.scales.values(full)[place])


def _one_side(
    rise: Callable[[float, np.ndarray], tuple[float, np.ndarray]],
    centre: float,
    others: np.ndarray,
    tangent: np.ndarray,
    sigma: float,
    bound: float,
    wanted: float,
) -> tuple[list[tuple[float, float]], float | None]:
    """Points (s, rise) outwards from the minimum and the coordinate where the root reaches ``wanted``: the bound where it is not
    met before, None where it is not met within the points that are allowed.
    """
    room = abs(bound - centre)
    if room <= 1e-12:
        return [], bound
    points: list[tuple[float, float]] = []
    roots, wall = [(0.0, 0.0)], math.inf  # (distance, root of twice the rise) of good points; the nearest bad point
    guess, at = others + 0.0, 0.0
    distance = min(0.5 * wanted * abs(sigma), room)
    for number in range(_POINTS):
        s = bound if distance >= room else centre + math.copysign(distance, sigma)
        start = guess + tangent * math.copysign(distance - at, sigma)
        height, where = rise(float(s), start)
        root = math.sqrt(2.0 * max(height, 0.0)) if math.isfinite(height) else math.inf
        if root > _FAR * wanted:  # a run that failed, or left the branch: come closer
            wall = distance
        else:
            guess, at = where, distance
            points.append((float(s), max(height, 0.0)))
            roots = sorted([*roots, (distance, root)])
            if abs(root - wanted) <= _NEAR * wanted and number > 0:
                return points, _crossing(roots, wanted, centre, sigma)
            if root < wanted and distance >= room:
                return points, bound
        distance = min(_next_distance(roots, wanted), room)
        if distance >= wall:
            distance = 0.5 * (wall + max(d for d, _ in roots if d < wall))
    return points, _crossing(roots, wanted, centre, sigma) if roots[-1][1] >= wanted else None


def _next_distance(roots: list[tuple[float, float]], wanted: float) -> float:
    """Where the root should be ``wanted``: between the neighbours of it, or beyond the last by the last slope."""
    below = [p for p in roots if p[1] < wanted]
    above = [p for p in roots if p[1] >= wanted]
    if len(roots) == 1:
        return math.inf
    (d0, r0), (d1, r1) = (below[-1], above[0]) if above else (roots[-2], roots[-1])
    slope = max((r1 - r0) / (d1 - d0), 1e-300)
    guess = d0 + (wanted - r0) / slope
    return guess if above else min(guess, 3.0 * d1)


def _crossing(roots: list[tuple[float, float]], wanted: float, centre: float, sigma: float) -> float:
    """The coordinate where the root is ``wanted``, by the straight line through the two points next to it."""
    near = sorted(sorted(roots, key=lambda p: abs(p[1] - wanted))[:2])
    (d0, r0), (d1, r1) = near
    distance = d0 + (wanted - r0) * (d1 - d0) / (r1 - r0) if r1 != r0 else d1
    return centre + math.copysign(distance, sigma)


def with_profiles(estimates: Sequence[Estimate], profiles: dict[str, Profile]) -> tuple[Estimate, ...]:
    """Estimates with the intervals of their profiles."""
    return tuple(
        replace(e, profile_low=profiles[e.name].low, profile_high=profiles[e.name].high) if e.name in profiles else e
        for e in estimates
    )


# --- degrees of freedom behind estimated noise -----------------------------------------------------------------------

_HELD = 0.66  # of the numbers count where Huber's limit is at work: the variance of his estimate of a Gaussian scale


@dataclass(frozen=True, eq=False)
class DegreesOfFreedom:
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


def freedom_of(blocks: Sequence[Block], levels: Levels, covariance: np.ndarray) -> DegreesOfFreedom:
    """Degrees of freedom after a fit on ``blocks``. covariance: of all unknowns, zero for those that are held."""
    shares, known = {}, {}
    for key in levels:
        own = [b for b in blocks if key_of(b.channel) == key and b.channel.count]
        if not own:
            continue
        told = covariance @ (_information_of(own, levels[key]) / _outlier_factor(own, levels[key]))
        shares[key], known[key] = told @ covariance, _of_group(key[1], levels[key], own, float(np.trace(told)))
    return DegreesOfFreedom(covariance, shares, known)


def _information_of(blocks: Sequence[Block], level: NoiseLevel) -> np.ndarray:
    """J^T V^-1 J of the blocks of one group by all unknowns, Huber's weights included."""
    found = 0.0
    for block in blocks:
        assert block.slopes is not None
        _, weights = huber(whitened(block.channel, block.difference, level), level.huber)
        J = np.sqrt(weights)[:, None] * whitened(block.channel, block.slopes, level)
        found = found + J.T @ J
    return np.asarray(found)


def _outlier_factor(blocks: Sequence[Block], level: NoiseLevel) -> float:
    """By how much the variance that a group leaves is larger than its weighted information says: outliers pull, held down or not.

    Huber's estimate has the variance mean(pull^2)/mean(pull')^2 per number, its information is mean(weight).
    """
    if level.huber <= 0:
        return 1.0
    residuals = np.concatenate([whitened(b.channel, b.difference, level) for b in blocks])
    _, weights = huber(residuals, level.huber)
    inside = max(float(np.mean(weights == 1.0)), 0.1)
    return max(1.0, float(np.mean((weights * residuals) ** 2) * np.mean(weights)) / inside**2)


def _with_outliers(blocks: Sequence[Block], levels: Levels, covariance: np.ndarray) -> np.ndarray:
    """The covariance of all unknowns with what outliers add to it."""
    found = covariance
    for key in [k for k, level in levels.items() if level.huber > 0]:
        own = [b for b in blocks if key_of(b.channel) == key and b.channel.count]
        if own:
            more = _outlier_factor(own, levels[key]) - 1.0
            found = found + more * covariance @ _information_of(own, levels[key]) @ covariance
    return found


def _of_group(noise: Noise, level: NoiseLevel, blocks: Sequence[Block], paid: float) -> float:
    """Degrees of freedom behind the noise of one group of channels, of whose numbers the unknowns took ``paid``.

    Of numbers that follow each other, the variance that matters is that of their slow part, d^2 (1 + rho)/(1 - rho): an error of
    rho counts as well. With information n/2 about log(d^2 (1 - rho^2)) and n/(1 - rho^2) about rho, it has
    n/(1 + 2 (1 + rho)/(1 - rho)) degrees where both are estimated, and n (1 + rho^2)/2 where d is given.
    """
    left = max(sum(b.channel.count for b in blocks) - paid, 1.0) * (_HELD if level.huber > 0 else 1.0)
    parts = np.concatenate([level.model_error**2 / deviations(b.channel, level) ** 2 for b in blocks])
    estimated = float(np.mean(parts)) ** 2 if noise.model_error is None else 0.0
    if noise.ar1 is not None or not any(chained(b.channel).any() for b in blocks):
        return left / estimated if estimated > 0 else math.inf
    both = left / (1.0 + 2.0 * (1.0 + level.ar1) / (1.0 - level.ar1))
    alone = 0.5 * left * (1.0 + level.ar1**2)
    return 1.0 / (estimated / both + (1.0 - estimated) / alone)
