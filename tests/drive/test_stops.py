"""Stops: where they act, what they store and lose, and that nothing else of the joint changes."""

from __future__ import annotations

import json

import numpy as np
import pytest

from elver import Body, InitialState, InputError, Joint, Model, Robot, simulate
from elver.drive import PD, ConstantPose, JointStops, Spring
from elver.robot import Box
from elver.simulation import Solver

BOX = Box(0.4, 0.1, 0.1)
INERTIA = 4.0 * (0.4**2 + 0.1**2) / 12


def hinge(mode: str = "passive") -> Robot:
    bodies = [Body.solid("ground", BOX, 1000.0), Body.solid("wheel", BOX, 1000.0)]
    return Robot("hinge", bodies, [Joint("pivot", "ground", "wheel", mode=mode)], base="fixed")


def swing(stops: JointStops, rate: float = 2.0, duration: float = 1.0, dt: float = 1e-4):
    model = Model("hinge", hinge(), elastic=Spring(), couplings={"stop": stops}, start=InitialState(rates={"pivot": rate}))
    return simulate(model, duration, solver=Solver(dt=dt))


@pytest.mark.parametrize("rate", [2.0, -2.0])
def test_a_wheel_that_meets_its_stop_turns_back_by_half_an_oscillation(rate):
    """Free flight to the stop, half a sine of the spring, and back at the same speed."""
    stiffness, gap = 50.0, 0.3
    run = swing(JointStops(["pivot"], -gap, gap, stiffness), rate)
    w = np.sqrt(stiffness / INERTIA)
    t = run.data.time.values
    begin, end = gap / 2.0, gap / 2.0 + np.pi / w
    exact = np.where(t < begin, 2 * t, gap + 2 / w * np.sin(w * (t - begin)))
    exact = np.where(t > end, gap - 2 * (t - end), exact) * np.sign(rate)
    assert t[-1] > end + 0.1 * gap
    early = t < end + gap  # before the stop on the other side
    assert run.data.joint_position.values[early, 0] == pytest.approx(exact[early], abs=1e-6)
    assert run.summary["ledger_closure"] < 1e-6


def test_damping_loses_what_the_ledger_says():
    run = swing(JointStops(["pivot"], -0.3, 0.3, 50.0, damping=0.5))
    energy = run.data.kinetic_energy.values + run.data.potential_energy.values
    lost = run.data.work.sel(flow="stop.loss").values
    assert lost[-1] == pytest.approx(energy[0] - energy[-1], rel=1e-4)
    assert lost[-1] > 0.1 * energy[0]
    assert np.diff(lost).min() > -1e-12


def test_a_stop_never_pulls():
    run = swing(JointStops(["pivot"], -0.3, 0.3, 50.0, damping=3.0))
    torque, angle = run.data.coupling_torque.values[:, 0, 0], run.data.joint_position.values[:, 0]
    assert (torque * angle).max() <= 1e-12
    assert torque.min() < -3


def test_rounded_stops_are_easier_to_integrate():
    """At the same step the balance closes better where the force has a continuous slope."""
    sharp = swing(JointStops(["pivot"], -0.3, 0.3, 50.0), dt=2e-3).summary["ledger_closure"]
    soft = swing(JointStops(["pivot"], -0.3, 0.3, 50.0, rounding=0.05), dt=2e-3).summary["ledger_closure"]
    assert soft < 0.3 * sharp
    assert soft < 1e-5


@pytest.mark.parametrize("free", [(), ("couplings.stop.high", "couplings.stop.stiffness")])
def test_hard_stops_that_are_met_later_are_seen_before_the_run(free):
    """Far from its stops the wheel is not stiff at all; the run is by the implicit method all the same."""
    stops = {"stop": JointStops(["pivot"], -0.3, 0.3, 1e6, damping=100.0, rounding=1e-4)}
    model = Model("hinge", hinge(), elastic=Spring(), couplings=stops, start=InitialState(rates={"pivot": 2.0})).freed(*free)
    run = simulate(model, 0.4, solver=Solver(dt=1e-3))
    settings = json.loads(run.data.attrs["settings"])
    assert settings["method"] == "rodas"
    assert settings["stiffness"] == pytest.approx(damped_eigenvalue(1e6, 100.0), rel=0.01)
    assert 0.29 < run.data.joint_position.values.max() < 0.301
    assert run.data.joint_velocity.values[-1, 0] < -0.1
    assert run.summary["ledger_closure"] < 1e-4


def damped_eigenvalue(k: float, c: float) -> float:
    """The larger |root| of I s^2 + c s + k."""
    return float(np.abs(np.roots([INERTIA, c, k])).max())


def test_hard_stops_are_stepped_by_the_implicit_method():
    model = Model(
        "hinge",
        hinge(),
        elastic=Spring(),
        couplings={"stop": JointStops(["pivot"], -0.3, 0.3, 1e7, damping=1e4, rounding=1e-4)},
        start=InitialState(angles={"pivot": 0.3}, rates={"pivot": 0.01}),
    )
    run = simulate(model, 0.2, solver=Solver(dt=1e-3))
    assert run.status == "finished"
    assert json.loads(run.data.attrs["settings"])["method"] == "rodas"
    assert np.abs(run.data.joint_position.values).max() < 0.301


def test_stops_hold_a_motor_back_and_the_motor_alone_is_booked_as_motor():
    model = Model(
        "hinge",
        hinge("torque"),
        gait=ConstantPose({"pivot": 1.0}),
        control=PD(5.0, 1.0),
        couplings={"stop": JointStops(["piv*"], -0.3, 0.3, 200.0, damping=2.0, rounding=0.01)},
        start=InitialState(angles={"pivot": 0.0}),
    )
    run = simulate(model, 4.0, solver=Solver(dt=2e-4))
    angle, torque = run.data.joint_position.values[-1, 0], run.data.joint_torque.values[-1, 0]
    assert angle == pytest.approx((5.0 * 1.0 + 200 * 0.3) / 205.0, abs=1e-6)  # the springs' balance
    assert torque == pytest.approx(5.0 * (1.0 - angle), abs=1e-5)
    assert run.summary["ledger_closure"] < 1e-6


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"low": 0.4}, "is not below high"),
        ({"at": "pivot"}, "Give a list"),
        ({"stiffness": -1.0}, "stiffness"),
        ({"rounding": -1.0}, "rounding"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(InputError, match=message):
        JointStops(**{"at": ["pivot"], "low": -0.3, "high": 0.3, "stiffness": 1.0, **changes})


def test_unknown_joint_is_refused_with_the_model():
    with pytest.raises(InputError, match="Did you mean 'pivot'"):
        Model("hinge", hinge(), elastic=Spring(), couplings={"stop": JointStops(["pivor"], -1.0, 1.0, 1.0)})
