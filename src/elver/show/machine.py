"""A machine at its start, drawn to scale from the side and from above: bodies, strips, joints, centres of mass and buoyancy."""

from __future__ import annotations

import numpy as np

from elver.contact import Wall
from elver.drawing.outline import VIEWS
from elver.drawing.style import ACCENT, INK, LEAF, SOFT, WATER, legend, new_figure, write
from elver.scenarios.explanation import Explanation

NAMED = 16  # bodies at most that are named in the picture
WIDTH = 8.0  # inches
GROUND, RIM = "#d9d2c5", "#8d8573"  # of obstacles


def machine_figure(explained: Explanation, path=None):
    """The figure; with a ``path`` it is also written there."""
    views = ("xy", "xz")
    heights = [height_of(explained, view) for view in views]
    figure, axes = new_figure(len(views), 1, size=(WIDTH, sum(heights)), gridspec_kw={"height_ratios": heights})
    for axis, view in zip(axes, views, strict=True):
        draw_view(axis, explained, view)
    legend(axes[0], f"{explained.model.name} at its start: {explained.mass:.4g} kg")
    if path is not None:
        write(figure, path)
    return figure


def height_of(explained: Explanation, view: str) -> float:
    """Height of a panel [inches] that suits what it shows."""
    i, j = VIEWS[view]
    corners = np.vstack([np.vstack(part) for part in outlines(explained, view) if part] or [explained.places[:, (i, j)]])
    if view == "xy" and explained.model.scene is not None:
        corners = np.vstack([corners, *(o.outline() for o in explained.model.scene.obstacles if not isinstance(o, Wall))])
    wide, high = np.ptp(corners, axis=0)
    return float(np.clip(0.75 * WIDTH * high / max(wide, 1e-9) + 1.0, 1.9, 5.0))


def draw_view(axis, explained: Explanation, view: str) -> None:
    """One projection."""
    from matplotlib.collections import LineCollection, PolyCollection

    i, j = VIEWS[view]
    solids, strips = outlines(explained, view)
    if view == "xy" and explained.model.scene is not None and explained.model.scene.obstacles:
        draw_scene(axis, explained)
    if solids:
        axis.add_collection(PolyCollection(solids, facecolor=WATER, edgecolor="white", linewidth=0.6, alpha=0.75, label="bodies"))
    if strips:
        axis.add_collection(LineCollection(strips, colors=[ACCENT], linewidths=1.0, linestyles="--", label="strips"))
    moving = {joint.child for joint in explained.model.robot.moving_joints}
    names = [b.name for b in explained.model.robot.bodies]
    at = np.array([explained.places[k] for k, name in enumerate(names) if name in moving]).reshape(-1, 3)
    if len(at):
        axis.plot(at[:, i], at[:, j], "o", color=INK, markersize=4, label="joints")
    axis.plot(explained.centre[i], explained.centre[j], "P", color=INK, markersize=9, label="centre of mass")
    if explained.lifted is not None:
        axis.plot(explained.lifted[i], explained.lifted[j], "^", color=LEAF, markersize=8, label="centre of buoyancy")
    if len(solids) <= NAMED:
        write_names(axis, explained, view)
    axis.plot(explained.places[:, i], explained.places[:, j], ".", color=SOFT, markersize=1)
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.08)
    axis.set_xlabel(f"{view[0]} [m]")
    axis.set_ylabel(f"{view[1]} [m]")


def draw_scene(axis, explained: Explanation) -> None:
    """The obstacles of a scene, and their names."""
    from matplotlib.collections import PolyCollection

    scene, places = explained.model.scene, explained.places[:, :2]
    assert scene is not None
    middle, reach = explained.centre[:2], float(np.ptp(places, axis=0).max()) or 1.0
    shapes = [o.outline(middle, reach) if isinstance(o, Wall) else o.outline() for o in scene.obstacles]
    axis.add_collection(PolyCollection(shapes, facecolor=GROUND, edgecolor=RIM, linewidth=0.8, zorder=0.5, label="obstacles"))
    for shape, own in zip(shapes, scene.obstacles, strict=True):
        if own.name and len(shapes) <= NAMED:
            axis.annotate(own.name, shape.mean(axis=0), fontsize=7, color=INK, ha="center", va="center")


def write_names(axis, explained: Explanation, view: str) -> None:
    """The bodies' names at their centres of mass."""
    i, j = VIEWS[view]
    for body, place, turn in zip(explained.model.robot.bodies, explained.places, explained.rotations, strict=True):
        if not body.virtual:
            at = place + turn @ body.centre_of_mass
            axis.annotate(body.name, (at[i], at[j]), fontsize=7, color=INK, ha="center", va="bottom", xytext=(0, 6),
                          textcoords="offset points")  # fmt: skip


def outlines(explained: Explanation, view: str) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Convex outlines of the bodies' solids, and the frames of their strips, projected [m]."""
    from scipy.spatial import ConvexHull

    i, j = VIEWS[view]
    solids, strips = [], []
    for body, place, turn in zip(explained.model.robot.bodies, explained.places, explained.rotations, strict=True):
        if body.shape is not None:
            flat = (place + body.shape.surface() @ turn.T)[:, (i, j)]
            solids.append(flat[ConvexHull(flat, qhull_options="QJ").vertices])
        if body.strip is not None:
            strips.append((place + strip_frame(body.strip, view, turn) @ turn.T)[:, (i, j)])
    return solids, strips


def strip_frame(strip, view: str, turn: np.ndarray) -> np.ndarray:
    """Corners of a strip's outline, closed [m, body frame]: across it the half axis that lies in the picture."""
    e1, e2, e3 = np.asarray(strip.axes, dtype=float).T
    away = turn.T @ np.eye(3)[3 - sum(VIEWS[view])]  # the direction of sight in the body frame
    across = e2 if abs(away @ e3) > abs(away @ e2) else e3
    rows = getattr(
        strip, "stations", ((0.0, strip.half_width, strip.half_height), (strip.length, strip.half_width, strip.half_height))
    )
    one = [strip.start + s * e1 - (a if across is e2 else b) * across for s, a, b in rows]
    other = [strip.start + s * e1 + (a if across is e2 else b) * across for s, a, b in rows]
    return np.array([*one, *other[::-1], one[0]])
