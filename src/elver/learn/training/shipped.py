"""Policies that come with Elver: ``policies/TASK.npz`` in the room of the task's machine."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from elver.errors import unknown_name
from elver.learn.training.policy import Policy
from elver.scenarios.registry import rooms
from elver.tasks import Task, find_task

FOLDER = "policies"


def shipped() -> dict[str, Path]:
    """Files of the policies by the name of their task."""
    found: dict[str, Path] = {}
    for room in rooms():
        folder = Path(str(import_module(room).__file__)).parent / FOLDER
        found |= {path.stem: path for path in sorted(folder.glob("*.npz"))}
    return found


def load_policy(task: Task | str) -> Policy:
    """The policy that comes with Elver for a task."""
    name = (find_task(task) if isinstance(task, str) else task).name
    known = shipped()
    if name not in known:
        raise unknown_name("policy for task", name, known)
    return Policy.load(known[name])
