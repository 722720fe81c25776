"""When a function is compiled as loops, and when as one straight list."""

from __future__ import annotations

import casadi as ca

from elver.native.instructions import WHOLE
from elver.native.rolled.form import RolledList
from elver.native.rolled.lists import rolled_list
from elver.pieces import Recorded

SAVING = 0.5  # share of the instructions that may stand in the code of loops
LONG = 6000  # instructions from which loops of vectors run faster than a straight list of them
SMALL = 1000  # instructions of a function that is compiled at once anyway


def recorded_of(function: ca.Function | Recorded) -> Recorded | None:
    """The calls that a function was written from, where it was."""
    return function if isinstance(function, Recorded) else getattr(function, "recorded", None)


def worth_rolling(function: ca.Function | Recorded, seldom: bool = False, width: int = 1) -> RolledList | None:
    """The loops of a function that mostly repeats itself, where they are the better code; else None.

    Measured (docs/performance.md): a short straight list is up to 20 % faster than its loops, a long one slower, and its
    compilation takes several times as long. seldom: evaluated so seldom that compilation alone counts. width: machines at once.
    """
    recorded = recorded_of(function)
    if recorded is None:
        return None
    least = SMALL if seldom else LONG if width > 1 else WHOLE
    if recorded.instructions <= least:
        return None
    rolled = rolled_list(recorded)
    return rolled if rolled.instructions > least and rolled.written < SAVING * rolled.instructions else None
