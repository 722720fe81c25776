"""What a data set must hold: attributes, variables and their dimensions, checked once when it is read."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from elver.errors import InputError, printable

ESCAPED = re.compile(r"(?<!\\)(?:\\\\)*\\u00(?:[01][0-9a-fA-F]|[7][fF]|[89][0-9a-fA-F])")  # a control character, in JSON
KINDS = {"number": "fiu", "real": "f", "whole": "iu", "text": "UOT", "flag": "b"}
WORDS = {
    "text": "a text",
    "number": "a number",
    "finite": "a finite number",
    "positive": "a finite number greater than 0",
    "whole": "a whole number",
    "object": "a JSON object",
    "names": "a JSON list of names",
}


@dataclass(frozen=True)
class Field:
    """A variable: its dimensions in order, and the kind of its values (a key of ``KINDS``)."""

    dims: tuple[str, ...]
    kind: str = "real"


@dataclass(frozen=True)
class Layout:
    """What a data set must hold. attributes: name -> a key of ``WORDS``; fields: variables that must be there; optional: those
    that must fit where they are there; sizes: lengths of dimensions; labels: names that a dimension must have.
    """

    attributes: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, Field] = field(default_factory=dict)
    optional: Mapping[str, Field] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def check_layout(data, layout: Layout, name: str) -> None:
    """Refuse a data set that does not hold what the layout says; one error, which names the first thing that is wrong."""
    for problem in problems(data, layout):
        raise InputError(f"{name} is damaged or not written by Elver: {problem}.")


def problems(data, layout: Layout):
    """Everything that is wrong, in words."""
    for key, kind in layout.attributes.items():
        if key not in data.attrs:
            yield f"the attribute '{key}' is missing"
        elif not is_kind(data.attrs[key], kind):
            yield f"the attribute '{key}' is not {WORDS[kind]}"
    for key, expected in layout.fields.items():
        if key not in data.variables:
            yield f"the variable '{key}' is missing"
        else:
            yield from mismatch(key, data.variables[key], expected)
    for key, expected in layout.optional.items():
        if key in data.variables:
            yield from mismatch(key, data.variables[key], expected)
    for dimension, size in layout.sizes.items():
        if dimension in data.sizes and data.sizes[dimension] != size:
            yield f"the dimension '{dimension}' has {data.sizes[dimension]} entries, not {size}"
    for key, variable in data.variables.items():
        if not isinstance(variable.attrs.get("units", ""), str):
            yield f"the unit of '{key}' is not a text"
    yield from unprintable(data)
    for dimension, labels in layout.labels.items():
        yield from missing_labels(data, dimension, labels)


def unprintable(data):
    """Texts of a data set that a terminal would obey instead of showing."""
    for owner, attributes in (("", data.attrs), *((f" of '{name}'", own.attrs) for name, own in data.variables.items())):
        for key, value in attributes.items():
            if isinstance(value, str) and odd(value):
                which = f"'{printable(str(key))[:60]}'{printable(owner)[:60]}"
                yield f"the attribute {which} holds a character that cannot be printed"
    for name, own in data.variables.items():
        if not str(name).isprintable():
            yield f"the name of the variable '{printable(str(name))[:60]}' cannot be printed"
        if own.dtype.kind in KINDS["text"] and any(isinstance(v, str) and odd(v) for v in own.values.ravel().tolist()):
            yield f"the values of '{printable(str(name))[:60]}' hold a character that cannot be printed"


def odd(text: str) -> bool:
    """Whether a text holds a character that cannot be printed, be it written as an escape of JSON; lines and tabs are plain."""
    if "\\u00" in text and ESCAPED.search(text):
        return True
    return not text.isprintable() and any(not sign.isprintable() and sign not in "\n\t\u00a0" for sign in text)


def mismatch(key: str, variable, expected: Field):
    """How a variable differs from what is expected."""
    if tuple(variable.dims) != expected.dims:
        yield f"the variable '{key}' lies along ({', '.join(map(str, variable.dims))}), not ({', '.join(expected.dims)})"
    elif variable.size and variable.dtype.kind not in KINDS[expected.kind]:
        yield f"the values of '{key}' are of type {variable.dtype}, not {expected.kind}"
    elif variable.dtype.kind == "O" and not all(isinstance(v, str) for v in variable.values.ravel()):
        yield f"the values of '{key}' are not text"


def missing_labels(data, dimension: str, labels: tuple[str, ...]):
    """Labels that a dimension lacks, has twice, or has in no readable form."""
    if dimension not in data.sizes:
        return
    if dimension not in data.coords:
        yield f"the dimension '{dimension}' has no labels"
        return
    found = [str(v) for v in data[dimension].values]
    if len(set(found)) < len(found):
        yield f"the dimension '{dimension}' has a label twice"
    lost = [label for label in labels if label not in found]
    if lost:
        yield f"the dimension '{dimension}' has no '{lost[0]}'"


def is_kind(value, kind: str) -> bool:
    """Whether an attribute is what ``kind`` says."""
    if kind == "text":
        return isinstance(value, str)
    if kind in ("object", "names"):
        found = parsed(value)
        return isinstance(found, dict) if kind == "object" else is_list_of_names(found)
    if isinstance(value, (str, bytes)):
        return False
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    allowed = {"number": True, "whole": number.is_integer(), "positive": 0 < number < math.inf}
    return allowed.get(kind, math.isfinite(number))


def is_list_of_names(value) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def parsed(value):
    """What a JSON text holds; None where it is none."""
    try:
        return json.loads(value)
    except (TypeError, ValueError, RecursionError):
        return None
