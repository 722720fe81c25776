"""Pieces as calls: traced once for equal structure, folded where numbers are known, written out as the plain graph."""

import casadi as ca
import numpy as np
import pytest

from elver.symbolic.functions import written_function
from elver.symbolic.tracing import as_values, piece, recording


def chain(weights, x):
    """A sum carried from piece to piece."""
    total = ca.SX(0)
    for weight in weights:
        total = piece(("step", weight), lambda so_far, y, w=weight: ca.sin(so_far + w * y), total, x)
    return total


def test_equal_pieces_are_traced_once():
    x = ca.SX.sym("x")
    with recording() as record:
        chain([2.0, 3.0, 2.0, 3.0, 2.0], x)
    assert len(record.calls) == 5
    assert len(record.traces) == 3  # the first begins with the number 0


def test_the_written_function_is_the_plain_one():
    x = ca.SX.sym("x")
    with recording() as record:
        function = written_function(record, "f", [x], [chain([2.0, 3.0, 2.0], x) + x], ["x"], ["y"])
    plain = ca.Function("f", [x], [chain([2.0, 3.0, 2.0], x) + x])
    assert float(function(0.3)) == float(plain(0.3))
    assert function.n_instructions() == plain.n_instructions()


def test_numbers_and_arguments_are_passed_on_as_they_are():
    x = ca.SX.sym("x", 2)
    with recording() as record:
        same, number, zeros, name = piece("mixed", lambda a: (a, ca.SX(4.0), ca.SX(2, 2), "word"), x)
    assert len(record.calls) == 1
    assert record.size == 0
    assert same[1].is_symbolic()
    assert same[1].name() == "x_1"
    assert float(number) == 4.0
    assert zeros.nnz() == 0
    assert name == "word"


def test_a_symbol_that_stands_twice_is_one():
    a, b, x = ca.SX.sym("a"), ca.SX.sym("b"), ca.SX.sym("x", 3)
    with recording() as record:
        for matrix in (ca.vertcat(a, a), ca.vertcat(a, b), ca.vertcat(b, b), ca.vertcat(x[0], 1.0), ca.vertcat(x[1], 2.0)):
            piece("sum", ca.sum1, matrix)
    assert len(record.traces) == 4  # a twice and b twice are alike; other numbers are not


def test_symbols_from_outside_are_part_of_a_piece():
    x, p = ca.SX.sym("x"), ca.SX.sym("p")
    with recording() as record:
        y = piece("scaled", lambda a: p * a, piece("scaled", lambda a: p * a, x))
        function = written_function(record, "f", [x, p], [y], ["x", "p"], ["y"])
    assert float(function(3.0, 2.0)) == 12.0
    assert len(record.traces) == 1


def test_expressions_are_computed_once_whoever_takes_them():
    x = ca.SX.sym("x")
    with recording() as record:
        e, double = as_values(ca.exp(x), 2 * ca.exp(x))
        both = piece("square", lambda a: a**2, e) + piece("square", lambda a: a**2, double) + e
        function = written_function(record, "f", [x], [both], ["x"], ["y"])
    assert len(record.calls) == 3
    assert float(function(0.5)) == pytest.approx(5 * np.exp(1.0) + np.exp(0.5), rel=1e-15)


def test_without_a_record_a_piece_is_what_it_writes():
    x = ca.SX.sym("x")
    assert piece("any", lambda a: a + 1, x).is_op(ca.OP_ADD)
    assert as_values(x, 3) == (x, 3)
