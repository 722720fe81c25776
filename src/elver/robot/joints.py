"""Joints by Khalil and Kleinfinger's six parameters, or by a pose on the parent (``placed``)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from elver._support.errors import InputError, require_number
from elver.robot.bodies import Body
from elver.robot.shapes import IDENTITY
from elver.symbolic.arrays import array_of
from elver.symbolic.spatial import exact_cos_sin

# --- Where a joint sits on its parent when the six parameters do not say it alone: a position and a rotation.

_PARALLEL = 1e-9  # sine of the angle below which two directions count as one


@dataclass(frozen=True, eq=False)
class Place:
    """A frame on the parent, before the six parameters of a joint.

    position [m]: its origin in the parent's frame; may depend on free parameters.
    rotation: its axes x, y, z as columns, in the parent's frame.
    """

    position: np.ndarray = field(default_factory=lambda: np.zeros(3))
    rotation: np.ndarray = field(default_factory=lambda: IDENTITY)

    def __post_init__(self) -> None:
        position, rotation = array_of(self.position, (3,)), array_of(self.rotation, (3, 3))
        if position is None:
            raise InputError(
                f"Place.position = {self.position!r}. Give three finite numbers [m], in the parent's frame.",
                name="Place.position",
            )
        if rotation is None or rotation.dtype == object:
            raise InputError("Place.rotation must be 3 x 3 finite numbers: a rotation cannot be a free parameter.")
        if not np.allclose(rotation.T @ rotation, IDENTITY, atol=1e-9) or np.linalg.det(rotation) < 0:
            raise InputError("Place.rotation is not a rotation. Its columns are orthogonal unit vectors, right-handed.")
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "rotation", rotation)


def placed(
    at: Sequence[float] | np.ndarray = (0.0, 0.0, 0.0),
    axis: Sequence[float] | np.ndarray = (0.0, 0.0, 1.0),
    x: Sequence[float] | np.ndarray | None = None,
    rpy: Sequence[float] = (0.0, 0.0, 0.0),
) -> Place:
    """The place of a joint at a point of its parent, with its z axis along a direction.

    Parameters
    ----------
    at : array (3,)
        The point, in the parent's frame [m].
    axis : array (3,)
        Direction of the z axis in the frame turned by ``rpy``, of any length.
    x : array (3,), optional
        Direction of the x axis, less its part along ``axis``. None: the frame is turned from z to ``axis`` the shortest way, and
        by half a turn about x where ``axis`` is -z.
    rpy : array (3,)
        The frame is turned first by roll about x, pitch about y and yaw about z of the parent (Rz Ry Rx) [rad].

    Returns
    -------
    Place
    """
    along = _direction("axis", axis)
    turned = rotation_of(*_angles_of(rpy))
    if x is None:
        return Place(at, turned @ shortest_turn(along))  # type: ignore[arg-type]  # it makes an array of it
    wanted = _direction("x", x)
    across = wanted - (wanted @ along) * along
    size = float(np.linalg.norm(across))
    if size < _PARALLEL:
        raise InputError(f"placed: x = {list(x)} is parallel to axis = {list(axis)}. Give a direction across the axis.")
    across = across / size
    return Place(at, turned @ np.column_stack([across, np.cross(along, across), along]))  # type: ignore[arg-type]


def _direction(what: str, given: Sequence[float] | np.ndarray) -> np.ndarray:
    """A unit vector along three numbers that are not all 0."""
    vector = array_of(given, (3,))
    if vector is None or vector.dtype == object or not np.any(vector):
        raise InputError(f"placed: {what} = {given!r} is no direction. Give three finite numbers that are not all 0.")
    scaled = vector / np.abs(vector).max()
    return scaled / np.linalg.norm(scaled)


def _angles_of(rpy: Sequence[float]) -> tuple[float, float, float]:
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


# --- A joint and the frame it carries, by Khalil and Kleinfinger's six parameters.

JOINT_TYPES = ("revolute", "prismatic", "fixed")
JOINT_MODES = ("driven", "passive", "torque")


@dataclass(frozen=True)
class Joint:
    """Joint between ``parent`` and ``child``; the child's frame has its z axis along the joint axis.

    iT_j = Place(position, rotation) Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r)   (FLOAT (1) after the place; EEL (2) with
    gamma = b = 0). Without a ``place`` it is the parent's own frame; ``placed(at, axis)`` makes one.

    The joint variable q is added to ``theta`` when revolute (so theta is the paper's offset q0) and to ``r`` when prismatic.

    Parameters
    ----------
    name, parent, child : str
        Of the joint, and of the bodies that it joins.
    type : str
        ``revolute``, ``prismatic`` or ``fixed`` (sigma = 0, 1, 2).
    gamma, alpha, theta : float
        Angles [rad].
    b, d, r : float
        Lengths [m].
    mode : str
        ``driven`` (motion given, torque computed), ``passive`` (torque from a law such as a spring, motion computed) or
        ``torque`` (torque from a controller or a recording, motion computed).
    coulomb, viscous, rotor : float
        Friction Fs [N m or N] and Fv [N m s/rad or N s/m], and drive inertia Ia [kg m^2 or kg], EEL (28).
    limit : float, optional
        Torque (force) that the actuator can give [N m or N], for reports; None when unknown.
    group : str
        Label under which reports collect joints ("yaw", "pitch", ...).
    place : Place, optional
        Frame on the parent, before the six parameters.
    """

    name: str
    parent: str
    child: str
    type: str = "revolute"
    gamma: float = 0.0
    b: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    r: float = 0.0
    mode: str = "driven"
    coulomb: float = 0.0
    viscous: float = 0.0
    rotor: float = 0.0
    limit: float | None = None
    group: str = "joint"
    place: Place | None = None

    @property
    def moving(self) -> bool:
        """True unless the joint is fixed."""
        return self.type != "fixed"


# --- Spherical and universal joints as intersecting revolutes with massless links between them.

_HALF = math.pi / 2


def spherical_joint(
    first: Joint, groups: Sequence[str] = ("yaw", "pitch", "roll"), r: float = 0.0, names: Sequence[str] = ()
) -> tuple[tuple[Body, Body], tuple[Joint, Joint, Joint]]:
    """Three revolutes through one point: yaw about ``first``'s axis, then pitch, then roll along the child's axis.

    At q = 0 the roll axis is first's x axis, the pitch axis first's y axis.

    Parameters
    ----------
    first : Joint
        Places the joint on its parent and names the final child.
    groups : sequence of str
        Labels of the three.
    r : float
        Shift of the child's frame along the roll axis (the length of a link whose frame sits at its far end) [m].
    names : sequence of str
        Of the three joints; empty: made of the name of ``first`` and the groups.

    Returns
    -------
    (Body, Body), (Joint, Joint, Joint)
        The virtual bodies and the joints, to add to those of a robot.
    """
    names = tuple(names) or tuple(f"{first.name}_{g}" for g in groups)
    virtual = (Body(f"{first.child}_{groups[0]}"), Body(f"{first.child}_{groups[1]}"))
    yaw = replace(first, name=names[0], child=virtual[0].name, group=groups[0])
    rest = replace(first, place=None, gamma=0.0, b=0.0, d=0.0, alpha=-_HALF, r=0.0)
    pitch = replace(rest, name=names[1], parent=virtual[0].name, child=virtual[1].name, theta=-_HALF, group=groups[1])
    roll = replace(rest, name=names[2], parent=virtual[1].name, theta=_HALF, r=r, group=groups[2])
    return virtual, (yaw, pitch, roll)


def universal_joint(
    first: Joint, groups: Sequence[str] = ("yaw", "pitch"), names: Sequence[str] = ()
) -> tuple[tuple[Body], tuple[Joint, Joint]]:
    """Two revolutes through one point: yaw about ``first``'s axis, then pitch about the turned y axis.

    At q = 0 the child's z axis is first's y axis and its x axis points along first's z axis.

    Parameters
    ----------
    first : Joint
        Places the joint on its parent and names the final child.
    groups : sequence of str
        Labels of the two.
    names : sequence of str
        Of the two joints; empty: made of the name of ``first`` and the groups.

    Returns
    -------
    (Body,), (Joint, Joint)
        The virtual body and the joints, to add to those of a robot.
    """
    names = tuple(names) or tuple(f"{first.name}_{g}" for g in groups)
    virtual = Body(f"{first.child}_{groups[0]}")
    yaw = replace(first, name=names[0], child=virtual.name, group=groups[0])
    rest = replace(first, place=None, gamma=0.0, b=0.0, d=0.0, alpha=-_HALF, theta=-_HALF, r=0.0)
    pitch = replace(rest, name=names[1], parent=virtual.name, group=groups[1])
    return (virtual,), (yaw, pitch)
