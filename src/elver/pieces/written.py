"""Functions of a record: as calls, for targets that roll them, and written out as plain CasADi graphs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import RLock

import casadi as ca
import numpy as np

from elver.pieces.record import Call, Record

NOTHING = ca.SX(0, 1)
WRITING = RLock()  # functions of one record share what was written before


@dataclass(frozen=True, eq=False)
class Recorded:
    """A function of a record: its outputs are expressions of its arguments and of results of calls."""

    record: Record
    name: str
    arguments: Sequence[ca.SX]
    outputs: Sequence[ca.SX]
    names_in: Sequence[str]
    names_out: Sequence[str]

    @cached_property
    def instructions(self) -> int:
        """Instructions of all calls of the record, whether the function needs them or not."""
        return sum(call.trace.function.n_instructions() for call in self.record.calls)

    @cached_property
    def function(self) -> Written:
        """The same, written out; by one thread alone."""
        with WRITING:
            return self.write()

    def write(self) -> Written:
        used = ca.symvar(ca.veccat(*self.outputs))
        own = {symbol.element_hash() for argument in self.arguments for symbol in argument.nonzeros()}
        results = [symbol for symbol in used if symbol.element_hash() not in own]
        numbers = [self.record.number_of(symbol) for symbol in results]
        values = plain(self.record).values(numbers)
        glue = ca.Function("glue", [*self.arguments, ca.vertcat(ca.SX(0, 1), *results)], list(self.outputs))
        outputs = glue.call([*self.arguments, values])
        written = Written(ca.Function(self.name, list(self.arguments), outputs, list(self.names_in), list(self.names_out)))
        written.recorded = self
        return written


class Written(ca.Function):
    """A plain function that knows the calls it was written from."""

    recorded: Recorded


def written_function(record: Record, name: str, arguments, outputs, names_in, names_out) -> Written:
    """A function of a record, written out."""
    return Recorded(record, name, tuple(arguments), tuple(map(ca.densify, outputs)), names_in, names_out).function


def plain(record: Record) -> Plain:
    """The calls of a record, written out once for all its functions."""
    if record.plain is None:
        record.plain = Plain(record)
    for call in record.calls[len(record.plain.firsts) :]:
        record.plain.write(call)
    return record.plain


@dataclass(eq=False)
class Plain:
    """The calls of a record written out."""

    record: Record
    firsts: list[int] = field(default_factory=list)
    results: dict[int, ca.SX] = field(default_factory=dict)

    def write(self, call: Call) -> None:
        """Results of a call, and what stands for the symbols of the matrices it returned."""
        values = [*(self.column(known) for known in call.arguments), self.values(call.trace.captured_ids)]
        plain = call.trace.expression
        found = call.trace.function.call(values)[0] if plain is None else plain
        self.firsts.append(call.first)
        self.results[call.first] = found
        columns = call.trace.assembled.call([*values, found])[len(call.trace.structures) :]
        for known, column in zip(call.returned, columns, strict=True):
            known.plain = column

    def column(self, known) -> ca.SX:
        """What stands for the symbols of a matrix."""
        if known.plain is None:
            known.plain = self.values(known.ids)
        return known.plain

    def values(self, numbers: Sequence[int] | np.ndarray) -> ca.SX:
        """Values by their numbers, as one column."""
        return ca.vertcat(*(self.value(int(number)) for number in numbers)) if len(numbers) else NOTHING

    def value(self, number: int) -> ca.SX:
        if number < 0:
            return self.record.outside[-number - 1]
        first = self.firsts[bisect_right(self.firsts, number) - 1]
        return self.results[first][number - first]
