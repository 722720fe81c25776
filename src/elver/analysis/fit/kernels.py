"""Compiled loop that evaluates the channels of a recording at all its times. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.evaluate import aligned, call_pointers, evaluate_signals, signal_rates
from elver.codegen.kernels.jit import compiled


@compiled
def evaluate_channels(address, work, times, states, p, camera, table, values, slopes):
    """values[k], slopes[k]: the channels at times[k], states[k], and their derivatives, column after column."""
    breaks, coefficients = table
    signals = 3 * coefficients.shape[1]
    clock, u, udot, room = np.empty(1), np.zeros(signals), np.zeros(signals), aligned(work)
    for k in range(times.shape[0]):
        clock[0] = times[k]
        evaluate_signals(times[k], breaks, coefficients, u)
        signal_rates(times[k], breaks, coefficients, u, udot)
        call_pointers(
            address,
            (
                clock.ctypes.data, states[k].ctypes.data, p.ctypes.data, u.ctypes.data, udot.ctypes.data, camera.ctypes.data,
                values[k].ctypes.data, slopes[k].ctypes.data, room.ctypes.data,
            ),
        )  # fmt: skip
