"""URDF: links, joints, inertias, limits, friction and primitives of a ``<robot>``."""

from __future__ import annotations

import numpy as np

from elver._support.errors import InputError, each, gathering, refuse
from elver.scenarios.importers.description import (
    Connection,
    Description,
    Element,
    Part,
    Solid,
    add_composed,
    add_part,
    ball_moves,
    check_ends,
    floating_moves,
    planar_moves,
    pose_of,
    tensor,
    unit,
)

_JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar", "spherical")
_LEFT_OUT = ("transmission", "gazebo", "sensor", "ros2_control", "mujoco", "drake:joint", "loop")  # of a robot, said once each
_WORLD = "world"  # name of a root link that stands still, by custom


def read_urdf(robot: Element) -> Description:
    """What a ``<robot>`` says."""
    described = Description(robot.word("name", "robot"), "urdf", robot.file)
    for element in robot.walk():
        if element.tag.startswith("xacro:"):
            raise element.wrong("is a macro of xacro. Run xacro on the file first, and import what it writes.")
    wrong: list[InputError] = []
    for element in robot.all("link"):
        with gathering(wrong):
            add_part(described, _link(element, described.warnings))
    for element in robot.all("joint"):
        with gathering(wrong):
            _add_joint(element, described)
    if wrong:  # joints that name no link are told too, unless it is one that could not be read
        named = {element.attributes.get("name", "") for element in robot.all("link")}
        for c in described.connections:
            with gathering(wrong):
                check_ends(c, described.file, named)
    refuse(wrong)
    for tag in _LEFT_OUT:
        if count := len(robot.all(tag)):
            described.warnings.append(f"<{tag}> not taken over: {count}.")
    _free_root(described)
    return described


def origin(element: Element) -> np.ndarray:
    """The pose in the element's ``<origin>``; the identity without one."""
    place = element.child("origin")
    if place is None:
        return np.eye(4)
    return pose_of([*place.numbers("xyz", 3, (0, 0, 0)), *place.numbers("rpy", 3, (0, 0, 0))])


def _link(element: Element, warnings: list[str]) -> Part:
    """A link with its inertia about the centre of mass, in the link's frame."""
    part = Part(element.word("name"), where=element)
    wrong: list[InputError] = []
    inertial = element.child("inertial")
    if inertial is not None:
        with gathering(wrong):
            part.mass = inertial.need("mass").number("value", low=0.0)
        with gathering(wrong):
            place, moments = origin(inertial), inertial.need("inertia")
            own = tensor(*each(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), lambda key: moments.number(key, 0.0)))
            part.centre, part.inertia = place[:3, 3], place[:3, :3] @ own @ place[:3, :3].T
    for role in ("collision", "visual"):
        for drawn in element.all(role):
            with gathering(wrong):
                geometry = drawn.child("geometry")
                if geometry is not None and geometry.children:
                    _add_solid(part, drawn, geometry.children[0], role, warnings)
    refuse(wrong)
    return part


def _add_solid(part: Part, drawn: Element, inside: Element, role: str, warnings: list[str]) -> None:
    """Add one ``<visual>`` or ``<collision>`` to its link."""
    place = origin(drawn)
    if inside.tag == "box":
        part.solids.append(Solid("box", tuple(inside.numbers("size", 3)), place, role))
    elif inside.tag == "sphere":
        part.solids.append(Solid("sphere", (inside.number("radius"),), place, role))
    elif inside.tag in ("cylinder", "capsule"):
        part.solids.append(Solid(inside.tag, (inside.number("radius"), inside.number("length")), place, role))
    elif inside.tag == "mesh":
        part.solids.append(Solid("mesh", _scales(inside), place, role, inside.word("filename")))
    else:
        warnings.append(f"link '{part.name}': geometry <{inside.tag[:60]}> not taken over.")


def _scales(mesh: Element) -> tuple[float, ...]:
    """Factors of a mesh's axes; one number stands for all three."""
    text = mesh.attributes.get("scale", "1 1 1")
    if len(text.split()) == 1:
        return (mesh.number("scale"),) * 3
    return tuple(mesh.numbers("scale", 3, (1, 1, 1)))


def _add_joint(element: Element, described: Description) -> None:
    """A joint of one freedom, or several joints with massless links between them."""
    kind = element.choice("type", _JOINT_TYPES)
    parent, child = element.need("parent").word("link"), element.need("child").word("link")
    c = Connection(element.word("name"), parent, child, kind, origin(element), where=element)
    if kind not in ("fixed", "floating", "spherical"):
        axis = element.child("axis")
        c.axis = unit(axis or element, axis.numbers("xyz", 3, (1, 0, 0)) if axis is not None else np.array([1.0, 0.0, 0.0]))
    friction = element.child("dynamics")
    if friction is not None:
        c.viscous, c.coulomb = friction.number("damping", 0.0, low=0.0), friction.number("friction", 0.0, low=0.0)
    _limits(element, c, described.warnings)
    if element.child("mimic") is not None:
        follows = element.need("mimic").word("joint", "")
        described.warnings.append(f"joint '{c.name}' mimics '{follows}'; here it moves by itself.")
    if kind in ("revolute", "continuous", "prismatic", "fixed"):
        c.type = "revolute" if kind == "continuous" else kind
        described.connections.append(c)
        return
    if kind == "floating" and parent not in {other.child for other in described.connections}:
        described.connections.append(c)  # perhaps the root's own freedom: see free_root
        return
    add_composed(described, c, {"planar": planar_moves(c.axis), "spherical": ball_moves()}.get(kind, floating_moves()))


def _limits(element: Element, c: Connection, warnings: list[str]) -> None:
    """What a joint can do; a continuous one has no ends."""
    given = element.child("limit")
    if given is None:
        return
    if c.type in ("revolute", "prismatic"):
        low, high = given.number("lower", 0.0), given.number("upper", 0.0)
        if low > high:
            warnings.append(f"joint '{c.name}': its lower limit {low:g} is above its upper {high:g}; both are left out.")
        else:
            c.low, c.high = low, high
    c.effort = given.number("effort", 0.0, low=0.0)
    c.speed = given.number("velocity", 0.0, low=0.0)


def _free_root(described: Description) -> None:
    """A floating joint between a massless root and its only child makes that child a free base; other floating joints slide.

    A root called ``world`` stands still.
    """
    carried = {c.child for c in described.connections}
    for c in [c for c in described.connections if c.type == "floating"]:
        root = described.parts.get(c.parent)
        alone = sum(other.parent == c.parent for other in described.connections) == 1
        described.connections.remove(c)
        if root is not None and c.parent not in carried and alone and root.mass == 0 and c.child in described.parts:
            del described.parts[c.parent]
            described.base, described.root_pose = "free", c.place
            continue
        add_composed(described, c, floating_moves())
    if _WORLD in described.parts and _WORLD not in carried:
        described.base = "fixed"
