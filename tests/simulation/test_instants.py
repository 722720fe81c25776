"""Ticks and stops of controlled runs, by enumeration."""

from __future__ import annotations

import math

import pytest
from arms import swimmer

from elver import InputError
from elver.sensors import Encoder, Reader, Sensors
from elver.simulation.control import common, make_stops, make_timing
from elver.simulation.plan import make_plan


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


def test_the_last_samples_are_those_that_a_run_which_goes_on_reads():
    plan = make_plan(0.021, 1e-3, "rk4", output=0.01)
    sensors = Sensors([Encoder(delay=5e-3)], swimmer().model)
    timing = make_timing(plan, 0.0, 8e-3, 0.0, sensors.all)
    reader = Reader(sensors, timing.tick)
    needed = {0, 8 - 5, 10 - 5, 16 - 5, 20 - 5, 21 - 5, 24 - 5}
    assert set(make_stops(timing, reader, 0, []).ticks.tolist()) == {0, 8, 16, 10, 20, 21} | needed
    assert set(make_stops(timing, reader, 0, [13], controlled=False).ticks.tolist()) == {0, 10, 20, 21, 13, 5, 15, 16, 19}


def test_times_without_a_common_tick_and_too_many_calls_are_refused():
    plan = make_plan(10 * math.pi, 1e-3, "dopri5", output=math.sqrt(2) / 3)
    with pytest.raises(InputError, match="no common tick"):
        make_timing(plan, 0.0, math.e / 10, math.sqrt(3) / 50, ())
    with pytest.raises(InputError, match="list of calls"):
        make_stops(make_timing(make_plan(1e7, 1e-5, "rk4", output=1.0), 0.0, None, 0.0, ()), None, 0, [])


def test_a_run_may_go_on_from_wherever_it_was_interrupted():
    plan, t0 = make_plan(0.02, 1e-3, "dopri5", output=0.01), 0.01372812345678
    timing = make_timing(plan, t0, 5e-3, 0.0, ())
    assert timing.tick == pytest.approx(1e-9)
    assert timing.first * timing.tick == pytest.approx(t0, abs=1e-9)
    assert (timing.last - timing.first, timing.every) == (20_000_000, 5_000_000)


def test_times_between_steps_are_refused():
    plan = make_plan(0.02, 1e-3, "rk4")
    with pytest.raises(InputError, match=r"Nearest: 0.002 s"):
        make_timing(plan, 0.0, 0.0015, 0.0, ())
