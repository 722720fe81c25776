"""CasADi expressions of parameters as the text that a scenario file has for them."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca

from elver.document.expressions import LONGEST

SUM, PRODUCT, SIGN, POWER, ATOM = range(1, 6)  # how tightly a text holds together
BINARY = {ca.OP_ADD: ("+", SUM), ca.OP_SUB: ("-", SUM), ca.OP_MUL: ("*", PRODUCT), ca.OP_DIV: ("/", PRODUCT)}
CALLS = {
    ca.OP_SIN: "sin", ca.OP_COS: "cos", ca.OP_TAN: "tan", ca.OP_ASIN: "asin", ca.OP_ACOS: "acos", ca.OP_ATAN: "atan",
    ca.OP_ATAN2: "atan2", ca.OP_SQRT: "sqrt", ca.OP_EXP: "exp", ca.OP_LOG: "log", ca.OP_FABS: "abs", ca.OP_FMIN: "min",
    ca.OP_FMAX: "max",
}  # fmt: skip
Piece = tuple[str, int]


def printed(expression: ca.SX, symbols: Mapping[str, ca.SX], plain: bool = False) -> str | None:
    """The text of a scalar expression of named symbols; None where a file has no words for it, or it would be too long.

    A constant in it may stand for a quantity: then parameters are taken as plain numbers, ``si(name)``; ``plain``: always.
    """
    function = ca.Function("text", list(symbols.values()), [ca.densify(expression)], {"allow_free": True})
    if function.has_free():
        return None
    steps = range(function.n_instructions())
    factors = [function.instruction_constant(k) for k in steps if function.instruction_id(k) == ca.OP_CONST]
    bare = plain or any(2 * f != int(2 * f) for f in factors)
    names = [f"si({name})" if bare else name for name in symbols]
    work: dict[int, Piece] = {}
    for k in steps:
        kind, inputs, outputs = function.instruction_id(k), function.instruction_input(k), function.instruction_output(k)
        if kind == ca.OP_OUTPUT:
            return work[inputs[0]][0]
        if kind == ca.OP_CONST:
            piece: Piece | None = constant(function.instruction_constant(k))
        elif kind == ca.OP_INPUT:
            piece = names[inputs[0]], ATOM
        else:
            piece = combined(kind, [work[i] for i in inputs])
        if piece is None or len(piece[0]) > LONGEST:
            return None
        work[outputs[0]] = piece
    return None


def constant(value: float) -> Piece:
    """A number with all its digits."""
    text = repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
    return text, SIGN if value < 0 else ATOM


def within(piece: Piece, least: int) -> str:
    """A piece, in brackets where it would fall apart."""
    text, strength = piece
    return text if strength >= least else f"({text})"


def combined(kind: int, pieces: list[Piece]) -> Piece | None:
    """The text of one operation; None for an operation that files do not have."""
    first = pieces[0]
    if kind in BINARY:
        sign, strength = BINARY[kind]
        return f"{within(first, strength)} {sign} {within(pieces[1], strength + 1)}", strength
    if kind in CALLS:
        return f"{CALLS[kind]}({', '.join(text for text, _ in pieces)})", ATOM
    if kind == ca.OP_NEG:
        return f"-{within(first, SIGN)}", SIGN
    if kind == ca.OP_SQ:  # as the product it is computed by, where that stays short
        twice = within(first, PRODUCT + 1)
        return (f"{twice} * {twice}", PRODUCT) if first[1] == ATOM else (f"{within(first, ATOM)}**2", POWER)
    if kind == ca.OP_TWICE:
        return f"2 * {within(first, PRODUCT + 1)}", PRODUCT
    if kind == ca.OP_INV:
        return f"1 / {within(first, PRODUCT + 1)}", PRODUCT
    if kind in (ca.OP_POW, ca.OP_CONSTPOW):
        return f"{within(first, ATOM)}**{within(pieces[1], SIGN)}", POWER
    return None
