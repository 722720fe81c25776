"""Contacts and set-valued friction by steps of second order, whose length the error of the path decides.

Moreau's scheme as published goes from velocity to velocity by forces of the middle of the step, while friction and torques belong
to its end: first order. Here all is taken at the end. One step of length h, from q, u and momenta p = M u:

    predict q*, u* at the end from the last step; all terms at (q*, u*); contacts that are closed there; impulses P and u' from

    M u' = p + h (w F - d h F.) + (1 - w) (h f + W P),   gamma = W^T u' (+ restitution), every impulse by its law
    q' = q + h (w u - d h u. + (1 - w) u')  + the shift that closes the gaps of contacts that press

with the rate F of the momenta at the start, and the mean changes F. and u. of F and u over the last step; w = 1/2 - d, d = 1/16:
an implicit Adams formula of second order. (The formula of two steps backwards, BDF2, has an error twice as large and damps the
vibrations that impacts leave behind.) f is the rate of the momenta without impulses: where nothing acts they stay as they are.
P/h is the force at the end. A step in which a contact closes, and the one after, know no F: there
M u' = p + h (w F0 + (1 - w) f) + W P with what F has besides friction and contacts, F0, and w = 0.35: P is the impulse. Joint
torques at the end are linearised (``implicit``), or those at (q*, u*).

How far u' is from a velocity that goes on changing as it did says how long a step may be (``_error_of``). One that was too long
is refused and tried again, shorter; so is one in which a link turns too far, or whose contact problem is not solved. Where a
contact closes or sliding turns over in it, and that matters, it is tried up to just before the event, which then falls into a
very short step; after it the formula starts anew (``_stretch``, events.py). Where a link turns far enough for the terms of the
velocities to matter, they are taken again at what was found, and the step is done once more (predicted velocities alone let fast
and light machines gain energy; ``_swift_turn``).
"""

from __future__ import annotations

import math

import numpy as np

from elver._support.statuses import DIVERGED, NOT_CONVERGED, PARADOX, RUNNING, TOO_MANY
from elver.codegen.kernels.evaluate import all_sane, copy_to
from elver.codegen.kernels.jit import SUMS, compiled
from elver.contact.single.adaptive_arrays import (
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
    AdaptiveContext,
    AdaptiveWorkspace,
    StepAssessment,
    StepCoordinates,
    TrialResult,
)
from elver.contact.single.events import LightTouch, closing_time, fastest_closing, first_touch, turning_time
from elver.contact.single.problem import NORMAL, PAIR, Problem
from elver.contact.single.records import take_sample
from elver.contact.single.step import (
    DEPENDENT,
    backward,
    collect,
    evaluate_terms,
    find_end,
    find_relative_velocities,
    freed,
    make_workspace,
    momentum,
    refuse_problem,
    remember,
    slides_into_paradox,
    solve_free,
    step_matrix,
    term_pointers,
)

# --- The end of a step once its impulses are known: gaps of contacts that press are closed, and the past is kept.
#
# Laws of contact hold for velocities. Coordinates drift away from them, and an impact happens within a step, not at its end: the
# contacts that press are moved to where their gaps are 0 (after a bounce: to where they are then), by the motion that their
# impulses cause. That motion is the way which a velocity that jumps earlier or later makes.


@compiled
def _any_fresh(rows, blocks, warm_contacts):
    """Whether a closed contact did not press in the last step."""
    fresh = False
    for k in range(blocks):
        fresh = fresh or (rows.kind[k] == NORMAL and not warm_contacts[rows.owner[k, 0], rows.owner[k, 1], 0] > 0.0)
    return fresh


@compiled(fastmath=SUMS)
def _find_place(h, before, at, end):
    """Coordinates at the end of a step, gaps not closed yet."""
    for i in range(end.shape[0]):
        at.place[i] = at.base[i] + h * (1.0 - before) * end[i]
        at.shift[i] = 0.0


@compiled(fastmath=SUMS)
def _close_gaps(rows, blocks, restitution, warm_contacts, at, v):
    """The shift that closes the gaps of all contacts that press; whether one of them did not press before.

    In the space of motions y = L^T shift the rows are those of B: the shortest y is built from one row after the other, each
    freed of those before it (Gram and Schmidt, twice).
    """
    W, kind, start, owner, normal, P = rows.W, rows.kind, rows.start, rows.owner, rows.normal, rows.P
    B, y, Q, n, count, hit = v.B, v.y, v.A, v.y.shape[0], 0, False
    for i in range(n):
        y[i] = 0.0
    for k in range(blocks):
        r = start[k]
        if kind[k] != NORMAL or not P[r] > 0.0:
            continue
        missing = -normal[k, 2]
        if not warm_contacts[owner[k, 0], owner[k, 1], 0] > 0.0:
            hit = True
            missing -= restitution * min(normal[k, 2], 0.0)
        if count == n:
            continue
        whole = 0.0
        for i in range(n):
            missing -= W[r, i] * (at.place[i] - at.ahead[i]) + B[r, i] * y[i]
            Q[count, i] = B[r, i]
            whole += B[r, i] * B[r, i]
        left = freed(Q, count)
        if left > DEPENDENT * np.sqrt(whole):
            for i in range(n):
                Q[count, i] /= left
                y[i] += missing / left * Q[count, i]
            count += 1
    if count > 0:
        backward(v.L, y, at.shift)
    return hit


@compiled(fastmath=SUMS)
def _deepest_gap(rows, blocks, at):
    """The deepest penetration at the end of a step [m]."""
    deepest = 0.0
    for k in range(blocks):
        if rows.kind[k] == NORMAL:
            gap = rows.normal[k, 2]
            for i in range(at.place.shape[0]):
                gap += rows.W[rows.start[k], i] * (at.place[i] + at.shift[i] - at.ahead[i])
            deepest = max(deepest, -gap)
    return deepest


@compiled
def _keep_past(terms, at, v, past, q, u, implicit, trial, h, hit):
    """Keep what the next step looks back at, then move on to the end of this one.

    After an impact it must not look back, nor to the first step of a run, in which motors may just begin to turn the joints.
    """
    end, b, before, last = v.end, v.b, trial.before, past.lengths[LAST]
    hit = hit or last < 0.0
    past.lengths[LAST] = 0.0 if hit else h
    past.counts[SINCE] = 0 if trial.afresh else past.counts[SINCE] + 1
    momentum(terms.M, end, b)
    for i in range(q.shape[0]):
        mean, place = (b[i] - past.momentum[i]) / h, at.place[i] + at.shift[i]
        past.smooth[i] = terms.f[i]
        if implicit:
            past.smooth[i] -= terms.C[i, i] * (end[i] - at.fast[i]) + terms.S[i, i] * (place - at.ahead[i])
        if trial.afresh:
            past.force[i], past.force_change[i] = mean - at.kept[i] + before * past.smooth[i], 0.0
        else:
            force = (mean - at.kept[i]) / (1.0 - before)
            past.force[i], past.force_change[i] = force, (force - past.force[i]) / h
        gain = (end[i] - u[i]) / h
        past.gain_change[i] = 0.0 if trial.afresh else (gain - past.gain[i]) / (0.5 * (h + last))
        past.gain[i] = 0.0 if hit else gain
        past.momentum[i], u[i], q[i] = b[i], end[i], place


@compiled
def _begin_past(terms, u, past):
    """Of a start the velocities are known, and all forces but friction and contacts."""
    momentum(terms.M, u, past.momentum)
    for i in range(u.shape[0]):
        past.smooth[i], past.torque[i], past.gain[i], past.gain_change[i] = terms.f[i], terms.torque[i], 0.0, 0.0


# --- The start of a step: where it leads if nothing changes, and the velocity at its end without impulses.

DAMPED = 1.0 / 16.0  # weight of the end beyond one half; 1/16 leaves a third of the stiffest vibrations from step to step
BEFORE = 0.5 - DAMPED  # share of the start in a step that knows the last one
_AFRESH = 0.35  # the same in a step that does not
_SWIFT, _HELD = 0.02, 0.08  # rad by which a link turns in a step, from which on it is corrected; where joints hold it
_CURVED = 0.5  # of the parabola through the last velocities: by none vibrations gain energy, by all of it they lose as much


@compiled
def _make_coordinates(n, links):
    """Arrays for a machine of n freedoms and so many links."""
    return StepCoordinates(np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(4 * links))


@compiled
def looking_back(value, change, h, before):
    """What a rate adds to its mean over a step of length h, besides the share of the end. change: of the rate over the last step.

    The mean over the step is (1/2 + d) end + (1/2 - d) start - d h change, 1/2 - d = before: for whatever goes on as it did both
    d cancel, so that the order is 2; the trapezoidal rule is d = 0.
    """
    return before * value - (0.5 - before) * h * change


@compiled
def _predict(q, u, past, h, at):
    """Where a step of length h leads if nothing changes; the share of what was before, and whether nothing is known of it."""
    ahead, fast, base, last = at.ahead, at.fast, at.base, past.lengths[LAST]
    before, afresh = BEFORE if past.counts[SINCE] > 0 else 0.5, not last > 0.0 or past.counts[MODE] == BRACKETING
    if afresh:
        before = _forget(q, u, past, h, at)
    else:
        for i in range(q.shape[0]):
            at.kept[i] = looking_back(past.force[i], past.force_change[i], h, before)
            base[i] = q[i] + h * looking_back(u[i], past.gain[i], h, before)
    for i in range(q.shape[0]):
        fast[i] = u[i] + h * (past.gain[i] + _CURVED * 0.5 * (h + last) * past.gain_change[i])
        ahead[i] = base[i] + h * (1.0 - before) * fast[i]
    return before, afresh


@compiled
def _forget(q, u, past, h, at):
    """A step in which a contact closes, or just after that: of forces at its start, friction and contacts are not looked at."""
    for i in range(q.shape[0]):
        at.kept[i] = _AFRESH * past.smooth[i]
        at.base[i] = q[i] + h * _AFRESH * u[i]
    return _AFRESH


@compiled
def _find_free_velocity(terms, v, at, past, h, before, afresh, implicit):
    """Velocity without impulses, from momenta p + h (kept + (1 - w) (f + C (u* - u') + S (q* - q'))), w the share of before.

    Impulses are multiplied by 1 - w too, unless nothing is known of those before: then they are those of the whole step. In the
    first case all is divided by 1 - w. C and S as ``step_matrix`` has them.
    """
    f, C, S, b = terms.f, terms.C, terms.S, v.b
    weight, part = 1.0 / (1.0 - before), h
    if afresh:
        weight, part = 1.0, h * (1.0 - before)
    for i in range(f.shape[0]):
        b[i] = weight * (past.momentum[i] + h * at.kept[i]) + part * f[i]
        if implicit:
            b[i] += part * (C[i, i] * at.fast[i] + S[i, i] * (at.ahead[i] - at.base[i]))
    step_matrix(terms.M, C, S, weight, part, h * (1.0 - before), implicit, v.A)
    solve_free(v.A, v.L, b, v.y, v.unpushed)


@compiled(fastmath=SUMS)
def _prediction_errors(M, mass, h, u, past, end):
    """By how much the velocities at the end of a step differ from such that change as before: mean of all masses [m/s].

    The first number: from a constant acceleration; the second: from one that goes on changing as it did.
    """
    trend = 0.5 * h * (h + max(past.lengths[LAST], 0.0))
    first, second = 0.0, 0.0
    for i in range(end.shape[0]):
        one, two = 0.0, 0.0
        for j in range(end.shape[0]):
            change = end[j] - u[j] - h * past.gain[j]
            one += M[i, j] * change
            two += M[i, j] * (change - trend * past.gain_change[j])
        change = end[i] - u[i] - h * past.gain[i]
        first += one * change
        second += two * (change - trend * past.gain_change[i])
    return np.sqrt(max(first, 0.0) / mass), np.sqrt(max(second, 0.0) / mass)


@compiled(fastmath=SUMS)
def _mean_size(M, mass, u):
    """Size of velocities or accelerations, as the mean of all masses."""
    total = 0.0
    for i in range(u.shape[0]):
        row = 0.0
        for j in range(u.shape[0]):
            row += M[i, j] * u[j]
        total += row * u[i]
    return np.sqrt(max(total, 0.0) / mass)


@compiled
def _swift_turn(M, S, turning):
    """Turn of a link [rad] in a step, from which on that is corrected. turning [rad/s]: the fastest link's.

    Terms at predicted velocities feed machines that whirl. Joints whose springs or controllers would swing faster than the links
    turn hold them; there the prediction keeps vibrations as they are, and a correction would damp them.
    """
    for i in range(M.shape[0]):
        if S[i, i] > M[i, i] * turning * turning:
            return _HELD
    return _SWIFT


@compiled(fastmath=SUMS)
def _fastest_turn(J, u):
    """The largest rate [rad/s] at which a link turns."""
    most = 0.0
    for i in range(2, J.shape[1], 3):
        rate = 0.0
        for k in range(u.shape[0]):
            rate += J[k, i] * u[k]
        most = max(most, abs(rate))
    return most


# --- Works and impulses of a step: of motors, friction, contacts and media.
#
# A step changes the momenta by h times the mean force of its rule (``looking_back``), and motors work by their share of it at the
# mean of both velocities. Friction, contacts and media are counted by the mean of their powers at the start and at the end. In a
# step that begins afresh, as in an impact, all their work is that of its forces and impulses at the mean of both velocities.

_MOTOR, _POSITIVE, _FRICTION, _PRESSING, _FLOWS = range(5)  # places of the works; the flows are the last ones


@compiled(fastmath=SUMS)
def _add_work(works, u, h, trial, terms, implicit, motors, rows, at, end, past):
    """Add the works of a step of length h. Torques and powers at its end are brought up to date in ``past``."""
    before, afresh, blocks = trial.before, trial.afresh, trial.blocks
    torque, C, S, flows = terms.torque, terms.C, terms.S, terms.flows
    for i in range(u.shape[0]):
        if motors[i] == 0.0:
            continue
        acting = torque[i]
        if implicit:
            acting -= C[i, i] * (end[i] - at.fast[i]) + S[i, i] * (at.place[i] - at.ahead[i])
        kept = before * past.torque[i] if afresh else looking_back(past.torque[i], past.torque_change[i], h, before)
        past.torque_change[i] = 0.0 if afresh else (acting - past.torque[i]) / h
        past.torque[i] = acting
        done = h * (kept + (1.0 - before) * acting) * 0.5 * (u[i] + end[i])
        works[_MOTOR] += done
        works[_POSITIVE] += max(done, 0.0)
    rubbing, pressing = _contact_powers(works, u, h, afresh, rows, blocks, end)
    _add_power(works, _FRICTION, h, afresh, rubbing, past.powers)
    _add_power(works, _PRESSING, h, afresh, pressing, past.powers)
    for k in range(flows.shape[0]):
        if afresh:
            works[_FLOWS + k] += h * flows[k]
        _add_power(works, _FLOWS + k, h, afresh, flows[k], past.powers)


@compiled
def _add_power(works, place, h, afresh, power, powers):
    """Mean of two powers, where a step looks back."""
    if not afresh:
        works[place] += 0.5 * h * (powers[place - _FRICTION] + power)
    powers[place - _FRICTION] = power


@compiled(fastmath=SUMS)
def _contact_powers(works, u, h, afresh, rows, blocks, end):
    """Powers at the end that friction and contacts take; in a step that begins afresh their works are added here."""
    W, P, kind, start, rubbing, pressing = rows.W, rows.P, rows.kind, rows.start, 0.0, 0.0
    for k in range(blocks):
        for r in range(start[k], start[k] + (2 if kind[k] == PAIR else 1)):
            first, second = 0.0, 0.0
            for i in range(u.shape[0]):
                first += W[r, i] * u[i]
                second += W[r, i] * end[i]
            if kind[k] == NORMAL:
                pressing -= P[r] / h * second
            else:
                rubbing -= P[r] / h * second
            if afresh:
                works[_PRESSING if kind[k] == NORMAL else _FRICTION] -= 0.5 * P[r] * (first + second)
    return rubbing, pressing


@compiled
def _add_contact_impulses(rows, trial, things, obstacles, h, past, impulse):
    """Add what one step's contacts changed the momentum of every link by [N s, world]; forces are brought up to date."""
    kind, start, owner, normal, P = rows.kind, rows.start, rows.owner, rows.normal, rows.P
    pushing, change, weight = past.pushing, past.pushing_change, h * (1.0 if trial.afresh else 1.0 - trial.before)
    for i in range(pushing.shape[0]):
        for c in range(2):
            impulse[i, c] += 0.0 if trial.afresh else h * looking_back(pushing[i, c], change[i, c], h, trial.before)
            change[i, c], pushing[i, c] = -pushing[i, c] / h, 0.0
    for k in range(trial.blocks):
        if kind[k] == PAIR:
            continue
        i, thing = owner[k, 0], things[owner[k, 1]]
        for c in range(2):
            push = normal[k, c] * P[start[k]] / h
            pushing[i, c] += push
            if thing >= obstacles:
                pushing[thing - obstacles, c] -= push
    for i in range(pushing.shape[0]):
        for c in range(2):
            impulse[i, c] += weight * pushing[i, c]
            change[i, c] = 0.0 if trial.afresh else change[i, c] + pushing[i, c] / h


# --- The loop of steps, whose length the error of the path decides.

# What a step of length h leaves, as shares of h times a jump or a difference of accelerations:
_WAY = 0.3  # in its way where all is smooth
_VELOCITY = 0.15  # in its velocities where all is smooth
_JUMP = 0.5  # in its velocities by an event in it
_HORIZON = 1.0  # s that a wrong velocity goes on for
# Shares of the accuracy that are allowed: an event that was located, one that need not be, and all steps of SPAN together.
_LOCATED, _UNSEEN, _SMOOTH = 0.1, 0.3, 0.05
_SPAN = 0.1  # s
_LEAST = 0.01  # share of the last that the shortest steps have, whose velocities end in rounding and turned normals
_STILL, _TOUCHING = 0.1, 0.1  # of the accuracy: slower sliding, and lighter touches on the way, are none
_THIN = 0.02  # of the thinnest link: how deep a touch may be at most that is none
_NEARER = 0.125  # of a step: how much nearer to an event the next try goes at most
_SAFETY, _SHRINK, _GROW = 0.9, 0.2, 2.0  # of the next step's length; its bounds, over that of this one
_SHORTEST = 1e-9  # of dt: no step is refused that is not longer
_BOOT = 0.03  # of the time in which whatever acts moves a mass by the accuracy: first step after an impact
_MOST_TURN = 0.1  # rad by which a link may turn in a step
_REACH = 1.0  # radii of a link by which a contact that pressed may have opened and still be looked at


@compiled
def advance_contact_adaptive(code, inputs, machine, scene, laws, grid, carried, past, accuracy, samples, failure, span):
    """Stretches of dt number span[0] + 1 .. span[1] in place on ``carried`` and ``past``; every ``every``-th is a sample.

    The arguments are those of arrays.py and adaptive_arrays.py; accuracy [m]: error allowed in one step. Returns the last good
    stretch and a status. Where that is not the last one, what is changed in place belongs to no step.
    """
    begin, dt, every = grid
    run = AdaptiveContext(code, inputs, machine, scene, laws, carried, failure, past, accuracy)
    base = make_workspace(inputs, machine, carried, failure)
    at = _make_coordinates(len(carried.q), len(machine.loads))
    work = AdaptiveWorkspace(base.terms, base.rows, base.velocities, base.clock, base.signals, at)
    pointers = term_pointers(code.work, inputs.p, work, at.ahead, at.fast)
    previous, known = np.empty((len(failure.B), 2), np.int64), -1
    if past.lengths[LAST] < 0.0:
        copy_to(carried.q, work.at.ahead)
        copy_to(carried.u, work.at.fast)
        _evaluate(run, work, pointers, begin + span[0] * dt)
        _begin_past(work.terms, carried.u, past)
    for step in range(span[0], span[1]):
        status, blocks, known, h = _stretch(run, work, pointers, begin + (step + 1.0) * dt, dt, previous, known)
        if status != RUNNING:
            return step, status
        due = (step + 1) % every == 0
        if due or step + 1 == span[1]:
            take_sample((step + every) // every, due, h, work.terms.links, work.rows, blocks, scene, carried, samples)
    return span[1], RUNNING


@compiled
def _stretch(run, work, pointers, end, dt, previous, known):
    """Steps that end at the time ``end``, dt after now: a status, blocks of the last step, what ``remember`` knows, its length.

    The steps are of equal length where the next one is to be shorter than what is left, unless an event is near.
    """
    lengths, counts, left, h, blocks = run.past.lengths, run.past.counts, dt, dt, 0
    if lengths[LAST] < 0.0 and run.accuracy < np.inf:
        lengths[EXACT], lengths[RESUME], counts[MODE] = min(_first_step(run, work), dt), dt, STARTING
    while left > 0.0:
        parts = max(math.ceil(left / lengths[NEXT] - 1e-9), 1)
        exact = lengths[EXACT] > 0.0
        h = min(left, lengths[EXACT]) if exact else left / parts
        rest = left - h if h < left * (1.0 - 1e-12) else 0.0
        copy_to(run.carried.links, work.at.seen)
        step = _assess_step(run, work, pointers, end - rest, h)
        trial, error = step.trial, step.error
        if trial.status == TOO_MANY:
            return TOO_MANY, 0, known, h
        if not error <= 1.0 and h > _SHORTEST * dt:
            counts[REPEATED] += 1
            copy_to(work.at.seen, run.carried.links)
            _refuse(lengths, counts, step, h, _SHORTEST * dt)
            continue
        if trial.status != RUNNING:
            return trial.status, 0, known, h
        whole = h >= lengths[EXACT]
        blocks, known, hit = _finish(run, work, trial, h, previous, known)
        counts[TAKEN] += 1
        wished = h * min(_GROW, _SAFETY / math.sqrt(max(error, 1e-9)))
        if run.accuracy < np.inf:
            wished = min(wished, _SAFETY * _MOST_TURN / max(step.turning, 1e-12))
        if run.accuracy < np.inf and hit:
            lengths[RESUME] = max(lengths[RESUME], h)
            lengths[EXACT], lengths[BRACKET], counts[MODE] = _first_step(run, work), 0.0, STARTING
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
def _refuse(lengths, counts, step, h, shortest):
    """What to try instead of a step of length h: up to just before an event after ``wait``, then ``short``; else a shorter one.

    short 0: when the event is, is not known well enough yet to step up to it.
    """
    wait, short = step.wait, step.short
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
        shorter = h * max(_SHRINK, min(_SAFETY / math.sqrt(step.error), 0.5))
        if counts[MODE] == STARTING:
            lengths[EXACT] = shorter
        else:
            lengths[NEXT], lengths[RESUME], counts[MODE] = shorter, 0.0, USUAL


@compiled
def _first_step(run, work):
    """Length of a step that follows an impact [s]: nothing is known of the forces after it."""
    return _BOOT * math.sqrt(run.accuracy / _acting(run, work))


@compiled
def _acting(run, work):
    """About how strongly the masses are accelerated [m/s^2]: by what acted in the last step, by friction, and as they turn."""
    ground, gravity = run.scene.ground, run.scene.gravity
    friction = gravity * max(ground[0], ground[1], ground[2]) if ground[0] >= 0.0 else 0.0
    whirl = _fastest_turn(work.terms.J, run.carried.u) * _mean_size(work.terms.M, _mass_of(run), run.carried.u)
    return _mean_size(work.terms.M, _mass_of(run), run.past.gain) + friction + whirl + 1.0


@compiled
def _thinnest(outlines):
    """The smallest radius of a link [m]."""
    least = np.inf
    for i in range(outlines.shape[0]):
        least = min(least, outlines[i, 1])
    return least


@compiled
def _mass_of(run):
    """Of all links [kg]."""
    return max(run.machine.loads.sum(), 1e-300)


@compiled
def _evaluate(run, work, pointers, time):
    """The terms at ``ahead`` and ``fast``, at a time [s]."""
    evaluate_terms(run.code.terms, run.inputs.breaks, run.inputs.coefficients, work.clock, work.signals, pointers, time)


@compiled
def _assess_step(run, work, pointers, end, h):
    """A step tried, corrected where links turn far, and how far off it is."""
    terms, at, v, past, u = work.terms, work.at, work.velocities, run.past, run.carried.u
    before, afresh = _predict(run.carried.q, u, past, h, at)
    _evaluate(run, work, pointers, end)
    trial = _try_step(run, work, h, before, afresh)
    if trial.status != RUNNING:
        return StepAssessment(trial, np.inf, 0.0, np.inf, 0.0)
    error, wait, short = _error_of(run, work, trial, h)
    turning = _fastest_turn(terms.J, v.end)
    if error <= 1.0 and not trial.afresh and h * turning > _swift_turn(terms.M, terms.S, turning):
        _find_place(h, trial.before, at, v.end)
        copy_to(at.place, at.ahead)
        copy_to(v.end, at.fast)
        _evaluate(run, work, pointers, end)
        past.counts[CORRECTED] += 1
        trial = _try_step(run, work, h, before, afresh)
        turning = _fastest_turn(terms.J, v.end)
    if trial.status != RUNNING:
        return StepAssessment(trial, np.inf, turning, np.inf, 0.0)
    if run.accuracy < np.inf:
        error = max(error, (h * turning / _MOST_TURN) ** 2)
    return StepAssessment(trial, error, turning, wait, short)


@compiled
def _error_of(run, work, trial, h):
    """Error of a step over the one allowed; when the event is that makes most of it, and how long a step around it may be [s].

    Smooth motion: the formula leaves 0.15 h times the second difference of the accelerations in the velocities, and as much of
    the first one in the way. An event leaves half a step's worth of the jump, and all of that goes on for a while.
    """
    rows, past, u, mass, accuracy = work.rows, run.past, run.carried.u, _mass_of(run), run.accuracy
    first, second = _prediction_errors(work.terms.M, mass, h, u, past, work.velocities.end)
    part = max(min(1.0, h / _SPAN), _LEAST) if past.counts[SINCE] > 0 else 1.0
    allowed = _SMOOTH * accuracy * part
    error = _WAY * h * first / allowed
    warm_contacts, known = run.carried.contacts, past.lengths[LAST] > 0.0
    wait, jump = closing_time(rows, trial.blocks, warm_contacts, work.at.fast, h), 0.0
    pressed = wait < np.inf
    depth = min(_TOUCHING * accuracy, _THIN * _thinnest(run.machine.outlines))
    light = LightTouch(depth, _UNSEEN * accuracy / _HORIZON * h)
    touch = first_touch(work.at.seen, work.terms.links, run.machine.outlines, run.scene, warm_contacts, light)
    if pressed or touch < 1.0:
        turned = first * _mean_size(work.terms.M, mass, work.at.fast) / run.scene.size  # the normal turns on the way
        jump = _acting(run, work) + turned
        if not pressed:
            return np.inf, max(touch, _NEARER) * h, 0.0
        jump = min(first / h, jump)
    else:
        wait = turning_time(rows, trial.blocks, warm_contacts, u, past.gain, work.velocities.end, h, _STILL * accuracy / _HORIZON)
        if wait < np.inf:
            jump = first / h if known else _mean_size(work.terms.M, mass, work.velocities.end - u) / h
    if not accuracy < np.inf:
        return error, np.inf, 0.0
    if wait < np.inf and _JUMP * _HORIZON * jump * h > _UNSEEN * accuracy:
        error, short = _JUMP * _HORIZON * jump * h / (_UNSEEN * accuracy), _LOCATED * accuracy / (_JUMP * _HORIZON * jump)
        if pressed and wait < _NEARER * h and _NEARER * h > short:  # too far from it to tell when it was
            return error, _NEARER * h, 0.0
        return error, min(wait, 0.999 * h), short
    if known and not trial.afresh and wait == np.inf:
        error = max(error, _VELOCITY * _HORIZON * second / allowed)
    return error, np.inf, 0.0


@compiled
def _try_step(run, work, h, before, afresh):
    """Impulses and velocities at the end of a step whose terms are known; nothing that is carried changes but ``hard``.

    before, afresh: the share of what was before the step, and whether nothing is known of that.
    """
    terms, rows, v, carried, scene = work.terms, work.rows, work.velocities, run.carried, run.scene
    laws, outlines, loads, things, passing = run.laws, run.machine.outlines, run.machine.loads, scene.things, run.failure.passing
    warm_ground, warm_contacts, u = carried.ground, carried.contacts, carried.u
    L, W, kind, start, unpushed, y, B, free, end = v.L, rows.W, rows.kind, rows.start, v.unpushed, v.y, v.B, v.free, v.end
    load_factor = scene.gravity * h
    blocks, used, _ = collect(terms.links, terms.J, rows, outlines, loads, scene, warm_ground, warm_contacts, load_factor, _REACH)
    if blocks < 0:
        return TrialResult(TOO_MANY, 0, 0.0, 0.0, before, afresh)
    if not afresh and _any_fresh(rows, blocks, warm_contacts):
        before, afresh = _forget(carried.q, u, run.past, h, work.at), True
    for r in range(used):
        rows.P[r] *= h / run.past.lengths[GUESSED]
    _find_free_velocity(terms, v, work.at, run.past, h, before, afresh, laws.implicit)
    find_relative_velocities(L, W, kind, start, unpushed, v.Y, B, free, u, scene.restitution, blocks, used)
    weight = loads.sum() * (scene.gravity if scene.gravity > 0.0 else 9.81)
    closing = fastest_closing(rows, blocks, warm_contacts, free)
    scale = max(weight * h, loads.sum() * closing, 1e-300)  # an impact's own in a short step
    if used > len(carried.q):  # in long steps sweeps seldom converge then: Newton's method begins
        carried.hard[0] = max(carried.hard[0], 1)
    problem, P = Problem(B[:used], free[:used], kind[:blocks], start[:blocks], rows.limits[:blocks]), rows.P[:used]
    error, iterations = find_end(problem, P, L, unpushed, y, end, laws, carried.hard, run.code.small, scale)
    status = RUNNING
    if not all_sane(end):
        status = DIVERGED
    elif scene.friction > 0.0 and slides_into_paradox(rows, blocks, B, y, u, unpushed, warm_contacts, things, passing):
        status = PARADOX
    elif not error <= laws.tolerance:
        refuse_problem(run.failure, problem, P, error, rows, blocks, things)
        status = NOT_CONVERGED
    return TrialResult(status, blocks, error, float(iterations), before, afresh)


@compiled
def _finish(run, work, trial, h, previous, known):
    """Close the gaps, add works and impulses, and go on to the end of a step: its blocks, and what ``remember`` knows then."""
    rows, v, at, past, carried, scene = work.rows, work.velocities, work.at, run.past, run.carried, run.scene
    since, blocks = carried.since, trial.blocks
    _find_place(h, trial.before, at, v.end)
    hit = _close_gaps(rows, blocks, scene.restitution, carried.contacts, at, v)
    since[0], since[1] = max(since[0], trial.error), max(since[1], _deepest_gap(rows, blocks, at))
    since[2] = max(since[2], trial.iterations)
    motors, implicit = run.machine.motors, run.laws.implicit
    _add_work(carried.works, carried.u, h, trial, work.terms, implicit, motors, rows, at, v.end, past)
    known = remember(carried.ground, carried.contacts, rows, blocks, previous, known)
    _add_contact_impulses(rows, trial, scene.things, scene.obstacles.shape[0], h, past, carried.impulse)
    _keep_past(work.terms, at, v, past, carried.q, carried.u, implicit, trial, h, hit)
    past.lengths[GUESSED] = h
    copy_to(work.terms.links, carried.links)
    return blocks, known, hit
