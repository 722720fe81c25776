"""Rows of all cases as one labelled data set: parameters are dimensions, figures of the summary are variables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from elver.results.provenance import versions
from elver.results.summary import LEDGER_WARNING
from elver.studies.ranges import Axis
from elver.studies.runs import Row, described, sample_times
from elver.studies.setup import Setup

MISSING = "not run"
KEY_DIMENSIONS = {"peak_torque": "joint", "peak_torque_by_group": "joint_group", "ledger": "flow"}


def make_dataset(setup: Setup, axes: Sequence[Axis], rows: Mapping[int, Row]):
    """The data set of the cases that were run; the others are NaN, with the status ``not run``."""
    import xarray as xr

    shape, dims = tuple(len(a.values) for a in axes), tuple(a.name for a in axes)
    count = int(np.prod(shape, dtype=int))
    ends = {"status": np.full(count, MISSING, dtype=object), "status_detail": np.full(count, "", dtype=object)}
    for case, row in rows.items():
        ends["status"][case], ends["status_detail"][case] = row.status, row.detail
    meanings = {"status": "how the run ended", "status_detail": "the same in one sentence"}
    variables = {n: (dims, v.astype(str).reshape(shape), {"long_name": meanings[n]}) for n, v in ends.items()}
    labels: dict[str, list] = {}
    words = described(rows.values())
    for name, kind in figure_kinds(rows.values()).items():
        own = kind_labels(name, kind, labels)
        values = np.full((count, *(len(own[d]) for d in own)), np.nan)
        for case, row in rows.items():
            fill(values[case : case + 1], row.figures.get(name), own)
        own_words = words.get(name, {})
        text = {"units": own_words.get("unit", ""), "long_name": own_words.get("meaning") or name.replace("_", " ")}
        variables[name] = ((*dims, *own), values.reshape(*shape, *values.shape[1:]), text)
    coordinates = {a.name: (a.name, np.array(a.labels), {"units": a.unit, "long_name": a.meaning}) for a in axes}
    data = xr.Dataset(variables, {**coordinates, **labels}, attributes(setup))
    mark_trusted(data)
    add_trajectories(data, setup, dims, shape, rows)
    return data


def mark_trusted(data) -> None:
    """Add ``trusted``: which cases finished with an energy ledger that closes. A closure without a number does not."""
    closes = data.ledger_closure <= LEDGER_WARNING if "ledger_closure" in data else False
    text = f"1 where the run finished and its energy ledger closes to {LEDGER_WARNING:g}; other figures are not to be trusted"
    data["trusted"] = ((data.status == "finished") & closes).assign_attrs(long_name=text)


def attributes(setup: Setup) -> dict[str, str]:
    return {
        "title": f"Elver sweep of {setup.scenario.name}",
        "model": setup.scenario.name,
        "settings": json.dumps(setup.described),
        "versions": json.dumps(versions()),
    }


def figure_kinds(rows: Iterable[Row]) -> dict[str, Any]:
    """Name of every figure with what it is: None for a number, labels for a mapping, a length for a list."""
    kinds: dict[str, Any] = {}
    for row in rows:
        for name, value in row.figures.items():
            if isinstance(value, Mapping):
                kinds[name] = list(dict.fromkeys([*(kinds.get(name) or []), *value]))
            elif isinstance(value, list):
                kinds[name] = max(len(value), kinds.get(name) or 0)
            elif not isinstance(value, str):
                kinds.setdefault(name, None)
    return kinds


def kind_labels(name: str, kind, labels: dict[str, list]) -> dict[str, list]:
    """Dimensions of a figure beyond the parameters, with their labels; they are entered in ``labels``."""
    if kind is None:
        return {}
    if isinstance(kind, list):
        dimension, own = KEY_DIMENSIONS.get(name, f"{name}_of"), kind
    else:
        dimension, own = {3: ("axis", list("xyz")), 2: ("plane", list("xy"))}.get(kind, (f"{name}_number", list(range(kind))))
    labels[dimension] = own
    return {dimension: own}


def fill(target: np.ndarray, value, own: Mapping[str, list]) -> None:
    """Write one figure of one case; what it does not have stays NaN."""
    if value is None:
        return
    if not own:
        target[0] = value
    elif isinstance(value, Mapping):
        place = {label: k for k, label in enumerate(next(iter(own.values())))}
        for label, number in value.items():
            target[0, place[label]] = np.nan if number is None else number
    else:
        target[0, : len(value)] = [np.nan if number is None else number for number in value]


def add_trajectories(data, setup: Setup, dims, shape, rows: Mapping[int, Row]) -> None:
    """The trajectories that were kept, with time behind the parameters."""
    times = sample_times(setup.plan)
    for name in setup.trajectories:
        found = {case: row.trajectories[name] for case, row in rows.items() if name in row.trajectories}
        if not found:
            continue
        own: dict[str, list] = {}
        for recording in found.values():
            for d, labels in recording.labels.items():
                own[d] = list(dict.fromkeys([*own.get(d, []), *labels]))
        values = np.full((int(np.prod(shape, dtype=int)), len(times), *map(len, own.values())), np.nan)
        for case, recording in found.items():
            places = [[own[d].index(label) for label in labels] for d, labels in recording.labels.items()]
            values[np.ix_([case], range(len(times)), *places)] = recording.values
        first = next(iter(found.values()))
        text = {"units": first.unit, "long_name": first.meaning}
        data.coords["time"] = ("time", times, {"units": "s"})
        for d, labels in own.items():
            if d not in data.coords:
                data.coords[d] = (d, labels)
        data[name] = ((*dims, "time", *own), values.reshape(*shape, *values.shape[1:]), text)
