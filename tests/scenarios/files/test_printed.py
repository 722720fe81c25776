"""Expressions as text: what is read again has the same value."""

import math

import casadi as ca
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elver._support.expressions import Value, evaluate, parse
from elver.scenarios.files.writing import constant, printed

A, B = ca.SX.sym("a"), ca.SX.sym("b.c")
NAMES = {"a": A, "b.c": B}
LEAVES = st.one_of(
    st.sampled_from([A, B]), st.floats(-4, 4, allow_nan=False).map(lambda v: ca.SX(round(v, 3))), st.integers(-5, 5).map(ca.SX)
)
ONE = (ca.sin, ca.cos, ca.atan, ca.fabs, lambda x: -x, lambda x: x * x, lambda x: ca.sqrt(1 + x * x), lambda x: ca.exp(-x * x))
TWO = (
    lambda x, y: x + y,
    lambda x, y: x - y,
    lambda x, y: x * y,
    lambda x, y: x / (2 + y * y),
    ca.fmin,
    ca.fmax,
    ca.atan2,
    lambda x, y: (1 + x * x) ** ca.fmin(ca.fmax(y, -3), 3),
)


def deeper(inner):
    return st.one_of(
        st.tuples(st.sampled_from(ONE), inner).map(lambda p: p[0](p[1])),
        st.tuples(st.sampled_from(TWO), inner, inner).map(lambda p: p[0](p[1], p[2])),
    )


@settings(max_examples=150, deadline=None)
@given(st.recursive(LEAVES, deeper, max_leaves=8), st.floats(-2, 2), st.floats(-2, 2))
def test_text_has_the_value_of_the_expression(expression, a, b):
    text = printed(ca.SX(expression), NAMES)
    assert text is not None
    wanted = float(ca.Function("f", [A, B], [expression])(a, b))
    found = evaluate(parse(text), {"a": Value(a), "b.c": Value(b)}).number
    assert found == pytest.approx(wanted, rel=1e-12, abs=1e-12)


def test_brackets_stand_where_they_are_needed():
    assert printed(A - (B - 1), NAMES) == "a - (b.c - 1)"
    assert printed((A + B) / (A * B), NAMES) == "(a + b.c) / (a * b.c)"
    assert printed(-(A + 2), NAMES) == "-(a + 2)"


def test_a_factor_may_be_a_quantity_so_that_dimensions_are_left_out():
    assert printed(0.061 * A, NAMES) == "0.061 * si(a)"
    assert printed(2 * A, NAMES) == "2 * a"
    assert printed(2 * A, NAMES, plain=True) == "2 * si(a)"


def test_what_files_have_no_words_for():
    assert printed(ca.if_else(A > 0, B, A), NAMES) is None
    assert printed(A + ca.SX.sym("unknown"), NAMES) is None
    long = A
    for _ in range(12):
        long = ca.sin(long + B) * ca.cos(long - B)
    assert printed(long, NAMES) is None


def test_constants_keep_all_digits():
    assert float(constant(math.pi)[0]) == math.pi
    assert constant(3.0)[0] == "3"
