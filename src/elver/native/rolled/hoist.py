"""What loops compute from free parameters alone is taken out of them: it is computed once per run, and read like parameters.

The parameters p become c(p): p itself, then the values taken out, those of one step in all passes one behind the other.
Parameters that change from step to step (inputs) take no part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import casadi as ca
import numpy as np

from elver.native.preamble import WORTH, Split, combined
from elver.native.rolled.form import INPUT, WORK, Loop, Place, RolledList
from elver.pieces import Recorded


def hoisted(rolled: RolledList, recorded: Recorded, inputs: Sequence[int] | np.ndarray) -> tuple[RolledList, Split] | None:
    """The loops without what depends on parameters alone, and how c is made; None where that saves little.

    inputs: places of the parameters that change from step to step.
    """
    if "p" not in recorded.names_in or not rolled.sizes_in[place := list(recorded.names_in).index("p")]:
        return None
    taker = Taker(place, ca.SX.sym("p", rolled.sizes_in[place]), frozenset(int(k) for k in inputs))
    loops = tuple(map(taker.without, rolled.loops))
    if taker.saved < WORTH * rolled.instructions:
        return None
    c = ca.vertcat(taker.p, *taker.taken)
    longer = [ca.SX.sym(name, c.numel() if k == place else size) for k, (name, size) in enumerate(sizes_of(rolled, recorded))]
    shorter = [given[: rolled.sizes_in[place]] if k == place else given for k, given in enumerate(longer)]
    names = [list(recorded.names_in), list(recorded.names_out)]
    main = ca.Function(recorded.name, longer, recorded.function.call(shorter), *names)
    split = Split(main, ca.Function("preamble", [taker.p], [c], ["p"], ["c"]), tuple(range(taker.p.numel())))
    sizes = tuple(c.numel() if k == place else size for k, size in enumerate(rolled.sizes_in))
    return replace(rolled, loops=loops, sizes_in=sizes), split


def sizes_of(rolled: RolledList, recorded: Recorded) -> list[tuple[str, int]]:
    return list(zip(recorded.names_in, rolled.sizes_in, strict=True))


class Taker:
    """Takes the pure steps out of one loop after the other."""

    def __init__(self, place: int, p: ca.SX, inputs: frozenset[int]):
        self.place, self.p, self.inputs = place, p, inputs
        self.entries = ca.vertsplit(p)
        self.work: dict[int, ca.SX] = {}  # elements of the work array that depend on parameters alone
        self.taken: list[ca.SX] = []
        self.size, self.saved = p.numel(), 0

    def without(self, loop: Loop) -> Loop:
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
