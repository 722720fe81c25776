"""Estimates of unknowns that belong to held-out recordings: settled on those, after the fit, with the shared unknowns held."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from elver.fit.judging.laplace import quantile
from elver.fit.problem import Problem
from elver.fit.result import Estimate

LEVEL = 0.95


def of_all(found: Sequence[Estimate], theta: np.ndarray, covariance: np.ndarray, problem: Problem) -> tuple[Estimate, ...]:
    """An Estimate of every unknown, in the order of the problem: the fit's own, and those of held-out recordings."""
    known = {e.name: e for e in found}
    answer = []
    for k, unknown in enumerate(problem.unknowns):
        if unknown.name in known:
            answer.append(known[unknown.name])
            continue
        value, variance = float(theta[k]), float(covariance[k, k])
        sigma = math.sqrt(variance) if variance > 0 else 0.0
        half = quantile(LEVEL, math.inf) * sigma
        answer.append(Estimate(unknown.name, value, sigma, value - half, value + half, unknown.unit, unknown.meaning))
    return tuple(answer)
