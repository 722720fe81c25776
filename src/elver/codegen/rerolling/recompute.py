"""Rolled lists that keep less: what a later loop can cheaply compute again is not stored.

On a GPU a number that is stored and read again costs as much as dozens of operations. For every pair of loops, one that computes
values and one that reads them, a minimum cut of the computing loop's graph says which values to store: what is read is stored, or
computed again from what is stored, from inputs and from constants, whichever costs least in all.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from elver.codegen.instructions import TABLE, Step
from elver.codegen.rerolling.build import OUTPUT, WORK, Carry, Place, RolledList, RolledLoop

_ACCESS = 20  # operations that one access to the work array or to an input costs
_COLUMN = 2  # the same of a table of constants
_COSTS = {"sin": 14, "cos": 14, "fdiv": 4, "inverse": 3, "sqrt": 3, "assign": 0}
_OTHER = {"library": 40}
_ENDLESS = 10**8


class _Kept(NamedTuple):
    """What is read of other loops: in every pass of the reader a loop's number, a value of it and a pass."""

    items: tuple[tuple[int, int, int], ...]

    @property
    def passes(self) -> tuple[int, ...]:
        return tuple(k for _, _, k in self.items)

    @property
    def givers(self) -> set[tuple[int, int]]:
        """Loops and their values."""
        return {(loop, value) for loop, value, _ in self.items}


@dataclass(eq=False)
class _Body:
    """A loop while it is changed. reads: value -> an input's place, or what another loop kept.   results: what outputs get.

    carries: value -> (follows, what it is in the first pass).
    """

    count: int
    steps: list[Step]
    constants: dict[int, float]
    columns: dict[int, int]
    table: np.ndarray
    reads: dict[int, Place | _Kept]
    results: list[tuple[Place, int]]
    carries: dict[int, tuple[int, Place | _Kept]]
    next: int = 0
    numbers: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = [*self.constants, *self.columns, *self.reads, *self.carries, *(s.result for s in self.steps)]
        self.next = 1 + max(known, default=-1)
        self.numbers = {source: value for value, source in self.reads.items()}
        self.made = {step.result: step for step in self.steps}

    def fresh(self) -> int:
        self.next += 1
        return self.next - 1

    def reading(self, source: Place | _Kept) -> int:
        """The value that is read there."""
        if source not in self.numbers:
            self.numbers[source] = value = self.fresh()
            self.reads[value] = source
        return self.numbers[source]


def lean(rolled: RolledList) -> RolledList:
    """The same function with less in its work array; the list itself where a number of it is written twice."""
    owners: dict[int, tuple[int, int, int]] = {}
    for number, loop in enumerate(rolled.loops):
        for place, value in loop.writes:
            if place.kind == WORK:
                if any(slot in owners for slot in place.elements):
                    return rolled
                owners |= {slot: (number, value, k) for k, slot in enumerate(place.elements)}
    bodies = _opened(rolled, owners)
    kept: set[tuple[int, int]] = set()
    for body in sorted(bodies, key=lambda body: body.count == 1):
        _store_less(body, bodies, kept)
    for number in range(len(bodies) - 1, -1, -1):
        _swept(bodies[number], number, bodies)
    return _closed(rolled, bodies)


def _opened(rolled: RolledList, owners: dict[int, tuple[int, int, int]]) -> list[_Body]:
    """Loops that name what they read by who kept it."""

    def source(place: Place) -> Place | _Kept:
        return _Kept(tuple(owners[slot] for slot in place.elements)) if place.kind == WORK else place

    return [
        _Body(
            loop.count, list(loop.steps), dict(loop.constants), dict(loop.columns),
            np.broadcast_to(loop.table, (loop.count, loop.table.shape[1])),
            {value: source(place) for value, place in loop.reads.items()},
            [(place, value) for place, value in loop.writes if place.kind == OUTPUT],
            {c.value: (c.follows, source(c.first)) for c in loop.carries},
        )
        for loop in rolled.loops
    ]  # fmt: skip


def _store_less(body: _Body, bodies: list[_Body], kept: set[tuple[int, int]]) -> None:
    """Compute again in a body what is cheaper so. kept: values that are stored anyway, pass by pass."""
    groups: dict[tuple[int, tuple[int, ...]], dict[int, int]] = defaultdict(dict)
    for value, source in body.reads.items():
        if isinstance(source, _Kept) and len(source.givers) == 1:
            loop, wanted, _ = source.items[0]
            groups[loop, source.passes][value] = wanted
    for (loop, passes), values in groups.items():
        giver = bodies[loop]
        if giver.count > 1:
            again = _cut(giver, loop, passes, list(values.values()), body, kept)
            _Repeat(giver, loop, passes, body, again).write(values)
    for source in _sources_of(body):
        if isinstance(source, _Kept):
            kept |= {(loop, value) for loop, value, k in source.items if k < bodies[loop].count - 1}


def _cost_of(step: Step) -> int:
    """What computing once more costs."""
    operation = TABLE[step.op]
    return _COSTS.get(operation.symbol, _OTHER.get(operation.kind, 1))


def moved(source: Place | _Kept, passes: tuple[int, ...]) -> Place | _Kept:
    """What a loop reads in certain passes, for another loop."""
    if isinstance(source, _Kept):
        return _Kept(tuple(source.items[k] for k in passes))
    return Place(source.kind, source.which, tuple(source.elements[k] for k in passes))


def _cut(
    giver: _Body, loop: int, passes: tuple[int, ...], wanted: list[int], body: _Body, kept: set[tuple[int, int]]
) -> set[int]:
    """Values of the giver that the reader computes again.

    For every value: A, it is there; B, it is computed again, which needs its arguments. A costs storing, B the operation instead.
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import breadth_first_order, maximum_flow

    chosen: list[int] = []
    pending, seen = list(wanted), set(wanted)
    while pending:
        chosen.append(value := pending.pop())
        for argument in giver.made[value].args if value in giver.made else ():
            if argument not in seen:
                seen.add(argument)
                pending.append(argument)
    place = {value: 2 + 2 * k for k, value in enumerate(chosen)}
    edges: list[tuple[int, int, int]] = [(0, place[value], _ENDLESS) for value in wanted]
    for value in chosen:
        store, again = _storing(giver, loop, passes, value, body, kept), giver.made.get(value)
        edges.append((place[value], 1, store))
        if again is not None and body.count * _cost_of(again) < store:
            own = place[value] + 1
            edges += [(0, own, store - body.count * _cost_of(again)), (own, place[value], _ENDLESS)]
            edges += [(own, place[argument], _ENDLESS) for argument in set(again.args)]
    rows, columns, sizes = (np.array(column) for column in zip(*edges, strict=True))
    size = 2 + 2 * len(chosen)
    graph = coo_matrix((sizes.astype(np.int32), (rows, columns)), (size, size)).tocsr()
    left = graph - maximum_flow(graph, 0, 1).flow
    left.data[left.data < 0] = 0
    left.eliminate_zeros()
    reached = set(breadth_first_order(left, 0, return_predecessors=False).tolist())
    return {value for value in chosen if place[value] + 1 in reached}


def _storing(giver: _Body, loop: int, passes: tuple[int, ...], value: int, body: _Body, kept: set[tuple[int, int]]) -> int:
    """What it costs, in all passes, that a reader has a value of the giver without computing it."""
    if value in giver.constants:
        return 0
    if value in giver.columns:
        return _COLUMN * body.count
    if value in giver.reads:
        return 0 if moved(giver.reads[value], passes) in body.numbers else _ACCESS * body.count
    if (loop, value) in kept:
        return _ACCESS * body.count
    return _ACCESS * (body.count + (1 if set(passes) == {giver.count - 1} else giver.count))


@dataclass
class _Repeat:
    """Steps of one loop written again into another, before its own."""

    giver: _Body
    loop: int
    passes: tuple[int, ...]
    body: _Body
    again: set[int]
    names: dict[int, int] = field(default_factory=dict)

    def write(self, values: dict[int, int]) -> None:
        """The values that the body read so far (value -> the giver's value), computed or read."""
        for value in values:
            self.body.numbers.pop(self.body.reads.pop(value))
        renamed = {value: self.name(wanted) for value, wanted in values.items()}
        steps = [
            Step(s.op, self.names[s.result], tuple(self.names[a] for a in s.args))
            for s in self.giver.steps
            if s.result in self.again and s.result in self.names
        ]
        body = self.body
        own = [Step(s.op, s.result, tuple(renamed.get(a, a) for a in s.args)) for s in body.steps]
        body.steps = steps + own
        body.results = [(place, renamed.get(value, value)) for place, value in body.results]
        body.carries = {value: (renamed.get(follows, follows), first) for value, (follows, first) in body.carries.items()}
        body.made = {step.result: step for step in body.steps}

    def name(self, value: int) -> int:
        """The body's own number of a value of the giver, for which it is computed again or read."""
        if value not in self.names:
            giver, body = self.giver, self.body
            if value in self.again:
                for argument in giver.made[value].args:
                    self.name(argument)
                self.names[value] = body.fresh()
            elif value in giver.constants:
                self.names[value] = number = body.fresh()
                body.constants[number] = giver.constants[value]
            elif value in giver.columns:
                self.names[value] = number = body.fresh()
                body.columns[number] = body.table.shape[1]
                column = giver.table[list(self.passes), giver.columns[value]]
                body.table = np.column_stack([body.table, column])
            elif value in giver.reads:
                self.names[value] = body.reading(moved(giver.reads[value], self.passes))
            else:
                self.names[value] = body.reading(_Kept(tuple((self.loop, value, k) for k in self.passes)))
        return self.names[value]


def _swept(body: _Body, number: int, bodies: list[_Body]) -> None:
    """Drop what nobody needs any more."""
    needed = {value for _, value in body.results} | {follows for follows, _ in body.carries.values()}
    for other in bodies:
        needed |= {value for s in _sources_of(other) if isinstance(s, _Kept) for loop, value in s.givers if loop == number}
    for step in reversed(body.steps):
        if step.result in needed:
            needed.update(step.args)
    body.steps = [step for step in body.steps if step.result in needed]
    for table in (body.constants, body.columns, body.reads):
        for value in [v for v in table if v not in needed]:
            del table[value]


def _sources_of(body: _Body) -> list[Place | _Kept]:
    """Everything that a body reads, also at its start."""
    return [*body.reads.values(), *(first for _, first in body.carries.values())]


def _closed(rolled: RolledList, bodies: list[_Body]) -> RolledList:
    """Bodies as loops, with room for what is kept."""
    slots, size = _KeptValues(bodies).slots()

    def place_of(source: Place | _Kept) -> Place:
        if isinstance(source, Place):
            return source
        return Place(WORK, 0, tuple(slots[loop, value][k] for loop, value, k in source.items))

    loops = []
    for number, body in enumerate(bodies):
        writes = [(Place(WORK, 0, own), value) for (loop, value), own in slots.items() if loop == number]
        loops.append(
            RolledLoop(
                body.count, tuple(body.steps), body.constants, body.columns, body.table,
                {value: place_of(source) for value, source in body.reads.items()}, (*writes, *body.results),
                tuple(Carry(value, follows, place_of(first)) for value, (follows, first) in body.carries.items()),
            )
        )  # fmt: skip
    return RolledList(rolled.name, tuple(loops), size, rolled.sizes_in, rolled.sizes_out)


class _KeptValues:
    """Where every kept value stands: those of all passes first, pass by pass, then those of which the last pass alone is read."""

    def __init__(self, bodies: list[_Body]):
        self.bodies = bodies
        self.read: dict[tuple[int, int], set[int]] = defaultdict(set)  # passes that are read
        self.last: dict[tuple[int, int], set[tuple[int, ...]]] = {}  # in which order the last reader reads, () for once
        self.reader: dict[tuple[int, int], int] = {}
        for number, body in enumerate(bodies):
            for source in _sources_of(body):
                if isinstance(source, _Kept):
                    self.note(number, source, body.count)

    def note(self, number: int, source: _Kept, count: int) -> None:
        """One reader."""
        alone = len(source.givers) == 1 and len(source.items) == count
        for loop, value, k in source.items:
            key = loop, value
            self.read[key].add(k)
            if self.reader.get(key) != number:
                self.reader[key], self.last[key] = number, set()
            self.last[key].add(source.passes if alone else ())

    def slots(self) -> tuple[dict[tuple[int, int], tuple[int, ...]], int]:
        """Numbers of the work array for every pass of a value, and how many there are."""
        slots: dict[tuple[int, int], tuple[int, ...]] = {}
        taken: set[tuple[int, int]] = set()
        size = 0
        for number, body in enumerate(self.bodies):
            long = []
            for value in sorted(value for loop, value in self.read if loop == number):
                if self.read[number, value] != {body.count - 1}:
                    given = self.given_up(number, body.count, slots, taken)
                    if given is None:
                        long.append(value)
                    else:
                        slots[number, value] = given
            for place, value in enumerate(long):
                slots[number, value] = tuple(size + place + len(long) * k for k in range(body.count))
            size += len(long) * body.count
        for key in self.read:
            if key not in slots:
                slots[key] = (size,) * self.bodies[key[0]].count
                size += 1
        return slots, size

    def given_up(self, number: int, count: int, slots: dict, taken: set[tuple[int, int]]) -> tuple[int, ...] | None:
        """Places of a value that the loop's pass reads, for the last time, before it writes there; None where there is none."""
        for key, own in slots.items():
            if key not in taken and self.reader[key] == number and len(self.last[key]) == 1:
                (passes,) = self.last[key]
                if len(set(passes)) == count:
                    taken.add(key)
                    return tuple(own[k] for k in passes)
        return None
