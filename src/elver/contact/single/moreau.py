"""Moreau's midpoint time stepping with contacts and set-valued friction, one machine at a time. SNAKE (54)-(70).

One step of length h from q and u, with M, f, W at the middle and the contacts that are closed there:

    q* = q + h/2 u                                                                (54)
    M (u' - u) = h f + W^T P,   gamma = W u' (+ restitution), every impulse P by its law
    q' = q* + h/2 u'

Joints need no impulses: the coordinates are the engine's own. Joint torques may be taken at the end of the step, linearised
(``implicit``: f becomes f - C (u' - u) - h/2 S u'), which allows steps a hundred times longer than the paper's explicit ones.
The parts of a step are those of step.py; ``contact/simd/step.py`` takes the same steps for several machines side by side.
"""

from __future__ import annotations

import numpy as np

from elver._support.statuses import DIVERGED, NOT_CONVERGED, PARADOX, RUNNING, STEPPED_OVER, TOO_MANY
from elver.codegen.kernels.evaluate import all_sane
from elver.codegen.kernels.jit import SUMS, compiled
from elver.contact.single.events import goes_past
from elver.contact.single.problem import NORMAL, PAIR, Problem
from elver.contact.single.records import gather, take_sample
from elver.contact.single.step import (
    collect,
    evaluate_terms,
    find_end,
    find_relative_velocities,
    make_workspace,
    momentum,
    refuse_problem,
    remember,
    slides_into_paradox,
    solve_free,
    step_matrix,
    term_pointers,
)


@compiled
def advance_moreau(code, inputs, machine, scene, laws, grid, carried, samples, failure, first, last):
    """Steps first + 1 .. last in place on ``carried``; every ``every``-th goes to its row of the samples, the last one too.

    The arguments are those of arrays.py. Returns the last good step and a status. Where that is not ``last``, what is changed in
    place belongs to no step.
    """
    work = make_workspace(inputs, machine, carried, failure)
    _, breaks, coefficients = inputs
    terms, rows, clock, signals = work.terms, work.rows, work.clock, work.signals
    M, f, torque, C, S, links, J, flows = terms
    W, kind, start, limits, impulse = rows.W, rows.kind, rows.start, rows.limits, rows.P
    middle, end, unpushed, b, y, A, L, Y, B, free = work.velocities
    q, u, works, before, warm_ground, warm_contacts, hard, gathered, since = carried
    outlines, loads, motors = machine
    things, obstacles, passing = scene.things, scene.obstacles.shape[0], failure.passing
    dt, implicit = grid.dt, laws.implicit
    pointers = term_pointers(code.work, inputs.p, work, middle, u)
    ahead = 1.0 if implicit else 0.5
    scale = max(loads.sum() * (scene.gravity if scene.gravity > 0.0 else 9.81) * dt, 1e-300)  # weight times dt
    previous, known = np.empty((len(failure.B), 2), np.int64), -1
    for step in range(first, last):
        for i in range(q.shape[0]):
            middle[i] = q[i] + 0.5 * dt * u[i]  # (54)
        evaluate_terms(code.terms, breaks, coefficients, clock, signals, pointers, grid.begin + (step + ahead) * dt)
        if goes_past(before, links, outlines, scene, passing):
            return step, STEPPED_OVER
        _find_free_forces(M, f, C, u, dt, implicit, b)
        step_matrix(M, C, S, 1.0, dt, 0.5 * dt, implicit, A)
        solve_free(A, L, b, y, unpushed)
        load_factor = scene.gravity * dt
        blocks, used, deepest = collect(links, J, rows, outlines, loads, scene, warm_ground, warm_contacts, load_factor, 0.0)
        if blocks < 0:
            return step, TOO_MANY
        find_relative_velocities(L, W, kind, start, unpushed, Y, B, free, u, scene.restitution, blocks, used)
        problem, P = Problem(B[:used], free[:used], kind[:blocks], start[:blocks], limits[:blocks]), impulse[:used]
        error, iterations = find_end(problem, P, L, unpushed, y, end, laws, hard, code.small, scale)
        if not all_sane(end):
            return step, DIVERGED
        if scene.friction > 0.0 and slides_into_paradox(rows, blocks, B, y, u, unpushed, warm_contacts, things, passing):
            return step, PARADOX
        if not error <= laws.tolerance:
            refuse_problem(failure, problem, P, error, rows, blocks, things)
            return step, NOT_CONVERGED
        since[0], since[1], since[2] = max(since[0], error), max(since[1], deepest), max(since[2], float(iterations))
        _add_work(works, u, end, dt, torque, C, S, flows, implicit, motors, rows, blocks)
        known = remember(warm_ground, warm_contacts, rows, blocks, previous, known)
        gather(rows, blocks, things, obstacles, gathered)
        for i in range(q.shape[0]):
            u[i] = end[i]
            q[i] = middle[i] + 0.5 * dt * end[i]
        due = (step + 1) % grid.every == 0
        if due or step + 1 == last:
            take_sample((step + grid.every) // grid.every, due, dt, links, rows, blocks, scene, carried, samples)
    return last, RUNNING


@compiled
def _find_free_forces(M, f, C, u, dt, implicit, b):
    """b = M u + dt (f + C u), C as ``step_matrix`` has it: w without impulses is (M + dt C + dt^2/2 S) w = b."""
    momentum(M, u, b)
    for i in range(u.shape[0]):
        b[i] += dt * f[i]
        if implicit:
            b[i] += dt * C[i, i] * u[i]


@compiled(fastmath=SUMS)
def _add_work(works, u, end, dt, torque, C, S, flows, implicit, motors, rows, blocks):
    """Add the work of motors, friction, contacts and media over one step, at the mean of both velocities."""
    W, P, kind, start = rows.W, rows.P, rows.kind, rows.start
    n = u.shape[0]
    for i in range(n):
        if motors[i] == 0.0:
            continue
        acting = torque[i]
        if implicit:
            acting -= C[i, i] * (end[i] - u[i]) + 0.5 * dt * S[i, i] * end[i]
        done = dt * acting * 0.5 * (u[i] + end[i])
        works[0] += done
        works[1] += max(done, 0.0)
    for k in range(blocks):
        for r in range(start[k], start[k] + (2 if kind[k] == PAIR else 1)):
            mean = 0.0
            for i in range(n):
                mean += W[r, i] * 0.5 * (u[i] + end[i])
            works[3 if kind[k] == NORMAL else 2] -= P[r] * mean
    for k in range(flows.shape[0]):
        works[4 + k] += dt * flows[k]
