"""Profile likelihood: one unknown moved, all others fitted again, until the cost has risen by 1.92.

Steps go by the root of twice the rise, which a quadratic cost makes a straight line: the first guess is Laplace's bound, the next
ones are found by the secant. Each point starts at the others' tangent, d others / d this = -H_oo^-1 H_oi.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from elver.fit.judging.laplace import LEVEL, Posterior, quantile
from elver.fit.result import Estimate
from elver.fit.solving.levenberg import State, descend
from elver.fit.solving.misfit import Misfit, Point

NEAR = 0.02  # of the wanted root, within which a bound is found
POINTS = 8  # on one side
FAR = 3.0  # of the wanted root: a point beyond that tells nothing about where the bound is
BETTER = 0.05  # of the cost: a point so much lower than the minimum is another minimum
ROUGH = 1e-2  # standard deviations: the others are fitted no closer, which changes a rise of 1.92 by 5e-5


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


def profile(misfit: Misfit, best: Point, posterior: Posterior, place: int, tell: Callable[[str], None] | None = None) -> Profile:
    """The profile of the free unknown number ``place``, both sides."""
    assert best.jacobian is not None
    others = [k for k in range(len(misfit.free)) if k != place]
    inner = Misfit(misfit.memory, misfit.levels, misfit.recordings, [misfit.free[k] for k in others], misfit.theta(best.s))
    H = best.jacobian.T @ best.jacobian
    tangent = -np.linalg.lstsq(H[np.ix_(others, others)], H[others, place], rcond=1e-12)[0] if others else np.zeros(0)
    wanted = quantile(LEVEL, float(posterior.freedom[place]))
    sigma = min(float(posterior.sigmas[place]), 3.0 * float(misfit.scales.widths[place]))
    prior = misfit.scales.unknowns[place]
    lowest: list[tuple[float, np.ndarray]] = [(-BETTER, np.zeros(0))]

    def rise(s: float, guess: np.ndarray) -> tuple[float, np.ndarray]:
        """Rise of the cost with this unknown at s, and where the others went."""
        theta = misfit.theta(np.insert(best.s[others], place, s))
        inner.held = theta
        own = prior.prior.residual(float(theta[misfit.free[place]]))[0] if prior.prior is not None else 0.0
        if others:
            if inner.at(guess).cost - best.cost > 2.0 * (FAR * wanted) ** 2:
                return math.inf, guess
            end = descend(inner, State(guess), tolerance=ROUGH, iterations=12)
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
        points, end = one_side(rise, best.s[place], best.s[others], tangent, side * sigma, bound, wanted)
        found += points
        ends.append(end)
        if tell is not None:
            tell(f"profile of {prior.name}: {'lower' if side < 0 else 'upper'} side after {len(points)} points")
    found.sort()
    number = lambda s: None if s is None else float(value_of(misfit, place, s))  # noqa: E731
    better = lowest[-1][1] if len(lowest) > 1 else None
    values = np.array([value_of(misfit, place, s) for s, _ in found])
    return Profile(values, np.array([r for _, r in found]), number(ends[0]), number(ends[1]), better)


def value_of(misfit: Misfit, place: int, s: float) -> float:
    """One unknown at its search coordinate."""
    full = np.zeros(len(misfit.free))
    full[place] = s
    return float(misfit.scales.values(full)[place])


def one_side(rise, centre: float, others: np.ndarray, tangent: np.ndarray, sigma: float, bound: float, wanted: float):
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
    for number in range(POINTS):
        s = bound if distance >= room else centre + math.copysign(distance, sigma)
        start = guess + tangent * math.copysign(distance - at, sigma)
        height, where = rise(float(s), start)
        root = math.sqrt(2.0 * max(height, 0.0)) if math.isfinite(height) else math.inf
        if root > FAR * wanted:  # a run that failed, or left the branch: come closer
            wall = distance
        else:
            guess, at = where, distance
            points.append((float(s), max(height, 0.0)))
            roots = sorted([*roots, (distance, root)])
            if abs(root - wanted) <= NEAR * wanted and number > 0:
                return points, crossing(roots, wanted, centre, sigma)
            if root < wanted and distance >= room:
                return points, bound
        distance = min(next_distance(roots, wanted), room)
        if distance >= wall:
            distance = 0.5 * (wall + max(d for d, _ in roots if d < wall))
    return points, crossing(roots, wanted, centre, sigma) if roots[-1][1] >= wanted else None


def next_distance(roots: list[tuple[float, float]], wanted: float) -> float:
    """Where the root should be ``wanted``: between the neighbours of it, or beyond the last by the last slope."""
    below = [p for p in roots if p[1] < wanted]
    above = [p for p in roots if p[1] >= wanted]
    if len(roots) == 1:
        return math.inf
    (d0, r0), (d1, r1) = (below[-1], above[0]) if above else (roots[-2], roots[-1])
    slope = max((r1 - r0) / (d1 - d0), 1e-300)
    guess = d0 + (wanted - r0) / slope
    return guess if above else min(guess, 3.0 * d1)


def crossing(roots: list[tuple[float, float]], wanted: float, centre: float, sigma: float) -> float:
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
