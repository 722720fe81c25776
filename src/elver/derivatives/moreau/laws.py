"""Changes of a step's end velocity, impulses and works, from the laws in force."""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.solvers.problem import NORMAL, PAIR
from elver.derivatives.moreau.active import AT_END, PRESSES, RUBS, SLIDES, solve_lower, solve_square, solve_upper

FORWARD, BACKWARD, ACROSS, GRAVITY, RESTITUTION, FRICTION = range(6)  # the order of contact/numbers.py


@compiled(fastmath=SUMS)
def end_change(found, scene, used, numbers, shifts):
    """Changes of the end velocity (to ``shifts.u``), of all impulses and of the relative velocities.

    The impulses' known parts stand in ``shifts.P``.   numbers: of the scene, as every direction changes them.
    """
    active, B, L, J = found.active, found.velocities.B, found.velocities.L, found.terms.J
    y, P, gamma, target, held = shifts.y, shifts.P, shifts.gamma, shifts.target, active.held
    n, lanes, count = y.shape[0], y.shape[1], active.size[0]
    for i in range(n):
        for lane in range(lanes):
            y[i, lane] = shifts.out[i, lane]
        for r in range(J.shape[1]):
            for lane in range(lanes):
                y[i, lane] += J[i, r] * shifts.pushes[r, lane]
    solve_lower(L, y, lanes)
    for r in range(used):
        for i in range(n):
            for lane in range(lanes):
                y[i, lane] += B[r, i] * P[r, lane]
    if active.size[1] > 0:
        solve_lower(active.H, y, lanes)
        solve_upper(active.H, y, lanes)
    for c in range(count):
        r = held[c]
        bouncing = min(found.before[r], 0.0) if active.state[r] == PRESSES else 0.0
        for lane in range(lanes):
            total = -gamma[r, lane]
            if bouncing < 0.0:
                total -= numbers[RESTITUTION, lane] * bouncing + scene.restitution * shifts.before[r, lane]
            for i in range(n):
                total -= B[r, i] * y[i, lane]
            target[c, lane] = total
    solve_square(active.S, active.order, count, target)
    for i in range(n):
        for c in range(count):
            for lane in range(lanes):
                y[i, lane] += active.X[i, c] * target[c, lane]
    for r in range(used):
        for i in range(n):
            for lane in range(lanes):
                gamma[r, lane] += B[r, i] * y[i, lane]
    for i in range(n):
        for lane in range(lanes):
            shifts.u[i, lane] = y[i, lane]
    solve_upper(L, shifts.u, lanes)


@compiled
def known_impulses(found, blocks, dt, scene, machine, numbers, loads, shifts):
    """What of the impulses' changes is known before the end velocity's: friction whose bound changes."""
    rows, active, lanes = found.rows, found.active, shifts.P.shape[1]
    limits, P, state, ground, g = rows.limits, rows.P, active.state, scene.ground, scene.gravity
    change = np.empty(3)
    for k in range(blocks):
        i = rows.start[k]
        for r in range(i, i + (2 if rows.kind[k] == PAIR else 1)):
            for lane in range(lanes):
                shifts.P[r, lane] = 0.0
        if rows.kind[k] == PAIR and (state[i] == SLIDES or state[i] == AT_END or state[i + 1] == AT_END):
            link = rows.owner[k, 0]
            for lane in range(lanes):
                bound = dt * (loads[link, lane] * g + machine.loads[link] * numbers[GRAVITY, lane])
                for c, own in enumerate((BACKWARD, FORWARD, ACROSS)):
                    change[c] = bound * ground[own] + dt * machine.loads[link] * g * numbers[own, lane]
                widen(limits[k], change, P, found.gamma, state, i, lane, shifts.P)
        elif state[i] == RUBS:
            for lane in range(lanes):
                shifts.P[i, lane] = np.sign(P[i]) * numbers[FRICTION, lane] * P[i - 1]
    for s in range(active.size[1]):
        i, t0, t1, d = active.sliding[s], active.tangent[s, 0], active.tangent[s, 1], active.tangent[s, 2]
        for lane in range(lanes):
            along = d * (t0 * shifts.gamma[i, lane] + t1 * shifts.gamma[i + 1, lane])
            shifts.P[i, lane] -= t0 * along
            shifts.P[i + 1, lane] -= t1 * along


@compiled
def widen(limits, change, P, gamma, state, i, lane, out):
    """Change of a pair's impulse where its set changes, the relative velocity held.

    P = -(a^2 g0, b^2 g1)/N with N = |(a g0, b g1)| on an ellipse of half axes a, b.
    """
    a, da = (limits[0], change[0]) if P[i] > 0 else (limits[1], change[1])
    b, db = limits[2], change[2]
    if state[i] == SLIDES:
        g0, g1 = gamma[i], gamma[i + 1]
        N = np.sqrt((a * g0) ** 2 + (b * g1) ** 2)
        dN = (a * g0 * g0 * da + b * g1 * g1 * db) / N
        out[i, lane] = -2.0 * a * g0 * da / N + a * a * g0 * dN / (N * N)
        out[i + 1, lane] = -2.0 * b * g1 * db / N + b * b * g1 * dN / (N * N)
        return
    if state[i] == AT_END:
        out[i, lane] = np.sign(P[i]) * da
    if state[i + 1] == AT_END:
        out[i + 1, lane] = np.sign(P[i + 1]) * db


@compiled
def found_impulses(found, used, friction, shifts):
    """All of the impulses' changes, now that the relative velocities' are known. ``shifts.P`` holds those of ``known_impulses``.

    The share of what slides was taken with the end velocity held: what the end velocity adds is B y.
    """
    active, P, y, B, lanes = found.active, shifts.P, shifts.y, found.velocities.B, shifts.P.shape[1]
    for s in range(active.size[1]):
        i, t0, t1, d = active.sliding[s], active.tangent[s, 0], active.tangent[s, 1], active.tangent[s, 2]
        for lane in range(lanes):
            along = 0.0
            for j in range(y.shape[0]):
                along += (t0 * B[i, j] + t1 * B[i + 1, j]) * y[j, lane]
            P[i, lane] -= t0 * d * along
            P[i + 1, lane] -= t1 * d * along
    for c in range(active.size[0]):
        for lane in range(lanes):
            P[active.held[c], lane] = shifts.target[c, lane]
    for r in range(used):
        if active.state[r] == RUBS:
            for lane in range(lanes):
                P[r, lane] += np.sign(found.rows.P[r]) * friction * P[r - 1, lane]


@compiled
def change_works(found, blocks, dt, implicit, motors, end, shifts, works):
    """Changes of the works of motors, friction, contacts and media over one step, see ``book_work``. end: velocities then."""
    rows, C, S, start, P = found.rows, found.terms.C, found.terms.S, found.start, found.rows.P
    n, lanes = end.shape[0], works.shape[1]
    acting = shifts.out[shifts.out.shape[0] - n - found.terms.flows.shape[0] :]
    for i in range(n):
        if motors[i] == 0.0:
            continue
        damping = C[i, i] + 0.5 * dt * S[i, i] if implicit else 0.0
        torque = found.terms.torque[i] - (C[i, i] * (end[i] - start[i]) + 0.5 * dt * S[i, i] * end[i] if implicit else 0.0)
        mean = 0.5 * (start[i] + end[i])
        for lane in range(lanes):
            turned = acting[i, lane] - damping * shifts.u[i, lane]
            work = dt * (turned * mean + torque * 0.5 * (shifts.start[i, lane] + shifts.u[i, lane]))
            works[0, lane] += work
            if torque * mean > 0.0:
                works[1, lane] += work
    for k in range(blocks):
        place = 3 if rows.kind[k] == NORMAL else 2
        for r in range(rows.start[k], rows.start[k] + (2 if rows.kind[k] == PAIR else 1)):
            mean = 0.5 * (found.before[r] + found.gamma[r])
            for lane in range(lanes):
                moved = 0.5 * (shifts.before[r, lane] + shifts.gamma[r, lane])
                works[place, lane] -= shifts.P[r, lane] * mean + P[r] * moved
    for k in range(found.terms.flows.shape[0]):
        for lane in range(lanes):
            works[4 + k, lane] += dt * acting[n + k, lane]
