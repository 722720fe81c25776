"""How a task is learned: a hand-written baseline that gives the scale of its return, and settings of a training. Data.

Every room in ``elver.systems`` may name lessons for its tasks in ``LESSONS`` of its file ``tasks``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from elver.scenarios.registry import rooms
from elver.tasks.now import Array

Seen = Mapping[str, Array]  # parts of the observation by name, (n, entries) each


@dataclass(frozen=True)
class Lesson:
    """What belongs to the learning of a task.

    baseline(seen, time): actions (n, inputs) from parts of the observation by name and the time [s] of each episode; what an
    engineer would write down first.   told: what it does, in a few words.
    machines: that learn at once.   settings: those of the learner that differ from its defaults.   seconds: of a training.
    """

    task: str
    baseline: Callable[[Seen, Array], Array] | None = None
    told: str = ""
    machines: int = 512
    settings: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 240.0


def all_lessons() -> tuple[Lesson, ...]:
    """Lessons of all rooms."""
    modules = [import_module(f"{room}.tasks") for room in rooms() if find_spec(f"{room}.tasks") is not None]
    return tuple(lesson for module in modules for lesson in getattr(module, "LESSONS", ()))


def find_lesson(task: str) -> Lesson:
    """The lesson for a task; one with nothing but defaults where nobody wrote one."""
    return next((lesson for lesson in all_lessons() if lesson.task == task), Lesson(task))
