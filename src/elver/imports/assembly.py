"""From a description to a robot: one tree, frames with z along the joint axis, inertias and shapes turned into them."""

from __future__ import annotations

from collections import Counter

import numpy as np

from elver.drive import Spring
from elver.errors import InputError, each, listed
from elver.imports.description import Connection, Description, Part, inverse
from elver.imports.imported import Imported, JointLimits
from elver.imports.rigid import carry_odd_masses, leave_inertia_of_the_ground, rigid_groups
from elver.imports.solids import Geometry, Opener, meshes_of, shape_of
from elver.imports.trees import check_tree, children_first
from elver.robot import Body, Joint, Place, Robot
from elver.robot.checks import check_body
from elver.robot.shapes import Shape
from elver.spatial import rotation_quaternion


def assembled(described: Description, base: str | None, mode: str, shapes: str, opener: Opener | None = None) -> Imported:
    """The robot of a description, with everything that the file says besides. opener: of meshes; without one none is opened."""
    root = check_tree(described)
    base = base or described.base
    leave_inertia_of_the_ground(described, root, base)
    carry_odd_masses(described, root)
    still_joints_without_mass(described, root)
    refuse_idle_base(described, root, base)
    frames = {root: np.eye(4)} | {c.child: inverse(c.frame) for c in described.connections}
    warnings, geometry = described.warnings, Geometry()
    solid = {p.name: shape_of(p, frames[p.name], shapes, warnings, geometry, opener) for p in described.parts.values()}
    if geometry.unknown:
        first = next(iter(geometry.unknown.values()))
        warnings.append(f"links have no shape, for their geometry could not be used: {listed(geometry.unknown)} ({first})")
    bodies = each(described.parts.values(), lambda p: body_of(p, frames[p.name], solid[p.name]))
    moving = [c for c in described.connections if c.type != "fixed"]
    elastic = {c.name: Spring(c.stiffness, 0.0, c.rest) for c in moving if c.stiffness > 0}  # damping: Joint.viscous
    try:
        joints = [joint_of(c, frames, "passive" if c.name in elastic else mode) for c in described.connections]
        robot = Robot(described.name, bodies, joints, base)
    except InputError as error:
        raise InputError(f"{described.file}: {error}") from error
    start = described.root_pose
    meshes = {name: meshes_of(part, frames[name]) for name, part in described.parts.items()}
    return Imported(
        robot=robot,
        format=described.format,
        limits={c.name: JointLimits(c.low, c.high, c.speed, c.effort) for c in moving},
        elastic=elastic,
        meshes={name: found for name, found in meshes.items() if found},
        added_mass={n: added_in(frames[n], p.added) for n, p in described.parts.items() if p.added is not None},
        frames={name: frames[name] for name in robot.body_names},
        position=tuple(float(v) for v in start[:3, 3]),
        quaternion=tuple(float(v) for v in rotation_quaternion(start[:3, :3])),
        warnings=tuple(warnings),
        derived=geometry.derived,
        unknown=geometry.unknown,
        dry=tuple(geometry.dry),
        opened=tuple(opener.opened) if opener is not None else (),
    )


def body_of(part: Part, to_body: np.ndarray, shape: Shape | None) -> Body:
    """The part as a body; an error that names its element where no mass distribution has its inertia."""
    R = to_body[:3, :3]
    turned = R @ part.inertia @ R.T
    try:
        if part.mass:
            centre = to_body[:3, 3] + R @ part.centre
            body = Body.central(part.name, part.mass, centre, 0.5 * (turned + turned.T), shape)
        else:
            strip = shape.strip() if shape is not None else None
            body = Body(part.name, 0.0, np.zeros(3), turned, shape, strip)
        check_body(body)
    except InputError as error:
        if part.where is None:
            raise
        advice = "" if part.mass else ", or give base='fixed' where it is the root and stands still"
        raise part.where.wrong(f"{error} Correct the link's mass and inertia in the file{advice}.") from error
    return body


def joint_of(c: Connection, frames: dict[str, np.ndarray], mode: str) -> Joint:
    """The joint, placed on the parent's body frame; its variable is the file's own."""
    place = frames[c.parent] @ c.place @ inverse(frames[c.child])
    return Joint(
        c.name,
        c.parent,
        c.child,
        c.type,
        theta=-c.zero if c.type == "revolute" and c.zero else 0.0,
        r=-c.zero if c.type == "prismatic" and c.zero else 0.0,
        mode=mode,
        coulomb=c.coulomb,
        viscous=c.viscous,
        rotor=c.rotor,
        limit=c.effort or None,
        place=Place(place[:3, 3], place[:3, :3]),
    )


def added_in(to_body: np.ndarray, added: np.ndarray) -> np.ndarray:
    """A 6x6 inertia of the part's frame in the body's frame: X^T A X, X the twist of the part's origin from the body's."""
    R, p = to_body[:3, :3], to_body[:3, 3]  # pose of the part's frame in the body's
    cross = np.array([[0.0, -p[2], p[1]], [p[2], 0.0, -p[0]], [-p[1], p[0], 0.0]])
    X = np.block([[R.T, -R.T @ cross], [np.zeros((3, 3)), R.T]])
    turned = X.T @ added @ X
    return 0.5 * (turned + turned.T)


def still_joints_without_mass(described: Description, root: str) -> None:
    """A joint that moves no mass has no motion to compute: it is held at its zero."""
    carried = Counter({name: part.mass for name, part in described.parts.items()})
    for c in children_first(described, root):
        if c.type != "fixed" and carried[c.child] == 0 and c.rotor == 0:
            described.warnings.append(f"joint '{c.name}' moves no mass and is held fixed.")
            c.type = "fixed"
        carried[c.parent] += carried[c.child]


def refuse_idle_base(described: Description, root: str, base: str) -> None:
    """A base that can move, has no mass and carries one joint has a freedom twice: no motion can be computed."""
    group = rigid_groups(described, root)[0]
    if base == "fixed" or any(described.parts[name].mass for name in group):
        return
    moved = [c for c in described.connections if c.parent in group and c.type != "fixed"]
    if len(moved) == 1:
        raise InputError(
            f"{described.file}: the root '{root}' has no mass and carries joint '{moved[0].name}' alone, so a {base} base would "
            "move as that joint does. Give base='fixed', or make the joint's child the root."
        )
