"""Ranges of sliders, and how they are asked for."""

import math

import pytest

from elver._support.errors import InputError
from elver.export.wasm.sliders import Slider, nice, sensible_range, wanted_slider
from elver.scenarios import Parameter


@pytest.mark.parametrize(
    ("value", "unit", "bounds", "expected"),
    [
        (0.0, "rad", {}, (-math.radians(30), math.radians(30))),
        (0.0, "m/s", {}, (-0.5, 0.5)),
        (0.0, "1", {"low": 0.0}, (0.0, 1.0)),
        (0.4, "m/s", {}, (-0.8, 0.8)),
        (2.0, "s", {"above": 0.0}, (0.67, 6.0)),
        (2.0, "s", {"above": 0.0, "high": 3.0}, (0.67, 3.0)),
        (0.06, "rad", {}, (0.0, 0.12)),
        (-0.8, "rad", {}, (-1.6, 0.0)),
        (5.0, "m", {"low": 1.0, "high": 7.0}, (1.0, 7.0)),
        (5.0, "m", {"low": 4.0}, (4.0, 10.0)),
        (0.95, "1", {"high": 1.0}, (0.0, 1.0)),
        (1234.0, "Pa", {}, (0.0, 2500.0)),
    ],
)
def test_ranges_suit_value_and_unit(value, unit, bounds, expected):
    own = Parameter("x", value, unit, "", **bounds)
    low, high = sensible_range(own, value)
    assert (low, high) == pytest.approx(expected)
    assert low <= value <= high
    assert own.allows(low)
    assert own.allows(high)


def test_steps_are_round_numbers():
    assert [nice(x) for x in (0.00061, 0.01, 0.027, 7.3, 1e6)] == [0.0005, 0.01, 0.02, 5.0, 1e6]
    one = Slider(Parameter("gait.amplitude", 0.06, "rad", low=0.0, high=0.12), "smooth", 0.4, states=("a", "b", "c"))
    assert one.step == 0.0005
    assert one.described()["group"] == "gait"
    assert "clocks" not in one.described()


def test_ranges_may_have_units():
    own = Parameter("gait.offset", 0.0, "rad", "", low=-1.0)
    assert wanted_slider("gait.offset", own) == ("gait.offset", None)
    name, span = wanted_slider("gait.offset=-10 deg:0.3", own)
    assert name == "gait.offset"
    assert span == pytest.approx((-math.radians(10), 0.3))
    for text, words in (
        ("gait.offset=1", "NAME=LOW:HIGH"),
        ("gait.offset=0.2:0.1", "not below"),
        ("gait.offset=-2:1", "not allowed"),
        ("gait.offset=a:1", "not a number"),
    ):
        with pytest.raises(InputError, match=words):
            wanted_slider(text, own)
