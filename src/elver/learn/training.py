"""A training from beginning to end: worlds that a learner steps, limits on time, checkpoints, the curve, the best policy."""

from __future__ import annotations

import csv
import ctypes
import io
import json
import math
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.files import make_folder, parse_json, read_npz, shown, whole_file, write_whole
from elver.learn.policy import LARGEST, Policy
from elver.learn.ppo import Learner, Settings, Transition, World
from elver.tasks import Episodes, Task, find_task
from elver.tasks.task import find_lesson

_ADVICE = "Give one that `elver learn` wrote."
_MOST = 1 << 40  # of anything that is counted


def save_checkpoint(learner: Learner, path: str | Path) -> Path:
    """Networks, moments of the steps, statistics, random numbers and counts as one npz file."""
    words = {"rng": learner.rng.bit_generator.state, "iterations": learner.iterations, "steps": learner.steps}
    arrays = {"vector": learner.vector, "first": learner.adam.first, "second": learner.adam.second}
    arrays |= {"count": np.array(learner.adam.count), "rate": np.array(learner.rate), "words": np.array(json.dumps(words))}
    for name, own in (("seen", learner.seen), ("returns", learner.returns)):
        arrays |= {f"{name}_count": np.array(own.count), f"{name}_mean": own.mean, f"{name}_variance": own.variance}
    with whole_file(path) as part, part.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
    return Path(path)


def restore(learner: Learner, path: str | Path) -> None:
    """Let a training go on from a checkpoint; InputError where it was made with another task or other networks."""
    arrays = read_npz(path, _ADVICE)
    try:
        if arrays["vector"].shape != learner.vector.shape or arrays["seen_mean"].shape != learner.seen.mean.shape:
            raise InputError(
                f"'{shown(path)}' holds {arrays['vector'].size} numbers, the networks of this training {learner.vector.size}. "
                "Use the task and the settings that it was made with."
            )
        numbers = {"vector": learner.vector, "first": learner.vector, "second": learner.vector}
        for name, own in (("seen", learner.seen), ("returns", learner.returns)):
            numbers |= {f"{name}_count": np.zeros(()), f"{name}_mean": own.mean, f"{name}_variance": own.variance}
        for name, like in {**numbers, "rate": np.zeros(())}.items():
            _check_numbers(name, arrays[name], like, path)
        words = parse_json(str(arrays["words"]))
        counts = {"iterations": words["iterations"], "steps": words["steps"], "count": int(arrays["count"])}
        for name, value in counts.items():
            if type(value) is not int or not 0 <= value <= _MOST:
                raise InputError(f"'{shown(path)}' is damaged: {name} = {str(value)[:60]} is no count. {_ADVICE}")
        learner.rng.bit_generator.state = words["rng"]
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"'{shown(path)}' is not a checkpoint. {_ADVICE}") from error
    learner.iterations, learner.steps, learner.adam.count = counts["iterations"], counts["steps"], counts["count"]
    learner.rate = float(arrays["rate"])
    learner.vector, learner.adam.first, learner.adam.second = (arrays[k] for k in ("vector", "first", "second"))
    for name, own in (("seen", learner.seen), ("returns", learner.returns)):
        own.count = float(arrays[f"{name}_count"])
        own.mean, own.variance = arrays[f"{name}_mean"], arrays[f"{name}_variance"]


def _check_numbers(name: str, found: np.ndarray, like: np.ndarray, path: str | Path) -> None:
    """Refuse numbers of another shape or type than those they replace, and numbers that no training reaches."""
    not_negative = name == "second" or name.endswith(("variance", "count", "rate"))
    large = _MOST if name.endswith(("count", "variance")) else LARGEST
    sound = found.shape == like.shape and found.dtype == like.dtype and bool(np.all(np.abs(found) < large))
    if not sound or (not_negative and bool(np.any(found < 0))):
        raise InputError(f"'{shown(path)}' is damaged: '{name}' does not hold the numbers of a training. {_ADVICE}")


# --- One thread for NumPy's products of matrices, where NumPy comes with OpenBLAS.
#
# A learner multiplies many small matrices, and machines are stepped by threads of their own in between. Threads of OpenBLAS gain
# nothing there and, where the processors are busy, wait for each other a hundred times as long as they work.

_NAMES = (
    "scipy_openblas_{}_num_threads64_",
    "scipy_openblas_{}_num_threads",
    "openblas_{}_num_threads64_",
    "openblas_{}_num_threads",
)


def openblas() -> list[tuple]:
    """Functions that get and set the number of threads, of every OpenBLAS beside NumPy."""
    found = []
    beside = Path(np.__file__).parent
    for path in sorted([*beside.parent.glob("numpy.libs/*openblas*"), *beside.glob(".dylibs/*openblas*")]):
        try:
            library = ctypes.CDLL(str(path))
        except OSError:
            continue
        for name in _NAMES:
            if hasattr(library, name.format("set")) and hasattr(library, name.format("get")):
                found.append((getattr(library, name.format("get")), getattr(library, name.format("set"))))
                break
    return found


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Products of matrices by the calling thread alone while the block runs."""
    known = openblas()
    before = [get() for get, _ in known]
    for _, put in known:
        put(1)
    try:
        yield
    finally:
        for (_, put), count in zip(known, before, strict=True):
            put(count)


# --- Worlds that a learner steps: the machines of a task, and environments of Gymnasium.

APART = 1 << 20  # between the seeds of two trainings: no machine of one has the seed of a machine of the other


class TaskWorld:
    """The machines of a task. An episode that ends makes place for the next one within the same step.

    First episodes are cut short, each somewhere else, so that they do not all end at once; they are not counted.
    """

    def __init__(self, task: Task, machines: int, threads: int | None = None):
        self.episodes = Episodes(task, machines, threads=threads)
        self.machines, self.actions = machines, len(self.episodes.stepper.inputs)
        self.observations = self.episodes.observations.shape[1]
        self.whole, self.cut = np.zeros(machines, dtype=bool), np.zeros(machines, dtype=np.int64)
        self.good = np.array([False, False, *(end.success for end in task.ends), False, False])

    def reset(self, seed: int) -> np.ndarray:
        """First observations."""
        self.episodes.reset(seed=seed * APART)
        spread = np.random.default_rng(seed).integers(0, self.episodes.intervals, self.machines)
        self.cut[:] = self.episodes.intervals - spread
        self.whole[:] = False
        return self.episodes.observations.copy()

    def step(self, action: np.ndarray) -> Transition:
        """One control step."""
        episodes = self.episodes
        _, reward, terminated, truncated = episodes.step(action)
        reward, terminated, truncated = reward.copy(), terminated.copy(), truncated.copy()
        truncated |= ~self.whole & ~terminated & (episodes.now.count >= self.cut)
        ended = terminated | truncated
        if not ended.any():
            seen = episodes.observations.copy()
            return Transition(seen, reward, terminated, truncated, seen, {}, ended)
        last, counted = episodes.observations.copy(), ended & self.whole
        noted = self.noted(counted)
        self.whole |= ended
        episodes.reset(ended)
        return Transition(episodes.observations.copy(), reward, terminated, truncated, last, noted, counted)

    def noted(self, counted: np.ndarray) -> Mapping[str, np.ndarray]:
        """Goals reached and success of the episodes that are counted."""
        task, found = self.episodes.task, {}
        if task.goal is not None and task.goal.reached is not None:
            found["reached"] = self.episodes.reached[counted].astype(float)
        if self.good.any():
            found["success"] = self.good[self.episodes.ended[counted]].astype(float)
        return found


class GymnasiumWorld:
    """A vector environment of Gymnasium with boxes for spaces, in the mode ``SAME_STEP``."""

    def __init__(self, vector: Any):
        self.vector, box = vector, vector.single_action_space
        self.machines, self.actions = vector.num_envs, int(np.prod(box.shape))
        self.observations = int(np.prod(vector.single_observation_space.shape))
        self.middle, self.half = 0.5 * (box.high + box.low), 0.5 * (box.high - box.low)

    def reset(self, seed: int) -> np.ndarray:
        """First observations."""
        return np.array(self.vector.reset(seed=seed)[0], dtype=float)

    def step(self, action: np.ndarray) -> Transition:
        """One control step."""
        found, reward, terminated, truncated, info = self.vector.step((self.middle + self.half * action).astype(np.float32))
        seen, ended = np.array(found, dtype=float), terminated | truncated
        last = seen
        if ended.any():
            last = seen.copy()
            for k in np.flatnonzero(ended):
                last[k] = info["final_obs"][k]
        return Transition(seen, np.array(reward, dtype=float), terminated, truncated, last, {}, ended)


# --- A training with a limit on time: progress, the best policy so far, checkpoints, the curve; Ctrl-C keeps what there is.

KEPT = 30.0  # s between checkpoints
_COLUMNS = (
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

    policy: the best one, by the mean return of the latest whole episodes.   curve: one row per iteration (``_COLUMNS``).
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
                result.curve.append({name: row[name] for name in _COLUMNS if name in row})
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


def write_curve(curve: list[dict[str, float]], path: str | Path) -> Path:
    """The curve as CSV."""
    names = [name for name in _COLUMNS if any(name in row for row in curve)]
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: f"{row.get(name, math.nan):.6g}" for name in names} for row in curve)
    return write_whole(path, text.getvalue())
