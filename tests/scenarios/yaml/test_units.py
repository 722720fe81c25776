"""Units against a table written by hand; what has two readings is refused."""

from __future__ import annotations

import math

import pytest

from elver._support.errors import InputError
from elver._support.units import UNITS, read_unit, si_text

TURN = 2 * math.pi


@pytest.mark.parametrize(
    ("text", "factor", "si"),
    [
        ("mm", 1e-3, "m"),
        ("cm", 1e-2, "m"),
        ("km", 1e3, "m"),
        ("g", 1e-3, "kg"),
        ("ms", 1e-3, "s"),
        ("min", 60, "s"),
        ("deg", math.pi / 180, "rad"),
        ("mN m", 1e-3, "kg m^2/s^2"),
        ("mN*m", 1e-3, "J"),
        ("N m", 1, "J"),
        ("mNm", 1e-3, "N m"),
        ("kN", 1e3, "kg m/s^2"),
        ("GPa", 1e9, "N/m^2"),
        ("MPa", 1e6, "J/m^3"),
        ("W", 1, "N m/s"),
        ("V A", 1, "W"),
        ("kg/m^3", 1, "kg/m^3"),
        ("g/l", 1, "kg/m^3"),
        ("kg/m**3", 1, "kg m^-3"),
        ("deg/s", math.pi / 180, "rad/s"),
        ("mm^2", 1e-6, "m^2"),
        ("l", 1e-3, "m^3"),
        ("1/s^2", 1, "s^-2"),
        ("1/min", 1 / 60, "1/s"),
        ("m/s/s", 1, "m/s^2"),
        ("N m s/rad", 1, "J s/rad"),
        ("%", 0.01, "1"),
        ("", 1, "1"),
        ("rpm", 1 / 60, "Hz"),
        ("rev/min", 1 / 60, "Hz"),
    ],
)
def test_table(text, factor, si):
    unit, other = read_unit(text), read_unit(si)
    assert unit.factor == pytest.approx(factor, rel=1e-15)
    assert unit.si == other
    assert unit.fits(other)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("furlong", "unknown unit 'furlong'"),
        ("M", "unknown unit"),
        ("mmm", "Did you mean 'mm'"),
        ("N/m s", "two ways"),
        ("N/m*s", "two ways"),
        ("/s", "nothing before"),
        ("m//s", "nothing before"),
        ("m/", "ends with an operator"),
        ("m^", "not a unit"),
        ("m^1.5", "not a unit"),
        ("m^99", "too large"),
        ("3 m", "not a unit"),
        ("m" * 100, "too long"),
        ("m; s", "not a unit"),
    ],
)
def test_what_is_refused(text, says):
    with pytest.raises(InputError, match=says):
        read_unit(text)


def test_dimensions_differ():
    for a, b in (("deg", "m"), ("N", "N m"), ("Pa", "N"), ("Hz", "s"), ("A", "V"), ("kg", "N")):
        assert not read_unit(a).fits(read_unit(b)), (a, b)
    for a, b in (("rad", "1"), ("N m/rad", "N m"), ("Hz", "rad/s"), ("rev", "rad"), ("%", "1")):
        assert read_unit(a).fits(read_unit(b)), (a, b)


@pytest.mark.parametrize(
    ("given", "wanted", "factor"),
    [
        ("Hz", "rad/s", TURN),
        ("Hz", "1/s", 1.0),
        ("Hz", "Hz", 1.0),
        ("rev", "rad", TURN),
        ("rev", "1", 1.0),
        ("rad/s", "Hz", 1 / TURN),
        ("rad/s", "rad/s", 1.0),
        ("1/s", "rad/s", 1.0),
    ],
)
def test_turns_and_radians(given, wanted, factor):
    assert read_unit(given).turned(read_unit(wanted)) == pytest.approx(factor, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "si"),
    [("mN m/deg", "N m/rad"), ("rpm", "Hz"), ("g/l", "kg/m^3"), ("kPa", "Pa"), ("%", "1"), ("mm**2", "m^2"), ("", "1")],
)
def test_si_text(text, si):
    assert si_text(text) == si
    assert read_unit(si).factor == 1.0


def test_every_unit_has_an_si_text():
    for name, unit in UNITS.items():
        assert read_unit(si_text(name)) == unit.si
