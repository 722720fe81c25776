"""Moreau's stepping with variations: the exact derivative of every step on the contacts that it found.

A step is done by the very loop of a run without variations. What it found (end velocity, impulses) is then differentiated by the
implicit function theorem: all equations of the step hold for the changed state too, each law as it is in force (active.py). Where
no contact opens or closes and none begins to stick or to slide under a small change, that is the derivative; at such a
switch it is the one of the side on which the run is.
Importing this module imports Numba; do it only where sensitivities are asked for.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_finite, copy_to
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals
from elver.compiled.system import NUDGE
from elver.contact.moreau.rows import collect, make_rows
from elver.contact.moreau.step import addresses, advance_moreau, make_terms
from elver.contact.moreau.velocities import contact_factor, free_velocity, make_velocities
from elver.derivatives.moreau.active import find_active, make_active
from elver.derivatives.moreau.laws import change_works, end_change, found_impulses, known_impulses
from elver.derivatives.moreau.rows import change_rows, make_slopes, row_slopes
from elver.derivatives.moreau.tuples import Found, Shifts
from elver.statuses import DIVERGED, RUNNING


@compiled
def advance_changes(plain, directions, first, last):
    """Steps first + 1 .. last of a run and of its variations, in place; samples and result as ``advance_moreau`` has them."""
    code, inputs, machine, scene, laws, grid, carried, samples, failure = plain
    q, u, now, n, every = carried.q, carried.u, directions.now, len(carried.q), grid.every
    links, flows, room, dt = len(machine.loads), len(carried.works) - 4, len(failure.B), grid.dt
    found, shifts = make_found(room, n, links, flows), make_shifts(room, n, links, flows, now.shape[2])
    middle, clock, signals = found.velocities.middle, np.empty(1), np.empty(3 * inputs.coefficients.shape[1])
    how = np.array([dt, 1.0 if laws.implicit else 0.0])
    terms = addresses(clock, middle, found.start, inputs.p, signals, found.terms, code.work)
    for step in range(first, last):
        copy_to(u, found.start)
        for i in range(n):
            middle[i] = q[i] + 0.5 * dt * u[i]
        _, status = advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, step, step + 1)
        if status != RUNNING:
            return step, status
        clock[0] = grid.begin + ((step + 1.0) * dt if laws.implicit else (step + 0.5) * dt)
        evaluate_signals(clock[0], inputs.breaks, inputs.coefficients, signals)
        call_pointers(code.terms, terms)
        blocks, used = look_back(plain, found)
        for group in range(now.shape[0]):
            start_changes(now[group], dt, shifts)
            evaluate_changes(directions, group, (clock, middle, inputs.p, signals, u, how), found, shifts)
            vary_step(plain, directions, group, (blocks, used), found, shifts)
            if not all_finite(now[group]):
                return step, DIVERGED
        if (step + 1) % every == 0 or step + 1 == last:
            directions.samples[(step + every) // every] = now
    return last, RUNNING


@compiled
def make_found(room, n, links, flows):
    """Arrays for what a step found."""
    contours = np.empty(3 * links), np.empty(3 * links), np.empty(3 * links)
    terms, velocities = make_terms(n, links, flows), make_velocities(room, n)
    rows = make_rows(room, n), make_slopes(room), make_active(room, n)
    return Found(*rows, terms, velocities, np.empty(room), np.empty(room), *contours, np.empty(n))


@compiled
def make_shifts(room, n, links, flows, lanes):
    """Arrays for one group of directions."""
    small = np.empty((n, lanes)), np.empty((n, lanes)), np.empty((n, lanes)), np.empty((2 * n + 10 * links + flows, lanes))
    rows = np.empty((room, lanes)), np.empty((room, lanes)), np.empty((room, lanes))
    return Shifts(*small, *rows, np.empty((n, lanes)), np.empty((3 * links, lanes)), np.empty((n, lanes)))


@compiled
def look_back(plain, found):
    """The contact problem of the step just done, its solution and the laws in force there; blocks and rows.

    The impulses stand where the next step would take its first guess from. The terms must be those of this step.
    """
    scene, carried, grid, v, rows, terms = plain.scene, plain.carried, plain.grid, found.velocities, found.rows, found.terms
    outlines, loads, implicit = plain.machine.outlines, plain.machine.loads, plain.laws.implicit
    free_velocity(terms.M, terms.f, terms.C, terms.S, found.start, grid.dt, implicit, v.b, v.A, v.L, v.y, v.unpushed)
    push = scene.gravity * grid.dt
    blocks, used, _ = collect(terms.links, terms.J, outlines, loads, scene, push, rows, carried.ground, carried.contacts)
    contact_factor(v.L, rows.W, used, carried.u, v.Y, v.B, found.gamma)
    row_slopes(terms.links, outlines, scene, rows, blocks, found.slopes)
    find_active(rows, blocks, used, v.B, found.gamma, scene.friction, found.active)
    contour_state(terms.J, carried.u, found.start, found.slopes, rows.P, used, found.V, found.V0, found.pushes)
    for r in range(used):
        found.before[r] = 0.0
        for i in range(rows.W.shape[1]):
            found.before[r] += rows.W[r, i] * found.start[i]
    return blocks, used


@compiled
def contour_state(J, end, start, slopes, P, used, V, V0, pushes):
    """Velocities of all contours at the end and at the start of a step, and the impulses on them."""
    for r in range(V.shape[0]):
        V[r], V0[r], pushes[r] = 0.0, 0.0, 0.0
        for k in range(J.shape[0]):
            V[r] += J[k, r] * end[k]
            V0[r] += J[k, r] * start[k]
    for r in range(used):
        for which in range(2):
            i = slopes.link[r, which]
            if i >= 0:
                for c in range(3):
                    pushes[3 * i + c] += slopes.factors[r, which, c] * P[r]


@compiled
def start_changes(now, dt, shifts):
    """Coordinates in the middle of the step and velocities at its start."""
    n = shifts.q.shape[0]
    for i in range(n):
        for lane in range(now.shape[1]):
            shifts.start[i, lane] = now[n + i, lane]
            shifts.q[i, lane] = now[i, lane] + 0.5 * dt * now[n + i, lane]


@compiled
def evaluate_changes(directions, group, where, found, shifts):
    """Call the native code of ``change_graph``; where a norm has no derivative (at rest), next to that state."""
    clock, middle, p, signals, end, how = where
    at = found.start
    for attempt in range(2):
        call_pointers(
            directions.address,
            (
                clock.ctypes.data, middle.ctypes.data, at.ctypes.data, p.ctypes.data, signals.ctypes.data, end.ctypes.data,
                found.pushes.ctypes.data, how.ctypes.data, shifts.q.ctypes.data, shifts.start.ctypes.data,
                directions.p[group].ctypes.data, shifts.out.ctypes.data, directions.work.ctypes.data,
            ),
        )  # fmt: skip
        if attempt == 1 or all_finite(shifts.out):
            break
        at = found.start + NUDGE


@compiled
def vary_step(plain, directions, group, sizes, found, shifts):
    """The variations of one group over the step that was found, in place."""
    (blocks, used), (n, links, now, dt) = sizes, (len(found.start), len(plain.machine.loads), directions.now[group], plain.grid.dt)
    out, scene, numbers = shifts.out, plain.scene, directions.numbers[group]
    a, b, c, d = n, n + 3 * links, n + 6 * links, n + 10 * links  # parts of ``change_graph``
    change_rows(found, used, out[a:b], out[b:c], out[c:d], directions.outlines[group], shifts)
    known_impulses(found, blocks, dt, scene, plain.machine, numbers, directions.loads[group], shifts)
    end_change(found, scene, used, numbers, shifts)
    found_impulses(found, used, scene.friction, shifts)
    change_works(found, blocks, dt, plain.laws.implicit, plain.machine.motors, plain.carried.u, shifts, now[2 * n :])
    for i in range(n):
        for lane in range(now.shape[1]):
            now[n + i, lane] = shifts.u[i, lane]
            now[i, lane] = shifts.q[i, lane] + 0.5 * dt * shifts.u[i, lane]
