"""One machine at a task as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from elver.errors import InputError
from elver.learn.infos import reset_info, step_info
from elver.learn.rendering import MODES, Camera
from elver.learn.seeds import check_seed
from elver.learn.spaces import action_space, observation_space
from elver.tasks import Task, find_task
from elver.tasks.episodes import LARGEST, Episodes


class TaskEnv(gymnasium.Env[np.ndarray, np.ndarray]):
    """A task as ``gymnasium.Env``. task: a Task or its name.   duration [s]: of an episode; None for the task's own.

    Actions are -1 to 1; beyond that they are clipped (``episodes.actions.clipped`` counts). An action that is not a finite
    number is refused with an error. ``info`` holds the terms of the reward, the goals reached and, at the end, how the episode
    ended. Copies (copy.deepcopy, pickle) go on from where they were made.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 50}  # noqa: RUF012  (Gymnasium's form)

    def __init__(self, task: Task | str, render_mode: str | None = None, duration: float | None = None):
        chosen = find_task(task) if isinstance(task, str) else task
        if render_mode is not None and render_mode not in MODES:
            raise InputError(f"render_mode = {render_mode!r}. Choose one of {', '.join(MODES)}, or None.")
        self.episodes = Episodes(chosen, 1, duration=duration, threads=1)
        self.action_space = action_space(self.episodes)
        self.observation_space = observation_space(self.episodes)
        self.metadata = {**type(self).metadata, "render_fps": max(1, round(1.0 / chosen.interval))}
        self.render_mode = render_mode
        self.camera = Camera(self.episodes) if render_mode else None
        self._fresh = True

    @property
    def task(self) -> Task:
        """What is to be done."""
        return self.episodes.task

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin anew; with a seed, the same every time."""
        check_seed(seed)
        super().reset(seed=None if seed is None else int(seed))
        if seed is None and self._fresh:
            seed = self.np_random_seed % LARGEST
        self._fresh = False
        self.episodes.reset(seed=seed)
        if self.camera is not None:
            self.camera.reset(self.episodes.everyone)
        return self.episodes.observations[0].copy(), reset_info(self.episodes)

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Hold an action for one control interval."""
        episodes, action = self.episodes, np.asarray(action)
        if action.ndim != 1:
            raise InputError(f"action of shape {action.shape}. Give {len(episodes.actions.names)} numbers from -1 to 1.")
        episodes.step(action[None], strict=True)
        if self.camera is not None:
            self.camera.follow()
        done = bool(episodes.terminated[0]), bool(episodes.truncated[0])
        return episodes.observations[0].copy(), float(episodes.rewards[0]), *done, step_info(episodes)

    def render(self):
        """The machine, its trail and its goal: an image (``rgb_array``) or a figure."""
        return None if self.camera is None else self.camera.picture(0, self.render_mode)

    def close(self) -> None:
        """Forget the pictures."""
        self.camera = None
