"""Torques beyond a limit, turns beyond a full one, targets that are not followed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from odd_machines import chain, found, wave, waving

from elver import InitialState, simulate
from elver.drive import PD, ConstantTorque, Spring
from elver.forces import Gravity
from elver.simulation import Solver


def test_a_torque_above_the_limit_names_joint_time_and_limit():
    run = simulate(waving(chain(3, limit=0.02)), 2.0, solver=Solver(dt=0.01))
    torque = np.abs(run.data.joint_torque.values)
    assert torque[:, 0].max() > torque[:, 1].max() > 0.02
    (warning,) = found(run, "torque limit")
    assert warning["where"] == "joint 'joint1'"
    assert warning["number"] == torque[:, 0].max()
    assert warning["threshold"] == 0.02
    assert warning["unit"] == "N m"
    assert warning["time"] == run.data.time.values[torque[:, 0].argmax()]
    assert "so does 1 other joint" in warning["text"]


def test_a_torque_that_is_bounded_at_the_limit_is_within_it():
    robot = chain(2, mode="torque", limit=0.005)
    run = simulate(waving(robot, control=PD(5.0, 0.5, limit=0.005)), 1.0, solver=Solver(dt=0.01))
    assert np.abs(run.data.joint_torque.values).max() == pytest.approx(0.005)
    assert found(run, "torque limit") == []


def test_no_limit_no_warning():
    assert found(simulate(waving(chain(2)), 1.0, solver=Solver(dt=0.01)), "torque limit") == []


def test_a_joint_that_turns_over_is_named():
    robot = chain(2, mode="torque")
    run = simulate(waving(robot, control=ConstantTorque({"joint1": 0.5})), 1.5, solver=Solver(dt=0.01))
    (warning,) = found(run, "beyond a turn")
    angle = np.abs(run.data.joint_position.values[:, 0])
    assert warning["number"] == angle.max() > 2 * math.pi
    assert warning["time"] == run.data.time.values[(angle > 2 * math.pi).argmax()]
    assert found(simulate(waving(chain(2)), 1.0, solver=Solver(dt=0.01)), "beyond a turn") == []


def test_a_weak_controller_is_told_and_a_strong_one_is_not():
    robot = chain(2, mode="torque")
    strong = simulate(waving(robot, control=PD(50.0, 5.0)), 4.0, solver=Solver(dt=0.002))
    weak = simulate(waving(robot, control=PD(0.01, 0.001)), 4.0, solver=Solver(dt=0.002))
    assert found(strong, "tracking") == []
    (warning,) = found(weak, "tracking")
    half = weak.data.time.values >= 2.0
    target = 0.5 * np.sin(4.0 * weak.data.time.values[half])
    error = math.sqrt(np.mean((weak.data.joint_position.values[half, 0] - target) ** 2))
    assert warning["number"] == pytest.approx(error / 0.5, rel=0.02)


def test_laws_that_are_not_meant_to_follow_are_not_judged():
    robot = chain(2, mode="torque")
    run = simulate(waving(robot, control=ConstantTorque({"joint1": 0.001})), 2.0, solver=Solver(dt=0.01))
    off = run.data.joint_position.values[:, 0] - 0.5 * np.sin(4.0 * run.data.time.values)
    assert np.abs(off).max() > 0.3
    assert found(run, "tracking") == []


def test_a_machine_without_joints_has_nothing_to_judge():
    robot = chain(1)
    run = simulate(replace(waving(chain(2)), robot=robot, gait=None, forces={"gravity": Gravity()}), 0.1)
    assert run.summary["warnings"] == []


def test_a_swinging_joint_is_no_turn():
    robot = chain(2, mode="passive")
    model = replace(waving(robot, elastic=Spring(1.0, 0.01), start=InitialState(angles={"joint1": 1.0})), gait=None)
    assert found(simulate(model, 1.0, solver=Solver(dt=0.005)), "beyond a turn") == []
    assert wave(robot).period > 0
