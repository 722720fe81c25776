"""A branch of a machine copied to the other side of a plane.

The plane belongs to the frame of the body that carries the branch. With S the reflection there and M = diag(1, -1, 1) in every
frame of the branch, a pose T of a frame in its parent's becomes M T M, and S T M at the branch's root: proper again, with x and z
reflected as vectors. Between frames M Rz(g) Tz(b) Rx(a) Tx(d) Rz(t) Tz(r) M = Rz(-g) Tz(b) Rx(-a) Tx(d) Rz(-t) Tz(r), so a
mirrored motion has the opposite angles, and equal shifts of prismatic joints.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from elver.document.forms import Fields, Many, Words
from elver.document.nodes import Node
from elver.document.scope import Scope
from elver.errors import unknown_name
from elver.machines.parts.chains import Parts

PLANES = {"xy": np.diag([1.0, 1.0, -1.0]), "xz": np.diag([1.0, -1.0, 1.0]), "yz": np.diag([-1.0, 1.0, 1.0])}
LOCAL = PLANES["xz"]
MIRROR = Fields(
    "a mirrored branch",
    {
        "branch": Words("name of the joint at the root of the branch"),
        "plane": Words("plane of the carrying body's frame", tuple(PLANES)),
        "rename": Many(Words("text in names, and what takes its place")),
    },
    ("branch", "plane", "rename"),
)


def read_mirror(node: Node, scope: Scope, parts: Parts) -> None:
    """Copy a branch to the other side."""
    values = MIRROR.read(node, scope)
    if values["branch"] not in parts.joints:
        raise node.error(f"{node.key}.branch: {unknown_name('joint', values['branch'], parts.joints)}")
    if len(values["rename"]) != 2 or not values["rename"][0]:
        raise node.error(f"{node.key}.rename: give two texts: what stands in the names, and what takes its place.")
    old, new = values["rename"]
    branch = gathered(parts, values["branch"])
    for name in (n for joint in branch for n in (joint.name, joint.child)):
        if old not in name:
            raise node.error(f"{node.key}.rename: the name '{name}' does not hold '{old}', so its copy would have the same name.")
    inside = {joint.child for joint in branch}
    bodies, joints = [], []
    for joint in branch:
        root = joint.name == values["branch"]
        outer = PLANES[values["plane"]] if root else LOCAL
        changed = scope.built(node, mirrored_joint, joint, outer)
        parent = joint.parent.replace(old, new) if joint.parent in inside else joint.parent
        names = {"name": joint.name.replace(old, new), "parent": parent, "child": joint.child.replace(old, new)}
        joints.append(replace(changed, **names, group=joint.group.replace(old, new)))
        bodies.append(replace(scope.built(node, mirrored_body, parts.bodies[joint.child]), name=names["child"]))
    parts.add(node, bodies, joints)
    for joint in branch:
        if joint.name in parts.springs:
            law = parts.springs[joint.name]
            rest = law.rest if joint.type == "prismatic" else -law.rest
            parts.springs[joint.name.replace(old, new)] = replace(law, rest=rest)


def gathered(parts: Parts, root: str) -> list[Any]:
    """The joints of a branch, its root first."""
    carried: dict[str, list[Any]] = {}
    for joint in parts.joints.values():
        carried.setdefault(joint.parent, []).append(joint)
    found, waiting = {root: parts.joints[root]}, [parts.joints[root]]
    while waiting:
        further = [other for other in carried.get(waiting.pop(0).child, ()) if other.name not in found]
        found |= {other.name: other for other in further}
        waiting += further
    return list(found.values())


def mirrored_joint(joint, outer: np.ndarray):
    """The joint between mirrored frames; ``outer``: reflection in the parent's frame."""
    from elver.robot import Place

    place = joint.place
    position = np.zeros(3) if place is None else place.position
    rotation = np.eye(3) if place is None else place.rotation
    turned = outer @ rotation @ LOCAL
    if place is not None or not np.array_equal(turned, np.eye(3)):
        place = Place(outer @ position, turned)
    return replace(joint, gamma=-joint.gamma, alpha=-joint.alpha, theta=-joint.theta, place=place)


def mirrored_body(body):
    """The body seen in the mirror, in its mirrored frame."""
    changed: dict[str, Any] = {
        "first_moments": LOCAL @ body.first_moments,
        "inertia": LOCAL @ body.inertia @ LOCAL,
        "shape": None if body.shape is None else mirrored_shape(body.shape),
    }
    if body.strip is not None:
        changed["strip"] = replace(body.strip, start=LOCAL @ body.strip.start, axes=LOCAL @ body.strip.axes @ LOCAL)
    if body.contour is not None:
        changed["contour"] = replace(body.contour, centre=LOCAL @ body.contour.centre, axis=LOCAL @ body.contour.axis)
    if body.blade is not None:
        vectors = {name: LOCAL @ getattr(body.blade, name) for name in ("start", "span", "chordwise", "normal")}
        changed["blade"] = replace(body.blade, **vectors)
    return replace(body, **changed)


def mirrored_shape(shape):
    """A solid in the mirror. Every solid is the same on both sides of its e2, so the axes stay right-handed."""
    from elver.robot import Compound

    if isinstance(shape, Compound):
        return replace(shape, parts=tuple(mirrored_shape(part) for part in shape.parts))
    return replace(shape, at=LOCAL @ shape.at, axes=LOCAL @ shape.axes @ LOCAL)
