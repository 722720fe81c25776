"""Where a joint sits on its parent when the six parameters do not say it alone: a position and a rotation."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from elver.errors import InputError, require_number
from elver.robot.shapes import IDENTITY
from elver.spatial import exact_cos_sin
from elver.symbols import array_of

PARALLEL = 1e-9  # sine of the angle below which two directions count as one


@dataclass(frozen=True, eq=False)
class Place:
    """A frame on the parent, before the six parameters of a joint.

    position [m]: its origin in the parent's frame; may depend on free parameters.
    rotation: its axes x, y, z as columns, in the parent's frame.
    """

    position: np.ndarray = field(default_factory=lambda: np.zeros(3))
    rotation: np.ndarray = field(default_factory=lambda: IDENTITY)

    def __post_init__(self):
        position, rotation = array_of(self.position, (3,)), array_of(self.rotation, (3, 3))
        if position is None:
            raise InputError(f"Place.position = {self.position!r}. Give three finite numbers [m], in the parent's frame.")
        if rotation is None or rotation.dtype == object:
            raise InputError("Place.rotation must be 3 x 3 finite numbers: a rotation cannot be a free parameter.")
        if not np.allclose(rotation.T @ rotation, IDENTITY, atol=1e-9) or np.linalg.det(rotation) < 0:
            raise InputError("Place.rotation is not a rotation. Its columns are orthogonal unit vectors, right-handed.")
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "rotation", rotation)


def placed(at=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0), x=None, rpy=(0.0, 0.0, 0.0)) -> Place:
    """The place of a joint at the point ``at`` [m] of its parent, with its z axis along ``axis``.

    rpy [rad]: the frame is turned first by roll about x, pitch about y and yaw about z of the parent (Rz Ry Rx); ``axis`` and
    ``x`` are directions in the turned frame, of any length.
    x: direction of the frame's x axis, less its part along ``axis``. Without it the frame is turned from z to ``axis`` the
    shortest way, and by half a turn about x where ``axis`` is -z.
    """
    along = direction("axis", axis)
    turned = rotation_of(*angles_of(rpy))
    if x is None:
        return Place(at, turned @ shortest_turn(along))
    wanted = direction("x", x)
    across = wanted - (wanted @ along) * along
    size = float(np.linalg.norm(across))
    if size < PARALLEL:
        raise InputError(f"placed: x = {list(x)} is parallel to axis = {list(axis)}. Give a direction across the axis.")
    across = across / size
    return Place(at, turned @ np.column_stack([across, np.cross(along, across), along]))


def direction(what: str, given) -> np.ndarray:
    """A unit vector along three numbers that are not all 0."""
    vector = array_of(given, (3,))
    if vector is None or vector.dtype == object or not np.any(vector):
        raise InputError(f"placed: {what} = {given!r} is no direction. Give three finite numbers that are not all 0.")
    scaled = vector / np.abs(vector).max()
    return scaled / np.linalg.norm(scaled)


def angles_of(rpy) -> tuple[float, float, float]:
    """Roll, pitch and yaw [rad], checked."""
    if isinstance(rpy, str) or not hasattr(rpy, "__len__") or len(rpy) != 3:
        raise InputError(f"placed: rpy = {rpy!r}. Give roll, pitch and yaw [rad].")
    angles = array_of(tuple(require_number("placed: rpy", v) for v in rpy), (3,))
    if angles is None or angles.dtype == object:
        raise InputError("placed: rpy must be three numbers: a rotation cannot be a free parameter.")
    return float(angles[0]), float(angles[1]), float(angles[2])


def rotation_of(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Rz(yaw) Ry(pitch) Rx(roll); quarter turns are exact."""
    (cr, sr), (cp, sp), (cy, sy) = (exact_cos_sin(v) for v in (roll, pitch, yaw))
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def shortest_turn(along: np.ndarray) -> np.ndarray:
    """The rotation that brings z to a unit vector the shortest way; half a turn about x for -z."""
    x, y, z = along
    aside = np.hypot(x, y)
    if aside == 0:
        return np.diag([1.0, np.sign(z), np.sign(z)])
    e = np.array([-y, x, 0.0]) / aside  # axis of the turn: z x along
    cross = np.array([[0.0, 0.0, e[1]], [0.0, 0.0, -e[0]], [-e[1], e[0], 0.0]])
    return z * np.eye(3) + aside * cross + (1 - z) * np.outer(e, e)
