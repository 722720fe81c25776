"""The memory of sensors as numbers to be kept: times in seconds, so that looks at other intervals can go on with it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.errors import InputError

WHOLE = 1e-3  # of an interval, by which a time may miss a whole number of them
ROUNDING = 1e-15  # of a time
LONGEST = 1e9  # s
NONE = -1.0  # time of a sample that was not taken


class Memory(NamedTuple):
    """Ticks since the start (machine), bias (machine, channel), numbers of the samples kept (-1: none) and their values
    (machine, channel, place).
    """

    counts: np.ndarray
    bias: np.ndarray
    taken: np.ndarray
    ring: np.ndarray


def packed(own: Memory, interval: float, every: np.ndarray) -> np.ndarray:
    """One row per machine: seconds since the start, bias, times of the samples [s], samples. every: ticks between samples."""
    n, times = len(own.counts), own.taken * (every * interval)[:, None]
    parts = own.counts[:, None] * interval, own.bias, np.where(own.taken < 0, NONE, times), own.ring
    return np.hstack([part.reshape(n, -1) for part in parts])


def unpacked(rows: np.ndarray, interval: float, every: np.ndarray, shape: tuple[int, ...]) -> Memory:
    """The memory as a reader of this interval keeps it. shape: machine, channel, place.

    At an instant that was not looked at stands the newest sample before it.
    """
    (machines, channels, _), width = shape, rows.shape[1] - 1 - shape[1]
    if width < 0 or width % max(2 * channels, 1):
        raise InputError("the run to resume had other sensors. Give the same ones.")
    places = width // max(2 * channels, 1)
    elapsed, bias, times, values = np.split(rows, np.cumsum([1, channels, channels * places]), axis=1)
    if not (np.isfinite(rows).all() and (elapsed >= 0).all() and (np.abs(times) <= LONGEST).all()):
        raise InputError("the memory of the sensors in the run to resume is damaged. Start anew.")
    counts = whole_ticks(elapsed[:, 0], interval)
    found = Memory(counts, bias, np.full(shape, -1, dtype=np.int64), np.zeros(shape))
    times, values = (part.reshape(machines, channels, places) for part in (times, values))
    for i in range(machines):
        for j in range(channels):
            put_samples(found, i, j, times[i, j], values[i, j], every[j] * interval, int(counts[i] // every[j]))
    return found


def whole_ticks(elapsed: np.ndarray, interval: float) -> np.ndarray:
    """Seconds since the sensors began as whole intervals."""
    counts = np.rint(elapsed / interval)
    off = np.abs(counts * interval - elapsed) > WHOLE * interval + ROUNDING * elapsed
    if off.any():
        t = elapsed[off.argmax()]
        raise InputError(
            f"the sensors of the run to resume began {t:.9g} s before its end, which is not a whole number of intervals of "
            f"{interval:.9g} s. Choose a dt or an output that divides it, or leave the sensors out."
        )
    return counts.astype(np.int64)


def put_samples(found: Memory, i: int, j: int, times: np.ndarray, values: np.ndarray, period: float, newest: int) -> None:
    """The samples of one channel, at whole multiples of its period up to the newest."""
    order = np.argsort(times)
    order = order[times[order] >= 0]
    if not len(order):
        return
    depth = found.ring.shape[2]
    numbers = np.arange(max(newest - depth + 1, 0), newest + 1)
    which = order[np.maximum(np.searchsorted(times[order], (numbers + WHOLE) * period, side="right") - 1, 0)]
    found.ring[i, j, numbers % depth] = values[which]
    known = numbers[(numbers - WHOLE) * period <= times[order[-1]]]
    found.taken[i, j, known % depth] = known
