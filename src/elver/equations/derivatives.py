"""Derivatives of a function along a direction and against a weight, as functions that compile like any other.

With y = f(x) and J = dy/dx of the chosen inputs:

    directional:  xdot -> J xdot          costs about as much as two evaluations of f
    adjoint:      w    -> J^T w           costs about as much as three or four, however many inputs there are

Both are automatic derivatives of the same graph, exact to rounding; the full matrix J is never formed.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from elver.errors import InputError, unknown_name


def directional_function(function: ca.Function, wrt: Sequence[str] | None = None) -> ca.Function:
    """The inputs of ``function`` and a change ``d_<input>`` of each input in ``wrt`` (default: all) -> ``d_<output>``, what they
    change in each output."""
    inputs, chosen = symbols_of(function, wrt)
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
    inputs, chosen = symbols_of(function, wrt)
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


def symbols_of(function: ca.Function, wrt: Sequence[str] | None) -> tuple[dict[str, ca.SX], list[str]]:
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
