"""What a step does once its impulses are known: gaps of contacts that press are closed, and the past is kept for the next step.

Laws of contact hold for velocities. Coordinates drift away from them, and an impact happens within a step, not at its end: the
contacts that press are moved to where their gaps are 0 (after a bounce: to where they are then), by the motion that their
impulses cause. That motion is the way which a velocity that jumps earlier or later makes.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.chosen.tuples import LAST, SINCE
from elver.contact.moreau.velocities import backward, momentum
from elver.contact.solvers.problem import NORMAL

DEPENDENT = 1e-8  # share of a row that others leave of it: less is none


@compiled
def any_fresh(rows, blocks, guess):
    """Whether a closed contact did not press in the last step."""
    fresh = False
    for k in range(blocks):
        fresh = fresh or (rows.kind[k] == NORMAL and not guess[rows.owner[k, 0], rows.owner[k, 1], 0] > 0.0)
    return fresh


@compiled(fastmath=SUMS)
def find_place(h, before, at, end):
    """Coordinates at the end of a step, gaps not closed yet."""
    for i in range(end.shape[0]):
        at.place[i] = at.base[i] + h * (1.0 - before) * end[i]
        at.shift[i] = 0.0


@compiled(fastmath=SUMS)
def close_gaps(rows, blocks, restitution, guess, at, v):
    """The shift that closes the gaps of all contacts that press; whether one of them did not press before.

    In the space of motions y = L^T shift the rows are those of B: the shortest y is built from one row after the other, each
    freed of those before it (Gram and Schmidt, twice).
    """
    W, kind, start, owner, normal, P = rows.W, rows.kind, rows.start, rows.owner, rows.normal, rows.P
    B, y, Q, n, held, hit = v.B, v.y, v.A, v.y.shape[0], 0, False
    for i in range(n):
        y[i] = 0.0
    for k in range(blocks):
        r = start[k]
        if kind[k] != NORMAL or not P[r] > 0.0:
            continue
        missing = -normal[k, 2]
        if not guess[owner[k, 0], owner[k, 1], 0] > 0.0:
            hit = True
            missing -= restitution * min(normal[k, 2], 0.0)
        if held == n:
            continue
        whole = 0.0
        for i in range(n):
            missing -= W[r, i] * (at.place[i] - at.ahead[i]) + B[r, i] * y[i]
            Q[held, i] = B[r, i]
            whole += B[r, i] * B[r, i]
        left = freed(Q, held)
        if left > DEPENDENT * np.sqrt(whole):
            for i in range(n):
                Q[held, i] /= left
                y[i] += missing / left * Q[held, i]
            held += 1
    if held > 0:
        backward(v.L, y, at.shift)
    return hit


@compiled(fastmath=SUMS)
def freed(Q, k):
    """Free row k of what the rows before it hold, which are of length 1; the length that is left."""
    for _ in range(2):
        for m in range(k):
            part = 0.0
            for i in range(Q.shape[1]):
                part += Q[m, i] * Q[k, i]
            for i in range(Q.shape[1]):
                Q[k, i] -= part * Q[m, i]
    total = 0.0
    for i in range(Q.shape[1]):
        total += Q[k, i] * Q[k, i]
    return np.sqrt(total)


@compiled(fastmath=SUMS)
def deepest_gap(rows, blocks, at):
    """The deepest penetration at the end of a step [m]."""
    deepest = 0.0
    for k in range(blocks):
        if rows.kind[k] == NORMAL:
            gap = rows.normal[k, 2]
            for i in range(at.place.shape[0]):
                gap += rows.W[rows.start[k], i] * (at.place[i] + at.shift[i] - at.ahead[i])
            deepest = max(deepest, -gap)
    return deepest


@compiled
def keep_past(terms, implicit, q, u, h, hit, tried, at, v, past):
    """Keep what the next step looks back at, then move on to the end of this one.

    After an impact it must not look back, nor to the first step of a run, in which motors may just begin to turn the joints.
    """
    end, b, before, last = v.end, v.b, tried.before, past.lengths[LAST]
    hit = hit or last < 0.0
    past.lengths[LAST] = 0.0 if hit else h
    past.counts[SINCE] = 0 if tried.afresh else past.counts[SINCE] + 1
    momentum(terms.M, end, b)
    for i in range(q.shape[0]):
        mean, place = (b[i] - past.momentum[i]) / h, at.place[i] + at.shift[i]
        past.smooth[i] = terms.f[i]
        if implicit:
            past.smooth[i] -= terms.C[i, i] * (end[i] - at.fast[i]) + terms.S[i, i] * (place - at.ahead[i])
        if tried.afresh:
            past.force[i], past.force_change[i] = mean - at.kept[i] + before * past.smooth[i], 0.0
        else:
            force = (mean - at.kept[i]) / (1.0 - before)
            past.force[i], past.force_change[i] = force, (force - past.force[i]) / h
        gain = (end[i] - u[i]) / h
        past.gain_change[i] = 0.0 if tried.afresh else (gain - past.gain[i]) / (0.5 * (h + last))
        past.gain[i] = 0.0 if hit else gain
        past.momentum[i], u[i], q[i] = b[i], end[i], place


@compiled
def begin_past(terms, u, past):
    """Of a start the velocities are known, and all forces but friction and contacts."""
    momentum(terms.M, u, past.momentum)
    for i in range(u.shape[0]):
        past.smooth[i], past.torque[i], past.gain[i], past.gain_change[i] = terms.f[i], terms.torque[i], 0.0, 0.0
