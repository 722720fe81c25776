"""Ticks and stops of controlled runs, by enumeration."""

from __future__ import annotations

import pytest
from arms import swimmer

from elver import InputError
from elver.sensing import Encoder, Reader, Sensors
from elver.simulation.instants import common, make_stops, make_timing
from elver.stepping.plan import make_plan


def test_the_longest_common_tick():
    assert common([0.02, 0.01, 0.03, 1 / 30]) == pytest.approx(1 / 300)
    assert common([0.5, 0.0, 0.75]) == pytest.approx(0.25)


def test_stops_are_calls_samples_delays_and_what_readings_need():
    plan = make_plan(0.02, 1e-3, "rk4", output=5e-3)
    sensors = Sensors([Encoder(rate=250.0, delay=1e-3)], swimmer().model)
    timing = make_timing(plan, 0.0, 8e-3, 3e-3, sensors.all)
    stops = make_stops(timing, Reader(sensors, timing.tick), 0, [])
    calls, samples, acting = [0, 8, 16], [0, 5, 10, 15, 20], [3, 11, 19]
    needed = [max(k - 1, 0) // 4 * 4 for k in sorted({*calls, *samples})]
    assert stops.ticks.tolist() == sorted({*calls, *samples, *acting, *needed})
    assert stops.ticks[stops.control].tolist() == calls
    assert stops.ticks[stops.sample].tolist() == samples


def test_times_between_steps_are_refused():
    plan = make_plan(0.02, 1e-3, "rk4")
    with pytest.raises(InputError, match=r"Nearest: 0.002 s"):
        make_timing(plan, 0.0, 0.0015, 0.0, ())
