"""The figures of a run, each as a function of its samples: shapes, paths, torques, energies, contacts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.results import Run, body_centre
from elver.results.record import attribute
from elver.results.samples import Data, picked
from elver.results.storage.layout import CHANNELS, SENSED
from elver.scenarios import Picture
from elver.viz.machine import (
    VIEWS,
    best_view,
    draw_forces,
    draw_machine,
    draw_obstacles,
    draw_regions,
    flat_points,
    limits,
    name_forces,
)
from elver.viz.style import ACCENT, INK, LEAF, SOFT, WARM, WATER, clip_spikes, legend, new_figure, shown_name, shown_unit, titled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.quiver import Quiver

# --- The machine's shape at evenly spaced instants of a run.

_FLAT = 0.2  # height over width of all places: flatter, the shapes lie on one line and cover each other
_STAYS = 0.5  # of its own length: a machine that moves less covers its earlier shapes


def configurations(run: Run, joints: Iterable[str] = (), count: int = 10, at: Sequence[float] = ()) -> Figure:
    """The machine's shape at instants along its path (EEL Fig. 11), spread over the run and over the phases of its gait.

    at: the instants [s], where they are chosen.

    Where the path is so straight or so short that the shapes would cover each other, every instant gets a row of its own. Times
    stand beside the rows or at a bar of colours, never on the machine.
    """
    from matplotlib import colormaps

    data, view = run.samples, best_view(run.samples)
    (x0, x1), (y0, y1) = limits(data, view)
    row = row_height(data, view, *np.ptp(data.body_position.values.reshape(-1, 3)[:, VIEWS[view]], axis=0))
    count = len(at) or (min(count, 6) if "obstacle" in data.sizes else count)
    times = data.time.values
    samples = nearest_samples(times, at) if len(at) else instants(times, float(data.attrs.get("period", 0.0)), count)
    y0, y1 = _rows_limits(data, view, samples, row) if row else (y0, y1)
    figure, (axis,) = new_figure(size=(9.0, min(9.0, max(3.0, 8.4 * (y1 - y0) / (x1 - x0) + 0.9))))
    colors = [colormaps["viridis"](0.9 * number / max(1, count - 1)) for number in range(count)]
    arrows = _draw_instants(axis, data, view, samples, row, colors)
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
        _time_bar(figure, axis, colors, data.time.values[samples])
    if arrows is not None:
        name_forces(axis, arrows, data)
    path = "" if data.attrs.get("base") == "fixed" else f", path of {data.body.values[0]}"
    title = titled(data, f"{count} configurations, {view[0]}-{view[1]} plane{path}")
    axis.set_title(title, loc="left", fontsize=11)
    return figure


def _draw_instants(axis: Axes, data: Data, view: str, samples: np.ndarray, row: float, colors: list) -> Quiver | None:
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
    if beat > 0 and _alike((wanted[1:-1] - times[0]) / min(beat, period / 2)):
        turns = (wanted - times[0]) / beat
        phases = np.arange(count) / count
        wanted[1:-1] = (times[0] + beat * (np.round(turns - phases) + phases))[1:-1]
    return _nearest(times, wanted)


def _nearest(times: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Numbers of the samples nearest to some times."""
    after = np.clip(np.searchsorted(times, wanted), 1, len(times) - 1) if len(times) > 1 else np.zeros(len(wanted), dtype=int)
    return np.where(wanted - times[after - 1] < times[after] - wanted, after - 1, after)


def nearest_samples(times: np.ndarray, at: Sequence[float]) -> np.ndarray:
    """Numbers of the samples nearest to instants [s]; instants outside of the run are refused."""
    low, high, room = float(times[0]), float(times[-1]), 0.5 * float(np.ptp(times)) / max(len(times) - 1, 1)
    for t in at:
        if not low - room <= t <= high + room:
            raise InputError(f"{t:g} s is outside of the run, which goes from {low:.6g} to {high:.6g} s. Choose another instant.")
    return _nearest(times, np.asarray(at, float))


def _alike(turns: np.ndarray) -> bool:
    """Whether some of these numbers of turns are about the same but for whole ones: nearer than half of evenly spread ones."""
    phases = np.sort(turns % 1.0)
    return len(phases) > 1 and float(np.diff(phases, append=phases[0] + 1.0).min()) < 0.5 / len(phases)


def _time_bar(figure: Figure, axis: Axes, colors: list, times: np.ndarray) -> None:
    """A bar that says which colour belongs to which time."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import BoundaryNorm, ListedColormap

    edges = np.arange(len(colors) + 1) - 0.5
    shown = ScalarMappable(BoundaryNorm(edges, len(colors)), ListedColormap(colors))
    bar = figure.colorbar(shown, ax=axis, ticks=range(len(colors)), label="time [s]", aspect=25, pad=0.01)
    bar.ax.set_yticklabels([f"{t:.3g}" for t in times], fontsize=8)
    bar.ax.tick_params(length=0)
    bar.outline.set_visible(False)


def shape(data: Data, sample: int, view: str) -> np.ndarray:
    """Points on the machine's surface at one sample [m]; (point, 2)."""
    clouds = list(flat_points(data, sample, view).values())
    return np.vstack(clouds) if clouds else data.body_position.values[sample][:, VIEWS[view]]


def row_height(data: Data, view: str, width: float, height: float) -> float:
    """Height of a row [m] where every instant gets its own; 0 where all fit into one picture. width, height: of all places."""
    axis = VIEWS[view][1]
    if "obstacle" in data.sizes:
        rims = data.obstacle_outline.values[..., 1]
        obstacles = float(np.nanmax(rims) - np.nanmin(rims))
        return 1.15 * max(obstacles, *(float(np.ptp(shape(data, k, "xy"), axis=0)[1]) for k in (0, -1)))
    held = data.attrs.get("base") == "fixed"  # what swings about a fixed place is seen best in one picture
    if held or (height >= _FLAT * width and not stays(data, view)):
        return 0.0
    return max(1.3 * float(np.ptp(data.body_position.values[..., axis])), 0.05 * width)


def stays(data: Data, view: str) -> bool:
    """Whether the base moves so little that the shapes at all instants lie on top of each other."""
    moved = np.ptp(data.base_position.values[:, VIEWS[view]], axis=0).max()
    return bool(moved < _STAYS * np.ptp(shape(data, 0, view), axis=0).max())


def _rows_limits(data: Data, view: str, samples: np.ndarray, row: float) -> tuple[float, float]:
    """Lowest and highest place of the picture [m] that holds every row: shapes and obstacles, with a margin."""
    places = [shape(data, int(sample), view)[:, 1] - number * row for number, sample in enumerate(samples)]
    if "obstacle" in data.sizes:
        rims = data.obstacle_outline.values[..., 1]
        places += [rims[np.isfinite(rims)] - number * row for number in (0, len(samples) - 1)]
    every = np.concatenate(places)
    return float(every.min()) - 0.15 * row, float(every.max()) + 0.15 * row


# --- Figures of runs among obstacles and on ground that sticks. SNAKE Figs. 9-15.

_SHOWN_LINKS = 3
_PAIRS = ((WATER, ACCENT), (LEAF, WARM), (INK, SOFT))  # colours of x and y, link by link
_AVERAGED = 0.04  # of the run: what a mean of forces is taken over


def middle_body(data: Data) -> str:
    """The body in the middle of the machine: the one whose farthest body is the fewest joints away."""
    parents = data.body_parent.values
    up = [[k] for k in range(len(parents))]
    for line in up:
        while parents[line[-1]] >= 0:
            line.append(int(parents[line[-1]]))
    farthest = [max(len(set(a) ^ set(b)) for b in up) for a in up]
    return str(data.body.values[int(np.argmin(farthest))])


def _middle(run: Run, joints: Iterable[str] = (), links: Sequence[str] = ()) -> Figure:
    """Path of the middle link among the obstacles from the first posture, and its x and y over time (SNAKE Figs. 9, 12-14).

    links: others instead of the middle one.
    """
    data, names = run.samples, _known_links(run.samples, links, run.samples.body.values) or [middle_body(run.samples)]
    figure, (top, bottom) = new_figure(2, size=(7.6, 5.8), height_ratios=(1.2, 1))
    draw_obstacles(top, data)
    draw_machine(top, data, 0, "xy", SOFT)
    for name, (one, other) in zip(names, _PAIRS, strict=False):
        path = body_centre(data, name)
        top.plot(path[:, 0], path[:, 1], color=other, linestyle="--", label=f"path of {name}", zorder=5)
        whose = "" if len(names) == 1 else f"{name}, "
        for k, (axis, color) in enumerate((("x", one), ("y", other))):
            bottom.plot(data.time.values, path[:, k], color=color, label=f"{whose}{axis}")
    top.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    top.autoscale_view()
    top.set_adjustable("datalim")
    shown = ", ".join(names[: len(_PAIRS)])
    legend(top, titled(data, f"{shown}, posture at {float(data.time.values[0]):.3g} s"))
    bottom.set(xlabel="time [s]", ylabel=f"position of {shown} [m]")
    legend(bottom)
    return figure


def _known_links(data: Data, links: Sequence[str], known: Collection[str]) -> list[str]:
    """The names of links or bodies, each of them known."""
    for name in links:
        if name not in known:
            raise unknown_name(f"link of '{data.attrs['model']}':", name, map(str, known))
    return list(links)


def snapshot(run: Run, joints: Iterable[str] = (), at: Sequence[float] = ()) -> Figure:
    """The machine among its obstacles at the last sample at which most links touch something, with the forces (SNAKE Fig. 10).

    at: the instant [s] instead.
    """
    data = run.samples
    if len(at) > 1:
        raise InputError(f"the figure 'snapshot' shows one instant, not {len(at)}. Give one, or choose 'configurations'.")
    touching = (np.linalg.norm(data.contact_force.values, axis=2) > 0).sum(axis=1)
    most = np.flatnonzero(touching == touching.max())
    sample = int((nearest_samples(data.time.values, at) if len(at) else most)[-1])
    figure, (axis,) = new_figure(size=(8.4, 3.8))
    draw_obstacles(axis, data)
    draw_machine(axis, data, sample, "xy", WATER)
    name_forces(axis, draw_forces(axis, data, sample), data)  # type: ignore[arg-type]
    axis.autoscale_view()
    axis.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    total, time = data.contact_force.values[sample].sum(axis=0), float(data.time.values[sample])
    axis.set_title(
        f"{shown_name(data)} at {time:.3g} s: obstacles' forces, sum ({total[0]:.3g}, {total[1]:.3g}) N",
        loc="left",
        fontsize=11,
        color=INK,
    )
    return figure


def contacts(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Which link is pushed how hard and when, as a map of links over time; below, their sum along x and y (SNAKE Fig. 11)."""
    from matplotlib import colormaps

    data, t = run.samples, run.samples.time.values
    size = np.linalg.norm(data.contact_force.values, axis=2)
    count = data.sizes["link"]
    high = 0.7 + 0.22 * count  # inches of the map
    figure, (top, bottom) = new_figure(2, size=(7.6, high + 3.6), sharex=True, height_ratios=(high, 2.4))
    colours = colormaps["YlOrRd"].with_extremes(under="white")  # where nothing is touched
    usual = float(np.percentile(size[size > 0], 98.0))  # impacts would make all else pale
    shown = top.imshow(
        size.T, aspect="auto", origin="lower", cmap=colours, vmin=1e-9 * usual, vmax=usual, interpolation="nearest",
        extent=(float(t[0]), float(t[-1]), 0.5, count + 0.5),
    )  # fmt: skip
    top.grid(False)
    top.set(yticks=range(1, count + 1), yticklabels=[str(n) for n in data.link.values])
    bar = figure.colorbar(shown, ax=top, label=f"contact force [N]\npeak {size.max():.3g}", extend="max", aspect=12)
    bar.outline.set_visible(False)
    legend(top, titled(data, "forces of the obstacles"))
    width, between = max(1, round(_AVERAGED * len(t))), mean_forces(data)
    for k, (name, color) in enumerate((("x", WATER), ("y", ACCENT))):
        bottom.plot(t, data.contact_force.values[:, :, k].sum(axis=1), color=color, linewidth=0.6, alpha=0.4)
        bottom.plot(t, running_mean(between[:, k], width), color=color, linewidth=1.8, label=f"along {name}")
    bottom.set(xlabel="time [s]", ylabel="sum of forces [N]")
    clip_spikes([bottom], [data.contact_force.values.sum(axis=1)], share=4.0)
    legend(bottom, f"thick: mean over {width * (t[-1] - t[0]) / max(len(t) - 1, 1):.2g} s")
    return figure


def mean_forces(data: Data) -> np.ndarray:
    """Sum of the contacts' forces on all links, mean since the last sample [N]; (time, 2).

    From their impulses, which leave no impact out; from the samples where a long run was thinned out.
    """
    t, sampled = data.time.values, data.contact_force.values.sum(axis=1)
    wanted = float(attribute(data, "settings")["output"])
    if "contact_impulse" not in data or len(t) < 2 or not np.isclose(t[1] - t[0], wanted, rtol=1e-6):
        return sampled
    found = data.contact_impulse.values.sum(axis=1) / np.diff(t, prepend=t[0] - wanted)[:, None]
    found[0] = sampled[0]
    return found


def running_mean(values: np.ndarray, width: int) -> np.ndarray:
    """Mean of the ``width`` samples about each; of fewer at the ends."""
    kernel = np.ones(width)
    return np.convolve(values, kernel, "same") / np.convolve(np.ones(len(values)), kernel, "same")


def _pushing(run: Run, joints: Iterable[str] = (), links: Sequence[str] = ()) -> Figure:
    """Components of the contact force on the links that push hardest, spikes of impacts cut off (SNAKE Fig. 11).

    links: others instead.
    """
    data = run.samples
    known = list(map(str, data.link.values))
    mean = np.linalg.norm(data.contact_force.values, axis=2).mean(axis=0)
    hardest = np.sort(np.argsort(-mean)[: min(_SHOWN_LINKS, int((mean > 0).sum()))])
    shown = [known.index(name) for name in _known_links(data, links, known)] or hardest.tolist()
    figure, axes = new_figure(len(shown), size=(7.2, 1.2 + 1.9 * len(shown)), sharex=True, sharey=True)
    for axis, k in zip(axes, shown, strict=True):
        for c, (name, color) in enumerate((("x", WATER), ("y", ACCENT))):
            axis.plot(data.time.values, data.contact_force.values[:, k, c], color=color, linewidth=1.0, label=f"along {name}")
        axis.set(ylabel=f"{data.link.values[k]} [N]")
    clip_spikes(axes, [data.contact_force.values[:, k] for k in shown], share=2.5)
    legend(axes[0], titled(data, "forces on the links") + ("" if links else " that push hardest"))
    axes[-1].set_xlabel("time [s]")
    return figure


def _sticking(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Which links stick to the ground, and when."""
    data = run.samples
    figure, (axis,) = new_figure(size=(7.2, 3.6))
    axis.imshow(
        data.sticking.values.T, aspect="auto", origin="lower", cmap="Blues", vmin=0, vmax=1.4, interpolation="nearest",
        extent=(float(data.time.values[0]), float(data.time.values[-1]), 0.5, data.sizes["link"] + 0.5),
    )  # fmt: skip
    axis.grid(False)
    axis.set(xlabel="time [s]", yticks=range(1, data.sizes["link"] + 1), yticklabels=[str(n) for n in data.link.values])
    share = 100 * float(data.sticking.values.mean())
    axis.set_title(
        titled(data, f"dark where a link sticks to the ground ({share:.2g} % of the time)"),
        loc="left",
        fontsize=11,
        color=INK,
    )
    return figure


def _has_scene(run: Run) -> bool:
    """Whether a run knows contacts."""
    return "contact_force" in run.samples


def _touches(run: Run) -> bool:
    """Whether something was touched."""
    return _has_scene(run) and bool(np.abs(run.samples.contact_force.values).max() > 0)


def _sticks(run: Run) -> bool:
    """Whether a link stuck to the ground."""
    return _has_scene(run) and bool(run.samples.sticking.values.any())


CONTACT_PICTURES = (
    Picture("middle", "path of the middle link among the obstacles, and its x and y over time", _middle, _has_scene, ("links",)),
    Picture(
        "snapshot",
        "the machine among its obstacles while most links touch something, with the forces",
        snapshot,
        _touches,
        ("at",),
    ),
    Picture("contacts", "which link is pushed how hard and when, and the sum of the forces", contacts, _touches),
    Picture("pushing", "contact force on the links that push hardest", _pushing, _touches, ("links",)),
    Picture("sticking", "which links stick to the ground, and when", _sticking, _sticks),
)


# --- Figures of the closed loop: inputs over time, and what sensors read.

MOST_LINES, _MOST_PANELS = 6, 6
_FIRST, _SECOND = (
    ("angle", "specific force", "x", "y", "z"),
    ("rate", "angular rate", "heading"),
)  # channels by place of their unit


def inputs(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Inputs over time, held from sample to sample; one panel for each unit."""
    data = run.samples
    units: dict[str, list[str]] = {}
    for name, unit in zip(data.input_name.values, data.input_unit.values, strict=True):
        units.setdefault(str(unit), []).append(str(name))
    panels = []
    for unit, names in units.items():
        own, factor = shown_unit(unit)
        panels.append((f"[{own}]", {n: factor * picked(data, "input", input_name=n) for n in few(names)}))
    return _lines(run, panels, "inputs")


def sensors(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Readings over time; one panel for each sensor and unit."""
    found, data = [], run.samples
    for name in _sensor_names(run):
        units: dict[str, list[str]] = {}
        for channel in map(str, data[CHANNELS + name].values):
            units.setdefault(channel_unit(data, channel, str(data[SENSED + name].attrs.get("units", ""))), []).append(channel)
        for unit, channels in units.items():
            own, factor = shown_unit(unit)
            curves = {c: factor * picked(data, SENSED + name, **{CHANNELS + name: c}) for c in few(channels)}
            found.append((f"{name}\n[{own}]", curves))
    return _lines(run, found[:_MOST_PANELS], "readings of sensors")


def channel_unit(data: Data, channel: str, units: str) -> str:
    """The unit of one channel of a sensor whose units are a list, such as ``rad or m, rad/s or m/s``: told by its name."""
    names = data.joint.values.tolist() if data.sizes.get("joint") else []
    word, _, joint = channel.rpartition(" of ")
    own = units.split(", ")
    if len(own) == 2 and word.startswith((*_FIRST, *_SECOND)):
        own = own[1:] if word.startswith(_SECOND) else own[:1]
    sliding = joint in names and str(picked(data, "joint_type", joint=joint)) == "prismatic"
    return own[0].split(" or ")[-1 if sliding else 0] if len(own) == 1 else units


def _lines(run: Run, panels: list[tuple[str, dict[str, np.ndarray]]], title: str) -> Figure:
    """Panels of steps over time, each with its label and its curves by name."""
    figure, axes = new_figure(max(1, len(panels)), size=(7.2, 1.4 + 1.9 * max(1, len(panels))), sharex=True)
    for axis, (label, curves) in zip(axes, panels, strict=False):
        for name, curve in curves.items():
            axis.step(run.samples.time.values, curve, where="post", linewidth=1.1, label=name)
        axis.set(ylabel=label)
        legend(axis, titled(run.samples, title) if axis is axes[0] else None)
    axes[-1].set_xlabel("time [s]")
    return figure


def few(names: list[str]) -> list[str]:
    """All of a few names, and some of many, spread evenly."""
    return [names[k] for k in np.unique(np.linspace(0, len(names) - 1, min(len(names), MOST_LINES)).astype(int))]


def _sensor_names(run: Run) -> list[str]:
    """Names of the sensors that a run has readings of."""
    return [str(key).removeprefix(SENSED) for key in run.samples.variables if str(key).startswith(SENSED)]


def _has_inputs(run: Run) -> bool:
    """Whether the machine has inputs."""
    return bool(run.samples.sizes.get("input_name")) and "input" in run.samples


LOOP_PICTURES = (
    Picture("inputs", "inputs over time", inputs, _has_inputs),
    Picture("sensors", "readings of the sensors over time", sensors, lambda run: bool(_sensor_names(run))),
)
