"""A recorded function as a list of loops: bodies, tables, what is computed once before them, and when it is worth it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby

import casadi as ca
import numpy as np

from elver.codegen.instructions import WORTH, Split, Step, combined
from elver.codegen.rerolling.find import Needed, Run, Use, in_order, needed_calls, runs_of, wires_of
from elver.symbolic.functions import WRITING, TracedFunction


@dataclass(eq=False)
class _Body:
    """A loop in the making; arrays of numbers say which value of the record something is in every pass.

    reads: value -> numbers.   carries: value -> (number in the first pass, the value it follows).
    results: value -> numbers of all that the passes compute and somebody wants.
    """

    count: int
    steps: list[Step] = field(default_factory=list)
    constants: dict[int, float] = field(default_factory=dict)
    columns: dict[int, int] = field(default_factory=dict)
    table: list[np.ndarray] = field(default_factory=list)
    reads: dict[int, np.ndarray] = field(default_factory=dict)
    carries: dict[int, tuple[int, int]] = field(default_factory=dict)
    results: dict[int, np.ndarray] = field(default_factory=dict)
    size: int = 0

    def new(self) -> int:
        self.size += 1
        return self.size - 1

    @property
    def independent(self) -> bool:
        """Whether no pass needs what another one found."""
        own = {number for ids in self.results.values() for number in ids.tolist()}
        return not self.carries and not any(number in own for ids in self.reads.values() for number in ids.tolist())


def _body_of(run: Run, order: list[Use], found: Needed) -> _Body:
    """The passes of a run, as one body."""
    passes = [order[run.start + k * run.period : run.start + (k + 1) * run.period] for k in range(run.count)]
    return _Writer(passes, found).write()


class _Writer:
    """Joins the calls of a pass to one list of steps."""

    def __init__(self, passes: list[list[Use]], found: Needed):
        self.passes, self.found, self.body = passes, found, _Body(len(passes))
        self.numbers: dict[bytes, int] = {}  # what a value is in the passes -> value
        self.constants: dict[bytes, int] = {}
        self.firsts = [np.array([own[k].first for own in passes]) for k in range(len(passes[0]))]
        self.following: dict[bytes, bytes] = {}  # what a value is in all passes but the last -> in all passes
        if len(passes) > 1:
            for offset, firsts in enumerate(self.firsts):
                for result in np.flatnonzero(found.wanted[passes[0][offset].shape]):
                    self.following[(firsts + result)[:-1].tobytes()] = (firsts + result).tobytes()
        self.open: list[tuple[int, int, bytes]] = []

    def write(self) -> _Body:
        for offset in range(len(self.passes[0])):
            self.write_use(offset)
        for value, first, follows in self.open:
            self.body.carries[value] = (first, self.numbers[follows])
        return self.body

    def write_use(self, offset: int) -> None:
        """The steps of one call of the pass, and its results."""
        uses = [own[offset] for own in self.passes]
        shape, part, body = self.found.shapes.known[uses[0].shape], uses[0].part, self.body
        taken = np.ascontiguousarray(np.array([use.values[part.inputs] for use in uses]).T)
        constants = np.ascontiguousarray(np.array([use.constants for use in uses]).T)
        values = {int(place): self.taken(ids) for place, ids in zip(part.inputs, taken, strict=True)}

        def value(number: int) -> int:
            return values[number] if number >= 0 else self.constant(constants[-number - 1])

        for k in part.steps:
            op, arguments = shape.steps[k]
            given = tuple(map(value, arguments))
            values[shape.inputs + k] = body.new()
            body.steps.append(Step(op, values[shape.inputs + k], given))
        for result in np.flatnonzero(self.found.wanted[uses[0].shape]):
            ids = self.firsts[offset] + result
            self.numbers[ids.tobytes()] = made = value(shape.outputs[result])
            body.results[made] = ids

    def constant(self, values: np.ndarray) -> int:
        """A constant: the same in all passes, or a column of the table."""
        key, body = values.tobytes(), self.body
        if key not in self.constants:
            self.constants[key] = number = body.new()
            if (values == values[0]).all():
                body.constants[number] = float(values[0])
            else:
                body.columns[number] = len(body.table)
                body.table.append(values)
        return self.constants[key]

    def taken(self, ids: np.ndarray) -> int:
        """A result of the same pass or of the one before, or something from elsewhere."""
        key = ids.tobytes()
        if key not in self.numbers:
            self.numbers[key] = number = self.body.new()
            follows = self.following.get(ids[1:].tobytes()) if len(ids) > 1 else None
            if follows is None:
                self.body.reads[number] = ids
            else:
                self.open.append((number, int(ids[0]), follows))
        return self.numbers[key]


# --- A function as a list of loops: the code of equal parts stands once, what differs between them in tables.
#
# Every loop runs its steps ``count`` times. A value of its body is a constant, a column of the loop's table of constants, a
# number read from an input or from the work array (another element in every pass), what another value was in the pass before (a
# carry), or the result of a step. Results leave a pass by its writes. Code without repetition is a loop of one pass. This form
# is the common input of every target that can roll; ``evaluate`` says what it means.

INPUT, OUTPUT, WORK = "input", "output", "work"


@dataclass(frozen=True)
class Place:
    """Where a number stands: an array (which input or output; the work array is number 0) and its element in every pass."""

    kind: str
    which: int
    elements: tuple[int, ...]

    @property
    def stride(self) -> int | None:
        """Elements from one pass to the next; None where that changes from pass to pass."""
        ways = {after - before for before, after in zip(self.elements, self.elements[1:], strict=False)}
        return None if len(ways) > 1 else ways.pop() if ways else 0


@dataclass(frozen=True)
class Carry:
    """In the first pass ``value`` is what stands at ``first``; in every other what ``follows`` was in the pass before."""

    value: int
    follows: int
    first: Place


@dataclass(frozen=True, eq=False)
class RolledLoop:
    """``count`` passes of ``steps``. Value numbers are the loop's own.

    constants: values that are the same in all passes.   columns: value -> column of ``table`` (pass, column).
    reads: value -> its place.   writes: (place, value), done at the end of a pass.   carries: see Carry.
    """

    count: int
    steps: tuple[Step, ...]
    constants: Mapping[int, float] = field(default_factory=dict)
    columns: Mapping[int, int] = field(default_factory=dict)
    table: np.ndarray = field(default_factory=lambda: np.zeros((1, 0)))
    reads: Mapping[int, Place] = field(default_factory=dict)
    writes: tuple[tuple[Place, int], ...] = ()
    carries: tuple[Carry, ...] = ()

    @cached_property
    def independent(self) -> bool:
        """Whether no pass needs what another one found: they may be computed side by side."""
        written = {(p.kind, p.which, e): k for p, _ in self.writes for k, e in enumerate(p.elements)}
        return not self.carries and all(
            written.get((p.kind, p.which, e), k) == k for p in self.reads.values() for k, e in enumerate(p.elements)
        )


@dataclass(frozen=True, eq=False)
class RolledList:
    """A whole function: its loops in order.   work_size: numbers that live between passes and loops.

    sizes_in, sizes_out: length of every argument.
    """

    name: str
    loops: tuple[RolledLoop, ...]
    work_size: int
    sizes_in: tuple[int, ...]
    sizes_out: tuple[int, ...]

    @property
    def instructions(self) -> int:
        """Operations that are executed."""
        return sum(loop.count * len(loop.steps) for loop in self.loops)

    @property
    def written(self) -> int:
        """Operations that stand in the code."""
        return sum(len(loop.steps) for loop in self.loops)


def evaluate(rolled: RolledList, inputs: Sequence[np.ndarray], compute: Callable[[int, list[float]], float]) -> list[np.ndarray]:
    """What the list computes, one number after the other. compute(op, arguments): one operation. For tests."""
    arrays = {(INPUT, k): np.asarray(values, dtype=float).ravel() for k, values in enumerate(inputs)}
    arrays |= {(OUTPUT, k): np.full(size, np.nan) for k, size in enumerate(rolled.sizes_out)}
    arrays[WORK, 0] = np.full(rolled.work_size, np.nan)
    for loop in rolled.loops:
        before: dict[int, float] = {}
        for k in range(loop.count):
            values = {**loop.constants, **{v: float(loop.table[k, c]) for v, c in loop.columns.items()}}
            values |= {v: float(arrays[p.kind, p.which][p.elements[k]]) for v, p in loop.reads.items()}
            for carry in loop.carries:
                first = arrays[carry.first.kind, carry.first.which][carry.first.elements[0]]
                values[carry.value] = before[carry.follows] if k else float(first)
            for step in loop.steps:
                values[step.result] = compute(step.op, [values[a] for a in step.args])
            for place, value in loop.writes:
                arrays[place.kind, place.which][place.elements[k]] = values[value]
            before = values
    return [arrays[OUTPUT, k] for k in range(len(rolled.sizes_out))]


# --- A recorded function as a list of loops.


def rolled_list(recorded: TracedFunction, side_by_side: bool = False) -> RolledList:
    """The loops of a function that was written from pieces.

    side_by_side: passes that need nothing of each other have loops of their own, and their values stand one behind the other, so
    that several passes may be computed at once; otherwise all that belongs to one body stands together.
    """
    with WRITING:
        found = needed_calls(recorded)
    order = in_order(found.uses, side_by_side)
    bodies = [_body_of(run, order, found) for run in runs_of(wires_of(order, found))] if order else []
    places = _Places(found, bodies, side_by_side)
    loops = [*map(places.loop, bodies), *places.copies(), *_constant_outputs(found)]
    return RolledList(
        name=recorded.name,
        loops=tuple(loops),
        work_size=places.size,
        sizes_in=tuple(argument.nnz() for argument in recorded.arguments),
        sizes_out=tuple(map(len, found.outputs)),
    )


class _Places:
    """Where values stand between passes and loops."""

    def __init__(self, found: Needed, bodies: list[_Body], side_by_side: bool):
        self.found = found
        self.direct: dict[tuple[int, int], list[Place]] = defaultdict(list)  # (body, value) -> outputs it is written to
        targets: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for which, row in enumerate(found.outputs):
            for element, entry in enumerate(row):
                if isinstance(entry, tuple):
                    targets[entry[0]].append((which, element))
        for number, body in enumerate(bodies):
            for value, ids in body.results.items():
                self.send(number, value, [targets[int(k)] for k in ids])
        self.left = sorted((place, number) for number, places in targets.items() for place in places)
        self.numbers = {id(body): number for number, body in enumerate(bodies)}
        self.slots = np.full(1 + max((int(i.max()) for b in bodies for i in b.results.values()), default=-1), -1)
        self.size = 0
        read = self.read_by(bodies)
        wide = [body.count > 1 and side_by_side and body.independent for body in bodies]
        for body in (body for body, own in zip(bodies, wide, strict=True) if own):
            self.gather(body)
        self.kept = [self.reserve(body, read, own) for body, own in zip(bodies, wide, strict=True)]

    def send(self, body: int, value: int, targets: list[list[tuple[int, int]]]) -> None:
        """Outputs that every pass writes straight away; they are taken from the targets."""
        while all(targets) and len({own[0][0] for own in targets}) == 1:
            taken = [own.pop(0) for own in targets]
            self.direct[body, value].append(Place(OUTPUT, taken[0][0], tuple(element for _, element in taken)))

    def read_by(self, bodies: list[_Body]) -> np.ndarray:
        """Marks of the values that must stand in the work array."""
        read = np.zeros(len(self.slots), dtype=bool)
        for body in bodies:
            for ids in body.reads.values():
                read[ids[ids >= 0]] = True
            for first, _ in body.carries.values():
                if first >= 0:
                    read[first] = True
        for _, number in self.left:
            if number >= 0:
                read[number] = True
        return read

    def gather(self, body: _Body) -> None:
        """Room for what a loop reads, one pass behind the other."""
        for ids in body.reads.values():
            if (ids >= 0).all() and (self.slots[ids] < 0).all() and len(set(ids.tolist())) == len(ids):
                self.slots[ids] = self.size + np.arange(len(ids))
                self.size += len(ids)

    def reserve(self, body: _Body, read: np.ndarray, wide: bool) -> list[int]:
        """Room for what others read of a loop: pass after pass, where it is wide value after value; the values that get it."""
        kept = [value for value, ids in body.results.items() if read[ids].any()]
        new = [ids for ids in (body.results[value] for value in kept) if (self.slots[ids] < 0).any()]
        for place, ids in enumerate(new):
            steps = place * body.count + np.arange(body.count) if wide else place + len(new) * np.arange(body.count)
            missing = self.slots[ids] < 0
            self.slots[ids[missing]] = self.size + steps[missing]
        self.size += len(new) * body.count
        return kept

    def at(self, ids: np.ndarray) -> Place:
        """The place of a value in every pass."""
        if ids[0] >= 0:
            return Place(WORK, 0, tuple(self.slots[ids].tolist()))
        spots = [self.found.places[-k - 1] for k in ids]
        return Place(INPUT, spots[0][0], tuple(element for _, element in spots))

    def loop(self, body: _Body) -> RolledLoop:
        """A body with the places of its values."""
        number = self.numbers[id(body)]
        writes = [(self.at(body.results[value]), value) for value in self.kept[number]]
        writes += [(place, value) for value in body.results for place in self.direct.get((number, value), ())]
        carries = [Carry(value, follows, self.at(np.array([first]))) for value, (first, follows) in body.carries.items()]
        return RolledLoop(
            count=body.count,
            steps=tuple(body.steps),
            constants=body.constants,
            columns=body.columns,
            table=np.array(body.table).T if body.table else np.zeros((body.count, 0)),
            reads={value: self.at(ids) for value, ids in body.reads.items()},
            writes=tuple(writes),
            carries=tuple(carries),
        )

    def copies(self) -> list[RolledLoop]:
        """Outputs that are inputs, or results that not every pass of their loop hands out: copied, a loop for every stretch."""
        spots = [(Place(OUTPUT, which, (element,)), self.at(np.array([n]))) for (which, element), n in self.left]

        def stretch(pair: tuple[int, tuple[Place, Place]]) -> tuple[int, str, int, int, int]:
            k, (to, source) = pair
            return to.which, source.kind, source.which, to.elements[0] - k, source.elements[0] - k

        loops = []
        for _, group in groupby(enumerate(spots), key=stretch):
            own = [pair for _, pair in group]
            to, source = (Place(p[0].kind, p[0].which, tuple(q.elements[0] for q in p)) for p in zip(*own, strict=True))
            loops.append(RolledLoop(len(own), (), reads={0: source}, writes=((to, 0),), table=np.zeros((len(own), 0))))
        return loops


def _constant_outputs(found: Needed) -> list[RolledLoop]:
    """Elements of outputs that are numbers."""
    loops = []
    for which, row in enumerate(found.outputs):
        places: dict[str, list[int]] = defaultdict(list)  # by the words of a number: NaN is equal to itself there
        for k, entry in enumerate(row):
            if not isinstance(entry, tuple):
                places[repr(float(entry))].append(k)
        for value, elements in sorted(places.items()):
            place = Place(OUTPUT, which, tuple(elements))
            loops.append(
                RolledLoop(len(elements), (), {0: float(value)}, writes=((place, 0),), table=np.zeros((len(elements), 0)))
            )
    return loops


# --- What loops compute from free parameters alone is taken out of them: it is computed once per run, and read like parameters.
#
# The parameters p become c(p): p itself, then the values taken out, those of one step in all passes one behind the other.
# Parameters that change from step to step (inputs) take no part.


def hoisted(rolled: RolledList, recorded: TracedFunction, inputs: Sequence[int] | np.ndarray) -> tuple[RolledList, Split] | None:
    """The loops without what depends on parameters alone, and how c is made; None where that saves little.

    inputs: places of the parameters that change from step to step.
    """
    if "p" not in recorded.names_in or not rolled.sizes_in[place := list(recorded.names_in).index("p")]:
        return None
    taker = _Taker(place, ca.SX.sym("p", rolled.sizes_in[place]), frozenset(int(k) for k in inputs))
    loops = tuple(map(taker.without, rolled.loops))
    if taker.saved < WORTH * rolled.instructions:
        return None
    c = ca.vertcat(taker.p, *taker.taken)
    longer = [ca.SX.sym(name, c.numel() if k == place else size) for k, (name, size) in enumerate(_sizes_of(rolled, recorded))]
    shorter = [given[: rolled.sizes_in[place]] if k == place else given for k, given in enumerate(longer)]
    names = [list(recorded.names_in), list(recorded.names_out)]
    main = ca.Function(recorded.name, longer, recorded.function.call(shorter), *names)
    split = Split(main, ca.Function("preamble", [taker.p], [c], ["p"], ["c"]), tuple(range(taker.p.numel())))
    sizes = tuple(c.numel() if k == place else size for k, size in enumerate(rolled.sizes_in))
    return replace(rolled, loops=loops, sizes_in=sizes), split


def _sizes_of(rolled: RolledList, recorded: TracedFunction) -> list[tuple[str, int]]:
    return list(zip(recorded.names_in, rolled.sizes_in, strict=True))


class _Taker:
    """Takes the pure steps out of one loop after the other."""

    def __init__(self, place: int, p: ca.SX, inputs: frozenset[int]):
        self.place, self.p, self.inputs = place, p, inputs
        self.entries = ca.vertsplit(p)
        self.work: dict[int, ca.SX] = {}  # elements of the work array that depend on parameters alone
        self.taken: list[ca.SX] = []
        self.size, self.saved = p.numel(), 0

    def without(self, loop: RolledLoop) -> RolledLoop:
        """A loop whose pure steps are read instead of computed."""
        known = {value: self.read(place) for value, place in loop.reads.items()}
        values = {value: found for value, found in known.items() if found is not None}
        values |= {value: [ca.SX(number)] * loop.count for value, number in loop.constants.items()}
        values |= {v: [ca.SX(float(loop.table[k, c])) for k in range(loop.count)] for v, c in loop.columns.items()}
        pure: set[int] = set()
        for step in loop.steps:
            if all(a in values for a in step.args):
                given = (values[a] for a in step.args)
                values[step.result] = [combined(step.op, list(own)) for own in zip(*given, strict=True)]
                pure.add(step.result)
        for place, value in loop.writes:
            if place.kind == WORK and value in values:
                self.work |= dict(zip(place.elements, values[value], strict=True))
        if not pure:
            return loop
        left = tuple(step for step in loop.steps if step.result not in pure)
        used = {a for step in left for a in step.args} | {v for _, v in loop.writes} | {c.follows for c in loop.carries}
        self.saved += len(pure) * loop.count
        reads = {v: place for v, place in loop.reads.items() if v in used}
        return replace(loop, steps=left, reads=reads | {v: self.put(values[v]) for v in sorted(used & pure)})

    def read(self, place: Place) -> list[ca.SX] | None:
        """What stands at a place in every pass, where it depends on parameters alone."""
        if place.kind == INPUT and place.which == self.place and not self.inputs.intersection(place.elements):
            return [self.entries[e] for e in place.elements]
        if place.kind == WORK and all(e in self.work for e in place.elements):
            return [self.work[e] for e in place.elements]
        return None

    def put(self, values: list[ca.SX]) -> Place:
        """Room in c for a value in all passes; one element where it is the same in all."""
        if all(value.element_hash() == values[0].element_hash() for value in values):
            values, elements = values[:1], (self.size,) * len(values)
        else:
            elements = tuple(range(self.size, self.size + len(values)))
        self.taken += values
        self.size += len(values)
        return Place(INPUT, self.place, elements)


# --- When a function is compiled as loops, and when as one straight list.
#
# Measured (docs/performance.md, "Loops or straight code"): the code of one machine runs faster as loops as soon as half of it is
# repetition, since passes that need nothing of each other share vectors; the longer it is, the more. For several machines at once
# the machines fill the vectors, and loops are faster only where the straight list is long. Loops compile several times faster.

_SAVING = 0.5  # share of the instructions that may stand in the code of loops
_SHORT = 1000  # instructions below which one machine's code stays straight
_LONG = 6000  # the same of several machines at once


def recorded_of(function: ca.Function | TracedFunction) -> TracedFunction | None:
    """The calls that a function was written from, where it was."""
    return function if isinstance(function, TracedFunction) else getattr(function, "recorded", None)


def worth_rolling(function: ca.Function | TracedFunction, width: int = 1) -> RolledList | None:
    """The loops of a function for ``width`` machines at once, where they are the better code; else None."""
    recorded, least = recorded_of(function), _LONG if width > 1 else _SHORT
    if recorded is None or recorded.instructions <= least:
        return None
    rolled = rolled_list(recorded, side_by_side=width == 1)
    return rolled if rolled.instructions > least and rolled.written < _SAVING * rolled.instructions else None
