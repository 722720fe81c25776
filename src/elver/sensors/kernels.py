"""Readings of many machines from true values: noise by counting, drifting bias, resolution, delay. Imports Numba.

The noise of a sample is a function of the machine's key, the channel's salt and the number of the sample, or its time in
nanoseconds where samples have no rate (Steele, Lea and Flood's SplitMix64 as a hash, then Box and Muller). So no stream is ever
used up: a machine's readings do not depend on other machines, on how often it is looked at, or on the order.
"""

from __future__ import annotations

import math

import numpy as np

from elver.codegen.kernels.jit import compiled

_GOLDEN, _MIX1, _MIX2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S11, _ONE = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(11), np.uint64(1)
_UNIT = 1.0 / (1 << 53)


@compiled
def _mixed(z):
    """A hash of 64 bits."""
    z = z + _GOLDEN
    z = (z ^ (z >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@compiled
def normal(key, salt, number):
    """A number of the standard normal distribution, the same for the same arguments."""
    first = _mixed(_mixed(key ^ salt) + np.uint64(number) * _GOLDEN)
    second = _mixed(first)
    radius = math.sqrt(-2.0 * math.log((np.float64(first >> _S11) + 1.0) * _UNIT))
    return radius * math.cos(2.0 * math.pi * np.float64(second >> _S11) * _UNIT)


@compiled
def sample_sensors(raw, ticks, counts, keys, channels, state, out):
    """Every machine's clock goes on by its ``ticks``; samples that fall on this instant are taken; ``out``: what can be read now.

    raw: true values (machine, channel).   counts: ticks since the machine's start.   keys: of the machines' noise.
    channels: salt, every [ticks between samples], late [ticks], nanoseconds of a tick where samples have no rate (else 0), noise,
    walk, resolution, one entry each per channel.
    state: bias, number of the last sample, and the last samples (machine, channel, place) with their numbers.
    """
    salt, every, late, nanoseconds, noise, walk, resolution = channels
    bias, last, ring, taken = state
    depth = ring.shape[2]
    for i in range(raw.shape[0]):
        counts[i] += ticks[i]
        c = counts[i]
        for j in range(raw.shape[1]):
            k = c // every[j]
            if c % every[j] == 0 and last[i, j] < k:
                if walk[j] > 0.0:
                    for step in range(max(last[i, j] + 1, 1), k + 1):
                        bias[i, j] += walk[j] * normal(keys[i], salt[j] ^ _GOLDEN, step)
                value = raw[i, j] + bias[i, j]
                if noise[j] > 0.0:
                    number = k if nanoseconds[j] == 0.0 else np.int64(np.rint(c * nanoseconds[j]))
                    value += noise[j] * normal(keys[i], salt[j], number)
                if resolution[j] > 0.0:
                    value = resolution[j] * np.rint(value / resolution[j])
                ring[i, j, k % depth], taken[i, j, k % depth] = value, k
                last[i, j] = k
            due = (c - late[j]) // every[j] if c >= late[j] else 0
            out[i, j] = ring[i, j, due % depth]
