"""Moreau's scheme of ``moreau.step`` for several machines at once, one per lane; each has its own clock, steps and end."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.calls import call_pointers
from elver.compiled.lanes import (
    WIDTH,
    address,
    any_lane,
    at,
    block,
    inner,
    larger,
    mark,
    marked,
    put,
    select,
    set_at,
    smaller,
    spread,
    take,
)
from elver.compiled.piecewise import evaluate_signals
from elver.contact.lanes.book import book_work_lanes, remember_lanes, sample_lane
from elver.contact.lanes.linear import add_rows, squares
from elver.contact.lanes.memory import part_newton, part_rows, part_step, part_terms, row_count
from elver.contact.lanes.newton import block_weights, newton_lanes, row_dot
from elver.contact.lanes.rows import NONE, collect_lanes
from elver.contact.lanes.single import lane_of, pairs_of, solve_single
from elver.contact.lanes.tuples import LaneCarried, LaneMachines, LaneScenes
from elver.contact.lanes.velocities import (
    bounce_lanes,
    contact_factor_lanes,
    end_velocity_lanes,
    free_velocity_lanes,
    residual_lanes,
    sane_lanes,
)
from elver.contact.moreau.paradox import RESTS, SLIDES
from elver.contact.moreau.passing import links_pass, passed
from elver.contact.solvers.auto import AUTO, NEWTON
from elver.statuses import DIVERGED, NOT_CONVERGED, PARADOX, RUNNING, STEPPED_OVER, TOO_MANY


@compiled
def advance_lanes(code, inputs, machines, scenes, obstacles, laws, grid, carried, samples, room, until):
    """Steps in place on ``carried`` until all machines that run have ``until`` of them; samples as ``advance_moreau`` takes them.

    The arguments are those of tuples.py. room: closed contacts that a machine may have. Where one has more, it is marked so and
    TOO_MANY comes back before the step in which it does: the call can be made again, with more room or without that machine.
    A machine that fails has its status in ``carried`` and stays after its last good step, which is no sample yet; others go on.
    """
    n, links, flows, dt, implicit = carried.q.shape[0], machines.number, carried.works.shape[0] - 4, grid.dt, laws.implicit
    pairs, every, memory, whole = (links if scenes.grounded else 0), grid.every, code.memory, code.whole
    terms, rest = part_terms(memory, n, links, flows)
    rows, rest, starts = part_rows(rest, whole, n, pairs, room)
    newton, rest = part_newton(rest, starts, row_count(pairs, room), n)
    step = part_step(rest, n)
    pointers = lane_pointers(block(code.work), block(carried.u), block(inputs.p), terms, step)
    own, around, state = blocks_of_machines(machines), blocks_of_scenes(scenes), blocks_of_carried(carried)
    weigh(own, around, dt, step.scale)
    for lane in range(WIDTH):
        set_at(rows.known, lane, -1)
    while anybody(state, until, step.alive):
        for i in range(n):
            put(step.middle, i, take(state.q, i) + 0.5 * dt * take(state.u, i))  # (54)
        set_clocks(inputs.shelf, grid, state.steps, implicit, step)
        call_pointers(code.terms, pointers)
        size = collect_lanes(terms, own, around, obstacles, dt, n, links, state, rows, room, step)
        if size.slots == NONE:
            return TOO_MANY
        stop_passing(terms, own, around, obstacles, scenes.meets, state, carried.passing, step.alive)
        free_velocity_lanes(terms, n, state.u, dt, implicit, step.A, step.R, step.unpushed)
        contact_factor_lanes(step.R, rows, size, step.unpushed)
        if scenes.bouncing:
            bounce_lanes(around.restitution, rows, size, state.u)
        solve_lanes(rows, size, laws, code.small, newton, step)
        end_velocity_lanes(step.R, n, step.y, step.unpushed, step.end)
        if scenes.rubbing:
            stop_paradox(rows, size, state, obstacles.things, carried.passing, step)
        stop_failed(n, laws.tolerance, state.status, step)
        book_work_lanes(state, terms, own.motors, dt, implicit, flows, rows, size, step, newton.slope)
        remember_lanes(state, own, around, rows, size, step.alive)
        move_on(state, n, dt, rows.deepest, step)
        for lane in range(WIDTH):
            done = at(state.steps, lane)
            if at(step.alive, lane) > 0.0 and (done % every == 0 or done == until[lane]):
                row, due = (done + every - 1) // every, done % every == 0
                sample_lane(lane, row, due, dt, terms.links, obstacles.things, rows, size, carried, samples, around.number)
    return RUNNING


@inner
def lane_pointers(work, u, p, terms, step):
    """Where the compiled terms find their arguments and leave their results."""
    M, f, torque, c, s, links, G, T, flows = terms
    given = address(step.clock), address(step.middle), address(u), address(p), address(step.signals)
    results = address(M), address(f), address(torque), address(c), address(s), address(links), address(G), address(T)
    return (*given, *results, address(flows), address(work))


@inner
def blocks_of_machines(machines):
    """The same by their places in memory."""
    outlines, loads, motors, reach, number, places = machines
    return LaneMachines(block(outlines), block(loads), block(motors), block(reach), number, places)


@inner
def blocks_of_scenes(scenes):
    """The same by their places in memory."""
    number, things, self_contact, meets, ground, gravity, restitution, friction, size, grounded, bouncing, rubbing = scenes
    arrays = block(ground), block(gravity), block(restitution), block(friction), block(size)
    return LaneScenes(number, block(things), self_contact, block(meets), *arrays, grounded, bouncing, rubbing)


@inner
def blocks_of_carried(carried):
    """The same by their places in memory."""
    q, u, works, links, ground, contacts, impulse, since, steps, status, passing = carried
    plain = block(q), block(u), block(works), block(links), block(ground), block(contacts), block(impulse), block(since)
    return LaneCarried(*plain, block(steps), block(status), block(passing))


@inner
def weigh(machines, scenes, dt, scale):
    """Weight of every machine times dt."""
    load, gravity = spread(0.0), take(scenes.gravity, 0)
    for i in range(machines.number):
        load = load + take(machines.loads, i)
    put(scale, 0, larger(load * select(gravity > 0.0, gravity, 9.81) * dt, spread(1e-300)))


@inner
def anybody(state, until, alive):
    """Mark the machines that go on; whether there are any."""
    some = False
    for lane in range(WIDTH):
        runs = at(state.status, lane) == RUNNING and at(state.steps, lane) < until[lane]
        set_at(alive, lane, 1.0 if runs else 0.0)
        some = some or runs
    return some


@inner
def set_clocks(shelf, grid, steps, implicit, step):
    """Time of every machine, and its signals."""
    count, ahead = 3 * shelf.coefficients.shape[1], 1.0 if implicit else 0.5
    for lane in range(WIDTH):
        set_at(step.clock, lane, grid.begin[lane] + (at(steps, lane) + ahead) * grid.dt)
    if count > 0:
        own = np.empty(count)
        for lane in range(WIDTH):
            k = shelf.which[lane]
            breaks = shelf.breaks[shelf.first_break[k] : shelf.first_break[k + 1]]
            pieces = shelf.coefficients[shelf.first_piece[k] : shelf.first_piece[k + 1]]
            evaluate_signals(at(step.clock, lane), breaks, pieces, own)
            for c in range(count):
                set_at(step.signals, c * WIDTH + lane, own[c])


@inner
def stop_passing(terms, machines, scenes, obstacles, meets, state, passing, alive):
    """Stop the machines that stepped over an obstacle or themselves; where not, this look is the last one. See ``goes_past``."""
    before, links, count, most, least = state.links, terms.links, machines.number, spread(0.0), take(scenes.size, 0)
    if scenes.self_contact:
        for i in range(count):
            least = smaller(least, take(machines.outlines, 2 * i + 1))
    if not any_lane(least < np.inf):
        return
    for i in range(count):
        k = 4 * i
        turned = abs(take(links, k + 2) - take(before, k + 2)) + abs(take(links, k + 3) - take(before, k + 3))
        way = abs(take(links, k) - take(before, k)) + abs(take(links, k + 1) - take(before, k + 1))
        most = larger(most, way + take(machines.outlines, 2 * i) * turned)
    if any_lane(marked(alive) & (most > least)):
        for lane in range(WIDTH):
            if at(alive, lane) > 0.0:
                was, now = lane_of(before, 4 * count, lane), lane_of(links, 4 * count, lane)
                sizes, size = pairs_of(machines.outlines, count, lane), at(scenes.size, lane)
                over = scenes.self_contact and links_pass(was, now, sizes, meets, scenes.number, passing[lane])
                if over or passed(was, now, sizes, obstacles.table, obstacles.corners, size, passing[lane]):
                    set_at(state.status, lane, STEPPED_OVER)
                    set_at(alive, lane, 0.0)
    going = marked(alive)
    for k in range(4 * count):
        put(before, k, select(going, take(links, k), take(before, k)))


@inner
def solve_lanes(rows, size, laws, small, newton, step):
    """Impulses of all machines, their motion y = B^T P and residuals: by Newton's method in step; what that cannot do, and what
    another solver was asked for, machine by machine as in single runs.
    """
    in_step, left = laws.solver == AUTO or laws.solver == NEWTON, False
    smallest = block_weights(rows.B, size, newton.weight)
    if in_step:
        newton_lanes(rows, size, step.scale, smallest, laws.tolerance, laws.most, step.alive, newton, step.used, step.good)
        judge(rows, size, newton, step)
    for lane in range(WIDTH):
        solved = in_step and at(step.good, lane) > 0.0 and at(step.error, lane) <= laws.tolerance
        if at(step.alive, lane) > 0.0 and not solved:
            before = at(step.used, lane) if in_step else 0.0
            set_at(step.used, lane, before + solve_single(rows, size, lane, laws, step.scale, small))
            left = True
    if left:
        judge(rows, size, newton, step)


@inner
def judge(rows, size, newton, step):
    """y = B^T P and the residuals."""
    add_rows(rows.B, size.freedoms, size.rows, rows.reach, rows.P, step.y)
    residual_lanes(rows, size, step.y, step.scale, newton.weight, newton.gamma, step.error)


@inner
def stop_failed(n, tolerance, status, step):
    """Stop the machines that run away or whose contacts are not solved."""
    sane_lanes(step.end, n, step.good)
    for lane in range(WIDTH):
        if at(step.alive, lane) > 0.0 and at(step.good, lane) == 0.0:
            set_at(status, lane, DIVERGED)
            set_at(step.alive, lane, 0.0)
        elif at(step.alive, lane) > 0.0 and not at(step.error, lane) <= tolerance:
            set_at(status, lane, NOT_CONVERGED)
            set_at(step.alive, lane, 0.0)


@inner
def stop_paradox(rows, size, state, things, passing, step):
    """Stop the machines with a contact that slides into Painleve's paradox, see ``paradox``."""
    n, W, B, P = size.freedoms, rows.W, rows.B, rows.P
    for s in range(size.slots):
        r, bound = 2 * size.pairs + 2 * s, take(rows.bound, s)
        a, b = squares(B, r, n), row_dot(B, r, B, r + 1, n)
        if not any_lane((bound > 0.0) & (bound * abs(b) >= a)):
            continue
        push, rub, d = take(P, r), take(P, r + 1), squares(B, r + 1, n)
        before, along = row_dot(W, r, state.u, 0, n), row_dot(W, r + 1, state.u, 0, n)
        normal = row_dot(W, r, step.unpushed, 0, n) + row_dot(B, r, step.y, 0, n) - a * push - b * rub
        rubbing = row_dot(W, r + 1, step.unpushed, 0, n) + row_dot(B, r + 1, step.y, 0, n) - b * push - d * rub
        slides = (bound > 0.0) & (bound * abs(b) >= a) & (along * b > 0.0) & (abs(along) > SLIDES * abs(rubbing - along))
        rests = (abs(before) <= RESTS * abs(normal - before)) & ((normal < 0.0) | (take(rows.earlier, 2 * s) > 0.0))
        mark(step.near, slides & rests & marked(step.alive))
        put(step.clock, 0, a / abs(b))
        for lane in range(WIDTH):
            if at(step.near, lane) > 0.0:
                first = 2 * s * WIDTH + lane
                passing[lane, 0], passing[lane, 1] = at(rows.owner, first), things[at(rows.owner, first + WIDTH)]
                passing[lane, 2] = at(step.clock, lane)
                set_at(state.status, lane, PARADOX)
                set_at(step.alive, lane, 0.0)


@inner
def move_on(state, n, dt, deepest, step):
    """The new state of the machines that go on."""
    going, since = marked(step.alive), state.since
    for i in range(n):
        new = take(step.end, i)
        put(state.u, i, select(going, new, take(state.u, i)))
        put(state.q, i, select(going, take(step.middle, i) + 0.5 * dt * new, take(state.q, i)))
    put(since, 0, select(going, larger(take(since, 0), take(step.error, 0)), take(since, 0)))
    put(since, 1, select(going, larger(take(since, 1), take(deepest, 0)), take(since, 1)))
    put(since, 2, select(going, larger(take(since, 2), take(step.used, 0)), take(since, 2)))
    for lane in range(WIDTH):
        if at(step.alive, lane) > 0.0:
            set_at(state.steps, lane, at(state.steps, lane) + 1)
