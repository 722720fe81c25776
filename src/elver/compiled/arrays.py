"""What compiled loops do with plain arrays. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled

RUNAWAY = 1e12  # SI units: no machine of metres and kilograms comes near


@compiled
def copy_to(source, target):
    for i in range(source.shape[0]):
        target[i] = source[i]


@compiled
def all_finite(values):
    for value in values.flat:  # noqa: SIM110  (Numba compiles the loop)
        if not np.isfinite(value):
            return False
    return True


@compiled
def all_sane(x):
    """False for a NaN, an infinity, or a number so large that the state has run away."""
    for value in x:  # noqa: SIM110  (Numba compiles the loop)
        if not abs(value) < RUNAWAY:
            return False
    return True


@compiled
def normalise(x, quaternion):
    """Scale the quaternion at x[quaternion : quaternion + 4] to unit length; a negative index means there is none."""
    if quaternion >= 0:
        norm = 0.0
        for k in range(quaternion, quaternion + 4):
            norm += x[k] * x[k]
        norm = np.sqrt(norm)
        for k in range(quaternion, quaternion + 4):
            x[k] /= norm
