"""The shift that closes gaps (contact/moreau/closing.py), and its change.

With the matrix A of the step and the rows W of contacts whose gaps g are closed, over the way x from the prediction to the end:

    A d = W^T load,    W d = missing = -g - W (z - q)    (less e g where a contact bounces),    x = z + d - q

A change moves all of it: A dd = D + W^T dload and W dd = -dg - dW x - W (dz - dq), D from the graph.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.moreau.closing import DEPENDENT, freed
from elver.contact.solvers.problem import NORMAL
from elver.derivatives.moreau.active import factor_square, lower_lanes, solve_square, upper_lanes
from elver.derivatives.moreau.geometry import NUMBERS
from elver.derivatives.moreau.laws import RESTITUTION
from elver.derivatives.moreau.tuples import LANES, Lifted


@compiled
def make_lifted(room, n):
    """Arrays for so many rows and n freedoms."""
    return Lifted(np.empty(n, np.int64), np.zeros(1, np.int64), np.empty((n, n)), np.empty(n, np.int64), np.zeros(room))


@compiled(fastmath=SUMS)
def find_lifted(rows, blocks, used, v, lifted):
    """The rows that ``close_gaps`` closed, their operator, and the impulses of the shift. v.y holds its motion, v.A room."""
    which, size, S, order, load = lifted
    kind, start, P, B, Q, n = rows.kind, rows.start, rows.P, v.B, v.A, v.y.shape[0]
    size[0] = 0
    for r in range(used):
        load[r] = 0.0
    for k in range(blocks):
        r, count = start[k], size[0]
        if kind[k] != NORMAL or not P[r] > 0.0 or count == n:
            continue
        whole = 0.0
        for i in range(n):
            Q[count, i] = B[r, i]
            whole += B[r, i] * B[r, i]
        left = freed(Q, count)
        if left > DEPENDENT * np.sqrt(whole):
            for i in range(n):
                Q[count, i] /= left
            which[count], size[0] = r, count + 1
    count, target = size[0], np.zeros((n, LANES))
    for a in range(count):
        for c in range(count):
            S[a, c] = 0.0
            for i in range(n):
                S[a, c] += B[which[a], i] * B[which[c], i]
        for i in range(n):
            target[a, 0] += B[which[a], i] * v.y[i]
    factor_square(S, order, count)
    solve_square(S, order, count, target)
    for a in range(count):
        load[which[a]] = target[a, 0]


@compiled(fastmath=SUMS)
def shift_change(rows, blocks, lifted, v, J, slopes, restitution, numbers, outlines, parts, shifts):
    """Change of the shift, to ``shifts.y``. shifts.place, shifts.q, shifts.way and shifts.lifts are known."""
    which, size, S, order, _ = lifted
    y, target, count, n = shifts.y, shifts.target, size[0], shifts.y.shape[0]
    for i in range(n):
        for lane in range(LANES):
            y[i, lane] = 0.0
    if count == 0:
        return
    for i in range(n):
        for lane in range(LANES):
            y[i, lane] = parts.lifting[i, lane]
        for r in range(J.shape[1]):
            factor = J[i, r]
            for lane in range(LANES):
                y[i, lane] += factor * shifts.lifts[r, lane]
    lower_lanes(v.L, y)
    missing(rows, blocks, lifted, slopes, restitution, numbers, outlines, parts.links, shifts, target)
    for c in range(count):
        for i in range(n):
            for lane in range(LANES):
                moved = rows.W[which[c], i] * (shifts.place[i, lane] - shifts.q[i, lane])
                target[c, lane] -= moved + v.B[which[c], i] * y[i, lane]
    solve_square(S, order, count, target)
    for c in range(count):
        for i in range(n):
            for lane in range(LANES):
                y[i, lane] += v.B[which[c], i] * target[c, lane]
    upper_lanes(v.L, y)


@compiled
def missing(rows, blocks, lifted, slopes, restitution, numbers, outlines, dlinks, shifts, target):
    """Change of what the gaps of the lifted rows lack, coordinates at the end and as predicted held."""
    which, size, c = lifted.rows, lifted.size, 0
    for k in range(blocks):
        r = rows.start[k]
        if c == size[0] or which[c] != r:
            continue
        inside = min(rows.normal[k, 2], 0.0) if rows.owner[k, 2] == 1 else 0.0
        again = 1.0 + restitution if inside < 0.0 else 1.0
        for lane in range(LANES):
            target[c, lane] = -shifts.way[r, lane] - numbers[RESTITUTION, lane] * inside
        i, j = slopes.link[r, 0], slopes.link[r, 1]
        for m in range(NUMBERS if j < 0 else 2 * NUMBERS):
            on, own = (i, m) if m < NUMBERS else (j, m - NUMBERS)
            for lane in range(LANES):
                change = dlinks[4 * on + own, lane] if own < 4 else outlines[2 * on + own - 4, lane]
                target[c, lane] -= again * slopes.gap[r, m] * change
        c += 1
