"""Short tables for notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def html_table(title: str, rows: Iterable[tuple[str, object]]) -> str:
    """A title and lines of name and text."""
    lines = "".join(
        f'<tr><td style="text-align:left"><b>{escape(name)}</b></td><td style="text-align:left">{escape(str(text))}</td></tr>'
        for name, text in rows
    )
    return f"<table><caption>{escape(title)}</caption>{lines}</table>"


def named(names: Iterable[str], most: int = 4) -> str:
    """The first few names, and how many more there are."""
    names = list(names)
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return (", ".join(names[:most]) or "none") + more
