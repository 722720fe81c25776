"""A training with a limit on time: progress, the best policy so far, checkpoints, the curve; Ctrl-C keeps what there is."""

from __future__ import annotations

import csv
import io
import math
import time
from collections import deque
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from elver.errors import InputError
from elver.files import make_folder, write_whole
from elver.learn.training.blas import one_blas_thread
from elver.learn.training.checkpoints import restore, save_checkpoint
from elver.learn.training.outcome import World
from elver.learn.training.policy import Policy
from elver.learn.training.ppo import Learner, Settings
from elver.learn.training.worlds import TaskWorld
from elver.progress import Progress
from elver.tasks import Task, find_task
from elver.tasks.lesson import find_lesson

KEPT = 30.0  # s between checkpoints
COLUMNS = (
    "seconds",
    "steps",
    "iterations",
    "episodes",
    "return",
    "length",
    "reached",
    "success",
    "divergence",
    "rate",
    "deviation",
)


@dataclass
class Training:
    """A training that has ended.

    policy: the best one, by the mean return of the latest whole episodes.   curve: one row per iteration (``COLUMNS``).
    best: that mean return; not a number where no episode ended.   stopped: by Ctrl-C.
    """

    policy: Policy
    best: float
    curve: list[dict[str, float]] = field(default_factory=list)
    seconds: float = 0.0
    steps: int = 0
    stopped: bool = False


def train(
    task: Task | str,
    seconds: float | None = None,
    *,
    seed: int = 0,
    machines: int | None = None,
    settings: Settings | None = None,
    iterations: int | None = None,
    threads: int | None = None,
    folder: str | Path | None = None,
    resume: str | Path | None = None,
    progress: bool | None = None,
) -> Training:
    """Learn a task by PPO for so many seconds, or so many iterations where these are given (then it repeats bitwise).

    machines, settings, seconds: None for those of the task's lesson.   folder: gets checkpoints.   resume: a checkpoint.
    """
    chosen = find_task(task) if isinstance(task, str) else task
    lesson = find_lesson(chosen.name)
    settings = Settings(**lesson.settings) if settings is None else settings
    if not (isinstance(seed, int) and 0 <= seed < 2**31):
        raise InputError(f"seed = {seed!r}. Give a whole number of 0 or more.")
    if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
        raise InputError(f"seconds = {seconds!r}. Give a positive number of seconds.")
    limit = lesson.seconds if seconds is None and iterations is None else seconds
    world = TaskWorld(chosen, lesson.machines if machines is None else machines, threads)
    learner = Learner(world, settings, seed, threads)
    if resume is not None:
        restore(learner, resume)
    about = {"task": chosen.name, "version": chosen.version, "seed": seed, "machines": world.machines}
    return learn(learner, limit, iterations, folder, progress, {**about, "settings": asdict(settings)})


def learn(
    learner: Learner, limit: float | None, iterations: int | None, folder: Any, progress: bool | None, about: dict[str, Any]
) -> Training:
    """Iterate until the time is up."""
    best = Best(learner.world)
    path = None if folder is None else make_folder(folder) / "checkpoint.npz"
    begun, saved, done = time.perf_counter(), 0.0, 0
    result = Training(learner.policy(**about), math.nan)
    total = float(iterations or 0) if limit is None else limit
    try:
        with one_blas_thread(), Progress(total, "learning", progress, unit="iterations" if limit is None else "s") as bar:
            while not (iterations is not None and done >= iterations):
                row = learner.iterate()
                done, now = done + 1, time.perf_counter() - begun
                row |= {"seconds": now, "steps": learner.steps, "iterations": learner.iterations}
                result.curve.append({name: row[name] for name in COLUMNS if name in row})
                if best.improved(row):
                    result.policy = learner.policy(**about, steps=learner.steps, seconds=round(now, 1), mean_return=best.value)
                    result.best = best.value
                tell(bar, row, best.mean, now if limit is not None else done)
                if path is not None and now - saved > KEPT:
                    save_checkpoint(learner, path)
                    saved = now
                if limit is not None and now >= limit:
                    break
    except KeyboardInterrupt:
        result.stopped = True
    if math.isnan(result.best):
        result.policy = learner.policy(**about, steps=learner.steps)
    result.seconds, result.steps = time.perf_counter() - begun, learner.steps
    if path is not None:
        save_checkpoint(learner, path)
    return result


class Best:
    """The largest mean return of the latest whole episodes, at least as many as there are machines."""

    def __init__(self, world: World):
        self.enough, self.rows = world.machines, deque[tuple[float, float]]()
        self.value = self.mean = math.nan

    def improved(self, row: dict[str, Any]) -> bool:
        """Take in a row of the curve; whether its mean is the best so far."""
        if not row["episodes"]:
            return False
        self.rows.append((row["episodes"], row["return"]))
        while sum(n for n, _ in self.rows) - self.rows[0][0] >= self.enough:
            self.rows.popleft()
        count = sum(n for n, _ in self.rows)
        self.mean = sum(n * mean for n, mean in self.rows) / count
        if count < self.enough or self.mean <= self.value:
            return False
        self.value = self.mean
        return True


def tell(bar: Progress, row: dict[str, Any], mean: float, done: float) -> None:
    """Return and speed on the bar."""
    bar.update(min(done, bar.total))
    if bar.bar is not None:
        bar.bar.set_description_str(f"return {mean:.4g}, {row['steps'] / row['seconds']:.0f} steps/s", refresh=False)


def write_curve(curve: list[dict[str, float]], path) -> Path:
    """The curve as CSV."""
    names = [name for name in COLUMNS if any(name in row for row in curve)]
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: f"{row.get(name, math.nan):.6g}" for name in names} for row in curve)
    return write_whole(path, text.getvalue())
