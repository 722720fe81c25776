"""Tables: by rich on a terminal, coloured (unless NO_COLOR) and folded to its width; elsewhere one plain line per row."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence
from typing import Any

INDENT = 2


def name_values(rows: Iterable[tuple[str, str]], width: int = 18) -> str:
    """Names with their values, one below the other."""
    return table([(f"{name:<{width}}", value) for name, value in rows], styles=("cyan", ""))


def table(
    rows: Iterable[Sequence[str]], headers: Sequence[str] = (), styles: Sequence[str] = (), right: Sequence[int] = ()
) -> str:
    """Rows of texts under headers. styles: of the columns, in rich's words; right: columns that end at their right edge."""
    cells = [list(row) for row in rows]
    if not cells:
        return ""
    if not on_terminal():
        return plain([list(headers), *cells] if headers else cells, right)
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, show_header=bool(headers), pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for k in range(len(cells[0])):
        grid.add_column(
            headers[k] if headers else "",
            style=styles[k] if k < len(styles) else "",
            justify="right" if k in right else "left",
            no_wrap=k in right or k == 0,
        )
    for row in cells:
        grid.add_row(*(Text(cell) for cell in row))
    text = rendered(Padding(grid, (0, 0, 0, INDENT)))
    return "\n".join(line.rstrip() for line in text.splitlines())


def plain(rows: list[list[str]], right: Sequence[int]) -> str:
    """One line per row, columns below each other: for files and other programs, without loading rich."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = (
        " ".join(cell.rjust(w) if k in right else cell.ljust(w) for k, (cell, w) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    )
    return "\n".join(" " * INDENT + line.rstrip() for line in lines)


def coloured(text: str, style: str) -> str:
    """A text in a colour, on a terminal."""
    if not on_terminal():
        return text
    from rich.text import Text

    return rendered(Text(text, style), end="")


def rendered(thing: Any, end: str = "\n") -> str:
    """What rich shows of a thing on this terminal."""
    from rich.console import Console

    buffer = io.StringIO()
    Console(file=buffer, force_terminal=True).print(thing, end=end)
    return buffer.getvalue()


def on_terminal() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout is not None and sys.stdout.isatty()
