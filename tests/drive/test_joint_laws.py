"""Springs, controllers and recordings on single joints with closed-form answers."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

from elver import Body, InitialState, InputError, Joint, Model, Robot, simulate
from elver.drive import PD, ConstantPose, FirstOrderLag, JointAction, LineOfSight, Playback, SignalTable, Spring, Steered
from elver.robot import Box

BOX = Box(0.4, 0.1, 0.1)


def hinge(mode: str, **joint) -> Robot:
    """A box on a fixed base, turning about its own centre: inertia about z known."""
    bodies = [Body.solid("ground", BOX, 1000.0), Body.solid("wheel", BOX, 1000.0)]
    return Robot("hinge", bodies, [Joint("pivot", "ground", "wheel", mode=mode, **joint)], base="fixed")


INERTIA = 4.0 * (0.4**2 + 0.1**2) / 12


def test_spring_oscillates_at_its_natural_frequency_and_keeps_its_energy():
    model = Model("hinge", hinge("passive"), elastic=Spring(2.0), start=InitialState(angles={"pivot": 0.5}))
    run = simulate(model, 3.0)
    exact = 0.5 * np.cos(np.sqrt(2.0 / INERTIA) * run.data.time.values)
    assert run.data.joint_position.values[:, 0] == pytest.approx(exact, abs=1e-8)
    assert run.summary["ledger_closure"] < 1e-10
    assert exact.min() < -0.4


def test_rotor_inertia_and_friction_enter_as_in_equation_28():
    robot = hinge("passive", rotor=0.02, viscous=0.05)
    run = simulate(Model("hinge", robot, elastic=Spring(), start=InitialState(rates={"pivot": 3.0})), 2.0)
    exact = 3.0 * np.exp(-0.05 / (INERTIA + 0.02) * run.data.time.values)
    assert run.data.joint_velocity.values[:, 0] == pytest.approx(exact, rel=1e-9)
    assert run.summary["ledger"]["joint_friction"] > 0.05
    assert run.summary["ledger_closure"] < 1e-10


def test_coulomb_friction_decelerates_evenly():
    robot = hinge("passive", coulomb=0.1)
    run = simulate(Model("hinge", robot, elastic=Spring(), start=InitialState(rates={"pivot": 3.0})), 0.5)
    exact = 3.0 - 0.1 / INERTIA * run.data.time.values
    assert exact[-1] > 0
    assert run.data.joint_velocity.values[:, 0] == pytest.approx(exact, rel=1e-9)


def test_pd_settles_on_its_target_and_respects_its_limit():
    model = Model(
        "hinge",
        hinge("torque"),
        gait=ConstantPose({"pivot": 0.8}),
        control=PD(5.0, 1.0, limit=0.6),
        start=InitialState(angles={"pivot": 0.0}),
    )
    run = simulate(model, 6.0)
    assert run.data.joint_position.values[-1, 0] == pytest.approx(0.8, abs=1e-3)
    torque = np.abs(run.data.joint_torque.values)
    assert torque.max() == pytest.approx(0.6)
    assert run.summary["work"] == pytest.approx(0, abs=1e-3)


def test_gains_by_group_and_missing_group():
    robot = hinge("torque", group="neck")
    gait = ConstantPose({"pivot": 0.1})
    simulate(Model("hinge", robot, gait=gait, control=PD({"neck": 5.0}, {"neck": 1.0})), 0.1)
    with pytest.raises(InputError, match="no gain for joint group 'neck'"):
        simulate(Model("hinge", robot, gait=gait, control=PD({"tail": 5.0}, 1.0)), 0.1)


def test_playback_of_a_known_torque():
    times = np.linspace(0, 2, 81)
    table = SignalTable(["pivot"], times, np.cos(times)[:, None])
    run = simulate(Model("hinge", hinge("torque"), control=Playback(table)), 2.0)
    assert run.data.joint_velocity.values[:, 0] == pytest.approx(np.sin(run.data.time.values) / INERTIA, abs=1e-6)


def test_run_longer_than_its_recording_is_refused():
    times = np.linspace(0, 1, 21)
    table = SignalTable(["pivot"], times, np.cos(times)[:, None])
    with pytest.raises(InputError, match="cover 0 to 1 s but the run needs 0 to 2 s"):
        simulate(Model("hinge", hinge("torque"), control=Playback(table)), 2.0)


def test_laws_that_are_missing_are_named():
    with pytest.raises(InputError, match="'pivot' is passive but"):
        Model("hinge", hinge("passive"))
    with pytest.raises(InputError, match="'pivot' has mode torque"):
        Model("hinge", hinge("torque"))
    with pytest.raises(InputError, match="no target"):
        simulate(Model("hinge", hinge("torque"), control=PD(1.0, 1.0)), 1.0)
    with pytest.raises(InputError, match="stiffness"):
        Spring(-1.0)
    table = SignalTable(["other"], np.arange(8.0), np.zeros((8, 1)))
    with pytest.raises(InputError, match="no torque for joint 'pivot'"):
        simulate(Model("hinge", hinge("torque"), control=Playback(table)), 1.0)


def test_a_law_around_another_says_what_that_one_says():
    class Steady:
        tracks, kinks, period = False, (0.3,), 0.5

        def act(self, joint, now, state):
            return JointAction(ca.SX(1.0))

    lagged = FirstOrderLag(Steady(), 0.1)
    assert (lagged.tracks, lagged.kinks, lagged.period, lagged.signals) == (False, (0.3,), 0.5, None)
    plain = FirstOrderLag(PD(1.0, 0.1), 0.1)
    assert (plain.tracks, plain.kinks, plain.period) == (True, (), None)
    assert Steered(Steady(), LineOfSight()).kinks == (0.3,)
