"""Dataclasses of the engine as forms, read from their own declarations.

``Kind("elver.forces:Morison")`` takes every field that is declared by ``quantity(...)`` or ``word(...)``; fields of other sorts
are given a form by name. A ``Part`` chooses among kinds by the word of ``type``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

from elver.document.forms import (
    Amount,
    Each,
    Fields,
    Flag,
    Form,
    Many,
    OneOrMany,
    OrCommand,
    OrNone,
    Words,
    amount,
    described,
    read_fields,
)
from elver.document.nodes import Node, Table, Text, as_table, as_text
from elver.document.scope import Scope
from elver.document.wording import TABLES, spoken
from elver.errors import unknown_name
from elver.quantities import quantities

PLAIN_FORMS: dict[str, Callable[[str], Form]] = {
    "bool": lambda name: Flag(name),
    "float": lambda name: amount("", name),
    "int": lambda name: amount("1", name, whole=True),
    "str": lambda name: Words(name),
}


@dataclass(frozen=True)
class Kind(Form):
    """A dataclass of the engine. home: ``module:name``, imported when first used.

    forms: of the fields that declare nothing themselves; None leaves a field out.
    also: of further names, which ``adapt`` makes fields of.
    """

    home: str
    forms: Mapping[str, Form | None] = field(default_factory=dict)
    also: Mapping[str, Form] = field(default_factory=dict)
    adapt: Callable[[dict[str, Any]], dict[str, Any]] | None = None

    @cached_property
    def made(self) -> Callable:
        """The class itself, or a function that makes one."""
        module, name = self.home.split(":")
        target: Any = import_module(module)
        for part in name.split("."):
            target = getattr(target, part)
        return target

    @cached_property
    def named(self) -> dict[str, Form]:
        """The form of every field that a document may give."""
        declared = quantities(self.made)
        found: dict[str, Form] = {}
        for own in dataclasses.fields(self.made):  # type: ignore[arg-type]
            form = self.forms.get(own.name)
            if not own.init or (own.name in self.forms and form is None):
                continue
            if form is None and own.name in declared:
                form = Amount(declared[own.name])
            if form is None:
                form = PLAIN_FORMS[str(own.type).removesuffix(" | None")](own.name)
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
        values = read_fields(table, {name: form for name, form in forms.items() if name not in (given or {})}, scope, what)
        values = scope.built(node, self.adapt, values) if self.adapt else values
        values = {**values, **(given or {})}
        for name in self.needed:
            if name not in values:
                raise node.error(f"{node.key}: {what} has no '{name}'. Give it: {meaning_of(forms[name])}.")
        return scope.built(node, self.made, **values)

    def schema(self) -> dict[str, Any]:
        needed = [name for name in self.needed if self.adapt is None]
        properties = {name: form.schema() for name, form in self.named.items()}
        return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def in_other_units(kind: Kind, units: Mapping[str, str], left: tuple[str, ...] = ()) -> Kind:
    """The same kind with the quantities of some units in others: of a joint that slides, N instead of N m. ``torque`` is a
    ``force`` there. left: quantities that stay."""
    changed: dict[str, Form | None] = {}
    for name, own in quantities(kind.made).items():
        if own.unit in units and name not in (*kind.forms, *left):
            meaning = own.meaning.replace("torque", "force")
            changed[name] = Amount(dataclasses.replace(own, unit=units[own.unit], meaning=meaning))
    return dataclasses.replace(kind, forms={**kind.forms, **changed})


def meaning_of(form: Form) -> str:
    """What a form stands for, in words."""
    if isinstance(form, Amount):
        return described(form.quantity) or "a number"
    return getattr(form, "meaning", "") or within(form)


def within(form: Form) -> str:
    """What a form that holds others stands for."""
    if isinstance(form, Part):
        return f"{form.what}, with its `type` and keys"
    if isinstance(form, Kind):
        return f"a table: {', '.join(form.named)}"
    if isinstance(form, Fields):
        return f"{form.what}: its keys"
    inner = meaning_of(form.of) if isinstance(form, (OrNone, OneOrMany, OrCommand, Many, Each)) else ""
    if isinstance(form, OrCommand):
        return f"{inner}; or the name of a command that the gait gives"
    if isinstance(form, Each):
        return f"by {form.kind or 'name'}: {inner}"
    return {OrNone: f"{inner}; or none", Many: f"a list: {inner}"}.get(
        type(form), inner or f"name of a {getattr(form, 'kind', 'thing')}"
    )


def unit_of(form: Form) -> str:
    """The unit of a form's numbers; empty where there is none, or where it depends."""
    own = form.quantity.unit if isinstance(form, Amount) else getattr(form, "unit", "")
    inner = getattr(form, "of", None)
    return unit_of(inner) if isinstance(inner, Form) and not own else "" if own == "1" else own


@dataclass(frozen=True)
class Part(Form):
    """A mapping whose ``type`` is a word of a table, which says what the rest of it is. usual: the word where none is given."""

    what: str
    table: Mapping[str, Kind]
    usual: str = ""

    def __post_init__(self):
        TABLES.append(self.table)  # messages of its classes speak its words

    def chosen(self, node: Node, scope: Scope) -> Kind:
        """The kind that ``type`` names."""
        table = as_table(node, self.what)
        word = table.get("type")
        if word is None and self.usual:
            return self.table[self.usual]
        if word is None:
            raise node.error(f"{node.key}: {self.what} has no 'type'. Give one of: {', '.join(self.table)}.")
        text = as_text(word, "a type").text
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
        return {"oneOf": [typed(word, kind.schema(), word == self.usual) for word, kind in self.table.items()]}


def typed(word: str, schema: dict[str, Any], usual: bool = False) -> dict[str, Any]:
    """The schema of a kind with the word that chooses it."""
    needed = schema.get("required", []) if usual else ["type", *schema.get("required", [])]
    return {**schema, "properties": {"type": {"const": word}, **schema["properties"]}, "required": needed}
