"""Bodies as triangles: convex parts, blades, and thin bones for bodies that nobody gave a shape. Equal ones are kept once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from elver.drawing.solid import outward
from elver.page.arrays import text_of
from elver.spatial import rotate

SAME = 1e-6  # of a body's size: points closer than that are one
BONE, KNOB, SIDES = 0.008, 0.016, 6  # radius over the machine's size of bones and of points; corners around a bone
MOVED = 1e-5  # of a body's size: how well it is known how far its points move
WIDE = 65536  # points from which on numbers of corners need four bytes


@dataclass(frozen=True, eq=False)
class Solid:
    """Points (n, 3) [m, body frame] and triangles (m, 3) of their numbers, turned outwards. thin: seen from both sides.

    made: what it was made from, and ``picked``: where its points stand there.
    """

    points: np.ndarray
    triangles: np.ndarray
    thin: bool = False
    picked: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=int))
    made: Made | None = None


@dataclass(frozen=True, eq=False)
class Made:
    """What a body is made from: the points of its convex parts [m, body frame].

    blade: the four corners of one are all.   bones: nobody gave the body a shape.
    """

    parts: tuple[np.ndarray, ...]
    blade: bool = False
    bones: bool = False

    def solid(self) -> Solid | None:
        """Its triangles; None where it encloses nothing."""
        if self.blade:
            return replace(quadrilateral(self.parts[0]), made=self)
        starts = np.cumsum([0, *map(len, self.parts)])
        hulls = [(convex(part), start) for part, start in zip(self.parts, starts[:-1], strict=True)]
        found = [replace(hull, picked=hull.picked + start) for hull, start in hulls if hull is not None]
        return replace(joined(found), made=self) if found else None

    def like(self, other: Made) -> bool:
        """Whether the points of both belong together one by one."""
        return self.blade == other.blade and [len(p) for p in self.parts] == [len(p) for p in other.parts]


def joined(parts: Sequence[Solid]) -> Solid:
    """Several solids as one."""
    starts = np.cumsum([0, *(len(p.points) for p in parts[:-1])])
    triangles = [part.triangles + start for part, start in zip(parts, starts, strict=True)]
    points, picked = np.vstack([p.points for p in parts]), np.concatenate([p.picked for p in parts])
    return Solid(points, np.vstack(triangles), all(p.thin for p in parts), picked)


def convex(cloud: np.ndarray) -> Solid | None:
    """The convex hull of points; None where they enclose nothing."""
    from scipy.spatial import ConvexHull, QhullError

    grain = SAME * float(np.ptp(cloud, axis=0).max(initial=0.0)) if len(cloud) else 0.0
    if grain <= 0:
        return None
    first = np.sort(np.unique(np.round(cloud / grain), axis=0, return_index=True)[1])
    points = cloud[first]
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        return None
    used = np.unique(hull.simplices)
    place = np.zeros(len(points), dtype=int)
    place[used] = np.arange(len(used))
    kept, corners = points[used], place[hull.simplices]
    turned = (outward(kept[corners], kept.mean(axis=0))[:, 0] != kept[corners][:, 0]).any(axis=1)
    return Solid(kept, np.where(turned[:, None], corners[:, ::-1], corners), picked=first[used])


def quadrilateral(corners: np.ndarray) -> Solid:
    """A flat blade."""
    return Solid(corners, np.array([[0, 1, 2], [0, 2, 3]]), thin=True, picked=np.arange(4))


def bone(end: np.ndarray, radius: float) -> np.ndarray:
    """Points of a thin rod from the origin to a point [m]; all at the origin where both are one."""
    length = float(np.linalg.norm(end))
    if not radius < length < np.inf:
        return np.zeros((2 * SIDES, 3))
    along = end / length
    across = np.cross(along, np.eye(3)[np.argmin(np.abs(along).round(6))])
    across /= np.linalg.norm(across)
    turns = 2 * np.pi * np.arange(SIDES) / SIDES
    ring = radius * (np.outer(np.cos(turns), across) + np.outer(np.sin(turns), np.cross(along, across)))
    return np.vstack([ring, ring + end])


def knob(radius: float) -> np.ndarray:
    """Points of a small octahedron at the origin."""
    return radius * np.vstack([np.eye(3), -np.eye(3)])


def body_solids(data) -> list[Solid | None]:
    """What every body of a data set looks like, in its own frame; None for a body that is not drawn.

    A body with mass and without a shape is drawn as bones, from its origin to its centre of mass and to the joints it carries;
    in a machine without any shape all bodies are.
    """
    found = [shaped(data, k).solid() for k in range(data.sizes["body"])]
    bare = not any(found)
    size = reach(data)
    for k, solid in enumerate(found):
        if solid is None and (bare or data.body_mass.values[k] > 0):
            found[k] = skeleton(data, k, size).solid()
    return found


def moved_points(solids: Sequence[Solid | None], first, other) -> list[np.ndarray | None] | None:
    """Points of the solids of a data set where another form of the machine (a data set too) has them [m, body frame].

    None where the two forms do not belong together point by point.
    """
    size = reach(first)
    found: list[np.ndarray | None] = []
    for k, solid in enumerate(solids):
        if solid is None or solid.made is None:
            found.append(None)
            continue
        its = skeleton(other, k, size) if solid.made.bones else shaped(other, k)
        if not solid.made.like(its):
            return None
        found.append(np.vstack(its.parts)[solid.picked])
    return found


def shaped(data, k: int) -> Made:
    """The blade or the solid parts of body k."""
    if "body_blade" in data and np.isfinite(data.body_blade.values[k]).all():
        return Made((data.body_blade.values[k],), blade=True)
    cloud = data.body_outline.values[k]
    number = data.body_part.values[k] if "body_part" in data else np.zeros(len(cloud), dtype=int)
    known = np.isfinite(cloud).all(axis=1)
    return Made(tuple(cloud[known & (number == n)] for n in range(int(number.max(initial=-1)) + 1)))


def skeleton(data, k: int, size: float) -> Made:
    """Bones of body k at the first sample."""
    place, turn = data.body_position.values[0], data.body_quaternion.values[0]
    inverse = turn[k] * np.array([1.0, -1.0, -1.0, -1.0])
    children = [j for j, parent in enumerate(data.body_parent.values) if parent == k]
    ends = [data.body_com.values[k], *(rotate(inverse, place[j] - place[k]) for j in children)]
    return Made((*(bone(np.asarray(end), BONE * size) for end in ends), knob(KNOB * size)), bones=True)


def reach(data) -> float:
    """Largest extent of the machine's frames and shapes at the first sample [m]."""
    place = data.body_position.values[0]
    clouds = [data.body_outline.values[k] for k in range(len(place))]
    world = [p + rotate(q, c) for p, q, c in zip(place, data.body_quaternion.values[0], clouds, strict=True)]
    points = np.vstack([place, place + data.body_com.values, *world])
    points = points[np.isfinite(points).all(axis=1)]
    return max(float(np.ptp(points, axis=0).max(initial=0.0)), 1e-6) if len(points) else 1.0


def world_points(data, solids: Sequence[Solid | None]) -> np.ndarray:
    """Points of all drawn bodies at the first sample [m, world]."""
    poses = zip(data.body_position.values[0], data.body_quaternion.values[0], solids, strict=True)
    clouds = [p + rotate(q, solid.points) for p, q, solid in poses if solid is not None]
    points = np.vstack(clouds) if clouds else data.body_position.values[0]
    return points[np.isfinite(points).all(axis=1)]


def shared_meshes(
    solids: Sequence[Solid | None], moves: Sequence[Sequence[Any]] = ()
) -> tuple[list[dict[str, Any]], list[int | None]]:
    """The different meshes as plain data, and for every body the number of its own.

    moves: for every form of the machine what tells how each body's points move; bodies that move unlike share no mesh.
    """
    meshes: list[dict[str, Any]] = []
    known: dict[tuple, int] = {}
    numbers: list[int | None] = []
    for k, solid in enumerate(solids):
        if solid is None:
            numbers.append(None)
            continue
        mesh = as_data(solid)
        key = (mesh["points"], mesh["triangles"], *(own[k] for own in moves))
        if key not in known:
            known[key] = len(meshes)
            meshes.append(mesh)
        numbers.append(known[key])
    return meshes, numbers


def as_data(solid: Solid) -> dict[str, Any]:
    """A solid as plain data. Points are rounded to a millionth of its size, so that equal bodies are seen to be equal."""
    wide = len(solid.points) >= WIDE
    points = rounded(solid.points, SAME * extent(solid.points))
    found: dict[str, Any] = {"points": text_of(points, "f4"), "triangles": text_of(solid.triangles, "u4" if wide else "u2")}
    return found | ({"wide": True} if wide else {}) | ({"thin": True} if solid.thin else {})


def extent(points: np.ndarray) -> float:
    """Largest coordinate [m]."""
    return max(float(np.abs(points).max(initial=0.0)), 1e-9)


def rounded(values: np.ndarray, grain: float) -> np.ndarray:
    """Whole multiples of a grain, without negative zeros."""
    return np.round(values / grain) * grain + 0.0


@dataclass(frozen=True, eq=False)
class Form:
    """What a slider does to the form of the machine: its low end, first value and high end, and data sets at both ends."""

    name: str
    at: tuple[float, float, float]
    low: Any
    high: Any


def moves_of(solids: Sequence[Solid | None], first, form: Form) -> list[tuple[str, str] | None] | None:
    """How far every body's points are from ``first`` at both ends of a slider, as text; None for a body that keeps its form.

    None instead of the list where points do not belong together.
    """
    ends = [own for other in (form.low, form.high) if (own := moved_points(solids, first, other)) is not None]
    if len(ends) < 2:
        return None
    found: list[tuple[str, str] | None] = []
    for solid, low, high in zip(solids, *ends, strict=True):
        if solid is None or low is None or high is None:
            found.append(None)
            continue
        far = [rounded(own - solid.points, MOVED * extent(solid.points)) for own in (low, high)]
        found.append((text_of(far[0], "f4"), text_of(far[1], "f4")) if any(d.any() for d in far) else None)
    return found


def morphs_of(
    forms: Sequence[Form], moves: Sequence[Sequence[tuple[str, str] | None]], numbers: Sequence[int | None]
) -> list[dict[str, Any]]:
    """The forms as plain data: for every slider the meshes that it changes, and how far it moves their points."""
    found = []
    for form, own in zip(forms, moves, strict=True):
        meshes = {str(n): {"low": far[0], "high": far[1]} for n, far in zip(numbers, own, strict=True) if far is not None}
        if meshes:
            found.append({"name": form.name, "at": list(form.at), "meshes": meshes})
    return found
