"""Code of one machine with directions side by side, against CasADi's own evaluation, for every operation and width."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from tolerances import assert_close

from elver.codegen.compiler import compile_directions
from elver.codegen.instructions import instruction_list
from elver.codegen.llvm import single_values


def graph(terms: int = 3) -> ca.Function:
    """Products of numbers of the machine and of directions, with constants, branches, turns and library functions on both."""
    x, d = ca.SX.sym("x", 3), ca.SX.sym("d", 2)
    total, own = d[0], ca.SX(0)
    for k in range(terms):
        own = ca.sin(own + x[k % 3]) + ca.if_else(x[0] > 0.3, ca.exp(-(x[1] ** 2)), ca.atan2(x[2], 2.0 + own**2))
        total = own * total + ca.fabs(x[1]) * ca.cos(d[1]) / (2 + own**2) + ca.tanh(total) * ca.if_else(d[0] > 0, 1.5, d[1])
    outputs = [ca.vertcat(total, 0.25, own, d[1]), ca.vertcat(own, x[0], 2.0)]
    return ca.Function("mixed", [x, d], outputs, ["x", "d"], ["along", "value"])


@pytest.mark.parametrize("width", [2, 4, 8])
def test_every_direction_is_evaluated_with_the_same_machine(width):
    f, rng = graph(), np.random.default_rng(width)
    native = compile_directions(f, width, ("x", "value"))
    for _ in range(4):
        x, d = rng.normal(size=3), rng.normal(size=(2, width))
        along, value = native(x, d)
        assert along.shape == (4, width)
        assert_close(value, np.array(f(x, d[:, 0])[1]).ravel(), 1e-14)
        for k in range(width):
            assert_close(along[:, k], np.array(f(x, d[:, k])[0]).ravel(), 1e-14, scale=max(1.0, np.abs(along).max()))


def test_values_that_cross_blocks():
    """A function that is cut: numbers and vectors lie in the work array between its parts."""
    f, rng = graph(20), np.random.default_rng(0)
    native = compile_directions(f, 4, ("x", "value"), block=50)
    assert f.n_instructions() > 300
    assert native.work_size > 0
    x, d = 0.1 * rng.normal(size=3), 0.1 * rng.normal(size=(2, 4))
    along, value = native(x, d)
    for k in range(4):
        expected, own = (np.array(part).ravel() for part in f(x, d[:, k]))
        assert np.abs(expected).max() > 1e-3
        assert_close(along[:, k], expected, 1e-11)
        assert_close(value, own, 1e-12)


def test_only_what_depends_on_a_direction_is_a_vector():
    f = graph()
    program = instruction_list(f)
    single = single_values(program, frozenset([0]))
    steps = [s.result for block in program.blocks for s in block.steps]
    part = sum(k in single for k in steps)
    assert 0.2 * len(steps) < part < 0.8 * len(steps)
    assert single_values(program, frozenset([0, 1])) >= set(steps)
