"""df/dx and df/dt in compiled loops, from few exact directional derivatives. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals, signal_rates


@compiled
def directional(tangent, system, scratch, x, direction, out):
    """out = df/dt clock[1] + df/dx direction + df/du udot at time clock[0], clock and udot being the scratch's."""
    start = scratch.clock.ctypes.data
    call_pointers(
        tangent,
        (
            start, x.ctypes.data, system.p.ctypes.data, scratch.u.ctypes.data, start + 8, direction.ctypes.data,
            scratch.udot.ctypes.data, out.ctypes.data, scratch.work.ctypes.data,
        ),
    )  # fmt: skip
    for i in range(out.shape[0]):
        if not np.isfinite(out[i]):  # a norm at rest has no derivative; the error control sees what leaving it out costs
            out[i] = 0.0


@compiled
def linearise(linear, system, scratch, t, x, out, J):
    """J = df/dx at (t, x), coupled columns only: one directional derivative for every group of columns in ``seeds``.

    owner[g, i] is the column of J whose entry in row i group g brings, or -1. The last row of ``seeds`` is zero: it leaves
    the derivative by time alone in ``out``, with the signals moving on.
    """
    clock, udot, seeds, owner = scratch.clock, scratch.udot, linear.seeds, linear.owner
    last = seeds.shape[0] - 1
    clock[0], clock[1] = t, 0.0
    evaluate_signals(t, system.breaks, system.coefficients, scratch.u)
    for k in range(udot.shape[0]):
        udot[k] = 0.0
    for g in range(last):
        directional(linear.tangent, system, scratch, x, seeds[g], out)
        for i in range(x.shape[0]):
            if owner[g, i] >= 0:
                J[i, owner[g, i]] = out[i]
    clock[1] = 1.0
    signal_rates(t, system.breaks, system.coefficients, scratch.u, udot)
    directional(linear.tangent, system, scratch, x, seeds[last], out)
