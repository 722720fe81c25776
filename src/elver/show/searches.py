"""Pictures of searches: how an optimum was approached, and the front of the best compromises."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import numpy as np

from elver.drawing.style import ACCENT, INK, SOFT, WATER, legend, new_figure
from elver.scenarios.parameter import in_shown_units
from elver.show.drawn import draw_each
from elver.show.plots import check_formats


def search_figures(history, folder=None, formats: Iterable[str] = ("png", "svg")):
    """Draw the history of ``optimise`` or ``pareto``. Returns the pictures by name; with a ``folder`` they are written there."""
    check_formats(formats)
    history = in_shown_units(history)
    name, make = ("front", front) if history.attrs["study"] == "pareto" else ("convergence", convergence)
    return draw_each({name: partial(make, history)}, None if folder is None else Path(folder), tuple(formats), True)


def axis_label(history, name: str, words: str | None = None) -> str:
    unit = history[name].attrs.get("units", "")
    return (words or name.replace("_", " ")) + (f" [{unit}]" if unit not in ("", "1") else "")


def parameters_of(history) -> list[str]:
    """The parameters that were searched."""
    return json.loads(history.attrs["parameters"])


def convergence(history):
    """The objective of every run and the best so far; below, where the runs were."""
    names = parameters_of(history)
    figure, (top, *others) = new_figure(
        1 + len(names), size=(7.2, 3.0 + 1.5 * len(names)), sharex=True, height_ratios=(2, *[1] * len(names))
    )
    n, good = history.evaluation.values, (history.violation == 0).values
    value = history.objective.values
    top.plot(n[~good], value[~good], "x", color=SOFT, markersize=4, label=broken(~good))
    if good.any():
        top.plot(n[good], value[good], "o", color=WATER, markersize=3, label="run")
        top.plot(n, history.best, color=ACCENT, linewidth=1.8, drawstyle="steps-post", label="best so far")
    top.set(ylabel=axis_label(history, "objective", history.attrs["objective"].replace("_", " ")))
    focus(top, value[good] if good.any() else value, float(history.best.values[-1]))
    bounds = history.attrs["subject_to"]
    legend(top, f"{history.attrs['model']}: search" + (f"\n{bounds}" if bounds else ""))
    best = int(history.attrs["best_evaluation"])
    for axis, name in zip(others, names, strict=True):
        axis.plot(n, history[name], ".", color=SOFT, markersize=3)
        axis.plot(n[best], history[name].values[best], "o", color=ACCENT, markersize=5)
        axis.set(ylabel=axis_label(history, name, name.replace(".", "\n")))
    others[-1].set_xlabel("run")
    return figure


def focus(axis, values: np.ndarray, best: float) -> None:
    """Limits that show the best run and nine in ten of all, not the worst of the first generations."""
    known = values[np.isfinite(values)]
    if len(known):
        falls = not best > np.median(known)
        low, high = np.quantile(known, [0.0, 0.9] if falls else [0.1, 1.0])
        pad = 0.08 * ((high - low) or abs(high) or 1.0)
        axis.set_ylim(low - pad, high + pad)


def front(history):
    """Runs in the plane of the first two figures; those that no other run beats in both."""
    (x, _), (y, _), *_ = json.loads(history.attrs["goals"])
    figure, (axis,) = new_figure()
    good = (history.violation == 0).values
    axis.plot(history[x].values[~good], history[y].values[~good], "x", color=SOFT, markersize=4, label=broken(~good))
    axis.plot(history[x].values[good], history[y].values[good], "o", color=WATER, markersize=3, alpha=0.5, label="run")
    best = history.isel(evaluation=np.flatnonzero(history.on_front.values)).sortby(x)
    axis.plot(best[x], best[y], "o-", color=ACCENT, markersize=4, linewidth=1.2, label="best compromises")
    axis.set(xlabel=axis_label(history, x), ylabel=axis_label(history, y))
    axis.margins(0.06)
    words = " and ".join(
        f"{'large' if up else 'small'} {name.replace('_', ' ')}" for name, up in json.loads(history.attrs["goals"])
    )
    legend(axis, f"{history.attrs['model']}: {words}")
    axis.title.set_color(INK)
    return figure


def broken(bad: np.ndarray) -> str | None:
    """Legend of the runs that do not count."""
    return "breaks a bound" if bad.any() else None
