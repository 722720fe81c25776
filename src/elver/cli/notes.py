"""What a person is told besides the result: notes while it works, warnings, and where the results are."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from elver.packages import is_installed, remedy

DRAWS = ("matplotlib", "xarray")  # packages without which nothing is drawn


class Talking(Protocol):
    """Options of a command that prints JSON where a script asks for it."""

    @property
    def json(self) -> bool: ...


def note(options: Talking, text: str) -> None:
    """Tell a person what is going on; scripts that asked for JSON hear nothing."""
    if not options.json:
        print(text, flush=True)


def tell_where(options: Talking, folder: Path | None) -> None:
    """Name the folder that the results are in."""
    if folder is not None:
        note(options, f"results in {folder}{os.sep}")


def with_what_is_there(options: Any) -> Any:
    """Options of a command, without figures where nothing is installed that draws; a note says what brings them."""
    if getattr(options, "no_figures", True) or all(map(is_installed, DRAWS)):
        return options
    complain(f"no figures: they need {' and '.join(DRAWS)}. {remedy('matplotlib')} brings both; --no-figures spares this note.")
    return replace(options, no_figures=True)


def complain(text: str) -> None:
    """One line on standard error."""
    print(f"elver: {text}", file=sys.stderr)


@contextmanager
def plain_warnings() -> Iterator[None]:
    """Warnings of the library as one line each on standard error, without file and line."""

    def show(message, category, filename, lineno, file=None, line=None) -> None:
        complain(f"warning: {message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = show
        yield
