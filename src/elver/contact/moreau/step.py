"""Moreau's midpoint time stepping with contacts and set-valued friction. SNAKE (54)-(70).

One step: qM = qA + dt/2 uA; all terms at qM; contacts that are closed there; impulses and uE from

    M (uE - uA) = f dt + W P,   gamma = W^T uE (+ restitution), every impulse by its law;   qE = qM + dt/2 uE.

Joints need no impulses: the coordinates are the engine's own. Joint torques may be taken at the end of the step, linearised
(``implicit``), which allows steps a hundred times longer than the paper's explicit ones.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.compiled.arrays import all_sane, copy_to
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals
from elver.contact.moreau.paradox import paradox, suspect
from elver.contact.moreau.passing import goes_past
from elver.contact.moreau.recording import gather, take_sample
from elver.contact.moreau.rows import collect, make_rows
from elver.contact.moreau.tuples import Terms
from elver.contact.moreau.velocities import bounce, contact_factor, end_velocity, free_velocity, make_velocities
from elver.contact.solvers.auto import impulses
from elver.contact.solvers.problem import Problem, residual
from elver.statuses import DIVERGED, NOT_CONVERGED, PARADOX, RUNNING, STEPPED_OVER, TOO_MANY


@compiled
def advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, first, last):
    """Steps first + 1 .. last in place on ``carried``; every ``every``-th goes to its row of the samples, the last one too.

    The arguments are those of tuples.py. Returns the last good step and a status. Where that is not ``last``, what is changed in
    place belongs to no step.
    """
    q, u, works, before, held, guess, hard, gathered, since = carried
    (begin, dt, every), (p, breaks, coefficients), (outlines, loads, motors) = grid, inputs, machine
    table, things, implicit, n, room = scene.obstacles, scene.things, laws.implicit, len(q), len(failure.B)
    terms, rows, v = make_terms(n, len(loads), len(works) - 4), make_rows(room, n), make_velocities(room, n)
    middle, end, unpushed, b, y, A, L, Y, B, free = v
    M, f, torque, C, S, links, J, flows = terms
    W, kind, start, limits, P = rows.W, rows.kind, rows.start, rows.limits, rows.P
    clock, signals = np.empty(1), np.empty(3 * coefficients.shape[1])
    pointers = addresses(clock, middle, u, p, signals, terms, code.work)
    scale = max(loads.sum() * (scene.gravity if scene.gravity > 0.0 else 9.81) * dt, 1e-300)  # weight times dt
    previous, known = np.empty((room, 2), np.int64), -1
    for step in range(first, last):
        for i in range(n):
            middle[i] = q[i] + 0.5 * dt * u[i]  # (54)
        clock[0] = begin + ((step + 1.0) * dt if implicit else (step + 0.5) * dt)
        evaluate_signals(clock[0], breaks, coefficients, signals)
        call_pointers(code.terms, pointers)
        if goes_past(before, links, outlines, scene, failure.passing):
            return step, STEPPED_OVER
        free_velocity(M, f, C, S, u, dt, implicit, b, A, L, y, unpushed)
        blocks, used, deepest = collect(links, J, outlines, loads, scene, scene.gravity * dt, rows, held, guess, 0.0)
        if blocks < 0:
            return step, TOO_MANY
        contact_factor(L, W, used, unpushed, Y, B, free)
        if scene.restitution > 0.0:
            bounce(scene.restitution, rows, blocks, u, free)
        problem, impulse = Problem(B[:used], free[:used], kind[:blocks], start[:blocks], limits[:blocks]), P[:used]
        sweeps = impulses(laws, problem, impulse, scale, hard, code.small)
        error = residual(problem, impulse, scale)
        end_velocity(L, problem.B, impulse, unpushed, y, end)
        if not all_sane(end):
            return step, DIVERGED
        if scene.friction > 0.0 and paradox(rows, blocks, problem.B, y, u, unpushed, guess, things, failure.passing):
            return step, PARADOX
        if not error <= laws.tolerance:
            keep_problem(failure, problem, impulse, error)
            suspect(rows, blocks, problem.B, things, failure.passing)
            return step, NOT_CONVERGED
        since[0], since[1], since[2] = max(since[0], error), max(since[1], deepest), max(since[2], float(sweeps))
        book_work(works, u, end, dt, torque, C, S, implicit, motors, flows, rows, blocks)
        known = remember(held, guess, rows, blocks, previous, known)
        gather(rows, blocks, things, table.shape[0], gathered)
        for i in range(n):
            u[i] = end[i]
            q[i] = middle[i] + 0.5 * dt * end[i]
        due = (step + 1) % every == 0
        if due or step + 1 == last:
            take_sample((step + every) // every, due, dt, links, rows, blocks, scene, carried, samples)
    return last, RUNNING


@compiled
def addresses(clock, middle, u, p, signals, terms, work):
    """Where the compiled terms find their arguments and leave their results. All arrays must live as long as they are called."""
    M, f, torque, C, S, links, J, flows = terms
    inputs = clock.ctypes.data, middle.ctypes.data, u.ctypes.data, p.ctypes.data, signals.ctypes.data
    results = M.ctypes.data, f.ctypes.data, torque.ctypes.data, C.ctypes.data, S.ctypes.data, links.ctypes.data, J.ctypes.data
    return (*inputs, *results, flows.ctypes.data, work.ctypes.data)


@compiled
def make_terms(n, links, flows):
    """Arrays that the compiled terms fill, for n freedoms and so many links and flows."""
    return Terms(
        np.empty((n, n)),
        np.empty(n),
        np.empty(n),
        np.empty((n, n)),
        np.empty((n, n)),
        np.empty(4 * links),
        np.empty((n, 3 * links)),
        np.empty(flows),
    )


@compiled(fastmath=SUMS)
def book_work(works, u, uE, dt, torque, C, S, implicit, motors, flows, rows, blocks):
    """Add the work of motors, friction, contacts and media over one step, at the mean of both velocities."""
    W, P, kind, start = rows.W, rows.P, rows.kind, rows.start
    n = u.shape[0]
    for i in range(n):
        if motors[i] == 0.0:
            continue
        acting = torque[i]
        if implicit:
            acting -= C[i, i] * (uE[i] - u[i]) + 0.5 * dt * S[i, i] * uE[i]
        work = dt * acting * 0.5 * (u[i] + uE[i])
        works[0] += work
        works[1] += max(work, 0.0)
    for k in range(blocks):
        for r in range(start[k], start[k] + (2 if kind[k] == 1 else 1)):
            mean = 0.0
            for i in range(n):
                mean += W[r, i] * 0.5 * (u[i] + uE[i])
            works[3 if kind[k] == 0 else 2] -= P[r] * mean
    for k in range(flows.shape[0]):
        works[4 + k] += dt * flows[k]


@compiled(inline="always")
def remember(held, guess, rows, blocks, previous, known):
    """Keep the impulses as the next step's first guess; contacts that have opened start from zero.

    ``previous`` lists the ``known`` entries that were set last time (-1: not known yet, clear all). Returns their new number.
    """
    kind, start, owner, P = rows.kind, rows.start, rows.owner, rows.P
    if known < 0:
        for i in range(guess.shape[0]):
            for o in range(guess.shape[1]):
                guess[i, o, 0], guess[i, o, 1] = 0.0, 0.0
    for k in range(max(known, 0)):
        i, o = previous[k, 0], previous[k, 1]
        guess[i, o, 0], guess[i, o, 1] = 0.0, 0.0
    count = 0
    for k in range(blocks):
        i, o = owner[k, 0], owner[k, 1]
        if kind[k] == 1:
            held[i, 0], held[i, 1] = P[start[k]], P[start[k] + 1]
        else:
            guess[i, o, 0 if kind[k] == 0 else 1] = P[start[k]]
            previous[count, 0], previous[count, 1] = i, o
            count += 1
    return count


@compiled
def keep_problem(failure, problem, P, error):
    """Store a contact problem that was not solved."""
    table, rows, blocks = failure.table, P.shape[0], problem.kind.shape[0]
    for r in range(rows):
        table[0, r], table[1, r] = problem.free[r], P[r]
        copy_to(problem.B[r], failure.B[r])
    for k in range(blocks):
        table[2, k], table[3, k] = problem.kind[k], problem.start[k]
        for c in range(3):
            table[4 + c, k] = problem.limits[k, c]
    table[7, 0], table[7, 1], table[7, 2] = rows, blocks, error
