"""The machine's shape at evenly spaced instants of a run."""

from __future__ import annotations

import numpy as np

from elver.drawing.outline import VIEWS, best_view, draw_forces, draw_machine, draw_obstacles, draw_regions, flat_points, limits
from elver.drawing.style import SOFT, new_figure
from elver.results import Run

STAYS = 0.5  # of its own length: a machine that moves less covers its earlier shapes
LABEL = (0.07, 0.04)  # size of a time label over that of the picture


def configurations(run: Run, joints=(), count: int = 10):
    """The machine's shape at evenly spaced instants along its path (EEL Fig. 11).

    Where the path is so straight or so short that the shapes would cover each other, every instant gets a row of its own.
    """
    from matplotlib import colormaps

    data, view = run.samples, best_view(run.samples)
    i, j = VIEWS[view]
    (x0, x1), (y0, y1) = limits(data, view)
    row = row_height(data, view, (x1 - x0), (y1 - y0))
    count = min(count, 6) if "obstacle" in data.sizes else count
    samples = np.linspace(0, data.sizes["time"] - 1, count).round().astype(int)
    y0, y1 = rows_limits(data, view, samples, row) if row else (y0, y1)
    figure, (axis,) = new_figure(size=(9.0, min(9.0, max(3.0, 8.4 * (y1 - y0) / (x1 - x0) + 0.9))))
    base = data.base_position.values
    places = [(x0, base[0, j] - number * row) for number in range(count)] if row else base[samples][:, [i, j]].tolist()
    told = range(count) if row else apart(places, LABEL[0] * (x1 - x0), LABEL[1] * max(y1 - y0, 0.3 * (x1 - x0)))
    for number, sample in enumerate(samples):
        color, drop = colormaps["viridis"](0.9 * number / max(1, count - 1)), -number * row
        axis.plot(base[: sample + 1, i], base[: sample + 1, j] + drop, color=SOFT, linewidth=0.8)
        draw_machine(axis, data, int(sample), view, color, lift=drop)
        draw_forces(axis, data, int(sample), drop)
        text = {"fontsize": 8, "va": "center", "ha": "right" if row else "center", "zorder": 5}
        if number in told:
            label = f"{float(data.time.values[sample]):.3g} s"
            axis.annotate(label, places[number], bbox={"fc": "white", "ec": "none", "pad": 0.8}, **text)
    axis.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xlabel=f"{view[0]} [m]")
    draw_regions(axis, data)
    draw_obstacles(axis, data, [-number * row for number in range(count)] if row else [0.0])
    if row:
        axis.set_yticks([])
        axis.spines["left"].set_visible(False)
    else:
        axis.set_ylabel(f"{view[1]} [m]")
    title = f"{data.attrs['model']}: {count} configurations, {view[0]}-{view[1]} plane, path of {data.body.values[0]}"
    axis.set_title(title, loc="left", fontsize=11)
    return figure


def shape(data, sample: int, view: str) -> np.ndarray:
    """Points on the machine's surface at one sample [m]; (point, 2)."""
    clouds = flat_points(data, sample, view)
    return np.vstack(clouds) if clouds else data.body_position.values[sample][:, VIEWS[view]]


def row_height(data, view: str, width: float, height: float) -> float:
    """Height of a row [m] where every instant gets its own; 0 where all fit into one picture."""
    axis = VIEWS[view][1]
    if "obstacle" in data.sizes:
        rims = data.obstacle_outline.values[..., 1]
        obstacles = float(np.nanmax(rims) - np.nanmin(rims))
        return 1.15 * max(obstacles, *(float(np.ptp(shape(data, k, "xy"), axis=0)[1]) for k in (0, -1)))
    if height >= 0.3 * width and not stays(data, view):
        return 0.0
    return max(1.3 * float(np.ptp(data.body_position.values[..., axis])), 0.05 * width)


def stays(data, view: str) -> bool:
    """Whether the base moves so little that the shapes at all instants lie on top of each other."""
    moved = np.ptp(data.base_position.values[:, VIEWS[view]], axis=0).max()
    return bool(moved < STAYS * np.ptp(shape(data, 0, view), axis=0).max())


def rows_limits(data, view: str, samples, row: float) -> tuple[float, float]:
    """Lowest and highest place of the picture [m] that holds every row: shapes and obstacles, with a margin."""
    places = [shape(data, int(sample), view)[:, 1] - number * row for number, sample in enumerate(samples)]
    if "obstacle" in data.sizes:
        rims = data.obstacle_outline.values[..., 1]
        places += [rims[np.isfinite(rims)] - number * row for number in (0, len(samples) - 1)]
    every = np.concatenate(places)
    return float(every.min()) - 0.15 * row, float(every.max()) + 0.15 * row


def apart(places, width: float, height: float) -> list[int]:
    """Numbers of the labels that do not cover each other: first and last before those between."""
    kept: list[int] = []
    for number in (0, len(places) - 1, *range(1, len(places) - 1)):
        x, y = places[number]
        if all(abs(x - places[k][0]) > width or abs(y - places[k][1]) > height for k in kept):
            kept.append(number)
    return kept
