"""Figures that people of this field expect from a run: path, speed, joints, torques, configurations, energy ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import numpy as np

from elver.drawing.outline import VIEWS, best_view
from elver.drawing.picture import Picture
from elver.drawing.style import (
    ACCENT,
    DEGREES,
    INK,
    SOFT,
    WATER,
    clip_spikes,
    legend,
    new_figure,
    powers_of_ten,
    stretch_of,
    to_scale,
)
from elver.errors import InputError, unknown_name
from elver.results import Run
from elver.results.measures import cycle_speed, forward_speed, heading
from elver.results.samples.parts import few_samples
from elver.results.samples.sheet import picked
from elver.scenarios import all_scenarios
from elver.show.captions import captioned, with_named
from elver.show.configurations import configurations
from elver.show.contact_plots import CONTACT_PICTURES
from elver.show.drawn import draw_each, origin_of, scenario_of
from elver.show.loop_plots import LOOP_PICTURES

FORMATS = ("png", "svg", "pdf")


def path(run: Run, joints=()):
    """Trajectory of the base and of the centre of mass in the plane of motion (EEL Fig. 5, Fig. 11)."""
    data, view = run.samples, best_view(run.samples, "base_position")
    i, j = VIEWS[view]
    base, com = data.base_position.values, data.com_position.values
    wide, high = np.ptp(np.vstack([base, com])[:, (i, j)], axis=0)
    stretch = stretch_of(wide, high)
    figure, (axis,) = new_figure(size=(7.2, float(np.clip(6.4 * stretch * high / max(wide, 1e-12) + 1.1, 2.4, 5.6))))
    axis.plot(base[:, i], base[:, j], color=WATER, label=f"base ({data.body.values[0]})")
    axis.plot(com[:, i], com[:, j], color=ACCENT, linestyle="--", label="centre of mass")
    axis.plot(base[0, i], base[0, j], "o", color=INK, markersize=5, label="start")
    to_scale(axis, view, stretch)
    legend(axis, f"{data.attrs['model']}: path in the {view[0]}-{view[1]} plane")
    return figure


def speed(run: Run, joints=()):
    """Velocity of the base in the world over time (EEL Fig. 6), with the net speed over each gait period."""
    data = run.samples
    figure, (axis,) = new_figure()
    velocity = data.base_velocity.values
    for k, name in enumerate("xyz"):
        if np.abs(velocity[:, k]).max() > 1e-9:
            axis.plot(data.time.values, velocity[:, k], linewidth=1.0, label=f"v_{name}")
    average = cycle_speed(data)
    if average is not None:
        axis.plot(*average, color=INK, linewidth=2.0, label="net speed per gait period")
    axis.set(xlabel="time [s]", ylabel="velocity [m/s]")
    legend(axis, f"{data.attrs['model']}: velocity of the base, world")
    return figure


def forward(run: Run, joints=()):
    """Speed of the centre of mass along the mean heading of the links, and that heading (USR Figs. 3b, 4b)."""
    data = run.samples
    figure, (top, bottom) = new_figure(2, size=(7.2, 5.0), sharex=True, height_ratios=(2, 1))
    top.plot(data.time.values, forward_speed(data), color=WATER, label="forward speed")
    mean = run.summary["mean_forward_speed"]
    top.axhline(mean, color=ACCENT, linestyle="--", label=f"mean of the second half, {mean:.4g} m/s")
    top.set(ylabel="forward speed [m/s]")
    legend(top, f"{data.attrs['model']}: forward speed")
    bottom.plot(data.time.values, np.degrees(heading(data)), color=INK)
    bottom.set(xlabel="time [s]", ylabel="heading [deg]")
    return figure


def chosen(run: Run, joints: Iterable[str]) -> list[str]:
    """The joints a figure shows: those asked for, or three spread along the machine that move."""
    names = [str(n) for n in run.samples.joint.values] if run.samples.sizes.get("joint") else []
    for joint in joints:
        if joint not in names:
            raise unknown_name("joint", joint, names)
    if joints:
        return list(joints)
    moving = [n for n in names if np.fmax.reduce(np.abs(picked(run.samples, "joint_velocity", joint=n))) > 1e-9] or names
    return [moving[k] for k in sorted({0, len(moving) // 2, len(moving) - 1})] if moving else []


def panels(run: Run, joints) -> dict[tuple[str, str], list[str]]:
    """The chosen joints, collected by group and type: one panel each, so that angles and lengths never share an axis."""
    found: dict[tuple[str, str], list[str]] = {}
    for name in chosen(run, joints):
        group, kind = (str(picked(run.samples, word, joint=name)) for word in ("joint_group", "joint_type"))
        found.setdefault((group, kind), []).append(name)
    return found


def by_joint(run: Run, joints, variable: str, title: str, labels: dict[str, tuple[str, float]], limit: bool = False):
    """One panel per group of joints; ``labels`` gives axis label and factor for revolute and prismatic joints."""
    data, groups = run.samples, panels(run, joints)
    count = max(1, len(groups))
    figure, axes = new_figure(count, size=(7.2, 2.0 + 2.2 * count), sharex=True)
    for axis, ((group, kind), names) in zip(axes, groups.items(), strict=False):
        label, factor = labels[kind]
        curves = {name: factor * picked(data, variable, joint=name) for name in names}
        for name, curve in curves.items():
            axis.plot(data.time.values, curve, linewidth=1.2, label=name)
        if limit:
            draw_limits(axis, {name: float(picked(data, "joint_limit", joint=name)) for name in names})
        axis.set(ylabel=f"{group} {label}")
        clip_spikes([axis], [np.array(list(curves.values()))])
        legend(axis, f"{data.attrs['model']}: {title}" if axis is axes[0] else None)
    axes[-1].set_xlabel("time [s]")
    return figure


def draw_limits(axis, limits: dict[str, float]) -> None:
    """What the actuators can give, dotted: one line for all joints, or one in the colour of each where theirs differ."""
    known = {name: bound for name, bound in limits.items() if np.isfinite(bound)}
    colors = {line.get_label(): line.get_color() for line in axis.get_lines()}
    alike = len(known) == len(limits) and len(set(known.values())) == 1
    for name, bound in [("", next(iter(known.values())))] if alike else known.items():
        label = f"limit of {name}" if name else "actuator limit"
        for sign in (-1, 1):
            axis.axhline(sign * bound, color=colors.get(name, SOFT), linestyle=":", label=label if sign > 0 else None)


def joints(run: Run, joints=()):
    """Angles, or positions, of chosen joints (EEL Fig. 7)."""
    labels = {"revolute": ("angle [deg]", DEGREES), "prismatic": ("position [m]", 1.0)}
    return by_joint(run, joints, "joint_position", "joint motions", labels)


def torques(run: Run, joints=()):
    """Torques, or forces, of chosen joints with the actuator limits (EEL Figs. 8-10)."""
    labels = {"revolute": ("torque [N m]", 1.0), "prismatic": ("force [N]", 1.0)}
    joints = with_named(run, chosen(run, joints), "torque limit")
    return by_joint(run, joints, "joint_torque", "joint torques", labels, limit=True)


def ledger(run: Run, joints=()):
    """Where the motors' work went, and how well the balance closes."""
    data = run.samples
    figure, (top, bottom) = new_figure(2, size=(7.2, 5.8), sharex=True, height_ratios=(3, 1))
    top.plot(data.time.values, picked(data, "work", flow="motor"), color=INK, linewidth=2.2, label="motor work (in)")
    energy = data.kinetic_energy.values + data.medium_energy.values + data.potential_energy.values
    top.plot(data.time.values, energy - energy[0], label="energy stored")
    for flow in data.flow.values:
        if flow not in ("motor", "motor_positive"):
            top.plot(data.time.values, picked(data, "work", flow=str(flow)), label=f"{flow} (out)")
    top.set(ylabel="energy [J]")
    legend(top, f"{data.attrs['model']}: energy ledger")
    scale = float(data.attrs["ledger_scale"]) or 1.0
    bottom.semilogy(data.time.values, np.maximum(np.abs(data.ledger_error.values) / scale, 1e-17), color=ACCENT, linewidth=1.0)
    bottom.set(xlabel="time [s]", ylabel="closure error\n(relative)", ylim=(1e-17, 1))
    powers_of_ten(bottom.yaxis)
    return figure


def has_joints(run: Run) -> bool:
    """Whether the machine has joints."""
    return bool(run.samples.sizes.get("joint"))


def is_held(run: Run) -> bool:
    """Whether the base cannot move."""
    return run.samples.attrs.get("base") == "fixed"


PICTURES = (
    Picture("path", "path of the base and of the centre of mass in the plane of motion", path, lambda run: not is_held(run)),
    Picture("speed", "velocity of the base, and its net speed over each gait period", speed, lambda run: not is_held(run)),
    Picture("forward", "forward speed and heading", forward, lambda run: "mean_forward_speed" in run.summary),
    Picture("joints", "angles, or positions, of chosen joints", joints, has_joints),
    Picture("torques", "torques, or forces, of chosen joints with the actuator limits", torques, has_joints),
    Picture("configurations", "the machine's shape at evenly spaced instants along its path", configurations),
    Picture("ledger", "where the motors' work went, and how well the balance closes", ledger),
    *CONTACT_PICTURES,
    *LOOP_PICTURES,
)


def pictures_of(run: Run) -> dict[str, Picture]:
    """Pictures that this run can show by name: the general ones, and those of its own scenario."""
    own = scenario_of(run)
    left_out = own.left_out if own else tuple(map(str, origin_of(run).get("leave_out") or ()))
    general = [p for p in PICTURES if p.name not in left_out]
    return {p.name: p for p in (*general, *(own.pictures if own else ())) if p.applies(run)}


def known_pictures() -> dict[str, Picture]:
    """All pictures by name: the general ones, then those of single scenarios."""
    return {p.name: p for p in (*PICTURES, *(p for s in all_scenarios() for p in s.pictures))}


def figures(
    run: Run, folder=None, names: Iterable[str] | None = None, joints: Iterable[str] = (), formats: Iterable[str] = ("png", "svg")
):
    """Draw a run. Returns the figures by name; with a ``folder`` they are also written there in every format.

    A figure that the data do not allow (damaged, not finite) is left out with a warning, or refused where ``names`` asks for it.
    """
    if not isinstance(run, Run):
        raise InputError(f"figures takes a Run, not {type(run).__name__}. elver.load_run(path) reads a saved one.")
    makers = makers_of(run, [names] if isinstance(names, str) else names, joints)
    check_formats(formats)
    return draw_each(makers, None if folder is None else Path(folder), tuple(formats), names is not None)


def check_formats(formats: Iterable[str]) -> None:
    """Refuse what is no format of pictures."""
    for extension in formats:
        if extension not in FORMATS:
            raise unknown_name("picture format", extension, FORMATS)


def makers_of(run: Run, names: Iterable[str] | None, joints: Iterable[str]) -> dict[str, Callable]:
    """What draws the figures of a run, by name: those named, or all that it has."""
    run = Run(few_samples(run.samples))
    possible = pictures_of(run)
    chosen(run, joints := tuple(joints))
    names = list(possible) if names is None else list(names)
    for name in names:
        if name not in possible:
            raise unknown_name(f"figure of a run of '{run.samples.attrs['model']}':", name, possible)
    return {name: partial(captioned, possible[name], run, joints) for name in names}
