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
from elver.compiled.arrays import copy_to
from elver.compiled.calls import evaluate
from elver.stepping.schemes.tuples import RODAS as STAGES

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
def add_stages(weights, over, k, count, target):
    """target += weighted sum of the first ``count`` rows of k divided by ``over``, two of them in one pass over the states."""
    for j in range(0, count - 1, 2):
        first, second = weights[j] / over, weights[j + 1] / over
        for i in range(target.shape[0]):
            target[i] = (target[i] + first * k[j, i]) + second * k[j + 1, i]
    if count % 2:
        add(weights[count - 1] / over, k[count - 1], target)


@compiled
def trial(implicit, system, scratch, t, h, x, k, new):
    """A step of size h from (t, x) into ``new``; J and drift belong to (t, x)."""
    linear, J, drift, M, order, b = implicit
    coupled, quadratures = linear.coupled, linear.quadratures
    factorise(coupled, J, h, M, order)
    for s in range(STAGES):
        copy_to(x, new)
        add_stages(STATE[s], 1.0, k, s, new)
        evaluate(system, scratch, t + NODES[s] * h, new, k[s])
        add_stages(COUPLING[s], h, k, s, k[s])
        add(SLOPES[s] * h, drift, k[s])
        solve(coupled, quadratures, J, M, order, h, b, k[s])
    add(1.0, k[STAGES - 1], new)


@compiled
def error_of(k, i):
    """Estimated error of state i."""
    return k[STAGES - 1, i]


@compiled
def dense(x, new, k, theta, out):
    """State at fraction theta of a step, by the continuous extension."""
    one = 1.0 - theta
    for i in range(x.shape[0]):
        out[i] = one * x[i] + theta * new[i]
    for s in range(STAGES):
        add(theta * one * (BEND[0, s] + theta * (BEND[1, s] + theta * BEND[2, s])), k[s], out)
