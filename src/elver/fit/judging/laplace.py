"""What is known of the unknowns at the minimum: Laplace's approximation, a normal distribution of the search coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from elver.errors import InputError
from elver.fit.judging.freedom import freedom_of, with_outliers
from elver.fit.problem import Problem
from elver.fit.result import Estimate
from elver.fit.solving.misfit import Misfit, Point
from elver.fit.solving.scales import Scales

LEVEL = 0.95
UNTOLD = 1e-6  # standard deviations of the data for a move over the whole width: below that nothing is known
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

    def interval(self, level: float = LEVEL) -> tuple[np.ndarray, np.ndarray]:
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
    covariance = (V / np.maximum(sizes, UNTOLD) ** 2) @ V.T
    infinite = np.sqrt(np.diag(covariance)) > 1e-2 * widths / UNTOLD
    found = Posterior(misfit.scales, tuple(misfit.free), point.s, covariance, infinite, np.full(len(widths), math.inf))
    if all(None not in (noise.ar1, noise.model_error) and not noise.huber for _, noise in misfit.levels):
        return found
    assert point.evaluation is not None
    blocks, rates = point.evaluation.blocks, misfit.scales.rates(point.s)
    everything = with_outliers(blocks, misfit.levels, found.of_all(len(misfit.held)))
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
        found.append(Estimate(u.name, *numbers, u.unit, u.meaning, None, None, float(shares[k]), bounds[k]))
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
