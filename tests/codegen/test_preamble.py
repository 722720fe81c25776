"""The two parts of a function against the whole, and in a compiled program."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from tolerances import ALGEBRA, ROUNDING, assert_close

import elver
from elver.codegen import compile_function
from elver.codegen.compiler import compile_split
from elver.codegen.instructions import split
from elver.simulation.trajectory import system_of

FREE = ["body.link_length", "body.half_width", "body.density", "water.density"]


def example() -> ca.Function:
    """A function whose outputs hold a value of every kind: of p alone, of x alone, of both, a constant, p itself."""
    x, p = ca.SX.sym("x", 3), ca.SX.sym("p", 2)
    mass = ca.sin(p[0]) * ca.exp(p[1]) + p[0] ** 2
    y = ca.vertcat(mass * x[0], x[1] * x[2], ca.fmax(p[0], p[1]) / (1 + mass), 3, p[1], ca.if_else(p[0] > 0, x[0], mass))
    M = ca.blockcat([[mass, x[0]], [p[0] * x[1], -ca.sqrt(1 + p[1] ** 2)]])
    return ca.Function("f", [x, p], [y, ca.densify(M)], ["x", "p"], ["y", "M"])


def test_the_parts_make_the_whole():
    f = example()
    parts = split(f)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        x, p = rng.standard_normal(3), rng.standard_normal(2)
        for whole, again in zip(f(x, p), parts.main(x, parts.constants(p)), strict=True):
            assert_close(np.array(again), np.array(whole), ALGEBRA)


def test_nothing_of_p_alone_is_left():
    """Every operation of the main part depends on another input."""
    assert split(split(example()).main) is None


def test_inputs_stand_at_the_beginning_as_they_are():
    """What c holds besides depends on the other parameters alone."""
    f = example()
    parts = split(f, keep=(1,))
    x, p, other = np.array([0.1, 0.2, 0.3]), np.array([0.4, -0.5]), np.array([0.4, 0.8])
    c = parts.constants(p)
    c[0] = 0.8
    assert np.array_equal(c, parts.constants(other))
    for whole, again in zip(f(x, other), parts.main(x, c), strict=True):
        assert_close(np.array(again), np.array(whole), ALGEBRA)
    native = compile_split(f, inputs=(1,))
    assert native.input_slots([1]).tolist() == [0]
    assert compile_function(f).input_slots([1]).tolist() == [1]
    with pytest.raises(elver.InputError, match="parameter 0 is no input"):
        native.input_slots([0])


def test_what_has_little_of_p_alone_stays_whole():
    x, p = ca.SX.sym("x", 50), ca.SX.sym("p")
    assert split(ca.Function("f", [x, p], [p * x], ["x", "p"], ["y"])) is None
    assert split(ca.Function("f", [x], [x**2], ["x"], ["y"])) is None
    assert split(ca.Function("f", [x, ca.SX(0, 1)], [x**2], ["x", "p"], ["y"])) is None


def test_native_code_takes_parameters_by_hand():
    f = example()
    native, plain = compile_split(f), compile_function(f)
    x, p = np.array([0.1, 0.2, 0.3]), np.array([0.4, -0.5])
    assert native.split is not None
    assert plain.split is None
    for own, other in zip(native(x, p), plain(x, p), strict=True):
        assert_close(own, other, ALGEBRA)
    with pytest.raises(elver.InputError, match="input 'p' has 3 numbers, expected 2"):
        native(x, np.zeros(3))


@pytest.fixture(scope="module")
def program():
    return elver.compile_model(elver.scenario("eel").build({"body.joints": 3}, free=FREE))


def test_a_program_is_split_and_agrees_with_its_graph(program):
    p, t = program.parameter_vector({"body.link_length": 0.15}), 0.4
    x = program.initial_state(p) + 0.01
    u = program.signal_values(t)
    assert program.rhs.split is not None
    assert len(system_of(program, p).p) == program.rhs.split.preamble.nnz_out(0) > len(p)
    assert_close(program.rhs(t, x, p, u), np.array(program.equations.rhs(t, x, p, u)).ravel(), ROUNDING)
    assert_close(program.outputs(t, x, p, u), np.array(program.equations.outputs(t, x, p, u)).ravel(), ROUNDING)


def test_the_tangent_takes_parameters_by_hand_too(program):
    p, t = program.parameter_vector({"body.link_length": 0.15}), 0.4
    x, u = program.initial_state(p) + 0.01, program.signal_values(t)
    seeds = 1.0, np.random.default_rng(2).standard_normal(len(x)), np.zeros(len(u))
    assert_close(program.tangent(t, x, p, u, *seeds), np.array(program.tangent_graph(t, x, p, u, *seeds)).ravel(), ALGEBRA)


def test_stiff_methods_linearise_the_split_code(program):
    """Rodas takes f and df/dx with the same constants: it agrees with an explicit method of small steps."""
    values = {"body.link_length": 0.15, "body.density": 900.0}
    runs = [
        elver.simulate(program, 0.3, solver=elver.Solver(dt=dt, method=m), parameters=values, progress=False)
        for m, dt in (("rodas", 1e-3), ("rk4", 1e-3))
    ]
    states = [run.data.state.values[-1] for run in runs]
    assert np.abs(states[1]).max() > 0
    assert_close(states[0], states[1], 1e-6)
