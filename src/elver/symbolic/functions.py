"""Functions of a record: as calls, for targets that roll them, and written out as plain CasADi graphs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import RLock

import casadi as ca
import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.symbolic.tracing import Call, Identity, Record, Trace, TracedMatrix, piece, recording

_NOTHING = ca.SX(0, 1)
WRITING = RLock()  # functions of one record share what was written before


@dataclass(frozen=True, eq=False)
class TracedFunction:
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
    def function(self) -> ExpandedFunction:
        """The same, written out; by one thread alone."""
        with WRITING:
            return self.write()

    def write(self) -> ExpandedFunction:
        used = ca.symvar(ca.veccat(*self.outputs))
        own = {symbol.element_hash() for argument in self.arguments for symbol in argument.nonzeros()}
        results = [symbol for symbol in used if symbol.element_hash() not in own]
        numbers = [self.record.number_of(symbol) for symbol in results]
        values = plain(self.record).values(numbers)
        glue = ca.Function("glue", [*self.arguments, ca.vertcat(ca.SX(0, 1), *results)], list(self.outputs))
        outputs = glue.call([*self.arguments, values])
        written = ExpandedFunction(
            ca.Function(self.name, list(self.arguments), outputs, list(self.names_in), list(self.names_out))
        )
        written.recorded = self
        return written


class ExpandedFunction(ca.Function):
    """A plain function that knows the calls it was written from."""

    recorded: TracedFunction


def written_function(
    record: Record,
    name: str,
    arguments: Iterable[ca.SX],
    outputs: Iterable[ca.SX],
    names_in: Sequence[str],
    names_out: Sequence[str],
) -> ExpandedFunction:
    """A function of a record, written out."""
    return TracedFunction(record, name, tuple(arguments), tuple(map(ca.densify, outputs)), names_in, names_out).function


def plain(record: Record) -> _Plain:
    """The calls of a record, written out once for all its functions."""
    if record.plain is None:
        record.plain = _Plain(record)
    for call in record.calls[len(record.plain.firsts) :]:
        record.plain.write(call)
    return record.plain


@dataclass(eq=False)
class _Plain:
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

    def column(self, known: TracedMatrix) -> ca.SX:
        """What stands for the symbols of a matrix."""
        if known.plain is None:
            known.plain = self.values(known.ids)
        return known.plain

    def values(self, numbers: Sequence[int] | np.ndarray) -> ca.SX:
        """Values by their numbers, as one column."""
        return ca.vertcat(*(self.value(int(number)) for number in numbers)) if len(numbers) else _NOTHING

    def value(self, number: int) -> ca.SX:
        if number < 0:
            return self.record.outside[-number - 1]
        first = self.firsts[bisect_right(self.firsts, number) - 1]
        return self.results[first][number - first]


# --- Derivatives of a function along a direction and against a weight, as functions that compile like any other.
#
# With y = f(x) and J = dy/dx of the chosen inputs:
#
#     directional:  xdot -> J xdot          costs about as much as two evaluations of f
#     adjoint:      w    -> J^T w           costs about as much as three or four, however many inputs there are
#
# Both are automatic derivatives of the same graph, exact to rounding; the full matrix J is never formed.


def directional_function(function: ca.Function, wrt: Sequence[str] | None = None) -> ca.Function:
    """The inputs of ``function`` and a change ``d_<input>`` of each input in ``wrt`` (default: all) -> ``d_<output>``, what they
    change in each output."""
    inputs, chosen = _symbols_of(function, wrt)
    changes = {name: ca.SX.sym(f"d_{name}", inputs[name].shape) for name in chosen}
    outputs = function.call(list(inputs.values()))
    along = ca.vertcat(*(ca.vec(inputs[name]) for name in chosen)), ca.vertcat(*(ca.vec(c) for c in changes.values()))
    results = [ca.reshape(ca.densify(ca.jtimes(ca.vec(y), *along)), y.shape) for y in outputs]
    names_out = [f"d_{name}" for name in function.name_out()]
    arguments = {**inputs, **{f"d_{name}": change for name, change in changes.items()}}
    return ca.Function(f"{function.name()}_directional", list(arguments.values()), results, list(arguments), names_out)


def adjoint_function(function: ca.Function, wrt: Sequence[str] | None = None) -> ca.Function:
    """The inputs of ``function`` and a weight ``w_<output>`` of each output -> the gradient ``by_<input>`` of the weighted sum of
    all outputs, for each input in ``wrt`` (all)."""
    inputs, chosen = _symbols_of(function, wrt)
    outputs = function.call(list(inputs.values()))
    weights = {f"w_{name}": ca.SX.sym(f"w_{name}", y.shape) for name, y in zip(function.name_out(), outputs, strict=True)}
    stacked = ca.vertcat(*(ca.vec(ca.densify(y)) for y in outputs))
    by = ca.jtimes(
        stacked, ca.vertcat(*(ca.vec(inputs[name]) for name in chosen)), ca.vertcat(*map(ca.vec, weights.values())), True
    )
    results, start = [], 0
    for name in chosen:
        size = inputs[name].numel()
        results.append(ca.reshape(ca.densify(by[start : start + size]), inputs[name].shape))
        start += size
    arguments = {**inputs, **weights}
    names_out = [f"by_{name}" for name in chosen]
    return ca.Function(f"{function.name()}_adjoint", list(arguments.values()), results, list(arguments), names_out)


def _symbols_of(function: ca.Function, wrt: Sequence[str] | None) -> tuple[dict[str, ca.SX], list[str]]:
    """Fresh symbols of every input by name, and the names of the inputs to differentiate by."""
    if not isinstance(function, ca.Function) or not function.is_a("SXFunction"):
        raise InputError(
            f"derivatives are taken of a casadi.Function of SX; given {str(function)[:60]}. Call .expand() on an MX function."
        )
    names = function.name_in()
    for name in wrt or ():
        if name not in names:
            raise unknown_name(f"input of '{function.name()}':", name, names)
    return {name: ca.SX.sym(name, function.size_in(name)) for name in names}, list(names if wrt is None else wrt)


# --- The adjoint of a function that was written from pieces, as calls too: what is alike in the function is alike in its adjoint.
#
# A call r = f(v) with weights b of its results pulls them back to what it took, v <- (df/dv)^T b, from the last call to the
# first. Weights of a value that several calls took are added up. Each piece is differentiated once, however often it was
# called.

_ZERO = ca.SX(0)


def adjoint_recorded(recorded: TracedFunction, wrt: Sequence[str]) -> TracedFunction:
    """The inputs of a function and a weight ``w_<output>`` of each output -> the gradient ``by_<input>`` of the weighted sum of
    all outputs, for each input in ``wrt``."""
    with WRITING, recording(recorded.record.continued()) as record:
        weights = [ca.SX.sym(f"w_{name}", y.shape) for name, y in zip(recorded.names_out, recorded.outputs, strict=True)]
        chosen = [recorded.arguments[recorded.names_in.index(name)] for name in wrt]
        wanted = {record.number_of(symbol) for argument in chosen for symbol in argument.nonzeros()}
        found = _Weights(wanted)
        used = ca.vertcat(ca.SX(0, 1), *ca.symvar(ca.veccat(*recorded.outputs)))
        back = ca.jtimes(ca.veccat(*recorded.outputs), used, ca.veccat(*weights), True)
        found.add([record.number_of(symbol) for symbol in used.nonzeros()], back)
        pulls: dict[Trace, ca.Function] = {}
        for call in reversed(recorded.record.calls):
            found.pull(call, pulls)
        outputs = [ca.reshape(found.of([record.number_of(s) for s in a.nonzeros()]), a.shape) for a in chosen]
    return TracedFunction(
        record=record,
        name=f"{recorded.name}_adjoint",
        arguments=(*recorded.arguments, *weights),
        outputs=tuple(map(ca.densify, outputs)),
        names_in=(*recorded.names_in, *(f"w_{name}" for name in recorded.names_out)),
        names_out=tuple(f"by_{name}" for name in wrt),
    )


class _Weights:
    """Weights of values by their numbers. wanted: numbers of the symbols from outside that count."""

    def __init__(self, wanted: set[int]):
        self.wanted = wanted
        self.known: dict[int, ca.SX] = {}

    def add(self, numbers: Sequence[int], weights: ca.SX) -> None:
        for number, weight in zip(numbers, weights.elements(), strict=True):
            if not weight.is_zero() and (number >= 0 or number in self.wanted):
                self.known[number] = self.known[number] + weight if number in self.known else weight

    def of(self, numbers: Sequence[int]) -> ca.SX:
        """Weights as a column, 0 where nothing leads to a value."""
        return ca.vertcat(ca.SX(0, 1), *(self.known.get(number, _ZERO) for number in numbers))

    def pull(self, call: Call, pulls: dict[Trace, ca.Function]) -> None:
        """What a call took gets the weights of its results."""
        trace, own = call.trace, range(call.first, call.first + call.trace.results)
        if not any(number in self.known for number in own):
            return
        pull = pulls.get(trace) or pulls.setdefault(trace, _pull_back(trace))
        taken = ca.vertcat(ca.SX(0, 1), *(known.vector for known in call.arguments), trace.captured)
        self.add(call.values.tolist(), piece(("adjoint", Identity(trace)), pull, taken, self.of(own)))


def _pull_back(trace: Trace) -> ca.Function:
    """(v, b) -> (df/dv)^T b of a piece f."""
    sizes = [trace.function.nnz_in(k) for k in range(trace.function.n_in())]
    v, b = ca.SX.sym("v", sum(sizes)), ca.SX.sym("b", trace.results)
    results = trace.function.call(ca.vertsplit(v, np.cumsum([0, *sizes]).tolist()))[0]
    return ca.Function("pull_back", [v, b], [ca.densify(ca.jtimes(results, v, b, True))])
