"""Figures that people of this field expect from a run: path, speed, joints, torques, configurations, energy ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import numpy as np

from elver.drawing.outline import VIEWS, best_view
from elver.drawing.solid import has_blades
from elver.drawing.style import ACCENT, INK, SOFT, WATER, clip_spikes, legend, new_figure
from elver.errors import InputError, unknown_name
from elver.results import Run
from elver.results.measures import cycle_speed, forward_speed, heading
from elver.show.configurations import configurations
from elver.show.contact_plots import CONTACT_FIGURES, TOUCHING
from elver.show.drawn import draw_each
from elver.systems.moth.measures import has_whole_period
from elver.systems.moth.pictures import forces, strains, strokes, thorax
from elver.systems.scull.pictures import ROWING_FIGURES, is_boat

FORMATS = ("png", "svg", "pdf")


def path(run: Run, joints=()):
    """Trajectory of the base and of the centre of mass in the plane of motion (EEL Fig. 5, Fig. 11)."""
    data, view = run.data, best_view(run.data, "base_position")
    i, j = VIEWS[view]
    figure, (axis,) = new_figure()
    base, com = data.base_position.values, data.com_position.values
    axis.plot(base[:, i], base[:, j], color=WATER, label=f"base ({data.body.values[0]})")
    axis.plot(com[:, i], com[:, j], color=ACCENT, linestyle="--", label="centre of mass")
    axis.plot(
        *base[
            0,
            (i, j),
        ],
        "o",
        color=INK,
        markersize=5,
        label="start",
    )
    axis.set(xlabel=f"{view[0]} [m]", ylabel=f"{view[1]} [m]")
    axis.set_aspect("equal" if view == "xz" else "auto", adjustable="datalim")
    legend(axis, f"{data.attrs['model']}: path in the {view[0]}-{view[1]} plane")
    return figure


def speed(run: Run, joints=()):
    """Velocity of the base in the world over time (EEL Fig. 6), with the net speed over each gait period."""
    data = run.data
    figure, (axis,) = new_figure()
    velocity = data.base_velocity.values
    for k, name in enumerate("xyz"):
        if np.abs(velocity[:, k]).max() > 1e-9:
            axis.plot(data.time, velocity[:, k], linewidth=1.0, label=f"v_{name}")
    average = cycle_speed(data)
    if average is not None:
        axis.plot(*average, color=INK, linewidth=2.0, label="net speed per gait period")
    axis.set(xlabel="time [s]", ylabel="velocity [m/s]")
    legend(axis, f"{data.attrs['model']}: velocity of the base, world")
    return figure


def forward(run: Run, joints=()):
    """Speed of the centre of mass along the mean heading of the links, and that heading (USR Figs. 3b, 4b)."""
    data = run.data
    figure, (top, bottom) = new_figure(2, size=(7.2, 5.0), sharex=True, height_ratios=(2, 1))
    top.plot(data.time, forward_speed(data), color=WATER, label="forward speed")
    mean = run.summary["mean_forward_speed"]
    top.axhline(mean, color=ACCENT, linestyle="--", label=f"mean of the second half, {mean:.4g} m/s")
    top.set(ylabel="forward speed [m/s]")
    legend(top, f"{data.attrs['model']}: forward speed")
    bottom.plot(data.time, np.degrees(heading(data)), color=INK)
    bottom.set(xlabel="time [s]", ylabel="heading [deg]")
    return figure


def chosen(run: Run, joints: Iterable[str]) -> list[str]:
    """The joints a figure shows: those asked for, or three spread along the machine that move."""
    names = [str(n) for n in run.data.joint.values] if run.data.sizes.get("joint") else []
    for joint in joints:
        if joint not in names:
            raise unknown_name("joint", joint, names)
    if joints:
        return list(joints)
    moving = [n for n in names if np.abs(run.data.joint_velocity.sel(joint=n)).max() > 1e-9] or names
    return [moving[k] for k in sorted({0, len(moving) // 2, len(moving) - 1})] if moving else []


def panels(run: Run, joints) -> dict[tuple[str, str], list[str]]:
    """The chosen joints, collected by group and type: one panel each, so that angles and lengths never share an axis."""
    found: dict[tuple[str, str], list[str]] = {}
    for name in chosen(run, joints):
        joint = run.data.sel(joint=name)
        found.setdefault((str(joint.joint_group.values), str(joint.joint_type.values)), []).append(name)
    return found


def by_joint(run: Run, joints, variable: str, title: str, labels: dict[str, tuple[str, float]], limit: bool = False):
    """One panel per group of joints; ``labels`` gives axis label and factor for revolute and prismatic joints."""
    data, groups = run.data, panels(run, joints)
    count = max(1, len(groups))
    figure, axes = new_figure(count, size=(7.2, 2.0 + 2.2 * count), sharex=True)
    for axis, ((group, kind), names) in zip(axes, groups.items(), strict=False):
        label, factor = labels[kind]
        curves = {name: factor * data[variable].sel(joint=name).values for name in names}
        for name, curve in curves.items():
            axis.plot(data.time, curve, linewidth=1.2, label=name)
        bound = float(data.joint_limit.sel(joint=names).max())
        if limit and np.isfinite(bound):
            for sign in (-1, 1):
                axis.axhline(sign * bound, color=SOFT, linestyle=":", label="actuator limit" if sign > 0 else None)
        clip_spikes(axis, curves.values())
        axis.set(ylabel=f"{group} {label}")
        legend(axis, f"{data.attrs['model']}: {title}" if axis is axes[0] else None)
    axes[-1].set_xlabel("time [s]")
    return figure


def joints(run: Run, joints=()):
    """Angles, or positions, of chosen joints (EEL Fig. 7)."""
    labels = {"revolute": ("angle [deg]", 180 / np.pi), "prismatic": ("position [m]", 1.0)}
    return by_joint(run, joints, "joint_position", "joint motions", labels)


def torques(run: Run, joints=()):
    """Torques, or forces, of chosen joints with the actuator limits (EEL Figs. 8-10)."""
    labels = {"revolute": ("torque [N m]", 1.0), "prismatic": ("force [N]", 1.0)}
    return by_joint(run, joints, "joint_torque", "joint torques", labels, limit=True)


def ledger(run: Run, joints=()):
    """Where the motors' work went, and how well the balance closes."""
    data = run.data
    figure, (top, bottom) = new_figure(2, size=(7.2, 5.8), sharex=True, height_ratios=(3, 1))
    top.plot(data.time, data.work.sel(flow="motor"), color=INK, linewidth=2.2, label="motor work (in)")
    energy = data.kinetic_energy + data.medium_energy + data.potential_energy
    top.plot(data.time, energy - energy[0], label="energy stored")
    for flow in data.flow.values:
        if flow not in ("motor", "motor_positive"):
            top.plot(data.time, data.work.sel(flow=flow), label=f"{flow} (out)")
    top.set(ylabel="energy [J]")
    legend(top, f"{data.attrs['model']}: energy ledger")
    scale = float(data.attrs["ledger_scale"]) or 1.0
    bottom.semilogy(data.time, np.maximum(np.abs(data.ledger_error) / scale, 1e-17), color=ACCENT, linewidth=1.0)
    bottom.set(xlabel="time [s]", ylabel="closure error\n(relative)", ylim=(1e-17, 1))
    return figure


FIGURES: dict[str, Callable] = {
    "path": path,
    "speed": speed,
    "forward": forward,
    "joints": joints,
    "torques": torques,
    "configurations": configurations,
    "ledger": ledger,
    **CONTACT_FIGURES,
    "strokes": strokes,
    "thorax": thorax,
    "strains": strains,
    "forces": forces,
    **ROWING_FIGURES,
}
FLIGHT = {"strokes", "thorax", "strains", "forces"}


def figures(
    run: Run, folder=None, names: Iterable[str] | None = None, joints: Iterable[str] = (), formats: Iterable[str] = ("png", "svg")
):
    """Draw a run. Returns the figures by name; with a ``folder`` they are also written there in every format.

    A figure that the data do not allow (damaged, not finite) is left out with a warning, or refused where ``names`` asks for it.
    """
    if not isinstance(run, Run):
        raise InputError(f"figures takes a Run, not {type(run).__name__}. elver.load_run(path) reads a saved one.")
    names, asked = [names] if isinstance(names, str) else names, names is not None
    possible = available(run)
    chosen(run, joints := tuple(joints))
    names = possible if names is None else list(names)
    for name in names:
        if name not in possible:
            raise unknown_name(f"figure of a run of '{run.data.attrs['model']}':", name, possible)
    for extension in formats:
        if extension not in FORMATS:
            raise unknown_name("picture format", extension, FORMATS)
    makers = {name: partial(FIGURES[name], run, joints=joints) for name in names}
    return draw_each(makers, None if folder is None else Path(folder), tuple(formats), asked)


def available(run: Run) -> list[str]:
    """Names of the figures that this run can show."""
    missing = set() if run.data.sizes.get("joint") else {"joints", "torques"}
    if "mean_forward_speed" not in run.summary:
        missing.add("forward")
    if "contact_force" not in run.data:
        missing |= set(CONTACT_FIGURES)
    else:
        missing |= missing_contacts(run.data)
    missing |= {"path", "configurations"} if is_boat(run) else set(ROWING_FIGURES)
    missing |= missing_flight(run.data) if has_blades(run.data) else FLIGHT
    if not has_whole_period(run.data):
        missing |= FLIGHT | set(ROWING_FIGURES)
    return [name for name in FIGURES if name not in missing]


def missing_contacts(data) -> set[str]:
    """Figures of a scene that a run does not have: nothing was touched, nothing stuck."""
    missing = set() if np.abs(data.contact_force.values).max() > 0 else set(TOUCHING)
    return missing if data.sticking.values.any() else missing | {"sticking"}


def missing_flight(data) -> set[str]:
    """Figures of flight that a machine with blades does not have: a wing that is stiff, a thorax that is held."""
    groups = set(data.joint_group.values.tolist()) if data.sizes.get("joint") else set()
    missing = {"configurations"} if {"stroke", "bending", "twist"} <= groups else {"configurations", "strains"}
    return missing if np.ptp(data.base_position.values, axis=0).max() > 0 else missing | {"thorax", "path", "speed"}
