"""A compiled linearly implicit integrator for stiff models: Rodas5P with exact Jacobians, error control and dense output.

G. Steinebach: Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks within the Julia Differential
Equations package. BIT Numerical Mathematics 63:27 (2023). Eight stages, order 5(4), A-stable and stiffly accurate, with a
continuous extension of order 4. Each stage solves, with W = 1 / (gamma h) - J and J = df/dx, df/dt at the start of the step,

    W k_i = f(t + c_i h, x + sum_j a_ij k_j) + sum_j C_ij / h k_j + d_i h df/dt,        x(t + h) = x + sum_j b_j k_j,

the last row of a and 1 being b, and k_8 the error estimate. This is form (IV.7.25) of Hairer and Wanner: Solving ODEs II.
Importing this module imports Numba; do it only where a stiff simulation starts.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_sane, copy_to, normalise
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals, signal_rates
from elver.statuses import DIVERGED, RUNNING, STEP_TOO_SMALL, TOO_MANY_STEPS
from elver.stepping.kernels import creeps, evaluate

STAGES = 8
GAMMA = 0.21193756319429014
NODES = np.array([0, 0.6358126895828704, 0.4095798393397535, 0.9769306725060716, 0.4288403609558664, 1, 1, 1])  # c
SLOPES = np.array([GAMMA, -0.42387512638858027, -0.3384627126235924, 1.8046452872882734, 2.325825639765069, 0, 0, 0])  # d
LAST = (-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946)
STATE = np.array(  # a
    [
        [0, 0, 0, 0, 0, 0, 0],
        [3.0, 0, 0, 0, 0, 0, 0],
        [2.849394379747939, 0.45842242204463923, 0, 0, 0, 0, 0],
        [-6.954028509809101, 2.489845061869568, -10.358996098473584, 0, 0, 0, 0],
        [2.8029986275628964, 0.5072464736228206, -0.3988312541770524, -0.04721187230404641, 0, 0, 0],
        [*LAST, 0, 0],
        [*LAST, 1, 0],
        [*LAST, 1, 1],
    ]
)
COUPLING = np.array(  # C
    [
        [0, 0, 0, 0, 0, 0, 0],
        [-14.155112264123755, 0, 0, 0, 0, 0, 0],
        [-17.97296035885952, -2.859693295451294, 0, 0, 0, 0, 0],
        [147.12150275711716, -1.41221402718213, 71.68940251302358, 0, 0, 0, 0],
        [165.43517024871676, -0.4592823456491126, 42.90938336958603, -5.961986721573306, 0, 0, 0],
        [24.854864614690072, -3.0009227002832186, 47.4931110020768, 5.5814197821558125, -0.6610691825249471, 0, 0],
        [30.91273214028599, -3.1208243349937974, 77.79954646070892, 34.28646028294783, -19.097331116725623,
         -28.087943162872662, 0],
        [37.80277123390563, -3.2571969029072276, 112.26918849496327, 66.9347231244047, -40.06618937091002,
         -54.66780262877968, -9.48861652309627],
    ]
)  # fmt: skip
BEND = np.array(  # h_2, h_3, h_4 of the continuous extension
    [
        [25.948786856663858, -2.5579724845846235, 10.433815404888879, -2.3679251022685204, 0.524948541321073,
         1.1241088310450404, 0.4272876194431874, -0.17202221070155493],
        [-9.91568850695171, -0.9689944594115154, 3.0438037242978453, -24.495224566215796, 20.176138334709044,
         15.98066361424651, -6.789040303419874, -6.710236069923372],
        [11.419903575922262, 2.8879645146136994, 72.92137995996029, 80.12511834622643, -52.072871366152654,
         -59.78993625266729, -0.15582684282751913, 4.883087185713722],
    ]
)  # fmt: skip


# --- the linearisation ----------------------------------------------------------------------------------------------


@compiled
def directional(tangent, clock, x, p, u, direction, udot, work, out):
    """out = df/dt clock[1] + df/dx direction + df/du udot at time clock[0]."""
    start = clock.ctypes.data
    call_pointers(
        tangent,
        (
            start, x.ctypes.data, p.ctypes.data, u.ctypes.data, start + 8, direction.ctypes.data, udot.ctypes.data,
            out.ctypes.data, work.ctypes.data,
        ),
    )  # fmt: skip
    for i in range(out.shape[0]):
        if not np.isfinite(out[i]):  # a norm at rest has no derivative; the error control sees what leaving it out costs
            out[i] = 0.0


@compiled
def linearise(tangent, t, x, p, breaks, coefficients, seeds, owner, clock, u, udot, work, out, J):
    """J = df/dx at (t, x), coupled columns only: one directional derivative for every group of columns in ``seeds``.

    owner[g, i] is the column of J whose entry in row i group g brings, or -1. The last row of ``seeds`` is zero: it leaves
    the derivative by time alone in ``out``, with the signals moving on.
    """
    last = seeds.shape[0] - 1
    clock[0], clock[1] = t, 0.0
    evaluate_signals(t, breaks, coefficients, u)
    for k in range(udot.shape[0]):
        udot[k] = 0.0
    for g in range(last):
        directional(tangent, clock, x, p, u, seeds[g], udot, work, out)
        for i in range(x.shape[0]):
            if owner[g, i] >= 0:
                J[i, owner[g, i]] = out[i]
    clock[1] = 1.0
    signal_rates(t, breaks, coefficients, u, udot)
    directional(tangent, clock, x, p, u, seeds[last], udot, work, out)


# --- linear algebra -------------------------------------------------------------------------------------------------


@compiled(error_model="numpy")
def factorise(J, h, coupled, M, order):
    """L U = W[order] with partial pivoting, for the coupled block of W = 1 / (gamma h) - J, into M.

    The diagonal of M holds 1 / U_kk. A singular W leaves numbers that are not finite.
    """
    n = M.shape[0]
    for i in range(n):
        order[i] = i
        for j in range(n):
            M[i, j] = -J[coupled[i], j]
        M[i, i] += 1.0 / (GAMMA * h)
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(M[i, k]) > abs(M[best, k]):
                best = i
        if best != k:
            order[k], order[best] = order[best], order[k]
            for j in range(n):
                M[k, j], M[best, j] = M[best, j], M[k, j]
        M[k, k] = 1.0 / M[k, k]
        for i in range(k + 1, n):
            factor = M[i, k] * M[k, k]
            M[i, k] = factor
            if factor != 0.0:
                for j in range(k + 1, n):
                    M[i, j] -= factor * M[k, j]


@compiled(fastmath={"reassoc", "contract"})
def solve(J, h, coupled, quadratures, M, order, b, k):
    """Solve W k = k in place: the coupled states by substitution, then the quadratures, on which nothing depends."""
    n = M.shape[0]
    for i in range(n):
        total = k[coupled[order[i]]]
        for j in range(i):
            total -= M[i, j] * b[j]
        b[i] = total
    for i in range(n - 1, -1, -1):
        total = b[i]
        for j in range(i + 1, n):
            total -= M[i, j] * b[j]
        b[i] = total * M[i, i]
    for i in range(n):
        k[coupled[i]] = b[i]
    for i in quadratures:
        total = k[i]
        for j in range(n):
            total += J[i, j] * b[j]
        k[i] = GAMMA * h * total


# --- steps ----------------------------------------------------------------------------------------------------------


@compiled
def add(weight, source, target):
    if weight != 0.0:
        for i in range(target.shape[0]):
            target[i] += weight * source[i]


@compiled
def rosenbrock_step(rhs, t, h, x, p, breaks, coefficients, coupled, quadratures, J, drift, M, order, b, clock, u, work, k, new):
    """One step of size h from (t, x) into ``new``; J and ``drift`` = df/dt belong to (t, x). k[7] is the error."""
    factorise(J, h, coupled, M, order)
    for s in range(STAGES):
        copy_to(x, new)
        for j in range(s):
            add(STATE[s, j], k[j], new)
        evaluate(rhs, t + NODES[s] * h, new, p, breaks, coefficients, clock, u, k[s], work)
        for j in range(s):
            add(COUPLING[s, j] / h, k[j], k[s])
        add(SLOPES[s] * h, drift, k[s])
        solve(J, h, coupled, quadratures, M, order, b, k[s])
    add(1.0, k[STAGES - 1], new)


@compiled
def scaled_norm(e, x, new, rtol, atol, blame):
    """Root mean square of an error in units of the tolerance; ``blame`` counts which of its states has the largest."""
    total, worst, largest = 0.0, 0, 0.0
    for i in range(x.shape[0]):
        square = (e[i] / (atol + rtol * max(abs(x[i]), abs(new[i])))) ** 2
        total += square
        if i < blame.shape[0] and square > largest:
            worst, largest = i, square
    blame[worst] += 1
    return np.sqrt(total / x.shape[0])


@compiled
def interpolate(x, new, k, theta, out):
    """State at fraction theta of a step, by the continuous extension."""
    one = 1.0 - theta
    for i in range(x.shape[0]):
        out[i] = one * x[i] + theta * new[i]
    for s in range(STAGES):
        add(theta * one * (BEND[0, s] + theta * (BEND[1, s] + theta * BEND[2, s])), k[s], out)


@compiled
def advance_rosenbrock(
    rhs, tangent, t, h, t_end, steps, t0, output, row, x, p, breaks, coefficients, seeds, owner, coupled, quadratures,
    quaternion, work_size, rtol, atol, states, least, watch, blame,
):  # fmt: skip
    """At most ``steps`` accepted steps from t; output rows at t0 + row * output by dense output.

    Returns t, the proposed step, the next row, the steps accepted and a status; x is the state at t. least, watch, blame: see
    ``kernels.creeps``.
    """
    n, m = x.shape[0], coupled.shape[0]
    k, new, drift = np.empty((STAGES, n)), np.empty(n), np.empty(n)
    J, M, b, order = np.zeros((n, m)), np.empty((m, m)), np.empty(m), np.empty(m, dtype=np.int64)
    clock, work = np.empty(2), np.empty(work_size)
    u, udot = np.empty(3 * coefficients.shape[1]), np.empty(3 * coefficients.shape[1])
    accepted, finite, fresh, ceiling = 0, True, False, 5.0
    while accepted < steps and t < t_end:
        h = min(h, t_end - t)
        if h < 1e-14 * max(abs(t), 1.0) and t_end - t > h:
            return t, h, row, accepted, STEP_TOO_SMALL if finite else DIVERGED
        if creeps(t, least, watch, blame):
            return t, h, row, accepted, TOO_MANY_STEPS
        if not fresh:
            linearise(tangent, t, x, p, breaks, coefficients, seeds, owner, clock, u, udot, work, drift, J)
            fresh = True
        rosenbrock_step(
            rhs, t, h, x, p, breaks, coefficients, coupled, quadratures, J, drift, M, order, b, clock, u, work, k, new
        )
        error = scaled_norm(k[STAGES - 1], x, new, rtol, atol, blame)
        finite = np.isfinite(error) and all_sane(new)
        if not finite:
            h *= 0.1
            continue
        factor = min(ceiling, max(0.2, 0.9 * max(error, 1e-10) ** -0.2))
        if error > 1.0:
            h *= factor
            ceiling = 1.0  # no growth right after a rejected step
            continue
        t_new = t + h if t_end - t > h else t_end
        while row < states.shape[0] and t0 + row * output <= t_new * (1 + 1e-15):
            interpolate(x, new, k, min((t0 + row * output - t) / h, 1.0), states[row])
            normalise(states[row], quaternion)
            row += 1
        normalise(new, quaternion)
        copy_to(new, x)
        t, fresh, ceiling = t_new, False, 5.0
        accepted += 1
        h *= factor
    return t, h, row, accepted, RUNNING
