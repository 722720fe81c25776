"""Arrays that hold symbols against the same arithmetic in numbers, and things made again with numbers."""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tolerances import ALGEBRA

from elver._support.errors import InputError
from elver.symbolic.arrays import (
    Numbered,
    array_of,
    diagonal,
    divided,
    has_symbols,
    is_zero,
    largest,
    leaves,
    parallel_axes,
    root,
    smallest,
    times,
    vector,
)
from elver.symbolic.spatial import column, matrix

a, b = ca.SX.sym("a"), ca.SX.sym("b")
number = st.floats(-5, 5).filter(lambda v: abs(v) > 1e-3)


def at(values: np.ndarray, **numbers) -> np.ndarray:
    """An array of symbols in numbers."""
    f = ca.Function("f", [a, b], [ca.SX(ca.vertcat(*values.ravel()))])
    return np.array(f(numbers.get("a", 0), numbers.get("b", 0))).reshape(values.shape)


def test_numbers_stay_arrays_of_floats():
    given = [1, 2.0, 3]
    assert array_of(given, (3,)).dtype == float
    assert array_of(np.eye(3), (3, 3)).dtype == float
    assert vector(1.0, 2.0).dtype == float
    assert array_of([ca.SX(2), 1, 0], (3,)).dtype == float  # a constant is a number


@pytest.mark.parametrize(
    "wrong",
    [[1, 2], "abc", 3.0, a, [1, 2, float("nan")], [a, 1], [[a, 1, 2]], [a, "x", 1], [a, 1, float("inf")], [ca.SX(2, 2), 1, a],
     [ca.MX.sym("m"), 1, a], [1, None, 2]],
)  # fmt: skip
def test_what_is_no_array_is_none(wrong):
    assert array_of(wrong, (3,)) is None


@given(m=number, x=number, y=number)
def test_arithmetic_is_that_of_numbers(m, x, y):
    c = array_of([a, y, 0.0], (3,))
    plain = np.array([x, y, 0.0])
    assert np.allclose(at(times(b, c), a=x, b=m), m * plain, rtol=ALGEBRA)
    assert np.allclose(at(divided(c, b), a=x, b=m), plain / m, rtol=10 * ALGEBRA)
    assert np.allclose(at(parallel_axes(b, c), a=x, b=m), m * (plain @ plain * np.eye(3) - np.outer(plain, plain)), rtol=ALGEBRA)
    assert np.allclose(at(diagonal(a, 1.0, b), a=x, b=m), np.diag([x, 1.0, m]))
    assert np.allclose(at(vector(largest(a, b), smallest(a, b, 0.5)), a=x, b=m), [max(x, m), min(x, m, 0.5)])
    assert np.allclose(at(vector(root(a * a)), a=x), abs(x), rtol=ALGEBRA)


def test_zeros_stay_structural():
    c = array_of([a, 0.0, 0.0], (3,))
    assert column(times(b, c)).nnz() == 1
    assert matrix(parallel_axes(b, c)).nnz() == 2
    assert matrix(np.eye(3) @ diagonal(a, 1.0, b)).nnz() == 3


def test_what_is_a_symbol():
    assert [has_symbols(v) for v in (a, vector(a, 1.0), np.eye(3), 2.0)] == [True, True, False, False]
    assert [is_zero(v) for v in (0.0, a, 1.0)] == [True, False, False]


@dataclass(frozen=True, eq=False)
class Inner:
    length: object
    place: np.ndarray = field(default_factory=lambda: np.zeros(3))

    def __post_init__(self):
        if not has_symbols(self.length) and self.length <= 0:
            raise InputError(f"length = {self.length} is not allowed.")


@dataclass(frozen=True, eq=False)
class Outer:
    parts: tuple
    table: dict
    name: str = "thing"
    made: float = field(init=False, default=1.0)


def test_a_thing_is_made_again_with_numbers():
    plain = Inner(2.0)
    thing = Outer((Inner(a + b, vector(a, 0.0, 1.0)), plain), {"k": [b, 3.0]})
    assert len(list(leaves(thing))) == 3
    found = Numbered(thing, ca.vertcat(a, b))
    made = found.at([1.0, 2.0])
    assert made.parts[0].length == 3.0
    assert made.parts[0].place.tolist() == [1.0, 0.0, 1.0]
    assert made.parts[0].place.dtype == float
    assert made.table == {"k": [2.0, 3.0]}
    assert made.parts[1] is plain
    assert list(leaves(made)) == []
    with pytest.raises(InputError, match="length = -1"):
        found.at([1.0, -2.0])


def test_what_a_thing_depends_on():
    assert Numbered(Inner(b), ca.vertcat(a, b)).used == (1,)
    assert Numbered(Inner(1.0), ca.vertcat(a, b)).used == ()
