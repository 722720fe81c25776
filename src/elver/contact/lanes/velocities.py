"""Velocities of a step of machines side by side: without impulses, relative ones at the contacts, and those at its end."""

from __future__ import annotations

import numpy as np

from elver.compiled.lanes import inner, larger, mark, put, select, smaller, spread, take
from elver.contact.lanes.linear import factor, solve_lower, solve_rows, solve_upper, times_rows
from elver.contact.lanes.projections import project_lanes
from elver.contact.solvers.newton import WEIGHT
from elver.statuses import RUNAWAY


@inner
def free_velocity_lanes(terms, n, u, dt, implicit, A, R, unpushed):
    """Velocities without impulses and the factor of their matrix, see ``velocities.free_velocity``."""
    for i in range(n):
        a, b, j = spread(0.0), spread(0.0), 0
        while j + 1 < n:
            x, y = take(terms.M, i * n + j), take(terms.M, i * n + j + 1)
            put(A, i * n + j, x)
            put(A, i * n + j + 1, y)
            a, b, j = a + x * take(u, j), b + y * take(u, j + 1), j + 2
        if j < n:
            x = take(terms.M, i * n + j)
            put(A, i * n + j, x)
            a = a + x * take(u, j)
        b = a + b + dt * take(terms.f, i)
        if implicit:
            damping = take(terms.c, i)
            put(A, i * n + i, take(A, i * n + i) + dt * (damping + 0.5 * dt * take(terms.s, i)))
            b = b + dt * damping * take(u, i)
        put(unpushed, i, b)
    factor(A, n, n, R, spread(0.0) == 0.0)
    solve_upper(R, n, unpushed)
    solve_lower(R, n, unpushed)


@inner
def contact_factor_lanes(R, rows, size, unpushed):
    """B = W R^-1 and the relative velocities without impulses."""
    n, count = size.freedoms, size.rows
    solve_rows(R, n, count, rows.reach, rows.W, rows.B)
    times_rows(rows.W, n, count, rows.reach, unpushed, rows.free)


@inner
def bounce_lanes(restitution, rows, size, u):
    """Newton's law of impacts, see ``velocities.bounce``."""
    n, e = size.freedoms, take(restitution, 0)
    for s in range(size.slots):
        r, before = 2 * size.pairs + s * size.stride, spread(0.0)
        for i in range(n):
            before = before + take(rows.W, r * n + i) * take(u, i)
        put(rows.free, r, take(rows.free, r) + e * smaller(before, spread(0.0)))


@inner
def residual_lanes(rows, size, y, scale, weight, gamma, error):
    """Natural-map residuals of the impulses with y = B^T P, see ``problem.residual``; infinite where they are no numbers.

    weight: of the blocks, see ``newton.block_weights``.   gamma: room.
    """
    pairs, P, free, part = size.pairs, rows.P, rows.free, 1.0 / WEIGHT
    times_rows(rows.B, size.freedoms, size.rows, rows.reach, y, gamma)
    worst, finite = spread(0.0), spread(0.0) == 0.0
    for k in range(pairs):
        r, limits = 2 * k, rows.limits
        w = part * take(weight, k)
        x, z = take(P, r) - free_at(free, gamma, r) * w, take(P, r + 1) - free_at(free, gamma, r + 1) * w
        px, pz = project_lanes(x, z, take(limits, 3 * k), take(limits, 3 * k + 1), take(limits, 3 * k + 2))
        a, b = abs(take(P, r) - px), abs(take(P, r + 1) - pz)
        worst, finite = larger(larger(a, b), worst), finite & (a < np.inf) & (b < np.inf)
    for s in range(size.slots):
        r, own = 2 * pairs + s * size.stride, pairs + s * size.stride
        x = take(P, r) - free_at(free, gamma, r) * (part * take(weight, own))
        wrong = abs(take(P, r) - larger(x, spread(0.0)))
        if size.stride == 2:
            most = take(rows.bound, s) * take(P, r)
            z = take(P, r + 1) - free_at(free, gamma, r + 1) * (part * take(weight, own + 1))
            other = abs(take(P, r + 1) - larger(smaller(z, most), -most))
            worst, finite = larger(other, worst), finite & (other < np.inf)
        worst, finite = larger(wrong, worst), finite & (wrong < np.inf)
    put(error, 0, select(finite, worst / take(scale, 0), np.inf))


@inner
def free_at(free, gamma, r):
    """Relative velocity of a row."""
    return take(free, r) + take(gamma, r)


@inner
def end_velocity_lanes(R, n, y, unpushed, end):
    """end = unpushed + R^-1 y."""
    for i in range(n):
        put(end, i, take(y, i))
    solve_lower(R, n, end)
    for i in range(n):
        put(end, i, take(end, i) + take(unpushed, i))


@inner
def sane_lanes(values, n, sane):
    """Mark the machines whose n numbers are all finite and have not run away."""
    good = spread(0.0) == 0.0
    for i in range(n):
        good = good & (abs(take(values, i)) < RUNAWAY)
    mark(sane, good)
