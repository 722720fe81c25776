"""Tasks: machines with something to do, as data, and episodes of many machines at once."""

from elver.tasks.machine import ScenarioMachine
from elver.tasks.now import Now
from elver.tasks.registry import all_tasks, find_task
from elver.tasks.running.chance import Chance
from elver.tasks.task import Draw, End, Goal, Level, Line, Mark, Part, Spread, Task, Term

__all__ = [
    "Chance", "Draw", "End", "Goal", "Level", "Line", "Mark", "Now", "Part",
    "ScenarioMachine", "Spread", "Task", "Term", "all_tasks", "find_task",
]  # fmt: skip
