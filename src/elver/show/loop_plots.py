"""Figures of the closed loop: inputs over time, and what sensors read."""

from __future__ import annotations

import numpy as np

from elver.drawing.picture import Picture
from elver.drawing.style import legend, new_figure, shown_unit
from elver.results import Run
from elver.results.samples.sheet import picked
from elver.results.saved.layout import CHANNELS, SENSED

MOST_LINES, MOST_PANELS = 6, 6
FIRST, SECOND = ("angle", "specific force", "x", "y", "z"), ("rate", "angular rate", "heading")  # channels by place of their unit


def inputs(run: Run, joints=()):
    """Inputs over time, held from sample to sample; one panel for each unit."""
    data = run.samples
    units: dict[str, list[str]] = {}
    for name, unit in zip(data.input_name.values, data.input_unit.values, strict=True):
        units.setdefault(str(unit), []).append(str(name))
    panels = []
    for unit, names in units.items():
        own, factor = shown_unit(unit)
        panels.append((f"[{own}]", {n: factor * picked(data, "input", input_name=n) for n in few(names)}))
    return lines(run, panels, "inputs")


def sensors(run: Run, joints=()):
    """Readings over time; one panel for each sensor and unit."""
    found, data = [], run.samples
    for name in sensor_names(run):
        units: dict[str, list[str]] = {}
        for channel in map(str, data[CHANNELS + name].values):
            units.setdefault(channel_unit(data, channel, str(data[SENSED + name].attrs.get("units", ""))), []).append(channel)
        for unit, channels in units.items():
            own, factor = shown_unit(unit)
            curves = {c: factor * picked(data, SENSED + name, **{CHANNELS + name: c}) for c in few(channels)}
            found.append((f"{name}\n[{own}]", curves))
    return lines(run, found[:MOST_PANELS], "readings of sensors")


def channel_unit(data, channel: str, units: str) -> str:
    """The unit of one channel of a sensor whose units are a list, such as ``rad or m, rad/s or m/s``: told by its name."""
    names = data.joint.values.tolist() if data.sizes.get("joint") else []
    word, _, joint = channel.rpartition(" of ")
    own = units.split(", ")
    if len(own) == 2 and word.startswith((*FIRST, *SECOND)):
        own = own[1:] if word.startswith(SECOND) else own[:1]
    sliding = joint in names and str(picked(data, "joint_type", joint=joint)) == "prismatic"
    return own[0].split(" or ")[-1 if sliding else 0] if len(own) == 1 else units


def lines(run: Run, panels: list[tuple[str, dict[str, np.ndarray]]], title: str):
    """Panels of steps over time, each with its label and its curves by name."""
    figure, axes = new_figure(max(1, len(panels)), size=(7.2, 1.4 + 1.9 * max(1, len(panels))), sharex=True)
    for axis, (label, curves) in zip(axes, panels, strict=False):
        for name, curve in curves.items():
            axis.step(run.samples.time.values, curve, where="post", linewidth=1.1, label=name)
        axis.set(ylabel=label)
        legend(axis, f"{run.samples.attrs['model']}: {title}" if axis is axes[0] else None)
    axes[-1].set_xlabel("time [s]")
    return figure


def few(names: list[str]) -> list[str]:
    """All of a few names, and some of many, spread evenly."""
    return [names[k] for k in np.unique(np.linspace(0, len(names) - 1, min(len(names), MOST_LINES)).astype(int))]


def sensor_names(run: Run) -> list[str]:
    """Names of the sensors that a run has readings of."""
    return [str(key).removeprefix(SENSED) for key in run.samples.variables if str(key).startswith(SENSED)]


def has_inputs(run: Run) -> bool:
    """Whether the machine has inputs."""
    return bool(run.samples.sizes.get("input_name")) and "input" in run.samples


LOOP_PICTURES = (
    Picture("inputs", "inputs over time", inputs, has_inputs),
    Picture("sensors", "readings of the sensors over time", sensors, lambda run: bool(sensor_names(run))),
)
