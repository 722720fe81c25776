"""The verb: a robot out of a file, by what the file is."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from elver.errors import unknown_name
from elver.imports.assembly import assembled
from elver.imports.description import Description
from elver.imports.elements import Element, read_xml
from elver.imports.formats.mjcf import read_mjcf
from elver.imports.formats.mjcf_files import look_over, named_files
from elver.imports.formats.sdf import read_sdf
from elver.imports.formats.urdf import read_urdf
from elver.imports.imported import Imported
from elver.imports.solids import ROLES, Opener
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
    meshes: str | Path | None = None,
    allow_outside: bool = False,
) -> Imported:
    """The robot in a URDF, MJCF or SDF file, and what the file says besides.

    base: free, planar, sagittal or fixed; None for what the file says (free where it says nothing).
    mode: of the joints; those with a spring are passive.   shapes: collision, visual or none, the geometry to take.
    part: which of several robots, by the name of the SDF's model or of the MJCF's body that is its root.
    meshes: folder in which meshes are looked for and opened, so that bodies get shapes from them; None: primitives alone.
    allow_outside: whether meshes and includes of an MJCF file may lie outside of these folders. Nothing else is ever opened.
    """
    for what, value, allowed in (("mode", mode, JOINT_MODES), ("shapes", shapes, ROLES), ("base", base, (None, *BASES))):
        if value not in allowed:
            raise unknown_name(what, value, [word for word in allowed if word])
    root = read_xml(path)
    try:
        with np.errstate(all="ignore"):  # numbers near the largest overflow, and are then refused as what they became
            opener = None if meshes is None else Opener(Path(path).parent, None if allow_outside else Path(meshes), [])
            return assembled(describe(root, Path(path), base, part, allow_outside), base, mode, shapes, opener)
    except np.linalg.LinAlgError:
        raise root.wrong("its inertias are too large to compute with. Give them in kg m^2.") from None


def files_of(path) -> list[Path]:
    """The files that an import reads: the description, and what an MJCF file names."""
    root, first = read_xml(path), Path(path)
    if root.tag != "mujoco":
        return [first]
    folder = first.resolve().parent
    named = [place for tree in look_over(root, first, True) for _, _, places in named_files(tree, folder) for place in places]
    return [first, *sorted({place.resolve() for place in named if place.is_file()})]


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
