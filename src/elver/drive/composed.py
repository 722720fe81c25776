"""Gaits in plain words: turning at a constant rate, steps, and gaits made of others: added, scaled, mirrored, paced."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import casadi as ca

from elver._support.errors import InputError, is_symbol
from elver.drive.gaits import CombinedGait, Gait, start_ramp
from elver.drive.oscillators import networks_of
from elver.drive.signals import Instant, SignalTable, with_table
from elver.quantities import REQUIRED, check_quantities, quantity


def _ramped(time: Any, duration: Any) -> Any:
    """The integral of EEL's smooth start (64): 0 before it, time - duration / 2 after it [s]."""
    u = ca.fmin(ca.fmax(time / duration, 0), 1)
    return duration * u**4 * (2.5 + u * (u - 3)) + ca.fmax(time - duration, 0)


@dataclass(frozen=True)
class ConstantRate:
    """Joints that go on at a constant rate: cranks and propellers that turn, carriages that tow on a joint that slides.

    q_i = start + (i - 1) spacing + rate t; with a ramp the rate grows smoothly from 0, and t is less by half of it in the end.
    """

    joints: Sequence[str]
    rate: float = quantity(REQUIRED, "rad/s", "of the joints (m/s where they slide)")
    start: float = quantity(0.0, "rad", "angle of the first joint at time 0")
    spacing: float = quantity(0.0, "rad", "added from joint to joint")
    ramp_time: float = quantity(0.0, "s", "in which the rate is reached; 0 for at once", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def period(self) -> float | ca.SX:
        """Time of a turn [s]; 0 for joints that stand still."""
        return 2 * math.pi / ca.fabs(self.rate) if is_symbol(self.rate) else 2 * math.pi / abs(self.rate) if self.rate else 0.0

    @property
    def kinks(self) -> tuple:
        """The end of the ramp [s]."""
        return (self.ramp_time,)

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        ramps = is_symbol(self.ramp_time) or self.ramp_time > 0
        time = _ramped(now.since_start, self.ramp_time) if ramps else now.time
        return {name: ca.SX(self.start + i * self.spacing + self.rate * time) for i, name in enumerate(self.joints)}


@dataclass(frozen=True)
class Steps:
    """Joints that go from value to value: from ``times[k]`` on towards ``values[k]``, there after ``rise`` by EEL's quintic (64).

    values: by joint, one for each time; before the first time a joint stands at its first value.
    """

    values: Mapping[str, Sequence[float]]
    times: tuple = quantity(REQUIRED, "s", "at which the joints begin to go to the next value, increasing", length=-1)
    rise: float = quantity(0.1, "s", "time to go from value to value", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        plain = [t for t in self.times if not is_symbol(t)]
        if not self.values or any(len(row) != len(self.times) for row in self.values.values()):
            wrong = next((n for n, row in self.values.items() if len(row) != len(self.times)), "")
            given = f"joint '{wrong}' has {len(self.values[wrong])}" if wrong else "no joint is given"
            raise InputError(
                f"Steps: {len(self.times)} times need as many values of every joint, and {given}. Give one for each."
            )
        apart = [b - a for a, b in pairwise(plain)]
        if any(gap <= 0 for gap in apart) or (not is_symbol(self.rise) and any(gap < self.rise for gap in apart)):
            raise InputError(
                f"Steps: the times {', '.join(f'{t:g}' for t in plain)} s must increase by at least the rise of {self.rise} s. "
                "Move them apart, or give a shorter rise."
            )

    @property
    def kinks(self) -> tuple:
        """Where a step begins and ends [s]."""
        return tuple(part for t in self.times[1:] for part in (t, t + self.rise))

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        shares = [start_ramp(ca.fmax(now.time - t, 0), self.rise) for t in self.times[1:]]
        found = {}
        for name, row in self.values.items():
            gone = (share * (after - before) for share, before, after in zip(shares, row[:-1], row[1:], strict=True))
            found[name] = ca.SX(row[0]) + sum(gone, ca.SX(0))
        return found


class _GaitWrapper:
    """A gait around another one: what that one says of itself holds for both."""

    gait: Any

    @property
    def period(self) -> float | ca.SX:
        """Period of the gait [s]; 0 where it has none."""
        return getattr(self.gait, "period", 0.0)

    @property
    def origin(self) -> float:
        """Time of phase 0 [s]."""
        return getattr(self.gait, "origin", 0.0)

    @property
    def kinks(self) -> tuple:
        """Those of the gait [s]."""
        return tuple(getattr(self.gait, "kinks", ()))

    @property
    def ticks(self) -> tuple:
        """Those of the gait."""
        return tuple(getattr(self.gait, "ticks", ()))

    @property
    def signals(self) -> SignalTable | None:
        return getattr(self.gait, "signals", None)

    def with_signals(self, table: SignalTable) -> Any:
        """The same with other samples."""
        return replace(self, gait=with_table(self.gait, table))  # type: ignore[type-var]


class SumOfGaits(CombinedGait):
    """Several gaits at once, whose values add up where they move the same joint. Else as ``CombinedGait``."""

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        found: dict[str, ca.SX] = {}
        for gait in self.gaits:
            for name, value in gait.motion(now).items():
                found[name] = found.get(name, 0) + value
        return found


@dataclass(frozen=True)
class ScaledGait(_GaitWrapper):
    """Another gait times a factor, one for all joints or by joint."""

    gait: Gait
    factor: float | Mapping[str, float] = quantity(REQUIRED, "1", "of its values, one or by joint", by_group=True)

    def __post_init__(self) -> None:
        check_quantities(self)

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        given = self.gait.motion(now)
        if not isinstance(self.factor, Mapping):
            return {name: self.factor * value for name, value in given.items()}
        for name in self.factor:
            if name not in given:
                raise InputError(
                    f"ScaledGait: the gait does not move '{name}'. It moves {', '.join(given)}.", part="gait", name=name
                )
        return {name: self.factor.get(name, 1.0) * value for name, value in given.items()}


@dataclass(frozen=True)
class MirroredGait(_GaitWrapper):
    """Another gait, and the same at the other side of the machine: ``to`` maps its joints to their partners.

    sign: of the partners' values; -1 where both axes point the same way, as those of legs that swing about z to both sides.
    lag: by which share of the period the other side is late; 0.5 for legs that step in turn.
    """

    gait: Gait
    to: Mapping[str, str]
    sign: float = quantity(-1.0, "1", "of the other side's values")
    lag: float = quantity(0.0, "1", "by which share of the period the other side is late")

    def __post_init__(self) -> None:
        check_quantities(self)
        if not is_symbol(self.lag) and self.lag and not is_symbol(self.period) and not self.period:
            raise InputError("MirroredGait: the gait has no period, so that a share of it is no time. Leave out the lag.")
        if (is_symbol(self.lag) or self.lag) and self.signals is not None:
            raise InputError("MirroredGait: samples are known now, not at another time. Leave out the lag.")
        if (is_symbol(self.lag) or self.lag) and any(networks_of(self.gait)):
            raise InputError("MirroredGait: oscillators know no time to be late by. Give the other side a chain of its own.")

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        own = dict(self.gait.motion(now))
        late = is_symbol(self.lag) or self.lag
        other = self.gait.motion(replace(now, time=now.time - self.lag * self.period)) if late else own
        for name, partner in self.to.items():
            if name not in own:
                raise InputError(
                    f"MirroredGait: the gait does not move '{name}'. It moves {', '.join(own)}.", part="gait", name=name
                )
            if partner in own:
                raise InputError(f"MirroredGait: '{partner}' is moved by the gait itself. Leave it out of 'to'.", part="gait")
        return own | {partner: self.sign * other[name] for name, partner in self.to.items()}


@dataclass(frozen=True)
class PacedGait(_GaitWrapper):
    """Another gait whose beat changes once: paces of its time from ``before`` to ``after``, over ``duration`` from ``begin`` on.

    Amplitudes stay what they are. Its period is that after the change; a smooth start of the gait goes by the true time.
    """

    gait: Gait
    after: float = quantity(REQUIRED, "1", "pace after the change", above=0.0)
    duration: float = quantity(REQUIRED, "s", "time that the change takes", above=0.0)
    before: float = quantity(1.0, "1", "pace before the change", low=0.0)
    begin: float = quantity(0.0, "s", "time at which it begins to change", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        if self.signals is not None:
            raise InputError("PacedGait: samples are known by the clock, not at another pace. Resample the recording itself.")
        if any(networks_of(self.gait)):
            raise InputError("PacedGait: oscillators do not go by the clock. Make their frequency, or their drive, an input.")

    @property
    def period(self) -> float | ca.SX:
        """Period of the gait after the change [s]; 0 where it has none."""
        return getattr(self.gait, "period", 0.0) / self.after

    @property
    def kinks(self) -> tuple:
        """The ends of the change, and those of the gait [s]."""
        return (self.begin, self.begin + self.duration, *super().kinks)

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        time = self.before * now.time + (self.after - self.before) * _ramped(now.time - self.begin, self.duration)
        return self.gait.motion(replace(now, time=time, elapsed=now.since_start))
