"""Values: dimensions are checked, turns become radians once, symbols give the same numbers as floats."""

from __future__ import annotations

import math

import casadi as ca
import pytest

from elver._support.errors import InputError
from elver._support.expressions import Value, evaluate, parse, settled
from elver._support.units import read_unit

FREQUENCY = Value(1.5, read_unit("Hz"))
LENGTH = Value(0.08, read_unit("m"))
LOOSE = Value(0.3, None, loose=True)
NAMES = {"frequency": FREQUENCY, "length": LENGTH, "loose": LOOSE, "n": Value(4.0)}


def into(text: str, unit: str):
    return settled(evaluate(parse(text), NAMES), read_unit(unit), unit)


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("frequency", "rad/s", 2 * math.pi * 1.5),
        ("2 * frequency", "rad/s", 4 * math.pi * 1.5),
        ("frequency", "1/s", 1.5),
        ("frequency", "Hz", 1.5),
        ("1.5 Hz", "rad/s", 2 * math.pi * 1.5),
        ("90 rpm", "rad/s", 2 * math.pi * 1.5),
        ("90 rpm", "1/s", 1.5),
        ("0.5 rev", "rad", math.pi),
        ("3 rad/s", "rad/s", 3.0),
        ("1 / frequency", "s", 1 / 1.5),
        ("sin(frequency * 1 s / 6)", "1", 1.0),
        ("1 Hz + 1 rad/s", "rad/s", 2 * math.pi + 1),
        ("0.5", "rad/s", 0.5),
        ("length / n", "m", 0.02),
        ("length + 20 mm", "m", 0.1),
        ("loose", "m", 0.3),
        ("loose * length", "kg", 0.024),
        ("pi / n", "rad", math.pi / 4),
        ("360 deg / n", "rad", math.pi / 2),
        ("atan2(length, 80 mm)", "rad", math.pi / 4),
        ("length**2", "m^2", 0.0064),
        ("n**0.5", "1", 2.0),
        ("max(length, 3 cm, 0.01)", "m", 0.08),
    ],
)
def test_into_units(text, unit, value):
    assert into(text, unit) == pytest.approx(value, rel=1e-14)


@pytest.mark.parametrize(
    ("text", "unit", "says"),
    [
        ("30 deg", "m", "given in rad, but m is expected"),
        ("length", "kg", "given in m, but kg is expected"),
        ("length + 3 kg", "m", "joins quantities in m and in kg"),
        ("length + 30 deg", "m", "joins quantities"),
        ("max(length, 1 s)", "m", "joins quantities"),
        ("sin(length)", "1", "argument of sin has the unit m"),
        ("log(3 kg)", "1", "argument of log"),
        ("2**length", "1", "exponent has the unit m"),
        ("length * length", "m", "given in m\\^2"),
        ("2 * pi * frequency", "rad/s", "Leave the factor 2 pi out"),
        ("sin(2 * pi * frequency * 1 s)", "1", "Leave the factor 2 pi out"),
        ("1 / 0", "1", "divides by zero"),
        ("1 / (n - 4)", "1", "divides by zero"),
        ("sqrt(-1)", "1", "no real number"),
        ("(-8)**(1/3)", "1", "no real number"),
        ("asin(2)", "1", "no real number"),
        ("log(0)", "1", "no real number"),
        ("exp(1000)", "1", "larger than any"),
        ("1e200 * 1e200", "1", "larger than any"),
        ("10.0**400", "1", "larger than any"),
        ("lenght", "m", "unknown name 'lenght'. Did you mean 'length'"),
        ("inf", "m", "unknown name 'inf'"),
    ],
)
def test_what_is_refused(text, unit, says):
    with pytest.raises(InputError, match=says):
        into(text, unit)


@pytest.mark.parametrize(
    "text",
    [
        "a + b", "a - b", "a * b", "a / b", "a**b", "a**2", "-a", "sin(a)", "cos(a)", "tan(a)", "asin(a)", "acos(a)", "atan(b)",
        "atan2(a, b)", "sqrt(b)", "exp(a)", "log(b)", "abs(-a)", "min(a, b)", "max(a, b, 1)", "min(a)", "2 - a / 3 + pi",
    ],
)  # fmt: skip
def test_symbols_give_the_numbers_of_floats(text):
    numbers = {"a": 0.37, "b": 1.9}
    a, b = ca.SX.sym("a"), ca.SX.sym("b")
    graph = evaluate(parse(text), {"a": Value(a), "b": Value(b)}).number
    assert isinstance(graph, ca.SX)
    found = float(ca.Function("f", [a, b], [graph])(numbers["a"], numbers["b"]))
    assert found == pytest.approx(evaluate(parse(text), {k: Value(v) for k, v in numbers.items()}).number, rel=1e-15)


def test_a_symbol_is_turned_too():
    f = ca.SX.sym("f")
    turned = settled(Value(f, read_unit("Hz")), read_unit("rad/s"))
    assert float(ca.Function("g", [f], [turned])(1.5)) == pytest.approx(3 * math.pi, rel=1e-15)
    with pytest.raises(InputError, match="plain number as exponent"):
        evaluate(parse("length**e"), {"length": LENGTH, "e": Value(ca.SX.sym("e"))})
