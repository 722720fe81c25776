"""Moreau's scheme of ``moreau.step`` for several machines at once, one per lane; each has its own clock, steps and end."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import aligned
from elver.compiled.calls import call_pointers
from elver.compiled.lanes import WIDTH, larger, put, select, spread, take, truths
from elver.compiled.piecewise import evaluate_signals
from elver.contact.lanes.book import book_work_lanes, remember_lanes, sample_lane
from elver.contact.lanes.linear import add_rows
from elver.contact.lanes.newton import make_newton, newton_lanes
from elver.contact.lanes.rows import NONE, collect_lanes, make_lane_rows
from elver.contact.lanes.single import lane_of, outlines_of, solve_single
from elver.contact.lanes.tuples import LaneTerms
from elver.contact.lanes.velocities import (
    bounce_lanes,
    contact_factor_lanes,
    end_velocity_lanes,
    free_velocity_lanes,
    residual_lanes,
    sane_lanes,
)
from elver.contact.moreau.passing import passed
from elver.contact.solvers.auto import AUTO, NEWTON
from elver.statuses import DIVERGED, NOT_CONVERGED, RUNNING, STEPPED_OVER, TOO_MANY


@compiled
def advance_lanes(code, inputs, machines, scenes, laws, grid, carried, samples, room, until):
    """Steps in place on ``carried`` until every machine that runs has ``until`` of them; samples as ``advance_moreau`` takes them.

    room: closed contacts that a machine may have. Where one has more, it is marked so and TOO_MANY comes back before the step in
    which it does: the call can be made again, with more room or without it. A machine that fails has its status in ``carried``
    and stays after its last good step, which is no sample yet; the others go on.
    """
    n, links, works, dt = carried.q.shape[0], machines.loads.shape[0], carried.works.shape[0], grid.dt
    terms, rows = make_lane_terms(n, links, works - 4), make_lane_rows(room, links if scenes.grounded else 0, n)
    A, R, newton = aligned(n * n * WIDTH), aligned(n * n * WIDTH), make_newton(rows.W.shape[0], n)
    middle, end, unpushed, y, mean = (rows_like(n), rows_like(n), rows_like(n), rows_like(n), rows_like(n))
    clock, signals = aligned(WIDTH), aligned(3 * inputs.shelf.coefficients.shape[1] * WIDTH)
    scale, error, used = weights(machines, scenes, dt), aligned(WIDTH), aligned(WIDTH)
    alive, good = np.zeros(WIDTH, np.bool_), np.zeros(WIDTH, np.bool_)
    pointers = lane_addresses(clock, middle, carried.u, inputs.p, signals, terms, code.work)
    while anybody(carried, until, alive):
        for i in range(n):
            put(middle, i, take(carried.q, i) + 0.5 * dt * take(carried.u, i))  # (54)
        set_clocks(inputs.shelf, grid, carried.steps, laws.implicit, clock, signals)
        call_pointers(code.terms, pointers)
        size = collect_lanes(terms, machines, scenes, dt, carried, rows, alive)
        if size.slots == NONE:
            return TOO_MANY
        stop_passing(terms, machines, scenes, carried, alive)
        free_velocity_lanes(terms, carried.u, dt, laws.implicit, A, R, unpushed)
        contact_factor_lanes(R, rows, size, unpushed)
        if scenes.bouncing:
            bounce_lanes(scenes.restitution, rows, size, carried.u)
        solve_lanes(rows, size, laws, scale, code.small, alive, newton, used, good, y, error)
        end_velocity_lanes(R, n, y, unpushed, end)
        stop_failed(end, error, laws.tolerance, good, alive, carried.status)
        book_work_lanes(carried, end, terms, machines.motors, dt, laws.implicit, rows, size, mean, newton.slope, alive)
        remember_lanes(carried, scenes, rows, size, alive)
        move_on(carried, middle, end, dt, error, rows.deepest, used, alive)
        for lane in range(WIDTH):
            if alive[lane]:
                done = carried.steps[lane]
                due = done % grid.every == 0
                if due or done == until[lane]:
                    row = (done + grid.every - 1) // grid.every
                    sample_lane(lane, row, due, dt, terms, scenes, rows, size, carried, samples)
    return RUNNING


@compiled
def rows_like(n):
    """Room for n numbers of every machine."""
    return aligned(n * WIDTH).reshape((n, WIDTH))


@compiled
def make_lane_terms(n, links, flows):
    """Arrays that the compiled terms fill."""
    return LaneTerms(
        rows_like(n * n),
        rows_like(n),
        rows_like(n),
        rows_like(n),
        rows_like(n),
        rows_like(4 * links),
        rows_like(2 * links * n).reshape((2 * links, n, WIDTH)),
        rows_like(links * n).reshape((links, n, WIDTH)),
        rows_like(flows),
    )


@compiled
def lane_addresses(clock, middle, u, p, signals, terms, work):
    """Where the compiled terms find their arguments and leave their results."""
    M, f, torque, c, s, links, G, T, flows = terms
    inputs = clock.ctypes.data, middle.ctypes.data, u.ctypes.data, p.ctypes.data, signals.ctypes.data
    results = M.ctypes.data, f.ctypes.data, torque.ctypes.data, c.ctypes.data, s.ctypes.data, links.ctypes.data, G.ctypes.data
    return (*inputs, *results, T.ctypes.data, flows.ctypes.data, work.ctypes.data)


@compiled
def weights(machines, scenes, dt):
    """Weight of every machine times dt."""
    scale = aligned(WIDTH)
    for lane in range(WIDTH):
        load, gravity = 0.0, scenes.gravity[lane]
        for i in range(machines.loads.shape[0]):
            load += machines.loads[i, lane]
        scale[lane] = max(load * (gravity if gravity > 0.0 else 9.81) * dt, 1e-300)
    return scale


@compiled
def anybody(carried, until, alive):
    """Mark the machines that go on; whether there are any."""
    some = False
    for lane in range(WIDTH):
        alive[lane] = carried.status[lane] == RUNNING and carried.steps[lane] < until[lane]
        some = some or alive[lane]
    return some


@compiled
def set_clocks(shelf, grid, steps, implicit, clock, signals):
    """Time of every machine, and its signals."""
    count = 3 * shelf.coefficients.shape[1]
    own = np.empty(count)
    for lane in range(WIDTH):
        clock[lane] = grid.begin[lane] + ((steps[lane] + 1.0) * grid.dt if implicit else (steps[lane] + 0.5) * grid.dt)
        if count > 0:
            k = shelf.which[lane]
            breaks = shelf.breaks[shelf.first_break[k] : shelf.first_break[k + 1]]
            evaluate_signals(clock[lane], breaks, shelf.coefficients[shelf.first_piece[k] : shelf.first_piece[k + 1]], own)
            for c in range(count):
                signals[c * WIDTH + lane] = own[c]


@compiled
def stop_passing(terms, machines, scenes, carried, alive):
    """Stop the machines that stepped over an obstacle; where not, this look at the links is the last one. See ``steps_over``."""
    before, links, count = carried.links, terms.links, machines.loads.shape[0]
    if not scenes.size.min() < np.inf:
        return
    most = spread(0.0)
    for i in range(count):
        k = 4 * i
        turned = abs(take(links, k + 2) - take(before, k + 2)) + abs(take(links, k + 3) - take(before, k + 3))
        way = abs(take(links, k) - take(before, k)) + abs(take(links, k + 1) - take(before, k + 1))
        most = larger(most, way + take(machines.outlines, 2 * i) * turned)
    far = np.empty(WIDTH)
    put(far, 0, most)
    for lane in range(WIDTH):
        if alive[lane] and far[lane] > scenes.size[lane]:
            was, now = lane_of(before, lane, np.empty(4 * count)), lane_of(links, lane, np.empty(4 * count))
            own, table, corners = outlines_of(machines.outlines, lane), scenes.obstacles, scenes.corners
            if passed(was, now, own, table, corners, scenes.size[lane], carried.passing[lane]):
                carried.status[lane], alive[lane] = STEPPED_OVER, False
    going = truths(alive)
    for k in range(4 * count):
        put(before, k, select(going, take(links, k), take(before, k)))


@compiled
def solve_lanes(rows, size, laws, scale, small, alive, newton, used, good, y, error):
    """Impulses of all machines, their motion y = B^T P and residuals: by Newton's method in step; what that cannot do, and what
    another solver was asked for, machine by machine as in single runs.
    """
    in_step = laws.solver == AUTO or laws.solver == NEWTON
    if in_step:
        newton_lanes(rows, size, scale, laws.tolerance, laws.most, alive, newton, used, good)
        judge(rows, size, scale, newton, y, error)
    left = False
    for lane in range(WIDTH):
        solved = good[lane] and (size.stride == 1 or error[lane] <= laws.tolerance)
        if alive[lane] and not (laws.solver == NEWTON or (in_step and solved)):
            used[lane] = (used[lane] if in_step else 0.0) + solve_single(rows, size, lane, laws, scale, small)
            left = True
    if left:
        judge(rows, size, scale, newton, y, error)


@compiled
def judge(rows, size, scale, newton, y, error):
    """y = B^T P and the residuals."""
    add_rows(rows.B, size.freedoms, size.rows, rows.reach, rows.P, y)
    residual_lanes(rows, size, y, scale, newton.gamma, error)


@compiled
def stop_failed(end, error, tolerance, sane, alive, status):
    """Stop the machines that run away or whose contacts are not solved."""
    sane_lanes(end, sane)
    for lane in range(WIDTH):
        if alive[lane] and not sane[lane]:
            status[lane], alive[lane] = DIVERGED, False
        elif alive[lane] and not error[lane] <= tolerance:
            status[lane], alive[lane] = NOT_CONVERGED, False


@compiled
def move_on(carried, middle, end, dt, error, deepest, used, alive):
    """The new state of the machines that go on."""
    going, since = truths(alive), carried.since
    for i in range(end.shape[0]):
        new = take(end, i)
        put(carried.u, i, select(going, new, take(carried.u, i)))
        put(carried.q, i, select(going, take(middle, i) + 0.5 * dt * new, take(carried.q, i)))
    put(since, 0, select(going, larger(take(since, 0), take(error, 0)), take(since, 0)))
    put(since, 1, select(going, larger(take(since, 1), take(deepest, 0)), take(since, 1)))
    put(since, 2, select(going, larger(take(since, 2), take(used, 0)), take(since, 2)))
    for lane in range(WIDTH):
        if alive[lane]:
            carried.steps[lane] += 1
