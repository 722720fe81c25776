"""SDF: links, joints, poses relative to other frames, inertias and added mass of a ``<model>``."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.errors import unknown_name
from elver.imports.description import (
    Connection,
    Description,
    Part,
    Solid,
    X,
    add_composed,
    add_part,
    ball_moves,
    inverse,
    pose_of,
    tensor,
    unit,
)
from elver.imports.elements import Element
from elver.imports.formats.sdf_frames import Frames, numbers_of

SIMPLE = {"revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": "fixed"}
JOINT_TYPES = (*SIMPLE, "ball", "universal", "revolute2")
WORLD = "world"
LEFT_OUT = ("plugin", "gripper", "sensor")
AXES = "xyzpqr"  # of an added mass: surge, sway, heave, and turns about them
ENDLESS = 1e16  # limits beyond this are none


@dataclass(frozen=True)
class Model:
    """A ``<model>``, its frames, and the version of the format."""

    element: Element
    frames: Frames
    version: tuple[int, ...]


def read_sdf(sdf: Element, wanted: str | None) -> Description:
    """What the wanted model of an ``<sdf>`` says; the only one where none is named."""
    element = chosen_model(sdf, wanted)
    for child in element.all("include"):
        raise child.wrong("names another file, which is not opened. Write its model into this one, for example by `gz sdf -p`.")
    for child in element.all("model"):
        raise child.wrong("is a model in a model. Write its links and joints into the outer one.")
    model = Model(element, Frames(element), version_of(sdf))
    described = Description(element.word("name"), "sdf", element.file)
    for child in element.all("link"):
        if child.word("name") == WORLD:
            described.warnings.append("link 'world' is taken for the world itself.")
        else:
            add_part(described, link(child))
    for child in element.all("joint"):
        add_joint(child, model, described)
    settle_root(model, described)
    for tag in LEFT_OUT:
        if count := sum(found.tag == tag for found in element.walk()):
            described.warnings.append(f"<{tag}> not taken over: {count}.")
    return described


def version_of(sdf: Element) -> tuple[int, ...]:
    """The version of the format, as numbers."""
    text = sdf.word("version")
    words = text.strip().split(".")
    if not all(word.isascii() and word.isdecimal() and len(word) < 9 for word in words):
        raise sdf.wrong(f"version = '{text[:60]}' is no version. Give one such as 1.7.")
    return tuple(int(word) for word in words)


def chosen_model(sdf: Element, wanted: str | None) -> Element:
    """The model of that name, or the only one of the file."""
    models = sdf.all("model") + [model for world in sdf.all("world") for model in world.all("model")]
    if not models:
        raise sdf.wrong("holds no <model>. Give a file with one.")
    names = [model.word("name") for model in models]
    if wanted is not None and wanted not in names:
        raise sdf.wrong(str(unknown_name("model", wanted, names)))
    if wanted is None and len(models) > 1:
        raise sdf.wrong(f"holds {len(models)} models ({', '.join(names[:8])}). Name one by part=...")
    return models[names.index(wanted) if wanted is not None else 0]


def link(element: Element) -> Part:
    """A link with its inertia about the centre of mass, in the link's frame. The format's defaults are 1 kg and 1 kg m^2."""
    part = Part(element.word("name"), where=element)
    inertial = element.child("inertial")
    if inertial is None:
        part.mass, part.inertia = 1.0, np.eye(3)
    else:
        place = own_pose(inertial)
        part.mass = inertial.below("mass", 1.0, low=0.0)
        defaults = {"ixx": 1.0, "ixy": 0.0, "ixz": 0.0, "iyy": 1.0, "iyz": 0.0, "izz": 1.0}
        own = tensor(*(inertial.below(f"inertia/{key}", default) for key, default in defaults.items()))
        part.centre, part.inertia = place[:3, 3], place[:3, :3] @ own @ place[:3, :3].T
        added = inertial.child("fluid_added_mass")
        part.added = added_mass(added) if added is not None else None
    for role in ("collision", "visual"):
        found = (solid(drawn, role) for drawn in element.all(role) if drawn.child("geometry") is not None)
        part.solids.extend(s for s in found if s is not None)
    return part


def own_pose(element: Element) -> np.ndarray:
    """The ``<pose>`` of something inside a link, in the link's frame."""
    place = element.child("pose")
    if place is None or not place.text.strip():
        return np.eye(4)
    other = place.attributes.get("relative_to") or place.attributes.get("frame")
    if other:
        raise place.wrong(f"is relative to '{other[:60]}'. Inside a link only poses in the link's own frame are read.")
    return pose_of(numbers_of(place))


def added_mass(element: Element) -> np.ndarray:
    """The 6x6 matrix in the link's frame, at its origin, linear part first."""
    A = np.zeros((6, 6))
    for i, first in enumerate(AXES):
        for k in range(i, 6):
            A[i, k] = A[k, i] = element.below(first + AXES[k], 0.0)
    low = float(np.linalg.eigvalsh(A).min())
    if low < -1e-9 * max(float(np.abs(A).max()), 1e-300):
        raise element.wrong(f"has the negative eigenvalue {low:.4g}. Moving fluid has positive energy: check the signs.")
    return A


def solid(element: Element, role: str) -> Solid | None:
    """One ``<visual>`` or ``<collision>``; None for what is no body, such as a plane."""
    geometry, place = element.need("geometry"), own_pose(element)
    inside = geometry.children[0] if geometry.children else None
    if inside is None:
        return None
    if inside.tag == "box":
        return Solid("box", tuple(inside.need("size").content(3)), place, role)
    if inside.tag == "sphere":
        return Solid("sphere", (inside.need("radius").value(),), place, role)
    if inside.tag == "ellipsoid":
        return Solid("ellipsoid", tuple(inside.need("radii").content(3)), place, role)
    if inside.tag in ("cylinder", "capsule"):
        return Solid(inside.tag, (inside.need("radius").value(), inside.need("length").value()), place, role)
    if inside.tag == "mesh":
        scale = inside.child("scale")
        factors = tuple(scale.content(3)) if scale is not None else (1.0, 1.0, 1.0)
        return Solid("mesh", factors, place, role, inside.need("uri").text.strip())
    return None


def add_joint(element: Element, model: Model, described: Description) -> None:
    """A joint of one freedom, or several joints with massless links between them."""
    kind = element.choice("type", JOINT_TYPES)
    parent, child = (model.frames.link_of(element.need(end), WORLD) for end in ("parent", "child"))
    if child == WORLD:
        raise element.need("child").wrong("the world cannot be a child. Name it as parent, and the link as child.")
    if parent == WORLD and WORLD not in described.parts:
        described.parts[WORLD] = Part(WORLD, where=element)
    here, above = model.frames.link_pose(child), model.frames.link_pose(parent) if parent != WORLD else model.frames.in_world
    joint_frame = inverse(here) @ model.frames.joint_pose(element, child)
    c = Connection(element.word("name"), parent, child, SIMPLE.get(kind, kind), inverse(above) @ here, where=element)
    c.anchor = joint_frame[:3, 3]
    if kind == "fixed":
        described.connections.append(c)
    elif kind == "ball":
        add_composed(described, c, [(name, how, joint_frame[:3, :3] @ axis) for name, how, axis in ball_moves()])
    elif kind in SIMPLE:
        one_freedom(element, "axis", model, c, joint_frame)
        described.connections.append(c)
    else:
        two_freedoms(element, model, described, c, joint_frame)


def one_freedom(element: Element, tag: str, model: Model, c: Connection, joint_frame: np.ndarray) -> None:
    """Axis, friction, spring and limits of one freedom."""
    axis = element.child(tag)
    if axis is None:
        raise element.wrong(f"has no <{tag}>. Add one.")
    c.axis = direction(axis, model, c.child, joint_frame)
    c.viscous = axis.below("dynamics/damping", 0.0, low=0.0)
    c.coulomb = axis.below("dynamics/friction", 0.0, low=0.0)
    c.stiffness, c.rest = axis.below("dynamics/spring_stiffness", 0.0, low=0.0), axis.below("dynamics/spring_reference", 0.0)
    ends = element.attributes.get("type") != "continuous"
    low, high = axis.below("limit/lower", -ENDLESS), axis.below("limit/upper", ENDLESS)
    c.low, c.high = (low if ends and low > -ENDLESS else None), (high if ends and high < ENDLESS else None)
    speed, effort = axis.below("limit/velocity", -1.0), axis.below("limit/effort", -1.0)  # negative: no limit
    c.speed, c.effort = (speed if speed >= 0 else None), (effort if effort >= 0 else None)


def direction(axis: Element, model: Model, child: str, joint_frame: np.ndarray) -> np.ndarray:
    """The joint axis in the child's frame, whatever frame it is given in."""
    xyz = axis.child("xyz")
    given = unit(axis, xyz.content(3) if xyz is not None else np.array([0.0, 0.0, 1.0]))
    to_child = inverse(model.frames.link_pose(child))[:3, :3]
    other = xyz.attributes.get("expressed_in", "") if xyz is not None else ""
    if other:
        return to_child @ model.frames.pose_of_frame(other, axis)[:3, :3] @ given
    parent_frame = axis.child("use_parent_model_frame")
    in_model = parent_frame is not None and parent_frame.text.strip() in ("true", "1")
    if in_model or model.version < (1, 5):  # before 1.5 an axis was always given in the model's frame
        return to_child @ given
    return joint_frame[:3, :3] @ given


def two_freedoms(element: Element, model: Model, described: Description, c: Connection, joint_frame: np.ndarray) -> None:
    """A universal joint (or revolute2): a turn about the first axis, then about the second."""
    add_composed(described, c, [("1", "revolute", X), ("2", "revolute", X)])
    first, second = described.connections[-2:]
    for freedom, tag in ((first, "axis"), (second, "axis2")):
        probe = Connection(c.name, c.parent, c.child, "revolute", c.place, where=element)
        one_freedom(element, tag, model, probe, joint_frame)
        for name in ("axis", "viscous", "coulomb", "stiffness", "rest", "low", "high", "speed", "effort"):
            setattr(freedom, name, getattr(probe, name))


def settle_root(model: Model, described: Description) -> None:
    """The pose of the root; a root that is fixed to the world becomes the base itself, and stands still."""
    anchors = [c for c in described.connections if c.parent == WORLD]
    if WORLD in described.parts:
        described.base = "fixed"
        if len(anchors) == 1 and anchors[0].type == "fixed":
            del described.parts[WORLD]
            described.connections.remove(anchors[0])
            described.root_pose = model.frames.world_pose(anchors[0].child)
        return
    carried = {c.child for c in described.connections}
    roots = [name for name in described.parts if name not in carried]
    if len(roots) == 1:
        described.root_pose = model.frames.world_pose(roots[0])
    static = model.element.child("static")
    if static is not None and static.text.strip() in ("true", "1"):
        described.base = "fixed"
