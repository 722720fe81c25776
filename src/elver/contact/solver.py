"""The contact problem of one step and its solution by projections. SNAKE (44)-(53), (67), (68).

Unknown impulses P of m rows; relative velocities are gamma = free + G P with the contact operator G = W^T M^-1 W. Rows come
in blocks: a normal contact (one row, P >= 0) or a friction pair (two rows, P in a set). Block k starts at row ``start[k]``; its
kind is 0 normal, 1 pair in the set with half axes ``limits[k]`` (ahead, behind, across), 2 friction of the normal contact just
before it.
Every law reads P = prox(P - r gamma).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from elver.contact.projections import project


@njit(cache=True)
def prox_block(k, kind, limits, values, P, start):
    """Projection of ``values`` (one or two numbers) on the set of block k; normal impulses bound the friction of kind 2."""
    if kind[k] == 0:
        return max(values[0], 0.0), 0.0
    if kind[k] == 1:
        return project(values[0], values[1], limits[k, 0], limits[k, 1], limits[k, 2])
    bound = limits[k, 0] * P[start[k] - 1]
    return min(max(values[0], -bound), bound), 0.0


@njit(cache=True)
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


@njit(cache=True)
def gauss_seidel(G, free, kind, start, limits, P, scale, tolerance, most):
    """Projected Gauss-Seidel in place on P (its start is the warm start). Returns sweeps used; more than ``most``: not converged.

    A pair that sticks is solved exactly (2x2); one that slides takes projected steps with r = 1/largest eigenvalue of its block.
    """
    m, values = P.shape[0], np.zeros(2)
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
    return most + 1


@njit(cache=True)
def move(G, gamma, P, i, step):
    """Change impulse i and all relative velocities with it; the size of the change."""
    if step != 0.0:
        P[i] += step
        for j in range(gamma.shape[0]):
            gamma[j] += G[j, i] * step
    return abs(step)


@njit(cache=True)
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
        for _ in range(4):
            values[0] = x - (g0 + a * (x - P[i]) + b * (y - P[i + 1])) / largest
            values[1] = y - (g1 + b * (x - P[i]) + d * (y - P[i + 1])) / largest
            x, y = prox_block(k, kind, limits, values, P, start)
    dx, dy = x - P[i], y - P[i + 1]
    return max(move(G, gamma, P, i, dx), move(G, gamma, P, i + 1, dy))


@njit(cache=True)
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
