"""Tables: with colour and folded to its width on a terminal, one plain line per row elsewhere (NO_COLOR: no colour at all)."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence

UNBOUND = 100_000  # characters: a row of a table that no terminal shows is never folded


def name_values(rows: Iterable[tuple[str, str]], width: int = 18) -> str:
    """Names with their values, one below the other."""
    return table([(f"{name:<{width}}", value) for name, value in rows], styles=("cyan", ""))


def table(
    rows: Iterable[Sequence[str]], headers: Sequence[str] = (), styles: Sequence[str] = (), right: Sequence[int] = ()
) -> str:
    """Rows of texts under headers. styles: of the columns, in rich's words; right: columns that end at their right edge."""
    from rich.table import Table
    from rich.text import Text

    rows = [list(row) for row in rows]
    grid = Table(box=None, show_header=bool(headers), pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for k in range(len(headers or rows[0]) if headers or rows else 0):
        style = styles[k] if k < len(styles) else ""
        grid.add_column(
            headers[k] if headers else "", style=style, justify="right" if k in right else "left", no_wrap=k in right or k == 0
        )
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    return rendered(grid)


def rendered(thing) -> str:
    """What rich shows of a thing, indented by two."""
    from rich.console import Console
    from rich.padding import Padding

    terminal = on_terminal()
    buffer = io.StringIO()
    console = Console(file=buffer, force_terminal=terminal, width=None if terminal else UNBOUND)
    console.print(Padding(thing, (0, 0, 0, 2)))
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines())


def on_terminal() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


def coloured(text: str, style: str) -> str:
    """A text in a colour, on a terminal."""
    if not on_terminal():
        return text
    from rich.console import Console
    from rich.text import Text

    console = Console(file=io.StringIO(), force_terminal=True)
    with console.capture() as shown:
        console.print(Text(text, style), end="")
    return shown.get()
