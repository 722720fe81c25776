"""Tendons against MuJoCo's: a cord over two joints, slack within a range, on a chain that falls."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from elver import Body, InitialState, Joint, Model, Robot, simulate
from elver.drive import JointStops, Spring, Tendon
from elver.forces import Gravity
from elver.robot import Box
from elver.simulation import Solver

mujoco = pytest.importorskip("mujoco")

XML = """
<mujoco>
  <option gravity="0 0 -9.81" timestep="1e-4" integrator="RK4"><flag contact="disable"/></option>
  <worldbody>
    <body name="upper">
      <joint name="j1" type="hinge" axis="0 -1 0" stiffness="2" damping="0.05"/>
      <geom type="box" size="0.2 0.02 0.03" pos="0.2 0 0" density="1000"/>
      <body name="lower" pos="0.4 0 0">
        <joint name="j2" type="hinge" axis="0 -1 0" stiffness="2" damping="0.05"/>
        <geom type="box" size="0.15 0.015 0.02" pos="0.15 0 0" density="1000"/>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="cord" springlength="-10 {slack}" stiffness="{stiffness}" damping="{damping}">
      <joint joint="j1" coef="-0.06"/><joint joint="j2" coef="0.03"/>
    </fixed>
  </tendon>
</mujoco>
"""


def swung_by_mujoco(q0, duration: float, **values):
    model = mujoco.MjModel.from_xml_string(XML.format(**{"damping": 0.0, **values}))
    data = mujoco.MjData(model)
    data.qpos[:] = q0
    path = [data.qpos.copy()]
    for k in range(round(duration / 1e-4)):
        mujoco.mj_step(model, data)
        if (k + 1) % 100 == 0:
            path.append(data.qpos.copy())
    return np.array(path)


def chain() -> Robot:
    """The same two boxes; alpha = 90 degrees turns the joints about -y."""
    bodies = [
        Body.solid("ground", Box(0.1, 0.1, 0.1), 1000.0),
        Body.solid("upper", Box(0.4, 0.06, 0.04, at=(0.2, 0, 0)), 1000.0),
        Body.solid("lower", Box(0.3, 0.04, 0.03, at=(0.15, 0, 0)), 1000.0),
    ]
    joints = [
        Joint("j1", "ground", "upper", alpha=np.pi / 2, mode="passive"),
        Joint("j2", "upper", "lower", d=0.4, mode="passive"),
    ]
    return Robot("chain", bodies, joints, base="fixed")


def swung(q0, duration: float, couplings):
    start = InitialState(angles={"j1": q0[0], "j2": q0[1]})
    model = Model("chain", chain(), {"gravity": Gravity()}, elastic=Spring(2.0, 0.05), couplings=couplings, start=start)
    run = simulate(model, duration, solver=Solver(dt=1e-4))
    return run.data.joint_position.values, run


def test_a_cord_that_goes_slack_and_tight_again():
    """Slack until the path is 0.01 m longer than at joint positions 0."""
    q0, duration = (0.8, -0.5), 1.5
    cord = Tendon({"j1": -0.06, "j2": 0.03}, stiffness=3000.0, pretension=-30.0)
    found, run = swung(q0, duration, {"cord": cord})
    expected = swung_by_mujoco(q0, duration, slack=0.01, stiffness=3000.0)
    assert found == pytest.approx(expected, abs=1e-10)  # both by Runge and Kutta's method with the same step
    torque = run.data.coupling_torque.values[:, 0, 0]
    assert (torque == 0).sum() > 20
    assert (torque > 1).sum() > 20
    loose = swung(q0, duration, {})[0]
    assert np.abs(loose - found).max() > 0.5


def test_a_tight_cord_with_damping():
    q0, duration = (0.3, -0.2), 1.0
    cord = Tendon({"j1": -0.06, "j2": 0.03}, stiffness=3000.0, pretension=150.0, damping=30.0)
    found, run = swung(q0, duration, {"cord": cord})
    expected = swung_by_mujoco(q0, duration, slack=-0.05, stiffness=3000.0, damping=30.0)
    assert found == pytest.approx(expected, abs=1e-10)
    assert np.ptp(found, axis=0).min() > 0.05
    assert run.summary["ledger"]["cord.loss"] > 0.01
    assert run.data.coupling_torque.values[:, 0, 0].min() > 0  # MuJoCo damps slack cords too: this one never is


def test_without_a_cord_both_swing_alike():
    """The two chains are the same machine."""
    assert swung((0.8, -0.5), 0.5, {})[0] == pytest.approx(swung_by_mujoco((0.8, -0.5), 0.5, slack=10.0, stiffness=0.0), abs=1e-5)


def test_a_stop_is_a_cord_that_is_slack_up_to_it():
    """A stop above j1 is the one-sided spring that a cord over j1 alone makes."""
    q0, arm = (0.8, -0.5), 0.05
    stop = {"stop": JointStops(["j1"], -9.0, 0.9, stiffness=40.0)}
    cord = {"cord": Tendon({"j1": arm}, stiffness=40.0 / arm**2, pretension=-40.0 / arm * 0.9)}
    start = InitialState(angles={"j1": q0[0], "j2": q0[1]}, rates={"j1": 6.0})
    model = Model("chain", chain(), {"gravity": Gravity()}, elastic=Spring(2.0, 0.05), start=start)
    runs = [simulate(replace(model, couplings=c), 0.5, solver=Solver(dt=1e-4)) for c in (stop, cord)]
    assert runs[0].data.joint_position.values == pytest.approx(runs[1].data.joint_position.values, abs=1e-9)
    assert runs[0].data.coupling_torque.values.min() < -1
