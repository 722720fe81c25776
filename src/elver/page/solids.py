"""Bodies as triangles: convex parts, blades, and thin bones for bodies that nobody gave a shape. Equal ones are kept once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.drawing.solid import outward
from elver.page.arrays import text_of
from elver.spatial import rotate

SAME = 1e-6  # of a body's size: points closer than that are one
BONE, KNOB, SIDES = 0.008, 0.016, 6  # radius over the machine's size of bones and of points; corners around a bone
WIDE = 65536  # points from which on numbers of corners need four bytes


@dataclass(frozen=True, eq=False)
class Solid:
    """Points (n, 3) [m, body frame] and triangles (m, 3) of their numbers, turned outwards. thin: seen from both sides."""

    points: np.ndarray
    triangles: np.ndarray
    thin: bool = False


def joined(parts: Sequence[Solid]) -> Solid:
    """Several solids as one."""
    starts = np.cumsum([0, *(len(p.points) for p in parts[:-1])])
    triangles = [part.triangles + start for part, start in zip(parts, starts, strict=True)]
    return Solid(np.vstack([p.points for p in parts]), np.vstack(triangles), all(p.thin for p in parts))


def convex(cloud: np.ndarray) -> Solid | None:
    """The convex hull of points; None where they enclose nothing."""
    from scipy.spatial import ConvexHull, QhullError

    grain = SAME * float(np.ptp(cloud, axis=0).max(initial=0.0)) if len(cloud) else 0.0
    if grain <= 0:
        return None
    points = cloud[np.sort(np.unique(np.round(cloud / grain), axis=0, return_index=True)[1])]
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        return None
    used = np.unique(hull.simplices)
    place = np.zeros(len(points), dtype=int)
    place[used] = np.arange(len(used))
    kept, corners = points[used], place[hull.simplices]
    turned = (outward(kept[corners], kept.mean(axis=0))[:, 0] != kept[corners][:, 0]).any(axis=1)
    return Solid(kept, np.where(turned[:, None], corners[:, ::-1], corners))


def quadrilateral(corners: np.ndarray) -> Solid:
    """A flat blade."""
    return Solid(corners, np.array([[0, 1, 2], [0, 2, 3]]), thin=True)


def bone(end: np.ndarray, radius: float) -> Solid | None:
    """A thin rod from the origin to a point [m]; None where both are one."""
    length = float(np.linalg.norm(end))
    if length <= radius:
        return None
    along = end / length
    across = np.cross(along, np.eye(3)[np.argmin(np.abs(along))])
    across /= np.linalg.norm(across)
    turns = 2 * np.pi * np.arange(SIDES) / SIDES
    ring = radius * (np.outer(np.cos(turns), across) + np.outer(np.sin(turns), np.cross(along, across)))
    return convex(np.vstack([ring, ring + end]))


def knob(radius: float) -> Solid | None:
    """A small octahedron at the origin."""
    return convex(radius * np.vstack([np.eye(3), -np.eye(3)]))


def body_solids(data) -> list[Solid | None]:
    """What every body of a data set looks like, in its own frame; None for a body that is not drawn.

    A body with mass and without a shape is drawn as bones, from its origin to its centre of mass and to the joints it carries;
    in a machine without any shape all bodies are.
    """
    found = [shaped(data, k) for k in range(data.sizes["body"])]
    bare = not any(found)
    size = reach(data)
    for k, solid in enumerate(found):
        if solid is None and (bare or data.body_mass.values[k] > 0):
            found[k] = skeleton(data, k, size)
    return found


def shaped(data, k: int) -> Solid | None:
    """The blade or the solid parts of body k; None where it has none."""
    if "body_blade" in data and np.isfinite(data.body_blade.values[k]).all():
        return quadrilateral(data.body_blade.values[k])
    cloud = data.body_outline.values[k]
    number = data.body_part.values[k] if "body_part" in data else np.zeros(len(cloud), dtype=int)
    known = np.isfinite(cloud).all(axis=1)
    parts = [convex(cloud[known & (number == n)]) for n in range(int(number.max(initial=-1)) + 1)]
    solid = [part for part in parts if part is not None]
    return joined(solid) if solid else None


def skeleton(data, k: int, size: float) -> Solid | None:
    """Bones of body k at the first sample."""
    place, turn = data.body_position.values[0], data.body_quaternion.values[0]
    inverse = turn[k] * np.array([1.0, -1.0, -1.0, -1.0])
    children = [j for j, parent in enumerate(data.body_parent.values) if parent == k]
    ends = [data.body_com.values[k], *(rotate(inverse, place[j] - place[k]) for j in children)]
    parts = [bone(np.asarray(end), BONE * size) for end in ends if np.isfinite(end).all()]
    solid = [part for part in (*parts, knob(KNOB * size)) if part is not None]
    return joined(solid) if solid else None


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


def shared_meshes(solids: Sequence[Solid | None]) -> tuple[list[dict[str, Any]], list[int | None]]:
    """The different meshes as plain data, and for every body the number of its own."""
    meshes: list[dict[str, Any]] = []
    known: dict[tuple, int] = {}
    numbers: list[int | None] = []
    for solid in solids:
        if solid is None:
            numbers.append(None)
            continue
        mesh = as_data(solid)
        key = (mesh["points"], mesh["triangles"])
        if key not in known:
            known[key] = len(meshes)
            meshes.append(mesh)
        numbers.append(known[key])
    return meshes, numbers


def as_data(solid: Solid) -> dict[str, Any]:
    """A solid as plain data. Points are rounded to a millionth of its size, so that equal bodies are seen to be equal."""
    grain = SAME * max(float(np.abs(solid.points).max(initial=0.0)), 1e-9)
    wide = len(solid.points) >= WIDE
    points = np.round(solid.points / grain) * grain + 0.0
    found: dict[str, Any] = {"points": text_of(points, "f4"), "triangles": text_of(solid.triangles, "u4" if wide else "u2")}
    return found | ({"wide": True} if wide else {}) | ({"thin": True} if solid.thin else {})
