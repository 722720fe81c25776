"""Where a controlled run stops: calls of the controller, inputs that begin to act, samples of sensors and of the run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from elver.choices import ADAPTIVE
from elver.errors import InputError, whole_steps
from elver.memory import require_memory
from elver.sensing import Reader, Sensor
from elver.stepping.plan import Plan, seconds

FINEST = 10**9  # ticks in a second, of runs by adaptive methods
STOP = 120.0  # bytes that a stop takes


@dataclass(frozen=True)
class Timing:
    """A run's times as whole ticks [s]: first and last, and how many between calls, until inputs act, and between samples."""

    tick: float
    first: int
    last: int
    every: int
    delay: int
    output: int


def make_timing(
    plan: Plan, t0: float, every: float | None, delay: float, sensors: Sequence[Sensor], elapsed: float = 0.0
) -> Timing:
    """The times of a run in ticks: steps of a fixed-step method, else the longest that divides all of them.

    elapsed [s]: since sensors began, in a run that is resumed.
    """
    fixed = plan.method not in ADAPTIVE
    usual = plan.dt if fixed else plan.output
    every = seconds("every", usual if every is None else every, "seconds between calls of the controller")
    delay = seconds("delay", delay, "seconds until inputs act, 0 for none") if delay != 0 else 0.0
    periods = [1 / s.rate for s in sensors if s.rate is not None] + [s.delay for s in sensors]
    tick = plan.dt if fixed else common_from(t0, [every, delay, plan.output, plan.duration, elapsed, *periods])
    calls, late = whole_steps("every", every, tick), whole_steps("delay", delay, tick, least=0)
    first = round(t0 / tick)
    return Timing(tick, first, first + round(plan.duration / tick), calls, late, round(plan.output / tick))


def common_from(t0: float, times: Sequence[float]) -> float:
    """The longest tick that divides all times and the start t0; one that was interrupted anywhere is taken to a nanosecond."""
    try:
        return common([*times, t0])
    except InputError:
        return common([*times, round(t0 * FINEST) / FINEST])


def common(times: Sequence[float]) -> float:
    """The longest tick that divides all times."""
    parts = [Fraction(value).limit_denominator(FINEST) for value in times if value > 0]
    denominator = math.lcm(*(part.denominator for part in parts))
    tick = Fraction(math.gcd(*(int(part * denominator) for part in parts)), denominator)
    if tick * FINEST < 1:
        given = ", ".join(f"{value:.9g}" for value in dict.fromkeys(times) if value > 0)
        raise InputError(
            f"the times of this run have no common tick of {1 / FINEST:g} s or more: {given} s. Give every, delay, output, "
            "duration, and the rates and delays of sensors as multiples of a longer one."
        )
    return float(tick)


@dataclass(frozen=True, eq=False)
class Stops:
    """Ticks at which a run stops, in order, the first among them, and what happens there."""

    ticks: np.ndarray
    control: np.ndarray
    sample: np.ndarray


def looks_after(timing: Timing, late: int) -> list[np.ndarray]:
    """Calls and samples of a run that goes on from the end, at which samples of this run are read."""
    begin, end = max(timing.last, timing.first + late), timing.last + late + 1
    calls, samples = (begin - at for at in (0, timing.last))
    return [
        np.arange(begin + -calls % timing.every, end, timing.every),
        np.arange(begin + -samples % timing.output, end, timing.output),
    ]


def make_stops(timing: Timing, reader: Reader | None, zero: int, due: Sequence[int], controlled: bool = True) -> Stops:
    """All stops of a run. zero: tick at which the sensors began.   due: when inputs act that are on their way.

    Sensors are also read where a run that goes on from the end needs their samples.
    """
    first, last = timing.first, timing.last
    count = (last - first) / timing.every * (2 if timing.delay else 1) + (last - first) / timing.output
    require_memory("the list of calls and samples", STOP * count, "Give a shorter run, or call less often: every")
    calls = np.arange(-(-first // timing.every) * timing.every, last, timing.every) if controlled else np.zeros(0, dtype=np.int64)
    samples = np.union1d(np.arange(first, last, timing.output), [last])
    acting = np.concatenate([calls + timing.delay, np.asarray(due, dtype=np.int64)])
    parts = [calls, samples, acting[(acting > first) & (acting < last)]]
    if reader is not None:
        for every, late in dict.fromkeys(zip(reader.every.tolist(), reader.late.tolist(), strict=True)):
            looks = np.concatenate([calls, samples, *looks_after(timing, late)]) - zero
            parts.append(zero + np.maximum(looks - late, 0) // every * every)
    ticks = np.unique(np.concatenate(parts).astype(np.int64))
    ticks = ticks[(ticks >= first) & (ticks <= last)]
    return Stops(ticks, np.isin(ticks, calls), np.isin(ticks, samples))
