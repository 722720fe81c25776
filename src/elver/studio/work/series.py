"""Recorded quantities of runs over time, thinned for a page, in the worker: what runs are compared by."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.results import load_run

MOST_RUNS, MOST_POINTS, MOST_NAMES = 8, 1500, 400
FIRST = ("forward_speed", "base_velocity.x", "base_position.x", "kinetic_energy")


def series(request: Mapping[str, Any]) -> dict[str, Any]:
    """Names that all runs have, and one of them over time for every run; their parameters, and units of their figures.

    files: run.nc by the name of the run.
    """
    files = request.get("files")
    if not isinstance(files, dict) or not 1 <= len(files) <= MOST_RUNS:
        raise InputError(f"give 1 to {MOST_RUNS} runs to compare.")
    runs = {name: load_run(Path(file)) for name, file in files.items()}
    data = {name: own.data for name, own in runs.items()}
    lists = [series_names(own) for own in data.values()]
    common = [name for name in lists[0] if all(name in other for other in lists[1:])][:MOST_NAMES]
    if not common:
        raise InputError("these runs have no recorded quantity in common.")
    chosen = str(request.get("name") or "") or next((n for n in FIRST if n in common), common[0])
    if chosen not in common:
        raise InputError(f"'{chosen[:60]}' is not recorded in all of these runs.")
    words = next(iter(data.values()))[chosen.partition(".")[0]].attrs
    curves = {name: thinned(own, chosen) for name, own in data.items()}
    about = {"name": chosen, "unit": words.get("units", ""), "meaning": words.get("long_name", "")}
    words_of = {figure: words for own in runs.values() for figure, words in own.figures.items()}
    parameters = {name: own.parameters for name, own in runs.items()}
    return {"names": common, **about, "curves": curves, "figures": words_of, "parameters": parameters}


def series_names(data) -> list[str]:
    """Quantities over time: ``field`` for one number, ``field.label`` for one of several."""
    found: list[str] = []
    for name, own in data.data_vars.items():
        if own.dims == ("time",) and own.dtype.kind in "fiub":
            found.append(str(name))
        elif len(own.dims) == 2 and own.dims[0] == "time" and own.dtype.kind == "f" and own.dims[1] in data.coords:
            found += [f"{name}.{label}" for label in data[own.dims[1]].values.tolist()]
    return found


def thinned(data, name: str) -> dict[str, list[float]]:
    """Times and values of one quantity, every so many samples."""
    field, _, label = name.partition(".")
    values = data[field]
    if label:
        labels = [str(v) for v in data[values.dims[1]].values.tolist()]
        values = values.isel({values.dims[1]: labels.index(label)})
    every = max(1, -(-len(data.time) // MOST_POINTS))
    return {
        "time": np.asarray(data.time.values[::every], dtype=float).tolist(),
        "values": np.asarray(values.values[::every], dtype=float).tolist(),
    }
