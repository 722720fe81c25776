"""Compiled loop of a fixed-step run together with its variations: the exact derivative of the discrete RK4 map.

Every variation is a direction in (initial state, free parameters, step size); it is carried through the stages of each step by
the derivative of the right-hand side, so that what comes out is the derivative of the computed numbers, not an approximation
to that of the differential equation. Importing this module imports Numba; do it only where sensitivities are asked for.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled, tableaux
from elver.compiled.arrays import aligned, all_finite, all_sane, copy_to
from elver.compiled.calls import call_pointers, make_scratch
from elver.compiled.piecewise import evaluate_signals, signal_rates
from elver.compiled.quaternions import norm_at, normalise
from elver.compiled.system import NUDGE
from elver.statuses import DIVERGED, RUNNING

NODES, WEIGHTS = tableaux.RK4


@compiled
def evaluate_varied(variation, scratch, t, x, tdot, xdot, f, fdot, nudged):
    """f = f(t, x, p, u(t)) and fdot, its derivatives along (tdot, xdot, pdot), ``lanes`` at a time, in groups as pdot is."""
    system, pdot, lanes, u, urate = variation.system, variation.pdot, variation.lanes, scratch.u, scratch.udot
    scratch.clock[0] = t
    evaluate_signals(t, system.breaks, system.coefficients, u)
    signal_rates(t, system.breaks, system.coefficients, u, urate)
    for g in range(xdot.shape[0]):
        at = x
        for attempt in range(2):
            value = f if attempt == 0 else nudged[1]
            call_pointers(
                system.address,
                (
                    scratch.clock.ctypes.data, at.ctypes.data, system.p.ctypes.data, u.ctypes.data, urate.ctypes.data,
                    tdot[g * lanes :].ctypes.data, xdot[g].ctypes.data, pdot[g].ctypes.data, fdot[g].ctypes.data,
                    value.ctypes.data, scratch.work.ctypes.data,
                ),
            )  # fmt: skip
            if none_is_lost(fdot[g]) or not all_finite(f):
                break
            copy_to(x, nudged[0])
            for i in system.velocity_like:
                nudged[0, i] += NUDGE
            at = nudged[0]


@compiled
def make_groups(groups, n, lanes):
    """Room for the variations of n numbers, in groups of ``lanes`` directions side by side."""
    return aligned(groups * n * lanes).reshape((groups, n, lanes))


@compiled(fastmath={"contract"})
def add_rates(share, h, slope, f, fdot, x, xdot, out, outdot):
    """out = x + share h f;  outdot = xdot + share h fdot + share slope f, with slope = dh of every direction."""
    weight = share * h
    for i in range(x.shape[0]):
        out[i] = x[i] + weight * f[i]
    flat, rates, sums = xdot.reshape(-1), fdot.reshape(-1), outdot.reshape(-1)
    for j in range(flat.shape[0]):
        sums[j] = flat[j] + weight * rates[j]
    lanes = xdot.shape[2]
    for d in range(slope.shape[0]):
        if slope[d] != 0.0:
            for i in range(x.shape[0]):
                outdot[d // lanes, i, d % lanes] += share * slope[d] * f[i]


@compiled(fastmath=SUMS)
def none_is_lost(values):
    """Whether all numbers are finite: zero times any of them is zero."""
    flat, total = values.reshape(-1), 0.0
    for j in range(flat.shape[0]):
        total += 0.0 * flat[j]
    return total == 0.0


@compiled
def normalise_directions(x, xdot, quaternion):
    """Scale the quaternion to unit length, and its variations along (``compiled.quaternions``)."""
    if quaternion < 0:
        return
    norm = norm_at(x, quaternion, 1, 0)
    for g in range(xdot.shape[0]):
        for lane in range(xdot.shape[2]):
            along = 0.0
            for k in range(quaternion, quaternion + 4):
                along += x[k] * xdot[g, k, lane] / (norm * norm)
            for k in range(quaternion, quaternion + 4):
                xdot[g, k, lane] = (xdot[g, k, lane] - along * x[k]) / norm
    normalise(x, quaternion, 1)


@compiled
def advance_varied(variation, origin, h, steps, x, xdot, states, history):
    """``steps`` RK4 steps in place on x and its variations; the state after step k goes to states[k].

    xdot[g, :, k]: direction g * lanes + k.   history: room for the variations after every step, or of length 0.
    Step k starts at (origin + k) h. Returns the number of good steps and a status.
    """
    (groups, n, lanes), slope, scratch = xdot.shape, variation.slope, make_scratch(variation.system)
    f, new, stage, nudged, tdot = np.empty(n), np.empty(n), np.empty(n), np.empty((2, n)), aligned(groups * lanes)
    fdot, newdot, stagedot = (make_groups(groups, n, lanes), make_groups(groups, n, lanes), make_groups(groups, n, lanes))
    for step in range(steps):
        copy_to(x, new)
        newdot[:] = xdot
        copy_to(x, stage)
        stagedot[:] = xdot
        for s in range(len(NODES)):
            if s > 0:
                add_rates(NODES[s], h, slope, f, fdot, x, xdot, stage, stagedot)
            place = origin + step + NODES[s]
            for d in range(groups * lanes):
                tdot[d] = place * slope[d]
            evaluate_varied(variation, scratch, place * h, stage, tdot, stagedot, f, fdot, nudged)
            add_rates(WEIGHTS[s], h, slope, f, fdot, new, newdot, new, newdot)
        normalise_directions(new, newdot, variation.system.quaternion)
        if not (all_sane(new) and none_is_lost(newdot)):
            return step, DIVERGED
        copy_to(new, x)
        xdot[:] = newdot
        copy_to(x, states[step + 1])
        if history.shape[0] > 0:
            history[step + 1] = xdot
    return steps, RUNNING


@compiled
def advance_through(variation, stretch, begin, times, counts, x, xdot, kept, states, slopes):
    """From ``begin`` through ``times`` with counts[k] RK4 steps before times[k].

    stretch: relative change of all times along every direction.   x and its variations there go to states and slopes.
    kept: room for the states of one stretch. Returns the number of times reached and a status.
    """
    for k in range(times.shape[0]):
        if counts[k] > 0:
            h = (times[k] - begin) / counts[k]
            variation.slope[:] = stretch * h
            done, code = advance_varied(variation, begin / h, h, counts[k], x, xdot, kept, slopes[:0])
            if done < counts[k]:
                return k, code
        copy_to(x, states[k])
        slopes[k] = xdot
        begin = times[k]
    return times.shape[0], RUNNING
