"""Where a camera probably stands: the pose that brings markers of one frame onto the points that they are in the model."""

from __future__ import annotations

import math

import numpy as np


def aligned(world: np.ndarray, seen: np.ndarray, yaw: float | None = None) -> tuple[float, float, float]:
    """x, y [m] and yaw [rad] of the picture's frame, so that world = (x, y) + R(yaw) seen as well as can be.

    world, seen: one row (x, y) [m] per marker.   yaw: where it is known; else it is found, which needs two markers.
    """
    middle, own = world.mean(axis=0), seen.mean(axis=0)
    if yaw is None:
        a, b = seen - own, world - middle
        yaw = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    c, s = math.cos(yaw), math.sin(yaw)
    x, y = middle - np.array([[c, -s], [s, c]]) @ own
    return float(x), float(y), yaw
