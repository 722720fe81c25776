"""Tracing: pieces that repeat in the equations are written once and called with the numbers of each place."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cached_property
from itertools import count
from typing import Any

import casadi as ca
import numpy as np

# --- Matrices of numbers and symbols: their structure, which decides how a piece is traced, and the values that fill it.


@dataclass(frozen=True, eq=False)
class _Structure:
    """Shape, places of the entries that are not zero, and what each one is: a number, or number k of the symbols (a 1-tuple).

    A symbol that stands in several places is one symbol. Equal structures of a record are one object.
    """

    shape: tuple[int, int]
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    entries: tuple

    @cached_property
    def symbols(self) -> int:
        """How many symbols it holds."""
        return 1 + max((e[0] for e in self.entries if isinstance(e, tuple)), default=-1)

    def filled(self, values: ca.SX) -> ca.SX:
        """The matrix with these values in place of its symbols."""
        sparsity = ca.Sparsity(*self.shape, list(self.columns), list(self.rows))
        entries = [values[e[0]] if isinstance(e, tuple) else ca.SX(e) for e in self.entries]
        return ca.SX(sparsity, ca.vertcat(*entries)) if entries else ca.SX(*self.shape)


@dataclass(eq=False)
class TracedMatrix:
    """A matrix of a record: its structure, its symbols as one column, and their numbers in the record.

    plain: what stands for the symbols once the calls are written out.
    """

    structure: _Structure
    vector: ca.SX
    ids: np.ndarray
    plain: ca.SX | None = None


def _structure_of(
    matrix: ca.SX, name: Callable[[ca.SX], int | None], kept: dict[tuple, _Structure]
) -> tuple[_Structure, list[ca.SX], list[int]] | None:
    """Structure, symbols and their numbers, as ``name`` gives them; None where an entry has no number and is none.

    kept: structures that were met before.
    """
    entries: list = []
    symbols: dict[int, int] = {}
    found: list[ca.SX] = []
    for entry in matrix.nonzeros():
        if entry.is_constant():
            entries.append(float(entry))
            continue
        number = name(entry)
        if number is None:
            return None
        if number not in symbols:
            symbols[number] = len(found)
            found.append(entry)
        entries.append((symbols[number],))
    if matrix.shape == (1, 1):
        shape, columns, rows = (1, 1), (0, len(entries)), (0,) * len(entries)
    else:
        sparsity = matrix.sparsity()
        shape, columns, rows = matrix.shape, tuple(sparsity.colind()), tuple(sparsity.row())
    key = (shape, columns, rows, tuple(entries))
    return kept.get(key) or kept.setdefault(key, _Structure(*key)), found, list(symbols)


# --- what a piece returns: matrices within tuples, mappings and dataclasses ---------------------------------------------


def matrices_in(thing: Any) -> list[ca.SX]:
    """All matrices, in order."""
    if isinstance(thing, ca.SX):
        return [thing]
    return [matrix for part in _parts_of(thing) for matrix in matrices_in(part)]


def _parts_of(thing: Any) -> Iterable[Any]:
    if isinstance(thing, (tuple, list)):
        return thing
    if isinstance(thing, Mapping):
        return thing.values()
    if is_dataclass(thing) and not isinstance(thing, type):
        return [getattr(thing, f.name) for f in fields(thing)]
    return ()


def _refilled(thing: Any, matrices: Iterable[ca.SX]) -> Any:
    """The same thing with other matrices, taken in order; nothing is checked again."""
    taken = iter(matrices)
    return _refill(thing, taken)


def _refill(thing: Any, taken: Iterator[ca.SX]) -> Any:
    if isinstance(thing, ca.SX):
        return next(taken)
    if isinstance(thing, (tuple, list)):
        return type(thing)([_refill(part, taken) for part in thing])
    if isinstance(thing, Mapping):
        return {key: _refill(part, taken) for key, part in thing.items()}
    if is_dataclass(thing) and not isinstance(thing, type):
        twin = copy(thing)
        for f in fields(thing):
            object.__setattr__(twin, f.name, _refill(getattr(thing, f.name), taken))
        return twin
    return thing


# --- Keys of data by what they hold: equal numbers and symbols, equal keys.


def content(thing: Any) -> Hashable:
    """A key of numbers, words, symbols, arrays, and of sequences, mappings and dataclasses of them; else of the thing itself."""
    if thing is None or isinstance(thing, (float, int, str, bool)):
        return thing
    if isinstance(thing, np.ndarray):
        return (thing.shape, thing.tobytes()) if thing.dtype != object else (thing.shape, *map(content, thing.flat))
    if isinstance(thing, (tuple, list)):
        return tuple(map(content, thing))
    if isinstance(thing, ca.SX):
        return (thing.shape, *(e.element_hash() for e in ca.densify(thing).nonzeros()))
    if is_dataclass(thing) and not isinstance(thing, type):
        return (type(thing), *(content(getattr(thing, f.name)) for f in fields(thing)))
    if isinstance(thing, Mapping):
        return tuple((key, content(value)) for key, value in thing.items())
    return Identity(thing)


class Identity:
    """A thing as a key: equal only to itself, and alive as long as the key."""

    def __init__(self, thing: Any):
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and other.thing is self.thing


# --- While a record is open, pieces are not written out: each is traced once for equal data and structure, and every use is a
# call.
#
# A call returns fresh symbols for what the piece computes. A matrix that a piece has taken or returned must not be changed in
# place afterwards: it is known by what it was. What is known at once (numbers, arguments that are passed on) is handed
# on as it is, so that zeros and ones fold as they do in a plain graph. Expressions made between calls become calls of their own
# when a piece takes them. ``written`` turns a record into functions.

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
    structures: tuple[_Structure, ...]
    picks: tuple[np.ndarray, ...]
    returned: Any
    results: int
    expression: ca.SX | None = None


@dataclass(eq=False)
class Call:
    """One use of a trace. values: numbers of what it takes.   first: number of its first result."""

    trace: Trace
    arguments: tuple[TracedMatrix, ...]
    values: np.ndarray
    first: int
    returned: tuple[TracedMatrix, ...] = ()


@dataclass(eq=False)
class Record:
    """All calls in order. Values are numbered: results of calls from 0 on, symbols from outside from -1 down."""

    calls: list[Call] = field(default_factory=list)
    outside: list[ca.SX] = field(default_factory=list)
    size: int = 0
    number: int = field(default_factory=lambda: next(_numbers))
    traces: dict[Hashable, Trace] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    structures: dict[tuple, _Structure] = field(default_factory=dict)
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

    def known(self, value: Any) -> TracedMatrix:
        """What a matrix is made of; an expression becomes a call first."""
        found = getattr(value, "known", None)
        if found is not None and found[0] is self:
            return found[1]
        matrix = value if isinstance(value, ca.SX) else ca.SX(value)
        parts = _structure_of(matrix, self.value_number, self.structures)
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
            known = TracedMatrix(structure, ca.vertcat(ca.SX(0, 1), *symbols), np.array(numbers, dtype=np.int64))
        if matrix is value:
            matrix.known = (self, known)
        return known

    def remember(self, matrix: ca.SX, made: ca.SX) -> None:
        """The entries of an expression are results of a call from now on."""
        self.kept.append(matrix)
        for old, new in zip(matrix.nonzeros(), made.nonzeros(), strict=True):
            if not old.is_constant() and new.is_symbolic():
                self.places[old.element_hash()] = self.number_of(new)

    def traced(self, write: Callable, structures: tuple[_Structure, ...]) -> Trace:
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

        shaped = [found for matrix in matrices if (found := _structure_of(matrix, place, self.structures))]
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

    def call(self, trace: Trace, arguments: tuple[TracedMatrix, ...]) -> Any:
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
            TracedMatrix(structure, vector, numbers[pick])
            for structure, vector, pick in zip(trace.structures, found[half:], trace.picks, strict=True)
        )
        for matrix, known in zip(found, call.returned, strict=False):
            matrix.known = (self, known)
        self.calls.append(call)
        self.size += trace.results
        return _refilled(trace.returned, found[:half])


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


def piece(key: Hashable, write: Callable, *arguments: ca.SX | float) -> Any:
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


def as_values(*expressions: ca.SX | float) -> tuple[Any, ...]:
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
