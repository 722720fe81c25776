"""One case of a sweep as a run: the sweep keeps its figures and not its motion, so it is run again with the same numbers."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.results import Run
from elver.scenarios import Scenario, find_scenario
from elver.simulation import simulate

HOW = ("duration", "dt", "method", "output", "rtol", "atol")


def case_run(data, number: int, chosen: Scenario | None = None, progress: bool | None = False) -> Run:
    """The run of case ``number``, counted from 0 with the last parameter fastest, of the data set of a sweep.

    chosen: the scenario where it is somebody's own file, which a sweep knows by its digest only.
    """
    settings = settings_of(data)
    values = case_values(data, number)
    chosen = chosen or published(settings)
    if chosen.digest != settings.get("file", ""):
        raise InputError(f"'{chosen.file or chosen.name}' is not what the sweep of '{settings['scenario']}' was made from.")
    known = {k.removeprefix("parameter "): v for k, v in settings.items() if k.startswith("parameter ")}
    model = chosen.prepared({**known, **values}, duration=settings["duration"])
    return simulate(model, **{name: settings[name] for name in HOW}, progress=progress)


def settings_of(data) -> dict[str, Any]:
    """What a sweep was made with."""
    try:
        found = json.loads(data.attrs["settings"])
        if isinstance(found["scenario"], str) and all(name in found for name in HOW):
            return found
    except (KeyError, TypeError, ValueError, RecursionError):
        pass
    raise InputError("the sweep does not say what it was made with; it is damaged, or of another version.")


def published(settings: dict[str, Any]) -> Scenario:
    """The published scenario of a sweep."""
    found = None if settings.get("file") else find_scenario(settings["scenario"])
    if found is None:
        raise InputError(f"the sweep of '{settings['scenario']}' was made from a file. Name that file too, with --of FILE.yaml.")
    return found


def case_values(data, number: int) -> dict[str, Any]:
    """The values of the parameters in one case."""
    shape, names = data.status.shape, [str(d) for d in data.status.dims]
    count = int(np.prod(shape, dtype=int))
    if not 0 <= number < count:
        raise InputError(f"case {number} is not in the sweep: it has {count} cases, 0 to {count - 1}.")
    places = np.unravel_index(number, shape)
    return {name: data[name].values[k].item() for name, k in zip(names, places, strict=True)}
