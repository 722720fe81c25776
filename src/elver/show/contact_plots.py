"""Figures of runs among obstacles and on ground that sticks. SNAKE Figs. 9-15."""

from __future__ import annotations

import json

import numpy as np

from elver.drawing.outline import draw_forces, draw_machine, draw_obstacles, name_forces
from elver.drawing.picture import Picture
from elver.drawing.style import ACCENT, INK, SOFT, WATER, clip_spikes, legend, new_figure
from elver.results import Run
from elver.results.measures import body_centre

SHOWN_LINKS = 3
AVERAGED = 0.04  # of the run: what a mean of forces is taken over


def middle_body(data) -> str:
    """The body in the middle of the machine: the one whose farthest body is the fewest joints away."""
    parents = data.body_parent.values
    up = [[k] for k in range(len(parents))]
    for line in up:
        while parents[line[-1]] >= 0:
            line.append(int(parents[line[-1]]))
    farthest = [max(len(set(a) ^ set(b)) for b in up) for a in up]
    return str(data.body.values[int(np.argmin(farthest))])


def middle(run: Run, joints=()):
    """Path of the middle link among the obstacles from the first posture, and its x and y over time (SNAKE Figs. 9, 12-14)."""
    data, name = run.samples, middle_body(run.samples)
    path = body_centre(data, name)
    figure, (top, bottom) = new_figure(2, size=(7.6, 5.8), height_ratios=(1.2, 1))
    draw_obstacles(top, data)
    draw_machine(top, data, 0, "xy", SOFT)
    top.plot(path[:, 0], path[:, 1], color=ACCENT, linestyle="--", label=f"path of {name}", zorder=5)
    top.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    top.autoscale_view()
    top.set_adjustable("datalim")
    legend(top, f"{data.attrs['model']}: {name}, posture at {float(data.time.values[0]):.3g} s")
    for k, (axis, color) in enumerate((("x", WATER), ("y", ACCENT))):
        bottom.plot(data.time.values, path[:, k], color=color, label=axis)
    bottom.set(xlabel="time [s]", ylabel=f"position of {name} [m]")
    legend(bottom)
    return figure


def snapshot(run: Run, joints=()):
    """The machine among its obstacles at the last sample at which most links touch something, with the forces (SNAKE Fig. 10)."""
    data = run.samples
    touching = (np.linalg.norm(data.contact_force.values, axis=2) > 0).sum(axis=1)
    sample = int(np.flatnonzero(touching == touching.max())[-1])
    figure, (axis,) = new_figure(size=(8.4, 3.8))
    draw_obstacles(axis, data)
    draw_machine(axis, data, sample, "xy", WATER)
    name_forces(axis, draw_forces(axis, data, sample), data)
    axis.autoscale_view()
    axis.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    total, time = data.contact_force.values[sample].sum(axis=0), float(data.time.values[sample])
    axis.set_title(
        f"{data.attrs['model']} at {time:.3g} s: obstacles' forces, sum ({total[0]:.3g}, {total[1]:.3g}) N",
        loc="left",
        fontsize=11,
        color=INK,
    )
    return figure


def contacts(run: Run, joints=()):
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
    legend(top, f"{data.attrs['model']}: forces of the obstacles")
    width, between = max(1, round(AVERAGED * len(t))), mean_forces(data)
    for k, (name, color) in enumerate((("x", WATER), ("y", ACCENT))):
        bottom.plot(t, data.contact_force.values[:, :, k].sum(axis=1), color=color, linewidth=0.6, alpha=0.4)
        bottom.plot(t, running_mean(between[:, k], width), color=color, linewidth=1.8, label=f"along {name}")
    bottom.set(xlabel="time [s]", ylabel="sum of forces [N]")
    clip_spikes([bottom], [data.contact_force.values.sum(axis=1)], share=4.0)
    legend(bottom, f"thick: mean over {width * (t[-1] - t[0]) / max(len(t) - 1, 1):.2g} s")
    return figure


def mean_forces(data) -> np.ndarray:
    """Sum of the contacts' forces on all links, mean since the last sample [N]; (time, 2).

    From their impulses, which leave no impact out; from the samples where a long run was thinned out.
    """
    t, sampled = data.time.values, data.contact_force.values.sum(axis=1)
    wanted = float(json.loads(data.attrs["settings"])["output"])
    if "contact_impulse" not in data or len(t) < 2 or not np.isclose(t[1] - t[0], wanted, rtol=1e-6):
        return sampled
    found = data.contact_impulse.values.sum(axis=1) / np.diff(t, prepend=t[0] - wanted)[:, None]
    found[0] = sampled[0]
    return found


def running_mean(values: np.ndarray, width: int) -> np.ndarray:
    """Mean of the ``width`` samples about each; of fewer at the ends."""
    kernel = np.ones(width)
    return np.convolve(values, kernel, "same") / np.convolve(np.ones(len(values)), kernel, "same")


def pushing(run: Run, joints=()):
    """Components of the contact force on the links that push hardest, spikes of impacts cut off (SNAKE Fig. 11)."""
    data = run.samples
    mean = np.linalg.norm(data.contact_force.values, axis=2).mean(axis=0)
    hardest = np.sort(np.argsort(-mean)[: min(SHOWN_LINKS, int((mean > 0).sum()))])
    figure, axes = new_figure(len(hardest), size=(7.2, 1.2 + 1.9 * len(hardest)), sharex=True, sharey=True)
    for axis, k in zip(axes, hardest, strict=True):
        for c, (name, color) in enumerate((("x", WATER), ("y", ACCENT))):
            axis.plot(data.time.values, data.contact_force.values[:, k, c], color=color, linewidth=1.0, label=f"along {name}")
        axis.set(ylabel=f"{data.link.values[k]} [N]")
    clip_spikes(axes, [data.contact_force.values[:, k] for k in hardest], share=2.5)
    legend(axes[0], f"{data.attrs['model']}: forces on the links that push hardest")
    axes[-1].set_xlabel("time [s]")
    return figure


def sticking(run: Run, joints=()):
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
        f"{data.attrs['model']}: dark where a link sticks to the ground ({share:.2g} % of the time)",
        loc="left",
        fontsize=11,
        color=INK,
    )
    return figure


def has_scene(run: Run) -> bool:
    """Whether a run knows contacts."""
    return "contact_force" in run.samples


def touches(run: Run) -> bool:
    """Whether something was touched."""
    return has_scene(run) and bool(np.abs(run.samples.contact_force.values).max() > 0)


def sticks(run: Run) -> bool:
    """Whether a link stuck to the ground."""
    return has_scene(run) and bool(run.samples.sticking.values.any())


CONTACT_PICTURES = (
    Picture("middle", "path of the middle link among the obstacles, and its x and y over time", middle, has_scene),
    Picture("snapshot", "the machine among its obstacles while most links touch something, with the forces", snapshot, touches),
    Picture("contacts", "which link is pushed how hard and when, and the sum of the forces", contacts, touches),
    Picture("pushing", "contact force on the links that push hardest", pushing, touches),
    Picture("sticking", "which links stick to the ground, and when", sticking, sticks),
)
