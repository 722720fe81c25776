"""Corners that parts of a model name."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest

from elver import Body, InputError, Joint, Model, Robot, Solver, simulate
from elver.drive import PD, CombinedGait, ConstantPose, DelayedGait, FirstOrderLag, JointAction, SampledGait, Serpenoid
from elver.model.validity import breakpoint_times
from elver.robot import Rod

NONE = np.zeros(0)


def two(gait, **parts) -> Model:
    bodies = [Body.solid(name, Rod(0.3, 0.02), 1000.0) for name in ("front", "rear", "fin")]
    return Model(
        "two", Robot("two", bodies, [Joint("yaw", "front", "rear", d=0.3), Joint("fin", "rear", "fin")]), gait=gait, **parts
    )


def wave(ramp: float) -> Serpenoid:
    return Serpenoid(["yaw"], amplitude=0.3, frequency=5.0, ramp_time=ramp)


def test_ramps_shifted_gaits_and_gaits_together_name_their_corners():
    still = ConstantPose({"fin": 0.0})
    assert breakpoint_times(two(CombinedGait([wave(1.25), still])), NONE) == [1.25]
    assert breakpoint_times(two(CombinedGait([DelayedGait(wave(1.25), 0.5), still])), NONE) == [0.75]
    assert breakpoint_times(two(ConstantPose({"yaw": 0.0, "fin": 0.0})), NONE) == []


def test_a_free_ramp_has_its_corner_where_its_value_is():
    model = two(CombinedGait([wave(1.25), ConstantPose({"fin": 0.0})])).freed("gait.gaits.0.ramp_time")
    assert breakpoint_times(model, np.array([0.7])) == [0.7]


def test_forces_may_name_corners_and_what_is_no_time_is_refused():
    class Gust:
        kinks = (0.4, math.inf)

        def effect(self, body, motion):
            return None

    both = ConstantPose({"yaw": 0.0, "fin": 0.0})
    assert breakpoint_times(two(both, forces={"gust": Gust()}), NONE) == [0.4, math.inf]
    Gust.kinks = ("soon",)
    with pytest.raises(InputError, match="kinks of gust: soon is not a time"):
        breakpoint_times(two(both, forces={"gust": Gust()}), NONE)


def test_laws_of_one_class_and_laws_around_others_keep_their_corners():
    class Pulse:
        def __init__(self, at: float):
            self.kinks = (at,)

        def act(self, joint, now, state):
            return JointAction(ca.SX(0))

    bodies = [Body.solid(name, Rod(0.3, 0.02), 1000.0) for name in ("front", "rear", "fin")]
    joints = [Joint("yaw", "front", "rear", d=0.3, mode="torque"), Joint("fin", "rear", "fin", mode="torque")]
    robot = Robot("three", bodies, joints)
    control = {"yaw": Pulse(0.777), "fin": Pulse(0.123)}
    assert breakpoint_times(Model("both", robot, control=control), NONE) == [0.123, 0.777]
    around = {name: FirstOrderLag(law, 0.05) for name, law in control.items()}
    assert breakpoint_times(Model("lagged", robot, control=around), NONE) == [0.123, 0.777]


def test_corners_that_come_again_and_again_are_named_until_an_end():
    gait = CombinedGait([SampledGait(wave(0.0), 0.25, 0.1), ConstantPose({"fin": 0.0})])
    assert breakpoint_times(two(gait), NONE) == [0.1]
    assert breakpoint_times(two(gait), NONE, 0.7) == pytest.approx([0.1, 0.35, 0.6])


def test_adams_method_begins_anew_at_every_sample():
    """A joint whose target jumps within steps: where the jumps are known, the error is far smaller."""
    bodies = [Body.solid(name, Rod(0.3, 0.02), 1000.0) for name in ("front", "rear")]
    robot = Robot("two", bodies, [Joint("yaw", "front", "rear", d=0.3, mode="torque")])
    held = SampledGait(Serpenoid(["yaw"], amplitude=0.3, frequency=5.0), 0.0997)

    class Silent(SampledGait):
        ticks = ()

    def end(gait, dt: float) -> np.ndarray:
        model = Model("two", robot, gait=gait, control=PD(0.5, 0.02))
        return simulate(model, 1.0, solver=Solver(dt=dt, method="adams"), progress=False).data.joint_position.values[-1]

    fine = end(held, 1e-3 / 16)
    known, silent = (np.abs(end(gait, 2e-3) - fine).max() for gait in (held, Silent(held.gait, held.interval)))
    assert known < 0.1 * silent
