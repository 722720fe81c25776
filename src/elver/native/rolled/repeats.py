"""Equal sequences of calls that follow each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.native.rolled.calls import Needed, Use

REACH = 64  # calls that a sequence may have
FEWEST = 3  # passes that are worth a loop


@dataclass(frozen=True)
class Run:
    """``count`` passes of ``period`` calls, from number ``start`` of the order on."""

    start: int
    period: int
    count: int


@dataclass(eq=False)
class Wires:
    """Where the values of every use come from: ``distance`` back in the order and ``result`` there; distance 0 from outside."""

    tokens: np.ndarray
    distance: list[np.ndarray]
    result: list[np.ndarray]


def wires_of(order: list[Use], found: Needed) -> Wires:
    """Sources of what is taken. token: equal where the shape and the kinds of its sources are."""
    by_first = sorted(range(len(order)), key=lambda k: order[k].first)
    firsts, position = np.array([order[k].first for k in by_first]), np.array(by_first)
    argument = np.array([which for which, _ in found.places] or [0])
    numbers: dict[tuple, int] = {}
    tokens, distance, result = [], [], []
    for k, use in enumerate(order):
        taken = use.values[use.part.inputs]
        outside = taken < 0
        source = np.searchsorted(firsts, taken, side="right") - 1
        distance.append(np.where(outside, 0, k - position[source]))
        result.append(np.where(outside, 0, taken - firsts[source]))
        kinds = np.where(outside, argument[np.where(outside, -taken - 1, 0)], -1)
        tokens.append(numbers.setdefault((use.shape, kinds.tobytes()), len(numbers)))
    return Wires(np.array(tokens), distance, result)


def alike(wires: Wires, first: int, other: int, offset: int) -> bool:
    """Whether two uses at the same offset of their passes take the same values of their own passes."""
    a, b = wires.distance[first], wires.distance[other]
    inside = (a > 0) & (a <= offset)
    if not np.array_equal(inside, (b > 0) & (b <= offset)):
        return False
    return bool((a == b)[inside].all() and (wires.result[first] == wires.result[other])[inside].all())


def passes(wires: Wires, start: int, period: int, most: int) -> int:
    """How many equal passes begin at a place."""
    for k in range(1, most):
        for offset in range(period):
            if not alike(wires, start + (k - 1) * period + offset, start + k * period + offset, offset):
                return k
    return most


def runs_of(wires: Wires) -> list[Run]:
    """The order cut into runs: at every place the one that repeats most often."""
    n, tokens = len(wires.tokens), wires.tokens
    same = np.zeros((min(REACH, n) + 1, n + 1), dtype=np.int64)  # how far tokens repeat at a distance
    for period in range(1, len(same)):
        equal = tokens[:-period] == tokens[period:]
        ends = np.flatnonzero(~equal)
        reach = np.append(ends, n - period)[np.searchsorted(ends, np.arange(n - period))]
        same[period, : n - period] = reach - np.arange(n - period)
    runs: list[Run] = []
    at = 0
    while at < n:
        best = Run(at, 1, 1)
        for period in range(1, len(same)):
            most = 1 + int(same[period, at]) // period
            if most >= FEWEST and most > best.count:
                count = passes(wires, at, period, most)
                if count >= FEWEST and count > best.count:
                    best = Run(at, period, count)
        if best.count == 1 and runs and runs[-1].count == 1 and runs[-1].period < REACH:
            runs[-1] = Run(runs[-1].start, runs[-1].period + 1, 1)
        else:
            runs.append(best)
        at += best.period * best.count
    return runs
