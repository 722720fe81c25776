"""Figures one by one: what the data do not allow is refused by its name, or left out with a warning; the others are drawn."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

from elver.drawing.style import write
from elver.errors import ElverError, WriteError, from_user
from elver.files import make_folder


def draw_each(makers: Mapping[str, Callable], folder: Path | None, formats: tuple[str, ...], asked: bool) -> dict:
    """Figures by name, also written as ``folder/NAME.FORMAT`` where there is a folder.

    asked: whether these figures were asked for by name. One that cannot be drawn is an error then; otherwise a warning, unless
    none of them can. A disk that cannot be written to is an error at once.
    """
    drawn, failures = {}, []
    if folder is not None:
        make_folder(folder)
    for name, make in makers.items():
        try:
            drawn[name] = drawn_one(name, make, folder, formats)
        except WriteError:
            raise
        except ElverError as error:
            if asked or len(makers) == 1:
                raise
            failures.append(error)
    if failures and not drawn:
        raise failures[0]
    for failure in failures:
        warnings.warn(f"a figure is left out: {failure}", stacklevel=3)
    return drawn


def drawn_one(name: str, make: Callable, folder: Path | None, formats: tuple[str, ...]):
    """One figure, drawn and written."""
    what = f"figure '{name}' cannot be drawn, its data are damaged or not finite; drawing"
    figure = from_user(what, make)
    if folder is None:
        return figure
    for extension in formats:
        from_user(what, write, figure, folder / f"{name}.{extension}")
    return figure
