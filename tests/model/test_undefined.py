"""A law that has no number at the start is named; a step that is too long is not taken for a singular machine."""

from __future__ import annotations

import re
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from odd_machines import chain, waving

from elver import Body, InitialState, Model, Robot, compile_model, simulate
from elver.drive import JointAction
from elver.forces import Effect
from elver.model.validity import undefined_parts
from elver.robot import Box
from elver.simulation import Solver


class RootGait:
    def motion(self, now):
        return {"joint1": ca.sqrt(now.time)}


class Unit:
    """A force against the direction of motion, which has none at rest."""

    def effect(self, body, motion):
        return Effect(wrench=ca.vertcat(-motion.velocity / ca.norm_2(motion.velocity), ca.SX(3, 1)))


class Sign:
    def act(self, joint, now, state):
        return JointAction(torque=-state.rate / ca.fabs(state.rate))


class Heavy:
    def effect(self, body, motion):
        v = motion.velocity
        return Effect(wrench=ca.vertcat(-1e7 * v * ca.norm_2(v) - 1e3 * v, ca.SX(3, 1)))


def still(mode="torque", **parts) -> Model:
    return replace(Model("m", chain(2, mode=mode), control=Sign()), **parts)


@pytest.mark.parametrize(
    ("model", "named"),
    [
        (Model("m", chain(2), gait=RootGait()), r"the gait \(RootGait\), rate of 'joint1'"),
        (still(), r"the law of joint 'joint1' \(Sign\)"),
        (Model("m", chain(1), {"wind": Unit()}), r"the force 'wind' \(Unit\) on body 'link0'"),
    ],
    ids=["gait", "joint law", "force"],
)
@pytest.mark.filterwarnings("ignore:invalid value")
def test_the_part_is_named(model, named):
    run = simulate(model, 0.1)
    assert run.status == "diverged"
    assert "at the start" in run.status_detail
    assert re.search(named, run.status_detail), run.status_detail
    assert "singular" not in run.status_detail


def test_a_first_step_that_is_too_long_is_called_so():
    robot = Robot("r", [Body.solid("cube", Box(0.1, 0.2, 0.3), 1.0)])
    model = Model("m", robot, {"drag": Heavy()}, start=InitialState(twist=(1, 0, 0, 0, 0, 0)))
    run = simulate(model, 1.0, solver=Solver(dt=0.05, method="rk4"))
    assert "too long" in run.status_detail
    assert "singular" not in run.status_detail


def test_nothing_is_named_where_all_is_finite():
    program = compile_model(waving(chain(3)))
    p = program.parameter_vector()
    assert undefined_parts(program.equations, 0.3, program.initial_state(p), p, np.zeros(0)) == []
