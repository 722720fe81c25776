"""What happens within a step, between two looks at the contacts: links that pass obstacles, and the instants of events.

Contacts are looked for once a step. A link that moves further than its own half width and the obstacle's between two looks can be
in front of the obstacle at one and behind it at the next. Such a step is not a small error: the impact is lost. Steps of fixed
length ask whether that happened (``goes_past``), adaptive ones when a link first touched something (``first_touch``). Both follow
the links on the same ways (``_gap_on_way``) but not at the same places: the first looks at even distances and must find any
meeting that the end does not show, the second goes on by the gap that is left and must find the instant.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.codegen.kernels.evaluate import copy_to
from elver.codegen.kernels.jit import compiled
from elver.contact.geometry import candidate, crossing_polygon, features_of, link_gap
from elver.contact.single.problem import NORMAL, PAIR

_MOST_LOOKS = 10_000  # between two poses, at one obstacle
_SAME_WAY = 0.7  # cosine between the normals where link and obstacle meet and where they are looked at: 45 degrees


@compiled
def goes_past(before, links, outlines, scene, found):
    """Whether a link passed an obstacle or another link since the last look; where not, this look is the last one."""
    meets, obstacles = scene.meets, scene.obstacles
    if meets.shape[0] > 0 and links_pass(before, links, outlines, meets, obstacles.shape[0], found):
        return True
    if _steps_over(before, links, outlines, obstacles, scene.corners, scene.size, found):
        return True
    if meets.shape[0] > 0:
        copy_to(links, before)
    return False


@compiled
def _steps_over(before, links, outlines, table, corners, size, found):
    """Whether a link passed an obstacle since the last look (see ``passed``); where not, this look is the last one."""
    if not size < np.inf:
        return False
    if furthest(before, links, outlines) > size and passed(before, links, outlines, table, corners, size, found):
        return True
    copy_to(links, before)
    return False


@compiled
def moved(before, links, outlines, i):
    """Bound of how far a point of link i's segment went [m]."""
    k = 4 * i
    turned = abs(links[k + 2] - before[k + 2]) + abs(links[k + 3] - before[k + 3])
    return abs(links[k] - before[k]) + abs(links[k + 1] - before[k + 1]) + outlines[i, 0] * turned


@compiled
def furthest(before, links, outlines):
    """The largest way of all links [m]."""
    most = 0.0
    for i in range(outlines.shape[0]):
        most = max(most, moved(before, links, outlines, i))
    return most


# --- Links on their way between two poses: centres along lines, axes turned the short way.


class _Way(NamedTuple):
    """Poses of the links before and after, their outlines, and what they may meet.   at, beside: poses in between."""

    before: np.ndarray
    links: np.ndarray
    outlines: np.ndarray
    obstacles: np.ndarray
    corners: np.ndarray
    at: np.ndarray
    beside: np.ndarray


class _Target(NamedTuple):
    """What link ``link`` may meet: obstacle number ``obstacle``, at one feature or (-1) at any; where that number is -1, link
    number ``feature``.
    """

    link: int
    obstacle: int
    feature: int


class LightTouch(NamedTuple):
    """Touches that do not count although they end before the way does: those that neither go deeper than ``depth`` [m] nor would
    close by more than ``rate`` [m] over the whole way. A body that grazes a disc is turned aside however shallow the touch.
    """

    depth: float
    rate: float


@compiled
def _between(before, links, i, t, at):
    """Pose of link i at share t of its way."""
    k = 4 * i
    ex, ey, fx, fy = before[k + 2], before[k + 3], links[k + 2], links[k + 3]
    angle = t * np.arctan2(ex * fy - ey * fx, ex * fx + ey * fy)
    c, s = np.cos(angle), np.sin(angle)
    at[0], at[1] = before[k] + t * (links[k] - before[k]), before[k + 1] + t * (links[k + 1] - before[k + 1])
    at[2], at[3] = c * ex - s * ey, s * ex + c * ey


@compiled
def _gap_on_way(way, target, share):
    """Gap [m] of a link and its target at a share of the way, and its normal."""
    i, o, feature, outlines, at = target.link, target.obstacle, target.feature, way.outlines, way.at
    _between(way.before, way.links, i, share, at)
    if o < 0:
        other = way.beside
        _between(way.before, way.links, feature, share, other)
        gap, nx, ny, _, _, _, _ = link_gap(
            at[0], at[1], at[2], at[3], outlines[i, 0], outlines[i, 1],
            other[0], other[1], other[2], other[3], outlines[feature, 0], outlines[feature, 1],
        )  # fmt: skip
        return gap, nx, ny
    obstacle = way.obstacles[o]
    if feature >= 0:
        gap, nx, ny, _, _ = candidate(at, 0, outlines[i, 0], outlines[i, 1], obstacle, way.corners, feature)
        return gap, nx, ny
    best, nx, ny = np.inf, 0.0, 0.0
    for k in range(features_of(obstacle)):
        gap, mx, my, _, _ = candidate(at, 0, outlines[i, 0], outlines[i, 1], obstacle, way.corners, k)
        if gap < best:
            best, nx, ny = gap, mx, my
    return best, nx, ny


@compiled
def _middle_lines_cross(way, target):
    """Whether the middle lines of two links cross at the poses looked at last, or that of a link runs through a polygon, also
    where both its ends lie outside.
    """
    at, half = way.at, way.outlines[target.link, 0]
    if target.obstacle < 0:
        other, other_half = way.beside, way.outlines[target.feature, 0]
        sine = at[2] * other[3] - at[3] * other[2]
        dx, dy = other[0] - at[0], other[1] - at[1]
        if sine == 0.0:
            return False
        return abs(dx * other[3] - dy * other[2]) <= half * abs(sine) and abs(dx * at[3] - dy * at[2]) <= other_half * abs(sine)
    obstacle = way.obstacles[target.obstacle]
    if obstacle[0] != 2.0:
        return False
    first = int(obstacle[4])
    return crossing_polygon(at[0], at[1], at[2], at[3], half, way.corners[first : first + int(obstacle[5])])[0] < 0.0


# --- Passing: the end of a step with what lies between its looks.


@compiled
def _passes(way, target, begin, end, looks):
    """Whether a link, free of its target before, meets it between two shares of the way and is not held by it at the end.

    Held: in touch, pushed the way it was when they met, and the middle line of the link outside.
    """
    if _gap_on_way(way, target, 0.0)[0] <= 0.0:
        return False
    last, bx, by = _gap_on_way(way, target, 1.0)
    lost = last > 0.0 or _middle_lines_cross(way, target)
    for k in range(looks + 1):
        gap, nx, ny = _gap_on_way(way, target, begin + (end - begin) * k / looks)
        if gap <= 0.0:
            return lost or nx * bx + ny * by < _SAME_WAY
    return False


@compiled
def passed(before, links, outlines, table, corners, size, found):
    """Whether a link passed an obstacle; link, obstacle and the way [m] go to ``found``. Walls have no other side.

    size [m]: the smallest way that can pass anything.
    """
    way = _Way(before, links, outlines, table, corners, np.empty(4), np.empty(4))
    for i in range(outlines.shape[0]):
        length = moved(before, links, outlines, i)
        if length > size:
            for o in range(table.shape[0]):
                if table[o, 0] == 1.0:
                    continue
                near = outlines[i, 0] + outlines[i, 1] + table[o, 6]
                begin, end = _window(before, links, i, near, table[o])
                looks = int(min(2.0 + 2.0 * (end - begin) * length / size, _MOST_LOOKS))
                if begin < end and _passes(way, _Target(i, o, -1), begin, end, looks):
                    found[0], found[1], found[2] = i, o, length
                    return True
    return False


@compiled
def _window(before, links, i, near, obstacle):
    """Part (begin, end) of the way, from 0 to 1, on which the link's centre is within ``near`` of the obstacle's middle."""
    k = 4 * i
    dx, dy = links[k] - before[k], links[k + 1] - before[k + 1]
    rx, ry = before[k] - obstacle[1], before[k + 1] - obstacle[2]
    a, b, c = dx * dx + dy * dy, rx * dx + ry * dy, rx * rx + ry * ry - near * near
    if a == 0.0:
        return 0.0, 1.0 if c <= 0.0 else 0.0
    square = b * b - a * c
    if not square > 0.0:
        return 0.0, 0.0
    root = np.sqrt(square)
    return max(0.0, (-b - root) / a), min(1.0, (root - b) / a)


@compiled
def links_pass(before, links, outlines, meets, obstacles, found):
    """Whether two links that can touch passed through each other; their numbers, the second's behind the obstacles', and the way
    of both [m] go to ``found``.
    """
    thinnest = np.inf
    for i in range(outlines.shape[0]):
        thinnest = min(thinnest, outlines[i, 1])
    if furthest(before, links, outlines) <= thinnest:
        return False
    way = _Way(before, links, outlines, np.empty((0, 7)), np.empty((0, 2)), np.empty(4), np.empty(4))
    for i in range(meets.shape[0]):
        for j in range(i):
            length, both = moved(before, links, outlines, i) + moved(before, links, outlines, j), outlines[i, 1] + outlines[j, 1]
            if meets[i, j] == 0.0 or not length > both:
                continue
            dx, dy = before[4 * i] - before[4 * j], before[4 * i + 1] - before[4 * j + 1]
            near = both + outlines[i, 0] + outlines[j, 0] + length
            looks = int(min(2.0 + 2.0 * length / both, _MOST_LOOKS))
            if dx * dx + dy * dy <= near * near and _passes(way, _Target(i, -1, j), 0.0, 1.0, looks):
                found[0], found[1], found[2] = i, obstacles + j, length
                return True
    return False


# --- Where in a step something happens that its formula does not know: a contact closes, or sliding turns over.
#
# A step of second order is exact to its order as long as the forces change smoothly. Where a contact closes the velocities jump;
# where a link or a contact point that slides comes to rest or turns back, its friction jumps. Such an event in the middle of a
# step of length h leaves a velocity that is wrong by up to h/2 times the jump of the acceleration, and a path that goes on being
# wrong by that. So a step in which that matters is refused and tried again up to just before the event; the event itself falls
# into a step so short that what it leaves behind is within the accuracy (``adaptive._stretch``).

_MOST_SWEEP_LOOKS = 200  # on the way of one link past one feature of an obstacle
_GOLDEN, _EXACTLY = 0.6180339887498949, 1e-9  # golden section; of the way: to what it looks for a touch


@compiled
def closing_time(rows, blocks, warm_contacts, fast, h):
    """When the first contact closes that presses at the end of a step of length h and did not before it [s]; infinite: none does.

    fast: velocities at the end if nothing had happened.
    """
    first = np.inf
    for k in range(blocks):
        r = rows.start[k]
        if rows.kind[k] == NORMAL and rows.P[r] > 0.0 and not warm_contacts[rows.owner[k, 0], rows.owner[k, 1], 0] > 0.0:
            rate = _along(rows.W[r], fast)
            first = min(first, h - min(rows.normal[k, 2] / rate, h) if rate < 0.0 else h)
    return first


@compiled
def fastest_closing(rows, blocks, warm_contacts, free):
    """The largest velocity [m/s] at which a contact closes that did not press before; 0 where none does."""
    most = 0.0
    for k in range(blocks):
        if rows.kind[k] == NORMAL and not warm_contacts[rows.owner[k, 0], rows.owner[k, 1], 0] > 0.0:
            most = max(most, -free[rows.start[k]])
    return most


@compiled
def turning_time(rows, blocks, warm_contacts, u, gain, end, h, still):
    """When the first sliding comes to rest or turns back in a step of length h [s]; infinite: none does.

    u, gain: velocities and accelerations at its start.   end: velocities at its end.   still [m/s]: slower is no sliding.
    """
    first = np.inf
    for k in range(blocks):
        if rows.kind[k] == NORMAL:
            continue
        r, count = rows.start[k], 2 if rows.kind[k] == PAIR else 1
        if count == 1 and not warm_contacts[rows.owner[k, 0], rows.owner[k, 1], 0] > 0.0:
            continue
        square, ahead, braking = 0.0, 0.0, 0.0
        for c in range(count):
            before = _along(rows.W[r + c], u)
            square += before * before
            ahead += before * _along(rows.W[r + c], end)
            braking -= before * _along(rows.W[r + c], gain)
        if square > still * still and ahead < 1e-3 * square:
            wait = square / braking if braking > 0.0 else np.inf
            first = min(first, wait if wait < h else h * square / (square - min(ahead, 0.0)))
    return first


@compiled
def _along(row, u):
    """Relative velocity of one row."""
    total = 0.0
    for i in range(u.shape[0]):
        total += row[i] * u[i]
    return total


@compiled
def first_touch(before, links, outlines, scene, warm_contacts, light):
    """Share of the way between two poses at which a link that was free of an obstacle or another link touches it; 2: none does.

    None counts of contacts that press already, and no ``light`` ones: see ``LightTouch``.
    """
    table, first = scene.obstacles, 2.0
    way = _Way(before, links, outlines, table, scene.corners, np.empty(4), np.empty(4))
    for i in range(outlines.shape[0]):
        length, place = moved(before, links, outlines, i), 0
        for o in range(table.shape[0]):
            count, near = features_of(table[o]), outlines[i, 0] + outlines[i, 1] + table[o, 6] + length
            if length > 0.0 and abs(links[4 * i] - table[o, 1]) <= near and abs(links[4 * i + 1] - table[o, 2]) <= near:
                for feature in range(count):
                    if not warm_contacts[i, place + feature, 0] > 0.0:
                        first = _touch_on_way(way, _Target(i, o, feature), length, light, first)
            place += count
        if scene.meets.shape[0] > 0:
            for j in range(i):
                if scene.meets[i, j] > 0.0 and not warm_contacts[i, place + j, 0] > 0.0:
                    both = length + moved(before, links, outlines, j)
                    if both > 0.0:
                        first = _touch_on_way(way, _Target(i, -1, j), both, light, first)
    return first


@compiled
def _touch_on_way(way, target, length, light, first):
    """``first``, or the smaller share of the way at which a link touches its target.

    A gap changes by no more than the way [m]: where both gaps together are longer nothing can have happened, and a link may go on
    by as much as its gap is wide.
    """
    depth = light.depth
    gap, end = _gap_on_way(way, target, 0.0)[0], _gap_on_way(way, target, 1.0)[0]
    if gap <= 0.0 or gap + max(end, 0.0) > length:
        return first
    share, touched = 0.0, 2.0
    for _ in range(_MOST_SWEEP_LOOKS):
        share += max(gap + (depth if touched < 1.0 else 0.0), 0.1 * depth) / length
        if share >= min(first, 1.0):
            break
        gap = _gap_on_way(way, target, share)[0]
        if gap <= 0.1 * depth:
            touched = min(touched, share)
        if touched < 1.0:
            if end <= -depth or gap < -depth:
                return touched
            if gap > depth:
                grazed = _grazed(way, target, light, touched, share)
                if grazed < 1.0:
                    return min(first, grazed)
                touched = 2.0
    begin = min(share, touched)
    if begin >= min(first, 1.0):
        return first
    return min(first, _grazed(way, target, light, begin, 1.0))


@compiled
def _grazed(way, target, light, begin, end):
    """Share of the way, between two that are given, at which a link that hardly comes nearer touches its target; 2: never.

    Looks as far apart as the gap is wide would be too many for a link that grazes. Of convex bodies that hardly turn the gap has
    one minimum on the way: golden section finds it, halving the instant of the touch before it.
    """
    depth = light.depth
    low, high = begin, end
    one, other = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    gap_one = _gap_on_way(way, target, one)[0]
    gap_other = _gap_on_way(way, target, other)[0]
    for _ in range(_MOST_SWEEP_LOOKS):
        if min(gap_one, gap_other) < -depth or not high - low > _EXACTLY:
            break
        if gap_one < gap_other:
            high, other, gap_other = other, one, gap_one
            one = high - _GOLDEN * (high - low)
            gap_one = _gap_on_way(way, target, one)[0]
        else:
            low, one, gap_one = one, other, gap_other
            other = low + _GOLDEN * (high - low)
            gap_other = _gap_on_way(way, target, other)[0]
    nearest, deepest = (one, gap_one) if gap_one < gap_other else (other, gap_other)
    if not deepest < 0.0 or (nearest >= 1.0 - 2.0 * _EXACTLY and deepest > -depth):
        return 2.0  # no touch; or one that goes on at the end of the way, as a contact that closes
    low, high = begin, nearest
    if _gap_on_way(way, target, low)[0] <= 0.0:
        low = 0.0
    while high - low > 0.01 * (nearest - high) + _EXACTLY:  # a hundredth of the time in touch
        middle = 0.5 * (low + high)
        if _gap_on_way(way, target, middle)[0] > 0.0:
            low = middle
        else:
            high = middle
    closing = -2.0 * deepest / max(nearest - low, _EXACTLY)  # a parabola's slope where it begins, over the whole way
    return low if deepest < -depth or closing > light.rate else 2.0
