"""Dormand and Prince's 5(4) pair with Shampine's quartic interpolant. Importing this module imports Numba.

Hairer, Norsett, Wanner: Solving ODEs I, II.5, II.6.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.calls import evaluate
from elver.stepping.schemes.tuples import DORMAND_PRINCE as STAGES

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
def trial(system, scratch, t, h, x, k, new):
    """A step of size h from (t, x) into ``new``; k[0] = f(t, x) is there, the other stages' rates are made."""
    for s in range(1, STAGES):
        for i in range(x.shape[0]):
            total = 0.0
            for j in range(s):
                total += A[s, j] * k[j, i]
            new[i] = x[i] + h * total
        evaluate(system, scratch, t + C[s] * h, new, k[s])


@compiled
def error_of(h, k, i):
    """Estimated error of state i."""
    e = 0.0
    for s in range(STAGES):
        e += E[s] * k[s, i]
    return h * e


@compiled
def dense(x, new, k, h, theta, out):
    """State at fraction theta of a step, by the quartic interpolant."""
    for i in range(x.shape[0]):
        difference = new[i] - x[i]
        bend = h * k[0, i] - difference
        correction = 0.0
        for s in range(STAGES):
            correction += D[s] * k[s, i]
        rest = difference - h * k[6, i] - bend
        one = 1.0 - theta
        out[i] = x[i] + theta * (difference + one * (bend + theta * (rest + one * h * correction)))
