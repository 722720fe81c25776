"""What depends on the free parameters alone is computed once per run: f(t, x, p, u) = main(t, x, c, u) with c = preamble(p).

The instruction list of f is read once. A value made of parameters and constants alone belongs to the preamble; where another
instruction uses one, it becomes an entry of c. Parameters that are used as they are stand in c too. Inputs, which change from
step to step, are no part of the preamble: they stand at the beginning of c, so that a step writes them there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

WORTH = 0.03  # share of the instructions that must be saved; below it the function stays as it is


@dataclass(frozen=True, eq=False)
class Split:
    """main: the function with c in place of the parameters.   preamble(p) -> c.   kept: places in p of what c begins with."""

    main: ca.Function
    preamble: ca.Function
    kept: tuple[int, ...] = ()

    def constants(self, p: np.ndarray) -> np.ndarray:
        """c of these parameters."""
        return np.ascontiguousarray(np.array(self.preamble(p), dtype=float).ravel())

    @cached_property
    def slopes(self) -> ca.Function:
        """p -> dc/dp."""
        p = ca.SX.sym("p", self.preamble.nnz_in(0))
        return ca.Function("slopes", [p], [ca.jacobian(self.preamble(p), p)])

    def changes(self, p: np.ndarray, pdot: np.ndarray) -> np.ndarray:
        """Rows: how c changes along the rows of pdot."""
        return (self.slopes(p).sparse() @ pdot.T).T


def split(function: ca.Function, name: str = "p", keep: Sequence[int] = ()) -> Split | None:
    """The two parts of an SX function; None where it has no such input, or too little depends on it alone.

    keep: places of the entries that count as variable.
    """
    if name not in function.name_in() or not function.nnz_in(name) or not function.is_a("SXFunction"):
        return None
    reader = Reader(function, function.index_in(name), keep)
    saved = reader.read()
    if saved < WORTH * function.n_instructions():
        return None
    c = ca.vertcat(*reader.kept.values(), *(symbol for symbol, _ in reader.constants.values()), ca.SX(0, 1))
    inputs = [c if k == reader.place else given for k, given in enumerate(reader.inputs)]
    main = ca.Function(function.name(), inputs, reader.outputs, function.name_in(), function.name_out())
    p = reader.inputs[reader.place]
    made = ca.vertcat(*(p[k] for k in reader.kept), *(value for _, value in reader.constants.values()), ca.SX(0, 1))
    return Split(main, ca.Function("preamble", [p], [ca.densify(made)], [name], ["c"]), tuple(reader.kept))


class Reader:
    """Walks through the instructions of a function. constants: number of a value -> its symbol in c, and what it is made of.

    kept: place of an entry that counts as variable -> its symbol in c.
    """

    def __init__(self, function: ca.Function, place: int, keep: Sequence[int] = ()):
        self.function, self.place = function, place
        self.kept = {int(k): ca.SX.sym(f"kept{k}") for k in keep}
        self.inputs = [ca.SX.sym(n, function.sparsity_in(k)) for k, n in enumerate(function.name_in())]
        self.outputs = [ca.SX(function.sparsity_out(k)) for k in range(function.n_out())]
        self.constants: dict[int, tuple[ca.SX, ca.SX]] = {}

    def read(self) -> int:
        """Both parts written; how many instructions went to the preamble."""
        f, saved = self.function, 0
        slots: dict[int, tuple[int, ca.SX, str]] = {}  # slot -> number of the value, expression, "constant", "p" or "x"
        elements = [ca.vertsplit(given.nz[:]) if given.nnz() else [] for given in self.inputs]
        results: list[list] = [[0] * f.nnz_out(k) for k in range(f.n_out())]
        for k in range(f.n_instructions()):
            op, out = f.instruction_id(k), f.instruction_output(k)
            if op == ca.OP_CONST:
                slots[out[0]] = (k, ca.SX(f.instruction_constant(k)), "constant")
            elif op == ca.OP_INPUT:
                which, element = f.instruction_input(k)
                if which == self.place and element in self.kept:
                    slots[out[0]] = (k, self.kept[element], "x")
                else:
                    slots[out[0]] = (k, elements[which][element], "p" if which == self.place else "x")
            elif op == ca.OP_OUTPUT:
                results[out[0]][out[1]] = self.varying(slots[f.instruction_input(k)[0]])
            else:
                args = [slots[s] for s in f.instruction_input(k)]
                once = all(kind != "x" for _, _, kind in args)
                saved += once
                own = [value for _, value, _ in args] if once else [self.varying(a) for a in args]
                slots[out[0]] = (k, combined(op, own), "p" if once else "x")
        for k, entries in enumerate(results):
            self.outputs[k] = ca.reshape(ca.vertcat(*entries, ca.SX(0, 1)), *f.size_out(k))
        return saved

    def varying(self, slot: tuple[int, ca.SX, str]):
        """A value as the main part sees it."""
        number, value, kind = slot
        if kind != "p":
            return value
        if number not in self.constants:
            self.constants[number] = (ca.SX.sym(f"c{len(self.constants)}"), value)
        return self.constants[number][0]


def combined(op: int, args: list):
    """One operation of an instruction list."""
    return ca.SX.binary(op, *args) if len(args) == 2 else ca.SX.unary(op, *args)
