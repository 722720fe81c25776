"""Gaits in plain words: their motions in closed form, smoothness, files, energy, and what is refused."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest

import elver
from elver import Body, InputError, Joint, Model, Robot
from elver.drive import (
    ConstantPose,
    ConstantRate,
    MirroredGait,
    OscillatorOutput,
    PacedGait,
    PhaseOscillators,
    RecordedMotion,
    ScaledGait,
    SignalTable,
    Sine,
    Steps,
    SumOfGaits,
)
from elver.drive.signals import Instant
from elver.forces import BluffDrag
from elver.robot import EllipticCylinder
from elver.scenarios import load_text


def traced(gait, times, names=("a", "b")) -> dict[str, np.ndarray]:
    """Value, rate and acceleration (3, times) of joints, by differentiation."""
    t = ca.SX.sym("t")
    motion = gait.motion(Instant(t, {}))
    found = {}
    for name in names:
        value = ca.SX(motion[name])
        rate = ca.jacobian(value, t)
        f = ca.Function("f", [t], [ca.vertcat(value, rate, ca.jacobian(rate, t))])
        found[name] = np.array(f(np.atleast_2d(times)))
    return found


def test_a_crank_turns_at_its_rate_and_reaches_it_smoothly():
    times = np.linspace(0, 4, 4001)
    plain = traced(ConstantRate(["a", "b"], 3.0, start=0.2, spacing=0.5), times)
    np.testing.assert_allclose(plain["a"][0], 0.2 + 3 * times, atol=1e-12)
    np.testing.assert_allclose(plain["b"][0] - plain["a"][0], 0.5, atol=1e-12)
    ramped = traced(ConstantRate(["a", "b"], 3.0, ramp_time=2.0), times)["a"]
    assert abs(ramped[:, 0]).max() == 0.0
    np.testing.assert_allclose(ramped[1, times > 2], 3.0, atol=1e-12)
    np.testing.assert_allclose(ramped[0, -1], 3.0 * (4.0 - 1.0), atol=1e-12)
    u = times[times < 2] / 2
    np.testing.assert_allclose(ramped[1, times < 2], 3 * u**3 * (10 - 15 * u + 6 * u * u), atol=1e-12)
    assert ConstantRate(["a"], -3.0).period == pytest.approx(2 * math.pi / 3)
    assert ConstantRate(["a"], 0.0).period == 0.0


def test_steps_are_at_their_values_between_rises():
    gait = Steps({"a": [0.1, 0.5, -0.2], "b": [0, 0, 1]}, (0.0, 1.0, 2.0), rise=0.4)
    found = traced(gait, np.array([0.0, 0.9, 1.2, 1.5, 2.4, 9.0]))
    np.testing.assert_allclose(found["a"][0], [0.1, 0.1, 0.3, 0.5, -0.2, -0.2], atol=1e-12)
    np.testing.assert_allclose(found["b"][0], [0, 0, 0, 0, 1, 1], atol=1e-12)
    assert gait.kinks == (1.0, 1.4, 2.0, 2.4)
    with pytest.raises(InputError, match="at least the rise"):
        Steps({"a": [0, 1]}, (0.0, 0.1), rise=0.4)
    with pytest.raises(InputError, match="'b' has 1"):
        Steps({"a": [0, 1, 2], "b": [0]}, (0.0, 1.0, 3.0))


def test_sums_factors_and_mirrors():
    times = np.linspace(0, 2, 101)
    wave, rest = Sine(["a", "b"], 0.3, 4.0, 0.1, 0.7), ConstantPose({"a": 0.2})
    plain, both = traced(wave, times), traced(SumOfGaits([wave, rest]), times)
    np.testing.assert_allclose(both["a"], plain["a"] + np.array([[0.2], [0], [0]]), atol=1e-12)
    np.testing.assert_allclose(both["b"], plain["b"], atol=0)
    np.testing.assert_allclose(traced(ScaledGait(wave, {"b": -2.0}), times)["b"], -2 * plain["b"], atol=1e-12)
    assert SumOfGaits([wave, rest]).period == wave.period
    mirrored = traced(MirroredGait(wave, {"a": "c", "b": "d"}, lag=0.5), times, ("a", "c", "d"))
    np.testing.assert_allclose(mirrored["a"], plain["a"], atol=0)
    late = traced(wave, times - math.pi / 4)
    np.testing.assert_allclose(mirrored["c"], -late["a"], atol=1e-12)
    np.testing.assert_allclose(mirrored["d"], -late["b"], atol=1e-12)
    for wrong, text in (({"x": "c"}, "does not move 'x'"), ({"a": "b"}, "'b' is moved by the gait itself")):
        with pytest.raises(InputError, match=text):
            MirroredGait(wave, wrong).motion(Instant(ca.SX.sym("t"), {}))
    with pytest.raises(InputError, match="no period"):
        MirroredGait(rest, {"a": "b"}, lag=0.5)


def test_a_beat_that_quickens_keeps_its_amplitude_and_its_smoothness():
    times = np.linspace(0, 10, 20001)
    gait = PacedGait(Sine(["a", "b"], 0.3, 2.0), after=3.0, duration=4.0, begin=2.0)
    q, qd, qdd = traced(gait, times)["a"]
    assert gait.period == pytest.approx(math.pi / 3)
    np.testing.assert_allclose(q[times < 2], 0.3 * np.sin(2 * times[times < 2]), atol=1e-12)
    assert abs(q[times > 6]).max() == pytest.approx(0.3, abs=1e-6)
    assert abs(qd[times > 6]).max() == pytest.approx(1.8, abs=1e-5)
    assert abs(np.diff(qdd)).max() < 0.04  # no jump: 0.3 * 6^3 rad/s^3 over a step of 0.5 ms is 0.032
    with pytest.raises(InputError, match="Resample"):
        PacedGait(RecordedMotion(SignalTable(["a"], np.arange(9.0), np.zeros((9, 1)))), 2.0, 1.0)
    net = PhaseOscillators(["a"], 1, {"o": OscillatorOutput(["a"], "a")})
    with pytest.raises(InputError, match="do not go by the clock"):
        PacedGait(net, 2.0, 1.0)


def test_sines_with_numbers_of_their_own():
    """Six joints of a turtle in one gait; the period is common to all."""
    times = np.linspace(0, 3, 50)
    gait = Sine(["a", "b"], {"a": 0.3, "b": 0.1}, {"a": 2.0, "b": 3.0}, {"a": 0.4, "b": 0.0}, offset={"a": 0.0, "b": 0.2})
    found = traced(gait, times)
    np.testing.assert_allclose(found["a"][0], 0.3 * np.sin(2 * times + 0.4), atol=1e-12)
    np.testing.assert_allclose(found["b"][0], 0.1 * np.sin(3 * times) + 0.2, atol=1e-12)
    assert gait.period == pytest.approx(2 * math.pi)
    assert Sine(["a", "b"], frequency={"a": 1.0, "b": math.sqrt(2)}).period == 0.0
    with pytest.raises(InputError, match=r"Sine\.amplitude has no number for joint 'b'"):
        Sine(["a", "b"], {"a": 0.3})
    with pytest.raises(InputError, match=r"joint in Sine\.phase: 'c'"):
        Sine(["a", "b"], phase={"a": 0.3, "b": 0, "c": 1})


def test_a_body_towed_at_constant_speed_pays_its_drag():
    """A carriage on a fixed base: force C rho A v^2 / 2 in the slide, power that times v."""
    bodies = [
        Body("rail"),
        Body.solid("hull", EllipticCylinder(0.5, 0.05, 0.05), 1000.0),
    ]
    robot = Robot("tow", bodies, [Joint("slide", "rail", "hull", "prismatic", mode="driven", alpha=math.pi / 2)], base="fixed")
    model = Model("tow", robot, {"hull": BluffDrag("hull", (0.01, 0.01, 0.01))}, ConstantRate(["slide"], 2.0, ramp_time=1.0))
    run = elver.simulate(model, 3.0)
    assert run.data.joint_velocity.to_numpy()[-1, 0] == pytest.approx(2.0)
    assert run.data.joint_torque.to_numpy()[-1, 0] == pytest.approx(0.5 * 1000 * 0.01 * 4, rel=1e-9)
    assert run.summary["ledger_closure"] < 1e-9


FILE = """
elver: 1
name: turtle
machine:
  base: planar
  bodies: {hull: {shape: {type: rod, length: 30 cm, radius: 5 cm}, density: 1000}, left: {shape: {type: rod, length: 10 cm,
    radius: 1 cm}, density: 1000}, right: {shape: {type: rod, length: 10 cm, radius: 1 cm}, density: 1000}}
  joints: {l: {parent: hull, child: left, axis: z, at: [0, 5 cm, 0]}, r: {parent: hull, child: right, axis: z, at: [0, -5 cm, 0]}}
media: {water: {type: morison}}
drive: {gait: GAIT}
run: {duration: 1 s, dt: 1 ms}
"""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("{type: rotate, joints: [l, r], rate: 30 rpm, spacing: 180 deg}", ConstantRate),
        ("{type: steps, values: {l: [0, 20 deg], r: [0, -20 deg]}, times: [0, 0.5], rise: 0.2 s}", Steps),
        ("{type: sum, gaits: [{type: sine, joints: [l, r], frequency: 1 Hz}, {type: hold, angles: {l: 10 deg}}]}", SumOfGaits),
        ("{type: scale, factor: 0.5, gait: {type: sine, joints: [l, r], frequency: 1 Hz}}", ScaledGait),
        ("{type: mirror, to: {l: r}, lag: 0.5, gait: {type: sine, joints: l, frequency: 1 Hz}}", MirroredGait),
        ("{type: paced, after: 2, duration: 1 s, gait: {type: sine, joints: [l, r], frequency: 1 Hz}}", PacedGait),
        ("{type: sine, joints: [l, r], frequency: 1 Hz, amplitude: {l: 20 deg, r: 30 deg}}", Sine),
    ],
)
def test_they_stand_in_files(text, kind):
    model = load_text(FILE.replace("GAIT", text)).build()
    assert type(model.gait) is kind
    run = elver.simulate(model, 1.0, solver=elver.Solver(dt=1e-3))
    assert run.summary["ledger_closure"] < 1e-5
    assert run.summary["work_positive"] > 0


def test_a_slide_is_towed_in_metres_a_second():
    text = FILE.replace("GAIT", "[{type: rotate, joints: l, rate: 0.2 m/s}, {type: hold, angles: {r: 0}}]")
    text = text.replace("child: left,", "child: left, type: prismatic,")
    assert load_text(text).build().gait.gaits[0].rate == pytest.approx(0.2)
    with pytest.raises(InputError, match="rate"):
        load_text(text.replace("0.2 m/s", "3 rad/s")).build()
