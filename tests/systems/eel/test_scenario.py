"""The published eel: claims, geometry, symmetries and our own error bars."""

from __future__ import annotations

import signal
from dataclasses import replace

import numpy as np
import pytest

from elver import InputError, compile_model, scenario, simulate
from elver.simulation import Save, Solver


@pytest.fixture(scope="module")
def swim():
    return simulate(scenario("eel").build(), 30.0)


@pytest.fixture(scope="module")
def free_program():
    return compile_model(scenario("eel").build(free=["gait.amplitude", "gait.wavelength", "water.friction", "gait.yaw_offset"]))


def test_ledger_closes_and_shows_what_the_published_law_feeds(swim):
    assert swim.summary["ledger_closure"] < 1e-11
    assert swim.summary["ledger"]["water.added_mass_surplus"] < -5


def test_energy_consistent_law_swims_slower_and_balances():
    run = simulate(scenario("eel").build({"water.law": "kirchhoff"}), 80.0)
    assert run.summary["final_speed"] == pytest.approx(0.23, abs=0.015)
    assert run.summary["ledger_closure"] < 1e-10
    assert set(run.summary["ledger"]) == {"motor", "motor_positive", "water.drag"}
    last = run.data.work.sel(time=slice(77.999, 80.001))
    power = {str(f): float(last.sel(flow=f)[-1] - last.sel(flow=f)[0]) / 2 for f in run.data.flow.values}
    assert power["water.drag"] == pytest.approx(0.195, rel=0.03)
    assert power["motor"] == pytest.approx(0.201, rel=0.05)


def test_mirrored_gait_mirrors_the_motion(free_program):
    ahead = simulate(free_program, 10.0, parameters={"gait.amplitude": 0.06, "gait.yaw_offset": 0.02})
    mirrored = simulate(free_program, 10.0, parameters={"gait.amplitude": -0.06, "gait.yaw_offset": -0.02})
    flip = np.array([1, -1, 1])
    assert mirrored.data.base_position.values * flip == pytest.approx(ahead.data.base_position.values, abs=1e-9)
    assert np.abs(ahead.data.base_position.values[-1, 1]) > 0.05


def test_offset_turns_the_eel(free_program):
    run = simulate(free_program, 20.0, parameters={"gait.yaw_offset": 0.03})
    heading = run.data.base_quaternion.values
    assert abs(2 * np.arctan2(heading[-1, 3], heading[-1, 0])) > 0.5


def test_free_parameters_give_the_folded_program_s_numbers(free_program, swim):
    free = simulate(free_program, 30.0)
    assert free.data.base_position.values == pytest.approx(swim.data.base_position.values, abs=1e-8)


def test_our_own_error_bar(swim):
    """Step, strips: the headline metric moves by less than 1 %, in fact far less."""
    for changes, dt in (({}, 2e-3), ({"water.points": 12}, 1e-3)):
        other = simulate(scenario("eel").build(changes), 30.0, solver=Solver(dt=dt))
        assert other.summary["mean_speed"] == pytest.approx(swim.summary["mean_speed"], rel=1e-4)


def test_motion_does_not_depend_on_the_density_but_torques_scale_with_it():
    small, thin = {"body.joints": 3}, {"body.density": 500.0, "water.density": 500.0}
    heavy, light = (simulate(scenario("eel").build({**small, **changes}), 30.0) for changes in ({}, thin))
    assert light.data.base_position.values == pytest.approx(heavy.data.base_position.values, abs=1e-8)
    ratio = light.summary["peak_torque"]["joint1"] / heavy.summary["peak_torque"]["joint1"]
    assert ratio == pytest.approx(0.5, rel=1e-8)


def test_reciprocal_motion_in_ideal_fluid_goes_nowhere_and_speed_does_not_matter():
    """Scallop theorem at zero momentum: a gait that runs forth and back along one path of shapes returns to its start."""
    from elver.drive import Instant

    class Scallop:
        def __init__(self, names, period):
            self.names, self.period = names, period

        def motion(self, now: Instant):
            import casadi as ca

            u = ca.sin(np.pi * now.time / self.period) ** 2
            return {n: (0.3 * u if k == 0 else 0.5 * u**2 if k == 3 else 0 * u) for k, n in enumerate(self.names)}

    build = scenario("eel").build(
        {
            "water.law": "kirchhoff",
            "water.friction": 0,
            "water.drag_e2": 0,
            "water.drag_e3": 0,
            "water.drag_roll": 0,
            "body.joints": 3,
        }
    )
    slow, fast = (
        simulate(
            replace(build, gait=Scallop(build.robot.joint_names, T)), T, solver=Solver(dt=T / 1000), save=Save(every=T / 100)
        )
        for T in (4.0, 1.0)
    )
    assert np.abs(slow.data.base_position.values[-1]).max() < 1e-9
    assert np.ptp(slow.data.base_position.values, axis=0).max() > 5e-3
    assert fast.data.base_position.values == pytest.approx(slow.data.base_position.values, abs=1e-8)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"gait.amplitud": 1}, "Did you mean 'gait.amplitude'"),
        ({"gait.amplitude": "wide"}, "is not a number"),
        ({"gait.amplitude": "nan"}, "finite"),
        ({"gait.period": 0}, "period"),
        ({"body.joints": 2.5}, "whole number"),
        ({"body.joints": 0}, "1 to 1000"),
        ({"body.density": -5}, "density"),
        ({"body.nose_length": 0.5}, "shorter than the head"),
        ({"water.law": "papr"}, "Did you mean 'paper'"),
        ({"water.current": "1,2"}, "3 numbers"),
        ({"drive": "rocket"}, "imposed"),
    ],
)
def test_bad_parameters(changes, message):
    with pytest.raises(InputError, match=message):
        scenario("eel").build(changes)


def test_counts_and_words_cannot_be_free():
    with pytest.raises(InputError, match=r"body\.joints"):
        scenario("eel").build(free=["body.joints"])
    with pytest.raises(InputError, match="only real numbers"):
        scenario("eel").build(free=["water.law"])
    with pytest.raises(InputError, match="Did you mean 'eel'"):
        scenario("eeel")


@pytest.mark.parametrize("joints", [4, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("drive", ["pd", "torque"])
def test_loop_with_the_direct_model_turns_like_the_imposed_one(drive, joints):
    size = {"body.joints": joints}
    run = simulate(scenario("eel-loop").prepared({"drive": drive, **size}, duration=20.0), 20.0)
    imposed = simulate(scenario("eel-loop").build(size), 20.0)
    assert np.ptp(imposed.data.base_position.values, axis=0).max() > 0.1
    assert run.status == "finished"
    gap = np.linalg.norm(run.data.base_position.values[-1] - imposed.data.base_position.values[-1])
    assert gap < (1e-3 if drive == "torque" else 2.0)
    assert run.summary["ledger_closure"] < 1e-8


def test_ctrl_c_while_torques_are_recorded_is_no_wrong_input(monkeypatch):
    monkeypatch.setattr("elver._support.display.Progress.update", lambda *_: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        scenario("eel").prepared({"body.joints": 2, "drive": "torque"}, duration=20.0)


def test_limits_that_act_bound_the_torques_and_wide_ones_change_nothing():
    eel = scenario("eel")
    plain = {"drive": "pd", "body.joints": 3}
    narrow = {**plain, "control.limits": "acting", "body.limit_yaw_pitch": 0.02, "body.limit_roll": 0.01}
    wide = {**narrow, "body.limit_yaw_pitch": 1e6, "body.limit_roll": 1e6}
    free, bound, loose = (simulate(eel.build(more), 1.0, progress=False).data for more in (plain, narrow, wide))
    assert np.abs(free.joint_torque.values).max() > 0.03
    assert np.abs(bound.joint_torque.values).max() == pytest.approx(0.02)
    assert loose.joint_torque.values == pytest.approx(free.joint_torque.values, abs=1e-6)
    with pytest.raises(InputError, match="drive=imposed gives the joints their motion"):
        eel.build({"control.limits": "acting"})
