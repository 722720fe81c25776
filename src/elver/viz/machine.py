"""A machine drawn at an instant: silhouettes of its bodies, water, ground, obstacles, forces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.results.record import attribute
from elver.symbolic.spatial import rotate
from elver.viz.style import INK, SOFT, WATER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.quiver import Quiver

    from elver.results.samples import Data

# --- Where the bodies of a run are, as silhouettes in a plane.

GROUNDS, _OTHER_GROUND = {"land": "#efe3cc", "water": "#d6e8f5"}, "#ececec"  # colours of regions
_BEYOND = 3.0  # widths of the picture that a region without an end goes on, should the picture become wider
_THIN = 0.08  # area of an outline over the square of its size, below which it is drawn with an edge of its own colour
_EDGE, _SHARE = 0.6, 0.05  # points: width of an edge; at most so much of the size of a body
_FORCE, SURFACE = "#c8553d", "#7fa9cc"
_TITLE = 0.13  # inches from an axis to the middle of its title
VIEWS = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}


def flat_points(data: Data, index: int, view: str) -> dict[int, np.ndarray]:
    """Points on the surface of every visible body at sample ``index``, by its number, projected on a plane of the world [m]."""
    found = {}
    position, quaternion = data.body_position.values[index], data.body_quaternion.values[index]
    for k, cloud in enumerate(data.body_outline.values):
        cloud = cloud[np.isfinite(cloud[:, 0])]
        if len(cloud) < 4:
            continue
        flat = (position[k] + rotate(quaternion[k], cloud))[:, VIEWS[view]]
        if np.isfinite(flat).all():
            found[k] = flat
    return found


def silhouettes(data: Data, index: int, view: str) -> list[np.ndarray]:
    """Convex outline of every visible body at sample ``index``, projected on a plane of the world [m]."""
    return [convex(points) for points in flat_points(data, index, view).values()]


def part_silhouettes(data: Data, index: int, view: str) -> list[tuple[int, np.ndarray]]:
    """Number of its body and convex outline of every part of every visible body: a head on a trunk, a hand on an arm [m]."""
    found = []
    for k, (cloud, part) in enumerate(zip(data.body_outline.values, data.body_part.values, strict=True)):
        place, turn = data.body_position.values[index, k], data.body_quaternion.values[index, k]
        for number in range(int(part.max(initial=-1)) + 1):
            found.append((k, convex((place + rotate(turn, cloud[part == number]))[:, VIEWS[view]])))
    return found


def convex(points: np.ndarray) -> np.ndarray:
    """Corners of the convex hull of points in a plane, counterclockwise (Andrew's monotone chain, without points on edges)."""
    ordered = points[np.lexsort((points[:, 1], points[:, 0]))].tolist()
    return np.array([*_chain(ordered), *_chain(ordered[::-1])])


def _chain(points: list[list[float]]) -> list[list[float]]:
    """The points at which a walk along one side of ordered points turns left, without the last one."""
    kept: list[list[float]] = []
    for x, y in points:
        while len(kept) > 1:
            (a, b), (c, d) = kept[-2], kept[-1]
            if (c - a) * (y - b) > (d - b) * (x - a):
                break
            kept.pop()
        kept.append([x, y])
    return kept[:-1]


def _thin(polygon: np.ndarray) -> bool:
    """Whether an outline is hardly wider than its own edge: a plate seen along it."""
    x, y = polygon.T
    area = 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))
    return area < _THIN * float(np.ptp(polygon, axis=0).max()) ** 2


def _skeleton(data: Data, index: int, view: str) -> list[np.ndarray]:
    """Lines from every body's origin to its parent's: what is drawn for a robot without shapes."""
    i, j = VIEWS[view]
    origins = data.body_position.values[index][:, (i, j)]
    return [origins[[k, p]] for k, p in enumerate(data.body_parent.values) if p >= 0]


def draw_machine(
    axis: Axes,
    data: Any,
    index: int,
    view: str,
    color: str,
    lift: float = 0.0,
    scale: float | None = None,
    colors: Sequence[str] | None = None,
) -> None:
    """Draw the machine at one sample on an axis, moved up by ``lift``.

    scale: of the picture [points a metre]; then the edges of small bodies are thin too, and hide less of them.
    colors: of the bodies, one each, where they have their own.
    """
    from matplotlib.collections import LineCollection, PolyCollection

    up = np.array([0.0, lift])
    outlines = {k: convex(points) + up for k, points in flat_points(data, index, view).items()}
    polygons = list(outlines.values())
    if polygons:
        fills = [color if colors is None else colors[k] for k in outlines]
        edges = [
            fill if _thin(p) else "white" for p, fill in zip(polygons, fills, strict=True)
        ]  # a white edge would hide a plate
        widths = [_EDGE if scale is None else min(_EDGE, _SHARE * scale * float(np.ptp(p, axis=0).max())) for p in polygons]
        axis.add_collection(PolyCollection(polygons, facecolor=fills, edgecolors=edges, linewidths=widths, zorder=3))
    else:
        lines = [line + up for line in _skeleton(data, index, view)]
        axis.add_collection(LineCollection(lines, colors=[color], linewidths=2.0))


def draw_water(axis: Axes, data: Data, view: str) -> None:
    """Water up to its surface where that lies within a picture from the side; the line runs in front of the machine."""
    from matplotlib.collections import PolyCollection

    surface, (low, high), (left, right) = _water_level(data), axis.get_ylim(), axis.get_xlim()
    if surface is None or view[1] != "z" or not low < surface < high:
        return
    box = [(left, low), (right, low), (right, surface), (left, surface)]
    axis.add_collection(PolyCollection([box], facecolor=SURFACE, alpha=0.25, linewidths=0.0, zorder=0.5), autolim=False)
    axis.axhline(surface, color=SURFACE, linewidth=0.9, zorder=4)


def _water_level(data: Data) -> float | None:
    """Height of the water's surface that a run recorded [m]; None where there is none."""
    return attribute(data, "surroundings", {}).get("water")


def draw_regions(axis: Axes, data: Data) -> None:
    """Colour the regions along x that the media of a run have, such as land and water at a shore; limits stay as they are."""
    from matplotlib.patches import Rectangle

    x0, x1 = axis.get_xlim()
    for region in attribute(data, "regions", []):
        name, start, end = region["name"], max(region.get("from", x0), x0), min(region.get("to", x1), x1)
        left, right = region.get("from", x0 - _BEYOND * (x1 - x0)), region.get("to", x1 + _BEYOND * (x1 - x0))
        colour, across = GROUNDS.get(name, _OTHER_GROUND), axis.get_xaxis_transform()
        axis.add_artist(Rectangle((left, 0.0), right - left, 1.0, transform=across, facecolor=colour, linewidth=0.0, zorder=0))
        if start < end:
            axis.text((start + end) / 2, 0.98, name, transform=across, ha="center", va="top", fontsize=9, color="#555")


def draw_obstacles(axis: Axes, data: Any, lifts: Iterable[float] = (0.0,)) -> None:
    """Discs and polygons of a run's scene, once per lift."""
    if "obstacle" not in data.sizes:
        return
    from matplotlib.collections import PolyCollection

    outlines = [o[np.isfinite(o[:, 0])] for o in data.obstacle_outline.values]
    shapes = [o + np.array([0.0, lift]) for o in outlines for lift in lifts]
    axis.add_collection(PolyCollection(shapes, facecolor="#d9d2c5", edgecolor="#8d8573", linewidth=0.8, zorder=1))


def draw_forces(axis: Axes, data: Data, index: int, lift: float = 0.0) -> Quiver | None:
    """Arrows of the obstacles' forces on the links, all to one scale; what ``name_forces`` says how long they are by, or None.

    None where no force acts in the whole run: then there is no scale to name.
    """
    if "contact_force" not in data or not data.contact_force.values.any():
        return None
    force, links = data.contact_force.values[index], data.link.values.tolist()
    bodies = [data.body.values.tolist().index(link) for link in links]
    turn, arm = data.body_quaternion.values[index, bodies], data.body_com.values[bodies]
    place = (data.body_position.values[index, bodies] + rotate(turn, arm))[:, :2] + np.array([0.0, lift])
    pushed = np.linalg.norm(force, axis=1) > 0
    place, force = place[pushed], force[pushed]
    long = metres_per_newton(data)
    how: dict[str, Any] = {
        "angles": "xy",
        "scale_units": "xy",
        "scale": 1.0 / long,
        "units": "xy",
        "width": 0.011 * machine_size(data),
    }
    arrows = axis.quiver(*place.T, *force.T, color=_FORCE, zorder=6, headlength=4, headaxislength=3.6, **how)
    axis.update_datalim(place + long * force)
    return arrows


def metres_per_newton(data: Data) -> float:
    """Length of an arrow of one newton: strong forces of the run are a quarter as long as the machine."""
    forces = np.linalg.norm(data.contact_force.values, axis=2)
    felt = forces[forces > 0]  # links that touch nothing, most of them in many runs, say nothing about how strong forces are
    return 0.25 * machine_size(data) / (float(np.percentile(felt, 99.5)) if len(felt) else 1.0)


def name_forces(axis: Axes, arrows: Quiver, data: Data) -> None:
    """An arrow with its number and unit above the axis, to read all others by: a round force, about a sixth of the machine."""
    wanted = machine_size(data) / 6 / metres_per_newton(data)
    power = 10.0 ** np.floor(np.log10(wanted))
    force = power * max(step for step in (1, 2, 5) if step * power <= wanted * (1 + 1e-9))
    above = 1.0 + _TITLE / max(axis.figure.get_figheight() - 0.9, 1.0)  # type: ignore[union-attr]
    axis.quiverkey(arrows, 0.9, above, force, f"{force:g} N", labelpos="E", coordinates="axes", fontproperties={"size": 8})


def machine_size(data: Any) -> float:
    """Largest extent of the machine along an axis of the world at the first sample [m]."""
    outlines = list(flat_points(data, 0, "xy").values()) or [data.body_position.values[0][:, :2]]
    return max(float(np.ptp(np.vstack(outlines), axis=0).max()), 1e-9)


def best_view(data: Data, points: str = "body_position") -> str:
    """The plane in which the bodies, or other ``points`` of the data, spread most: top view xy unless mainly in height.

    Of a machine on a fixed base the plane in which its bodies move most, their centres of mass and not their origins alone.
    """
    places = data[points].values
    if points == "body_position" and data.attrs.get("base") == "fixed" and "obstacle" not in data.sizes:
        centres = places + rotate(data.body_quaternion.values, data.body_com.values)
        moved = np.nanmax([np.ptp(places, axis=0), np.ptp(centres, axis=0)], axis=(0, 1))
        if moved.max() > 0:
            return max(VIEWS, key=lambda view: moved[list(VIEWS[view])].sum())
    spread = np.ptp(places.reshape(-1, 3), axis=0)
    return "xz" if spread[2] > spread[1] else "xy"


def limits(data: Data, view: str, margin: float = 0.25) -> tuple[tuple[float, float], tuple[float, float]]:
    """Axis limits that hold every body at every sample."""
    i, j = VIEWS[view]
    p = data.body_position.values.reshape(-1, 3)
    reach = margin + float(
        np.nan_to_num(np.abs(data.body_outline.values).max(initial=0, where=np.isfinite(data.body_outline.values)))
    )
    low, high = np.nanmin(p, axis=0) - reach, np.nanmax(p, axis=0) + reach
    return (low[i], high[i]), (low[j], high[j])


# --- The machine in space: blades as quadrilaterals, other bodies as convex hulls.

_SUN = (300.0, 50.0)  # degrees: from where the light comes, beside the usual camera and above
_FLAT_BOX = 0.05  # shortest edge over longest of the box of bodies, below which a machine moves in a plane
_LOOKED_AT = 120  # samples at which the reach of a machine is measured
_SLIMMEST = 0.3  # of the longest edge of a box: the shortest


def _has_blades(data: Data) -> bool:
    """Whether the machine has wings."""
    return "body_blade" in data


def blades(data: Data, index: int) -> np.ndarray:
    """Corners of every blade at sample ``index`` [m, world]; (blade, 4, 3): leading edge from the root, then trailing edge back.

    A wing is one surface that was cut into blades: where one begins at the end of another, both are drawn up to the line midway
    between their edges, so that strips which bend and twist do not gape like fingers.
    """
    own = np.isfinite(data.body_blade.values[:, 0, 0])
    place, turn = data.body_position.values[index, own], data.body_quaternion.values[index, own]
    quads = place[:, None] + rotate(turn[:, None], data.body_blade.values[own])
    for inner, outer in _neighbours(data, np.flatnonzero(own)):
        for end, begin in ((1, 0), (2, 3)):
            quads[inner, end] = quads[outer, begin] = (quads[inner, end] + quads[outer, begin]) / 2
    return quads


def _neighbours(data: Data, own: np.ndarray) -> list[tuple[int, int]]:
    """Pairs of blades of one wing, the one nearer to the root first, by their number among the blades. own: their bodies."""
    parents, number, found = data.body_parent.values, {int(body): k for k, body in enumerate(own)}, []
    for outer, body in enumerate(own):
        up = int(parents[body])
        while up >= 0 and up not in number:  # bodies without a shape, between the joints of a soft wing
            up = int(parents[up])
        if up >= 0:
            found.append((number[up], outer))
    return found


def seams(data: Data) -> list[tuple[int, int]]:
    """The same by the numbers of their bodies."""
    if not _has_blades(data):
        return []
    own = np.flatnonzero(np.isfinite(data.body_blade.values).all(axis=(1, 2)))
    return [(int(own[inner]), int(own[outer])) for inner, outer in _neighbours(data, own)]


def hulls(data: Data, index: int) -> dict[int, np.ndarray]:
    """Triangles of every body with a shape that is no blade, at sample ``index`` [m, world], by body; each (triangle, 3, 3)."""
    from scipy.spatial import ConvexHull

    found = {}
    for k in range(data.sizes["body"]):
        cloud = data.body_outline.values[k]
        cloud = cloud[np.isfinite(cloud[:, 0])]
        if len(cloud) < 4 or (_has_blades(data) and np.isfinite(data.body_blade.values[k, 0, 0])):
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


def draw_solid(axis: Any, data: Data, index: int, colors: Sequence[str] | None = None) -> None:
    """Draw the machine at one sample on a 3-D axis; shading shows how blades turn. colors: of the bodies, one each.

    A machine without shapes is drawn as lines from joint to joint.
    """
    from matplotlib.colors import LightSource
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

    sun = {"shade": True, "lightsource": LightSource(azdeg=_SUN[0], altdeg=_SUN[1])}
    triangles = hulls(data, index)
    if triangles:
        usual = SOFT if _has_blades(data) else WATER
        faces = [colors[k] if colors else usual for k, own in triangles.items() for _ in own]
        axis.add_collection3d(Poly3DCollection(np.concatenate(list(triangles.values())), facecolors=faces, **sun))
    if _has_blades(data):
        quads, winged = blades(data, index), np.isfinite(data.body_blade.values[:, 0, 0]).tolist()
        wings = [colour for colour, own in zip(colors, winged, strict=True) if own] if colors else WATER
        axis.add_collection3d(Poly3DCollection(quads, facecolors=wings, edgecolors=INK, linewidths=0.5, alpha=0.85, **sun))
        axis.add_collection3d(Line3DCollection(quads[:, :2], colors=INK, linewidths=1.6))
    if not triangles and not _has_blades(data):
        origins, parents = data.body_position.values[index], data.body_parent.values
        bones = [origins[[k, p]] for k, p in enumerate(parents) if p >= 0]
        axis.add_collection3d(Line3DCollection(bones, colors=WATER, linewidths=2.0))


def moves_in_space(data: Data) -> bool:
    """Whether no plane shows how a machine moves: seen from its base, its bodies fill a box that is not flat."""
    places = data.body_position.values - data.base_position.values[:, None]
    centres = places + rotate(data.body_quaternion.values, data.body_com.values)
    spread = np.sort(np.nan_to_num(np.nanmax(centres, axis=(0, 1)) - np.nanmin(centres, axis=(0, 1))))
    return bool(spread[0] > _FLAT_BOX * spread[2] > 0)


def draw_around(axis: Any, data: Data, centre: np.ndarray, half: np.ndarray) -> None:
    """What lies around within a box: the water's surface, and the obstacles' outlines on the ground."""
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    surface = _water_level(data)
    if surface is not None and abs(surface - centre[2]) < half[2]:
        corners = [(*(centre[:2] + half[:2] * sign), surface) for sign in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        axis.add_collection3d(Poly3DCollection([np.array(corners)], facecolors=SURFACE, alpha=0.25, linewidths=0.0))
    if "obstacle" in data.sizes:
        rims = [rim[np.isfinite(rim[:, 0])] for rim in data.obstacle_outline.values]
        near = [rim for rim in rims if (np.abs(rim.mean(axis=0) - centre[:2]) < half[:2]).all()]
        if near:
            flat = [np.column_stack([rim, np.zeros(len(rim))]) for rim in near]
            axis.add_collection3d(Poly3DCollection(flat, facecolors="#d9d2c5", edgecolors="#8d8573", linewidths=0.8))


def room(data: Data, about_base: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Centre and half edges [m] of a box that holds the machine at every sample, no edge much shorter than the longest.

    about_base: of a box that moves with the base, its centre from the base.
    """
    places = data.body_position.values - (data.base_position.values[:, None] if about_base else 0.0)
    chosen = np.unique(np.linspace(0, len(places) - 1, _LOOKED_AT).round().astype(int))
    turn, shapes = data.body_quaternion.values[chosen], [data.body_outline.values]
    shapes += [data.body_blade.values] if _has_blades(data) else []
    seen = [(places[chosen][:, :, None] + rotate(turn[:, :, None], shape)).reshape(-1, 3) for shape in shapes]
    points = np.concatenate([places.reshape(-1, 3), *seen])
    low, high = np.nanmin(points, axis=0), np.nanmax(points, axis=0)
    half = 0.55 * (high - low)
    return (low + high) / 2, np.maximum(half, _SLIMMEST * half.max() + 1e-6)
