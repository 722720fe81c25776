"""Directional and adjoint derivatives of functions: closed forms, the dense Jacobian, each other, compiled code."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

from elver import InputError, scenario
from elver.codegen import compile_function
from elver.forces import Morison
from elver.model import dynamics_function
from elver.symbolic import adjoint_function, directional_function


def product():
    a, b = ca.SX.sym("a", 2), ca.SX.sym("b")
    return ca.Function("product", [a, b], [a[0] * a[1] * b, ca.vertcat(ca.sin(a[0]), b)], ["a", "b"], ["y", "z"])


def test_of_a_product_by_hand():
    a, b = np.array([2.0, 3.0]), 5.0
    dy, dz = directional_function(product())(a, b, [1.0, -1.0], 0.5)
    assert_close(float(dy), 15 - 10 + 0.5 * 6, ROUNDING)
    assert_close(np.array(dz).ravel(), [np.cos(2.0), 0.5], ROUNDING)
    by_a, by_b = adjoint_function(product())(a, b, 2.0, [3.0, -1.0])
    assert_close(np.array(by_a).ravel(), [2 * 15 + 3 * np.cos(2.0), 2 * 10], ROUNDING)
    assert_close(float(by_b), 2 * 6 - 1, ROUNDING)


def test_by_some_inputs_only():
    function = adjoint_function(product(), wrt=["b"])
    assert function.name_in() == ["a", "b", "w_y", "w_z"]
    assert function.name_out() == ["by_b"]
    assert directional_function(product(), wrt=["a"]).name_in() == ["a", "b", "d_a"]


def test_of_the_dynamics_compiled_against_its_dense_jacobian():
    robot = scenario("swimmer").build({"links": 4}).robot
    dynamics = dynamics_function(robot, "direct", {"water": Morison()})
    rng = np.random.default_rng(1)
    state = [rng.normal(size=dynamics.nnz_in(k)) for k in range(dynamics.n_in())]
    q = dynamics.name_in().index("q")
    symbols = [ca.SX.sym(n, dynamics.size_in(n)) for n in dynamics.name_in()]
    J = np.array(ca.Function("J", symbols, [ca.jacobian(ca.vertcat(*dynamics.call(symbols)), symbols[q])])(*state))
    way = rng.normal(size=dynamics.nnz_in(q))
    weight = [rng.normal(size=dynamics.nnz_out(k)) for k in range(dynamics.n_out())]
    change = compile_function(directional_function(dynamics, wrt=["q"]))(*state, way)
    by_q = compile_function(adjoint_function(dynamics, wrt=["q"]))(*state, *weight)
    assert np.abs(J).max() > 1e-2
    assert_close(np.concatenate(change), J @ way, 1e-10)
    assert_close(by_q, J.T @ np.concatenate(weight), 1e-10)


def test_wrong_input_is_refused():
    with pytest.raises(InputError, match="unknown input of 'product'"):
        adjoint_function(product(), wrt=["c"])
    x = ca.MX.sym("x")
    with pytest.raises(InputError, match="expand"):
        directional_function(ca.Function("f", [x], [x]))
