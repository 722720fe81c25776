"""The task that the ``environment`` of a scenario file describes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from elver.document.expressions import CONSTANTS, Expression, Name, Number, names_in
from elver.equations import Model
from elver.errors import InputError
from elver.machines import load
from elver.machines.environment import ACTIONS, CHANGE, GOALS, Environment, Named
from elver.machines.measures import ALIASES, SERIES
from elver.scenarios import Scenario
from elver.sensing import Sensor
from elver.tasks import parts
from elver.tasks.geometry import PLACE, TURN, distance, mean_square, to_goal
from elver.tasks.goals import places_around
from elver.tasks.now import Array, Now
from elver.tasks.task import Draw, End, Goal, Part, Spread, Task, Term

NAMED = {"atan": "arctan", "atan2": "arctan2", "min": "minimum", "max": "maximum", "neg": "negative", "+": "add",
         "-": "subtract", "*": "multiply", "/": "divide", "**": "power"}  # fmt: skip
WORDS: dict[str, Callable[[], Part]] = {
    "joint_angles": parts.joint_angles,
    "joint_rates": parts.joint_rates,
    "base_twist": parts.base_twist,
    "base_rotation": parts.base_rotation,
    "position": parts.position,
    "heading": parts.heading,
    "velocity": parts.velocity_ahead,
    "goal": parts.goal_ahead,
    "bearing": parts.goal_bearing,
    "previous_action": parts.previous_action,
    "time_left": parts.time_left,
}


@dataclass(frozen=True)
class FileMachine:
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
    return kept(scenario.file, scenario.digest, lambda: replace(task_of(scenario), origin=origin))


@lru_cache(maxsize=32)
def _made(file: str, digest: str) -> list[Task]:
    return []


def kept(file: str, digest: str, make: Callable[[], Task]) -> Task:
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
        machine=FileMachine(scenario),
        observation=tuple(shown(one, sensors) for one in own.observation),
        reward=tuple(term(one) for one in own.reward),
        ends=tuple(end(one) for one in own.ends),
        goal=None if own.goal is None else goal_of(own.goal),
        parameters=tuple(Draw(name) for name in own.random),
        start=tuple(Spread(state, -half, half) for state, half in own.spread.items()),
        method=scenario.method,
        about=f"out of the file of '{scenario.name}'",
        **settings,
    )


def goal_of(settings: Any) -> Goal:
    """Places around the machine."""
    return places_around(
        settings["near"], settings["far"], settings.get("angle", math.pi), settings["radius"], settings.get("reward", 1.0)
    )


def shown(one: str | Named, sensors: Mapping[str, Sensor]) -> Part:
    """A part of the observation."""
    if isinstance(one, str):
        return WORDS[one]() if one in WORDS else parts.sensed(sensors[one])
    said = one.settings
    bounds = {"low": said.get("low", -math.inf), "high": said.get("high", math.inf)}
    return Part(
        one.name, said.get("unit", ""), said.get("meaning", ""), ("value",), lambda now: (column(one, now),),
        needs=needs(one.of), **bounds,
    )  # fmt: skip


def term(one: Named) -> Term:
    """A term of the reward."""
    said = one.settings
    return Term(
        one.name, said["weight"], said.get("unit", ""), said.get("meaning", ""), lambda now: column(one, now),
        needs(one.of),
    )  # fmt: skip


def end(one: Named) -> End:
    """An end of an episode."""
    said = one.settings
    sign, bound = (1.0, said["above"]) if "above" in said else (-1.0, said["below"])
    return End(
        one.name, said.get("meaning", ""), lambda now: sign * (column(one, now) - bound) > 0.0,
        said.get("reward", 0.0), said.get("success") == "true", needs(one.of),
    )  # fmt: skip


# --- expressions ------------------------------------------------------------------------------------------------------------


def quantity_of(name: str) -> str:
    """The recorded quantity that a name is a part of."""
    first = name.split(".")[0]
    return ALIASES.get(first, first)


def needs(expression: Expression) -> tuple[str, ...]:
    """Recorded quantities that an expression reads."""
    found = {quantity_of(name) for name in names_in(expression) if name not in (*GOALS, *ACTIONS, "time")}
    return tuple(sorted(found | ({PLACE, TURN} if names_in(expression) & set(GOALS) else set())))


def column(one: Named, now: Now) -> Array:
    """One number per machine; a name that its machine does not record is refused where it stands in the file."""
    try:
        return value(one.of, now) + now.xp.zeros_like(now.time)
    except InputError as error:
        raise error if one.place is None else one.place.error(f"{one.place.key}: {error}") from None


def value(expression: Expression, now: Now, before: bool = False) -> Any:
    """A number, or one per machine: now, or one interval ago."""
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Name):
        return own_value(expression.name, now, before)
    if expression.function == CHANGE:
        return value(expression.arguments[0], now) - value(expression.arguments[0], now, before=True)
    values = [value(argument, now, before) for argument in expression.arguments]
    if expression.function == "si":
        return values[0]
    return getattr(now.xp, NAMED.get(expression.function, expression.function))(*values)


def own_value(name: str, now: Now, before: bool) -> Any:
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
    quantity = quantity_of(name)
    found, dimensions = (now.before if before else now.outputs)[quantity], SERIES[quantity]
    for k, dimension in enumerate(dimensions):
        label = ".".join(rest[k:]) if k == len(dimensions) - 1 else rest[k]
        found = found[:, now.index(dimension, label)[0]]
    return found
