"""Texts as numbers and mappings."""

from __future__ import annotations

import pytest

from elver._support.errors import InputError
from elver.cli.options import number, numbers, parse_changes, parse_ranges, whole, words


def test_what_is_well_written():
    assert number("--dt", "1e-3", None) == 1e-3
    assert number("--dt", None, 2.0) == 2.0
    assert whole("--steps", "12") == 12
    assert whole("--steps", None) is None
    assert numbers("--centre", "1, 2,-3", 3) == [1.0, 2.0, -3.0]
    assert words(" a, b,,") == ["a", "b"]
    assert parse_changes(["gait.period = 2", "law=a=b"]) == {"gait.period": "2", "law": "a=b"}
    assert parse_ranges("--vary", ["x=1:2:3"], "y=1") == {"x": "1:2:3"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: number("--dt", "small", None), "--dt 'small' is not a number"),
        (lambda: number("--dt", "\u0661", None), "is not a number"),
        (lambda: number("--dt", "1_0", None), "--dt '1_0' is not a number"),
        (lambda: whole("--steps", "1_000"), "--steps '1_000' is not a whole number"),
        (lambda: numbers("--centre", "1,2_0,3", 3), "not 3 numbers"),
        (lambda: whole("--steps", "1.5"), "--steps '1.5' is not a whole number"),
        (lambda: numbers("--centre", "1,2", 3), "not 3 numbers separated by commas"),
        (lambda: numbers("--still", "abc", 1), "--still 'abc' is not a number"),
        (lambda: numbers("--mass", "nan", 1), "not finite. Give a finite number"),
        (lambda: parse_changes(["x"]), "not KEY=VALUE"),
        (lambda: parse_changes(["x=1", "x=2"]), "given twice, as 1 and 2"),
        (lambda: parse_ranges("--vary", [], "y=1:2:3"), "nothing varies. Add --vary y=1:2:3"),
        (lambda: parse_ranges("--vary", ["x=1", "x=2"], ""), "given twice"),
        (lambda: parse_ranges("--vary", ["x"], "y=1"), "not KEY=RANGE"),
    ],
)
def test_what_is_not(call, message):
    with pytest.raises(InputError, match=message):
        call()
