"""A cut joint: what closes a loop of the tree. Khalil's description: a spanning tree, and one joint per loop left out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from elver.errors import InputError, unknown_name
from elver.robot.shapes import IDENTITY, require_known
from elver.symbols import array_of

if TYPE_CHECKING:
    from elver.robot.tree import Robot

# What a cut joint forbids of the second frame against the first: shifts along, turns about the axes 0, 1, 2 of the frames.
LOOP_TYPES: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "revolute": ((0, 1, 2), (0, 1)),
    "prismatic": ((0, 1), (0, 1, 2)),
    "cylindrical": ((0, 1), (0, 1)),
    "spherical": ((0, 1, 2), ()),
    "fixed": ((0, 1, 2), (0, 1, 2)),
}


@dataclass(frozen=True, eq=False)
class Loop:
    """A joint between bodies ``first`` and ``second`` that is not in the tree, and the tree joints that follow from it.

    type: ``revolute`` turns about, ``prismatic`` slides along, ``cylindrical`` does both on the z axis of the cut frames;
    ``spherical`` turns about their common origin; ``fixed`` holds the two frames together.
    dependent: names of the tree joints of this loop whose motion follows from closure; they have mode ``passive`` or ``torque``.
    All other joints of the loop are independent: driven, passive or torque-driven as everywhere.
    first_at, second_at [m]: origins of the cut frames, each in the frame of its body.
    first_axes, second_axes: rotations whose columns are the axes of the cut frames, each in the frame of its body.
    """

    name: str
    first: str
    second: str
    dependent: Sequence[str]
    type: str = "revolute"
    first_at: np.ndarray = field(default_factory=lambda: np.zeros(3))
    second_at: np.ndarray = field(default_factory=lambda: np.zeros(3))
    first_axes: np.ndarray = field(default_factory=lambda: IDENTITY)
    second_axes: np.ndarray = field(default_factory=lambda: IDENTITY)

    def __post_init__(self):
        if self.type not in LOOP_TYPES:
            raise unknown_name(f"type of loop '{self.name}':", self.type, LOOP_TYPES)
        if isinstance(self.dependent, str) or not self.dependent:
            raise InputError(f"loop '{self.name}': dependent = {self.dependent!r}. Give a list with at least one joint's name.")
        object.__setattr__(self, "dependent", tuple(self.dependent))
        for name, shape in (("first_at", (3,)), ("second_at", (3,)), ("first_axes", (3, 3)), ("second_axes", (3, 3))):
            value = array_of(getattr(self, name), shape)
            if value is None:
                raise InputError(f"loop '{self.name}': {name} must be {' x '.join(map(str, shape))} finite numbers.")
            object.__setattr__(self, name, value)
        for name in ("first_axes", "second_axes"):
            axes = getattr(self, name)
            require_known(f"loop '{self.name}': {name}", axes)
            if not np.allclose(axes.T @ axes, np.eye(3), atol=1e-9) or np.linalg.det(axes) < 0:
                raise InputError(
                    f"loop '{self.name}': {name} is not a rotation. Its columns are three orthogonal unit vectors, "
                    "right-handed: see axes_from."
                )

    @property
    def constrained(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Axes along which the cut joint forbids shifts, and about which it forbids turns."""
        return LOOP_TYPES[self.type]


def path_to_base(robot: Robot, body: int) -> list[int]:
    """The body and all its ancestors, the base last."""
    path = [body]
    while path[-1] > 0:
        path.append(robot.parents[path[-1]])
    return path


def loop_branches(robot: Robot, loop: Loop) -> tuple[list[int], list[int]]:
    """Bodies from the nearest common ancestor (left out) to the first and to the second body of a loop."""
    first, second = (path_to_base(robot, robot.body_names.index(name)) for name in (loop.first, loop.second))
    while first and second and first[-1] == second[-1]:
        first.pop(), second.pop()
    return first[::-1], second[::-1]


def check_loops(robot: Robot) -> None:
    """Every loop joins two known bodies, and its dependent joints are passive joints of this loop and of no other."""
    if isinstance(robot.loops, Loop) or not all(isinstance(loop, Loop) for loop in robot.loops):
        raise InputError(f"robot '{robot.name}': loops must be a list of elver.Loop objects.")
    owner: dict[str, str] = {}
    for loop in robot.loops:
        if [other.name for other in robot.loops].count(loop.name) > 1:
            raise InputError(f"robot '{robot.name}': loop name '{loop.name}' is used more than once. Names must be unique.")
        for end in (loop.first, loop.second):
            robot.body(end)
        if loop.first == loop.second:
            raise InputError(f"loop '{loop.name}' joins body '{loop.first}' to itself. Give two bodies.")
        joints = {robot.joints[j - 1].name: robot.joints[j - 1] for branch in loop_branches(robot, loop) for j in branch}
        moving = [name for name, joint in joints.items() if joint.moving]
        for name in loop.dependent:
            if name not in moving:
                raise unknown_name(f"moving joint of loop '{loop.name}':", name, moving)
            if name in owner:
                raise InputError(f"joint '{name}' is dependent twice (loops '{owner[name]}' and '{loop.name}'). Name it once.")
            owner[name] = loop.name
            if joints[name].mode == "driven":
                raise InputError(
                    f"joint '{name}' follows from loop '{loop.name}' and cannot be driven. Give it mode passive, "
                    "or name another joint as dependent."
                )
