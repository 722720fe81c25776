"""The last whole period of a run, where there is one."""

from __future__ import annotations

import numpy as np
import pytest
import xarray as xr

from elver.results.metrics import Metric, has_whole_period, last_beat, last_period, over_a_period, time_of_largest


def recorded(duration: float, period: float):
    times = np.linspace(0.0, duration, round(duration / 0.1) + 1)
    return xr.Dataset({"x": ("time", times**2)}, {"time": times}, {"period": period})


def test_the_last_period_is_cut_out():
    data = last_period(recorded(2.0, 0.5))
    assert data.time.values == pytest.approx([1.5, 1.6, 1.7, 1.8, 1.9, 2.0])


def test_the_last_beat_begins_with_the_gait():
    """A run that ends within a beat: its last whole one, not the last samples of that length."""
    assert last_beat(recorded(2.2, 0.5)).time.values == pytest.approx([1.5, 1.6, 1.7, 1.8, 1.9, 2.0])
    assert last_beat(recorded(2.0, 0.5)).time.values == pytest.approx([1.5, 1.6, 1.7, 1.8, 1.9, 2.0])
    late = recorded(2.2, 0.5).isel(time=slice(16, None))  # from 1.6 s on, as of a run that was resumed
    assert last_beat(late).time.values == pytest.approx(last_period(late).time.values)


@pytest.mark.parametrize(("duration", "period"), [(0.4, 0.5), (2.0, 0.0)])
def test_all_samples_where_there_is_none(duration, period):
    data = recorded(duration, period)
    assert last_period(data).sizes == last_beat(data).sizes == data.sizes


def test_measures_of_a_part_of_a_period_are_none():
    (last,) = over_a_period((Metric("last", "1", "the last value", lambda data: float(data.x[-1])),))
    assert last.of(recorded(0.4, 0.5)) is None
    assert last.of(recorded(1.0, 0.5)) == pytest.approx(1.0)
    assert has_whole_period(recorded(0.5, 0.5))


def test_measures_of_a_period_with_one_sample_are_none():
    """np.gradient and means over the last stroke have nothing to go by there."""
    few = recorded(8.0, 2.0).isel(time=[0, -1])
    (slope,) = over_a_period((Metric("slope", "1", "", lambda d: float(np.gradient(last_period(d).x.values)[0])),))
    assert slope.of(few) is None
    assert slope.of(recorded(8.0, 2.0)) > 0


def test_the_largest_value_between_samples():
    """A parabola is met exactly; samples alone are half a step off."""
    times = np.linspace(0.0, 1.0, 11)
    assert time_of_largest(times, -((times - 0.54) ** 2)) == pytest.approx(0.54, abs=1e-12)
    assert time_of_largest(times, np.cos(2 * (times - 0.37))) == pytest.approx(0.37, abs=1e-3)
