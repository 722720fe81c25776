"""The rows of a step's contact problem: friction of the ground, closed contacts with obstacles and among links."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.geometry import candidate, features_of, link_gap
from elver.contact.moreau.tuples import Rows
from elver.contact.solvers.problem import NORMAL, PAIR, RUBBING


@compiled
def make_rows(room, freedoms):
    """Arrays for so many rows."""
    return Rows(
        np.empty((room, freedoms)),
        np.empty(room, np.int64),
        np.empty(room, np.int64),
        np.zeros((room, 3)),
        np.empty((room, 2), np.int64),
        np.empty((room, 3)),
        np.empty(room),
    )


@compiled
def combine(J, link, a, b, c, W, row):
    """Row of W = a J_x + b J_y + c J_w of one link (J is stored column by column)."""
    for k in range(W.shape[1]):
        W[row, k] = a * J[k, 3 * link] + b * J[k, 3 * link + 1] + c * J[k, 3 * link + 2]


@compiled
def subtract(J, link, a, b, c, W, row):
    """Row of W less a J_x + b J_y + c J_w of one link."""
    for k in range(W.shape[1]):
        W[row, k] -= a * J[k, 3 * link] + b * J[k, 3 * link + 1] + c * J[k, 3 * link + 2]


@compiled
def room_of(rows):
    """How many rows all arrays of a problem hold. A block has at least one row: blocks fit where rows do."""
    room = min(rows.W.shape[0], rows.kind.shape[0], rows.start.shape[0], rows.limits.shape[0])
    return min(room, rows.owner.shape[0], rows.normal.shape[0], rows.P.shape[0])


@compiled
def book(kind, start, owner, room, blocks, used, what, i, place):
    """Reserve the rows of one more block of kind ``what`` (two for a pair, else one) for link i at ``place``.

    The only way to a row: whoever writes one asks here before. Returns the row after it, or -1 where there is no room.
    """
    after = used + (2 if what == PAIR else 1)
    if after > room:
        return -1
    kind[blocks], start[blocks], owner[blocks, 0], owner[blocks, 1] = what, used, i, place
    return after


@compiled(inline="always")
def collect(links, J, outlines, loads, scene, load_factor, rows, held, guess, reach):
    """Rows of all friction pairs and closed contacts. Returns blocks (-1: too many), rows, the deepest penetration [m].

    load_factor: impulse of the weight over its mass in one step [m/s].   held, guess: first guesses of the ground's
    impulses and of those at every place of contact.   reach: how far a contact that pressed before may have opened, over the
    radius of the link, and still count as closed: it may press on.
    Tuples are taken apart here, once: their arrays are counted at every call that is handed one.
    """
    W, kind, start, limits, owner, normal, P = rows
    table, corners, ground, friction, meets = scene.obstacles, scene.corners, scene.ground, scene.friction, scene.meets
    room, used, blocks, deepest = room_of(rows), 0, 0, 0.0
    for i in range(outlines.shape[0]):
        gx, gy, ex, ey = links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3]
        if ground[0] >= 0.0:
            after = book(kind, start, owner, room, blocks, used, PAIR, i, -1)
            if after < 0:
                return -1, 0, deepest
            combine(J, i, ex, ey, 0.0, W, used)
            combine(J, i, -ey, ex, 0.0, W, used + 1)
            bound = loads[i] * load_factor
            limits[blocks, 0], limits[blocks, 1], limits[blocks, 2] = bound * ground[1], bound * ground[0], bound * ground[2]
            P[used], P[used + 1] = held[i, 0], held[i, 1]
            used, blocks = after, blocks + 1
        half, radius, place = outlines[i, 0], outlines[i, 1], 0
        for o in range(table.shape[0]):
            count, near = features_of(table[o]), half + (1.0 + reach) * radius + table[o, 6]
            if abs(gx - table[o, 1]) <= near and abs(gy - table[o, 2]) <= near:
                for feature in range(count):
                    gap, nx, ny, rx, ry = candidate(links, i, half, radius, table[o], corners, feature)
                    if gap <= 0.0 or (gap < reach * radius and guess[i, place + feature, 0] > 0.0):
                        deepest, at = max(deepest, -gap), (nx, ny, rx, ry, radius, friction, gap)
                        where = (blocks, used, i, place + feature)
                        blocks, used = touch(W, kind, start, limits, owner, normal, P, room, J, guess, where, at)
                        if blocks < 0:
                            return -1, 0, deepest
            place += count
        if meets.shape[0] > 0:
            where = (blocks, used, i, place)
            blocks, used, deepest = meet_links(links, J, outlines, meets[i], rows, room, where, deepest, guess, reach)
            if blocks < 0:
                return -1, 0, deepest
    return blocks, used, deepest


@compiled
def meet_links(links, J, outlines, meets, rows, room, where, deepest, guess, reach):
    """Closed contacts of a link with those before it: blocks (-1: too many), rows, deepest penetration [m].

    meets: 1 for every link that it can touch, see ``SceneTables``.
    where: blocks and rows so far, the link, and its place of contact with the first link.
    """
    W, kind, start, limits, owner, normal, P = rows
    blocks, used, i, place = where
    gx, gy, ex, ey = links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3]
    half, radius = outlines[i, 0], outlines[i, 1]
    for j in range(i):
        if meets[j] == 0.0:
            continue
        gap, nx, ny, rx, ry, qx, qy = link_gap(
            gx, gy, ex, ey, half, radius, links[4 * j], links[4 * j + 1], links[4 * j + 2], links[4 * j + 3],
            outlines[j, 0], outlines[j, 1],
        )  # fmt: skip
        if gap <= 0.0 or (gap < reach * radius and guess[i, place + j, 0] > 0.0):
            deepest, at = max(deepest, -gap), (nx, ny, rx, ry, radius, 0.0, gap)
            blocks, used = touch(W, kind, start, limits, owner, normal, P, room, J, guess, (blocks, used, i, place + j), at)
            if blocks < 0:
                return -1, 0, deepest
            subtract(J, j, nx, ny, qx * ny - qy * nx, W, used - 1)
    return blocks, used, deepest


@compiled
def touch(W, kind, start, limits, owner, normal, P, room, J, guess, where, at):
    """Rows of one closed contact: normal, and friction where there is any. The next block (-1: too many) and row.

    where: blocks and rows so far, the link and the place.   at: normal (nx, ny), the point (rx, ry) of the link's
    segment, its radius, the coefficient of friction, and the gap.
    """
    (blocks, used, i, place), (nx, ny, rx, ry, radius, friction, gap) = where, at
    after = book(kind, start, owner, room, blocks, used, NORMAL, i, place)
    if after < 0:
        return -1, 0
    combine(J, i, nx, ny, rx * ny - ry * nx, W, used)
    normal[blocks, 0], normal[blocks, 1], normal[blocks, 2] = nx, ny, gap
    P[used] = guess[i, place, 0]
    blocks, used = blocks + 1, after
    if friction > 0.0:
        after = book(kind, start, owner, room, blocks, used, RUBBING, i, place)
        if after < 0:
            return -1, 0
        cx, cy = rx - radius * nx, ry - radius * ny
        combine(J, i, -ny, nx, cx * nx + cy * ny, W, used)
        normal[blocks, 0], normal[blocks, 1] = -ny, nx
        limits[blocks, 0] = friction
        P[used] = guess[i, place, 1]
        blocks, used = blocks + 1, after
    return blocks, used
