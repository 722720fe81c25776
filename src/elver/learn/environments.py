"""Gymnasium environments of the tasks: one machine, or many as one vector environment; and their ``info``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from elver._support.errors import InputError
from elver._support.resources import needed
from elver.learn.rendering import MODES, SCENE, TrailRenderer
from elver.tasks import Episodes, Task, find_task
from elver.tasks.episodes import LARGEST, is_whole
from elver.tasks.task import Array
from elver.viz.browser import require_browser

# --- The ``info`` of environments: reward terms, goals reached, how an episode ended, what was drawn. For one machine it is a
# mapping; for many it has the same keys with one entry per machine, and ``_key``: which machines have it.


def step_info(episodes: Episodes, k: int = 0) -> dict[str, Any]:
    """What machine k has to say after a step."""
    info: dict[str, Any] = {"terms": {name: float(term[k]) for name, term in episodes.terms.items()}}
    if episodes.counts_goals:
        info["reached"] = int(episodes.reached[k])
    if episodes.ended[k]:
        info["ended"] = episodes.ending(k)
    return info


def _reset_info(episodes: Episodes, k: int = 0) -> dict[str, Any]:
    """What machine k has to say after a reset: the values that were drawn for it."""
    drawn = {name: float(values[k]) for name, values in episodes.now.values.items()}
    return {"values": drawn} if drawn else {}


def _step_infos(episodes: Episodes, rows: Array) -> dict[str, Any]:
    """What the machines in ``rows`` have to say after a step."""
    if not rows.any():
        return {}
    infos: dict[str, Any] = _with_masks({"terms": _masked(episodes, episodes.terms, rows)}, rows)
    if episodes.counts_goals:
        infos |= _with_masks({"reached": episodes.reached * rows}, rows)
    done = (episodes.terminated | episodes.truncated) & rows
    if done.any():
        words = np.full(episodes.machines, None, dtype=object)
        for k in done.nonzero()[0].tolist():
            words[k] = episodes.ending(k)
        infos |= _with_masks({"ended": words}, done)
    return infos


def _reset_infos(episodes: Episodes, rows: Array) -> dict[str, Any]:
    """What the machines in ``rows`` have to say after a reset."""
    drawn = episodes.now.values
    return _with_masks({"values": _masked(episodes, drawn, rows)}, rows) if drawn and rows.any() else {}


def _masked(episodes: Episodes, values: Mapping[str, Array], rows: Array) -> dict[str, Array]:
    """Values of the machines in ``rows``, 0 for the others, each with its mask."""
    zero = episodes.xp.where
    return _with_masks({name: zero(rows, value, 0.0) for name, value in values.items()}, rows)


def _with_masks(values: Mapping[str, Any], rows: Array) -> dict[str, Any]:
    """Every value followed by the mask of the machines that have it."""
    return {key: item for name, value in values.items() for key, item in ((name, value), (f"_{name}", rows.copy()))}


# --- Spaces of environments: what actions and observations may be.


def _action_space(episodes: Episodes) -> Box:
    """-1 to 1 for every input: its lowest to its highest value."""
    return Box(-1.0, 1.0, (len(episodes.actions.names),), np.float32)


def _observation_space(episodes: Episodes) -> Box:
    """The bounds that the parts of the observation declare."""
    return Box(episodes.observer.low, episodes.observer.high, dtype=np.float32)


# --- Seeds that environments are given: whole numbers, one for all or one per machine.


def _check_seed(seed: Any, machines: int | None = None) -> None:
    """Refuse what is no seed. machines: how many there are, each of which may have a seed of its own, or None to go on."""
    last = LARGEST - (machines or 1)
    if seed is None or (is_whole(seed) and 0 <= seed <= last):
        return
    several = "" if machines is None else f", or {machines} of them, one per machine (None: go on)"
    if machines is not None and hasattr(seed, "__len__") and not isinstance(seed, str):
        if len(seed) != machines:
            raise InputError(f"{len(seed)} seeds for {machines} machines. Give one per machine, or a single number.")
        if all(s is None or (is_whole(s) and 0 <= s < LARGEST) for s in seed):
            return
    raise InputError(f"seed = {str(seed)[:60]}. Give a whole number from 0 to {last}{several}.")


# --- One machine at a task as a Gymnasium environment.


class TaskEnv(gymnasium.Env[np.ndarray, np.ndarray]):
    """A task as ``gymnasium.Env``. task: a Task or its name.   duration [s]: of an episode; None for the task's own.

    Actions are -1 to 1; beyond that they are clipped (``episodes.actions.clipped`` counts). An action that is not a finite
    number is refused with an error. ``info`` holds the terms of the reward, the goals reached and, at the end, how the episode
    ended. Copies (copy.deepcopy, pickle) go on from where they were made.
    """

    metadata = {"render_modes": [*MODES, SCENE], "render_fps": 50}  # noqa: RUF012  (Gymnasium's form)

    def __init__(self, task: Task | str, render_mode: str | None = None, duration: float | None = None):
        chosen = find_task(task) if isinstance(task, str) else task
        if render_mode is not None and render_mode not in (*MODES, SCENE):
            raise InputError(f"render_mode = {render_mode!r}. Choose one of {', '.join((*MODES, SCENE))}, or None.")
        if render_mode == SCENE:
            require_browser("render_mode='scene'")
        self.episodes = Episodes(chosen, 1, duration=duration, threads=1)
        self.action_space = _action_space(self.episodes)
        self.observation_space = _observation_space(self.episodes)
        self.metadata = {**type(self).metadata, "render_fps": max(1, round(1.0 / chosen.interval))}
        self.render_mode = render_mode
        self.camera = TrailRenderer(self.episodes) if render_mode else None
        self._fresh = True

    @property
    def task(self) -> Task:
        """What is to be done."""
        return self.episodes.task

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin anew; with a seed, the same every time."""
        _check_seed(seed)
        super().reset(seed=None if seed is None else int(seed))
        if seed is None and self._fresh:
            seed = self.np_random_seed % LARGEST
        self._fresh = False
        self.episodes.reset(seed=seed)
        if self.camera is not None:
            self.camera.reset(self.episodes.everyone)
        return self.episodes.observations[0].copy(), _reset_info(self.episodes)

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

    def render(self) -> Any:
        """The machine, its trail and its goal: an image (``rgb_array``; ``scene``: of the live page's scene) or a figure."""
        return None if self.camera is None else self.camera.picture(0, self.render_mode)

    def close(self) -> None:
        """Forget the pictures."""
        if self.camera is not None:
            self.camera.close()
        self.camera = None


# --- Many machines at a task as one Gymnasium vector environment: no loop over machines anywhere.


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
        self.single_action_space, self.single_observation_space = _action_space(self.episodes), _observation_space(self.episodes)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.camera = TrailRenderer(self.episodes) if render_mode else None
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
        _check_seed(seed, self.num_envs)
        super().reset(seed=int(seed) if isinstance(seed, (int, np.integer)) else None)
        mask = self._reset_mask(options)
        for own, rows in self._seeded(seed, mask):
            self.episodes.reset(rows, own)
        self._fresh = False
        self._waiting[mask] = False
        if self.camera is not None:
            self.camera.reset(mask)
        return self._given(self.episodes.observations), _reset_infos(self.episodes, mask)

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
            infos = _step_infos(episodes, episodes.everyone)
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
        infos = _step_infos(episodes, ~waiting)
        episodes.reset(waiting)
        episodes.rewards[waiting] = 0.0
        if self.camera is not None:
            self.camera.reset(waiting)
        return infos | _reset_infos(episodes, waiting)

    def _same_step(self, done: Array) -> dict[str, Any]:
        """Machines that ended begin anew at once; what they saw and said last stands in ``final_obs`` and ``final_info``."""
        episodes = self.episodes
        infos, last = _step_infos(episodes, ~done), _step_infos(episodes, done)
        if episodes.xp is np and self.tensors == "arrays":
            final = np.full(self.num_envs, None, dtype=object)
            for k in done.nonzero()[0].tolist():
                final[k] = episodes.observations[k].copy()
        else:
            final = self._tensor(episodes.observations.copy())
        infos |= _with_masks({"final_obs": final, "final_info": last}, done)
        episodes.reset(done)
        if self.camera is not None:
            self.camera.reset(done)
        return infos | _reset_infos(episodes, done)

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

    def render(self) -> Any:
        """One picture per machine."""
        if self.camera is None:
            return None
        return tuple(self.camera.picture(k, self.render_mode) for k in range(self.num_envs))
