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
from elver.contact.moreau.rows import collect, make_rows
from elver.contact.moreau.step import addresses, advance_moreau, make_terms
from elver.contact.moreau.velocities import cholesky, contact_factor, make_velocities
from elver.derivatives.moreau.active import find_active, make_active
from elver.derivatives.moreau.impacts import carry_back, carry_there, follow_rate, new_impact
from elver.derivatives.moreau.laws import contact_works, end_change, found_impulses, known_impulses, motor_works
from elver.derivatives.moreau.rows import change_rows, make_slopes, row_slopes
from elver.derivatives.moreau.tuples import LANES, Shifts
from elver.statuses import DIVERGED, RUNNING


@compiled
def advance_changes(plain, directions, first, last):
    """Steps first + 1 .. last of a run and of its variations, in place; samples and result as ``advance_moreau`` has them."""
    code, inputs, machine, scene, laws, grid, carried, samples, failure = plain
    address, work, now, kept, pdot, numbers, heavier, larger, closed, rate, pending, hits = directions
    q, u, held, guess, p, implicit = carried.q, carried.u, carried.ground, carried.contacts, inputs.p, laws.implicit
    outlines, loads, motors, dt, every = machine.outlines, machine.loads, machine.motors, grid.dt, grid.every
    n, links, flows, room = len(q), len(loads), len(carried.works) - 4, len(failure.B)
    terms, rows, v, slopes, active = (
        make_terms(n, links, flows), make_rows(room, n), make_velocities(room, n), make_slopes(room), make_active(room, n)
    )  # fmt: skip
    shifts, moved, speeds, contours = (
        make_shifts(room, n, links, flows), np.empty((room, LANES)), np.empty(room), np.empty((3, 3 * links))
    )  # fmt: skip
    clock, signals, how = np.empty(1), np.empty(3 * inputs.coefficients.shape[1]), np.array([dt, 1.0 if implicit else 0.0])
    middle, A, L, Y, B, gamma, W, P, J = v.middle, v.A, v.L, v.Y, v.B, v.free, rows.W, rows.P, terms.J
    start, nudged, shift, out = np.empty(n), np.empty(n), np.empty(LANES), shifts.out
    V, V0, pushes = contours[0], contours[1], contours[2]
    a, b, c, d = n, n + 3 * links, n + 6 * links, n + 10 * links  # parts of ``change_graph``
    pointers = addresses(clock, middle, start, p, signals, terms, code.work)
    ends = clock.ctypes.data, middle.ctypes.data, p.ctypes.data, signals.ctypes.data, u.ctypes.data, pushes.ctypes.data
    for step in range(first, last):
        begin_step(q, u, dt, start, middle)
        _, status = advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, step, step + 1)
        if status != RUNNING:
            return step, status
        clock[0] = grid.begin + ((step + 1.0) * dt if implicit else (step + 0.5) * dt)
        evaluate_signals(clock[0], inputs.breaks, inputs.coefficients, signals)
        call_pointers(code.terms, pointers)
        step_factor(terms.M, terms.C, terms.S, dt, implicit, A, L)
        blocks, used, _ = collect(terms.links, J, outlines, loads, scene, scene.gravity * dt, rows, held, guess, 0.0)
        contact_factor(L, W, used, u, Y, B, gamma)
        row_slopes(terms.links, outlines, scene, rows.kind, rows.start, rows.owner, blocks, slopes)
        find_active(rows, blocks, used, B, gamma, scene.friction, active)
        contour_state(J, u, start, slopes.link, slopes.factors, P, used, contours)
        row_speeds(W, used, start, speeds)
        hit = new_impact(rows.kind, rows.start, rows.owner, blocks, P, speeds, closed)
        for group in range(now.shape[0]):
            start_changes(now[group], dt, shifts.q, shifts.start)
            evaluate_changes(address, ends, how, start, nudged, shifts, pdot[group], work)
            if hit >= 0:
                pace, around = (speeds[hit], dt, scene.restitution), (out[c:d], larger[group])
                sharp = carry_there(hit, terms.M, L, active, slopes, pace, start, rate, around, shifts, shift, pending[group])
                hits[0] += 1 if sharp and group == 0 else 0
                evaluate_changes(address, ends, how, start, nudged, shifts, pdot[group], work)
            change_rows(used, slopes, P, V, V0, out[a:b], out[b:c], out[c:d], larger[group], shifts)
            known_impulses(rows, blocks, dt, scene, loads, numbers[group], heavier[group], active, gamma, shifts)
            end_change(used, L, B, J, active, speeds, scene.restitution, numbers[group], shifts)
            found_impulses(used, B, P, scene.friction, active, shifts, moved)
            motor_works(terms, dt, implicit, motors, start, u, out[d:], shifts, now[group, 2 * n :])
            contact_works(rows, blocks, speeds, gamma, shifts, now[group, 2 * n :])
            finish_changes(now[group], dt, shifts.q, shifts.u)
            if not carry_back(hit, dt, start, u, shift, pending[group], now[group]):
                return step, DIVERGED
        follow_rate(hit, dt, start, u, rate)
        if (step + 1) % every == 0 or step + 1 == last:
            keep(now, kept[(step + every) // every])
    return last, RUNNING


@compiled
def begin_step(q, u, dt, start, middle):
    """Velocities at the start of a step and coordinates in its middle."""
    for i in range(q.shape[0]):
        start[i], middle[i] = u[i], q[i] + 0.5 * dt * u[i]


@compiled
def make_shifts(room, n, links, flows):
    """Arrays for one group of directions."""
    small = np.empty((n, LANES)), np.empty((n, LANES)), np.empty((n, LANES)), np.empty((2 * n + 10 * links + flows, LANES))
    rows = np.empty((room, LANES)), np.empty((room, LANES)), np.empty((room, LANES))
    return Shifts(*small, *rows, np.empty((n, LANES)), np.empty((3 * links, LANES)), np.empty((n, LANES)))


@compiled
def step_factor(M, C, S, dt, implicit, A, L):
    """Factor of the matrix of a step, as ``free_velocity`` has it."""
    for i in range(M.shape[0]):
        for j in range(i + 1):
            A[i, j] = M[i, j]
        if implicit:
            A[i, i] += dt * (C[i, i] + 0.5 * dt * S[i, i])
    cholesky(A, L)


@compiled(fastmath=SUMS)
def contour_state(J, end, start, link, factors, P, used, contours):
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
def row_speeds(W, used, start, speeds):
    """Relative velocities of the rows at the start of the step."""
    for r in range(used):
        total = 0.0
        for i in range(start.shape[0]):
            total += W[r, i] * start[i]
        speeds[r] = total


@compiled
def start_changes(now, dt, q, u):
    """Coordinates in the middle of the step and velocities at its start."""
    n = q.shape[0]
    for i in range(n):
        for lane in range(LANES):
            u[i, lane] = now[n + i, lane]
            q[i, lane] = now[i, lane] + 0.5 * dt * now[n + i, lane]


@compiled
def evaluate_changes(address, ends, how, start, nudged, shifts, dp, work):
    """Call the native code of ``change_graph``; where a norm has no derivative (at rest), next to that state.

    ends: addresses of arrays that the caller's loop uses too. An array is given back after its last use, its address is no use.
    """
    (clock, middle, p, signals, end, pushes), dq, du, out = ends, shifts.q, shifts.start, shifts.out
    rest = pushes, how.ctypes.data, dq.ctypes.data, du.ctypes.data, dp.ctypes.data, out.ctypes.data, work.ctypes.data
    call_pointers(address, (clock, middle, start.ctypes.data, p, signals, end, *rest))
    if not all_finite(out):
        for i in range(start.shape[0]):
            nudged[i] = start[i] + NUDGE
        call_pointers(address, (clock, middle, nudged.ctypes.data, p, signals, end, *rest))


@compiled
def finish_changes(now, dt, q, u):
    """Coordinates and velocities at the end of the step."""
    n = q.shape[0]
    for i in range(n):
        for lane in range(LANES):
            now[n + i, lane] = u[i, lane]
            now[i, lane] = q[i, lane] + 0.5 * dt * u[i, lane]


@compiled
def keep(now, sample):
    """Copy all changes to a sample."""
    for group in range(now.shape[0]):
        for i in range(now.shape[1]):
            copy_to(now[group, i], sample[group, i])
