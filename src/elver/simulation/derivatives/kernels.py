"""Compiled loop of a fixed-step run together with its variations: the exact derivative of the discrete RK4 map.

Every variation is a direction in (initial state, free parameters, step size); it is carried through the stages of each step by
the derivative of the right-hand side, so that what comes out is the derivative of the computed numbers, not an approximation
to that of the differential equation. Importing this module imports Numba; do it only where sensitivities are asked for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver._support.statuses import DIVERGED, RUNNING
from elver.codegen.kernels import system
from elver.codegen.kernels.evaluate import (
    aligned,
    all_finite,
    all_sane,
    call_pointers,
    copy_to,
    evaluate,
    evaluate_signals,
    make_scratch,
    norm_at,
    normalise,
    normalise_varied,
    pull_back_scaling,
    signal_rates,
)
from elver.codegen.kernels.jit import SUMS, compiled
from elver.codegen.kernels.system import NUDGE
from elver.simulation.schemes.adaptive import linearise
from elver.simulation.schemes.fixed import rk4_increment

_NODES, _WEIGHTS = system.RK4


@compiled
def _evaluate_varied(variation, scratch, t, x, tdot, xdot, f, fdot, nudged):
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
            if _none_is_lost(fdot[g]) or not all_finite(f):
                break
            copy_to(x, nudged[0])
            for i in system.velocity_like:
                nudged[0, i] += NUDGE
            at = nudged[0]


@compiled
def _make_groups(groups, n, lanes):
    """Room for the variations of n numbers, in groups of ``lanes`` directions side by side."""
    return aligned(groups * n * lanes).reshape((groups, n, lanes))


@compiled(fastmath={"contract"})
def _add_rates(share, h, slope, f, fdot, x, xdot, out, outdot):
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
def _none_is_lost(values):
    """Whether all numbers are finite: zero times any of them is zero."""
    flat, total = values.reshape(-1), 0.0
    for j in range(flat.shape[0]):
        total += 0.0 * flat[j]
    return total == 0.0


@compiled
def _normalise_directions(x, xdot, quaternion):
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
    fdot, newdot, stagedot = (_make_groups(groups, n, lanes), _make_groups(groups, n, lanes), _make_groups(groups, n, lanes))
    for step in range(steps):
        copy_to(x, new)
        newdot[:] = xdot
        copy_to(x, stage)
        stagedot[:] = xdot
        for s in range(len(_NODES)):
            if s > 0:
                _add_rates(_NODES[s], h, slope, f, fdot, x, xdot, stage, stagedot)
            place = origin + step + _NODES[s]
            for d in range(groups * lanes):
                tdot[d] = place * slope[d]
            _evaluate_varied(variation, scratch, place * h, stage, tdot, stagedot, f, fdot, nudged)
            _add_rates(_WEIGHTS[s], h, slope, f, fdot, new, newdot, new, newdot)
        _normalise_directions(new, newdot, variation.system.quaternion)
        if not (all_sane(new) and _none_is_lost(newdot)):
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


# --- Compiled loops of the reverse sweep: the exact adjoint of the discrete RK4 map, quaternion scaled to unit length and all.
#
# One step is y = x + h/6 (k1 + 2 k2 + 2 k3 + k4), k1 = f(x), k2 = f(x + h/2 k1), k3 = f(x + h/2 k2), k4 = f(x + h k3), and then
# x' = y with its quaternion q divided by |q|. With l' = d(objective)/dx', J_s the Jacobian at stage s and g_s = J_s^T a_s:
#
#     l = l' with its quaternion part (1 - n n^T) l'_q / |q|,  n = q / |q|
#     a_4 = h/6 l,   a_3 = h/3 l + h g_4,   a_2 = h/3 l + h/2 g_3,   a_1 = h/6 l + h/2 g_2
#     d(objective)/dx = l + g_1 + g_2 + g_3 + g_4,     d(objective)/dp += sum over s of (df/dp)_s^T a_s
#
# Importing this module imports Numba; do it only where a gradient is asked for.

_NODES, _WEIGHTS = system.RK4
_LAST = len(_NODES) - 1


@compiled(inline="always")
def _pull_back(adjoint, scratch, t, x, weight, by_x, by_p, nudged):
    """by_x = weight^T df/dx, by_p = weight^T df/dp. Where a norm has no derivative (at rest), next to it."""
    scratch.clock[0] = t
    if adjoint.coefficients.shape[1] > 0:
        evaluate_signals(t, adjoint.breaks, adjoint.coefficients, scratch.u)
    at = x
    for _ in range(2):
        call_pointers(
            adjoint.address,
            (
                scratch.clock.ctypes.data, at.ctypes.data, adjoint.p.ctypes.data, scratch.u.ctypes.data, weight.ctypes.data,
                by_x.ctypes.data, by_p.ctypes.data, scratch.work.ctypes.data,
            ),
        )  # fmt: skip
        if all_finite(by_x) and all_finite(by_p):
            break
        copy_to(x, nudged)
        for i in adjoint.velocity_like:
            nudged[i] += NUDGE
        at = nudged


@compiled
def _pull_back_unit(adjoint, h, x, rates, q, sweep):
    """The adjoint of scaling a step's quaternion to unit length; q is room for it."""
    if adjoint.quaternion >= 0:
        for k in range(4):
            i = adjoint.quaternion + k
            q[k] = x[i] + rk4_increment(h, rates, i)
        pull_back_scaling(q, adjoint.quaternion, sweep)


@compiled
def reverse_steps(adjoint, origin, h, steps, states, rates, kicks, kicks_p, sweep, total):
    """Carry ``sweep`` = d(objective)/d(states[steps]) back to states[0], and add what the parameters do on the way to ``total``.

    rates[k, :4]: of the stages of step k.   kicks[k], kicks_p[k]: what an integral's integrand at states[k] adds to both,
    k < steps; empty where there is none.
    """
    n, m, scratch, q = sweep.shape[0], total.shape[0], make_scratch(adjoint), np.empty(4)
    weight, by_x, by_p, stage, sum_x, nudged = np.empty(n), np.zeros(n), np.zeros(m), np.empty(n), np.empty(n), np.empty(n)
    for step in range(steps - 1, -1, -1):
        x, slope = states[step], rates[step]
        _pull_back_unit(adjoint, h, x, slope, q, sweep)
        copy_to(sweep, sum_x)
        for s in range(_LAST, -1, -1):
            for i in range(n):
                weight[i] = _WEIGHTS[s] * h * sweep[i]
                stage[i] = x[i]
            if s < _LAST:
                for i in range(n):
                    weight[i] += _NODES[s + 1] * h * by_x[i]
            if s > 0:
                for i in range(n):
                    stage[i] += _NODES[s] * h * slope[s - 1, i]
            t = (origin + step) * h + _NODES[s] * h
            _pull_back(adjoint, scratch, t, stage, weight, by_x, by_p, nudged)
            for i in range(n):
                sum_x[i] += by_x[i]
            for i in range(m):
                total[i] += by_p[i]
        copy_to(sum_x, sweep)
        if kicks.shape[0] > 0:
            for i in range(n):
                sweep[i] += kicks[step, i]
            for i in range(m):
                total[i] += kicks_p[step, i]


@compiled
def _share_of(row, steps, h):
    """Weight of a step's state in the trapezoidal rule over a run of ``steps`` steps."""
    return 0.5 * h if row == 0 or row == steps else h


@compiled
def add_integrands(integrands, origin, h, first, last, states, steps, totals):
    """totals += trapezoidal rule over states[first:last] of a run of ``steps`` steps; states[0] belongs to step ``origin``."""
    scratch, value = make_scratch(integrands), np.empty(totals.shape[0])
    for row in range(first, last):
        evaluate(integrands, scratch, (origin + row) * h, states[row], value)
        share = _share_of(origin + row, steps, h)
        for k in range(totals.shape[0]):
            totals[k] += share * value[k]


@compiled
def pull_back_integrands(adjoint, origin, h, count, states, steps, weights, kicks, kicks_p):
    """kicks[k], kicks_p[k]: derivative of the weighted integrals by states[k], and by the parameters through its integrand."""
    scratch, nudged, weight = make_scratch(adjoint), np.empty(states.shape[1]), np.empty(weights.shape[0])
    for row in range(count):
        share = _share_of(origin + row, steps, h)
        for k in range(weights.shape[0]):
            weight[k] = share * weights[k]
        _pull_back(adjoint, scratch, (origin + row) * h, states[row], weight, kicks[row], kicks_p[row], nudged)


# --- Compiled loop of an implicit fixed-step run together with its variations, for models too stiff for RK4.
#
# Radau IIA with three stages, order 5, L-stable (Hairer and Wanner: Solving ODEs II, IV.5). The stage increments solve
#
#     Z_i = h sum_j a_ij f(t + c_j h, x + Z_j),        x(t + h) = x + Z_3,
#
# by Newton's method with the exact Jacobian at every stage, to rounding; variations solve the same equations, differentiated:
#
#     dZ_i = dh sum_j a_ij f_j + h sum_j a_ij (df_j + J_j dZ_j),
#
# with df_j the derivative along (dt, dx, dp). Only states on which something depends (``coupled``) enter the linear systems.
# Importing this module imports Numba; do it only where a stiff model's sensitivities are asked for.

_STAGES = 3
_ROOT = np.sqrt(6.0)
_IMPLICIT_NODES = np.array([(4 - _ROOT) / 10, (4 + _ROOT) / 10, 1.0])
_IMPLICIT_WEIGHTS = np.array(
    [
        [(88 - 7 * _ROOT) / 360, (296 - 169 * _ROOT) / 1800, (-2 + 3 * _ROOT) / 225],
        [(296 + 169 * _ROOT) / 1800, (88 + 7 * _ROOT) / 360, (-2 - 3 * _ROOT) / 225],
        [(16 - _ROOT) / 36, (16 + _ROOT) / 36, 1 / 9],
    ]
)
_ITERATIONS = 20
_ROUNDING = 1e-13  # relative change of the stages at which their iteration has converged


class _Stages(NamedTuple):
    """Increments Z, rates f, sums of rates and Jacobians J of all stages; the matrix M of their linear system; room for one."""

    Z: np.ndarray
    f: np.ndarray
    sums: np.ndarray
    J: np.ndarray
    M: np.ndarray
    stage: np.ndarray
    drift: np.ndarray


@compiled
def _make_stages(n, m):
    """Room for the stages of n states, m of them coupled."""
    J, M = np.zeros((_STAGES, n, m)), np.empty((_STAGES * m, _STAGES * m))
    return _Stages(np.zeros((_STAGES, n)), np.empty((_STAGES, n)), np.empty((_STAGES, n)), J, M, np.empty(n), np.empty(n))


@compiled
def _stage_sums(f, out):
    """out[i] = sum_j a_ij f[j]."""
    for i in range(_STAGES):
        for k in range(f.shape[1]):
            out[i, k] = _IMPLICIT_WEIGHTS[i, 0] * f[0, k] + _IMPLICIT_WEIGHTS[i, 1] * f[1, k] + _IMPLICIT_WEIGHTS[i, 2] * f[2, k]


@compiled
def _stage_matrix(h, J, coupled, M):
    """M = 1 - h A (x) J over the coupled states of all stages."""
    m = coupled.shape[0]
    for i in range(_STAGES):
        for j in range(_STAGES):
            for r in range(m):
                for c in range(m):
                    M[i * m + r, j * m + c] = -h * _IMPLICIT_WEIGHTS[i, j] * J[j, coupled[r], c]
    for k in range(_STAGES * m):
        M[k, k] += 1.0


@compiled
def _solve_stages(system, linear, scratch, t, h, x, stages):
    """Increments, rates and Jacobians of all stages and the matrix of their linear system; whether it converged."""
    coupled, Z, f, sums, J, M, stage = linear.coupled, stages.Z, stages.f, stages.sums, stages.J, stages.M, stages.stage
    m, b, before = coupled.shape[0], np.empty(_STAGES * coupled.shape[0]), np.inf
    for _ in range(_ITERATIONS):
        for j in range(_STAGES):
            for i in range(x.shape[0]):
                stage[i] = x[i] + Z[j, i]
            time = t + _IMPLICIT_NODES[j] * h
            evaluate(system, scratch, time, stage, f[j])
            linearise(linear, system, scratch, time, stage, stages.drift, J[j])
        if not (all_finite(f) and all_finite(J)):
            return False
        _stage_sums(f, sums)
        _stage_matrix(h, J, coupled, M)
        size, change = 1e-300, 0.0
        for i in range(_STAGES):
            for r in range(m):
                b[i * m + r] = h * sums[i, coupled[r]] - Z[i, coupled[r]]
        b = np.linalg.solve(M, b)
        for i in range(_STAGES):
            for r in range(m):
                Z[i, coupled[r]] += b[i * m + r]
                size = max(size, abs(x[coupled[r]]), abs(Z[i, coupled[r]]))
                change = max(change, abs(b[i * m + r]))
        if change <= _ROUNDING * size or (change <= 1e-9 * size and change >= before):
            return True
        before = change
    return False


@compiled
def _vary_stages(h, slope, coupled, fdot, stages, xdot):
    """Variations over one step, in place on the rows of xdot; fdot[j, d] holds df_j of direction d."""
    f, sums, J, M = stages.f, stages.sums, stages.J, stages.M
    m, n, count = coupled.shape[0], f.shape[1], xdot.shape[0]
    known = np.empty((_STAGES, n))
    b = np.empty((_STAGES * m, count))
    for d in range(count):
        _stage_sums(fdot[:, d], known)
        for i in range(_STAGES):
            for r in range(m):
                b[i * m + r, d] = slope[d] * sums[i, coupled[r]] + h * known[i, coupled[r]]
    b = np.linalg.solve(M, b)
    last = _STAGES - 1
    for d in range(count):
        for i in range(n):
            total = slope[d] * sums[last, i]
            for j in range(_STAGES):
                part = fdot[j, d, i]
                for c in range(m):
                    part += J[j, i, c] * b[j * m + c, d]
                total += h * _IMPLICIT_WEIGHTS[last, j] * part
            xdot[d, i] += total


@compiled
def _evaluate_rows(variation, scratch, t, x, tdot, xdot, f, fdot, nudged, room):
    """``_evaluate_varied`` with one direction per row of xdot and fdot; room: for both, in groups."""
    lanes = variation.lanes
    for d in range(xdot.shape[0]):
        for i in range(x.shape[0]):
            room[0][d // lanes, i, d % lanes] = xdot[d, i]
    _evaluate_varied(variation, scratch, t, x, tdot, room[0], f, room[1], nudged)
    for d in range(xdot.shape[0]):
        for i in range(x.shape[0]):
            fdot[d, i] = room[1][d // lanes, i, d % lanes]


@compiled
def advance_implicit(system, linear, variation, origin, h, steps, x, xdot, states, history):
    """``steps`` Radau steps in place on x and its variations, the rows of xdot, as ``advance_varied`` does it with RK4."""
    n, count, slope, scratch = x.shape[0], xdot.shape[0], variation.slope, make_scratch(system)
    stages, new, value, nudged = _make_stages(n, linear.coupled.shape[0]), np.empty(n), np.empty(n), np.empty((2, n))
    fdot, tdot, groups = np.empty((_STAGES, count, n)), np.empty(count), count // variation.lanes
    room = _make_groups(groups, n, variation.lanes), _make_groups(groups, n, variation.lanes)
    for step in range(steps):
        t = (origin + step) * h
        stages.Z[:] = 0.0
        if not _solve_stages(system, linear, scratch, t, h, x, stages):
            return step, DIVERGED
        if count > 0:
            for j in range(_STAGES):
                for i in range(n):
                    stages.stage[i] = x[i] + stages.Z[j, i]
                tdot[:] = (origin + step + _IMPLICIT_NODES[j]) * slope
                _evaluate_rows(
                    variation, scratch, t + _IMPLICIT_NODES[j] * h, stages.stage, tdot, xdot, value, fdot[j], nudged, room
                )
            _vary_stages(h, slope, linear.coupled, fdot, stages, xdot)
        for i in range(n):
            new[i] = x[i] + h * stages.sums[_STAGES - 1, i]
        normalise_varied(new, xdot, system.quaternion)
        if not (all_sane(new) and all_finite(xdot)):
            return step, DIVERGED
        copy_to(new, x)
        copy_to(x, states[step + 1])
        if history.shape[0] > 0:
            history[step + 1] = xdot
    return steps, RUNNING
