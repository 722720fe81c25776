"""The adjoint of a function that was written from pieces, as calls too: what is alike in the function is alike in its adjoint.

A call r = f(v) with weights b of its results pulls them back to what it took, v <- (df/dv)^T b, from the last call to the first.
Weights of a value that several calls took are added up. Each piece is differentiated once, however often it was called.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np

from elver.pieces.keys import Identity
from elver.pieces.record import Call, Trace, piece, recording
from elver.pieces.written import WRITING, Recorded

ZERO = ca.SX(0)


def adjoint_recorded(recorded: Recorded, wrt: Sequence[str]) -> Recorded:
    """The inputs of a function and a weight ``w_<output>`` of each output -> the gradient ``by_<input>`` of the weighted sum of
    all outputs, for each input in ``wrt``."""
    with WRITING, recording(recorded.record.continued()) as record:
        weights = [ca.SX.sym(f"w_{name}", y.shape) for name, y in zip(recorded.names_out, recorded.outputs, strict=True)]
        chosen = [recorded.arguments[recorded.names_in.index(name)] for name in wrt]
        wanted = {record.number_of(symbol) for argument in chosen for symbol in argument.nonzeros()}
        found = Weights(wanted)
        used = ca.vertcat(ca.SX(0, 1), *ca.symvar(ca.veccat(*recorded.outputs)))
        back = ca.jtimes(ca.veccat(*recorded.outputs), used, ca.veccat(*weights), True)
        found.add([record.number_of(symbol) for symbol in used.nonzeros()], back)
        pulls: dict[Trace, ca.Function] = {}
        for call in reversed(recorded.record.calls):
            found.pull(call, pulls)
        outputs = [ca.reshape(found.of([record.number_of(s) for s in a.nonzeros()]), a.shape) for a in chosen]
    return Recorded(
        record=record,
        name=f"{recorded.name}_adjoint",
        arguments=(*recorded.arguments, *weights),
        outputs=tuple(map(ca.densify, outputs)),
        names_in=(*recorded.names_in, *(f"w_{name}" for name in recorded.names_out)),
        names_out=tuple(f"by_{name}" for name in wrt),
    )


class Weights:
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
        return ca.vertcat(ca.SX(0, 1), *(self.known.get(number, ZERO) for number in numbers))

    def pull(self, call: Call, pulls: dict[Trace, ca.Function]) -> None:
        """What a call took gets the weights of its results."""
        trace, own = call.trace, range(call.first, call.first + call.trace.results)
        if not any(number in self.known for number in own):
            return
        pull = pulls.get(trace) or pulls.setdefault(trace, pull_back(trace))
        taken = ca.vertcat(ca.SX(0, 1), *(known.vector for known in call.arguments), trace.captured)
        self.add(call.values.tolist(), piece(("adjoint", Identity(trace)), pull, taken, self.of(own)))


def pull_back(trace: Trace) -> ca.Function:
    """(v, b) -> (df/dv)^T b of a piece f."""
    sizes = [trace.function.nnz_in(k) for k in range(trace.function.n_in())]
    v, b = ca.SX.sym("v", sum(sizes)), ca.SX.sym("b", trace.results)
    results = trace.function.call(ca.vertsplit(v, np.cumsum([0, *sizes]).tolist()))[0]
    return ca.Function("pull_back", [v, b], [ca.densify(ca.jtimes(results, v, b, True))])
