"""The unknowns of a fit file: free parameters with range, start and prior, and what each recording has of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from elver._support.errors import InputError, number_in, unknown_name
from elver.analysis.fit.files.machine import Base
from elver.analysis.fit.problem import CAMERA, CLOCK, Unknown
from elver.quantities import Parameter, Prior
from elver.scenarios.files.parameters import read_prior
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_items, as_table, as_text

KEYS = ("range", "start", "prior")
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


def entries(node: Node, what: str) -> list[tuple[str, Node, Table | None]]:
    """Names with what is said of each: a list of names, or a mapping from names to settings (or to nothing)."""
    if isinstance(node, Items):
        names = [as_text(item, f"the name of {what}") for item in as_items(node, "names")]
        for k, text in enumerate(names):
            if text.text in [other.text for other in names[:k]]:
                raise text.error(f"{text.key}: '{text.text}' stands here a second time. Name it once.")
        return [(text.text, text, None) for text in names]
    table = as_table(node, "the unknowns")
    found: list[tuple[str, Node, Table | None]] = []
    for name, item in table.items():
        empty = isinstance(item, Text) and item.empty
        own = None if empty else as_table(item, f"settings of {what}")
        if own is not None:
            own.allow(KEYS, what)
        found.append((name, table.at(name), own))
    return found


def read_unknowns(node: Node, base: Base) -> tuple[Unknown, ...]:
    """Free parameters that all recordings share."""
    found = [_parameter_unknown(name, place, own, base, "") for name, place, own in entries(node, "an unknown")]
    if not found:
        raise node.error(f"{node.key} names no unknown. Name at least one parameter of '{base.scenario.name}'.")
    return tuple(found)


def _parameter_unknown(
    name: str, place: Node, own: Table | None, base: Base, recording: str, start: float | None = None
) -> Unknown:
    """An unknown that is a free parameter of the model."""
    parameter, value = base.parameter(place, name)
    value = _as_number(value)
    if not isinstance(value, float):
        what = "a count" if isinstance(value, int) else "a word" if isinstance(value, str) else "a vector"
        hint = f" Name a component, such as {name}.x." if isinstance(value, tuple) else " Only real numbers can be found."
        raise place.error(f"{place.key}: '{name}' is {what} and cannot be an unknown.{hint}")
    read = _Reader(parameter)
    bounds = read.range(own, parameter.ends)
    prior = read.prior(own, parameter.prior)
    if prior is not None and prior.kind == "uniform":
        bounds = (max(bounds[0], prior.low), min(bounds[1], prior.high))
    begin = read.start(own, place, bounds, value if start is None else start)
    found = replace(parameter.component(name, begin).between(*bounds), prior=prior)
    return Unknown(found, "parameter", recording)


def _as_number(value: Any) -> Any:
    """The number that a word is (friction of a scene: one number, or several), or the value itself."""
    try:
        return number_in(value) if isinstance(value, str) else value
    except ValueError:
        return value


def nuisance(
    name: str, place: Node, own: Table | None, base: Base, recording: str, now: Mapping[str, tuple[float, str]]
) -> Unknown:
    """An unknown of one recording: of its camera, its clock, its start, or a parameter. now: value and unit by name."""
    role, _, of = name.partition(".")
    if role in _ROLES and of not in _ROLES[role]:
        raise place.error(f"{place.key}: {unknown_name(f'nuisance of {role}:', of, _ROLES[role])}")
    if role not in _ROLES and name not in now:
        if name not in base.values and base.values.get(name.rpartition(".")[0]) is None:
            known = [*UNITS, *base.values, *(n for n in now if n not in UNITS)]
            raise place.error(f"{place.key}: {unknown_name('nuisance', name, known)}")
        return _parameter_unknown(name, place, own, base, recording)
    value, unit = now[name]
    positive = name in ("camera.scale", "clock.factor")
    parameter = Parameter(name, value, unit, _MEANINGS.get(name, "at the start"), low=0.0 if positive else None)
    read = _Reader(parameter)
    bounds = read.range(own, parameter.ends)
    begin = read.start(own, place, bounds, value)
    role, of = (role, of) if role in _ROLES else ("state", name)
    prior = read.prior(own, None)
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

    def range(self, own: Table | None, bounds: tuple[float, float]) -> tuple[float, float]:
        """The range: that of the file, within the parameter's own."""
        if own is None or "range" not in own:
            return bounds
        node = own.need("range", "")
        items = as_items(node, "a range")
        if len(items) != 2:
            raise node.error(f"{node.key} has {len(items)} entries. Give two: smallest and largest; null for no bound.")
        given = [None if isinstance(i, Text) and i.empty else self.number(i) for i in items]
        low, high = (b if g is None else g for g, b in zip(given, bounds, strict=True))
        if not low < high:
            raise node.error(f"{node.key}: the smallest value {low:g} is not below the largest, {high:g}.")
        if low < bounds[0] or high > bounds[1]:
            low, high, least, most = (self.parameter.shown(end) for end in (low, high, *bounds))
            allowed = f"{least:g} to {most:g}{self.parameter.unit_text}"
            raise node.error(f"{node.key}: {low:g} to {high:g} goes beyond the range that the parameter itself has: {allowed}.")
        return low, high

    def start(self, own: Table | None, place: Node, bounds: tuple[float, float], value: float) -> float:
        """Where the search begins: where the file says, else at the model's value."""
        given = own is not None and "start" in own
        node = own.need("start", "") if own is not None and given else place
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

    def prior(self, own: Table | None, usual: Prior | None) -> Prior | None:
        """The prior of the file; else that of the scenario."""
        if own is None or "prior" not in own:
            return usual.checked() if usual else None
        node = own.need("prior", "")
        if isinstance(node, Text) and node.empty:
            return None
        found = read_prior(node, self.number)
        try:
            return found.checked()
        except InputError as error:
            raise node.error(f"{node.key}: {error}") from None
