"""The laws that are in force at the solution of a contact problem, and the linear system that they make for its change.

With motions y = L^T du of the change du at the end of a step, rows B = W L^-T, and the impulses' changes dP:

    y = y0 + B^T dP,     dgamma = fixed + B y

    held (a contact that presses, a pair or a rim that sticks):     dgamma = given
    a pair that slides:            dP = e - t t^T dgamma / (bend |gamma|), t along the border of its set, e as the set changes
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
from elver.derivatives.moreau.tuples import LANES, Active

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
    kind, start, limits, P = rows.kind, rows.start, rows.limits, rows.P
    state, size, held, X, S, sliding, tangent, H, Q, order = active
    size[0], size[1] = 0, 0
    for r in range(used):
        state[r] = OPEN
    for k in range(blocks):
        i = start[k]
        if kind[k] == NORMAL:
            if P[i] > 0.0:
                hold(B, i, size, held, Q)
                state[i] = PRESSES
        elif kind[k] == PAIR:
            what = pair_state(B, limits, k, P, gamma, i)
            if what == SLIDES:
                slide(limits, k, P, gamma, i, size, sliding, tangent)
            for r in range(i, i + 2):
                state[r] = single_state(limits, k, r - i, P[r]) if what == AT_END else what
                if state[r] == HELD:
                    hold(B, r, size, held, Q)
        elif P[i - 1] > 0.0:
            state[i] = HELD if abs(P[i]) < limits[k, 0] * P[i - 1] * (1.0 - INSIDE) else RUBS
            if state[i] == HELD:
                hold(B, i, size, held, Q)
    factor_sliding(B, size[1], sliding, tangent, Q, H)
    factor_held(B, P, used, state, size[0], held, friction, H, X, S)
    factor_square(S, order, size[0])


@compiled
def pair_state(B, limits, k, P, gamma, i):
    """A pair of the ground sticks, or slides on the border of its set; AT_END where the set is a line: each row by itself."""
    a, b = (limits[k, 0] if P[i] > 0 else limits[k, 1]), limits[k, 2]
    if a <= 0.0 or b <= 0.0:
        return AT_END
    speed, trace = np.sqrt(gamma[i] ** 2 + gamma[i + 1] ** 2), square(B, i) + square(B, i + 1)
    inside = (P[i] / a) ** 2 + (P[i + 1] / b) ** 2 < 1.0 - INSIDE
    return HELD if inside or speed <= AT_REST * trace * (a + b) else SLIDES


@compiled
def single_state(limits, k, component, impulse):
    """State of one row of a pair whose set is a line: held inside, else at an end; open where there is no room at all."""
    above, below = (limits[k, 0], limits[k, 1]) if component == 0 else (limits[k, 2], limits[k, 2])
    if -below * (1.0 - INSIDE) < impulse < above * (1.0 - INSIDE):
        return HELD
    return AT_END if above > 0.0 or below > 0.0 else OPEN


@compiled
def slide(limits, k, P, gamma, i, size, sliding, tangent):
    """One more pair that slides."""
    a, b, count = (limits[k, 0] if P[i] > 0 else limits[k, 1]), limits[k, 2], size[1]
    nx, ny = P[i] / (a * a), P[i + 1] / (b * b)
    length, speed = np.sqrt(nx * nx + ny * ny), np.sqrt(gamma[i] ** 2 + gamma[i + 1] ** 2)
    sliding[count], size[1] = i, count + 1
    tangent[count, 0], tangent[count, 1] = -ny / length, nx / length
    tangent[count, 2] = 1.0 / (bend(limits[k], P[i], P[i + 1]) * speed)


@compiled(fastmath=SUMS)
def square(B, r):
    """Square of the length of a row."""
    total = 0.0
    for j in range(B.shape[1]):
        total += B[r, j] * B[r, j]
    return total


@compiled(fastmath=SUMS)
def hold(B, r, size, held, Q):
    """One more held row, where it does not depend on those before it (Gram and Schmidt, twice)."""
    k, n, whole = size[0], B.shape[1], square(B, r)
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
    left = np.sqrt(square(Q, k))
    if left > DEPENDENT * np.sqrt(whole):
        for j in range(n):
            Q[k, j] /= left
        held[k], size[0] = r, k + 1


@compiled(fastmath=SUMS)
def factor_sliding(B, count, sliding, tangent, Q, H):
    """H = 1 + sum d v v^T of what slides, factored."""
    n, v = B.shape[1], np.empty(B.shape[1])
    if count == 0:
        return
    for j in range(n):
        for m in range(j):
            Q[j, m] = 0.0
        Q[j, j] = 1.0
    for k in range(count):
        i, t0, t1, d = sliding[k], tangent[k, 0], tangent[k, 1], tangent[k, 2]
        for j in range(n):
            v[j] = t0 * B[i, j] + t1 * B[i + 1, j]
        for j in range(n):
            factor = d * v[j]
            for m in range(j + 1):
                Q[j, m] += factor * v[m]
    cholesky(Q, H)


@compiled(fastmath=SUMS)
def factor_held(B, P, used, state, count, held, friction, H, X, S):
    """X = H^-1 (B + friction that goes along)^T of held rows and S = B X."""
    n, slides = B.shape[1], False
    for r in range(used):
        slides = slides or state[r] == SLIDES
    for c in range(count):
        r = held[c]
        for j in range(n):
            X[j, c] = B[r, j]
        if r + 1 < used and state[r + 1] == RUBS:
            along = friction * np.sign(P[r + 1])
            for j in range(n):
                X[j, c] += along * B[r + 1, j]
    if slides:
        solve_lower(H, X, count)
        solve_upper(H, X, count)
    for a in range(count):
        for c in range(count):
            S[a, c] = 0.0
        for j in range(n):
            factor = B[held[a], j]
            for c in range(count):
                S[a, c] += factor * X[j, c]


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
    for k in range(n):
        if order[k] != k:
            for c in range(LANES):
                Y[k, c], Y[order[k], c] = Y[order[k], c], Y[k, c]
    for k in range(n):
        for r in range(k + 1, n):
            factor = S[r, k]
            for c in range(LANES):
                Y[r, c] -= factor * Y[k, c]
    for k in range(n - 1, -1, -1):
        for r in range(k + 1, n):
            factor = S[k, r]
            for c in range(LANES):
                Y[k, c] -= factor * Y[r, c]
        for c in range(LANES):
            Y[k, c] /= S[k, k]


@compiled(fastmath=SUMS)
def lower_lanes(L, Y):
    """Y = L^-1 Y, one column per lane."""
    for i in range(L.shape[0]):
        for k in range(i):
            factor = L[i, k]
            for c in range(LANES):
                Y[i, c] -= factor * Y[k, c]
        factor = L[i, i]
        for c in range(LANES):
            Y[i, c] *= factor


@compiled(fastmath=SUMS)
def upper_lanes(L, Y):
    """Y = L^-T Y, one column per lane."""
    for i in range(L.shape[0] - 1, -1, -1):
        for k in range(i + 1, L.shape[0]):
            factor = L[k, i]
            for c in range(LANES):
                Y[i, c] -= factor * Y[k, c]
        factor = L[i, i]
        for c in range(LANES):
            Y[i, c] *= factor
