"""The working memory of machines side by side: how much they need, and how it is parted. Importing this imports Numba."""

from __future__ import annotations

from elver.compiled import compiled
from elver.compiled.lanes import WIDTH, beyond, block
from elver.contact.lanes.tuples import LaneRows, LaneTerms, NewtonRoom, StepRoom
from elver.contact.solvers.newton import COUPLED

ONES = 7  # blocks of one row in StepRoom


def memory_rows(n: int, links: int, pairs: int, room: int, flows: int, signals: int) -> tuple[int, int]:
    """Rows of numbers and of whole numbers for machines of n freedoms with so many links, pairs on the ground, closed contacts,
    flows of media and signals (values, rates, accelerations).
    """
    most, wide = row_count(pairs, room), n + n % 2
    terms = n * n + 4 * n + 4 * links + 3 * links * n + flows
    rows = most * (2 * n + 2) + 3 * pairs + 5 * room + 1
    newton = 7 * most + 4 * n + most * wide + wide * wide + n * n + COUPLED * (n + COUPLED + 1)
    step = 2 * n * n + 5 * n + ONES + signals
    return terms + rows + newton + step, 4 * room + 2 + -(-most // 4 // WIDTH) + 1 + -(-n // WIDTH)


@compiled
def row_count(pairs, room):
    """Rows that ``room`` closed contacts may need."""
    return (2 * pairs + 2 * room + 3) // 4 * 4


@compiled
def part_terms(memory, n, links, flows):
    """Blocks of the terms, and what is left."""
    M = block(memory)
    f = beyond(M, n * n)
    torque = beyond(f, n)
    c = beyond(torque, n)
    s = beyond(c, n)
    places = beyond(s, n)
    G = beyond(places, 4 * links)
    T = beyond(G, 2 * links * n)
    media = beyond(T, links * n)
    return LaneTerms(M, f, torque, c, s, places, G, T, media), beyond(media, flows)


@compiled
def part_rows(memory, whole, n, pairs, room):
    """Blocks of the rows, and what is left of both memories."""
    most = row_count(pairs, room)
    B = beyond(memory, most * n)
    P = beyond(B, most * n)
    free = beyond(P, most)
    limits = beyond(free, most)
    bound = beyond(limits, 3 * pairs)
    normal = beyond(bound, room)
    deepest = beyond(normal, 2 * room)
    earlier = beyond(deepest, 1)
    owner = block(whole)
    count = beyond(owner, 2 * room)
    previous = beyond(count, 1)
    known = beyond(previous, 2 * room)
    reach = beyond(known, 1)
    rows = LaneRows(memory, B, P, free, limits, bound, normal, deepest, earlier, owner, count, previous, known, reach)
    return rows, beyond(earlier, 2 * room), beyond(reach, most // 4 // WIDTH + 1)


@compiled
def part_newton(memory, starts, most, n):
    """Blocks of Newton's method for so many rows, and what is left."""
    wide = n + n % 2
    z = beyond(memory, most)
    gamma = beyond(z, most)
    ahead = beyond(gamma, most)
    slope = beyond(ahead, most)
    found = beyond(slope, most)
    weight = beyond(found, most)
    y = beyond(weight, most)
    g = beyond(y, n)
    d = beyond(g, n)
    V = beyond(d, n)
    H = beyond(V, most * wide)
    R = beyond(H, wide * wide)
    X = beyond(R, n * n)
    S = beyond(X, COUPLED * n)
    there = beyond(S, COUPLED * (COUPLED + 1))
    blocks = NewtonRoom(memory, z, gamma, ahead, slope, found, weight, y, g, d, V, H, R, starts, X, S, there)
    return blocks, beyond(there, n)


@compiled
def part_step(memory, n):
    """Blocks of a step."""
    R = beyond(memory, n * n)
    middle = beyond(R, n * n)
    unpushed = beyond(middle, n)
    end = beyond(unpushed, n)
    y = beyond(end, n)
    mean = beyond(y, n)
    clock = beyond(mean, n)
    scale = beyond(clock, 1)
    error = beyond(scale, 1)
    used = beyond(error, 1)
    alive = beyond(used, 1)
    good = beyond(alive, 1)
    near = beyond(good, 1)
    return StepRoom(memory, R, middle, unpushed, end, y, mean, clock, scale, error, used, alive, good, near, beyond(near, 1))
