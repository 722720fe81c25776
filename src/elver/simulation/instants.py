"""Where a controlled run stops: calls of the controller, inputs that begin to act, samples of sensors and of the run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from elver.errors import InputError
from elver.sensing import Reader, Sensor
from elver.stepping.plan import ADAPTIVE, Plan, seconds

WHOLE = 1e-9  # relative: how far a time may be from a whole number of ticks
FINEST = 10**9  # ticks in a second, of runs by adaptive methods


@dataclass(frozen=True)
class Timing:
    """A run's times as whole ticks [s]: first and last, and how many between calls, until inputs act, and between samples."""

    tick: float
    first: int
    last: int
    every: int
    delay: int
    output: int


def make_timing(plan: Plan, t0: float, every: float | None, delay: float, sensors: Sequence[Sensor]) -> Timing:
    """The times of a run in ticks: steps of a fixed-step method, else the longest that divides all of them."""
    fixed = plan.method not in ADAPTIVE
    usual = plan.dt if fixed else plan.output
    every = seconds("every", usual if every is None else every, "seconds between calls of the controller")
    delay = seconds("delay", delay, "seconds until inputs act, 0 for none") if delay != 0 else 0.0
    periods = [1 / s.rate for s in sensors if s.rate is not None] + [s.delay for s in sensors]
    tick = plan.dt if fixed else common([every, delay, plan.output, plan.duration, t0, *periods])
    count = {name: whole(name, value, tick) for name, value in (("every", every), ("delay", delay))}
    first = round(t0 / tick)
    return Timing(
        tick, first, first + round(plan.duration / tick), max(count["every"], 1), count["delay"], round(plan.output / tick)
    )


def whole(name: str, value: float, tick: float) -> int:
    """Seconds as ticks."""
    count = round(value / tick)
    if abs(count * tick - value) > WHOLE * max(value, tick):
        raise InputError(f"{name} = {value:g} s is not a whole number of steps of {tick:g} s. Nearest: {count * tick:.9g} s.")
    return count


def common(times: Sequence[float]) -> float:
    """The longest tick that divides all times."""
    parts = [Fraction(value).limit_denominator(FINEST) for value in times if value > 0]
    denominator = math.lcm(*(part.denominator for part in parts))
    return math.gcd(*(int(part * denominator) for part in parts)) / denominator


@dataclass(frozen=True, eq=False)
class Stops:
    """Ticks at which a run stops, in order, the first among them, and what happens there."""

    ticks: np.ndarray
    control: np.ndarray
    sample: np.ndarray


def make_stops(timing: Timing, reader: Reader | None, zero: int, due: Sequence[int]) -> Stops:
    """All stops of a run. zero: tick at which the sensors began.   due: when inputs act that are on their way."""
    first, last = timing.first, timing.last
    calls = np.arange(-(-first // timing.every) * timing.every, last, timing.every)
    samples = np.union1d(np.arange(first, last, timing.output), [last])
    acting = (
        np.concatenate([calls + timing.delay, np.asarray(due, dtype=np.int64)]) if timing.delay else np.zeros(0, dtype=np.int64)
    )
    parts = [calls, samples, acting[(acting > first) & (acting < last)]]
    if reader is not None:
        looks = np.union1d(calls, samples) - zero
        for every, late in dict.fromkeys(zip(reader.every.tolist(), reader.late.tolist(), strict=True)):
            parts.append(zero + np.maximum(looks - late, 0) // every * every)
    ticks = np.unique(np.concatenate(parts).astype(np.int64))
    ticks = ticks[ticks >= first]
    return Stops(ticks, np.isin(ticks, calls), np.isin(ticks, samples))
