"""``media`` of a scenario file: forces by name, each on all bodies, on some, or with coefficients of its own on some.

``sea`` is the flow that every law of water meets that names no ``current`` itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from elver._support.errors import each
from elver.scenarios.files.types import MEDIUM, SEA
from elver.scenarios.yaml.forms import Each, FieldType, Names, OptionalField
from elver.scenarios.yaml.nodes import Node, Table, as_table
from elver.scenarios.yaml.scope import Scope

_BY_BODY = ("only", "per_body")


def read_media(node: Node | None, scope: Scope, sea: Node | None = None) -> dict[str, Any]:
    """Forces by name, in the sea of the file."""
    water = None if sea is None else SEA.read(sea, scope)
    if node is None:
        laws = {}
    else:
        items = as_table(node, "the media").items()
        laws = dict(each(items, lambda own: (own[0], _read_medium(own[1], scope, water))))
    if sea is not None and not any(_meets(law, water) for law in laws.values()):
        raise sea.error("sea: no medium of the file meets it. Give one of water without a current of its own, such as morison.")
    return laws


def _meets(law: Any, sea: Any) -> bool:
    """Whether a law, or one within it, is in the sea."""
    from elver.forces.effect import ForceWrapper

    return any(_meets(own, sea) for own in law.inner) if isinstance(law, ForceWrapper) else getattr(law, "current", None) is sea


def _in_sea(law: Any, table: Table, sea: Any) -> Any:
    """A law of water in the sea, unless it has a current of its own."""
    from elver.forces.effect import is_liquid, trait

    if sea is None or not (is_liquid(law) or trait(law, "in_sea")):
        return law
    own = [name for name in ("current", "surface") if name not in table and hasattr(law, name)]
    return replace(law, **dict.fromkeys(own, sea))


def _read_medium(node: Node, scope: Scope, sea: Any) -> Any:
    """A force; ``only`` names the bodies it acts on, ``per_body`` changes its coefficients on some."""
    table = as_table(node, "a medium")
    law = scope.built(node, _in_sea, MEDIUM.read(table, scope, left=_BY_BODY), table, sea)
    if not any(key in table for key in _BY_BODY):
        return law
    from elver.forces import ByBody

    only = Names("body").read(table.entries["only"], scope) if "only" in table else ()
    if "only" in table and not only:
        raise table.at("only").error(f"{node.key}.only names no body. Name those that the law acts on, or leave it out.")
    changes: dict[str, Any] = {}
    if "per_body" in table:
        forms = MEDIUM.chosen(table, scope).named
        changes = Each(OptionalField(_Changes(forms)), "body").read(table.entries["per_body"], scope)
    return scope.built(node, ByBody, law, changes, only)


class _Changes(FieldType):
    """Coefficients of a law that differ on some bodies."""

    def __init__(self, forms: dict[str, FieldType]):
        self.forms = forms

    def read(self, node: Node, scope: Scope) -> dict[str, Any]:
        table = as_table(node, "what differs")
        table.allow(self.forms, "the law")
        return {name: self.forms[name].read(item, scope) for name, item in table.items()}


class MediaForm(FieldType):
    """How the media stand in a file."""

    def read(self, node: Node, scope: Scope) -> Any:
        return read_media(node, scope)

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": {"$ref": "#/$defs/restricted_medium"}}

    @staticmethod
    def definition() -> dict[str, Any]:
        """A medium with the names that restrict it to some bodies."""
        own = MEDIUM.definition()["oneOf"]
        names = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
        further = {"only": names, "per_body": {"type": "object"}}
        return {"oneOf": [{**kind, "properties": {**kind["properties"], **further}} for kind in own]}
