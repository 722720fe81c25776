"""The ``environment`` of a scenario file: what is observed, rewarded and drawn when its machine is given something to do.

It is read into plain data; ``elver.tasks.from_file`` makes a task of it. Its actions are the ``inputs`` of the file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from elver._support.errors import InputError, unknown_name
from elver._support.expressions import Call, Expression, Name, names_in, parse_with
from elver._support.units import Unit, read_unit
from elver.quantities import Parameter, unknown_parameter
from elver.robot import Robot
from elver.scenarios.files.metrics import AXES, COMPONENTS, POINTWISE, check_series, state_units, unit_of
from elver.scenarios.files.types import vector
from elver.scenarios.yaml.forms import Each, Fields, FieldType, Many, Unread, Words, amount
from elver.scenarios.yaml.nodes import Node, Table, Text, as_table, as_text
from elver.scenarios.yaml.scope import Scope
from elver.simulation.plan import LONGEST

CHANGE = "change"  # of a course over one interval
_FUNCTIONS = {**dict.fromkeys(POINTWISE, 1), "atan2": 2, "min": 2, "max": 2, "si": 1, CHANGE: 1}
GOALS = ("goal_distance", "goal_ahead", "goal_left")
ACTIONS = ("effort", "jerk")
_WORDS = {  # parts of the observation that have a word
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
_VIEWS = ("xy", "xz", "yz")
RESERVED = ("goal", "end", "lost")  # terms of the reward that every task has by itself
_MOST = 200  # parts, terms or ends

_SHOWN = Fields(
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
_TERM = Fields(
    "a term of the reward",
    {
        "of": Words("expression"),
        "weight": amount("", "reward per unit"),
        "unit": Words("unit of the number"),
        "meaning": Words("what it is"),
    },
    ("of", "weight"),
)
_END = Fields(
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
_GOAL = Fields(
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
_SPREAD = amount("", "half the range of what is added to a state at every reset", low=0.0)


class _ObservationForm(FieldType):
    """A word, or a part with a name and an expression."""

    def schema(self) -> dict[str, Any]:
        word = {"type": "string", "description": f"one of {', '.join(_WORDS)}, or the name of a sensor"}
        return {"anyOf": [word, _SHOWN.schema()]}


ENVIRONMENT = Fields(
    "the environment",
    {
        "interval": amount("s", "time between two actions, a whole number of dt", above=0.0, high=LONGEST),
        "duration": amount("s", "longest episode; then it is truncated", above=0.0, high=LONGEST),
        "dt": amount("s", "step; default: that of the run", above=0.0),
        "smooth": amount("s", "time constant of the filter between action and inputs", low=0.0),
        "lost": amount("1", "reward of a machine whose motion diverged"),
        "observation": Many(Unread(_ObservationForm()), least=1, most=_MOST),
        "reward": Each(Unread(_TERM)),
        "ends": Each(Unread(_END)),
        "goal": _GOAL,
        "random": Many(Unread(Words("parameter that is drawn from its range at every reset")), most=_MOST),
        "spread": Each(Unread(_SPREAD)),
        "forward": vector("1", "direction of travel in the base frame"),
        "view": Words("plane in which it is drawn", _VIEWS),
    },
    ("interval", "duration", "observation", "reward"),
)


@dataclass(frozen=True)
class NamedNumber:
    """A number of a machine at an instant, with a name: a part of the observation, a term of the reward, or an end.

    settings: what else the file says of it.   place: of the expression in the file, for messages.
    """

    name: str
    of: Expression
    settings: Mapping[str, Any] = field(default_factory=dict)
    place: Node | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Environment:
    """What a file says of its environment. observation: words, names of sensors, and numbers of its own."""

    settings: Mapping[str, Any]
    observation: tuple[str | NamedNumber, ...]
    reward: tuple[NamedNumber, ...]
    ends: tuple[NamedNumber, ...] = ()
    goal: Mapping[str, Any] | None = None
    random: tuple[str, ...] = ()
    spread: Mapping[str, float] = field(default_factory=dict)


def read_environment(node: Node | None, scope: Scope, declared: tuple[Parameter, ...], robot: Robot) -> Environment | None:
    """The environment of a file; None where it has none. scope: knows bodies, joints, forces and sensors of ``robot``."""
    if node is None:
        return None
    table = as_table(node, "the environment")
    settings = ENVIRONMENT.read(node, scope)
    goal = settings.pop("goal", None)
    if goal is not None and goal["near"] >= goal["far"]:
        raise table.need("goal", "").error(f"{table.key}.goal: near must lie below far.")
    if "forward" in settings and not 1e-9 < math.hypot(*settings["forward"]) < math.inf:
        raise table.need("forward", "").error(f"{table.key}.forward is no direction. Give three numbers, such as [1, 0, 0].")
    reader = _Reader(scope, robot, goal is not None)
    observation = tuple(reader.shown(item) for item in settings.pop("observation"))
    reward = tuple(reader.terms(table, "reward", settings.pop("reward"), _TERM))
    ends = tuple(reader.terms(table, "ends", settings.pop("ends"), _END)) if "ends" in settings else ()
    random = _read_random(settings.pop("random", []), declared)
    spread = _read_spread(settings.pop("spread", {}), scope, robot)
    return Environment(settings, observation, reward, ends, goal, random, spread)


@dataclass(frozen=True)
class _Reader:
    """Reads expressions. scope: knows bodies, joints, forces and sensors of the robot.   goal: whether there is one."""

    scope: Scope
    robot: Robot
    goal: bool

    def shown(self, node: Node) -> str | NamedNumber:
        """A part of the observation."""
        if not isinstance(node, Text):
            values = _SHOWN.read(node, self.scope)
            if not values.get("low", -math.inf) < values.get("high", math.inf):
                raise node.error(f"{node.key}: low must lie below high.")
            return self.named(values.pop("name"), as_table(node, "a part of the observation"), values)
        sensors = self.scope.known.get("sensor", {})
        words = (*_WORDS, *sensors)
        if node.text in _WORDS and node.text in sensors:
            raise node.error(f"{node.key}: '{node.text}' is a word and the name of a sensor. Give the sensor another name.")
        if node.text not in words:
            raise node.error(f"{node.key}: {unknown_name('part of an observation', node.text, words)}")
        if node.text in ("goal", "bearing") and not self.goal:
            raise node.error(f"{node.key}: '{node.text}' needs a goal. Add one to the environment.")
        return node.text

    def terms(self, table: Table, part: str, items: Mapping[str, Node], form: Fields) -> list[NamedNumber]:
        """Terms of the reward, or ends."""
        found = []
        for name, item in items.items():
            values = form.read(item, self.scope)
            if form is _TERM and name in RESERVED:
                raise item.error(
                    f"{item.key}: every reward has terms called {', '.join(RESERVED)} by itself. Choose another name."
                )
            if form is _END and ("above" in values) == ("below" in values):
                raise item.error(f"{item.key}: give one of above and below.")
            found.append(self.named(name, as_table(item, form.what), values))
        if not 1 <= len(found) <= _MOST:
            raise table.need(part, "").error(f"{table.key}.{part} has {len(found)} entries. Give 1 to {_MOST}.")
        return found

    def named(self, name: str, table: Table, values: dict[str, Any]) -> NamedNumber:
        """An expression with its name and what else is said of it, all in the unit of the expression."""
        place = table.need("of", "")
        expression, unit = self.number(place)
        values.pop("of")
        if "unit" in values:
            said = table.need("unit", "")
            given = self.scope.built(said, read_unit, values["unit"])
            if unit is not None and not _same_unit(given, read_unit(unit)):
                raise said.error(
                    f"{said.key} = {values['unit'][:40]}: the number is in {unit}. Leave the unit out, or give that."
                )
        elif unit is not None:
            values["unit"] = unit
        for key, power in (("low", 1.0), ("high", 1.0), ("above", 1.0), ("below", 1.0), ("weight", -1.0)):
            if key in values and unit is not None:
                wanted = read_unit(unit).power(power)
                values[key] = self.scope.number(table.need(key, ""), wanted, unit if power == 1.0 else str(wanted))
        return NamedNumber(name, expression, values, place)

    def number(self, node: Node) -> tuple[Expression, str | None]:
        """An expression over what a machine is at an instant, its names checked, and its unit; None where any will do."""
        text = as_text(node, "an expression")
        try:
            expression = parse_with(text.text, _FUNCTIONS)
            known = {kind: tuple(names) for kind, names in self.scope.known.items()}
            for name in names_in(expression):
                if name in GOALS and not self.goal:
                    raise InputError(f"'{name}' needs a goal. Add one to the environment.")
                if name not in (*GOALS, *ACTIONS):
                    check_series(name, {"axis": AXES, "component": COMPONENTS} | known)
            for name in _changing(expression) & {*GOALS[1:], *ACTIONS}:
                raise InputError(
                    f"{CHANGE}({name}) is not known: the frame, or the action, changes too. Use {CHANGE}(goal_distance)."
                )
            return expression, unit_of(expression, self.robot, dict.fromkeys(GOALS, "m") | dict.fromkeys(ACTIONS, "1"), CHANGE)
        except InputError as error:
            raise node.error(f"{node.key} = {text.shown()}: {error}") from None


def _same_unit(given: Unit, wanted: Unit) -> bool:
    """Whether a number is the same in both units."""
    return given.fits(wanted) and math.isclose(given.factor * given.turned(wanted), 1.0)


def _changing(expression: Expression, inside: bool = False) -> set[str]:
    """Names whose change over an interval is asked for."""
    if isinstance(expression, Call):
        return {n for a in expression.arguments for n in _changing(a, inside or expression.function == CHANGE)}
    return {expression.name} if inside and isinstance(expression, Name) else set()


def _read_random(nodes: list[Node], declared: tuple[Parameter, ...]) -> tuple[str, ...]:
    """Parameters with a range, which are drawn from it."""
    found: list[str] = []
    for node in nodes:
        text = as_text(node, "the name of a parameter")
        own = next((d for d in declared if d.name == text.text), None)
        if own is None:
            raise node.error(f"{node.key}: {unknown_parameter(text.text, [d.name for d in declared])}")
        if not isinstance(own.default, float) or own.low is None or own.high is None:
            raise node.error(f"{node.key}: parameter '{own.name}' has no range to draw from. Give it a range; a count has none.")
        if own.name in found:
            raise node.error(f"{node.key}: '{own.name}' is drawn already. Name it once.")
        found.append(own.name)
    return tuple(found)


def _read_spread(items: Mapping[str, Node], scope: Scope, robot: Robot) -> dict[str, float]:
    """Half the range of what is added to states, each in a unit that the state has."""
    found = {}
    for state, item in items.items():
        found[state] = _SPREAD.read(item, scope)
        units = state_units(state, robot)
        errors = []
        for unit in units:
            try:
                found[state] = scope.number(item, read_unit(unit), " or ".join(units))
                break
            except InputError as error:
                errors.append(error)
        if units and len(errors) == len(units):
            raise errors[0]
    return found
