"""A user's force law in a few lines of CasADi, with and without memory."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np
import pytest

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.forces import Effect
from elver.robot import Box


@dataclass(frozen=True)
class LinearDrag:
    rate: float

    def effect(self, body, motion):
        return Effect(wrench=-self.rate * motion.twist)


@dataclass(frozen=True)
class LaggedDrag:
    """Drag that follows the velocity with a first-order lag: a medium with memory."""

    rate: float
    lag: float

    def memory(self, body):
        return ("vx",)

    def effect(self, body, motion):
        late = motion.memory[0]
        wrench = ca.vertcat(-self.rate * late, ca.SX(5, 1))
        return Effect(wrench=wrench, rates=(motion.velocity[0] - late) / self.lag)


@dataclass(frozen=True)
class Forgetful:
    def memory(self, body):
        return ("a", "b")

    def effect(self, body, motion):
        return Effect()


def sled(force) -> Model:
    box = Body.solid("box", Box(0.2, 0.2, 0.2), 250.0)  # 2 kg
    return Model("sled", Robot("sled", [box]), {"own": force}, start=InitialState(twist=(1.0, 0, 0, 0, 0, 0)))


def test_linear_drag_decays_exponentially_and_the_ledger_closes():
    run = simulate(sled(LinearDrag(3.0)), 2.0)
    t = run.data.time.values
    assert run.data.base_twist.values[:, 0] == pytest.approx(np.exp(-1.5 * t), rel=1e-9)
    assert run.summary["ledger_closure"] < 1e-11
    assert run.summary["ledger"]["own"] == pytest.approx(0.5 * 2 * (1 - np.exp(-6.0)), rel=1e-8)


def test_memory_of_the_medium_is_integrated():
    """m v' = -c z, lag z' = v - z: the characteristic polynomial gives the solution."""
    rate, lag, mass = 3.0, 0.4, 2.0
    run = simulate(sled(LaggedDrag(rate, lag)), 3.0)
    system = np.array([[0, -rate / mass], [1 / lag, -1 / lag]])
    values, vectors = np.linalg.eig(system)
    weights = np.linalg.solve(vectors, np.array([1.0, 0.0]))
    exact = np.real((vectors * weights) @ np.exp(np.outer(values, run.data.time.values)))
    assert run.data.base_twist.values[:, 0] == pytest.approx(exact[0], abs=1e-9)
    assert run.data["memory"].values[:, 0] == pytest.approx(exact[1], abs=1e-9)
    assert run.summary["ledger_closure"] < 1e-10
    assert exact[0].min() < 0


def test_missing_rates_are_refused():
    with pytest.raises(InputError, match="0 rates for 2 memory states"):
        simulate(sled(Forgetful()), 1.0)


def test_a_thing_that_is_no_force_is_refused():
    with pytest.raises(InputError, match="no method effect"):
        sled(3.0)
