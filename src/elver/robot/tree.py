"""The machine: a floating tree of bodies. Frozen, checked data; no mechanics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from elver.errors import InputError, unknown_name
from elver.robot import checks
from elver.robot.body import Body
from elver.robot.joint import Joint
from elver.robot.loop import Loop, check_loops

# The freedoms of the base: which of the six components [vx vy vz wx wy wz] of its twist, in its own frame, can change.
BASES = {
    "free": (0, 1, 2, 3, 4, 5),
    "planar": (0, 1, 5),
    "sagittal": (0, 2, 4),
    "fixed": (),
}


@dataclass(frozen=True, eq=False)
class Robot:
    """A tree of bodies. The body that is nobody's child is the base; bodies and joints may come in any order.

    base: ``free`` (six freedoms), ``fixed``, ``planar`` (surge, sway, yaw) or ``sagittal`` (surge, heave, pitch).
    loops: cut joints that close loops of the tree.
    After construction ``bodies`` and ``joints`` are in tree order: parents first, joint k carries body k + 1.
    """

    name: str
    bodies: Sequence[Body]
    joints: Sequence[Joint] = ()
    base: str = "free"
    loops: Sequence[Loop] = ()
    parents: tuple[int, ...] = field(init=False)

    def __post_init__(self):
        if self.base not in BASES:
            raise unknown_name("base", self.base, BASES)
        checks.check_names(self.name, self.bodies, self.joints)
        bodies, joints = tree_order(self.name, tuple(self.bodies), tuple(self.joints))
        index = {body.name: k for k, body in enumerate(bodies)}
        object.__setattr__(self, "bodies", bodies)
        object.__setattr__(self, "joints", joints)
        object.__setattr__(self, "parents", (-1, *(index[j.parent] for j in joints)))
        check_loops(self)
        object.__setattr__(self, "loops", tuple(self.loops))
        checks.check_robot(self)

    @cached_property
    def freedoms(self) -> tuple[int, ...]:
        """Indices of the base twist's components that can change."""
        return BASES[self.base]

    @cached_property
    def moving(self) -> tuple[int, ...]:
        """Indices of the bodies whose joint moves; the joint vector q is in this order."""
        return tuple(k + 1 for k, joint in enumerate(self.joints) if joint.moving)

    @cached_property
    def moving_joints(self) -> tuple[Joint, ...]:
        """Joints with a variable, in the order of the joint vector q."""
        return tuple(j for j in self.joints if j.moving)

    @cached_property
    def joint_names(self) -> tuple[str, ...]:
        return tuple(j.name for j in self.moving_joints)

    @cached_property
    def body_names(self) -> tuple[str, ...]:
        return tuple(b.name for b in self.bodies)

    @cached_property
    def dependent(self) -> tuple[str, ...]:
        """Names of the joints whose motion follows from a loop, in the order of the joint vector q."""
        followers = {name for loop in self.loops for name in loop.dependent}
        return tuple(name for name in self.joint_names if name in followers)

    @property
    def mass(self) -> float:
        """Total mass [kg]."""
        return sum(b.mass for b in self.bodies)

    @property
    def nose(self) -> str:
        """Which way along its bodies a chain calls forward, ``x`` or ``-x``: to its first body; ``x`` for a single one."""
        ahead = 0.0
        for joint, place in zip(self.joints, (j.place for j in self.joints), strict=True):
            outline = self.body(joint.parent).outline
            at = joint.d * math.cos(joint.gamma) + joint.r * math.sin(joint.gamma) * math.sin(joint.alpha)
            if place is not None:
                side = joint.d * math.sin(joint.gamma) - joint.r * math.cos(joint.gamma) * math.sin(joint.alpha)
                up = joint.b + joint.r * math.cos(joint.alpha)
                at = place.position[0] + place.rotation[0] @ (at, side, up)
            ahead += 0.0 if outline is None else float(at) - float(outline.centre[0])
        return "-x" if ahead > 0 else "x"

    def body(self, name: str) -> Body:
        """The body of that name."""
        if name not in self.body_names:
            raise unknown_name(f"body of robot '{self.name}':", name, self.body_names)
        return self.bodies[self.body_names.index(name)]

    def with_modes(self, mode: str, joints: Sequence[str] | None = None) -> Robot:
        """The same robot with all independent joints, or the named ones, set to another mode."""
        for name in joints or ():
            if name not in self.joint_names:
                raise unknown_name(f"joint of robot '{self.name}':", name, self.joint_names)
        chosen = [n for n in self.joint_names if n not in self.dependent] if joints is None else joints
        changed = tuple(replace(j, mode=mode) if j.name in chosen else j for j in self.joints)
        return replace(self, joints=changed)


def tree_order(name: str, bodies: tuple[Body, ...], joints: tuple[Joint, ...]):
    """Bodies and joints sorted so that parents come first; refuses cycles, loose parts and several roots."""
    by_name = {b.name: b for b in bodies}
    roots = [b.name for b in bodies if b.name not in {j.child for j in joints}]
    if len(roots) != 1:
        found = ", ".join(roots) if roots else "none: the joints form a cycle"
        raise InputError(
            f"robot '{name}': a tree has exactly one body that is nobody's child; found {found}. "
            "Connect every other body by one joint that names it as child."
        )
    ordered, placed, waiting = [], [roots[0]], list(joints)
    while waiting:
        ready = next((j for j in waiting if j.parent in placed), None)
        if ready is None:
            cycle = ", ".join(j.name for j in waiting)
            raise InputError(
                f"robot '{name}': joints {cycle} form a cycle that does not reach the base '{roots[0]}'. "
                "Open the loop at one joint."
            )
        ordered.append(ready)
        placed.append(ready.child)
        waiting.remove(ready)
    return tuple(by_name[n] for n in placed), tuple(ordered)
