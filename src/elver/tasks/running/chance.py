"""Random numbers of many machines: every machine has a stream of its own, whatever the others draw and however many there are.

A stream is a counter that is hashed with the machine's key (the finaliser of SplitMix64, Steele, Lea and Flood 2014), so that
all machines draw at once, on the processor and on a graphics card, to the same bits.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from elver.tasks.now import Array

STEP, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
HALF = 2.0**-54  # no draw is exactly 0


class Chance:
    """Streams of n machines. Draws have one row per machine; only machines in ``mask`` move on."""

    def __init__(self, machines: int, xp: Any = np):
        self.xp = xp
        self.keys = xp.zeros(machines, dtype=xp.uint64)
        self.counters = xp.zeros(machines, dtype=xp.uint64)
        self.mask = xp.ones(machines, dtype=bool)

    def seed(self, seeds: Array, mask: Array) -> None:
        """Begin the streams of the machines in ``mask`` anew, each with its own seed (whole numbers of 0 or more)."""
        with np.errstate(over="ignore"):
            keys = mixed(self.xp, mixed(self.xp, self.xp.asarray(seeds).astype(self.xp.uint64)) + self.xp.uint64(STEP))
        self.keys = self.xp.where(mask, keys, self.keys)
        self.counters = self.xp.where(mask, self.xp.uint64(0), self.counters)

    def uniform(self, low: Array = 0.0, high: Array = 1.0, count: int = 1) -> Array:
        """Evenly from low to high, (n, count)."""
        xp = self.xp
        places = xp.arange(1, count + 1, dtype=xp.uint64)
        with np.errstate(over="ignore"):
            bits = mixed(xp, self.keys[:, None] + (self.counters[:, None] + places) * xp.uint64(STEP))
        self.counters = self.counters + self.mask.astype(xp.uint64) * xp.uint64(count)
        share = (bits >> xp.uint64(11)).astype(xp.float64) * 2.0**-53 + HALF
        return low + (high - low) * share

    def normal(self, count: int = 1) -> Array:
        """Normal with mean 0 and standard deviation 1, (n, count); by Box and Muller."""
        share = self.uniform(count=2 * count)
        return self.xp.sqrt(-2.0 * self.xp.log(share[:, :count])) * self.xp.cos(2 * math.pi * share[:, count:])


def mixed(xp: Any, x: Array) -> Array:
    """The finaliser of SplitMix64 on whole numbers of 64 bits."""
    x = (x ^ (x >> xp.uint64(30))) * xp.uint64(FIRST)
    x = (x ^ (x >> xp.uint64(27))) * xp.uint64(SECOND)
    return x ^ (x >> xp.uint64(31))
