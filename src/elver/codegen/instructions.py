"""Which CasADi operations can become native code, and how each one is written.

Every entry is target-neutral: an operator of the target's own arithmetic, or a function of the C mathematics library.
The LLVM emitter is in llvm.py; other targets read the same table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import casadi as ca
import numpy as np

from elver._support.errors import InputError, UnsupportedOperationError
from elver.symbolic.lookup import called, is_known, settled_function


@dataclass(frozen=True)
class Operation:
    """kind: ``binary`` / ``compare`` / ``intrinsic`` / ``library`` / ``special`` / ``lookup``; symbol: what the kind needs.

    ``lookup``: the entry of a table (elver.symbolic.lookup), whose number is the first argument, a constant; or, with more
    arguments, a sum of waves (elver.symbolic.harmonics), likewise by its number.
    """

    kind: str
    symbol: str


TABLE: dict[int, Operation] = {
    ca.OP_ADD: Operation("binary", "fadd"),
    ca.OP_SUB: Operation("binary", "fsub"),
    ca.OP_MUL: Operation("binary", "fmul"),
    ca.OP_DIV: Operation("binary", "fdiv"),
    ca.OP_LT: Operation("compare", "olt"),
    ca.OP_LE: Operation("compare", "ole"),
    ca.OP_EQ: Operation("compare", "oeq"),
    ca.OP_NE: Operation("compare", "une"),
    ca.OP_SQRT: Operation("intrinsic", "sqrt"),
    ca.OP_FABS: Operation("intrinsic", "fabs"),
    ca.OP_FLOOR: Operation("intrinsic", "floor"),
    ca.OP_CEIL: Operation("intrinsic", "ceil"),
    ca.OP_FMIN: Operation("intrinsic", "minimum"),
    ca.OP_FMAX: Operation("intrinsic", "maximum"),
    ca.OP_COPYSIGN: Operation("intrinsic", "copysign"),
    ca.OP_SIN: Operation("special", "sin"),
    ca.OP_COS: Operation("special", "cos"),
    ca.OP_TAN: Operation("library", "tan"),
    ca.OP_ASIN: Operation("library", "asin"),
    ca.OP_ACOS: Operation("library", "acos"),
    ca.OP_ATAN: Operation("library", "atan"),
    ca.OP_ATAN2: Operation("library", "atan2"),
    ca.OP_SINH: Operation("library", "sinh"),
    ca.OP_COSH: Operation("library", "cosh"),
    ca.OP_TANH: Operation("library", "tanh"),
    ca.OP_ASINH: Operation("library", "asinh"),
    ca.OP_ACOSH: Operation("library", "acosh"),
    ca.OP_ATANH: Operation("library", "atanh"),
    ca.OP_EXP: Operation("library", "exp"),
    ca.OP_EXPM1: Operation("library", "expm1"),
    ca.OP_LOG: Operation("library", "log"),
    ca.OP_LOG1P: Operation("library", "log1p"),
    ca.OP_POW: Operation("library", "pow"),
    ca.OP_CONSTPOW: Operation("library", "pow"),
    ca.OP_HYPOT: Operation("library", "hypot"),
    ca.OP_FMOD: Operation("library", "fmod"),
    ca.OP_REMAINDER: Operation("library", "remainder"),
    ca.OP_ERF: Operation("library", "erf"),
    ca.OP_ASSIGN: Operation("special", "assign"),
    ca.OP_LIFT: Operation("special", "assign"),
    ca.OP_NEG: Operation("special", "neg"),
    ca.OP_SQ: Operation("special", "square"),
    ca.OP_TWICE: Operation("special", "twice"),
    ca.OP_INV: Operation("special", "inverse"),
    ca.OP_SIGN: Operation("special", "sign"),
    ca.OP_NOT: Operation("special", "not"),
    ca.OP_AND: Operation("special", "and"),
    ca.OP_OR: Operation("special", "or"),
    ca.OP_IF_ELSE_ZERO: Operation("special", "if_else_zero"),
    ca.OP_CALL: Operation("lookup", "lookup"),
}

NAMES = {getattr(ca, name): name for name in dir(ca) if name.startswith("OP_")}


# --- What depends on the free parameters alone is computed once per run: f(t, x, p, u) = main(t, x, c, u) with c = preamble(p).
#
# The instruction list of f is read once. A value made of parameters and constants alone belongs to the preamble; where another
# instruction uses one, it becomes an entry of c. Parameters that are used as they are stand in c too. Inputs, which change from
# step to step, are no part of the preamble: they stand at the beginning of c, so that a step writes them there.

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
    function = settled_function(function)
    reader = _Reader(function, function.index_in(name), keep)
    saved = reader.read()
    if saved < WORTH * function.n_instructions():
        return None
    c = ca.vertcat(*reader.kept.values(), *(symbol for symbol, _ in reader.constants.values()), ca.SX(0, 1))
    inputs = [c if k == reader.place else given for k, given in enumerate(reader.inputs)]
    main = ca.Function(function.name(), inputs, reader.outputs, function.name_in(), function.name_out())
    p = reader.inputs[reader.place]
    made = ca.vertcat(*(p[k] for k in reader.kept), *(value for _, value in reader.constants.values()), ca.SX(0, 1))
    return Split(main, ca.Function("preamble", [p], [ca.densify(made)], [name], ["c"]), tuple(reader.kept))


class _Reader:
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
            elif op == ca.OP_CALL and not is_known(f, k):
                slots |= {slot: (k, ca.SX(0), "constant") for slot in out}
            else:
                args = [slots[s] for s in f.instruction_input(k)]
                once = all(kind != "x" for _, _, kind in args)
                saved += once
                own = [value for _, value, _ in args] if once else [self.varying(a) for a in args]
                slots[out[0]] = (k, combined(op, own), "p" if once else "x")
        for k, entries in enumerate(results):
            self.outputs[k] = ca.reshape(ca.vertcat(*entries, ca.SX(0, 1)), *f.size_out(k))
        return saved

    def varying(self, slot: tuple[int, ca.SX, str]) -> ca.SX:
        """A value as the main part sees it."""
        number, value, kind = slot
        if kind != "p":
            return value
        if number not in self.constants:
            self.constants[number] = (ca.SX.sym(f"c{len(self.constants)}"), value)
        return self.constants[number][0]


def combined(op: int, args: list[ca.SX]) -> ca.SX:
    """One operation of an instruction list."""
    if op == ca.OP_CALL:
        return called(args)
    return ca.SX.binary(op, *args) if len(args) == 2 else ca.SX.unary(op, *args)


# --- The instruction list of a CasADi function in single-assignment form, cut into blocks.
#
# Compilers take superlinear time on one giant basic block, so the list is cut; a value that is used in a later block
# than its own lives in a work array. This form is the common input of every target.

_WHOLE = 25_000  # up to this many instructions one block compiles and runs fastest
BLOCK = 1500  # beyond it, instructions per block


@dataclass(frozen=True)
class Step:
    """One operation: value number ``result`` = ``op`` of earlier value numbers ``args``."""

    op: int
    result: int
    args: tuple[int, ...]


@dataclass
class Block:
    """Consecutive steps. ``outputs``: (output, element, value) to store at the end of the block."""

    steps: list[Step] = field(default_factory=list)
    outputs: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass(frozen=True)
class InstructionList:
    """A whole function.

    sources: value number -> ("constant", number) or ("input", (input, element)); such values are read where needed.
    spills: value number -> slot of the work array, for values that cross blocks.
    sizes_in, sizes_out: length of every argument.
    """

    name: str
    blocks: list[Block]
    sources: dict[int, tuple]
    spills: dict[int, int]
    sizes_in: tuple[int, ...]
    sizes_out: tuple[int, ...]

    @property
    def work_size(self) -> int:
        return len(self.spills)


def instruction_list(function: ca.Function, block: int | None = None) -> InstructionList:
    """Read a CasADi SX function, cut into blocks of ``block`` steps. Inputs and outputs must be dense."""
    block = block or (_WHOLE if function.n_instructions() <= _WHOLE else BLOCK)
    if not function.is_a("SXFunction"):
        raise UnsupportedOperationError(
            f"'{function.name()}' is not an SX function. Build it from casadi.SX, or call .expand() first."
        )
    function = settled_function(function)
    for k in range(function.n_out()):
        if not function.sparsity_out(k).is_dense():
            raise InputError(f"output '{function.name_out(k)}' of '{function.name()}' is sparse. Wrap it in casadi.densify.")
    blocks, sources, defined, last_use = [Block()], {}, {}, {}
    slot_value: dict[int, int] = {}
    for k in range(function.n_instructions()):
        op = function.instruction_id(k)
        if op == ca.OP_CONST:
            slot_value[function.instruction_output(k)[0]] = k
            sources[k] = ("constant", function.instruction_constant(k))
        elif op == ca.OP_INPUT:
            slot_value[function.instruction_output(k)[0]] = k
            sources[k] = ("input", tuple(function.instruction_input(k)))
        elif op == ca.OP_OUTPUT:
            out, value = function.instruction_output(k), slot_value[function.instruction_input(k)[0]]
            blocks[-1].outputs.append((out[0], out[1], value))
            last_use[value] = len(blocks) - 1
        elif op == ca.OP_CALL and not is_known(function, k):
            sources[k] = ("constant", 0.0)
            slot_value |= dict.fromkeys(function.instruction_output(k), k)
        else:
            if op not in TABLE:
                raise UnsupportedOperationError(
                    f"'{function.name()}' uses the operation {NAMES.get(op, op)}, which has no native code. "
                    f"Supported: {', '.join(sorted(NAMES[o][3:].lower() for o in TABLE))}."
                )
            if len(blocks[-1].steps) >= block:
                blocks.append(Block())
            args = tuple(slot_value[s] for s in function.instruction_input(k))
            blocks[-1].steps.append(Step(op, k, args))
            defined[k] = len(blocks) - 1
            for a in args:
                last_use[a] = len(blocks) - 1
            slot_value[function.instruction_output(k)[0]] = k
    crossing = [v for v, home in defined.items() if last_use.get(v, home) > home]
    spills = {v: slot for slot, v in enumerate(crossing)}
    return InstructionList(
        name=function.name(),
        blocks=blocks,
        sources=sources,
        spills=spills,
        sizes_in=tuple(function.nnz_in(i) for i in range(function.n_in())),
        sizes_out=tuple(function.nnz_out(i) for i in range(function.n_out())),
    )
