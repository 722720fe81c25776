"""Time stepping with contacts and set-valued friction: Moreau's scheme with impulses, of second order between impacts.

SNAKE (54)-(70) goes from velocity to velocity at forces of the middle of the step, whose friction and torques belong to its end:
first order. Here all is taken at the end. One step of length h, from q, u and momenta p = M u:

    predict q*, u* at the end from the last step; all terms at (q*, u*); contacts that are closed there; impulses P and u' from

    M u' = p + w h p. + (1 - w) (h f + W P),   gamma = W^T u' (+ restitution), every impulse by its law
    q' = q + h (w v + (1 - w) u')  + the shift that closes the gaps of contacts that press

with the mean rates p. and v of momenta and coordinates over the last step, w = 1/3 (the formula of two steps backwards, BDF2).
f is the rate of the momenta: where nothing acts they stay as they are. In a step in which a contact closes, w = 0, and after one
that pressed the next step knows nothing of the last. P is then the impulse; else P/h is the force at the end. Joints need no
impulses: the coordinates are the engine's own. Joint torques at the end are linearised (``implicit``), or those at (q*, u*).
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_sane, copy_to
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals
from elver.contact.moreau.booking import book_work
from elver.contact.moreau.closing import begin_past, close_gaps, deepest_gap, find_place, is_cold, keep_past
from elver.contact.moreau.passing import steps_over
from elver.contact.moreau.recording import gather, take_sample
from elver.contact.moreau.rows import collect, make_rows
from elver.contact.moreau.tuples import Terms
from elver.contact.moreau.velocities import (
    bounce,
    contact_factor,
    end_velocity,
    forget,
    free_velocity,
    make_velocities,
    predict,
)
from elver.contact.solvers.auto import impulses
from elver.contact.solvers.problem import Problem, residual
from elver.statuses import DIVERGED, NOT_CONVERGED, RUNNING, STEPPED_OVER, TOO_MANY


@compiled
def advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, first, last):
    """Steps first + 1 .. last in place on ``carried``; every ``every``-th goes to its row of the samples, the last one too.

    The arguments are those of tuples.py. Returns the last good step and a status. Where that is not ``last``, what is changed in
    place belongs to no step.
    """
    q, u, works, before, held, guess, hard, gathered, since, past, recent, pushing = carried
    (begin, dt, every), (p, breaks, coefficients), (outlines, loads, motors) = grid, inputs, machine
    table, corners, things, n, room = scene.obstacles, scene.corners, scene.things, len(q), len(failure.B)
    terms, rows, v = make_terms(n, len(loads), len(works) - 4), make_rows(room, n), make_velocities(room, n)
    M, f, C, S, links, J = terms.M, terms.f, terms.C, terms.S, terms.links, terms.J
    W, kind, start, limits, P, B, free = rows.W, rows.kind, rows.start, rows.limits, rows.P, v.B, v.free
    clock, signals = np.empty(1), np.empty(3 * coefficients.shape[1])
    pointers = addresses(clock, v.ahead, v.fast, p, signals, terms, code.work)
    scale = max(loads.sum() * (scene.gravity if scene.gravity > 0.0 else 9.81) * dt, 1e-300)  # weight times dt
    previous, known = np.empty((room, 2), np.int64), -1
    if is_cold(recent[0]):
        look_around(begin + first * dt, q, u, inputs, clock, signals, v)
        call_pointers(code.terms, pointers)
        begin_past(M, u, past)
    for step in range(first, last):
        shares = predict(q, u, past, recent, dt, v)
        clock[0] = begin + (step + 1.0) * dt
        evaluate_signals(clock[0], breaks, coefficients, signals)
        call_pointers(code.terms, pointers)
        if steps_over(before, links, outlines, table, corners, scene.size, failure.passing):
            return step, STEPPED_OVER
        blocks, used, fresh = collect(links, J, outlines, loads, scene, scene.gravity * dt, rows, held, guess)
        if blocks < 0:
            return step, TOO_MANY
        if fresh:
            shares = forget(q, u, dt, v.base)
        free_velocity(M, f, C, S, past, dt, shares, laws.implicit, v)
        contact_factor(v.L, W, used, v.unpushed, v.Y, B, free)
        if scene.restitution > 0.0:
            bounce(scene.restitution, rows, blocks, u, free)
        problem, impulse = Problem(B[:used], free[:used], kind[:blocks], start[:blocks], limits[:blocks]), P[:used]
        sweeps = impulses(laws, problem, impulse, scale, hard, code.small)
        error = residual(problem, impulse, scale)
        end_velocity(v.L, problem.B, impulse, v.unpushed, v.y, v.end)
        if not all_sane(v.end):
            return step, DIVERGED
        if not error <= laws.tolerance:
            keep_problem(failure, problem, impulse, error)
            return step, NOT_CONVERGED
        find_place(dt, shares[1], v)
        hit = close_gaps(rows, blocks, scene.restitution, v)
        deepest = deepest_gap(rows, blocks, v)
        since[0], since[1], since[2] = max(since[0], error), max(since[1], deepest), max(since[2], float(sweeps))
        book_work(works, u, dt, shares[0], terms, laws.implicit, motors, rows, blocks, v, past, recent)
        known = remember(held, guess, rows, blocks, previous, known)
        gather(rows, blocks, things, table.shape[0], dt, shares[0], pushing, gathered)
        keep_past(M, q, u, dt, hit, v, past, recent)
        due = (step + 1) % every == 0
        if due or step + 1 == last:
            take_sample((step + every) // every, due, dt, links, rows, blocks, scene, carried, samples)
    return last, RUNNING


@compiled
def look_around(time, q, u, inputs, clock, signals, v):
    """Put the terms to a state itself, not to a prediction."""
    clock[0] = time
    evaluate_signals(time, inputs.breaks, inputs.coefficients, signals)
    copy_to(q, v.ahead)
    copy_to(u, v.fast)


@compiled
def addresses(clock, q, u, p, signals, terms, work):
    """Where the compiled terms find their arguments and leave their results. All arrays must live as long as they are called."""
    M, f, torque, C, S, links, J, flows = terms
    inputs = clock.ctypes.data, q.ctypes.data, u.ctypes.data, p.ctypes.data, signals.ctypes.data
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
