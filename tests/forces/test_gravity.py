"""Weight and buoyancy."""

from __future__ import annotations

import numpy as np
import pytest
from force_validator import Evaluated, random_quaternion
from tolerances import ALGEBRA, assert_close

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.forces import Gravity
from elver.robot import Box, Ellipsoid
from elver.simulation import Solver
from elver.symbolic.spatial import rotate


def stone(density=2500.0):
    return Body.solid("stone", Ellipsoid(0.2, 0.1, 0.15, at=np.array([0.05, -0.02, 0.1])), density)


def test_weight_acts_at_the_centre_of_mass():
    rng, body = np.random.default_rng(0), stone()
    Q = random_quaternion(rng)
    wrench = Evaluated(Gravity(), body).wrench(np.zeros(6), Q)
    down = rotate(Q * [1, -1, -1, -1], np.array([[0, 0, -9.81]]))[0]
    assert_close(wrench[:3], body.mass * down, 10 * ALGEBRA)
    assert_close(wrench[3:], np.cross(body.first_moments, down), 10 * ALGEBRA)


def test_neutral_body_feels_nothing_at_all():
    wrench = Evaluated(Gravity(fluid_density=1000.0), stone(1000.0)).wrench(np.zeros(6), (0.6, 0.8, 0, 0))
    assert np.abs(wrench).max() == 0


def test_buoyancy_is_archimedes():
    body = stone(400.0)
    up = Evaluated(Gravity(fluid_density=1000.0), body).wrench(np.zeros(6))
    assert up[2] == pytest.approx((1000 - 400) * body.shape.volume * 9.81)


def test_free_fall_is_the_parabola_and_conserves_energy():
    model = Model("fall", Robot("one", [stone()]), {"gravity": Gravity()}, start=InitialState(twist=(1.0, 0, 2.0, 0, 0, 0)))
    run = simulate(model, 1.0, solver=Solver(dt=0.01))
    t = run.data.time.values
    expected = np.stack([t, 0 * t, 2 * t - 0.5 * 9.81 * t**2], axis=1) + run.data.com_position.values[0]
    assert_close(run.data.com_position.values, expected, 1e-12)
    assert run.summary["ledger_closure"] < 1e-12


def test_buoyancy_needs_a_shape():
    body = Body("lump", 1.0, np.zeros(3), 0.01 * np.eye(3))
    with pytest.raises(InputError, match="no shape"):
        Evaluated(Gravity(fluid_density=1000.0), body)


def test_box_floats_at_its_own_density():
    box = Body.solid("box", Box(0.2, 0.3, 0.4), 1000.0)
    run = simulate(Model("box", Robot("one", [box]), {"gravity": Gravity(9.81, 1000.0)}), 1.0, solver=Solver(dt=0.01))
    assert np.abs(run.data.base_position.values).max() == 0
