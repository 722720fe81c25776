"""Repetition found in an instruction list: pieces of equal shape, and the runs that they form."""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from elver._support.errors import UnsupportedOperationError
from elver.codegen.instructions import NAMES, TABLE
from elver.symbolic.functions import TracedFunction
from elver.symbolic.lookup import is_known, settled_function
from elver.symbolic.tracing import Trace

# --- The instructions of a piece without its numbers: pieces of one shape differ in constants alone.

_Steps = tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class _Shape:
    """Values: those that the piece takes, then one for every step. An argument below 0 is a constant: -1 the first, -2 the next.

    outputs: the value that is each result.   tables: numbers of the tables and sums that its calls read.
    """

    inputs: int
    steps: _Steps
    outputs: tuple[int, ...]
    tables: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class _ShapePart:
    """The steps of a shape that some of its results need.   inputs: the values they need of what the piece takes."""

    steps: tuple[int, ...]
    inputs: np.ndarray


def _read_shape(function: ca.Function) -> tuple[_Shape, np.ndarray]:
    """Shape and constants of a piece. Every use of a constant has a place of its own."""
    function = settled_function(function)
    slots: dict[int, tuple[bool, float]] = {}
    steps: list[tuple[int, tuple[int, ...]]] = []
    constants: list[float] = []
    tables: list[float] = []
    begins = np.cumsum([0, *(function.nnz_in(k) for k in range(function.n_in()))]).tolist()
    inputs, outputs = begins[-1], [0] * function.nnz_out(0)

    def argument(slot: int) -> int:
        known, value = slots[slot]
        if not known:
            return int(value)
        constants.append(value)
        return -len(constants)

    for k in range(function.n_instructions()):
        op, out = function.instruction_id(k), function.instruction_output(k)
        if op == ca.OP_CONST:
            slots[out[0]] = (True, function.instruction_constant(k))
        elif op == ca.OP_INPUT:
            which, element = function.instruction_input(k)
            slots[out[0]] = (False, begins[which] + element)
        elif op == ca.OP_OUTPUT:
            outputs[out[1]] = argument(function.instruction_input(k)[0])
        elif op == ca.OP_CALL and not is_known(function, k):
            slots |= dict.fromkeys(out, (True, 0.0))
        elif op not in TABLE:
            raise UnsupportedOperationError(
                f"a piece uses the operation {NAMES.get(op, op)}, which has no native code. "
                f"Supported: {', '.join(sorted(NAMES[o][3:].lower() for o in TABLE))}."
            )
        else:
            if op == ca.OP_CALL:
                tables.append(slots[function.instruction_input(k)[0]][1])
            steps.append((op, tuple(argument(slot) for slot in function.instruction_input(k))))
            slots[out[0]] = (False, inputs + len(steps) - 1)
    return _Shape(inputs, tuple(steps), tuple(outputs), tuple(tables)), np.array(constants)


@dataclass(eq=False)
class _Shapes:
    """All shapes that were met, numbered, and the parts of them that were asked for."""

    known: list[_Shape] = field(default_factory=list)
    numbers: dict[_Shape, int] = field(default_factory=dict)
    parts: dict[tuple[int, bytes], _ShapePart] = field(default_factory=dict)

    def number(self, shape: _Shape) -> int:
        if shape not in self.numbers:
            self.numbers[shape] = len(self.known)
            self.known.append(shape)
        return self.numbers[shape]

    def part(self, number: int, wanted: np.ndarray) -> _ShapePart:
        """What the results that are marked in ``wanted`` need."""
        key = (number, wanted.tobytes())
        if key not in self.parts:
            self.parts[key] = _needed(self.known[number], wanted)
        return self.parts[key]


def _needed(shape: _Shape, wanted: np.ndarray) -> _ShapePart:
    """The steps and inputs behind some of the results."""
    live = np.zeros(shape.inputs + len(shape.steps), dtype=bool)
    live[[value for value, asked in zip(shape.outputs, wanted, strict=True) if asked and value >= 0]] = True
    for k in range(len(shape.steps) - 1, -1, -1):
        if live[shape.inputs + k]:
            for value in shape.steps[k][1]:
                if value >= 0:
                    live[value] = True
    return _ShapePart(tuple(np.flatnonzero(live[shape.inputs :]).tolist()), np.flatnonzero(live[: shape.inputs]))


# --- The calls that a function needs, in an order in which equal sequences of them follow each other.

_READ: WeakKeyDictionary[Trace, tuple[_Shape, np.ndarray]] = WeakKeyDictionary()  # functions of one model share their pieces
_NOTHING = _ShapePart((), np.zeros(0, dtype=np.int64))


@dataclass(eq=False)
class Use:
    """One call that is needed: number of its shape, its constants, numbers of the values it takes and of its first result."""

    shape: int
    constants: np.ndarray
    values: np.ndarray
    first: int
    part: _ShapePart = _NOTHING


@dataclass(eq=False)
class Needed:
    """What a function computes, as uses of shapes.

    outputs: for every output its elements: a number, or a 1-tuple with the number of a value.
    places: (argument, element) of every symbol from outside.   wanted: results of every shape that someone needs.
    """

    uses: list[Use]
    shapes: _Shapes
    outputs: list[list]
    places: list[tuple[int, int]]
    wanted: list[np.ndarray] = field(default_factory=list)


def needed_calls(recorded: TracedFunction) -> Needed:
    """All uses behind the outputs of a function, expressions between them included."""
    record = recorded.record
    traces = [(call.trace, call.values, call.first) for call in record.calls]
    outputs, loose = _entries_of(recorded)
    if loose:
        trace = record.traced(lambda: ca.vertcat(*(entry for _, _, entry in loose)), ())
        first = record.size
        numbers = np.concatenate([trace.captured_ids, first + np.arange(trace.results)])[trace.picks[0]]
        for (which, element, _), entry in zip(loose, trace.structures[0].entries, strict=True):
            outputs[which][element] = (int(numbers[entry[0]]),) if isinstance(entry, tuple) else entry
        traces.append((trace, trace.captured_ids, first))
    shapes = _Shapes()
    read: dict[Trace, tuple[int, np.ndarray]] = {}
    uses = []
    for trace, values, first in traces:
        if trace not in read:
            if trace not in _READ:
                _READ[trace] = _read_shape(trace.function)
            shape, constants = _READ[trace]
            read[trace] = (shapes.number(shape), constants)
        uses.append(Use(read[trace][0], read[trace][1], values, first))
    places = {
        symbol.element_hash(): (which, element)
        for which, argument in enumerate(recorded.arguments)
        for element, symbol in enumerate(argument.nonzeros())
    }
    found = Needed(uses, shapes, outputs, [places.get(symbol.element_hash(), (-1, -1)) for symbol in record.outside])
    found.uses = _living(found)
    return found


def _entries_of(recorded: TracedFunction) -> tuple[list[list], list[tuple[int, int, ca.SX]]]:
    """Outputs element by element, and those elements that are expressions: (output, element, expression)."""
    outputs: list[list] = []
    loose = []
    for which, output in enumerate(recorded.outputs):
        row: list = []
        for element, entry in enumerate(output.nonzeros()):
            number = None if entry.is_constant() else recorded.record.value_number(entry)
            if number is None and not entry.is_constant():
                loose.append((which, element, entry))
            row.append(float(entry) if entry.is_constant() else (number,))
        outputs.append(row)
    return outputs, loose


def _living(found: Needed) -> list[Use]:
    """The uses that outputs need. Uses of one shape have the same results wanted, so that they stay alike."""
    shapes = found.shapes
    found.wanted = [np.zeros(len(shape.outputs), dtype=bool) for shape in shapes.known]
    size = max((use.first + len(shapes.known[use.shape].outputs) for use in found.uses), default=0)
    asked = np.array([e[0] for row in found.outputs for e in row if isinstance(e, tuple) and e[0] >= 0], dtype=np.int64)
    while True:
        live = np.zeros(size, dtype=bool)
        live[asked] = True
        before = [wanted.copy() for wanted in found.wanted]
        kept = []
        for use in reversed(found.uses):
            wanted = found.wanted[use.shape]
            own = live[use.first : use.first + len(wanted)]
            if not own.any():
                continue
            wanted |= own
            use.part = shapes.part(use.shape, wanted)
            taken = use.values[use.part.inputs]
            live[taken[taken >= 0]] = True
            kept.append(use)
        if all((a == b).all() for a, b in zip(before, found.wanted, strict=True)):
            return kept[::-1]


def in_order(uses: list[Use], side_by_side: bool = False) -> list[Use]:
    """Every use as soon as what it needs is there, small ones first: what belongs to one body comes together.

    side_by_side: but equal uses that need nothing of each other come together.
    """
    firsts = np.array([use.first for use in uses])
    before: list[list[int]] = []
    after: list[list[int]] = [[] for _ in uses]
    for k, use in enumerate(uses):
        taken = use.values[use.part.inputs]
        before.append(np.unique(np.searchsorted(firsts, taken[taken >= 0], side="right") - 1).tolist())
        for source in before[k]:
            after[source].append(k)
    if side_by_side:
        together = _grouped(uses, before)
        if together is not None:
            return together
    return [uses[k] for k in _with_roots(_followed(before, after), before)]


def _with_roots(order: list[int], before: list[list[int]]) -> list[int]:
    """The same order, but what needs nothing comes right before the first that needs it."""
    placed: dict[int, None] = {}
    for k in order:
        if before[k]:
            placed.update(dict.fromkeys(source for source in before[k] if not before[source]))
            placed[k] = None
    return [*placed, *(k for k in order if k not in placed)]


def _grouped(uses: list[Use], before: list[list[int]]) -> list[Use] | None:
    """The same with equal uses that need nothing of each other in groups; None where groups need each other."""
    behind = [0] * len(uses)  # shapes of all that a use needs, as bits
    chained = 0
    for k, use in enumerate(uses):
        for source in before[k]:
            behind[k] |= behind[source] | 1 << uses[source].shape
        chained |= behind[k] & 1 << use.shape
    members: dict[object, list[int]] = {}
    for k, use in enumerate(uses):
        members.setdefault(k if chained >> use.shape & 1 else ("shape", use.shape), []).append(k)
    groups = sorted(members.values(), key=lambda group: group[-1])
    number = {k: g for g, group in enumerate(groups) for k in group}
    needs = [sorted({number[source] for k in group for source in before[k]} - {g}) for g, group in enumerate(groups)]
    needed_by: list[list[int]] = [[] for _ in groups]
    for g, sources in enumerate(needs):
        for source in sources:
            needed_by[source].append(g)
    order = _followed(needs, needed_by)
    if len(order) < len(groups):
        return None
    return [uses[k] for rows in _joined([groups[g] for g in order], before) for row in rows for k in row]


def _joined(groups: list[list[int]], before: list[list[int]]) -> list[list[list[int]]]:
    """Groups member by member where no member needs another one than its own: rows of such members.

    A group joins the last one that it can, past those that it needs nothing of: what acts on a single body parts no loop.
    """
    found: list[list[list[int]]] = []
    for group in groups:
        needed = {source for k in group for source in before[k]}
        for rows in reversed(found) if len(group) > 1 else ():
            row_of = {k: number for number, row in enumerate(rows) for k in row}
            own = all(row_of.get(source, number) == number for number, k in enumerate(group) for source in before[k])
            if len(rows) == len(group) and own:
                for row, k in zip(rows, group, strict=True):
                    row.append(k)
                break
            if not needed.isdisjoint(row_of):
                found.append([[k] for k in group])
                break
        else:
            found.append([[k] for k in group])
    return found


def _followed(before: list[list[int]], after: list[list[int]]) -> list[int]:
    """An order in which everything follows the last one it needs, with few others in between."""
    size = [1] * len(before)  # how many follow, where each follows the last one it needs
    for k in range(len(before) - 1, -1, -1):
        if before[k]:
            size[before[k][-1]] += size[k]
    missing = [len(row) for row in before]
    order, ready = [], sorted((k for k, row in enumerate(before) if not row), key=lambda k: (size[k], k), reverse=True)
    while ready:
        k = ready.pop()
        order.append(k)
        fresh = []
        for follower in after[k]:
            missing[follower] -= 1
            if missing[follower] == 0:
                fresh.append(follower)
        ready += sorted(fresh, key=lambda f: (size[f], f), reverse=True)
    return order


# --- Equal sequences of calls that follow each other.

_REACH = 64  # calls that a sequence may have
FEWEST = 3  # passes that are worth a loop


@dataclass(frozen=True)
class Run:
    """``count`` passes of ``period`` calls, from number ``start`` of the order on."""

    start: int
    period: int
    count: int


@dataclass(eq=False)
class _Wires:
    """Where the values of every use come from: ``distance`` back in the order and ``result`` there; distance 0 from outside."""

    tokens: np.ndarray
    distance: list[np.ndarray]
    result: list[np.ndarray]


def wires_of(order: list[Use], found: Needed) -> _Wires:
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
    return _Wires(np.array(tokens), distance, result)


def _alike(wires: _Wires, first: int, other: int, offset: int) -> bool:
    """Whether two uses at the same offset of their passes take the same values of their own passes."""
    a, b = wires.distance[first], wires.distance[other]
    inside = (a > 0) & (a <= offset)
    if not np.array_equal(inside, (b > 0) & (b <= offset)):
        return False
    return bool((a == b)[inside].all() and (wires.result[first] == wires.result[other])[inside].all())


def _passes(wires: _Wires, start: int, period: int, most: int) -> int:
    """How many equal passes begin at a place."""
    for k in range(1, most):
        for offset in range(period):
            if not _alike(wires, start + (k - 1) * period + offset, start + k * period + offset, offset):
                return k
    return most


def runs_of(wires: _Wires) -> list[Run]:
    """The order cut into runs: at every place the one that repeats most often."""
    n, tokens = len(wires.tokens), wires.tokens
    same = np.zeros((min(_REACH, n) + 1, n + 1), dtype=np.int64)  # how far tokens repeat at a distance
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
                count = _passes(wires, at, period, most)
                if count >= FEWEST and count > best.count:
                    best = Run(at, period, count)
        if best.count == 1 and runs and runs[-1].count == 1 and runs[-1].period < _REACH:
            runs[-1] = Run(runs[-1].start, runs[-1].period + 1, 1)
        else:
            runs.append(best)
        at += best.period * best.count
    return runs
