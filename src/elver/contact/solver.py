"""The contact problem of one step and its solution by projections. SNAKE (44)-(53), (67), (68).

Unknown impulses P of m rows; relative velocities are gamma = free + G P with the contact operator G = W^T M^-1 W. Rows come
in blocks: a normal contact (one row, P >= 0) or a friction pair (two rows, P in a set). Block k starts at row ``start[k]``; its
kind is 0 normal, 1 pair in the set with half axes ``limits[k]`` (ahead, behind, across), 2 friction of the normal contact just
before it.
Every law reads P = prox(P - r gamma).
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.projections import project

SLIDING_STEPS = 2  # projected steps of a sliding pair per sweep
PATIENCE = 25  # sweeps of Gauss-Seidel before Newton's method is tried
NEWTON_STEPS = 12
ACCELERATED_STEPS = 150  # of the gradient method at its first turn, doubled at every further one
MOST_ACCELERATED = 20_000
SHIFT = 1e-11  # on the diagonal of Newton's matrix: impulses of links that stick together are not unique


@compiled
def prox_block(k, kind, limits, values, P, start):
    """Projection of ``values`` (one or two numbers) on the set of block k; normal impulses bound the friction of kind 2."""
    if kind[k] == 0:
        return max(values[0], 0.0), 0.0
    if kind[k] == 1:
        return project(values[0], values[1], limits[k, 0], limits[k, 1], limits[k, 2])
    bound = limits[k, 0] * P[start[k] - 1]
    return min(max(values[0], -bound), bound), 0.0


@compiled
def residual(G, free, kind, start, limits, P, scale):
    """Natural-map residual: largest |P - prox(P - r gamma)| over all blocks, r = 1/trace of the block's G, over ``scale``."""
    worst, values = 0.0, np.zeros(2)
    for k in range(kind.shape[0]):
        i, width = start[k], 2 if kind[k] == 1 else 1
        trace = 0.0
        for a in range(width):
            trace += G[i + a, i + a]
        for a in range(width):
            gamma = free[i + a]
            for j in range(P.shape[0]):
                gamma += G[i + a, j] * P[j]
            values[a] = P[i + a] - gamma / trace
        x, y = prox_block(k, kind, limits, values, P, start)
        worst = max(worst, abs(P[i] - x))
        if width == 2:
            worst = max(worst, abs(P[i + 1] - y))
    return worst / scale


@compiled
def gauss_seidel(G, free, kind, start, limits, P, scale, tolerance, most):
    """Projected Gauss-Seidel in place on P (its start is the warm start). Returns sweeps used; more than ``most``: not converged.

    A pair that sticks is solved exactly (2x2); one that slides takes projected steps with r = 1/largest eigenvalue of its block.
    Where sweeps stall, accelerated gradient steps and Newton's method take turns with them.
    """
    m, values, patience = P.shape[0], np.zeros(2), ACCELERATED_STEPS
    gamma = np.empty(m)
    for i in range(m):
        gamma[i] = free[i]
        for j in range(m):
            gamma[i] += G[i, j] * P[j]
    for sweep in range(most):
        change = 0.0
        for k in range(kind.shape[0]):
            i = start[k]
            if kind[k] == 1:
                change = max(change, solve_pair(G, gamma, kind, start, limits, P, k, i, values))
            else:
                values[0] = P[i] - gamma[i] / G[i, i]
                x, _ = prox_block(k, kind, limits, values, P, start)
                change = max(change, move(G, gamma, P, i, x - P[i]))
        if change <= 0.1 * tolerance * scale and residual(G, free, kind, start, limits, P, scale) <= tolerance:
            return sweep + 1
        if (sweep + 1) % PATIENCE == 0:
            accelerated(G, free, kind, start, limits, P, patience)
            patience = min(2 * patience, MOST_ACCELERATED)
            if newton(G, free, kind, start, limits, P, scale, tolerance):
                return sweep + 1
            for i in range(m):
                gamma[i] = free[i]
                for j in range(m):
                    gamma[i] += G[i, j] * P[j]
    return most + 1


@compiled
def accelerated(G, free, kind, start, limits, P, steps):
    """Projected gradient steps with Nesterov's momentum, restarted where it points uphill, in place on P.

    The impulses minimise P^T G P / 2 + free^T P over their sets; this finds which links stick even where G is singular.
    """
    m, values = P.shape[0], np.zeros(2)
    largest = 0.0
    for i in range(m):
        total = 0.0
        for j in range(m):
            total += abs(G[i, j])
        largest = max(largest, total)
    ahead, new, momentum = P.copy(), np.empty(m), 1.0
    for _ in range(steps):
        uphill = 0.0
        for k in range(kind.shape[0]):
            i, width = start[k], 2 if kind[k] == 1 else 1
            for a in range(width):
                gamma = free[i + a]
                for j in range(m):
                    gamma += G[i + a, j] * ahead[j]
                values[a] = ahead[i + a] - gamma / largest
            x, y = prox_block(k, kind, limits, values, ahead, start)
            new[i] = x
            uphill += (ahead[i] - x) * (x - P[i])
            if width == 2:
                new[i + 1] = y
                uphill += (ahead[i + 1] - y) * (y - P[i + 1])
        following = 0.5 * (1.0 + np.sqrt(1.0 + 4.0 * momentum * momentum))
        weight = (momentum - 1.0) / following
        if uphill > 0.0:
            following, weight = 1.0, 0.0
        for i in range(m):
            ahead[i] = new[i] + weight * (new[i] - P[i])
            P[i] = new[i]
        momentum = following


@compiled
def newton(G, free, kind, start, limits, P, scale, tolerance):
    """Semismooth Newton on the natural map from where Gauss-Seidel stands; True where it reaches the tolerance.

    Sweeps stall when many links stick: more friction components than freedoms, an operator that is singular. Newton's steps see
    all of them at once; a small diagonal picks one of the equivalent impulses. P keeps the best point found.
    """
    m, values = P.shape[0], np.zeros(2)
    A, F, trial = np.empty((m, m)), np.empty(m), np.empty(m)
    best = residual(G, free, kind, start, limits, P, scale)
    for _ in range(NEWTON_STEPS):
        for k in range(kind.shape[0]):
            i, width = start[k], 2 if kind[k] == 1 else 1
            r = 1.0 / (G[i, i] + (G[i + 1, i + 1] if width == 2 else 0.0))
            for a in range(width):
                gamma = free[i + a]
                for j in range(m):
                    gamma += G[i + a, j] * P[j]
                values[a] = P[i + a] - r * gamma
            x, y = prox_block(k, kind, limits, values, P, start)
            v00, v01, v10, v11 = prox_slope(k, kind, limits, values, P, start, x, y)
            for j in range(m):
                g0, g1 = -r * G[i, j], (-r * G[i + 1, j] if width == 2 else 0.0)
                A[i, j] = -v00 * g0 - v01 * g1
                if width == 2:
                    A[i + 1, j] = -v10 * g0 - v11 * g1
            A[i, i] += 1.0 - v00 + SHIFT
            F[i] = x - P[i]
            if width == 2:
                A[i, i + 1] -= v01
                A[i + 1, i] -= v10
                A[i + 1, i + 1] += 1.0 - v11 + SHIFT
                F[i + 1] = y - P[i + 1]
        eliminate(A, F)
        improved = False
        for half in range(4):
            for i in range(m):
                trial[i] = P[i] + 0.5**half * F[i]
            error = residual(G, free, kind, start, limits, trial, scale)
            if error < best:
                best, improved = error, True
                for i in range(m):
                    P[i] = trial[i]
                break
        if best <= tolerance:
            return True
        if not improved:
            return False
    return False


@compiled
def prox_slope(k, kind, limits, values, P, start, x, y):
    """Derivative of a block's projection at ``values``, whose projection is (x, y); differences for a curved border."""
    if kind[k] != 1:
        inside = 1.0 if x == values[0] else 0.0
        return inside, 0.0, 0.0, 0.0
    if x == values[0] and y == values[1]:
        return 1.0, 0.0, 0.0, 1.0
    h = 1e-6 * (abs(values[0]) + abs(values[1]) + 1e-300)
    ahead, behind, across = limits[k, 0], limits[k, 1], limits[k, 2]
    ax, ay = project(values[0] + h, values[1], ahead, behind, across)
    bx, by = project(values[0] - h, values[1], ahead, behind, across)
    cx, cy = project(values[0], values[1] + h, ahead, behind, across)
    dx, dy = project(values[0], values[1] - h, ahead, behind, across)
    return (ax - bx) / (2 * h), (cx - dx) / (2 * h), (ay - by) / (2 * h), (cy - dy) / (2 * h)


@compiled
def eliminate(A, b):
    """Solve A x = b in place by Gauss elimination with row pivots; the solution is in b."""
    n = b.shape[0]
    for c in range(n):
        pivot = c
        for r in range(c + 1, n):
            if abs(A[r, c]) > abs(A[pivot, c]):
                pivot = r
        if pivot != c:
            for j in range(n):
                A[c, j], A[pivot, j] = A[pivot, j], A[c, j]
            b[c], b[pivot] = b[pivot], b[c]
        for r in range(c + 1, n):
            factor = A[r, c] / A[c, c]
            if factor != 0.0:
                for j in range(c, n):
                    A[r, j] -= factor * A[c, j]
                b[r] -= factor * b[c]
    for r in range(n - 1, -1, -1):
        for j in range(r + 1, n):
            b[r] -= A[r, j] * b[j]
        b[r] /= A[r, r]


@compiled
def move(G, gamma, P, i, step):
    """Change impulse i and all relative velocities with it; the size of the change."""
    if step != 0.0:
        P[i] += step
        for j in range(gamma.shape[0]):
            gamma[j] += G[i, j] * step  # G is symmetric: along its row
    return abs(step)


@compiled
def solve_pair(G, gamma, kind, start, limits, P, k, i, values):
    """One friction pair, the others held: stick where that is allowed, else slide."""
    a, b, d = G[i, i], G[i, i + 1], G[i + 1, i + 1]
    determinant = a * d - b * b
    g0, g1 = gamma[i], gamma[i + 1]
    values[0] = P[i] - (d * g0 - b * g1) / determinant
    values[1] = P[i + 1] - (a * g1 - b * g0) / determinant
    x, y = prox_block(k, kind, limits, values, P, start)
    if x != values[0] or y != values[1]:
        largest = 0.5 * (a + d) + np.sqrt(0.25 * (a - d) ** 2 + b * b)
        x, y = P[i], P[i + 1]
        for _ in range(SLIDING_STEPS):
            values[0] = x - (g0 + a * (x - P[i]) + b * (y - P[i + 1])) / largest
            values[1] = y - (g1 + b * (x - P[i]) + d * (y - P[i + 1])) / largest
            x, y = prox_block(k, kind, limits, values, P, start)
    dx, dy = x - P[i], y - P[i + 1]
    return max(move(G, gamma, P, i, dx), move(G, gamma, P, i + 1, dy))


@compiled
def prox_iteration(G, free, kind, start, limits, P, scale, tolerance, most, r_normal, r_friction):
    """The paper's iteration ("modified Newton"): all blocks at once, fixed r. Sweeps used; more than ``most``: not converged."""
    m, values, new = P.shape[0], np.zeros(2), np.empty(P.shape[0])
    for sweep in range(most):
        for k in range(kind.shape[0]):
            i, width = start[k], 2 if kind[k] == 1 else 1
            for a in range(width):
                gamma = free[i + a]
                for j in range(m):
                    gamma += G[i + a, j] * P[j]
                values[a] = P[i + a] - (r_normal if kind[k] == 0 else r_friction) * gamma
            x, y = prox_block(k, kind, limits, values, P, start)
            new[i] = x
            if width == 2:
                new[i + 1] = y
        for i in range(m):
            P[i] = new[i]
        if residual(G, free, kind, start, limits, P, scale) <= tolerance:
            return sweep + 1
    return most + 1
