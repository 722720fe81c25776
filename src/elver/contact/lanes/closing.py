"""What a step of machines side by side does once its impulses are known, see ``moreau.closing``."""

from __future__ import annotations

from elver.compiled.lanes import (
    WIDTH,
    any_lane,
    at,
    inner,
    keep,
    larger,
    marked,
    put,
    root,
    select,
    set_at,
    smaller,
    spread,
    take,
)
from elver.contact.lanes.linear import solve_lower, squares
from elver.contact.lanes.velocities import momentum_lanes
from elver.contact.moreau.closing import DEPENDENT
from elver.contact.moreau.velocities import GAIN, MOMENTUM, RATE, WAY
from elver.contact.settings import COLD, NEVER


@inner
def close_lanes(rows, size, restitution, h, step, Q, hit):
    """Coordinates at the end and the shift that closes the gaps of all contacts that press. hit: marks of machines at which one
    of them did not press before.   Q: room for a row per slot.
    """
    n, share, new, some = size.freedoms, take(step.share, 0), spread(0.0), False
    for i in range(n):
        put(step.place, i, take(step.base, i) + h * (1.0 - share) * take(step.end, i))
        put(step.shift, i, 0.0)
    for s in range(size.slots):
        r = 2 * size.pairs + s * size.stride
        press, gap = take(rows.P, r) > 0.0, take(rows.normal, 3 * s + 2)
        fresh = slot_fresh(rows.owner, s, step.near)
        new = select(press & fresh, 1.0, new)
        if any_lane(press):
            missing = -gap - select(fresh, take(restitution, 0) * smaller(gap, spread(0.0)), 0.0)
            missing = missing - way(rows, r, n, step)
            for i in range(n):
                put(Q, s * n + i, select(press, take(rows.B, r * n + i), 0.0))
                missing = missing - take(rows.B, r * n + i) * take(step.shift, i)
            whole = squares(Q, s, n)
            left = freed_lanes(Q, s, n)
            counts = press & (left > DEPENDENT * root(whole))
            for i in range(n):
                part = select(counts, take(Q, s * n + i) / left, 0.0)
                put(Q, s * n + i, part)
                put(step.shift, i, take(step.shift, i) + select(counts, missing / left, 0.0) * part)
            some = True
        else:
            for i in range(n):
                put(Q, s * n + i, 0.0)
    put(hit, 0, new)
    if some:
        solve_lower(step.R, n, step.shift)


@inner
def way(rows, r, n, step):
    """How far a gap opens from where it was looked at to the place at the end, gaps not closed."""
    total = spread(0.0)
    for i in range(n):
        total = total + take(rows.W, r * n + i) * (take(step.place, i) - take(step.ahead, i))
    return total


@inner
def slot_fresh(owner, s, marks):
    """Where the contact of a slot did not press before. marks: room for a row."""
    for lane in range(WIDTH):
        set_at(marks, lane, float(at(owner, (3 * s + 2) * WIDTH + lane)))
    return marked(marks)


@inner
def freed_lanes(Q, k, n):
    """Free row k of what the rows before it hold, which are of length 1 or 0; the length that is left."""
    for _ in range(2):
        for m in range(k):
            part = spread(0.0)
            for i in range(n):
                part = part + take(Q, m * n + i) * take(Q, k * n + i)
            for i in range(n):
                put(Q, k * n + i, take(Q, k * n + i) - part * take(Q, m * n + i))
    return root(squares(Q, k, n))


@inner
def deepest_lanes(rows, size, step):
    """The deepest penetrations at the end of a step [m]."""
    n, deepest = size.freedoms, spread(0.0)
    for s in range(size.slots):
        r = 2 * size.pairs + s * size.stride
        gap = take(rows.normal, 3 * s + 2) + way(rows, r, n, step)
        for i in range(n):
            gap = gap + take(rows.W, r * n + i) * take(step.shift, i)
        deepest = larger(deepest, -gap)
    put(rows.deepest, 0, deepest)


@inner
def keep_past_lanes(state, M, n, h, hit, step):
    """Keep what the next step looks back at and move on, of the machines that are alive: see ``keep_past``."""
    going, new, q, u, past = marked(step.alive), marked(hit) | (take(state.last, 0) < 0.0), state.q, state.u, state.past
    length = take(state.last, 0)
    keep(state.last, 0, select(length > NEVER, select(new, 0.0, spread(h)), NEVER), going)
    for i in range(n):
        b, end, place = momentum_lanes(M, n, i, step.end), take(step.end, i), take(step.place, i)
        rate, gain = (b - take(past, MOMENTUM * n + i)) / h, (end - take(u, i)) / h
        keep(past, RATE * n + i, select(new, 0.0, rate), going)
        keep(past, GAIN * n + i, select(new, 0.0, gain), going)
        keep(past, WAY * n + i, select(new, end, (place - take(q, i)) / h), going)
        keep(past, MOMENTUM * n + i, b, going)
        keep(u, i, end, going)
        keep(q, i, place + take(step.shift, i), going)


@inner
def cold_lanes(state):
    """Which machines have done no step yet, see ``is_cold``."""
    length = take(state.last, 0)
    return ((length > NEVER) & (length < 0.5 * COLD)) | (length < NEVER)


@inner
def begin_past_lanes(state, M, n, alive):
    """Of a start only the velocities are known."""
    new = marked(alive) & cold_lanes(state)
    for i in range(n):
        keep(state.past, MOMENTUM * n + i, momentum_lanes(M, n, i, state.u), new)
        keep(state.past, RATE * n + i, spread(0.0), new)
        keep(state.past, GAIN * n + i, spread(0.0), new)
        keep(state.past, WAY * n + i, take(state.u, i), new)
