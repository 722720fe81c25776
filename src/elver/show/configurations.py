"""The machine's shape at evenly spaced instants of a run."""

from __future__ import annotations

import numpy as np

from elver.drawing.outline import (
    VIEWS,
    best_view,
    draw_forces,
    draw_machine,
    draw_obstacles,
    draw_regions,
    flat_points,
    limits,
    name_forces,
)  # fmt: skip
from elver.drawing.style import SOFT, new_figure
from elver.results import Run

FLAT = 0.2  # height over width of all places: flatter, the shapes lie on one line and cover each other
STAYS = 0.5  # of its own length: a machine that moves less covers its earlier shapes


def configurations(run: Run, joints=(), count: int = 10):
    """The machine's shape at instants along its path (EEL Fig. 11), spread over the run and over the phases of its gait.

    Where the path is so straight or so short that the shapes would cover each other, every instant gets a row of its own. Times
    stand beside the rows or at a bar of colours, never on the machine.
    """
    from matplotlib import colormaps

    data, view = run.samples, best_view(run.samples)
    (x0, x1), (y0, y1) = limits(data, view)
    row = row_height(data, view, *np.ptp(data.body_position.values.reshape(-1, 3)[:, VIEWS[view]], axis=0))
    count = min(count, 6) if "obstacle" in data.sizes else count
    samples = instants(data.time.values, float(data.attrs.get("period", 0.0)), count)
    y0, y1 = rows_limits(data, view, samples, row) if row else (y0, y1)
    figure, (axis,) = new_figure(size=(9.0, min(9.0, max(3.0, 8.4 * (y1 - y0) / (x1 - x0) + 0.9))))
    colors = [colormaps["viridis"](0.9 * number / max(1, count - 1)) for number in range(count)]
    arrows = draw_instants(axis, data, view, samples, row, colors)
    axis.set(xlim=(x0, x1), ylim=(y0, y1), aspect="equal", xlabel=f"{view[0]} [m]")
    draw_regions(axis, data)
    draw_obstacles(axis, data, [-number * row for number in range(count)] if row else [0.0])
    if row:
        axis.set_yticks([-number * row + data.base_position.values[0, VIEWS[view][1]] for number in range(count)])
        axis.set_yticklabels([f"{t:.3g} s" for t in data.time.values[samples]], fontsize=8)
        axis.tick_params(axis="y", length=0)
        axis.grid(False, axis="y")
        axis.spines["left"].set_visible(False)
    else:
        axis.set_ylabel(f"{view[1]} [m]")
        time_bar(figure, axis, colors, data.time.values[samples])
    if arrows is not None:
        name_forces(axis, arrows, data)
    path = "" if data.attrs.get("base") == "fixed" else f", path of {data.body.values[0]}"
    title = f"{data.attrs['model']}: {count} configurations, {view[0]}-{view[1]} plane{path}"
    axis.set_title(title, loc="left", fontsize=11)
    return figure


def draw_instants(axis, data, view: str, samples: np.ndarray, row: float, colors: list):
    """Shapes with the path so far and the forces, each in its colour and row; the last arrows of forces, or None."""
    i, j = VIEWS[view]
    base, arrows = data.base_position.values, None
    for number, (sample, color) in enumerate(zip(samples.tolist(), colors, strict=True)):
        drop = -number * row
        axis.plot(base[: sample + 1, i], base[: sample + 1, j] + drop, color=SOFT, linewidth=0.8)
        draw_machine(axis, data, sample, view, color, lift=drop)
        arrows = draw_forces(axis, data, sample, drop)
    return arrows


def instants(times: np.ndarray, period: float, count: int) -> np.ndarray:
    """Samples spread evenly over a run, first and last among them.

    Where they would show the same phase of a gait's beat, or its mirror image half a beat later, those between are moved by less
    than a beat, or a half or a quarter of one where there is no more room.
    """
    wanted = np.linspace(times[0], times[-1], count)
    beat = next((part for part in (period, period / 2, period / 4) if part <= wanted[1] - wanted[0]), 0.0)
    if beat > 0 and alike((wanted[1:-1] - times[0]) / min(beat, period / 2)):
        turns = (wanted - times[0]) / beat
        phases = np.arange(count) / count
        wanted[1:-1] = (times[0] + beat * (np.round(turns - phases) + phases))[1:-1]
    after = np.clip(np.searchsorted(times, wanted), 1, len(times) - 1) if len(times) > 1 else np.zeros(count, dtype=int)
    return np.where(wanted - times[after - 1] < times[after] - wanted, after - 1, after)


def alike(turns: np.ndarray) -> bool:
    """Whether some of these numbers of turns are about the same but for whole ones: nearer than half of evenly spread ones."""
    phases = np.sort(turns % 1.0)
    return len(phases) > 1 and float(np.diff(phases, append=phases[0] + 1.0).min()) < 0.5 / len(phases)


def time_bar(figure, axis, colors: list, times: np.ndarray) -> None:
    """A bar that says which colour belongs to which time."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import BoundaryNorm, ListedColormap

    edges = np.arange(len(colors) + 1) - 0.5
    shown = ScalarMappable(BoundaryNorm(edges, len(colors)), ListedColormap(colors))
    bar = figure.colorbar(shown, ax=axis, ticks=range(len(colors)), label="time [s]", aspect=25, pad=0.01)
    bar.ax.set_yticklabels([f"{t:.3g}" for t in times], fontsize=8)
    bar.ax.tick_params(length=0)
    bar.outline.set_visible(False)


def shape(data, sample: int, view: str) -> np.ndarray:
    """Points on the machine's surface at one sample [m]; (point, 2)."""
    clouds = list(flat_points(data, sample, view).values())
    return np.vstack(clouds) if clouds else data.body_position.values[sample][:, VIEWS[view]]


def row_height(data, view: str, width: float, height: float) -> float:
    """Height of a row [m] where every instant gets its own; 0 where all fit into one picture. width, height: of all places."""
    axis = VIEWS[view][1]
    if "obstacle" in data.sizes:
        rims = data.obstacle_outline.values[..., 1]
        obstacles = float(np.nanmax(rims) - np.nanmin(rims))
        return 1.15 * max(obstacles, *(float(np.ptp(shape(data, k, "xy"), axis=0)[1]) for k in (0, -1)))
    held = data.attrs.get("base") == "fixed"  # what swings about a fixed place is seen best in one picture
    if held or (height >= FLAT * width and not stays(data, view)):
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
