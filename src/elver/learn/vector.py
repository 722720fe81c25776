"""Many machines at a task as one Gymnasium vector environment: no loop over machines anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from elver.errors import InputError
from elver.learn.infos import reset_infos, step_infos, with_masks
from elver.learn.rendering import MODES, Camera
from elver.learn.seeds import check_seed
from elver.learn.spaces import action_space, observation_space
from elver.packages import needed
from elver.tasks import Task, find_task
from elver.tasks.episodes import LARGEST, Episodes
from elver.tasks.now import Array


class TaskVectorEnv(VectorEnv):
    """A task as ``gymnasium.vector.VectorEnv`` with ``num_envs`` machines, stepped side by side.

    autoreset_mode: NEXT_STEP, SAME_STEP or DISABLED, as in Gymnasium.   copy: False to get the buffers themselves, which the
    next call changes.   target: "gpu" keeps everything on the graphics card as CuPy arrays.   tensors: "torch" gives tensors that
    share the memory.   max_episode_steps, duration [s]: of an episode, instead of the task's own.
    An action beyond -1 to 1 is clipped; where it is no finite number, that machine alone ends, with the task's reward ``lost``.
    """

    def __init__(
        self,
        task: Task | str,
        num_envs: int = 1,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        *,
        duration: float | None = None,
        copy: bool = True,
        target: str = "cpu",
        precision: str = "double",
        tensors: str = "arrays",
        threads: int | None = None,
    ):
        chosen = find_task(task) if isinstance(task, str) else task
        if tensors not in ("arrays", "torch"):
            raise InputError(f"tensors = {tensors!r}. Choose arrays or torch.")
        if tensors == "torch":
            needed("torch", "tensors='torch'")
        if render_mode is not None and render_mode not in MODES:
            raise InputError(f"render_mode = {render_mode!r}. Choose one of {', '.join(MODES)}, or None.")
        self.mode = autoreset_mode if isinstance(autoreset_mode, AutoresetMode) else AutoresetMode(autoreset_mode)
        seconds = max_episode_steps * chosen.interval if max_episode_steps else duration
        self.episodes = Episodes(chosen, num_envs, target=target, precision=precision, threads=threads, duration=seconds)
        self.num_envs, self.copy, self.tensors, self.render_mode = num_envs, copy, tensors, render_mode
        self.metadata = {
            "render_modes": list(MODES), "render_fps": max(1, round(1.0 / chosen.interval)), "autoreset_mode": self.mode,
        }  # fmt: skip
        self.single_action_space, self.single_observation_space = action_space(self.episodes), observation_space(self.episodes)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.camera = Camera(self.episodes) if render_mode else None
        self._waiting = self.episodes.xp.zeros(num_envs, dtype=bool)  # ended, and not yet reset
        self._fresh = True

    @property
    def task(self) -> Task:
        """What is to be done."""
        return self.episodes.task

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin anew. seed: machine k has seed + k, or one per machine; options: ``reset_mask``, which machines."""
        check_seed(seed, self.num_envs)
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        mask = self._reset_mask(options)
        for own, rows in self._seeded(seed, mask):
            self.episodes.reset(rows, own)
        self._fresh = False
        self._waiting[mask] = False
        if self.camera is not None:
            self.camera.reset(mask)
        return self._given(self.episodes.observations), reset_infos(self.episodes, mask)

    def _reset_mask(self, options: dict[str, Any] | None) -> Array:
        """The machines that are to be reset."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return self.episodes.everyone
        mask = self.episodes.xp.asarray(mask)
        if mask.dtype != bool or mask.shape != (self.num_envs,) or not mask.any():
            raise InputError(
                f"reset_mask of {mask.dtype} with shape {mask.shape}: give {self.num_envs} of True and False, one of them True."
            )
        return mask

    def _seeded(self, seed: int | Sequence[int | None] | None, mask: Array) -> list[tuple[Any, Array]]:
        """Seeds (None: go on with its stream) and the machines that they are for."""
        if seed is None and self._fresh:
            seed = int(self.np_random_seed or 0) % (LARGEST - self.num_envs)
        if seed is None:
            return [(None, mask)]
        if isinstance(seed, (int, np.integer)):
            return [([int(seed) + k for k in range(self.num_envs)], mask)]
        known = self.episodes.xp.asarray([s is not None for s in seed])
        pairs = [([0 if s is None else int(s) for s in seed], mask & known), (None, mask & ~known)]
        return [(own, rows) for own, rows in pairs if rows.any()]

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """One control interval of all machines; those that have ended are reset as ``autoreset_mode`` says."""
        episodes = self.episodes
        actions = self._taken(actions)
        if self.mode == AutoresetMode.DISABLED and self._waiting.any():
            raise InputError("machines that have ended are stepped on. Reset them: reset(options={'reset_mask': mask}).")
        episodes.step(actions)
        if self.mode == AutoresetMode.NEXT_STEP and self._waiting.any():
            infos = self._after_reset(self._waiting)
        else:
            infos = step_infos(episodes, episodes.everyone)
        if self.camera is not None:
            self.camera.follow()
        rewards, terminated, truncated = episodes.rewards.copy(), episodes.terminated.copy(), episodes.truncated.copy()
        if self.tensors == "torch":  # which mixes no types
            rewards = rewards.astype(episodes.observations.dtype)
        self._waiting = terminated | truncated
        if self.mode == AutoresetMode.SAME_STEP and self._waiting.any():
            infos = self._same_step(self._waiting)
        return self._given(episodes.observations), *map(self._tensor, (rewards, terminated, truncated)), infos

    def _after_reset(self, waiting: Array) -> dict[str, Any]:
        """Machines that ended in the step before begin anew: no reward, and their action does not count."""
        episodes = self.episodes
        infos = step_infos(episodes, ~waiting)
        episodes.reset(waiting)
        episodes.rewards[waiting] = 0.0
        if self.camera is not None:
            self.camera.reset(waiting)
        return infos | reset_infos(episodes, waiting)

    def _same_step(self, done: Array) -> dict[str, Any]:
        """Machines that ended begin anew at once; what they saw and said last stands in ``final_obs`` and ``final_info``."""
        episodes = self.episodes
        infos, last = step_infos(episodes, ~done), step_infos(episodes, done)
        if episodes.xp is np and self.tensors == "arrays":
            final = np.full(self.num_envs, None, dtype=object)
            for k in done.nonzero()[0].tolist():
                final[k] = episodes.observations[k].copy()
        else:
            final = self._tensor(episodes.observations.copy())
        infos |= with_masks({"final_obs": final, "final_info": last}, done)
        episodes.reset(done)
        if self.camera is not None:
            self.camera.reset(done)
        return infos | reset_infos(episodes, done)

    def _taken(self, actions: Any) -> Array:
        """Actions as an array where the machines are; of machines that only wait for their reset nothing is asked."""
        if self.tensors == "torch":
            actions = self.episodes.xp.from_dlpack(actions.detach().contiguous())
        if self.mode == AutoresetMode.NEXT_STEP and self._waiting.any():
            actions = self.episodes.actions.real(actions).copy()
            if actions.shape == self.action_space.shape:
                actions[self._waiting] = 0.0
        return actions

    def _given(self, array: Array) -> Any:
        """What is handed out: a copy, or the buffer itself."""
        return self._tensor(array.copy() if self.copy else array)

    def _tensor(self, array: Array) -> Any:
        """An array as it is, or as a torch tensor that shares its memory."""
        if self.tensors == "arrays":
            return array
        import torch

        return torch.from_dlpack(array)

    def render(self):
        """One picture per machine."""
        if self.camera is None:
            return None
        return tuple(self.camera.picture(k, self.render_mode) for k in range(self.num_envs))
