"""Changes of a step's end velocity, impulses and works, from the laws in force."""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.solvers.problem import NORMAL, PAIR
from elver.derivatives.moreau.active import AT_END, PRESSES, RUBS, SLIDES, lower_lanes, solve_square, upper_lanes
from elver.derivatives.moreau.tuples import LANES

FORWARD, BACKWARD, ACROSS, GRAVITY, RESTITUTION, FRICTION = range(6)  # the order of contact/numbers.py


@compiled(fastmath=SUMS)
def end_change(used, L, B, J, active, speeds, restitution, numbers, shifts):
    """Changes of the end velocity (to ``shifts.u``), of the relative velocities and of the impulses of held rows.

    The impulses' known parts stand in ``shifts.P``.   speeds: relative velocities at the start.   numbers: changes of the scene.
    """
    y, P, gamma, target, held, out, pushes = (
        shifts.y, shifts.P, shifts.gamma, shifts.target, active.held, shifts.out, shifts.pushes
    )  # fmt: skip
    state, count, n = active.state, active.size[0], y.shape[0]
    for i in range(n):
        for lane in range(LANES):
            y[i, lane] = out[i, lane]
        for r in range(J.shape[1]):
            factor = J[i, r]
            for lane in range(LANES):
                y[i, lane] += factor * pushes[r, lane]
    lower_lanes(L, y)
    for r in range(used):
        for i in range(n):
            factor = B[r, i]
            for lane in range(LANES):
                y[i, lane] += factor * P[r, lane]
    if active.size[1] > 0:
        lower_lanes(active.H, y)
        upper_lanes(active.H, y)
    for c in range(count):
        r = held[c]
        bouncing = min(speeds[r], 0.0) if state[r] == PRESSES else 0.0
        again = restitution if bouncing < 0.0 else 0.0
        for lane in range(LANES):
            target[c, lane] = -gamma[r, lane] - numbers[RESTITUTION, lane] * bouncing - again * shifts.before[r, lane]
        for i in range(n):
            factor = B[r, i]
            for lane in range(LANES):
                target[c, lane] -= factor * y[i, lane]
    solve_square(active.S, active.order, count, target)
    for i in range(n):
        for c in range(count):
            factor = active.X[i, c]
            for lane in range(LANES):
                y[i, lane] += factor * target[c, lane]
        for lane in range(LANES):
            shifts.u[i, lane] = y[i, lane]
    upper_lanes(L, shifts.u)


@compiled
def known_impulses(rows, blocks, dt, scene, loads, numbers, heavier, active, gamma, shifts):
    """What of the impulses' changes is known before the end velocity's: friction whose bound changes, or whose row turns.

    gamma: relative velocities at the end.   heavier: changes of the loads.
    """
    kind, start, owner, limits, P, state = rows.kind, rows.start, rows.owner, rows.limits, rows.P, active.state
    ground, g, out, change = scene.ground, scene.gravity, shifts.P, np.empty((3, LANES))
    for k in range(blocks):
        i = start[k]
        for r in range(i, i + (2 if kind[k] == PAIR else 1)):
            for lane in range(LANES):
                out[r, lane] = 0.0
        if kind[k] == PAIR and (state[i] == SLIDES or state[i] == AT_END or state[i + 1] == AT_END):
            link, mass = owner[k, 0], loads[owner[k, 0]]
            for c, own in enumerate((BACKWARD, FORWARD, ACROSS)):
                for lane in range(LANES):
                    bound = heavier[link, lane] * g + mass * numbers[GRAVITY, lane]
                    change[c, lane] = dt * (bound * ground[own] + mass * g * numbers[own, lane])
            widen(limits, k, change, P, gamma, state, i, out)
        elif state[i] == RUBS:
            for lane in range(LANES):
                out[i, lane] = np.sign(P[i]) * numbers[FRICTION, lane] * P[i - 1]
    turn_along(active.size[1], active.sliding, active.tangent, shifts.gamma, out)


@compiled
def turn_along(count, sliding, tangent, gamma, out):
    """Impulses of pairs that slide go along the border of their set as the relative velocity turns."""
    for s in range(count):
        i, t0, t1, d = sliding[s], tangent[s, 0], tangent[s, 1], tangent[s, 2]
        for lane in range(LANES):
            along = d * (t0 * gamma[i, lane] + t1 * gamma[i + 1, lane])
            out[i, lane] -= t0 * along
            out[i + 1, lane] -= t1 * along


@compiled
def widen(limits, k, change, P, gamma, state, i, out):
    """Change of a pair's impulse where its set changes, the relative velocity held.

    P = -(a^2 g0, b^2 g1)/N with N = |(a g0, b g1)| on an ellipse of half axes a, b.
    """
    side = 0 if P[i] > 0 else 1
    a, b, g0, g1 = limits[k, side], limits[k, 2], gamma[i], gamma[i + 1]
    if state[i] == SLIDES:
        N = np.sqrt((a * g0) ** 2 + (b * g1) ** 2)
        for lane in range(LANES):
            da, db = change[side, lane] / N, change[2, lane] / N
            longer = (a * g0 * g0 * da + b * g1 * g1 * db) / (N * N)
            out[i, lane] = a * g0 * (a * longer - 2.0 * da)
            out[i + 1, lane] = b * g1 * (b * longer - 2.0 * db)
        return
    for lane in range(LANES):
        if state[i] == AT_END:
            out[i, lane] = np.sign(P[i]) * change[side, lane]
        if state[i + 1] == AT_END:
            out[i + 1, lane] = np.sign(P[i + 1]) * change[2, lane]


@compiled(fastmath=SUMS)
def found_impulses(used, B, P, friction, active, shifts, moved):
    """All of the impulses' changes and of the relative velocities', now that the motion y is known.

    Both stand without the motion's share so far, which is B y (to ``moved``).
    """
    y, gamma, out = shifts.y, shifts.gamma, shifts.P
    for r in range(used):
        for lane in range(LANES):
            moved[r, lane] = 0.0
        for j in range(y.shape[0]):
            factor = B[r, j]
            for lane in range(LANES):
                moved[r, lane] += factor * y[j, lane]
        for lane in range(LANES):
            gamma[r, lane] += moved[r, lane]
    turn_along(active.size[1], active.sliding, active.tangent, moved, out)
    for c in range(active.size[0]):
        for lane in range(LANES):
            out[active.held[c], lane] = shifts.target[c, lane]
    for r in range(used):
        if active.state[r] == RUBS:
            for lane in range(LANES):
                out[r, lane] += np.sign(P[r]) * friction * out[r - 1, lane]


@compiled
def motor_works(terms, dt, implicit, motors, start, end, acting, shifts, works):
    """Changes of the works of motors and media over one step, see ``book_work``. start, end: velocities then.

    acting: changes of torques and flows, the end velocity held.
    """
    torque, C, S, n = terms.torque, terms.C, terms.S, len(end)
    for i in range(n):
        if motors[i] == 0.0:
            continue
        damping = C[i, i] + 0.5 * dt * S[i, i] if implicit else 0.0
        push = torque[i] - (C[i, i] * (end[i] - start[i]) + 0.5 * dt * S[i, i] * end[i] if implicit else 0.0)
        mean = 0.5 * (start[i] + end[i])
        forward = 1.0 if push * mean > 0.0 else 0.0
        for lane in range(LANES):
            turned = acting[i, lane] - damping * shifts.u[i, lane]
            work = dt * (turned * mean + push * 0.5 * (shifts.start[i, lane] + shifts.u[i, lane]))
            works[0, lane] += work
            works[1, lane] += forward * work
    for k in range(terms.flows.shape[0]):
        for lane in range(LANES):
            works[4 + k, lane] += dt * acting[n + k, lane]


@compiled
def contact_works(rows, blocks, speeds, gamma, shifts, works):
    """Changes of the works of friction and contacts. speeds, gamma: relative velocities at the start and at the end."""
    kind, start, P = rows.kind, rows.start, rows.P
    for k in range(blocks):
        place = 3 if kind[k] == NORMAL else 2
        for r in range(start[k], start[k] + (2 if kind[k] == PAIR else 1)):
            mean, impulse = 0.5 * (speeds[r] + gamma[r]), 0.5 * P[r]
            for lane in range(LANES):
                moved = shifts.before[r, lane] + shifts.gamma[r, lane]
                works[place, lane] -= shifts.P[r, lane] * mean + impulse * moved
