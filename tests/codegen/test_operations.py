"""Every operation a force law may use, one by one, against CasADi's own evaluation."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from operation_table import ANY, BINARY, UNARY
from tolerances import ROUNDING

from elver._support.errors import UnsupportedOperationError
from elver.codegen import compile_function
from elver.codegen.instructions import NAMES, TABLE
from elver.symbolic.lookup import number_of, read


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
    assert {NAMES[op] for op in TABLE} <= tested | trivial | {"OP_CALL"}  # the look-up below


def test_a_look_up_rounds_down_and_stays_within_the_table():
    values, x = np.array([3.0, -1.0, 4.0, 1.5]), ca.SX.sym("x")
    native = compile_function(ca.Function("f", [x], [read(number_of(values), x)]))
    for index in (-2.0, 0.0, 0.9, 1.0, 2.5, 3.0, 7.0):
        assert native(index)[0] == values[int(np.clip(np.floor(index), 0, 3))]


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
