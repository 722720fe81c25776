"""The rows of the contact problems of machines side by side: friction of the ground in lanes, closed contacts machine by machine.

Closed contacts are few, and each machine has its own: they are found by a test in lanes and booked by plain loops.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import aligned
from elver.compiled.lanes import WIDTH, any_lane, put, put_truths, take, truths
from elver.contact.geometry import candidate, features_of, link_gap
from elver.contact.lanes.tuples import LaneRows, Size
from elver.statuses import TOO_MANY

NONE = -1  # slots where there is no room


@compiled
def make_lane_rows(room, pairs, n):
    """Arrays for machines of n freedoms with so many pairs on the ground and ``room`` closed contacts."""
    rows = (2 * pairs + 2 * room + 3) // 4 * 4
    W, P = aligned(rows * n * WIDTH), aligned(rows * WIDTH)
    W[:] = 0.0
    P[:] = 0.0
    return LaneRows(
        W.reshape((rows, n, WIDTH)),
        aligned(rows * n * WIDTH).reshape((rows, n, WIDTH)),
        P.reshape((rows, WIDTH)),
        aligned(rows * WIDTH).reshape((rows, WIDTH)),
        aligned(pairs * 3 * WIDTH).reshape((pairs, 3, WIDTH)),
        aligned(room * WIDTH).reshape((room, WIDTH)),
        np.zeros(rows // 4, np.int64),
        np.zeros((room, 2, WIDTH), np.int64),
        np.zeros((room, 2, WIDTH)),
        np.zeros(WIDTH, np.int64),
        np.zeros(WIDTH),
        np.zeros((room, 2, WIDTH), np.int64),
        np.full(WIDTH, -1),
    )


@compiled
def set_ground(terms, machines, scenes, dt, carried, rows):
    """Two rows per link on the ground, their sets and first guesses."""
    links, n, G, reach = machines.loads.shape[0], rows.W.shape[1], terms.G, rows.reach
    reach[:] = 0
    for i in range(links):
        bound = take(machines.loads, i) * (take(scenes.gravity, 0) * dt)
        put(rows.limits, 3 * i, bound * take(scenes.ground, 1))
        put(rows.limits, 3 * i + 1, bound * take(scenes.ground, 0))
        put(rows.limits, 3 * i + 2, bound * take(scenes.ground, 2))
        reach[i // 2] = max(reach[i // 2], machines.reach[i])
        for r in range(2 * i, 2 * i + 2):
            put(rows.P, r, take(carried.ground, r))
            for k in range(machines.reach[i] + 1):
                put(rows.W, r * n + k, take(G, r * n + k))


@compiled
def collect_lanes(terms, machines, scenes, dt, carried, rows, alive):
    """All rows of the machines that are alive; their size, with NONE slots where there is no room for the contacts."""
    links, n = machines.loads.shape[0], rows.W.shape[1]
    pairs, stride, room, slots = (links if scenes.grounded else 0), (2 if scenes.rubbing else 1), rows.bound.shape[0], 0
    if scenes.grounded:
        set_ground(terms, machines, scenes, dt, carried, rows)
    rows.count[:] = 0
    rows.deepest[:] = 0.0
    table, flags, at = scenes.obstacles, np.empty(WIDTH, np.bool_), np.empty(4)
    running = truths(alive)
    for i in range(links):
        gx, gy, place = take(terms.links, 4 * i), take(terms.links, 4 * i + 1), 0
        size = take(machines.outlines, 2 * i) + take(machines.outlines, 2 * i + 1)
        for o in range(table.shape[0]):
            reach, features = size + table[o, 6], features_of(table[o])
            near = running & (abs(gx - table[o, 1]) <= reach) & (abs(gy - table[o, 2]) <= reach)
            if any_lane(near):
                put_truths(flags, near)
                for lane in range(WIDTH):
                    if flags[lane]:
                        slots = touch_obstacle(terms, machines, scenes, carried, rows, at, lane, i, o, place, slots)
                        if slots > room:
                            return Size(n, pairs, stride, NONE, 0)
            place += features
        if scenes.self_contact:
            for lane in range(WIDTH):
                if alive[lane]:
                    slots = touch_links(terms, machines, scenes, carried, rows, lane, i, place, slots)
                    if slots > room:
                        return Size(n, pairs, stride, NONE, 0)
    return fill_up(rows, n, pairs, stride, slots)


@compiled
def fill_up(rows, n, pairs, stride, slots):
    """The size of problems of so many slots, their rows filled up with zeros to whole fours."""
    used = 2 * pairs + stride * slots
    whole = (used + 3) // 4 * 4
    for r in range(used, whole):
        put(rows.P, r, 0.0)
        put(rows.free, r, 0.0)
        for k in range(n):
            put(rows.W, r * n + k, 0.0)
    for four in range(2 * pairs // 4, whole // 4):
        if 4 * four + 4 > 2 * pairs:
            rows.reach[four] = n - 1
    return Size(n, pairs, stride, slots, whole)


@compiled
def touch_obstacle(terms, machines, scenes, carried, rows, at, lane, i, o, place, slots):
    """Book the closed contacts of one machine's link and one obstacle; how many slots there are, more than the room: too many."""
    half, radius, room = machines.outlines[i, 0, lane], machines.outlines[i, 1, lane], rows.bound.shape[0]
    for c in range(4):
        at[c] = terms.links[4 * i + c, lane]
    for feature in range(features_of(scenes.obstacles[o])):
        gap, nx, ny, rx, ry = candidate(at, 0, half, radius, scenes.obstacles[o], scenes.corners, feature)
        if gap <= 0.0:
            s = rows.count[lane]
            if s >= room:
                carried.status[lane] = TOO_MANY
                return room + 1
            slots = open_slot(rows, scenes, s, slots)
            friction = scenes.friction[lane]
            book_contact(terms, machines, scenes, carried, rows, (lane, i, place + feature, s), (nx, ny, rx, ry), friction)
            rows.deepest[lane] = max(rows.deepest[lane], -gap)
    return slots


@compiled
def touch_links(terms, machines, scenes, carried, rows, lane, i, place, slots):
    """The same for a link and those before it but its neighbour."""
    links, outlines, room, n = terms.links, machines.outlines, rows.bound.shape[0], rows.W.shape[1]
    for j in range(i - 1):
        gap, nx, ny, rx, ry, qx, qy = link_gap(
            links[4 * i, lane], links[4 * i + 1, lane], links[4 * i + 2, lane], links[4 * i + 3, lane],
            outlines[i, 0, lane], outlines[i, 1, lane],
            links[4 * j, lane], links[4 * j + 1, lane], links[4 * j + 2, lane], links[4 * j + 3, lane],
            outlines[j, 0, lane], outlines[j, 1, lane],
        )  # fmt: skip
        if gap <= 0.0:
            s = rows.count[lane]
            if s >= room:
                carried.status[lane] = TOO_MANY
                return room + 1
            slots = open_slot(rows, scenes, s, slots)
            book_contact(terms, machines, scenes, carried, rows, (lane, i, place + j, s), (nx, ny, rx, ry), 0.0)
            row = slot_row(rows, scenes, s)
            a, b, c = in_axes(links, j, lane, nx, ny, qx * ny - qy * nx)
            for k in range(n):
                rows.W[row, k, lane] -= of_link(terms, j, lane, a, b, c, k, machines.reach[j])
            rows.deepest[lane] = max(rows.deepest[lane], -gap)
    return slots


@compiled
def slot_row(rows, scenes, s):
    """The first row of a slot."""
    return 2 * rows.limits.shape[0] + s * (2 if scenes.rubbing else 1)


@compiled
def open_slot(rows, scenes, s, slots):
    """Empty the rows of a slot that no machine has used so far; how many slots there are then."""
    if s < slots:
        return slots
    n = rows.W.shape[1]
    put(rows.bound, s, 0.0)
    for r in range(slot_row(rows, scenes, s), slot_row(rows, scenes, s + 1)):
        put(rows.P, r, 0.0)
        for k in range(n):
            put(rows.W, r * n + k, 0.0)
    return s + 1


@compiled
def in_axes(links, i, lane, a, b, c):
    """The direction (a, b) [world] in the axes of a link, and c."""
    ex, ey = links[4 * i + 2, lane], links[4 * i + 3, lane]
    return a * ex + b * ey, b * ex - a * ey, c


@compiled
def of_link(terms, i, lane, a, b, c, k, reach):
    """Entry k of the row a G_along + b G_across + c T of one link."""
    if k > reach:
        return 0.0
    return a * terms.G[2 * i, k, lane] + b * terms.G[2 * i + 1, k, lane] + c * terms.T[i, k, lane]


@compiled
def book_contact(terms, machines, scenes, carried, rows, where, at, friction):
    """Rows of one closed contact of one machine: normal, and friction where there is any.

    where: the machine, its link, the place of contact and the slot.   at: normal and the point of the link's segment.
    """
    (lane, i, place, s), (nx, ny, rx, ry) = where, at
    row, last = slot_row(rows, scenes, s), machines.reach[i]
    a, b, c = in_axes(terms.links, i, lane, nx, ny, rx * ny - ry * nx)
    for k in range(last + 1):
        rows.W[row, k, lane] = of_link(terms, i, lane, a, b, c, k, last)
    rows.normal[s, 0, lane], rows.normal[s, 1, lane] = nx, ny
    rows.owner[s, 0, lane], rows.owner[s, 1, lane] = i, place
    rows.P[row, lane] = carried.contacts[lane, i, place, 0]
    rows.count[lane] = s + 1
    if friction > 0.0:
        radius = machines.outlines[i, 1, lane]
        cx, cy = rx - radius * nx, ry - radius * ny
        a, b, c = in_axes(terms.links, i, lane, -ny, nx, cx * nx + cy * ny)
        for k in range(last + 1):
            rows.W[row + 1, k, lane] = of_link(terms, i, lane, a, b, c, k, last)
        rows.bound[s, lane] = friction
        rows.P[row + 1, lane] = carried.contacts[lane, i, place, 1]
