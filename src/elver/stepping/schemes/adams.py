"""Adams-Bashforth of order 4 as predictor, Adams-Moulton of order 5 as corrector. Importing this module imports Numba.

Hairer, Norsett, Wanner: Solving ODEs I, III.1. MAV section IV-C.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import copy_to
from elver.compiled.calls import evaluate
from elver.stepping.schemes.explicit import STAGE, rk4_step

BASHFORTH = np.array([55.0, -59.0, 37.0, -9.0]) / 24
MOULTON = np.array([251.0, 646.0, -264.0, 106.0, -19.0]) / 720


@compiled
def adams_step(number, system, scratch, t, h, x, k, new):
    """Prediction, evaluation, correction, evaluation; the last evaluation opens the next step.

    Rows 5 to 8 of ``k`` keep f at this step and the three before it from step to step. The first three are Runge and Kutta's.
    """
    slopes, predicted = k[5:], k[STAGE]
    for row in range(3, 0, -1):
        copy_to(slopes[row - 1], slopes[row])
    evaluate(system, scratch, t, x, slopes[0])
    if number < 3:
        rk4_step(number, system, scratch, t, h, x, k, new)
        return
    for i in range(x.shape[0]):
        total = 0.0
        for row in range(4):
            total += BASHFORTH[row] * slopes[row, i]
        predicted[i] = x[i] + h * total
    evaluate(system, scratch, t + h, predicted, k[0])
    for i in range(x.shape[0]):
        total = MOULTON[0] * k[0, i]
        for row in range(4):
            total += MOULTON[row + 1] * slopes[row, i]
        new[i] = x[i] + h * total
