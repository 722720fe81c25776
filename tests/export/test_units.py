"""Units taken apart, and the right one of two."""

from __future__ import annotations

import pytest

from elver.export.description import base_units, unit_of
from elver.model.layout import Field
from elver.robot import Body, Box, Joint, Robot


@pytest.mark.parametrize(
    ("unit", "exponents", "factor"),
    [
        ("m/s^2", {"m": 1, "s": -2}, 1.0),
        ("N m", {"kg": 1, "m": 2, "s": -2}, 1.0),
        ("N m s/rad", {"kg": 1, "m": 2, "s": -1, "rad": -1}, 1.0),
        ("kg/m^3", {"kg": 1, "m": -3}, 1.0),
        ("kg/(m s)", {"kg": 1, "m": -1, "s": -1}, 1.0),
        ("W", {"kg": 1, "m": 2, "s": -3}, 1.0),
        ("1/s", {"s": -1}, 1.0),
        ("1", {}, 1.0),
        ("mm", {"m": 1}, 1e-3),
        ("1/mm", {"m": -1}, 1e3),
    ],
)
def test_known_units(unit, exponents, factor):
    assert base_units(unit) == (exponents, pytest.approx(factor))


@pytest.mark.parametrize("unit", ["", "furlong", "N/m s", "m^x", "m//s"])
def test_unknown_units_are_not_guessed(unit):
    assert base_units(unit) is None


def test_a_joint_that_slides_has_metres():
    bodies = [Body.solid(name, Box(0.1, 0.1, 0.1), 1000.0) for name in "abc"]
    robot = Robot("r", bodies, [Joint("turn", "a", "b"), Joint("slide", "b", "c", type="prismatic")], "free")
    position = Field("joint_position", ("joint",), "rad or m", "")
    assert unit_of(position, ("turn",), robot) == "rad"
    assert unit_of(position, ("slide",), robot) == "m"
    wrench = Field("joint_wrench", ("joint", "component"), "N, N m", "")
    assert [unit_of(wrench, ("turn", c), robot) for c in ("vz", "wx")] == ["N", "N m"]
    assert unit_of(Field("loop_closure", ("loop",), "m or rad", ""), ("cut",), robot) == ""
    assert unit_of(Field("kinetic_energy", (), "J", ""), (), robot) == "J"
