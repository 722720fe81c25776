"""Velocities of a step of machines side by side: without impulses, relative ones at the contacts, and those at its end."""

from __future__ import annotations

import numpy as np

from elver.compiled.lanes import any_lane, inner, larger, mark, marked, put, select, smaller, spread, take
from elver.contact.lanes.linear import factor, solve_lower, solve_rows, solve_upper, times_rows
from elver.contact.lanes.projections import project_lanes
from elver.contact.moreau.velocities import AFRESH, GAIN, MOMENTUM, RATE, WAY
from elver.contact.solvers.newton import WEIGHT
from elver.statuses import RUNAWAY


@inner
def predict_lanes(state, n, h, step):
    """Where the steps lead if nothing changes, and the shares of what was before, see ``velocities.predict``."""
    q, u, past, length = state.q, state.u, state.past, take(state.last, 0)
    ratio = h / select(length > 0.0, length, h)
    before = select(length > 0.0, ratio / (1.0 + 2.0 * ratio), 0.0)
    share = select(length > 0.0, before, AFRESH)
    for i in range(n):
        fast, base = take(u, i) + h * take(past, GAIN * n + i), take(q, i) + h * share * take(past, WAY * n + i)
        put(step.fast, i, fast)
        put(step.base, i, base)
        put(step.ahead, i, base + h * (1.0 - share) * fast)
    put(step.before, 0, before)
    put(step.share, 0, share)


@inner
def forget_lanes(state, n, h, fresh, step):
    """Machines at which a contact closes do not look back."""
    new = marked(fresh)
    if not any_lane(new):
        return
    put(step.before, 0, select(new, 0.0, take(step.before, 0)))
    put(step.share, 0, select(new, AFRESH, take(step.share, 0)))
    for i in range(n):
        put(step.base, i, select(new, take(state.q, i) + h * AFRESH * take(state.u, i), take(step.base, i)))


@inner
def momentum_lanes(M, n, i, u):
    """Row i of M u."""
    a, b, j = spread(0.0), spread(0.0), 0
    while j + 1 < n:
        a, b, j = a + take(M, i * n + j) * take(u, j), b + take(M, i * n + j + 1) * take(u, j + 1), j + 2
    return a + b if j == n else a + b + take(M, i * n + j) * take(u, j)


@inner
def free_velocity_lanes(terms, past, n, h, implicit, step):
    """Velocities without impulses and the factor of their matrix, see ``velocities.free_velocity``."""
    before, share, A, unpushed = take(step.before, 0), take(step.share, 0), step.A, step.unpushed
    heavier = 1.0 / (1.0 - before)
    for i in range(n):
        b = heavier * (take(past, MOMENTUM * n + i) + before * h * take(past, RATE * n + i)) + h * take(terms.f, i)
        for j in range(i + 1):
            put(A, i * n + j, heavier * take(terms.M, i * n + j))
        if implicit:
            damping, stiffness = take(terms.c, i), take(terms.s, i)
            put(A, i * n + i, take(A, i * n + i) + h * (damping + h * (1.0 - share) * stiffness))
            b = b + h * (damping * take(step.fast, i) + stiffness * (take(step.ahead, i) - take(step.base, i)))
        put(unpushed, i, b)
    factor(A, n, n, step.R)
    solve_upper(step.R, n, unpushed)
    solve_lower(step.R, n, unpushed)


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

    weight: WEIGHT over the trace of every block.   gamma: room for a number per row.
    """
    pairs, P, free, limits = size.pairs, rows.P, rows.free, rows.limits
    times_rows(rows.B, size.freedoms, size.rows, rows.reach, y, gamma)
    worst, finite = spread(0.0), spread(0.0) == 0.0
    for k in range(pairs):
        r, part = 2 * k, take(weight, k) / WEIGHT
        x, z = take(P, r) - free_at(free, gamma, r) * part, take(P, r + 1) - free_at(free, gamma, r + 1) * part
        px, pz = project_lanes(x, z, take(limits, 3 * k), take(limits, 3 * k + 1), take(limits, 3 * k + 2))
        a, b = abs(take(P, r) - px), abs(take(P, r + 1) - pz)
        worst, finite = larger(larger(a, b), worst), finite & (a < np.inf) & (b < np.inf)
    for s in range(size.slots):
        r, own = 2 * pairs + s * size.stride, pairs + s * size.stride
        x = take(P, r) - free_at(free, gamma, r) * (take(weight, own) / WEIGHT)
        wrong = abs(take(P, r) - larger(x, spread(0.0)))
        if size.stride == 2:
            z = take(P, r + 1) - free_at(free, gamma, r + 1) * (take(weight, own + 1) / WEIGHT)
            most = take(rows.bound, s) * take(P, r)
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
