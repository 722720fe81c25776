"""One verb: figures. The pictures of a run, drawn and written, and what looks wrong in it below them.

What looks wrong in a run, below the figures that it concerns.
"""

from __future__ import annotations

import re
import textwrap
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elver._support.errors import ElverError, InputError, WriteError, from_user, unknown_name
from elver._support.files import make_folder
from elver.results import Run, cycle_speed, heading
from elver.results.checks.trust import warnings_of
from elver.results.metrics import forward_speed
from elver.results.record import attribute
from elver.results.samples import Data, few_samples, picked
from elver.scenarios import Film, Picture, Scenario, all_scenarios, find_scenario
from elver.viz.machine import VIEWS, best_view
from elver.viz.run_figures import CONTACT_PICTURES, LOOP_PICTURES, configurations
from elver.viz.style import (
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
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_HULLS = ("metacentric height", "hull of another mass")
CONCERNS = {
    "path": ("discretisation", "bodies through each other"),
    "configurations": ("bodies through each other",),
    "joints": ("beyond a turn", "tracking", "looks like degrees"),
    "torques": ("torque limit",),
    "ledger": ("energy ledger", "energy from nothing"),
    "speed": ("step of the motion", "strip theory", "Reynolds number", *_HULLS),
    "forward": ("strip theory", "Reynolds number"),
    "stroke": _HULLS,
    "boat": _HULLS,
}
_MOST = 3  # warnings below a figure
_NAMED = re.compile(r"joint '(.+?)'")
_PER_INCH, _SIZE = 17.0, 7.5  # letters of that size


def _captioned(picture: Picture, run: Run, joints: Sequence[str] = ()) -> Figure:
    """The figure, with a line for every warning that concerns it."""
    figure = picture.draw(run, joints)
    found = [w["text"] for w in warnings_of(run.samples) if w["check"] in CONCERNS.get(picture.name, ())]
    if found:
        width = int(_PER_INCH * figure.get_figwidth())
        lines = [line for text in found[:_MOST] for line in textwrap.wrap(f"Warning: {text}.", width)]
        if len(found) > _MOST:
            lines.append(f"And {len(found) - _MOST} more, in the summary.")
        figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=_SIZE, color=ACCENT)
    return figure


def with_named(run: Run, joints: Sequence[str], check: str) -> list[str]:
    """The joints, and those that a check has found."""
    named = [m.group(1) for w in warnings_of(run.samples) if w["check"] == check and (m := _NAMED.match(w["where"]))]
    known = {str(n) for n in run.samples.joint.values} if run.samples.sizes.get("joint") else set()
    return [*joints, *(n for n in named if n in known and n not in joints)]


# --- Figures one by one: what the data do not allow is refused by its name, or left out with a warning; the others are drawn.


def origin_of(run: Run) -> dict:
    """Where the model of a run was read from; empty for one that is no file's."""
    return attribute(run.samples, "origin", {})


def scenario_of(run: Run) -> Scenario | None:
    """The published scenario that a run is of. A file may use the name of one and still be another machine."""
    return None if origin_of(run) else find_scenario(str(run.samples.attrs["model"]))


def film_of(run: Run) -> Film:
    """How the run's scenario is seen in motion."""
    own = scenario_of(run)
    return own.film if own else Film()


def draw_each(makers: Mapping[str, Callable], folder: Path | None, formats: tuple[str, ...], asked: bool) -> dict:
    """Figures by name, also written as ``folder/NAME.FORMAT`` where there is a folder.

    asked: whether these figures were asked for by name. One that cannot be drawn is an error then; otherwise a warning, unless
    none of them can. A disk that cannot be written to is an error at once.
    """
    drawn, failures = {}, []
    if folder is not None:
        make_folder(folder)
    for name, make in makers.items():
        try:
            drawn[name] = drawn_one(name, make, folder, formats)
        except WriteError:
            raise
        except ElverError as error:
            if asked:
                raise
            failures.append(error)
    tell_failures(failures, len(makers))
    return drawn


def tell_failures(failures: Sequence[ElverError], count: int) -> None:
    """Warn of the figures out of ``count`` that are left out; the first is raised where all failed, or nothing can be written."""
    for failure in failures:
        if isinstance(failure, WriteError) or len(failures) == count:
            raise failure
    for failure in failures:
        warnings.warn(f"a figure is left out: {failure}", stacklevel=4)


def drawn_one(name: str, make: Callable, folder: Path | None, formats: tuple[str, ...]) -> Figure:
    """One figure, drawn and written."""
    what = f"figure '{name}' cannot be drawn, its data are damaged or not finite; drawing"
    figure = from_user(what, make)
    if folder is None:
        return figure
    for extension in formats:
        from_user(what, write, figure, folder / f"{name}.{extension}")
    return figure


# --- Figures that people of this field expect from a run: path, speed, joints, torques, configurations, energy ledger.

FORMATS = ("png", "svg", "pdf")


def _path(run: Run, joints: Iterable[str] = ()) -> Figure:
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


def _speed(run: Run, joints: Iterable[str] = ()) -> Figure:
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


def _forward(run: Run, joints: Iterable[str] = ()) -> Figure:
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


def _panels(run: Run, joints: Iterable[str]) -> dict[tuple[str, str], list[str]]:
    """The chosen joints, collected by group and type: one panel each, so that angles and lengths never share an axis."""
    found: dict[tuple[str, str], list[str]] = {}
    for name in chosen(run, joints):
        group, kind = (str(picked(run.samples, word, joint=name)) for word in ("joint_group", "joint_type"))
        found.setdefault((group, kind), []).append(name)
    return found


def _by_joint(
    run: Run, joints: Iterable[str], variable: str, title: str, labels: dict[str, tuple[str, float]], limit: bool = False
) -> Figure:
    """One panel per group of joints; ``labels`` gives axis label and factor for revolute and prismatic joints."""
    data, groups = run.samples, _panels(run, joints)
    count = max(1, len(groups))
    figure, axes = new_figure(count, size=(7.2, 2.0 + 2.2 * count), sharex=True)
    for axis, ((group, kind), names) in zip(axes, groups.items(), strict=False):
        label, factor = labels[kind]
        curves = {name: factor * picked(data, variable, joint=name) for name in names}
        for name, curve in curves.items():
            axis.plot(data.time.values, curve, linewidth=1.2, label=name)
        if limit:
            _draw_limits(axis, {name: float(picked(data, "joint_limit", joint=name)) for name in names})
        axis.set(ylabel=f"{group} {label}")
        clip_spikes([axis], [np.array(list(curves.values()))], whose=_whose_peak(data, variable, (group, kind), curves, factor))
        legend(axis, f"{data.attrs['model']}: {title}" if axis is axes[0] else None)
    axes[-1].set_xlabel("time [s]")
    return figure


def _draw_limits(axis: Axes, limits: dict[str, float]) -> None:
    """What the actuators can give, dotted: one line for all joints, or one in the colour of each where theirs differ."""
    known = {name: bound for name, bound in limits.items() if np.isfinite(bound)}
    colors = {line.get_label(): line.get_color() for line in axis.get_lines()}
    alike = len(known) == len(limits) and len(set(known.values())) == 1
    for name, bound in [("", next(iter(known.values())))] if alike else known.items():
        label = f"limit of {name}" if name else "actuator limit"
        for sign in (-1, 1):
            axis.axhline(sign * bound, color=colors.get(name, SOFT), linestyle=":", label=label if sign > 0 else None)


def _whose_peak(data: Data, variable: str, group: tuple[str, str], curves: Collection[str], factor: float) -> str:
    """The drawn joint with the largest peak, and one of its group that is not drawn where that has a larger one."""
    kinds = zip(data.joint_group.values, data.joint_type.values, strict=True)
    own = [str(name) for name, kind in zip(data.joint.values, kinds, strict=True) if tuple(map(str, kind)) == group]
    peaks = {name: factor * float(np.nanmax(np.abs(picked(data, variable, joint=name)))) for name in own}
    drawn, most = max(curves, key=lambda name: peaks[name]), max(own, key=lambda name: peaks[name])
    more = f",\n{peaks[most]:.3g} of {most}" if peaks[most] > peaks[drawn] else ""
    return f" of {drawn}{more}"


def joints(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Angles, or positions, of chosen joints (EEL Fig. 7)."""
    labels = {"revolute": ("angle [deg]", DEGREES), "prismatic": ("position [m]", 1.0)}
    return _by_joint(run, joints, "joint_position", "joint motions", labels)


def _torques(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Torques, or forces, of chosen joints with the actuator limits (EEL Figs. 8-10)."""
    labels = {"revolute": ("torque [N m]", 1.0), "prismatic": ("force [N]", 1.0)}
    joints = with_named(run, chosen(run, joints), "torque limit")
    driven = [name for name in joints if np.any(picked(run.samples, "joint_torque", joint=name) != 0)]
    idle = [name for name in joints if name not in driven] if driven else []
    title = "joint torques" + (f" ({', '.join(idle)}: none)" if idle else "")
    return _by_joint(run, driven or joints, "joint_torque", title, labels, limit=True)


def _ledger(run: Run, joints: Iterable[str] = ()) -> Figure:
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


def _has_joints(run: Run) -> bool:
    """Whether the machine has joints."""
    return bool(run.samples.sizes.get("joint"))


def _is_held(run: Run) -> bool:
    """Whether the base cannot move."""
    return run.samples.attrs.get("base") == "fixed"


PICTURES = (
    Picture("path", "path of the base and of the centre of mass in the plane of motion", _path, lambda run: not _is_held(run)),
    Picture("speed", "velocity of the base, and its net speed over each gait period", _speed, lambda run: not _is_held(run)),
    Picture("forward", "forward speed and heading", _forward, lambda run: "mean_forward_speed" in run.summary),
    Picture("joints", "angles, or positions, of chosen joints", joints, _has_joints),
    Picture("torques", "torques, or forces, of chosen joints with the actuator limits", _torques, _has_joints),
    Picture("configurations", "the machine's shape at evenly spaced instants along its path", configurations),
    Picture("ledger", "where the motors' work went, and how well the balance closes", _ledger),
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
    run: Run,
    folder: str | Path | None = None,
    names: Iterable[str] | None = None,
    joints: Iterable[str] = (),
    formats: Iterable[str] = ("png", "svg"),
) -> dict[str, Figure]:
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
    return {name: partial(_captioned, possible[name], run, joints) for name in names}
