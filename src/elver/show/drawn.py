"""Figures one by one: what the data do not allow is refused by its name, or left out with a warning; the others are drawn."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from pathlib import Path

from elver.errors import ElverError, InputError, from_user
from elver.show.style import write


def draw_each(makers: Mapping[str, Callable], folder: Path | None, formats: tuple[str, ...], asked: bool) -> dict:
    """Figures by name, also written as ``folder/NAME.FORMAT`` where there is a folder.

    asked: whether these figures were asked for by name. One that cannot be drawn is an error then; otherwise a warning, unless
    none of them can.
    """
    drawn, failures = {}, []
    make_folder(folder)
    for name, make in makers.items():
        try:
            drawn[name] = drawn_one(name, make, folder, formats)
        except CannotWriteError:
            raise
        except ElverError as error:
            if asked or len(makers) == 1:
                raise
            failures.append(error)
    if failures and not drawn:
        raise failures[0]
    for error in failures:
        warnings.warn(f"a figure is left out: {error}", stacklevel=3)
    return drawn


class CannotWriteError(InputError):
    """The disk, not the data: no figure can be written."""


def drawn_one(name: str, make: Callable, folder: Path | None, formats: tuple[str, ...]):
    """One figure, drawn and written."""
    what = f"figure '{name}' cannot be drawn, its data are damaged or not finite; drawing"
    figure = from_user(what, make)
    for extension in formats if folder is not None else ():
        try:
            from_user(what, write, figure, folder / f"{name}.{extension}")
        except InputError as error:
            if isinstance(error.__cause__, OSError):
                raise cannot_write(folder, error.__cause__) from error
            (folder / f"{name}.{extension}").unlink(missing_ok=True)
            raise
    return figure


def make_folder(folder: Path | None) -> None:
    """The folder for the figures."""
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(folder, error) from error


def cannot_write(folder: Path, error: OSError) -> CannotWriteError:
    return CannotWriteError(f"cannot write figures to '{folder}': {error.strerror or error}. Choose a folder you can write to.")
