"""While a record is open, pieces are not written out: each is traced once for equal data and structure, and every use is a call.

A call returns fresh symbols for what the piece computes. A matrix that a piece has taken or returned must not be changed in
place afterwards: it is known by what it was. What is known at once (numbers, arguments that are passed on) is handed
on as it is, so that zeros and ones fold as they do in a plain graph. Expressions made between calls become calls of their own
when a piece takes them. ``written`` turns a record into functions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import casadi as ca
import numpy as np

from elver.pieces.matrices import Known, Structure, matrices_in, refilled, structure_of

_open: ContextVar[Record | None] = ContextVar("record", default=None)
_numbers = count()


@dataclass(frozen=True, eq=False)
class Trace:
    """A piece as a graph.

    function(symbols of every argument, symbols from outside: ``captured``) -> results, all of them columns.
    assembled(the same, results) -> the matrices it returns, and the symbols of each as a column.
    structures: of these matrices.   picks: for each, places of its symbols among all of these.
    returned: what the piece returned when it was traced.
    expression: the results themselves, where they are made of symbols from outside the record alone.
    """

    function: ca.Function
    assembled: ca.Function
    captured: ca.SX
    captured_ids: np.ndarray
    structures: tuple[Structure, ...]
    picks: tuple[np.ndarray, ...]
    returned: Any
    results: int
    expression: ca.SX | None = None


@dataclass(eq=False)
class Call:
    """One use of a trace. values: numbers of what it takes.   first: number of its first result."""

    trace: Trace
    arguments: tuple[Known, ...]
    values: np.ndarray
    first: int
    returned: tuple[Known, ...] = ()


@dataclass(eq=False)
class Record:
    """All calls in order. Values are numbered: results of calls from 0 on, symbols from outside from -1 down."""

    calls: list[Call] = field(default_factory=list)
    outside: list[ca.SX] = field(default_factory=list)
    size: int = 0
    number: int = field(default_factory=lambda: next(_numbers))
    traces: dict[Hashable, Trace] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    structures: dict[tuple, Structure] = field(default_factory=dict)
    plain: Any = None
    kept: list[ca.SX] = field(default_factory=list)

    def continued(self) -> Record:
        """A record that begins with the same calls and may go on otherwise; symbols of these calls are known to both."""
        return Record(
            calls=list(self.calls),
            outside=list(self.outside),
            size=self.size,
            number=self.number,
            traces=dict(self.traces),
            places=dict(self.places),
            structures=dict(self.structures),
        )

    def value_number(self, entry: ca.SX) -> int | None:
        """Number of a symbol, or of an expression that is a call already; None for any other."""
        found = self.places.get(entry.element_hash())
        if found is not None:
            return found
        if not entry.is_symbolic():
            return None
        if self.made(entry):
            call, _, place = entry.name().split(".")[1].partition("_")
            number = self.calls[int(call)].first + int(place or 0)
        else:
            self.outside.append(entry)
            number = -len(self.outside)
        self.places[entry.element_hash()] = number
        return number

    def number_of(self, symbol: ca.SX) -> int:
        """Number of a symbol."""
        number = self.value_number(symbol)
        assert number is not None
        return number

    def made(self, symbol: ca.SX) -> bool:
        """Whether a symbol stands for a result of a call."""
        return symbol.name().startswith(f"piece{self.number}.")

    def known(self, value) -> Known:
        """What a matrix is made of; an expression becomes a call first."""
        found = getattr(value, "known", None)
        if found is not None and found[0] is self:
            return found[1]
        matrix = value if isinstance(value, ca.SX) else ca.SX(value)
        parts = structure_of(matrix, self.value_number, self.structures)
        if parts is None:
            token = _open.set(None)
            try:
                trace = self.traced(lambda: matrix, ())
            finally:
                _open.reset(token)
            made = self.call(trace, ())
            known = made.known[1]
            self.remember(matrix, made)
        else:
            structure, symbols, numbers = parts
            known = Known(structure, ca.vertcat(ca.SX(0, 1), *symbols), np.array(numbers, dtype=np.int64))
        if matrix is value:
            matrix.known = (self, known)
        return known

    def remember(self, matrix: ca.SX, made: ca.SX) -> None:
        """The entries of an expression are results of a call from now on."""
        self.kept.append(matrix)
        for old, new in zip(matrix.nonzeros(), made.nonzeros(), strict=True):
            if not old.is_constant() and new.is_symbolic():
                self.places[old.element_hash()] = self.number_of(new)

    def traced(self, write: Callable, structures: tuple[Structure, ...]) -> Trace:
        """A piece written for arguments of these structures."""
        vectors = [ca.SX.sym("a", s.symbols) for s in structures]
        returned = write(*(s.filled(v) for s, v in zip(structures, vectors, strict=True)))
        matrices = matrices_in(returned)
        own = ca.vertcat(ca.SX(0, 1), *vectors)
        places = {entry.element_hash(): k for k, entry in enumerate(own.nonzeros())}
        used = ca.symvar(ca.vertcat(ca.SX(0, 1), *(ca.vertcat(ca.SX(0, 1), *m.nonzeros()) for m in matrices)))
        captured = [symbol for symbol in used if symbol.element_hash() not in places]
        places |= {symbol.element_hash(): len(places) + k for k, symbol in enumerate(captured)}
        computed: list[ca.SX] = []

        def place(entry: ca.SX) -> int:
            key = entry.element_hash()
            if key not in places:
                places[key] = len(places)
                computed.append(entry)
            return places[key]

        shaped = [found for matrix in matrices if (found := structure_of(matrix, place, self.structures))]
        results, outside = ca.vertcat(ca.SX(0, 1), *computed), ca.vertcat(ca.SX(0, 1), *captured)
        stand_in = ca.SX.sym("r", results.numel())
        given = [*vectors, outside]
        everything = ca.vertcat(*given, stand_in)
        columns = [everything[list(numbers)] if numbers else ca.SX(0, 1) for _, _, numbers in shaped]
        outputs = [s.filled(column) for (s, _, _), column in zip(shaped, columns, strict=True)]
        numbers = np.array([self.number_of(symbol) for symbol in captured], dtype=np.int64)
        return Trace(
            function=ca.Function("piece", given, [results]),
            assembled=ca.Function("assembled", [*given, stand_in], outputs + columns),
            captured=outside,
            captured_ids=numbers,
            structures=tuple(s for s, _, _ in shaped),
            picks=tuple(np.array(numbers, dtype=np.int64) for _, _, numbers in shaped),
            returned=returned,
            results=results.numel(),
            expression=results if not structures and (numbers < 0).all() else None,
        )

    def call(self, trace: Trace, arguments: tuple[Known, ...]):
        """Use a trace; what it returns."""
        if not trace.structures:
            return trace.returned
        values = np.concatenate([*(known.ids for known in arguments), trace.captured_ids])
        results = ca.SX.sym(f"piece{self.number}.{len(self.calls)}", trace.results)
        call = Call(trace, arguments, values, self.size)
        found = trace.assembled.call([*(known.vector for known in arguments), trace.captured, results])
        numbers = np.concatenate([values, self.size + np.arange(trace.results)])
        half = len(trace.structures)
        call.returned = tuple(
            Known(structure, vector, numbers[pick])
            for structure, vector, pick in zip(trace.structures, found[half:], trace.picks, strict=True)
        )
        for matrix, known in zip(found, call.returned, strict=False):
            matrix.known = (self, known)
        self.calls.append(call)
        self.size += trace.results
        return refilled(trace.returned, found[:half])


@contextmanager
def recording(record: Record | None = None) -> Iterator[Record]:
    """Open a record, or go on with one: pieces become calls."""
    record = Record() if record is None else record
    token = _open.set(record)
    try:
        yield record
    finally:
        _open.reset(token)


def is_recording() -> bool:
    """Whether a record is open: what calls return are symbols, whose derivatives are not those of what they stand for."""
    return _open.get() is not None


def piece(key: Hashable, write: Callable, *arguments):
    """``write(*arguments)``, as a call where a record is open.

    key: with the structure of the arguments it decides what is written, symbols from outside included. arguments: matrices and
    numbers. ``write`` returns matrices, also within tuples, mappings and dataclasses.
    """
    record = _open.get()
    if record is None:
        return write(*arguments)
    known = tuple(record.known(argument) for argument in arguments)
    structures = tuple(k.structure for k in known)
    trace = record.traces.get((key, structures))
    if trace is None:
        token = _open.set(None)
        try:
            trace = record.traces[key, structures] = record.traced(write, structures)
        finally:
            _open.reset(token)
    return record.call(trace, known)


def as_values(*expressions) -> tuple:
    """Expressions, each computed once whoever takes them: where a record is open they become results of one call."""
    record = _open.get()
    if record is None:
        return expressions
    matrices = tuple(e if isinstance(e, ca.SX) else ca.SX(e) for e in expressions)
    if all(entry.is_constant() or record.value_number(entry) is not None for m in matrices for entry in m.nonzeros()):
        return expressions
    token = _open.set(None)
    try:
        trace = record.traced(lambda: matrices, ())
    finally:
        _open.reset(token)
    made = record.call(trace, ())
    for old, new in zip(matrices, made, strict=True):
        record.remember(old, new)
    return made
