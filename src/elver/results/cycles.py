"""Runs that repeat: the last whole period of the gait, and figures over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from elver.results.measures import Measure

TOO_SHORT = "the run is shorter than one stroke, or has fewer than two samples of the last one"


def has_whole_period(data) -> bool:
    """False where a run is shorter than the period of its gait; what is said of a stroke would then be said of a part of it.

    Nor is anything known of a period that one sample alone was taken of.
    """
    period, times = float(data.attrs.get("period", 0.0)), data.time.values
    seen = int(np.count_nonzero(times >= times[-1] - period - 1e-9)) if period > 0 else len(times)
    return period <= times[-1] - times[0] + 1e-9 and seen > 1


def over_a_period(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """The measures, None where a run holds no whole period."""

    def limited(of: Callable) -> Callable:
        return lambda data: of(data) if has_whole_period(data) else None

    return tuple(replace(m, of=limited(m.of), absent=TOO_SHORT) for m in measures)


def last_period(data):
    """The samples of the last whole period; all of them where the run is shorter or has no period."""
    period, times = float(data.attrs.get("period", 0.0)), data.time.values
    if not 0 < period <= times[-1] - times[0] + 1e-9:
        return data
    return data.isel(time=slice(int(np.searchsorted(times, times[-1] - period - 1e-9)), None))


def last_beat(data):
    """The samples of the last period that begins with the gait, at a whole number of periods; else those of the last period."""
    period, times = float(data.attrs.get("period", 0.0)), data.time.values
    if not period > 0:
        return data
    end = period * np.floor(times[-1] / period + 1e-9)
    if end - period < times[0] - 1e-9:
        return last_period(data)
    first, last = np.searchsorted(times, [end - period - 1e-9 * period, end + 1e-9 * period])
    return data.isel(time=slice(int(first), int(last) + (last == first)))
