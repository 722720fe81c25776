"""The contact problem of one step and its solution by projections. SNAKE (44)-(53), (67), (68).

Unknown impulses P of m rows; relative velocities are gamma = free + B y with y = B^T P, where B = W L^-T, W the contact Jacobian
and M = L L^T, so that B B^T = W M^-1 W^T is the contact operator. Rows come in blocks: a normal contact (one row, P >= 0) or a
friction pair (two rows, P in a set). Block k starts at row ``start[k]``; its kind is 0 normal, 1 pair in the set with half axes
``limits[k]`` (ahead, behind, across), 2 friction of the normal contact just before it.
Every law reads P = prox(P - r gamma). Whatever solves them is judged by ``residual``.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.newton import newton
from elver.contact.projections import prox_block

SLIDING_STEPS = 2  # projected steps of a sliding pair per sweep
PATIENCE = 12  # sweeps of Gauss-Seidel a problem may be expected to need before Newton's method takes it over
SWEEPS_AT_ONCE = 25  # between two attempts of Newton's method
PROBE = 20  # steps that start with Newton's method before Gauss-Seidel is tried again


def factor(operator: np.ndarray) -> np.ndarray:
    """B with B B^T = the contact operator, for a problem that is given by its operator."""
    values, vectors = np.linalg.eigh(operator)
    freedoms = values > 1e-14 * values[-1]
    return np.ascontiguousarray(vectors[:, freedoms] * np.sqrt(values[freedoms]))


@compiled
def impulse_motion(B, P, y):
    """y = B^T P."""
    for j in range(y.shape[0]):
        y[j] = 0.0
    for r in range(P.shape[0]):
        if P[r] != 0.0:
            for j in range(y.shape[0]):
                y[j] += P[r] * B[r, j]


@compiled(fastmath=SUMS)
def dot(a, b):
    total = 0.0
    for j in range(a.shape[0]):
        total += a[j] * b[j]
    return total


@compiled(fastmath=SUMS)
def residual(B, free, kind, start, limits, P, scale):
    """Natural-map residual: largest |P - prox(P - r gamma)| over all blocks, over ``scale``; r = 1/trace of its operator."""
    worst, y = 0.0, np.empty(B.shape[1])
    impulse_motion(B, P, y)
    for k in range(kind.shape[0]):
        i = start[k]
        trace, z1 = dot(B[i], B[i]), 0.0
        if kind[k] == 1:
            trace += dot(B[i + 1], B[i + 1])
            z1 = P[i + 1] - (free[i + 1] + dot(B[i + 1], y)) / trace
        x0, x1 = prox_block(k, kind, limits, P[i] - (free[i] + dot(B[i], y)) / trace, z1, P, start)
        worst = max(worst, abs(P[i] - x0))
        if kind[k] == 1:
            worst = max(worst, abs(P[i + 1] - x1))
        if not worst < np.inf:
            return np.inf
    return worst / scale


@compiled
def solve(B, free, kind, start, limits, P, scale, tolerance, most, hard, small):
    """The fast solver, in place on P (its start is the warm start): Gauss-Seidel where it converges, else Newton's method.

    ``hard[0]`` > 0: the last problems needed Newton's method, begin with it.  ``small``: see newton.
    Returns iterations used; more than ``most``: not converged.
    """
    used = 0
    if hard[0] > 0:
        hard[0] -= 1
        used, good = newton(B, free, kind, start, limits, P, scale, tolerance, most - used, small)
        if good and (not rubs(kind) or residual(B, free, kind, start, limits, P, scale) <= tolerance):
            return used
    patience = PATIENCE
    while used < most:
        sweeps, good = gauss_seidel(B, free, kind, start, limits, P, scale, tolerance, min(SWEEPS_AT_ONCE, most - used), patience)
        used, patience = used + sweeps, SWEEPS_AT_ONCE
        if good:
            return used
        hard[0] = PROBE
        steps, good = newton(B, free, kind, start, limits, P, scale, tolerance, most - used, small)
        used += steps
        if good and (not rubs(kind) or residual(B, free, kind, start, limits, P, scale) <= tolerance):
            return used
    return most + 1


@compiled
def rubs(kind):
    """Whether there is friction at obstacles, whose laws are those of no convex problem: Newton's own measure is not enough."""
    return (kind == 2).any()


@compiled
def gauss_seidel(B, free, kind, start, limits, P, scale, tolerance, most, patience):
    """Projected Gauss-Seidel in place on P. Returns sweeps used and whether they converged.

    A pair that sticks is solved exactly (2x2); one that slides takes projected steps with r = 1/largest eigenvalue of its block.
    It gives up after three sweeps where, at the rate of the last two, more than ``patience`` would be needed (0: never).
    """
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
        if change <= goal and residual(B, free, kind, start, limits, P, scale) <= tolerance:
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


@compiled
def prox_iteration(B, free, kind, start, limits, P, scale, tolerance, most, r_normal, r_friction):
    """The paper's iteration ("modified Newton"): all blocks at once, fixed r. Iterations used; above ``most``: not converged."""
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
        if residual(B, free, kind, start, limits, P, scale) <= tolerance:
            return sweep + 1
    return most + 1
