"""What a user may change of a scenario: a number or a word with default, unit, bounds and meaning."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.document.expressions import parse
from elver.document.units import in_unit, read_unit
from elver.document.values import evaluate, settled
from elver.errors import InputError, number_in, unknown_name
from elver.quantities import defaults, degrees_hint, quantities

SET_IN = "set_in"  # attribute of a parameter in a data set: the unit in which it is set, where that is not its ``units``


@dataclass(frozen=True)
class Parameter:
    """A number or word a user may change: default, unit, meaning.

    choices: the words allowed.   low, high: smallest and largest allowed.   above: it must be greater than this.
    prior: what is believed of it before a fit, as data; None for nothing.   file: the word may be the path of a file to read.
    set_in: the unit that a file declares it with, where that is not ``unit``: bare numbers of texts are in it, and it is shown in
    it. Everything within, and every number of Python, is in ``unit``.
    shown_in: the unit that a file writes its value with, where it declares none: it is shown in it; bare numbers are in ``unit``.
    """

    name: str
    default: Any
    unit: str
    meaning: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    above: float | None = None
    prior: Mapping[str, Any] | None = None
    file: bool = False
    set_in: str = ""
    shown_in: str = ""

    @property
    def own_unit(self) -> str:
        """The unit in which users wrote it, where that is not ``unit``; else empty."""
        return self.set_in or self.shown_in

    @property
    def shown_unit(self) -> str:
        """The unit in which users see it."""
        return self.own_unit or self.unit

    @property
    def scale(self) -> float:
        """How many ``unit`` a bare 1 of a text is."""
        return read_unit(self.set_in).factor if self.set_in else 1.0

    def shown(self, value):
        """A value in the unit in which it is shown; words as they are."""
        if not self.own_unit or isinstance(value, str) or value is None:
            return value
        if isinstance(value, tuple):
            return tuple(self.shown(item) for item in value)
        return in_unit(value, self.own_unit)

    @property
    def bounds(self) -> str:
        """``2 to 1000``, ``0 or more``, ``above 0``; nothing for a parameter without bounds. In the unit in which it is set."""
        low, high, above = (self.shown(bound) for bound in (self.low, self.high, self.above))
        if low is not None:
            return f"{low:g} to {high:g}" if high is not None else f"{low:g} or more"
        least = "" if above is None else f"above {above:g}"
        return least if high is None else f"{least or 'any'} up to {high:g}"

    def read(self, given):
        """A given value, as text or as a Python value, in the type of the default."""
        if self.choices:
            if given not in self.choices:
                raise unknown_name(f"value of {self.name}:", str(given), self.choices)
            return given
        if isinstance(self.default, tuple):
            items = given.split(",") if isinstance(given, str) else given
            if not hasattr(items, "__len__") or len(items) != len(self.default):
                raise self.refusal(given, f"{len(self.default)} numbers separated by commas")
            return tuple(self.number(item, given) for item in items)
        if isinstance(self.default, str):
            return str(given) if not isinstance(given, (tuple, list)) else ",".join(map(str, given))
        if isinstance(self.default, int):
            number = self.number(given, given)
            if number != int(number) or abs(number) > 1e9:
                raise self.refusal(given, "a whole number")
            return int(number)
        return self.number(given, given)

    def bounded(self, value):
        """A value that was read, within the bounds. In a sweep, one beyond them is refused alone: reading takes them all."""
        for item in value if isinstance(value, tuple) else (value,):
            if not isinstance(item, str) and not self.allows(item):
                bare = bool(self.shown_in and not self.set_in)  # as it was given: in ``unit``
                given, usual = value if bare else self.shown(value), self.shown(self.default)
                usual = float(f"{usual:.6g}") if isinstance(usual, float) else usual
                hint = degrees_hint(item, self.unit if bare else self.shown_unit) or self.bare_hint
                raise InputError(f"{self.name} = {given} is not allowed. Give {self.wanted()}; default: {usual}.{hint}")
        return value

    def allows(self, number: float) -> bool:
        """Whether a number lies within the bounds."""
        return (
            (self.low is None or number >= self.low)
            and (self.high is None or number <= self.high)
            and (self.above is None or number > self.above)
        )

    @property
    def bare_hint(self) -> str:
        """What a bare number is, where it is not in the unit that is shown."""
        bare = self.unit if self.shown_in and not self.set_in else ""
        return f" A number without a unit is in {bare}: write '{self.shown(self.default)} {self.shown_unit}'." if bare else ""

    def wanted(self) -> str:
        """The bounds with their unit, as they stand in a message."""
        unit = "" if self.shown_unit in ("", "1") else f" [{self.shown_unit}]"
        return f"{'a number ' if self.low is None else ''}{self.bounds}{unit}"

    def number(self, item, given) -> float:
        try:
            value = number_in(item) * self.scale if isinstance(item, str) else float(item)
        except (TypeError, ValueError):
            value = self.with_unit(item, given)
        if not math.isfinite(value):
            raise self.refusal(given, "a finite number")
        return value

    def with_unit(self, item, given) -> float:
        """A number with a unit or in an expression, as in scenario files (``25 deg``), in the parameter's own unit. One without a
        unit is in the unit in which the parameter is set."""
        if not isinstance(item, str):
            raise self.refusal(given, "a number")
        try:
            own = read_unit(self.unit or "1")
            value = evaluate(parse(item), {})
            return settled(value, own, self.unit) / own.factor * (self.scale if value.unit is None else 1.0)
        except InputError as error:
            why = f": {str(error).rstrip('.')}" if any(c.isdigit() for c in item) else ""
            raise self.refusal(given, "a number", why) from None

    def refusal(self, given, wanted: str, why: str = "") -> InputError:
        unit = f" [{self.shown_unit}]" if self.shown_unit not in ("", "1") else ""
        default = f"{self.shown(self.default):g}" if isinstance(self.default, float) else self.shown(self.default)
        return InputError(f"{self.name} = {str(given)[:60]!r} is not {wanted}{unit}{why}. Default: {default}.")


def parameters_of(
    kind: type,
    prefix: str,
    changed: Mapping[str, Any] | None = None,
    meanings: Mapping[str, str] | None = None,
    left_out: tuple[str, ...] = (),
) -> tuple[Parameter, ...]:
    """Parameters ``prefix.field`` of the declared fields of a dataclass, in its order.

    changed: other defaults.   meanings: other words where a machine gives a general quantity a meaning of its own.
    left_out: fields that are no parameters. All by the name of the field.
    """
    own = quantities(kind)
    changed, meanings = changed or {}, meanings or {}
    for name in (*changed, *meanings, *left_out):
        if name not in own:
            raise unknown_name(f"quantity of {kind.__name__}", name, own)
    kept = [name for name in own if name not in left_out]
    return tuple(parameter_of(kind, name, f"{prefix}.{name}", changed.get(name), meanings.get(name)) for name in kept)


def parameter_of(kind: type, field: str, name: str, default: Any = None, meaning: str | None = None) -> Parameter:
    """The parameter ``name`` that a declared field of a dataclass stands for, with its default and meaning or others."""
    q = quantities(kind)[field]
    value = defaults(kind)[field] if default is None else default
    return Parameter(name, value, q.unit, meaning or q.meaning, q.choices, q.low, q.high, q.above)


def with_defaults(parameters: tuple[Parameter, ...], changed: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """The parameters with other defaults, by full name."""
    return tuple(dataclasses.replace(p, default=changed.get(p.name, p.default)) for p in parameters)


def in_set_unit(value: float, about: Mapping[str, Any]) -> tuple[float, str]:
    """A parameter of a data set, whose attributes are given, in the unit in which it is set, and that unit."""
    told = about.get(SET_IN)
    return (in_unit(value, told), told) if told else (value, str(about.get("units", "")))


def in_shown_units(data):
    """A data set of a study with its parameters in the units in which they are set; within it they are in SI units."""
    found = {}
    for name, own in data.variables.items():
        if told := own.attrs.get(SET_IN):
            values = [in_set_unit(v, own.attrs)[0] for v in own.values.ravel()]
            found[name] = (own.dims, np.array(values).reshape(own.shape), {**own.attrs, "units": told})
    coordinates = {name: own for name, own in found.items() if name in data.coords}
    return data.assign_coords(coordinates).assign({name: own for name, own in found.items() if name not in coordinates})
