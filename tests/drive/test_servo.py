"""Position servo: its reference against closed forms and a transcription by hand, its limits, its start."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from elver import Body, InputError, Joint, Model, Robot, compile_model, gradient, simulate
from elver.drive import ConstantPose, PositionServo, Serpenoid
from elver.robot import Box
from elver.simulation import Solver

BOX = Box(0.4, 0.1, 0.1)
INERTIA = 4.0 * (0.4**2 + 0.1**2) / 12
STIFF = {"kp": 4000.0, "kd": 60.0}


class Step:
    """A target that jumps from 0 to a height at 0.1 s."""

    def __init__(self, height):
        self.height = height

    def motion(self, now):
        return {"pivot": ca.if_else(now.time > 0.1, self.height, 0)}


def hinge() -> Robot:
    bodies = [Body.solid("ground", BOX, 1000.0), Body.solid("wheel", BOX, 1000.0)]
    return Robot("hinge", bodies, [Joint("pivot", "ground", "wheel", mode="torque")], base="fixed")


def run_of(gait, servo, duration=1.0):
    return simulate(Model("hinge", hinge(), gait=gait, control=servo), duration, solver=Solver(dt=1e-4, method="rk4"))


def by_hand(servo: PositionServo, target, duration: float, dt: float = 1e-5):
    """The servo and the wheel, stepped by Euler's method on plain numbers."""
    limit = servo.rate_limit or np.inf
    most = servo.torque_limit or np.inf
    c = r = v = q = qd = 0.0
    w, z = servo.natural_frequency, servo.damping_ratio
    angles = []
    for k in range(round(duration / dt)):
        aim = target(k * dt)
        seen = aim if servo.lag is None else c
        if servo.order == "first":
            rate = np.clip(w * (seen - r), -limit, limit)
        else:
            rate = v
            v += dt * 2 * z * w * (np.clip(w * (seen - r) / (2 * z), -limit, limit) - v)
        torque = np.clip(servo.kp * (r - q) + servo.kd * (rate - qd), -most, most)
        angles.append(q)
        c += dt * (aim - c) / (servo.lag or 1.0)
        r += dt * rate
        q, qd = q + dt * qd, qd + dt * torque / INERTIA
    return np.array(angles)[:: round(1e-3 / dt)]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"order": "first"},
        {"rate_limit": 1.5},
        {"order": "first", "rate_limit": 1.5},
        {"lag": 0.05, "rate_limit": 2.0},
        {"torque_limit": 2.0, "kp": 40.0, "kd": 2.0},
    ],
)
def test_step_response_is_that_of_the_equations_stepped_by_hand(changes):
    servo = PositionServo(**{**STIFF, "natural_frequency": 20.0, "damping_ratio": 0.8, **changes})
    run = run_of(Step(0.5), servo)
    angle = run.data.joint_position.values[:, 0]
    by_steps = by_hand(servo, lambda t: 0.5 if t > 0.1 else 0.0, 1.0)
    expected = np.interp(run.data.time.values[:-1], 1e-3 * np.arange(len(by_steps)), by_steps)
    assert angle[:-1] == pytest.approx(expected, abs=5e-4)
    assert angle.max() > 0.4


def test_reference_of_second_order_is_the_textbook_step_response():
    w, z = 20.0, 0.5
    run = run_of(Step(0.5), PositionServo(**STIFF, natural_frequency=w, damping_ratio=z))
    t = run.data.time.values - 0.1
    wd = w * np.sqrt(1 - z * z)
    exact = 0.5 * (1 - np.exp(-z * w * t) * (np.cos(wd * t) + z * w / wd * np.sin(wd * t)))
    late = t > 0
    assert run.data.joint_position.values[late, 0] == pytest.approx(exact[late], abs=0.02)
    assert exact.max() > 0.57


def test_rate_limit_and_torque_limit_hold():
    servo = PositionServo(**STIFF, natural_frequency=30.0, rate_limit=1.0)
    rate = run_of(Step(0.6), servo).data.joint_velocity.values
    assert rate.max() == pytest.approx(1.0, abs=0.02)
    for saturation in ("sharp", "smooth"):
        servo = PositionServo(40.0, 2.0, natural_frequency=30.0, torque_limit=1.0, saturation=saturation)
        torque = np.abs(run_of(Step(0.6), servo).data.joint_torque.values)
        assert 0.9 < torque.max() <= 1.0 + 1e-12


def test_servo_begins_on_its_gait():
    """A gait that does not begin at 0: neither reference nor joint jumps, and a fast servo follows it."""
    gait = Serpenoid(["pivot"], amplitude=0.4, frequency=3.0, offset=0.3, phase=0.0)
    run = run_of(gait, PositionServo(**STIFF, natural_frequency=300.0, lag=1e-3))
    t = run.data.time.values
    assert run.data.joint_position.values[0, 0] == pytest.approx(0.3, abs=1e-12)
    assert run.data.joint_position.values[:, 0] == pytest.approx(0.3 + 0.4 * np.sin(3.0 * t), abs=0.02)
    assert run.summary["ledger_closure"] < 1e-6


def test_a_servo_whose_gait_begins_too_fast_begins_at_its_limit():
    fast = Serpenoid(["pivot"], amplitude=0.5, frequency=9.0, ramp_time=0.0)
    run = run_of(fast, PositionServo(4.0, 0.4, natural_frequency=40.0, rate_limit=1.0), 0.3)
    rate = run.data.state.sel(state_name="pivot reference rate").values
    assert rate[0] == 1.0
    assert np.abs(rate).max() <= 1.0 + 1e-12


def test_free_parameters_and_refusals():
    model = Model("hinge", hinge(), gait=ConstantPose({"pivot": 0.2}), control=PositionServo(**STIFF, natural_frequency=20.0))
    run = simulate(model.freed("control.natural_frequency", "control.kp"), 0.1, solver=Solver(dt=1e-4))
    assert run.data.joint_position.values[-1, 0] == pytest.approx(0.2)
    with pytest.raises(InputError, match="natural_frequency"):
        PositionServo(1.0, 1.0, natural_frequency=0.0)
    with pytest.raises(InputError, match="Did you mean 'second'"):
        PositionServo(1.0, 1.0, natural_frequency=1.0, order="secnd")
    with pytest.raises(InputError, match="gives it no target"):
        simulate(Model("hinge", hinge(), control=PositionServo(1.0, 1.0, natural_frequency=1.0)), 0.1)


@pytest.mark.parametrize("path", ["gait.offset", "control.natural_frequency", "control.torque_limit"])
def test_gradient_through_the_servo_is_that_of_differences(path):
    """By the gait's offset it goes through the start of the servo's states too."""
    gait = Serpenoid(["pivot"], amplitude=0.4, frequency=6.0, offset=0.3, phase=0.0)
    servo = PositionServo(40.0, 2.0, natural_frequency=12.0, torque_limit=1.5, saturation="smooth", lag=0.02)
    program = compile_model(Model("hinge", hinge(), gait=gait, control=servo).freed(path))
    value = program.equations.parameters[path]

    def angle(at):
        return float(simulate(program, 0.5, parameters={path: at}, solver=Solver(method="rk4")).data.joint_position.values[-1, 0])

    step = 1e-5 * value
    difference = (angle(value + step) - angle(value - step)) / (2 * step)
    found = gradient(program, lambda course: course.end["joint_position", "pivot"], duration=0.5)
    assert found[path] == pytest.approx(difference, rel=1e-5)
    assert abs(difference) > 1e-5
