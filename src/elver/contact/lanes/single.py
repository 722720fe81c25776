"""One machine's contact problem taken out of the lanes, for what plain loops do: hard problems, and the record of a sample."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.moreau.tuples import Rows
from elver.contact.solvers.auto import impulses
from elver.contact.solvers.problem import NORMAL, PAIR, RUBBING, Problem


@compiled
def rows_of(rows, size, lane, bare):
    """Blocks of one machine as ``Rows`` (W is B, left empty where ``bare``), and how many blocks and rows they are."""
    n, most = size.freedoms, size.rows
    B = np.empty((0 if bare else most, n))
    kind, start, owner = np.empty(most, np.int64), np.empty(most, np.int64), np.zeros((most, 2), np.int64)
    limits, normal, P = np.zeros((most, 3)), np.zeros((most, 2)), np.empty(most)
    blocks, used = 0, 0
    for i in range(size.pairs):
        kind[blocks], start[blocks], owner[blocks, 0], owner[blocks, 1] = PAIR, used, i, -1
        for c in range(3):
            limits[blocks, c] = rows.limits[i, c, lane]
        used = copy_row(rows, 2 * i, lane, B, P, used, bare)
        used = copy_row(rows, 2 * i + 1, lane, B, P, used, bare)
        blocks += 1
    for s in range(rows.count[lane]):
        first, bound = 2 * size.pairs + s * size.stride, rows.bound[s, lane]
        for c in range(2 if bound > 0.0 else 1):
            kind[blocks], start[blocks], limits[blocks, 0] = (NORMAL if c == 0 else RUBBING), used, bound
            owner[blocks, 0], owner[blocks, 1] = rows.owner[s, 0, lane], rows.owner[s, 1, lane]
            nx, ny = rows.normal[s, 0, lane], rows.normal[s, 1, lane]
            normal[blocks, 0], normal[blocks, 1] = (nx, ny) if c == 0 else (-ny, nx)
            used = copy_row(rows, first + c, lane, B, P, used, bare)
            blocks += 1
    return Rows(B, kind, start, limits, owner, normal, P), blocks, used


@compiled
def copy_row(rows, row, lane, B, P, used, bare):
    """One row of one machine; the number of the next."""
    P[used] = rows.P[row, lane]
    if not bare:
        for k in range(B.shape[1]):
            B[used, k] = rows.B[row, k, lane]
    return used + 1


@compiled
def solve_single(rows, size, lane, laws, scale, small):
    """Impulses of one machine by the solver of single runs, in place; the iterations used."""
    own, blocks, used = rows_of(rows, size, lane, False)
    free = np.empty(used)
    for i in range(2 * size.pairs):
        free[i] = rows.free[i, lane]
    at = 2 * size.pairs
    for s in range(rows.count[lane]):
        for c in range(2 if rows.bound[s, lane] > 0.0 else 1):
            free[at] = rows.free[2 * size.pairs + s * size.stride + c, lane]
            at += 1
    problem = Problem(own.W[:used], free, own.kind[:blocks], own.start[:blocks], own.limits[:blocks])
    sweeps = impulses(laws, problem, own.P[:used], scale[lane], np.zeros(1, np.int64), small)
    at = 0
    for i in range(2 * size.pairs):
        rows.P[i, lane] = own.P[i]
        at += 1
    for s in range(rows.count[lane]):
        for c in range(2 if rows.bound[s, lane] > 0.0 else 1):
            rows.P[2 * size.pairs + s * size.stride + c, lane] = own.P[at]
            at += 1
    return sweeps


@compiled
def lane_of(array, lane, out):
    """One machine's numbers of an array [number, lane]."""
    for k in range(out.shape[0]):
        out[k] = array[k, lane]
    return out


@compiled
def outlines_of(outlines, lane):
    """Outlines of one machine's links."""
    own = np.empty((outlines.shape[0], 2))
    for i in range(outlines.shape[0]):
        own[i, 0], own[i, 1] = outlines[i, 0, lane], outlines[i, 1, lane]
    return own


