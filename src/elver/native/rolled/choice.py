"""When a function is compiled as loops, and when as one straight list."""

from __future__ import annotations

import casadi as ca

from elver.native.instructions import WHOLE
from elver.native.rolled.form import RolledList
from elver.native.rolled.lists import rolled_list
from elver.pieces import Recorded

SAVING = 0.5  # share of the instructions that may stand in the code of loops


def recorded_of(function: ca.Function | Recorded) -> Recorded | None:
    """The calls that a function was written from, where it was."""
    return function if isinstance(function, Recorded) else getattr(function, "recorded", None)


def worth_rolling(function: ca.Function | Recorded) -> RolledList | None:
    """The loops of a function whose straight list would be too long for one block, and mostly repeats itself; else None."""
    recorded = recorded_of(function)
    if recorded is None or recorded.instructions <= WHOLE:
        return None
    rolled = rolled_list(recorded)
    return rolled if rolled.instructions > WHOLE and rolled.written < SAVING * rolled.instructions else None
