"""The ``parameters`` of a scenario file: numbers and words that runs and studies may change."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from elver._support.errors import InputError, each, is_symbol, unknown_name, within
from elver._support.expressions import CONSTANTS, FUNCTIONS, Value, evaluate, names_in, parse, settled
from elver._support.units import UNITS, Unit, read_unit, si_text
from elver.quantities import Parameter, Prior
from elver.scenarios.yaml.forms import EXPRESSION, FieldType
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_items, as_table, as_text
from elver.scenarios.yaml.scope import Scope, truth

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*(\.[a-z][a-z0-9]*(_[a-z0-9]+)*)*")
_KEYS = ("value", "unit", "range", "above", "meaning", "whole", "choices", "prior")
PRIORS = ("normal", "lognormal", "uniform")
_COUNTERS = ("i", "n", "x", "dx")  # of chains and sections


def read_parameters(node: Node | None) -> tuple[Parameter, ...]:
    """All parameters of a file."""
    if node is None:
        return ()
    table = as_table(node, "the parameters")
    return tuple(each(table.items(), lambda own: _read_parameter(table, *own)))


def _read_parameter(table: Table, name: str, node: Node) -> Parameter:
    """One parameter: a mapping, or its value alone."""
    taken = name in UNITS or name in CONSTANTS or name in FUNCTIONS or name in _COUNTERS
    if taken or not _NAME.fullmatch(name):
        why = "is the name of a unit, a constant, a function or a counter" if taken else "is no name for a parameter"
        raise table.at(name).error(f"{node.key}: '{name[:40]}' {why}. Use small letters, digits and _, such as fin_length.")
    own = node if isinstance(node, Table) else Table(node.file, node.line, node.column, {"value": node}, {}, node.key)
    own.allow(_KEYS, "a parameter")
    value = own.need("value", "a parameter")
    meaning = text_of(own, "meaning")
    if "choices" in own:
        return _word_parameter(name, own, meaning)
    unit = text_of(own, "unit")
    try:
        declared = read_unit(unit) if unit else None
    except InputError as error:
        raise own.need("unit", "").error(f"{own.key}.unit: {error}") from None
    default, found = read_values(value, declared)
    whole = "whole" in own and truth(own.need("whole", ""))
    if whole:
        default = _whole_number(value, default)
    dimension = declared.si if declared else found
    low, high = _read_range(own, dimension, declared)
    above = None if "above" not in own else read_values(own.need("above", ""), declared, dimension)[0]
    shown = si_text(unit) if unit else str(found) if found else ""
    set_in = unit.strip() if declared is not None and declared.factor != 1.0 else ""
    prior = None
    if "prior" in own:
        units = {True: (None, None), False: (declared, dimension)}
        node = own.need("prior", "")
        prior = read_prior(node, lambda item, plain: _read_value(item, *units[plain])[0])
        if prior.kind != "uniform" and not prior.sigma > 0:
            raise node.error(f"{node.key}: a {prior.kind} prior needs a sigma greater than 0.")
    shown_in = "" if unit else _written_with(value, own)
    answer = Parameter(
        name, default, shown, meaning, low=low, high=high, above=above, prior=prior, set_in=set_in, shown_in=shown_in
    )
    _check_default(value, answer, _written_unit(own))
    return answer


def text_of(table: Table, name: str) -> str:
    """A text; empty where none is given."""
    return as_text(table.entries[name], "a text").text if name in table else ""


def _word_parameter(name: str, own: Table, meaning: str) -> Parameter:
    """A parameter that is one of a few words."""
    own.without("unit", "whole", "range", "above").allow(_KEYS, "a parameter")
    choices = tuple(as_text(item, "a word").text for item in as_items(own.need("choices", ""), "the choices"))
    for other in ("unit", "whole", "range", "above", "prior"):
        if other in own:
            raise own.at(other).error(f"{own.key}.{other}: a word has none. Leave it out.")
    value = as_text(own.need("value", "a parameter"), "a word")
    if value.text not in choices:
        raise value.error(f"{value.key}: {unknown_name('word', value.text, choices)}")
    return Parameter(name, value.text, "", meaning, choices)


def read_values(node: Node, declared: Unit | None, wanted: Unit | None = None) -> tuple[Any, Unit | None]:
    """A number or several in SI units, and the dimension that they are given in."""
    if not isinstance(node, Items):
        return _read_value(node, declared, wanted)
    found = [_read_value(item, declared, wanted) for item in node]
    return tuple(number for number, _ in found), next((unit for _, unit in found if unit is not None), None)


def _read_value(node: Node, declared: Unit | None, wanted: Unit | None) -> tuple[float, Unit | None]:
    """A number without names in it. A bare one is in ``declared`` units."""
    text = as_text(node, "a number")
    try:
        expression = parse(text.text)
        if names_in(expression):
            raise InputError(f"'{sorted(names_in(expression))[0]}' has no value here: give a number. Words need 'choices'.")
        value = evaluate(expression, {})
        number = settled(value, declared or wanted)
    except InputError as error:
        raise node.error(f"{node.key} = {text.shown()}: {error}") from None
    if declared is not None and value.unit is None:
        number = number * declared.factor
        if not math.isfinite(number):
            raise node.error(f"{node.key} = {text.shown()}: it is larger than any number in SI units.")
    return float(number), value.unit.si if value.unit is not None else None


def _whole_number(node: Node, value: Any) -> int:
    """A count."""
    if isinstance(value, tuple) or value != round(value) or abs(value) > 1e9:
        node.refuse("Give a whole number.")
    return int(value)


def _read_range(own: Table, dimension: Unit | None, declared: Unit | None) -> tuple[float | None, float | None]:
    """Smallest and largest value allowed."""
    if "range" not in own:
        return None, None
    node = own.need("range", "")
    items = as_items(node, "a range")
    if len(items) != 2:
        raise node.error(f"{node.key} has {len(items)} entries. Give two: smallest and largest; null for no bound.")
    low, high = (None if isinstance(item, Text) and item.empty else _read_value(item, declared, dimension)[0] for item in items)
    if low is not None and high is not None and low >= high:
        raise node.error(f"{node.key}: the smallest value {low:g} is not below the largest, {high:g}.")
    return low, high


def read_prior(node: Node, number: Callable[[Node, bool], float]) -> Prior:
    """What is believed of a parameter before a fit. number(node, plain) reads one; plain: without a unit."""
    table = as_table(node, "a prior")
    table.allow(("type", "mean", "sigma", "low", "high"), "a prior")
    kind = as_text(table.need("type", "a prior"), "a word")
    if kind.text not in PRIORS:
        raise kind.error(f"{kind.key}: {unknown_name('prior', kind.text, PRIORS)}")
    plain = ("sigma",) if kind.text == "lognormal" else ()  # of the logarithm
    numbers = {name: number(item, name in plain) for name, item in table.without("type").items()}
    return Prior(kind.text, **numbers)


def _written_with(value: Node, own: Table) -> str:
    """The unit behind the number, or the bounds, of a parameter that declares none; empty where it is SI's, or there is none."""
    items = [*value] if isinstance(value, Items) else [value]
    found = next((told for item in items if (told := _unit_behind(item)) is not None), None) or _written_unit(own)
    return found[0] if found is not None and found[1].factor != 1.0 else ""


def _unit_behind(node: Node) -> tuple[str, Unit] | None:
    """The unit that stands behind a number, and what it is; None where it is an expression, or has none."""
    found = re.fullmatch(r"[-+]?[0-9.]+(?:e[-+]?[0-9]+)? *([^0-9].*)", node.text.strip()) if isinstance(node, Text) else None
    try:
        return None if found is None else (found[1].strip(), read_unit(found[1]))
    except InputError:  # an expression
        return None


def _written_unit(own: Table) -> tuple[str, Unit] | None:
    """The unit that a bound of a parameter is written in, and what it is; None where it has none."""
    bounds = [*as_items(own.need("range", ""), "a range")] if "range" in own else []
    nodes = [*bounds, *([own.need("above", "")] if "above" in own else [])]
    return next((told for node in nodes if (told := _unit_behind(node)) is not None), None)


def _check_default(node: Node, own: Parameter, written: tuple[str, Unit] | None) -> None:
    """The default lies within its own bounds. written: the unit that those are given in."""
    for number in own.default if isinstance(own.default, tuple) else (own.default,):
        if not within(number, own.low, own.high, own.above):
            low, high = ("none" if v is None else f"{v:g}" for v in (own.low if own.above is None else own.above, own.high))
            unit, hint = f" {own.unit}" if own.unit else "", ""
            if written is not None and not unit:
                unit, hint = f" {written[1].si}", f" Did you mean {number:g} {written[0]}?"
            node.refuse(f"It is {number:g}{unit}, outside the parameter's own range from {low} to {high}{unit}.{hint}")


def scope_of(declared: tuple[Parameter, ...], values: Mapping[str, Any], folder: Path | None, outside: bool) -> Scope:
    """The scope in which a file's expressions are evaluated, at some values of the parameters."""
    numbers, words, vectors = {}, {}, {}
    for own in declared:
        value = values[own.name]
        if isinstance(value, str):
            words[own.name] = value
        elif isinstance(value, tuple):
            vectors[own.name] = value
        else:
            number = value if is_symbol(value) else float(value)
            numbers[own.name] = Value(number, own.dimension, loose=own.dimension is None and not isinstance(value, int))
    return Scope(numbers, words, vectors, {}, folder, outside)


def named_inputs(node: Node | None, declared: tuple[Parameter, ...]) -> dict[str, Node]:
    """Parameters of a file that its inputs name, or components of them (``current.x``), and where each is named."""
    found: dict[str, Node] = {}
    for item in node if isinstance(node, Items) else ():
        path = item.get("path") if isinstance(item, Table) else None
        if not isinstance(path, Text):
            continue
        own = next((d for d in declared if d.name in (path.text, path.text.rpartition(".")[0])), None)
        if own is None or (own.name != path.text and not own.length):
            continue
        if own.name == path.text and not isinstance(own.default, float):
            kind = "a word" if own.choices else "several numbers" if own.length else "a count"
            one = f" Name one of them: {own.name}.x." if own.length else ""
            raise path.error(f"{path.key} = {own.name}: the parameter is {kind}, and an input is one real number.{one}")
        found[path.text] = path
    return found


def free_inputs(inputs: Mapping[str, Node], declared: tuple[Parameter, ...], values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that are inputs as free ones, each with the unit, the bounds and the meaning that it declares."""
    if not inputs:
        return {}
    import casadi as ca

    from elver.model import FreeParameter
    from elver.scenarios.definition import component

    found = {}
    for name, node in inputs.items():
        owner, place = (name, None) if name in values else component(name, values)
        if place is None and owner != name:
            raise node.error(f"{node.key} = {name}: '{owner}' has no such component. It has {len(values[owner])}.")
        own = next(d for d in declared if d.name == owner)
        value = values[owner] if place is None else values[owner][place]
        if not is_symbol(value):
            number = own.component(name, float(value), own.meaning or name)
            found[name] = FreeParameter(ca.SX.sym(name), float(value), replace(number, set_in="", shown_in=""))  # in SI units
    return found


class ParametersForm(FieldType):
    """How the parameters stand in a file."""

    def read(self, node: Node, scope: Scope) -> tuple[Parameter, ...]:
        return read_parameters(node)

    def schema(self) -> dict[str, Any]:
        number = {"anyOf": [{"type": "number"}, EXPRESSION]}
        values = {"anyOf": [{"type": "number"}, EXPRESSION, {"type": "array", "items": number}]}
        full = {
            "type": "object",
            "properties": {
                "value": values,
                "unit": {"type": "string", "description": "unit of bare numbers here"},
                "range": {
                    "type": "array",
                    "items": {"anyOf": [*number["anyOf"], {"type": "null"}]},
                    "minItems": 2,
                    "maxItems": 2,
                },
                "above": number,
                "meaning": {"type": "string"},
                "whole": {"type": "boolean"},
                "choices": {"type": "array", "items": {"type": "string"}},
                "prior": {"type": "object", "properties": {"type": {"enum": list(PRIORS)}}, "required": ["type"]},
            },
            "required": ["value"],
            "additionalProperties": False,
        }
        return {"type": "object", "additionalProperties": {"anyOf": [full, *values["anyOf"]]}}
