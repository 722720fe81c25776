"""Controllers inside a page: CasADi functions as plain data, and the pilot that calls one once every interval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.model import Model

_TIME = "time"
_MOST_STEPS = 20_000  # of a controller: a page works them off one by one


_OPERATIONS = {
    getattr(ca, f"OP_{name}"): name.lower()
    for name in ("ASSIGN", "ADD", "SUB", "MUL", "DIV", "NEG", "EXP", "LOG", "POW", "CONSTPOW", "SQRT", "SQ", "TWICE",
                 "SIN", "COS", "TAN", "ASIN", "ACOS", "ATAN", "SINH", "COSH", "TANH", "FABS", "SIGN", "FMIN", "FMAX",
                 "INV", "ATAN2", "LT", "LE", "EQ", "NE", "NOT", "AND", "OR", "IF_ELSE_ZERO", "CONST", "INPUT", "OUTPUT")
}  # fmt: skip


def graph_as_data(function: ca.Function) -> dict[str, Any]:
    """A function as a list of steps [operation, result, arguments or a number ...] over a work array, for the page.

    ``input`` has the number of the argument and the place in it, ``output`` the place in the only result.
    """
    steps: list[list[Any]] = []
    for k in range(function.n_instructions()):
        code = function.instruction_id(k)
        if code not in _OPERATIONS:
            raise InputError(
                f"a function of the page uses operation {code} of CasADi, which pages do not know. Write it otherwise."
            )
        name, into, of = _OPERATIONS[code], list(function.instruction_output(k)), list(function.instruction_input(k))
        if name == "const":
            steps.append([name, into[0], function.instruction_constant(k)])
        elif name == "output":
            steps.append([name, into[1], of[0]])
        else:
            steps.append([name, into[0], *of])
    return {"work": function.sz_w(), "results": function.nnz_out(0), "steps": steps}


def controller_of(
    function: ca.Function, every: float, model: Model, dt: float, fields: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """A controller as the pilot of a page: (recorded quantities, time) -> inputs of the model, in their units and order.

    function: its arguments are named after what they are: ``time`` [s], or quantities that the machine records, flat.
    every [s]: between calls; whole steps.   fields: what the page's module records, with their places.
    """
    inputs = list(model.inputs.values())
    if not inputs:
        raise InputError(f"model '{model.name}' has no inputs that a controller could set. Give it some: elver.with_inputs.")
    if not isinstance(function, ca.Function) or function.n_out() != 1 or function.nnz_out(0) != len(inputs):
        raise InputError(
            f"control must be a casadi.Function with one result of {len(inputs)} numbers, one per input of the model."
        )
    if not (every > 0 and abs(every / dt - round(every / dt)) < 1e-6 and round(every / dt) >= 1):
        raise InputError(f"every = {every!r} s is no whole number of steps of {dt:g} s. Give a multiple of the step.")
    if any(not (math.isfinite(own.low) and math.isfinite(own.high)) for own in inputs):
        raise InputError("an input of the model has no bounds. Give it a low and a high, so that the page can keep to them.")
    known = {field["name"]: field for field in fields}
    given = {name: ca.SX.sym(name, function.nnz_in(k)) for k, name in enumerate(function.name_in())}
    for name, symbol in given.items():
        size = 1 if name == _TIME else int(np.prod(known[name]["shape"])) if name in known else -1
        if size < 0:
            raise unknown_name("argument of the controller", name, [_TIME, *known])
        if symbol.numel() != size:
            raise InputError(f"argument '{name}' of the controller has {symbol.numel()} numbers; the machine records {size}.")
    reads = [name for name in given if name != _TIME]
    middle = np.array([0.5 * (own.low + own.high) for own in inputs])
    half = np.array([0.5 * (own.high - own.low) for own in inputs])
    action = (function.call(list(given.values()))[0] - middle) / half
    whole, time = ca.vertcat(ca.SX(0, 1), *(given[name] for name in reads)), given.get(_TIME, ca.SX.sym(_TIME))
    graph = graph_as_data(ca.Function("controller", [whole, time], [ca.densify(action)]).expand())
    if len(graph["steps"]) > _MOST_STEPS:
        raise InputError(f"the controller has {len(graph['steps'])} operations; a page takes {_MOST_STEPS}.")
    return {
        "name": function.name(),
        "interval": every,
        "reads": [[known[name]["place"], int(np.prod(known[name]["shape"]))] for name in reads],
        "observation": graph,
        "mean": [0.0] * len(inputs),
        "spread": [1.0] * len(inputs),
        "layers": [],
        "inputs": [
            {"name": own.name, "middle": float(m), "half": float(h), "rest": float((own.value - m) / h)}
            for own, m, h in zip(inputs, middle, half, strict=True)
        ],
        "share": 1.0,
    }
