"""Rough obstacles: the normal and the friction row of a contact are one block, and all solvers find what enumeration finds."""

import itertools

import numpy as np
import pytest

from elver.contact.single.newton import newton
from elver.contact.single.problem import NORMAL, PAIR, RUBBING, Problem, gauss_seidel, prox_iteration, solve_contact
from elver.contact.single.solvers import solve

SOLVED = 1e-8  # natural-map residual
CASES = ("open", "stick", "slide+", "slide-")  # the sign of friction


def natural_map(problem, P):
    """The largest |P - prox(P - gamma / g)| with g the diagonal of the operator, by NumPy alone. Contacts with friction only."""
    G = problem.B @ problem.B.T
    z = P - (problem.free + G @ P) / np.diag(G)
    normal, most = np.maximum(z[0::2], 0.0), problem.limits[1::2, 0] * P[0::2]
    return max(np.abs(P[0::2] - normal).max(), np.abs(P[1::2] - np.clip(z[1::2], -most, most)).max())


def rubbing_problem(B, free, friction):
    """Contacts that rub, one after the other: rows normal, friction, normal, .."""
    count = len(friction)
    limits = np.zeros((2 * count, 3))
    limits[1::2, 0] = friction
    return Problem(np.ascontiguousarray(B), free, np.array([NORMAL, RUBBING] * count), np.arange(2 * count), limits)


def enumerate_cases(G, free, friction):
    """All solutions, and whether the equations of all cases have positive determinants (then there is one solution)."""
    found, coherent = [], True
    for cases in itertools.product(CASES, repeat=len(friction)):
        A, right = G.copy(), -free.copy()
        for k, case in enumerate(cases):
            n, t = 2 * k, 2 * k + 1
            if case == "open":
                A[[n, t]], right[[n, t]] = np.eye(len(free))[[n, t]], 0.0
            elif case != "stick":
                A[t], right[t] = np.eye(len(free))[t], 0.0
                A[t, n] = -friction[k] if case == "slide+" else friction[k]
        determinant = np.linalg.det(A)
        coherent = coherent and determinant > 1e-9
        if abs(determinant) < 1e-9:
            continue
        P = np.linalg.solve(A, right)
        gamma = free + G @ P
        good = P[0::2].min() >= -1e-10 and gamma[0::2].min() >= -1e-10
        for k, case in enumerate(cases):
            n, t = 2 * k, 2 * k + 1
            good = good and abs(P[t]) <= friction[k] * P[n] + 1e-10
            good = good and (not case.startswith("slide") or (gamma[t] if case == "slide+" else -gamma[t]) <= 1e-10)
        if good and all(np.abs(P - other).max() > 1e-7 for other in found):
            found.append(P)
    return found, coherent


def by_all_solvers(problem):
    """Impulses by name of the solver, from nothing."""
    G = problem.B @ problem.B.T
    r = 0.5 / np.linalg.eigvalsh(G)[-1]
    found = {name: np.zeros(len(problem.free)) for name in ("auto", "gauss-seidel", "newton", "prox")}
    solve(problem, found["auto"], 1.0, SOLVED / 10, 1000, np.zeros(1, np.int64), 0)
    gauss_seidel(problem, found["gauss-seidel"], 1.0, SOLVED / 10, 20_000, 0)
    newton(problem, found["newton"], 1.0, SOLVED / 10, 1000, 0)
    prox_iteration(problem, found["prox"], 1.0, SOLVED / 10, 200_000, r, r)
    return found


@pytest.mark.parametrize(
    ("g", "friction", "expected"),
    [
        ((0.5, -2.0), 3.0, (0.0, 0.0)),  # open
        ((-2.0, 0.0), 3.0, (8 / 7, -2 / 7)),  # stick: 2 x + y = 2, x + 4 y = 0
        ((-2.0, -20.0), 1.0, (2 / 3, 2 / 3)),  # slide: x = 2 / (2 + 1), against the motion
        ((-2.0, 20.0), 1.0, (2.0, -2.0)),  # slide the other way: x = 2 / (2 - 1)
        ((-2.0, 20.0), 3.0, (4.0, -6.0)),  # locks, as friction 3 > 2 / 1: x + 4 y = -20
    ],
)
def test_a_block_by_hand(g, friction, expected):
    """Operator ((2, 1), (1, 4))."""
    assert solve_contact(2.0, 1.0, 4.0, *g, friction) == pytest.approx(expected, abs=1e-14)


def test_blocks_against_enumeration():
    """Whatever pushes the contact towards the obstacle has one solution, rough or not; what pushes it away is open."""
    random = np.random.default_rng(1)
    for _ in range(2000):
        B, g, friction = random.normal(size=(2, 3)), random.normal(size=2), random.choice([0.0, 0.3, 1.8, 3.0, 10.0])
        G = B @ B.T
        found, _ = enumerate_cases(G, g, [friction])
        P = np.array(solve_contact(G[0, 0], G[0, 1], G[1, 1], *g, friction))
        assert min(np.abs(P - other).max() for other in found) <= 1e-9 * max(1.0, np.abs(P).max())
        assert len(found) == 1 or g[0] > 0.0
        assert g[0] < 0.0 or P.tolist() == [0.0, 0.0]


def test_random_problems_against_enumeration():
    """Up to three contacts with frictions up to 3, where there is one solution for certain: all four solvers find it."""
    random, tried = np.random.default_rng(2), 0
    while tried < 60:
        count = int(random.integers(1, 4))
        B, friction = random.normal(size=(2 * count, 2 * count + 2)), random.choice([0.3, 1.0, 1.8, 3.0], count)
        B[0::2] *= random.uniform(1.0, 3.0)
        free = random.normal(size=2 * count) - np.tile([0.5, 0.0], count)
        found, coherent = enumerate_cases(B @ B.T, free, friction)
        if not coherent or len(found) != 1 or np.linalg.cond(B) > 10.0:
            continue
        tried, problem = tried + 1, rubbing_problem(B, free, friction)
        for name, P in by_all_solvers(problem).items():
            assert natural_map(problem, P) <= SOLVED, name
            np.testing.assert_allclose(P, found[0], rtol=0, atol=1e-6, err_msg=name)


def rod_problem(angle, friction, dt, speed, length=0.4, mass=1.0):
    """One end of a thin rod on a floor, sliding at ``speed`` and not turning: one step of length dt under its weight."""
    arm = -0.5 * length * np.array([np.cos(angle), np.sin(angle)])  # from the centre to the end that touches
    W = np.array([[0.0, 1.0, arm[0]], [-1.0, 0.0, arm[1]]])
    inertia = np.array([mass, mass, mass * length**2 / 12])
    u = np.array([speed, 0.0, 0.0]) + dt * np.array([0.0, -9.81, 0.0])
    return rubbing_problem(W / np.sqrt(inertia), W @ u, [friction]), mass * 9.81 * dt


@pytest.mark.parametrize("friction", [0.3, 1.8, 3.0])
@pytest.mark.parametrize("dt", [1e-3, 1e-4, 1e-5])
def test_rods_on_rough_floors(friction, dt):
    """At any angle, dragged and at rest: one solution, which all solvers find to 1e-8 of the weight times dt."""
    for angle in np.linspace(0.1, np.pi - 0.1, 15):
        for speed in (-0.5, 0.0, 0.5):
            problem, scale = rod_problem(angle, friction, dt, speed)
            wedged = friction * abs(problem.B[0] @ problem.B[1]) >= problem.B[0] @ problem.B[0]
            if wedged and speed * np.cos(angle) < 0.0:
                continue  # pushed into the floor: Painleve's paradox
            unit = Problem(problem.B, problem.free / scale, *problem[2:])  # impulses over weight times dt
            found = by_all_solvers(unit)
            for name, P in found.items():
                assert natural_map(unit, P) <= SOLVED, (name, angle, speed)
                np.testing.assert_allclose(P, found["gauss-seidel"], rtol=1e-6, atol=1e-6, err_msg=name)


def test_rough_contacts_and_friction_of_the_ground_together():
    """Pairs of the ground beside a contact that rubs: the solvers agree in the velocities."""
    random = np.random.default_rng(4)
    for _ in range(30):
        B = random.normal(size=(8, 9))
        kind, start = np.array([PAIR, PAIR, NORMAL, RUBBING, NORMAL, RUBBING]), np.array([0, 2, 4, 5, 6, 7])
        limits = np.zeros((6, 3))
        limits[:2], limits[[3, 5], 0] = 0.3, 0.8
        free = random.normal(size=8)
        free[[4, 6]] -= 1.0
        problem = Problem(B, free, kind, start, limits)
        ends = {}
        for name, P in by_all_solvers(problem).items():
            ends[name] = free + B @ (B.T @ P)
        for name, gamma in ends.items():
            np.testing.assert_allclose(gamma, ends["auto"], rtol=0, atol=1e-5, err_msg=name)
