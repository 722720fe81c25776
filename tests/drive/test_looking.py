"""Laws that look at the machine: its values may be used in any way; derivatives of them are refused where they would be zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca
import pytest

from elver import Body, InputError, Joint, Model, Robot, simulate
from elver.drive import JointAction
from elver.robot import Rod
from elver.simulation import Solver


@dataclass(frozen=True)
class Looking:
    """A law whose torque is whatever a test says."""

    torque: Any

    def act(self, joint, now, state):
        return JointAction(self.torque(now, state))


def run(torque):
    bodies = [Body.solid(f"b{k}", Rod(0.3, 0.02), 1000.0) for k in range(3)]
    joints = [Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=0.3, mode="torque") for k in (1, 2)]
    return simulate(
        Model("arm", Robot("arm", bodies, joints), control=Looking(torque)), 0.01, solver=Solver(dt=1e-3), progress=False
    )


@pytest.mark.parametrize(
    "torque",
    [
        lambda now, state: ca.jacobian(now.machine.heading, state.angle),
        lambda now, state: -0.1 * state.angle + ca.jtimes(now.machine.yaw**2, state.angle, state.rate),
        lambda now, state: ca.gradient(now.machine.position[0], now.time),
    ],
)
def test_derivatives_of_the_machine_are_refused(torque):
    with pytest.raises(InputError, match=r"the law of joint 'j1' differentiates now\.machine.*would be 0\. Write"):
        run(torque)


@pytest.mark.parametrize(
    "torque",
    [
        lambda now, state: -0.1 * now.machine.heading - 0.01 * state.rate,
        lambda now, state: ca.fmax(now.machine.position[0] * ca.sin(now.time), -0.01),
        lambda now, state: -ca.gradient(0.05 * state.angle**2, state.angle) + 0 * now.machine.yaw,
    ],
)
def test_values_of_the_machine_may_be_used(torque):
    assert run(torque).status == "finished"
