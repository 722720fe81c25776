"""What the programs of this folder share: options, a clock, tables."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace


def arguments(purpose: str, given: Sequence[str] | None) -> argparse.Namespace:
    """Options of a program: ``--short`` for a quick look, ``--out`` for the folder of the picture, ``--seed`` of the noise."""
    parser = argparse.ArgumentParser(description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="a quick look: a small machine, a short run")
    parser.add_argument("--out", type=Path, default=Path(), metavar="FOLDER", help="where the picture goes (default: here)")
    parser.add_argument("--seed", type=int, default=1, help="of the sensors' noise (default: 1)")
    options = parser.parse_args(given)
    options.out.mkdir(parents=True, exist_ok=True)
    return options


@contextmanager
def took() -> Iterator[SimpleNamespace]:
    """A clock whose ``seconds`` are known at the end of the block."""
    clock = SimpleNamespace(seconds=0.0)
    began = time.perf_counter()
    yield clock
    clock.seconds = time.perf_counter() - began


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence]) -> str:
    """A table as text: the first column on the left, the others on the right."""
    cells = [list(map(str, row)) for row in (heads, *rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(heads))]
    lines = [row[0].ljust(widths[0]) + "".join(f"  {c:>{w}}" for c, w in zip(row[1:], widths[1:], strict=True)) for row in cells]
    return "\n".join([title, *lines, ""])
