"""What compiled loops do with plain arrays. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.statuses import RUNAWAY

LINE = 8  # doubles in a cache line, and in the widest vector


@compiled
def copy_to(source, target):
    for i in range(source.shape[0]):
        target[i] = source[i]


@compiled
def all_finite(values):
    for value in values.flat:  # noqa: SIM110  (Numba compiles the loop)
        if not np.isfinite(value):
            return False
    return True


@compiled
def all_sane(x):
    """False for a NaN, an infinity, or a number so large that the state has run away."""
    for value in x:  # noqa: SIM110  (Numba compiles the loop)
        if not abs(value) < RUNAWAY:
            return False
    return True


@compiled
def aligned(size):
    """An array of doubles that begins at a cache line."""
    room = np.empty(size + LINE)
    start = (LINE - (room.ctypes.data // 8) % LINE) % LINE
    return room[start : start + size]
