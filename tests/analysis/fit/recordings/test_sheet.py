"""Courses by name."""

from __future__ import annotations

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.analysis.fit.recordings.tables import Clock, DataTable, Series, long_form


def series(name: str) -> Series:
    return Series(name, np.arange(3.0), np.array([1.0, np.nan, 3.0]), np.full(3, np.nan))


def test_gaps_and_values_left_out():
    own = series("a")
    np.testing.assert_array_equal(own.good, [True, False, True])
    np.testing.assert_array_equal(own.without(np.array([True, False, False])).good, [False, False, True])


def test_names_can_be_changed_but_not_made_the_same():
    sheet = DataTable("r.csv", {"a": series("a"), "b": series("b")})
    assert list(sheet.renamed({"a": "c"}).series) == ["c", "b"]
    with pytest.raises(InputError, match=r"two columns of 'r\.csv' are called 'b'"):
        sheet.renamed({"a": "b"})


def test_times_by_clock():
    numbers = np.array([3.0, 6.0])
    np.testing.assert_allclose(Clock().times("f", "time", numbers, 1e-3), [3e-3, 6e-3])
    np.testing.assert_allclose(Clock(60.0).times("f", "frame", numbers), [0.05, 0.1])


def test_rows_of_one_channel_are_sorted():
    found = long_form("f", [("a", 1.0, 5.0, 0.1, "m"), ("a", 0.0, 4.0, 0.2, "m")])
    np.testing.assert_array_equal(found["a"].values, [4.0, 5.0])
