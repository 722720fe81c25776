"""A spring to a place in the world."""

from __future__ import annotations

import numpy as np
import pytest

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.forces import Anchor
from elver.robot import Ellipsoid

BALL = Body.solid("ball", Ellipsoid(0.1, 0.1, 0.1), 1000.0)


def test_a_ball_on_a_spring_swings_about_its_anchor():
    anchor = Anchor("ball", 30.0, place=(0.5, 0.0, 0.2), damping=1.0)
    run = simulate(Model("ball", Robot("ball", [BALL]), {"spring": anchor}), 3.0)
    decay, t = 1.0 / (2 * BALL.mass), run.data.time.values
    w = np.sqrt(30.0 / BALL.mass - decay**2)
    exact = 0.5 - 0.5 * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))
    assert run.data.base_position.values[:, 0] == pytest.approx(exact, abs=1e-8)
    assert run.summary["ledger_closure"] < 1e-9
    assert run.summary["ledger"]["spring.damping"] > 0.1


def test_an_anchor_off_the_centre_turns_the_body_and_keeps_the_energy():
    anchor = Anchor("ball", 30.0, place=(0.5, 0.1, 0.2), at=(0.0, 0.08, 0.02))
    start = InitialState(twist=(0.1, 0.0, -0.2, 0.5, 0.4, 1.0))
    run = simulate(Model("ball", Robot("ball", [BALL]), {"spring": anchor}, start=start), 3.0)
    assert run.summary["ledger_closure"] < 1e-9
    assert np.ptp(run.data.base_twist.values[:, 3:], axis=0).max() > 0.5


def test_what_is_refused():
    with pytest.raises(InputError, match="stiffness"):
        Anchor("ball", -1.0)
    with pytest.raises(InputError, match="Did you mean 'ball'"):
        Model("ball", Robot("ball", [BALL]), {"spring": Anchor("bell", 1.0)})
