"""What a file of any format says about a robot, before it becomes one: parts in their own frames and what connects them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from elver.errors import InputError
from elver.imports.elements import Element
from elver.robot.place import rotation_of, shortest_turn

X, Y, Z = np.eye(3)
MOVING = ("revolute", "prismatic")


def pose(position=(0.0, 0.0, 0.0), rotation=None) -> np.ndarray:
    """A 4x4 pose."""
    T = np.eye(4)
    T[:3, 3] = position
    if rotation is not None:
        T[:3, :3] = rotation
    return T


def pose_of(numbers: Sequence[float] | np.ndarray) -> np.ndarray:
    """The pose of x, y, z [m] and roll, pitch, yaw [rad] (Rz Ry Rx)."""
    return pose(numbers[:3], rotation_of(*(float(angle) for angle in numbers[3:])))


def inverse(T: np.ndarray) -> np.ndarray:
    """The inverse of a pose."""
    R = T[:3, :3].T
    return pose(-R @ T[:3, 3], R)


@dataclass(frozen=True)
class Solid:
    """A primitive or a mesh on a part: ``kind`` with ``sizes`` [m], at ``place`` in the part's frame.

    box: three edges; sphere: radius; ellipsoid: three semi-axes; cylinder and capsule: radius and length of the straight part,
    along z; mesh: a factor for each axis, and the ``file`` as it is named. role: collision or visual.
    corners: triangles (m, 3, 3) [m] of a mesh where the reader of the format has them already, in the frame of ``place``.
    """

    kind: str
    sizes: tuple[float, ...]
    place: np.ndarray
    role: str
    file: str = ""
    corners: np.ndarray | None = None


@dataclass
class Part:
    """A link in its own frame. centre [m] of mass; inertia [kg m^2] about the centre; added: 6x6 at the frame's origin."""

    name: str
    mass: float = 0.0
    centre: np.ndarray = field(default_factory=lambda: np.zeros(3))
    inertia: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))
    solids: list[Solid] = field(default_factory=list)
    added: np.ndarray | None = None
    where: Element | None = None


@dataclass
class Connection:
    """A joint of one freedom, or a fixed one.

    place: the child's frame in the parent's at ``zero``.   axis, anchor: direction and a point of the joint axis, child's frame.
    zero: value of the joint variable at that place.   low, high, speed, effort: limits, None where there is none.
    stiffness, rest: of a spring in it.
    """

    name: str
    parent: str
    child: str
    type: str
    place: np.ndarray
    axis: np.ndarray = field(default_factory=lambda: Z.copy())
    anchor: np.ndarray = field(default_factory=lambda: np.zeros(3))
    zero: float = 0.0
    viscous: float = 0.0
    coulomb: float = 0.0
    rotor: float = 0.0
    low: float | None = None
    high: float | None = None
    speed: float | None = None
    effort: float | None = None
    stiffness: float = 0.0
    rest: float = 0.0
    where: Element | None = None

    @property
    def frame(self) -> np.ndarray:
        """The body's frame in the part's: origin on the joint axis, z along it; the part's own where it is fixed."""
        if self.type not in MOVING:
            return np.eye(4)
        return pose(self.anchor, shortest_turn(self.axis))


@dataclass
class Description:
    """A robot as a file tells it. base: what the file says of its root, ``free`` or ``fixed``; root_pose: in the world."""

    name: str
    format: str
    file: str
    parts: dict[str, Part] = field(default_factory=dict)
    connections: list[Connection] = field(default_factory=list)
    base: str = "free"
    root_pose: np.ndarray = field(default_factory=lambda: np.eye(4))
    warnings: list[str] = field(default_factory=list)


def add_composed(described: Description, connection: Connection, moves: Sequence[tuple[str, str, np.ndarray]]) -> None:
    """Add a joint of several freedoms as joints of one: ``moves`` are (ending of the name, type, axis), the first next to the
    parent, with massless parts between them. The axes are in the child's frame where all are at 0.
    """
    parent, place = connection.parent, connection.place
    for k, (ending, kind, axis) in enumerate(moves):
        last = k == len(moves) - 1
        child = connection.child if last else f"{connection.child}_{ending}"
        if not last:
            add_part(described, Part(child, where=connection.where))
        described.connections.append(
            Connection(
                f"{connection.name}_{ending}",
                parent,
                child,
                kind,
                place,
                np.asarray(axis, dtype=float),
                connection.anchor,
                viscous=connection.viscous,
                coulomb=connection.coulomb,
                rotor=connection.rotor,
                where=connection.where,
            )
        )
        parent, place = child, np.eye(4)


def add_part(described: Description, part: Part) -> None:
    """Add a part; its name must be new."""
    if part.name in described.parts:
        message = f"a second link is called '{part.name[:60]}'. Give every link a name of its own."
        raise part.where.wrong(message) if part.where is not None else InputError(f"{described.file}: {message}")
    described.parts[part.name] = part


def ball_moves() -> list[tuple[str, str, np.ndarray]]:
    """Yaw, pitch, roll about z, y, x, as ``elver.robot.spherical_joint``."""
    return [("yaw", "revolute", Z), ("pitch", "revolute", Y), ("roll", "revolute", X)]


def planar_moves(normal: np.ndarray) -> list[tuple[str, str, np.ndarray]]:
    """Two slides across ``normal``, then a turn about it."""
    turn = shortest_turn(normal)
    return [("slide1", "prismatic", turn[:, 0]), ("slide2", "prismatic", turn[:, 1]), ("turn", "revolute", turn[:, 2])]


def floating_moves() -> list[tuple[str, str, np.ndarray]]:
    """Three slides, then yaw, pitch, roll."""
    return [("x", "prismatic", X), ("y", "prismatic", Y), ("z", "prismatic", Z), *ball_moves()]


def unit(where: Element, vector: np.ndarray) -> np.ndarray:
    """A direction of length 1."""
    size = math.hypot(*vector)
    if not 1e-9 < size < 1e150:
        raise where.wrong(f"axis {' '.join(f'{v:g}' for v in vector)} is no direction. Give three numbers that are not all 0.")
    return vector / size


def tensor(ixx: float, ixy: float, ixz: float, iyy: float, iyz: float, izz: float) -> np.ndarray:
    """The symmetric tensor of six numbers."""
    return np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]])
