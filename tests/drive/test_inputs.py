"""What an input is, and what the kinds of inputs refuse."""

from __future__ import annotations

import math

import casadi as ca
import pytest

from elver import InputError, Joint
from elver.drive import PD, Input, JointState, ParameterInput, PositionServo, ServoInputs, TorqueInputs
from elver.drive.inputs import Following
from elver.quantities import Parameter

JOINT = Joint("elbow", "a", "b", limit=3.0)


def test_an_input_declares_what_is_allowed():
    assert Input(Parameter("torque.elbow", 0.5, "N m", "torque", low=-2.0, high=2.0)).parameter.bounds == "-2 to 2"
    endless = Input(Parameter("current", 0.0, "m/s", "speed", low=-math.inf, high=math.inf)).parameter
    assert (endless.low, endless.high) == (None, None)


@pytest.mark.parametrize(
    ("low", "high", "value", "words"),
    [
        (1.0, 1.0, 1.0, "low = 1.0 is not below high = 1.0"),
        (math.nan, 1.0, 0.0, "low = nan is not below"),
        (0.0, 1.0, 2.0, "'torque' = 2.0 is not allowed. Give a finite number from 0 to 1 N m"),
        (-math.inf, math.inf, math.inf, "'torque' = inf is not allowed"),
    ],
)
def test_bounds_and_values_that_make_no_input(low, high, value, words):
    with pytest.raises(InputError, match=words):
        Input(Parameter("torque", value, "N m", "torque", low=low, high=high))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: TorqueInputs("yaw"), "TorqueInputs.joints = 'yaw'"),
        (lambda: TorqueInputs([]), "Give a list of joint names"),
        (lambda: TorqueInputs(limit=0.0), "TorqueInputs.limit = 0.0"),
        (lambda: ServoInputs([3], kp=1.0, kd=1.0), "ServoInputs.joints"),
        (lambda: ServoInputs(kp=-1.0, kd=1.0), "ServoInputs.kp"),
        (lambda: ParameterInput(""), "ParameterInput.path"),
        (lambda: ParameterInput("gait.amplitude", smooth=0.0), "ParameterInput.smooth = 0.0"),
        (lambda: ParameterInput("gait.amplitude", low=math.nan), "ParameterInput.low = nan"),
    ],
)
def test_what_kinds_refuse(make, words):
    with pytest.raises(InputError, match=words):
        make()


def test_a_servo_is_a_pd_or_has_a_reference_of_its_own():
    assert ServoInputs(kp=5.0, kd=1.0).servo(JOINT) == PD(5.0, 1.0, 3.0)
    assert ServoInputs(kp=5.0, kd=1.0, limit=2.0).servo(JOINT) == PD(5.0, 1.0, 2.0)
    assert ServoInputs(kp=5.0, kd=1.0, natural_frequency=9.0).servo(JOINT) == PositionServo(5.0, 1.0, 9.0, torque_limit=3.0)


def test_following_goes_to_its_target_and_begins_where_the_joint_is():
    state = JointState(ca.SX(0.2), ca.SX(0.1), memory=ca.SX(0, 1))
    assert float(Following(PD(5.0, 1.0), 0.6).act(JOINT, None, state).torque) == pytest.approx(5.0 * 0.4 - 0.1)
    servo = Following(PositionServo(5.0, 1.0, 9.0), 0.6)
    assert servo.memory(JOINT) == ("reference", "reference rate")
    assert ca.DM(servo.begin(JOINT, state)).full().ravel() == pytest.approx([0.2, 0.1])
    assert Following(PD(5.0, 1.0), 0.6).memory(JOINT) == ()
