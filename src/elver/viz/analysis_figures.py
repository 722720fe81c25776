"""Figures of analyses: orbits and branches, searches and fronts, sweeps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver._support.units import in_unit
from elver.analysis import Branch, Orbit
from elver.analysis.studies.store import goals_of, searched
from elver.scenarios import find_scenario
from elver.scenarios.parameter import in_shown_units
from elver.viz.plots import check_formats, draw_each
from elver.viz.style import ACCENT, INK, LEAF, SOFT, WATER, legend, new_figure, shown_unit, titled

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.figure import Figure

    from elver.model.layout import StateLayout

# --- Pictures of periodic orbits and branches: convergence, multipliers in the unit circle, branches over a parameter.

_JOINTS = ("angles", "rates", "followers")
_SHIFT, _RATE = ("m", "rad"), ("m/s", "rad/s")  # of sliding and of turning states
_UNITS = {
    "position": ("m", "m"), "twist": _RATE, "angles": _SHIFT, "rates": _RATE, "followers": _SHIFT, "works": ("J", "J")
}  # by part of the state  # fmt: skip
_KINDS = {"m": "position", "m/s": "velocity", "deg": "angle", "deg/s": "angular velocity"}


def _convergence(orbit: Orbit) -> Figure:
    """Residual of every Newton iteration."""
    figure, (axis,) = new_figure(size=(5.2, 3.6))
    residuals = [max(step.residual, 1e-17) for step in orbit.history]
    axis.semilogy(range(len(residuals)), residuals, "o-", color=WATER)
    axis.axhline(1e-9, color=SOFT, linestyle="--", linewidth=1.0)
    axis.set(xlabel="iteration", ylabel="scaled residual")
    axis.xaxis.get_major_locator().set_params(integer=True)
    legend(axis, titled(orbit.program.model.name, orbit.status))
    return figure


def _multipliers(orbit: Orbit) -> Figure:
    """Floquet multipliers and the unit circle."""
    figure, (axis,) = new_figure(size=(4.6, 4.6))
    _unit_circle(axis)
    outside = np.abs(orbit.multipliers) > 1
    for mask, colour, name in ((~outside, WATER, "inside"), (outside, ACCENT, "outside")):
        if mask.any():
            axis.plot(orbit.multipliers.real[mask], orbit.multipliers.imag[mask], "o", color=colour, label=name)
    legend(axis, titled(orbit.program.model.name, orbit.stability))
    return figure


def _unit_circle(axis: Axes) -> None:
    angle = np.linspace(0, 2 * np.pi, 200)
    axis.plot(np.cos(angle), np.sin(angle), color=SOFT, linewidth=1.0)
    axis.set(xlabel="real part", ylabel="imaginary part", aspect="equal", xticks=(-1, 0, 1), yticks=(-1, 0, 1))


def _cycle(orbit: Orbit) -> Figure:
    """Velocities of the base, or angles of the joints, over one period: a panel for each unit."""
    part = orbit.program.equations.layout.slices["twist" if orbit.chart.posed else "angles"]
    panels: dict[str, list[int]] = {}
    for k in range(part.start, part.stop):
        panels.setdefault(_state_unit(orbit, k), []).append(k)
    count = max(1, len(panels))
    figure, axes = new_figure(count, size=(7.2, 1.6 + 2.2 * count), sharex=True)
    phase = np.linspace(0.0, 1.0, len(orbit.states))
    for axis, (unit, states) in zip(axes, panels.items(), strict=False):
        own, factor = shown_unit(unit)
        for k in states:
            axis.plot(phase, factor * orbit.states[:, k], label=orbit.names[k])
        axis.set(ylabel=f"{_KINDS[own]} [{own}]")
        legend(axis, titled(orbit.program.model.name, "one period") if axis is axes[0] else None)
    axes[-1].set(xlabel=f"time / period of {orbit.period:.4g} s")
    return figure


def _state_unit(orbit: Orbit, number: int) -> str:
    """The unit of a state by its number; empty for what a medium remembers and other states of its own kind."""
    layout, robot = orbit.program.equations.layout, orbit.program.model.robot
    kinds = {joint.name: joint.type for joint in robot.moving_joints}
    for part, units in _UNITS.items():
        place = layout.slices[part]
        if place.start <= number < place.stop:
            own = number - place.start
            sliding = layout.freedoms[own] < 3 if part == "twist" else kinds.get(_joint_of(layout, part, own)) == "prismatic"
            return units[0 if sliding else 1]
    return ""


def _joint_of(layout: StateLayout, part: str, own: int) -> str:
    """Name of the joint that a state of a part belongs to; empty for other parts."""
    return str((layout.followers if part == "followers" else layout.joints)[own]) if part in _JOINTS else ""


def _branch(followed: Branch, units: Mapping[str, str]) -> Figure:
    """Parameter against the size of the motion and the drift; solid where stable, dashed where not, marks at events."""
    data = followed.data
    drifting = bool(np.abs(data.drift_velocity).max() > 1e-9)
    figure, axes = new_figure(2 if drifting else 1, size=(7.2, 6.0 if drifting else 3.8), sharex=True)
    name = _shown_state(followed)
    own, factor = shown_unit(_state_unit(followed.orbits[0], followed.orbits[0].names.index(name)))
    label = f"half range of {name}" + (f" [{own}]" if own else "")
    curves = [(axes[0], factor * data.amplitude.sel(state_name=name).values, label)]
    if drifting:
        curves.append((axes[1], np.linalg.norm(data.drift_velocity.values, axis=1), "mean speed [m/s]"))
    for axis, values, label in curves:
        parts(axis, followed, _parameter_values(followed, units), values)
        axis.set(ylabel=label)
    axes[-1].set(xlabel=_parameter_label(followed, units))
    legend(axes[0], titled(data, followed.status))
    return figure


def _parameter_unit(followed: Branch, units: Mapping[str, str]) -> str:
    """The unit that the parameter of a branch is shown in: the one told, or that of the scenario of this name."""
    model = followed.orbits[0].program.model
    own = None if model.origin else find_scenario(model.name)
    known = {p.name: p.shown_unit for p in own.parameters} if own else {}
    return {**known, **units}.get(followed.parameter, "")


def _parameter_label(followed: Branch, units: Mapping[str, str]) -> str:
    """The parameter of a branch with its unit."""
    unit = _parameter_unit(followed, units)
    return followed.parameter + (f" [{unit}]" if unit not in ("", "1") else "")


def _parameter_values(followed: Branch, units: Mapping[str, str]) -> np.ndarray:
    """Its values along the branch in that unit."""
    unit = _parameter_unit(followed, units)
    return np.array([in_unit(value, "" if unit == "1" else unit) for value in followed.values])


def _shown_state(followed: Branch) -> str:
    """The state whose motion grows and shrinks most along the branch, among angles and velocities."""
    layout = followed.orbits[0].program.equations.layout
    part = layout.slices["angles" if layout.joints else "twist"]
    amplitude = followed.data.amplitude.values[:, part]
    return layout.names[part.start + int(np.argmax(np.ptp(amplitude, axis=0)))] if part.stop > part.start else layout.names[0]


def parts(axis: Axes, followed: Branch, x: np.ndarray, values: np.ndarray) -> None:
    """Draw a curve over the parameter, by stability, with marks at folds and changes of stability."""
    stable = np.array([o.stable for o in followed.orbits])
    both = stable[1:] & stable[:-1]
    for mask, style, colour, name in ((both, "-", WATER, "stable"), (~both, "--", ACCENT, "unstable")):
        pieces = np.split(np.flatnonzero(mask), np.flatnonzero(np.diff(np.flatnonzero(mask)) > 1) + 1)
        for number, piece in enumerate(p for p in pieces if len(p)):
            at = slice(piece[0], piece[-1] + 2)
            axis.plot(x[at], values[at], style, color=colour, linewidth=1.8, label=None if number else name)
    for kind, colour in (("fold", INK), ("period doubling", LEAF), ("torus", "#7b5ea7"), ("crossing", "#b56576")):
        marked = [k for k, name in enumerate(followed.labels) if name == kind]
        if marked:
            axis.plot(x[marked], values[marked], "D", color=colour, markersize=5, label=kind)


def _branch_multipliers(followed: Branch, units: Mapping[str, str]) -> Figure:
    """All Floquet multipliers along the branch in the plane of complex numbers, and their sizes over the parameter."""
    data = followed.data
    figure, (left, right) = new_figure(1, 2, size=(9.0, 4.2))
    _unit_circle(left)
    left.plot(data.multiplier_real.values, data.multiplier_imag.values, ".", color=WATER, markersize=4)
    right.plot(
        _parameter_values(followed, units),
        np.hypot(data.multiplier_real, data.multiplier_imag).values,
        ".",
        color=WATER,
        markersize=4,
    )
    right.axhline(1.0, color=SOFT, linewidth=1.0)
    right.set(xlabel=_parameter_label(followed, units), ylabel="size of the multipliers")
    legend(left, titled(data, "Floquet multipliers"))
    return figure


_ORBIT_FIGURES: dict[str, Callable] = {"convergence": _convergence, "multipliers": _multipliers, "cycle": _cycle}
_BRANCH_FIGURES: dict[str, Callable] = {"branch": _branch, "branch_multipliers": _branch_multipliers}


def orbit_figures(
    thing: Orbit | Branch,
    folder: str | Path | None = None,
    formats: Iterable[str] = ("png", "svg"),
    units: Mapping[str, str] | None = None,
) -> dict[str, Figure]:
    """Draw an orbit or a branch. Returns the figures by name; with a ``folder`` they are also written there in every format.

    units: in which parameters are shown, by name; those of a built-in scenario are known.
    """
    if not isinstance(thing, (Orbit, Branch)):
        raise InputError(f"orbit_figures takes an Orbit or a Branch, not {type(thing).__name__}.")
    check_formats(formats)
    if isinstance(thing, Orbit):
        parts = {name: partial(make, thing) for name, make in _ORBIT_FIGURES.items()}
    else:
        parts = {name: partial(make, thing, units or {}) for name, make in _BRANCH_FIGURES.items()}
    return draw_each(parts, None if folder is None else Path(folder), tuple(formats), False)


# --- Pictures of searches: how an optimum was approached, and the front of the best compromises.


def search_figures(
    history: xr.Dataset, folder: str | Path | None = None, formats: Iterable[str] = ("png", "svg")
) -> dict[str, Figure]:
    """Draw the history of ``optimise`` or ``pareto``. Returns the pictures by name; with a ``folder`` they are written there."""
    check_formats(formats)
    history = in_shown_units(history)
    name, make = ("front", _front) if history.attrs["study"] == "pareto" else ("convergence", _search_convergence)
    return draw_each({name: partial(make, history)}, None if folder is None else Path(folder), tuple(formats), True)


def _axis_label(history: xr.Dataset, name: str, words: str | None = None) -> str:
    unit = history[name].attrs.get("units", "")
    return (words or name.replace("_", " ")) + (f" [{unit}]" if unit not in ("", "1") else "")


def _search_convergence(history: xr.Dataset) -> Figure:
    """The objective of every run and the best so far; below, where the runs were."""
    names = searched(history)
    figure, (top, *others) = new_figure(
        1 + len(names), size=(7.2, 3.0 + 1.5 * len(names)), sharex=True, height_ratios=(2, *[1] * len(names))
    )
    n, good = history.evaluation.values, (history.violation == 0).values
    value = history.objective.values
    top.plot(n[~good], value[~good], "x", color=SOFT, markersize=4, label=_broken(~good))
    if good.any():
        top.plot(n[good], value[good], "o", color=WATER, markersize=3, label="run")
        top.plot(n, history.best, color=ACCENT, linewidth=1.8, drawstyle="steps-post", label="best so far")
    top.set(ylabel=_axis_label(history, "objective", history.attrs["objective"].replace("_", " ")))
    focus(top, value[good] if good.any() else value, float(history.best.values[-1]))
    bounds = history.attrs["subject_to"]
    legend(top, titled(history, "search") + (f"\n{bounds}" if bounds else ""))
    best = int(history.attrs["best_evaluation"])
    for axis, name in zip(others, names, strict=True):
        axis.plot(n, history[name], ".", color=SOFT, markersize=3)
        axis.plot(n[best], history[name].values[best], "o", color=ACCENT, markersize=5)
        axis.set(ylabel=_axis_label(history, name, name.replace(".", "\n")))
    others[-1].set_xlabel("run")
    return figure


def focus(axis: Axes, values: np.ndarray, best: float) -> None:
    """Limits that show the best run and nine in ten of all, not the worst of the first generations."""
    known = values[np.isfinite(values)]
    if len(known):
        falls = not best > np.median(known)
        low, high = np.quantile(known, [0.0, 0.9] if falls else [0.1, 1.0])
        pad = 0.08 * ((high - low) or abs(high) or 1.0)
        axis.set_ylim(low - pad, high + pad)


def _front(history: xr.Dataset) -> Figure:
    """Runs in the plane of the first two metrics; those that no other run beats in both."""
    goals = goals_of(history)
    (x, _), (y, _), *_ = goals
    figure, (axis,) = new_figure()
    good = (history.violation == 0).values
    axis.plot(history[x].values[~good], history[y].values[~good], "x", color=SOFT, markersize=4, label=_broken(~good))
    axis.plot(history[x].values[good], history[y].values[good], "o", color=WATER, markersize=3, alpha=0.5, label="run")
    best = history.isel(evaluation=np.flatnonzero(history.on_front.values)).sortby(x)
    axis.plot(best[x], best[y], "o-", color=ACCENT, markersize=4, linewidth=1.2, label="best compromises")
    axis.set(xlabel=_axis_label(history, x), ylabel=_axis_label(history, y))
    axis.margins(0.06)
    words = " and ".join(f"{'large' if up else 'small'} {name.replace('_', ' ')}" for name, up in goals)
    legend(axis, titled(history, words))
    axis.title.set_color(INK)
    return figure


def _broken(bad: np.ndarray) -> str | None:
    """Legend of the runs that do not count."""
    return "breaks a bound" if bad.any() else None


# --- Pictures of sweeps: a curve over one parameter, a heat map over two, slices where there are more.

_USUAL = ("mean_speed", "mean_forward_speed", "tracked_speed_x", "cost_of_transport", "work", "peak_torque")
_MOST_CURVES = 9
_NOT_RUN = "not run"  # the status of cases whose turn has not come
_RING, _OF_TILE = 11.0, 0.25  # points of a ring, and its part of a tile at most, so that the number in it is seen
_MANY = 2000  # points or marks beyond which they are dots of the picture, and marks are thinned out


def sweep_figures(
    data: xr.Dataset,
    folder: str | Path | None = None,
    names: Iterable[str] | None = None,
    formats: Iterable[str] = ("png", "svg"),
) -> dict[str, Figure]:
    """Draw figures of a sweep's summary. Returns the pictures by name; with a ``folder`` they are also written there."""
    data = in_shown_units(data)
    possible = drawable(data)
    names, asked = [names] if isinstance(names, str) else names, names is not None
    names = [n for n in _USUAL if n in possible] if names is None else list(names)
    if not names:
        raise _nothing_to_draw(data)
    for name in names:
        if name not in possible:
            raise unknown_name(f"figure of a sweep of '{data.attrs['model']}':", name, possible)
    check_formats(formats)
    makers = {name: partial(draw, data, name) for name in names}
    return draw_each(makers, None if folder is None else Path(folder), tuple(formats), asked)


def _nothing_to_draw(data: xr.Dataset) -> InputError:
    """Why a sweep has no picture."""
    if (data.status == _NOT_RUN).all():
        return InputError(
            f"none of the {data.status.size} cases of this sweep has been run: it was stopped before its first block of them was "
            "written. There is nothing to draw. The same command with --resume goes on with it."
        )
    return InputError("no case of this sweep finished: there is nothing to draw. Its `status_detail` says why.")


def drawable(data: xr.Dataset) -> list[str]:
    """Figures that have a number for at least one case."""
    parameters = set(data.status.dims)
    numbers = [n for n, v in data.data_vars.items() if v.dtype.kind == "f" and "time" not in v.dims and parameters <= set(v.dims)]
    return [str(n) for n in numbers if bool(data[n].notnull().any())]


def draw(data: xr.Dataset, name: str) -> Figure:
    """The picture that suits the number of parameters."""
    values = single(data, name)
    varied = [d for d in data.status.dims if data.sizes[d] > 1] or list(data.status.dims[:1])
    at = {d: data.sizes[d] // 2 for d in data.status.dims if d not in varied[:2]}
    values, status, doubtful = values.isel(at), data.status.isel(at), _untrusted(data).isel(at)
    fixed = ", ".join(f"{d} = {text(data[d].values[k])}" for d, k in at.items())
    left = int((data.status == _NOT_RUN).sum())
    title = titled(data, _label(data, name)) + (f"\nat {fixed}" if fixed else "")
    title += f"\n{left} of {data.status.size} cases not run yet" if left else ""
    if len(varied) == 1:
        return _curve(data, values, status, doubtful, varied[0], name, title)
    x, y = sorted(varied[:2], key=lambda d: "fiu".find(data[d].dtype.kind) % 4)  # real numbers, counts, then words
    if data[y].dtype.kind != "f" and data.sizes[y] <= _MOST_CURVES:
        return _curves(data, values, doubtful, x, y, name, title)
    return _heat_map(data, values, status, doubtful, varied[0], varied[1], name, title)


def _untrusted(data: xr.Dataset) -> xr.DataArray:
    """Cases that finished and cannot be trusted."""
    return (data.status == "finished") & (~data.trusted if "trusted" in data else False)


def _unfinished(status: xr.DataArray) -> np.ndarray:
    """Cases that were run and did not reach their end."""
    return ((status != "finished") & (status != _NOT_RUN)).values


def _ring(axis: Axes, x: np.ndarray, y: np.ndarray, size: float = _RING) -> None:
    """Mark figures that are not to be trusted. size: of a ring, in points."""
    if len(x):
        x, y = _few(x), _few(y)
        labelled = "not to be trusted" in axis.get_legend_handles_labels()[1]
        word = None if labelled else "not to be trusted"
        axis.plot(x, y, "o", color=ACCENT, markerfacecolor="none", markersize=size, linestyle="none", label=word)


def _few(values: np.ndarray) -> np.ndarray:
    """Every so many of the values, so that a picture can hold them as marks."""
    return values[:: -(-len(values) // _MANY)] if len(values) > _MANY else values


def single(data: xr.Dataset, name: str) -> xr.DataArray:
    """One number per case: the largest of a figure that has several, such as the peak torques of all joints."""
    values = data[name]
    further = [d for d in values.dims if d not in data.status.dims]
    return np.abs(values).max(further) if further else values  # type: ignore[arg-type]


def _label(data: xr.Dataset, name: str) -> str:
    """A figure or a parameter with its unit, and what was done with one that has several numbers."""
    unit = data[name].attrs.get("units", "")
    several = name in data.data_vars and any(d not in data.status.dims for d in data[name].dims)
    words = name.replace("_", " ") if name in data.data_vars else name
    return f"{words}{', largest' if several else ''}" + (f" [{unit}]" if unit not in ("", "1") else "")


def text(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, (float, np.floating)) else str(value)


def places(data: xr.Dataset, dimension: str) -> tuple[np.ndarray, list[str] | None]:
    """Where values lie on an axis, and their labels where they are words."""
    values = data[dimension].values
    return (values, None) if values.dtype.kind in "fiu" else (np.arange(len(values)), [str(v) for v in values])


def _name_axis(axis: Axes, which: str, data: xr.Dataset, dimension: str) -> None:
    """Label of an axis; words as ticks."""
    where, words = places(data, dimension)
    axis.set(**{f"{which}label": _label(data, dimension)})
    if words is not None:
        axis.set(**{f"{which}ticks": where, f"{which}ticklabels": words})
    elif where.dtype.kind in "iu" and len(where) <= 12:
        axis.set(**{f"{which}ticks": where})


def _curve(
    data: xr.Dataset, values: xr.DataArray, status: xr.DataArray, doubtful: xr.DataArray, x: str, name: str, title: str
) -> Figure:
    """One figure over one parameter; cases that did not finish, or cannot be trusted, are marked."""
    figure, (axis,) = new_figure()
    where, words = places(data, x)
    long = len(where) > _MANY
    axis.plot(where, values.values, "o" if words else "-" if long else "o-", color=WATER, markersize=4, rasterized=long)
    ended = _unfinished(status)
    for place in _few(where[ended]):
        axis.axvline(place, color=ACCENT, linestyle=":", linewidth=1.2)
    if ended.any():
        axis.plot([], [], color=ACCENT, linestyle=":", label="did not finish")
    _ring(axis, where[doubtful.values], values.values[doubtful.values])
    _name_axis(axis, "x", data, x)
    axis.set(ylabel=_label(data, name))
    legend(axis, title)
    return figure


def _curves(data: xr.Dataset, values: xr.DataArray, doubtful: xr.DataArray, x: str, y: str, name: str, title: str) -> Figure:
    """One figure over a parameter, a curve for every value of another."""
    figure, (axis,) = new_figure()
    where, words = places(data, x)
    for k, value in enumerate(data[y].values):
        own, doubt, long = values.isel({y: k}).values, doubtful.isel({y: k}).values, len(where) > _MANY
        form = "o" if words else "-" if long else "o-"
        axis.plot(where, own, form, markersize=4, label=f"{y} = {text(value)}", rasterized=long)
        _ring(axis, where[doubt], own[doubt])
    _name_axis(axis, "x", data, x)
    axis.set(ylabel=_label(data, name))
    legend(axis, title)
    return figure


def _heat_map(
    data: xr.Dataset, values: xr.DataArray, status: xr.DataArray, doubtful: xr.DataArray, x: str, y: str, name: str, title: str
) -> Figure:
    """One figure over two parameters: a tile per case, a cross where one did not finish, a ring where it cannot be trusted.

    Where no case can be, the title says so.
    """
    from matplotlib.colors import LogNorm

    figure, (axis,) = new_figure(size=(7.2, 5.0))
    grid = values.transpose(y, x).values
    (px, _), (py, _) = places(data, x), places(data, y)
    norm = LogNorm() if _spans_decades(grid) else None
    how = {"cmap": "viridis", "norm": norm, "edgecolors": "none", "rasterized": grid.size > _MANY}
    mesh = axis.pcolormesh(_edges(px), _edges(py), np.ma.masked_invalid(grid), **how)
    axis.grid(False)
    rows, columns = np.nonzero(_unfinished(status.transpose(y, x)))
    if len(rows):
        axis.plot(_few(px[columns]), _few(py[rows]), "x", color=ACCENT, label="did not finish")
    doubts = doubtful.transpose(y, x).values
    if doubts.all():
        title += f"\nnot to be trusted: none of the {doubts.size} cases"
    else:
        _mark_tiles(figure, axis, doubts, _edges(px), _edges(py))
    for d, which in ((x, "x"), (y, "y")):
        _name_axis(axis, which, data, d)
    bar = figure.colorbar(mesh, ax=axis, label=_label(data, name))
    bar.outline.set_visible(False)
    if grid.size <= 150 and np.isfinite(grid).any():
        _write_numbers(axis, mesh, grid, px, py)
    legend(axis, title)
    return figure


def _mark_tiles(figure: Figure, axis: Axes, doubts: np.ndarray, across: np.ndarray, up: np.ndarray) -> None:
    """A small ring in the upper right corner of every tile that is not to be trusted, away from its number."""
    inches = figure.get_size_inches() / (doubts.shape[1], doubts.shape[0])
    rows, columns = np.nonzero(doubts)
    x, y = (low[k] + 0.85 * (low[k + 1] - low[k]) for low, k in ((across, columns), (up, rows)))
    _ring(axis, x, y, min(_RING, _OF_TILE * 72 * float(inches.min())))


def _spans_decades(grid: np.ndarray) -> bool:
    """Whether a logarithmic scale of colours shows more: all numbers positive, more than a factor of a thousand between them."""
    known = grid[np.isfinite(grid)]
    return len(known) > 0 and known.min() > 0 and known.max() > 1000 * known.min()


def _write_numbers(axis: Axes, mesh: QuadMesh, grid: np.ndarray, px: np.ndarray, py: np.ndarray) -> None:
    """The number in every tile, in a colour that can be read; where one does not fit into its tile, a style takes all away."""
    edges = _edges(px)
    share = float(abs(np.diff(edges)).min() / np.ptp(edges))
    for row, column in np.argwhere(np.isfinite(grid)):
        shade = mesh.cmap(mesh.norm(grid[row, column]))
        bright = 0.299 * shade[0] + 0.587 * shade[1] + 0.114 * shade[2] > 0.55
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 7, "color": INK if bright else "white"}
        written = axis.text(px[column], py[row], f"{grid[row, column]:.3g}", **style)
        written.share = share  # type: ignore[attr-defined]  # of the panel's width


def _edges(centres: np.ndarray) -> np.ndarray:
    """Borders of tiles around their centres."""
    centres = np.asarray(centres, dtype=float)
    if len(centres) == 1:
        return centres[0] + np.array([-0.5, 0.5]) * (abs(centres[0]) or 1.0)
    order = (centres[1:] + centres[:-1]) / 2
    return np.concatenate([[2 * centres[0] - order[0]], order, [2 * centres[-1] - order[-1]]])
