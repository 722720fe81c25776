"""Trees as YAML text. A ``Raw`` text is written as it is, whatever that does to the document around it."""

from __future__ import annotations

import json
import re
from typing import Any

SAFE = re.compile(r"[A-Za-z0-9_.+*/()^-]+( [A-Za-z0-9_.+*/()^-]+)*")
BROKEN = re.compile(r"[-*?]|.*(: | #)")


class Raw(str):
    """A piece of YAML as it stands; as a key of a mapping too, with what follows it."""

    __slots__ = ()


def document(tree: Any) -> str:
    """The text of a document: two levels of lines, the rest in brackets."""
    if not isinstance(tree, dict):
        return flow(tree) + "\n"
    lines = []
    for key, item in tree.items():
        if isinstance(item, dict) and item and not isinstance(key, Raw):
            lines.append(f"{scalar(key)}:")
            lines += [f"  {pair(name, inner)}" for name, inner in item.items()]
        else:
            lines.append(pair(key, item))
    return "\n".join(lines) + "\n"


def pair(key: Any, item: Any) -> str:
    """One entry of a mapping."""
    return str(key) if isinstance(key, Raw) else f"{scalar(key)}: {flow(item)}"


def flow(node: Any) -> str:
    """A value on one line; no recursion, since trees may be deeper than Python's stack."""
    found: list[str] = []
    waiting: list[Any] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Said):
            found.append(one.text)
        elif isinstance(one, dict):
            inner: list[Any] = [Said("{")]
            for k, (key, item) in enumerate(one.items()):
                inner += [Said(", ")] if k else []
                inner += [Said(key)] if isinstance(key, Raw) else [Said(f"{scalar(key)}: "), item]
            waiting += reversed([*inner, Said("}")])
        elif isinstance(one, list):
            inner = [Said("[")]
            for k, item in enumerate(one):
                inner += [Said(", "), item] if k else [item]
            waiting += reversed([*inner, Said("]")])
        else:
            found.append(scalar(one))
    return "".join(found)


class Said:
    """Text that is finished."""

    def __init__(self, text: str):
        self.text = str(text)


def scalar(value: Any) -> str:
    """A single value: plain where that is safe, between quotation marks where not."""
    if isinstance(value, Raw):
        return str(value)
    text = str(value)
    return text if SAFE.fullmatch(text) and not BROKEN.match(text) else json.dumps(text)
