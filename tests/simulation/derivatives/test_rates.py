"""Derivatives of the right-hand side at one state: differences, the dense Jacobian, and each other."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

from elver import Body, InputError, Joint, Model, Robot, compile_model, scenario
from elver.drive import RecordedMotion, SignalTable
from elver.forces import Morison
from elver.robot import EllipticCylinder
from elver.simulation import adjoint_derivative, directional_derivative

AGREE = 1e-10  # two modes of differentiation of one graph: rounding, with terms that cancel


@pytest.fixture(scope="module")
def eel():
    return compile_model(scenario("eel").build({"body.joints": 4}, free=["gait.amplitude", "gait.period", "water.drag_e2"]))


def some_state(program, seed=3):
    rng = np.random.default_rng(seed)
    x = program.initial_state(program.parameter_vector()) + 0.1 * rng.normal(size=program.equations.layout.size)
    return x, rng


def test_against_central_differences(eel):
    (x, rng), t, p = some_state(eel), 1.3, eel.parameter_vector()
    xdot, pdot, tdot, d = rng.normal(size=len(x)), rng.normal(size=len(p)), 0.7, 1e-6

    def f(s):
        return eel.rhs(t + s * tdot, x + s * xdot, p + s * pdot, [])

    found = directional_derivative(eel, t, x, xdot, pdot, tdot)
    assert np.abs(found).max() > 0.1
    assert_close(found, (f(d) - f(-d)) / (2 * d), 1e-6)


def test_directional_and_adjoint_are_transposes(eel):
    (x, rng), t = some_state(eel), 1.3
    xdot, pdot, w = rng.normal(size=(5, len(x))), rng.normal(size=(5, 3)), rng.normal(size=len(x))
    along = directional_derivative(eel, t, x, xdot, pdot)
    by_x, by_p = adjoint_derivative(eel, t, x, w)
    assert along.shape == xdot.shape
    assert_close(along @ w, xdot @ by_x + pdot @ by_p, AGREE)


def test_adjoint_is_the_row_of_the_jacobian(eel):
    (x, rng), t, p = some_state(eel), 0.8, eel.parameter_vector()
    w = rng.normal(size=len(x))
    assert_close(adjoint_derivative(eel, t, x, w)[0], w @ eel.jacobian(t, x, p), AGREE)


def test_signals_move_along_with_time():
    times = np.linspace(0.0, 2.0, 41)
    link = EllipticCylinder(0.2, 0.02, 0.05)
    robot = Robot("two", [Body.solid(f"b{k}", link, 1000.0) for k in range(2)], [Joint("j", "b0", "b1", d=0.2)], base="planar")
    gait = RecordedMotion(SignalTable(["j"], times, np.sin(2 * times)[:, None]))
    program = compile_model(Model("two", robot, {"water": Morison()}, gait))
    x, _ = some_state(program)

    def f(t):
        return program.rhs(t, x, [], program.signal_values(t))

    found, d = directional_derivative(program, 0.812, x, 0 * x, tdot=1.0), 1e-6
    assert np.abs(found).max() > 0.1
    assert_close(found, (f(0.812 + d) - f(0.812 - d)) / (2 * d), 1e-6)


def test_wrong_shapes_are_refused(eel):
    x, _ = some_state(eel)
    with pytest.raises(InputError, match="x has shape"):
        adjoint_derivative(eel, 0.0, x[:-1], x)
    with pytest.raises(InputError, match="pdot has shape"):
        directional_derivative(eel, 0.0, x, x, np.ones(2))
    with pytest.raises(InputError, match="xdot has shape"):
        directional_derivative(eel, 0.0, x, x[:-1])
