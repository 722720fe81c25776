"""Pictures of machines at their tasks, in the style of all figures: the machine, its trail, its goal, and what its world has."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from elver._support.files import whole_file
from elver.contact import Wall
from elver.learn.policy import FRESH, Policy, acting
from elver.simulation.finish import describe_robot, described_robot, drawn_regions, finish_run, free_values, labelled_dataset
from elver.simulation.recording import evaluate_outputs
from elver.simulation.trajectory import Trajectory
from elver.tasks import Episodes, Line, Mark, Task, TrainingRecipe, WaterLevel
from elver.tasks.task import Array
from elver.viz.machine import GROUNDS, VIEWS, draw_machine, draw_obstacles, draw_regions, machine_size
from elver.viz.style import ACCENT, CYCLE, INK, SOFT, WATER, legend, new_figure, write

MODES = ("rgb_array", "figure")
SCENE = "scene"  # of one machine: the scene of the live page, by a browser without a window
_PIXELS = (960, 540)  # of the scene
_SIZE, _DOTS = (6.4, 4.8), 100  # inches, dots per inch
_SHAPE = 0.83 * _SIZE[0] / (0.81 * _SIZE[1])  # width of the axes over their height
_NEAR, _FAR = 0.55, 8.0  # half the height of the picture over the machine's size: at least, and at most to show the goal
_BACK = {"xy": 4.0, "xz": 1.0, "yz": 1.0}  # so many sizes of the machine around it the picture grows for its trail
_SPARE = 1.25  # by so much more than needed the picture shows, so that it need not move again at once
_BETWEEN = 6  # points of a smooth trail from one control interval to the next


class _Sample:
    """One sample of a run as drawing reads it: ``sample.body_position.values``; a data set would take most of a frame's time."""

    body_position: Any
    body_outline: Any

    def __init__(self, values: Mapping[str, np.ndarray], attributes: dict[str, Any], sizes: Mapping[str, int] | None = None):
        self.attrs = attributes
        self.sizes = {"body": len(values["body_parent"]), "time": 1} if sizes is None else sizes
        self.__dict__.update({name: SimpleNamespace(values=value) for name, value in values.items()})


class TrailRenderer:
    """Keeps the trails of all machines and draws one of them."""

    def __init__(self, episodes: Episodes):
        self.episodes, self.axes = episodes, VIEWS[episodes.task.view]
        self.rows: list[np.ndarray] = []  # states of all machines, one array per control interval
        self.trails: dict[int, np.ndarray] = {}  # what is known of the way of a machine
        self.since = np.zeros(episodes.machines, dtype=np.int64)
        self.windows: dict[int, tuple[np.ndarray, float]] = {}
        self.scene: dict[str, Any] = {}
        self.live: Any = None  # the scene of the page, once it is open
        self.shown = -1  # the first row of the way that it shows

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "scene": {}, "live": None}  # figures are drawn again

    def close(self) -> None:
        """End the browser, where one was started."""
        live, self.live = self.live, None
        if live is not None:
            live.__exit__()

    def reset(self, mask: Array) -> None:
        """Machines begin anew, and so do their trails."""
        mask = _on_host(mask)
        if mask.all():
            self.rows.clear()
            self.rows.append(self.states())
        else:  # the row of the step that ended with this reset is where they begin
            self.rows[-1][mask] = self.states()[mask]
        self.since[mask] = len(self.rows) - 1
        for k in np.flatnonzero(mask).tolist():
            self.windows.pop(k, None)
            self.trails.pop(k, None)

    def follow(self) -> None:
        """Remember where the machines are after a step."""
        self.rows.append(self.states())
        first = int(self.since.min())
        if first > self.episodes.intervals:
            del self.rows[:first]
            self.since -= first

    def states(self) -> np.ndarray:
        """States of all machines now."""
        return _on_host(self.episodes.stepper.state).astype(float, copy=True)

    def trail(self, k: int) -> np.ndarray:
        """Where the centre of mass of machine k was after every control interval, in the plane of the picture [m]."""
        known = self.trails.get(k, np.zeros((0, 2)))
        fresh = np.array([row[k] for row in self.rows[self.since[k] + len(known) :]])
        if len(fresh):
            times = self.episodes.task.interval * np.arange(len(known), len(known) + len(fresh))
            p = np.array(_on_host(self.episodes.stepper.p)[k])
            found = evaluate_outputs(self.episodes.program, Trajectory(times, fresh, "finished", 0, 0.0), p)
            known = self.trails[k] = np.vstack([known, found["com_position"][:, list(self.axes)]])
        return known

    # --- one machine ----------------------------------------------------------------------------------------------------

    def picture(self, k: int, mode: str | None) -> Any:
        """Machine k as an image (height, width, 3) of bytes, or as a figure of its own."""
        if not self.rows:
            self.reset(self.episodes.everyone)
        if mode == SCENE:
            return self.seen_in_space(k)
        data, goal, trail = self.data(k), self.goal(k), self.trail(k)
        window = self.window(k, data.body_position.values[0].mean(axis=0)[list(self.axes)], goal, trail)
        if mode == "figure":
            figure, axis = self.canvas()
            self.backdrop(axis, data, window, k)
            self.foreground(axis, data, k, goal, window[1])
            return figure
        return self.image(data, k, goal, window)

    def seen_in_space(self, k: int) -> np.ndarray:
        """Machine k in the scene of the live page, with its goal and what its task shows."""
        from elver.viz.scene_film import LiveScene

        episodes, p = self.episodes, np.array(_on_host(self.episodes.stepper.p)[k])
        state, now = _on_host(episodes.stepper.state)[k].astype(float), float(episodes.now.time[k])
        begin = self.live is None or self.shown != self.since[k] or now == 0.0
        if self.live is None:
            first = Trajectory(np.array([0.0, episodes.task.interval]), np.stack([state, state]), "finished", 1, 0.0)
            run = finish_run(episodes.program, p, first, {"dt": episodes.task.interval})
            scene, title = episodes.program.model.scene, f"{episodes.task.name}: {episodes.task.title}"
            self.live = LiveScene(run, scene, title, _PIXELS, episodes.task.interval)
            self.live.__enter__()
        self.shown = int(self.since[k])
        found = evaluate_outputs(episodes.program, Trajectory(np.array([now]), state[None], "finished", 0, 0.0), p)
        goal, size = self.place_of_goal(k), machine_size(_Sample(found | self.forms(p), {}))
        marks = [(*t.place, t.radius or 0.05 * size) for t in episodes.task.drawn if isinstance(t, Mark)]
        if goal is not None:
            marks.append((*goal, (episodes.task.goal.radius if episodes.task.goal else None) or 0.05 * size))
        line = f"t = {now:.2f} s   return {float(episodes.returns[k]):.3g}"
        return self.live.show(found, now, line, marks, begin)

    def forms(self, p: np.ndarray) -> dict[str, np.ndarray]:
        """Outlines of the bodies."""
        described = described_robot(self.episodes.program.model.robot_at(p.tolist()))
        return {name: np.asarray(described[name][1]) for name in ("body_outline", "body_parent", "body_com")}

    def place_of_goal(self, k: int) -> np.ndarray | None:
        """Where the goal of machine k is [m, world]; None where it has none, or it is no place."""
        goal = self.episodes.task.goal
        if goal is None or goal.place is None:
            return None
        point = _on_host(goal.place(self.episodes.now.goal))[k]
        return np.append(point, np.zeros(3 - len(point)))

    def image(self, data: Any, k: int, goal: np.ndarray | None, window: tuple[np.ndarray, float]) -> np.ndarray:
        """The picture as bytes. What stays (axes, regions, obstacles) is drawn again only when the picture moves along."""
        if "figure" not in self.scene:
            self.scene["figure"], self.scene["axis"] = self.canvas()
        figure, axis = self.scene["figure"], self.scene["axis"]
        key = (
            *window[0].tolist(),
            window[1],
            *(_on_host(self.episodes.now.goal)[k].tolist() if self.episodes.task.drawn else ()),
        )
        if self.scene.get("window") != key:
            self.backdrop(axis, data, window, k)
            figure.canvas.draw()
            self.scene["window"], self.scene["drawn"] = key, figure.canvas.copy_from_bbox(figure.bbox)
        figure.canvas.restore_region(self.scene["drawn"])
        for artist in self.foreground(axis, data, k, goal, window[1]):
            figure.draw_artist(artist)
            artist.remove()
        return np.asarray(figure.canvas.buffer_rgba())[..., :3].copy()

    def canvas(self) -> tuple[Any, Any]:
        """An empty figure, laid out once: for every frame it would take most of the time."""
        figure, (axis,) = new_figure(size=_SIZE)
        figure.set_dpi(_DOTS)
        view = self.episodes.task.view
        axis.set(xlabel=f"{view[0]} [m]", ylabel=f"{view[1]} [m]")
        figure.set_layout_engine("none")
        axis.set_position((0.14, 0.11, 0.83, 0.81))
        return figure, axis

    def data(self, k: int) -> _Sample:
        """The recorded quantities of machine k now."""
        episodes = self.episodes
        program, stepper = episodes.program, episodes.stepper
        state, p = _on_host(stepper.state)[k], np.array(_on_host(stepper.p)[k])
        moment = Trajectory(np.array([float(episodes.now.time[k])]), state[None].astype(float), "finished", 0, 0.0)
        found = evaluate_outputs(program, moment, p)
        if "robot" not in self.scene or program.model.free_robot is not None:
            whole = labelled_dataset(program.equations, moment.times, moment.states, found)
            describe_robot(whole, program.model.robot_at(p.tolist()))
            self.scene["robot"] = {name: whole[name].values for name in ("body_outline", "body_parent", "body_com")}
        if "regions" not in self.scene:
            self.scene["regions"] = drawn_regions(program.model, free_values(program, p))
        data = _Sample({**found, **self.scene["robot"]}, {"regions": self.scene["regions"]})
        if "size" not in self.scene:
            self.scene["size"] = machine_size(data) if self.axes == (0, 1) else _spread(data)
        return data

    def backdrop(self, axis: Any, data: Any, window: tuple[np.ndarray, float], k: int) -> None:
        """What stays while the machine moves: limits, regions, obstacles, and what the task says of its world."""
        for artist in (*axis.lines, *axis.collections, *axis.patches, *axis.texts):
            artist.remove()
        (centre, half), box = window, axis.get_window_extent()
        wide = half * box.width / box.height  # a metre is as long upwards as it is sidewards
        axis.set(xlim=(centre[0] - wide, centre[0] + wide), ylim=(centre[1] - half, centre[1] + half))
        if self.episodes.task.view == "xy":
            draw_regions(axis, data)
            self.obstacles(axis, centre, 2 * wide)
        for thing in self.episodes.task.drawn:
            _draw_thing(axis, thing, _on_host(self.episodes.now.goal)[k], self.axes, half)

    def foreground(self, axis: Any, data: Any, k: int, goal: np.ndarray | None, half: float) -> list[Any]:
        """The trail, the machine, its goal and a line of text, in the order in which they are drawn."""
        from matplotlib.patches import Circle

        episodes, before = self.episodes, list(axis.collections)
        found = axis.plot(*smooth(self.trail(k)).T, color=SOFT, linewidth=1.2, zorder=2)
        scale = 72.0 * 0.81 * _SIZE[1] / (2 * half)  # points a metre
        draw_machine(axis, data, 0, episodes.task.view, WATER, scale=scale)
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
        draw_obstacles(axis, _Sample({"obstacle_outline": points}, {}, {"obstacle": len(points)}))

    def goal(self, k: int) -> np.ndarray | None:
        """Where the goal of machine k is in the plane of the picture; None where it has none, or it is no place."""
        point = self.place_of_goal(k)
        return None if point is None else point[list(self.axes)]

    def window(self, k: int, at: np.ndarray, goal: np.ndarray | None, trail: np.ndarray) -> tuple[np.ndarray, float]:
        """Centre and half the height of the picture [m]: machine, goal and the last of its trail; it moves when one leaves it."""
        size, view = self.scene["size"], self.episodes.task.view
        marks = [np.array(t.place)[list(self.axes)] for t in self.episodes.task.drawn if isinstance(t, Mark)]
        marks += [goal] if goal is not None else []
        seen = [trail[np.abs(trail - at).max(axis=1) < _BACK[view] * size]]
        seen += [(at + np.clip(mark - at, -_FAR * size, _FAR * size))[None] for mark in marks]
        points = np.vstack(
            [at - 0.6 * size * np.array([1.0, 1.0 / _SHAPE]), at + 0.6 * size * np.array([1.0, 1.0 / _SHAPE]), *seen]
        )
        low, high = points.min(axis=0), points.max(axis=0)
        need = max(_NEAR * size, *(0.5 * (high - low) / [_SHAPE, 1.0]))
        centre, half = self.windows.get(k, (at, 0.0))
        reach = half * np.array([_SHAPE, 1.0])
        if not ((low >= centre - reach).all() and (high <= centre + reach).all()):
            self.windows[k] = centre, half = 0.5 * (low + high), _SPARE * need
        return centre, half


def _draw_thing(axis: Any, thing: Line | Mark | WaterLevel, goal: np.ndarray, axes: tuple[int, int], half: float) -> None:
    """What a task shows of its world."""
    from matplotlib.patches import Circle

    left, right = axis.get_xlim()
    bottom, _ = axis.get_ylim()
    if isinstance(thing, Line):
        x = np.linspace(left, right, 200)
        axis.plot(x, thing.of(goal, x), color=ACCENT, linewidth=1.2, linestyle="--", zorder=1)
    elif isinstance(thing, Mark):
        place = (thing.place[axes[0]], thing.place[axes[1]])
        ring = thing.radius or 0.03 * half
        axis.add_patch(Circle(place, ring, facecolor=ACCENT, edgecolor=ACCENT, alpha=0.35, zorder=1))
        axis.plot(*place, marker="+", color=ACCENT, markersize=8, zorder=1)
    elif axes[1] == 2 and bottom < thing.height:
        axis.axhspan(bottom, thing.height, color=GROUNDS["water"], zorder=0)
        axis.axhline(thing.height, color=WATER, linewidth=0.8, zorder=1)


def smooth(points: np.ndarray) -> np.ndarray:
    """A curve through points with a tangent along the chord of their neighbours (Catmull and Rom)."""
    if len(points) < 3:
        return points
    slopes = np.gradient(points, axis=0)
    s = (np.arange(_BETWEEN) / _BETWEEN)[None, :, None]
    first, last, leave, arrive = points[:-1, None], points[1:, None], slopes[:-1, None], slopes[1:, None]
    between = (2 * s**3 - 3 * s**2 + 1) * first + (s**3 - 2 * s**2 + s) * leave
    between = between + (3 * s**2 - 2 * s**3) * last + (s**3 - s**2) * arrive
    return np.vstack([between.reshape(-1, 2), points[-1:]])


def _spread(data: Any) -> float:
    """Largest extent of the machine [m]."""
    reach = np.nanmax(np.abs(data.body_outline.values), initial=0.0)
    return float(np.ptp(data.body_position.values[0], axis=0).max() + reach) or 1.0


def _on_host(array: Array) -> np.ndarray:
    """An array in the memory of the processor."""
    return array if isinstance(array, np.ndarray) else array.get()


# --- Pictures of a training: its curve against the clock, and an episode as a film.

_FRAMES = 150  # of a film, at most
SECONDS = 10.0  # that a film lasts, about
_Curve = Sequence[Mapping[str, float]]


def _column(curve: _Curve, name: str) -> np.ndarray:
    """A column of a curve; not a number where a row has none."""
    return np.array([row.get(name, math.nan) for row in curve], dtype=float)


def draw_curves(axis: Any, curves: Mapping[str, _Curve], marks: Mapping[str, float], title: str) -> None:
    """Returns against seconds of training, one line per curve; marks: returns to compare with, by name."""
    for k, (name, curve) in enumerate(curves.items()):
        seconds, value = _column(curve, "seconds"), _column(curve, "return")
        there = np.isfinite(value)
        axis.plot(seconds[there], value[there], color=CYCLE[k % len(CYCLE)], linewidth=1.2, label=name)
    for (name, mark), colour in zip(marks.items(), (ACCENT, INK, SOFT), strict=False):
        axis.axhline(mark, color=colour, linewidth=1.0, linestyle="--", label=name)
    axis.set_xlim(left=0.0)
    axis.set_xlabel("seconds of training")
    axis.set_ylabel("return of an episode")
    legend(axis, title)


def curve_figure(curve: _Curve, marks: Mapping[str, float], title: str, path: str | Path) -> Path:
    """The curve of one training as a picture."""
    figure, (axis,) = new_figure()
    draw_curves(axis, {"while learning": curve}, marks, title)
    write(figure, path)
    return Path(path)


def film(task: Task, actor: Policy | TrainingRecipe | str, path: str | Path, seed: int = 0) -> Path:
    """One episode as a GIF of at most 150 frames."""
    from PIL import Image

    episodes = Episodes(task, 1, seed=FRESH + seed, threads=1)
    camera, act = TrailRenderer(episodes), acting(episodes, actor)
    camera.reset(episodes.everyone)
    every, frames = max(1, math.ceil(episodes.intervals / _FRAMES)), [camera.picture(0, "rgb_array")]
    for k in range(1, episodes.intervals + 1):
        episodes.step(act(episodes))
        camera.follow()
        ended = bool(episodes.terminated[0] or episodes.truncated[0])
        if k % every == 0 or ended:
            frames.append(camera.picture(0, "rgb_array"))
        if ended:
            break
    images = [Image.fromarray(frame).convert("P", palette=Image.Palette.ADAPTIVE) for frame in frames]
    length = max(20, min(200, round(1000 * SECONDS / len(images))))
    with whole_file(path) as part:
        images[0].save(part, format="GIF", save_all=True, append_images=images[1:], duration=length, loop=0)
    return Path(path)


def still(task: Task, actor: Policy | TrainingRecipe | str, path: str | Path, seed: int = 0) -> Path:
    """The end of one episode as a picture: the machine, its trail, its goal."""
    episodes = Episodes(task, 1, seed=FRESH + seed, threads=1)
    camera, act = TrailRenderer(episodes), acting(episodes, actor)
    camera.reset(episodes.everyone)
    for _ in range(episodes.intervals):
        episodes.step(act(episodes))
        camera.follow()
        if episodes.terminated[0] or episodes.truncated[0]:
            break
    write(camera.picture(0, "figure"), path)
    return Path(path)
