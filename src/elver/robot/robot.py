"""A robot: bodies and joints as a tree, loops closed by cut joints, checked when it is made."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from functools import cached_property

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol, require_name, require_number, unknown_name
from elver.robot.bodies import Body
from elver.robot.joints import JOINT_MODES, JOINT_TYPES, Joint, Place
from elver.robot.shapes import (
    IDENTITY,
    Blade,
    Box,
    Compound,
    Contour,
    Ellipsoid,
    EllipticCylinder,
    HalfEllipsoid,
    Rod,
    Shape,
    Strip,
)
from elver.symbolic.arrays import array_of, has_symbols, is_zero, leaves, require_known
from elver.symbolic.spatial import matrix

# --- A cut joint: what closes a loop of the tree. Khalil's description: a spanning tree, and one joint per loop left out of it.

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

    def __post_init__(self) -> None:
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


def _path_to_base(robot: Robot, body: int) -> list[int]:
    """The body and all its ancestors, the base last."""
    path = [body]
    while path[-1] > 0:
        path.append(robot.parents[path[-1]])
    return path


def loop_branches(robot: Robot, loop: Loop) -> tuple[list[int], list[int]]:
    """Bodies from the nearest common ancestor (left out) to the first and to the second body of a loop."""
    first, second = (_path_to_base(robot, robot.body_names.index(name)) for name in (loop.first, loop.second))
    while first and second and first[-1] == second[-1]:
        first.pop(), second.pop()
    return first[::-1], second[::-1]


def _check_loops(robot: Robot) -> None:
    """Every loop joins two known bodies, and its dependent joints are passive joints of this loop and of no other."""
    if isinstance(robot.loops, Loop) or not all(isinstance(loop, Loop) for loop in robot.loops):
        raise InputError(f"robot '{robot.name}': loops must be a list of elver.robot.Loop objects.")
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


# --- Physics sanity checks, run when a robot is built. Bad physics is refused, never repaired.
#
# What is a symbol has no value yet: it is checked when a model is made of the robot, at the default values of its free
# parameters, and again at every other value (``Model.check_machine``).

_RELATIVE = 1e-9  # rounding allowed in inertias that a user computed by hand or read from a file


def _check_names(robot: str, bodies: Sequence[Body], joints: Sequence[Joint]) -> None:
    """Names are unique and every joint connects two known bodies."""
    for what, things, kind in (("bodies", bodies, Body), ("joints", joints, Joint)):
        if isinstance(things, (str, Body, Joint)) or not all(isinstance(t, kind) for t in things):
            raise InputError(f"robot '{robot}': {what} must be a list of elver.{kind.__name__} objects.")
    if not bodies:
        raise InputError(f"robot '{robot}' has no bodies. Give at least the base.")
    require_name("name of the robot", robot)
    for what, things in (("body", bodies), ("joint", joints)):
        for thing in things:
            require_name(f"robot '{robot}': name of a {what}", thing.name)
        twice = [n for n, count in Counter(t.name for t in things).items() if count > 1]
        if twice:
            raise InputError(f"robot '{robot}': {what} name '{twice[0]}' is used more than once. Names must be unique.")
    known = [b.name for b in bodies]
    for joint in joints:
        for end in (joint.parent, joint.child):
            if end not in known:
                raise unknown_name(f"body in joint '{joint.name}':", end, known)
    children = Counter(j.child for j in joints)
    for child, count in children.items():
        if count > 1:
            raise InputError(
                f"robot '{robot}': body '{child}' is the child of {count} joints, which closes a loop. "
                "A tree gives each body one joint; give the other as an elver.robot.Loop (`loops` in a file)."
            )


def _check_robot(robot: Robot) -> None:
    """Every body and joint is physical, and every moving joint moves some mass."""
    for body in robot.bodies:
        check_body(body)
    for joint in robot.joints:
        _check_joint(joint)
    _check_no_loose_ends(robot)


def check_body(body: Body) -> None:
    """Mass, first moments and inertia belong to some distribution of positive mass."""
    where = f"body '{body.name}'"
    if body.first_moments.shape != (3,) or body.inertia.shape != (3, 3):
        raise InputError(
            f"{where}: first_moments must have shape (3,) and inertia (3, 3); "
            f"given {body.first_moments.shape} and {body.inertia.shape}."
        )
    require_number(f"{where}: mass", body.mass)
    if any(has_symbols(v) for v in (body.mass, body.first_moments, body.inertia)):
        return
    if not (np.isfinite(body.first_moments).all() and np.isfinite(body.inertia).all()):
        raise InputError(f"{where}: first moments or inertia hold a value that is not finite.")
    if body.mass < 0:
        raise InputError(f"{where}: mass = {body.mass} kg is negative. Give a positive mass, or 0 for a virtual link.")
    if body.virtual:
        if np.any(body.first_moments) or np.any(body.inertia):
            raise InputError(
                f"{where}: has no mass but has first moments or inertia. A virtual link has none; "
                "use Joint.rotor for the inertia of a drive."
            )
        return
    _check_inertia(where, body.central_inertia, np.abs(body.inertia).max())


def _check_inertia(where: str, central: np.ndarray, scale: float) -> None:
    """Inertia about the centre of mass: symmetric, positive definite, principal moments obey the triangle inequality."""
    if not np.allclose(central, central.T, rtol=0, atol=_RELATIVE * scale):
        raise InputError(f"{where}: inertia is not symmetric. Give Ixy = Iyx and so on.")
    principal = np.linalg.eigvalsh(0.5 * (central + central.T))
    shown = ", ".join(f"{v:.6g}" for v in principal)
    if principal[0] <= 0:
        raise InputError(
            f"{where}: inertia about the centre of mass is not positive definite (principal moments {shown} kg m^2). "
            "Check that `inertia` is about the frame's ORIGIN; for one about the centre of mass use Body.central."
        )
    if principal[0] + principal[1] < principal[2] * (1 - _RELATIVE):
        raise InputError(
            f"{where}: principal moments {shown} kg m^2 break the triangle inequality I1 + I2 >= I3, "
            "so no mass distribution has them. Check signs and reference point of `inertia`."
        )


def _check_joint(joint: Joint) -> None:
    """Known type and mode, finite parameters, friction and rotor inertia not negative."""
    if joint.type not in JOINT_TYPES:
        raise unknown_name(f"type of joint '{joint.name}':", joint.type, JOINT_TYPES)
    if joint.mode not in JOINT_MODES:
        raise unknown_name(f"mode of joint '{joint.name}':", joint.mode, JOINT_MODES)
    for name in ("gamma", "b", "alpha", "d", "theta", "r", "coulomb", "viscous", "rotor"):
        require_number(
            f"joint '{joint.name}': {name}", getattr(joint, name), low=0.0 if name in ("coulomb", "viscous", "rotor") else None
        )
    if joint.place is not None and not isinstance(joint.place, Place):
        raise InputError(f"joint '{joint.name}': place is {joint.place!r}. Give elver.robot.placed(at, axis).")
    if joint.limit is not None:
        require_number(f"joint '{joint.name}': limit", joint.limit, low=0.0)


def _check_no_loose_ends(robot: Robot) -> None:
    """A moving joint must carry mass, unless a loop moves it; a free base must have some. A free mass counts as one."""
    carried = [1.0 if has_symbols(b.mass) else b.mass for b in robot.bodies]
    for k in range(len(robot.bodies) - 1, 0, -1):
        joint = robot.joints[k - 1]
        if joint.moving and carried[k] == 0 and is_zero(joint.rotor) and joint.name not in robot.dependent:
            raise InputError(
                f"robot '{robot.name}': joint '{joint.name}' moves no mass: body '{robot.bodies[k].name}' "
                "and all behind it are massless. Give the last body of the branch a mass, or make the joint fixed."
            )
        carried[robot.parents[k]] += carried[k]
    if robot.freedoms and carried[0] == 0:
        raise InputError(f"robot '{robot.name}' has a {robot.base} base but no mass at all.")


# --- The machine: a floating tree of bodies. Frozen, checked data; no mechanics.

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

    After construction ``bodies`` and ``joints`` are in tree order: parents first, joint k carries body k + 1.

    Parameters
    ----------
    name : str
        What it is called in messages and results.
    bodies, joints : sequence
        Of Body and Joint.
    base : str
        ``free`` (six freedoms), ``fixed``, ``planar`` (surge, sway, yaw) or ``sagittal`` (surge, heave, pitch).
    loops : sequence of Loop
        Cut joints that close loops of the tree.

    Raises
    ------
    InputError
        Where bodies and joints make no tree, a name stands twice, a body is not physical, or a loop cannot be closed.
    """

    name: str
    bodies: Sequence[Body]
    joints: Sequence[Joint] = ()
    base: str = "free"
    loops: Sequence[Loop] = ()
    parents: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        if self.base not in BASES:
            raise unknown_name("base", self.base, BASES)
        _check_names(self.name, self.bodies, self.joints)
        bodies, joints = _tree_order(self.name, tuple(self.bodies), tuple(self.joints))
        index = {body.name: k for k, body in enumerate(bodies)}
        object.__setattr__(self, "bodies", bodies)
        object.__setattr__(self, "joints", joints)
        object.__setattr__(self, "parents", (-1, *(index[j.parent] for j in joints)))
        _check_loops(self)
        object.__setattr__(self, "loops", tuple(self.loops))
        _check_robot(self)

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


def _tree_order(name: str, bodies: tuple[Body, ...], joints: tuple[Joint, ...]) -> tuple[tuple[Body, ...], tuple[Joint, ...]]:
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


# --- Which values of free parameters certainly make a machine, of many sets of them at once.
#
# The checks of a robot are made of numbers one machine at a time. Here the same conditions stand as expressions, a little
# sharper: where all of them hold, the checks pass; where one does not, only the checks themselves can say
# (``Model.check_machine``).

_SHARP = 1e-9  # share of the inertia's size by which a moment must be positive; closer calls are left to the checks
_POSITIVE = {Strip: ("length", "half_width", "half_height"), Blade: ("length", "chord"), Contour: ("half_length", "radius")}
_SOLIDS = (Box, Compound, Ellipsoid, EllipticCylinder, HalfEllipsoid, Rod)


def margins(robot: Robot) -> list[ca.SX] | None:
    """Expressions that are all positive where the robot certainly is one; None where it holds a part of a kind not known here."""
    parts: list = [*robot.bodies, *robot.joints, *robot.loops]
    found: list[ca.SX] = []
    while parts:
        part = parts.pop()
        if not any(True for _ in leaves(part)):
            continue
        conditions = _of_part(part)
        if conditions is None:
            return None
        found += [ca.SX(c) for c in conditions if is_symbol(c)]
        parts += inner(part)
    return found


def inner(part: object) -> list:
    """What a part is made of that has conditions of its own."""
    if isinstance(part, Compound):
        return list(part.parts)
    names = ("shape", "strip", "contour", "blade", "place")
    return [p for p in (getattr(part, n, None) for n in names) if is_dataclass(p)]


def _of_part(part: object) -> list | None:
    """The conditions of one part alone."""
    if isinstance(part, Body):
        return list(_of_body(part))
    if isinstance(part, Joint):
        losses = [part.coulomb, part.viscous, 0.0 if part.limit is None else part.limit]
        return [part.rotor, *(2 * (v >= 0) - 1 for v in losses if is_symbol(v))]  # 0 is allowed; a rotor may be all that moves
    if isinstance(part, (Place, Loop)):
        return []
    if type(part) in _POSITIVE:
        return [getattr(part, name) for name in _POSITIVE[type(part)]]
    return list(part.lengths().values()) if isinstance(part, Shape) and type(part) in _SOLIDS else None


def _of_body(body: Body) -> Iterator:
    """Mass, and the second moments of mass about its centre: positive definite, so principal moments obey all inequalities."""
    if body.virtual:
        return
    yield body.mass
    central = matrix(body.central_inertia)
    size = ca.trace(central)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        yield _SHARP / 10 * size - ca.fabs(central[i, j] - central[j, i])
    second = 0.5 * size * ca.SX.eye(3) - central
    yield second[0, 0] - _SHARP * size
    yield second[0, 0] * second[1, 1] - second[0, 1] ** 2 - _SHARP * size**2
    yield ca.det(second) - _SHARP * size**3
