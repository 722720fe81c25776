"""Pictures of machines at their tasks, in the style of all figures: the machine, its trail, its goal, obstacles and regions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from elver.contact import Wall
from elver.drawing.outline import VIEWS, draw_machine, draw_obstacles, draw_regions, machine_size
from elver.drawing.style import ACCENT, INK, SOFT, WATER, new_figure
from elver.results.finish import describe_robot, labelled
from elver.results.provenance import drawn_regions, free_values
from elver.stepping.recording import evaluate_outputs
from elver.stepping.trajectory import Trajectory
from elver.tasks.episodes import Episodes
from elver.tasks.now import Array

MODES = ("rgb_array", "figure")
SIZE, DOTS = (6.4, 4.8), 100  # inches, dots per inch
NEAR, FAR = 1.3, 8.0  # half the height of the picture over the machine's size: at least, and at most to show the goal
SPARE = 1.3  # by so much more than needed the picture grows, so that it need not grow again at once
LEAVES = 0.5  # of half the picture: beyond that the picture moves along


class Sample:
    """One sample of a run as drawing reads it: ``sample.body_position.values``; a data set would take most of a frame's time."""

    body_position: Any
    body_outline: Any

    def __init__(self, values: Mapping[str, np.ndarray], attributes: dict[str, Any], sizes: Mapping[str, int] | None = None):
        self.attrs = attributes
        self.sizes = {"body": len(values["body_parent"]), "time": 1} if sizes is None else sizes
        self.__dict__.update({name: SimpleNamespace(values=value) for name, value in values.items()})


class Camera:
    """Keeps the trails of all machines and draws one of them."""

    def __init__(self, episodes: Episodes):
        self.episodes, self.axes = episodes, VIEWS[episodes.task.view]
        self.trail: list[np.ndarray] = []
        self.since = np.zeros(episodes.machines, dtype=np.int64)
        self.windows: dict[int, tuple[np.ndarray, float]] = {}
        self.scene: dict[str, Any] = {}

    def reset(self, mask: Array) -> None:
        """Machines begin anew, and so do their trails."""
        mask = on_host(mask)
        if mask.all():
            self.trail.clear()
            self.trail.append(self.places())
        else:  # the row of the step that ended with this reset is where they begin
            self.trail[-1][mask] = self.places()[mask]
        self.since[mask] = len(self.trail) - 1
        for k in np.flatnonzero(mask).tolist():
            self.windows.pop(k, None)

    def follow(self) -> None:
        """Remember where the machines are after a step."""
        self.trail.append(self.places())
        first = int(self.since.min())
        if first > self.episodes.intervals:
            del self.trail[:first]
            self.since -= first

    def places(self) -> np.ndarray:
        """Where the bases are in the plane of the picture [m]."""
        slot = self.episodes.program.equations.layout.slices["position"]
        position = on_host(self.episodes.stepper.state)[:, slot]
        return position[:, self.axes].copy() if position.shape[1] else np.zeros((self.episodes.machines, 2))

    # --- one machine ----------------------------------------------------------------------------------------------------

    def picture(self, k: int, mode: str | None) -> Any:
        """Machine k as an image (height, width, 3) of bytes, or as a figure of its own."""
        if not self.trail:
            self.reset(self.episodes.everyone)
        data, goal = self.data(k), self.goal(k)
        window = self.window(k, data.body_position.values[0].mean(axis=0)[list(self.axes)], goal)
        if mode == "figure":
            figure, axis = self.canvas()
            self.backdrop(axis, data, window)
            self.foreground(axis, data, k, goal, window[1])
            return figure
        return self.image(data, k, goal, window)

    def image(self, data: Any, k: int, goal: np.ndarray | None, window: tuple[np.ndarray, float]) -> np.ndarray:
        """The picture as bytes. What stays (axes, regions, obstacles) is drawn again only when the picture moves along."""
        if "figure" not in self.scene:
            self.scene["figure"], self.scene["axis"] = self.canvas()
        figure, axis = self.scene["figure"], self.scene["axis"]
        key = (*window[0].tolist(), window[1])
        if self.scene.get("window") != key:
            self.backdrop(axis, data, window)
            figure.canvas.draw()
            self.scene["window"], self.scene["drawn"] = key, figure.canvas.copy_from_bbox(figure.bbox)
        figure.canvas.restore_region(self.scene["drawn"])
        for artist in self.foreground(axis, data, k, goal, window[1]):
            figure.draw_artist(artist)
            artist.remove()
        return np.asarray(figure.canvas.buffer_rgba())[..., :3].copy()

    def canvas(self) -> tuple[Any, Any]:
        """An empty figure, laid out once: for every frame it would take most of the time."""
        figure, (axis,) = new_figure(size=SIZE)
        figure.set_dpi(DOTS)
        view = self.episodes.task.view
        axis.set(xlabel=f"{view[0]} [m]", ylabel=f"{view[1]} [m]")
        figure.set_layout_engine("none")
        axis.set_position((0.12, 0.11, 0.85, 0.81))
        return figure, axis

    def data(self, k: int) -> Sample:
        """The recorded quantities of machine k now."""
        episodes = self.episodes
        program, stepper = episodes.program, episodes.stepper
        state, p = on_host(stepper.state)[k], np.array(on_host(stepper.p)[k])
        moment = Trajectory(np.array([float(episodes.now.time[k])]), state[None].astype(float), "finished", 0, 0.0)
        found = evaluate_outputs(program, moment, p)
        if "robot" not in self.scene or program.model.free_robot is not None:
            whole = labelled(program.equations, moment.times, moment.states, found)
            describe_robot(whole, program.model.robot_at(p.tolist()))
            self.scene["robot"] = {name: whole[name].values for name in ("body_outline", "body_parent", "body_com")}
        if "regions" not in self.scene:
            self.scene["regions"] = json.dumps(drawn_regions(program.model, free_values(program, p)))
        data = Sample({**found, **self.scene["robot"]}, {"regions": self.scene["regions"]})
        if "size" not in self.scene:
            self.scene["size"] = machine_size(data) if self.axes == (0, 1) else spread(data)
        return data

    def backdrop(self, axis: Any, data: Any, window: tuple[np.ndarray, float]) -> None:
        """What stays while the machine moves: limits, regions, obstacles."""
        for artist in (*axis.lines, *axis.collections, *axis.patches, *axis.texts):
            artist.remove()
        (centre, half), box = window, axis.get_window_extent()
        wide = half * box.width / box.height  # a metre is as long upwards as it is sidewards
        axis.set(xlim=(centre[0] - wide, centre[0] + wide), ylim=(centre[1] - half, centre[1] + half))
        if self.episodes.task.view == "xy":
            draw_regions(axis, data)
            self.obstacles(axis, centre, 2 * wide)

    def foreground(self, axis: Any, data: Any, k: int, goal: np.ndarray | None, half: float) -> list[Any]:
        """The trail, the machine, its goal and a line of text, in the order in which they are drawn."""
        from matplotlib.patches import Circle

        episodes, before = self.episodes, list(axis.collections)
        trail = np.array([row[k] for row in self.trail[self.since[k] :]])
        found = axis.plot(*trail.T, color=SOFT, linewidth=1.2, zorder=2)
        draw_machine(axis, data, 0, episodes.task.view, WATER)
        found += [c for c in axis.collections if c not in before]
        if goal is not None:
            radius = episodes.task.goal.radius or 0.03 * half  # type: ignore[union-attr]
            found.append(axis.add_patch(Circle(tuple(goal), radius, facecolor=ACCENT, edgecolor=ACCENT, alpha=0.35, zorder=4)))
            found += axis.plot(*goal, marker="+", color=ACCENT, markersize=8, zorder=5)
        text = f"{episodes.task.name}   t = {float(episodes.now.time[k]):.2f} s   return {float(episodes.returns[k]):.3g}"
        place = {"transform": axis.transAxes, "ha": "center", "va": "bottom", "color": INK, "fontsize": 10}
        return [*found, axis.text(0.5, 1.02, text, **place)]

    def obstacles(self, axis: Any, centre: np.ndarray, reach: float) -> None:
        """Obstacles of the model's scene."""
        scene = self.episodes.program.model.scene
        if scene is None or not scene.obstacles:
            return
        outlines = [o.outline(centre, reach) if isinstance(o, Wall) else o.outline() for o in scene.obstacles]
        points = np.full((len(outlines), max(map(len, outlines)), 2), np.nan)
        for k, outline in enumerate(outlines):
            points[k, : len(outline)] = outline
        draw_obstacles(axis, Sample({"obstacle_outline": points}, {}, {"obstacle": len(points)}))

    def goal(self, k: int) -> np.ndarray | None:
        """Where the goal of machine k is in the plane of the picture; None where it has none, or it is no place."""
        goal = self.episodes.task.goal
        if goal is None or goal.place is None:
            return None
        point = on_host(goal.place(self.episodes.now.goal))[k]
        return np.append(point, np.zeros(3 - len(point)))[list(self.axes)]

    def window(self, k: int, at: np.ndarray, goal: np.ndarray | None) -> tuple[np.ndarray, float]:
        """Centre and half the height of the picture [m]: it moves along when the machine has come far from its middle."""
        size = self.scene["size"]
        away = 0.0 if goal is None else float(np.abs(goal - at).max())
        need = max(NEAR * size, min(1.15 * away, FAR * size))
        centre, half = self.windows.get(k, (at, 0.0))
        if need > half or np.abs(at - centre).max() > LEAVES * half:
            centre, half = at.copy(), half if half >= need else need * (SPARE if half else 1.0)
            self.windows[k] = (centre, half)
        return centre, half


def spread(data: Any) -> float:
    """Largest extent of the machine [m]."""
    reach = np.nanmax(np.abs(data.body_outline.values), initial=0.0)
    return float(np.ptp(data.body_position.values[0], axis=0).max() + reach) or 1.0


def on_host(array: Array) -> np.ndarray:
    """An array in the memory of the processor."""
    return array if isinstance(array, np.ndarray) else array.get()
