"""Identities of the closed form, and what the paper prints wrongly: written out here once more, it must miss.

USR = Kelasidi, Pettersen, Gravdahl, Liljebäck 2014.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import casadi as ca
import numpy as np
import pytest
from closed_forms import (
    DIFFERENCES,
    EXACT,
    INERTIA,
    LENGTH,
    MASS,
    WATER,
    State,
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
from tolerances import ALGEBRA, BALANCE, ROUNDING, VISIBLE, assert_close, assert_differs, relative_error

from elver.systems.snake.closed_form import CURRENT_LAWS, ClosedForm, closed_form


def printed_accelerations(robot: ClosedForm, state: State, H) -> np.ndarray:
    """theta'' from (36)-(39) and p'' from (32) with (10), as printed, for equal links."""
    fluid, K, V, l = robot.fluids[0], robot.K, robot.V / MASS, LENGTH / 2  # noqa: E741
    s, c, rate, n = np.sin(state.theta), np.cos(state.theta), state.theta_rate, robot.n
    S, C, mu = np.diag(s), np.diag(c), fluid.mu_n * np.eye(n)
    M = INERTIA * np.eye(n) + MASS * l**2 * (S @ V @ S + C @ V @ C) + fluid.lambda1 * np.eye(n)
    M += l**2 * (S @ K @ mu @ (S @ S @ H @ S + S @ C @ H @ C) + C @ K @ mu @ (S @ C @ H @ S + C @ C @ H @ C))  # (37)
    W = MASS * l**2 * (S @ V @ C - C @ V @ S)
    W += l**2 * (S @ K @ mu @ (S @ S @ H @ C - S @ C @ H @ S) + C @ K @ mu @ (S @ C @ H @ C - C @ C @ H @ S))  # (38)
    Vx, Vy = fluid.current
    V = fluid.lambda2 * np.eye(n) - l * S @ K @ mu @ S @ (C * Vx + S * Vy) - l * C @ K @ mu @ C @ (C * Vx + S * Vy)  # (39)
    X_rate, Y_rate = numbers(robot.link_velocities(*state.motion))
    vt, vn = c * (X_rate - Vx) + s * (Y_rate - Vy), c * (Y_rate - Vy) - s * (X_rate - Vx)  # (27)
    ft, fn = -fluid.c_t * vt - fluid.d_t * vt * abs(vt), -fluid.c_n * vn - fluid.d_n * vn * abs(vn)
    fx, fy = c * ft - s * fn, s * ft + c * fn  # (25), (26)
    right = robot.D.T @ state.u - W @ rate**2 - V @ rate - fluid.lambda3 * abs(rate) * rate
    acc = np.linalg.solve(M, right + l * S @ K @ fx - l * C @ K @ fy)  # (36)
    X_acc, Y_acc = l * H @ (c * rate**2 + s * acc), l * H @ (s * rate**2 - c * acc)  # (10)
    normal = fluid.mu_n * (c * Y_acc - s * X_acc + (c * Vx + s * Vy) * rate)  # (24)
    return np.append(acc, [np.sum(fx + s * normal), np.sum(fy - c * normal)] / (n * np.array(MASS)))  # (32)


@every_size
def test_inverse_in_printed_accelerations_does_not_exist(n):
    """(10): 1 - e e^T / n is a projector of rank n - 1, and the pseudo-inverse leaves H = K^T."""
    robot = paper_robot(n)
    projector = np.eye(n) - np.ones((n, n)) / n
    assert np.linalg.matrix_rank(projector) == n - 1
    assert_close(projector @ projector, projector, ALGEBRA)
    assert_close(np.linalg.pinv(projector) @ robot.K.T, robot.K.T, ROUNDING)


@every_size
def test_printed_form_is_right_without_added_mass(n):
    """The same equations then, so what is compared below is the paper's model and not a slip of this transcription."""
    robot = paper_robot(n, replace(WATER, mu_n=0.0, current=(0.1, -0.2)))
    for state in random_states(n):
        assert_same_accelerations(printed_accelerations(robot, state, robot.K.T), expected_accelerations(robot, state), n)


@every_size
def test_printed_form_loses_the_motion_of_the_centre_of_mass(n):
    """(10), (32), (36) with H = K^T: per cent in theta'', tens of per cent in p''; the corrected form is exact."""
    robot = paper_robot(n, replace(WATER, current=(0.1, 0.1)))
    errors = []
    for state in random_states(n, 20):
        exact, printed = expected_accelerations(robot, state), printed_accelerations(robot, state, robot.K.T)
        errors.append([relative_error(printed[k], exact[k]) for k in (slice(n), slice(n, n + 2))])
        assert_same_accelerations(accelerations(robot, state), exact, n)
    theta_error, p_error = np.array(errors).T
    assert np.max(theta_error) > 0.01
    assert np.median(p_error) > 0.1


def closed_loop(robot: ClosedForm, sign: float, kp: float = 200.0, kd: float = 50.0) -> np.ndarray:
    """Eigenvalues [1/s] of the straight robot at rest under (43), with joint angles sign * D theta."""
    n = robot.n
    A, B = robot.linearise(np.zeros(2 * n + 4), np.zeros(n - 1))
    gain = np.zeros((n - 1, 2 * n + 4))
    gain[:, :n], gain[:, n + 2 : 2 * n + 2] = -kp * sign * robot.D, -kd * sign * robot.D
    return np.linalg.eigvals(A + B @ gain)


def test_sign_of_joint_angles_decides_stability():
    """phi = D theta: stable, but for place and heading, which nothing holds. The order of indices of (1): 1.2e5 1/s."""
    right, wrong = closed_loop(paper_robot(), +1.0), closed_loop(paper_robot(), -1.0)
    assert np.max(right.real) < 1e-6
    assert np.sum(np.abs(right) < 1e-6) == 3
    assert np.max(wrong.real) > 1e4


@pytest.mark.parametrize("n", [2, 3, 10])
@every_kind
@every_law
def test_power_identity_in_still_water(n, individual, law):
    """Rate of the energy of links and water = joints' power - drag - what the printed added-mass law takes.

    -mu n (n . p'') works at -d/dt(mu vn^2 / 2) - mu theta' vt vn, as n turns; the galilean law has no such surplus.
    """
    robot = random_robot(n, individual, law, current=False)
    visible = []
    for state in random_states(n):
        rate, drag, surplus = energy_terms(robot)(state.x, state.u)
        terms = [float(state.u @ robot.D @ state.theta_rate), -float(drag), -float(surplus) * (law == "printed")]
        assert_close(float(rate), sum(terms), BALANCE, scale=sum(map(abs, terms)))
        assert float(drag) > 0
        visible.append(abs(float(surplus)) / max(map(abs, terms)))
    assert max(visible) > VISIBLE


@cache
def energy_terms(robot: ClosedForm) -> ca.Function:
    """(x, u) -> rate of the kinetic energy, drag power, work of the turning normals [W]."""
    n = robot.n
    x, u = ca.SX.sym("x", 2 * n + 4), ca.SX.sym("u", n - 1)
    theta, rate, p_rate = x[:n], x[n + 2 : 2 * n + 2], x[2 * n + 2 :]
    X, Y = robot.link_velocities(theta, rate, p_rate)
    vt, vn = ca.cos(theta) * X + ca.sin(theta) * Y, ca.cos(theta) * Y - ca.sin(theta) * X
    k = {name: ca.DM(robot.coefficients(name)) for name in ("c_t", "c_n", "d_t", "d_n", "mu_n", "lambda1", "lambda2", "lambda3")}
    rotary = (ca.DM(robot.inertias) + k["lambda1"]) * rate**2
    energy = ca.sum1(ca.DM(robot.masses) * (X**2 + Y**2) + k["mu_n"] * vn**2 + rotary) / 2
    drag = [
        (k[a] + k[b] * ca.fabs(v)) * v**2 for a, b, v in (("c_t", "d_t", vt), ("c_n", "d_n", vn), ("lambda2", "lambda3", rate))
    ]
    surplus = ca.sum1(k["mu_n"] * rate * vt * vn)
    return ca.Function("energy", [x, u], [ca.jtimes(energy, x, robot.state_space(x, u)), ca.sum1(sum(drag)), surplus])


@pytest.mark.parametrize("n", [2, 10])
def test_momentum_is_conserved_in_a_vacuum(n):
    """Joint torques turn the links and change neither the impulse nor the moment of momentum."""
    robot = closed_form(np.linspace(0.1, 0.2, n), np.linspace(1, 2, n), np.linspace(1e-3, 2e-3, n))
    x, u = ca.SX.sym("x", 2 * n + 4), ca.SX.sym("u", n - 1)
    theta, p, rate, p_rate = x[:n], x[n : n + 2], x[n + 2 : 2 * n + 2], x[2 * n + 2 :]
    (X, Y), (X_rate, Y_rate) = robot.link_positions(theta, p), robot.link_velocities(theta, rate, p_rate)
    spin = ca.sum1(ca.DM(robot.masses) * (X * Y_rate - Y * X_rate) + ca.DM(robot.inertias) * rate)
    spin_rate = ca.Function("spin", [x, u], [ca.jtimes(spin, x, robot.state_space(x, u))])
    for state in random_states(n):
        acceleration = accelerations(robot, state)
        size = np.max(np.abs(acceleration[:n]))
        assert size > 1
        assert np.max(np.abs(acceleration[n:])) < ROUNDING * size
        assert abs(float(spin_rate(state.x, state.u))) < ROUNDING * size


@pytest.mark.parametrize("n", [2, 5, 10])
@every_kind
def test_galilean_law_knows_the_relative_velocity_only(n, individual):
    """Robot and water carried along together: the galilean law notices nothing, the printed one does."""
    carried = (0.7, -0.4)
    for law in CURRENT_LAWS:
        still = random_robot(n, individual, law)
        fluids = [replace(f, current=tuple(np.add(f.current, carried))) for f in still.fluids]
        moving = closed_form(2 * still.half_lengths, still.masses, still.inertias, fluids)
        for state in random_states(n, 3):
            before = accelerations(still, state)
            together = accelerations(moving, replace(state, p_rate=state.p_rate + carried))
            water_alone = accelerations(moving, state)
            assert_differs(water_alone[n:], before[n:])
            if law == "galilean":
                assert_same_accelerations(together, before, n)
            else:
                assert_differs(together[n:], before[n:])


def test_turned_world_turns_the_acceleration():
    """All angles, velocities and the current turned by one angle."""
    n, angle = 5, 0.8
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    here = random_robot(n, True)
    turned_water = [replace(f, current=tuple(R @ f.current)) for f in here.fluids]
    there = closed_form(2 * here.half_lengths, here.masses, here.inertias, turned_water)
    for state in random_states(n):
        turned = replace(state, theta=state.theta + angle, p_rate=R @ state.p_rate)
        a, b = accelerations(here, state), accelerations(there, turned)
        assert_same_accelerations(b, np.append(a[:n], R @ a[n:]), n)


@pytest.mark.parametrize("n", [2, 3, 10])
@every_law
def test_linearisation_equals_central_differences(n, law):
    robot = random_robot(n, True, law)
    (state,) = random_states(n, 1)
    A, B = robot.linearise(state.x, state.u)
    h, z = 1e-6, np.append(state.x, state.u)

    def f(z):
        return np.array(robot.state_space(z[: 2 * n + 4], z[2 * n + 4 :])).ravel()

    slopes = np.column_stack([(f(z + h * e) - f(z - h * e)) / (2 * h) for e in np.eye(len(z))])
    assert_close(A, slopes[:, : 2 * n + 4], DIFFERENCES)
    assert_close(B, slopes[:, 2 * n + 4 :], DIFFERENCES)


def test_linearisation_equals_direct_differentiation():
    """The implicit derivative against CasADi's Jacobian of the whole state space graph, also at rest, where |v|v is flat."""
    robot = random_robot(4, True)
    x, u = ca.SX.sym("x", 12), ca.SX.sym("u", 3)
    F = robot.state_space(x, u)
    direct = ca.Function("direct", [x, u], [ca.jacobian(F, x), ca.jacobian(F, u)])
    (state,) = random_states(4, 1)
    for point in (state.x, np.zeros(12)):
        for value, reference in zip(robot.linearise(point, state.u), direct(point, state.u), strict=True):
            assert_close(value, np.array(reference), EXACT)
