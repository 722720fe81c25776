"""The corrected closed form of the underwater snake robot: kinematics, and dynamics against a multiplier model."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from closed_forms import (
    EXACT,
    INERTIA,
    LENGTH,
    MASS,
    WATER,
    accelerations,
    assert_same_accelerations,
    every_kind,
    every_law,
    every_size,
    expected_accelerations,
    numbers,
    paper_robot,
    random_robot,
    random_states,
)
from tolerances import ROUNDING, assert_close

from elver import InputError
from elver.codegen import compile_function
from elver.forces import GroundFriction
from elver.systems.snake.closed_form import ClosedForm, RobotMotion, SnakeFluid, closed_form, load
from oracles import snake_multipliers as multipliers


@every_size
@every_kind
def test_positions_obey_joints_and_centre_of_mass(n, individual):
    """(4), (6)-(8)"""
    robot = random_robot(n, individual)
    for state in random_states(n):
        X, Y = numbers(robot.link_positions(state.theta, state.p))
        l = robot.half_lengths  # noqa: E741
        assert_close(robot.D @ X, -robot.A @ (l * np.cos(state.theta)), ROUNDING)
        assert_close(robot.D @ Y, -robot.A @ (l * np.sin(state.theta)), ROUNDING)
        assert_close(robot.masses @ np.column_stack([X, Y]) / robot.masses.sum(), state.p, ROUNDING, scale=1.0)


@every_size
@every_kind
def test_velocities_are_the_rates_of_positions(n, individual):
    """(9)"""
    robot = random_robot(n, individual)
    theta, p, theta_rate, p_rate = (ca.SX.sym(s, k) for s, k in (("a", n), ("b", 2), ("c", n), ("d", 2)))
    rates = [ca.jtimes(z, theta, theta_rate) + ca.jtimes(z, p, p_rate) for z in robot.link_positions(theta, p)]
    differentiated = ca.Function("rates", [theta, theta_rate, p_rate], rates)
    chain = multipliers.Chain(2 * robot.half_lengths, robot.masses, robot.inertias, robot.fluids)
    for state in random_states(n):
        velocities = np.column_stack(numbers(robot.link_velocities(*state.motion)))
        assert_close(velocities, np.column_stack(numbers(differentiated(*state.motion))), ROUNDING)
        assert_close(velocities, multipliers.link_velocities(chain, *state.motion), ROUNDING)


@every_size
def test_matrices_of_equal_links_are_those_of_the_paper(n):
    """K and V of USR II-A."""
    robot = paper_robot(n)
    D, A = robot.D, robot.A
    assert_close(robot.K, A.T @ np.linalg.inv(D @ D.T) @ D, ROUNDING)
    assert_close(robot.V, MASS * A.T @ np.linalg.inv(D @ D.T) @ A, ROUNDING)


@every_size
def test_matrices_of_individual_links(n):
    """The mass-weighted K and V, by their definitions."""
    robot = random_robot(n, True)
    D, A, M = robot.D, robot.A, np.diag(robot.masses)
    inner = np.linalg.inv(D @ np.linalg.inv(M) @ D.T)
    assert_close(robot.K, A.T @ inner @ D @ np.linalg.inv(M), ROUNDING)
    assert_close(robot.V, A.T @ inner @ A, ROUNDING)


def test_heading_speed_and_joint_angles():
    """(2), (5), and phi_i = theta_i - theta_(i+1)"""
    robot = paper_robot(3)
    theta = np.array([0.1, 0.4, 1.0])
    assert float(robot.heading(theta)) == pytest.approx(0.5)
    assert float(robot.forward_speed(theta, [np.cos(0.5), np.sin(0.5)])) == pytest.approx(1.0)
    assert np.array(robot.joint_angles(theta)).ravel() == pytest.approx([-0.3, -0.6])
    assert np.array(robot.joint_angles(theta)).ravel() == pytest.approx(robot.D @ theta)


@every_size
@every_kind
@every_law
def test_accelerations_equal_the_multiplier_model(n, individual, law):
    robot = random_robot(n, individual, law)
    for state in random_states(n):
        assert_same_accelerations(accelerations(robot, state), expected_accelerations(robot, state), n)


@every_size
@every_kind
@every_law
def test_theta_equation_holds(n, individual, law):
    """(36), corrected, with the accelerations of the multiplier model."""
    robot = random_robot(n, individual, law)
    for state in random_states(n):
        M, W, V, drag = numbers(robot.theta_equation(*state.motion))
        rate, acc = state.theta_rate, expected_accelerations(robot, state)[:n]
        lambda3 = robot.coefficients("lambda3")
        left = M @ acc + W @ rate**2 + V @ rate + lambda3 * np.abs(rate) * rate + drag
        assert_close(left, robot.D.T @ state.u, EXACT, scale=np.max(np.abs(M) @ np.abs(acc)))


@every_size
@every_kind
@every_law
def test_load_of_the_accelerations_is_what_the_joints_give(n, individual, law):
    """The same equations in O(n) operations, which ``linearisation`` differentiates."""
    robot = random_robot(n, individual, law)
    motion, acceleration = RobotMotion.symbols(robot), ca.SX.sym("acceleration", n + 2)
    loads = ca.Function("loads", [*motion.state.values(), acceleration], [load(motion, acceleration)])
    for state in random_states(n, 2):
        acc = expected_accelerations(robot, state)
        (value,) = numbers([loads(*state.motion, acc)])
        full, _ = numbers(robot.full_equation(*state.motion, state.u))
        assert_close(value, np.append(robot.D.T @ state.u, [0.0, 0.0]), EXACT, scale=np.max(np.abs(full) @ np.abs(acc)))


@every_size
@every_kind
def test_theta_equation_is_the_schur_complement(n, individual):
    """M_theta from the full matrix; both symmetric and positive definite."""
    robot = random_robot(n, individual)
    for state in random_states(n):
        full, _ = numbers(robot.full_equation(*state.motion, state.u))
        M, *_ = numbers(robot.theta_equation(*state.motion))
        across = full[:n, n:]
        assert_close(M, full[:n, :n] - across @ np.linalg.inv(full[n:, n:]) @ across.T, ROUNDING)
        for matrix in (full, M):
            assert np.array_equal(matrix, matrix.T)
            assert np.linalg.eigvalsh(matrix)[0] > 0


@every_size
def test_added_mass_couples_links_as_the_dense_products_say(n):
    """The sums in O(n^2) against N and B written out: G^T N G."""
    robot = random_robot(n, True)
    for state in random_states(n, 2):
        B, N, E = dense_matrices(robot, state.theta)
        G = np.hstack([B, E])
        rotary = np.diag([*(robot.inertias + robot.coefficients("lambda1")), 0.0, 0.0])
        full, _ = numbers(robot.full_equation(*state.motion, state.u))
        assert_close(full, rotary + G.T @ N @ G, ROUNDING)


def dense_matrices(robot: ClosedForm, theta):
    """B, N and E of the module's docstring."""
    S, C, L = np.diag(np.sin(theta)), np.diag(np.cos(theta)), np.diag(robot.half_lengths)
    M, mu, e = np.diag(robot.masses), np.diag(robot.coefficients("mu_n")), np.ones((robot.n, 1))
    B = np.vstack([robot.K.T @ L @ S, -robot.K.T @ L @ C])
    N = np.block([[M + mu @ S @ S, -mu @ S @ C], [-mu @ S @ C, M + mu @ C @ C]])
    return B, N, np.kron(np.eye(2), e)


@pytest.mark.parametrize("n", [3, 10])
def test_native_code_gives_the_same_numbers(n):
    robot = random_robot(n, True)
    (state,) = random_states(n, 1)
    assert_close(compile_function(robot.state_space)(state.x, state.u), np.array(robot.state_space(state.x, state.u)), EXACT)
    native, graph = compile_function(robot.theta_equation)(*state.motion), numbers(robot.theta_equation(*state.motion))
    for value, reference in zip(native, graph, strict=True):
        assert_close(value, reference, ROUNDING)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.14], 1.0, 1e-3), "two links or more"),
        ((0.14, 1.0, 1e-3), "two links or more"),
        (([0.14, 0.0], 1.0, 1e-3), "length of link 2 = 0"),
        (([0.14, 0.14], -1.0, 1e-3), "mass of link 1 = -1.0"),
        (([0.14, 0.14], [1.0, np.nan], 1e-3), "mass of link 2 = nan"),
        (([0.14, 0.14], "heavy", 1e-3), "mass of link 1 = 'heavy'"),
        (([0.14, 0.14], [1.0, 1.0, 1.0], 1e-3), "mass: 3 values for 2 links"),
        (([0.14, 0.14], 1.0, [1e-3]), "moment of inertia: 1 values for 2 links"),
        (([0.14, 0.14], 1.0, 0.0), "moment of inertia of link 1 = 0"),
        (([0.14, 0.14], 1.0, 1e-3, [WATER]), "1 fluids for 2 links"),
        (([0.14, 0.14], 1.0, 1e-3, [WATER, None]), "one SnakeFluid for all links"),
    ],
)
def test_bad_robots_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        closed_form(*arguments)


def test_bad_point_of_linearisation_is_refused():
    with pytest.raises(InputError, match="state x has 24 numbers; a robot of 3 links needs 10"):
        paper_robot(3).linearise(np.zeros(24), np.zeros(2))
    with pytest.raises(InputError, match="torques u has 3 numbers"):
        paper_robot(3).linearise(np.zeros(10), np.zeros(3))


LAWS = (GroundFriction(1.0, 20.0), GroundFriction(0.3, 4.0, 0.1, 0.4, slip_speed=0.05, points=4))


def numbers_of(law: GroundFriction) -> tuple:
    return law.viscous_t, law.viscous_n, law.coulomb_t, law.coulomb_n, law.slip_speed, law.gravity, law.points


@every_size
@pytest.mark.parametrize("amphibious", [False, True], ids=["on land", "half in water"])
@pytest.mark.parametrize("law", LAWS, ids=["viscous", "coulomb"])
def test_ground_friction_against_multipliers(n, amphibious, law):
    """Remark 4: friction in place of drag, on all links or on those that have not reached the water."""
    wet = random_robot(n, True)
    grounds = tuple(law if i < n // 2 or not amphibious else None for i in range(n))
    fluids = tuple(SnakeFluid() if ground is not None else fluid for ground, fluid in zip(grounds, wet.fluids, strict=True))
    robot = closed_form(2 * wet.half_lengths, wet.masses, wet.inertias, fluids, grounds)
    chain = multipliers.Chain(
        2 * robot.half_lengths, robot.masses, robot.inertias, fluids, tuple(g and numbers_of(g) for g in grounds)
    )
    bare = closed_form(2 * wet.half_lengths, wet.masses, wet.inertias, fluids)
    for state in random_states(n):
        wanted = np.concatenate(multipliers.accelerations(chain, *state.motion, state.u))
        assert_same_accelerations(accelerations(robot, state), wanted, n)
        M, W, V, drag = numbers(robot.theta_equation(*state.motion))
        lambda3 = robot.coefficients("lambda3") * np.abs(state.theta_rate) * state.theta_rate
        left = M @ wanted[:n] + W @ state.theta_rate**2 + V @ state.theta_rate + lambda3 + drag
        assert_close(left, robot.D.T @ state.u, EXACT, scale=np.abs(M @ wanted[:n]).max() + np.abs(drag).max())
        assert np.abs(accelerations(bare, state) - wanted).max() > 1e-3 * np.abs(wanted).max()


def test_friction_on_land_takes_power_by_its_own_account():
    """d/dt of the kinetic energy is the motors' power less what friction takes, and that is never negative."""
    robot = closed_form([LENGTH] * 4, MASS, INERTIA, None, LAWS[1])
    for state in random_states(4):
        a = accelerations(robot, state)
        M, W, _, _ = numbers(robot.theta_equation(*state.motion))
        chain = multipliers.Chain(2 * robot.half_lengths, robot.masses, robot.inertias, robot.fluids)
        velocities = multipliers.link_velocities(chain, *state.motion)
        taken = 0.0
        grounded = replace(chain, grounds=(numbers_of(LAWS[1]),) * 4)
        for i in range(4):
            load = multipliers.ground_load(grounded, i, state.theta[i], state.theta_rate[i], velocities[i])
            taken -= load @ np.array([*velocities[i], state.theta_rate[i]])
        power = state.theta_rate @ (M @ a[:4] + W @ state.theta_rate**2) + MASS * 4 * state.p_rate @ a[4:]
        assert taken > 0
        assert power == pytest.approx(state.u @ (robot.D @ state.theta_rate) - taken, rel=1e-9)


def test_grounds_are_checked():
    with pytest.raises(InputError, match="2 grounds for 3 links"):
        closed_form([LENGTH] * 3, MASS, INERTIA, None, [None, None])
    with pytest.raises(InputError, match="GroundFriction"):
        closed_form([LENGTH] * 2, MASS, INERTIA, None, [SnakeFluid(), None])
