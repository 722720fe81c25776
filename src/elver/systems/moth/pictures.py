"""Figures of flapping flight over the last period: strokes seen from two sides, thorax, strains, forces. MAV Figs. 6-9."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from elver.results import Run, has_whole_period, last_beat
from elver.scenarios import Film, Picture
from elver.viz.machine import VIEWS, blades, silhouettes
from elver.viz.style import ACCENT, DEGREES, INK, SOFT, WATER, legend, new_figure, titled

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SNAPSHOTS = 11
SIDES = {"xz": "from the right", "yz": "from the front"}


def _phase(data: xr.Dataset) -> tuple[np.ndarray, str]:
    """Times of the samples of a last period in units of it, from 0 to 1, and the label of that axis; else seconds."""
    period, t = float(data.attrs["period"]), data.time.values
    return ((t - t[0]) / period, "t / T") if period > 0 else (t, "time [s]")


def strokes(run: Run, joints: Iterable[str] = ()) -> Figure:
    """The machine at regular instants of one stroke, from the side and from the front (MAV Fig. 6)."""
    data = last_beat(run.data)
    samples = np.linspace(0, data.sizes["time"] - 1, SNAPSHOTS).round().astype(int)
    figure, axes = new_figure(2, size=(14.0, 3.1))
    for axis, view in zip(axes, SIDES, strict=True):
        step = row_of_snapshots(axis, data, samples, view)
        axis.set(aspect="equal", yticks=[], xticks=step * np.arange(SNAPSHOTS))
        axis.set_xticklabels([f"{x:.1f}" for x in np.linspace(0, 1, SNAPSHOTS)])
        axis.grid(False)
        for side in ("left", "bottom"):
            axis.spines[side].set_visible(False)
        axis.set_title(titled(data, f"one stroke, {SIDES[view]}"), loc="left", fontsize=11, color=INK)
    axes[-1].set_xlabel(_phase(data)[1])
    return figure


def row_of_snapshots(axis: Axes, data: xr.Dataset, samples: np.ndarray, view: str) -> float:
    """Snapshots side by side, the base in the middle of each; the distance between two [m]."""
    from matplotlib.collections import LineCollection, PolyCollection

    i, j = VIEWS[view]
    base = data.base_position.values
    reach = max(np.abs(blades(data, int(s)) - base[s])[..., i].max() for s in samples)
    step = 2.1 * max(reach, 0.5 * float(np.nanmax(np.abs(data.body_outline.values))))
    for number, sample in enumerate(samples):
        shift = np.array([number * step, 0.0]) - base[sample, [i, j]]
        thorax = [p + shift for p in silhouettes(data.isel(body=[0]), int(sample), view)]
        quads = blades(data, int(sample))
        nearness = {"xy": quads[..., 2], "xz": -quads[..., 1], "yz": quads[..., 0]}[view].mean(axis=1)
        flat = (quads[..., [i, j]] + shift)[np.argsort(nearness)]
        axis.add_collection(PolyCollection(thorax, facecolor=SOFT, edgecolor=INK, linewidth=0.5, zorder=2))
        axis.add_collection(PolyCollection(flat, facecolor=WATER, edgecolor="white", linewidth=0.4, alpha=0.8, zorder=3))
        axis.add_collection(LineCollection(flat[:, :2], colors=INK, linewidths=1.2, zorder=4))
    axis.autoscale_view()
    return step


def _thorax(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Velocity and pitch rate of the base in the vertical plane (MAV Fig. 7)."""
    data = last_beat(run.data)
    t, label = _phase(data)
    figure, axes = new_figure(3, size=(7.2, 6.4), sharex=True)
    velocity, rate = data.base_velocity, data.base_twist.sel(component="wy")
    curves = ((velocity.sel(axis="x"), "v_x [m/s]"), (velocity.sel(axis="z"), "v_z [m/s]"), (DEGREES * rate, "w_y [deg/s]"))
    for axis, (curve, name) in zip(axes, curves, strict=True):
        axis.plot(t, curve, color=WATER)
        axis.set(ylabel=name)
    legend(axes[0], titled(data, "velocity of the base over the last period"))
    axes[-1].set_xlabel(label)
    return figure


def _one_side(data: xr.Dataset, group: str) -> list[str]:
    """Names of the joints of a group on the side of the first one: those whose name starts alike."""
    names = [str(n) for n, g in zip(data.joint.values, data.joint_group.values, strict=True) if g == group]
    return [n for n in names if n.split("_")[0] == names[0].split("_")[0]]


def _strains(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Bending, twist and stroke torque of one wing (MAV Fig. 8)."""
    data = last_beat(run.data)
    t, label = _phase(data)
    stroke, rest = _one_side(data, "stroke")[:1], [_one_side(data, group) for group in ("bending", "twist")]
    figure, axes = new_figure(3, size=(7.2, 7.4), sharex=True)
    for axis, names, kind in zip(axes, rest, ("bending", "twist"), strict=False):
        for name in [*stroke, *names]:
            curve = DEGREES * data.joint_position.sel(joint=name)
            axis.plot(t, curve, linewidth=1.2, label=name, color=SOFT if name in stroke else None)
        axis.set(ylabel=f"{kind} [deg]")
        legend(axis, titled(data, "strains of one wing over the last period") if kind == "bending" else None)
    axes[-1].plot(t, 1e3 * data.joint_torque.sel(joint=stroke[0]), color=ACCENT, label=stroke[0])
    axes[-1].set(ylabel="stroke torque [mN m]", xlabel=label)
    legend(axes[-1])
    return figure


def forces(run: Run, joints: Iterable[str] = ()) -> Figure:
    """What the medium and gravity do to the machine, along x and z of the world (MAV Fig. 9)."""
    data = last_beat(run.data)
    t, label = _phase(data)
    figure, axes = new_figure(2, size=(7.2, 5.0), sharex=True)
    for axis, direction in zip(axes, "xz", strict=True):
        for name in data.force.values:
            curve = data.medium_force.sel(force=name, axis=direction)
            axis.plot(t, curve, label=str(name), linestyle="--" if name == "gravity" else "-")
        axis.set(ylabel=f"force along {direction} [N]")
    mean = run.summary.get("mean_lift")
    if mean is not None:
        axes[1].axhline(mean, color=ACCENT, linewidth=1.0, linestyle=":", label=f"mean lift {mean:.4f} N")
    legend(axes[0], titled(data, "external forces over the last period"))
    legend(axes[1])
    axes[-1].set_xlabel(label)
    return figure


def whole(run: Run) -> bool:
    """Whether a run holds a whole stroke."""
    return has_whole_period(run.data)


def _flies(run: Run) -> bool:
    """Whether the thorax is not held."""
    return whole(run) and bool(np.ptp(run.data.base_position.values, axis=0).max() > 0)


def _is_soft(run: Run) -> bool:
    """Whether the wings bend and twist."""
    groups = set(run.data.joint_group.values.tolist()) if run.data.sizes.get("joint") else set()
    return whole(run) and {"stroke", "bending", "twist"} <= groups


PICTURES = (
    Picture("strokes", "the machine at regular instants of one stroke, from the side and from the front", strokes, whole),
    Picture("thorax", "velocity and pitch rate of the thorax over the last stroke", _thorax, _flies),
    Picture("strains", "bending, twist and stroke torque of one wing over the last stroke", _strains, _is_soft),
    Picture("forces", "what air and gravity do to the machine over the last stroke", forces, whole),
)
FILM = Film("3d", last_periods=True)
