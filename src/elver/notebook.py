"""What notebooks show: short tables, and below them the machine in motion."""

from __future__ import annotations

import os
from collections.abc import Iterable
from html import escape
from importlib import import_module

SWITCH = "ELVER_NOTEBOOK_PAGES"  # environment variable: 0 for tables alone
VIEWS = "elver.page.making"  # makes pages of runs, models and scenarios; opened by its name when a notebook asks


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


def in_motion(table: str, thing) -> str:
    """The table of a run, a model or a scenario and the page that shows it in motion; the table alone where pages are off."""
    if os.environ.get(SWITCH, "1").strip().lower() in ("0", "off", "no", "false"):
        return table
    return table + import_module(VIEWS).view(thing)
