"""Expressions: random ones agree with Python's own arithmetic; all that is not arithmetic is refused."""

from __future__ import annotations

import ast
import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from elver._support.errors import InputError
from elver._support.expressions import DEEPEST, LONGEST, Call, Name, Number, Value, evaluate, names_in, parse, parse_with
from elver._support.units import read_unit

NAMES = {"a": 1.5, "fin_length": 0.08, "gait.amplitude": -0.4}
PYTHON = {name: getattr(math, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log")}
PYTHON |= {"abs": abs, "min": min, "max": max, "pi": math.pi, "tau": math.tau, "__builtins__": {}}
PYTHON |= {name.replace(".", "_"): value for name, value in NAMES.items()}


class Reals(ast.NodeTransformer):
    """Every number of a document is a real one: -0 keeps its sign, which Python's integers lose."""

    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(float(node.value)), node)


def python(text: str):
    tree = Reals().visit(ast.parse(text.replace("gait.amplitude", "gait_amplitude"), mode="eval"))
    return eval(compile(tree, "expression", "eval"), PYTHON)


def number(text: str) -> float:
    return evaluate(parse(text), {name: Value(value) for name, value in NAMES.items()}).number


numbers = st.one_of(st.integers(0, 99).map(str), st.floats(0, 1e6).map(repr), st.sampled_from(["1e-3", ".5", "2.", "1E2"]))
leaves = st.one_of(numbers, st.sampled_from([*NAMES, "pi", "tau"]))


def larger(inner):
    return st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", " * ", "/", "**", " - ", "  +  "]), inner).map("".join),
        inner.map(lambda e: f"({e})"),
        inner.map(lambda e: f"-{e}"),
        inner.map(lambda e: f"+{e}"),
        st.tuples(st.sampled_from(["sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "abs"]), inner).map(
            lambda p: f"{p[0]}({p[1]})"
        ),
        st.tuples(st.sampled_from(["atan2", "min", "max"]), inner, inner).map(lambda p: f"{p[0]}({p[1]}, {p[2]})"),
    )


@settings(max_examples=400, deadline=None)
@example("-atan2(0, -0)")
@given(st.recursive(leaves, larger, max_leaves=12))
def test_agrees_with_python(text):
    try:
        wanted = python(text)
    except (ArithmeticError, ValueError, TypeError):
        wanted = None
    if isinstance(wanted, complex) or (wanted is not None and not math.isfinite(wanted)):
        wanted = None
    try:
        found = number(text)
    except InputError:
        found = None
    if wanted is None or found is None:  # 0 * inf inside: Python may come back to a number, a document does not
        assert found is None
        return
    assert found == pytest.approx(wanted, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("30 deg", math.radians(30), "rad"),
        ("5 mN m", 5e-3, "N m"),
        ("5 mN*m", 5e-3, "N m"),
        ("2.5 kg/m^3", 2.5, "kg/m^3"),
        ("70 deg/s", math.radians(70), "rad/s"),
        ("3 m**2", 3.0, "m^2"),
        ("(3 m)**2", 9.0, "m^2"),
        ("1 / 2 m", 0.5, "1/m"),
        ("1.2/m", 1.2, "1/m"),
        ("4 / s^2", 4.0, "1/s^2"),
        ("50 %", 0.5, "1"),
        ("2 min", 120.0, "s"),
        ("80 mm / 2", 0.04, "m"),
        ("-80 mm", -0.08, "m"),
        ("2 * 80 mm", 0.16, "m"),
        ("6 m / 2 s", 3.0, "m/s"),
        ("sqrt(4 m^2)", 2.0, "m"),
        ("min(3 m, 20 cm)", 0.2, "m"),
        ("1 m + 20 cm", 1.2, "m"),
        ("1 m + 0.5", 1.5, "m"),
        ("abs(-3 kg)", 3.0, "kg"),
        ("2 N * 3 m", 6.0, "J"),
    ],
)
def test_units_in_expressions(text, value, unit):
    found = evaluate(parse(text), {})
    assert found.number == pytest.approx(value, rel=1e-15)
    assert found.unit.si == read_unit(unit).si


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the end' where|the end where"),
        ("1 +", "the end where a number"),
        ("1 2", "'2' where an operator"),
        ("(1", "the end where '\\)'"),
        ("1)", "'\\)' where"),
        ("a b", "'b' where an operator"),
        ("2 a", "unknown unit 'a'.*write \\* between"),
        ("2 fin_length", "unknown unit"),
        ("x = 1", "'=' has no meaning"),
        ("a; b", "';' has no meaning"),
        ("a[0]", "'\\[' has no meaning"),
        ("'x'", "has no meaning"),
        ("__import__('os')", "has no meaning|unknown function"),
        ("open(1)", "unknown function 'open'"),
        ("sine(1)", "Did you mean 'sin'"),
        ("sin", "is a function"),
        ("sin(1, 2)", "takes 1 argument"),
        ("atan2(1)", "takes 2 arguments"),
        ("sin()", "'\\)' where"),
        ("a ^ 2", "where an operator"),
        ("3 m^2.5", "whole power"),
        ("3 m^99", "whole power"),
        ("1e999", "larger than any number"),
        ("lambda: 1", "':' has no meaning"),
        ("1 if a else 2", "unknown unit 'if'"),
        ("(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1), "nested more than"),
        ("-" * (DEEPEST + 2) + "1", "nested more than"),
        ("**".join(["1"] * (DEEPEST + 3)), "nested more than"),
        ("1" * (LONGEST + 1), "characters"),
    ],
)
def test_what_is_no_expression(text, says):
    with pytest.raises(InputError, match=says):
        parse(text)


def test_long_sums_are_no_deep_ones():
    assert number("+".join(["1"] * 400)) == 400
    assert number("*".join(["1"] * 400)) == 1
    assert number("(" * (DEEPEST - 1) + "1" + ")" * (DEEPEST - 1)) == 1


def test_structure_and_names():
    assert parse("a - 2 * gait.amplitude") == Call("-", (Name("a"), Call("*", (Number(2.0), Name("gait.amplitude")))))
    assert names_in(parse("a * sin(pi * b) + tau")) == {"a", "b"}
    assert parse_with("last(x)", {"last": 1}) == Call("last", (Name("x"),))
    with pytest.raises(InputError, match="unknown function 'sin'"):
        parse_with("sin(x)", {"last": 1})
