"""Many machines at a task for Stable-Baselines3: its ``VecEnv``, straight on the buffers of the episodes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from elver._support.errors import InputError
from elver._support.resources import needed
from elver.learn.environments import TaskVectorEnv, step_info

needed("stable_baselines3")


def sb3_env(env: TaskVectorEnv) -> _TaskVecEnv:
    """A vector environment as Stable-Baselines3 takes it: ``PPO("MlpPolicy", sb3_env(make_vec(...)))``."""
    own = getattr(env, "unwrapped", env)
    if not isinstance(own, TaskVectorEnv) or own.episodes.xp is not np:
        raise InputError("sb3_env takes a vector environment of Elver on the processor, as gymnasium.make_vec gives it.")
    return _TaskVecEnv(own)


class _TaskVecEnv(VecEnv):
    """Machines that end begin anew in the same step, as Stable-Baselines3 has it: ``terminal_observation`` is what they saw last.

    Infos of machines whose episode goes on are empty; at its end they hold ``episode`` (return r, length l, seconds t),
    ``TimeLimit.truncated``, the last terms of the reward and how it ended.
    """

    def __init__(self, env: TaskVectorEnv):
        self.env, self.actions = env, np.zeros((env.num_envs, len(env.episodes.actions.names)))
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)
        self.metadata = dict(env.metadata)
        self.started = time.perf_counter()

    def reset(self) -> np.ndarray:
        """All machines begin anew; with the seeds that ``seed`` set, the same every time."""
        seeds = None if all(s is None for s in self._seeds) else self._seeds
        observations, _ = self.env.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions."""
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict]]:
        """One control interval of all machines."""
        env = self.env
        episodes, camera = env.episodes, env.camera
        episodes.step(self.actions)
        if camera is not None:
            camera.follow()
        done, rewards = episodes.terminated | episodes.truncated, episodes.rewards.astype(np.float32)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = np.flatnonzero(done)
        for k in ended.tolist():
            infos[k] = {
                **step_info(episodes, k),
                "terminal_observation": episodes.observations[k].copy(),
                "TimeLimit.truncated": bool(episodes.truncated[k]),
                "episode": {
                    "r": float(episodes.returns[k]),
                    "l": int(episodes.now.count[k]),
                    "t": round(time.perf_counter() - self.started, 6),
                },
            }
        if len(ended):
            episodes.reset(done)
            if camera is not None:
                camera.reset(done)
        return episodes.observations.copy(), rewards, done, infos

    def close(self) -> None:
        """Close the environment."""
        self.env.close()

    def get_images(self) -> Sequence[np.ndarray | None]:
        """One picture per machine."""
        return self.env.render() or [None] * self.num_envs

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the environment, once per machine."""
        return [getattr(self.env, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the environment: there is one for all machines."""
        setattr(self.env, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call a method of the environment: there is one for all machines."""
        answer = getattr(self.env, method_name)(*method_args, **method_kwargs)
        return [answer for _ in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No machine is wrapped."""
        return [False for _ in self._get_indices(indices)]
