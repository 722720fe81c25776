"""Each operation in C against CasADi's own evaluation."""

from __future__ import annotations

import ctypes
import math
import subprocess

import casadi as ca
import numpy as np
import pytest
from exported import needs_compiler, pointer
from operation_table import BINARY, UNARY
from tolerances import ALGEBRA

from elver._support.errors import InputError
from elver.codegen import c
from elver.codegen.c import HELPERS, Argument, bare, function_text, helpers_of, literal
from elver.codegen.instructions import NAMES, TABLE
from elver.export.c import WARNINGS, find_compiler


def compiled(tmp_path, function: ca.Function, inputs, results):
    """The C code of a function as something to call with arrays."""
    body = function_text(function, "f", inputs, results)
    (tmp_path / "f.c").write_text(f"#include <math.h>\nvoid f();\n{helpers_of(body)}\n{body}\n".replace("void f();\n", ""))
    command = [find_compiler(), *WARNINGS, "-Werror", "-O1", "-fPIC", "-shared", "-o", "f.so", "f.c", "-lm"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return ctypes.CDLL(str(tmp_path / "f.so")).f


def all_operations() -> tuple[ca.Function, list[np.ndarray], set[int]]:
    """One function with every operation of the table as an output, points to try, and the operations it holds."""
    cases = [(call, (first,)) for call, first in UNARY.values()] + [(call, pair) for call, *pair in BINARY.values()]
    x = ca.SX.sym("x", 2 * len(cases))
    values = [call(*(x[2 * k + i] for i in range(len(ranges)))) for k, (call, ranges) in enumerate(cases)]
    function = ca.Function("f", [x], [ca.densify(ca.vertcat(*values))])
    points = []
    for n in range(12):
        point = np.zeros(2 * len(cases))
        for k, (_, ranges) in enumerate(cases):
            for i, values_of in enumerate(ranges):
                point[2 * k + i] = values_of[(n + 3 * i * (n // 3)) % len(values_of)]
        points.append(point)
    return function, points, {function.instruction_id(k) for k in range(function.n_instructions())}


@needs_compiler
def test_every_operation_agrees_with_casadi(tmp_path):
    function, points, held = all_operations()
    silent = {ca.OP_ASSIGN, ca.OP_LIFT, ca.OP_CALL}  # CasADi leaves them out of a graph; look-ups: tests/forces/test_flow_grid.py
    assert {NAMES[op] for op in TABLE if op not in held | silent} == set()
    f = compiled(tmp_path, function, [Argument("x")], ["y"])
    for point in points:
        y, expected = np.full(function.nnz_out(0), np.nan), np.array(function(point)).ravel()
        f(pointer(point), pointer(y))
        assert np.isfinite(expected).all()
        assert y == pytest.approx(expected, rel=ALGEBRA, abs=ALGEBRA)


@needs_compiler
def test_a_nan_is_never_lost(tmp_path):
    x = ca.SX.sym("x", 2)
    function = ca.Function("f", [x], [ca.vertcat(ca.fmin(x[0], x[1]), ca.fmax(x[0], x[1]), ca.sign(x[0] * x[1]))])
    f = compiled(tmp_path, function, [Argument("x")], ["y"])
    for point in ([math.nan, 1.0], [1.0, math.nan]):
        y = np.zeros(3)
        f(pointer(np.array(point)), pointer(y))
        assert np.isnan(y).all()


@needs_compiler
@pytest.mark.parametrize("block", [1, 7, 10_000])
def test_cutting_into_parts_changes_nothing(tmp_path, monkeypatch, block):
    monkeypatch.setattr(c, "BLOCK", block)
    t, x, unused = ca.SX.sym("t"), ca.SX.sym("x", 4), ca.SX.sym("p", 2)
    values = [x[0], x[1], x[2], x[3]]
    for k in range(60):
        values.append(ca.sin(values[k] + t) + 0.5 * values[-1] - 0.25 * values[k // 2])
    function = ca.Function("tangled", [t, x, unused], [ca.vertcat(*values[-5:]), values[7] * x])
    f = compiled(tmp_path, function, [Argument("t", single=True), Argument("x"), Argument("p")], ["y", "z"])
    point, y, z = np.array([0.3, -1.2, 0.8, 2.0]), np.empty(5), np.empty(4)
    f(ctypes.c_double(0.3), pointer(point), pointer(None), pointer(y), pointer(z))
    expected = function(0.3, point, [0, 0])
    assert y.tolist() == np.array(expected[0]).ravel().tolist()  # the same operations in the same order
    assert z.tolist() == np.array(expected[1]).ravel().tolist()
    assert np.abs(y).max() > 0.1


@pytest.mark.parametrize("number", [0.1, -0.1, 1e-308, 5e-324, 1.7976931348623157e308, 1.0, -0.0, 2 / 3])
def test_literals_are_exact(number):
    text = literal(number)
    assert float(bare(text)) == number
    assert "." in text or "e" in text  # a whole number would be divided as one


def test_literals_that_are_no_numbers():
    assert [literal(v) for v in (math.nan, math.inf, -math.inf)] == ["NAN", "INFINITY", "(-INFINITY)"]


def test_brackets_go_only_in_pairs():
    assert [bare(t) for t in ("(a + b)", "(a) * (b)", "(double)(a < b)", "a")] == ["a + b", "(a) * (b)", "(double)(a < b)", "a"]


def test_only_helpers_that_are_called_are_defined():
    assert helpers_of("y[0] = square(x[0]);") == HELPERS["square"]
    assert helpers_of("y[0] = sin(x[0]);") == ""


def test_sparse_results_are_refused():
    x = ca.SX.sym("x", 3)
    with pytest.raises(InputError, match="densify"):
        function_text(ca.Function("f", [x], [ca.diag(x)]), "f", [Argument("x")], ["y"])
