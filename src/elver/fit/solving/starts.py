"""Where searches begin: points spread over the ranges, the most promising of which are descended from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from elver.fit.solving.levenberg import Descent
from elver.fit.solving.misfit import Misfit
from elver.fit.solving.scales import Scales

SPREAD = 1.0  # of a logarithm without range and prior: a factor of e both ways
SAME_COST, SAME_PLACE = 0.05, 0.2  # cost and standard deviations within which two ends are one minimum
Screen = Callable[[list[np.ndarray]], Sequence[float] | np.ndarray]


def drawn(scales: Scales, first: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Search coordinates of ``count`` starts: ``first``, then a scrambled Sobol sequence over ranges and priors.

    A coordinate with a prior spreads over two standard deviations of it both ways, within its range; one with a range over 90 %
    of that; one with neither over its own size around ``first``.
    """
    starts = [np.array(first, float)]
    if count > 1:
        from scipy.stats import qmc

        low, high = spread(scales, first)
        cube = qmc.Sobol(len(first), scramble=True, rng=seed) if takes_rng(qmc.Sobol) else qmc.Sobol(len(first), seed=seed)
        points = cube.random_base2(max(0, math.ceil(math.log2(count - 1))))
        starts.extend(low + (high - low) * point for point in points[: count - 1])
    return np.array(starts)


def takes_rng(kind: type) -> bool:
    """Whether this SciPy calls the seed ``rng``; before 1.15 it did not."""
    import inspect

    return "rng" in inspect.signature(kind).parameters


def spread(scales: Scales, first: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest start of every coordinate."""
    low, high = np.array(first, float) - SPREAD, np.array(first, float) + SPREAD
    for i, unknown in enumerate(scales.unknowns):
        span = scales.high[i] - scales.low[i]
        if scales.prior_precisions[i] > 0:
            prior = unknown.prior
            assert prior is not None
            centre = math.log(prior.mean) if scales.logarithmic[i] and prior.kind == "lognormal" else first[i]
            centre = prior.mean / scales.sizes[i] if not scales.logarithmic[i] else centre
            low[i], high[i] = centre - 2.0 * scales.widths[i], centre + 2.0 * scales.widths[i]
        elif math.isfinite(span):
            low[i], high[i] = scales.low[i] + 0.05 * span, scales.high[i] - 0.05 * span
    return np.clip(low, scales.low, scales.high), np.clip(high, scales.low, scales.high)


def screened(misfit: Misfit, starts: np.ndarray, screen: Screen | None = None) -> np.ndarray:
    """The cost at every start, by the batch ``screen`` of all unknowns where there is one, otherwise run by run."""
    if screen is not None and len(starts) > 1:
        costs = np.array(screen([misfit.theta(s) for s in starts]), float)
        return np.where(np.isfinite(costs), costs, math.inf)
    return np.array([misfit.at(s, slopes=False).cost for s in starts])


def chosen(costs: np.ndarray, count: int) -> list[int]:
    """Places of the starts to descend from: the best ones, the given start among them where it gave numbers."""
    order = [int(i) for i in np.argsort(costs, kind="stable") if math.isfinite(costs[i])]
    best = order[:count]
    if best and 0 in order and 0 not in best:
        best[-1] = 0
    return best


def descents_of(starts: int) -> int:
    """From how many of the screened starts to descend."""
    return min(starts, max(2, math.ceil(math.sqrt(starts))))


def minima(ends: Sequence[Descent]) -> list[int]:
    """Which minimum each descent came to, counted from 1 for the best; 0 for one that failed.

    Two ends are one minimum where their costs are equal and the linearised misfit cannot tell them apart.
    """
    kinds: list[Descent] = []
    numbers = [0] * len(ends)
    for place in sorted(range(len(ends)), key=lambda i: ends[i].point.cost):
        point = ends[place].point
        if not math.isfinite(point.cost):
            continue
        for number, other in enumerate(kinds):
            assert other.point.jacobian is not None
            apart = float(np.linalg.norm(other.point.jacobian @ (point.s - other.point.s)))
            if apart <= SAME_PLACE and abs(point.cost - other.point.cost) <= SAME_COST:
                numbers[place] = number + 1
                break
        else:
            kinds.append(ends[place])
            numbers[place] = len(kinds)
    return numbers


def table(
    misfit: Misfit, starts: np.ndarray, costs: np.ndarray, places: list[int], ends: Sequence[Descent]
) -> list[dict[str, Any]]:
    """One entry per start for the report: where it began, where it ended, at what cost, and which minimum that is."""
    rows: list[dict[str, Any]] = []
    numbers = minima(ends)
    for i, s in enumerate(starts):
        row: dict[str, Any] = {"start": misfit.theta(s), "first_cost": float(costs[i]), "status": "screened"}
        if not math.isfinite(costs[i]):
            row["status"] = "failed"
        if i in places:
            end = ends[places.index(i)]
            reached = {"end": misfit.theta(end.point.s), "cost": float(end.point.cost)}
            row |= {**reached, "status": end.status, "minimum": numbers[places.index(i)]}
        rows.append(row)
    return rows
