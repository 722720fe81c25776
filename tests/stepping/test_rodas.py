"""The stiff integrator: coefficients, linear algebra, Jacobians, order, agreement with SciPy's Radau, automatic choice."""

from __future__ import annotations

import json
import math
import warnings
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import make_interp_spline

from elver import PD, Body, Effect, Joint, Model, Morison, Playback, Robot, Spring, Start, compile_model, simulate
from elver.compiled.calls import make_scratch
from elver.compiled.system import Linear
from elver.drive import Hold, RecordedMotion, SignalTable
from elver.robot import Box, EllipticCylinder
from elver.stepping import StiffnessWarning, chunks, runs
from elver.stepping.choice import STABLE
from elver.stepping.plan import make_plan
from elver.stepping.schemes import linear, rodas
from elver.stepping.system import linear_of, system_of
from tolerances import ROUNDING, assert_close, relative_error

RADAU = 1e-10  # two integrators of order 5 at tolerances of 1e-12: what error control leaves after some thousand steps


# --- models ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wave:
    """A travelling wave on the joints j1, j2, .."""

    joints: int

    def motion(self, now):
        return {f"j{k}": 0.5 * ca.sin(1.2 * now.time + 0.5 * (k - 1)) for k in range(1, self.joints + 1)}


@dataclass(frozen=True)
class Shaken:
    """A nonlinear spring to the origin with drag, pulled by a force that changes with time. Smooth."""

    def effect(self, body, motion):
        x, v = motion.position[0], motion.to_world(motion.velocity)[0]
        pull = -ca.sin(x) - 0.3 * v * (1 + 0.5 * ca.cos(2 * motion.time)) + ca.sin(3 * motion.time)
        return Effect(wrench=ca.vertcat(motion.to_body(ca.vertcat(pull, 0, 0)), ca.SX(3, 1)))


@dataclass(frozen=True)
class VanDerPol:
    """x'' = mu (1 - x^2) x' - x for a body of unit mass."""

    mu: float

    def effect(self, body, motion):
        x, v = motion.position[0], motion.velocity[0]
        return Effect(wrench=ca.vertcat(self.mu * (1 - x**2) * v - x, ca.SX(5, 1)))


@dataclass(frozen=True)
class NormDrag:
    """Drag by the norm of the velocity, whose derivative does not exist at rest."""

    def effect(self, body, motion):
        return Effect(wrench=ca.vertcat(-2.0 * ca.norm_2(motion.velocity) * motion.velocity, ca.SX(3, 1)))


def links(n: int, mode: str = "torque") -> Robot:
    bodies = [Body.solid(f"b{k}", EllipticCylinder(0.14, 0.05, 0.03), 1000.0) for k in range(n)]
    joints = [Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=0.14, mode=mode) for k in range(1, n)]
    return Robot("links", bodies, joints, base="planar")


def stiff(kp: float = 200.0, kd: float = 50.0, **options) -> Model:
    return Model("links", links(4), gait=Wave(3), control=PD(kp, kd), forces={"water": Morison()}, **options)


def released() -> Model:
    """Far off the gait at the start: a fast transient, then the slow motion."""
    return stiff(start=Start(angles={"j1": 0.5, "j2": -0.4}, rates={"j1": -2.0, "j3": 3.0}))


def signals(names, end: float = 2.0, size: float = 0.3) -> SignalTable:
    times = np.linspace(0.0, end, 41)
    return SignalTable(names, times, size * np.sin(2.0 * times[:, None] + np.arange(len(names))))


def playback() -> Model:
    control = Playback(signals(["j1", "j2", "j3"]), PD(20.0, 20.0))
    return replace(stiff(), control=control)


def recorded() -> Model:
    """Two joints by a recorded motion, whose acceleration acts on the base and on a passive joint."""
    robot = links(4)
    joints = [replace(j, mode="driven" if j.name != "j3" else "passive") for j in robot.joints]
    gait, elastic = RecordedMotion(signals(["j1", "j2"])), Spring(1.0, 5.0)
    return Model("links", replace(robot, joints=joints), {"water": Morison()}, gait, elastic=elastic)


def cube() -> Body:
    return Body.solid("cube", Box(0.1, 0.2, 0.3), 1.0 / 0.006)


@pytest.fixture(scope="module")
def chain():
    return compile_model(stiff())


@pytest.fixture(scope="module")
def shaken():
    start = Start(position=(1.0, 0, 0), twist=(0.5, 0, 0, 0, 0, 0))
    return compile_model(Model("shaken", Robot("r", [cube()]), {"pull": Shaken()}, start=start))


def some_state(program, seed: int = 1) -> np.ndarray:
    """A state in general position, with a unit quaternion."""
    x = np.random.default_rng(seed).normal(size=program.equations.layout.size)
    part = program.equations.layout.slices["quaternion"]
    x[part] /= np.linalg.norm(x[part])
    return x


# --- coefficients ---------------------------------------------------------------------------------------------------


def tableau():
    """alpha, Gamma and the weights b from the coefficients in use. Hairer and Wanner II, (IV.7.24)."""
    a, C = (np.column_stack([m, np.zeros(8)]) for m in (rodas.STATE, rodas.COUPLING))
    Gamma = np.linalg.inv(np.eye(8) / rodas.GAMMA - C)
    return a @ Gamma, Gamma, np.append(rodas.STATE[7], 1.0) @ Gamma


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
    assert_close(alpha.sum(axis=1), rodas.NODES, 1e-12)
    assert_close(Gamma.sum(axis=1), rodas.SLOPES, 1e-12)
    embedded = np.append(rodas.STATE[7], 0.0) @ Gamma
    assert order_defect(b, 5) < 1e-12
    assert order_defect(b, 6) > 1e-5
    assert order_defect(embedded, 4) < 1e-12
    assert order_defect(embedded, 5) > 1e-5
    for theta in (0.2, 0.5, 0.9):
        bend = rodas.BEND[0] + theta * (rodas.BEND[1] + theta * rodas.BEND[2])
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


# --- linear algebra and Jacobians -----------------------------------------------------------------------------------


@pytest.mark.parametrize("quadratures", [(), (0, 3, 11)])
def test_factorisation_against_numpy(quadratures):
    rng, n, h = np.random.default_rng(3), 12, 0.07
    coupled = np.array([k for k in range(n) if k not in quadratures])
    full = np.zeros((n, n))
    full[:, coupled] = rng.normal(size=(n, len(coupled))) * 10.0 ** rng.uniform(-3, 3, size=(n, 1))
    full[coupled, coupled] = 1 / (rodas.GAMMA * h)  # zeros on the diagonal of W: it cannot be solved without pivoting
    J, m = np.ascontiguousarray(full[:, coupled]), len(coupled)
    columns = Linear(0, np.zeros((1, n)), np.zeros((0, n), dtype=np.int64), coupled, np.array(quadratures, dtype=np.int64))
    implicit = rodas.make_implicit(columns, n)
    implicit.J[:] = J
    rodas.factorise(implicit, h)
    right = rng.normal(size=n)
    found = right.copy()
    rodas.solve(implicit, h, found)
    W = np.eye(n) / (rodas.GAMMA * h) - full
    assert_close(found, np.linalg.solve(W, right), 1e-10)
    assert sorted(implicit.order) == list(range(m))


def compiled_linearisation(program, t, x):
    """df/dx and df/dt from the compiled kernel."""
    c, n = program.columns, len(x)
    J, drift = np.zeros((n, len(c.coupled))), np.empty(n)
    system = system_of(program, program.parameter_vector(), also=(program.tangent,))
    linear.linearise(linear_of(program), system, make_scratch(system), t, x, drift, J)
    full = np.zeros((n, n))
    full[:, c.coupled] = J
    return full, drift


def graph_linearisation(program, t, x):
    """The same from CasADi's own Jacobians and SciPy's spline."""
    rhs, table = program.equations.rhs, program.equations.signals
    symbols = [ca.SX.sym(name, rhs.nnz_in(k)) for k, name in enumerate(rhs.name_in())]
    y = rhs(*symbols)
    by = ca.Function("by", symbols, [ca.jacobian(y, symbols[k]) for k in (1, 0, 3)])
    u, udot = np.zeros(0), np.zeros(0)
    if table is not None:
        spline = make_interp_spline(table.times, table.values, k=5)
        u, udot = (np.concatenate([spline(t, nu=k + shift) for k in range(3)]) for shift in (0, 1))
    dx, dt, du = (np.array(ca.densify(d)) for d in by(t, x, program.parameter_vector(), u))
    return dx, dt.ravel() + du @ udot


@pytest.mark.parametrize("make", [stiff, playback, recorded])
def test_exact_jacobian_by_columns(make):
    program = compile_model(make())
    t, x = 0.73, some_state(program)
    J, drift = compiled_linearisation(program, t, x)
    expected, moved = graph_linearisation(program, t, x)
    assert_close(J, expected, ROUNDING)
    assert_close(program.jacobian(t, x, program.parameter_vector()), expected, ROUNDING)
    assert_close(drift, moved, ROUNDING)
    assert np.abs(moved).max() > 0.1
    works = range(*program.equations.layout.slices["works"].indices(len(x)))
    assert set(works) <= set(program.columns.quadratures)
    assert len(program.columns.seeds) - 1 < len(program.columns.coupled)


def test_third_derivative_of_the_signals_matters():
    """Driven joints feel the acceleration of a recording, whose rate is the third derivative."""
    program = compile_model(recorded())
    x = some_state(program)
    _, moved = graph_linearisation(program, 0.73, x)
    table = program.equations.signals
    third = make_interp_spline(table.times, table.values, k=5)(0.73, nu=3)
    u = program.signal_values(0.73)
    still = np.array(program.tangent_graph(0.73, x, [], u, 1, np.zeros(len(x)), np.append(u[2:], 0 * third))).ravel()
    assert relative_error(still, moved) > 0.01


# --- order and dense output -----------------------------------------------------------------------------------------


def fixed_steps(program, end: float, steps: int, samples: int = 0) -> np.ndarray:
    """States at ``samples`` equal parts of the run and at its end, by equal steps whatever the error."""
    plan = make_plan(end, method="rodas", output=end / (samples or 1), rtol=1e30, atol=1e30)
    p = program.parameter_vector()
    x, states = program.initial_state(p), np.empty(((samples or 1) + 1, program.equations.layout.size))
    states[0] = x
    advance, t, row = runs.adaptive_loop(program, plan, p, x, 0.0, states, np.zeros(len(x), dtype=int)), 0.0, 1
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
    fine = simulate(shaken, 4.0, dt=2e-4, output=0.05, method="rk4").data.state.values
    previous = np.inf
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10):
        run = simulate(shaken, 4.0, method="rodas", rtol=rtol, atol=rtol, output=0.05)
        error = np.abs(run.data.state.values - fine).max()
        assert error < 100 * rtol
        assert error < previous / 5
        previous = error
    assert int(run.data.attrs["steps"]) < 1000


# --- SciPy's Radau --------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("make", [stiff, released, playback, recorded])
def test_agreement_with_radau(make):
    program = compile_model(make())
    run = simulate(program, 0.5, method="rodas", output=0.1, rtol=1e-12, atol=1e-13)
    states = run.data.state.values
    assert run.status == "finished"
    expected = radau(program, run.data.time.values)
    assert_close(states, expected, RADAU, scale=max(1.0, np.abs(expected).max()))
    assert np.ptp(states, axis=0).max() > 0.01


def test_van_der_pol_against_radau_on_the_bare_equation():
    """A user's force with stiffness of its own: through the first jump of the relaxation oscillation."""
    mu = 50.0
    start = Start(position=(2.0, 0, 0))
    model = Model("van der pol", Robot("r", [cube()]), {"law": VanDerPol(mu)}, start=start)
    run = simulate(model, 60.0, method="rodas", output=5.0, rtol=1e-12, atol=1e-14)
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


# --- the choice -----------------------------------------------------------------------------------------------------


def settings(run) -> dict:
    return json.loads(run.data.attrs["settings"])


def test_auto_takes_rk4_where_it_is_stable():
    program = compile_model(replace(stiff(kp=2.0, kd=0.02)))
    run = simulate(program, 1.0)
    assert settings(run)["method"] == "rk4"
    assert settings(run)["requested_method"] == "auto"
    assert 0 < settings(run)["stiffness"] < 2500
    assert run.data.state.values.tobytes() == simulate(program, 1.0, method="rk4").data.state.values.tobytes()
    assert "tangent" not in vars(program)
    fine = simulate(program, 1.0, dt=1e-4, method="rk4")
    assert_close(run.data.state.values, fine.data.state.values, 1e-6)


def test_auto_takes_rodas_where_rk4_would_blow_up(chain):
    run = simulate(chain, 1.0)
    assert run.status == "finished"
    assert settings(run)["method"] == "rodas"
    assert settings(run)["requested_method"] == "auto"
    eigenvalues = np.linalg.eigvals(graph_linearisation(chain, 0.0, chain.initial_state(np.zeros(0)))[0])
    assert settings(run)["stiffness"] == pytest.approx(np.abs(eigenvalues).max(), rel=1e-9)
    assert run.data.time.values == pytest.approx(np.linspace(0, 1, 101))
    fine = simulate(chain, 1.0, dt=2.5e-5, output=0.01, method="rk4")
    assert_close(run.data.state.values, fine.data.state.values, 1e-6)
    with pytest.warns(StiffnessWarning):
        assert simulate(chain, 1.0, method="rk4").status == "diverged"


@pytest.mark.parametrize("method", ["rk4", "heun", "semi-implicit"])
def test_a_step_too_long_is_said_with_the_longest_stable_one(chain, method):
    """Just below the step the warning names the run is stable; well above it is not."""
    with pytest.warns(StiffnessWarning, match=f"too long for {method}.*eigenvalue -7.*rodas.*auto") as caught:
        simulate(chain, 0.01, dt=1e-3, method=method)
    assert caught[0].filename == __file__
    longest = STABLE[method] / chain.fastest_eigenvalue(0.0, chain.initial_state(np.zeros(0)), np.zeros(0)).real
    stable = 0.01 / math.ceil(0.01 / abs(longest))
    with warnings.catch_warnings():
        warnings.simplefilter("error", StiffnessWarning)
        assert simulate(chain, 0.01, dt=stable, output=stable, method=method).status == "finished"
    with pytest.warns(StiffnessWarning):
        assert simulate(chain, 0.2, dt=2e-4, output=2e-4, method=method).status == "diverged"


def test_free_parameters_decide_too():
    program = compile_model(stiff(kp=2.0).freed("control.kd"))
    assert settings(simulate(program, 0.1))["method"] == "rodas"
    assert settings(simulate(program, 0.1, values={"control.kd": 0.02}))["method"] == "rk4"


def test_coulomb_friction_in_the_joints_is_not_left_to_error_control(chain):
    """Friction that jumps makes an adaptive method creep wherever the joint sticks: stay explicit, and say which step will do."""
    robot = chain.model.robot
    model = replace(stiff(), robot=replace(robot, joints=[replace(j, coulomb=0.5) for j in robot.joints]))
    with pytest.warns(StiffnessWarning, match="stable up to dt = .*Coulomb"):
        run = simulate(model, 0.1)
    assert settings(run)["method"] == "rk4"


def test_models_that_cannot_be_stiff_are_not_looked_at():
    program = compile_model(Model("box", Robot("box", [cube()]), {"pull": Shaken()}))
    assert settings(simulate(program, 0.1))["stiffness"] is None
    assert "tangent_graph" not in vars(program)


def test_stiffness_is_seen_at_rest_where_a_norm_has_no_derivative():
    model = replace(stiff(), gait=Hold({"j1": 0.2, "j2": 0, "j3": 0}), forces={"drag": NormDrag()})
    program = compile_model(replace(model, start=Start(angles={"j1": 0.0})))
    run = simulate(program, 0.5)
    assert not np.isfinite(program.jacobian(0.0, program.initial_state(np.zeros(0)), np.zeros(0))).all()
    assert settings(run)["method"] == "rodas"
    assert run.status == "finished"
    fine = simulate(program, 0.5, dt=2e-5, output=0.01, method="rk4")
    assert_close(run.data.joint_position.values, fine.data.joint_position.values, 1e-6)


def test_command_line_warns_in_one_line(capsys):
    from elver.cli.main import main

    main(["run", "eel", "--duration", "0.1", "--set", "drive=pd", "--set", "control.kd=400", "--method", "rk4", "--json"])
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("elver: warning: dt")]
    assert len(lines) == 1
    assert lines[0].startswith("elver: warning: dt = 0.001 s is too long for rk4")


# --- runs -----------------------------------------------------------------------------------------------------------


def test_energy_ledger_closes_with_the_tolerance(chain):
    tolerances = (1e-3, 1e-5, 1e-7, 1e-9)
    closures = [simulate(chain, 2.0, method="rodas", rtol=r, atol=r / 100).summary["ledger_closure"] for r in tolerances]
    for closure, rtol in zip(closures, tolerances, strict=True):
        assert closure < rtol
    assert closures == sorted(closures, reverse=True)


def test_resumed_run_goes_on_within_the_tolerance(chain):
    whole = simulate(chain, 1.0, method="rodas")
    rest = simulate(chain, 0.5, method="rodas", resume=simulate(chain, 0.5, method="rodas"))
    assert rest.data.time.values == pytest.approx(whole.data.time.values[50:])
    assert_close(rest.data.state.values, whole.data.state.values[50:], 1e-7)


def test_result_does_not_depend_on_the_chunks(chain, monkeypatch):
    runs = [simulate(chain, 1.0, method="rodas")]
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 0.0)
    runs.append(simulate(chain, 1.0, method="rodas"))
    assert runs[0].data.state.values.tobytes() == runs[1].data.state.values.tobytes()


def test_ctrl_c_keeps_what_was_computed(chain, monkeypatch):
    class Impatient(chunks.Interrupt):
        """Ctrl-C after the third chunk."""

        chunks = 0

        @property
        def asked(self):
            self.chunks += 1
            return self.chunks > 3

        @asked.setter
        def asked(self, value):
            pass

    monkeypatch.setattr(chunks, "Interrupt", Impatient)
    run = simulate(chain, 50.0, method="rodas")
    assert run.status == "interrupted"
    assert run.data.sizes["time"] > 1
    assert 0 < run.data.time.values[-1] < 50.0
    assert np.isfinite(run.data.state.values).all()
    assert run.summary["ledger_closure"] < 1e-6


def test_not_a_number_from_a_force_is_a_status():
    @dataclass(frozen=True)
    class Broken:
        def effect(self, body, motion):
            return Effect(wrench=ca.vertcat(ca.sqrt(0.5 - motion.time), ca.SX(5, 1)))

    run = simulate(Model("box", Robot("box", [cube()]), {"broken": Broken()}), 1.0, method="rodas")
    assert run.status in ("diverged", "step too small")
    assert run.data.time.values[-1] == pytest.approx(0.5, abs=0.01)
    assert "cube" in run.summary["status_detail"]
    assert np.isfinite(run.data.base_position.values).all()


def test_nothing_but_quadratures():
    """A fixed base with driven joints has no equations to solve; only the works are integrated."""
    robot = links(3, mode="driven")
    model = Model("arm", Robot("arm", robot.bodies, robot.joints, base="fixed"), {"water": Morison()}, Wave(2))
    run = simulate(model, 1.0, method="rodas")
    again = simulate(model, 1.0, dt=1e-4, method="rk4")
    assert_close(run.data.work.values[-1], again.data.work.values[-1], 1e-6)
    assert np.abs(run.data.work.values[-1]).max() > 1e-3


def test_quaternion_stays_normal_in_three_dimensions():
    robot = links(3)
    model = Model("links", Robot("links", robot.bodies, robot.joints), {"water": Morison()}, Wave(2), PD(200.0, 50.0))
    run = simulate(replace(model, start=Start(twist=(0.1, 0, 0, 1.0, 2.0, 0.5))), 1.0)
    assert settings(run)["method"] == "rodas"
    assert np.linalg.norm(run.data.state.values[:, 3:7], axis=1) == pytest.approx(1, abs=1e-14)
    assert np.ptp(run.data.base_quaternion.values) > 0.1
