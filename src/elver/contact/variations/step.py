"""Impacts whose instants move with the changes: what the steps' own derivative leaves out.

At an impact the velocity jumps from u to u'. A change dq of the coordinates that changes the gap by dg moves the instant of the
impact by t = -dg / gamma, gamma < 0 the velocity of approach, and for so long the machine moves on with the other velocity.
Changes are carried to the instant (dq + u t, du + a t), through the impact, and back (dq' - u' t, du' - a' t), with the
accelerations a and a' before and after, those of the steps there. A run's discrete map keeps its impacts at their steps and does
not know this.
"""

from __future__ import annotations

import numpy as np

from elver._support.statuses import DIVERGED, RUNNING
from elver.codegen.kernels.evaluate import all_finite, call_pointers, copy_to
from elver.codegen.kernels.jit import SUMS, compiled
from elver.codegen.kernels.system import NUDGE
from elver.contact.single.moreau import advance_moreau
from elver.contact.single.problem import NORMAL
from elver.contact.single.step import (
    cholesky,
    collect,
    contact_factor,
    evaluate_terms,
    make_workspace,
    step_matrix,
    term_pointers,
)
from elver.contact.variations.active import (
    contact_works,
    end_change,
    find_active,
    found_impulses,
    known_impulses,
    make_active,
    motor_works,
    solve_square,
    upper_lanes,
)
from elver.contact.variations.arrays import LANES, Shifts
from elver.contact.variations.rows import NUMBERS, change_rows, make_slopes, row_slopes

_SHARP = 5.0  # steps' worth of the forces' own change of velocities: an impact that changes less is a soft one


@compiled
def _new_impact(kind, start, owner, blocks, P, speeds, closed):
    """Row of the contact that has closed at this step, the fastest where there are several; -1 for none.

    closed[link, place]: 1 where a contact was closed at the step before; it is brought up to date.
    """
    found, fastest = -1, 0.0
    if closed.shape[0] == 0:
        return found
    for k in range(blocks):
        if kind[k] == NORMAL:
            i, place, row = owner[k, 0], owner[k, 1], start[k]
            if closed[i, place] == 0 and P[row] > 0.0 and speeds[row] < fastest:
                found, fastest = row, speeds[row]
            closed[i, place] = 2
    for i in range(closed.shape[0]):
        for place in range(closed.shape[1]):
            closed[i, place] = max(closed[i, place] - 1, 0)
    return found


@compiled
def _unit_motion(row, active, L, shifts):
    """The velocity that a unit of relative velocity at a row brings, all other held rows unchanged, to ``shifts.y``.

    Returns the impulse it takes; 0 where the row follows from others.
    """
    y, target, count, place = shifts.y, shifts.target, active.size[0], -1
    for c in range(count):
        for lane in range(LANES):
            target[c, lane] = 1.0 if active.held[c] == row else 0.0
        if active.held[c] == row:
            place = c
    if place < 0:
        return 0.0
    solve_square(active.S, active.order, count, target)
    for i in range(y.shape[0]):
        for lane in range(LANES):
            y[i, lane] = 0.0
        for c in range(count):
            for lane in range(LANES):
                y[i, lane] += active.X[i, c] * target[c, lane]
    upper_lanes(L, y)
    return target[place, 0]


@compiled
def _is_sharp(mass, speed, dt, M, rate):
    """Whether an impact changes velocities by far more than the forces of one step do, both measured by their energy."""
    smooth = 0.0
    for i in range(rate.shape[0]):
        for j in range(rate.shape[0]):
            smooth += rate[i] * M[i, j] * rate[j]
    return mass * speed * speed > (_SHARP * dt) ** 2 * smooth


@compiled
def _carry_there(row, M, L, active, slopes, pace, start, rate, around, shifts, shift, late):
    """Carry changes to the instant of an impact; in a soft one move them out of the contact instead: its instant means nothing.
    Returns whether it was no soft one.

    pace: velocity of approach, step, restitution.   around: changes of the contours' poses and outlines.
    shift: how much later the impact is [s]; late: the same for the velocities.
    """
    (speed, dt, restitution), (dlinks, outlines), q, u = pace, around, shifts.q, shifts.start
    i, j, mass = slopes.link[row, 0], slopes.link[row, 1], _unit_motion(row, active, L, shifts)
    sharp, closer = _is_sharp(mass, speed, dt, M, rate), np.zeros(LANES)
    for k in range(NUMBERS if j < 0 else 2 * NUMBERS):
        on, own = (i, k) if k < NUMBERS else (j, k - NUMBERS)
        for lane in range(LANES):
            change = dlinks[4 * on + own, lane] if own < 4 else outlines[2 * on + own - 4, lane]
            closer[lane] += slopes.gap[row, k] * change
    for lane in range(LANES):
        shift[lane] = -closer[lane] / speed if sharp else 0.0
        late[lane] = shift[lane]
        for k in range(start.shape[0]):
            if sharp:
                q[k, lane] += start[k] * shift[lane]
                u[k, lane] += rate[k] * late[lane]
            elif mass > 0.0:
                q[k, lane] -= (1.0 + restitution) * closer[lane] * shifts.y[k, lane]
    return sharp


@compiled
def _carry_back(row, dt, start, end, shift, late, now):
    """Carry changes back from the instant of an impact; whether they are finite.

    Those of velocities wait for the next step, whose acceleration is the one after the impact.
    """
    n = end.shape[0]
    for lane in range(LANES):
        for k in range(n):
            if row >= 0:
                now[k, lane] -= end[k] * shift[lane]
            elif late[lane] != 0.0:
                now[n + k, lane] -= (end[k] - start[k]) / dt * late[lane]
        if row < 0:
            late[lane] = 0.0
    return all_finite(now)


@compiled
def _follow_rate(row, dt, start, end, rate):
    """Acceleration of the last step without an impact."""
    if row < 0:
        for k in range(end.shape[0]):
            rate[k] = (end[k] - start[k]) / dt


# --- Moreau's stepping with variations: the exact derivative of every step on the contacts that it found.
#
# A step is done by the very loop of a run without variations. What it found (end velocity, impulses) is then differentiated by
# the implicit function theorem: all equations of the step hold for the changed state too, each law as it is in force (active.py).
# Where no contact opens or closes and none begins to stick or to slide under a small change, that is the derivative; at such a
# switch it is the one of the side on which the run is.


@compiled
def advance_changes(plain, directions, first, last):
    """Steps first + 1 .. last of a run and of its variations, in place; samples and result as ``advance_moreau`` has them."""
    code, inputs, machine, scene, laws, grid, carried, samples, failure = plain
    now = directions.now
    pending = directions.pending
    hits = directions.hits
    rate = directions.rate
    q = carried.q
    u = carried.u
    dt = grid.dt
    implicit = laws.implicit
    n, links, flows, capacity = len(q), len(machine.loads), len(carried.works) - 4, len(failure.B)
    ahead = 1.0 if implicit else 0.5
    # arrays of one step, and of the changes of one group of directions
    work = make_workspace(inputs, machine, carried, failure)
    terms = work.terms
    rows = work.rows
    middle = work.velocities.middle
    A = work.velocities.A
    L = work.velocities.L
    B = work.velocities.B
    gamma = work.velocities.free  # relative velocities at the end
    speeds = np.empty(capacity)  # relative velocities at the start
    slopes, active, shifts = make_slopes(capacity), make_active(capacity, n), _make_shifts(capacity, n, links, flows)
    moved, shift = np.empty((capacity, LANES)), np.empty(LANES)
    contours = np.empty((3, 3 * links))
    V, V0, pushes = contours[0], contours[1], contours[2]
    start, nudged = np.empty(n), np.empty(n)
    how = np.array([dt, 1.0 if implicit else 0.0])
    out = shifts.out
    b, c, d = n + 3 * links, n + 6 * links, n + 10 * links
    dV, dV0, dlinks, drest = out[n:b], out[b:c], out[c:d], out[d:]  # parts of ``change_graph``
    pointers = term_pointers(code.work, inputs.p, work, middle, start)
    shared = (
        work.clock.ctypes.data, middle.ctypes.data, inputs.p.ctypes.data, work.signals.ctypes.data, u.ctypes.data,
        pushes.ctypes.data,
    )  # fmt: skip
    for step in range(first, last):
        _begin_step(q, u, dt, start, middle)
        _, status = advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, step, step + 1)
        if status != RUNNING:
            return step, status
        evaluate_terms(
            code.terms, inputs.breaks, inputs.coefficients, work.clock, work.signals, pointers, grid.begin + (step + ahead) * dt
        )
        step_matrix(terms.M, terms.C, terms.S, 1.0, dt, 0.5 * dt, implicit, A)
        cholesky(A, L)
        blocks, used, _ = collect(
            terms.links, terms.J, rows, machine.outlines, machine.loads, scene, carried.ground, carried.contacts,
            scene.gravity * dt, 0.0,
        )  # fmt: skip
        contact_factor(L, rows.W, used, u, work.velocities.Y, B, gamma)
        row_slopes(terms.links, machine.outlines, scene, rows.kind, rows.start, rows.owner, blocks, slopes)
        find_active(rows, blocks, used, B, gamma, scene.friction, active)
        _contour_state(terms.J, u, start, slopes.link, slopes.factors, rows.P, used, contours)
        _row_speeds(rows.W, used, start, speeds)
        hit = _new_impact(rows.kind, rows.start, rows.owner, blocks, rows.P, speeds, directions.closed)
        for group in range(now.shape[0]):
            pdot, larger = directions.p[group], directions.outlines[group]
            numbers, heavier = directions.numbers[group], directions.loads[group]
            _start_changes(now[group], dt, shifts.q, shifts.start)
            _evaluate_changes(directions, shared, how, start, nudged, shifts, pdot)
            if hit >= 0:
                pace, around = (speeds[hit], dt, scene.restitution), (dlinks, larger)
                sharp = _carry_there(hit, terms.M, L, active, slopes, pace, start, rate, around, shifts, shift, pending[group])
                hits[0] += 1 if sharp and group == 0 else 0
                _evaluate_changes(directions, shared, how, start, nudged, shifts, pdot)
            change_rows(used, slopes, rows.P, V, V0, dV, dV0, dlinks, larger, shifts)
            known_impulses(rows, blocks, dt, scene, machine.loads, numbers, heavier, active, gamma, shifts)
            end_change(used, L, B, terms.J, active, speeds, scene.restitution, numbers, shifts)
            found_impulses(used, B, rows.P, scene.friction, active, shifts, moved)
            motor_works(terms, dt, implicit, machine.motors, start, u, drest, shifts, now[group, 2 * n :])
            contact_works(rows, blocks, speeds, gamma, shifts, now[group, 2 * n :])
            _finish_changes(now[group], dt, shifts.q, shifts.u)
            if not _carry_back(hit, dt, start, u, shift, pending[group], now[group]):
                return step, DIVERGED
        _follow_rate(hit, dt, start, u, rate)
        if (step + 1) % grid.every == 0 or step + 1 == last:
            _keep(now, directions.samples[(step + grid.every) // grid.every])
    return last, RUNNING


@compiled
def _begin_step(q, u, dt, start, middle):
    """Velocities at the start of a step and coordinates in its middle."""
    for i in range(q.shape[0]):
        start[i], middle[i] = u[i], q[i] + 0.5 * dt * u[i]


@compiled
def _make_shifts(capacity, n, links, flows):
    """Arrays for one group of directions."""
    small = np.empty((n, LANES)), np.empty((n, LANES)), np.empty((n, LANES)), np.empty((2 * n + 10 * links + flows, LANES))
    rows = np.empty((capacity, LANES)), np.empty((capacity, LANES)), np.empty((capacity, LANES))
    return Shifts(*small, *rows, np.empty((n, LANES)), np.empty((3 * links, LANES)), np.empty((n, LANES)))


@compiled(fastmath=SUMS)
def _contour_state(J, end, start, link, factors, P, used, contours):
    """Velocities of all contours at the end and at the start of a step, and the impulses on them."""
    for r in range(J.shape[1]):
        contours[0, r], contours[1, r], contours[2, r] = 0.0, 0.0, 0.0
    for k in range(J.shape[0]):
        for r in range(J.shape[1]):
            contours[0, r] += J[k, r] * end[k]
            contours[1, r] += J[k, r] * start[k]
    for r in range(used):
        for which in range(2):
            i = link[r, which]
            if i >= 0:
                for c in range(3):
                    contours[2, 3 * i + c] += factors[r, which, c] * P[r]


@compiled(fastmath=SUMS)
def _row_speeds(W, used, start, speeds):
    """Relative velocities of the rows at the start of the step."""
    for r in range(used):
        total = 0.0
        for i in range(start.shape[0]):
            total += W[r, i] * start[i]
        speeds[r] = total


@compiled
def _start_changes(now, dt, q, u):
    """Coordinates in the middle of the step and velocities at its start."""
    n = q.shape[0]
    for i in range(n):
        for lane in range(LANES):
            u[i, lane] = now[n + i, lane]
            q[i, lane] = now[i, lane] + 0.5 * dt * now[n + i, lane]


@compiled
def _evaluate_changes(directions, shared, how, start, nudged, shifts, dp):
    """Call the native code of ``change_graph``; where a norm has no derivative (at rest), next to that state.

    shared: addresses of arrays that the caller's loop uses too. An array is given back after its last use, its address is no use.
    """
    (clock, middle, p, signals, end, pushes), dq, du, out = shared, shifts.q, shifts.start, shifts.out
    address, work = directions.address, directions.work
    rest = pushes, how.ctypes.data, dq.ctypes.data, du.ctypes.data, dp.ctypes.data, out.ctypes.data, work.ctypes.data
    call_pointers(address, (clock, middle, start.ctypes.data, p, signals, end, *rest))
    if not all_finite(out):
        for i in range(start.shape[0]):
            nudged[i] = start[i] + NUDGE
        call_pointers(address, (clock, middle, nudged.ctypes.data, p, signals, end, *rest))


@compiled
def _finish_changes(now, dt, q, u):
    """Coordinates and velocities at the end of the step."""
    n = q.shape[0]
    for i in range(n):
        for lane in range(LANES):
            now[n + i, lane] = u[i, lane]
            now[i, lane] = q[i, lane] + 0.5 * dt * u[i, lane]


@compiled
def _keep(now, sample):
    """Copy all changes to a sample."""
    for group in range(now.shape[0]):
        for i in range(now.shape[1]):
            copy_to(now[group, i], sample[group, i])
