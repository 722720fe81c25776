"""Moreau's stepping with variations: the exact derivative of every step on the contacts that it found.

A step is done by the very loop of a run without variations. What it found (end velocity, impulses) is then differentiated by the
implicit function theorem: all equations of the step hold for the changed state too, each law as it is in force (active.py). Where
no contact opens or closes and none begins to stick or to slide under a small change, that is the derivative; at such a
switch it is the one of the side on which the run is.
Importing this module imports Numba; do it only where sensitivities are asked for.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.compiled.arrays import all_finite, copy_to
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals
from elver.compiled.system import NUDGE
from elver.contact.moreau.closing import begin_past, close_gaps, find_place, is_cold
from elver.contact.moreau.rows import collect
from elver.contact.moreau.step import addresses, advance_moreau
from elver.contact.moreau.velocities import (
    GAIN,
    MOMENTUM,
    RATE,
    TORQUE,
    WAY,
    contact_factor,
    forget,
    free_velocity,
    predict,
)
from elver.contact.solvers.problem import NORMAL, PAIR
from elver.derivatives.moreau.active import find_active
from elver.derivatives.moreau.desk import make_desk, sort
from elver.derivatives.moreau.impacts import carry_back, carry_there, follow_rates, new_impact
from elver.derivatives.moreau.laws import contact_works, end_change, found_impulses, known_impulses, motor_works
from elver.derivatives.moreau.lifting import find_lifted, shift_change
from elver.derivatives.moreau.rows import change_rows, row_slopes
from elver.derivatives.moreau.tuples import LANES
from elver.statuses import DIVERGED, RUNNING


@compiled
def advance_changes(plain, directions, first, last):
    """Steps first + 1 .. last of a run and of its variations, in place; samples and result as ``advance_moreau`` has them."""
    code, inputs, machine, scene, laws, grid, carried, samples, failure = plain
    now, kept, rates, recent, dt, every = (
        directions.now, directions.samples, directions.rate, carried.last, grid.dt, grid.every
    )  # fmt: skip
    n, flows = len(carried.q), len(carried.works) - 4
    desk = make_desk(len(failure.B), n, len(machine.loads), flows)
    terms, v, contours, how, start = desk.terms, desk.v, desk.contours, desk.how, desk.start
    clock, signals = np.empty(1), np.empty(3 * inputs.coefficients.shape[1])
    pointers = addresses(clock, v.ahead, v.fast, inputs.p, signals, terms, code.work)
    ends = (
        clock.ctypes.data, v.ahead.ctypes.data, inputs.p.ctypes.data, signals.ctypes.data, start.ctypes.data, v.end.ctypes.data,
        v.place.ctypes.data, desk.x.ctypes.data, v.shift.ctypes.data, contours.pushes.ctypes.data, contours.lifts.ctypes.data,
    )  # fmt: skip
    if is_cold(recent[0]) and last > first:
        put_clock(grid.begin + first * dt, inputs, clock, signals)
        stand_still(carried.q, carried.u, desk)
        call_pointers(code.terms, pointers)
        for group in range(now.shape[0]):
            begin_changes(directions, group, ends, desk, sort(now[group], n, flows))
        begin_past(terms.M, carried.u, carried.past)
    earlier, older, origin = np.empty_like(carried.contacts), np.empty_like(carried.past), np.empty(n)
    for step in range(first, last):
        shares = predict(carried.q, carried.u, carried.past, recent, dt, v)
        look_back(carried, origin, start, earlier, older)
        _, status = advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, step, step + 1)
        if status != RUNNING:
            return step, status
        put_clock(grid.begin + (step + 1.0) * dt, inputs, clock, signals)
        call_pointers(code.terms, pointers)
        blocks, used, fresh = collect(
            terms.links, terms.J, machine.outlines, machine.loads, scene, scene.gravity * dt, desk.rows, carried.ground, earlier
        )
        take_impulses(desk.rows, blocks, carried.contacts)
        ahead = shares[1]
        if fresh:
            shares = forget(origin, start, dt, v.base)
        free_velocity(terms.M, terms.f, terms.C, terms.S, older, dt, shares, laws.implicit, v)
        copy_to(carried.u, v.end)
        hit = look_at_step(machine, scene, desk, (blocks, used), dt, shares[1], directions.closed)
        how[0], how[1], how[2], how[3] = dt, 1.0 if laws.implicit else 0.0, 1.0 / (1.0 - shares[0]), 1.0 - shares[1]
        if hit < 0:
            follow_rates(dt, start, v.end, older[MOMENTUM], carried.past[MOMENTUM], rates)
        pace = dt, shares[0], shares[1], ahead, fresh, recent[0] <= 0.0
        for group in range(now.shape[0]):
            mine = sort(now[group], n, flows)
            change_group(plain, directions, group, ends, desk, mine, (blocks, used, hit), pace)
            if not all_finite(now[group]):
                return step, DIVERGED
        if (step + 1) % every == 0 or step + 1 == last:
            keep(now, kept[(step + every) // every])
    return last, RUNNING


@compiled
def look_at_step(machine, scene, desk, found, dt, share, closed):
    """What a step found, for its changes: the laws in force, gaps that were closed, contours; the row of an impact, -1 for none.

    found: blocks and rows.
    """
    terms, rows, v, slopes, (blocks, used) = desk.terms, desk.rows, desk.v, desk.slopes, found
    contact_factor(v.L, rows.W, used, v.end, v.Y, v.B, v.free)
    find_place(dt, share, v)
    close_gaps(rows, blocks, scene.restitution, v)
    find_lifted(rows, blocks, used, v, desk.lifted)
    row_slopes(terms.links, machine.outlines, scene, rows.kind, rows.start, rows.owner, blocks, slopes)
    find_active(rows, blocks, used, v.B, v.free, scene.friction, desk.active)
    for i in range(v.end.shape[0]):
        desk.x[i] = v.place[i] + v.shift[i] - v.ahead[i]
        desk.mean[i] = 0.5 * (desk.start[i] + v.end[i])
    contour_state(terms.J, v.end, desk.start, desk.x, slopes, rows.P, desk.lifted.load, used, desk.contours)
    row_speeds(rows.W, used, desk.start, desk.speeds)
    return new_impact(rows.kind, rows.start, rows.owner, blocks, rows.P, desk.speeds, closed)


@compiled
def change_group(plain, directions, group, ends, desk, mine, found, pace):
    """One step of one group of directions. found: blocks, rows, and the row of an impact.

    pace: length of the step, its shares of the past in velocities and coordinates, that in the prediction, whether a contact
    closed, and whether one that did presses.
    """
    machine, scene, implicit, rates = plain.machine, plain.scene, plain.laws.implicit, directions.rate
    terms, rows, v, slopes, active, lifted, shifts, parts = desk[:8]
    (blocks, used, hit), (dt, before, share, ahead, fresh, pressed) = found, pace
    numbers, outlines, shift = directions.numbers[group], directions.outlines[group], np.zeros(LANES)
    motion = mine.q, mine.u, mine.past
    start_changes(mine, dt, share, ahead, fresh, shifts)
    evaluate_changes(directions, group, ends, desk)
    if hit >= 0:
        around, lag, speed = (parts.links, outlines), (shift, directions.pending[group]), desk.speeds[hit]
        carry_there(hit, terms.M, v.L, active, slopes, (speed, dt), desk.start, rates, around, shifts, lag, motion)
        start_changes(mine, dt, share, ahead, fresh, shifts)
        evaluate_changes(directions, group, ends, desk)
    change_rows(used, slopes, rows.P, desk.contours, parts, outlines, lifted.load, shifts)
    known_impulses(rows, blocks, dt, scene, machine.loads, numbers, directions.loads[group], active, v.free, shifts)
    add_past(terms.S, dt, before, implicit, mine.past, shifts, parts.balance)
    end_change(used, v.L, v.B, terms.J, active, desk.speeds, scene.restitution, numbers, parts.balance, shifts)
    found_impulses(used, v.B, rows.P, scene.friction, active, shifts, desk.moved)
    change_place(dt, share, shifts)
    carried = mine.works, mine.past[TORQUE], mine.powers
    motor_works(terms, dt, before, implicit, machine.motors, (desk.mean, plain.carried.past[TORQUE]), parts, shifts, carried)
    contact_works(rows, blocks, dt, before, desk.speeds, v.free, shifts, mine.works, mine.powers)
    shift_change(rows, blocks, lifted, v, terms.J, slopes, scene.restitution, numbers, outlines, parts, shifts)
    finish_changes(mine, dt, pressed, terms.M, parts.momenta, shifts)
    carry_back(hit, v.end, rates, shift, directions.pending[group], motion)


# --- one step ---------------------------------------------------------------------------------------------------------


@compiled
def put_clock(time, inputs, clock, signals):
    clock[0] = time
    evaluate_signals(time, inputs.breaks, inputs.coefficients, signals)


@compiled
def stand_still(q, u, desk):
    """Put the terms and the graph to a state itself: no step, no impulses, velocities at start and end the same."""
    v, contours, how = desk.v, desk.contours, desk.how
    how[0], how[1], how[2], how[3] = 0.0, 0.0, 1.0, 0.0
    for i in range(q.shape[0]):
        v.ahead[i], v.fast[i], v.end[i], v.place[i], v.shift[i], desk.start[i] = q[i], u[i], u[i], q[i], 0.0, u[i]
    for k in range(contours.pushes.shape[0]):
        contours.pushes[k], contours.lifts[k] = 0.0, 0.0


@compiled
def begin_changes(directions, group, ends, desk, mine):
    """Changes of the momenta M u at the start; of the past besides nothing is known but the velocity."""
    shifts, M, n = desk.shifts, desk.terms.M, mine.q.shape[0]
    for i in range(n):
        for lane in range(LANES):
            shifts.q[i, lane], shifts.fast[i, lane], shifts.start[i, lane] = mine.q[i, lane], mine.u[i, lane], mine.u[i, lane]
    evaluate_changes(directions, group, ends, desk)
    for i in range(n):
        for lane in range(LANES):
            total = desk.parts.momenta[i, lane]
            for j in range(n):
                total += M[i, j] * mine.u[j, lane]
            mine.past[MOMENTUM, i, lane], mine.past[WAY, i, lane] = total, mine.u[i, lane]
            mine.past[RATE, i, lane], mine.past[GAIN, i, lane], mine.past[TORQUE, i, lane] = 0.0, 0.0, 0.0


@compiled
def look_back(carried, origin, start, earlier, older):
    """Keep what a step starts from."""
    copy_to(carried.q, origin)
    copy_to(carried.u, start)
    for i in range(earlier.shape[0]):
        for place in range(earlier.shape[1]):
            earlier[i, place, 0], earlier[i, place, 1] = carried.contacts[i, place, 0], carried.contacts[i, place, 1]
    for k in range(older.shape[0]):
        copy_to(carried.past[k], older[k])


@compiled
def take_impulses(rows, blocks, guess):
    """The impulses that a step found for contacts; those of the ground stand there already."""
    for k in range(blocks):
        if rows.kind[k] != PAIR:
            rows.P[rows.start[k]] = guess[rows.owner[k, 0], rows.owner[k, 1], 0 if rows.kind[k] == NORMAL else 1]


@compiled(fastmath=SUMS)
def contour_state(J, end, start, x, slopes, P, load, used, contours):
    """Velocities and ways of all contours, and the impulses on them: see ``Contours``."""
    for r in range(J.shape[1]):
        contours.after[r], contours.before[r], contours.way[r] = 0.0, 0.0, 0.0
        contours.pushes[r], contours.lifts[r] = 0.0, 0.0
    for k in range(J.shape[0]):
        for r in range(J.shape[1]):
            contours.after[r] += J[k, r] * end[k]
            contours.before[r] += J[k, r] * start[k]
            contours.way[r] += J[k, r] * x[k]
    for r in range(used):
        for which in range(2):
            i = slopes.link[r, which]
            if i >= 0:
                for c in range(3):
                    contours.pushes[3 * i + c] += slopes.factors[r, which, c] * P[r]
                    contours.lifts[3 * i + c] += slopes.factors[r, which, c] * load[r]


@compiled(fastmath=SUMS)
def row_speeds(W, used, start, speeds):
    """Relative velocities of the rows at the start of the step."""
    for r in range(used):
        total = 0.0
        for i in range(start.shape[0]):
            total += W[r, i] * start[i]
        speeds[r] = total


@compiled
def start_changes(mine, dt, share, ahead, fresh, shifts):
    """Changes of the prediction, and of what the coordinates at the end are besides the end velocity's share (``predict``)."""
    for i in range(mine.q.shape[0]):
        for lane in range(LANES):
            u, way = mine.u[i, lane], mine.past[WAY, i, lane]
            shifts.start[i, lane] = u
            shifts.fast[i, lane] = u + dt * mine.past[GAIN, i, lane]
            shifts.q[i, lane] = mine.q[i, lane] + dt * (ahead * way + (1.0 - ahead) * shifts.fast[i, lane])
            shifts.base[i, lane] = mine.q[i, lane] + dt * share * (u if fresh else way)


@compiled
def evaluate_changes(directions, group, ends, desk):
    """Call the native code of ``change_graph``; where a norm has no derivative (at rest), next to that state.

    ends: addresses of arrays that the caller's loop uses too. An array is given back after its last use, its address is no use.
    """
    (clock, ahead, p, signals, start, end, place, x, shift, pushes, lifts), shifts, fast = ends, desk.shifts, desk.v.fast
    nudged, dp, work, out = desk.nudged, directions.p[group], directions.work, shifts.out
    shared = p, signals, start, end, place, x, shift, pushes, lifts, desk.how.ctypes.data
    rest = shifts.q.ctypes.data, shifts.fast.ctypes.data, dp.ctypes.data, shifts.start.ctypes.data
    call_pointers(directions.address, (clock, ahead, fast.ctypes.data, *shared, *rest, out.ctypes.data, work.ctypes.data))
    if not all_finite(out):
        for i in range(fast.shape[0]):
            nudged[i] = fast[i] + NUDGE
        call_pointers(directions.address, (clock, ahead, nudged.ctypes.data, *shared, *rest, out.ctypes.data, work.ctypes.data))


@compiled
def add_past(S, dt, before, implicit, past, shifts, balance):
    """The share of the past in the equations of a step (``free_velocity``)."""
    for i in range(balance.shape[0]):
        stiffness = dt * S[i, i] if implicit else 0.0
        for lane in range(LANES):
            kept = (past[MOMENTUM, i, lane] + before * dt * past[RATE, i, lane]) / (1.0 - before)
            balance[i, lane] += kept - stiffness * shifts.base[i, lane]


@compiled
def change_place(dt, share, shifts):
    """Changes of the coordinates at the end, gaps not closed yet."""
    for i in range(shifts.u.shape[0]):
        for lane in range(LANES):
            shifts.place[i, lane] = shifts.base[i, lane] + dt * (1.0 - share) * shifts.u[i, lane]


@compiled
def finish_changes(mine, dt, pressed, M, momenta, shifts):
    """Coordinates and velocities at the end of the step, and what is kept of it (``keep_past``). shifts.y: of the shift."""
    q, u, past, n = mine.q, mine.u, mine.past, mine.q.shape[0]
    for i in range(n):
        for lane in range(LANES):
            end, place, total = shifts.u[i, lane], shifts.place[i, lane], momenta[i, lane]
            for j in range(n):
                total += M[i, j] * shifts.u[j, lane]
            past[RATE, i, lane] = 0.0 if pressed else (total - past[MOMENTUM, i, lane]) / dt
            past[GAIN, i, lane] = 0.0 if pressed else (end - u[i, lane]) / dt
            past[WAY, i, lane] = end if pressed else (place - q[i, lane]) / dt
            past[MOMENTUM, i, lane], u[i, lane] = total, end
            q[i, lane] = place + shifts.y[i, lane]


@compiled
def keep(now, sample):
    """Copy states and works to a sample."""
    for group in range(sample.shape[0]):
        for i in range(sample.shape[1]):
            copy_to(now[group, i], sample[group, i])
