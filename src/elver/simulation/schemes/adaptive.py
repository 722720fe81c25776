"""Adaptive schemes and their loop: Dormand and Prince's 5(4), Rodas5P for stiff models, step-size control.

Importing this module imports Numba.
"""

from __future__ import annotations

import numpy as np

from elver._support.statuses import DIVERGED, RUNNING, STEP_TOO_SMALL, TOO_MANY_STEPS
from elver.codegen.kernels.evaluate import (
    all_sane,
    call_pointers,
    copy_to,
    evaluate,
    evaluate_signals,
    make_scratch,
    normalise,
    signal_rates,
)
from elver.codegen.kernels.jit import compiled
from elver.simulation.schemes.arrays import DORMAND_PRINCE as STAGES
from elver.simulation.schemes.arrays import GROWTH
from elver.simulation.schemes.arrays import RODAS as RODAS_STAGES

# --- Dormand and Prince's 5(4) pair with Shampine's quartic interpolant. Hairer, Norsett, Wanner: Solving ODEs I, II.5, II.6.

_SAFETY, _SHRINK = (
    0.9,
    0.2,
)  # of the next step's length, which meets the tolerance; its smallest share of this one (largest: GROWTH)
_C = np.array([0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0])
_A = np.array(
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
_E = np.array([71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])
_D = np.array(
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
def _trial(system, scratch, t, h, x, k, new):
    """A step of size h from (t, x) into ``new``; k[0] = f(t, x) is there, the other stages' rates are made."""
    for s in range(1, STAGES):
        for i in range(x.shape[0]):
            total = 0.0
            for j in range(s):
                total += _A[s, j] * k[j, i]
            new[i] = x[i] + h * total
        evaluate(system, scratch, t + _C[s] * h, new, k[s])


@compiled
def _dormand_prince_error_of(h, k, i):
    """Estimated error of state i."""
    e = 0.0
    for s in range(STAGES):
        e += _E[s] * k[s, i]
    return h * e


@compiled
def _dense(x, new, k, h, theta, out):
    """State at fraction theta of a step, by the quartic interpolant."""
    for i in range(x.shape[0]):
        difference = new[i] - x[i]
        bend = h * k[0, i] - difference
        correction = 0.0
        for s in range(STAGES):
            correction += _D[s] * k[s, i]
        rest = difference - h * k[6, i] - bend
        one = 1.0 - theta
        out[i] = x[i] + theta * (difference + one * (bend + theta * (rest + one * h * correction)))


# --- A compiled linearly implicit integrator for stiff models: Rodas5P with exact Jacobians, error control and dense output.
#
# G. Steinebach: Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks within the Julia Differential
# Equations package. BIT Numerical Mathematics 63:27 (2023). Eight stages, order 5(4), A-stable and stiffly accurate, with a
# continuous extension of order 4. Each stage solves, with W = 1 / (gamma h) - J and J = df/dx, df/dt at the start of the step,
#
#     W k_i = f(t + c_i h, x + sum_j a_ij k_j) + sum_j C_ij / h k_j + d_i h df/dt,        x(t + h) = x + sum_j b_j k_j,
#
# the last row of a and 1 being b, and k_8 the error estimate. This is form (IV.7.25) of Hairer and Wanner: Solving ODEs II.
# Importing this module imports Numba; do it only where a stiff simulation starts.

GAMMA = 0.21193756319429014
NODES = np.array([0, 0.6358126895828704, 0.4095798393397535, 0.9769306725060716, 0.4288403609558664, 1, 1, 1])  # c
SLOPES = np.array([GAMMA, -0.42387512638858027, -0.3384627126235924, 1.8046452872882734, 2.325825639765069, 0, 0, 0])  # d
_LAST = (-7.502846399306121, 2.561846144803919, -11.627539656261098, -0.18268767659942256, 0.030198172008377946)
STATE = np.array(  # a
    [
        [0, 0, 0, 0, 0, 0, 0],
        [3.0, 0, 0, 0, 0, 0, 0],
        [2.849394379747939, 0.45842242204463923, 0, 0, 0, 0, 0],
        [-6.954028509809101, 2.489845061869568, -10.358996098473584, 0, 0, 0, 0],
        [2.8029986275628964, 0.5072464736228206, -0.3988312541770524, -0.04721187230404641, 0, 0, 0],
        [*_LAST, 0, 0],
        [*_LAST, 1, 0],
        [*_LAST, 1, 1],
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


@compiled(error_model="numpy")
def factorise(coupled, J, h, M, order):
    """L U = W[order] with partial pivoting, for the coupled block of W = 1 / (gamma h) - J, into M.

    The diagonal of M holds 1 / U_kk. A singular W leaves numbers that are not finite.
    """
    n = M.shape[0]
    for i in range(n):
        order[i] = i
        row = J[coupled[i]]
        for j in range(n):
            M[i, j] = -row[j]
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
        pivot, inverse = M[k], M[k, k]
        for i in range(k + 1, n):
            row, factor = M[i], M[i, k] * inverse
            row[k] = factor
            if factor != 0.0:
                for j in range(k + 1, n):
                    row[j] -= factor * pivot[j]


@compiled(fastmath={"reassoc", "contract"})
def solve(coupled, quadratures, J, M, order, h, b, k):
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


@compiled
def add(weight, source, target):
    if weight != 0.0:
        for i in range(target.shape[0]):
            target[i] += weight * source[i]


@compiled
def _add_stages(weights, over, k, count, target):
    """target += weighted sum of the first ``count`` rows of k divided by ``over``, two of them in one pass over the states."""
    for j in range(0, count - 1, 2):
        first, second = weights[j] / over, weights[j + 1] / over
        for i in range(target.shape[0]):
            target[i] = (target[i] + first * k[j, i]) + second * k[j + 1, i]
    if count % 2:
        add(weights[count - 1] / over, k[count - 1], target)


@compiled
def _rodas_trial(implicit, system, scratch, t, h, x, k, new):
    """A step of size h from (t, x) into ``new``; J and drift belong to (t, x)."""
    linear, J, drift, M, order, b = implicit
    coupled, quadratures = linear.coupled, linear.quadratures
    factorise(coupled, J, h, M, order)
    for s in range(RODAS_STAGES):
        copy_to(x, new)
        _add_stages(STATE[s], 1.0, k, s, new)
        evaluate(system, scratch, t + NODES[s] * h, new, k[s])
        _add_stages(COUPLING[s], h, k, s, k[s])
        add(SLOPES[s] * h, drift, k[s])
        solve(coupled, quadratures, J, M, order, h, b, k[s])
    add(1.0, k[RODAS_STAGES - 1], new)


@compiled
def _rodas_error_of(k, i):
    """Estimated error of state i."""
    return k[RODAS_STAGES - 1, i]


@compiled
def _rodas_dense(x, new, k, theta, out):
    """State at fraction theta of a step, by the continuous extension."""
    one = 1.0 - theta
    for i in range(x.shape[0]):
        out[i] = one * x[i] + theta * new[i]
    for s in range(RODAS_STAGES):
        add(theta * one * (BEND[0, s] + theta * (BEND[1, s] + theta * BEND[2, s])), k[s], out)


# --- df/dx and df/dt in compiled loops, from few exact directional derivatives. Importing this module imports Numba.


@compiled
def _directional(tangent, system, scratch, x, direction, out):
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
        _directional(linear.tangent, system, scratch, x, seeds[g], out)
        for i in range(x.shape[0]):
            if owner[g, i] >= 0:
                J[i, owner[g, i]] = out[i]
    clock[1] = 1.0
    signal_rates(t, system.breaks, system.coefficients, scratch.u, udot)
    _directional(linear.tangent, system, scratch, x, seeds[last], out)


# --- The compiled loop of steps that a scheme chooses by its error, with an end for runs that hardly come along.
#
# The scheme is Dormand and Prince's, or Rodas5P where ``implicit`` is given: Numba compiles the one that is asked for alone, by
# the type of that argument. Importing this module imports Numba; do it only where a simulation starts.

WINDOW = 50000  # trial steps, accepted or not, after which an adaptive scheme looks at how far they brought it


@compiled
def _creeps(t, control):
    """Count a trial step at time t. True where WINDOW of them went by and were shorter than ``least`` on the average."""
    watch = control.watch
    watch[0] += 1.0
    if watch[0] < WINDOW:
        return False
    if t - watch[1] < WINDOW * control.least:
        return True
    watch[0], watch[1] = 0.0, t
    control.blame[:] = 0
    return False


@compiled
def _prepare(implicit, system, scratch, t, x, k):
    """What all trial steps from (t, x) share: f there, or its linearisation."""
    if implicit is None:
        evaluate(system, scratch, t, x, k[0])
    else:
        linearise(implicit.linear, system, scratch, t, x, implicit.drift, implicit.J)


@compiled
def _trial_step(implicit, system, scratch, t, h, x, k, new):
    """A step of size h from (t, x) into ``new``, with what its error and its interpolation need in k."""
    if implicit is None:
        _trial(system, scratch, t, h, x, k, new)
    else:
        _rodas_trial(implicit, system, scratch, t, h, x, k, new)


@compiled
def _error_of(implicit, h, k, i):
    """Estimated error of state i of a trial step."""
    if implicit is None:
        return _dormand_prince_error_of(h, k, i)
    else:
        return _rodas_error_of(k, i)


@compiled
def _error_norm(implicit, control, h, x, k, new):
    """Root mean square of the error in units of the tolerance; ``blame`` counts which of its states has the largest."""
    total, worst, largest, blame = 0.0, 0, 0.0, control.blame
    for i in range(x.shape[0]):
        scale = control.atol + control.rtol * max(abs(x[i]), abs(new[i]))
        square = (_error_of(implicit, h, k, i) / scale) ** 2
        total += square
        if i < blame.shape[0] and square > largest:
            worst, largest = i, square
    blame[worst] += 1
    return np.sqrt(total / x.shape[0])


@compiled
def _interpolate(implicit, x, new, k, h, theta, out):
    """State at fraction theta of a step."""
    if implicit is None:
        _dense(x, new, k, h, theta, out)
    else:
        _rodas_dense(x, new, k, theta, out)


@compiled
def advance_adaptive(implicit, system, control, t, h, row, steps, x, k, states):
    """At most ``steps`` accepted steps from t; output rows at t0 + row * output by dense output.

    implicit: None, or what Rodas5P needs.   k: room for the rates of the stages.
    Returns t, the proposed step, the next row, the steps accepted and a status; x is the state at t. A last step that only the
    end made short does not shorten the proposal.
    """
    scratch, new, t_end = make_scratch(system), np.empty(x.shape[0]), control.end
    accepted, finite, fresh, ceiling, proposed = 0, True, False, GROWTH, 0.0
    while accepted < steps and t < t_end:
        proposed = h if h > t_end - t else 0.0
        h = min(h, t_end - t)
        if h < 1e-14 * max(abs(t), 1.0) and t_end - t > h:
            return t, h, row, accepted, STEP_TOO_SMALL if finite else DIVERGED
        if _creeps(t, control):
            return t, h, row, accepted, TOO_MANY_STEPS
        if not fresh:
            _prepare(implicit, system, scratch, t, x, k)
            fresh = True
        _trial_step(implicit, system, scratch, t, h, x, k, new)
        error = _error_norm(implicit, control, h, x, k, new)
        finite = np.isfinite(error) and all_sane(new)
        if not finite:
            h *= 0.1
            continue
        factor = min(ceiling, max(_SHRINK, _SAFETY * max(error, 1e-10) ** -0.2))
        if error > 1.0:
            h *= factor
            ceiling = control.again
            continue
        t_new = t + h if t_end - t > h else t_end
        while row < states.shape[0] and control.t0 + row * control.output <= t_new * (1 + 1e-15):
            _interpolate(implicit, x, new, k, h, min((control.t0 + row * control.output - t) / h, 1.0), states[row])
            normalise(states[row], system.quaternion, 1)
            row += 1
        normalise(new, system.quaternion, 1)
        copy_to(new, x)
        t, fresh, ceiling = t_new, False, GROWTH
        accepted += 1
        h = max(h * factor, proposed)
    return t, h, row, accepted, RUNNING
