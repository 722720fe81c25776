"""The worked controllers of examples/control: parts against independent routes, programs in short, and in full (long)."""

from __future__ import annotations

import importlib
import math
from pathlib import Path

import numpy as np
import pytest

import elver
from elver.drive import ParameterInput

FOLDER = Path(__file__).parents[2] / "examples" / "control"
SMALL = {"case": 3, "links": 3, "gait.ramp_time": 4.0, "water.current": (0.02, -0.06, 0.0)}  # as in the short programs
CURRENT = np.array([0.02, -0.06])
SMOOTH = 0.6
SHORT = [("current_estimator", "control-current.png"), ("line_mpc", "control-mpc.png"), ("heading_lqr", "control-heading.png")]


@pytest.fixture
def part(monkeypatch):
    """A module of the examples by its name."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return importlib.import_module


@pytest.fixture(scope="module")
def small():
    """The prediction model of a chain of three links, compiled once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        model = elver.scenario("swimmer").build({**SMALL, "water.current": (0.0, 0.0, 0.0)})
        return importlib.import_module("predictor").predictor(model, SMOOTH)


def some_state(rng) -> np.ndarray:
    return np.append(0.3 * rng.normal(size=6), 0.1 * rng.normal(size=4))


# --- the prediction model -------------------------------------------------------------------------------------------


def test_step_of_the_prediction_model_has_exact_derivatives(small):
    rng = np.random.default_rng(0)
    given = np.concatenate([some_state(rng), CURRENT, [0.1]])

    def end(v):
        return small.step(1.3, v[:10], v[10:12], v[12], 0.1)[0].copy()

    change = small.step(1.3, given[:10], given[10:12], given[12], 0.1)[1].copy()
    for k, step in enumerate(1e-6 * np.eye(13)):
        np.testing.assert_allclose(change[:, k], (end(given + step) - end(given - step)) / 2e-6, atol=1e-7)


def test_prediction_model_follows_the_machine(small, part):
    """Plant: motors with PD, rodas, the whole chain. Model: imposed joints, RK4. They share the current and the input."""
    bend = 0.1
    plant = elver.with_inputs(elver.scenario("swimmer").build(SMALL), ParameterInput("gait.offset", -0.35, 0.35, smooth=SMOOTH))
    run = elver.simulate(
        plant,
        5.0,
        solver=elver.Solver(dt=0.01),
        save=elver.Save(every=0.5),
        control=elver.Control(lambda now: [bend], every=0.5),
        progress=False,
    )
    z, t = part("predictor").straight(3), 0.0
    for _ in range(100):
        z = small.step(t, z, CURRENT, bend, 0.05)[0].copy()
        t += 0.05
    x = run.data.isel(time=-1)
    yaw = 2 * math.atan2(*x.base_quaternion.values[[3, 0]])
    assert np.abs(run.data.base_quaternion.values[:, 3]).max() > 0.05  # it turned
    np.testing.assert_allclose(z[:3], [*x.base_position.values[:2], yaw], atol=0.01)
    still = small.step(0.0, part("predictor").straight(3), CURRENT, 0.0, 0.05)[0]
    assert not np.allclose(still[:3], z[:3], atol=0.05)
    y = np.array(small.seen(t, z, CURRENT, bend)).ravel()
    np.testing.assert_allclose(y[:2], x.com_position.values[:2], atol=0.01)


# --- the filter -----------------------------------------------------------------------------------------------------


def test_filter_finds_the_current_of_its_own_model(small, part):
    module, rng = part("current_filter"), np.random.default_rng(3)
    z = part("predictor").straight(3)
    own = module.CurrentFilter(small, z.copy())
    before = own.current_spread.copy()
    for k in range(1, 101):
        z = small.step(0.1 * (k - 1), z, CURRENT, 0.05, 0.1)[0].copy()
        own.predict(0.1 * k, 0.05)
        own.update(z[:3] + rng.normal(size=3) * [own.doubt.place, own.doubt.place, own.doubt.heading])
    error, sigma = own.current - CURRENT, np.sqrt(np.diag(own.current_spread))
    assert (np.abs(error) < 3 * sigma).all()
    assert (sigma < 0.05 * np.sqrt(np.diag(before))).all()
    assert np.linalg.eigvalsh(own.spread).min() > -1e-12


def test_update_of_the_filter_is_that_of_information(small, part):
    """The posterior by inverse covariances, another route to the same numbers."""
    module, rng = part("current_filter"), np.random.default_rng(1)
    own = module.CurrentFilter(small, some_state(rng))
    root = 0.1 * rng.normal(size=(12, 12))
    own.spread = root @ root.T + 0.01 * np.eye(12)
    mean, spread, reading = own.mean.copy(), own.spread.copy(), rng.normal(size=3)
    own.update(reading)
    H = np.eye(3, 12)
    wanted = np.linalg.inv(np.linalg.inv(spread) + H.T @ np.linalg.inv(own.noise) @ H)
    np.testing.assert_allclose(own.spread, wanted, atol=1e-10)
    np.testing.assert_allclose(own.mean, mean + wanted @ H.T @ np.linalg.inv(own.noise) @ (reading - mean[:3]), atol=1e-9)


# --- predictive control ---------------------------------------------------------------------------------------------


def test_plan_has_the_gradient_of_the_nonlinear_cost(small, part):
    module, rng = part("mpc"), np.random.default_rng(2)
    control = module.LinePredictiveControl(small, module.Bounds(), module.Weights(), steps=(1, 2, 2, 4))
    z, base, held = part("predictor").straight(3, y=0.4), 0.1 * rng.normal(size=4), 0.05

    def cost(plan):
        control.plan = plan
        y, w = control.predict(2.0, z, CURRENT).seen[:, 1], control.weights
        jumps = np.diff(plan, prepend=held)
        pieces = w.distance * control.lengths @ y**2 + w.final * y[-1] ** 2 + w.input * plan @ plan
        return 0.5 * (pieces + w.change * (0.4 / control.lengths) @ jumps**2)

    slopes = [(cost(base + step) - cost(base - step)) / 2e-5 for step in 1e-5 * np.eye(4)]
    control.plan = base
    g = control.problem(control.predict(2.0, z, CURRENT), held)[1]
    np.testing.assert_allclose(g[:4], slopes, rtol=1e-6, atol=1e-8)


def test_plan_keeps_bounds_that_an_unbounded_plan_breaks(small, part):
    """The bend and torques along the nonlinear prediction, at the ends of the pieces."""
    module, z = part("mpc"), part("predictor").straight(3, y=2.0)
    weights = module.Weights(distance=100.0, final=1000.0, change=0.01, input=0.001)

    def largest(bounds):
        control = module.LinePredictiveControl(small, bounds, weights, steps=(1, 1, 2, 4, 8, 8))
        for _ in range(6):  # the same instant again: the steps of the quadratic programs add up
            control.solve(4.0, z, CURRENT, 0.0)
        outcome = control.predict(4.0, z, CURRENT)
        return np.abs(outcome.bend[:, 0] + outcome.angles).max(), np.abs(outcome.bend[:, 1] + outcome.rates).max()

    wide = largest(module.Bounds(angle=9.0, rate=9.0, torque=9.0, heading=9.0))
    assert wide[0] > math.radians(36)
    assert wide[1] > 0.7
    assert max(np.array(largest(module.Bounds(torque=9.0, heading=9.0))) / (math.radians(36), 0.7)) < 1.0


# --- linear quadratic control ---------------------------------------------------------------------------------------


def test_periodic_gains_are_best(part):
    """Against the Riccati recursion run back over many strokes, and against other gains."""
    module, rng = part("periodic_lqr"), np.random.default_rng(4)
    pieces = [module.Piece(np.eye(3) + 0.3 * rng.normal(size=(3, 3)), rng.normal(size=(3, 1))) for _ in range(4)]
    Q, R = np.diag([1.0, 0.5, 0.0]), np.array([[2.0]])
    gains, closes = module.stroke_gains(pieces, Q, R)
    assert closes < 1e-9
    P = np.zeros((3, 3))
    for part_ in reversed(pieces * 60):
        K = np.linalg.solve(R + part_.B.T @ P @ part_.B, part_.B.T @ P @ part_.A)
        P = Q + part_.A.T @ P @ (part_.A - part_.B @ K)
    np.testing.assert_allclose(gains[0], K, rtol=1e-8)
    assert abs(module.multipliers(pieces, gains)[0]) < 1 < abs(module.multipliers(pieces, [0 * K] * 4)[0])


def test_piece_is_the_matrix_exponential(part):
    module = part("periodic_lqr")
    A, B = np.array([[0.0, 1.0], [-2.0, -0.3]]), np.array([[0.0], [1.5]])
    whole = module.piece([(A, B)] * 5, 0.7)
    linear = np.linalg.solve(A, (whole.A - np.eye(2)) @ B)  # the step response of z' = A z + B
    np.testing.assert_allclose(whole.B, linear, rtol=1e-12)


# --- programs -------------------------------------------------------------------------------------------------------


def test_line_of_sight_comes_near_the_built_in_law(part):
    module = part("line_of_sight")
    paths, apart = module.compare({"links": 5}, 2.0, (20, 80))
    assert 0 < apart[1] < 0.35 * apart[0] < 0.01
    assert np.abs(paths["built in"][-1] - paths["built in"][0]).max() > 0.02  # it swam


@pytest.mark.parametrize(("name", "picture"), SHORT)
def test_short_program(part, name, picture, tmp_path, capsys):
    found = part(name).main(["--short", "--out", str(tmp_path)])
    assert len(found) == 1
    assert (tmp_path / picture).stat().st_size > 10_000
    assert len(capsys.readouterr().out.splitlines()) > 2


def test_aiko_by_touch(part, tmp_path, capsys):
    wave, touch = part("touch").main(["--field", "3", "--seconds", "2", "--out", str(tmp_path)])
    assert float(touch[1]) > float(wave[1])  # way
    assert "pegs located" in capsys.readouterr().out
    assert (tmp_path / "aiko-touch.png").stat().st_size > 10_000


@pytest.mark.long
def test_heading_of_the_eel(part, tmp_path):
    rows = part("heading_lqr").main(["--out", str(tmp_path)])
    for name, (foretold, run, _, proportional, slowest, closes) in rows.items():
        assert run[0] < 5, name
        assert foretold[1] < run[1] < 1.5 * foretold[1], name  # the linear model knows no bounds
        assert run[1] <= proportional[1] + 0.5, name
        assert slowest < 1, name
        assert closes < 1e-9, name


@pytest.mark.long
def test_line_in_an_unknown_current(part, tmp_path):
    found = part("line_mpc").main(["--out", str(tmp_path)])
    assert found[0]["off"] < 3
    assert max(found[0][k] for k in ("angle", "rate", "torque")) <= 1
    assert found[0]["work"][2] < 20


@pytest.mark.long
def test_filter_is_consistent(part, tmp_path):
    found = part("current_estimator").main(["--out", str(tmp_path)])
    assert 1.0 < found["tuned"]["surprise"] < 3.2
    assert found["tuned"]["error"] < 2
    assert found["friction 0.045, not 0.03"]["surprise"] > 10  # a wrong model is not noticed by the filter


@pytest.mark.long
def test_line_of_sight_at_full_length(part, tmp_path):
    for row in part("line_of_sight").main(["--out", str(tmp_path)]):
        apart = [float(cell) for cell in row[1:4]]
        assert apart[2] < 0.6 * apart[1] < 0.36 * apart[0], row
