"""Forms: how a value stands in a document. Each reads a node, and describes itself as JSON schema."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from elver.document.expressions import CONSTANTS
from elver.document.nodes import Items, Node, Table, Text, as_items, as_table, as_text
from elver.document.scope import Scope, truth
from elver.document.units import Unit, read_unit
from elver.errors import InputError, NotFreeError, each, gathering, is_symbol, refuse, unknown_name
from elver.quantities import ANY, Quantity

NUMBER = re.compile(r"[-+.0-9eE]+")
COMMAND = re.compile(r"[A-Za-z_]\w*")
EXPRESSION = {"type": "string", "minLength": 1}


class Form:
    """How a value is written."""

    def read(self, node: Node, scope: Scope) -> Any:
        """The value that stands at a node."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """What may stand there, as JSON schema."""
        raise NotImplementedError


@dataclass(frozen=True)
class Amount(Form):
    """What a ``quantity`` or a ``word`` declares: a number, a whole number, a vector, one per group, or a word."""

    quantity: Quantity

    @cached_property
    def unit(self) -> Unit | None:
        """The unit declared; None where any is allowed."""
        return read_unit(self.quantity.unit) if self.quantity.unit else None

    def read(self, node: Node, scope: Scope) -> Any:
        own = self.quantity
        if own.optional and isinstance(node, Text) and node.empty:
            return None
        value: Any
        if own.choices:
            value = self.word(node, scope)
        elif own.length:
            value = self.vector(node, scope)
        elif own.by_group and isinstance(node, Table):
            value = {group: self.number(item, scope) for group, item in node.items()}
        else:
            value = self.number(node, scope)
        try:
            return own.check(node.key, value)
        except InputError as error:
            reason = str(error)
            if isinstance(node, Text) and isinstance(value, (int, float)):  # as it is written, and what that is
                plain = "" if NUMBER.fullmatch(node.text) else f", which is {value:.6g},"
                reason = reason.replace(f"{node.key} = {value}", f"{node.key} = {node.shown()}{plain}", 1)
            raise node.error(reason, free=isinstance(error, NotFreeError)) from None

    def word(self, node: Node, scope: Scope) -> str:
        text = as_text(node, "a word").text
        return scope.words.get(text, text) if text not in self.quantity.choices else text

    def vector(self, node: Node, scope: Scope) -> tuple:
        if isinstance(node, Text) and node.text in scope.vectors:
            return scope.vectors[node.text]
        if isinstance(node, Table):
            return self.counted(node, scope)
        items = as_items(node, "several numbers")
        if self.quantity.length not in (ANY, len(items)):
            raise node.error(
                f"{node.key} has {len(items)} entries. Give {self.quantity.length} numbers{self.quantity.unit_text()}."
            )
        return tuple(self.number(item, scope) for item in items)

    def counted(self, table: Table, scope: Scope) -> tuple:
        """As many numbers as ``count`` says, each from an expression that may name i (from 1) and n."""
        table.allow(("count", "each"), "several numbers")
        count = COUNT.read(table.need("count", "several numbers"), scope)
        if self.quantity.length not in (ANY, count):
            raise table.error(f"{table.key} has {count} entries. Give {self.quantity.length} numbers{self.quantity.unit_text()}.")
        each = table.need("each", "several numbers")
        scope.room.take(each, count)
        return tuple(self.number(each, scope.counting(i=i, n=count)) for i in range(1, count + 1))

    def number(self, node: Node, scope: Scope) -> Any:
        value = scope.number(node, self.unit, self.quantity.unit)
        if self.quantity.whole and not is_symbol(value) and value == round(value) and abs(value) < 2**53:
            return int(value)
        return value

    def schema(self) -> dict[str, Any]:
        own = self.quantity
        if own.choices:
            return {"type": "string", "description": described(own, f"one of {', '.join(own.choices)}, or a parameter")}
        bounds = {"minimum": own.low, "maximum": own.high, "exclusiveMinimum": own.above}
        plain = {"type": "integer" if own.whole else "number", **{k: v for k, v in bounds.items() if v is not None}}
        number = {"anyOf": [plain, EXPRESSION]}
        ways: list[dict[str, Any]] = [plain, EXPRESSION]
        if own.length:
            size = {} if own.length == ANY else {"minItems": own.length, "maxItems": own.length}
            row = {"count": {"anyOf": [{"type": "integer"}, EXPRESSION]}, "each": number}
            made = {"type": "object", "properties": row, "required": ["count", "each"], "additionalProperties": False}
            ways = [{"type": "array", "items": number, **size}, made, EXPRESSION]
        if own.by_group:
            ways.append({"type": "object", "additionalProperties": number})
        if own.optional:
            ways.append({"type": "null"})
        return {"anyOf": ways, "description": described(own)}


COUNT = Amount(Quantity("1", "number of entries", low=0, high=100_000, whole=True))


def described(own: Quantity, more: str = "") -> str:
    """Meaning, unit and bounds in words."""
    unit = "" if own.unit in ("", "1") else f" [{own.unit}]"
    return f"{own.meaning}{unit}{': ' + more if more else ''}".strip()


def amount(unit: str, meaning: str, **bounds: Any) -> Amount:
    """A number that no dataclass declares."""
    return Amount(Quantity(unit, meaning, **bounds))


@dataclass(frozen=True)
class Flag(Form):
    """``true`` or ``false``."""

    meaning: str = ""

    def read(self, node: Node, scope: Scope) -> bool:
        return truth(node)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean", "description": self.meaning}


@dataclass(frozen=True)
class Words(Form):
    """A text. choices: the only ones allowed."""

    meaning: str = ""
    choices: tuple[str, ...] = ()

    def read(self, node: Node, scope: Scope) -> str:
        text = as_text(node, self.meaning or "a text").text
        if self.choices and text not in self.choices:
            text = scope.words.get(text, text)
            if text not in self.choices:
                raise node.error(f"{node.key}: {unknown_name('word', text, self.choices)}")
        return text

    def schema(self) -> dict[str, Any]:
        return {"type": ["string", "number", "null"] if not self.choices else "string", "description": self.meaning}


@dataclass(frozen=True)
class Names(Form):
    """Names of joints or bodies: a list, or one; groups and patterns stand for several. one: exactly one name, as a text."""

    kind: str
    meaning: str = ""
    one: bool = False

    def read(self, node: Node, scope: Scope) -> Any:
        found: list[str] = []
        for item in node if isinstance(node, Items) else (node,):
            found += [name for name in scope.chosen(item, self.kind) if name not in found]
        if not self.one:
            return tuple(found)
        if len(found) != 1:
            raise node.error(f"{node.key} means {len(found)} of kind {self.kind}. Name one.")
        return found[0]

    def schema(self) -> dict[str, Any]:
        name = {"type": "string", "description": self.meaning or f"name of a {self.kind}"}
        return name if self.one else {"anyOf": [name, {"type": "array", "items": {"type": "string"}}]}


@dataclass(frozen=True)
class Grid(Form):
    """Rows of numbers in one unit; rows, columns: how many, 0 for any."""

    unit: str
    rows: int = 0
    columns: int = 0
    meaning: str = ""

    def read(self, node: Node, scope: Scope) -> list[list[Any]]:
        rows = as_items(node, "rows of numbers")
        if self.rows and len(rows) != self.rows:
            raise node.error(f"{node.key} has {len(rows)} rows. Give {self.rows} of {self.columns or 'some'} numbers each.")
        wanted = read_unit(self.unit)
        answer = []
        for row in rows:
            items = as_items(row, "a row of numbers")
            if self.columns and len(items) != self.columns:
                raise row.error(f"{row.key} has {len(items)} entries. Give {self.columns} numbers.")
            answer.append([scope.number(item, wanted, self.unit) for item in items])
        return answer

    def schema(self) -> dict[str, Any]:
        row: dict[str, Any] = {"type": "array", "items": {"anyOf": [{"type": "number"}, EXPRESSION]}}
        row |= {"minItems": self.columns, "maxItems": self.columns} if self.columns else {}
        size = {"minItems": self.rows, "maxItems": self.rows} if self.rows else {}
        return {"type": "array", "items": row, **size, "description": self.meaning}


@dataclass(frozen=True)
class OrNone(Form):
    """A form, or ``none``."""

    of: Form

    def read(self, node: Node, scope: Scope) -> Any:
        return None if isinstance(node, Text) and node.empty else self.of.read(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.of.schema(), {"type": "null"}, {"const": "none"}]}


@dataclass(frozen=True)
class OneOrMany(Form):
    """Several numbers, or one without brackets."""

    of: Amount

    def read(self, node: Node, scope: Scope) -> tuple:
        if isinstance(node, Text) and node.text not in scope.vectors:
            node = Items(node.file, node.line, node.column, [node], node.key)
        return self.of.read(node, scope)

    def schema(self) -> dict[str, Any]:
        own = self.of.schema()
        return {**own, "anyOf": [*own["anyOf"], {"type": "number"}]}


@dataclass(frozen=True)
class OrCommand(Form):
    """A number, or the name under which the gait gives it: a word that is no parameter."""

    of: Amount

    def read(self, node: Node, scope: Scope) -> Any:
        text = node.text if isinstance(node, Text) else ""
        return text if COMMAND.fullmatch(text) and text not in (*scope.numbers, *CONSTANTS) else self.of.read(node, scope)

    def schema(self) -> dict[str, Any]:
        return self.of.schema()


@dataclass(frozen=True)
class Many(Form):
    """A list of one form."""

    of: Form
    least: int = 0
    most: int = 1000

    def read(self, node: Node, scope: Scope) -> list[Any]:
        items = as_items(node, "this")
        if not self.least <= len(items) <= self.most:
            raise node.error(f"{node.key} has {len(items)} entries. Give {self.least} to {self.most}.")
        return each(items, lambda item: self.of.read(item, scope))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.of.schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True)
class Each(Form):
    """A mapping from names to one form. kind: the names are those of joints or bodies, with groups and patterns.

    A name of its own goes before groups and patterns, and of those the earlier ones before the later.
    """

    of: Form
    kind: str = ""

    def read(self, node: Node, scope: Scope) -> dict[str, Any]:
        table = as_table(node, "this")
        answer: dict[str, Any] = {}
        wrong: list[InputError] = []
        for name, item in table.items():
            place = table.at(name)
            key = Text(place.file, place.line, place.column, name, True, place.key)
            with gathering(wrong):
                chosen = scope.chosen(key, self.kind) if self.kind else (name,)
                value = self.value(name, item, scope, chosen)
                for one in chosen:
                    if one == name or one not in answer:
                        answer[one] = value
        refuse(wrong)
        return answer

    def value(self, name: str, item: Node, scope: Scope, chosen: tuple[str, ...]) -> Any:
        """What stands for a name. chosen: those that it means."""
        return self.of.read(item, scope)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.of.schema()}


def read_fields(table: Table, forms: Mapping[str, Form], scope: Scope, what: str, needed: Iterable[str] = ()) -> dict[str, Any]:
    """The values of a mapping by name; all that is wrong with it is told at once."""
    wrong: list[InputError] = []
    found: dict[str, Any] = {}
    with gathering(wrong):
        table.allow(forms, what)
    for name in needed if not wrong else ():  # a wrong name may be a needed one that is misspelt
        with gathering(wrong):
            table.need(name, what)
    for name, item in table.items():
        if name in forms:
            with gathering(wrong):
                found[name] = forms[name].read(item, scope)
    refuse(wrong)
    return found


@dataclass(frozen=True)
class Fields(Form):
    """A mapping of named values, read as a dictionary of those that are given. needed: names that must be."""

    what: str
    forms: Mapping[str, Form]
    needed: tuple[str, ...] = ()

    def read(self, node: Node, scope: Scope) -> dict[str, Any]:
        return read_fields(as_table(node, self.what), self.forms, scope, self.what, self.needed)

    def schema(self) -> dict[str, Any]:
        properties = {name: form.schema() for name, form in self.forms.items()}
        return {"type": "object", "properties": properties, "required": list(self.needed), "additionalProperties": False}


@dataclass(frozen=True)
class ByMotion(Each):
    """Numbers by joint: ``turning`` where it turns, ``sliding`` where it slides, ``of`` for a name that is no joint."""

    turning: Form | None = None
    sliding: Form | None = None

    def value(self, name: str, item: Node, scope: Scope, chosen: tuple[str, ...]) -> Any:
        kinds = zip((self.turning, self.sliding), scope.motions_of(chosen), strict=True)
        found = [form.read(item, scope) for form, moves in kinds if form is not None and moves]
        return found[-1] if found else self.of.read(item, scope)  # for joints of both kinds a bare number suits both


def by_motion(made: Callable[..., Form], *units: str, **more: Any) -> ByMotion:
    """Numbers by joint in the unit of one that turns, and of one that slides. made: from a unit to the form of a number."""
    turning, sliding = (made(unit, **more) for unit in units)
    return ByMotion(made("", **more), "joint", turning, sliding)


WORD_OF_AXIS = re.compile(r"([-+]?)([xyz])")


@dataclass(frozen=True)
class Direction(Amount):
    """Three numbers, or a word: ``x``, ``y``, ``z``, ``-x``, ``-y``, ``-z``."""

    def vector(self, node: Node, scope: Scope) -> tuple:
        found = WORD_OF_AXIS.fullmatch(node.text) if isinstance(node, Text) and node.text not in scope.vectors else None
        if found is None:
            return super().vector(node, scope)
        size = -1.0 if found[1] == "-" else 1.0
        return tuple(size if axis == found[2] else 0.0 for axis in "xyz")
