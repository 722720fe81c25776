"""The ``measures`` of a scenario file: small expressions over what a run records, such as ``max(abs(joint_angle.tail))``."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver._support.choices import ClaimKind, ClaimOrigin, chosen, described
from elver._support.errors import ElverError, InputError, unknown_name
from elver._support.expressions import CONSTANTS, Call, Expression, Name, Number, Value, evaluate, names_in, parse_with
from elver._support.units import read_unit
from elver.quantities import unknown_parameter
from elver.robot import Robot
from elver.scenarios.files.parameters import read_values
from elver.scenarios.yaml.forms import Each, Fields, FieldType, Many, Words, amount
from elver.scenarios.yaml.nodes import Node, Table, as_items, as_table, as_text
from elver.scenarios.yaml.scope import Scope
from elver.simulation.plan import LONGEST

AXES, COMPONENTS = ("x", "y", "z"), ("vx", "vy", "vz", "wx", "wy", "wz")
SERIES: dict[str, tuple[str, ...]] = {  # recorded quantities, and the names that choose one of their entries
    "time": (),
    "base_position": ("axis",),
    "base_velocity": ("axis",),
    "base_twist": ("component",),
    "base_acceleration": ("component",),
    "joint_position": ("joint",),
    "joint_velocity": ("joint",),
    "joint_acceleration": ("joint",),
    "joint_torque": ("joint",),
    "joint_power": ("joint",),
    "body_position": ("body", "axis"),
    "body_twist": ("body", "component"),
    "com_position": ("axis",),
    "momentum": ("component",),
    "kinetic_energy": (),
    "medium_energy": (),
    "potential_energy": (),
    "power": ("flow",),
    "work": ("flow",),
    "medium_force": ("force", "axis"),
}
ALIASES = {"joint_angle": "joint_position", "joint_rate": "joint_velocity"}
_AVERAGES: dict[str, Callable] = {  # of a series over time: a number
    "max": lambda s, t: s.max(),
    "min": lambda s, t: s.min(),
    "mean": lambda s, t: np.trapezoid(s, t) / (t[-1] - t[0]) if len(t) > 1 else s[0],
    "rms": lambda s, t: np.sqrt(np.trapezoid(s * s, t) / (t[-1] - t[0])) if len(t) > 1 else abs(s[0]),
    "last": lambda s, t: s[-1],
    "first": lambda s, t: s[0],
}
POINTWISE: dict[str, Callable] = {
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "atan": np.arctan, "atan2": np.arctan2, "sqrt": np.sqrt, "abs": np.abs,
    "exp": np.exp, "log": np.log,
}  # fmt: skip
_OPERATORS: dict[str, Callable] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power, "neg": np.negative,
}  # fmt: skip
_FUNCTIONS = {**dict.fromkeys(_AVERAGES, 1), **dict.fromkeys(POINTWISE, 1), "atan2": 2}
MEASURE = Fields(
    "a measure",
    {"of": Words("expression"), "unit": Words("unit of the metric"), "meaning": Words("what it is")},
    ("of",),
)


@dataclass(frozen=True)
class _ByExpression:
    """of(data): the number that an expression gives of a run's data."""

    expression: Expression

    def __call__(self, data: xr.Dataset) -> float | None:
        try:
            with np.errstate(all="ignore"):
                value = computed(self.expression, data)
        except InputError as error:  # a run is never lost for a metric of it
            warnings.warn(f"a measure of the file has no value: {error}", stacklevel=2)
            return None
        if np.ndim(value):
            raise InputError("the expression is a course in time. Put max, min, mean, rms, last or first around it.")
        return float(value) if np.isfinite(value) else None


def computed(expression: Expression, data: xr.Dataset) -> Any:
    """A number or a series."""
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Name):
        if expression.name in CONSTANTS:
            return np.pi if expression.name == "pi" else 2 * np.pi
        return series(expression.name, data)
    values = [computed(argument, data) for argument in expression.arguments]
    if expression.function in _AVERAGES:
        times = data.time.values
        return _AVERAGES[expression.function](np.broadcast_to(np.asarray(values[0], dtype=float), times.shape), times)
    return {**_OPERATORS, **POINTWISE}[expression.function](*values)


def series(name: str, data: xr.Dataset) -> np.ndarray:
    """A recorded quantity in time: ``body_position.head.x``."""
    first, *rest = name.split(".")
    found = data[ALIASES.get(first, first)]
    for k, dimension in enumerate(SERIES[ALIASES.get(first, first)]):
        last = k == len(SERIES[ALIASES.get(first, first)]) - 1
        label = ".".join(rest[k:]) if last else rest[k]
        if label not in found[dimension].values:
            raise unknown_name(f"{dimension} in '{name}':", label, map(str, found[dimension].values))
        found = found.sel({dimension: label})
    return found.values


def read_metrics(node: Node | None, scope: Scope) -> tuple[Any, ...]:
    """Metrics of the model's own."""
    from elver.results import Metric
    from elver.results.metrics import BY_NAME

    if node is None:
        return ()
    answer = []
    for name, item in as_table(node, "the measures").items():
        if name in BY_NAME:
            raise item.error(f"{item.key}: every summary has a metric called '{name}'. Give the measure another name.")
        table = as_table(item, "a measure")
        values = MEASURE.read(table, scope)
        scope.built(item, read_unit, values.get("unit", ""))
        of = _read_expression(table.need("of", "a measure"), scope)
        unit = values.get("unit", "")
        shown = f"{name}: {{.4g{' ' + unit if unit else ''}}}"
        answer.append(Metric(name, unit, values.get("meaning", ""), of, shown))
    return tuple(answer)


def _read_expression(node: Node, scope: Scope) -> _ByExpression:
    """The expression of a measure, its names checked."""
    text = as_text(node, "an expression")
    try:
        expression = parse_with(text.text, _FUNCTIONS)
        labels = {"axis": AXES, "component": COMPONENTS} | {kind: tuple(names) for kind, names in scope.known.items()}
        for name in names_in(expression):
            check_series(name, labels)
        if _is_series(expression):
            raise InputError("it is a course in time. Put max, min, mean, rms, last or first around it.")
    except InputError as error:
        raise node.error(f"{node.key} = {text.shown()}: {error}") from None
    return _ByExpression(expression)


def check_series(name: str, labels: Mapping[str, tuple[str, ...]]) -> None:
    """A recorded quantity, and names that exist."""
    first, *rest = name.split(".")
    quantity = ALIASES.get(first, first)
    if quantity not in SERIES:
        raise unknown_name("recorded quantity", first, [*SERIES, *ALIASES])
    dimensions = SERIES[quantity]
    if len(rest) < len(dimensions) or (len(rest) > len(dimensions) and dimensions[-1:] not in (("flow",), ("joint",))):
        wanted = ".".join([first, *(d.upper() for d in dimensions)])
        raise InputError(f"'{name}' does not name one course. Write {wanted}.")
    for k, dimension in enumerate(dimensions):
        label = ".".join(rest[k:]) if k == len(dimensions) - 1 else rest[k]
        if dimension in labels and label not in labels[dimension]:
            raise unknown_name(f"{dimension} in '{name}':", label, labels[dimension])


def _is_series(expression: Expression) -> bool:
    """Whether an expression changes in time."""
    if isinstance(expression, Call):
        return expression.function not in _AVERAGES and any(_is_series(a) for a in expression.arguments)
    return isinstance(expression, Name) and expression.name not in CONSTANTS


class MeasuresForm(FieldType):
    """How measures stand in a file."""

    def read(self, node: Node, scope: Scope) -> Any:
        return read_metrics(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": MEASURE.schema()}


# --- The ``claims`` of a scenario file: metrics of its runs that must lie within bounds.

if TYPE_CHECKING:
    import xarray as xr

    from elver.scenarios.definition import Scenario
    from elver.scenarios.files.loading import Composer
    from elver.scenarios.verification import ClaimRunner

_KINDS, _ORIGINS = tuple(str(kind) for kind in ClaimKind), tuple(str(origin) for origin in ClaimOrigin)
_STATUSES = {"published": ClaimKind.CONFIRMED, "indicative": ClaimKind.OWN, "regression": ClaimKind.OWN}  # words of older files
_CLAIM = Fields(
    "a claim",
    {
        "what": Words("the statement"),
        "measure": Words("metric of a run's summary"),
        "low": amount("", "least value"),
        "high": amount("", "largest value"),
        "unit": Words("unit of the metric"),
        "changes": Each(Words("value of a parameter")),
        "duration": amount("s", "of the run", above=0.0, high=LONGEST),
        "dt": amount("s", "step", above=0.0, high=LONGEST),
        "source": Words("where it was published"),
        "kind": Words(f"own where nothing is said; {described(ClaimKind)}", _KINDS),
        "origin": Words(f"where that is; {described(ClaimOrigin)}", _ORIGINS),
        "paper": amount("", "what was published, low and high; of confirmed and calibrated claims it is low and high", length=2),
        "parameter": Words("the parameter that was chosen to make it so; of calibrated claims"),
        "choice": Words("what the publication leaves open; of ambiguous claims"),
        "range": amount("", "low and high over the choices; of ambiguous claims", length=2),
        "others": Many(Each(Words("value of a parameter"))),
        "status": Words("older word for kind: published is confirmed, the others are own", tuple(_STATUSES)),
    },
    ("what", "measure", "low", "high"),
)
CLAIMS = Many(_CLAIM)


@dataclass(frozen=True)
class _Measured:
    """measure(bench) of a claim: a metric of a run of its scenario."""

    scenario: Scenario
    metric: str
    changes: tuple[tuple[str, Any], ...]
    duration: float | None
    dt: float | None

    def __call__(self, bench: ClaimRunner) -> float:
        changes = {name.replace(".", "__"): value for name, value in self.changes}
        summary = bench.run(self.scenario, self.duration, self.dt, **changes).summary
        value = summary.get(self.metric)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ElverError(f"'{self.metric}' is no number of a summary of '{self.scenario.name}': {', '.join(summary)}.")
        return float(value)


def read_claims(node: Node | None, scenario: Scenario, composer: Composer, units: Mapping[str, str]) -> tuple[Any, ...]:
    """The claims of a file. units: of the metrics of a run's summary, by name."""
    if node is None:
        return ()
    return tuple(_read_claim(item, scenario, composer, units) for item in as_items(node, "the claims"))


def _check_metric(table: Table, units: Mapping[str, str], scope: Scope) -> None:
    """A metric that the summary has, and bounds and a unit of its dimension."""
    name = as_text(table.need("measure", "a claim"), "a metric")
    if name.text not in units:
        raise name.error(f"{name.key}: {unknown_name('metric of a summary', name.text, units)}")
    try:
        wanted = read_unit(units[name.text] or "1")
    except InputError:  # several units at once
        return
    pairs = [item for key in ("paper", "range") if key in table for item in as_items(table.need(key, ""), "low and high")]
    for item in (table.need("low", "a claim"), table.need("high", "a claim"), *pairs):
        scope.number(item, wanted, units[name.text])
    if "unit" in table:
        unit = as_text(table.need("unit", ""), "a unit")
        if not read_unit(unit.text).fits(wanted):
            raise unit.error(f"{unit.key} = {unit.shown()}: '{name.text}' is in {units[name.text] or '1'}.")


def _read_claim(node: Node, scenario: Scenario, composer: Composer, units: Mapping[str, str]) -> Any:
    """One claim."""
    from elver.results.metrics import metrics_of
    from elver.scenarios.claims import Claim, Printed

    table = as_table(node, "a claim")
    changes = _read_changes(as_table(table.entries["changes"], "changes"), scenario, composer) if "changes" in table else {}
    scope = composer.scope(scenario.values(changes))
    values = _CLAIM.read(table, scope)
    if changes and values["measure"] not in units:  # a word may decide the base, and so the metrics
        units = {metric.name: metric.unit for metric in metrics_of(scenario.build(changes))}
    if values["low"] > values["high"]:
        raise node.error(f"{node.key}: low = {values['low']:g} is greater than high = {values['high']:g}.")
    if "unit" in values:
        try:
            read_unit(values["unit"])
        except InputError as error:
            raise table.need("unit", "").error(f"{node.key}.unit: {error}") from None
    _check_metric(table, units, scope)
    measured = partial(_Measured, scenario, values["measure"], duration=values.get("duration"), dt=values.get("dt"))
    others = (
        [
            _read_changes(as_table(own, "another choice"), scenario, composer)
            for own in as_items(table.entries["others"], "the others")
        ]
        if "others" in table
        else []
    )
    if "parameter" in values and values["parameter"] not in scenario.names:
        own = table.need("parameter", "")
        raise own.error(f"{own.key}: {unknown_parameter(values['parameter'], scenario.names)}")
    stated: dict[str, Any] = {key: values[key] for key in ("parameter", "choice", "range", "origin") if key in values}
    if "paper" in values:
        stated["paper"] = Printed(*values["paper"])
    bounds = (float(values["low"]), float(values["high"]))
    try:
        return Claim(
            scenario.name, values["what"], values.get("source", ""), _kind_of(table, values), values.get("unit", ""),
            *bounds, measured(tuple(changes.items())), others=tuple(measured(tuple((changes | own).items())) for own in others),
            **stated,
        )  # fmt: skip
    except InputError as error:
        raise node.error(f"{node.key}: {error}") from None


def _kind_of(table: Table, values: Mapping[str, Any]) -> ClaimKind:
    """How a claim stands to what was published; ours where the file does not say."""
    if "kind" in values and "status" in values:
        raise table.need("status", "").error(f"{table.key}: kind and its older word status. Give kind alone.")
    return chosen(ClaimKind, values["kind"]) if "kind" in values else _STATUSES.get(values.get("status", ""), ClaimKind.OWN)


def _read_changes(table: Table, scenario: Scenario, composer: Composer) -> dict[str, Any]:
    """Parameters set for a claim's run, with their units."""
    declared = {own.name: own for own in composer.declared}
    table.allow(tuple(declared), "the parameters")
    found: dict[str, Any] = {}
    for name, item in table.items():
        own = declared[name]
        unit = read_unit(own.set_in) if own.set_in else None
        found[name] = as_text(item, "a word").text if own.choices else read_values(item, unit, own.dimension)[0]
        try:
            found[name] = scenario.values({name: found[name]})[name]
        except InputError as error:
            raise item.caught(error) from None
    return found


# --- Units of what runs record, and of expressions over it.

UNITS: dict[str, str] = {  # as equations.record declares them; "a, b": of velocities and of turning; "a or b": of joint kinds
    "time": "s",
    "base_position": "m",
    "base_velocity": "m/s",
    "base_twist": "m/s, rad/s",
    "base_acceleration": "m/s^2, rad/s^2",
    "joint_position": "rad or m",
    "joint_velocity": "rad/s or m/s",
    "joint_acceleration": "rad/s^2 or m/s^2",
    "joint_torque": "N m or N",
    "joint_power": "W",
    "body_position": "m",
    "body_twist": "m/s, rad/s",
    "com_position": "m",
    "momentum": "N s, N m s",
    "kinetic_energy": "J",
    "medium_energy": "J",
    "potential_energy": "J",
    "power": "W",
    "work": "J",
    "medium_force": "N",
}
_STATES = {"position": "m", "heading": "rad", "base x": "m", "base y": "m", "base z": "m"}
_OF_JOINTS = {"angles": "joint_position", "rates": "joint_velocity"}
_SINGLE = {"angle": "joint_position", "guess": "joint_position", "rate": "joint_velocity"}


def series_unit(name: str, robot: Robot) -> str:
    """The unit of one course, such as ``joint_angle.tail`` or ``base_twist.vx``."""
    first, _, rest = name.partition(".")
    unit = UNITS[ALIASES.get(first, first)]
    if " or " in unit:
        return unit.split(" or ")[slides(robot, rest)]
    if ", " in unit:
        return unit.split(", ")[rest.rpartition(".")[2].startswith("w")]
    return unit


def slides(robot: Robot, joint: str) -> bool:
    """Whether a joint is a slider."""
    return any(own.name == joint and own.type == "prismatic" for own in robot.joints)


def unit_of(expression: Expression, robot: Robot, further: Mapping[str, str], change: str) -> str | None:
    """The unit of an expression, an InputError where it joins what differs; None where any will do: bare numbers, ``si``.

    further: units of other names.   change: a function that keeps the unit of its argument.
    """
    texts = {n: further[n] if n in further else series_unit(n, robot) for n in sorted(names_in(expression))}
    known = {n: Value(ca.SX.sym(n), read_unit(text)) for n, text in texts.items()}
    unit = evaluate(without(expression, change), known).unit
    if unit is None:
        return "1" if texts and not _calls(expression, "si") else None
    return next((text for text in texts.values() if read_unit(text) == unit.si), str(unit))


def _calls(expression: Expression, function: str) -> bool:
    """Whether a function stands anywhere in an expression."""
    if not isinstance(expression, Call):
        return False
    return expression.function == function or any(_calls(argument, function) for argument in expression.arguments)


def without(expression: Expression, function: str) -> Expression:
    """The expression with the argument of a function in its place."""
    if not isinstance(expression, Call):
        return expression
    if expression.function == function:
        return without(expression.arguments[0], function)
    return Call(expression.function, tuple(without(argument, function) for argument in expression.arguments))


def state_units(state: str, robot: Robot) -> tuple[str, ...]:
    """Units in which a state, or a part of the states, may be given; empty where any will do."""
    if state in _STATES:
        return (_STATES[state],)
    if state in _OF_JOINTS:
        units = UNITS[_OF_JOINTS[state]].split(" or ")
        return tuple(dict.fromkeys(units[joint.type == "prismatic"] for joint in robot.moving_joints))
    if state == "twist":
        return ("m/s", "rad/s")
    first, _, rest = state.partition(" ")
    if first == "base" and rest[:1] in ("v", "w") and len(rest) == 2:
        return (series_unit(f"base_twist.{rest}", robot),)
    if first in _SINGLE and rest.startswith("of "):
        return (series_unit(f"{_SINGLE[first]}.{rest[3:]}", robot),)
    return ("J",) if first == "work" and rest else ()
