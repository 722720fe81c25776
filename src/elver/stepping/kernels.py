"""Compiled time loops. They call the native right-hand side by address and never return to Python inside a chunk.

Importing this module imports Numba; do it only where a simulation starts.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_sane, copy_to, normalise
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals
from elver.statuses import DIVERGED, RUNNING, STEP_TOO_SMALL, TOO_MANY_STEPS

WINDOW = 50000  # trial steps, accepted or not, after which an adaptive scheme looks at how far they brought it
SEMI_IMPLICIT, HEUN, RK4 = 0, 1, 2


@compiled
def evaluate(address, t, x, p, breaks, coefficients, clock, u, out, work):
    """out = f(t, x, p, u(t))."""
    clock[0] = t
    evaluate_signals(t, breaks, coefficients, u)
    call_pointers(
        address,
        (clock.ctypes.data, x.ctypes.data, p.ctypes.data, u.ctypes.data, out.ctypes.data, work.ctypes.data),
    )


@compiled
def fixed_step(method, rhs, t, h, x, p, breaks, coefficients, velocity_like, clock, u, work, k, new):
    """One step of size h from (t, x) into ``new``; ``k`` holds four stage derivatives and one stage state as rows."""
    n = x.shape[0]
    evaluate(rhs, t, x, p, breaks, coefficients, clock, u, k[0], work)
    if method == RK4:
        for i in range(n):
            k[4, i] = x[i] + 0.5 * h * k[0, i]
        evaluate(rhs, t + 0.5 * h, k[4], p, breaks, coefficients, clock, u, k[1], work)
        for i in range(n):
            k[4, i] = x[i] + 0.5 * h * k[1, i]
        evaluate(rhs, t + 0.5 * h, k[4], p, breaks, coefficients, clock, u, k[2], work)
        for i in range(n):
            k[4, i] = x[i] + h * k[2, i]
        evaluate(rhs, t + h, k[4], p, breaks, coefficients, clock, u, k[3], work)
        for i in range(n):
            new[i] = x[i] + h / 6.0 * (k[0, i] + 2.0 * (k[1, i] + k[2, i]) + k[3, i])
    elif method == HEUN:
        for i in range(n):
            k[4, i] = x[i] + h * k[0, i]
        evaluate(rhs, t + h, k[4], p, breaks, coefficients, clock, u, k[1], work)
        for i in range(n):
            new[i] = x[i] + 0.5 * h * (k[0, i] + k[1, i])
    else:  # semi-implicit Euler: velocities first, then positions with the new velocities
        for i in range(n):
            k[4, i] = x[i]
        for i in velocity_like:
            k[4, i] = x[i] + h * k[0, i]
        evaluate(rhs, t + h, k[4], p, breaks, coefficients, clock, u, k[1], work)
        for i in range(n):
            new[i] = x[i] + h * k[1, i]
        for i in velocity_like:
            new[i] = k[4, i]


@compiled
def advance_fixed(
    method, rhs, origin, h, first, last, every, x, p, breaks, coefficients, velocity_like, quaternion, work_size, states
):
    """Steps ``first + 1 .. last`` in place on x; every ``every``-th state goes to its row of ``states``.

    Step k of this loop starts at time (origin + k) h, so that a resumed run sees the very same times.
    Returns the number of the last good step and a status; x is the state after that step.
    """
    n = x.shape[0]
    k, new = np.empty((5, n)), np.empty(n)
    clock, u, work = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(work_size)
    for step in range(first, last):
        fixed_step(method, rhs, (origin + step) * h, h, x, p, breaks, coefficients, velocity_like, clock, u, work, k, new)
        normalise(new, quaternion)
        if not all_sane(new):
            return step, DIVERGED
        copy_to(new, x)
        if (step + 1) % every == 0:
            copy_to(x, states[(step + 1) // every])
    return last, RUNNING


# Adams-Bashforth of order 4 and Adams-Moulton of order 5 (Hairer, Norsett, Wanner: Solving ODEs I, III.1). MAV section IV-C.
BASHFORTH = np.array([55.0, -59.0, 37.0, -9.0]) / 24
MOULTON = np.array([251.0, 646.0, -264.0, 106.0, -19.0]) / 720


@compiled
def advance_adams(rhs, origin, h, first, last, every, x, p, breaks, coefficients, quaternion, work_size, slopes, states):
    """As ``advance_fixed``, by predictor, evaluation, corrector, evaluation; the last evaluation opens the next step.

    Rows of ``slopes`` keep f at this step and the three before it from call to call. The first three steps are Runge and Kutta's.
    """
    n = x.shape[0]
    k, new, predicted = np.empty((5, n)), np.empty(n), np.empty(n)
    none = np.empty(0, dtype=np.int64)
    clock, u, work = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(work_size)
    for step in range(first, last):
        t = (origin + step) * h
        for row in range(3, 0, -1):
            copy_to(slopes[row - 1], slopes[row])
        evaluate(rhs, t, x, p, breaks, coefficients, clock, u, slopes[0], work)
        if step < 3:
            fixed_step(RK4, rhs, t, h, x, p, breaks, coefficients, none, clock, u, work, k, new)
        else:
            for i in range(n):
                total = 0.0
                for row in range(4):
                    total += BASHFORTH[row] * slopes[row, i]
                predicted[i] = x[i] + h * total
            evaluate(rhs, t + h, predicted, p, breaks, coefficients, clock, u, k[0], work)
            for i in range(n):
                total = MOULTON[0] * k[0, i]
                for row in range(4):
                    total += MOULTON[row + 1] * slopes[row, i]
                new[i] = x[i] + h * total
        normalise(new, quaternion)
        if not all_sane(new):
            return step, DIVERGED
        copy_to(new, x)
        if (step + 1) % every == 0:
            copy_to(x, states[(step + 1) // every])
    return last, RUNNING


# Dormand and Prince's 5(4) pair with Shampine's quartic interpolant (Hairer, Norsett, Wanner: Solving ODEs I, II.5, II.6).
C = np.array([0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0])
A = np.array(
    [
        [0, 0, 0, 0, 0, 0],
        [1 / 5, 0, 0, 0, 0, 0],
        [3 / 40, 9 / 40, 0, 0, 0, 0],
        [44 / 45, -56 / 15, 32 / 9, 0, 0, 0],
        [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0],
        [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0],
        [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
    ]
)
E = np.array([71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])
D = np.array(
    [
        -12715105075 / 11282082432,
        0,
        87487479700 / 32700410799,
        -10690763975 / 1880347072,
        701980252875 / 199316789632,
        -1453857185 / 822651844,
        69997945 / 29380423,
    ]
)


@compiled
def error_norm(k, x, new, h, rtol, atol, blame):
    """Root mean square of the error estimate in units of the tolerance; ``blame`` counts which of its states has the largest."""
    total, worst, largest = 0.0, 0, 0.0
    for i in range(x.shape[0]):
        e = 0.0
        for s in range(7):
            e += E[s] * k[s, i]
        scale = atol + rtol * max(abs(x[i]), abs(new[i]))
        square = (h * e / scale) ** 2
        total += square
        if i < blame.shape[0] and square > largest:
            worst, largest = i, square
    blame[worst] += 1
    return np.sqrt(total / x.shape[0])


@compiled
def creeps(t, least, watch, blame):
    """Count a trial step at time t. True where WINDOW of them went by and were shorter than ``least`` [s] on the average.

    watch: trial steps of this window, and the time it began at; kept from call to call, as ``blame`` is.
    """
    watch[0] += 1.0
    if watch[0] < WINDOW:
        return False
    if t - watch[1] < WINDOW * least:
        return True
    watch[0], watch[1] = 0.0, t
    blame[:] = 0
    return False


@compiled
def dense(x, new, k, h, theta, out):
    """State at fraction theta of a step, by the quartic interpolant."""
    for i in range(x.shape[0]):
        difference = new[i] - x[i]
        bend = h * k[0, i] - difference
        correction = 0.0
        for s in range(7):
            correction += D[s] * k[s, i]
        rest = difference - h * k[6, i] - bend
        one = 1.0 - theta
        out[i] = x[i] + theta * (difference + one * (bend + theta * (rest + one * h * correction)))


@compiled
def advance_adaptive(
    rhs, t, h, t_end, steps, t0, output, row, x, p, breaks, coefficients, quaternion, work_size, rtol, atol, states, least,
    watch, blame,
):  # fmt: skip
    """At most ``steps`` accepted Dormand-Prince steps from t; output rows at t0 + row * output by dense output.

    Returns t, the proposed step, the next row, the steps accepted and a status; x is the state at t. least, watch, blame: see
    ``creeps``.
    """
    n = x.shape[0]
    k, new, stage = np.empty((7, n)), np.empty(n), np.empty(n)
    clock, u, work = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(work_size)
    evaluate(rhs, t, x, p, breaks, coefficients, clock, u, k[0], work)
    accepted, finite = 0, True
    while accepted < steps and t < t_end:
        h = min(h, t_end - t)
        if h < 1e-14 * max(abs(t), 1.0) and t_end - t > h:
            return t, h, row, accepted, STEP_TOO_SMALL if finite else DIVERGED
        if creeps(t, least, watch, blame):
            return t, h, row, accepted, TOO_MANY_STEPS
        for s in range(1, 7):
            for i in range(n):
                total = 0.0
                for j in range(s):
                    total += A[s, j] * k[j, i]
                stage[i] = x[i] + h * total
            if s == 6:
                copy_to(stage, new)
            evaluate(rhs, t + C[s] * h, stage, p, breaks, coefficients, clock, u, k[s], work)
        error = error_norm(k, x, new, h, rtol, atol, blame)
        finite = np.isfinite(error) and all_sane(new)
        if not finite:
            h *= 0.1
            continue
        factor = min(5.0, max(0.2, 0.9 * max(error, 1e-10) ** -0.2))
        if error > 1.0:
            h *= min(factor, 1.0)
            continue
        t_new = t + h if t_end - t > h else t_end
        while row < states.shape[0] and t0 + row * output <= t_new * (1 + 1e-15):
            dense(x, new, k, h, min((t0 + row * output - t) / h, 1.0), states[row])
            normalise(states[row], quaternion)
            row += 1
        normalise(new, quaternion)
        copy_to(new, x)
        t = t_new
        evaluate(rhs, t, x, p, breaks, coefficients, clock, u, k[0], work)
        accepted += 1
        h *= factor
    return t, h, row, accepted, RUNNING


@compiled
def evaluate_all(address, times, states, p, breaks, coefficients, work_size, out):
    """Rows of ``out`` = f at every (time, state)."""
    clock, u, work = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(work_size)
    for i in range(times.shape[0]):
        evaluate(address, times[i], states[i], p, breaks, coefficients, clock, u, out[i], work)
