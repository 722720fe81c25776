"""Tendons: springs over joints, slackness, reels, and their energy."""

from __future__ import annotations

import json
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

from elver import Body, InitialState, InputError, Joint, Model, Robot, simulate
from elver.drive import ConstantPose, Spring, Tendon
from elver.robot import Box
from elver.simulation import Solver

BOX = Box(0.4, 0.1, 0.1)
INERTIA = 4.0 * (0.4**2 + 0.1**2) / 12


def finger(joints: int = 2) -> Robot:
    bodies = [Body.solid(f"box{k}", BOX, 1000.0) for k in range(joints + 1)]
    hinges = [Joint(f"j{k}", f"box{k - 1}", f"box{k}", d=0.4 * (k > 1), mode="passive") for k in range(1, joints + 1)]
    return Robot("finger", bodies, hinges, base="fixed")


class Reel:
    """The length of the cord swings."""

    period = 1.0

    def motion(self, now):
        return {"reel": 0.02 * ca.sin(2 * np.pi * now.time) - 0.02}


def test_a_tight_cord_is_a_spring_of_stiffness_k_arm_squared():
    cord = Tendon({"j1": 0.05}, stiffness=800.0, pretension=100.0)
    model = Model("finger", finger(1), elastic=Spring(), couplings={"up": cord}, start=InitialState(angles={"j1": 0.1}))
    other = Tendon({"j1": -0.05}, stiffness=800.0, pretension=100.0)
    run = simulate(replace(model, couplings={"up": cord, "down": other}), 1.0)
    w = np.sqrt(2 * 800 * 0.05**2 / INERTIA)
    assert run.data.joint_position.values[:, 0] == pytest.approx(0.1 * np.cos(w * run.data.time.values), abs=1e-8)
    assert run.summary["ledger_closure"] < 1e-9


def test_a_slack_cord_does_nothing():
    cord = Tendon({"j1": 0.05}, stiffness=800.0, pretension=-800 * 0.05 * 0.5)  # tight beyond 0.5 rad
    model = Model("finger", finger(1), elastic=Spring(), couplings={"cord": cord}, start=InitialState(rates={"j1": 1.0}))
    run = simulate(model, 1.5, solver=Solver(dt=1e-4))
    t, angle = run.data.time.values, run.data.joint_position.values[:, 0]
    assert angle[t < 0.5] == pytest.approx(t[t < 0.5], abs=1e-9)
    w = np.sqrt(800 * 0.05**2 / INERTIA)
    assert angle.max() == pytest.approx(0.5 + 1 / w, abs=1e-4)
    assert run.data.coupling_torque.values.max() == 0
    assert run.summary["ledger_closure"] < 1e-6


def test_torques_of_a_cord_over_two_joints_stand_as_their_arms():
    cord = Tendon({"j1": 0.05, "j2": -0.02}, stiffness=500.0, pretension=10.0, damping=2.0)
    model = Model(
        "finger", finger(), elastic=Spring(0.5), couplings={"cord": cord}, start=InitialState(angles={"j1": 0.3, "j2": 0.1})
    )
    run = simulate(model, 1.0)
    torque, q, qd = (run.data[n].values for n in ("coupling_torque", "joint_position", "joint_velocity"))
    tension = np.maximum(10.0 + 500 * (q @ [0.05, -0.02]) + 2.0 * (qd @ [0.05, -0.02]), 0)
    tension[10.0 + 500 * (q @ [0.05, -0.02]) <= 0] = 0
    assert torque[:, 0] == pytest.approx(-tension[:, None] * [0.05, -0.02], abs=1e-10)
    assert tension.max() > 10
    assert run.summary["ledger_closure"] < 1e-6
    assert run.summary["ledger"]["cord.loss"] > 0


def test_the_work_of_a_reel_is_that_of_its_tension():
    cord = Tendon({"j1": 0.05, "j2": 0.05}, stiffness=500.0, damping=1.0, rounding=1e-3, command="reel")
    model = Model("finger", finger(), gait=Reel(), elastic=Spring(0.5, 0.05), couplings={"cord": cord})
    run = simulate(model, 2.0)
    t, torque = run.data.time.values, run.data.coupling_torque.values[:, 0, 0]
    let_out = 0.02 * 2 * np.pi * np.cos(2 * np.pi * t)
    work = np.trapezoid(torque / 0.05 * let_out, t)  # tension = -torque / arm; power in = -tension rate
    assert run.summary["work"] == pytest.approx(work, rel=1e-3)
    assert run.summary["work"] > 1e-3
    assert run.summary["ledger_closure"] < 1e-7


def test_a_reeled_cord_bends_the_finger_to_the_balance_of_springs():
    cord = Tendon({"j1": 0.05}, stiffness=500.0, command="reel")
    model = Model("finger", finger(1), gait=ConstantPose({"reel": -0.01}), elastic=Spring(2.0, 0.8), couplings={"cord": cord})
    run = simulate(model, 8.0)
    assert run.data.joint_position.values[-1, 0] == pytest.approx(-500 * 0.05 * 0.01 / (2.0 + 500 * 0.05**2), rel=1e-5)


def test_arms_and_stiffness_may_stay_free():
    cord = Tendon({"j1": 0.05}, stiffness=500.0, pretension=3.0)
    model = Model("finger", finger(1), elastic=Spring(2.0), couplings={"cord": cord})
    free = model.freed("couplings.cord.arms.j1", "couplings.cord.stiffness")
    assert free.free["couplings.cord.arms.j1"].value == 0.05
    run, fixed = simulate(free, 0.5), simulate(model, 0.5)
    assert run.data.joint_position.values == pytest.approx(fixed.data.joint_position.values, abs=1e-12)


def test_missing_command_and_bad_input():
    cord = Tendon({"j1": 0.05}, stiffness=500.0, command="reel")
    with pytest.raises(InputError, match="no value to the command 'reel'"):
        simulate(Model("finger", finger(1), elastic=Spring(), couplings={"cord": cord}), 0.1)
    with pytest.raises(InputError, match="all 0"):
        Tendon({"j1": 0.0}, stiffness=1.0)
    with pytest.raises(InputError, match="mapping from joint name"):
        Tendon([0.1], stiffness=1.0)
    with pytest.raises(InputError, match="stiffness"):
        Tendon({"j1": 0.1}, stiffness=0.0)
    with pytest.raises(InputError, match="Did you mean 'j1'"):
        Model("finger", finger(1), elastic=Spring(), couplings={"cord": Tendon({"j": 0.1}, stiffness=1.0)})


def test_a_slack_cord_is_looked_at_where_it_is_tight():
    cord = Tendon({"j1": 0.05, "j2": -0.02}, stiffness=800.0, pretension=-8.0)
    (tight,) = cord.engaged(("j1", "j2"), {})
    assert 0.05 * tight["j1"] - 0.02 * tight["j2"] == pytest.approx(0.01, rel=1e-6)
    stiff = replace(cord, stiffness=1e9, pretension=-1e7)
    model = Model("finger", finger(), elastic=Spring(), couplings={"cord": stiff})
    settings = json.loads(simulate(model, 0.01, solver=Solver(dt=1e-3)).data.attrs["settings"])
    assert settings["method"] == "rodas"
    (at_rest,) = Tendon({"j1": 0.05}, stiffness=800.0, pretension=8.0).engaged(("j1",), {})
    assert at_rest == {"j1": 0.0}


def test_a_cord_that_a_reel_or_a_driven_joint_keeps_slack_is_looked_at_where_it_is_tight():
    cord = Tendon({"j1": 0.05, "j2": 0.05}, stiffness=1e9, command="reel")
    let_out = Model("finger", finger(), gait=ConstantPose({"reel": 0.03}), elastic=Spring(), couplings={"cord": cord})
    (tight,) = cord.engaged(("j1", "j2"), {"reel": 0.03})
    assert 0.05 * (tight["j1"] + tight["j2"]) == pytest.approx(0.03, rel=1e-6)
    robot = replace(finger(), joints=[replace(j, mode="driven" if j.name == "j1" else "passive") for j in finger().joints])
    held = ConstantPose({"j1": -0.6, "reel": 0.0})
    bent = Model("finger", robot, gait=held, elastic=Spring(), couplings={"cord": cord})
    (tight,) = cord.engaged(("j1", "j2"), {"j1": -0.6, "reel": 0.0})
    assert tight == {"j2": pytest.approx(0.6, rel=1e-6)}
    for model in (let_out, bent):
        assert json.loads(simulate(model, 0.01, solver=Solver(dt=1e-3)).data.attrs["settings"])["method"] == "rodas"
    all_driven = {"j1": 0.0, "j2": 0.0, "reel": 1.0}
    assert cord.engaged(("j1", "j2"), all_driven) == []
