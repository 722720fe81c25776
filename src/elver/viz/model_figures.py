"""Figures of models that have not run: the machine at its start, hull coefficients, splines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError
from elver.contact import Wall
from elver.drive import PeriodicSpline
from elver.forces import Hull
from elver.forces.hulls import HullCoefficients
from elver.forces.hulls.memory import FREEDOMS
from elver.scenarios.explanation import Explanation
from elver.simulation.finish import drawn_surroundings
from elver.viz.machine import SURFACE, VIEWS
from elver.viz.style import ACCENT, CYCLE, INK, LEAF, SOFT, WARM, WATER, legend, new_figure, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from elver.robot.shapes import Strip

# --- A machine at its start, drawn to scale from above and from the side: bodies, the boat and its water, strips, joints with
# their axes, what sits on bodies (thrusters, rudders, blades), centres of mass and buoyancy. Names stand where no other name is.

_NAMED = 16  # obstacles at most that are named in the picture
_MOST_NAMES = 60  # bodies at most that a place is looked for
_WIDTH = 8.0  # inches
_GROUND, _RIM = "#d9d2c5", "#8d8573"  # of obstacles
_BOAT = "#b08968"
_AXIS, _ARROW = 0.035, 0.10  # share of the machine's size: half a joint's axis, the arrow of a thruster
_APART = 0.35  # share of the way to the next joint that half an axis takes at most
_ALONG = np.linspace(-1, 1, 9)[:, None]  # places of a line that names keep off
_END_ON = 0.2  # share of a direction that is seen, below which it points at the reader or away
_SAME = 4.0  # points: names whose places are nearer stand together
_AROUND = 0.5 * np.pi * np.array([1, 3, 0, 2, 0.5, 1.5, 2.5, 3.5])  # directions in which a place for a name is looked for
_FAR = (7.0, 13.0, 20.0, 28.0, 38.0)  # points from what it names


def machine_figure(explained: Explanation, path: str | Path | None = None) -> Figure:
    """The figure; with a ``path`` it is also written there."""
    views = ("xy", "xz")
    heights = [_height_of(explained, view) for view in views]
    figure, axes = new_figure(len(views), 1, size=(_WIDTH, sum(heights)), gridspec_kw={"height_ratios": heights})
    kept_off = [_draw_view(axis, explained, view) for axis, view in zip(axes, views, strict=True)]
    legend(axes[0], f"{explained.model.name} at its start: {explained.mass:.4g} kg")
    figure.draw_without_rendering()  # places of names are known when the axes have their sizes
    for axis, view, points in zip(axes, views, kept_off, strict=True):
        _write_names(axis, _names_in(explained, view), points)
    if path is not None:
        write(figure, path)
    return figure


def _size_of(explained: Explanation) -> float:
    """Largest extent of what is drawn of the machine [m]."""
    clouds = [np.vstack(part) for view in ("xy", "xz") for part in outlines(explained, view) if part]
    spans = [np.ptp(cloud, axis=0).max() for cloud in [*clouds, explained.places]]
    return float(max(spans)) or 1.0


def _height_of(explained: Explanation, view: str) -> float:
    """Height of a panel [inches] that suits what it shows."""
    i, j = VIEWS[view]
    parts = [*outlines(explained, view), _boat_outlines(explained, view)]
    corners = np.vstack([np.vstack(part) for part in parts if part] or [explained.places[:, (i, j)]])
    if view == "xy" and explained.model.scene is not None:
        corners = np.vstack([corners, *(o.outline() for o in explained.model.scene.obstacles if not isinstance(o, Wall))])
    wide, high = np.ptp(corners, axis=0)
    return float(np.clip(0.75 * _WIDTH * high / max(wide, 1e-9) + 1.0, 1.9, 5.0))


def _draw_view(axis: Axes, explained: Explanation, view: str) -> np.ndarray:
    """One projection; returns points (n, 2) [m] that names keep off."""
    from matplotlib.collections import LineCollection, PolyCollection

    i, j = VIEWS[view]
    solids, strips = outlines(explained, view)
    afloat = {law.body for law in _hulls_of(explained)}
    shaped = [body.name in afloat for body in explained.model.robot.bodies if body.shape is not None]
    size = _size_of(explained)
    if view == "xy" and explained.model.scene is not None and explained.model.scene.obstacles:
        _draw_scene(axis, explained)
    boats = [*(own for own, floats in zip(solids, shaped, strict=True) if floats), *_boat_outlines(explained, view)]
    solids = [own for own, floats in zip(solids, shaped, strict=True) if not floats]
    if boats:
        axis.add_collection(PolyCollection(boats, facecolor=_BOAT, edgecolor="white", linewidth=0.6, alpha=0.8, label="boat"))
    if solids:
        axis.add_collection(PolyCollection(solids, facecolor=WATER, edgecolor="white", linewidth=0.6, alpha=0.75, label="bodies"))
    if strips:
        axis.add_collection(LineCollection(strips, colors=[ACCENT], linewidths=1.0, linestyles="--", label="strips"))
    points = np.vstack([_draw_joints(axis, explained, view, size), _draw_fittings(axis, explained, view, size)])
    axis.plot(explained.centre[i], explained.centre[j], "P", color=INK, markersize=9, label="centre of mass")
    if explained.lifted is not None:
        axis.plot(explained.lifted[i], explained.lifted[j], "^", color=LEAF, markersize=8, label="centre of buoyancy")
    axis.plot(explained.places[:, i], explained.places[:, j], ".", color=SOFT, markersize=1)
    axis.set_aspect("equal", adjustable="datalim")
    axis.margins(0.08)
    axis.set_xlabel(f"{view[0]} [m]")
    axis.set_ylabel(f"{view[1]} [m]")
    level = drawn_surroundings(explained.model, {f: v.value for f, v in explained.model.free.items()}).get("water")
    if isinstance(level, float):
        axis.plot([], [], color=SURFACE, linewidth=1.2, label="surface of the water")
        if view == "xz":
            axis.axhline(level, color=SURFACE, linewidth=1.2, zorder=0.7)
    return points


def _draw_joints(axis: Axes, explained: Explanation, view: str, size: float) -> np.ndarray:
    """Moving joints: a dot, and their axes as short lines; of a slide with heads. One that points at the reader has a ring."""
    from matplotlib.collections import LineCollection

    robot, flat = explained.model.robot, list(VIEWS[view])
    index = {body.name: k for k, body in enumerate(robot.bodies)}
    joints = [index[joint.child] for joint in robot.moving_joints]
    if not joints:
        return np.zeros((0, 2))
    at, along = explained.places[joints][:, flat], explained.rotations[joints][:, :, 2][:, flat]
    gaps = np.linalg.norm(at[:, None] - at[None], axis=2)
    near = np.where(gaps > 0.2 * _AXIS * size, gaps, np.inf).min(axis=1)  # joints in one place have axes of one length
    reach = np.minimum(_AXIS * size, _APART * near)[:, None] * along
    across = np.linalg.norm(along, axis=1) < _END_ON
    slides = np.array([joint.type == "prismatic" for joint in robot.moving_joints])
    lines = np.stack([at - reach, at + reach], axis=1)
    if not across.all():
        axis.add_collection(LineCollection(lines[~across], colors=[INK], linewidths=1.8, zorder=5))
    axis.plot([], [], color=INK, linewidth=1.8, label="joint axes")  # they may be seen in the other panel alone
    for low, high in lines[slides & ~across]:
        arrow = {"arrowstyle": "<->", "color": INK, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0}
        axis.annotate("", high, low, arrowprops=arrow, zorder=5)
    if across.any():
        ring: dict[str, Any] = {"color": INK, "markersize": 7, "markerfacecolor": "none", "zorder": 5}
        axis.plot(*at[across].T, "o", label="joint axes, end on", **ring)
    axis.plot(*at.T, "o", color=INK, markersize=2.5, zorder=5, label="joints")
    return np.vstack([middle + _ALONG * half for middle, half in zip(at, reach, strict=True)])


def _hulls_of(explained: Explanation) -> list[Hull]:
    """The laws of bodies that float."""
    laws = [law for medium in explained.model.media.values() for law in getattr(medium, "inner", (medium,))]
    return [law for law in laws if isinstance(law, Hull)]


def _fittings_of(explained: Explanation) -> list[tuple[str, np.ndarray, np.ndarray | None]]:
    """What sits on bodies: name, place [m, world] and direction (None for none) of thrusters, rudders, blades, anchors, drags."""
    found: list[tuple[str, np.ndarray, np.ndarray | None]] = []
    bodies = {body.name: k for k, body in enumerate(explained.model.robot.bodies)}
    for name, medium in explained.model.media.items():
        for law in getattr(medium, "inner", (medium,)):
            at = getattr(law, "at", getattr(law, "centre", None))
            given: Any = getattr(law, "body", None)
            if at is None or given is None:
                continue
            ways = [getattr(law, key) for key in ("axis", "normal", "chord") if hasattr(law, key)]
            names = [given] if isinstance(given, str) else list(given)
            for body in names:
                place, turn = explained.places[bodies[body]], explained.rotations[bodies[body]]
                point = place + turn @ np.asarray(at, dtype=float)
                way = turn @ np.asarray(ways[0], dtype=float) if ways else None
                own = name if len(names) == 1 else f"{name} {body}"
                found.append(("" if own == body else own, point, way))  # a blade may have the name of its body
    return found


def _draw_fittings(axis: Axes, explained: Explanation, view: str, size: float) -> np.ndarray:
    """Arrows along the thrust, the normal of a blade or the chord of a rudder; a ring where they point at the reader or away."""
    flat, points = list(VIEWS[view]), [np.zeros((0, 2))]
    for k, (_, place, way) in enumerate(_fittings_of(explained)):
        middle, seen = place[flat], np.zeros(2) if way is None else way[flat]
        axis.plot(*middle, "o", color=WARM, markersize=5, zorder=6, label="thrusters and fittings" if k == 0 else None)
        if np.linalg.norm(seen) >= _END_ON:
            arrow = {"arrowstyle": "-|>", "color": WARM, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 0}
            end = middle + _ARROW * size * seen
            axis.annotate("", end, middle, arrowprops=arrow, zorder=6)  # type: ignore[arg-type]
            axis.plot(*end, alpha=0)  # so that the arrow lies within the axis
            points.append(middle + np.abs(_ALONG) * (end - middle))
        elif way is not None:
            axis.plot(*middle, "o", color=WARM, markersize=10, markerfacecolor="none", zorder=6)
    return np.vstack(points)


def _boat_outlines(explained: Explanation, view: str) -> list[np.ndarray]:
    """Outlines of floating hulls whose bodies have no shape [m]: as long, wide and deep as an ellipse that floats as they do."""
    i, j = VIEWS[view]
    bodies = {body.name: k for k, body in enumerate(explained.model.robot.bodies)}
    found = []
    for law in _hulls_of(explained):
        k, G = bodies[law.body], np.asarray(law.hydrostatics.restoring, dtype=float)
        if explained.model.robot.bodies[k].shape is not None or G[0, 0] <= 0:
            continue
        half_length, half_width = 2 * np.sqrt(max(G[2, 2], 0) / G[0, 0]), 2 * np.sqrt(max(G[1, 1], 0) / G[0, 0])
        draught = law.draught or law.hydrostatics.buoyancy / G[0, 0]
        deck = law.freeboard if law.freeboard is not None else 0.5 * draught
        t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        heights = ((1.0, deck), (1.0, 0.0), (0.8, -draught))  # share of the waterplane's lengths, height
        rings = [np.array([f * half_length * np.cos(t), f * half_width * np.sin(t), z + 0 * t]).T for f, z in heights]
        cloud = np.vstack(rings) + np.asarray(law.reference, dtype=float)
        found.append(_convex((explained.places[k] + cloud @ explained.rotations[k].T)[:, (i, j)]))
    return found


def _draw_scene(axis: Axes, explained: Explanation) -> None:
    """The obstacles of a scene, and their names."""
    from matplotlib.collections import PolyCollection

    scene, places = explained.model.scene, explained.places[:, :2]
    assert scene is not None
    middle, reach = explained.centre[:2], float(np.ptp(places, axis=0).max()) or 1.0
    shapes = [o.outline(middle, reach) if isinstance(o, Wall) else o.outline() for o in scene.obstacles]
    axis.add_collection(PolyCollection(shapes, facecolor=_GROUND, edgecolor=_RIM, linewidth=0.8, zorder=0.5, label="obstacles"))
    for shape, own in zip(shapes, scene.obstacles, strict=True):
        if own.name and len(shapes) <= _NAMED:
            axis.annotate(own.name, shape.mean(axis=0), fontsize=7, color=INK, ha="center", va="center")


def _names_in(explained: Explanation, view: str) -> list[tuple[str, np.ndarray]]:
    """Names of bodies at their centres of mass and of what sits on them, with their places in the picture [m]."""
    i, j = VIEWS[view]
    found = []
    for body, place, turn in zip(explained.model.robot.bodies, explained.places, explained.rotations, strict=True):
        if not body.virtual:
            at = place + turn @ (body.centre_of_mass if body.shape is None else body.shape.centroid())
            found.append((body.name, np.array([at[i], at[j]], dtype=float)))
    return [*((name, place[[i, j]]) for name, place, _ in _fittings_of(explained) if name), *found[:_MOST_NAMES]]


def _write_names(axis: Axes, names: list[tuple[str, np.ndarray]], kept_off: np.ndarray) -> None:
    """Write names where no other name, dot or mark of a centre is, as near as there is room; a line leads to far ones.

    Names of one place stand in one line. One that finds no room is left out: `elver check` lists them all.
    """
    from matplotlib.patheffects import withStroke

    figure = axis.figure
    renderer, dots = figure.canvas.get_renderer(), figure.dpi / 72  # type: ignore[attr-defined]
    groups: list[tuple[list[str], np.ndarray]] = []
    for name, place in names:
        at = axis.transData.transform(place)
        near = next((group for group in groups if np.linalg.norm(group[1] - at) < _SAME * dots), None)
        if near is None:
            groups.append(([name], at))
        else:
            near[0].append(name)
    marks = [axis.transData.transform(line.get_xydata()) for line in axis.lines if line.get_marker() in ("P", "^", "o")]
    points = np.vstack([*marks, axis.transData.transform(kept_off)])
    inside = axis.get_window_extent(renderer)
    taken: list[np.ndarray] = []
    for own, at in groups:
        text = _joined(own)
        probe = axis.text(0, 0, text, fontsize=7)
        extent = probe.get_window_extent(renderer)
        probe.remove()
        half = 0.5 * np.array([extent.width, extent.height]) + dots
        for far, turn in ((far, turn) for far in _FAR for turn in _AROUND):
            way = np.array([np.cos(turn), np.sin(turn)])
            middle = at + far * dots * way + half * np.round(way, 3)
            box = np.array([middle - half, middle + half])
            free = not any((box[0] < other[1]).all() and (other[0] < box[1]).all() for other in taken)
            clear = not ((points > box[0]) & (points < box[1])).all(axis=1).any()
            if free and clear and inside.contains(*box[0]) and inside.contains(*box[1]):
                taken.append(box)
                shift = (middle - at) / dots
                lead = {"arrowstyle": "-", "color": SOFT, "linewidth": 0.6, "shrinkA": 0, "shrinkB": 1} if far > _FAR[0] else None
                note = axis.annotate(
                    text, tuple(axis.transData.inverted().transform(at)), fontsize=7, color=INK, ha="center", va="center",
                    zorder=7, xytext=shift, textcoords="offset points", arrowprops=lead,
                    path_effects=[withStroke(linewidth=1.5, foreground="white", alpha=0.6)],
                )  # fmt: skip
                note.set_in_layout(False)
                break


def _joined(names: list[str]) -> str:
    """Names of one place: all of a few, the first of many and how many more."""
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:2])} and {len(names) - 2} more"


def outlines(explained: Explanation, view: str) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Convex outlines of the bodies' solids, and the frames of their strips, projected [m]."""
    i, j = VIEWS[view]
    solids, strips = [], []
    for body, place, turn in zip(explained.model.robot.bodies, explained.places, explained.rotations, strict=True):
        if body.shape is not None:
            solids.append(_convex((place + body.shape.surface() @ turn.T)[:, (i, j)]))
        if body.strip is not None:
            strips.append((place + strip_frame(body.strip, view, turn) @ turn.T)[:, (i, j)])
    return solids, strips


def _convex(points: np.ndarray) -> np.ndarray:
    """Corners of the convex hull of points in a plane, however flat."""
    from scipy.spatial import ConvexHull

    return points[ConvexHull(points, qhull_options="QJ").vertices]


def strip_frame(strip: Strip, view: str, turn: np.ndarray) -> np.ndarray:
    """Corners of a strip's outline, closed [m, body frame]: as wide as its sections are seen; a strip end on is its section."""
    e1, e2, e3 = np.asarray(strip.axes, dtype=float).T
    away = turn.T @ np.eye(3)[3 - sum(VIEWS[view])]  # the direction of sight in the body frame
    rows = getattr(
        strip, "stations", ((0.0, strip.half_width, strip.half_height), (strip.length, strip.half_width, strip.half_height))
    )
    across = np.cross(away, e1)
    seen = float(np.linalg.norm(across))
    if seen < _END_ON:
        t = np.linspace(0, 2 * np.pi, 33)
        _, a, b = max(rows, key=lambda row: row[1] * row[2])
        return strip.start + np.outer(a * np.cos(t), e2) + np.outer(b * np.sin(t), e3)
    across = across / seen
    half = [np.hypot(a * (across @ e2), b * (across @ e3)) for _, a, b in rows]
    one = [strip.start + s * e1 - h * across for (s, _, _), h in zip(rows, half, strict=True)]
    other = [strip.start + s * e1 + h * across for (s, _, _), h in zip(rows, half, strict=True)]
    return np.array([*one, *other[::-1], one[0]])


# --- Pictures of a hull's coefficients and of a drawn motion.

_DEGREES = 180 / np.pi


def hull_figure(c: HullCoefficients, path: str | Path | None = None, freedoms: tuple[int, ...] = (2, 4)) -> Figure:
    """Damping, added mass and memory of some freedoms: boundary elements (dots) and fitted model (lines). Saved if ``path``.

    A freedom without radiation, such as the yaw of a buoy, is left out.
    """
    if c.table is None:
        raise InputError("these hull coefficients hold no table to draw. Compute them with `elver hull`.")
    freedoms = tuple(k for k in freedoms if k in c.memory.freedoms)
    if not freedoms:
        raise InputError("none of the freedoms asked for radiates waves: nothing to draw. Choose among c.memory.freedoms.")
    w = np.linspace(0.05, 1.3 * c.table.frequencies[-1], 300)
    times = np.linspace(0.0, 60 / c.table.frequencies[-1], 400)
    answer, kernel = c.memory.transfer(w), c.memory.kernel(times)
    figure, axes = new_figure(len(freedoms), 3, size=(11.0, 1.2 + 2.4 * len(freedoms)))
    for row, k in enumerate(freedoms):
        i = c.memory.freedoms.index(k)
        left, middle, right = axes[3 * row : 3 * row + 3]
        left.plot(c.table.frequencies, c.table.damping[:, k, k], ".", color=INK, label="boundary elements")
        left.plot(w, answer[:, i, i].real, color=WATER, label="fit")
        middle.plot(c.table.frequencies, c.table.added[:, k, k], ".", color=INK)
        middle.plot(w, c.added[k, k] + answer[:, i, i].imag / w, color=WATER)
        middle.axhline(c.added[k, k], color=SOFT, linestyle=":")
        right.plot(times, kernel[:, i, i], color=ACCENT)
        unit = "kg" if k < 3 else "kg m^2"
        for axis, title, per in zip(
            (left, middle, right), ("damping", "added mass", "memory kernel"), ("/s", "", "/s^2"), strict=True
        ):
            axis.set(ylabel=f"{FREEDOMS[k]} [{unit}{per}]")
            legend(axis, title if row == 0 else None)
        if row == len(freedoms) - 1:
            left.set_xlabel("frequency [rad/s]")
            middle.set_xlabel("frequency [rad/s]")
            right.set_xlabel("time [s]")
    if path is not None:
        write(figure, path)
    return figure


def spline_figure(spline: PeriodicSpline, path: str | Path | None = None) -> Figure:
    """Every joint's motion over one period with its control polygon; the drive is shaded. Saved if ``path``."""
    count = len(spline.points)
    figure, axes = new_figure(count, size=(7.2, 1.0 + 1.9 * count), sharex=True)
    u = np.linspace(0.0, 1.0, 400)
    phase = u + float(spline.warp()) * np.sin(np.pi * u) ** 2
    for axis, color, (name, values) in zip(axes, CYCLE * count, spline.points.items(), strict=False):
        polygon = np.array([*values, values[0]])
        at = np.interp(np.arange(len(polygon)) / len(values), phase, u)
        axis.axvspan(0, spline.drive * spline.period, color=WATER, alpha=0.08, linewidth=0)
        axis.plot(at * spline.period, _DEGREES * polygon, "o--", color=SOFT, markersize=4, linewidth=0.8, label="control polygon")
        axis.plot(u * spline.period, _DEGREES * spline.sampled(name, phase), color=color, label=name)
        axis.set(ylabel="[deg]")
        legend(axis, f"{name}: drive {100 * spline.drive:.0f} % of {spline.period:.3g} s" if axis is axes[0] else name)
    axes[-1].set_xlabel("time [s]")
    if path is not None:
        write(figure, path)
    return figure
