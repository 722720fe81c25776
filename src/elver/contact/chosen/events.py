"""Where in a step something happens that its formula does not know: a contact closes, or sliding turns over.

A step of second order is exact to its order as long as the forces change smoothly. Where a contact closes the velocities jump;
where a link or a contact point that slides comes to rest or turns back, its friction jumps. Such an event in the middle of a
step of length h leaves a velocity that is wrong by up to h/2 times the jump of the acceleration, and a path that goes on being
wrong by that. So a step in which that matters is refused and tried again up to just before the event; the event itself falls
into a step so short that what it leaves behind is within the accuracy (``step.stretch``).

Between the looks at both ends of a step a fast or thin body may pass through another: ``first_touch`` follows it on its way.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.geometry import candidate, features_of, link_gap
from elver.contact.moreau.passing import between, moved
from elver.contact.solvers.problem import NORMAL, PAIR

MOST_LOOKS = 200  # on the way of one link past one feature of an obstacle


@compiled
def closing_time(rows, blocks, guess, fast, h):
    """When the first contact closes that presses at the end of a step of length h and did not before it [s]; infinite: none does.

    fast: velocities at the end if nothing had happened.
    """
    first = np.inf
    for k in range(blocks):
        r = rows.start[k]
        if rows.kind[k] == NORMAL and rows.P[r] > 0.0 and not guess[rows.owner[k, 0], rows.owner[k, 1], 0] > 0.0:
            rate = along(rows.W[r], fast)
            first = min(first, h - min(rows.normal[k, 2] / rate, h) if rate < 0.0 else h)
    return first


@compiled
def fastest_closing(rows, blocks, guess, free):
    """The largest velocity [m/s] at which a contact closes that did not press before; 0 where none does."""
    most = 0.0
    for k in range(blocks):
        if rows.kind[k] == NORMAL and not guess[rows.owner[k, 0], rows.owner[k, 1], 0] > 0.0:
            most = max(most, -free[rows.start[k]])
    return most


@compiled
def turning_time(rows, blocks, guess, u, gain, end, h, still):
    """When the first sliding comes to rest or turns back in a step of length h [s]; infinite: none does.

    u, gain: velocities and accelerations at its start.   end: velocities at its end.   still [m/s]: slower is no sliding.
    """
    first = np.inf
    for k in range(blocks):
        if rows.kind[k] == NORMAL:
            continue
        r, count = rows.start[k], 2 if rows.kind[k] == PAIR else 1
        if count == 1 and not guess[rows.owner[k, 0], rows.owner[k, 1], 0] > 0.0:
            continue
        square, ahead, braking = 0.0, 0.0, 0.0
        for c in range(count):
            before = along(rows.W[r + c], u)
            square += before * before
            ahead += before * along(rows.W[r + c], end)
            braking -= before * along(rows.W[r + c], gain)
        if square > still * still and ahead < 1e-3 * square:
            wait = square / braking if braking > 0.0 else np.inf
            first = min(first, wait if wait < h else h * square / (square - min(ahead, 0.0)))
    return first


@compiled
def along(row, u):
    """Relative velocity of one row."""
    total = 0.0
    for i in range(u.shape[0]):
        total += row[i] * u[i]
    return total


@compiled
def first_touch(before, links, outlines, scene, guess, depth):
    """Share of the way between two poses at which a link that was free of an obstacle or another link touches it; 2: none does.

    Only touches count that go deeper than ``depth`` [m] by the end or in between, and none of contacts that press already.
    """
    table, first, at, beside = scene.obstacles, 2.0, np.empty(4), np.empty(4)
    for i in range(outlines.shape[0]):
        way, place = moved(before, links, outlines, i), 0
        for o in range(table.shape[0]):
            count, near = features_of(table[o]), outlines[i, 0] + outlines[i, 1] + table[o, 6] + way
            if way > 0.0 and abs(links[4 * i] - table[o, 1]) <= near and abs(links[4 * i + 1] - table[o, 2]) <= near:
                for feature in range(count):
                    if not guess[i, place + feature, 0] > 0.0:
                        first = touch_on_way(before, links, outlines, scene, i, o, feature, way, depth, first, at, beside)
            place += count
        if scene.meets.shape[0] > 0:
            for j in range(i):
                if scene.meets[i, j] > 0.0 and not guess[i, place + j, 0] > 0.0:
                    both = way + moved(before, links, outlines, j)
                    if both > 0.0:
                        first = touch_on_way(before, links, outlines, scene, i, -1, j, both, depth, first, at, beside)
    return first


@compiled
def touch_on_way(before, links, outlines, scene, i, o, feature, way, depth, first, at, beside):
    """``first``, or the smaller share of the way at which link i touches feature ``feature`` of obstacle o, or link ``feature``.

    A gap changes by no more than the way [m]: where both gaps together are longer nothing can have happened, and a link may go on
    by as much as its gap is wide.
    """
    gap = gap_on_way(before, links, outlines, scene, i, o, feature, 0.0, at, beside)
    end = gap_on_way(before, links, outlines, scene, i, o, feature, 1.0, at, beside)
    if gap <= 0.0 or gap + max(end, 0.0) > way or (end > -depth and gap + end > way - 2.0 * depth):
        return first
    share, touched = 0.0, 2.0
    for _ in range(MOST_LOOKS):
        share += max(gap + (depth if touched < 1.0 else 0.0), 0.1 * depth) / way
        if share >= min(first, 1.0):
            break
        gap = gap_on_way(before, links, outlines, scene, i, o, feature, share, at, beside)
        if gap > depth:
            touched = 2.0
        elif gap <= 0.1 * depth:
            touched = min(touched, share)
        if touched < 1.0 and (end <= -depth or gap < -depth):
            return touched
    return first


@compiled
def gap_on_way(before, links, outlines, scene, i, o, feature, share, at, beside):
    """Gap [m] of link i at a share of its way to a feature of obstacle o; o < 0: to link number ``feature`` on its own way."""
    between(before, links, i, share, at)
    if o >= 0:
        return candidate(at, 0, outlines[i, 0], outlines[i, 1], scene.obstacles[o], scene.corners, feature)[0]
    between(before, links, feature, share, beside)
    return link_gap(
        at[0], at[1], at[2], at[3], outlines[i, 0], outlines[i, 1],
        beside[0], beside[1], beside[2], beside[3], outlines[feature, 0], outlines[feature, 1],
    )[0]  # fmt: skip
