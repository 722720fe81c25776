"""The contact problem of one step: two solvers, closed forms, and the residual that judges them."""

import numpy as np
import pytest
from tolerances import ALGEBRA, ROUNDING, VISIBLE

from elver.contact.single.newton import newton
from elver.contact.single.problem import Problem, factor, gauss_seidel, prox_iteration, residual
from elver.contact.single.solvers import solve

NORMAL, PAIR, RUB = 0, 1, 2
TOLERANCE = 1e-12
MOST = 200_000


class Case:
    """A contact problem: operator G, free velocities, kinds and limits of its blocks."""

    def __init__(self, G, free, kinds, limits):
        self.G, self.free = np.array(G, dtype=float), np.array(free, dtype=float)
        self.kind = np.array(kinds, dtype=np.int64)
        widths = [2 if k == PAIR else 1 for k in kinds]
        self.start = np.concatenate([[0], np.cumsum(widths)[:-1]]).astype(np.int64)
        self.limits = np.array(limits, dtype=float).reshape(len(kinds), 3)

    @property
    def parts(self):
        return Problem(factor(self.G), self.free, self.kind, self.start, self.limits)

    def residual(self, P):
        return residual(self.parts, np.array(P, dtype=float), 1.0)

    def solve(self, P=None):
        """Impulses by the fast solver, and the iterations used."""
        P = np.zeros(len(self.free)) if P is None else P.copy()
        return P, solve(self.parts, P, 1.0, TOLERANCE, MOST, np.zeros(1, dtype=np.int64), 0)

    def sweep(self, P=None):
        """Impulses by Gauss-Seidel alone, and the sweeps used."""
        P = np.zeros(len(self.free)) if P is None else P.copy()
        sweeps, good = gauss_seidel(self.parts, P, 1.0, TOLERANCE, MOST, 0)
        return P, sweeps if good else MOST + 1

    def newton(self):
        """Impulses by Newton's method alone, and whether it converged."""
        P = np.zeros(len(self.free))
        return P, newton(self.parts, P, 1.0, TOLERANCE, MOST, 0)[1]

    def solve_by_prox(self):
        """Impulses by the published iteration with r = 1/largest eigenvalue."""
        P, r = np.zeros(len(self.free)), 1 / np.linalg.eigvalsh(self.G)[-1]
        return P, prox_iteration(self.parts, P, 1.0, TOLERANCE, MOST, r, r)

    def velocity(self, P):
        return self.free + self.G @ P


def random_problem(seed, kinds=None):
    """G = A A^T + a little on the diagonal; blocks of all kinds, or those given."""
    rng = np.random.default_rng(seed)
    if kinds is None:
        kinds = [k for _ in range(rng.integers(1, 6)) for k in ((NORMAL,), (PAIR,), (NORMAL, RUB))[rng.integers(3)]]
    rows = sum(2 if k == PAIR else 1 for k in kinds)
    A = rng.standard_normal((rows, rows))
    limits = [rng.uniform(0.1, 2, 3) if k == PAIR else (0.3, 0, 0) for k in kinds]
    return Case(A @ A.T + 0.3 * np.eye(rows), 2 * rng.standard_normal(rows), kinds, limits)


def smooth_problem(seed):
    """Without friction on obstacles the laws are those of a convex problem: one velocity solves them."""
    rng = np.random.default_rng(seed)
    return random_problem(seed + 1000, [int(k) for k in rng.integers(0, 2, rng.integers(1, 7))])


def check_laws(problem, P):
    """Every block by its own law, written out: complementarity, the set, and sliding against the force."""
    gamma = problem.velocity(P)
    for kind, i, (ahead, behind, across) in zip(problem.kind, problem.start, problem.limits, strict=True):
        if kind == NORMAL:
            assert P[i] >= 0
            assert gamma[i] >= -1e-9
            assert abs(P[i] * gamma[i]) <= 1e-9
        elif kind == PAIR:
            level = np.hypot(P[i] / (ahead if P[i] > 0 else behind), P[i + 1] / across)
            assert level <= 1 + 1e-9
            assert level >= 1 - 1e-6 or np.abs(gamma[i : i + 2]).max() <= 1e-9
            assert P[i : i + 2] @ gamma[i : i + 2] <= 1e-9
        else:
            assert abs(P[i]) <= ahead * P[i - 1] + 1e-12
            assert abs(gamma[i]) <= 1e-9 or abs(abs(P[i]) - ahead * P[i - 1]) <= 1e-9
            assert P[i] * gamma[i] <= 1e-9


@pytest.mark.parametrize("how", ["solve", "sweep"])
@pytest.mark.parametrize("seed", range(60))
def test_random_problems_are_solved(seed, how):
    """The residual is below the tolerance, and the laws hold as written out without any projection."""
    problem = random_problem(seed)
    P, sweeps = getattr(problem, how)()
    assert sweeps <= MOST
    assert problem.residual(P) <= TOLERANCE
    check_laws(problem, P)


@pytest.mark.parametrize("seed", range(60))
def test_newton_solves_convex_problems(seed):
    """Without friction on obstacles Newton's method alone always ends at the tolerance, from a cold start."""
    problem = smooth_problem(seed)
    P, good = problem.newton()
    assert good
    assert problem.residual(P) <= TOLERANCE
    check_laws(problem, P)


@pytest.mark.parametrize("seed", range(30))
def test_newton_bears_more_rows_than_freedoms(seed):
    """Ten sticking or sliding pairs and three contacts on five freedoms: the operator is singular, the velocity unique."""
    rng = np.random.default_rng(seed)
    A = rng.standard_normal((23, 5))
    kinds = [PAIR] * 10 + [NORMAL] * 3
    limits = [rng.uniform(0.05, 3, 3) if k == PAIR else (0, 0, 0) for k in kinds]
    problem = Case(A @ A.T, A @ rng.standard_normal(5), kinds, limits)
    P, good = problem.newton()
    assert good
    assert problem.residual(P) <= 2 * TOLERANCE  # the factor of the operator is not the one the solver saw
    Q, sweeps = problem.solve(rng.standard_normal(23))
    assert sweeps <= MOST
    assert np.abs(problem.velocity(P) - problem.velocity(Q)).max() <= 1e-9


@pytest.mark.parametrize("softness", [1e-7, 1e-9, 1e-13])
def test_newton_bears_links_that_pull_at_each_other(softness):
    """Two links of a straight machine: only a push of almost no effect moves them apart, their friction gives way at its bound.

    With P = (1, 0, -1, 0) they part with velocities -+(speed - softness), which is against the push: the solution by hand.
    """
    G, speed = np.diag([1.0, 2.0, 1.0, 2.0]), 2e-7
    G[0, 2] = G[2, 0] = 1 - softness
    problem = Case(G, [-speed, 0, speed, 0], [PAIR, PAIR], [(1.0, 1.0, 1.0)] * 2)
    P, good = problem.newton()
    assert good
    assert np.abs(P - (1, 0, -1, 0)).max() <= TOLERANCE
    P, used = problem.solve()
    assert used <= 50
    assert problem.residual(P) <= TOLERANCE


@pytest.mark.parametrize("seed", range(40))
def test_both_solvers_find_the_same_motion(seed):
    """The published iteration with r = 1/largest eigenvalue gives the same impulses: G is regular, so they are unique."""
    problem = smooth_problem(seed)
    (P, _), (Q, sweeps) = problem.solve(), problem.solve_by_prox()
    assert sweeps <= MOST
    assert np.abs(problem.velocity(P) - problem.velocity(Q)).max() <= 1e-9
    assert np.abs(P - Q).max() <= 1e-9


@pytest.mark.parametrize("seed", range(20))
def test_residual_is_zero_at_a_solution_and_positive_off_it(seed):
    """Zero to the tolerance at the solution; a push of any impulse shows."""
    problem = random_problem(seed)
    P, _ = problem.solve()
    assert problem.residual(P) <= TOLERANCE
    for k in range(len(P)):
        pushed = P.copy()
        pushed[k] += 0.1
        assert problem.residual(pushed) >= VISIBLE


def test_residual_is_exactly_zero_for_exact_solutions():
    """A contact that separates and one that rests, in numbers without rounding."""
    assert Case([[4.0]], [3.0], [NORMAL], [0, 0, 0]).residual([0.0]) == 0
    assert Case([[4.0]], [-3.0], [NORMAL], [0, 0, 0]).residual([0.75]) == 0
    assert Case([[4.0]], [-3.0], [NORMAL], [0, 0, 0]).residual([0.0]) == 0.75


@pytest.mark.parametrize(("free", "impulse"), [(3.0, 0.0), (-3.0, 0.75), (0.0, 0.0)])
def test_one_normal_contact(free, impulse):
    """Separates without impulse; else the impulse that stops the approach."""
    P, _ = Case([[4.0]], [free], [NORMAL], [0, 0, 0]).solve()
    assert P[0] == impulse


@pytest.mark.parametrize("axes", [(1.0, 1.0, 1.0), (0.5, 2.0, 1.0)])
def test_one_pair_sticks_where_it_can(axes):
    """The impulse that stops the sliding lies in the set: it is taken whole in the first sweep; a second confirms it."""
    G, free = np.array([[2.0, 0.5], [0.5, 1.0]]), np.array([-0.2, 0.1])
    problem = Case(G, free, [PAIR], [axes])
    P, sweeps = problem.solve()
    assert np.abs(P + np.linalg.solve(G, free)).max() <= ALGEBRA
    assert np.abs(problem.velocity(P)).max() <= ALGEBRA
    assert sweeps <= 2


def test_one_pair_slides_against_its_velocity():
    """Isotropic with G = 1/m: the impulse has the size of the disc's radius and points against the free velocity."""
    free = np.array([3.0, 4.0])
    P, _ = Case(np.eye(2) / 2.0, free, [PAIR], [(0.7, 0.7, 0.7)]).solve()
    assert np.abs(P + 0.7 * free / 5).max() <= ROUNDING


@pytest.mark.parametrize(("direction", "bound"), [((5.0, 0), 0.4), ((-5.0, 0), 0.9), ((0, 5.0), 0.2), ((0, -5.0), 0.2)])
def test_one_pair_in_an_asymmetric_set(direction, bound):
    """Sliding along an axis is braked by the half axis opposite to it."""
    P, _ = Case(np.eye(2), direction, [PAIR], [(0.9, 0.4, 0.2)]).solve()
    assert np.abs(P + bound * np.sign(direction)).max() <= ROUNDING


CORNER = [[2.0, 1.0], [1.0, 3.0]]


@pytest.mark.parametrize(
    ("free", "expected"),
    [
        ((-4.0, -5.0), np.linalg.solve(CORNER, [4.0, 5.0])),  # both closed
        ((-4.0, 5.0), (2.0, 0.0)),  # the second separates
        ((-1.0, -0.2), (0.5, 0.0)),  # the first pushes the second away: -0.2 + 0.5 > 0
        ((1.0, 2.0), (0.0, 0.0)),
    ],
)
def test_two_normal_contacts(free, expected):
    """The linear complementarity problem of two contacts, all its cases by hand."""
    P, _ = Case(CORNER, free, [NORMAL, NORMAL], [(0, 0, 0)] * 2).solve()
    assert np.abs(P - expected).max() <= ROUNDING


@pytest.mark.parametrize(("slide", "rub"), [(0.3, -0.3), (-0.3, 0.3), (9.0, -0.6), (-9.0, 0.6)])
def test_friction_of_an_obstacle_stays_in_its_cone(slide, rub):
    """Normal impulse 2; with mu = 0.3 friction sticks up to 0.6 and slides beyond."""
    P, _ = Case(np.eye(2), [-2.0, slide], [NORMAL, RUB], [(0, 0, 0), (0.3, 0, 0)]).solve()
    assert np.abs(P - (2.0, rub)).max() <= ROUNDING


def test_no_normal_impulse_no_friction():
    """A contact that separates does not rub, however fast it slides."""
    P, _ = Case(np.eye(2), [2.0, 9.0], [NORMAL, RUB], [(0, 0, 0), (0.3, 0, 0)]).solve()
    assert (P == 0).all()


@pytest.mark.parametrize("seed", range(20))
def test_a_warm_start_saves_sweeps(seed):
    """From the solution one or two sweeps do; from the solution of a nearby problem never more than from nothing."""
    problem = random_problem(seed)
    P, cold = problem.sweep()
    assert cold <= MOST
    _, warm = problem.sweep(P)
    assert warm <= min(cold, 2)
    problem.free = problem.free * (1 + 1e-6)
    assert problem.sweep(P)[1] <= cold


@pytest.mark.parametrize("seed", range(20))
def test_a_warm_start_helps_the_fast_solver(seed):
    """Sweeps and Newton steps count alike, and which of them take over depends on the start: a few from the solution."""
    problem = random_problem(seed)
    P, _ = problem.solve()
    assert problem.solve(P)[1] <= 4


def test_too_few_sweeps_are_reported():
    """More than ``most`` means: not converged; the residual says the same."""
    problem = random_problem(3, [NORMAL] * 8)
    P = np.zeros(8)
    assert gauss_seidel(problem.parts, P, 1.0, TOLERANCE, 1, 1) == (1, False)
    assert problem.residual(P) > TOLERANCE


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_the_scale_makes_the_tolerance_relative(scale):
    """Impulses of any unit give the same sweeps and the same relative residual."""
    problem = random_problem(5)
    base, sweeps = problem.solve()
    P = np.zeros(len(base))
    limits = np.where((problem.kind == PAIR)[:, None], scale * problem.limits, problem.limits)
    parts = Problem(factor(problem.G), scale * problem.free, problem.kind, problem.start, limits)
    used = solve(parts, P, scale, TOLERANCE, MOST, np.zeros(1, dtype=np.int64), 0)
    assert abs(used - sweeps) <= 1
    assert np.abs(P / scale - base).max() <= 1e-9
