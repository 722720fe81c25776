"""What a step of machines side by side leaves behind: works, first guesses of the next step, impulses, samples."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.lanes import WIDTH, larger, put, select, spread, take, truths
from elver.contact.lanes.linear import times_rows
from elver.contact.lanes.single import lane_of, rows_of
from elver.contact.moreau.recording import hand_out, record_contacts, record_ground
from elver.contact.record import ContactRecord


@compiled
def book_work_lanes(carried, end, terms, motors, dt, implicit, rows, size, mean, sliding, moved):
    """Add the works over one step of the machines that ``moved``, see ``step.book_work``. mean, sliding: room for velocities."""
    works, u, went, n = carried.works, carried.u, truths(moved), size.freedoms
    motor, positive, friction, normal = spread(0.0), spread(0.0), spread(0.0), spread(0.0)
    for i in range(n):
        before, after = take(u, i), take(end, i)
        middle = 0.5 * (before + after)
        put(mean, i, middle)
        if motors[i] != 0.0:
            acting = take(terms.torque, i)
            if implicit:
                acting = acting - take(terms.c, i) * (after - before) - 0.5 * dt * take(terms.s, i) * after
            work = dt * acting * middle
            motor, positive = motor + work, positive + larger(work, spread(0.0))
    times_rows(rows.W, n, size.rows, rows.reach, mean, sliding)
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
    for k in range(terms.flows.shape[0]):
        put(works, 4 + k, take(works, 4 + k) + select(went, dt * take(terms.flows, k), 0.0))


@compiled
def remember_lanes(carried, scenes, rows, size, moved):
    """Keep the impulses as the next step's first guesses and gather them, of the machines that ``moved``."""
    went = truths(moved)
    for r in range(2 * size.pairs):
        put(carried.ground, r, select(went, take(rows.P, r), take(carried.ground, r)))
    for lane in range(WIDTH):
        if moved[lane]:
            forget(carried.contacts[lane], rows, lane)
            gather_lane(carried, scenes, rows, size, lane)


@compiled
def forget(guess, rows, lane):
    """Guesses of contacts that have opened are zero; all of them at the first step of a call."""
    if rows.known[lane] < 0:
        guess[:] = 0.0
    for k in range(rows.known[lane]):
        i, place = rows.previous[k, 0, lane], rows.previous[k, 1, lane]
        guess[i, place, 0], guess[i, place, 1] = 0.0, 0.0


@compiled
def gather_lane(carried, scenes, rows, size, lane):
    """The contacts of one machine: guesses of the next step, impulses [N s, world] of every link."""
    guess, impulse, obstacles = carried.contacts, carried.impulse, scenes.obstacles.shape[0]
    for s in range(rows.count[lane]):
        i, place, row = rows.owner[s, 0, lane], rows.owner[s, 1, lane], 2 * size.pairs + s * size.stride
        push, rub = rows.P[row, lane], (rows.P[row + 1, lane] if size.stride == 2 else 0.0)
        guess[lane, i, place, 0], guess[lane, i, place, 1] = push, rub
        rows.previous[s, 0, lane], rows.previous[s, 1, lane] = i, place
        nx, ny, thing = rows.normal[s, 0, lane], rows.normal[s, 1, lane], scenes.things[place]
        px, py = nx * push - ny * rub, ny * push + nx * rub
        impulse[lane, i, 0] += px
        impulse[lane, i, 1] += py
        if thing >= obstacles:
            impulse[lane, thing - obstacles, 0] -= px
            impulse[lane, thing - obstacles, 1] -= py
    rows.known[lane] = rows.count[lane]


@compiled
def sample_lane(lane, row, due, dt, terms, scenes, rows, size, carried, samples):
    """One row of a machine's samples, see ``recording.take_sample``."""
    for i in range(carried.q.shape[0]):
        samples.q[lane, row, i], samples.u[lane, row, i] = carried.q[i, lane], carried.u[i, lane]
    for k in range(carried.works.shape[0]):
        samples.works[lane, row, k] = carried.works[k, lane]
    if samples.recorded:
        record_lane(lane, row, due, dt, terms, scenes, rows, size, carried, samples.record)
    if due:
        carried.impulse[lane] = 0.0
        for k in range(3):
            carried.since[k, lane] = 0.0


@compiled
def record_lane(lane, row, due, dt, terms, scenes, rows, size, carried, record):
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
    links = lane_of(terms.links, lane, np.empty(terms.links.shape[0]))
    found, blocks, _ = rows_of(rows, size, lane, True)
    record_ground(row, dt, links, found, blocks, own.ground, own.stick)
    record_contacts(row, dt, found, blocks, scenes.things, scenes.obstacles.shape[0], own)
    hand_out(carried.impulse[lane], own.impulse[row], due)
    for k in range(3):
        own.stats[row, k] = carried.since[k, lane]
