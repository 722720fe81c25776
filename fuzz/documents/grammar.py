"""Documents from the JSON schema: values that the schema allows, put into good documents or put together from nothing."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

from .hostile import expression, odd_value, with_unit
from .mutations import encoded
from .seeds import any_tree
from .writing import document

NAMES = (
    "head",
    "tail",
    "neck",
    "arm",
    "hinge",
    "base",
    "link1",
    "joint1",
    "size",
    "length",
    "frequency",
    "*",
    "trunk",
    "fin",
    "hull",
)
ONE_OF = re.compile(r"one of ([a-z0-9_, -]+), or a parameter")
DEEPEST = 8
ODD_SHARE = 0.02  # of values that the schema does not allow


@cache
def schema() -> dict[str, Any]:
    """The schema of scenario files."""
    import elver

    return elver.scenarios.schema()


def resolved(own: dict[str, Any]) -> dict[str, Any]:
    """What a reference points at."""
    while "$ref" in own:
        own = schema()["$defs"][own["$ref"].rsplit("/", 1)[1]]
    return own


def ways(own: dict[str, Any]) -> list[dict[str, Any]]:
    """The schema, or all that it leaves open."""
    own = resolved(own)
    further = [*own.get("anyOf", ()), *own.get("oneOf", ())]
    return [way for one in further for way in ways(one)] if further else [own]


def made(own: dict[str, Any], chance: Random, depth: int = 0) -> Any:
    """A value that a schema allows."""
    if chance.random() < ODD_SHARE:
        return odd_value(chance)
    words = ONE_OF.search(own.get("description", ""))
    if words:
        return chance.choice(words[1].split(", "))
    one = chance.choice(ways(own))
    if "const" in one or "enum" in one:
        return str(one.get("const", "")) or chance.choice(one["enum"])
    kind = one.get("type")
    kind = chance.choice(kind) if isinstance(kind, list) else kind
    if kind == "object":
        return made_table(one, chance, depth)
    if kind == "array":
        low = one.get("minItems", 0)
        count = chance.randint(low, min(one.get("maxItems", low + 3), low + 3))
        return [made(one.get("items", {}), chance, depth + 1) for _ in range(count if depth < DEEPEST else low)]
    return made_scalar(one, kind, chance)


def made_table(one: dict[str, Any], chance: Random, depth: int) -> dict[str, Any]:
    """A mapping with all that is needed and some of the rest."""
    share = 0.0 if depth >= DEEPEST else chance.choice((0.1, 0.3, 0.8))
    needed = one.get("required", ())
    table = {
        k: made(v, chance, depth + 1) for k, v in one.get("properties", {}).items() if k in needed or chance.random() < share
    }
    free = one.get("additionalProperties")
    if isinstance(free, dict) and depth < DEEPEST:
        table |= {chance.choice(NAMES): made(free, chance, depth + 1) for _ in range(chance.choice((0, 1, 1, 2, 3)))}
    return table


def made_scalar(one: dict[str, Any], kind: Any, chance: Random) -> str:
    """A number, a truth value, or a text."""
    if kind in ("number", "integer"):
        low = one.get("minimum", one.get("exclusiveMinimum", -2.0))
        value = chance.choice((low, low + 1, low + chance.random(), one.get("maximum", low + 10)))
        return str(round(value)) if kind == "integer" else repr(float(value))
    if kind == "boolean":
        return chance.choice(("true", "false"))
    if kind == "null":
        return "null"
    return chance.choice((chance.choice(NAMES), expression(chance), with_unit(chance), "1", "0.1"))


def inside(tree: Any, own: dict[str, Any], chance: Random) -> None:
    """Walk down a document and its schema; where the walk ends, another value that the schema allows."""
    while isinstance(tree, dict) and tree:
        key = chance.choice(list(tree))
        below = [way for way in ways(own) if way.get("properties", {}).get("type", {}).get("const") in (None, tree.get("type"))]
        found = [way["properties"][key] for way in below if key in way.get("properties", {})]
        found += [way["additionalProperties"] for way in below if isinstance(way.get("additionalProperties"), dict)]
        if not found:
            return
        own = found[0] if "properties" not in resolved(own) else found[-1]
        if not isinstance(tree[key], dict) or chance.random() < 0.3:
            tree[key] = made(own, chance)
            return
        tree = tree[key]


def from_schema(chance: Random) -> bytes:
    """A document whose parts the schema allows: all made, or some made and the rest of a good one."""
    tree = any_tree(chance)
    if chance.random() < 0.6:
        for _ in range(chance.choice((1, 1, 2, 3))):
            inside(tree, schema(), chance)
        return encoded(document(tree))
    share = chance.choice((0.1, 0.3, 1.0))
    parts = {
        k: made(v, chance) for k, v in schema()["properties"].items() if k not in ("elver", "name") and chance.random() < share
    }
    return encoded(document({**tree, **parts}))
