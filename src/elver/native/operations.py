"""Which CasADi operations can become native code, and how each one is written.

Every entry is target-neutral: an operator of the target's own arithmetic, or a function of the C mathematics library.
The LLVM emitter is in emit.py; other targets read the same table.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca


@dataclass(frozen=True)
class Operation:
    """kind: ``binary`` / ``compare`` / ``intrinsic`` / ``library`` / ``special``; symbol: what the kind needs to write it."""

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
}

NAMES = {getattr(ca, name): name for name in dir(ca) if name.startswith("OP_")}
