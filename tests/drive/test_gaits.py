"""Gaits: the published wave, its start, and derivatives by differentiation of the law."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from tolerances import assert_close

from elver import Body, InputError, Joint, Model, Robot, simulate
from elver.drive import (
    Anguilliform,
    CombinedGait,
    ConstantPose,
    DelayedGait,
    Flapping,
    Instant,
    RecordedMotion,
    SampledGait,
    Serpenoid,
    SignalTable,
    Sine,
    start_ramp,
)
from elver.robot import Rod
from elver.simulation import Save, Solver

ROD = Rod(0.3, 0.02)


def arm(n=3, **kinds) -> Robot:
    bodies = [Body.solid(f"b{k}", ROD, 1000.0) for k in range(n + 1)]
    joints = [Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=0.3, **kinds) for k in range(1, n + 1)]
    return Robot("arm", bodies, joints)


def wave(**changes) -> Anguilliform:
    names = {"yaw": ("j1", "j2"), "pitch": ("j3",), "stations": (0.0, 0.3, 0.6)}
    return Anguilliform(**names, yaw_offset=0.1, pitch_offset=0.2, **changes)


def written_out(t: float) -> dict[str, float]:
    """EEL (63)-(66) by hand."""
    u = min(t / 2.0, 1.0)
    f = 10 * u**3 - 15 * u**4 + 6 * u**5
    Q = [0.06 * math.exp(1.2 * s) * math.sin(2 * math.pi * (s / 1.8 - t / 2.0)) for s in (0.0, 0.3, 0.6)]
    return {"j1": f * (Q[1] - Q[0] + 0.1), "j2": f * (Q[2] - Q[1] + 0.1), "j3": f * 0.2}


@pytest.mark.parametrize("t", [0.0, 0.7, 1.99, 2.0, 5.3])
def test_wave_as_published(t):
    found = {name: float(a) for name, a in wave().motion(Instant(ca.DM(t), {})).items()}
    assert found == pytest.approx(written_out(t), abs=1e-15)


def test_ramp_is_smooth_at_both_ends():
    t = ca.SX.sym("t")
    f = start_ramp(t, 2.0)
    rate = ca.jacobian(f, t)
    law = ca.Function("f", [t], [ca.densify(ca.vertcat(f, rate, ca.jacobian(rate, t)))])
    assert np.array(law(0)).ravel() == pytest.approx([0, 0, 0], abs=1e-15)
    for end in (2.0 - 1e-12, 2.0, 2.0 + 1e-12, 9.0):
        assert np.array(law(end)).ravel() == pytest.approx([1, 0, 0], abs=1e-9)
    assert float(law(1.0)[0]) == pytest.approx(0.5)


def test_rates_and_accelerations_are_derivatives_of_the_angles():
    h = 0.002
    run = simulate(Model("arm", arm(), gait=wave()), 4.0, solver=Solver(dt=h), save=Save(every=h))
    q, qd = run.data.joint_position.values, run.data.joint_velocity.values
    assert_close((q[2:] - q[:-2]) / (2 * h), qd[1:-1], 1e-3)
    assert_close((qd[2:] - qd[:-2]) / (2 * h), run.data.joint_acceleration.values[1:-1], 1e-3)
    assert np.abs(qd).max() > 0.1


def test_recorded_motion_repeats_the_gait_it_was_recorded_from():
    robot = arm()
    first = simulate(Model("arm", robot, gait=wave()), 3.0, solver=Solver(dt=0.005), save=Save(every=0.005))
    table = SignalTable(robot.joint_names, first.data.time.values, first.data.joint_position.values)
    second = simulate(Model("arm", robot, gait=RecordedMotion(table)), 3.0, solver=Solver(dt=0.005), save=Save(every=0.005))
    assert_close(second.data.base_position.values, first.data.base_position.values, 1e-7)
    assert_close(
        second.data.joint_acceleration.values, first.data.joint_acceleration.values, 1e-3
    )  # the ramp's end kinks the third derivative
    assert np.abs(first.data.base_position.values).max() > 1e-3


def test_driven_joint_without_motion_is_refused_by_name():
    with pytest.raises(InputError, match="joint 'j3' is driven but the gait gives it no motion"):
        simulate(Model("arm", arm(), gait=ConstantPose({"j1": 0.0, "j2": 0.0})), 1.0)
    with pytest.raises(InputError, match="has no gait"):
        Model("arm", arm())


def test_gait_for_unknown_joint_is_refused_with_the_nearest_name():
    with pytest.raises(InputError, match=r"'j4'.*Did you mean 'j"):
        simulate(Model("arm", arm(), gait=ConstantPose({"j1": 0, "j2": 0, "j3": 0, "j4": 0})), 1.0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"period": 0.0}, "period"), ({"wavelength": -1.0}, "wavelength"), ({"amplitude": math.nan}, "amplitude")],
)
def test_bad_wave(changes, message):
    with pytest.raises(InputError, match=message):
        wave(**changes)


def test_stations_must_fit_the_joints():
    with pytest.raises(InputError, match="2 yaw joints need 3 stations"):
        Anguilliform(yaw=("a", "b"), stations=(0.0, 0.1))


@pytest.mark.parametrize("t", [0.0, 0.3, 0.75, 1.0, 2.6])
def test_sines_as_written_out(t):
    """Three joints, each later than the one before, with the cubic ramp of a servo's start."""
    gait = Sine(("a", "b", "c"), 0.4, math.pi, phase=-0.9, lag=-0.8, offset=0.1, ramp_time=1.0, ramp="cubic")
    ramp = float(np.polyval([-2, 3, 0, 0], min(t, 1.0)))
    found = gait.motion(Instant(ca.SX(t), {}))
    for i, name in enumerate("abc"):
        assert_close(float(found[name]), ramp * (0.4 * math.sin(math.pi * t - 0.9 - 0.8 * i) + 0.1), 1e-12)


def test_a_sine_without_a_phase_of_its_own_is_a_serpenoid():
    sine = Sine(("a", "b"), 0.3, 2.0, lag=0.7, offset=0.2, ramp_time=0.5)
    same = Serpenoid(("a", "b"), 0.3, 2.0, phase=0.7, offset=0.2, ramp_time=0.5)
    for t in (0.2, 1.7):
        one, two = sine.motion(Instant(ca.SX(t), {})), same.motion(Instant(ca.SX(t), {}))
        assert_close([float(one[n]) for n in "ab"], [float(two[n]) for n in "ab"], 1e-14)
    assert sine.period == same.period


def test_flapping_is_a_mirrored_cosine():
    gait = Flapping(("j1",), ("j2",), amplitude=0.7, frequency=5.0)
    found = {name: float(a) for name, a in gait.motion(Instant(ca.DM(0.3), {})).items()}
    assert found == pytest.approx({"j1": 0.7 * math.cos(1.5), "j2": -0.7 * math.cos(1.5)})
    assert gait.period == pytest.approx(2 * math.pi / 5)
    run = simulate(Model("arm", arm(2), gait=gait), 0.1, solver=Solver(dt=0.01))
    t = run.data.time.values
    assert_close(run.data.joint_acceleration.sel(joint="j1").values, -17.5 * np.cos(5 * t), 1e-12)


def test_flapping_with_free_amplitude_and_frequency():
    model = Model("arm", arm(2), gait=Flapping(("j1",), ("j2",))).freed("gait.amplitude", "gait.frequency")
    run = simulate(model, 0.1, solver=Solver(dt=0.01), parameters={"gait.amplitude": 0.2, "gait.frequency": 8.0})
    assert run.data.attrs["period"] == pytest.approx(math.pi / 4)
    assert float(run.data.joint_position.sel(joint="j2")[-1]) == pytest.approx(-0.2 * math.cos(0.8))


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"frequency": 0.0}, "frequency"), ({"amplitude": math.nan}, "amplitude"), ({"mirrored": ("j1",)}, "'j1' cannot follow")],
)
def test_flapping_refuses(changes, message):
    with pytest.raises(InputError, match=message):
        Flapping(("j1",), **changes)


def test_a_shifted_gait_is_the_gait_later():
    gait = Anguilliform(["a", "b"], [0.0, 0.5, 1.0])
    t = ca.SX.sym("t")
    late, plain = DelayedGait(gait, 3.5), ca.Function("f", [t], list(gait.motion(Instant(t, {})).values()))
    shifted = ca.Function("g", [t], list(late.motion(Instant(t, {})).values()))
    assert late.period == gait.period
    np.testing.assert_array_equal(np.ravel(shifted(0.25)), np.ravel(plain(3.75)))
    assert np.abs(np.ravel(plain(3.75))).min() > 1e-4


def test_a_recording_that_is_shifted_goes_by_the_clock_of_the_run():
    times = np.linspace(0, 1, 11)
    gait = DelayedGait(RecordedMotion(SignalTable(["a"], times, times[:, None] ** 2)), 0.25)
    assert (gait.signals.begin, gait.signals.end) == (-0.25, 0.75)
    assert gait.signals.spline()(0.5)[0] == pytest.approx(0.75**2)
    other = gait.with_signals(SignalTable(["a"], times, times[:, None]))
    assert other.signals.spline()(0.5)[0] == pytest.approx(0.5)
    assert other.gait.signals.spline()(0.5)[0] == pytest.approx(0.25)
    with pytest.raises(InputError, match="cannot stay free"):
        _ = replace(gait, time=ca.SX.sym("late")).signals


def test_gaits_together_move_what_each_of_them_moves():
    wave, still = Serpenoid(["a", "b"], frequency=2.0), ConstantPose({"rate": 15.0})
    both = CombinedGait([still, wave])
    now = Instant(ca.SX.sym("t"), {})
    assert list(both.motion(now)) == ["rate", "a", "b"]
    assert both.period == wave.period
    assert both.signals is None
    assert CombinedGait([still]).period == 0.0
    with pytest.raises(InputError, match="two gaits move 'a'"):
        CombinedGait([wave, ConstantPose({"a": 0.0})]).motion(now)
    with pytest.raises(InputError, match="list of gaits"):
        CombinedGait([])
    table = SignalTable(["a"], np.arange(8.0), np.zeros((8, 1)))
    assert CombinedGait([still, RecordedMotion(table)]).signals is table
    with pytest.raises(InputError, match="made of samples"):
        CombinedGait([RecordedMotion(table), RecordedMotion(table)])


def sampled_values(gait, times) -> np.ndarray:
    """Angle, rate and acceleration of the first joint at times."""
    t = ca.SX.sym("t")
    angle = next(iter(gait.motion(Instant(t, {})).values()))
    rate = ca.jacobian(angle, t)
    f = ca.Function("f", [t], [angle, rate, ca.jacobian(rate, t)])
    return np.array([[float(v) for v in f(s)] for s in times])


def test_sampled_gait_holds_what_was_sent():
    """Every tenth of a second a value that is 30 ms old when it comes; the first one before it comes."""
    wave = Serpenoid(["a"], amplitude=0.5, frequency=3.0, phase=0.4)
    times = np.array([0.0, 0.02, 0.0999, 0.1, 0.12, 0.1301, 0.2, 0.2299, 0.2301, 5.7301])
    sent = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.1, 0.1, 0.1, 0.2, 5.7])
    values = sampled_values(SampledGait(wave, 0.1, 0.03), times)
    assert values[:, 0] == pytest.approx(0.5 * np.sin(3.0 * sent))
    assert not values[:, 1:].any()
    grid = np.arange(200) * 0.1  # rounding must not delay a value that is due now
    assert sampled_values(SampledGait(wave, 0.1), grid)[:, 0] == pytest.approx(0.5 * np.sin(3.0 * grid))


def test_a_late_gait_is_the_gait_of_before_with_its_rates():
    wave = Serpenoid(["a"], amplitude=0.5, frequency=3.0, ramp_time=1.0)
    late, at = sampled_values(SampledGait(wave, delay=0.25), np.array([0.1, 0.8, 2.0])), np.array([0.0, 0.55, 1.75])
    plain = sampled_values(wave, at)
    assert late[1:] == pytest.approx(plain[1:])
    assert late[0] == pytest.approx([plain[0, 0], 0.0, 0.0])


def test_sampled_gaits_name_their_corners():
    wave = Serpenoid(["a"], ramp_time=1.0)
    assert SampledGait(wave, delay=0.25).kinks == (0.25, 1.25)
    held = SampledGait(wave, 0.4, 0.1)
    assert (held.kinks, held.ticks) == ((0.1,), ((0.1, 0.4),))
    both = CombinedGait([DelayedGait(held, 0.1), ConstantPose({"b": 0.0})])
    assert both.ticks == ((0.0, 0.4),)
    with pytest.raises(InputError, match="a gait that is a formula"):
        SampledGait(RecordedMotion(SignalTable(["a"], np.arange(8.0), np.zeros((8, 1)))), 0.1)
