"""The memory of readings: kept in seconds, read again by readers of other intervals."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError
from elver.sensors import Depth, Encoder, Reader, Sensors
from swimmers import program


def reader(*sensors, interval):
    return Reader(Sensors(sensors, program().model), interval)


def ramp(own, ticks):
    """Readings where the true value is the time in seconds since the start."""
    found = []
    for count in ticks:
        raw = np.full((1, own.sensors.width), (own.counts[0] + count) * own.interval)
        found.append(own.look(raw, count)[0].copy())
    return np.array(found)


@pytest.mark.parametrize("interval", [0.005, 0.01, 0.02])
def test_another_interval_goes_on_at_the_same_time(interval):
    sensors = Encoder(rate=25.0, delay=0.06), Depth(delay=0.02)
    first, second = reader(*sensors, interval=0.01), reader(*sensors, interval=interval)
    ramp(first, [0] + [1] * 20)
    second.restore(first.memory())
    found = ramp(second, [1] * 40)
    times = 0.2 + interval * np.arange(1, 41)
    assert np.allclose(found[:, 0], np.floor((times - 0.06 + 1e-9) / 0.04) * 0.04, atol=1e-12)
    late = times - 0.02
    expected = np.where(late > 0.2, late, np.floor((late + 1e-9) / 0.01) * 0.01)  # the newest that was looked at
    assert np.allclose(found[:, -1], expected, atol=1e-12)


def test_what_does_not_fit_or_is_damaged_is_refused():
    own = reader(Depth(delay=0.02), interval=0.01)
    ramp(own, [0] + [1] * 5)
    for words, interval, memory in (
        ("not a whole number", 0.02, own.memory()),
        ("damaged", 0.01, np.full_like(own.memory(), np.nan)),
        ("damaged", 0.01, -own.memory()),
        ("other sensors", 0.01, own.memory()[:, :-1]),
    ):
        with pytest.raises(InputError, match=words):
            reader(Depth(delay=0.02), interval=interval).restore(memory)
