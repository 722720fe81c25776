"""Poses of bodies out of their markers, as a camera from above sees them, and courses that follow from poses.

Lengths are in metres of the picture (recorded units times the camera's scale); the camera's own pose does not matter for a point
in a body's frame, nor for a speed along a body.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Pose:
    """Of a body in every frame. origin: (frames, 2) [m].   yaw [rad]: of its x axis, without jumps; NaN where it is not known."""

    origin: np.ndarray
    yaw: np.ndarray

    def inward(self, vectors: np.ndarray) -> np.ndarray:
        """Vectors of the picture, one per frame, along the body's axes."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        return np.column_stack([c * vectors[:, 0] + s * vectors[:, 1], c * vectors[:, 1] - s * vectors[:, 0]])

    def place(self, at: np.ndarray) -> np.ndarray:
        """A point of the body in the picture, in every frame [m]."""
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        return self.origin + np.column_stack([c * at[0] - s * at[1], s * at[0] + c * at[1]])


def pose_of(places: np.ndarray, seen: np.ndarray) -> Pose:
    """The pose that brings the places of two or more markers in a body, (markers, 2) [m], onto where they are seen,
    (frames, markers, 2) [m], as well as can be. A frame in which one of them is missing has none.
    """
    a = places - places.mean(axis=0)
    middle = seen.mean(axis=1)
    b = seen - middle[:, None]
    cross = (a[:, 0] * b[:, :, 1] - a[:, 1] * b[:, :, 0]).sum(axis=1)
    yaw = np.arctan2(cross, (a * b).sum(axis=(1, 2)))
    known = np.isfinite(yaw)
    yaw[known] = np.unwrap(yaw[known])
    c, s = np.cos(yaw), np.sin(yaw)
    x, y = places.mean(axis=0)
    return Pose(middle - np.column_stack([c * x - s * y, s * x + c * y]), yaw)


def near(angles: np.ndarray, reference: float) -> np.ndarray:
    """Angles without jumps [rad], moved by whole turns so that their median lies within half a turn of the reference."""
    known = angles[np.isfinite(angles)]
    turns = round((float(np.median(known)) - reference) / (2 * math.pi)) if len(known) else 0
    return angles - 2 * math.pi * turns


def velocity(times: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Rates of places by differences of neighbours; NaN beside gaps."""
    if len(times) < 3:
        return np.full_like(places, math.nan)
    return np.gradient(places, times, axis=0)
