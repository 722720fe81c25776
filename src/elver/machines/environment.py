"""The ``environment`` of a scenario file: what is observed, rewarded and drawn when its machine is given something to do.

It is read into plain data; ``elver.tasks.from_file`` makes a task of it. Its actions are the ``inputs`` of the file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from elver.document.expressions import Call, Expression, Name, names_in, parse_with
from elver.document.forms import Each, Fields, Form, Many, Words, amount
from elver.document.nodes import Node, Table, Text, as_items, as_table, as_text
from elver.document.scope import Scope
from elver.document.units import read_unit
from elver.errors import InputError, unknown_name
from elver.machines.measures import AXES, COMPONENTS, POINTWISE, check_series
from elver.machines.parameters import Declared
from elver.machines.tables import vector

CHANGE = "change"  # of a course over one interval
FUNCTIONS = {**dict.fromkeys(POINTWISE, 1), "atan2": 2, "min": 2, "max": 2, CHANGE: 1}
GOALS = ("goal_distance", "goal_ahead", "goal_left")
ACTIONS = ("effort", "jerk")
WORDS = {  # parts of the observation that have a word
    "joint_angles": "variables of the moving joints",
    "joint_rates": "their rates",
    "base_twist": "velocity of the base in its own frame, six numbers",
    "base_rotation": "attitude of the base, nine numbers",
    "position": "of the base in the world",
    "heading": "cosine and sine of the direction of travel in the plane x, y",
    "velocity": "of the base along its heading and to the left",
    "goal": "from the machine to its goal along the heading and to the left",
    "bearing": "cosine and sine of the direction to the goal against the heading",
    "previous_action": "the action that was held last",
    "time_left": "share of the episode that is left",
}
VIEWS = ("xy", "xz", "yz")
MOST = 200  # parts, terms or ends

SHOWN = Fields(
    "a part of the observation",
    {
        "name": Words("of the part"),
        "of": Words("expression"),
        "unit": Words("unit of the number"),
        "meaning": Words("what it is"),
        "low": amount("", "lowest value"),
        "high": amount("", "highest value"),
    },
    ("name", "of"),
)
TERM = Fields(
    "a term of the reward",
    {
        "of": Words("expression"),
        "weight": amount("", "reward per unit"),
        "unit": Words("unit of the number"),
        "meaning": Words("what it is"),
    },
    ("of", "weight"),
)
END = Fields(
    "an end",
    {
        "of": Words("expression"),
        "above": amount("", "an episode ends where it is greater"),
        "below": amount("", "an episode ends where it is smaller"),
        "reward": amount("1", "added once"),
        "success": Words("whether it is a good end", ("true", "false")),
        "meaning": Words("what it is"),
    },
    ("of",),
)
GOAL = Fields(
    "the goal",
    {
        "near": amount("m", "shortest distance at which it is drawn", low=0.0),
        "far": amount("m", "longest distance at which it is drawn", above=0.0),
        "angle": amount("rad", "furthest off the heading", low=0.0, high=math.pi),
        "radius": amount("m", "within which it is reached", above=0.0),
        "reward": amount("1", "when it is reached"),
    },
    ("near", "far", "radius"),
)
ENVIRONMENT = Fields(
    "the environment",
    {
        "interval": amount("s", "time between two actions, a whole number of dt", above=0.0),
        "duration": amount("s", "longest episode; then it is truncated", above=0.0),
        "dt": amount("s", "step; default: that of the run", above=0.0),
        "smooth": amount("s", "time constant of the filter between action and inputs", low=0.0),
        "lost": amount("1", "reward of a machine whose motion diverged"),
        "observation": Many(Words("a word, or a part with name and of"), least=1, most=MOST),
        "reward": Each(TERM),
        "ends": Each(END),
        "goal": GOAL,
        "random": Many(Words("parameter that is drawn from its range at every reset")),
        "spread": Each(amount("", "half the range of what is added to a state at every reset", low=0.0)),
        "forward": vector("1", "direction of travel in the base frame"),
        "view": Words("plane in which it is drawn", VIEWS),
    },
    ("interval", "duration", "observation", "reward"),
)


@dataclass(frozen=True)
class Named:
    """A number of a machine at an instant, with a name: a part of the observation, a term of the reward, or an end.

    settings: what else the file says of it.
    """

    name: str
    of: Expression
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Environment:
    """What a file says of its environment. observation: words, names of sensors, and numbers of its own."""

    settings: Mapping[str, Any]
    observation: tuple[str | Named, ...]
    reward: tuple[Named, ...]
    ends: tuple[Named, ...] = ()
    goal: Mapping[str, Any] | None = None
    random: tuple[str, ...] = ()
    spread: Mapping[str, float] = field(default_factory=dict)


class ObservationForm(Form):
    """A word, or a part with a name and an expression."""

    def schema(self) -> dict[str, Any]:
        word = {"type": "string", "description": f"one of {', '.join(WORDS)}, or the name of a sensor"}
        return {"type": "array", "minItems": 1, "items": {"anyOf": [word, SHOWN.schema()]}}


class EnvironmentForm(Form):
    """How an environment stands in a file."""

    def schema(self) -> dict[str, Any]:
        own = ENVIRONMENT.schema()
        return {**own, "properties": {**own["properties"], "observation": ObservationForm().schema()}}


def read_environment(node: Node | None, scope: Scope, declared: tuple[Declared, ...]) -> Environment | None:
    """The environment of a file; None where it has none. scope: knows bodies, joints, forces and sensors."""
    if node is None:
        return None
    table = as_table(node, "the environment")
    table.allow(ENVIRONMENT.forms, "the environment")
    for name in ENVIRONMENT.needed:
        table.need(name, "the environment")
    parts = ("observation", "reward", "ends", "goal", "random", "spread")
    settings = {n: ENVIRONMENT.forms[n].read(item, scope) for n, item in table.items() if n not in parts}
    goal = None if "goal" not in table else GOAL.read(table.need("goal", ""), scope)
    if goal is not None and goal["near"] >= goal["far"]:
        raise table.need("goal", "").error(f"{table.key}.goal: near must lie below far.")
    spread = table.get("spread")
    return Environment(
        settings,
        tuple(read_shown(item, scope, goal is not None) for item in items_of(table, "observation")),
        tuple(read_named(table, "reward", TERM, scope, goal is not None)),
        tuple(read_named(table, "ends", END, scope, goal is not None)),
        goal,
        tuple(read_random(item, declared) for item in (items_of(table, "random") if "random" in table else ())),
        {} if spread is None else ENVIRONMENT.forms["spread"].read(spread, scope),
    )


def items_of(table: Table, name: str) -> list[Node]:
    """The entries of a list."""
    items = list(as_items(table.need(name, ""), f"the {name}"))
    if len(items) > MOST or (name == "observation" and not items):
        raise table.need(name, "").error(f"{table.key}.{name} has {len(items)} entries. Give 1 to {MOST}.")
    return items


def read_shown(node: Node, scope: Scope, goal: bool) -> str | Named:
    """A part of the observation."""
    if isinstance(node, Text):
        sensors = scope.known.get("sensor", {})
        words = (*WORDS, *sensors)
        if node.text in WORDS and node.text in sensors:
            raise node.error(f"{node.key}: '{node.text}' is a word and the name of a sensor. Give the sensor another name.")
        if node.text not in words:
            raise node.error(f"{node.key}: {unknown_name('part of an observation', node.text, words)}")
        if node.text in ("goal", "bearing") and not goal:
            raise node.error(f"{node.key}: '{node.text}' needs a goal. Add one to the environment.")
        return node.text
    values = SHOWN.read(node, scope)
    table = as_table(node, "a part of the observation")
    if not values.get("low", -math.inf) < values.get("high", math.inf):
        raise node.error(f"{node.key}: low must lie below high.")
    return named(values.pop("name"), table, values, scope, goal)


def read_named(table: Table, part: str, form: Fields, scope: Scope, goal: bool) -> list[Named]:
    """Terms of the reward, or ends."""
    if part not in table:
        return []
    found = []
    for name, item in as_table(table.need(part, ""), f"the {part}").items():
        values = form.read(item, scope)
        if form is END and ("above" in values) == ("below" in values):
            raise item.error(f"{item.key}: give one of above and below.")
        found.append(named(name, as_table(item, form.what), values, scope, goal))
    if not 1 <= len(found) <= MOST:
        raise table.need(part, "").error(f"{table.key}.{part} has {len(found)} entries. Give 1 to {MOST}.")
    return found


def named(name: str, table: Table, values: dict[str, Any], scope: Scope, goal: bool) -> Named:
    """An expression with its name and what else is said of it."""
    scope.built(table, read_unit, values.get("unit", ""))
    values.pop("of")
    return Named(name, read_number(table.need("of", ""), scope, goal), values)


def read_number(node: Node, scope: Scope, goal: bool) -> Expression:
    """An expression over what a machine is at an instant, its names checked."""
    text = as_text(node, "an expression")
    try:
        expression = parse_with(text.text, FUNCTIONS)
        labels = {"axis": AXES, "component": COMPONENTS} | {kind: tuple(names) for kind, names in scope.known.items()}
        for name in names_in(expression):
            if name in GOALS and not goal:
                raise InputError(f"'{name}' needs a goal. Add one to the environment.")
            if name not in (*GOALS, *ACTIONS):
                check_series(name, labels)
        for name in changing(expression) & {*GOALS[1:], *ACTIONS}:
            raise InputError(
                f"{CHANGE}({name}) is not known: the frame, or the action, changes too. Use {CHANGE}(goal_distance)."
            )
    except InputError as error:
        raise node.error(f"{node.key} = {text.shown()}: {error}") from None
    return expression


def changing(expression: Expression, inside: bool = False) -> set[str]:
    """Names whose change over an interval is asked for."""
    if isinstance(expression, Call):
        return {n for a in expression.arguments for n in changing(a, inside or expression.function == CHANGE)}
    return {expression.name} if inside and isinstance(expression, Name) else set()


def read_random(node: Node, declared: tuple[Declared, ...]) -> str:
    """A parameter with a range, which is drawn from it."""
    text = as_text(node, "the name of a parameter")
    own = next((d for d in declared if d.name == text.text), None)
    if own is None:
        raise node.error(f"{node.key}: {unknown_name('parameter', text.text, [d.name for d in declared])}")
    if not isinstance(own.default, float) or own.low is None or own.high is None:
        raise node.error(f"{node.key}: parameter '{own.name}' has no range to draw from. Give it a range; a count has none.")
    return own.name
