"""Numbers, operations and instruction lists as C text."""

from __future__ import annotations

import re

import casadi as ca
import numpy as np

import elver
from elver.codegen.cuda.source import constant, emit_function
from elver.codegen.instructions import instruction_list
from elver.model import assemble


def test_blocks_are_functions_of_their_own_with_a_work_array():
    rhs = assemble(elver.scenario("swimmer").build()).rhs
    program = instruction_list(rhs, 300)
    text = emit_function(program, "rhs")
    assert len(re.findall(r"^OWN APART void rhs_\d+\(", text, re.M)) == len(program.blocks) > 3
    stored = {int(k) for k in re.findall(r"^w\[(\d+)\] = ", text, re.M)}
    assert stored == set(range(program.work_size))


def test_sine_and_cosine_of_one_angle_are_computed_together():
    x = ca.SX.sym("x")
    text = emit_function(instruction_list(ca.Function("f", [x], [ca.vertcat(ca.sin(x), ca.cos(x), ca.sin(2 * x))])), "f")
    assert text.count("SINE_COSINE(") == 2


def test_constants_are_exact():
    assert float(constant(0.1 + 0.2).removeprefix("(real)")) == 0.1 + 0.2
    assert constant(-2.0) == "((real)-2.0)"
    assert constant(float("-inf")) == "(-INFINITE)"
    assert constant(float("nan")) == "NOT_A_NUMBER"
    assert constant(0.0, "single") == constant(0.0) == "(real)0.0"
    for number in (1e-300, -1e-300, 1e300):
        inside = np.float32(constant(number, "single").strip("()").removeprefix("real)"))
        assert np.isfinite(inside)
        assert np.sign(inside) == np.sign(number)


def test_divisions_by_one_value_share_its_reciprocal():
    x = ca.SX.sym("x", 3)
    text = emit_function(instruction_list(ca.Function("f", [x], [ca.vertcat(x[0] / x[2], x[1] / x[2], x[0] / x[1])])), "f")
    assert (text.count("RECIPROCAL("), text.count("QUOTIENT(")) == (1, 1)
