"""The verb: a robot out of a file, by what the file is."""

from __future__ import annotations

from pathlib import Path

from elver.errors import unknown_name
from elver.imports.assembly import assembled
from elver.imports.description import Description
from elver.imports.elements import Element, read_xml
from elver.imports.imported import Imported
from elver.imports.mjcf import read_mjcf
from elver.imports.sdf import read_sdf
from elver.imports.solids import ROLES
from elver.imports.urdf import read_urdf
from elver.robot import Robot
from elver.robot.joint import JOINT_MODES
from elver.robot.tree import BASES


def import_description(
    path,
    base: str | None = None,
    *,
    mode: str = "driven",
    shapes: str = "collision",
    part: str | None = None,
    allow_outside: bool = False,
) -> Imported:
    """The robot in a URDF, MJCF or SDF file, and what the file says besides.

    base: free, planar, sagittal or fixed; None for what the file says (free where it says nothing).
    mode: of the joints; those with a spring are passive.   shapes: collision, visual or none, the primitives to take.
    part: which of several robots, by the name of the SDF's model or of the MJCF's body that is its root.
    allow_outside: whether an MJCF file may open meshes and includes outside its own folder. Nothing else is ever opened.
    """
    for what, value, allowed in (("mode", mode, JOINT_MODES), ("shapes", shapes, ROLES), ("base", base, (None, *BASES))):
        if value not in allowed:
            raise unknown_name(what, value, [word for word in allowed if word])
    root = read_xml(path)
    return assembled(describe(root, Path(path), base, part, allow_outside), base, mode, shapes)


def import_robot(path, base: str | None = None, **options) -> Robot:
    """The robot in a URDF, MJCF or SDF file. Options as those of ``import_description``, which tells what was left out."""
    return import_description(path, base, **options).robot


def describe(root: Element, path: Path, base: str | None, part: str | None, allow_outside: bool) -> Description:
    """What the file says, by its outermost element."""
    if root.tag == "mujoco":
        return read_mjcf(root, path, base, part, allow_outside)
    if root.tag == "sdf":
        return read_sdf(root, part)
    if root.tag == "robot":
        if part is not None:
            raise root.wrong(f"part = '{part[:60]}', but a URDF file holds one robot. Leave `part` out.")
        return read_urdf(root)
    raise root.wrong("is no robot description. Its outermost element is <robot> (URDF), <mujoco> (MJCF) or <sdf> (SDF).")
