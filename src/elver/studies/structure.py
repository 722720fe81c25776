"""What the data sets of sweeps and searches hold, and the checks of those that were read from a disk."""

from __future__ import annotations

import json

import numpy as np

from elver.errors import InputError
from elver.reading import Field, Layout, check_layout

ALONG = ("evaluation",)
OPTIMISE = Layout(
    {"objective": "text", "subject_to": "text", "best_evaluation": "whole"},
    {"objective": Field(ALONG), "best": Field(ALONG)},
)
PARETO = Layout({"goals": "text"}, {"on_front": Field(ALONG, "flag")})


def check_sweep(data, store) -> None:
    """Refuse a data set that is not the result of a sweep; the error names the first thing that is wrong."""
    name = f"the sweep '{store}'"
    dims = tuple(data["status"].dims) if "status" in data else ()
    words = dict.fromkeys(("status", "status_detail"), Field(dims, "text"))
    check_layout(data, Layout({"model": "text"}, words), name)
    if not dims:
        raise InputError(f"{name} is damaged or not written by Elver: nothing is varied in it.")
    for dimension in dims:
        labels = data.coords.get(dimension)
        if labels is None or not len(labels) or not readable(labels.values):
            raise InputError(f"{name} is damaged or not written by Elver: '{str(dimension)[:60]}' has no readable values.")


def readable(values: np.ndarray) -> bool:
    """Whether the values of a parameter are texts, flags, or finite numbers."""
    if values.dtype.kind in "fiu":
        return bool(np.isfinite(values).all())
    return values.dtype.kind in "bUT" or all(isinstance(v, str) for v in values)


def check_history(data, path) -> None:
    """Refuse a data set that is not the history of a search; the error names the first thing that is wrong."""
    name = f"'{path}'"
    kind = data.attrs.get("study")
    if not isinstance(kind, str) or kind not in ("optimise", "pareto"):
        raise InputError(f"{name} is not the history of a search.")
    own = OPTIMISE if kind == "optimise" else PARETO
    check_layout(data, Layout({"model": "text", "parameters": "names", **own.attributes}), name)
    parameters = json.loads(data.attrs["parameters"])
    columns = [*parameters, *(goal_names(data, name) if kind == "pareto" else ()), "violation"]
    fields = {"evaluation": Field(ALONG, "number"), **dict.fromkeys(columns, Field(ALONG)), **own.fields}
    check_layout(data, Layout({}, fields), name)
    best = int(data.attrs.get("best_evaluation", 0))
    if not parameters or not 0 <= best < data.sizes["evaluation"]:
        raise InputError(f"{name} is damaged or not written by Elver: it names no parameter, or no best run.")


def goal_names(data, name: str) -> list[str]:
    """The figures that a front is made of, at least two."""
    try:
        goals = [str(figure) for figure, _ in json.loads(data.attrs["goals"])]
    except (TypeError, ValueError, RecursionError):
        goals = []
    if len(goals) < 2:
        raise InputError(f"{name} is damaged or not written by Elver: the attribute 'goals' does not name two figures.")
    return goals
