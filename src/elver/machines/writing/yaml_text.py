"""Plain values as YAML that people read: short ones on one line, longer ones below each other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

WIDTH = 118
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*( [A-Za-z0-9_.\-]+)*")
NOT_WORDS = {"null", "none", "true", "false", "yes", "no", "on", "off"}  # what YAML takes for something else


def yaml_text(document: Mapping[str, Any]) -> str:
    """The document; its parts are set apart by empty lines."""
    blocks: list[str] = []
    for name, value in document.items():
        lines = list(entry(name, value, 0))
        blocks.append(("\n" if isinstance(value, Mapping) and blocks else "") + "\n".join(lines))
    return "\n".join(blocks) + "\n"


def entry(name: str, value: Any, depth: int) -> Iterator[str]:
    """Lines of ``name: value``."""
    indent = "  " * depth
    short = f"{indent}{scalar(name)}: {flow(value)}"
    if len(short) <= WIDTH and (depth > 0 or not isinstance(value, Mapping)):
        yield short
    elif isinstance(value, Mapping):
        yield f"{indent}{scalar(name)}:"
        for key, item in value.items():
            yield from entry(key, item, depth + 1)
    elif isinstance(value, list):
        yield f"{indent}{scalar(name)}:"
        for item in value:
            yield f"{indent}  - {flow(item)}"
    else:
        yield short


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def scalar(value: Any) -> str:
    """A single value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    text = str(value)
    plain = (WORD.fullmatch(text) and text.lower() not in NOT_WORDS) or text == "none"
    return text if plain else json.dumps(text, ensure_ascii=False)
