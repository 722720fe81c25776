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


@compiled
def quaternions_of(rotations, out):
    """Rows of ``out`` = unit quaternions of rotation matrices (entries row by row): ``elver.spatial.rotation_quaternion``."""
    for i in range(rotations.shape[0]):
        r = rotations[i]
        xx, yy, zz = r[0], r[4], r[8]
        wx, wy, wz = r[7] - r[5], r[2] - r[6], r[3] - r[1]
        yz, xz, xy = r[7] + r[5], r[2] + r[6], r[3] + r[1]
        squares = (1.0 + (xx + yy + zz), 1.0 + (xx - yy - zz), 1.0 + (yy - xx - zz), 1.0 + (zz - xx - yy))
        best = 0
        for k in range(1, 4):
            if squares[k] > squares[best]:
                best = k
        s = squares[best]
        if best == 0:
            a, b, c, d = s, wx, wy, wz
        elif best == 1:
            a, b, c, d = wx, s, xy, xz
        elif best == 2:
            a, b, c, d = wy, xy, s, yz
        else:
            a, b, c, d = wz, xz, yz, s
        scale = (-1.0 if a < 0 else 1.0) / np.sqrt(a * a + b * b + c * c + d * d)
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = a * scale, b * scale, c * scale, d * scale
