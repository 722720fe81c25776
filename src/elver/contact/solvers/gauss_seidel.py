"""Projected Gauss-Seidel: one block after the other, the others held."""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.solvers.problem import NORMAL, PAIR, RUBBING, dot, impulse_motion, residual
from elver.contact.solvers.projections import prox_block

SLIDING_STEPS = 2  # projected steps of a sliding pair per sweep


@compiled
def gauss_seidel(problem, P, scale, tolerance, most, patience):
    """Projected Gauss-Seidel in place on P. Returns sweeps used and whether they converged.

    A pair that sticks is solved exactly (2x2); one that slides takes projected steps with r = 1/largest eigenvalue of its block.
    A contact that rubs is one block of two rows, normal and friction, and is solved exactly: see ``solve_contact``.
    It gives up after three sweeps where, at the rate of the last two, more than ``patience`` would be needed (0: never).
    """
    B, free, kind, start, limits = problem
    y, goal, before = np.empty(B.shape[1]), 0.1 * tolerance * scale, 0.0
    impulse_motion(B, P, y)
    for sweep in range(most):
        change = 0.0
        for k in range(kind.shape[0]):
            i = start[k]
            if kind[k] == PAIR:
                change = max(change, solve_pair(B, free, kind, start, limits, P, y, k, i))
            elif kind[k] == NORMAL and k + 1 < kind.shape[0] and kind[k + 1] == RUBBING:
                change = max(change, rub_block(B, free, limits[k + 1, 0], P, y, i))
            elif kind[k] == NORMAL:
                z = P[i] - (free[i] + dot(B[i], y)) / dot(B[i], B[i])
                change = max(change, move(B, P, y, i, max(z, 0.0) - P[i]))
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


@compiled(fastmath=SUMS)
def rub_block(B, free, friction, P, y, i):
    """One contact that rubs, rows i (normal) and i + 1 (friction), the others held."""
    a, b, d, g0, g1 = 0.0, 0.0, 0.0, free[i], free[i + 1]
    for j in range(y.shape[0]):
        b0, b1 = B[i, j], B[i + 1, j]
        a, b, d, g0, g1 = a + b0 * b0, b + b0 * b1, d + b1 * b1, g0 + b0 * y[j], g1 + b1 * y[j]
    x0, x1 = solve_contact(a, b, d, g0 - a * P[i] - b * P[i + 1], g1 - b * P[i] - d * P[i + 1], friction)
    return max(move(B, P, y, i, x0 - P[i]), move(B, P, y, i + 1, x1 - P[i + 1]))


@compiled
def solve_contact(a, b, d, g0, g1, friction):
    """Impulses (normal x, friction y) of one contact with velocities g + ((a, b), (b, d)) (x, y), by its cases.

    open: x = y = 0 where g0 >= 0.   Else it presses, with y = l x, -friction <= l <= friction, and x = -g0 / (a + l b) > 0. The
    sliding velocity g1 - g0 (b + l d) / (a + l b) grows with l wherever a + l b > 0: it is zero at one l between the bounds
    (stick), or of one sign and l at the bound against it (slide). So there is one solution for g0 < 0, whatever the friction; for
    g0 >= 0 open is the only one unless a <= friction |b|, see ``paradox``.
    """
    if g0 >= 0.0:
        return 0.0, 0.0
    determinant = a * d - b * b
    if determinant > 0.0:
        x, y = (b * g1 - d * g0) / determinant, (b * g0 - a * g1) / determinant
        if x >= 0.0 and abs(y) <= friction * x:
            return x, y
    for side in (friction, -friction):
        if a + side * b > 0.0:
            x = -g0 / (a + side * b)
            if side * (g1 + (b + side * d) * x) <= 0.0:
                return x, side * x
    side = -friction if g1 * a > g0 * b else friction  # sticks but for rounding, at the end of its bounds
    if not a + side * b > 0.0:
        side = -side
    return -g0 / (a + side * b), side * -g0 / (a + side * b)
