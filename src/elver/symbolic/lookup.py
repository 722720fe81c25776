"""Entries of a table of numbers by an expression: the one operation of a graph that reads memory.

``read(number_of(values), index)`` is ``values[index]``; the index is rounded down and held within the table, and no derivative
leads through it. What is smooth over a grid is made smooth by the weights that its caller gives to neighbouring entries.

In a graph it is a call ``lookup(number, index)`` of a CasADi function that knows the table. The number is made from the table's
content, so that targets, which read instruction lists and know no functions, find the table by it (``table_of``). Automatic
differentiation puts calls of derivatives beside it, with more arguments and zeros as results: ``settled`` takes them out of
expressions, and targets take every call that is not ``is_known`` for zeros. Sums of waves (harmonics.py) are calls too; their
derivatives are sums, which ``settled`` and ``settled_function`` write out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from threading import RLock

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.symbolic.harmonics import ARGUMENTS as SUM_ARGUMENTS
from elver.symbolic.harmonics import derivative_of_sum, has_derivative_of_sum, read_sum

_DIGITS = 12  # hexadecimal ones of a number, which a double holds exactly
_ARGUMENTS = 2  # of a look-up; calls of derivatives have more
_known: dict[int, _Table] = {}
_lock = RLock()


def number_of(values: np.ndarray) -> int:
    """The number of a flat table, by its content; it is known from then on."""
    table = np.ascontiguousarray(values, dtype=float)
    if table.ndim != 1 or not len(table) or not np.isfinite(table).all():
        raise InputError("a table to look up in is a row of finite numbers.")
    number = int(hashlib.sha256(table.tobytes()).hexdigest()[:_DIGITS], 16)
    with _lock:
        if number not in _known:
            _known[number] = _Table(table)
    return number


def read(number: int, index: ca.SX) -> ca.SX:
    """The entry of a table at an index, an expression."""
    return _known[number](number, index)


def table_of(number: int) -> np.ndarray:
    """The table of a number."""
    return _known[number].entries


def is_known(function: ca.Function, k: int) -> bool:
    """Whether instruction ``k``, a call, is a look-up or a sum of waves, and not a derivative of one."""
    return len(function.instruction_input(k)) in (_ARGUMENTS, SUM_ARGUMENTS)


def called(arguments: Sequence[ca.SX]) -> ca.SX:
    """A look-up or a sum of waves again, by its arguments."""
    if len(arguments) == _ARGUMENTS:
        return read(int(arguments[0]), arguments[1])
    return read_sum(int(arguments[0]), arguments[2:])


def has_lookup(function: ca.Function) -> bool:
    """Whether a function looks up in a table."""
    return any(own.name() == "lookup" for own in function.find_functions())


def settled(expressions: Sequence[ca.SX]) -> list[ca.SX]:
    """The same expressions without derivatives of look-ups, which are zeros, and with those of sums of waves as sums."""
    symbols = ca.symvar(ca.veccat(*expressions))
    f = ca.Function("f", symbols, list(expressions))
    if not any(f.instruction_id(k) == ca.OP_CALL for k in range(f.n_instructions())):
        return list(expressions)
    return _rebuilt(f, symbols)


def settled_function(function: ca.Function) -> ca.Function:
    """The same function with derivatives of sums of waves as sums."""
    if not function.is_a("SXFunction") or not has_derivative_of_sum(function):
        return function
    inputs = [ca.SX.sym(n, function.sparsity_in(k)) for k, n in enumerate(function.name_in())]
    names = function.name_in(), function.name_out()
    settled_one = ca.Function(function.name(), inputs, _rebuilt(function, inputs), *names)
    return settled_function(settled_one)


def _rebuilt(f: ca.Function, inputs: Sequence[ca.SX]) -> list[ca.SX]:
    """The results of a function, written again without derivatives of calls."""
    elements = [ca.vertsplit(own.nz[:]) if own.nnz() else [] for own in inputs]
    work: dict[int, ca.SX] = {}
    results = [ca.SX(f.sparsity_out(k)) for k in range(f.n_out())]
    for k in range(f.n_instructions()):
        op, taken, made = f.instruction_id(k), f.instruction_input(k), f.instruction_output(k)
        if op == ca.OP_OUTPUT:
            results[made[0]].nz[made[1]] = work[taken[0]]
        elif op == ca.OP_CONST:
            work[made[0]] = ca.SX(f.instruction_constant(k))
        elif op == ca.OP_INPUT:
            work[made[0]] = elements[taken[0]][taken[1]]
        elif op == ca.OP_CALL:
            arguments = [work[slot] for slot in taken]
            if is_known(f, k):
                work[made[0]] = called(arguments)
            else:
                work |= zip(made, derivative_of_sum(arguments) or [ca.SX(0)] * len(made), strict=True)
        else:
            arguments = [work[slot] for slot in taken]
            work[made[0]] = ca.SX.binary(op, *arguments) if len(arguments) > 1 else ca.SX.unary(op, *arguments)
    return results


class _Table(ca.Callback):
    """What CasADi evaluates in its own machine; its derivatives are zeros."""

    def __init__(self, entries: np.ndarray):
        ca.Callback.__init__(self)
        self.entries = entries
        self.construct("lookup", {"never_inline": True})

    def get_n_in(self) -> int:
        return _ARGUMENTS

    def get_n_out(self) -> int:
        return 1

    def eval(self, arguments: Sequence) -> list:
        place = float(arguments[1])
        return [float(self.entries[min(int(place), len(self.entries) - 1) if place >= 1 else 0])]

    def has_forward(self, count: int) -> bool:
        return True

    def get_forward(self, count: int, name: str, names_in: list, names_out: list, options: dict) -> ca.Function:
        given = [ca.SX.sym(n, 1, count if n.startswith("fwd") else 1) for n in names_in]
        return ca.Function(name, given, [ca.SX.zeros(1, count)], names_in, names_out)

    def has_reverse(self, count: int) -> bool:
        return True

    def get_reverse(self, count: int, name: str, names_in: list, names_out: list, options: dict) -> ca.Function:
        given = [ca.SX.sym(n, 1, count if n.startswith("adj") else 1) for n in names_in]
        return ca.Function(name, given, [ca.SX.zeros(1, count)] * _ARGUMENTS, names_in, names_out)
