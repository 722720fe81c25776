"""Where the bodies of a run are, as silhouettes in a plane."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np

from elver.spatial import rotate

GROUNDS, OTHER_GROUND = {"land": "#efe3cc", "water": "#d6e8f5"}, "#ececec"  # colours of regions
THIN = 0.08  # area of an outline over the square of its size, below which it is drawn with an edge of its own colour
EDGE, SHARE = 0.6, 0.05  # points: width of an edge; at most so much of the size of a body
FORCE, SURFACE = "#c8553d", "#7fa9cc"
TITLE = 0.13  # inches from an axis to the middle of its title
VIEWS = {"xy": (0, 1), "xz": (0, 2), "yz": (1, 2)}


def flat_points(data, index: int, view: str) -> dict[int, np.ndarray]:
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


def silhouettes(data, index: int, view: str) -> list[np.ndarray]:
    """Convex outline of every visible body at sample ``index``, projected on a plane of the world [m]."""
    return [convex(points) for points in flat_points(data, index, view).values()]


def part_silhouettes(data, index: int, view: str) -> list[tuple[int, np.ndarray]]:
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
    return np.array([*chain(ordered), *chain(ordered[::-1])])


def chain(points: list[list[float]]) -> list[list[float]]:
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


def thin(polygon: np.ndarray) -> bool:
    """Whether an outline is hardly wider than its own edge: a plate seen along it."""
    x, y = polygon.T
    area = 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))
    return area < THIN * float(np.ptp(polygon, axis=0).max()) ** 2


def skeleton(data, index: int, view: str) -> list[np.ndarray]:
    """Lines from every body's origin to its parent's: what is drawn for a robot without shapes."""
    i, j = VIEWS[view]
    origins = data.body_position.values[index][:, (i, j)]
    return [origins[[k, p]] for k, p in enumerate(data.body_parent.values) if p >= 0]


def draw_machine(
    axis, data, index: int, view: str, color, lift: float = 0.0, scale: float | None = None, colors: Sequence[str] | None = None
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
        edges = [fill if thin(p) else "white" for p, fill in zip(polygons, fills, strict=True)]  # a white edge would hide a plate
        widths = [EDGE if scale is None else min(EDGE, SHARE * scale * float(np.ptp(p, axis=0).max())) for p in polygons]
        axis.add_collection(PolyCollection(polygons, facecolor=fills, edgecolors=edges, linewidths=widths, zorder=3))
    else:
        lines = [line + up for line in skeleton(data, index, view)]
        axis.add_collection(LineCollection(lines, colors=[color], linewidths=2.0))


def draw_water(axis, data, view: str) -> None:
    """Water up to its surface where that lies within a picture from the side; the line runs in front of the machine."""
    from matplotlib.collections import PolyCollection

    surface, (low, high), (left, right) = water_level(data), axis.get_ylim(), axis.get_xlim()
    if surface is None or view[1] != "z" or not low < surface < high:
        return
    box = [(left, low), (right, low), (right, surface), (left, surface)]
    axis.add_collection(PolyCollection([box], facecolor=SURFACE, alpha=0.25, linewidths=0.0, zorder=0.5), autolim=False)
    axis.axhline(surface, color=SURFACE, linewidth=0.9, zorder=4)


def water_level(data) -> float | None:
    """Height of the water's surface that a run recorded [m]; None where there is none."""
    return json.loads(data.attrs.get("surroundings", "{}")).get("water")


def draw_regions(axis, data) -> None:
    """Colour the regions along x that the media of a run have, such as land and water at a shore."""
    x0, x1 = axis.get_xlim()
    for region in json.loads(data.attrs.get("regions", "[]")):
        name, start, end = region["name"], region.get("from", x0), region.get("to", x1)
        axis.axvspan(start, end, color=GROUNDS.get(name, OTHER_GROUND), zorder=0)
        axis.text(
            (start + end) / 2, 0.98, name, transform=axis.get_xaxis_transform(), ha="center", va="top", fontsize=9, color="#555"
        )


def draw_obstacles(axis, data, lifts=(0.0,)) -> None:
    """Discs and polygons of a run's scene, once per lift."""
    if "obstacle" not in data.sizes:
        return
    from matplotlib.collections import PolyCollection

    outlines = [o[np.isfinite(o[:, 0])] for o in data.obstacle_outline.values]
    shapes = [o + np.array([0.0, lift]) for o in outlines for lift in lifts]
    axis.add_collection(PolyCollection(shapes, facecolor="#d9d2c5", edgecolor="#8d8573", linewidth=0.8, zorder=1))


def draw_forces(axis, data, index: int, lift: float = 0.0):
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
    how = {"angles": "xy", "scale_units": "xy", "scale": 1.0 / long, "units": "xy", "width": 0.011 * machine_size(data)}
    arrows = axis.quiver(*place.T, *force.T, color=FORCE, zorder=6, headlength=4, headaxislength=3.6, **how)
    axis.update_datalim(place + long * force)
    return arrows


def metres_per_newton(data) -> float:
    """Length of an arrow of one newton: strong forces of the run are a quarter as long as the machine."""
    forces = np.linalg.norm(data.contact_force.values, axis=2)
    felt = forces[forces > 0]  # links that touch nothing, most of them in many runs, say nothing about how strong forces are
    return 0.25 * machine_size(data) / (float(np.percentile(felt, 99.5)) if len(felt) else 1.0)


def name_forces(axis, arrows, data) -> None:
    """An arrow with its number and unit above the axis, to read all others by: a round force, about a sixth of the machine."""
    wanted = machine_size(data) / 6 / metres_per_newton(data)
    power = 10.0 ** np.floor(np.log10(wanted))
    force = power * max(step for step in (1, 2, 5) if step * power <= wanted * (1 + 1e-9))
    above = 1.0 + TITLE / max(axis.figure.get_figheight() - 0.9, 1.0)
    axis.quiverkey(arrows, 0.9, above, force, f"{force:g} N", labelpos="E", coordinates="axes", fontproperties={"size": 8})


def machine_size(data) -> float:
    """Largest extent of the machine along an axis of the world at the first sample [m]."""
    outlines = list(flat_points(data, 0, "xy").values()) or [data.body_position.values[0][:, :2]]
    return max(float(np.ptp(np.vstack(outlines), axis=0).max()), 1e-9)


def best_view(data, points: str = "body_position") -> str:
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


def limits(data, view: str, margin: float = 0.25):
    """Axis limits that hold every body at every sample."""
    i, j = VIEWS[view]
    p = data.body_position.values.reshape(-1, 3)
    reach = margin + float(
        np.nan_to_num(np.abs(data.body_outline.values).max(initial=0, where=np.isfinite(data.body_outline.values)))
    )
    low, high = np.nanmin(p, axis=0) - reach, np.nanmax(p, axis=0) + reach
    return (low[i], high[i]), (low[j], high[j])
