"""The contact problem of one step, projections onto force sets (prox), and solvers that project. SNAKE (44)-(53), (67), (68)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.codegen.kernels.jit import SUMS, compiled

NEWTON_STEPS = 60


@compiled
def project(x, y, ahead, behind, across):
    """Closest point to (x, y) of the set with half axes ``ahead`` (towards +x), ``behind`` (towards -x) and ``across`` (y).

    For a point outside, the closest point of an ellipse a, b is (a^2 x/(k + a^2), b^2 y/(k + b^2)) with the k > 0 that puts it on
    the ellipse; that equation is decreasing and convex in k, so Newton's method from below never overshoots. The closest point
    lies on the side of x, because the set is convex and mirrored in its x axis.
    """
    a, b = (ahead if x > 0 else behind), across
    if a <= 0.0 and b <= 0.0:
        return 0.0, 0.0
    if a <= 0.0:
        return 0.0, min(max(y, -b), b)
    if b <= 0.0:
        return min(max(x, -behind), ahead), 0.0
    if a == b:
        square = x * x + y * y
        if square <= a * a:
            return x, y
        shrink = a / np.sqrt(square)
        return shrink * x, shrink * y
    if (x / a) ** 2 + (y / b) ** 2 <= 1.0:
        return x, y
    k = max(a * abs(x) - a * a, b * abs(y) - b * b, 0.0)  # each axis alone would ask for this much: never too far
    for _ in range(NEWTON_STEPS):
        u, v = a * x / (k + a * a), b * y / (k + b * b)
        step = 0.5 * (u * u + v * v - 1.0) / (u * u / (k + a * a) + v * v / (k + b * b))
        k += step
        if step <= 1e-15 * k:
            break
    return a * a * x / (k + a * a), b * b * y / (k + b * b)


@compiled
def prox_block(k, kind, limits, z0, z1, P, start):
    """Projection of (z0, z1) on the set of block k; normal impulses bound the friction of kind 2."""
    if kind[k] == 0:
        return max(z0, 0.0), 0.0
    if kind[k] == 1:
        return project(z0, z1, limits[k, 0], limits[k, 1], limits[k, 2])
    bound = limits[k, 0] * P[start[k] - 1]
    return min(max(z0, -bound), bound), 0.0


# --- The contact problem of one step, and the residual that judges its solution. SNAKE (44)-(53), (67), (68).
#
# Unknown impulses P of m rows; relative velocities are gamma = free + B y with y = B^T P, where B = W L^-T, W the contact
# Jacobian and M = L L^T, so that B B^T = W M^-1 W^T is the contact operator. Rows come in blocks: a normal contact (one row, P
# >= 0) or a friction pair (two rows, P in a set). Friction at an obstacle is the row behind its normal one, whose impulse
# bounds it: solvers take both together. Every law reads P = prox(P - r gamma). Whatever solves them is judged by ``residual``.

NORMAL, PAIR, RUBBING = 0, 1, 2  # kinds of blocks


class Problem(NamedTuple):
    """Factor and free velocities of the rows; their blocks.

    Block k starts at row ``start[k]``; its kind is 0 normal, 1 pair in the set with half axes ``limits[k]`` (ahead, behind,
    across), 2 friction of the normal contact just before it, at most ``limits[k, 0]`` times its impulse.
    """

    B: np.ndarray
    free: np.ndarray
    kind: np.ndarray
    start: np.ndarray
    limits: np.ndarray


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
def residual(problem, P, scale):
    """Natural-map residual: largest |P - prox(P - r gamma)| over all blocks, over ``scale``; r = 1/trace of its operator."""
    B, free, kind, start, limits = problem
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
def contact_operator(B):
    """B B^T of a stored contact problem."""
    G = np.empty((B.shape[0], B.shape[0]))
    for r in range(B.shape[0]):
        for s in range(B.shape[0]):
            G[r, s] = dot(B[r], B[s])
    return G


# --- Projected Gauss-Seidel: one block after the other, the others held.

_SLIDING_STEPS = 2  # projected steps of a sliding pair per sweep


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
                change = max(change, _solve_pair(B, free, kind, start, limits, P, y, k, i))
            elif kind[k] == NORMAL and k + 1 < kind.shape[0] and kind[k + 1] == RUBBING:
                change = max(change, _rub_block(B, free, limits[k + 1, 0], P, y, i))
            elif kind[k] == NORMAL:
                z = P[i] - (free[i] + dot(B[i], y)) / dot(B[i], B[i])
                change = max(change, _move(B, P, y, i, max(z, 0.0) - P[i]))
        if change <= goal and residual(problem, P, scale) <= tolerance:
            return sweep + 1, True
        if sweep == 2 and patience > 0 and before > 0.0 and change * (change / before) ** (patience - 3) > goal:
            return sweep + 1, False
        before = change
    return most, False


@compiled
def _move(B, P, y, i, step):
    """Change impulse i and the motion with it; the size of the change."""
    if step != 0.0:
        P[i] += step
        for j in range(y.shape[0]):
            y[j] += B[i, j] * step
    return abs(step)


@compiled(fastmath=SUMS)
def _solve_pair(B, free, kind, start, limits, P, y, k, i):
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
        for _ in range(_SLIDING_STEPS):
            z0 = x0 - (g0 + a * (x0 - P[i]) + b * (x1 - P[i + 1])) / largest
            z1 = x1 - (g1 + b * (x0 - P[i]) + d * (x1 - P[i + 1])) / largest
            x0, x1 = prox_block(k, kind, limits, z0, z1, P, start)
    return max(_move(B, P, y, i, x0 - P[i]), _move(B, P, y, i + 1, x1 - P[i + 1]))


@compiled(fastmath=SUMS)
def _rub_block(B, free, friction, P, y, i):
    """One contact that rubs, rows i (normal) and i + 1 (friction), the others held."""
    a, b, d, g0, g1 = 0.0, 0.0, 0.0, free[i], free[i + 1]
    for j in range(y.shape[0]):
        b0, b1 = B[i, j], B[i + 1, j]
        a, b, d, g0, g1 = a + b0 * b0, b + b0 * b1, d + b1 * b1, g0 + b0 * y[j], g1 + b1 * y[j]
    x0, x1 = solve_contact(a, b, d, g0 - a * P[i] - b * P[i + 1], g1 - b * P[i] - d * P[i + 1], friction)
    return max(_move(B, P, y, i, x0 - P[i]), _move(B, P, y, i + 1, x1 - P[i + 1]))


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


# --- The published iteration: all blocks projected at once, with fixed r. SNAKE (67), (68).


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
