"""Adaptive runs that hardly come along: laws that jump, and vibrations far faster than the motion."""

from __future__ import annotations

import time
from dataclasses import dataclass

import casadi as ca
import numpy as np
import pytest

from elver import Body, InitialState, Joint, Model, Robot, simulate, simulate_batch
from elver._support import interrupts
from elver.drive import JointAction
from elver.robot import EllipticCylinder
from elver.simulation import Solver
from elver.simulation.schemes.adaptive import WINDOW


def links(n: int) -> Robot:
    bodies = [Body.solid(f"b{k}", EllipticCylinder(0.14, 0.05, 0.03), 1000.0) for k in range(n)]
    joints = [Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=0.14, mode="torque") for k in range(1, n)]
    return Robot("links", bodies, joints, base="planar")


@dataclass(frozen=True)
class Switch:
    """A torque of full size against the angle's sign: a joint that slides along its jump, from 0.1 s on."""

    def act(self, joint, now, state):
        return JointAction(torque=-ca.sign(state.angle + 0.1 * state.rate))


@dataclass(frozen=True)
class Undamped:
    """A spring without damping, so stiff that it swings some hundred thousand times a second."""

    def act(self, joint, now, state):
        return JointAction(torque=-1e9 * (state.angle - 1e-3))


@pytest.mark.parametrize("method", ["rodas", "dopri5"])
@pytest.mark.parametrize("law", [Switch(), Undamped()], ids=["jump", "vibration"])
def test_a_run_that_hardly_comes_along_ends_and_names_the_state(law, method):
    start = InitialState(angles={"j1": 0.3 if isinstance(law, Switch) else 0.0})
    model = Model("chattering", links(2), {}, control=law, start=start)
    began = time.process_time()
    run = simulate(model, 10.0, solver=Solver(method=method))
    assert run.status == "too many steps"
    named = run.status_detail.split("the error of state '")[1].split("'")[0]
    assert named in ("angle of j1", "rate of j1", *(() if isinstance(law, Switch) else ("base vx", "base vy", "base wz")))
    assert 0 < run.data.time.values[-1] < 10.0
    assert np.isfinite(run.data.state.values).all()
    assert time.process_time() - began < 30.0


def test_where_a_run_gives_up_does_not_depend_on_the_chunks(monkeypatch):
    model = Model("chattering", links(2), {}, control=Undamped())
    ends = []
    for seconds in (1e-9, 1e9):
        monkeypatch.setattr(interrupts, "_CHUNK_SECONDS", seconds)
        ends.append(simulate(model, 10.0, solver=Solver(method="dopri5")).data.time.values[-1])
    assert ends[0] == ends[1]


def test_a_smaller_dt_allows_smaller_steps():
    model = Model("chattering", links(2), {}, control=Undamped())
    run = simulate(model, 0.02, solver=Solver(dt=1e-6, method="dopri5"))
    assert run.status == "finished"
    assert run.data.attrs["steps"] > 1.05 * WINDOW


def test_one_machine_that_hardly_comes_along_says_so_in_a_batch():
    model = Model("chattering", links(2), {}, control=Undamped())
    data = simulate_batch(model, 1.0, initial_states={"rate of j1": [0.0, 1.0]}, solver=Solver(method="dopri5"))
    assert set(data.status.values) == {"too many steps"}
    assert "j1" in str(data.status_detail.values[0])
