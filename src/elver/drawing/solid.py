"""The machine in space: blades as quadrilaterals, other bodies as convex hulls."""

from __future__ import annotations

import numpy as np

from elver.drawing.style import INK, SOFT, WATER
from elver.spatial import rotate


def has_blades(data) -> bool:
    """Whether the machine has wings."""
    return "body_blade" in data


def blades(data, index: int) -> np.ndarray:
    """Corners of every blade at sample ``index`` [m, world]; (blade, 4, 3): leading edge from the root, then trailing edge back.

    A wing is one surface that was cut into blades: where one begins at the end of another, both are drawn up to the line midway
    between their edges, so that strips which bend and twist do not gape like fingers.
    """
    own = np.isfinite(data.body_blade.values[:, 0, 0])
    place, turn = data.body_position.values[index, own], data.body_quaternion.values[index, own]
    quads = place[:, None] + rotate(turn[:, None], data.body_blade.values[own])
    for inner, outer in neighbours(data, np.flatnonzero(own)):
        for end, begin in ((1, 0), (2, 3)):
            quads[inner, end] = quads[outer, begin] = (quads[inner, end] + quads[outer, begin]) / 2
    return quads


def neighbours(data, own: np.ndarray) -> list[tuple[int, int]]:
    """Pairs of blades of one wing, the one nearer to the root first, by their number among the blades. own: their bodies."""
    parents, number, found = data.body_parent.values, {int(body): k for k, body in enumerate(own)}, []
    for outer, body in enumerate(own):
        up = int(parents[body])
        while up >= 0 and up not in number:  # bodies without a shape, between the joints of a soft wing
            up = int(parents[up])
        if up >= 0:
            found.append((number[up], outer))
    return found


def hulls(data, index: int) -> list[np.ndarray]:
    """Triangles of every body that has a shape and is no blade, at sample ``index`` [m, world]; each (triangle, 3, 3)."""
    from scipy.spatial import ConvexHull

    found = []
    for k in range(data.sizes["body"]):
        cloud = data.body_outline.values[k]
        cloud = cloud[np.isfinite(cloud[:, 0])]
        if len(cloud) < 4 or (has_blades(data) and np.isfinite(data.body_blade.values[k, 0, 0])):
            continue
        world = data.body_position.values[index, k] + rotate(data.body_quaternion.values[index, k], cloud)
        if np.isfinite(world).all():
            found.append(outward(world[ConvexHull(cloud, qhull_options="QJ").simplices], world.mean(axis=0)))
    return found


def outward(triangles: np.ndarray, centre: np.ndarray) -> np.ndarray:
    """The triangles with their corners in the order that makes normals point away from ``centre``, for even shading."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    inward = np.einsum("ij,ij->i", normals, triangles.mean(axis=1) - centre) < 0
    return np.where(inward[:, None, None], triangles[:, ::-1], triangles)


def draw_solid(axis, data, index: int) -> None:
    """Draw the machine at one sample on a 3-D axis; shading shows how blades turn."""
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

    triangles = hulls(data, index)
    if triangles:
        body = np.concatenate(triangles)
        axis.add_collection3d(Poly3DCollection(body, facecolors=SOFT if has_blades(data) else WATER, shade=True))
    if has_blades(data):
        quads = blades(data, index)
        axis.add_collection3d(Poly3DCollection(quads, facecolors=WATER, edgecolors=INK, linewidths=0.5, alpha=0.85, shade=True))
        axis.add_collection3d(Line3DCollection(quads[:, :2], colors=INK, linewidths=1.6))


def room(data) -> tuple[np.ndarray, np.ndarray]:
    """Centre and half edges [m] of a box that holds the machine at every sample, no edge much shorter than the longest."""
    p = data.body_position.values.reshape(-1, 3)
    shapes = [data.body_outline.values, *([data.body_blade.values] if has_blades(data) else [])]
    reach = max((float(np.nanmax(np.abs(s), initial=0.0)) for s in shapes), default=0.0)
    low, high = np.nanmin(p, axis=0) - 0.7 * reach, np.nanmax(p, axis=0) + 0.7 * reach
    half = (high - low) / 2
    return (low + high) / 2, np.maximum(half, 0.4 * half.max() + 1e-6)
