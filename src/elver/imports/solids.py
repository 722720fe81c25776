"""Boxes, balls, cylinders and capsules of a description as Elver's shapes; meshes by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from elver.errors import InputError
from elver.imports.description import Part, Solid
from elver.robot import Box, Compound, Ellipsoid, HalfEllipsoid, Rod
from elver.robot.shapes import Shape

ROLES = ("collision", "visual", "none")


@dataclass(frozen=True, eq=False)
class Mesh:
    """A mesh that a description names and nobody opened: ``file`` as it is written there, factors of its three axes, its pose.

    position [m] and rotation of the mesh's frame in the body's frame; role: collision or visual.
    """

    file: str
    scale: tuple[float, ...]
    position: np.ndarray
    rotation: np.ndarray
    role: str


def placed_in(solid: Solid, to_body: np.ndarray) -> Solid:
    """The same solid, placed in another frame."""
    return replace(solid, place=to_body @ solid.place)


def along_z(rotation: np.ndarray) -> np.ndarray:
    """Axes e1, e2, e3 of a shape whose e1 is the z axis of ``rotation``."""
    return rotation[:, [2, 0, 1]]


def flipped(axes: np.ndarray) -> np.ndarray:
    """The same axes, turned by half a turn about e2: e1 points the other way."""
    return axes * np.array([-1.0, 1.0, -1.0])


def primitive(solid: Solid) -> Shape:
    """The shape of one primitive, placed where the solid is."""
    R, p, sizes = solid.place[:3, :3], solid.place[:3, 3], solid.sizes
    if solid.kind == "box":
        return Box(*sizes, at=p, axes=R)
    if solid.kind == "sphere":
        return Ellipsoid(sizes[0], sizes[0], sizes[0], at=p, axes=R)
    if solid.kind == "ellipsoid":
        return Ellipsoid(*sizes, at=p, axes=R)
    radius, length = sizes
    axes = along_z(R)
    low, high = p - 0.5 * length * R[:, 2], p + 0.5 * length * R[:, 2]
    rod = Rod(length, radius, at=low, axes=axes)
    if solid.kind == "cylinder":
        return rod
    cap = HalfEllipsoid(radius, radius, radius, at=high, axes=axes)
    return Compound((rod, cap, HalfEllipsoid(radius, radius, radius, at=low, axes=flipped(axes))))


def chosen(solids: Sequence[Solid], role: str) -> list[Solid]:
    """Primitives of the wanted role; those of the other where it has none."""
    primitives = [s for s in solids if s.kind != "mesh"]
    return [s for s in primitives if s.role == role] or primitives


def shape_of(part: Part, to_body: np.ndarray, role: str, warnings: list[str]) -> Shape | None:
    """The shape of a part in its body's frame: one primitive or several; None where it has none."""
    if role == "none":
        return None
    found: list[Shape] = []
    for solid in chosen(part.solids, role):
        try:
            shape = primitive(placed_in(solid, to_body))
        except InputError as error:
            warnings.append(f"link '{part.name}': a {solid.kind} was left out: {error}")
            continue
        found.extend(shape.parts if isinstance(shape, Compound) else (shape,))
    if len(found) > 1:
        return Compound(tuple(found))
    return found[0] if found else None


def meshes_of(part: Part, to_body: np.ndarray) -> tuple[Mesh, ...]:
    """The meshes that a part names, in its body's frame."""
    found = [placed_in(s, to_body) for s in part.solids if s.kind == "mesh"]
    return tuple(Mesh(s.file, s.sizes, s.place[:3, 3], s.place[:3, :3], s.role) for s in found)
