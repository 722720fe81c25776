"""Forces on bodies: what one of them says of itself holds for no class made from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import casadi as ca
import numpy as np

import elver
from elver.forces import Effect, Gravity
from elver.robot import Body, Joint, Robot, Rod


@dataclass(frozen=True)
class Pushed(Gravity):
    """Gravity, and a push on one body, which it knows by its name."""

    def effect(self, body, motion):
        own = super().effect(body, motion)
        if body.name != "d":
            return own
        return Effect(wrench=own.wrench + ca.SX([0, 0, 5.0, 0, 0, 0]), potential=own.potential, flows={})


@dataclass(frozen=True)
class Wrapped:
    """Another force's effect by a class that says nothing of itself."""

    own: object

    def effect(self, body, motion):
        return self.own.effect(body, motion)


def test_a_force_made_from_another_may_look_at_more():
    bodies = [Body.solid(name, Rod(0.2, 0.01), 1000.0) for name in "abcd"]
    robot = Robot("chain", bodies, [Joint(f"j{c}", p, c, alpha=0.3, d=0.2) for p, c in pairwise("abcd")])
    rng = np.random.default_rng(0)
    state = (np.array([1.0, 0, 0, 0]), *(rng.normal(size=n) for n in (3, 6, 3, 3, 3)))
    plain, pushed, wrapped = (
        np.array(elver.model.dynamics_function(robot, "direct", {"own": force})(*state)[0]).ravel()
        for force in (Gravity(), Pushed(), Wrapped(Pushed()))
    )
    np.testing.assert_allclose(pushed, wrapped, rtol=1e-12)
    assert np.abs(pushed - plain).max() > 1.0
