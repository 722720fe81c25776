"""The task that the ``environment`` of a scenario file describes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from elver._support.errors import InputError, unknown_name
from elver._support.expressions import CONSTANTS, Expression, Name, Number, names_in
from elver.model import Model
from elver.scenarios import Scenario, load
from elver.scenarios.definition import system_packages
from elver.scenarios.files.environment import ACTIONS, CHANGE, GOALS, Environment, NamedNumber
from elver.scenarios.files.loading import ENDINGS
from elver.scenarios.files.metrics import ALIASES, SERIES
from elver.sensors import Sensor
from elver.tasks import components
from elver.tasks.components import PLACE, TURN, distance, mean_square, places_around, to_goal
from elver.tasks.task import Array, Goal, ObservationPart, RandomParameter, RewardTerm, StartNoise, Task, TaskState, Termination

_NAMED = {"atan": "arctan", "atan2": "arctan2", "min": "minimum", "max": "maximum", "neg": "negative", "+": "add",
         "-": "subtract", "*": "multiply", "/": "divide", "**": "power"}  # fmt: skip
_WORDS: dict[str, Callable[[], ObservationPart]] = {
    "joint_angles": components.joint_angles,
    "joint_rates": components.joint_rates,
    "base_twist": components.base_twist,
    "base_rotation": components.base_rotation,
    "position": components.position,
    "heading": components.heading,
    "velocity": components.velocity_ahead,
    "goal": components.goal_ahead,
    "bearing": components.goal_bearing,
    "previous_action": components.previous_action,
    "time_left": components.time_left,
}


@dataclass(frozen=True)
class _FileMachine:
    """The machine of a scenario file, with the inputs that the file gives it."""

    scenario: Scenario

    def __call__(self, free: tuple[str, ...] = ()) -> Model:
        """The model; the parameters named stay free."""
        model = self.scenario.prepared(None, free)
        if not model.inputs:
            raise InputError(f"'{self.scenario.name}' has an environment but no inputs, so there is nothing to do. Add 'inputs'.")
        return model

    def range_of(self, name: str) -> tuple[float, float]:
        """Smallest and largest value of a parameter, as the file declares it."""
        own = next(p for p in self.scenario.parameters if p.name == name)
        return float(own.low), float(own.high)  # type: ignore[arg-type]


def file_task(file: str, allow_outside: bool = False) -> Task:
    """The task of a scenario file; the same one while the file says the same."""
    scenario = load(file, allow_outside)
    origin = str(Path(file).resolve()), allow_outside
    return _kept(scenario.file, scenario.digest, lambda: replace(task_of(scenario), origin=origin))


@lru_cache(maxsize=32)
def _made(file: str, digest: str) -> list[Task]:
    return []


def _kept(file: str, digest: str, make: Callable[[], Task]) -> Task:
    """What was made of a file that says the same, else what is made now."""
    found = _made(file, digest)
    if not found:
        found.append(make())
    return found[0]


def task_of(scenario: Scenario) -> Task:
    """The task that a scenario out of a file describes."""
    own: Environment | None = scenario.environment
    if own is None:
        raise InputError(
            f"scenario '{scenario.name}' has no environment. Add one to its file; docs/environments.md has an example."
        )
    settings = {"dt": scenario.time_step(), **own.settings}
    sensors = {sensor.name: sensor for sensor in scenario.build().sensors}
    if "forward" in settings:
        settings["forward"] = tuple(float(v) for v in settings["forward"])
    return Task(
        name=re.sub(r"[^A-Za-z0-9]", "", scenario.name.title()) or "File",
        title=scenario.title,
        machine=_FileMachine(scenario),
        observation=tuple(_shown(one, sensors) for one in own.observation),
        reward=tuple(_term(one) for one in own.reward),
        ends=tuple(end(one) for one in own.ends),
        goal=None if own.goal is None else _goal_of(own.goal),
        parameters=tuple(RandomParameter(name) for name in own.random),
        start=tuple(StartNoise(state, -half, half) for state, half in own.spread.items()),
        method=scenario.method,
        about=f"out of the file of '{scenario.name}'",
        **settings,
    )


def _goal_of(settings: Any) -> Goal:
    """Places around the machine."""
    return places_around(
        settings["near"], settings["far"], settings.get("angle", math.pi), settings["radius"], settings.get("reward", 1.0)
    )


def _shown(one: str | NamedNumber, sensors: Mapping[str, Sensor]) -> ObservationPart:
    """A part of the observation."""
    if isinstance(one, str):
        return _WORDS[one]() if one in _WORDS else components.sensed(sensors[one])
    said = one.settings
    bounds = {"low": said.get("low", -math.inf), "high": said.get("high", math.inf)}
    return ObservationPart(
        one.name, said.get("unit", ""), said.get("meaning", ""), ("value",), lambda now: (_column(one, now),),
        needs=_needs(one.of), **bounds,
    )  # fmt: skip


def _term(one: NamedNumber) -> RewardTerm:
    """A term of the reward."""
    said = one.settings
    return RewardTerm(
        one.name, said["weight"], said.get("unit", ""), said.get("meaning", ""), lambda now: _column(one, now),
        _needs(one.of),
    )  # fmt: skip


def end(one: NamedNumber) -> Termination:
    """An end of an episode."""
    said = one.settings
    sign, bound = (1.0, said["above"]) if "above" in said else (-1.0, said["below"])
    return Termination(
        one.name, said.get("meaning", ""), lambda now: sign * (_column(one, now) - bound) > 0.0,
        said.get("reward", 0.0), said.get("success") == "true", _needs(one.of),
    )  # fmt: skip


# --- expressions ------------------------------------------------------------------------------------------------------------


def _quantity_of(name: str) -> str:
    """The recorded quantity that a name is a part of."""
    first = name.split(".")[0]
    return ALIASES.get(first, first)


def _needs(expression: Expression) -> tuple[str, ...]:
    """Recorded quantities that an expression reads."""
    found = {_quantity_of(name) for name in names_in(expression) if name not in (*GOALS, *ACTIONS, "time")}
    return tuple(sorted(found | ({PLACE, TURN} if names_in(expression) & set(GOALS) else set())))


def _column(one: NamedNumber, now: TaskState) -> Array:
    """One number per machine; a name that its machine does not record is refused where it stands in the file."""
    try:
        return value(one.of, now) + now.xp.zeros_like(now.time)
    except InputError as error:
        raise error if one.place is None else one.place.error(f"{one.place.key}: {error}") from None


def value(expression: Expression, now: TaskState, before: bool = False) -> Any:
    """A number, or one per machine: now, or one interval ago."""
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Name):
        return _own_value(expression.name, now, before)
    if expression.function == CHANGE:
        return value(expression.arguments[0], now) - value(expression.arguments[0], now, before=True)
    values = [value(argument, now, before) for argument in expression.arguments]
    if expression.function == "si":
        return values[0]
    return getattr(now.xp, _NAMED.get(expression.function, expression.function))(*values)


def _own_value(name: str, now: TaskState, before: bool) -> Any:
    """What a name stands for."""
    if name in CONSTANTS:
        return math.pi if name == "pi" else 2 * math.pi
    if name == "time":
        return now.time - (now.interval if before else 0.0)
    if name in ("goal_ahead", "goal_left"):
        return to_goal(now)[name == "goal_left"]
    if name == "goal_distance":
        return distance(now, before=before)
    if name in ACTIONS:
        return mean_square(now.action if name == "effort" else now.action - now.previous)
    _, *rest = name.split(".")
    quantity = _quantity_of(name)
    found, dimensions = (now.before if before else now.outputs)[quantity], SERIES[quantity]
    for k, dimension in enumerate(dimensions):
        label = ".".join(rest[k:]) if k == len(dimensions) - 1 else rest[k]
        found = found[:, now.index(dimension, label)[0]]
    return found


# --- All tasks by name. Every package in ``elver.systems`` may name its own in ``TASKS`` of its file ``tasks``.

OWN: dict[str, Task] = {}  # tasks that users add


def add_task(task: Task) -> None:
    """Make a task of one's own known by its name."""
    known = next((own for own in (*all_tasks(), *OWN.values()) if own.name == task.name), None)
    if known is not None and known is not task:
        raise InputError(f"there is a task '{task.name}' already. Choose another name.")
    OWN[task.name] = task


def all_tasks() -> tuple[Task, ...]:
    """All tasks of the published systems, package by package."""
    modules = [f"{package}.tasks" for package in system_packages()]
    found = [import_module(module).TASKS for module in modules if find_spec(module) is not None]
    return tuple(task for tasks in found for task in tasks)


def find_task(name: str) -> Task:
    """The task of that name, with or without ``elver/`` and its version; or of a scenario file with an ``environment``."""
    if name.endswith(ENDINGS):
        pass

        return file_task(name)
    short = name.removeprefix("elver/").partition("-v")[0]
    known = {task.name: task for task in all_tasks()} | OWN
    if short not in known:
        raise unknown_name("task", name, known)
    return known[short]
