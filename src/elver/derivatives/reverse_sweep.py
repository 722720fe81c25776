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

from elver.compiled import compiled, tableaux
from elver.compiled.arrays import all_finite, copy_to
from elver.compiled.calls import call_pointers, evaluate, make_scratch
from elver.compiled.piecewise import evaluate_signals
from elver.compiled.quaternions import pull_back_scaling
from elver.compiled.system import NUDGE
from elver.stepping.schemes.explicit import rk4_increment

NODES, WEIGHTS = tableaux.RK4
LAST = len(NODES) - 1


@compiled(inline="always")
def pull_back(adjoint, scratch, t, x, weight, by_x, by_p, nudged):
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
def pull_back_unit(adjoint, h, x, rates, q, sweep):
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
        pull_back_unit(adjoint, h, x, slope, q, sweep)
        copy_to(sweep, sum_x)
        for s in range(LAST, -1, -1):
            for i in range(n):
                weight[i] = WEIGHTS[s] * h * sweep[i]
                stage[i] = x[i]
            if s < LAST:
                for i in range(n):
                    weight[i] += NODES[s + 1] * h * by_x[i]
            if s > 0:
                for i in range(n):
                    stage[i] += NODES[s] * h * slope[s - 1, i]
            t = (origin + step) * h + NODES[s] * h
            pull_back(adjoint, scratch, t, stage, weight, by_x, by_p, nudged)
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
def share_of(row, steps, h):
    """Weight of a step's state in the trapezoidal rule over a run of ``steps`` steps."""
    return 0.5 * h if row == 0 or row == steps else h


@compiled
def add_integrands(integrands, origin, h, first, last, states, steps, totals):
    """totals += trapezoidal rule over states[first:last] of a run of ``steps`` steps; states[0] belongs to step ``origin``."""
    scratch, value = make_scratch(integrands), np.empty(totals.shape[0])
    for row in range(first, last):
        evaluate(integrands, scratch, (origin + row) * h, states[row], value)
        share = share_of(origin + row, steps, h)
        for k in range(totals.shape[0]):
            totals[k] += share * value[k]


@compiled
def pull_back_integrands(adjoint, origin, h, count, states, steps, weights, kicks, kicks_p):
    """kicks[k], kicks_p[k]: derivative of the weighted integrals by states[k], and by the parameters through its integrand."""
    scratch, nudged, weight = make_scratch(adjoint), np.empty(states.shape[1]), np.empty(weights.shape[0])
    for row in range(count):
        share = share_of(origin + row, steps, h)
        for k in range(weights.shape[0]):
            weight[k] = share * weights[k]
        pull_back(adjoint, scratch, (origin + row) * h, states[row], weight, kicks[row], kicks_p[row], nudged)
