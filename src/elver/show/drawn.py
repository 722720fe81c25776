"""Figures one by one: what the data do not allow is refused by its name, or left out with a warning; the others are drawn."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from elver.drawing.picture import Film
from elver.drawing.style import write
from elver.errors import ElverError, WriteError, from_user
from elver.files import make_folder
from elver.results import Run
from elver.scenarios import Scenario, find_scenario


def origin_of(run: Run) -> dict:
    """Where the model of a run was read from; empty for one that is no file's."""
    try:
        found = json.loads(run.samples.attrs.get("origin", "{}"))
    except (TypeError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def scenario_of(run: Run) -> Scenario | None:
    """The published scenario that a run is of. A file may use the name of one and still be another machine."""
    return None if origin_of(run) else find_scenario(str(run.samples.attrs["model"]))


def film_of(run: Run) -> Film:
    """How the run's scenario is seen in motion."""
    own = scenario_of(run)
    return own.film if own else Film()


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
            if asked:
                raise
            failures.append(error)
    tell_failures(failures, len(makers))
    return drawn


def tell_failures(failures: Sequence[ElverError], count: int) -> None:
    """Warn of the figures out of ``count`` that are left out; the first is raised where all failed, or nothing can be written."""
    for failure in failures:
        if isinstance(failure, WriteError) or len(failures) == count:
            raise failure
    for failure in failures:
        warnings.warn(f"a figure is left out: {failure}", stacklevel=4)


def drawn_one(name: str, make: Callable, folder: Path | None, formats: tuple[str, ...]):
    """One figure, drawn and written."""
    what = f"figure '{name}' cannot be drawn, its data are damaged or not finite; drawing"
    figure = from_user(what, make)
    if folder is None:
        return figure
    for extension in formats:
        from_user(what, write, figure, folder / f"{name}.{extension}")
    return figure
