"""The rows of the contact problems of machines side by side: friction of the ground in lanes, closed contacts machine by machine.

Closed contacts are few, and each machine has its own: they are found by tests in lanes and booked by plain loops.
"""

from __future__ import annotations

import numpy as np

from elver.compiled.lanes import WIDTH, any_lane, at, block, inner, larger, mark, marked, put, set_at, smaller, take
from elver.contact.geometry import candidate, features_of, link_gap
from elver.contact.lanes.tuples import Size
from elver.statuses import TOO_MANY

NONE = -1  # slots where there is no room
COLUMNS = 7  # numbers of an obstacle, see ``Scene.table``


@inner
def set_ground(terms, machines, scenes, dt, n, links, held, rows):
    """Two rows per link on the ground, their sets and first guesses; whether all sets are discs."""
    G, reach, even = terms.G, rows.reach, True
    for four in range((links + 1) // 2):
        set_at(reach, four, 0)
    for i in range(links):
        bound, last = take(machines.loads, i) * (take(scenes.gravity, 0) * dt), at(machines.reach, i)
        ahead, behind, across = bound * take(scenes.ground, 1), bound * take(scenes.ground, 0), bound * take(scenes.ground, 2)
        even = even and not any_lane((ahead != across) | (behind != across) | ~(across > 0.0))
        put(rows.limits, 3 * i, ahead)
        put(rows.limits, 3 * i + 1, behind)
        put(rows.limits, 3 * i + 2, across)
        set_at(reach, i // 2, max(at(reach, i // 2), last))
        for r in range(2 * i, 2 * i + 2):
            put(rows.P, r, take(held, r))
            for k in range(last + 1):
                put(rows.W, r * n + k, take(G, r * n + k))
            for k in range(last + 1, n):
                put(rows.W, r * n + k, 0.0)
    return even


@inner
def collect_lanes(terms, machines, scenes, obstacles, dt, n, links, state, rows, room, step):
    """All rows of the machines that are alive; their size, with NONE slots where there is no room for the contacts."""
    pairs, stride, slots, pose = (links if scenes.grounded else 0), (2 if scenes.rubbing else 1), 0, np.empty(4)
    table, even = block(obstacles.table), True
    if scenes.grounded:
        even = set_ground(terms, machines, scenes, dt, n, links, state.ground, rows)
    for lane in range(WIDTH):
        set_at(rows.count, lane, 0)
    put(rows.deepest, 0, 0.0)
    for i in range(links):
        place = 0
        for o in range(scenes.number):
            near = marked(step.alive) & near_obstacle(terms.links, machines.outlines, i, table, COLUMNS * o)
            if any_lane(near):
                mark(step.near, near)
                for lane in range(WIDTH):
                    if at(step.near, lane) > 0.0:
                        where = (lane, i, place, slots, o)
                        slots = touch_obstacle(terms, machines, scenes, state, rows, room, n, obstacles, pose, where)
                        if slots > room:
                            return Size(n, links, pairs, stride, NONE, 0, even)
            place += features_at(table, COLUMNS * o)
        if scenes.self_contact:
            for lane in range(WIDTH):
                if at(step.alive, lane) > 0.0:
                    slots = touch_links(terms, machines, scenes, state, rows, room, n, (lane, i, place, slots))
                    if slots > room:
                        return Size(n, links, pairs, stride, NONE, 0, even)
    return fill_up(rows, n, links, pairs, stride, slots, even)


@inner
def near_obstacle(links, outlines, i, table, o):
    """Whether a link may touch an obstacle: it lies in the square around a polygon; of discs and walls, whether it does."""
    gx, gy, half, radius = take(links, 4 * i), take(links, 4 * i + 1), take(outlines, 2 * i), take(outlines, 2 * i + 1)
    dx, dy, reach = at(table, o + 1) - gx, at(table, o + 2) - gy, half + radius + at(table, o + 6)
    near = (abs(dx) <= reach) & (abs(dy) <= reach)
    if at(table, o) == 0.0 and any_lane(near):
        ex, ey = take(links, 4 * i + 2), take(links, 4 * i + 3)
        along, touching = larger(smaller(dx * ex + dy * ey, half), -half), (radius + at(table, o + 3)) * (1.0 + 1e-9)
        rx, ry = dx - along * ex, dy - along * ey
        near = near & (rx * rx + ry * ry <= touching * touching)
    if at(table, o) == 1.0:
        nx, ny = np.cos(at(table, o + 3)), np.sin(at(table, o + 3))
        lying = abs(nx * take(links, 4 * i + 2) + ny * take(links, 4 * i + 3))
        near = -nx * dx - ny * dy - half * lying <= radius * (1.0 + 1e-9) + 1e-12
    return near


@inner
def features_at(table, o):
    """``features_of`` an obstacle of the table that begins at number ``o``."""
    return 1 if at(table, o) == 0.0 else 2 if at(table, o) == 1.0 else 2 + int(at(table, o + 5))


@inner
def fill_up(rows, n, links, pairs, stride, slots, even):
    """The size of problems of so many slots, their rows filled up with zeros to whole fours."""
    used = 2 * pairs + stride * slots
    whole = (used + 3) // 4 * 4
    for r in range(used, whole):
        put(rows.P, r, 0.0)
        for k in range(n):
            put(rows.W, r * n + k, 0.0)
    for four in range(2 * pairs // 4, whole // 4):
        set_at(rows.reach, four, n - 1)
    return Size(n, links, pairs, stride, slots, whole, even)


@inner(inline="always")
def touch_obstacle(terms, machines, scenes, state, rows, room, n, obstacles, pose, where):
    """Book the closed contacts of one machine's link and one obstacle; how many slots there are, more than the room: too many.

    where: the machine, its link, the first place of the obstacle, slots so far, the obstacle.
    """
    lane, i, place, slots, o = where
    obstacle, corners = obstacles.table[o], obstacles.corners
    half, radius = at(machines.outlines, 2 * i * WIDTH + lane), at(machines.outlines, (2 * i + 1) * WIDTH + lane)
    for c in range(4):
        pose[c] = at(terms.links, (4 * i + c) * WIDTH + lane)
    for feature in range(features_of(obstacle)):
        gap, nx, ny, rx, ry = candidate(pose, 0, half, radius, obstacle, corners, feature)
        if gap <= 0.0 and slots <= room:
            friction, s = at(scenes.friction, lane), at(rows.count, lane)
            if s >= room:
                set_at(state.status, lane, TOO_MANY)
                slots = room + 1
            else:
                slots = open_slot(rows, scenes, machines, n, s, slots)
                book_contact(terms, machines, scenes, state, rows, n, (lane, i, place + feature, s), (nx, ny, rx, ry), friction)
                set_at(rows.deepest, lane, max(at(rows.deepest, lane), -gap))
    return slots


@inner
def touch_links(terms, machines, scenes, state, rows, room, n, where):
    """The same for a link and those before it that it can touch."""
    lane, i, place, slots = where
    links, outlines = terms.links, machines.outlines
    for j in range(i):
        if at(scenes.meets, i * machines.number + j) == 0.0:
            continue
        gap, nx, ny, rx, ry, qx, qy = link_gap(
            *link_at(links, i, lane), *outline_at(outlines, i, lane), *link_at(links, j, lane), *outline_at(outlines, j, lane)
        )
        if gap <= 0.0:
            s = at(rows.count, lane)
            if s >= room:
                set_at(state.status, lane, TOO_MANY)
                return room + 1
            slots = open_slot(rows, scenes, machines, n, s, slots)
            book_contact(terms, machines, scenes, state, rows, n, (lane, i, place + j, s), (nx, ny, rx, ry), 0.0)
            row = slot_row(scenes, machines, s)
            direction = in_axes(links, j, lane, nx, ny, qx * ny - qy * nx)
            for k in range(at(machines.reach, j) + 1):
                entry = (row * n + k) * WIDTH + lane
                set_at(rows.W, entry, at(rows.W, entry) - of_link(terms, j, lane, direction, k, n))
            set_at(rows.deepest, lane, max(at(rows.deepest, lane), -gap))
    return slots


@inner
def link_at(links, i, lane):
    """Place and direction of one machine's link."""
    k = 4 * i * WIDTH + lane
    return at(links, k), at(links, k + WIDTH), at(links, k + 2 * WIDTH), at(links, k + 3 * WIDTH)


@inner
def outline_at(outlines, i, lane):
    """Half length and radius of one machine's link."""
    return at(outlines, 2 * i * WIDTH + lane), at(outlines, (2 * i + 1) * WIDTH + lane)


@inner
def slot_row(scenes, machines, s):
    """The first row of a slot."""
    return 2 * (machines.number if scenes.grounded else 0) + s * (2 if scenes.rubbing else 1)


@inner
def open_slot(rows, scenes, machines, n, s, slots):
    """Empty the rows of a slot that no machine has used so far; how many slots there are then."""
    if s < slots:
        return slots
    put(rows.bound, s, 0.0)
    for r in range(slot_row(scenes, machines, s), slot_row(scenes, machines, s + 1)):
        put(rows.P, r, 0.0)
        for k in range(n):
            put(rows.W, r * n + k, 0.0)
    return s + 1


@inner
def in_axes(links, i, lane, a, b, c):
    """The direction (a, b) [world] in the axes of a link, and c."""
    _, _, ex, ey = link_at(links, i, lane)
    return a * ex + b * ey, b * ex - a * ey, c


@inner
def of_link(terms, i, lane, direction, k, n):
    """Entry k of the row a G_along + b G_across + c T of one link."""
    along, turning = (2 * i * n + k) * WIDTH + lane, (i * n + k) * WIDTH + lane
    a, b, c = direction
    return a * at(terms.G, along) + b * at(terms.G, along + n * WIDTH) + c * at(terms.T, turning)


@inner
def book_contact(terms, machines, scenes, state, rows, n, where, touching, friction):
    """Rows of one closed contact of one machine: normal, and friction where there is any.

    where: the machine, its link, the place of contact and the slot.   touching: normal and the point of the link's segment.
    """
    (lane, i, place, s), (nx, ny, rx, ry) = where, touching
    row, last, guess = slot_row(scenes, machines, s), at(machines.reach, i), guess_place(machines, lane, i, place)
    direction = in_axes(terms.links, i, lane, nx, ny, rx * ny - ry * nx)
    for k in range(last + 1):
        set_at(rows.W, (row * n + k) * WIDTH + lane, of_link(terms, i, lane, direction, k, n))
    first = 2 * s * WIDTH + lane
    set_at(rows.normal, first, nx)
    set_at(rows.normal, first + WIDTH, ny)
    set_at(rows.owner, first, i)
    set_at(rows.owner, first + WIDTH, place)
    set_at(rows.P, row * WIDTH + lane, at(state.contacts, guess))
    set_at(rows.earlier, first, at(state.contacts, guess + 2))
    set_at(rows.earlier, first + WIDTH, at(state.contacts, guess + 3))
    set_at(rows.count, lane, s + 1)
    if friction > 0.0:
        _, radius = outline_at(machines.outlines, i, lane)
        cx, cy = rx - radius * nx, ry - radius * ny
        direction = in_axes(terms.links, i, lane, -ny, nx, cx * nx + cy * ny)
        for k in range(last + 1):
            set_at(rows.W, ((row + 1) * n + k) * WIDTH + lane, of_link(terms, i, lane, direction, k, n))
        set_at(rows.bound, s * WIDTH + lane, friction)
        set_at(rows.P, (row + 1) * WIDTH + lane, at(state.contacts, guess + 1))


@inner
def guess_place(machines, lane, i, place):
    """Where the guesses of a contact stand: normal, friction, then both as they were in the last step."""
    return 4 * ((lane * machines.number + i) * machines.places + place)
