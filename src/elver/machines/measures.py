"""The ``measures`` of a scenario file: small expressions over what a run records, such as ``max(abs(joint_angle.tail))``."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.document.expressions import CONSTANTS, Call, Expression, Name, Number, names_in, parse_with
from elver.document.forms import Fields, Form, Words
from elver.document.nodes import Node, as_table, as_text
from elver.document.scope import Scope
from elver.document.units import read_unit
from elver.errors import InputError, unknown_name

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
AVERAGES: dict[str, Callable] = {  # of a series over time: a number
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
OPERATORS: dict[str, Callable] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "**": np.power, "neg": np.negative,
}  # fmt: skip
FUNCTIONS = {**dict.fromkeys(AVERAGES, 1), **dict.fromkeys(POINTWISE, 1), "atan2": 2}
MEASURE = Fields(
    "a measure",
    {"of": Words("expression"), "unit": Words("unit of the figure"), "meaning": Words("what it is")},
    ("of",),
)


@dataclass(frozen=True)
class Figure:
    """of(data): the number that an expression gives of a run's data."""

    expression: Expression

    def __call__(self, data) -> float | None:
        try:
            with np.errstate(all="ignore"):
                value = computed(self.expression, data)
        except InputError as error:  # a run is never lost for a figure of it
            warnings.warn(f"a measure of the file has no value: {error}", stacklevel=2)
            return None
        if np.ndim(value):
            raise InputError("the expression is a course in time. Put max, min, mean, rms, last or first around it.")
        return float(value) if np.isfinite(value) else None


def computed(expression: Expression, data) -> Any:
    """A number or a series."""
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Name):
        if expression.name in CONSTANTS:
            return np.pi if expression.name == "pi" else 2 * np.pi
        return series(expression.name, data)
    values = [computed(argument, data) for argument in expression.arguments]
    if expression.function in AVERAGES:
        times = data.time.values
        return AVERAGES[expression.function](np.broadcast_to(np.asarray(values[0], dtype=float), times.shape), times)
    return {**OPERATORS, **POINTWISE}[expression.function](*values)


def series(name: str, data) -> np.ndarray:
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


def read_measures(node: Node | None, scope: Scope) -> tuple[Any, ...]:
    """Figures of the summary."""
    from elver.results import Measure
    from elver.results.summary import BY_NAME

    if node is None:
        return ()
    answer = []
    for name, item in as_table(node, "the measures").items():
        if name in BY_NAME:
            raise item.error(f"{item.key}: every summary has a figure called '{name}'. Give the measure another name.")
        table = as_table(item, "a measure")
        values = MEASURE.read(table, scope)
        scope.built(item, read_unit, values.get("unit", ""))
        figure = read_figure(table.need("of", "a measure"), scope)
        unit = values.get("unit", "")
        shown = f"{name}: {{.4g{' ' + unit if unit else ''}}}"
        answer.append(Measure(name, unit, values.get("meaning", ""), figure, shown))
    return tuple(answer)


def read_figure(node: Node, scope: Scope) -> Figure:
    """The expression of a measure, its names checked."""
    text = as_text(node, "an expression")
    try:
        expression = parse_with(text.text, FUNCTIONS)
        labels = {"axis": AXES, "component": COMPONENTS} | {kind: tuple(names) for kind, names in scope.known.items()}
        for name in names_in(expression):
            check_series(name, labels)
        if is_series(expression):
            raise InputError("it is a course in time. Put max, min, mean, rms, last or first around it.")
    except InputError as error:
        raise node.error(f"{node.key} = {text.shown()}: {error}") from None
    return Figure(expression)


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


def is_series(expression: Expression) -> bool:
    """Whether an expression changes in time."""
    if isinstance(expression, Call):
        return expression.function not in AVERAGES and any(is_series(a) for a in expression.arguments)
    return isinstance(expression, Name) and expression.name not in CONSTANTS


class MeasuresForm(Form):
    """How measures stand in a file."""

    def read(self, node: Node, scope: Scope) -> Any:
        return read_measures(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": MEASURE.schema()}
