"""The published iteration: all blocks projected at once, with fixed r. SNAKE (67), (68)."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.solvers.problem import dot, impulse_motion, residual
from elver.contact.solvers.projections import prox_block


@compiled
def prox_iteration(problem, P, scale, tolerance, most, r_normal, r_friction):
    """The paper's iteration ("modified Newton"): all blocks at once, fixed r. Iterations used; above ``most``: not converged."""
    B, free, kind, start, limits = problem
    y, new = np.empty(B.shape[1]), np.empty(P.shape[0])
    for sweep in range(most):
        impulse_motion(B, P, y)
        for k in range(kind.shape[0]):
            i, z1 = start[k], 0.0
            r = r_normal if kind[k] == 0 else r_friction
            if kind[k] == 1:
                z1 = P[i + 1] - r * (free[i + 1] + dot(B[i + 1], y))
            new[i], x1 = prox_block(k, kind, limits, P[i] - r * (free[i] + dot(B[i], y)), z1, P, start)
            if kind[k] == 1:
                new[i + 1] = x1
        for i in range(P.shape[0]):
            P[i] = new[i]
        if residual(problem, P, scale) <= tolerance:
            return sweep + 1
    return most + 1
