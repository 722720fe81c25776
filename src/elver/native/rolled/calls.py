"""The calls that a function needs, in an order in which equal sequences of them follow each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from elver.native.rolled.shapes import Part, Shape, Shapes, read_shape
from elver.pieces import Recorded
from elver.pieces.record import Trace

READ: WeakKeyDictionary[Trace, tuple[Shape, np.ndarray]] = WeakKeyDictionary()  # functions of one model share their pieces
NOTHING = Part((), np.zeros(0, dtype=np.int64))


@dataclass(eq=False)
class Use:
    """One call that is needed: number of its shape, its constants, numbers of the values it takes and of its first result."""

    shape: int
    constants: np.ndarray
    values: np.ndarray
    first: int
    part: Part = NOTHING


@dataclass(eq=False)
class Needed:
    """What a function computes, as uses of shapes.

    outputs: for every output its elements: a number, or a 1-tuple with the number of a value.
    places: (argument, element) of every symbol from outside.   wanted: results of every shape that someone needs.
    """

    uses: list[Use]
    shapes: Shapes
    outputs: list[list]
    places: list[tuple[int, int]]
    wanted: list[np.ndarray] = field(default_factory=list)


def needed_calls(recorded: Recorded) -> Needed:
    """All uses behind the outputs of a function, expressions between them included."""
    record = recorded.record
    traces = [(call.trace, call.values, call.first) for call in record.calls]
    outputs, loose = entries_of(recorded)
    if loose:
        trace = record.traced(lambda: ca.vertcat(*(entry for _, _, entry in loose)), ())
        first = record.size
        numbers = np.concatenate([trace.captured_ids, first + np.arange(trace.results)])[trace.picks[0]]
        for (which, element, _), entry in zip(loose, trace.structures[0].entries, strict=True):
            outputs[which][element] = (int(numbers[entry[0]]),) if isinstance(entry, tuple) else entry
        traces.append((trace, trace.captured_ids, first))
    shapes = Shapes()
    read: dict[Trace, tuple[int, np.ndarray]] = {}
    uses = []
    for trace, values, first in traces:
        if trace not in read:
            if trace not in READ:
                READ[trace] = read_shape(trace.function)
            shape, constants = READ[trace]
            read[trace] = (shapes.number(shape), constants)
        uses.append(Use(read[trace][0], read[trace][1], values, first))
    places = {
        symbol.element_hash(): (which, element)
        for which, argument in enumerate(recorded.arguments)
        for element, symbol in enumerate(argument.nonzeros())
    }
    found = Needed(uses, shapes, outputs, [places.get(symbol.element_hash(), (-1, -1)) for symbol in record.outside])
    found.uses = living(found)
    return found


def entries_of(recorded: Recorded) -> tuple[list[list], list[tuple[int, int, ca.SX]]]:
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


def living(found: Needed) -> list[Use]:
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
        together = grouped(uses, before)
        if together is not None:
            return together
    return [uses[k] for k in with_roots(followed(before, after), before)]


def with_roots(order: list[int], before: list[list[int]]) -> list[int]:
    """The same order, but what needs nothing comes right before the first that needs it."""
    placed: dict[int, None] = {}
    for k in order:
        if before[k]:
            placed.update(dict.fromkeys(source for source in before[k] if not before[source]))
            placed[k] = None
    return [*placed, *(k for k in order if k not in placed)]


def grouped(uses: list[Use], before: list[list[int]]) -> list[Use] | None:
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
    order = followed(needs, needed_by)
    if len(order) < len(groups):
        return None
    return [uses[k] for rows in joined([groups[g] for g in order], before) for row in rows for k in row]


def joined(groups: list[list[int]], before: list[list[int]]) -> list[list[list[int]]]:
    """Groups that follow each other, member by member, where no member needs another one than its own: rows of such members."""
    found: list[list[list[int]]] = []
    for group in groups:
        rows = found[-1] if found else []
        row_of = {k: number for number, row in enumerate(rows) for k in row}
        own = all(row_of.get(source, number) == number for number, k in enumerate(group) for source in before[k])
        if len(rows) == len(group) > 1 and own:
            for row, k in zip(rows, group, strict=True):
                row.append(k)
        else:
            found.append([[k] for k in group])
    return found


def followed(before: list[list[int]], after: list[list[int]]) -> list[int]:
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
