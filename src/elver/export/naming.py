"""Names that other languages accept: identifiers of C, and dotted names of FMI."""

from __future__ import annotations

import re
from collections.abc import Iterable

KEYWORDS = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for",
    "goto", "if", "inline", "int", "long", "main", "register", "restrict", "return", "short", "signed", "sizeof", "static",
    "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
}  # fmt: skip


def identifier(text: str) -> str:
    """A name of letters, digits and underscores that no digit begins; no word of C."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_") or "unnamed"
    return f"n{name}" if name[0].isdigit() else f"{name}_" if name in KEYWORDS else name


def dotted(parts: Iterable[str]) -> str:
    """Identifiers joined by dots."""
    return ".".join(identifier(p) for p in parts)


def distinct(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """The names in order; one that was there before gets a number, so that upper and lower case alone never tell two apart."""
    used, found = {name.lower() for name in taken}, []
    for name in names:
        chosen, k = name, 1
        while chosen.lower() in used:
            k += 1
            chosen = f"{name}_{k}"
        used.add(chosen.lower())
        found.append(chosen)
    return found
