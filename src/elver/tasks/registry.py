"""All tasks by name. Every room in ``elver.systems`` may name its own in ``TASKS`` of its file ``tasks``."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from elver.errors import InputError, unknown_name
from elver.machines.loading import ENDINGS
from elver.scenarios.registry import rooms
from elver.tasks.task import Task

OWN: dict[str, Task] = {}  # tasks that users add


def add_task(task: Task) -> None:
    """Make a task of one's own known by its name."""
    known = next((own for own in (*all_tasks(), *OWN.values()) if own.name == task.name), None)
    if known is not None and known is not task:
        raise InputError(f"there is a task '{task.name}' already. Choose another name.")
    OWN[task.name] = task


def all_tasks() -> tuple[Task, ...]:
    """All tasks of the published systems, room by room."""
    found = [import_module(f"{room}.tasks").TASKS for room in rooms() if find_spec(f"{room}.tasks") is not None]
    return tuple(task for tasks in found for task in tasks)


def find_task(name: str) -> Task:
    """The task of that name, with or without ``elver/`` and its version; or of a scenario file with an ``environment``."""
    if name.endswith(ENDINGS):
        from elver.tasks.from_file import file_task

        return file_task(name)
    short = name.removeprefix("elver/").partition("-v")[0]
    known = {task.name: task for task in all_tasks()} | OWN
    if short not in known:
        raise unknown_name("task", name, known)
    return known[short]
