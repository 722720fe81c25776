"""Scaling a quaternion to unit length: one machine, several side by side, variations, adjoint."""

import casadi as ca
import numpy as np
import pytest
from tolerances import ALGEBRA, assert_close

from elver.codegen.kernels.evaluate import normalise, normalise_varied, pull_back_scaling, quaternions_of
from elver.symbolic.spatial import quaternion_rotation, rotation_quaternion

PLACE, SIZE = 3, 9


@pytest.fixture
def state():
    return np.random.default_rng(2).normal(size=SIZE)


def scaled(x: np.ndarray) -> np.ndarray:
    y = x.copy()
    y[PLACE : PLACE + 4] /= np.linalg.norm(x[PLACE : PLACE + 4])
    return y


def test_unit_length_and_nothing_else_changes(state):
    found = state.copy()
    normalise(found, PLACE, 1)
    assert_close(found, scaled(state), 1e-15)


def test_without_a_quaternion_nothing_changes(state):
    found = state.copy()
    normalise(found, -1, 1)
    assert found.tobytes() == state.tobytes()


def test_machines_side_by_side_have_the_bits_of_one_alone():
    alone = np.random.default_rng(3).normal(size=(4, SIZE))
    together = np.ascontiguousarray(alone.T).ravel()
    normalise(together, PLACE, 4)
    for x in alone:
        normalise(x, PLACE, 1)
    assert together.reshape(SIZE, 4).T.tobytes() == alone.tobytes()


def jacobian(x: np.ndarray) -> np.ndarray:
    """Central differences of the scaling."""
    h = 1e-6
    return np.array([(scaled(x + h * e) - scaled(x - h * e)) / (2 * h) for e in np.eye(SIZE)]).T


def test_variations_against_differences(state):
    x, xdot = state.copy(), np.random.default_rng(4).normal(size=(3, SIZE))
    expected = xdot @ jacobian(state).T
    normalise_varied(x, xdot, PLACE)
    assert_close(x, scaled(state), 1e-15)
    assert_close(xdot, expected, 1e-8)


def test_adjoint_against_differences(state):
    sweep = np.random.default_rng(5).normal(size=SIZE)
    expected = sweep @ jacobian(state)
    pull_back_scaling(state[PLACE : PLACE + 4].copy(), PLACE, sweep)
    assert_close(sweep, expected, 1e-8)


def test_quaternions_of_rotations_are_those_of_the_plain_formula():
    """Bit by bit, over all four branches."""
    rng = np.random.default_rng(5)
    Q = rng.normal(size=(400, 4))
    Q /= np.linalg.norm(Q, axis=1, keepdims=True)
    R = np.array([np.array(ca.evalf(quaternion_rotation(ca.SX(q)))) for q in Q])
    found = np.empty((400, 4))
    quaternions_of(R.reshape(-1, 9), found)
    assert np.array_equal(found, rotation_quaternion(R))
    assert len(set(np.argmax(np.abs(found), axis=1))) == 4
    assert_close(np.abs((found * Q).sum(axis=1)), np.ones(400), ALGEBRA)
