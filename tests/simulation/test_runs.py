"""Integrators: order, exactness, dense output, and a torque-free top against its closed form."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np
import pytest
from scipy.special import ellipj

from elver import Body, InitialState, Model, Robot, compile_model, simulate
from elver.forces import Effect
from elver.robot import Box
from elver.simulation import Save, Solver

ORDERS = {"semi-implicit": 1, "heun": 2, "rk4": 4}


@dataclass(frozen=True)
class TimeForce:
    """Force along x that is a polynomial of time."""

    coefficients: tuple

    def effect(self, body, motion):
        force = sum(c * motion.time**k for k, c in enumerate(self.coefficients))
        return Effect(wrench=ca.vertcat(force, ca.SX(5, 1)), flows={})


@dataclass(frozen=True)
class Pendulum:
    """A nonlinear spring to the origin, with its potential."""

    def effect(self, body, motion):
        x = motion.position[0]
        pull = motion.to_body(ca.vertcat(-ca.sin(x), 0, 0))
        return Effect(wrench=ca.vertcat(pull, ca.SX(3, 1)), potential=1 - ca.cos(x), flows={})


def cube(mass=1.0) -> Body:
    return Body.solid("cube", Box(0.1, 0.2, 0.3), mass / 0.006)


@pytest.fixture(scope="module")
def swinging():
    start = InitialState(position=(1.0, 0, 0), twist=(0.5, 0, 0, 0, 0, 0))
    return compile_model(Model("pendulum", Robot("r", [cube()]), {"spring": Pendulum()}, start=start))


def end_state(program, solver, every=1.0):
    run = simulate(program, 4.0, solver=solver, save=Save(every=every))
    return np.append(run.data.base_position.values[-1], run.data.base_twist.values[-1])


@pytest.mark.parametrize("method", ORDERS)
def test_order_of_the_fixed_step_methods(swinging, method):
    exact = end_state(swinging, Solver("dopri5", rtol=1e-13, atol=1e-14))
    steps = [0.1 / 2**k for k in range(6)]
    errors = [np.abs(end_state(swinging, Solver(method, h), 1.0 if 1.0 % h == 0 else h) - exact).max() for h in steps]
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    assert slopes[-3:] == pytest.approx(ORDERS[method], abs=0.1)
    assert errors[0] > 10 * errors[-1]


def test_order_of_the_predictor_corrector(swinging):
    """Order 5: the corrector's own, although the predictor has order 4. Chunks of the run loop share its history."""
    exact = end_state(swinging, Solver("dopri5", rtol=1e-13, atol=1e-14))
    steps = [0.05 / 2**k for k in range(4)]
    errors = [np.abs(end_state(swinging, Solver("adams", h)) - exact).max() for h in steps]
    slopes = np.log2(np.array(errors[:-1]) / errors[1:])
    assert slopes == pytest.approx(5, abs=0.35)
    assert slopes[-1] == pytest.approx(5, abs=0.15)
    assert errors[-1] < 1e-8


def test_a_resumed_predictor_corrector_starts_anew_within_its_error(swinging):
    half = simulate(swinging, 2.0, solver=Solver(dt=0.01, method="adams"))
    rest = simulate(swinging, 2.0, solver=Solver(dt=0.01, method="adams"), resume=half).data.base_position.values[-1]
    whole = simulate(swinging, 4.0, solver=Solver(dt=0.01, method="adams")).data.base_position.values[-1]
    assert rest == pytest.approx(whole, abs=1e-8)


@pytest.mark.parametrize(("method", "degree"), [("heun", 1), ("rk4", 3), ("adams", 3), ("dopri5", 4)])
def test_polynomials_are_integrated_exactly(method, degree):
    """Velocity under a force that is a polynomial of time up to the method's degree comes out to rounding."""
    coefficients = (0.3, -1.0, 2.0, 0.7, -1.5)[: degree + 1]
    run = simulate(
        Model("push", Robot("r", [cube()]), {"push": TimeForce(coefficients)}),
        2.0,
        solver=Solver(dt=0.25, method=method),
        save=Save(every=0.5),
    )
    exact = sum(c * 2.0 ** (k + 1) / (k + 1) for k, c in enumerate(coefficients))
    assert run.data.base_twist.values[-1, 0] == pytest.approx(exact, rel=1e-13)


def test_adaptive_error_follows_the_tolerance_and_dense_output_is_as_good(swinging):
    fine = simulate(swinging, 4.0, solver=Solver(dt=2e-4), save=Save(every=0.05)).data.base_position.values[:, 0]
    previous = np.inf
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10):
        run = simulate(swinging, 4.0, solver=Solver(method="dopri5", rtol=rtol, atol=rtol), save=Save(every=0.05))
        error = np.abs(run.data.base_position.values[:, 0] - fine).max()
        assert error < 100 * rtol
        assert error < previous / 5
        previous = error
    assert int(run.data.attrs["steps"]) < 1000


def test_conservative_motion_keeps_its_energy(swinging):
    run = simulate(swinging, 20.0, solver=Solver(dt=1e-3))
    assert run.summary["ledger_closure"] < 1e-11
    assert np.ptp(run.data.kinetic_energy.values) > 0.1


def test_torque_free_top_follows_jacobis_closed_form():
    """A free rigid body: its spin in body axes is a triple of elliptic functions."""
    body = cube()
    moments = np.diag(body.central_inertia)  # I3 < I2 < I1 for this box: edges 0.1, 0.2, 0.3
    spin = np.array([2.0, 0.0, 2.5])
    run = simulate(Model("top", Robot("r", [body]), start=InitialState(twist=(0.1, 0, 0, *spin))), 10.0, solver=Solver(dt=1e-3))
    found = run.data.base_twist.values[:, 3:]
    assert found == pytest.approx(euler_top(moments, spin, run.data.time.values), abs=1e-8)
    assert np.ptp(found[:, 1]) > 1
    norm = np.linalg.norm(run.data.base_quaternion.values, axis=1)
    assert norm == pytest.approx(1, abs=1e-14)
    momentum = run.data.momentum.values
    assert momentum == pytest.approx(np.tile(momentum[0], (len(momentum), 1)), abs=1e-11)


def euler_top(moments, spin, t):
    """w(t) with w2(0) = 0 for moments I1 > I2 > I3 (Landau and Lifshitz, Mechanics, section 37)."""
    order = np.argsort(moments)
    (I1, I2, I3), (a, _, c) = moments[order], spin[order]
    energy, square = I1 * a**2 + I3 * c**2, (I1 * a) ** 2 + (I3 * c) ** 2
    if square < energy * I2:
        I1, I3, a, c = I3, I1, c, a
        order = order[::-1]
    rate = np.sqrt((I3 - I2) * (square - energy * I1) / (I1 * I2 * I3))
    k2 = (I2 - I1) * (energy * I3 - square) / ((I3 - I2) * (square - energy * I1))
    sn, cn, dn, _ = ellipj(rate * t, k2)
    amplitude = np.sqrt((energy * I3 - square) / (I2 * (I3 - I2)))
    w = np.empty((len(t), 3))
    handed = np.linalg.det(np.eye(3)[order])
    sign = handed * np.sign(a * c) * np.sign(I3 - I1)
    w[:, order[0]], w[:, order[1]], w[:, order[2]] = a * cn, sign * amplitude * sn, c * dn
    return w
