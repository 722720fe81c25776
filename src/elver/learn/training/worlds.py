"""Worlds that a learner steps: the machines of a task, and environments of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from elver.learn.training.outcome import Outcome
from elver.tasks import Task
from elver.tasks.episodes import Episodes

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

    def step(self, action: np.ndarray) -> Outcome:
        """One control step."""
        episodes = self.episodes
        _, reward, terminated, truncated = episodes.step(action)
        reward, terminated, truncated = reward.copy(), terminated.copy(), truncated.copy()
        truncated |= ~self.whole & ~terminated & (episodes.now.count >= self.cut)
        ended = terminated | truncated
        if not ended.any():
            seen = episodes.observations.copy()
            return Outcome(seen, reward, terminated, truncated, seen, {}, ended)
        last, counted = episodes.observations.copy(), ended & self.whole
        noted = self.noted(counted)
        self.whole |= ended
        episodes.reset(ended)
        return Outcome(episodes.observations.copy(), reward, terminated, truncated, last, noted, counted)

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

    def step(self, action: np.ndarray) -> Outcome:
        """One control step."""
        found, reward, terminated, truncated, info = self.vector.step((self.middle + self.half * action).astype(np.float32))
        seen, ended = np.array(found, dtype=float), terminated | truncated
        last = seen
        if ended.any():
            last = seen.copy()
            for k in np.flatnonzero(ended):
                last[k] = info["final_obs"][k]
        return Outcome(seen, np.array(reward, dtype=float), terminated, truncated, last, {}, ended)
