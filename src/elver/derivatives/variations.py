"""Compiled loop of a fixed-step run together with its variations: the exact derivative of the discrete RK4 map.

Every variation is a direction in (initial state, free parameters, step size); it is carried through the stages of each step by
the derivative of the right-hand side, so that what comes out is the derivative of the computed numbers, not an approximation
to that of the differential equation. Importing this module imports Numba; do it only where sensitivities are asked for.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_finite, all_sane, copy_to, normalise
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals, signal_rates
from elver.statuses import DIVERGED, RUNNING

NUDGE = 1e-6  # m/s, rad/s: where a norm has no derivative (at rest) it is taken next to it


@compiled
def evaluate_varied(
    address, lanes, t, x, p, breaks, coefficients, velocity_like, clock, u, urate, tdot, xdot, pdot, f, fdot, work, nudged
):
    """f = f(t, x, p, u(t)) and the rows of fdot, its derivatives along the rows of (tdot, xdot, pdot), ``lanes`` at a time."""
    clock[0] = t
    evaluate_signals(t, breaks, coefficients, u)
    signal_rates(t, breaks, coefficients, u, urate)
    for first in range(0, xdot.shape[0], lanes):
        last = first + lanes
        at = x
        for attempt in range(2):
            value = f if attempt == 0 else nudged[1]
            call_pointers(
                address,
                (
                    clock.ctypes.data, at.ctypes.data, p.ctypes.data, u.ctypes.data, urate.ctypes.data, tdot[first:].ctypes.data,
                    xdot[first:].ctypes.data, pdot[first:].ctypes.data, value.ctypes.data, fdot[first:].ctypes.data,
                    work.ctypes.data,
                ),
            )  # fmt: skip
            if all_finite(fdot[first:last]) or not all_finite(f):
                break
            copy_to(x, nudged[0])
            for i in velocity_like:
                nudged[0, i] += NUDGE
            at = nudged[0]


@compiled
def normalise_varied(x, xdot, quaternion):
    """Scale the quaternion to unit length, and its variations along: d(q/|q|) = (1 - q q^T/|q|^2) dq / |q|."""
    if quaternion < 0:
        return
    norm = 0.0
    for k in range(quaternion, quaternion + 4):
        norm += x[k] * x[k]
    norm = np.sqrt(norm)
    for d in range(xdot.shape[0]):
        along = 0.0
        for k in range(quaternion, quaternion + 4):
            along += x[k] * xdot[d, k] / (norm * norm)
        for k in range(quaternion, quaternion + 4):
            xdot[d, k] = (xdot[d, k] - along * x[k]) / norm
    normalise(x, quaternion)


@compiled
def add_rates(weight, slope, f, fdot, x, xdot):
    """x += weight f;  xdot += weight fdot + (d weight) f, with d weight = slope of every direction."""
    for i in range(x.shape[0]):
        x[i] += weight * f[i]
    for d in range(xdot.shape[0]):
        for i in range(x.shape[0]):
            xdot[d, i] += weight * fdot[d, i] + slope[d] * f[i]


@compiled
def advance_varied(
    address, lanes, origin, h, slope, steps, x, xdot, p, pdot, breaks, coefficients, velocity_like, quaternion, work_size, states
):
    """``steps`` RK4 steps in place on x and its variations, the rows of xdot; the state after step k goes to states[k].

    Step k starts at (origin + k) h. slope: derivative of h along every direction. Returns the number of good steps and a status.
    """
    n, m = x.shape[0], xdot.shape[0]
    f, fdot, new, newdot, stage, stagedot = (
        np.empty(n),
        np.empty((m, n)),
        np.empty(n),
        np.empty((m, n)),
        np.empty(n),
        np.empty((m, n)),
    )
    clock, tdot, work, nudged = np.empty(1), np.empty(m), np.empty(work_size), np.empty((2, n))
    u, urate = np.empty(3 * coefficients.shape[1]), np.empty(3 * coefficients.shape[1])
    nodes, weights = (0.0, 0.5, 0.5, 1.0), (1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0)
    for step in range(steps):
        copy_to(x, new)
        newdot[:] = xdot
        for s in range(4):
            copy_to(x, stage)
            stagedot[:] = xdot
            if s > 0:
                add_rates(nodes[s] * h, nodes[s] * slope, f, fdot, stage, stagedot)
            place = origin + step + nodes[s]
            tdot[:] = place * slope
            evaluate_varied(
                address, lanes, place * h, stage, p, breaks, coefficients, velocity_like, clock, u, urate, tdot, stagedot, pdot,
                f, fdot, work, nudged,
            )  # fmt: skip
            add_rates(weights[s] * h, weights[s] * slope, f, fdot, new, newdot)
        normalise_varied(new, newdot, quaternion)
        if not (all_sane(new) and all_finite(newdot)):
            return step, DIVERGED
        copy_to(new, x)
        xdot[:] = newdot
        copy_to(x, states[step + 1])
    return steps, RUNNING
