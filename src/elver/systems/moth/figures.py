"""Figures of the paper on the flapping-wing robot (MAV)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.results import Run, last_beat
from elver.scenarios import Case, Paper, PaperFigure, scenario
from elver.scenarios.papers import NO_RESULT
from elver.systems.moth.pictures import SNAPSHOTS, row_of_snapshots, strokes
from elver.viz.machine import VIEWS
from elver.viz.paper_figures import table_figure
from elver.viz.style import ACCENT, CYCLE, INK, SOFT, WATER, legend, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPERS = (
    Paper(
        "MAV",
        "M. Porez, F. Boyer, A. Belkhiri",
        "A hybrid dynamic model for bio-inspired soft robots: application to a flapping-wing micro air vehicle",
        "IEEE International Conference on Robotics and Automation",
        2014,
    ),
)
SECTIONS = 4
CYCLE_OF_HOVERING = (Case("moth", duration=0.04),)
# Table I: symbol, printed value, unit, parameter here, what it is divided by there; l and N are counts of the sections
PRINTED = (
    ("M", 4.0, "1", "wing.sections"),
    ("S", 70e-3, "m", "wing.span"),
    ("C", 31.5e-3, "m", "wing.chord"),
    ("e", 0.1e-3, "m", "wing.thickness"),
    ("a", 8.5e-3, "m", "thorax.half_width"),
    ("b", 8.5e-3, "m", "thorax.half_length"),
    ("c", 28e-3, "m", "thorax.half_height"),
    ("d", 18.2e-3, "m", "wing.hinge"),
    ("rho_t", 800.0, "kg/m^3", "thorax.density"),
    ("rho_w", 1400.0, "kg/m^3", "wing.density"),
    ("rho_air", 1.22, "kg/m^3", "air.density"),
    ("A", math.radians(41.3), "rad", "gait.amplitude"),
    ("omega", 50 * math.pi, "rad/s", "gait.frequency"),
    ("k_t^1", 3e-3, "N m/rad", "wing.twist_root"),
    ("k_t^2", 9e-3, "N m/rad", "wing.twist_tip"),
    ("k_b^1", 36e-3, "N m/rad", "wing.bend_root"),
    ("k_b^2", 9e-3, "N m/rad", "wing.bend_tip"),
    ("mu", 1e-5, "N m s/rad", "wing.damping"),
)


SPREAD = {"gait.amplitude": 1e-3}  # wings stretched out to both sides
VIRTUAL = (Case("moth-tethered", {**SPREAD, "wing.sections": 2}, duration=1e-3),)
ROBOT = (Case("moth-tethered", SPREAD, duration=1e-3),)


def _views(runs: Sequence[Run]) -> Figure:
    """The robot with its wings stretched out, from the front and from above, with the joints."""
    data = runs[0].data
    figure, axes = new_figure(1, 2, size=(8.4, 4.4), width_ratios=(2, 1))
    joints = data.body_position.values[0, 1:] - data.base_position.values[0]
    for axis, view, title in zip(axes, ("yz", "xy"), ("from the front", "from above"), strict=True):
        row_of_snapshots(axis, data, np.array([0]), view)
        axis.plot(*joints[:, list(VIEWS[view])].T, "o", color=INK, markersize=4, zorder=6, label="joints")
        axis.set(aspect="equal", xlabel=f"{view[0]} [m]", ylabel=f"{view[1]} [m]")
        axis.set_title(title, loc="left", fontsize=11, color=INK)
    axes[1].set(xlim=(-0.03, 0.03), xticks=(-0.02, 0.02))
    return figure


def _cycle(run: Run) -> tuple[Any, np.ndarray]:
    """Samples of one flapping cycle, and their times over the period."""
    data = last_beat(run.data)
    return data, (data.time.values - data.time.values[0]) / float(data.attrs["period"])


def _panels(curves: Sequence[tuple[str, np.ndarray]], t: np.ndarray, title: str) -> Any:
    """One panel for each curve over one cycle."""
    figure, axes = new_figure(len(curves), size=(6.4, 2.1 * len(curves) + 0.6), sharex=True)
    for axis, (label, curve) in zip(axes, curves, strict=True):
        axis.plot(t, curve, color=WATER)
        axis.set(ylabel=label, xlim=(0, 1), xticks=np.linspace(0, 1, 5))
    legend(axes[0], title)
    axes[-1].set_xlabel("t / T")
    return figure


def _snapshots(runs: Sequence[Run]) -> Figure:
    """The robot at the eleven instants of one cycle, numbered as printed."""
    figure = strokes(runs[0])
    for axis in figure.axes:
        axis.set_xticklabels([str(number) for number in range(SNAPSHOTS)])
    figure.axes[0].set_title("sagittal view", loc="left", fontsize=11)
    figure.axes[1].set_title("coronal view", loc="left", fontsize=11)
    figure.axes[1].set_xlabel("number of the snapshot, every 4 ms; the stroke reverses at 0, 5 and 10")
    return figure


def _speeds(runs: Sequence[Run]) -> Figure:
    """Linear and angular speeds of the thorax in the sagittal plane, in the paper's axes: n fore-aft, a up, s to the right."""
    data, t = _cycle(runs[0])
    velocity, pitch_rate = data.base_velocity, data.base_twist.sel(component="wy").values
    curves = (
        ("V_0 . n_e [m/s]", velocity.sel(axis="x").values),
        ("V_0 . a_e [m/s]", velocity.sel(axis="z").values),
        ("omega_0 . s_e [rad/s]", -pitch_rate),  # y here points to the left, s to the right
    )
    return _panels(curves, t, "thorax over one flapping cycle")


def _strains(runs: Sequence[Run]) -> Figure:
    """Bending and twist of every section [rad], and the stroke torque [N m]; the numbers of the joints are the paper's."""
    data, t = _cycle(runs[0])
    bending = {f"r{2 * k} = -r{2 * k + 8}": f"right_bending{k}" for k in range(1, SECTIONS + 1)}
    twist = {f"r{2 * k - 1} = -r{2 * k + 7}": f"right_twist{k}" for k in range(2, SECTIONS + 1)}
    figure, axes = new_figure(3, size=(6.4, 7.4), sharex=True)
    for axis, names in ((axes[0], bending), (axes[1], {"r1 = -r9 (stroke)": "right_stroke", **twist})):
        for name, color in zip(names, CYCLE, strict=False):
            color = SOFT if "stroke" in name else color
            axis.plot(t, data.joint_position.sel(joint=names[name]), label=name, linewidth=1.2, color=color)
    axes[2].plot(t, data.joint_torque.sel(joint="right_stroke"), color=ACCENT)
    for axis, label in zip(axes, ("bending [rad]", "twist [rad]", "tau_1 = -tau_9 [N m]"), strict=True):
        axis.set(ylabel=label, xlim=(0, 1), xticks=np.linspace(0, 1, 5))
        legend(axis)
    axes[-1].set_xlabel("t / T")
    return figure


def _forces(runs: Sequence[Run]) -> Figure:
    """External force on the whole robot, air and gravity together (14), in the sagittal plane."""
    data, t = _cycle(runs[0])
    total = data.medium_force.sum("force")
    curves = (("F_ext . n_e [N]", total.sel(axis="x").values), ("F_ext . a_e [N]", total.sel(axis="z").values))
    return _panels(curves, t, "air and gravity together")


def _table(runs: Sequence[Run]) -> Figure:
    """Table I: what is printed, and what is simulated."""
    values = scenario("moth").values()
    rows = [(symbol, printed, float(values[name]), unit, name) for symbol, printed, unit, name in PRINTED]
    count = int(values["wing.sections"])
    rows.insert(12, ("l", 1.75e-3, values["wing.span"] / count, "m", "wing.span / wing.sections"))
    rows.insert(1, ("N", 17.0, 4.0 * count + 1, "1", "bodies"))
    differ = [k for k, (_, printed, ours, *_) in enumerate(rows) if not math.isclose(printed, ours, rel_tol=1e-6)]
    return table_figure(("symbol", "printed", "here", "unit", "parameter"), rows, "parameters of the moth", differ)


FIGURES = (
    PaperFigure("MAV", "1", "II-A", "a mobile multibody system", "sketch", note=NO_RESULT),
    PaperFigure("MAV", "2", "III-A", "flow chart of the hybrid algorithm", "sketch",
                note="the algorithm itself is dynamics/articulated.py"),
    PaperFigure("MAV", "3", "IV-A", "the soft micro air vehicle, its stroke, twist and bending", "sketch", note=NO_RESULT),
    PaperFigure("MAV", "4", "IV-A", "a virtual robot of nine bodies, two sections a wing", "sketch",
                _views, VIRTUAL),
    PaperFigure("MAV", "5", "IV-A", "thorax and wings with their frames", "sketch", _views, ROBOT),
    PaperFigure("MAV", "6", "IV-C", "eleven snapshots of one stroke, sagittal and coronal", "reproduced",
                _snapshots, CYCLE_OF_HOVERING),
    PaperFigure("MAV", "7", "IV-C", "linear and angular speeds of the thorax over one cycle", "reproduced",
                _speeds, CYCLE_OF_HOVERING,
                "the ticks of the printed axes go to 0.5, 0.15 m/s and 40 rad/s; here 0.50, 0.16 and 20 are reached"),
    PaperFigure("MAV", "8", "IV-C", "bending, twist and stroke torque over one cycle", "differs",
                _strains, CYCLE_OF_HOVERING,
                "twist 84 degrees (79 printed), bending 73 (68), largest torque 12.6 mN m (12.1); the stiffness of twist at the "
                "tip is inferred, as no orbit hovers with the printed one"),
    PaperFigure("MAV", "9", "IV-C", "axial and vertical external force over one cycle", "differs",
                _forces, CYCLE_OF_HOVERING,
                "the vertical force is largest after mid-stroke, at t/T = 0.35 after a reversal; the axial one stays within "
                "0.14 N where the printed ticks go to 0.4, the vertical one goes to -0.17 N where they go to -0.1"),
    PaperFigure("MAV", "table-I", "IV-C", "parameters of the simulation", "differs", _table,
                note="l contradicts S/M, k_t^2 = 9e-3 does not hover, N counts bodies (errata, MAV 1, 2, 9)"),
)  # fmt: skip
