"""Downhill by sequential quadratic programming (SciPy's SLSQP, D. Kraft 1988), with derivatives of ``slopes``."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from elver.studies.searching.goals import Constraint, Goal
from elver.studies.searching.slopes import Point, Slopes

TOLERANCE = 1e-7  # of the objective's own size
WALL = 1e3  # objective of a case that did not finish, in units of the first one's


def descend(slopes: Slopes, goal: Goal, constraints: Sequence[Constraint], first: np.ndarray) -> str:
    """Minimise from ``first`` on; the status."""
    from scipy.optimize import minimize

    seen: dict[bytes, Point] = {}

    def at(x) -> Point:
        x = np.clip(x, 0.0, 1.0)
        if x.tobytes() not in seen:
            seen[x.tobytes()] = slopes.at(x)
        return seen[x.tobytes()]

    scale = abs(goal.cost(at(first).row)) or 1.0
    scale = scale if math.isfinite(scale) else 1.0
    bounds = {
        "type": "ineq",
        "fun": lambda x: finite([c.margin(at(x).row) for c in constraints], -1.0),
        "jac": lambda x: finite([c.weight * at(x).slope(c.figure) for c in constraints], 0.0),
    }
    result = minimize(
        lambda x: float(finite(goal.cost(at(x).row) / scale, WALL)),
        first,
        jac=lambda x: finite(goal.sign * at(x).slope(goal.figure) / scale, 0.0),
        bounds=[(0.0, 1.0)] * len(first),
        constraints=[bounds] if constraints else [],
        method="SLSQP",
        options={"ftol": TOLERANCE, "maxiter": 1000},
    )
    return "converged" if result.success else f"stopped: {result.message}"


def finite(values, instead: float) -> np.ndarray:
    """The numbers, with ``instead`` for those that are not finite."""
    return np.where(np.isfinite(values), values, instead)
