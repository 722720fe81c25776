"""Names of the tasks in Gymnasium's registry."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from elver.learn.environments import TaskEnv, TaskVectorEnv
from elver.tasks import Task, all_tasks
from elver.tasks.from_file import add_task

_FILE = "elver/File-v0"


def register_tasks() -> None:
    """Tell Gymnasium the names of all tasks, and ``elver/File-v0`` for scenario files with an ``environment``."""
    for task in all_tasks():
        register_task(task)
    if _FILE not in gymnasium.registry:
        own = "elver.learn.registration"
        gymnasium.register(_FILE, entry_point=f"{own}:_file_env", vector_entry_point=f"{own}:_file_vector_env")


def register_task(task: Task) -> str:
    """Tell Gymnasium the name of a task, one of your own too, and return it."""
    if task.id not in gymnasium.registry:
        add_task(task)
        gymnasium.register(
            task.id,
            entry_point="elver.learn.environments:TaskEnv",
            vector_entry_point="elver.learn.environments:TaskVectorEnv",
            kwargs={"task": task.name},
        )
    return task.id


def _file_env(file: str, allow_outside: bool = False, **options: Any) -> Any:
    """One machine at the task that a scenario file's ``environment`` describes."""
    from elver.learn.environments import TaskEnv
    from elver.tasks.from_file import file_task

    return TaskEnv(file_task(file, allow_outside), **options)


def _file_vector_env(file: str, num_envs: int = 1, allow_outside: bool = False, **options: Any) -> Any:
    """Many machines at the task that a scenario file's ``environment`` describes."""
    from elver.learn.environments import TaskVectorEnv
    from elver.tasks.from_file import file_task

    return TaskVectorEnv(file_task(file, allow_outside), num_envs, **options)


# --- A check of the vector environment: it must do, to the last bit, what as many single environments do in Gymnasium's own loop.


def check_vector_env(task: Task | str, machines: int = 3, steps: int = 40, seed: int = 1, size: float = 1.0) -> None:
    """Compare all three autoreset modes with single environments of the same seeds; an AssertionError says what differs.

    size: of the random actions; 1 for the whole range.
    """
    singles = [TaskEnv(task) for _ in range(machines)]
    for mode in AutoresetMode:
        many = TaskVectorEnv(task, machines, autoreset_mode=mode)
        _check_spaces(many, singles[0])
        each = SyncVectorEnv([lambda own=own: own for own in singles], autoreset_mode=mode)  # type: ignore[misc]
        _compare(many, each, steps, seed, size)


def _check_spaces(many: TaskVectorEnv, one: TaskEnv) -> None:
    """Spaces, shapes and metadata."""
    assert many.single_observation_space == one.observation_space, "the observation spaces differ"
    assert many.single_action_space == one.action_space, "the action spaces differ"
    assert many.observation_space.shape == (many.num_envs, *one.observation_space.shape), "shape of the observation space"  # type: ignore[misc]
    assert many.action_space.shape == (many.num_envs, *one.action_space.shape), "shape of the action space"  # type: ignore[misc]
    assert many.metadata["autoreset_mode"] == many.mode, "metadata does not name the autoreset mode"


def _compare(many: TaskVectorEnv, each: SyncVectorEnv, steps: int, seed: int, size: float) -> None:
    """Both in step, with the same random actions."""
    mode, rng = many.metadata["autoreset_mode"], np.random.default_rng(seed)
    _check_equal(f"{mode.name}: reset", many.reset(seed=seed), each.reset(seed=seed))
    for k in range(steps):
        actions = size * rng.uniform(-1.0, 1.0, many.action_space.shape).astype(np.float32)
        found, wanted = many.step(actions), each.step(actions)
        _check_equal(f"{mode.name}: step {k}", found, wanted)
        _check_types(found, many)
        ended = wanted[2] | wanted[3]
        if mode == AutoresetMode.DISABLED and ended.any():
            _check_equal(
                f"{mode.name}: reset after step {k}",
                many.reset(options={"reset_mask": ended}),
                each.reset(options={"reset_mask": ended.copy()}),
            )


def _check_types(found: tuple, many: TaskVectorEnv) -> None:
    """Types and shapes of what a step returns."""
    observations, rewards, terminated, truncated, _ = found
    assert observations.dtype == many.observation_space.dtype, f"observations are {observations.dtype}"
    assert rewards.dtype == np.float64, f"rewards are {rewards.dtype}"
    assert rewards.shape == (many.num_envs,), f"rewards have shape {rewards.shape}"
    assert terminated.dtype == bool, f"terminated is {terminated.dtype}"
    assert truncated.dtype == bool, f"truncated is {truncated.dtype}"
    assert not (terminated & truncated).any(), "a machine is both terminated and truncated"


def _check_equal(when: str, found: tuple, wanted: tuple) -> None:
    """Observations, rewards, ends and infos are the same to the last bit."""
    names = ("observations", "infos") if len(found) == 2 else ("observations", "rewards", "terminated", "truncated", "infos")
    for name, own, other in zip(names, found, wanted, strict=True):
        assert data_equivalence(own, other, exact=True), f"{when}: {name} differ:\n{_shown(own)}\ninstead of\n{_shown(other)}"


def _shown(thing: Any) -> str:
    """The beginning of a thing in words."""
    return str(thing)[:2000]
