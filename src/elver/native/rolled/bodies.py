"""A run of equal sequences of calls as the body of a loop: where each of its values comes from."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from elver.native.instructions import Step
from elver.native.rolled.calls import Needed, Use
from elver.native.rolled.repeats import Run


@dataclass(eq=False)
class Body:
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


def body_of(run: Run, order: list[Use], found: Needed) -> Body:
    """The passes of a run, as one body."""
    passes = [order[run.start + k * run.period : run.start + (k + 1) * run.period] for k in range(run.count)]
    return Writer(passes, found).write()


class Writer:
    """Joins the calls of a pass to one list of steps."""

    def __init__(self, passes: list[list[Use]], found: Needed):
        self.passes, self.found, self.body = passes, found, Body(len(passes))
        self.numbers: dict[bytes, int] = {}  # what a value is in the passes -> value
        self.constants: dict[bytes, int] = {}
        self.firsts = [np.array([own[k].first for own in passes]) for k in range(len(passes[0]))]
        self.following: dict[bytes, bytes] = {}  # what a value is in all passes but the last -> in all passes
        if len(passes) > 1:
            for offset, firsts in enumerate(self.firsts):
                for result in np.flatnonzero(found.wanted[passes[0][offset].shape]):
                    self.following[(firsts + result)[:-1].tobytes()] = (firsts + result).tobytes()
        self.open: list[tuple[int, int, bytes]] = []

    def write(self) -> Body:
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
