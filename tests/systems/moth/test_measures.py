"""Figures of flapping flight, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

import elver
from elver import scenario, simulate
from elver.systems.moth.metrics import amplitude, joint_sum

WEIGHT = 0.0718  # N


PERIOD = 0.04


@pytest.fixture(scope="module")
def tethered():
    return simulate(scenario("moth-tethered").build(), 0.8, solver=elver.Solver(dt=1e-4), save=elver.Save(every=2e-4))


def test_measures_by_hand(tethered):
    """Half of peak to peak over the last 200 samples; power as the mean of torque times rate."""
    own = tethered.data.isel(time=slice(-201, None))
    twist = sum(own.joint_position.sel(joint=f"right_twist{k}").values for k in (2, 3, 4))
    assert tethered.summary["tip_twist_amplitude"] == pytest.approx(np.ptp(twist) / 2)
    bend = sum(own.joint_position.sel(joint=f"right_bending{k}").values for k in (1, 2, 3, 4))
    assert tethered.summary["tip_bending_amplitude"] == pytest.approx(np.ptp(bend) / 2)
    stroke = own.joint_position.sel(joint="right_stroke").values
    assert tethered.summary["tip_bending_with_stroke_amplitude"] == pytest.approx(np.ptp(bend + stroke) / 2)
    power = (own.joint_torque * own.joint_velocity).sel(joint="right_stroke").values
    assert tethered.summary["power_per_wing"] == pytest.approx(power[:-1].mean(), rel=1e-3)
    assert tethered.summary["specific_power"] == pytest.approx(2 * tethered.summary["power_per_wing"] / 7.3187e-3, rel=1e-4)
    assert tethered.summary["peak_stroke_torque"] == pytest.approx(np.abs(own.joint_torque.sel(joint="right_stroke")).max())
    assert "pitch_amplitude" not in tethered.summary


def test_metrics_of_the_wing_are_near_the_published_ones(tethered):
    """MAV: torque 12.1 mN m, 0.42 W per wing, 120 W/kg, twist 79 deg, bending 68 deg, of the free moth: tethered within 20 %."""
    s = tethered.summary
    assert s["peak_stroke_torque"] == pytest.approx(12.1e-3, rel=0.15)
    assert s["power_per_wing"] == pytest.approx(0.42, rel=0.2)
    assert s["specific_power"] == pytest.approx(120, rel=0.2)
    assert np.degrees(s["tip_twist_amplitude"]) == pytest.approx(79, rel=0.2)
    assert np.degrees(s["tip_bending_with_stroke_amplitude"]) == pytest.approx(68, rel=0.2)


def test_a_part_of_a_stroke_has_no_amplitudes():
    run = simulate(scenario("moth").build({"start": "rest"}), 0.002, solver=elver.Solver(dt=1e-4))
    assert run.summary["pitch_amplitude"] is None
    assert run.summary["vertical_drift"] is None
    assert amplitude([1.0, 4.0]) == 1.5
    assert joint_sum(run.data, ["right_stroke", "left_stroke"]) == pytest.approx(0)
    assert elver.scenario("moth-tethered").duration > 0
