"""Newton's method for contact problems that sweeps cannot finish: many links that stick, long steps.

The motion y = B^T P minimises |y|^2/2 plus the sets' support functions of gamma = free + B y. With multipliers Q and a weight r
per block their augmented Lagrangian is convex and differentiable: its gradient is y - B^T P(y), P(y) = prox(Q - r gamma), and its
second derivative I + B^T (r prox') B. Newton's steps with a line search on the gradient find its minimum; then Q = P(y), until
nothing changes. Impulses that are not unique (links that stick together) do no harm.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.calls import call_pointers
from elver.contact.projections import prox_block

WEIGHT = 1e3  # r times the trace of the block's operator
MOST_ROUNDS = 20
MOST_STEPS = 30  # of one round
MOST_SHORTER = 12  # trials of the line search
LANES = 16  # columns are summed so many at once
INEXACT = 100.0  # a round ends when its error is this often what the change of the multipliers leaves


@compiled
def newton(B, free, kind, start, limits, P, scale, tolerance, small):
    """Impulses in place on P, from the warm start there. Returns Newton steps used and whether they reached the tolerance.

    ``small``: address of the compiled ``small_solver`` of as many rows as B has columns, with work of at most twice its matrix;
    or 0 for loops.
    """
    n, rows, blocks = B.shape[1], P.shape[0], kind.shape[0]
    Q, z, weight, trace = P.copy(), np.empty(rows), np.empty(blocks), np.empty(blocks)
    y, g, d, trial, g_trial = np.zeros(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    V, H, work = np.empty((n, rows + LANES)), np.empty((n, n)), np.empty(2 * n * n)
    smallest = block_traces(B, kind, start, trace)
    for r in range(rows):
        for j in range(n):
            y[j] += P[r] * B[r, j]
    for k in range(blocks):
        weight[k] = WEIGHT / trace[k]
    used = 0
    for _ in range(MOST_ROUNDS):
        gradient(B, free, kind, start, limits, weight, Q, y, P, z, g)
        error, change = np.inf, 0.0
        for _ in range(MOST_STEPS):
            active = curvature(B, kind, start, limits, weight, P, z, V)
            newton_direction(V, active, g, H, d, small, work)
            descend(B, free, kind, start, limits, weight, Q, y, d, P, z, g, trial, g_trial)
            used += 1
            error, change = size(g) / smallest, largest_difference(P, Q)
            if error <= max(INEXACT * change / WEIGHT, 0.5 * tolerance * scale):
                break
        for r in range(rows):
            Q[r] = P[r]
        if change <= 0.5 * tolerance * scale * WEIGHT and error <= 0.5 * tolerance * scale:
            return used, True
        if not error < np.inf:
            break
    return used, False


@compiled(fastmath=SUMS)
def block_traces(B, kind, start, trace):
    """Trace of every block's operator; the root of the smallest."""
    smallest = np.inf
    for k in range(kind.shape[0]):
        trace[k] = 0.0
        for r in range(start[k], start[k] + (2 if kind[k] == 1 else 1)):
            for j in range(B.shape[1]):
                trace[k] += B[r, j] * B[r, j]
        smallest = min(smallest, trace[k])
    return np.sqrt(smallest)


@compiled(fastmath=SUMS)
def size(g):
    """Euclidean norm."""
    total = 0.0
    for j in range(g.shape[0]):
        total += g[j] * g[j]
    return np.sqrt(total)


@compiled
def largest_difference(P, Q):
    """Largest |P - Q|."""
    worst = 0.0
    for r in range(P.shape[0]):
        worst = max(worst, abs(P[r] - Q[r]))
    return worst


@compiled(fastmath=SUMS)
def gradient(B, free, kind, start, limits, weight, Q, y, P, z, g):
    """z = Q - r gamma, P = prox(z) and g = y - B^T P."""
    n = y.shape[0]
    for j in range(n):
        g[j] = y[j]
    for k in range(kind.shape[0]):
        i, a, b = start[k], 0.0, 0.0
        for j in range(n):
            a += B[i, j] * y[j]
        z[i] = Q[i] - weight[k] * (free[i] + a)
        if kind[k] != 1:
            P[i], _ = prox_block(k, kind, limits, z[i], 0.0, P, start)
            if P[i] != 0.0:
                for j in range(n):
                    g[j] -= P[i] * B[i, j]
            continue
        for j in range(n):
            b += B[i + 1, j] * y[j]
        z[i + 1] = Q[i + 1] - weight[k] * (free[i + 1] + b)
        x0, x1 = prox_block(k, kind, limits, z[i], z[i + 1], P, start)
        P[i], P[i + 1] = x0, x1
        for j in range(n):
            g[j] -= x0 * B[i, j] + x1 * B[i + 1, j]


@compiled(fastmath=SUMS)
def curvature(B, kind, start, limits, weight, P, z, V):
    """Columns v of V with sum v v^T = B^T (r prox') B; their number, filled up with zeros to whole lanes.

    Inside its set a block counts in full. Outside, the projection moves along the border only, by 1/(1 + distance x curvature of
    the border); an impulse of an open contact does not move at all.
    """
    count = 0
    for k in range(kind.shape[0]):
        i = start[k]
        out0 = z[i] - P[i]
        if kind[k] != 1:
            if out0 == 0.0 and (kind[k] == 2 or P[i] > 0.0):
                count = add_column(V, count, np.sqrt(weight[k]), B[i])
            continue
        out1 = z[i + 1] - P[i + 1]
        if out0 == 0.0 and out1 == 0.0:
            count = add_column(V, count, np.sqrt(weight[k]), B[i])
            count = add_column(V, count, np.sqrt(weight[k]), B[i + 1])
            continue
        square = out0 * out0 + out1 * out1
        factor = np.sqrt(weight[k] / (square * (1.0 + np.sqrt(square) * bend(limits[k], P[i], P[i + 1]))))
        for j in range(V.shape[0]):
            V[j, count] = factor * (out0 * B[i + 1, j] - out1 * B[i, j])
        count += 1
    wide = (count + LANES - 1) // LANES * LANES
    for j in range(V.shape[0]):
        for c in range(count, wide):
            V[j, c] = 0.0
    return wide


@compiled
def add_column(V, count, factor, row):
    """One more column of V."""
    for j in range(V.shape[0]):
        V[j, count] = factor * row[j]
    return count + 1


@compiled
def bend(limits, x, y):
    """Curvature of the border of a friction set at its point (x, y) [1/(N s)]; infinite where the set is flat."""
    a, b = (limits[0] if x > 0 else limits[1]), limits[2]
    if a <= 0.0 or b <= 0.0:
        return np.inf
    if a == b:
        return 1.0 / a
    e = (a * y / b) ** 2 + (b * x / a) ** 2
    return a * b / (e * np.sqrt(e))


def small_solver(n: int):
    """x with S x = b for a symmetric positive definite S of n rows as a graph without loops: fast for small n."""
    import casadi as ca

    S, b, L = ca.SX.sym("S", n, n), ca.SX.sym("b", n), ca.SX(n, n)
    for i in range(n):
        for j in range(i):
            L[i, j] = (S[j, i] - L[i, :j] @ L[j, :j].T) * L[j, j]
        L[i, i] = 1 / ca.sqrt(S[i, i] - ca.sumsqr(L[i, :i]))  # reciprocals on the diagonal
    x = [b[i] for i in range(n)]
    for i in range(n):
        x[i] = (x[i] - sum(L[i, k] * x[k] for k in range(i))) * L[i, i]
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - sum(L[k, i] * x[k] for k in range(i + 1, n))) * L[i, i]
    return ca.Function("small_solver", [S, b], [ca.densify(ca.vertcat(*x))], ["S", "b"], ["x"])


@compiled(fastmath=SUMS)
def newton_direction(V, count, g, H, d, small, work):
    """d = -(I + V V^T)^-1 g by Cholesky's factors."""
    n = g.shape[0]
    for i in range(n):
        for j in range(i + 1):
            total = 1.0 if i == j else 0.0
            for c in range(count):
                total += V[i, c] * V[j, c]
            H[i, j] = total
    if small != 0:
        call_pointers(small, (H.ctypes.data, g.ctypes.data, d.ctypes.data, work.ctypes.data))
    else:
        factor_and_solve(H, g, d)
    for i in range(n):
        d[i] = -d[i]


@compiled(fastmath=SUMS)
def factor_and_solve(H, b, x):
    """x = H^-1 b; H becomes its lower factor with reciprocals on the diagonal."""
    n = b.shape[0]
    for i in range(n):
        x[i] = b[i]
        for j in range(i):
            total = H[i, j]
            for k in range(j):
                total -= H[i, k] * H[j, k]
            H[i, j] = total * H[j, j]
            H[i, i] -= H[i, j] * H[i, j]
            x[i] -= H[i, j] * x[j]
        H[i, i] = 1.0 / np.sqrt(H[i, i])
        x[i] *= H[i, i]
    for i in range(n - 1, -1, -1):
        x[i] *= H[i, i]
        for k in range(i):
            x[k] -= H[i, k] * x[i]


@compiled(fastmath=SUMS)
def descend(B, free, kind, start, limits, weight, Q, y, d, P, z, g, trial, g_trial):
    """Move y along d: the whole step, or a shorter one where the slope there says that the minimum was passed by far."""
    n, slope = y.shape[0], 0.0
    for j in range(n):
        slope += g[j] * d[j]
    length, far = 1.0, 0.0
    for _ in range(MOST_SHORTER):
        for j in range(n):
            trial[j] = y[j] + length * d[j]
        gradient(B, free, kind, start, limits, weight, Q, trial, P, z, g_trial)
        far = 0.0
        for j in range(n):
            far += g_trial[j] * d[j]
        if far <= -0.3 * slope:
            break
        length *= 0.5
    for j in range(n):
        y[j], g[j] = trial[j], g_trial[j]
