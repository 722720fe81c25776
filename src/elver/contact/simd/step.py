"""Moreau's steps as runs on this computer take them: one machine, or several side by side in the processor's vectors.

The scheme is that of ``contact/single/moreau.py``, SNAKE (54)-(70); here every number is a row of one per machine, and arrays are
blocks of memory, which are handed on at no cost. A single run is a row of one: the code is the same, compiled for plain doubles.
Geometry, laws, records and what stops a run are shared with ``single``. Newton's method solves all machines at once, from
impulses that go on as they did in the last two steps; what it does not solve is taken out of the lanes, and the solvers that take
one problem at a time go on.
"""

from __future__ import annotations

import numpy as np

from elver._support.statuses import DIVERGED, NOT_CONVERGED, PARADOX, RUNAWAY, RUNNING, STEPPED_OVER, TOO_MANY
from elver.codegen.kernels.evaluate import call_pointers, evaluate_signals
from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.simd import (
    WIDTHS,
    address,
    any_lane,
    at,
    block,
    cell,
    inner,
    keep,
    larger,
    mark,
    marked,
    put,
    select,
    set_at,
    set_cell,
    smaller,
    spread,
    take,
    width_of,
)
from elver.contact.record import ContactRecord
from elver.contact.simd.arrays import LaneCarried, LaneMachines, LaneScenes
from elver.contact.simd.linear import (
    add_rows,
    factor,
    part_newton,
    part_rows,
    part_step,
    part_terms,
    row_count,
    solve_lower,
    solve_rows,
    solve_upper,
    squares,
    times_rows,
)
from elver.contact.simd.newton import block_weights, newton_lanes, project_lanes, row_dot
from elver.contact.simd.rows import NONE, collect_lanes, lane_of, pairs_of, refuse_single, rows_of, solve_single, warm_place
from elver.contact.single.arrays import Failure
from elver.contact.single.events import links_pass, passed
from elver.contact.single.newton import WEIGHT
from elver.contact.single.records import hand_out, record_contacts, record_ground
from elver.contact.single.solvers import AUTO, NEWTON
from elver.contact.single.step import RESTS, SLIDES


@inner
def _free_velocity_lanes(terms, n, u, dt, implicit, A, R, unpushed):
    """Velocities without impulses and the factor of their matrix, see ``moreau._find_free_velocity``."""
    for i in range(n):
        a, b, j = spread(A, 0.0), spread(A, 0.0), 0
        while j + 1 < n:
            x, y = take(terms.M, i * n + j), take(terms.M, i * n + j + 1)
            put(A, i * n + j, x)
            put(A, i * n + j + 1, y)
            a, b, j = a + x * take(u, j), b + y * take(u, j + 1), j + 2
        if j < n:
            x = take(terms.M, i * n + j)
            put(A, i * n + j, x)
            a = a + x * take(u, j)
        b = a + b + dt * take(terms.f, i)
        if implicit:
            damping = take(terms.c, i)
            put(A, i * n + i, take(A, i * n + i) + dt * (damping + 0.5 * dt * take(terms.s, i)))
            b = b + dt * damping * take(u, i)
        put(unpushed, i, b)
    factor(A, n, n, R, spread(A, 0.0) == 0.0)
    solve_upper(R, n, unpushed)
    solve_lower(R, n, unpushed)


@inner
def _contact_factor_lanes(R, rows, size, unpushed):
    """B = W R^-1 and the relative velocities without impulses."""
    n, count = size.freedoms, size.rows
    solve_rows(R, n, count, rows.reach, rows.W, rows.B)
    times_rows(rows.W, n, count, rows.reach, unpushed, rows.free)


@inner
def _bounce_lanes(restitution, rows, size, u):
    """Newton's law of impacts, see ``step._bounce``."""
    n, e = size.freedoms, take(restitution, 0)
    for s in range(size.slots):
        r, before = 2 * size.pairs + s * size.stride, spread(u, 0.0)
        for i in range(n):
            before = before + take(rows.W, r * n + i) * take(u, i)
        put(rows.free, r, take(rows.free, r) + e * smaller(before, 0.0))


@inner
def _residual_lanes(rows, size, y, scale, weight, gamma, error):
    """Natural-map residuals of the impulses with y = B^T P, see ``problem.residual``; infinite where they are no numbers.

    weight: of the blocks, see ``newton.block_weights``.   gamma: buffer.
    """
    pairs, P, free, part = size.pairs, rows.P, rows.free, 1.0 / WEIGHT
    times_rows(rows.B, size.freedoms, size.rows, rows.reach, y, gamma)
    worst, finite = spread(P, 0.0), spread(P, 0.0) == 0.0
    for k in range(pairs):
        r, limits = 2 * k, rows.limits
        w = part * take(weight, k)
        x, z = take(P, r) - _free_at(free, gamma, r) * w, take(P, r + 1) - _free_at(free, gamma, r + 1) * w
        px, pz = project_lanes(x, z, take(limits, 3 * k), take(limits, 3 * k + 1), take(limits, 3 * k + 2))
        a, b = abs(take(P, r) - px), abs(take(P, r + 1) - pz)
        worst, finite = larger(larger(a, b), worst), finite & (a < np.inf) & (b < np.inf)
    for s in range(size.slots):
        r, own = 2 * pairs + s * size.stride, pairs + s * size.stride
        x = take(P, r) - _free_at(free, gamma, r) * (part * take(weight, own))
        wrong = abs(take(P, r) - larger(x, 0.0))
        if size.stride == 2:
            most = take(rows.bound, s) * take(P, r)
            z = take(P, r + 1) - _free_at(free, gamma, r + 1) * (part * take(weight, own + 1))
            other = abs(take(P, r + 1) - larger(smaller(z, most), -most))
            worst, finite = larger(other, worst), finite & (other < np.inf)
        worst, finite = larger(wrong, worst), finite & (wrong < np.inf)
    put(error, 0, select(finite, worst / take(scale, 0), np.inf))


@inner
def _free_at(free, gamma, r):
    """Relative velocity of a row."""
    return take(free, r) + take(gamma, r)


@inner
def _end_velocity_lanes(R, n, y, unpushed, end):
    """end = unpushed + R^-1 y."""
    for i in range(n):
        put(end, i, take(y, i))
    solve_lower(R, n, end)
    for i in range(n):
        put(end, i, take(end, i) + take(unpushed, i))


@inner
def _sane_lanes(values, n, sane):
    """Mark the machines whose n numbers are all finite and have not run away."""
    good = spread(values, 0.0) == 0.0
    for i in range(n):
        good = good & (abs(take(values, i)) < RUNAWAY)
    mark(sane, good)


# --- What a step of machines side by side leaves behind: works, warm starts of the next step, impulses, samples.


@inner
def _add_work_lanes(state, terms, motors, dt, implicit, flows, rows, size, step, sliding):
    """Add the works over one step of the machines that are alive, see ``moreau._add_work``. sliding: buffer for velocities."""
    works, u, went, n = state.works, state.u, marked(step.alive), size.freedoms
    zero = spread(u, 0.0)
    motor, positive, friction, normal = zero, zero, zero, zero
    for i in range(n):
        before, after = take(u, i), take(step.end, i)
        middle = 0.5 * (before + after)
        put(step.mean, i, middle)
        if at(motors, i) != 0.0:
            acting = take(terms.torque, i)
            if implicit:
                acting = acting - take(terms.c, i) * (after - before) - 0.5 * dt * take(terms.s, i) * after
            work = dt * acting * middle
            motor, positive = motor + work, positive + larger(work, 0.0)
    times_rows(rows.W, n, size.rows, rows.reach, step.mean, sliding)
    for r in range(2 * size.pairs):
        friction = friction - take(rows.P, r) * take(sliding, r)
    for s in range(size.slots):
        r = 2 * size.pairs + s * size.stride
        normal = normal - take(rows.P, r) * take(sliding, r)
        if size.stride == 2:
            friction = friction - take(rows.P, r + 1) * take(sliding, r + 1)
    put(works, 0, take(works, 0) + select(went, motor, 0.0))
    put(works, 1, take(works, 1) + select(went, positive, 0.0))
    put(works, 2, take(works, 2) + select(went, friction, 0.0))
    put(works, 3, take(works, 3) + select(went, normal, 0.0))
    for k in range(flows):
        put(works, 4 + k, take(works, 4 + k) + select(went, dt * take(terms.flows, k), 0.0))


@inner
def _remember_lanes(state, machines, scenes, rows, size, alive):
    """Keep the impulses as the next step's warm starts and add them up, of the machines that are alive."""
    went = marked(alive)
    for r in range(2 * size.pairs):
        now, earlier = take(rows.P, r), 2 * size.pairs + r
        keep(state.ground, r, _carried_on(now, take(state.ground, earlier)), went)
        keep(state.ground, earlier, now, went)
    for lane in range(width_of(alive)):
        if at(alive, lane) > 0.0:
            _forget(state.contacts, machines, rows, lane)
            _gather_lane(state, machines, scenes, rows, size, lane)


@inner
def _carried_on(now, earlier):
    """What the next impulse is if it goes on as from the earlier one to this; this where there was none."""
    return select(earlier == 0.0, now, now + (now - earlier))


@inner
def _go_on(now, earlier):
    """The same of one machine."""
    return now if earlier == 0.0 else now + (now - earlier)


@inner
def _forget(warm_contacts, machines, rows, lane):
    """Warm starts of contacts that have opened are zero; all of them at the first step of a call."""
    known = at(rows.known, lane)
    if known < 0:
        for k in range(warm_place(machines, lane, 0, 0), warm_place(machines, lane + 1, 0, 0)):
            set_at(warm_contacts, k, 0.0)
    for k in range(known):
        place = warm_place(machines, lane, cell(rows.previous, 2 * k, lane), cell(rows.previous, 2 * k + 1, lane))
        for c in range(4):
            set_at(warm_contacts, place + c, 0.0)


@inner
def _gather_lane(state, machines, scenes, rows, size, lane):
    """The contacts of one machine: warm starts of the next step, impulses [N s, world] of every link."""
    for s in range(at(rows.count, lane)):
        row, i, place = 2 * size.pairs + s * size.stride, cell(rows.owner, 2 * s, lane), cell(rows.owner, 2 * s + 1, lane)
        push, rub = cell(rows.P, row, lane), (cell(rows.P, row + 1, lane) if size.stride == 2 else 0.0)
        warm = warm_place(machines, lane, i, place)
        set_at(state.contacts, warm, max(_go_on(push, cell(rows.earlier, 2 * s, lane)), 0.0))
        set_at(state.contacts, warm + 1, _go_on(rub, cell(rows.earlier, 2 * s + 1, lane)))
        set_at(state.contacts, warm + 2, push)
        set_at(state.contacts, warm + 3, rub)
        set_cell(rows.previous, 2 * s, lane, i)
        set_cell(rows.previous, 2 * s + 1, lane, place)
        nx, ny, thing = cell(rows.normal, 2 * s, lane), cell(rows.normal, 2 * s + 1, lane), at(scenes.things, place)
        px, py = nx * push - ny * rub, ny * push + nx * rub
        _add_impulse(state.impulse, machines, lane, i, px, py)
        if thing >= scenes.number:
            _add_impulse(state.impulse, machines, lane, thing - scenes.number, -px, -py)
    set_at(rows.known, lane, at(rows.count, lane))


@inner
def _add_impulse(impulse, machines, lane, i, px, py):
    """Add to what has gathered of one link."""
    k = 2 * (lane * machines.number + i)
    set_at(impulse, k, at(impulse, k) + px)
    set_at(impulse, k + 1, at(impulse, k + 1) + py)


@inner
def _sample_lane(lane, row, due, dt, links, things, rows, size, carried, samples, obstacles):
    """One row of a machine's samples, see ``records.take_sample``."""
    for i in range(carried.q.shape[0]):
        samples.q[lane, row, i], samples.u[lane, row, i] = carried.q[i, lane], carried.u[i, lane]
    for k in range(carried.works.shape[0]):
        samples.works[lane, row, k] = carried.works[k, lane]
    if samples.recorded:
        _record_lane(lane, row, due, dt, links, things, rows, size, carried, samples.record, obstacles)
    if due:
        carried.impulse[lane] = 0.0
        for k in range(3):
            carried.since[k, lane] = 0.0


@inner
def _record_lane(lane, row, due, dt, links, things, rows, size, carried, record, obstacles):
    """What the contacts of one machine did."""
    own = ContactRecord(
        record.contact[lane],
        record.ground[lane],
        record.stick[lane],
        record.stats[lane],
        record.impulse[lane],
        record.pairs[lane],
        record.strongest[lane],
    )
    found, blocks, _ = rows_of(rows, size, lane)
    record_ground(row, dt, lane_of(links, 4 * size.links, lane), found, blocks, own.ground, own.stick)
    record_contacts(row, dt, found, blocks, things, obstacles, own)
    hand_out(carried.impulse[lane], own.impulse[row], due)
    for k in range(3):
        own.stats[row, k] = carried.since[k, lane]


# --- Moreau's scheme of ``single/moreau.py`` for several machines at once, one per lane; each has its own clock, steps and end.


@inner
def _advance(memory, code, inputs, machines, scenes, obstacles, laws, grid, carried, samples, failure, until):
    """See ``ADVANCE``. memory: the block of ``code.memory``, whose width is that of the whole loop."""
    n, links, flows = carried.q.shape[0], machines.number, carried.works.shape[0] - 4
    pairs, capacity = links if scenes.grounded else 0, failure.B.shape[0] // 2 - links
    dt = grid.dt
    every = grid.every
    implicit = laws.implicit
    # one piece of memory for all arrays of a step
    terms, rest = part_terms(memory, n, links, flows)
    rows, rest, starts = part_rows(rest, code.whole, n, pairs, capacity)
    newton, rest = part_newton(rest, starts, row_count(pairs, capacity), n)
    step = part_step(rest, n)
    # arguments by their places in memory
    own = _blocks_of_machines(machines, memory)
    around = _blocks_of_scenes(scenes, memory)
    state = _blocks_of_carried(carried, memory)
    pointers = _lane_pointers(block(code.work, memory), state.u, block(inputs.p, memory), terms, step)
    _weigh(own, around, dt, step.scale)
    for lane in range(width_of(memory)):
        set_at(rows.known, lane, -1)
    while _anybody(state, until, step.alive):
        for i in range(n):
            put(step.middle, i, take(state.q, i) + 0.5 * dt * take(state.u, i))  # (54)
        _set_clocks(inputs.shelf, grid, state.steps, implicit, step)
        call_pointers(code.terms, pointers)
        size = collect_lanes(terms, own, around, obstacles, dt, n, links, state, rows, capacity, step)
        if size.slots == NONE:
            return TOO_MANY
        _stop_passing(terms, own, around, obstacles, scenes.meets, state, carried.passing, step.alive)
        _free_velocity_lanes(terms, n, state.u, dt, implicit, step.A, step.R, step.unpushed)
        _contact_factor_lanes(step.R, rows, size, step.unpushed)
        if scenes.bouncing:
            _bounce_lanes(around.restitution, rows, size, state.u)
        _solve_lanes(rows, size, laws, code.small, newton, step)
        _end_velocity_lanes(step.R, n, step.y, step.unpushed, step.end)
        if scenes.rubbing:
            _stop_paradox(rows, size, state, obstacles.things, carried.passing, step)
        _stop_failed(rows, size, laws.tolerance, obstacles.things, state.status, carried.passing, failure, step)
        _add_work_lanes(state, terms, own.motors, dt, implicit, flows, rows, size, step, newton.slope)
        _remember_lanes(state, own, around, rows, size, step.alive)
        _move_on(state, n, dt, rows.deepest, step)
        for lane in range(width_of(memory)):
            done = at(state.steps, lane)
            if at(step.alive, lane) > 0.0 and (done % every == 0 or done == until[lane]):
                row, due = (done + every - 1) // every, done % every == 0
                _sample_lane(lane, row, due, dt, terms.links, obstacles.things, rows, size, carried, samples, around.number)
    return RUNNING


def _advance_of(width):
    """The loop for so many machines side by side."""

    @compiled
    def advance(code, inputs, machines, scenes, obstacles, laws, grid, carried, samples, failure, until):
        memory = block(code.memory, width)
        return _advance(memory, code, inputs, machines, scenes, obstacles, laws, grid, carried, samples, failure, until)

    return advance


# By the number of machines side by side, 1 for a single run: steps in place on ``carried`` until all machines that run have
# ``until`` of them. Every ``every``-th goes to its row of the samples, the last one too.
#
# The arguments are those of arrays.py. failure: takes the contact problem of the last machine whose problem was not solved, and
# says how many closed contacts a machine may have: it has two rows for each, and two for every link. Where a machine has more, it
# is marked so and TOO_MANY comes back before the step in which it does: the call can be made again, with more or without that
# machine. A machine that fails has its status in ``carried`` and stays after its last good step, which is no sample yet; others
# go on.
ADVANCE = {str(width): _advance_of(width) for width in WIDTHS}


@inner
def _lane_pointers(work, u, p, terms, step):
    """Where the compiled terms find their arguments and leave their results."""
    M, f, torque, c, s, links, G, T, flows = terms
    given = address(step.clock), address(step.middle), address(u), address(p), address(step.signals)
    results = address(M), address(f), address(torque), address(c), address(s), address(links), address(G), address(T)
    return (*given, *results, address(flows), address(work))


@inner
def _blocks_of_machines(machines, like):
    """The same by their places in memory, as wide as ``like``."""
    outlines, loads, motors, reach, number, places = machines
    return LaneMachines(block(outlines, like), block(loads, like), block(motors, like), block(reach, like), number, places)


@inner
def _blocks_of_scenes(scenes, like):
    """The same by their places in memory, as wide as ``like``."""
    number, things, self_contact, meets, ground, gravity, restitution, friction, size, grounded, bouncing, rubbing = scenes
    arrays = block(ground, like), block(gravity, like), block(restitution, like), block(friction, like), block(size, like)
    return LaneScenes(number, block(things, like), self_contact, block(meets, like), *arrays, grounded, bouncing, rubbing)


@inner
def _blocks_of_carried(carried, like):
    """The same by their places in memory, as wide as ``like``."""
    q, u, works, links, ground, contacts, impulse, since, steps, status, passing = carried
    motion = block(q, like), block(u, like), block(works, like), block(links, like)
    impulses = block(ground, like), block(contacts, like), block(impulse, like)
    ends = block(since, like), block(steps, like), block(status, like), block(passing, like)
    return LaneCarried(*motion, *impulses, *ends)


@inner
def _weigh(machines, scenes, dt, scale):
    """Weight of every machine times dt."""
    load, gravity = spread(scale, 0.0), take(scenes.gravity, 0)
    for i in range(machines.number):
        load = load + take(machines.loads, i)
    put(scale, 0, larger(load * select(gravity > 0.0, gravity, 9.81) * dt, 1e-300))


@inner
def _anybody(state, until, alive):
    """Mark the machines that go on; whether there are any."""
    some = False
    for lane in range(width_of(alive)):
        runs = at(state.status, lane) == RUNNING and at(state.steps, lane) < until[lane]
        set_at(alive, lane, 1.0 if runs else 0.0)
        some = some or runs
    return some


@inner
def _set_clocks(shelf, grid, steps, implicit, step):
    """Time of every machine, and its signals."""
    count, ahead = 3 * shelf.coefficients.shape[1], 1.0 if implicit else 0.5
    for lane in range(width_of(step.clock)):
        set_at(step.clock, lane, grid.begin[lane] + (at(steps, lane) + ahead) * grid.dt)
    if count > 0:
        own = np.empty(count)
        for lane in range(width_of(step.clock)):
            k = shelf.which[lane]
            breaks = shelf.breaks[shelf.first_break[k] : shelf.first_break[k + 1]]
            pieces = shelf.coefficients[shelf.first_piece[k] : shelf.first_piece[k + 1]]
            evaluate_signals(at(step.clock, lane), breaks, pieces, own)
            for c in range(count):
                set_cell(step.signals, c, lane, own[c])


@inner
def _stop_passing(terms, machines, scenes, obstacles, meets, state, passing, alive):
    """Stop the machines that stepped over an obstacle or themselves; where not, this look is the last one. See ``goes_past``."""
    before, links, count, most, least = state.links, terms.links, machines.number, spread(terms.links, 0.0), take(scenes.size, 0)
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
        for lane in range(width_of(alive)):
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
def _solve_lanes(rows, size, laws, small, newton, step):
    """Impulses of all machines, their motion y = B^T P and residuals: by Newton's method in step; what that cannot do, and what
    another solver was asked for, machine by machine as in single runs.
    """
    in_step, left = laws.solver == AUTO or laws.solver == NEWTON, False
    smallest = block_weights(rows.B, size, newton.weight)
    if in_step:
        newton_lanes(rows, size, step.scale, smallest, laws.tolerance, laws.most, step.alive, newton, step.used, step.good)
        _judge(rows, size, newton, step)
    for lane in range(width_of(step.alive)):
        solved = in_step and at(step.good, lane) > 0.0 and at(step.error, lane) <= laws.tolerance
        if at(step.alive, lane) > 0.0 and not solved:
            before = at(step.used, lane) if in_step else 0.0
            set_at(step.used, lane, before + solve_single(rows, size, lane, laws, step.scale, small))
            left = True
    if left:
        _judge(rows, size, newton, step)


@inner
def _judge(rows, size, newton, step):
    """y = B^T P and the residuals."""
    add_rows(rows.B, size.freedoms, size.rows, rows.reach, rows.P, step.y)
    _residual_lanes(rows, size, step.y, step.scale, newton.weight, newton.gamma, step.error)


@inner
def _stop_failed(rows, size, tolerance, things, status, passing, failure, step):
    """Stop the machines that run away or whose contacts are not solved; of these the problem is kept."""
    _sane_lanes(step.end, size.freedoms, step.good)
    for lane in range(width_of(step.alive)):
        if at(step.alive, lane) > 0.0 and at(step.good, lane) == 0.0:
            set_at(status, lane, DIVERGED)
            set_at(step.alive, lane, 0.0)
        elif at(step.alive, lane) > 0.0 and not at(step.error, lane) <= tolerance:
            kept = Failure(failure.B, failure.table, passing[lane])
            refuse_single(rows, size, lane, at(step.error, lane), things, kept)
            set_at(status, lane, NOT_CONVERGED)
            set_at(step.alive, lane, 0.0)


@inner
def _stop_paradox(rows, size, state, things, passing, step):
    """Stop the machines with a contact that slides into Painleve's paradox, see ``step._slides_into_paradox``."""
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
        for lane in range(width_of(step.alive)):
            if at(step.near, lane) > 0.0:
                passing[lane, 0], passing[lane, 1] = cell(rows.owner, 2 * s, lane), things[cell(rows.owner, 2 * s + 1, lane)]
                passing[lane, 2] = at(step.clock, lane)
                set_at(state.status, lane, PARADOX)
                set_at(step.alive, lane, 0.0)


@inner
def _move_on(state, n, dt, deepest, step):
    """The new state of the machines that go on."""
    going, since = marked(step.alive), state.since
    for i in range(n):
        new = take(step.end, i)
        put(state.u, i, select(going, new, take(state.u, i)))
        put(state.q, i, select(going, take(step.middle, i) + 0.5 * dt * new, take(state.q, i)))
    put(since, 0, select(going, larger(take(since, 0), take(step.error, 0)), take(since, 0)))
    put(since, 1, select(going, larger(take(since, 1), take(deepest, 0)), take(since, 1)))
    put(since, 2, select(going, larger(take(since, 2), take(step.used, 0)), take(since, 2)))
    for lane in range(width_of(step.alive)):
        if at(step.alive, lane) > 0.0:
            set_at(state.steps, lane, at(state.steps, lane) + 1)
