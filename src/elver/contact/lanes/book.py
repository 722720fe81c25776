"""What a step of machines side by side leaves behind: works, first guesses of the next step, impulses, samples."""

from __future__ import annotations

from elver.compiled.lanes import WIDTH, at, inner, keep, larger, marked, put, select, set_at, spread, take
from elver.contact.lanes.linear import times_rows
from elver.contact.lanes.rows import guess_place
from elver.contact.lanes.single import lane_of, rows_of
from elver.contact.moreau.booking import FLOWS, FRICTION, MOTOR, POSITIVE, PRESSING
from elver.contact.moreau.recording import hand_out, record_contacts, record_ground
from elver.contact.moreau.velocities import TORQUE
from elver.contact.record import ContactRecord


@inner
def book_work_lanes(state, terms, motors, h, implicit, flows, rows, size, step, first, second):
    """Add the works over one step of the machines that are alive, see ``booking.book_work``. first, second: room for a number per
    row.
    """
    u, past, went, n, before = state.u, state.past, marked(step.alive), size.freedoms, take(step.before, 0)
    motor, positive = spread(0.0), spread(0.0)
    for i in range(n):
        if at(motors, i) != 0.0:
            acting, end = take(terms.torque, i), take(step.end, i)
            if implicit:
                acting = acting - take(terms.c, i) * (end - take(step.fast, i))
                acting = acting - take(terms.s, i) * (take(step.place, i) - take(step.ahead, i))
            torque = before * take(past, TORQUE * n + i) + (1.0 - before) * acting
            work = h * torque * (0.5 * (take(u, i) + end))
            keep(past, TORQUE * n + i, torque, went)
            motor, positive = motor + work, positive + larger(work, spread(0.0))
    add_work(state.works, MOTOR, motor, went)
    add_work(state.works, POSITIVE, positive, went)
    times_rows(rows.W, n, size.rows, rows.reach, u, first)
    times_rows(rows.W, n, size.rows, rows.reach, step.end, second)
    rubbing, rubbed, pressing, pressed = spread(0.0), spread(0.0), spread(0.0), spread(0.0)
    for r in range(2 * size.pairs + size.slots * size.stride):
        power = take(rows.P, r) / h * take(second, r)
        work = 0.5 * take(rows.P, r) * (take(first, r) + take(second, r))
        if r < 2 * size.pairs or (size.stride == 2 and (r - 2 * size.pairs) % 2 == 1):
            rubbing, rubbed = rubbing - power, rubbed - work
        else:
            pressing, pressed = pressing - power, pressed - work
    book_power_lanes(state, FRICTION, h, before, rubbing, rubbed, went)
    book_power_lanes(state, PRESSING, h, before, pressing, pressed, went)
    for k in range(flows):
        flow = take(terms.flows, k)
        book_power_lanes(state, FLOWS + k, h, before, flow, h * flow, went)


@inner
def add_work(works, place, work, went):
    """Add to one of the works."""
    put(works, place, take(works, place) + select(went, work, 0.0))


@inner
def book_power_lanes(state, place, h, before, power, alone, went):
    """Mean of two powers where a step looks back, else the work ``alone``."""
    add_work(state.works, place, select(before > 0.0, 0.5 * h * (take(state.last, place - 1) + power), alone), went)
    keep(state.last, place - 1, power, went)


@inner
def remember_lanes(state, machines, scenes, rows, size, h, step):
    """Keep the impulses as the next step's first guesses and gather them, of the machines that are alive."""
    went = marked(step.alive)
    for r in range(2 * size.pairs):
        put(state.ground, r, select(went, take(rows.P, r), take(state.ground, r)))
    for lane in range(WIDTH):
        if at(step.alive, lane) > 0.0:
            forget(state.contacts, machines, rows, lane)
            gather_lane(state, machines, scenes, rows, size, h, at(step.before, lane), lane)


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
        set_at(guess, place, 0.0)
        set_at(guess, place + 1, 0.0)


@inner
def gather_lane(state, machines, scenes, rows, size, h, before, lane):
    """The contacts of one machine: guesses of the next step, impulses [N s, world] of every link, see ``recording.gather``."""
    first, last = 2 * lane * machines.number, 2 * (lane + 1) * machines.number
    for k in range(first, last):
        set_at(state.pushing, k, before * at(state.pushing, k))
    for s in range(at(rows.count, lane)):
        own, row, known = 3 * s * WIDTH + lane, 2 * size.pairs + s * size.stride, 2 * s * WIDTH + lane
        i, place = at(rows.owner, own), at(rows.owner, own + WIDTH)
        push, rub = at(rows.P, row * WIDTH + lane), (at(rows.P, (row + 1) * WIDTH + lane) if size.stride == 2 else 0.0)
        guess = guess_place(machines, lane, i, place)
        set_at(state.contacts, guess, push)
        set_at(state.contacts, guess + 1, rub)
        set_at(rows.previous, known, i)
        set_at(rows.previous, known + WIDTH, place)
        nx, ny, thing = at(rows.normal, own), at(rows.normal, own + WIDTH), at(scenes.things, place)
        px, py = (1.0 - before) * (nx * push - ny * rub) / h, (1.0 - before) * (ny * push + nx * rub) / h
        add_push(state.pushing, machines, lane, i, px, py)
        if thing >= scenes.number:
            add_push(state.pushing, machines, lane, thing - scenes.number, -px, -py)
    for k in range(first, last):
        set_at(state.impulse, k, at(state.impulse, k) + h * at(state.pushing, k))
    set_at(rows.known, lane, at(rows.count, lane))


@inner
def add_push(pushing, machines, lane, i, px, py):
    """Add a force to that of the contacts on one link."""
    k = 2 * (lane * machines.number + i)
    set_at(pushing, k, at(pushing, k) + px)
    set_at(pushing, k + 1, at(pushing, k + 1) + py)


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
