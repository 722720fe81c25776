"""The corrected closed form of the underwater snake robot: against a multiplier model, against the engine, and against itself.

USR = Kelasidi, Pettersen, Gravdahl, Liljebäck 2014. What the paper prints wrongly is written out here once more, and must miss.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import casadi as ca
import numpy as np
import pytest

from elver import Body, Effect, InputError, Joint, Robot, compile_function, dynamics_function
from elver.spatial import cross, skew
from elver.systems.snake.closed_form import CURRENT_LAWS, ClosedForm, SnakeFluid, closed_form
from elver.systems.snake.closed_form.expressions import Motion, load
from oracles import snake_multipliers as multipliers
from tolerances import ALGEBRA, BALANCE, ROUNDING, VISIBLE, assert_close, assert_differs, relative_error

# Rounding in models of up to 30 links that factorise different matrices, condition numbers up to 1e5.
EXACT = 1e-10
# Truncation of central differences with a step of 1e-6 on numbers of order one.
DIFFERENCES = 1e-6
SIZES = (2, 3, 5, 10, 30)
LENGTH, MASS, INERTIA = 0.14, 0.6597, 0.5 * 0.6597 * 0.07**2  # USR III-E, 2l = 0.14 m
WATER = SnakeFluid.from_section(0.03, 0.05, LENGTH)

every_size = pytest.mark.parametrize("n", SIZES)
every_law = pytest.mark.parametrize("law", CURRENT_LAWS)
every_kind = pytest.mark.parametrize("individual", [False, True], ids=["equal", "individual"])


@cache
def paper_robot(n: int = 10, fluid: SnakeFluid | None = WATER) -> ClosedForm:
    """Links of the paper."""
    return closed_form([LENGTH] * n, MASS, INERTIA, fluid)


@cache
def random_robot(n: int, individual: bool, law: str = "printed", current: bool = True) -> ClosedForm:
    """Individual links differ in length, mass, inertia and all fluid coefficients, even in the current."""
    rng = np.random.default_rng([n, individual])
    count = n if individual else 1
    sizes = np.array([0.5, 8, 0.5, 8, 0.4, 1e-3, 1e-3, 1e-3])
    streams = rng.uniform(-1, 1, (count, 2)) * current
    fluids = [
        SnakeFluid(*map(float, sizes * rng.uniform(0.3, 1.5, 8)), current=tuple(map(float, stream)), current_law=law)
        for stream in streams
    ]
    lengths, masses = rng.uniform(0.1, 0.3, count), rng.uniform(0.3, 2, count)
    inertias = masses * lengths**2 * rng.uniform(0.05, 0.2, count)
    repeat = n // count
    return closed_form(np.tile(lengths, repeat), np.tile(masses, repeat), np.tile(inertias, repeat), fluids * repeat)


@dataclass(frozen=True)
class State:
    theta: np.ndarray
    p: np.ndarray
    theta_rate: np.ndarray
    p_rate: np.ndarray
    u: np.ndarray

    @property
    def x(self) -> np.ndarray:
        return np.concatenate([self.theta, self.p, self.theta_rate, self.p_rate])

    @property
    def motion(self) -> tuple:
        return self.theta, self.theta_rate, self.p_rate


def random_states(n: int, count: int = 5) -> list[State]:
    """Link angles all round, speeds of about a metre and torques of a few newton metres."""
    rng = np.random.default_rng([n, 3])
    turn, few = np.pi * rng.uniform(-1, 1, (count, n)), rng.uniform(-3, 3, (count, 2 * n + 3))
    return [State(turn[k], few[k, :2], few[k, 2 : n + 2], few[k, n + 2 : n + 4] / 3, few[k, n + 4 :]) for k in range(count)]


def numbers(results) -> list[np.ndarray]:
    """Outputs of a CasADi function as arrays, columns as vectors."""
    return [np.array(r)[:, 0] if r.shape[1] == 1 else np.array(r) for r in results]


def accelerations(robot: ClosedForm, state: State) -> np.ndarray:
    """[theta''; p''] from the state space form."""
    return np.array(robot.state_space(state.x, state.u)).ravel()[robot.n + 2 :]


def expected_accelerations(robot: ClosedForm, state: State) -> np.ndarray:
    chain = multipliers.Chain(2 * robot.half_lengths, robot.masses, robot.inertias, robot.fluids)
    return np.concatenate(multipliers.accelerations(chain, *state.motion, state.u))


def assert_same_accelerations(value, reference, n: int) -> None:
    """Angular and linear accelerations, each against its own size."""
    assert_close(value[:n], reference[:n], EXACT)
    assert_close(value[n:], reference[n:], EXACT)


# ---- coefficients -----------------------------------------------------------------------------------------------------


def test_printed_coefficients():
    """USR III-E. The three lambdas are printed in the wrong places; they come out of (17), (20) as here."""
    assert round(WATER.c_t, 4) == round(WATER.d_t, 4) == 0.2639
    assert pytest.approx(8.4) == WATER.c_n == WATER.d_n
    assert round(WATER.mu_n, 4) == 0.3958
    assert pytest.approx(2.2988e-7, rel=3e-5) == WATER.lambda1  # printed as lambda3
    assert pytest.approx(4.3103e-4, rel=3e-5) == WATER.lambda2  # printed as lambda1
    assert pytest.approx(2.2629e-5, rel=3e-5) == WATER.lambda3  # printed as lambda2
    assert pytest.approx(MASS, rel=1e-4) == 1000 * np.pi * 0.03 * 0.05 * LENGTH


def test_printed_coefficients_need_the_small_half_axis_and_the_short_link():
    """a = 0.03 against "major diameter 2a", 2l = 0.14 against "2l = 2 x 0.14"."""
    assert SnakeFluid.from_section(0.05, 0.03, LENGTH).c_n == pytest.approx(14.0)
    assert SnakeFluid.from_section(0.03, 0.05, 2 * LENGTH).c_n == pytest.approx(16.8)


def test_physical_added_inertia_is_the_integral_of_the_added_mass():
    physical = SnakeFluid.from_section(0.03, 0.05, LENGTH, added_inertia_law="physical")
    s, ds = np.linspace(-LENGTH / 2, LENGTH / 2, 2001, retstep=True)
    assert physical.lambda1 == pytest.approx(np.sum(physical.mu_n / LENGTH * s**2) * ds, rel=1e-2)
    assert physical.lambda1 == pytest.approx(physical.mu_n * LENGTH**2 / 12)
    assert physical.lambda1 > 1000 * WATER.lambda1


def test_printed_added_inertia_has_two_lengths_too_many():
    """The same link in millimetres and tonnes: an inertia must scale as t mm^2; (17) scales as t mm^4."""
    metres, millimetres = (0.03, 0.05, LENGTH, 1000.0), (30.0, 50.0, 1000 * LENGTH, 1e-9)
    for law, power in (("physical", 2), ("printed", 4)):
        small, large = (SnakeFluid.from_section(*units, added_inertia_law=law) for units in (metres, millimetres))
        assert large.mu_n == pytest.approx(small.mu_n * 1e-3)
        assert large.lambda1 == pytest.approx(small.lambda1 * 1e-3 * 1000.0**power)


def test_without_linear_drag_the_rest_stays():
    quadratic = SnakeFluid.from_section(0.03, 0.05, LENGTH, linear=False)
    assert quadratic == replace(WATER, c_t=0.0, c_n=0.0, lambda2=0.0)


# ---- kinematics -------------------------------------------------------------------------------------------------------


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


# ---- dynamics against the multiplier model -----------------------------------------------------------------------------


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
    motion, acceleration = Motion.symbols(robot), ca.SX.sym("acceleration", n + 2)
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


# ---- what the paper prints ---------------------------------------------------------------------------------------------


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


# ---- identities -------------------------------------------------------------------------------------------------------


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


# ---- against the engine -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LumpedWater:
    """The paper's fluid as a force of the engine: everything acts at the link's centre of mass."""

    fluids: dict[str, SnakeFluid]

    def effect(self, body: Body, motion) -> Effect:
        fluid, centre = self.fluids[body.name], ca.SX(ca.DM(body.centre_of_mass))
        w, velocity = motion.angular, motion.velocity_at(centre)
        stream = motion.to_body(ca.vertcat(*fluid.current, 0))
        vt, vn = (velocity - stream)[0], (velocity - stream)[1]
        force = ca.vertcat(-(fluid.c_t + fluid.d_t * ca.fabs(vt)) * vt, -(fluid.c_n + fluid.d_n * ca.fabs(vn)) * vn, 0)
        m_a = ca.diag(ca.SX([0.0, fluid.mu_n, 0.0]))
        turning = stream if fluid.current_law == "galilean" else velocity + stream
        force = force - m_a @ cross(w, turning)
        torque = ca.vertcat(0, 0, -(fluid.lambda2 + fluid.lambda3 * ca.fabs(w[2])) * w[2])
        c = skew(centre)
        inertia = ca.blockcat([[m_a, -(m_a @ c)], [c @ m_a, ca.diag(ca.SX([0.0, 0.0, fluid.lambda1])) - c @ m_a @ c]])
        return Effect(wrench=ca.vertcat(force, torque + cross(centre, force)), inertia=inertia)


def machine(robot: ClosedForm) -> Robot:
    """The same chain as a tree: the head is the base, joint i turns link i about the rear end of link i + 1."""
    n, length = robot.n, 2 * robot.half_lengths
    bodies, joints = [], []
    for i in range(n, 0, -1):
        m, J, half = robot.masses[i - 1], robot.inertias[i - 1], robot.half_lengths[i - 1]
        centre = (0.0, 0.0, 0.0) if i == n else (-half, 0.0, 0.0)
        bodies.append(Body.central(f"link{i}", m, centre, np.diag([J / 2, J, J])))
        if i < n:
            d = -robot.half_lengths[-1] if i == n - 1 else -length[i]
            joints.append(Joint(f"joint{i}", f"link{i + 1}", f"link{i}", d=d, mode="torque"))
    return Robot("snake", bodies, joints, base="planar")


def engine_accelerations(robot: ClosedForm, tree: Robot, direct: ca.Function, state: State) -> np.ndarray:
    """[theta''; p''] of the engine, from the acceleration of its base and its joints by kinematics of points."""
    n, l = robot.n, robot.half_lengths  # noqa: E741
    X, Y = numbers(robot.link_positions(state.theta, state.p))
    velocities = np.column_stack(numbers(robot.link_velocities(*state.motion)))
    head = state.theta[-1]
    R = np.array([[np.cos(head), -np.sin(head)], [np.sin(head), np.cos(head)]])
    order = [int(name.removeprefix("joint")) - 1 for name in tree.joint_names]
    phi, phi_rate = (robot.D @ state.theta)[order], (robot.D @ state.theta_rate)[order]
    quaternion = [np.cos(head / 2), 0, 0, np.sin(head / 2)]
    twist = [*(R.T @ velocities[-1]), 0, 0, 0, state.theta_rate[-1]]
    base, joint = numbers(direct(quaternion, [X[-1], Y[-1], 0], twist, phi, phi_rate, state.u[order]))
    theta_acc, at = np.zeros(n), np.zeros((n, 2))
    theta_acc[-1] = base[5]
    at[-1] = R @ (base[:2] + state.theta_rate[-1] * np.array([-twist[1], twist[0]]))  # body components -> classical
    phi_acc = np.zeros(n - 1)
    phi_acc[order] = joint
    for i in range(n - 2, -1, -1):
        theta_acc[i] = theta_acc[i + 1] + phi_acc[i]
        at[i] = at[i + 1]
        for k in (i, i + 1):  # back to the joint, and from there to the centre of link i
            t, across = multipliers.axes(state.theta[k])
            at[i] -= l[k] * (theta_acc[k] * across - state.theta_rate[k] ** 2 * t)
    return np.append(theta_acc, robot.masses @ at / robot.masses.sum())


@every_size
@every_kind
def test_engine_agrees_in_a_vacuum(n, individual):
    wet = random_robot(n, individual)
    robot = closed_form(2 * wet.half_lengths, wet.masses, wet.inertias)
    tree = machine(robot)
    direct = dynamics_function(tree, "direct")
    for state in random_states(n):
        ours, engine = accelerations(robot, state), engine_accelerations(robot, tree, direct, state)
        assert_close(engine[:n], ours[:n], EXACT)
        assert_close(engine[n:], ours[n:], EXACT, scale=np.max(np.abs(ours)) * LENGTH)  # zero: momentum is conserved


@every_size
@every_kind
@every_law
def test_engine_agrees_in_water(n, individual, law):
    robot = random_robot(n, individual, law)
    tree = machine(robot)
    water = LumpedWater({f"link{i}": fluid for i, fluid in enumerate(robot.fluids, start=1)})
    direct = dynamics_function(tree, "direct", {"water": water})
    for state in random_states(n):
        assert_same_accelerations(engine_accelerations(robot, tree, direct, state), accelerations(robot, state), n)


# ---- bad input --------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mu_n": -0.1}, "coefficient mu_n = -0.1"),
        ({"c_t": np.inf}, "coefficient c_t = inf"),
        ({"current": (0.1, 0.1, 0.0)}, "two finite numbers"),
        ({"current": (0.1, np.nan)}, "two finite numbers"),
        ({"current": None}, "two finite numbers"),
        ({"current_law": "galilei"}, "Did you mean 'galilean'"),
    ],
)
def test_bad_fluids_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        replace(WATER, **change)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"half_height": 0.0}, "half_height = 0.0"),
        ({"length": -0.14}, "length = -0.14"),
        ({"friction": -0.01}, "friction = -0.01"),
        ({"added_inertia_law": "real"}, "unknown added-inertia law 'real'"),
    ],
)
def test_bad_sections_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        SnakeFluid.from_section(**{"half_height": 0.03, "half_width": 0.05, "length": LENGTH, **change})


def test_bad_point_of_linearisation_is_refused():
    with pytest.raises(InputError, match="state x has 24 numbers; a robot of 3 links needs 10"):
        paper_robot(3).linearise(np.zeros(24), np.zeros(2))
    with pytest.raises(InputError, match="torques u has 3 numbers"):
        paper_robot(3).linearise(np.zeros(10), np.zeros(3))
