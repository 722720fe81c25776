"""Projected Gauss-Seidel: one block after the other, the others held."""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.solvers.problem import dot, impulse_motion, residual
from elver.contact.solvers.projections import prox_block

SLIDING_STEPS = 2  # projected steps of a sliding pair per sweep


@compiled
def gauss_seidel(problem, P, scale, tolerance, most, patience):
    """Projected Gauss-Seidel in place on P. Returns sweeps used and whether they converged.

    A pair that sticks is solved exactly (2x2); one that slides takes projected steps with r = 1/largest eigenvalue of its block.
    It gives up after three sweeps where, at the rate of the last two, more than ``patience`` would be needed (0: never).
    """
    B, free, kind, start, limits = problem
    y, goal, before = np.empty(B.shape[1]), 0.1 * tolerance * scale, 0.0
    impulse_motion(B, P, y)
    for sweep in range(most):
        change = 0.0
        for k in range(kind.shape[0]):
            i = start[k]
            if kind[k] == 1:
                change = max(change, solve_pair(B, free, kind, start, limits, P, y, k, i))
            else:
                z = P[i] - (free[i] + dot(B[i], y)) / dot(B[i], B[i])
                x, _ = prox_block(k, kind, limits, z, 0.0, P, start)
                change = max(change, move(B, P, y, i, x - P[i]))
        if change <= goal and residual(problem, P, scale) <= tolerance:
            return sweep + 1, True
        if sweep == 2 and patience > 0 and before > 0.0 and change * (change / before) ** (patience - 3) > goal:
            return sweep + 1, False
        before = change
    return most, False


@compiled
def move(B, P, y, i, step):
    """Change impulse i and the motion with it; the size of the change."""
    if step != 0.0:
        P[i] += step
        for j in range(y.shape[0]):
            y[j] += B[i, j] * step
    return abs(step)


@compiled(fastmath=SUMS)
def solve_pair(B, free, kind, start, limits, P, y, k, i):
    """One friction pair, the others held: stick where that is allowed, else slide."""
    a, b, d, g0, g1 = 0.0, 0.0, 0.0, free[i], free[i + 1]
    for j in range(y.shape[0]):
        b0, b1 = B[i, j], B[i + 1, j]
        a, b, d, g0, g1 = a + b0 * b0, b + b0 * b1, d + b1 * b1, g0 + b0 * y[j], g1 + b1 * y[j]
    determinant = a * d - b * b
    z0, z1 = P[i] - (d * g0 - b * g1) / determinant, P[i + 1] - (a * g1 - b * g0) / determinant
    x0, x1 = prox_block(k, kind, limits, z0, z1, P, start)
    if x0 != z0 or x1 != z1:
        largest = 0.5 * (a + d) + np.sqrt(0.25 * (a - d) ** 2 + b * b)
        x0, x1 = P[i], P[i + 1]
        for _ in range(SLIDING_STEPS):
            z0 = x0 - (g0 + a * (x0 - P[i]) + b * (x1 - P[i + 1])) / largest
            z1 = x1 - (g1 + b * (x0 - P[i]) + d * (x1 - P[i + 1])) / largest
            x0, x1 = prox_block(k, kind, limits, z0, z1, P, start)
    return max(move(B, P, y, i, x0 - P[i]), move(B, P, y, i + 1, x1 - P[i + 1]))
