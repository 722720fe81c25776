"""The stiff integrator: coefficients, linear algebra, order, agreement with SciPy's Radau."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import make_interp_spline
from stiff_models import cube, playback, recorded, stiff
from tolerances import assert_close

from elver import InitialState, Model, Robot, compile_model, simulate
from elver.codegen.kernels.system import Linear
from elver.forces import Effect
from elver.simulation import Save, Solver, integrate
from elver.simulation.plan import make_plan
from elver.simulation.schemes import adaptive
from elver.simulation.schemes.arrays import make_implicit

RADAU = 1e-10  # two integrators of order 5 at tolerances of 1e-12: what error control leaves after some thousand steps


# --- coefficients ---------------------------------------------------------------------------------------------------


def tableau():
    """alpha, Gamma and the weights b from the coefficients in use. Hairer and Wanner II, (IV.7.24)."""
    a, C = (np.column_stack([m, np.zeros(8)]) for m in (adaptive.STATE, adaptive.COUPLING))
    Gamma = np.linalg.inv(np.eye(8) / adaptive.GAMMA - C)
    return a @ Gamma, Gamma, np.append(adaptive.STATE[7], 1.0) @ Gamma


@cache
def trees(order: int) -> list[tuple]:
    """Rooted trees with this number of vertices, as nested tuples of branches."""
    if order == 1:
        return [()]
    smaller = [(n, t) for n in range(1, order) for t in trees(n)]
    forests = (f for size in range(1, order) for f in combinations_with_replacement(smaller, size))
    return [tuple(t for _, t in forest) for forest in forests if sum(n for n, _ in forest) == order - 1]


def vertices(tree) -> int:
    return 1 + sum(map(vertices, tree))


def density(tree) -> int:
    return vertices(tree) * math.prod(map(density, tree))


def stage_sums(tree, alpha, beta):
    """Phi_i of a tree: beta along single branches, alpha where several meet. Hairer and Wanner II, theorem IV.7.4."""
    if len(tree) == 1:
        return beta @ stage_sums(tree[0], alpha, beta)
    return math.prod((alpha @ stage_sums(t, alpha, beta) for t in tree), start=np.ones(8))


def order_defect(weights, order: int, theta: float = 1.0) -> float:
    """Largest violation of the order conditions up to ``order`` at the fraction ``theta`` of a step."""
    alpha, Gamma, _ = tableau()
    checked = [t for n in range(1, order + 1) for t in trees(n)]
    return max(abs(weights @ stage_sums(t, alpha, alpha + Gamma) - theta ** vertices(t) / density(t)) for t in checked)


def test_number_of_trees():
    assert [len(trees(n)) for n in range(1, 7)] == [1, 1, 2, 4, 9, 20]


def test_order_conditions_hold_to_rounding():
    """Order 5, embedded 4, continuous extension 4; and no more than that."""
    alpha, Gamma, b = tableau()
    assert_close(alpha.sum(axis=1), adaptive.NODES, 1e-12)
    assert_close(Gamma.sum(axis=1), adaptive.SLOPES, 1e-12)
    embedded = np.append(adaptive.STATE[7], 0.0) @ Gamma
    assert order_defect(b, 5) < 1e-12
    assert order_defect(b, 6) > 1e-5
    assert order_defect(embedded, 4) < 1e-12
    assert order_defect(embedded, 5) > 1e-5
    for theta in (0.2, 0.5, 0.9):
        bend = adaptive.BEND[0] + theta * (adaptive.BEND[1] + theta * adaptive.BEND[2])
        weights = theta * b + theta * (1 - theta) * bend @ Gamma
        assert order_defect(weights, 4, theta) < 1e-12
        assert order_defect(weights, 5, theta) > 1e-6


def test_stability_function_is_that_of_an_l_stable_method():
    alpha, Gamma, b = tableau()

    def growth(z):
        return 1 + z * b @ np.linalg.solve(np.eye(8) - z * (alpha + Gamma), np.ones(8))

    assert max(abs(growth(1j * y)) for y in np.logspace(-2, 4, 400)) < 1 + 1e-12
    assert abs(growth(-1e9)) < 1e-6
    assert growth(-0.1) == pytest.approx(math.exp(-0.1), abs=1e-8)


# --- linear algebra -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quadratures", [(), (0, 3, 11)])
def test_factorisation_against_numpy(quadratures):
    rng, n, h = np.random.default_rng(3), 12, 0.07
    coupled = np.array([k for k in range(n) if k not in quadratures])
    full = np.zeros((n, n))
    full[:, coupled] = rng.normal(size=(n, len(coupled))) * 10.0 ** rng.uniform(-3, 3, size=(n, 1))
    full[coupled, coupled] = 1 / (adaptive.GAMMA * h)  # zeros on the diagonal of W: it cannot be solved without pivoting
    J, m = np.ascontiguousarray(full[:, coupled]), len(coupled)
    columns = Linear(0, np.zeros((1, n)), np.zeros((0, n), dtype=np.int64), coupled, np.array(quadratures, dtype=np.int64))
    implicit = make_implicit(columns, n)
    implicit.J[:] = J
    adaptive.factorise(coupled, implicit.J, h, implicit.M, implicit.order)
    right = rng.normal(size=n)
    found = right.copy()
    adaptive.solve(coupled, columns.quadratures, implicit.J, implicit.M, implicit.order, h, implicit.b, found)
    W = np.eye(n) / (adaptive.GAMMA * h) - full
    assert_close(found, np.linalg.solve(W, right), 1e-10)
    assert sorted(implicit.order) == list(range(m))


# --- order and dense output -----------------------------------------------------------------------------------------


def fixed_steps(program, end: float, steps: int, samples: int = 0) -> np.ndarray:
    """States at ``samples`` equal parts of the run and at its end, by equal steps whatever the error."""
    plan = make_plan(end, method="rodas", output=end / (samples or 1), rtol=1e30, atol=1e30)
    p = program.parameter_vector()
    x, states = program.initial_state(p), np.empty(((samples or 1) + 1, program.equations.layout.size))
    states[0] = x
    advance, t, row = integrate.adaptive_loop(program, plan, p, x, 0.0, states, np.zeros(len(x), dtype=int)), 0.0, 1
    for k in range(steps):
        t, _, row, accepted, _ = advance(t, end * (k + 1) / steps - t, 1, row)
        assert accepted == 1
    assert t == end
    return states


def test_order_on_a_smooth_non_autonomous_problem(shaken):
    exact = fixed_steps(shaken, 4.0, 2048)[-1]
    errors = np.array([np.abs(fixed_steps(shaken, 4.0, n)[-1] - exact).max() for n in (16, 32, 64, 128)])
    slopes = np.log2(errors[:-1] / errors[1:])
    assert slopes[1:] == pytest.approx(5, abs=0.35)


def test_order_of_the_dense_output(shaken):
    """Samples between the steps: local error of order 5, and so as good as the steps."""
    exact = fixed_steps(shaken, 4.0, 2310, samples=77)
    errors = np.array([np.abs(fixed_steps(shaken, 4.0, n, samples=77) - exact).max() for n in (20, 40, 80, 160)])
    slopes = np.log2(errors[:-1] / errors[1:])
    assert (slopes > 4.4).all()


def test_error_follows_the_tolerance_and_dense_output_is_as_good(shaken):
    fine = simulate(shaken, 4.0, solver=Solver(dt=2e-4, method="rk4"), save=Save(every=0.05)).data.state.values
    previous = np.inf
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10):
        run = simulate(shaken, 4.0, solver=Solver(method="rodas", rtol=rtol, atol=rtol), save=Save(every=0.05))
        error = np.abs(run.data.state.values - fine).max()
        assert error < 100 * rtol
        assert error < previous / 5
        previous = error
    assert int(run.data.attrs["steps"]) < 1000


# --- SciPy's Radau --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class VanDerPol:
    """x'' = mu (1 - x^2) x' - x for a body of unit mass."""

    mu: float

    def effect(self, body, motion):
        x, v = motion.position[0], motion.velocity[0]
        return Effect(wrench=ca.vertcat(self.mu * (1 - x**2) * v - x, ca.SX(5, 1)))


def released() -> Model:
    """Far off the gait at the start: a fast transient, then the slow motion."""
    return stiff(start=InitialState(angles={"j1": 0.5, "j2": -0.4}, rates={"j1": -2.0, "j3": 3.0}))


def radau(program, times):
    """States at ``times`` by SciPy, with CasADi evaluating the graph and its Jacobian, and SciPy the signals."""
    rhs, table, p = program.equations.rhs, program.equations.signals, program.parameter_vector()
    symbols = [ca.SX.sym(name, rhs.nnz_in(k)) for k, name in enumerate(rhs.name_in())]
    jacobian = ca.Function("J", symbols, [ca.densify(ca.jacobian(rhs(*symbols), symbols[1]))])
    spline = None if table is None else make_interp_spline(table.times, table.values, k=5)

    def u(t):
        return np.zeros(0) if spline is None else np.concatenate([spline(t, nu=k) for k in range(3)])

    found = solve_ivp(
        lambda t, x: np.array(rhs(t, x, p, u(t))).ravel(),
        (0.0, times[-1]),
        program.initial_state(p),
        method="Radau",
        t_eval=times,
        jac=lambda t, x: np.array(jacobian(t, x, p, u(t))),
        rtol=1e-12,
        atol=1e-13,
    )
    assert found.success
    return found.y.T


@pytest.mark.parametrize("make", [stiff, released, pytest.param(playback, marks=pytest.mark.long), recorded])
def test_agreement_with_radau(make):
    program = compile_model(make())
    run = simulate(program, 0.5, solver=Solver(method="rodas", rtol=1e-12, atol=1e-13), save=Save(every=0.1))
    states = run.data.state.values
    assert run.status == "finished"
    expected = radau(program, run.data.time.values)
    assert_close(states, expected, RADAU, scale=max(1.0, np.abs(expected).max()))
    assert np.ptp(states, axis=0).max() > 0.01


def test_van_der_pol_against_radau_on_the_bare_equation():
    """A user's force with stiffness of its own: through the first jump of the relaxation oscillation."""
    mu = 50.0
    start = InitialState(position=(2.0, 0, 0))
    model = Model("van der pol", Robot("r", [cube()]), {"law": VanDerPol(mu)}, start=start)
    run = simulate(model, 60.0, solver=Solver(method="rodas", rtol=1e-12, atol=1e-14), save=Save(every=5.0))
    found = solve_ivp(
        lambda t, y: [y[1], mu * (1 - y[0] ** 2) * y[1] - y[0]],
        (0, 60.0),
        [2.0, 0.0],
        method="Radau",
        t_eval=run.data.time.values,
        jac=lambda t, y: [[0, 1], [-2 * mu * y[0] * y[1] - 1, mu * (1 - y[0] ** 2)]],
        rtol=1e-12,
        atol=1e-14,
    )
    x = run.data.base_position.values[:, 0]
    assert x.min() < -1 < 1 < x.max()
    assert_close(x, found.y[0], RADAU)
