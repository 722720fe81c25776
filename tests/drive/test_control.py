"""Controllers: computed torque, actuator lag, saturation, line-of-sight steering; and the serpenoid gait."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import elver
from elver import InitialState, InputError, Joint, Model, simulate
from elver.drive import (
    PD,
    ComputedTorque,
    Deadband,
    FirstOrderLag,
    Instant,
    JointState,
    LineOfSight,
    Machine,
    PositionServo,
    Saturated,
    Serpenoid,
    Steered,
)
from elver.dynamics import forward_kinematics
from elver.forces import Morison
from elver.model.mechanics import machine_view
from elver.systems.snake.scenario import ChainLink, planar_chain

NAMES = ("joint1", "joint2", "joint3")


def chain(control, gait=None, **start) -> Model:
    robot = planar_chain([ChainLink()] * 4)
    gait = gait or Serpenoid(NAMES, ramp_time=1.0)
    return Model("chain", robot, {"water": Morison()}, gait, control, start=InitialState(**start))


def tracking_error(run, gait) -> np.ndarray:
    t = run.data.time.values
    wanted = np.array([[float(a) for a in gait.motion(Instant(ca.DM(s), {})).values()] for s in t])
    return run.data.joint_position.sel(joint=list(NAMES)).values - wanted


def test_computed_torque_follows_the_gait_exactly():
    gait = Serpenoid(NAMES, ramp_time=1.0)
    run = simulate(chain(ComputedTorque(100.0, 20.0), gait), 4.0, solver=elver.Solver(method="rk4"))
    assert np.abs(tracking_error(run, gait)).max() < 1e-9
    assert run.summary["ledger_closure"] < 1e-9
    assert np.abs(run.data.joint_torque.values).max() > 1e-3


def test_computed_torque_error_obeys_its_own_equation():
    """e'' + kd e' + kp e = 0 with kp = 100, kd = 20: critically damped from e(0) = 0.2."""
    gait = Serpenoid(NAMES, amplitude=0.0)
    run = simulate(chain(ComputedTorque(100.0, 20.0), gait, angles={"joint2": 0.2}), 1.0, solver=elver.Solver(method="rk4"))
    t = run.data.time.values
    assert run.data.joint_position.sel(joint="joint2").values == pytest.approx(0.2 * (1 + 10 * t) * np.exp(-10 * t), abs=1e-8)
    assert run.data.joint_position.sel(joint="joint1").values == pytest.approx(0, abs=1e-12)


def test_limited_computed_torque_never_exceeds_its_limit():
    gait = Serpenoid(NAMES, frequency=6.0)
    free = simulate(chain(ComputedTorque(100.0, 20.0), gait), 2.0, solver=elver.Solver(method="rk4"))
    bound = 0.5 * np.abs(free.data.joint_torque.values).max()
    cut = simulate(chain(ComputedTorque(100.0, 20.0, limit=bound), gait), 2.0, solver=elver.Solver(method="rk4"))
    assert np.abs(cut.data.joint_torque.values).max() == pytest.approx(bound)
    assert np.abs(tracking_error(cut, gait)).max() > 1e-3


def test_saturated_laws_are_those_with_limits_of_their_own():
    gait = Serpenoid(NAMES, frequency=6.0)
    servo = {"kp": 0.4, "kd": 0.03, "natural_frequency": 20.0}
    pairs = (
        (Saturated(PD(0.5, 0.05), 0.02), PD(0.5, 0.05, 0.02)),
        (Saturated(ComputedTorque(100.0, 20.0), 0.02), ComputedTorque(100.0, 20.0, 0.02)),
        (Saturated(PositionServo(**servo), 0.02), PositionServo(**servo, torque_limit=0.02)),
    )
    for around, own in pairs:
        one, two = (simulate(chain(law, gait), 1.0, solver=elver.Solver(method="rk4")).data for law in (around, own))
        assert np.array_equal(one.joint_torque.values, two.joint_torque.values)
        assert np.abs(one.joint_torque.values).max() == pytest.approx(0.02)


def test_saturated_takes_the_limit_of_each_joint():
    gait, limits = Serpenoid(NAMES, frequency=6.0), {"joint1": 0.01, "joint2": 0.02, "joint3": 0.03}
    model = chain(Saturated(PD(0.5, 0.05)), gait)
    with pytest.raises(InputError, match="neither the law nor the joint has a limit"):
        simulate(model, 0.1)
    joints = [replace(joint, limit=limits[joint.name]) for joint in model.robot.joints]
    run = simulate(replace(model, robot=replace(model.robot, joints=joints)), 1.0, solver=elver.Solver(method="rk4"))
    peaks = np.abs(run.data.joint_torque.sel(joint=list(NAMES)).values).max(axis=0)
    assert peaks == pytest.approx(list(limits.values()))


def test_a_deadband_leaves_the_joint_where_it_first_meets_the_edge_of_the_play():
    """An overdamped joint is pulled to the edge of the band and stays there; one that starts within is left alone."""
    gait = Serpenoid(NAMES, amplitude=0.0, offset=0.2)
    law, begun = Deadband(PD(0.5, 0.1), 0.06), {"joint1": 0.0, "joint2": 0.185, "joint3": 0.24}
    run = simulate(chain(law, gait, angles=begun), 4.0, solver=elver.Solver(method="rk4", dt=2e-4))
    last = run.data.joint_position.sel(joint=list(NAMES)).values[-1]
    assert last == pytest.approx([0.17, 0.185, 0.23], abs=1e-4)
    assert run.summary["ledger_closure"] < 1e-8
    without, plain = (simulate(chain(law, gait), 0.5).data.state.values for law in (Deadband(PD(0.5, 0.1), 0.0), PD(0.5, 0.1)))
    assert without == pytest.approx(plain, abs=1e-10)


def test_a_deadband_takes_half_the_play_from_every_error():
    """Against numbers: errors of -0.5 .. 0.5 through a band of 0.2."""
    joint = planar_chain([ChainLink()] * 2).joints[0]
    now = Instant(ca.DM(0), {})
    for error, seen in ((-0.5, -0.4), (-0.1, 0.0), (0.05, 0.0), (0.1, 0.0), (0.3, 0.2)):
        state = JointState(ca.DM(1.0), ca.DM(0.5), ca.DM(1.0 + error), ca.DM(0.0))
        assert float(Deadband(PD(10.0, 2.0), 0.2).act(joint, now, state).torque) == pytest.approx(10 * seen - 1.0)


def test_lag_is_a_first_order_filter_of_the_command():
    gait = Serpenoid(NAMES, amplitude=0.0, offset=0.2)
    run = simulate(
        chain(FirstOrderLag(PD(0.5, 0.05), 0.1), gait, angles=dict.fromkeys(NAMES, 0.0)),
        1.0,
        save=elver.Save(every=0.002),
        solver=elver.Solver(dt=0.002),
    )
    torque = run.data.joint_torque.sel(joint="joint1").values
    command = (
        0.5 * (0.2 - run.data.joint_position.sel(joint="joint1").values)
        - 0.05 * run.data.joint_velocity.sel(joint="joint1").values
    )
    slope = (torque[2:] - torque[:-2]) / 0.004
    assert slope == pytest.approx(((command - torque) / 0.1)[1:-1], abs=3e-4)
    assert torque[0] == 0
    assert torque.max() > 0.02
    assert any("joint1 torque" in str(n) for n in run.data.memory_name.values)


def offset(guide: LineOfSight, machine: Machine) -> ca.DM:
    """What the guidance adds to the target of any joint."""
    return guide.offset(Joint("joint", "one", "two"), Instant(ca.DM(0), {}, machine), ca.DM(0, 1))


def test_line_of_sight_aims_at_the_line():
    """Above the line and along it: the offset is positive (turns clockwise); on the line, straight: none."""
    guide = LineOfSight(gain=0.5, lookahead=1.0, largest=0.3)
    machine = lambda y, yaw: Machine(ca.DM([0.0, y, 0.0]), ca.DM(yaw), [ca.DM(0.0)])  # noqa: E731
    assert float(offset(guide, machine(0.0, 0.0))) == 0
    assert float(offset(guide, machine(0.5, 0.0))) == pytest.approx(0.5 * math.atan(0.5))
    assert float(offset(guide, machine(0.0, 3.0))) == pytest.approx(0.3)
    assert float(offset(guide, machine(0.0, 2 * math.pi + 0.1))) == pytest.approx(0.05)


def test_laws_refuse_what_they_cannot_do():
    with pytest.raises(InputError, match="time_constant"):
        FirstOrderLag(PD(1.0, 1.0), 0.0)
    with pytest.raises(InputError, match="gives a torque"):
        simulate(chain(FirstOrderLag(ComputedTorque(1.0, 1.0), 0.1)), 0.1)
    model = Model("chain", planar_chain([ChainLink()] * 3), control=Steered(PD(1.0, 1.0), LineOfSight()))
    with pytest.raises(InputError, match="no target"):
        simulate(model, 0.1)


def test_serpenoid_as_printed():
    gait = Serpenoid(("j1", "j2", "j3"), 0.5, 1.2, 0.4, 0.1, envelope="eel")
    found = [float(a) for a in gait.motion(Instant(ca.DM(0.7), {})).values()]
    expected = [0.5 * (4 - i) / 5 * math.sin(1.2 * 0.7 + (i - 1) * 0.4) + 0.1 for i in (1, 2, 3)]
    assert found == pytest.approx(expected)
    assert gait.period == pytest.approx(2 * math.pi / 1.2)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"frequency": 0.0}, "frequency"),
        ({"amplitude": math.nan}, "finite"),
        ({"amplitude": 3.0, "offset": 0.5}, "folds the machine through itself"),
        ({"envelope": "ell"}, "Did you mean 'eel'"),
    ],
)
def test_bad_serpenoid(changes, message):
    with pytest.raises(InputError, match=message):
        Serpenoid(NAMES, **changes)


def test_chain_of_one_link_is_refused():
    with pytest.raises(InputError, match="at least two links"):
        planar_chain([ChainLink()])


def swimmers_heading(angles) -> float:
    """Mean heading that a controller sees of a chain of ten links with these joint angles, its head along the world's x axis."""
    robot = planar_chain([ChainLink()] * 10)
    q = ca.SX(ca.DM(angles))
    kin = forward_kinematics(robot, ca.SX.eye(3), ca.SX(3, 1), ca.SX(6, 1), q, ca.SX(9, 1))
    return float(ca.evalf(machine_view(robot, kin).heading))


def test_the_mean_heading_goes_on_where_a_chain_curls_up():
    """Each link turned by the same angle from its neighbour: the mean is 4.5 times it, also where the last is beyond pi."""
    for bend in (0.05, 0.2, 0.34, 0.36, 0.5, 1.0, 3.0):
        assert abs(swimmers_heading([bend] * 9)) == pytest.approx(4.5 * bend, rel=1e-12), bend


def test_a_steered_swimmer_that_starts_far_from_its_course_gets_there():
    """From these starts the run crept along a jump of the mean heading, or of the guidance at the opposite heading, for ever."""
    for heading in (2.0, 3.0):
        scenario = elver.scenario("swimmer")
        run = simulate(
            scenario.build({"steer": "line", "case": 2, "start.heading": heading}), 60.0, solver=elver.Solver(dt=scenario.dt)
        )
        assert run.status == "finished"
        assert math.cos(run.summary["final_heading"]) > 0.9
        assert abs(run.data.com_position.values[-1][1]) < 0.5


def test_guidance_has_no_jump_at_the_opposite_heading():
    los = LineOfSight(gain=0.4, largest=0.35)
    at = [float(offset(los, Machine(ca.DM([0, 0, 0]), ca.DM(math.pi + e), [ca.DM(0)]))) for e in (-1e-6, 1e-6)]
    assert at == pytest.approx([0, 0], abs=1e-5)
    assert float(offset(los, Machine(ca.DM([0, 0, 0]), ca.DM(2.0), [ca.DM(0)]))) == pytest.approx(0.35)
