"""Downhill by sequential quadratic programming (SciPy's SLSQP, D. Kraft 1988). Derivatives are central differences whose runs
make one batch with the point itself, so that a gradient costs little more time than a run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from elver.studies.goals import Constraint, Goal
from elver.studies.search import Search

STEP = 1e-4  # of the box's width; a run of fixed steps is smooth to rounding, so that the error is of order STEP^2
TOLERANCE = 1e-7  # of the objective's own size
WALL = 1e3  # objective of a case that did not finish, in units of the first one's


@dataclass(frozen=True, eq=False)
class Slopes:
    """Objective and margins of the constraints at a point, with their derivatives."""

    cost: float
    margins: np.ndarray
    cost_slope: np.ndarray
    margin_slopes: np.ndarray


def descend(search: Search, goal: Goal, constraints: Sequence[Constraint], first: np.ndarray) -> str:
    """Minimise from ``first`` on; the status."""
    from scipy.optimize import minimize

    seen: dict[bytes, Slopes] = {}

    def at(x) -> Slopes:
        x = np.clip(x, 0.0, 1.0)
        if x.tobytes() not in seen:
            seen[x.tobytes()] = slopes(search, goal, constraints, x)
        return seen[x.tobytes()]

    scale = abs(at(first).cost) or 1.0
    scale = scale if math.isfinite(scale) else 1.0
    bounds = {
        "type": "ineq",
        "fun": lambda x: finite(at(x).margins, -1.0),
        "jac": lambda x: finite(at(x).margin_slopes, 0.0),
    }
    result = minimize(
        lambda x: float(finite(at(x).cost / scale, WALL)),
        first,
        jac=lambda x: finite(at(x).cost_slope / scale, 0.0),
        bounds=[(0.0, 1.0)] * len(first),
        constraints=[bounds] if constraints else [],
        method="SLSQP",
        options={"ftol": TOLERANCE, "maxiter": 1000},
    )
    return "converged" if result.success else f"stopped: {result.message}"


def finite(values, instead: float) -> np.ndarray:
    """The numbers, with ``instead`` for those that are not finite."""
    return np.where(np.isfinite(values), values, instead)


def slopes(search: Search, goal: Goal, constraints: Sequence[Constraint], x: np.ndarray) -> Slopes:
    """One batch: the point, and two neighbours along every parameter, inside the box."""
    count = len(x)
    high, low = np.minimum(x + STEP * np.eye(count), 1.0), np.maximum(x - STEP * np.eye(count), 0.0)
    widths = (high - low).diagonal()
    rows = search.run([x, *high, *low])
    costs = np.array([goal.cost(row) for row in rows])
    margins = np.array([[c.margin(row) for c in constraints] for row in rows]).reshape(len(rows), len(constraints))
    up, down = slice(1, count + 1), slice(count + 1, None)
    with np.errstate(invalid="ignore"):
        cost_slope = (costs[up] - costs[down]) / widths
        margin_slopes = ((margins[up] - margins[down]) / widths[:, None]).T
    return Slopes(costs[0], margins[0], cost_slope, margin_slopes)
