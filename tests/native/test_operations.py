"""Every operation a force law may use, one by one, against CasADi's own evaluation."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from elver.errors import UnsupportedOperationError
from elver.native import compile_function
from elver.native.operations import NAMES, TABLE
from tolerances import ROUNDING

ANY = np.array([-2.7, -1.0, -0.3, 0.0, 0.2, 1.0, 1.9, 3.6])
UNIT = np.array([-0.9, -0.4, 0.0, 0.1, 0.5, 0.99])
POSITIVE = np.array([0.1, 0.7, 1.0, 2.5, 40.0])
ABOVE_ONE = POSITIVE + 1.0

UNARY = {
    "neg": (lambda x: -x, ANY),
    "sq": (lambda x: x * x, ANY),
    "twice": (lambda x: 2 * x, ANY),
    "inv": (lambda x: 1 / x, POSITIVE),
    "sqrt": (ca.sqrt, POSITIVE),
    "fabs": (ca.fabs, ANY),
    "sign": (ca.sign, ANY),
    "floor": (ca.floor, ANY),
    "ceil": (ca.ceil, ANY),
    "not": (ca.logic_not, ANY),
    "sin": (ca.sin, ANY),
    "cos": (ca.cos, ANY),
    "tan": (ca.tan, ANY),
    "asin": (ca.asin, UNIT),
    "acos": (ca.acos, UNIT),
    "atan": (ca.atan, ANY),
    "sinh": (ca.sinh, ANY),
    "cosh": (ca.cosh, ANY),
    "tanh": (ca.tanh, ANY),
    "asinh": (ca.asinh, ANY),
    "acosh": (ca.acosh, ABOVE_ONE),
    "atanh": (ca.atanh, UNIT),
    "exp": (ca.exp, ANY),
    "expm1": (ca.expm1, ANY),
    "log": (ca.log, POSITIVE),
    "log1p": (ca.log1p, POSITIVE),
    "erf": (ca.erf, ANY),
    "constpow": (lambda x: x**2.7, POSITIVE),
}
BINARY = {
    "add": (lambda x, y: x + y, ANY, ANY),
    "sub": (lambda x, y: x - y, ANY, ANY),
    "mul": (lambda x, y: x * y, ANY, ANY),
    "div": (lambda x, y: x / y, ANY, POSITIVE),
    "pow": (lambda x, y: x**y, POSITIVE, ANY),
    "lt": (lambda x, y: x < y, ANY, ANY),
    "le": (lambda x, y: x <= y, ANY, ANY),
    "eq": (lambda x, y: x == y, ANY, ANY),
    "ne": (lambda x, y: x != y, ANY, ANY),
    "and": (ca.logic_and, ANY, ANY),
    "or": (ca.logic_or, ANY, ANY),
    "fmin": (ca.fmin, ANY, ANY),
    "fmax": (ca.fmax, ANY, ANY),
    "atan2": (ca.atan2, ANY, ANY),
    "hypot": (ca.hypot, ANY, ANY),
    "fmod": (ca.fmod, ANY, POSITIVE),
    "remainder": (ca.remainder, ANY, POSITIVE),
    "copysign": (ca.copysign, ANY, ANY[ANY != 0]),
    "if_else_zero": (lambda x, y: ca.if_else(x, y, 0), ANY, ANY),
}


def same(function: ca.Function, *columns: np.ndarray) -> None:
    """Compiled and interpreted values agree on every row."""
    native = compile_function(function)
    for row in zip(*columns, strict=True):
        expected = np.array(function(*row)).ravel()
        assert native(*row) == pytest.approx(expected, rel=ROUNDING, abs=ROUNDING, nan_ok=True), row


def operations_of(function: ca.Function) -> set[int]:
    return {function.instruction_id(k) for k in range(function.n_instructions())}


@pytest.mark.parametrize("name", UNARY)
def test_unary(name):
    law, values = UNARY[name]
    x = ca.SX.sym("x")
    function = ca.Function("f", [x], [ca.densify(law(x))])
    assert getattr(ca, f"OP_{name.upper()}") in operations_of(function)
    same(function, values)


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    law, left, right = BINARY[name]
    x, y = ca.SX.sym("x"), ca.SX.sym("y")
    function = ca.Function("f", [x, y], [ca.densify(law(x, y))])
    assert getattr(ca, f"OP_{name.upper()}") in operations_of(function)
    a, b = np.meshgrid(left, right)
    same(function, a.ravel(), b.ravel())


def test_every_operation_of_the_table_is_tested():
    tested = {f"OP_{name.upper()}" for name in (*UNARY, *BINARY)}
    trivial = {"OP_ASSIGN", "OP_LIFT"}
    assert {NAMES[op] for op in TABLE} <= tested | trivial


def test_if_else_takes_the_right_branch():
    x = ca.SX.sym("x")
    same(ca.Function("f", [x], [ca.if_else(x > 0.5, ca.sin(x), x**3)]), ANY)


def test_not_a_number_stays_visible():
    x = ca.SX.sym("x")
    native = compile_function(ca.Function("f", [x], [ca.vertcat(x * 0 + 1, ca.sign(x), ca.sqrt(x))]))
    assert np.isnan(native(np.nan)).sum() >= 2
    assert np.isnan(native(-1.0)[2])


def test_unsupported_operation_is_named():
    x = ca.SX.sym("x")
    with pytest.raises(UnsupportedOperationError, match="ERFINV"):
        compile_function(ca.Function("f", [x], [ca.erfinv(x)]))
    mx = ca.MX.sym("x", 2)
    with pytest.raises(UnsupportedOperationError, match="expand"):
        compile_function(ca.Function("f", [mx], [mx * 2]))
