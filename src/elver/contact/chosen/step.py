"""Contacts and set-valued friction by steps of second order, whose length the error of the path decides.

Moreau's scheme as published goes from velocity to velocity by forces of the middle of the step, while friction and torques belong
to its end: first order. Here all is taken at the end. One step of length h, from q, u and momenta p = M u:

    predict q*, u* at the end from the last step; all terms at (q*, u*); contacts that are closed there; impulses P and u' from

    M u' = p + h (w F - d h F.) + (1 - w) (h f + W P),   gamma = W^T u' (+ restitution), every impulse by its law
    q' = q + h (w u - d h u. + (1 - w) u')  + the shift that closes the gaps of contacts that press

with the rate F of the momenta at the start, and the mean changes F. and u. of F and u over the last step; w = 1/2 - d, d = 1/16:
an implicit Adams formula of second order. (The formula of two steps backwards, BDF2, has an error twice as large and damps the
vibrations that impacts leave behind.) f is the rate of the momenta without impulses: where nothing acts they
stay as they are. P/h is the force at the end. A step in which a contact closes, and the one after, know no F: there
M u' = p + h (w F0 + (1 - w) f) + W P with what F has besides friction and contacts, F0, and w = 0.35: P is the impulse. Joint
torques at the end are linearised (``implicit``), or those at (q*, u*).

How far u' is from a velocity that goes on changing as it did says how long a step may be. One that was too long is refused and
tried again, shorter; so is one that passes an obstacle, in which a link turns too far, or whose contact problem is not solved.
Where a link turns far enough for the terms of the velocities to matter, they are taken again at what was found, and the step is
done once more (predicted velocities alone let fast and light machines gain energy; ``predict.swift_turn``).
"""

from __future__ import annotations

import math

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_sane, copy_to
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals
from elver.contact.chosen.booking import book_pushing, book_work
from elver.contact.chosen.closing import any_fresh, begin_past, close_gaps, deepest_gap, find_place, keep_past
from elver.contact.chosen.predict import fastest_turn, forget, free_velocity, make_places, misled, predict, swift_turn
from elver.contact.chosen.tuples import CORRECTED, GUESSED, LAST, NEXT, REPEATED, TAKEN, Asked, Desk, Tried
from elver.contact.moreau.passing import steps_over
from elver.contact.moreau.recording import take_sample
from elver.contact.moreau.rows import collect, make_rows
from elver.contact.moreau.step import addresses, keep_problem, make_terms, remember
from elver.contact.moreau.velocities import bounce, contact_factor, end_velocity, make_velocities
from elver.contact.solvers.auto import impulses
from elver.contact.solvers.problem import Problem, residual
from elver.statuses import DIVERGED, NOT_CONVERGED, RUNNING, STEPPED_OVER, TOO_MANY

SHARE = 0.3  # of what the change of the acceleration makes: the error of a step
SAFETY, SHRINK, GROW = 0.9, 0.2, 2.0  # of the next step's length; its bounds, over that of this one
SHORTEST = 1e-7  # of dt: no step is refused that is not longer
MOST_TURN = 0.1  # rad by which a link may turn in a step
REACH = 1.0  # radii of a link by which a contact that pressed may have opened and still be looked at


@compiled
def advance_chosen(code, inputs, machine, scene, laws, grid, carried, past, accuracy, samples, failure, span):
    """Stretches of dt number span[0] + 1 .. span[1] in place on ``carried`` and ``past``; every ``every``-th is a sample.

    The arguments are those of both tuples.py; accuracy [m]: error allowed in one step. Returns the last good stretch and a
    status. Where that is not the last one, what is changed in place belongs to no step.
    """
    (begin, dt, every), n, links, room = grid, len(carried.q), len(machine.loads), len(failure.B)
    clock, signals = np.empty(1), np.empty(3 * inputs.coefficients.shape[1])
    desk = Desk(
        make_terms(n, links, len(carried.works) - 4),
        make_rows(room, n),
        make_velocities(room, n),
        make_places(n, links),
        clock,
        signals,
    )
    pointers = addresses(clock, desk.at.ahead, desk.at.fast, inputs.p, signals, desk.terms, code.work)
    asked = Asked(code, inputs, machine, scene, laws, carried, past, failure, accuracy)
    previous, known = np.empty((room, 2), np.int64), -1
    if past.lengths[LAST] < 0.0:
        copy_to(carried.q, desk.at.ahead)
        copy_to(carried.u, desk.at.fast)
        evaluate(asked, desk, pointers, begin + span[0] * dt)
        begin_past(desk.terms, carried.u, past)
    for step in range(span[0], span[1]):
        status, blocks, known, h = stretch(asked, desk, pointers, begin + (step + 1.0) * dt, dt, previous, known)
        if status != RUNNING:
            return step, status
        due = (step + 1) % every == 0
        if due or step + 1 == span[1]:
            take_sample((step + every) // every, due, h, desk.terms.links, desk.rows, blocks, scene, carried, samples)
    return span[1], RUNNING


@compiled
def stretch(asked, desk, pointers, end, dt, previous, known):
    """Steps that end at the time ``end``, dt after now: a status, blocks of the last step, what ``remember`` knows, its length.

    The steps are of equal length where the next one is to be shorter than what is left.
    """
    lengths, counts, left, h, blocks = asked.past.lengths, asked.past.counts, dt, dt, 0
    while left > 0.0:
        parts = max(math.ceil(left / lengths[NEXT] - 1e-9), 1)
        h = left / parts
        rest = left - h if parts > 1 else 0.0
        copy_to(asked.carried.links, desk.at.seen)
        tried, off, turning = chosen_step(asked, desk, pointers, end - rest, h)
        if tried.status == TOO_MANY:
            return TOO_MANY, 0, known, h
        if not off <= 1.0 and h > SHORTEST * dt:
            counts[REPEATED] += 1
            copy_to(desk.at.seen, asked.carried.links)
            lengths[NEXT] = h * max(SHRINK, min(SAFETY * off ** (-1.0 / 3.0), 0.5))
            continue
        if tried.status != RUNNING:
            return tried.status, 0, known, h
        blocks, known = finish(asked, desk, tried, h, previous, known)
        counts[TAKEN] += 1
        wished = h * min(GROW, SAFETY * max(off, 1e-9) ** (-1.0 / 3.0))
        if asked.accuracy < np.inf:
            wished = min(wished, SAFETY * MOST_TURN / max(turning, 1e-12))
        lengths[NEXT] = min(dt, wished if parts == 1 else max(wished, lengths[NEXT]))
        left = rest
    return RUNNING, blocks, known, h


@compiled
def chosen_step(asked, desk, pointers, end, h):
    """A step tried, corrected where links turn far; its error over the one allowed, and the fastest turn of a link [rad/s]."""
    terms, at, v, accuracy = desk.terms, desk.at, desk.v, asked.accuracy
    before, afresh = predict(asked.carried.q, asked.carried.u, asked.past, h, at)
    evaluate(asked, desk, pointers, end)
    tried = try_step(asked, desk, h, before, afresh)
    if tried.status != RUNNING:
        return tried, np.inf, 0.0
    off = SHARE * misled(terms.M, asked.machine.loads, h, asked.carried.u, asked.past.gain, v.end) / accuracy
    turning = fastest_turn(terms.J, v.end)
    if off <= 1.0 and not tried.afresh and h * turning > swift_turn(terms.M, terms.S, turning):
        find_place(h, tried.before, at, v.end)
        copy_to(at.place, at.ahead)
        copy_to(v.end, at.fast)
        evaluate(asked, desk, pointers, end)
        asked.past.counts[CORRECTED] += 1
        tried = try_step(asked, desk, h, before, afresh)
        turning = fastest_turn(terms.J, v.end)
    if tried.status != RUNNING:
        return tried, np.inf, turning
    if accuracy < np.inf:
        off = max(off, (h * turning / MOST_TURN) ** 3)
    return tried, off, turning


@compiled
def evaluate(asked, desk, pointers, time):
    """The terms at ``ahead`` and ``fast``, at a time."""
    desk.clock[0] = time
    evaluate_signals(time, asked.inputs.breaks, asked.inputs.coefficients, desk.signals)
    call_pointers(asked.code.terms, pointers)


@compiled
def try_step(asked, desk, h, before, afresh):
    """Impulses and velocities at the end of a step whose terms are known; of what is carried only the looked-at poses change.

    before, afresh: the share of what was before the step, and whether nothing is known of that.
    """
    terms, rows, v, at, carried, scene, laws = desk.terms, desk.rows, desk.v, desk.at, asked.carried, asked.scene, asked.laws
    outlines, loads, held, guess = asked.machine.outlines, asked.machine.loads, carried.ground, carried.contacts
    copy_to(at.seen, carried.links)
    if steps_over(carried.links, terms.links, outlines, scene.obstacles, scene.corners, scene.size, asked.failure.passing):
        return Tried(STEPPED_OVER, 0, 0.0, 0.0, before, afresh)
    blocks, used, _ = collect(terms.links, terms.J, outlines, loads, scene, scene.gravity * h, rows, held, guess, REACH)
    if blocks < 0:
        return Tried(TOO_MANY, 0, 0.0, 0.0, before, afresh)
    if not afresh and any_fresh(rows, blocks, guess):
        before, afresh = forget(carried.q, carried.u, asked.past, h, at), True
    for r in range(used):
        rows.P[r] *= h / asked.past.lengths[GUESSED]
    free_velocity(terms, asked.past, h, before, afresh, laws.implicit, at, v)
    contact_factor(v.L, rows.W, used, v.unpushed, v.Y, v.B, v.free)
    if scene.restitution > 0.0:
        bounce(scene.restitution, rows, blocks, carried.u, v.free)
    problem = Problem(v.B[:used], v.free[:used], rows.kind[:blocks], rows.start[:blocks], rows.limits[:blocks])
    impulse, scale = rows.P[:used], max(loads.sum() * (scene.gravity if scene.gravity > 0.0 else 9.81) * h, 1e-300)
    if used > len(carried.q):  # in long steps sweeps seldom converge then: Newton's method begins
        carried.hard[0] = max(carried.hard[0], 1)
    sweeps = float(impulses(laws, problem, impulse, scale, carried.hard, asked.code.small))
    error = residual(problem, impulse, scale)
    end_velocity(v.L, problem.B, impulse, v.unpushed, v.y, v.end)
    if not all_sane(v.end):
        return Tried(DIVERGED, blocks, error, sweeps, before, afresh)
    if not error <= laws.tolerance:
        keep_problem(asked.failure, problem, impulse, error)
        return Tried(NOT_CONVERGED, blocks, error, sweeps, before, afresh)
    return Tried(RUNNING, blocks, error, sweeps, before, afresh)


@compiled
def finish(asked, desk, tried, h, previous, known):
    """Close the gaps, book works and impulses, and go on to the end of a step: its blocks, and what ``remember`` knows then."""
    terms, rows, v, at, past, carried, scene = desk.terms, desk.rows, desk.v, desk.at, asked.past, asked.carried, asked.scene
    q, u, works, _, held, guess, _, gathered, since = carried
    blocks = tried.blocks
    find_place(h, tried.before, at, v.end)
    hit = close_gaps(rows, blocks, scene.restitution, guess, at, v)
    since[0], since[1] = max(since[0], tried.error), max(since[1], deepest_gap(rows, blocks, at))
    since[2] = max(since[2], tried.sweeps)
    book_work(works, u, h, tried, terms, asked.laws.implicit, asked.machine.motors, rows, at, v.end, past)
    known = remember(held, guess, rows, blocks, previous, known)
    book_pushing(rows, tried, scene.things, scene.obstacles.shape[0], h, past, gathered)
    keep_past(terms, asked.laws.implicit, q, u, h, hit, tried, at, v, past)
    past.lengths[GUESSED] = h
    return blocks, known
