"""The laws that are in force at the solution of a contact problem, and the linear system that they make for its change.

With motions y = L^T du of the change du at the end of a step, rows B = W L^-T, and the impulses' changes dP:

    y = y0 + B^T dP,     dgamma = fixed + B y

    held (a contact that presses, a pair or a rim that sticks):     dgamma = given
    a pair that slides:            dP = e - t t^T dgamma / (bend |gamma|), t along the border of its set, e from a change of the set
    friction at its bound:         dP = +-(mu dP_normal + dmu P_normal)
    an open contact:               dP = 0

What slides makes y + sum d v v^T y, v = B^T t, with the positive definite operator H; held rows add their impulses as unknowns.
Of held rows that depend on each other (many links that stick) only independent ones are kept: the others follow.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.moreau.velocities import cholesky
from elver.contact.solvers.newton import bend
from elver.contact.solvers.problem import NORMAL, PAIR
from elver.derivatives.moreau.tuples import Active

INSIDE = 1e-9  # share of a set within its border from which on friction sticks, as it is recorded
AT_REST = 1e-13  # share of a set's size: sliding that asks for less of an impulse is rounding
OPEN, PRESSES, HELD, SLIDES, AT_END, RUBS = range(6)  # states of rows; AT_END: of a set that is a line
DEPENDENT = 1e-8  # share of a row that others leave of it: less is none


@compiled
def make_active(room, n):
    """Arrays for so many rows and n freedoms."""
    return Active(
        np.empty(room, np.int64),
        np.zeros(2, np.int64),
        np.empty(n, np.int64),
        np.empty((n, n)),
        np.empty((n, n)),
        np.empty(room, np.int64),
        np.empty((room, 3)),
        np.zeros((n, n)),
        np.empty((n, n)),
        np.empty(n, np.int64),
    )


@compiled
def find_active(rows, blocks, used, B, gamma, friction, active):
    """Sort the rows by what their impulses do, and factor the system. friction: coefficient of the obstacles."""
    kind, start, limits, P, state = rows.kind, rows.start, rows.limits, rows.P, active.state
    active.size[:] = 0
    for r in range(used):
        state[r] = OPEN
    for k in range(blocks):
        i = start[k]
        if kind[k] == NORMAL:
            if P[i] > 0.0:
                hold(B, i, active)
                state[i] = PRESSES
        elif kind[k] == PAIR:
            sort_pair(B, limits[k], P, gamma, i, active)
        elif P[i - 1] > 0.0:
            if abs(P[i]) < limits[k, 0] * P[i - 1] * (1.0 - INSIDE):
                hold(B, i, active)
            else:
                state[i] = RUBS
    factor_sliding(B, active)
    factor_held(rows.P, used, B, friction, active)


@compiled
def sort_pair(B, limits, P, gamma, i, active):
    """A pair of the ground: it sticks, or slides on the border of its set."""
    a, b = (limits[0] if P[i] > 0 else limits[1]), limits[2]
    if a <= 0.0 or b <= 0.0:  # the set is a line: each component by itself
        sort_single(B, P[i], limits[0], limits[1], i, active)
        sort_single(B, P[i + 1], b, b, i + 1, active)
        return
    speed = np.sqrt(gamma[i] ** 2 + gamma[i + 1] ** 2)
    trace = square(B[i]) + square(B[i + 1])
    if (P[i] / a) ** 2 + (P[i + 1] / b) ** 2 < 1.0 - INSIDE or speed <= AT_REST * trace * (a + b):
        hold(B, i, active)
        hold(B, i + 1, active)
        return
    k = active.size[1]
    nx, ny = P[i] / (a * a), P[i + 1] / (b * b)
    length = np.sqrt(nx * nx + ny * ny)
    active.state[i], active.state[i + 1], active.sliding[k] = SLIDES, SLIDES, i
    active.tangent[k, 0], active.tangent[k, 1] = -ny / length, nx / length
    active.tangent[k, 2] = 1.0 / (bend(limits, P[i], P[i + 1]) * speed)
    active.size[1] = k + 1


@compiled
def sort_single(B, impulse, above, below, r, active):
    """A row whose impulse lies between -below and above: held inside, else at an end. Nothing where both are 0."""
    if -below * (1.0 - INSIDE) < impulse < above * (1.0 - INSIDE):
        hold(B, r, active)
    elif above > 0.0 or below > 0.0:
        active.state[r] = AT_END


@compiled(fastmath=SUMS)
def square(row):
    total = 0.0
    for j in range(row.shape[0]):
        total += row[j] * row[j]
    return total


@compiled(fastmath=SUMS)
def hold(B, r, active):
    """One more held row, where it does not depend on those before it (Gram and Schmidt, twice)."""
    k, n, Q, whole = active.size[0], B.shape[1], active.Q, square(B[r])
    active.state[r] = HELD
    if k == n:
        return
    for j in range(n):
        Q[k, j] = B[r, j]
    for _ in range(2):
        for m in range(k):
            part = 0.0
            for j in range(n):
                part += Q[m, j] * Q[k, j]
            for j in range(n):
                Q[k, j] -= part * Q[m, j]
    left = np.sqrt(square(Q[k]))
    if left > DEPENDENT * np.sqrt(whole):
        for j in range(n):
            Q[k, j] /= left
        active.held[k] = r
        active.size[0] = k + 1


@compiled(fastmath=SUMS)
def factor_sliding(B, active):
    """H = 1 + sum d v v^T of what slides, factored."""
    H, Q, n, v = active.H, active.Q, B.shape[1], np.empty(B.shape[1])
    Q[:] = 0.0
    for j in range(n):
        Q[j, j] = 1.0
    for k in range(active.size[1]):
        i, t0, t1, d = active.sliding[k], active.tangent[k, 0], active.tangent[k, 1], active.tangent[k, 2]
        for j in range(n):
            v[j] = t0 * B[i, j] + t1 * B[i + 1, j]
        for j in range(n):
            for m in range(j + 1):
                Q[j, m] += d * v[j] * v[m]
    cholesky(Q, H)


@compiled(fastmath=SUMS)
def factor_held(P, used, B, friction, active):
    """X = H^-1 (B + friction that goes along)^T of held rows and S = B X, factored."""
    held, H, X, S, n, count = active.held, active.H, active.X, active.S, B.shape[1], active.size[0]
    for c in range(count):
        r = held[c]
        for j in range(n):
            X[j, c] = B[r, j]
        if r + 1 < used and active.state[r + 1] == RUBS:
            along = friction * np.sign(P[r + 1])
            for j in range(n):
                X[j, c] += along * B[r + 1, j]
    solve_lower(H, X, count)
    solve_upper(H, X, count)
    for a in range(count):
        for c in range(count):
            total = 0.0
            for j in range(n):
                total += B[held[a], j] * X[j, c]
            S[a, c] = total
    factor_square(S, active.order, count)


@compiled(fastmath=SUMS)
def solve_lower(L, Y, count):
    """Y = L^-1 Y, ``count`` columns; the diagonal of L holds reciprocals."""
    n = L.shape[0]
    for i in range(n):
        for k in range(i):
            factor = L[i, k]
            for c in range(count):
                Y[i, c] -= factor * Y[k, c]
        for c in range(count):
            Y[i, c] *= L[i, i]


@compiled(fastmath=SUMS)
def solve_upper(L, Y, count):
    """Y = L^-T Y."""
    n = L.shape[0]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            factor = L[k, i]
            for c in range(count):
                Y[i, c] -= factor * Y[k, c]
        for c in range(count):
            Y[i, c] *= L[i, i]


@compiled
def factor_square(S, order, n):
    """Factors of the first n rows and columns of S in place, rows exchanged as ``order`` says."""
    for k in range(n):
        best = k
        for r in range(k + 1, n):
            if abs(S[r, k]) > abs(S[best, k]):
                best = r
        order[k] = best
        if best != k:
            for c in range(n):
                S[k, c], S[best, c] = S[best, c], S[k, c]
        for r in range(k + 1, n):
            S[r, k] /= S[k, k]
            for c in range(k + 1, n):
                S[r, c] -= S[r, k] * S[k, c]


@compiled
def solve_square(S, order, n, Y):
    """Y = S^-1 Y with the factors of ``factor_square``."""
    lanes = Y.shape[1]
    for k in range(n):
        if order[k] != k:
            for c in range(lanes):
                Y[k, c], Y[order[k], c] = Y[order[k], c], Y[k, c]
    for k in range(n):
        for r in range(k + 1, n):
            for c in range(lanes):
                Y[r, c] -= S[r, k] * Y[k, c]
    for k in range(n - 1, -1, -1):
        for c in range(lanes):
            for r in range(k + 1, n):
                Y[k, c] -= S[k, r] * Y[r, c]
            Y[k, c] /= S[k, k]
