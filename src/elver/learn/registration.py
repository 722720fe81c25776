"""Names of the tasks in Gymnasium's registry."""

from __future__ import annotations

from typing import Any

import gymnasium

from elver.tasks import Task, all_tasks
from elver.tasks.registry import add_task

FILE = "elver/File-v0"


def register_tasks() -> None:
    """Tell Gymnasium the names of all tasks, and ``elver/File-v0`` for scenario files with an ``environment``."""
    for task in all_tasks():
        register_task(task)
    if FILE not in gymnasium.registry:
        own = "elver.learn.registration"
        gymnasium.register(FILE, entry_point=f"{own}:file_env", vector_entry_point=f"{own}:file_vector_env")


def register_task(task: Task) -> str:
    """Tell Gymnasium the name of a task, one of your own too, and return it."""
    if task.id not in gymnasium.registry:
        add_task(task)
        gymnasium.register(
            task.id,
            entry_point="elver.learn.env:TaskEnv",
            vector_entry_point="elver.learn.vector:TaskVectorEnv",
            kwargs={"task": task.name},
        )
    return task.id


def file_env(file: str, allow_outside: bool = False, **options: Any):
    """One machine at the task that a scenario file's ``environment`` describes."""
    from elver.learn.env import TaskEnv
    from elver.tasks.from_file import file_task

    return TaskEnv(file_task(file, allow_outside), **options)


def file_vector_env(file: str, num_envs: int = 1, allow_outside: bool = False, **options: Any):
    """Many machines at the task that a scenario file's ``environment`` describes."""
    from elver.learn.vector import TaskVectorEnv
    from elver.tasks.from_file import file_task

    return TaskVectorEnv(file_task(file, allow_outside), num_envs, **options)
