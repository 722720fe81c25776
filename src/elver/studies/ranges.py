"""What a study varies: axes of values for a sweep, intervals for a search. Texts and Python values are read alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from elver.errors import InputError, unknown_name, whole_in
from elver.scenarios import Parameter, Scenario
from elver.scenarios.parameter import SET_IN

MOST_POINTS = 1_000_000  # of one axis


@dataclass(frozen=True)
class Axis:
    """One varied parameter: its values in order, unit and meaning. set_in: the unit in which it is set, where it is another."""

    name: str
    values: tuple
    unit: str
    meaning: str
    set_in: str = ""

    @cached_property
    def real(self) -> bool:
        """Whether all values are real numbers, which one compiled program can take as inputs."""
        return all(isinstance(v, float) for v in self.values)

    @property
    def attributes(self) -> dict[str, str]:
        """Of its coordinate in a data set."""
        own = {SET_IN: self.set_in} if self.set_in and self.real else {}
        return {"units": self.unit, "long_name": self.meaning, **own}

    @property
    def labels(self) -> list:
        """The values as coordinates: numbers stay numbers, several numbers become a text such as ``0.1,0,0``."""
        return [",".join(f"{x:.12g}" for x in v) if isinstance(v, tuple) else v for v in self.values]


@dataclass(frozen=True)
class Interval:
    """One parameter of a search: bounds and unit. set_in: the unit in which users set it, where it is another."""

    name: str
    low: float
    high: float
    unit: str
    set_in: str = ""

    @property
    def attributes(self) -> dict[str, str]:
        """Of its values in a data set."""
        return {"units": self.unit, **({SET_IN: self.set_in} if self.set_in else {})}


def find_parameter(scenario: Scenario, name: str) -> Parameter:
    """The scenario's parameter of that name."""
    for parameter in scenario.parameters:
        if parameter.name == name:
            return parameter
    raise unknown_name(f"parameter of scenario '{scenario.name}':", name, scenario.names)


def read_axes(scenario: Scenario, vary: Mapping[str, object], changes: Mapping[str, object]) -> tuple[Axis, ...]:
    """Axes from a mapping of names to values, or to a text such as ``0.02:0.1:9`` or ``a,b,c``."""
    require_mapping("vary", vary, "{'gait.amplitude': [0.04, 0.06, 0.08]}")
    axes = []
    for name, given in vary.items():
        parameter = find_parameter(scenario, name)
        refuse_both(name, changes)
        values = tuple(parameter.read(v) for v in values_of(parameter, given))
        if len(set(values)) < len(values):
            twice = next(v for v, count in Counter(values).items() if count > 1)
            raise InputError(f"{name} has the value {parameter.shown(twice)} twice. Give every value once.")
        axes.append(Axis(name, values, parameter.unit, parameter.meaning, parameter.own_unit))
    return tuple(axes)


def read_intervals(scenario: Scenario, over: Mapping[str, object], changes: Mapping[str, object]) -> tuple[Interval, ...]:
    """Intervals from a mapping of names to (low, high), or to a text such as ``0.02:0.12``."""
    require_mapping("over", over, "{'gait.amplitude': (0.02, 0.12)}")
    found = []
    for name, given in over.items():
        parameter = find_parameter(scenario, name)
        refuse_both(name, changes)
        if not isinstance(parameter.default, float):
            raise InputError(
                f"'{name}' = {parameter.default!r} is not a real number and cannot be searched. Sweep over it instead."
            )
        bounds = given.split(":") if isinstance(given, str) else list(given) if isinstance(given, Iterable) else [given]
        if len(bounds) != 2 or not all(str(b).strip() for b in bounds):
            raise InputError(f"{name} = {given!s} needs two bounds, such as {name}=0.02:0.12.")
        low, high = (parameter.bounded(parameter.read(b)) for b in bounds)
        if not low < high:
            low, high = parameter.shown(low), parameter.shown(high)
            raise InputError(f"{name} = {given!s}: the lower bound {low:g} is not below the upper bound {high:g}.")
        found.append(Interval(name, low, high, parameter.unit, parameter.own_unit))
    return tuple(found)


def require_mapping(what: str, given, example: str) -> None:
    if not isinstance(given, Mapping) or not given:
        raise InputError(f"{what} is empty or no mapping. Give at least one parameter, such as {example}.")


def refuse_both(name: str, changes: Mapping[str, object]) -> None:
    if name in changes:
        raise InputError(f"'{name}' is set to {changes[name]} and varied as well. Do one of the two.")


def values_of(parameter: Parameter, given) -> list:
    """Single values, not yet read in the parameter's type."""
    if isinstance(given, str):
        return range_values(parameter, given) if ":" in given else listed_values(parameter, given)
    if not isinstance(given, Iterable):
        raise InputError(f"{parameter.name} = {given!r} is one value. Give several, or set it instead of varying it.")
    values = [v.item() if isinstance(v, np.generic) else v for v in given]
    if not values:
        raise InputError(f"{parameter.name} has no values. Give at least one.")
    return values


def listed_values(parameter: Parameter, text: str) -> list[str]:
    """Values separated by commas, or by semicolons where a value holds commas itself."""
    values = [part.strip() for part in text.split(";" if ";" in text or isinstance(parameter.default, tuple) else ",")]
    if not all(values):
        raise InputError(f"{parameter.name} = '{text}' has an empty value. Give first:last:count or values separated by commas.")
    return values


def range_values(parameter: Parameter, text: str) -> list[float]:
    """``first:last:count``, both ends included."""
    parts = [part.strip() for part in text.split(":")]
    if len(parts) != 3 or not all(parts):
        raise InputError(f"{parameter.name} = '{text}' is not first:last:count, such as {parameter.name}=0.02:0.1:9.")
    first, last = (parameter.number(part, part) for part in parts[:2])
    try:
        count = whole_in(parts[2])
    except ValueError:
        raise InputError(f"{parameter.name} = '{text}': first and last must be numbers and count a whole number.") from None
    if not 1 <= count <= MOST_POINTS:
        raise InputError(f"{parameter.name} = '{text}' asks for {count} points. Give 1 to {MOST_POINTS}.")
    if (count == 1) != (first == last):
        raise InputError(
            f"{parameter.name} = '{text}': {count} point(s) cannot go from {first:g} to {last:g}. Give another count."
        )
    return [float(v) for v in np.linspace(first, last, count)]
