"""Pictures of a training: its curve against the clock, and an episode as a film."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from elver.drawing.style import ACCENT, CYCLE, INK, SOFT, legend, new_figure, write
from elver.files import whole_file
from elver.learn.rendering import Camera
from elver.learn.training.evaluation import FRESH, acting
from elver.learn.training.policy import Policy
from elver.tasks import Task
from elver.tasks.episodes import Episodes
from elver.tasks.lesson import Lesson

FRAMES = 150  # of a film, at most
SECONDS = 10.0  # that a film lasts, about
Curve = Sequence[Mapping[str, float]]


def column(curve: Curve, name: str) -> np.ndarray:
    """A column of a curve; not a number where a row has none."""
    return np.array([row.get(name, math.nan) for row in curve], dtype=float)


def draw_curves(axis, curves: Mapping[str, Curve], marks: Mapping[str, float], title: str) -> None:
    """Returns against seconds of training, one line per curve; marks: returns to compare with, by name."""
    for k, (name, curve) in enumerate(curves.items()):
        seconds, value = column(curve, "seconds"), column(curve, "return")
        there = np.isfinite(value)
        axis.plot(seconds[there], value[there], color=CYCLE[k % len(CYCLE)], linewidth=1.2, label=name)
    for (name, mark), colour in zip(marks.items(), (ACCENT, INK, SOFT), strict=False):
        axis.axhline(mark, color=colour, linewidth=1.0, linestyle="--", label=name)
    axis.set_xlim(left=0.0)
    axis.set_xlabel("seconds of training")
    axis.set_ylabel("return of an episode")
    legend(axis, title)


def curve_figure(curve: Curve, marks: Mapping[str, float], title: str, path) -> Path:
    """The curve of one training as a picture."""
    figure, (axis,) = new_figure()
    draw_curves(axis, {"while learning": curve}, marks, title)
    write(figure, path)
    return Path(path)


def film(task: Task, actor: Policy | Lesson | str, path, seed: int = 0) -> Path:
    """One episode as a GIF of at most 150 frames."""
    from PIL import Image

    episodes = Episodes(task, 1, seed=FRESH + seed, threads=1)
    camera, act = Camera(episodes), acting(episodes, actor)
    camera.reset(episodes.everyone)
    every, frames = max(1, math.ceil(episodes.intervals / FRAMES)), [camera.picture(0, "rgb_array")]
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


def still(task: Task, actor: Policy | Lesson | str, path, seed: int = 0) -> Path:
    """The end of one episode as a picture: the machine, its trail, its goal."""
    episodes = Episodes(task, 1, seed=FRESH + seed, threads=1)
    camera, act = Camera(episodes), acting(episodes, actor)
    camera.reset(episodes.everyone)
    for _ in range(episodes.intervals):
        episodes.step(act(episodes))
        camera.follow()
        if episodes.terminated[0] or episodes.truncated[0]:
            break
    write(camera.picture(0, "figure"), path)
    return Path(path)
