"""Compiled loops of the reverse sweep: the exact adjoint of the discrete RK4 map, quaternion scaled to unit length and all.

One step is y = x + h/6 (k1 + 2 k2 + 2 k3 + k4), k1 = f(x), k2 = f(x + h/2 k1), k3 = f(x + h/2 k2), k4 = f(x + h k3), and then
x' = y with its quaternion q divided by |q|. With l' = d(objective)/dx', J_s the Jacobian at stage s and g_s = J_s^T a_s:

    l = l' with its quaternion part (1 - n n^T) l'_q / |q|,  n = q / |q|
    a_4 = h/6 l,   a_3 = h/3 l + h g_4,   a_2 = h/3 l + h/2 g_3,   a_1 = h/6 l + h/2 g_2
    d(objective)/dx = l + g_1 + g_2 + g_3 + g_4,     d(objective)/dp += sum over s of (df/dp)_s^T a_s

Importing this module imports Numba; do it only where a gradient is asked for.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_finite, all_sane, copy_to, normalise
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals
from elver.derivatives.variations import NUDGE
from elver.statuses import DIVERGED, RUNNING
from elver.stepping.kernels import RK4, fixed_step


@compiled
def record_steps(rhs, origin, h, steps, p, breaks, coefficients, quaternion, work_size, states, slopes):
    """``steps`` RK4 steps from states[0], the very numbers of a simulation; slopes[k, :4] are the stages' rates of step k.

    Step k starts at (origin + k) h. Returns the number of good steps and a status.
    """
    none = np.empty(0, dtype=np.int64)
    clock, u, work = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(work_size)
    for step in range(steps):
        new = states[step + 1]
        t = (origin + step) * h
        fixed_step(RK4, rhs, t, h, states[step], p, breaks, coefficients, none, clock, u, work, slopes[step], new)
        normalise(new, quaternion)
        if not all_sane(new):
            return step, DIVERGED
    return steps, RUNNING


@compiled
def pull_back(adjoint, t, x, p, breaks, coefficients, velocity_like, clock, u, weight, by_x, by_p, work, nudged):
    """by_x = weight^T df/dx, by_p = weight^T df/dp. Where a norm has no derivative (at rest), next to it."""
    clock[0] = t
    evaluate_signals(t, breaks, coefficients, u)
    at = x
    for _ in range(2):
        call_pointers(
            adjoint,
            (
                clock.ctypes.data, at.ctypes.data, p.ctypes.data, u.ctypes.data, weight.ctypes.data, by_x.ctypes.data,
                by_p.ctypes.data, work.ctypes.data,
            ),
        )  # fmt: skip
        if all_finite(by_x) and all_finite(by_p):
            break
        copy_to(x, nudged)
        for i in velocity_like:
            nudged[i] += NUDGE
        at = nudged


@compiled
def pull_back_scaling(h, x, slope, quaternion, sweep):
    """The adjoint of scaling the quaternion to unit length, in place on its part of ``sweep``."""
    if quaternion < 0:
        return
    q = np.empty(4)
    norm, along = 0.0, 0.0
    for k in range(4):
        i = quaternion + k
        q[k] = x[i] + h / 6.0 * (slope[0, i] + 2.0 * (slope[1, i] + slope[2, i]) + slope[3, i])
        norm += q[k] * q[k]
        along += q[k] * sweep[i]
    along /= norm
    norm = np.sqrt(norm)
    for k in range(4):
        sweep[quaternion + k] = (sweep[quaternion + k] - along * q[k]) / norm


@compiled
def reverse_steps(
    adjoint, origin, h, steps, p, breaks, coefficients, velocity_like, quaternion, work_size, states, slopes, kicks, kicks_p,
    sweep, total,
):  # fmt: skip
    """Carry ``sweep`` = d(objective)/d(states[steps]) back to states[0], and add what the parameters do on the way to ``total``.

    kicks[k], kicks_p[k]: what an integral's integrand at states[k] adds to both, k < steps; empty where there is none.
    """
    n, m = sweep.shape[0], total.shape[0]
    weight, by_x, by_p, stage, sum_x = np.empty(n), np.zeros(n), np.zeros(m), np.empty(n), np.empty(n)
    clock, u, work, nudged = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(work_size), np.empty(n)
    nodes, weights = (0.0, 0.5, 0.5, 1.0, 0.0), (1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0)
    for step in range(steps - 1, -1, -1):
        x, slope = states[step], slopes[step]
        pull_back_scaling(h, x, slope, quaternion, sweep)
        copy_to(sweep, sum_x)
        for s in range(3, -1, -1):
            for i in range(n):
                weight[i] = weights[s] * h * sweep[i]
                stage[i] = x[i]
            if s < 3:
                for i in range(n):
                    weight[i] += nodes[s + 1] * h * by_x[i]
            if s > 0:
                for i in range(n):
                    stage[i] += nodes[s] * h * slope[s - 1, i]
            t = (origin + step) * h + nodes[s] * h
            pull_back(adjoint, t, stage, p, breaks, coefficients, velocity_like, clock, u, weight, by_x, by_p, work, nudged)
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
def add_integrands(address, origin, h, first, last, p, breaks, coefficients, work_size, states, steps, totals):
    """totals += trapezoidal rule over states[first:last] of a run of ``steps`` steps; states[0] belongs to step ``origin``."""
    m = totals.shape[0]
    clock, u, work, value = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(work_size), np.empty(m)
    for row in range(first, last):
        clock[0] = (origin + row) * h
        evaluate_signals(clock[0], breaks, coefficients, u)
        call_pointers(
            address,
            (
                clock.ctypes.data, states[row].ctypes.data, p.ctypes.data, u.ctypes.data, value.ctypes.data, work.ctypes.data,
            ),
        )  # fmt: skip
        share = 0.5 * h if origin + row == 0 or origin + row == steps else h
        for k in range(m):
            totals[k] += share * value[k]


@compiled
def pull_back_integrands(
    address, origin, h, count, p, breaks, coefficients, velocity_like, work_size, states, steps, weights, kicks, kicks_p
):
    """kicks[k], kicks_p[k]: derivative of the weighted integrals by states[k], and by the parameters through its integrand."""
    n = states.shape[1]
    clock, u, work, nudged = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(work_size), np.empty(n)
    weight = np.empty(weights.shape[0])
    for row in range(count):
        share = 0.5 * h if origin + row == 0 or origin + row == steps else h
        for k in range(weights.shape[0]):
            weight[k] = share * weights[k]
        t = (origin + row) * h
        pull_back(
            address, t, states[row], p, breaks, coefficients, velocity_like, clock, u, weight, kicks[row], kicks_p[row], work,
            nudged,
        )  # fmt: skip
