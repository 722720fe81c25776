"""The clock that a gait goes by. A gait whose period changes while it runs keeps its phase by a clock of its own.

A gait of period P sees the time c = t + o, where o is the offset of its clock [s]; its phase is (c - c0) / P with c0 the time of
phase 0. The phase grows by 1/P a second, also while P changes, if

    o' = (c - c0) P'/P:      ((c - c0) / P)' = (1 + o')/P - (c - c0) P'/P^2 = 1/P.

Where P rests, the offset does. Gaits that are put together have a clock each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca

from elver.drive.gaits import Gait, Shifted, Together
from elver.drive.signals import Instant, SignalTable, with_table
from elver.errors import is_symbol


@dataclass(frozen=True)
class Clocked:
    """Another gait by a clock that is ``offset`` [s] ahead. Its smooth start goes by the true time."""

    gait: Gait
    offset: Any  # a symbol, or a number

    @property
    def period(self):
        """Period of the gait [s]; 0 where it has none."""
        return getattr(self.gait, "period", 0.0)

    @property
    def origin(self):
        """Time of phase 0 by the true clock [s]."""
        return getattr(self.gait, "origin", 0.0) - self.offset

    @property
    def signals(self):
        return getattr(self.gait, "signals", None)

    def with_signals(self, table: SignalTable) -> Clocked:
        """The same with other samples."""
        return replace(self, gait=with_table(self.gait, table))

    def motion(self, now: Instant) -> Mapping[str, ca.SX]:
        return self.gait.motion(replace(now, time=now.time + self.offset, elapsed=now.since_start))


@dataclass(frozen=True)
class Timed:
    """A gait with a period of its own, and by how much it is begun late, ``shift`` [s]."""

    gait: Any
    shift: Any = 0.0

    @property
    def period(self):
        return self.gait.period

    def since_phase_0(self, time):
        """Seconds by the gait's clock since phase 0, at a time by that clock."""
        return time + self.shift - getattr(self.gait, "origin", 0.0)


def timed_gaits(gait: Any, shift: Any = 0.0) -> Iterator[Timed]:
    """The gaits with a period that a gait is made of."""
    if isinstance(gait, Together):
        for one in gait.gaits:
            yield from timed_gaits(one, shift)
    elif isinstance(gait, Shifted):
        yield from timed_gaits(gait.gait, shift + gait.time)
    elif is_symbol(period := getattr(gait, "period", 0.0)) or period:
        yield Timed(gait, shift)


def with_clocks(gait: Any, offset_of: Callable[[Any], Any]) -> Any:
    """A gait whose parts go by clocks: ``offset_of(part)`` is the offset of a part's clock, None for the true time."""
    if isinstance(gait, Together):
        return replace(gait, gaits=tuple(with_clocks(one, offset_of) for one in gait.gaits))
    if isinstance(gait, Shifted):
        return replace(gait, gait=with_clocks(gait.gait, offset_of))
    offset = offset_of(gait)
    return gait if offset is None else Clocked(gait, offset)
