"""Coordinates of the contact scheme, q = (x, y, heading; joint angles) and u = q', from the engine's states and back."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np


def coordinates_of(slices: Mapping[str, slice], x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """q and u of an engine state; slices: where its parts stand, from the layout of the equations."""
    w, _, _, z = x[slices["quaternion"]]
    heading = 2 * np.arctan2(z, w)
    vx, vy, turn = x[slices["twist"]]
    c, s = np.cos(heading), np.sin(heading)
    q = np.concatenate([x[slices["position"]][:2], [heading], x[slices["angles"]]])
    return q, np.concatenate([[c * vx - s * vy, s * vx + c * vy, turn], x[slices["rates"]]])


def states_of(q: np.ndarray, u: np.ndarray, works: np.ndarray) -> np.ndarray:
    """Engine states of many samples: rows of q, u and works (in the layout's order)."""
    c, s = np.cos(q[:, 2]), np.sin(q[:, 2])
    zero = np.zeros(len(q))
    pose = [q[:, 0], q[:, 1], zero, np.cos(q[:, 2] / 2), zero, zero, np.sin(q[:, 2] / 2)]
    twist = [c * u[:, 0] + s * u[:, 1], -s * u[:, 0] + c * u[:, 1], u[:, 2]]
    return np.column_stack([*pose, *twist, q[:, 3:], u[:, 3:], works])
