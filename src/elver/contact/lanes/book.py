"""What a step of machines side by side leaves behind: works, first guesses of the next step, impulses, samples."""

from __future__ import annotations

from elver.compiled.lanes import WIDTH, at, inner, keep, larger, marked, put, select, set_at, spread, take
from elver.contact.lanes.linear import times_rows
from elver.contact.lanes.rows import guess_place
from elver.contact.lanes.single import lane_of, rows_of
from elver.contact.moreau.recording import hand_out, record_contacts, record_ground
from elver.contact.record import ContactRecord


@inner
def book_work_lanes(state, terms, motors, dt, implicit, flows, rows, size, step, sliding):
    """Add the works over one step of the machines that are alive, see ``step.book_work``. sliding: room for velocities."""
    works, u, went, n = state.works, state.u, marked(step.alive), size.freedoms
    motor, positive, friction, normal = spread(0.0), spread(0.0), spread(0.0), spread(0.0)
    for i in range(n):
        before, after = take(u, i), take(step.end, i)
        middle = 0.5 * (before + after)
        put(step.mean, i, middle)
        if at(motors, i) != 0.0:
            acting = take(terms.torque, i)
            if implicit:
                acting = acting - take(terms.c, i) * (after - before) - 0.5 * dt * take(terms.s, i) * after
            work = dt * acting * middle
            motor, positive = motor + work, positive + larger(work, spread(0.0))
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
def remember_lanes(state, machines, scenes, rows, size, alive):
    """Keep the impulses as the next step's first guesses and gather them, of the machines that are alive."""
    went = marked(alive)
    for r in range(2 * size.pairs):
        now, earlier = take(rows.P, r), 2 * size.pairs + r
        keep(state.ground, r, carried_on(now, take(state.ground, earlier)), went)
        keep(state.ground, earlier, now, went)
    for lane in range(WIDTH):
        if at(alive, lane) > 0.0:
            forget(state.contacts, machines, rows, lane)
            gather_lane(state, machines, scenes, rows, size, lane)


@inner
def carried_on(now, earlier):
    """What the next impulse is if it goes on as from the earlier one to this; this where there was none."""
    return select(earlier == 0.0, now, now + (now - earlier))


@inner
def go_on(now, earlier):
    """The same of one machine."""
    return now if earlier == 0.0 else now + (now - earlier)


@inner
def forget(guess, machines, rows, lane):
    """Guesses of contacts that have opened are zero; all of them at the first step of a call."""
    known = at(rows.known, lane)
    if known < 0:
        for k in range(guess_place(machines, lane, 0, 0), guess_place(machines, lane + 1, 0, 0)):
            set_at(guess, k, 0.0)
    for k in range(known):
        first = 2 * k * WIDTH + lane
        place = guess_place(machines, lane, at(rows.previous, first), at(rows.previous, first + WIDTH))
        for c in range(4):
            set_at(guess, place + c, 0.0)


@inner
def gather_lane(state, machines, scenes, rows, size, lane):
    """The contacts of one machine: guesses of the next step, impulses [N s, world] of every link."""
    for s in range(at(rows.count, lane)):
        first, row = 2 * s * WIDTH + lane, 2 * size.pairs + s * size.stride
        i, place = at(rows.owner, first), at(rows.owner, first + WIDTH)
        push, rub = at(rows.P, row * WIDTH + lane), (at(rows.P, (row + 1) * WIDTH + lane) if size.stride == 2 else 0.0)
        guess = guess_place(machines, lane, i, place)
        set_at(state.contacts, guess, max(go_on(push, at(rows.earlier, first)), 0.0))
        set_at(state.contacts, guess + 1, go_on(rub, at(rows.earlier, first + WIDTH)))
        set_at(state.contacts, guess + 2, push)
        set_at(state.contacts, guess + 3, rub)
        set_at(rows.previous, first, i)
        set_at(rows.previous, first + WIDTH, place)
        nx, ny, thing = at(rows.normal, first), at(rows.normal, first + WIDTH), at(scenes.things, place)
        px, py = nx * push - ny * rub, ny * push + nx * rub
        add_impulse(state.impulse, machines, lane, i, px, py)
        if thing >= scenes.number:
            add_impulse(state.impulse, machines, lane, thing - scenes.number, -px, -py)
    set_at(rows.known, lane, at(rows.count, lane))


@inner
def add_impulse(impulse, machines, lane, i, px, py):
    """Add to what has gathered of one link."""
    k = 2 * (lane * machines.number + i)
    set_at(impulse, k, at(impulse, k) + px)
    set_at(impulse, k + 1, at(impulse, k + 1) + py)


@inner
def sample_lane(lane, row, due, dt, links, things, rows, size, carried, samples, obstacles):
    """One row of a machine's samples, see ``recording.take_sample``."""
    for i in range(carried.q.shape[0]):
        samples.q[lane, row, i], samples.u[lane, row, i] = carried.q[i, lane], carried.u[i, lane]
    for k in range(carried.works.shape[0]):
        samples.works[lane, row, k] = carried.works[k, lane]
    if samples.recorded:
        record_lane(lane, row, due, dt, links, things, rows, size, carried, samples.record, obstacles)
    if due:
        carried.impulse[lane] = 0.0
        for k in range(3):
            carried.since[k, lane] = 0.0


@inner
def record_lane(lane, row, due, dt, links, things, rows, size, carried, record, obstacles):
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
