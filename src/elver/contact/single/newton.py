"""Newton's method for contact problems that sweeps cannot finish: many links that stick, long steps.

The motion y = B^T P minimises |y|^2/2 plus the sets' support functions of gamma = free + B y. With multipliers Q and a weight r
per block their augmented Lagrangian is convex and differentiable: its gradient is y - B^T P(y), P(y) = prox(Q - r gamma), and its
second derivative I + B^T (r prox') B. Newton's steps with a line search on the gradient find its minimum; then Q = P(y), until
nothing changes. Impulses that are not unique (links that stick together) do no harm. Impulses that move almost nothing (links in
one line, one pulled ahead, one back) change by r gamma a round and would take thousands of rounds to their bounds: r grows.

Friction at obstacles belongs to no convex problem: its bound moves with the normal impulse. Where it slides its impulse is that
bound, and the derivative of y - B^T P(y) has mu B_t B_n^T r besides, which is not symmetric: Newton's step is that of the
symmetric part, put right for the rows that slide (Woodbury), and its length is found by the size of y - B^T P(y).
"""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.evaluate import call_pointers, copy_to
from elver.codegen.kernels.jit import SUMS, compiled
from elver.contact.single.arrays import COUPLED
from elver.contact.single.problem import NORMAL, RUBBING, dot, project, prox_block, residual

WEIGHT = 1e3  # r times the trace of the block's operator, in the first round
_HEAVIER = 10.0  # so many times heavier after a round in which the velocities at stuck blocks did not shrink as much
_HEAVIEST = 1e8
POLISH = 2  # rounds more where something sticks, so that it does not creep
MOST_ROUNDS = 20
MOST_STEPS = 30  # of one round
MOST_SHORTER = 12  # trials of the line search
ENOUGH = 0.3  # of the slope before a step may be left at its end
MOST_HALVES = 40  # of the line search where something rubs: a border may lie at a millionth of the step
_LANES = 16  # columns are summed so many at once
INEXACT = 100.0  # a round ends when its error is this often what the change of the multipliers leaves


@compiled
def newton(problem, P, scale, tolerance, most, small):
    """Impulses in place on P, from the warm start there. Returns Newton steps used and whether they reached the tolerance.

    most: steps allowed.   small: address of the compiled ``small_solver`` of as many rows as B has columns, with work of at most
    twice its matrix; or 0 for loops.
    """
    B, free, kind, start, limits = problem
    n, rows, blocks = B.shape[1], P.shape[0], kind.shape[0]
    Q = P.copy()  # multipliers
    z = np.empty(rows)  # Q - r gamma, before its projection P
    gamma = np.empty(rows)  # relative velocities free + B y
    ahead = np.empty(rows)  # the same at the end of a step
    slope = np.empty(rows)  # B d
    y = np.zeros(n)  # motion
    g = np.empty(n)  # gradient y - B^T P
    d = np.empty(n)  # Newton's step
    weight = np.empty(blocks)  # r of every block
    V = np.empty((n, rows + _LANES))  # second derivative 1 + V V^T
    H = np.empty((n, n))  # its factor
    work = np.empty(2 * n * n)
    rubbing = _count_rubbing(kind)
    X, S, sliding = np.empty((COUPLED, n)), np.empty((COUPLED, COUPLED + 1)), np.empty(COUPLED, np.int64)  # see ``_couple``
    smallest = _block_weights(B, kind, start, weight)
    for r in range(rows):
        for j in range(n):
            y[j] += P[r] * B[r, j]
    times(B, y, gamma)
    for r in range(rows):
        gamma[r] += free[r]
    used, polish = 0, 0  # steps; rounds after the tolerance was reached
    goal = 0.5 * tolerance * scale
    heavy, before = WEIGHT, np.inf  # of the last round: the largest r times a trace, and what the multipliers lacked
    for _ in range(MOST_ROUNDS):
        _project_all(kind, start, limits, weight, Q, gamma, P, z)
        gradient(B, y, P, g)
        error, change = np.inf, 0.0
        for _ in range(min(MOST_STEPS, most - used)):
            active = _curvature(problem, weight, P, z, V)
            slides = _find_sliding(problem, P, z, sliding) if rubbing > 0 else 0
            _newton_direction(V, active, g, H, d, 0 if slides > 0 else small, work)
            if slides > 0:
                _couple(problem, weight, P, sliding[:slides], H, X, S, d)
            times(B, d, slope)
            if rubbing > 0:
                length = _shorten_by_size(problem, weight, Q, gamma, slope, y, d, g, P, z, ahead, work)
            else:
                length = _shorten(problem, weight, Q, gamma, slope, y, d, g, P, z, ahead)
            for j in range(n):
                y[j] += length * d[j]
            for r in range(rows):
                gamma[r] = ahead[r]
            gradient(B, y, P, g)
            used += 1
            error, change = size(g) / smallest, _largest_difference(P, Q)
            if error <= max(INEXACT * change / heavy, goal):
                break
        reached = change <= goal * heavy and error <= goal
        if reached and rubbing > 0:
            reached = residual(problem, P, scale) <= tolerance
        if reached and (polish == POLISH or not _anything_sticks(kind, start, P, z)):
            return used, True
        if polish and not reached:
            copy_to(Q, P)
            return used, True
        copy_to(P, Q)
        if reached:
            polish += 1
        elif used >= most or not error < np.inf:
            break
        elif _HEAVIER * change / heavy > before and heavy < _HEAVIEST:
            heavy *= _HEAVIER
            for k in range(blocks):
                weight[k] *= _HEAVIER
        before = change / heavy
    return used, polish > 0


@compiled
def _count_rubbing(kind):
    """How many blocks are friction at obstacles."""
    count = 0
    for k in range(kind.shape[0]):
        count += 1 if kind[k] == RUBBING else 0
    return count


@compiled(fastmath=SUMS)
def _block_weights(B, kind, start, weight):
    """r of every block: WEIGHT over the trace of its operator; the root of the smallest trace."""
    smallest = np.inf
    for k in range(kind.shape[0]):
        trace = 0.0
        for r in range(start[k], start[k] + (2 if kind[k] == 1 else 1)):
            for j in range(B.shape[1]):
                trace += B[r, j] * B[r, j]
        weight[k] = WEIGHT / trace
        smallest = min(smallest, trace)
    return np.sqrt(smallest)


@compiled(fastmath=SUMS)
def times(B, v, out):
    """out = B v."""
    for r in range(out.shape[0]):
        total = 0.0
        for j in range(v.shape[0]):
            total += B[r, j] * v[j]
        out[r] = total


@compiled
def _anything_sticks(kind, start, P, z):
    """Whether the friction of a pair lies inside its set."""
    for k in range(kind.shape[0]):
        i = start[k]
        if kind[k] == 1 and z[i] == P[i] and z[i + 1] == P[i + 1]:
            return True
    return False


@compiled(fastmath=SUMS)
def size(g):
    """Euclidean norm."""
    total = 0.0
    for j in range(g.shape[0]):
        total += g[j] * g[j]
    return np.sqrt(total)


@compiled
def _largest_difference(P, Q):
    """Largest |P - Q|."""
    worst = 0.0
    for r in range(P.shape[0]):
        worst = max(worst, abs(P[r] - Q[r]))
    return worst


@compiled
def _project_all(kind, start, limits, weight, Q, gamma, P, z):
    """z = Q - r gamma and P = prox(z)."""
    for k in range(kind.shape[0]):
        i = start[k]
        z[i] = Q[i] - weight[k] * gamma[i]
        if kind[k] == 1:
            z[i + 1] = Q[i + 1] - weight[k] * gamma[i + 1]
            P[i], P[i + 1] = project(z[i], z[i + 1], limits[k, 0], limits[k, 1], limits[k, 2])
        else:
            P[i], _ = prox_block(k, kind, limits, z[i], 0.0, P, start)


@compiled(fastmath=SUMS)
def gradient(B, y, P, g):
    """g = y - B^T P."""
    for j in range(y.shape[0]):
        g[j] = y[j]
    for r in range(P.shape[0]):
        if P[r] != 0.0:
            for j in range(y.shape[0]):
                g[j] -= P[r] * B[r, j]


@compiled(fastmath=SUMS)
def _curvature(problem, weight, P, z, V):
    """Columns v of V with sum v v^T = B^T (r prox') B; their number, filled up with zeros to whole lanes.

    Inside its set a block counts in full. Outside, the projection moves along the border only, by 1/(1 + distance x curvature of
    the border); an impulse of an open contact does not move at all.
    """
    B, kind, start, limits = problem.B, problem.kind, problem.start, problem.limits
    count = 0
    for k in range(kind.shape[0]):
        i = start[k]
        out0 = z[i] - P[i]
        if kind[k] != 1:
            if out0 == 0.0 and P[i if kind[k] == NORMAL else i - 1] > 0.0:
                count = _add_column(V, count, np.sqrt(weight[k]), B[i])
            continue
        out1 = z[i + 1] - P[i + 1]
        if out0 == 0.0 and out1 == 0.0:
            count = _add_column(V, count, np.sqrt(weight[k]), B[i])
            count = _add_column(V, count, np.sqrt(weight[k]), B[i + 1])
            continue
        square = out0 * out0 + out1 * out1
        factor = np.sqrt(weight[k] / (square * (1.0 + np.sqrt(square) * bend(limits[k], P[i], P[i + 1]))))
        for j in range(V.shape[0]):
            V[j, count] = factor * (out0 * B[i + 1, j] - out1 * B[i, j])
        count += 1
    wide = (count + _LANES - 1) // _LANES * _LANES
    for j in range(V.shape[0]):
        for c in range(count, wide):
            V[j, c] = 0.0
    return wide


@compiled
def _add_column(V, count, factor, row):
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


@compiled(fastmath=SUMS)
def _newton_direction(V, count, g, H, d, small, work):
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
        _factor_and_solve(H, g, d)
    for i in range(n):
        d[i] = -d[i]


@compiled(fastmath=SUMS)
def _factor_and_solve(H, b, x):
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
def _shorten(problem, weight, Q, gamma, slope, y, d, g, P, z, ahead):
    """Length of the step along d, gamma + length B d (``ahead``) and P there.

    The whole step; or, where the slope at its end says that the minimum was passed by far, a point between at which the slope is
    ENOUGH times smaller than here, by secants. Borders of heavy blocks may lie at a millionth of the step.
    """
    kind, start, limits = problem.kind, problem.start, problem.limits
    before, along, square = 0.0, 0.0, 0.0
    for j in range(y.shape[0]):
        before += g[j] * d[j]
        along += y[j] * d[j]
        square += d[j] * d[j]
    length, low, low_slope, high, high_slope = 1.0, 0.0, before, 0.0, 0.0
    for trial in range(MOST_SHORTER):
        if trial > 0:
            length = low + min(max(low_slope / (low_slope - high_slope), 0.1), 0.9) * (high - low)
        for r in range(P.shape[0]):
            ahead[r] = gamma[r] + length * slope[r]
        _project_all(kind, start, limits, weight, Q, ahead, P, z)
        after = along + length * square
        for r in range(P.shape[0]):
            after -= P[r] * slope[r]
        if after > 0.0:
            high, high_slope = length, after
        else:
            low, low_slope = length, after
        if after <= -ENOUGH * before and (after >= ENOUGH * before or high == 0.0):
            break
    return length


# --- friction at obstacles --------------------------------------------------------------------------------------------


@compiled
def _find_sliding(problem, P, z, sliding):
    """Blocks of friction at the bounds of contacts that press; their number, at most COUPLED."""
    kind, start, count = problem.kind, problem.start, 0
    for k in range(kind.shape[0]):
        i = start[k]
        if kind[k] == RUBBING and P[i - 1] > 0.0 and z[i] != P[i] and count < COUPLED:
            sliding[count] = k
            count += 1
    return count


@compiled(fastmath=SUMS)
def _couple(problem, weight, P, sliding, H, X, S, d):
    """Newton's step d of the symmetric part, put right: friction that slides follows its normal impulse.

    H: the factor that ``_factor_and_solve`` left. The derivative is H + U W^T with columns w = B_n and u = +-mu r B_t, and
    (H + U W^T)^-1 g = d - H^-1 U (1 + W^T H^-1 U)^-1 W^T d.
    """
    B, start, limits, n, count = problem.B, problem.start, problem.limits, d.shape[0], sliding.shape[0]
    for c in range(count):
        k = sliding[c]
        factor = limits[k, 0] * weight[k - 1] * (1.0 if P[start[k]] > 0.0 else -1.0)
        for j in range(n):
            X[c, j] = factor * B[start[k], j]
        _solve_factored(H, X[c])
    for r in range(count):
        row = B[start[sliding[r]] - 1]
        for c in range(count):
            S[r, c] = dot(row, X[c]) + (1.0 if r == c else 0.0)
        S[r, count] = dot(row, d)
    _solve_small(S, count)
    for c in range(count):
        for j in range(n):
            d[j] -= S[c, count] * X[c, j]


@compiled(fastmath=SUMS)
def _solve_factored(H, x):
    """x becomes H^-1 x, by the lower factor with reciprocals on its diagonal."""
    n = x.shape[0]
    for i in range(n):
        for j in range(i):
            x[i] -= H[i, j] * x[j]
        x[i] *= H[i, i]
    for i in range(n - 1, -1, -1):
        x[i] *= H[i, i]
        for k in range(i):
            x[k] -= H[i, k] * x[i]


@compiled
def _solve_small(S, n):
    """Column n of S becomes the solution of its first n rows and columns, by elimination with the largest pivots."""
    for k in range(n):
        best = k
        for r in range(k + 1, n):
            if abs(S[r, k]) > abs(S[best, k]):
                best = r
        for c in range(k, n + 1):
            S[k, c], S[best, c] = S[best, c], S[k, c]
        for r in range(k + 1, n):
            factor = S[r, k] / S[k, k]
            for c in range(k, n + 1):
                S[r, c] -= factor * S[k, c]
    for k in range(n - 1, -1, -1):
        for c in range(k + 1, n):
            S[k, n] -= S[k, c] * S[c, n]
        S[k, n] /= S[k, k]


@compiled(fastmath=SUMS)
def _shorten_by_size(problem, weight, Q, gamma, slope, y, d, g, P, z, ahead, trial):
    """Length of the step along d at which y - B^T P(y) is smaller, gamma (``ahead``) and P there; the whole step where none is.

    trial: buffer.
    """
    B, kind, start, limits, n, length = problem.B, problem.kind, problem.start, problem.limits, y.shape[0], 1.0
    before, there, off = size(g), trial[:n], trial[n : 2 * n]
    for attempt in range(MOST_HALVES + 1):
        if attempt > 0:
            length = 0.5 * length if attempt < MOST_HALVES else 1.0
        for r in range(P.shape[0]):
            ahead[r] = gamma[r] + length * slope[r]
        _project_all(kind, start, limits, weight, Q, ahead, P, z)
        for j in range(n):
            there[j] = y[j] + length * d[j]
        gradient(B, there, P, off)
        if size(off) <= (1.0 - 1e-3 * length) * before:
            break
    return length
