"""The contact problem of one step, and the residual that judges its solution. SNAKE (44)-(53), (67), (68).

Unknown impulses P of m rows; relative velocities are gamma = free + B y with y = B^T P, where B = W L^-T, W the contact Jacobian
and M = L L^T, so that B B^T = W M^-1 W^T is the contact operator. Rows come in blocks: a normal contact (one row, P >= 0) or a
friction pair (two rows, P in a set). Friction at an obstacle is the row behind its normal one, whose impulse bounds it: solvers
take both together. Every law reads P = prox(P - r gamma). Whatever solves them is judged by ``residual``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.solvers.projections import prox_block

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
