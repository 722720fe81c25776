"""When a function is compiled as loops, and when as one straight list.

Measured (docs/performance.md, "Loops or straight code"): the code of one machine runs faster as loops as soon as half of it is
repetition, since passes that need nothing of each other share vectors; the longer it is, the more. For several machines at once
the machines fill the vectors, and loops are faster only where the straight list is long. Loops compile several times faster.
"""

from __future__ import annotations

import casadi as ca

from elver.native.rolled.form import RolledList
from elver.native.rolled.lists import rolled_list
from elver.pieces import Recorded

SAVING = 0.5  # share of the instructions that may stand in the code of loops
SHORT = 1000  # instructions below which one machine's code stays straight
LONG = 6000  # the same of several machines at once


def recorded_of(function: ca.Function | Recorded) -> Recorded | None:
    """The calls that a function was written from, where it was."""
    return function if isinstance(function, Recorded) else getattr(function, "recorded", None)


def worth_rolling(function: ca.Function | Recorded, width: int = 1) -> RolledList | None:
    """The loops of a function for ``width`` machines at once, where they are the better code; else None."""
    recorded, least = recorded_of(function), LONG if width > 1 else SHORT
    if recorded is None or recorded.instructions <= least:
        return None
    rolled = rolled_list(recorded, side_by_side=width == 1)
    return rolled if rolled.instructions > least and rolled.written < SAVING * rolled.instructions else None
