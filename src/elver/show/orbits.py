"""Pictures of periodic orbits and branches: convergence, multipliers in the unit circle, branches over a parameter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import numpy as np

from elver.drawing.style import ACCENT, INK, LEAF, SOFT, WATER, legend, new_figure, shown_unit
from elver.errors import InputError
from elver.orbits import Branch, Orbit
from elver.scenarios import find_scenario
from elver.show.drawn import draw_each
from elver.show.plots import check_formats

JOINTS = ("angles", "rates", "followers")
SHIFT, RATE = ("m", "rad"), ("m/s", "rad/s")  # of sliding and of turning states
UNITS = {
    "position": ("m", "m"), "twist": RATE, "angles": SHIFT, "rates": RATE, "followers": SHIFT, "works": ("J", "J")
}  # by part of the state  # fmt: skip
KINDS = {"m": "position", "m/s": "velocity", "deg": "angle", "deg/s": "angular velocity"}


def convergence(orbit: Orbit):
    """Residual of every Newton iteration."""
    figure, (axis,) = new_figure(size=(5.2, 3.6))
    residuals = [max(step.residual, 1e-17) for step in orbit.history]
    axis.semilogy(range(len(residuals)), residuals, "o-", color=WATER)
    axis.axhline(1e-9, color=SOFT, linestyle="--", linewidth=1.0)
    axis.set(xlabel="iteration", ylabel="scaled residual")
    axis.xaxis.get_major_locator().set_params(integer=True)
    legend(axis, f"{orbit.program.model.name}: {orbit.status}")
    return figure


def multipliers(orbit: Orbit):
    """Floquet multipliers and the unit circle."""
    figure, (axis,) = new_figure(size=(4.6, 4.6))
    unit_circle(axis)
    outside = np.abs(orbit.multipliers) > 1
    for mask, colour, name in ((~outside, WATER, "inside"), (outside, ACCENT, "outside")):
        if mask.any():
            axis.plot(orbit.multipliers.real[mask], orbit.multipliers.imag[mask], "o", color=colour, label=name)
    legend(axis, f"{orbit.program.model.name}: {orbit.stability}")
    return figure


def unit_circle(axis) -> None:
    angle = np.linspace(0, 2 * np.pi, 200)
    axis.plot(np.cos(angle), np.sin(angle), color=SOFT, linewidth=1.0)
    axis.set(xlabel="real part", ylabel="imaginary part", aspect="equal", xticks=(-1, 0, 1), yticks=(-1, 0, 1))


def cycle(orbit: Orbit):
    """Velocities of the base, or angles of the joints, over one period: a panel for each unit."""
    part = orbit.program.equations.layout.slices["twist" if orbit.chart.posed else "angles"]
    panels: dict[str, list[int]] = {}
    for k in range(part.start, part.stop):
        panels.setdefault(state_unit(orbit, k), []).append(k)
    count = max(1, len(panels))
    figure, axes = new_figure(count, size=(7.2, 1.6 + 2.2 * count), sharex=True)
    phase = np.linspace(0.0, 1.0, len(orbit.states))
    for axis, (unit, states) in zip(axes, panels.items(), strict=False):
        own, factor = shown_unit(unit)
        for k in states:
            axis.plot(phase, factor * orbit.states[:, k], label=orbit.names[k])
        axis.set(ylabel=f"{KINDS[own]} [{own}]")
        legend(axis, f"{orbit.program.model.name}: one period" if axis is axes[0] else None)
    axes[-1].set(xlabel=f"time / period of {orbit.period:.4g} s")
    return figure


def state_unit(orbit: Orbit, number: int) -> str:
    """The unit of a state by its number; empty for what a medium remembers and other states of its own kind."""
    layout, robot = orbit.program.equations.layout, orbit.program.model.robot
    kinds = {joint.name: joint.type for joint in robot.moving_joints}
    for part, units in UNITS.items():
        place = layout.slices[part]
        if place.start <= number < place.stop:
            own = number - place.start
            sliding = layout.freedoms[own] < 3 if part == "twist" else kinds.get(joint_of(layout, part, own)) == "prismatic"
            return units[0 if sliding else 1]
    return ""


def joint_of(layout, part: str, own: int) -> str:
    """Name of the joint that a state of a part belongs to; empty for other parts."""
    return str((layout.followers if part == "followers" else layout.joints)[own]) if part in JOINTS else ""


def branch(followed: Branch, units: Mapping[str, str]):
    """Parameter against the size of the motion and the drift; solid where stable, dashed where not, marks at events."""
    data = followed.data
    drifting = bool(np.abs(data.drift_velocity).max() > 1e-9)
    figure, axes = new_figure(2 if drifting else 1, size=(7.2, 6.0 if drifting else 3.8), sharex=True)
    name = shown_state(followed)
    own, factor = shown_unit(state_unit(followed.orbits[0], followed.orbits[0].names.index(name)))
    label = f"half range of {name}" + (f" [{own}]" if own else "")
    curves = [(axes[0], factor * data.amplitude.sel(state_name=name).values, label)]
    if drifting:
        curves.append((axes[1], np.linalg.norm(data.drift_velocity.values, axis=1), "mean speed [m/s]"))
    for axis, values, label in curves:
        parts(axis, followed, values)
        axis.set(ylabel=label)
    axes[-1].set(xlabel=parameter_label(followed, units))
    legend(axes[0], f"{data.attrs['model']}: {followed.status}")
    return figure


def parameter_label(followed: Branch, units: Mapping[str, str]) -> str:
    """The parameter of a branch with its unit: the one told, or that of the scenario of this name."""
    model = followed.orbits[0].program.model
    own = None if model.origin else find_scenario(model.name)
    known = {p.name: p.unit for p in own.parameters} if own else {}
    unit = {**known, **units}.get(followed.parameter, "")
    return followed.parameter + (f" [{unit}]" if unit not in ("", "1") else "")


def shown_state(followed: Branch) -> str:
    """The state whose motion grows and shrinks most along the branch, among angles and velocities."""
    layout = followed.orbits[0].program.equations.layout
    part = layout.slices["angles" if layout.joints else "twist"]
    amplitude = followed.data.amplitude.values[:, part]
    return layout.names[part.start + int(np.argmax(np.ptp(amplitude, axis=0)))] if part.stop > part.start else layout.names[0]


def parts(axis, followed: Branch, values: np.ndarray) -> None:
    """Draw a curve over the parameter, by stability, with marks at folds and changes of stability."""
    x, stable = followed.values, np.array([o.stable for o in followed.orbits])
    both = stable[1:] & stable[:-1]
    for mask, style, colour, name in ((both, "-", WATER, "stable"), (~both, "--", ACCENT, "unstable")):
        pieces = np.split(np.flatnonzero(mask), np.flatnonzero(np.diff(np.flatnonzero(mask)) > 1) + 1)
        for number, piece in enumerate(p for p in pieces if len(p)):
            at = slice(piece[0], piece[-1] + 2)
            axis.plot(x[at], values[at], style, color=colour, linewidth=1.8, label=None if number else name)
    for kind, colour in (("fold", INK), ("period doubling", LEAF), ("torus", "#7b5ea7"), ("crossing", "#b56576")):
        marked = [k for k, name in enumerate(followed.labels) if name == kind]
        if marked:
            axis.plot(x[marked], values[marked], "D", color=colour, markersize=5, label=kind)


def branch_multipliers(followed: Branch, units: Mapping[str, str]):
    """All Floquet multipliers along the branch in the plane of complex numbers, and their sizes over the parameter."""
    data = followed.data
    figure, (left, right) = new_figure(1, 2, size=(9.0, 4.2))
    unit_circle(left)
    left.plot(data.multiplier_real.values, data.multiplier_imag.values, ".", color=WATER, markersize=4)
    right.plot(data.parameter, np.hypot(data.multiplier_real, data.multiplier_imag).values, ".", color=WATER, markersize=4)
    right.axhline(1.0, color=SOFT, linewidth=1.0)
    right.set(xlabel=parameter_label(followed, units), ylabel="size of the multipliers")
    legend(left, f"{data.attrs['model']}: Floquet multipliers")
    return figure


ORBIT_FIGURES: dict[str, Callable] = {"convergence": convergence, "multipliers": multipliers, "cycle": cycle}
BRANCH_FIGURES: dict[str, Callable] = {"branch": branch, "branch_multipliers": branch_multipliers}


def orbit_figures(
    thing: Orbit | Branch, folder=None, formats: Iterable[str] = ("png", "svg"), units: Mapping[str, str] | None = None
):
    """Draw an orbit or a branch. Returns the figures by name; with a ``folder`` they are also written there in every format.

    units: of parameters, by name; those of a built-in scenario are known.
    """
    if not isinstance(thing, (Orbit, Branch)):
        raise InputError(f"orbit_figures takes an Orbit or a Branch, not {type(thing).__name__}.")
    check_formats(formats)
    if isinstance(thing, Orbit):
        parts = {name: partial(make, thing) for name, make in ORBIT_FIGURES.items()}
    else:
        parts = {name: partial(make, thing, units or {}) for name, make in BRANCH_FIGURES.items()}
    return draw_each(parts, None if folder is None else Path(folder), tuple(formats), False)
