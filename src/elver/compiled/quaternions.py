"""The base's quaternion scaled to unit length after a step, and what that does to derivatives. Importing this imports Numba.

q' = q / |q|,        dq' = (1 - n n^T) dq / |q|,  n = q / |q|
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled


@compiled
def norm_at(x, quaternion, width, lane):
    """Length of the quaternion of machine ``lane`` of ``width`` that lie side by side."""
    norm = 0.0
    for k in range(quaternion, quaternion + 4):
        norm += x[k * width + lane] * x[k * width + lane]
    return np.sqrt(norm)


@compiled
def normalise(x, quaternion, width):
    """Scale every machine's quaternion at ``quaternion`` to unit length; a negative place means there is none."""
    if quaternion >= 0:
        for lane in range(width):
            norm = norm_at(x, quaternion, width, lane)
            for k in range(quaternion, quaternion + 4):
                x[k * width + lane] /= norm


@compiled
def normalise_varied(x, xdot, quaternion):
    """Scale the quaternion to unit length, and its variations along."""
    if quaternion < 0:
        return
    norm = norm_at(x, quaternion, 1, 0)
    for d in range(xdot.shape[0]):
        along = 0.0
        for k in range(quaternion, quaternion + 4):
            along += x[k] * xdot[d, k] / (norm * norm)
        for k in range(quaternion, quaternion + 4):
            xdot[d, k] = (xdot[d, k] - along * x[k]) / norm
    normalise(x, quaternion, 1)


@compiled
def pull_back_scaling(q, quaternion, sweep):
    """The adjoint of scaling the quaternion q, in place on its part of ``sweep``."""
    norm, along = 0.0, 0.0
    for k in range(4):
        norm += q[k] * q[k]
        along += q[k] * sweep[quaternion + k]
    along /= norm
    norm = np.sqrt(norm)
    for k in range(4):
        sweep[quaternion + k] = (sweep[quaternion + k] - along * q[k]) / norm
