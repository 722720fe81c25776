"""The rows of the contact problems of machines side by side: friction of the ground in lanes, closed contacts machine by machine.

Closed contacts are few, and each machine has its own: they are found by tests in lanes and written by plain loops.
"""

from __future__ import annotations

import numpy as np

from elver._support.statuses import TOO_MANY
from elver.codegen.kernels.simd import (
    any_lane,
    at,
    block,
    cell,
    inner,
    larger,
    mark,
    marked,
    put,
    set_at,
    set_cell,
    smaller,
    take,
    width_of,
)
from elver.contact.geometry import candidate, feature_count, features_of, link_gap
from elver.contact.simd.arrays import Size
from elver.contact.single.arrays import ContactRows
from elver.contact.single.problem import NORMAL, PAIR, RUBBING, Problem
from elver.contact.single.solvers import impulses
from elver.contact.single.step import refuse_problem

NONE = -1  # slots where there are too many contacts
_COLUMNS = 7  # numbers of an obstacle, see ``Scene.table``


@inner
def _set_ground(terms, machines, scenes, dt, n, links, warm_ground, rows):
    """Two rows per link on the ground, their sets and warm starts; whether all sets are discs."""
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
            put(rows.P, r, take(warm_ground, r))
            for k in range(last + 1):
                put(rows.W, r * n + k, take(G, r * n + k))
            for k in range(last + 1, n):
                put(rows.W, r * n + k, 0.0)
    return even


@inner
def collect_lanes(terms, machines, scenes, obstacles, dt, n, links, state, rows, capacity, step):
    """All rows of the machines that are alive; their size, with NONE slots where there are too many contacts."""
    pairs, stride, slots, pose = (links if scenes.grounded else 0), (2 if scenes.rubbing else 1), 0, np.empty(4)
    table, even = block(obstacles.table, rows.W), True
    if scenes.grounded:
        even = _set_ground(terms, machines, scenes, dt, n, links, state.ground, rows)
    for lane in range(width_of(rows.W)):
        set_at(rows.count, lane, 0)
    put(rows.deepest, 0, 0.0)
    for i in range(links):
        place = 0
        for o in range(scenes.number):
            near = marked(step.alive) & _near_obstacle(terms.links, machines.outlines, i, table, _COLUMNS * o)
            if any_lane(near):
                mark(step.near, near)
                for lane in range(width_of(rows.W)):
                    if at(step.near, lane) > 0.0:
                        where = (lane, i, place, slots, o)
                        slots = _touch_obstacle(terms, machines, scenes, state, rows, capacity, n, obstacles, pose, where)
                        if slots > capacity:
                            return Size(n, links, pairs, stride, NONE, 0, even)
            place += feature_count(at(table, _COLUMNS * o), at(table, _COLUMNS * o + 5))
        if scenes.self_contact:
            for lane in range(width_of(rows.W)):
                if at(step.alive, lane) > 0.0:
                    slots = _touch_links(terms, machines, scenes, state, rows, capacity, n, (lane, i, place, slots))
                    if slots > capacity:
                        return Size(n, links, pairs, stride, NONE, 0, even)
    return _fill_up(rows, n, links, pairs, stride, slots, even)


@inner
def _near_obstacle(links, outlines, i, table, o):
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
def _fill_up(rows, n, links, pairs, stride, slots, even):
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
def _touch_obstacle(terms, machines, scenes, state, rows, capacity, n, obstacles, pose, where):
    """Write the closed contacts of one machine's link and one obstacle; how many slots there are, too many beyond the capacity.

    where: the machine, its link, the first place of the obstacle, slots so far, the obstacle.
    """
    lane, i, place, slots, o = where
    obstacle, corners = obstacles.table[o], obstacles.corners
    half, radius = _outline_at(machines.outlines, i, lane)
    for c in range(4):
        pose[c] = cell(terms.links, 4 * i + c, lane)
    for feature in range(features_of(obstacle)):
        gap, nx, ny, rx, ry = candidate(pose, 0, half, radius, obstacle, corners, feature)
        if gap <= 0.0 and slots <= capacity:
            friction, s = at(scenes.friction, lane), at(rows.count, lane)
            if s >= capacity:
                set_at(state.status, lane, TOO_MANY)
                slots = capacity + 1
            else:
                slots = _open_slot(rows, scenes, machines, n, s, slots)
                _add_contact(terms, machines, scenes, state, rows, n, (lane, i, place + feature, s), (nx, ny, rx, ry), friction)
                set_at(rows.deepest, lane, max(at(rows.deepest, lane), -gap))
    return slots


@inner
def _touch_links(terms, machines, scenes, state, rows, capacity, n, where):
    """The same for a link and those before it that it can touch."""
    lane, i, place, slots = where
    links, outlines = terms.links, machines.outlines
    for j in range(i):
        if at(scenes.meets, i * machines.number + j) == 0.0:
            continue
        gap, nx, ny, rx, ry, qx, qy = link_gap(
            *_link_at(links, i, lane), *_outline_at(outlines, i, lane), *_link_at(links, j, lane), *_outline_at(outlines, j, lane)
        )
        if gap <= 0.0:
            s = at(rows.count, lane)
            if s >= capacity:
                set_at(state.status, lane, TOO_MANY)
                return capacity + 1
            slots = _open_slot(rows, scenes, machines, n, s, slots)
            _add_contact(terms, machines, scenes, state, rows, n, (lane, i, place + j, s), (nx, ny, rx, ry), 0.0)
            row = _slot_row(scenes, machines, s)
            direction = _in_axes(links, j, lane, nx, ny, qx * ny - qy * nx)
            for k in range(at(machines.reach, j) + 1):
                entry = cell(rows.W, row * n + k, lane) - _of_link(terms, j, lane, direction, k, n)
                set_cell(rows.W, row * n + k, lane, entry)
            set_at(rows.deepest, lane, max(at(rows.deepest, lane), -gap))
    return slots


@inner
def _link_at(links, i, lane):
    """Place and direction of one machine's link."""
    k = 4 * i
    return cell(links, k, lane), cell(links, k + 1, lane), cell(links, k + 2, lane), cell(links, k + 3, lane)


@inner
def _outline_at(outlines, i, lane):
    """Half length and radius of one machine's link."""
    return cell(outlines, 2 * i, lane), cell(outlines, 2 * i + 1, lane)


@inner
def _slot_row(scenes, machines, s):
    """The first row of a slot."""
    return 2 * (machines.number if scenes.grounded else 0) + s * (2 if scenes.rubbing else 1)


@inner
def _open_slot(rows, scenes, machines, n, s, slots):
    """Empty the rows of a slot that no machine has used so far; how many slots there are then."""
    if s < slots:
        return slots
    put(rows.bound, s, 0.0)
    for r in range(_slot_row(scenes, machines, s), _slot_row(scenes, machines, s + 1)):
        put(rows.P, r, 0.0)
        for k in range(n):
            put(rows.W, r * n + k, 0.0)
    return s + 1


@inner
def _in_axes(links, i, lane, a, b, c):
    """The direction (a, b) [world] in the axes of a link, and c."""
    _, _, ex, ey = _link_at(links, i, lane)
    return a * ex + b * ey, b * ex - a * ey, c


@inner
def _of_link(terms, i, lane, direction, k, n):
    """Entry k of the row a G_along + b G_across + c T of one link."""
    along, turning = 2 * i * n + k, i * n + k
    a, b, c = direction
    return a * cell(terms.G, along, lane) + b * cell(terms.G, along + n, lane) + c * cell(terms.T, turning, lane)


@inner
def _add_contact(terms, machines, scenes, state, rows, n, where, touching, friction):
    """Rows of one closed contact of one machine: normal, and friction where there is any.

    where: the machine, its link, the place of contact and the slot.   touching: normal and the point of the link's segment.
    """
    (lane, i, place, s), (nx, ny, rx, ry) = where, touching
    row, last, warm = _slot_row(scenes, machines, s), at(machines.reach, i), warm_place(machines, lane, i, place)
    direction = _in_axes(terms.links, i, lane, nx, ny, rx * ny - ry * nx)
    for k in range(last + 1):
        set_cell(rows.W, row * n + k, lane, _of_link(terms, i, lane, direction, k, n))
    set_cell(rows.normal, 2 * s, lane, nx)
    set_cell(rows.normal, 2 * s + 1, lane, ny)
    set_cell(rows.owner, 2 * s, lane, i)
    set_cell(rows.owner, 2 * s + 1, lane, place)
    set_cell(rows.P, row, lane, at(state.contacts, warm))
    set_cell(rows.earlier, 2 * s, lane, at(state.contacts, warm + 2))
    set_cell(rows.earlier, 2 * s + 1, lane, at(state.contacts, warm + 3))
    set_at(rows.count, lane, s + 1)
    if friction > 0.0:
        _, radius = _outline_at(machines.outlines, i, lane)
        cx, cy = rx - radius * nx, ry - radius * ny
        direction = _in_axes(terms.links, i, lane, -ny, nx, cx * nx + cy * ny)
        for k in range(last + 1):
            set_cell(rows.W, (row + 1) * n + k, lane, _of_link(terms, i, lane, direction, k, n))
        set_cell(rows.bound, s, lane, friction)
        set_cell(rows.P, row + 1, lane, at(state.contacts, warm + 1))


@inner
def warm_place(machines, lane, i, place):
    """Where the warm starts of a contact stand: normal, friction, then both as they were in the last step."""
    return 4 * ((lane * machines.number + i) * machines.places + place)


# --- One machine's contact problem taken out of the lanes, for what plain loops do: hard problems, and the record of a sample.


@inner
def rows_of(rows, size, lane):
    """Blocks of one machine as ``Rows`` whose W is B, how many they are, and the row that each of its rows is in the lanes."""
    n, most, count, pairs = size.freedoms, size.rows, at(rows.count, lane), size.pairs
    kind, start, owner = np.empty(most, np.int64), np.empty(most, np.int64), np.zeros((most, 2), np.int64)
    limits, normal, places = np.zeros((most, 3)), np.zeros((most, 2)), np.empty(most, np.int64)
    blocks, used = 0, 0
    for i in range(pairs):
        kind[blocks], start[blocks], owner[blocks, 0], owner[blocks, 1] = PAIR, used, i, -1
        for c in range(3):
            limits[blocks, c] = cell(rows.limits, 3 * i + c, lane)
        places[used], places[used + 1] = 2 * i, 2 * i + 1
        blocks, used = blocks + 1, used + 2
    for s in range(count):
        bound, nx, ny = cell(rows.bound, s, lane), cell(rows.normal, 2 * s, lane), cell(rows.normal, 2 * s + 1, lane)
        for c in range(2 if bound > 0.0 else 1):
            kind[blocks], start[blocks], limits[blocks, 0] = (NORMAL if c == 0 else RUBBING), used, bound
            owner[blocks, 0], owner[blocks, 1] = cell(rows.owner, 2 * s, lane), cell(rows.owner, 2 * s + 1, lane)
            normal[blocks, 0], normal[blocks, 1] = (nx, ny) if c == 0 else (-ny, nx)
            places[used] = 2 * pairs + s * size.stride + c
            blocks, used = blocks + 1, used + 1
    B, P = np.empty((used, n)), np.empty(used)
    for r in range(used):
        P[r] = cell(rows.P, places[r], lane)
        for k in range(n):
            B[r, k] = cell(rows.B, places[r] * n + k, lane)
    return ContactRows(B, kind, start, limits, owner, normal, P), blocks, places


@inner
def _problem_of(rows, size, lane):
    """The contact problem of one machine, its rows, and the row that each of them is in the lanes."""
    own, blocks, places = rows_of(rows, size, lane)
    used = own.P.shape[0]
    free = np.empty(used)
    for r in range(used):
        free[r] = cell(rows.free, places[r], lane)
    return Problem(own.W, free, own.kind[:blocks], own.start[:blocks], own.limits[:blocks]), own, places


@inner
def solve_single(rows, size, lane, laws, scale, small):
    """Impulses of one machine by the solvers that take one problem at a time, in place; the iterations used."""
    problem, own, places = _problem_of(rows, size, lane)
    sweeps = impulses(laws, problem, own.P, at(scale, lane), np.zeros(1, np.int64), small)
    for r in range(own.P.shape[0]):
        set_cell(rows.P, places[r], lane, own.P[r])
    return sweeps


@inner
def refuse_single(rows, size, lane, error, things, failure):
    """Keep what is known of one machine's contact problem that was not solved."""
    problem, own, _ = _problem_of(rows, size, lane)
    refuse_problem(failure, problem, own.P, error, own, problem.kind.shape[0], things)


@inner
def lane_of(numbers, count, lane):
    """One machine's numbers of a block [number, lane]."""
    own = np.empty(count)
    for k in range(count):
        own[k] = cell(numbers, k, lane)
    return own


@inner
def pairs_of(numbers, count, lane):
    """One machine's pairs of a block [number, lane]."""
    own = np.empty((count, 2))
    for k in range(count):
        own[k, 0], own[k, 1] = _outline_at(numbers, k, lane)
    return own
