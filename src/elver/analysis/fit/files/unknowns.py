"""The unknowns of a fit file: free parameters with range, start and prior, and what each recording has of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from elver._support.errors import InputError, each, number_in, unknown_name
from elver.analysis.fit.files.machine import Base
from elver.analysis.fit.problem import CAMERA, CLOCK, Unknown
from elver.quantities import Parameter, Prior
from elver.scenarios.files.parameters import PRIOR, RANGE, read_prior, read_range
from elver.scenarios.yaml.forms import ByShape, Each, Fields, FieldType, Many, OptionalField, Unread, Values, Words, amount
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_text
from elver.scenarios.yaml.scope import Scope

UNITS = {"camera.x": "m", "camera.y": "m", "camera.yaw": "rad", "camera.scale": "m", "clock.offset": "s", "clock.factor": "1"}
_MEANINGS = {
    "camera.x": "place of the picture's origin in the world",
    "camera.y": "place of the picture's origin in the world",
    "camera.yaw": "direction of the picture's x axis in the world",
    "camera.scale": "length of one unit of the recording",
    "clock.offset": "time of the machine at which the recording's clock shows 0",
    "clock.factor": "seconds of the machine in one of the recording",
}
_ROLES = {"camera": CAMERA, "clock": CLOCK}


@dataclass(frozen=True, eq=False)
class NamedUnknown:
    """An unknown as a file names it. place: where.   settings: what is said of it; None for nothing."""

    name: str
    place: Node
    settings: Values | None = None

    def gives(self, *keys: str) -> bool:
        """Whether one of some settings is given."""
        return self.settings is not None and any(key in self.settings for key in keys)


@dataclass(frozen=True)
class UnknownsForm(FieldType):
    """Names, or names with settings (or with nothing). what: one of them, in words."""

    what: str
    meaning: str

    @property
    def form(self) -> ByShape:
        """How they are written."""
        number = amount("", "where the search begins")
        settings = {"range": Unread(RANGE), "start": Unread(number), "prior": Unread(OptionalField(PRIOR))}
        own = Fields(self.what, settings)
        return ByShape(self.meaning, items=Many(Words(f"name of {self.what}")), table=Each(OptionalField(own)))

    def read(self, node: Node, scope: Scope) -> tuple[NamedUnknown, ...]:
        values = self.form.read(node, scope)
        if isinstance(node, Table):
            return tuple(NamedUnknown(name, node.at(name), own) for name, own in values.items())
        assert isinstance(node, Items)
        for k, item in enumerate(node):
            if values[k] in values[:k]:
                raise item.error(f"{item.key}: '{values[k]}' stands here a second time. Name it once.")
        return tuple(NamedUnknown(name, item) for name, item in zip(values, node, strict=True))

    def schema(self) -> dict[str, Any]:
        return {**self.form.schema(), "description": self.meaning}


UNKNOWNS = UnknownsForm("an unknown", "free parameters that all recordings share")
NUISANCE = UnknownsForm("a nuisance", "unknowns of this recording alone")


def read_unknowns(node: Node, asked: Sequence[NamedUnknown], base: Base) -> tuple[Unknown, ...]:
    """Free parameters that all recordings share. node: where they stand."""
    if not asked:
        raise node.error(f"{node.key} names no unknown. Name at least one parameter of '{base.scenario.name}'.")
    return tuple(each(asked, lambda own: _parameter_unknown(own, base, "")))


def _parameter_unknown(asked: NamedUnknown, base: Base, recording: str) -> Unknown:
    """An unknown that is a free parameter of the model."""
    name, place = asked.name, asked.place
    parameter, value = base.parameter(place, name)
    value = _as_number(value)
    if not isinstance(value, float):
        what = "a count" if isinstance(value, int) else "a word" if isinstance(value, str) else "a vector"
        hint = f" Name a component, such as {name}.x." if isinstance(value, tuple) else " Only real numbers can be found."
        raise place.error(f"{place.key}: '{name}' is {what} and cannot be an unknown.{hint}")
    read = _Reader(parameter)
    bounds = read.range(asked, parameter.ends)
    prior = read.prior(asked, parameter.prior)
    if prior is not None and prior.kind == "uniform":
        bounds = (max(bounds[0], prior.low), min(bounds[1], prior.high))
    begin = read.start(asked, bounds, value)
    found = replace(parameter.component(name, begin).between(*bounds), prior=prior)
    return Unknown(found, "parameter", recording)


def _as_number(value: Any) -> Any:
    """The number that a word is (friction of a scene: one number, or several), or the value itself."""
    try:
        return number_in(value) if isinstance(value, str) else value
    except ValueError:
        return value


def nuisance(asked: NamedUnknown, base: Base, recording: str, now: Mapping[str, tuple[float, str]]) -> Unknown:
    """An unknown of one recording: of its camera, its clock, its start, or a parameter. now: value and unit by name."""
    name, place = asked.name, asked.place
    role, _, of = name.partition(".")
    if role in _ROLES and of not in _ROLES[role]:
        raise place.error(f"{place.key}: {unknown_name(f'nuisance of {role}:', of, _ROLES[role])}")
    if role not in _ROLES and name not in now:
        if name not in base.values and base.values.get(name.rpartition(".")[0]) is None:
            known = [*UNITS, *base.values, *(n for n in now if n not in UNITS)]
            raise place.error(f"{place.key}: {unknown_name('nuisance', name, known)}")
        return _parameter_unknown(asked, base, recording)
    value, unit = now[name]
    positive = name in ("camera.scale", "clock.factor")
    parameter = Parameter(name, value, unit, _MEANINGS.get(name, "at the start"), low=0.0 if positive else None)
    read = _Reader(parameter)
    bounds = read.range(asked, parameter.ends)
    begin = read.start(asked, bounds, value)
    role, of = (role, of) if role in _ROLES else ("state", name)
    prior = read.prior(asked, None)
    return Unknown(replace(parameter, name=of, default=begin, prior=prior).between(*bounds), role, recording)


class _Reader:
    """Reads numbers of one parameter: bare ones in its own unit."""

    def __init__(self, parameter: Parameter):
        self.parameter = parameter

    def number(self, node: Node, plain: bool = False) -> float:
        """A number of the parameter; plain: one without a unit."""
        text = as_text(node, "a number").text
        unit, set_in = ("1", "") if plain else (self.parameter.unit, self.parameter.set_in)
        try:
            return Parameter(self.parameter.name, unit=unit, set_in=set_in).number(text, text)
        except InputError as error:
            raise node.error(f"{node.key}: {error}") from None

    def range(self, asked: NamedUnknown, bounds: tuple[float, float]) -> tuple[float, float]:
        """The range: that of the file, within the parameter's own."""
        if asked.settings is None or "range" not in asked.settings:
            return bounds
        node = asked.settings["range"]
        low, high = read_range(node, self.number, bounds)
        if low < bounds[0] or high > bounds[1]:
            low, high, least, most = (self.parameter.shown(end) for end in (low, high, *bounds))
            allowed = f"{least:g} to {most:g}{self.parameter.unit_text}"
            raise node.error(f"{node.key}: {low:g} to {high:g} goes beyond the range that the parameter itself has: {allowed}.")
        return low, high

    def start(self, asked: NamedUnknown, bounds: tuple[float, float], value: float) -> float:
        """Where the search begins: where the file says, else at the model's value."""
        given = asked.gives("start")
        node = asked.settings["start"] if asked.settings is not None and given else asked.place
        begin = self.number(node) if given else value
        low, high = bounds
        if low <= begin <= high:
            return begin
        begin, low, high = (self.parameter.shown(number) for number in (begin, low, high))
        whose = "start" if given else f"the model's value {begin:g}"
        advice = "" if given else " Give a start within it."
        raise node.error(
            f"{node.key}: {whose} = {begin:g} lies outside the range from {low:g} to {high:g}{self.parameter.unit_text}.{advice}"
        )

    def prior(self, asked: NamedUnknown, usual: Prior | None) -> Prior | None:
        """The prior of the file; else that of the scenario."""
        if asked.settings is None or "prior" not in asked.settings:
            return usual.checked() if usual else None
        node = asked.settings["prior"]
        if isinstance(node, Text) and node.empty:
            return None
        found = read_prior(node, self.number)
        try:
            return found.checked()
        except InputError as error:
            raise node.error(f"{node.key}: {error}") from None
