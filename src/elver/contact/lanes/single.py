"""One machine's contact problem taken out of the lanes, for what plain loops do: hard problems, and the record of a sample."""

from __future__ import annotations

import numpy as np

from elver.compiled.lanes import WIDTH, at, inner, set_at
from elver.contact.moreau.tuples import Rows
from elver.contact.solvers.auto import impulses
from elver.contact.solvers.problem import NORMAL, PAIR, RUBBING, Problem


@inner
def rows_of(rows, size, lane):
    """Blocks of one machine as ``Rows`` whose W is B, how many they are, and the row that each of its rows is in the lanes."""
    n, most, count, pairs = size.freedoms, size.rows, at(rows.count, lane), size.pairs
    kind, start, owner = np.empty(most, np.int64), np.empty(most, np.int64), np.zeros((most, 2), np.int64)
    limits, normal, places = np.zeros((most, 3)), np.zeros((most, 2)), np.empty(most, np.int64)
    blocks, used = 0, 0
    for i in range(pairs):
        kind[blocks], start[blocks], owner[blocks, 0], owner[blocks, 1] = PAIR, used, i, -1
        for c in range(3):
            limits[blocks, c] = at(rows.limits, (3 * i + c) * WIDTH + lane)
        places[used], places[used + 1] = 2 * i, 2 * i + 1
        blocks, used = blocks + 1, used + 2
    for s in range(count):
        first, bound = 2 * s * WIDTH + lane, at(rows.bound, s * WIDTH + lane)
        nx, ny = at(rows.normal, first), at(rows.normal, first + WIDTH)
        for c in range(2 if bound > 0.0 else 1):
            kind[blocks], start[blocks], limits[blocks, 0] = (NORMAL if c == 0 else RUBBING), used, bound
            owner[blocks, 0], owner[blocks, 1] = at(rows.owner, first), at(rows.owner, first + WIDTH)
            normal[blocks, 0], normal[blocks, 1] = (nx, ny) if c == 0 else (-ny, nx)
            places[used] = 2 * pairs + s * size.stride + c
            blocks, used = blocks + 1, used + 1
    B, P = np.empty((used, n)), np.empty(used)
    for r in range(used):
        P[r] = at(rows.P, places[r] * WIDTH + lane)
        for k in range(n):
            B[r, k] = at(rows.B, (places[r] * n + k) * WIDTH + lane)
    return Rows(B, kind, start, limits, owner, normal, P), blocks, places


@inner
def solve_single(rows, size, lane, laws, scale, small):
    """Impulses of one machine by the solver of single runs, in place; the iterations used."""
    own, blocks, places = rows_of(rows, size, lane)
    used = own.P.shape[0]
    free = np.empty(used)
    for r in range(used):
        free[r] = at(rows.free, places[r] * WIDTH + lane)
    problem = Problem(own.W, free, own.kind[:blocks], own.start[:blocks], own.limits[:blocks])
    sweeps = impulses(laws, problem, own.P, at(scale, lane), np.zeros(1, np.int64), small)
    for r in range(used):
        set_at(rows.P, places[r] * WIDTH + lane, own.P[r])
    return sweeps


@inner
def lane_of(numbers, count, lane):
    """One machine's numbers of a block [number, lane]."""
    own = np.empty(count)
    for k in range(count):
        own[k] = at(numbers, k * WIDTH + lane)
    return own


@inner
def pairs_of(numbers, count, lane):
    """One machine's pairs of a block [number, lane]."""
    own = np.empty((count, 2))
    for k in range(count):
        own[k, 0], own[k, 1] = at(numbers, 2 * k * WIDTH + lane), at(numbers, (2 * k + 1) * WIDTH + lane)
    return own
