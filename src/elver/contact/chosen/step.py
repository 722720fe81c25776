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

How far u' is from a velocity that goes on changing as it did says how long a step may be (``error_of``). One that was too long is
refused and tried again, shorter; so is one in which a link turns too far, or whose contact problem is not solved. Where a contact
closes or sliding turns over in it, and that matters, it is tried up to just before the event, which then falls into a very
short step; after it the formula starts anew (``stretch``, events.py).
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
from elver.contact.chosen.events import closing_time, fastest_closing, first_touch, turning_time
from elver.contact.chosen.predict import (
    fastest_turn,
    forget,
    free_velocity,
    make_places,
    mean_size,
    misled,
    predict,
    swift_turn,
)
from elver.contact.chosen.tuples import (
    BRACKET,
    BRACKETING,
    CORRECTED,
    EVENTS,
    EXACT,
    GUESSED,
    LANDING,
    LAST,
    MODE,
    NEXT,
    REPEATED,
    RESUME,
    SINCE,
    STARTING,
    TAKEN,
    USUAL,
    Asked,
    Desk,
    Tried,
)
from elver.contact.moreau.paradox import paradox, suspect
from elver.contact.moreau.recording import take_sample
from elver.contact.moreau.rows import collect, make_rows
from elver.contact.moreau.step import addresses, keep_problem, make_terms, remember
from elver.contact.moreau.velocities import bounce, contact_factor, end_velocity, make_velocities
from elver.contact.solvers.auto import impulses
from elver.contact.solvers.problem import Problem, residual
from elver.statuses import DIVERGED, NOT_CONVERGED, PARADOX, RUNNING, TOO_MANY

# What a step of length h leaves, as shares of h times a jump or a difference of accelerations:
WAY, VELOCITY, JUMP = 0.3, 0.15, 0.5  # in its way and in its velocities where all is smooth; in its velocities by an event in it
HORIZON = 1.0  # s that a wrong velocity goes on for
# Shares of the accuracy that are allowed: an event that was located, one that need not be, and all steps of SPAN together.
LOCATED, UNSEEN, SMOOTH = 0.1, 0.3, 0.05
SPAN, LEAST = 0.1, 0.01  # s; share of the last that the shortest steps have, whose velocities end in rounding and turned normals
STILL, TOUCHING = 0.1, 0.1  # of the accuracy: slower sliding, and lighter touches on the way, are none
THIN = 0.02  # of the thinnest link: how deep a touch may be at most that is none
NEARER = 0.125  # of a step: how much nearer to an event the next try goes at most
SAFETY, SHRINK, GROW = 0.9, 0.2, 2.0  # of the next step's length; its bounds, over that of this one
SHORTEST = 1e-9  # of dt: no step is refused that is not longer
BOOT = 0.03  # of the time in which whatever acts moves a mass by the accuracy: first step after an impact
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

    The steps are of equal length where the next one is to be shorter than what is left, unless an event is near.
    """
    lengths, counts, left, h, blocks = asked.past.lengths, asked.past.counts, dt, dt, 0
    if lengths[LAST] < 0.0 and asked.accuracy < np.inf:
        lengths[EXACT], lengths[RESUME], counts[MODE] = min(first_step(asked, desk), dt), dt, STARTING
    while left > 0.0:
        parts = max(math.ceil(left / lengths[NEXT] - 1e-9), 1)
        exact = lengths[EXACT] > 0.0
        h = min(left, lengths[EXACT]) if exact else left / parts
        rest = left - h if h < left * (1.0 - 1e-12) else 0.0
        copy_to(asked.carried.links, desk.at.seen)
        tried, off, turning, wait, short = chosen_step(asked, desk, pointers, end - rest, h)
        if tried.status == TOO_MANY:
            return TOO_MANY, 0, known, h
        if not off <= 1.0 and h > SHORTEST * dt:
            counts[REPEATED] += 1
            copy_to(desk.at.seen, asked.carried.links)
            refuse(lengths, counts, h, off, wait, short, SHORTEST * dt)
            continue
        if tried.status != RUNNING:
            return tried.status, 0, known, h
        whole = h >= lengths[EXACT]
        blocks, known, hit = finish(asked, desk, tried, h, previous, known)
        counts[TAKEN] += 1
        wished = h * min(GROW, SAFETY / math.sqrt(max(off, 1e-9)))
        if asked.accuracy < np.inf:
            wished = min(wished, SAFETY * MOST_TURN / max(turning, 1e-12))
        if asked.accuracy < np.inf and hit:
            lengths[RESUME] = max(lengths[RESUME], h)
            lengths[EXACT], lengths[BRACKET], counts[MODE] = first_step(asked, desk), 0.0, STARTING
        elif lengths[BRACKET] > 0.0 and whole:
            lengths[EXACT], lengths[BRACKET], counts[MODE] = lengths[BRACKET], 0.0, BRACKETING
        elif exact:
            lengths[NEXT] = min(dt, max(wished, 0.5 * lengths[RESUME]))
            lengths[EXACT], lengths[BRACKET], lengths[RESUME], counts[MODE] = 0.0, 0.0, 0.0, USUAL
        else:
            lengths[NEXT] = min(dt, wished if parts == 1 else max(wished, lengths[NEXT]))
        left = rest
    return RUNNING, blocks, known, h


@compiled
def refuse(lengths, counts, h, off, wait, short, shortest):
    """What to try instead of a step of length h: up to just before an event after ``wait``, then ``short``; else a shorter one.

    short 0: when the event is, is not known well enough yet to step up to it.
    """
    lengths[RESUME], lengths[EXACT], lengths[BRACKET] = max(lengths[RESUME], h), 0.0, 0.0
    if wait < h:
        counts[EVENTS] += counts[MODE] == USUAL
        tight = max(min(short, 0.25 * h), shortest)
        if short == 0.0:
            lengths[EXACT], counts[MODE] = wait, LANDING
        elif wait > tight:
            lengths[EXACT], lengths[BRACKET], counts[MODE] = wait - 0.25 * tight, tight, LANDING
        else:
            lengths[EXACT], counts[MODE] = tight, BRACKETING
    else:
        shorter = h * max(SHRINK, min(SAFETY / math.sqrt(off), 0.5))
        if counts[MODE] == STARTING:
            lengths[EXACT] = shorter
        else:
            lengths[NEXT], lengths[RESUME], counts[MODE] = shorter, 0.0, USUAL


@compiled
def first_step(asked, desk):
    """Length of a step that follows an impact [s]: nothing is known of the forces after it."""
    return BOOT * math.sqrt(asked.accuracy / acting(asked, desk))


@compiled
def acting(asked, desk):
    """About how strongly the masses are accelerated [m/s^2]: by what acted in the last step, by friction, and as they turn."""
    ground, gravity = asked.scene.ground, asked.scene.gravity
    friction = gravity * max(ground[0], ground[1], ground[2]) if ground[0] >= 0.0 else 0.0
    whirl = fastest_turn(desk.terms.J, asked.carried.u) * mean_size(desk.terms.M, mass_of(asked), asked.carried.u)
    return mean_size(desk.terms.M, mass_of(asked), asked.past.gain) + friction + whirl + 1.0


@compiled
def thinnest(outlines):
    """The smallest radius of a link [m]."""
    least = np.inf
    for i in range(outlines.shape[0]):
        least = min(least, outlines[i, 1])
    return least


@compiled
def mass_of(asked):
    """Of all links [kg]."""
    return max(asked.machine.loads.sum(), 1e-300)


@compiled
def chosen_step(asked, desk, pointers, end, h):
    """A step tried, corrected where links turn far.

    Returns how it ended, its error over the one allowed, the fastest turn of a link [rad/s], and where it has to be refused
    because of an event when that is, from its start, and how long a step around it may be [s].
    """
    terms, at, v, accuracy, past, u = desk.terms, desk.at, desk.v, asked.accuracy, asked.past, asked.carried.u
    before, afresh = predict(asked.carried.q, u, past, h, at)
    evaluate(asked, desk, pointers, end)
    tried = try_step(asked, desk, h, before, afresh)
    if tried.status != RUNNING:
        return tried, np.inf, 0.0, np.inf, 0.0
    off, wait, short = error_of(asked, desk, tried, h)
    turning = fastest_turn(terms.J, v.end)
    if off <= 1.0 and not tried.afresh and h * turning > swift_turn(terms.M, terms.S, turning):
        find_place(h, tried.before, at, v.end)
        copy_to(at.place, at.ahead)
        copy_to(v.end, at.fast)
        evaluate(asked, desk, pointers, end)
        past.counts[CORRECTED] += 1
        tried = try_step(asked, desk, h, before, afresh)
        turning = fastest_turn(terms.J, v.end)
    if tried.status != RUNNING:
        return tried, np.inf, turning, np.inf, 0.0
    if accuracy < np.inf:
        off = max(off, (h * turning / MOST_TURN) ** 2)
    return tried, off, turning, wait, short


@compiled
def error_of(asked, desk, tried, h):
    """Error of a step over the one allowed; when the event is that makes most of it, and how long a step around it may be [s].

    Smooth motion: the formula leaves 0.15 h times the second difference of the accelerations in the velocities, and as much of
    the first one in the way. An event leaves half a step's worth of the jump, and all of that goes on for a while.
    """
    rows, past, u, mass, accuracy = desk.rows, asked.past, asked.carried.u, mass_of(asked), asked.accuracy
    first, second = misled(desk.terms.M, mass, h, u, past, desk.v.end)
    part = max(min(1.0, h / SPAN), LEAST) if past.counts[SINCE] > 0 else 1.0
    allowed = SMOOTH * accuracy * part
    off = WAY * h * first / allowed
    guess, known = asked.carried.contacts, past.lengths[LAST] > 0.0
    wait, jump = closing_time(rows, tried.blocks, guess, desk.at.fast, h), 0.0
    pressed = wait < np.inf
    depth = min(TOUCHING * accuracy, THIN * thinnest(asked.machine.outlines))
    touch = first_touch(desk.at.seen, desk.terms.links, asked.machine.outlines, asked.scene, guess, depth)
    if pressed or touch < 1.0:
        turned = first * mean_size(desk.terms.M, mass, desk.at.fast) / asked.scene.size  # the normal turns on the way
        jump = acting(asked, desk) + turned
        if not pressed:
            return np.inf, max(touch, NEARER) * h, 0.0
        jump = min(first / h, jump)
    else:
        wait = turning_time(rows, tried.blocks, guess, u, past.gain, desk.v.end, h, STILL * accuracy / HORIZON)
        if wait < np.inf:
            jump = first / h if known else mean_size(desk.terms.M, mass, desk.v.end - u) / h
    if not accuracy < np.inf:
        return off, np.inf, 0.0
    if wait < np.inf and JUMP * HORIZON * jump * h > UNSEEN * accuracy:
        off, short = JUMP * HORIZON * jump * h / (UNSEEN * accuracy), LOCATED * accuracy / (JUMP * HORIZON * jump)
        if pressed and wait < NEARER * h and NEARER * h > short:  # too far from it to tell when it was
            return off, NEARER * h, 0.0
        return off, min(wait, 0.999 * h), short
    if known and not tried.afresh and wait == np.inf:
        off = max(off, VELOCITY * HORIZON * second / allowed)
    return off, np.inf, 0.0


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
    impulse, weight = rows.P[:used], loads.sum() * (scene.gravity if scene.gravity > 0.0 else 9.81)
    scale = max(weight * h, loads.sum() * fastest_closing(rows, blocks, guess, v.free), 1e-300)  # an impact's own in a short step
    if used > len(carried.q):  # in long steps sweeps seldom converge then: Newton's method begins
        carried.hard[0] = max(carried.hard[0], 1)
    sweeps = float(impulses(laws, problem, impulse, scale, carried.hard, asked.code.small))
    error = residual(problem, impulse, scale)
    end_velocity(v.L, problem.B, impulse, v.unpushed, v.y, v.end)
    if not all_sane(v.end):
        return Tried(DIVERGED, blocks, error, sweeps, before, afresh)
    if scene.friction > 0.0 and paradox(
        rows, blocks, problem.B, v.y, carried.u, v.unpushed, guess, scene.things, asked.failure.passing
    ):
        return Tried(PARADOX, blocks, error, sweeps, before, afresh)
    if not error <= laws.tolerance:
        keep_problem(asked.failure, problem, impulse, error)
        suspect(rows, blocks, problem.B, scene.things, asked.failure.passing)
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
    copy_to(terms.links, carried.links)
    return blocks, known, hit
