"""The machine in space: blades as quadrilaterals, other bodies as convex hulls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elver.drawing.outline import SURFACE, water_level
from elver.drawing.style import INK, SOFT, WATER
from elver.spatial import rotate

LOOKED_AT = 120  # samples at which the reach of a machine is measured
SLIMMEST = 0.3  # of the longest edge of a box: the shortest


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


def seams(data) -> list[tuple[int, int]]:
    """The same by the numbers of their bodies."""
    if not has_blades(data):
        return []
    own = np.flatnonzero(np.isfinite(data.body_blade.values).all(axis=(1, 2)))
    return [(int(own[inner]), int(own[outer])) for inner, outer in neighbours(data, own)]


def hulls(data, index: int) -> dict[int, np.ndarray]:
    """Triangles of every body with a shape that is no blade, at sample ``index`` [m, world], by body; each (triangle, 3, 3)."""
    from scipy.spatial import ConvexHull

    found = {}
    for k in range(data.sizes["body"]):
        cloud = data.body_outline.values[k]
        cloud = cloud[np.isfinite(cloud[:, 0])]
        if len(cloud) < 4 or (has_blades(data) and np.isfinite(data.body_blade.values[k, 0, 0])):
            continue
        world = data.body_position.values[index, k] + rotate(data.body_quaternion.values[index, k], cloud)
        if np.isfinite(world).all():
            found[k] = outward(world[ConvexHull(cloud, qhull_options="QJ").simplices], world.mean(axis=0))
    return found


def outward(triangles: np.ndarray, centre: np.ndarray) -> np.ndarray:
    """The triangles with their corners in the order that makes normals point away from ``centre``, for even shading."""
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    inward = np.einsum("ij,ij->i", normals, triangles.mean(axis=1) - centre) < 0
    return np.where(inward[:, None, None], triangles[:, ::-1], triangles)


def draw_solid(axis, data, index: int, colors: Sequence[str] | None = None) -> None:
    """Draw the machine at one sample on a 3-D axis; shading shows how blades turn. colors: of the bodies, one each.

    A machine without shapes is drawn as lines from joint to joint.
    """
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

    triangles = hulls(data, index)
    if triangles:
        usual = SOFT if has_blades(data) else WATER
        faces = [colors[k] if colors else usual for k, own in triangles.items() for _ in own]
        axis.add_collection3d(Poly3DCollection(np.concatenate(list(triangles.values())), facecolors=faces, shade=True))
    if has_blades(data):
        quads = blades(data, index)
        axis.add_collection3d(Poly3DCollection(quads, facecolors=WATER, edgecolors=INK, linewidths=0.5, alpha=0.85, shade=True))
        axis.add_collection3d(Line3DCollection(quads[:, :2], colors=INK, linewidths=1.6))
    if not triangles and not has_blades(data):
        origins, parents = data.body_position.values[index], data.body_parent.values
        bones = [origins[[k, p]] for k, p in enumerate(parents) if p >= 0]
        axis.add_collection3d(Line3DCollection(bones, colors=WATER, linewidths=2.0))


def draw_around(axis, data, centre: np.ndarray, half: np.ndarray) -> None:
    """What lies around within a box: the water's surface, and the obstacles' outlines on the ground."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    surface = water_level(data)
    if surface is not None and abs(surface - centre[2]) < half[2]:
        corners = [(*(centre[:2] + half[:2] * sign), surface) for sign in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        axis.add_collection3d(Poly3DCollection([np.array(corners)], facecolors=SURFACE, alpha=0.25, linewidths=0.0))
    if "obstacle" in data.sizes:
        rims = [rim[np.isfinite(rim[:, 0])] for rim in data.obstacle_outline.values]
        near = [rim for rim in rims if (np.abs(rim.mean(axis=0) - centre[:2]) < half[:2]).all()]
        if near:
            flat = [np.column_stack([rim, np.zeros(len(rim))]) for rim in near]
            axis.add_collection3d(Poly3DCollection(flat, facecolors="#d9d2c5", edgecolors="#8d8573", linewidths=0.8))


def room(data, about_base: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Centre and half edges [m] of a box that holds the machine at every sample, no edge much shorter than the longest.

    about_base: of a box that moves with the base, its centre from the base.
    """
    places = data.body_position.values - (data.base_position.values[:, None] if about_base else 0.0)
    chosen = np.unique(np.linspace(0, len(places) - 1, LOOKED_AT).round().astype(int))
    turn, shapes = data.body_quaternion.values[chosen], [data.body_outline.values]
    shapes += [data.body_blade.values] if has_blades(data) else []
    seen = [(places[chosen][:, :, None] + rotate(turn[:, :, None], shape)).reshape(-1, 3) for shape in shapes]
    points = np.concatenate([places.reshape(-1, 3), *seen])
    low, high = np.nanmin(points, axis=0), np.nanmax(points, axis=0)
    half = 0.55 * (high - low)
    return (low + high) / 2, np.maximum(half, SLIMMEST * half.max() + 1e-6)
