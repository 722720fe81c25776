"""One verb: figures. The pictures of a run, drawn and written, and what looks wrong in it below them."""

from __future__ import annotations

import re
import textwrap
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import ElverError, InputError, WriteError, from_user, unknown_name
from elver._support.files import make_folder
from elver.results import Run, cycle_speed, mean_heading
from elver.results.checks.trust import warnings_of
from elver.results.metrics import forward_speed
from elver.results.record import attribute
from elver.results.samples import Data, few_samples, picked
from elver.scenarios import Film, Picture, Scenario, all_scenarios, find_scenario
from elver.scenarios.definition import always
from elver.viz.machine import VIEWS, best_view, draw_regions
from elver.viz.run_figures import CONTACT_PICTURES, LOOP_PICTURES, configurations
from elver.viz.style import (
    ACCENT,
    CYCLE,
    DEGREES,
    INK,
    SOFT,
    WATER,
    clip_spikes,
    finished,
    legend,
    new_figure,
    powers_of_ten,
    stretch_of,
    titled,
    to_scale,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# --- What looks wrong in a run, below the figures that it concerns.

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


@dataclass(frozen=True)
class _Shown:
    """What figures show. joints, links: by name.   at: instants [s]. Empty for what each figure chooses itself."""

    joints: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    at: tuple[float, ...] = ()

    def drawn(self, picture: Picture, run: Run) -> Figure:
        """The figure, with those of the choices that it takes."""
        taken = {name: value for name in picture.options if (value := getattr(self, name))}
        return picture.draw(run, self.joints, **taken)

    def check(self, names: Iterable[str], pictures: Mapping[str, Picture]) -> None:
        """Refuse a choice that none of the named figures takes."""
        for option in ("links", "at"):
            if getattr(self, option) and not any(option in pictures[name].options for name in names):
                takers = ", ".join(p.name for p in PICTURES if option in p.options)
                raise InputError(f"none of these figures takes {option}. Those that do, where a run has them: {takers}.")


def _captioned(picture: Picture, run: Run, shown: _Shown) -> Figure:
    """The figure, with a line for every warning that concerns it."""
    figure = shown.drawn(picture, run)
    _warn_below(figure, _warnings_about(picture, run))
    return figure


def _warnings_about(picture: Picture, run: Run) -> list[str]:
    """Texts of a run's warnings that concern a figure."""
    return [w["text"] for w in warnings_of(run.samples) if w["check"] in CONCERNS.get(picture.name, ())]


def _warn_below(figure: Figure, texts: Sequence[str]) -> None:
    """A line below the figure for each of the first warnings."""
    if texts:
        lines = [line for text in texts[:_MOST] for line in wrapped(figure, f"Warning: {text}.")]
        if len(texts) > _MOST:
            lines.append(f"And {len(texts) - _MOST} more, in the summary.")
        say_below(figure, lines, ACCENT)


def wrapped(figure: Figure, text: str) -> list[str]:
    """A text in lines that are as wide as the figure."""
    return textwrap.wrap(text, int(_PER_INCH * figure.get_figwidth()))


def say_below(figure: Figure, lines: Sequence[str], color: str) -> None:
    """Write small lines below a figure."""
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=_SIZE, color=color)


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
    figure = from_user(what, lambda: finished(make()))
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
    if view[0] == "x":
        draw_regions(axis, data)
    legend(axis, titled(data, f"path in the {view[0]}-{view[1]} plane"))
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
    legend(axis, titled(data, "velocity of the base, world"))
    return figure


def _forward(run: Run, joints: Iterable[str] = ()) -> Figure:
    """Speed of the centre of mass along the mean heading of the links, and that heading (USR Figs. 3b, 4b)."""
    data = run.samples
    figure, (top, bottom) = new_figure(2, size=(7.2, 5.0), sharex=True, height_ratios=(2, 1))
    top.plot(data.time.values, forward_speed(data), color=WATER, label="forward speed")
    mean = run.summary["mean_forward_speed"]
    top.axhline(mean, color=ACCENT, linestyle="--", label=f"mean of the second half, {mean:.4g} m/s")
    top.set(ylabel="forward speed [m/s]")
    legend(top, titled(data, "forward speed"))
    bottom.plot(data.time.values, np.degrees(mean_heading(data)), color=INK)
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
        legend(axis, titled(data, title) if axis is axes[0] else None)
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
    legend(top, titled(data, "energy ledger"))
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
    Picture("configurations", "the machine's shape at evenly spaced instants along its path", configurations, always, ("at",)),
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
    links: Iterable[str] = (),
    at: Iterable[float] = (),
) -> dict[str, Figure]:
    """Draw a run.

    Parameters
    ----------
    run : Run
        Of any machine.
    folder : str or Path, optional
        Where the figures are written, too.
    names : iterable of str, optional
        Which figures; None: all that apply. One that the data do not allow (damaged, not finite) is left out with a warning, or
        refused where it is named.
    joints, links : iterable of str
        To show, by name, in the figures that show some; none: those of the scenario.
    formats : iterable of str
        ``png``, ``svg``, ``pdf``.
    at : iterable of float
        Instants [s], for the figures that show some.

    Returns
    -------
    dict
        Name -> matplotlib Figure.
    """
    if not isinstance(run, Run):
        raise InputError(f"figures takes a Run, not {type(run).__name__}. elver.load_run(path) reads a saved one.")
    makers = makers_of(run, [names] if isinstance(names, str) else names, joints, links, at)
    check_formats(formats)
    return draw_each(makers, None if folder is None else Path(folder), tuple(formats), names is not None)


def check_formats(formats: Iterable[str]) -> None:
    """Refuse what is no format of pictures."""
    for extension in formats:
        if extension not in FORMATS:
            raise unknown_name("picture format", extension, FORMATS)


def makers_of(
    run: Run, names: Iterable[str] | None, joints: Iterable[str], links: Iterable[str] = (), at: Iterable[float] = ()
) -> dict[str, Callable]:
    """What draws the figures of a run, by name: those named, or all that it has."""
    run = Run(few_samples(run.samples))
    possible, names, shown = _wanted(run, names, _Shown(tuple(joints), tuple(links), tuple(at)))
    return {name: partial(_captioned, possible[name], run, shown) for name in names}


def _wanted(run: Run, names: Iterable[str] | None, shown: _Shown) -> tuple[dict[str, Picture], list[str], _Shown]:
    """The figures that a run has, and those of them that are drawn; what it does not have is refused."""
    possible = pictures_of(run)
    chosen(run, shown.joints)
    names = list(possible) if names is None else list(names)
    for name in names:
        if name not in possible:
            raise unknown_name(f"figure of a run of '{run.samples.attrs['model']}':", name, possible)
    shown.check(names, possible)
    return possible, names, shown


# --- Figures of several runs on common axes.

_LOOK = ("color", "linestyle", "linewidth", "marker", "markersize")  # of a curve, kept on other axes
_DASHES = ("-", "--", ":", "-.")  # of the runs, where a panel has several curves of each


def overlay_figures(
    runs: Mapping[str, Run],
    folder: str | Path | None = None,
    names: Iterable[str] | None = None,
    joints: Iterable[str] = (),
    formats: Iterable[str] = ("png", "svg"),
    links: Iterable[str] = (),
    at: Iterable[float] = (),
) -> dict[str, Figure]:
    """Draw several runs on common axes: figures that consist of curves, and that all of them have.

    Parameters
    ----------
    runs
        By the names that tell them apart in the pictures.
    folder, names, joints, formats, links, at
        As in ``figures``.

    Returns
    -------
    dict
        Figures by name. One that shows more than curves is left out, or refused where ``names`` asks for it.
    """
    if not isinstance(runs, Mapping) or len(runs) < 2:
        raise InputError("overlay_figures takes two runs or more by name, such as {'one': run, 'two': other}.")
    check_formats(formats)
    names = [names] if isinstance(names, str) else None if names is None else list(names)
    shown, drawn = _Shown(tuple(joints), tuple(links), tuple(at)), {}
    few = {name: Run(few_samples(run.samples)) for name, run in runs.items()}
    wanted = [_wanted(run, names, shown) for run in few.values()]
    common = [name for name in wanted[0][1] if all(name in possible for possible, *_ in wanted)]
    place = None if folder is None else make_folder(Path(folder))
    for name in common:
        pictures = {label: possible[name] for label, (possible, *_) in zip(few, wanted, strict=True)}
        try:
            drawn[name] = drawn_one(name, partial(_overlaid, name, pictures, few, shown), place, tuple(formats))
        except NotCurvesError:
            if names is not None:
                raise
    if not drawn:
        raise InputError("these results have no figure of curves in common. Draw them one by one.")
    return drawn


class NotCurvesError(InputError):
    """A figure shows more than curves, or the panels of two runs differ: it cannot be laid over another."""


def _overlaid(name: str, pictures: Mapping[str, Picture], runs: Mapping[str, Run], shown: _Shown) -> Figure:
    """One figure of several runs: the curves of all in the panels of the first."""
    drawn = {label: shown.drawn(pictures[label], run) for label, run in runs.items()}
    figure = next(iter(drawn.values()))
    if len({len(other.axes) for other in drawn.values()}) > 1:
        raise NotCurvesError(f"the figure '{name}' has other panels for each of these results. Draw them one by one.")
    for place, axis in enumerate(figure.axes):
        panels = {label: other.axes[place] for label, other in drawn.items()}
        if any(panel.collections or panel.images or panel.patches for panel in panels.values()):
            raise NotCurvesError(f"the figure '{name}' shows more than curves and is not laid over another. Draw one result.")
        _lay_over(axis, panels)
    _warn_below(figure, [f"{label}: {text}" for label, run in runs.items() for text in _warnings_about(pictures[label], run)])
    return figure


def _lay_over(axis: Axes, panels: Mapping[str, Axes]) -> None:
    """Draw the curves of all panels on one axis: in a colour each, or dashed alike where a panel has several."""
    curves = {
        label: [line for line in panel.get_lines() if line.get_transform() == panel.transData] for label, panel in panels.items()
    }
    alone = all(len(own) <= 1 for own in curves.values())
    x, y = np.concatenate([np.array([panel.get_xlim(), panel.get_ylim()]) for panel in panels.values()], axis=1)
    for number, (label, own) in enumerate(curves.items()):
        for line in own:
            name = str(line.get_label())
            drawn = line
            if number > 0:
                look: dict[str, Any] = {key: getattr(line, f"get_{key}")() for key in _LOOK}
                (drawn,) = axis.plot(*line.get_data(), **look)
            drawn.set_label(label if alone or name.startswith("_") else f"{name}, {label}")
            if alone:
                drawn.set_color(CYCLE[number % len(CYCLE)])
            elif line.get_linestyle() != "None":
                drawn.set(linestyle=_DASHES[number % len(_DASHES)])
    if axis.get_aspect() == "auto":
        axis.set(xlim=(min(x), max(x)), ylim=(min(y), max(y)))
    else:  # to one scale: limits follow from the curves
        axis.relim()
        axis.autoscale()
    if (before := axis.get_legend()) is not None:
        before.remove()
    legend(axis, axis.get_title(loc="left").partition(": ")[2] or axis.get_title(loc="left"))
