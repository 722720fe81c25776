"""Other people's swimmers beside the eel: control steps a second, and the time that the same PPO needs on the same computer.

Gymnasium's Swimmer-v5 (MuJoCo, three links) as it is vectorised there: in one process, and in processes of its own.
dm_control's swimmer6 (MuJoCo, six links), which has no vector form of its own, in the same two.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from elver.learn import Settings
from elver.learn.ppo import Learner, World
from elver.learn.training import GymnasiumWorld, TaskWorld, one_blas_thread
from elver.tasks import find_task
from elver.tasks.task import find_lesson

TORQUES = "EelCruise"  # the task of ours with torques
EEL_GOOD = 6.8  # what it reaches in a minute (docs/learning.md)
# Settings of the learner for the others: many steps per episode ask for a long sight
LONG_SIGHT = Settings(horizon=250, discount=0.9999, trace=0.98, epochs=8, batches=8, deviation=1.0)


def gymnasium_swimmer() -> Any:
    """Swimmer-v5: 1000 steps of 0.04 s, two torques."""
    import gymnasium

    return gymnasium.make("Swimmer-v5")


def forget_missing_fields() -> None:
    """Leave out of dm_control's index the fields of soft bodies that the installed MuJoCo does not have; swimmers have none."""
    import mujoco
    from dm_control.mujoco.wrapper.mjbindings import sizes

    for name, struct in (("mjmodel", mujoco.MjModel), ("mjdata", mujoco.MjData)):
        for field in [f for f in sizes.array_sizes[name] if not hasattr(struct, f)]:
            del sizes.array_sizes[name][field]


def dm_swimmer() -> Any:
    """swimmer6 of dm_control as an environment of Gymnasium: 1000 steps of 0.03 s, five torques."""
    import gymnasium

    forget_missing_fields()
    from dm_control import suite

    class Swimmer(gymnasium.Env):
        """Its observations in one row."""

        def __init__(self):
            self.own = suite.load("swimmer", "swimmer6", task_kwargs={"random": 0})
            action = self.own.action_spec()
            self.action_space = gymnasium.spaces.Box(action.minimum.astype(np.float32), action.maximum.astype(np.float32))
            size = sum(int(np.prod(part.shape)) for part in self.own.observation_spec().values())
            self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float64)

        def seen(self, step) -> np.ndarray:
            return np.concatenate([np.ravel(part) for part in step.observation.values()])

        def reset(self, *, seed=None, options=None):
            super().reset(seed=seed)
            if seed is not None:
                self.own.task._random = np.random.RandomState(seed)
            return self.seen(self.own.reset()), {}

        def step(self, action):
            found = self.own.step(action)
            return self.seen(found), float(found.reward), False, found.last(), {}

    return Swimmer()


def vector(make: Callable[[], Any], count: int, processes: bool) -> GymnasiumWorld:
    """Many environments, in this process or each in its own."""
    from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

    kind = AsyncVectorEnv if processes else SyncVectorEnv
    return GymnasiumWorld(kind([make] * count, autoreset_mode=AutoresetMode.SAME_STEP))


def steps_per_second(world: World, seconds: float = 3.0) -> float:
    """Control steps a second with random actions; the best of three."""
    rng, best = np.random.default_rng(0), 0.0
    actions = rng.uniform(-1.0, 1.0, (32, world.machines, world.actions))
    world.reset(0)
    world.step(actions[0])
    for _ in range(3):
        count, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < seconds / 3:
            world.step(actions[count % 32])
            count += 1
        best = max(best, count * world.machines / (time.perf_counter() - begun))
    return best


def seconds_to(world: World, settings: Settings, wanted: float, limit: float, seed: int = 0) -> tuple[float, float]:
    """Seconds of training until the mean return of an iteration reaches ``wanted`` (infinite: not in time), and the best seen."""
    learner, best, begun = Learner(world, settings, seed), -math.inf, time.perf_counter()
    with one_blas_thread():
        while time.perf_counter() - begun < limit:
            row = learner.iterate()
            if row["episodes"]:
                best = max(best, row["return"])
            if best >= wanted:
                return time.perf_counter() - begun, best
    return math.inf, best


def table(limit: float, fraction: float = 0.8) -> list[dict[str, Any]]:
    """A row per environment. Good returns: 360 of Swimmer-v5 is what tuned learners reach in the literature, 1000 is the most
    that dm_control pays; of the eel what its own seeds reach.
    """
    task, lesson = find_task(TORQUES), find_lesson(TORQUES)
    ours = [("elver EelCruise", lambda: TaskWorld(task, lesson.machines), Settings(**lesson.settings), EEL_GOOD, task.interval)]
    theirs: list[tuple] = []
    for name, make, good, step in (
        ("Gymnasium Swimmer-v5", gymnasium_swimmer, 360.0, 0.04),
        ("dm_control swimmer6", dm_swimmer, 1000.0, 0.03),
    ):
        for processes in (False, True):
            label = f"{name}, {'processes' if processes else 'one process'}"
            theirs.append((label, lambda m=make, p=processes: vector(m, 16, p), LONG_SIGHT, good, step))
    rows = []
    for label, make, settings, good, step in (*ours, *theirs):
        world = make()
        row = {"environment": label, "machines": world.machines, "steps_per_second": steps_per_second(world)}
        row["times_real_time"] = row["steps_per_second"] * step
        if not label.endswith("one process"):
            row["wanted"] = fraction * good
            row["learning_seconds"], row["best_return"] = seconds_to(world, settings, fraction * good, limit)
        rows.append(row)
        print(row, file=sys.stderr, flush=True)
        if isinstance(world, GymnasiumWorld):
            world.vector.close()
    return rows
