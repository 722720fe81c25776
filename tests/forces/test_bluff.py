"""Drag of a bluff body at a point."""

from __future__ import annotations

import numpy as np
import pytest
from force_validator import Evaluated, check_drag, check_equivariance, check_galilean
from tolerances import ALGEBRA, assert_close

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.forces import BluffDrag
from elver.robot import Ellipsoid

BALL = Body.solid("ball", Ellipsoid(0.1, 0.1, 0.1), 1000.0)
AREA, LINEAR, AT = (0.02, 0.05, 0.03), (0.4, 0.1, 0.7), (0.05, -0.02, 0.11)


def law(**changes) -> BluffDrag:
    return BluffDrag("ball", **{"area": AREA, "linear": LINEAR, "at": AT, **changes})


@pytest.mark.parametrize("speed", ["whole", "own"])
def test_rules_of_every_force_law(speed):
    rng = np.random.default_rng(1)
    check_equivariance(lambda current: law(current=current, speed=speed), BALL, rng)
    check_galilean(lambda current: law(current=current, speed=speed), BALL, rng)
    check_drag(law(speed=speed), BALL, rng, "f.drag")


@pytest.mark.parametrize("speed", ["whole", "own"])
def test_force_and_moment_are_those_of_the_formula(speed):
    V = np.random.default_rng(2).normal(size=6)
    v = V[:3] + np.cross(V[3:], AT)
    size = np.linalg.norm(v) if speed == "whole" else np.abs(v)
    force = -(500 * np.array(AREA) * size + np.array(LINEAR)) * v
    found = Evaluated(law(speed=speed), BALL).wrench(V)
    assert_close(found, np.concatenate([force, np.cross(AT, force)]), 10 * ALGEBRA)


def test_a_ball_that_coasts_slows_as_the_closed_form():
    model = Model(
        "ball",
        Robot("ball", [BALL]),
        {"drag": BluffDrag("ball", area=(0.02,) * 3)},
        start=InitialState(twist=(2.0, 1.0, 0, 0, 0, 0)),
    )
    run = simulate(model, 3.0)
    v0, k = np.hypot(2.0, 1.0), 0.5 * 1000 * 0.02 / BALL.mass
    exact = v0 / (1 + k * v0 * run.data.time.values)
    assert np.linalg.norm(run.data.base_velocity.values, axis=1) == pytest.approx(exact, rel=1e-8)
    assert run.summary["ledger_closure"] < 1e-9


def test_ledger_closes_in_a_current():
    model = Model("ball", Robot("ball", [BALL]), {"drag": law(current=(0.5, 0.2, 0.0))})
    run = simulate(model, 1.0)
    assert run.summary["ledger_closure"] < 1e-8
    assert run.summary["ledger"]["drag.current"] < 0


def test_what_is_refused():
    with pytest.raises(InputError, match="area"):
        BluffDrag("ball", area=(0.1, 0.1))
    with pytest.raises(InputError, match="Did you mean 'ball'"):
        Model("ball", Robot("ball", [BALL]), {"drag": BluffDrag("bal", area=(1, 1, 1))})
