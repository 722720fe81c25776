"""What a study varies is read, or refused with a reason."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError, scenario
from elver.analysis.studies.setup import read_axes, read_intervals

EEL = scenario("eel")


def axis(name, given):
    return read_axes(EEL, {name: given}, {})[0]


def test_ranges_lists_and_arrays_are_the_same_values():
    wanted = (0.02, 0.04, 0.06)
    for given in ("0.02:0.06:3", "0.02,0.04,0.06", [0.02, 0.04, 0.06], np.array(wanted), wanted):
        np.testing.assert_allclose(axis("gait.amplitude", given).values, wanted, rtol=1e-15)
    assert axis("gait.amplitude", "0.02:0.06:3").real


def test_words_integers_and_vectors_are_not_real_numbers():
    assert axis("water.law", "paper,kirchhoff").values == ("paper", "kirchhoff")
    assert axis("body.joints", "4:8:3").values == (4, 6, 8)
    assert axis("water.current", "0,0,0;0.1,0,0").labels == ["0,0,0", "0.1,0,0"]
    assert not any(axis(n, v).real for n, v in (("water.law", "paper"), ("body.joints", [3]), ("water.current", [(0, 0, 0)])))


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("gait.amplitud", "0.1,0.2", "Did you mean 'gait.amplitude'?"),
        ("gait.amplitude", "0.1:0.2", "first:last:count"),
        ("gait.amplitude", "0.1:", "first:last:count"),
        ("gait.amplitude", ":0.2:4", "first:last:count"),
        ("gait.amplitude", "0.1:0.2:0", "asks for 0 points"),
        ("gait.amplitude", "0.1:0.2:-3", "asks for -3 points"),
        ("gait.amplitude", "0.1:0.2:1", "1 point"),
        ("gait.amplitude", "0.1:0.1:3", "3 point"),
        ("gait.amplitude", "0.1:0.2:2.5", "whole number"),
        ("gait.amplitude", "a:b:3", "is not a number"),
        ("gait.amplitude", "0:inf:3", "finite"),
        ("gait.amplitude", "big,small", "is not a number"),
        ("gait.amplitude", "0.1,,0.2", "empty value"),
        ("gait.amplitude", "0.1,0.1", "twice"),
        ("gait.amplitude", [], "no values"),
        ("gait.amplitude", 0.1, "one value"),
        ("gait.amplitude", [float("nan")], "finite"),
        ("body.joints", "4:8:4", "whole number"),
        ("water.law", "paper,newton", "kirchhoff"),
    ],
)
def test_bad_axes_are_refused(name, given, says):
    with pytest.raises(InputError, match=says.replace("?", r"\?")):
        axis(name, given)


def test_a_parameter_is_set_or_varied():
    with pytest.raises(InputError, match="Do one of the two"):
        read_axes(EEL, {"gait.amplitude": [0.1, 0.2]}, {"gait.amplitude": 0.1})
    with pytest.raises(InputError, match="at least one"):
        read_axes(EEL, {}, {})


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("gait.amplitude", "0.1", "two bounds"),
        ("gait.amplitude", "0.1:", "two bounds"),
        ("gait.amplitude", "0.1:0.2:3", "two bounds"),
        ("gait.amplitude", "0.2:0.1", "not below"),
        ("gait.amplitude", "low:high", "not a number"),
        ("gait.amplitude", 3, "two bounds"),
        ("body.joints", "3:8", "not a real number"),
        ("gait.lambda", "1:2", "unknown parameter"),
    ],
)
def test_bad_intervals_are_refused(name, given, says):
    with pytest.raises(InputError, match=says):
        read_intervals(EEL, {name: given}, {})


def test_intervals():
    assert [(i.low, i.high, i.unit) for i in read_intervals(EEL, {"gait.amplitude": "0.02:0.12"}, {})] == [(0.02, 0.12, "rad")]
    assert read_intervals(EEL, {"gait.amplitude": (0.02, 0.12)}, {})[0].high == 0.12
