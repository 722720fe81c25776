"""The ``parameters`` of a scenario file: numbers and words that runs and studies may change."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from elver._support.errors import InputError, gathering, is_symbol, refuse, unknown_name, within
from elver._support.expressions import CONSTANTS, FUNCTIONS, Value, evaluate, names_in, parse, settled
from elver._support.units import UNITS, Unit, read_unit, si_text
from elver.quantities import Parameter, Prior
from elver.scenarios.yaml.forms import EXPRESSION, ByShape, Fields, FieldType, Flag, Many, Unread, Values, Words, amount
from elver.scenarios.yaml.nodes import MOST_NODES, Items, Node, Table, Text, as_items, as_table, as_text
from elver.scenarios.yaml.scope import Scope

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*(\.[a-zA-Z][a-z0-9]*(_[a-z0-9]+)*)*")  # water.X_uu is a vehicle's
_COUNTERS = ("i", "n", "x", "dx")  # of chains and sections
PRIORS = ("normal", "lognormal", "uniform")
_UNREAD_NUMBER = amount("", "")  # one that is read once its unit is known


class _RangeForm(FieldType):
    """Smallest and largest number, read as the places where they stand; None for no bound."""

    def read(self, node: Node, scope: Scope) -> tuple[Node | None, ...]:
        items = as_items(node, "a range")
        if len(items) != 2:
            raise node.error(f"{node.key} has {len(items)} entries. Give two: smallest and largest; null for no bound.")
        return tuple(None if isinstance(item, Text) and item.empty else item for item in items)

    def schema(self) -> dict[str, Any]:
        bound = {"anyOf": [{"type": "number"}, EXPRESSION, {"type": "null"}]}
        return {"type": "array", "items": bound, "minItems": 2, "maxItems": 2, "description": "smallest and largest value"}


RANGE = _RangeForm()
PRIOR = Fields(
    "a prior",
    {
        "type": Words("the prior's form", PRIORS, "prior", written=True),
        "mean": Unread(amount("", "mean of a normal prior, median of a lognormal one")),
        "sigma": Unread(amount("", "standard deviation, of the logarithm for a lognormal one")),
        "low": Unread(amount("", "smallest value of a uniform prior")),
        "high": Unread(amount("", "largest value of a uniform prior")),
    },
    ("type",),
)
_PARAMETER = Fields(
    "a parameter",
    {
        "value": Unread(ByShape("a value", text=amount("", "default"), items=Many(_UNREAD_NUMBER, most=MOST_NODES))),
        "unit": Words("unit of bare numbers here"),
        "range": Unread(RANGE),
        "above": Unread(amount("", "number that the value must be greater than")),
        "meaning": Words("what it is"),
        "whole": Flag("whether it is a count"),
        "choices": Many(Words("a word")),
        "prior": Unread(PRIOR),
    },
    ("value",),
    alone="value",
)


class _ParametersForm(FieldType):
    """The parameters by their names."""

    def read(self, node: Node, scope: Scope) -> tuple[Parameter, ...]:
        wrong: list[InputError] = []
        found = readable_parameters(node, wrong, scope)
        refuse(wrong)
        return found

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": _PARAMETER.schema()}


PARAMETERS = _ParametersForm()


def read_parameters(node: Node | None) -> tuple[Parameter, ...]:
    """All parameters of a file."""
    return () if node is None else PARAMETERS.read(node, Scope())


def readable_parameters(node: Node | None, wrong: list[InputError], scope: Scope | None = None) -> tuple[Parameter, ...]:
    """The parameters of a file that are right. wrong: gathers what is wrong with the others."""
    found: list[Parameter] = []
    if node is not None:
        with gathering(wrong):
            table = as_table(node, "the parameters")
            for name, item in table.items():
                with gathering(wrong):
                    found.append(_read_parameter(table, scope or Scope(), name, item))
    return tuple(found)


def _read_parameter(table: Table, scope: Scope, name: str, node: Node) -> Parameter:
    """One parameter: a mapping, or its value alone."""
    taken = name in UNITS or name in CONSTANTS or name in FUNCTIONS or name in _COUNTERS
    if taken or not _NAME.fullmatch(name):
        why = "is the name of a unit, a constant, a function or a counter" if taken else "is no name for a parameter"
        raise table.at(name).error(f"{node.key}: '{name[:40]}' {why}. Use small letters, digits and _, such as fin_length.")
    own = _PARAMETER.read(node, scope)
    if "choices" in own:
        return _word_parameter(name, own)
    unit = own.get("unit", "")
    try:
        declared = read_unit(unit) if unit else None
    except InputError as error:
        raise own.place("unit").error(f"{own.table.key}.unit: {error}") from None
    default, found = read_values(own["value"], declared)
    if own.get("whole"):
        default = _whole_number(own["value"], default)
    dimension = declared.si if declared else found
    wrong: list[InputError] = []
    low = high = above = prior = None
    with gathering(wrong):
        if "range" in own:
            low, high = read_range(own["range"], lambda item: _read_value(item, declared, dimension)[0])
    with gathering(wrong):
        if "above" in own:
            above = read_values(own["above"], declared, dimension)[0]
    with gathering(wrong):
        if "prior" in own:
            prior = _believed(own["prior"], declared, dimension)
    refuse(wrong)
    shown = si_text(unit) if unit else str(found) if found else ""
    set_in = unit.strip() if declared is not None and declared.factor != 1.0 else ""
    answer = Parameter(
        name,
        default,
        shown,
        own.get("meaning", ""),
        low=low,
        high=high,
        above=above,
        prior=prior,
        set_in=set_in,
        shown_in="" if unit else _written_with(own),
    )
    _check_default(own["value"], answer, _written_unit(own))
    return answer


def _believed(node: Node, declared: Unit | None, dimension: Unit | None) -> Prior:
    """The prior of a parameter. declared: the unit of its bare numbers."""
    units = {True: (None, None), False: (declared, dimension)}
    prior = read_prior(node, lambda item, plain: _read_value(item, *units[plain])[0])
    if prior.kind != "uniform" and not prior.sigma > 0:
        raise node.error(f"{node.key}: a {prior.kind} prior needs a sigma greater than 0.")
    return prior


def _word_parameter(name: str, own: Values) -> Parameter:
    """A parameter that is one of a few words."""
    for other in ("unit", "whole", "range", "above", "prior"):
        if other in own:
            raise own.table.at(other).error(f"{own.table.key}.{other}: a word has none. Leave it out.")
    value, choices = as_text(own["value"], "a word"), tuple(own["choices"])
    if value.text not in choices:
        raise value.error(f"{value.key}: {unknown_name('word', value.text, choices)}")
    return Parameter(name, value.text, "", own.get("meaning", ""), choices)


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


def read_range(
    node: Node, number: Callable[[Node], float], ends: tuple[float | None, float | None] = (None, None)
) -> tuple[Any, Any]:
    """Smallest and largest value allowed; number(node) reads one.   ends: those where none is given."""
    given = RANGE.read(node, Scope())
    low, high = (end if item is None else number(item) for item, end in zip(given, ends, strict=True))
    if low is not None and high is not None and not low < high:
        raise node.error(f"{node.key}: the smallest value {low:g} is not below the largest, {high:g}.")
    return low, high


def read_prior(node: Node, number: Callable[[Node, bool], float]) -> Prior:
    """What is believed of a parameter before a fit. number(node, plain) reads one; plain: without a unit."""
    own = PRIOR.read(node, Scope())
    kind = own.pop("type")
    plain = ("sigma",) if kind == "lognormal" else ()  # of the logarithm
    return Prior(kind, **{name: number(item, name in plain) for name, item in own.items()})


def _written_with(own: Values) -> str:
    """The unit behind the number, or the bounds, of a parameter that declares none; empty where it is SI's, or there is none."""
    value = own["value"]
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


def _written_unit(own: Values) -> tuple[str, Unit] | None:
    """The unit that a bound of a parameter is written in, and what it is; None where it has none."""
    bounds = [*own.get("range", ())] + [own[name] for name in ("above",) if name in own]
    return next((told for node in bounds if (told := _unit_behind(node)) is not None), None)


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
