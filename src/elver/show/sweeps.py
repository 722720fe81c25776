"""Pictures of sweeps: a curve over one parameter, a heat map over two, slices where there are more."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

import numpy as np

from elver.drawing.style import ACCENT, INK, WATER, legend, new_figure
from elver.errors import InputError, unknown_name
from elver.scenarios.parameter import in_shown_units
from elver.show.drawn import draw_each
from elver.show.plots import check_formats

USUAL = ("mean_speed", "mean_forward_speed", "tracked_speed_x", "cost_of_transport", "work", "peak_torque")
MOST_CURVES = 9
NOT_RUN = "not run"  # the status of cases whose turn has not come
RING, OF_TILE = 11.0, 0.25  # points of a ring, and its part of a tile at most, so that the number in it is seen
MANY = 2000  # points or marks beyond which they are dots of the picture, and marks are thinned out


def sweep_figures(data, folder=None, names: Iterable[str] | None = None, formats: Iterable[str] = ("png", "svg")):
    """Draw figures of a sweep's summary. Returns the pictures by name; with a ``folder`` they are also written there."""
    data = in_shown_units(data)
    possible = drawable(data)
    names, asked = [names] if isinstance(names, str) else names, names is not None
    names = [n for n in USUAL if n in possible] if names is None else list(names)
    if not names:
        raise nothing_to_draw(data)
    for name in names:
        if name not in possible:
            raise unknown_name(f"figure of a sweep of '{data.attrs['model']}':", name, possible)
    check_formats(formats)
    makers = {name: partial(draw, data, name) for name in names}
    return draw_each(makers, None if folder is None else Path(folder), tuple(formats), asked)


def nothing_to_draw(data) -> InputError:
    """Why a sweep has no picture."""
    if (data.status == NOT_RUN).all():
        return InputError(
            f"none of the {data.status.size} cases of this sweep has been run: it was stopped before its first block of them was "
            "written. There is nothing to draw. The same command with --resume goes on with it."
        )
    return InputError("no case of this sweep finished: there is nothing to draw. Its `status_detail` says why.")


def drawable(data) -> list[str]:
    """Figures that have a number for at least one case."""
    parameters = set(data.status.dims)
    numbers = [n for n, v in data.data_vars.items() if v.dtype.kind == "f" and "time" not in v.dims and parameters <= set(v.dims)]
    return [str(n) for n in numbers if bool(data[n].notnull().any())]


def draw(data, name: str):
    """The picture that suits the number of parameters."""
    values = single(data, name)
    varied = [d for d in data.status.dims if data.sizes[d] > 1] or list(data.status.dims[:1])
    at = {d: data.sizes[d] // 2 for d in data.status.dims if d not in varied[:2]}
    values, status, doubtful = values.isel(at), data.status.isel(at), untrusted(data).isel(at)
    fixed = ", ".join(f"{d} = {text(data[d].values[k])}" for d, k in at.items())
    left = int((data.status == NOT_RUN).sum())
    title = f"{data.attrs['model']}: {label(data, name)}" + (f"\nat {fixed}" if fixed else "")
    title += f"\n{left} of {data.status.size} cases not run yet" if left else ""
    if len(varied) == 1:
        return curve(data, values, status, doubtful, varied[0], name, title)
    x, y = sorted(varied[:2], key=lambda d: "fiu".find(data[d].dtype.kind) % 4)  # real numbers, counts, then words
    if data[y].dtype.kind != "f" and data.sizes[y] <= MOST_CURVES:
        return curves(data, values, doubtful, x, y, name, title)
    return heat_map(data, values, status, doubtful, varied[0], varied[1], name, title)


def untrusted(data):
    """Cases that finished with an energy ledger that does not close."""
    return (data.status == "finished") & (~data.trusted if "trusted" in data else False)


def unfinished(status) -> np.ndarray:
    """Cases that were run and did not reach their end."""
    return ((status != "finished") & (status != NOT_RUN)).values


def ring(axis, x, y, size: float = RING) -> None:
    """Mark figures that are not to be trusted. size: of a ring, in points."""
    if len(x):
        x, y = few(x), few(y)
        labelled = "not to be trusted" in axis.get_legend_handles_labels()[1]
        word = None if labelled else "not to be trusted"
        axis.plot(x, y, "o", color=ACCENT, markerfacecolor="none", markersize=size, linestyle="none", label=word)


def few(values: np.ndarray) -> np.ndarray:
    """Every so many of the values, so that a picture can hold them as marks."""
    return values[:: -(-len(values) // MANY)] if len(values) > MANY else values


def single(data, name: str):
    """One number per case: the largest of a figure that has several, such as the peak torques of all joints."""
    values = data[name]
    further = [d for d in values.dims if d not in data.status.dims]
    return np.abs(values).max(further) if further else values


def label(data, name: str) -> str:
    """A figure or a parameter with its unit, and what was done with one that has several numbers."""
    unit = data[name].attrs.get("units", "")
    several = name in data.data_vars and any(d not in data.status.dims for d in data[name].dims)
    words = name.replace("_", " ") if name in data.data_vars else name
    return f"{words}{', largest' if several else ''}" + (f" [{unit}]" if unit not in ("", "1") else "")


def text(value) -> str:
    return f"{value:.4g}" if isinstance(value, (float, np.floating)) else str(value)


def places(data, dimension: str) -> tuple[np.ndarray, list[str] | None]:
    """Where values lie on an axis, and their labels where they are words."""
    values = data[dimension].values
    return (values, None) if values.dtype.kind in "fiu" else (np.arange(len(values)), [str(v) for v in values])


def name_axis(axis, which: str, data, dimension: str) -> None:
    """Label of an axis; words as ticks."""
    where, words = places(data, dimension)
    axis.set(**{f"{which}label": label(data, dimension)})
    if words is not None:
        axis.set(**{f"{which}ticks": where, f"{which}ticklabels": words})
    elif where.dtype.kind in "iu" and len(where) <= 12:
        axis.set(**{f"{which}ticks": where})


def curve(data, values, status, doubtful, x: str, name: str, title: str):
    """One figure over one parameter; cases that did not finish, or cannot be trusted, are marked."""
    figure, (axis,) = new_figure()
    where, words = places(data, x)
    long = len(where) > MANY
    axis.plot(where, values.values, "o" if words else "-" if long else "o-", color=WATER, markersize=4, rasterized=long)
    ended = unfinished(status)
    for place in few(where[ended]):
        axis.axvline(place, color=ACCENT, linestyle=":", linewidth=1.2)
    if ended.any():
        axis.plot([], [], color=ACCENT, linestyle=":", label="did not finish")
    ring(axis, where[doubtful.values], values.values[doubtful.values])
    name_axis(axis, "x", data, x)
    axis.set(ylabel=label(data, name))
    legend(axis, title)
    return figure


def curves(data, values, doubtful, x: str, y: str, name: str, title: str):
    """One figure over a parameter, a curve for every value of another."""
    figure, (axis,) = new_figure()
    where, words = places(data, x)
    for k, value in enumerate(data[y].values):
        own, doubt, long = values.isel({y: k}).values, doubtful.isel({y: k}).values, len(where) > MANY
        form = "o" if words else "-" if long else "o-"
        axis.plot(where, own, form, markersize=4, label=f"{y} = {text(value)}", rasterized=long)
        ring(axis, where[doubt], own[doubt])
    name_axis(axis, "x", data, x)
    axis.set(ylabel=label(data, name))
    legend(axis, title)
    return figure


def heat_map(data, values, status, doubtful, x: str, y: str, name: str, title: str):
    """One figure over two parameters: a tile per case, a cross where one did not finish, a ring where it cannot be trusted.

    Where no case can be, the title says so.
    """
    from matplotlib.colors import LogNorm

    figure, (axis,) = new_figure(size=(7.2, 5.0))
    grid = values.transpose(y, x).values
    (px, _), (py, _) = places(data, x), places(data, y)
    norm = LogNorm() if spans_decades(grid) else None
    how = {"cmap": "viridis", "norm": norm, "edgecolors": "none", "rasterized": grid.size > MANY}
    mesh = axis.pcolormesh(edges(px), edges(py), np.ma.masked_invalid(grid), **how)
    axis.grid(False)
    rows, columns = np.nonzero(unfinished(status.transpose(y, x)))
    if len(rows):
        axis.plot(few(px[columns]), few(py[rows]), "x", color=ACCENT, label="did not finish")
    doubts = doubtful.transpose(y, x).values
    if doubts.all():
        title += f"\nnot to be trusted: none of the {doubts.size} cases"
    else:
        mark_tiles(figure, axis, doubts, edges(px), edges(py))
    for d, which in ((x, "x"), (y, "y")):
        name_axis(axis, which, data, d)
    bar = figure.colorbar(mesh, ax=axis, label=label(data, name))
    bar.outline.set_visible(False)
    if grid.size <= 150 and np.isfinite(grid).any():
        write_numbers(axis, mesh, grid, px, py)
    legend(axis, title)
    return figure


def mark_tiles(figure, axis, doubts: np.ndarray, across: np.ndarray, up: np.ndarray) -> None:
    """A small ring in the upper right corner of every tile that is not to be trusted, away from its number."""
    inches = figure.get_size_inches() / (doubts.shape[1], doubts.shape[0])
    rows, columns = np.nonzero(doubts)
    x, y = (low[k] + 0.85 * (low[k + 1] - low[k]) for low, k in ((across, columns), (up, rows)))
    ring(axis, x, y, min(RING, OF_TILE * 72 * float(inches.min())))


def spans_decades(grid: np.ndarray) -> bool:
    """Whether a logarithmic scale of colours shows more: all numbers positive, more than a factor of a thousand between them."""
    known = grid[np.isfinite(grid)]
    return len(known) > 0 and known.min() > 0 and known.max() > 1000 * known.min()


def write_numbers(axis, mesh, grid: np.ndarray, px, py) -> None:
    """The number in every tile, in a colour that can be read."""
    for row, column in np.argwhere(np.isfinite(grid)):
        shade = mesh.cmap(mesh.norm(grid[row, column]))
        bright = 0.299 * shade[0] + 0.587 * shade[1] + 0.114 * shade[2] > 0.55
        style = {"ha": "center", "va": "center", "fontsize": 7, "color": INK if bright else "white"}
        axis.text(px[column], py[row], f"{grid[row, column]:.3g}", **style)


def edges(centres: np.ndarray) -> np.ndarray:
    """Borders of tiles around their centres."""
    centres = np.asarray(centres, dtype=float)
    if len(centres) == 1:
        return centres[0] + np.array([-0.5, 0.5]) * (abs(centres[0]) or 1.0)
    order = (centres[1:] + centres[:-1]) / 2
    return np.concatenate([[2 * centres[0] - order[0]], order, [2 * centres[-1] - order[-1]]])
