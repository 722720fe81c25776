"""Forms: how a value stands in a document. Each reads a node, and describes itself as JSON schema."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

from elver._support.errors import InputError, NotFreeError, each, gathering, is_symbol, refuse, unknown_name
from elver._support.expressions import CONSTANTS
from elver._support.units import Unit, read_unit
from elver._support.wording import TABLES, spoken
from elver.quantities import ANY, Parameter, quantities, unnamed
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_items, as_table, as_text
from elver.scenarios.yaml.scope import Scope, truth

VERSION = "1"  # of the format of all files
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
_NUMBER = re.compile(r"[-+.0-9eE]+")
COMMAND = re.compile(r"[A-Za-z_]\w*")
EXPRESSION = {"type": "string", "minLength": 1}


class FieldType:
    """How a value is written."""

    def read(self, node: Node, scope: Scope) -> Any:
        """The value that stands at a node."""
        raise NotImplementedError

    def schema(self) -> dict[str, Any]:
        """What may stand there, as JSON schema."""
        raise NotImplementedError


@dataclass(frozen=True)
class QuantityField(FieldType):
    """What a ``quantity`` or a ``word`` declares: a number, a whole number, a vector, one per group, or a word."""

    quantity: Parameter

    @cached_property
    def unit(self) -> Unit | None:
        """The unit declared; None where any is allowed."""
        return self.quantity.dimension

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
        written = ""
        if isinstance(node, Text) and isinstance(value, (int, float)):  # as it is written, and what that is
            written = node.shown() + ("" if _NUMBER.fullmatch(node.text) else f", which is {value:.6g},")
        try:
            return own.check(node.key, value, written)
        except InputError as error:
            raise node.error(str(error), free=isinstance(error, NotFreeError)) from None

    def word(self, node: Node, scope: Scope) -> str:
        text = as_text(node, "a word").text
        scope.need(node, (text,))
        return scope.words.get(text, text) if text not in self.quantity.choices else text

    def vector(self, node: Node, scope: Scope) -> tuple:
        if isinstance(node, Text):
            scope.need(node, (node.text,))
            if node.text in scope.vectors:
                return scope.vectors[node.text]
        if isinstance(node, Table):
            return self.counted(node, scope)
        items = as_items(node, "several numbers")
        if self.quantity.length not in (ANY, len(items)):
            raise node.error(f"{node.key} has {len(items)} entries. Give {self.quantity.numbers_wanted}.")
        return tuple(self.number(item, scope) for item in items)

    def counted(self, table: Table, scope: Scope) -> tuple:
        """As many numbers as ``count`` says, each from an expression that may name i (from 1) and n."""
        table.allow(("count", "each"), "several numbers")
        count = _COUNT.read(table.need("count", "several numbers"), scope)
        if self.quantity.length not in (ANY, count):
            raise table.error(f"{table.key} has {count} entries. Give {self.quantity.numbers_wanted}.")
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


_COUNT = QuantityField(unnamed("1", "number of entries", low=0, high=100_000, whole=True))


def described(own: Parameter, more: str = "") -> str:
    """Meaning, unit and bounds in words."""
    unit = "" if own.unit in ("", "1") else f" [{own.unit}]"
    return f"{own.meaning}{unit}{': ' + more if more else ''}".strip()


def amount(unit: str, meaning: str, **bounds: Any) -> QuantityField:
    """A number that no dataclass declares."""
    return QuantityField(unnamed(unit, meaning, **bounds))


@dataclass(frozen=True)
class Flag(FieldType):
    """``true`` or ``false``."""

    meaning: str = ""

    def read(self, node: Node, scope: Scope) -> bool:
        return truth(node)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean", "description": self.meaning}


@dataclass(frozen=True)
class Words(FieldType):
    """A text. choices: the only ones allowed.   called: what one of them is, for messages.

    written: it stands in the file itself, and no parameter stands for it.
    """

    meaning: str = ""
    choices: tuple[str, ...] = ()
    called: str = "word"
    written: bool = False

    def read(self, node: Node, scope: Scope) -> str:
        text = as_text(node, self.meaning or "a text").text
        if self.choices and text not in self.choices:
            if not self.written:
                scope.need(node, (text,))
                text = scope.words.get(text, text)
            if text not in self.choices:
                raise node.error(f"{node.key}: {unknown_name(self.called, text, self.choices)}")
        return text

    def schema(self) -> dict[str, Any]:
        if self.written:
            return {"enum": list(self.choices), "description": self.meaning}
        return {"type": ["string", "number", "null"] if not self.choices else "string", "description": self.meaning}


@dataclass(frozen=True)
class Version(FieldType):
    """The version of the format, with which every file begins."""

    def read(self, node: Node, scope: Scope) -> str:
        text = as_text(node, "the version of the format").text
        if text != VERSION:
            raise node.error(
                f"{node.key} = {text[:40]}: this version of Elver reads format {VERSION}. Begin with 'elver: {VERSION}'."
            )
        return text

    def schema(self) -> dict[str, Any]:
        return {"const": int(VERSION), "description": "version of the format"}


@dataclass(frozen=True)
class Name(FieldType):
    """The name of what a file describes, which runs and folders carry."""

    def read(self, node: Node, scope: Scope) -> str:
        text = as_text(node, "a name").text
        if not NAME.fullmatch(text):
            node.refuse("Give letters, digits, '-', '_' and '.', 100 at most.")
        return text

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^{NAME.pattern}$"}


@dataclass(frozen=True)
class Names(FieldType):
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
class Grid(FieldType):
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
class OptionalField(FieldType):
    """A form, or ``none``."""

    of: FieldType

    def read(self, node: Node, scope: Scope) -> Any:
        return None if isinstance(node, Text) and node.empty else self.of.read(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.of.schema(), {"type": "null"}, {"const": "none"}]}


@dataclass(frozen=True)
class OneOrMany(FieldType):
    """Several numbers, or one without brackets."""

    of: QuantityField

    def read(self, node: Node, scope: Scope) -> tuple:
        if isinstance(node, Text) and node.text not in scope.vectors:
            node = Items(node.file, node.line, node.column, [node], node.key)
        return self.of.read(node, scope)

    def schema(self) -> dict[str, Any]:
        own = self.of.schema()
        return {**own, "anyOf": [*own["anyOf"], {"type": "number"}]}


@dataclass(frozen=True)
class OrCommand(FieldType):
    """A number, or the name under which the gait gives it: a word that is no parameter."""

    of: QuantityField

    def read(self, node: Node, scope: Scope) -> Any:
        text = node.text if isinstance(node, Text) else ""
        scope.need(node, (text,))
        return text if COMMAND.fullmatch(text) and text not in (*scope.numbers, *CONSTANTS) else self.of.read(node, scope)

    def schema(self) -> dict[str, Any]:
        return self.of.schema()


@dataclass(frozen=True)
class Unread(FieldType):
    """What is read later, when more is known: the node itself. of: how it is written."""

    of: FieldType

    def read(self, node: Node, scope: Scope) -> Node:
        return node

    def schema(self) -> dict[str, Any]:
        return self.of.schema()


@dataclass(frozen=True)
class ByShape(FieldType):
    """Forms among which the way of writing chooses: a single value, a list, or a mapping. what: all of them, in words."""

    what: str
    text: FieldType | None = None
    items: FieldType | None = None
    table: FieldType | None = None

    def read(self, node: Node, scope: Scope) -> Any:
        form = self.text if isinstance(node, Text) else self.items if isinstance(node, Items) else self.table
        if form is None:
            ways = {"a single value": self.text, "a list": self.items, "a mapping of names to values": self.table}
            wanted = " or ".join(way for way, own in ways.items() if own is not None)
            raise node.error(f"{node.key} is {node.shown()!r}, but {self.what} is {wanted}.")
        return form.read(node, scope)

    def schema(self) -> dict[str, Any]:
        return _any_of(*(form.schema() for form in (self.text, self.items, self.table) if form is not None))


def _any_of(*ways: dict[str, Any]) -> dict[str, Any]:
    """The schema of what fits one of several; a choice within a choice is one choice."""
    return {"anyOf": [one for way in ways for one in (way["anyOf"] if set(way) == {"anyOf"} else (way,))]}


@dataclass(frozen=True)
class Many(FieldType):
    """A list of one form."""

    of: FieldType
    least: int = 0
    most: int = 1000

    def read(self, node: Node, scope: Scope) -> list[Any]:
        items = as_items(node, "this")
        if not self.least <= len(items) <= self.most:
            wanted = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            raise node.error(f"{node.key} has {len(items)} entries. Give {wanted}.")
        return each(items, lambda item: self.of.read(item, scope))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.of.schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True)
class Each(FieldType):
    """A mapping from names to one form. kind: the names are those of joints or bodies, with groups and patterns.

    A name of its own goes before groups and patterns, and of those the earlier ones before the later.
    """

    of: FieldType
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


class Values(dict[str, Any]):
    """The values of a mapping by name. table: where they stand, for messages."""

    def __init__(self, table: Table):
        super().__init__()
        self.table = table

    def place(self, name: str) -> Node:
        """Where a value stands; the mapping itself for one that is not given."""
        return self.table.entries.get(name, self.table)


def _read_fields(table: Table, forms: Mapping[str, FieldType], scope: Scope, what: str, needed: Iterable[str] = ()) -> Values:
    """The values of a mapping by name; all that is wrong with it is told at once."""
    wrong: list[InputError] = []
    found = Values(table)
    with gathering(wrong):
        strange = any(name not in forms for name in table.entries)
        table.allow(forms, what, {name: meaning_of(form) for name, form in forms.items()} if strange else None)
    for name in needed if not wrong else ():  # a wrong name may be a needed one that is misspelt
        with gathering(wrong):
            table.need(name, what, meaning_of(forms[name]) if name in forms else "")
    for name, item in table.items():
        if name in forms:
            with gathering(wrong):
                found[name] = forms[name].read(item, scope)
    refuse(wrong)
    return found


@dataclass(frozen=True)
class Fields(FieldType):
    """A mapping of named values, read as a dictionary of those that are given. needed: names that must be.

    alone: the name whose value may stand without the mapping, such as ``1 m`` for ``{value: 1 m}``.
    """

    what: str
    forms: Mapping[str, FieldType]
    needed: tuple[str, ...] = ()
    alone: str = ""

    def read(self, node: Node, scope: Scope) -> Values:
        if self.alone and not isinstance(node, Table):
            table = Table(node.file, node.line, node.column, {self.alone: node}, {}, node.key)
        else:
            table = as_table(node, self.what)
        return _read_fields(table, self.forms, scope, self.what, self.needed)

    def schema(self) -> dict[str, Any]:
        properties = {name: form.schema() for name, form in self.forms.items()}
        own = {"type": "object", "properties": properties, "required": list(self.needed), "additionalProperties": False}
        return _any_of(properties[self.alone], own) if self.alone else own


@dataclass(frozen=True)
class _ByMotion(Each):
    """Numbers by joint: ``turning`` where it turns, ``sliding`` where it slides, ``of`` for a name that is no joint."""

    turning: FieldType | None = None
    sliding: FieldType | None = None

    def value(self, name: str, item: Node, scope: Scope, chosen: tuple[str, ...]) -> Any:
        kinds = zip((self.turning, self.sliding), scope.motions_of(chosen), strict=True)
        found = [form.read(item, scope) for form, moves in kinds if form is not None and moves]
        return found[-1] if found else self.of.read(item, scope)  # for joints of both kinds a bare number suits both


def by_motion(made: Callable[..., FieldType], *units: str, **more: Any) -> _ByMotion:
    """Numbers by joint in the unit of one that turns, and of one that slides. made: from a unit to the form of a number."""
    turning, sliding = (made(unit, **more) for unit in units)
    return _ByMotion(made("", **more), "joint", turning, sliding)


_WORD_OF_AXIS = re.compile(r"([-+]?)([xyz])")


@dataclass(frozen=True)
class Direction(QuantityField):
    """Three numbers, or a word: ``x``, ``y``, ``z``, ``-x``, ``-y``, ``-z``."""

    def vector(self, node: Node, scope: Scope) -> tuple:
        found = _WORD_OF_AXIS.fullmatch(node.text) if isinstance(node, Text) and node.text not in scope.vectors else None
        if found is None:
            return super().vector(node, scope)
        size = -1.0 if found[1] == "-" else 1.0
        return tuple(size if axis == found[2] else 0.0 for axis in "xyz")


# --- Dataclasses of the engine as forms, read from their own declarations.
#
# ``Kind("elver.forces:Morison")`` takes every field that is declared by ``quantity(...)`` or ``word(...)``; fields of other sorts
# are given a form by name. A ``Part`` chooses among kinds by the word of ``type``.

_PLAIN_FORMS: dict[str, Callable[[str], FieldType]] = {
    "bool": lambda name: Flag(name),
    "float": lambda name: amount("", name),
    "int": lambda name: amount("1", name, whole=True),
    "str": lambda name: Words(name),
}


@dataclass(frozen=True)
class DataclassField(FieldType):
    """A dataclass of the engine. home: ``module:name``, imported when first used.

    forms: of the fields that declare nothing themselves; None leaves a field out.
    also: of further names, which ``adapt`` makes fields of.
    by_owner: fields that the object around this one gives: no word of a document, built with these values.
    """

    home: str
    forms: Mapping[str, FieldType | None] = field(default_factory=dict)
    also: Mapping[str, FieldType] = field(default_factory=dict)
    adapt: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    by_owner: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def made(self) -> Callable:
        """The class itself, or a function that makes one."""
        module, name = self.home.split(":")
        target: Any = import_module(module)
        for part in name.split("."):
            target = getattr(target, part)
        return target

    @cached_property
    def named(self) -> dict[str, FieldType]:
        """The form of every field that a document may give."""
        declared = quantities(self.made)
        found: dict[str, FieldType] = {}
        for own in dataclasses.fields(self.made):  # type: ignore[arg-type]
            form = self.forms.get(own.name)
            if not own.init or own.name in self.by_owner or (own.name in self.forms and form is None):
                continue
            if form is None and own.name in declared:
                form = QuantityField(declared[own.name])
            if form is None:
                form = _PLAIN_FORMS[str(own.type).removesuffix(" | None")](own.name)
            found[own.name] = form
        return {**found, **self.also}

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """Fields without a default."""
        missing = dataclasses.MISSING
        every = [f for f in dataclasses.fields(self.made) if f.init]  # type: ignore[arg-type]
        return tuple(f.name for f in every if f.default is missing and f.default_factory is missing and f.name in self.named)

    def read(self, node: Node, scope: Scope, given: Mapping[str, Any] | None = None, left: tuple[str, ...] = ()) -> Any:
        """The object that a mapping describes. given: fields that the document does not set.   left: names for someone else."""
        word, forms = node.get("type") if isinstance(node, Table) and "type" not in self.named else None, self.named
        what = f"'{word.text}'" if isinstance(word, Text) else spoken(self.home.split(":")[1])
        table = as_table(node, f"a {what}").without("type", *left)
        wanted = {name: form for name, form in forms.items() if name not in (given or {})}
        values: dict[str, Any] = _read_fields(table, wanted, scope, what)
        values = scope.built(node, self.adapt, values) if self.adapt else values
        values = {**values, **self.by_owner, **(given or {})}
        for name in self.needed:
            if name not in values:
                raise node.error(f"{node.key}: {what} has no '{name}'. Give it: {meaning_of(forms[name])}.")
        return scope.built(node, self.made, **values)

    def schema(self) -> dict[str, Any]:
        needed = [name for name in self.needed if self.adapt is None]
        properties = {name: form.schema() for name, form in self.named.items()}
        return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def in_other_units(kind: DataclassField, units: Mapping[str, str], left: tuple[str, ...] = ()) -> DataclassField:
    """The same kind with the quantities of some units in others: of a joint that slides, N instead of N m. ``torque`` is a
    ``force`` there. left: quantities that stay."""
    changed: dict[str, FieldType | None] = {}
    for name, own in quantities(kind.made).items():
        if own.unit in units and name not in (*kind.forms, *left):
            meaning = own.meaning.replace("torque", "force")
            changed[name] = QuantityField(dataclasses.replace(own, unit=units[own.unit], meaning=meaning))
    return dataclasses.replace(kind, forms={**kind.forms, **changed})


def meaning_of(form: FieldType) -> str:
    """What a form stands for, in words."""
    if isinstance(form, QuantityField):
        return described(form.quantity) or "a number"
    return getattr(form, "meaning", "") or _within(form)


def _within(form: FieldType) -> str:
    """What a form that holds others stands for."""
    if isinstance(form, TypedMapping):
        return f"{form.what}, with its `type` and keys"
    if isinstance(form, DataclassField):
        return f"a table: {', '.join(form.named)}"
    if isinstance(form, Fields):
        return f"{form.what}: its keys"
    inner = meaning_of(form.of) if isinstance(form, (OptionalField, OneOrMany, OrCommand, OrTyped, Many, Each)) else ""
    if isinstance(form, OrCommand):
        return f"{inner}; or the name of a command that the gait gives"
    if isinstance(form, OrTyped):
        return f"{inner}; or {form.typed.what}, with its `type` and keys"
    if isinstance(form, Each):
        return f"by {form.kind or 'name'}: {inner}"
    return {OptionalField: f"{inner}; or none", Many: f"a list: {inner}"}.get(
        type(form), inner or f"name of a {getattr(form, 'kind', 'thing')}"
    )


def unit_of(form: FieldType) -> str:
    """The unit of a form's numbers; empty where there is none, or where it depends."""
    own = form.quantity.unit if isinstance(form, QuantityField) else getattr(form, "unit", "")
    inner = getattr(form, "of", None)
    return unit_of(inner) if isinstance(inner, FieldType) and not own else "" if own == "1" else own


@dataclass(frozen=True)
class TypedMapping(FieldType):
    """A mapping whose ``type`` is a word of a table, which says what the rest of it is. usual: the word where none is given."""

    what: str
    table: Mapping[str, DataclassField]
    usual: str = ""

    def __post_init__(self) -> None:
        TABLES.append(self.table)  # messages of its classes speak its words

    def chosen(self, node: Node, scope: Scope) -> DataclassField:
        """The kind that ``type`` names."""
        table = as_table(node, self.what)
        word = table.get("type")
        if word is None and self.usual:
            return self.table[self.usual]
        if word is None:
            raise node.error(f"{node.key}: {self.what} has no 'type'. Give one of: {', '.join(self.table)}.")
        text = as_text(word, "a type").text
        scope.need(word, (text,))
        text = scope.words.get(text, text) if text not in self.table else text
        if text not in self.table:
            raise word.error(f"{word.key}: {unknown_name(f'type of {self.what}:', text, self.table)}")
        return self.table[text]

    def read(self, node: Node, scope: Scope, given: Mapping[str, Any] | None = None, left: tuple[str, ...] = ()) -> Any:
        return self.chosen(node, scope).read(node, scope, given, left)

    @property
    def label(self) -> str:
        """What the schema calls it."""
        return self.what.split(maxsplit=1)[-1].replace(" ", "_")

    def schema(self) -> dict[str, Any]:
        return {"$ref": f"#/$defs/{self.label}"}

    def definition(self) -> dict[str, Any]:
        """What ``schema`` refers to; parts may hold each other."""
        return {"oneOf": [_typed(word, kind.schema(), word == self.usual) for word, kind in self.table.items()]}


@dataclass(frozen=True)
class OrTyped(FieldType):
    """A value, or a mapping with a ``type``."""

    of: QuantityField
    typed: TypedMapping

    def read(self, node: Node, scope: Scope) -> Any:
        return self.typed.read(node, scope) if isinstance(node, Table) and "type" in node else self.of.read(node, scope)

    def schema(self) -> dict[str, Any]:
        own = self.of.schema()
        return {**own, "anyOf": [*own["anyOf"], self.typed.schema()]} if "anyOf" in own else {"anyOf": [own, self.typed.schema()]}


def _typed(word: str, schema: dict[str, Any], usual: bool = False) -> dict[str, Any]:
    """The schema of a kind with the word that chooses it."""
    needed = schema.get("required", []) if usual else ["type", *schema.get("required", [])]
    return {**schema, "properties": {"type": {"const": word}, **schema["properties"]}, "required": needed}
