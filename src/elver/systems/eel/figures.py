"""Figures of the papers on the eel: EEL, and the eel of FLOAT."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from elver.results import Run
from elver.scenarios import Case, Paper, PaperFigure, scenario, section
from elver.scenarios.papers import NO_RESULT
from elver.viz.paper_figures import angle_text, curves, sketch, table_figure
from elver.viz.run_figures import configurations
from elver.viz.style import DEGREES, INK, SOFT, WATER, legend, new_figure, stretch_of, to_scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPERS = (
    Paper(
        "EEL",
        "W. Khalil, G. Gallot, F. Boyer",
        "Dynamic modeling and simulation of a 3-D serial eel-like robot",
        "IEEE Transactions on Systems, Man, and Cybernetics C 37(6)",
        2007,
        "10.1109/TSMCC.2007.905831",
    ),
)
YAW, PITCH, ROLL = ("joint1", "joint25", "joint34"), ("joint2", "joint26", "joint35"), ("joint3", "joint27", "joint36")
PLANE, LOOP = Case("eel"), Case("eel-loop")
EVERY = 6.0  # s between the configurations of the loop
PRINTED = {  # Table I: alpha, d, r, offset of the joints that it prints
    1: (0.0, 0.4, 0.0, 0.0),
    2: (-math.pi / 2, 0.0, 0.0, math.pi / 2),
    3: (-math.pi / 2, 0.0, 0.14, math.pi / 2),
    4: (math.pi / 2, 0.0, 0.0, -math.pi / 2),
    35: (-math.pi / 2, 0.0, 0.0, -math.pi / 2),
    36: (-math.pi / 2, 0.0, 0.14, math.pi / 2),
}


def _sizes(runs: Sequence[Run]) -> Figure:
    """The straight eel from above and from the side: its lengths, and the curvilinear coordinate s of (63) at the joints."""
    from matplotlib.collections import PolyCollection

    from elver.scenarios.explanation import explain
    from elver.viz.model_figures import outlines

    eel = scenario("eel")
    body, drawn = section(eel.values(), "body"), explain(eel.build())
    first, piece = body["head_length"], body["link_length"]
    total = first + body["joints"] * piece
    figure, axes = new_figure(2, size=(9.0, 3.4), sharex=True)
    for axis, view, high, size in zip(axes, ("xy", "xz"), "yz", ("half_width", "half_height"), strict=True):
        axis.add_collection(PolyCollection(outlines(drawn, view)[0], facecolor=WATER, edgecolor="white", alpha=0.6))
        half = float(body[size])
        _dimension(axis, (-0.08, -half), (-0.08, half), f"{200 * half:.3g} cm")
        axis.set(aspect="equal", ylabel=f"{high} [m]", xlim=(-0.2, total + 0.1), ylim=(-0.22, 0.22))
    _dimension(axes[0], (0.0, 0.14), (first, 0.14), f"{first:g} m")
    _dimension(axes[0], (first, 0.14), (first + piece, 0.14), f"{piece:g} m")
    _dimension(axes[0], (0.0, -0.14), (total, -0.14), f"{total:g} m")
    joints = first + piece * np.arange(body["joints"])
    axes[1].plot(joints, np.zeros(len(joints)), "o", color=INK, markersize=4)
    for x in joints[::2]:
        axes[1].text(x, 0.12, f"{x - first:.2f}", fontsize=8, ha="center", color=INK)
    axes[1].text(0.0, 0.12, "s at the joints [m]", fontsize=8, color=INK)
    axes[1].set_xlabel("x [m]; the head is on the left")
    return figure


def _dimension(axis: Axes, begin: tuple[float, float], end: tuple[float, float], text: str) -> None:
    """A length as an arrow with two heads, its number beside the middle."""
    axis.annotate("", begin, end, arrowprops={"arrowstyle": "<->", "color": SOFT, "shrinkA": 0, "shrinkB": 0})
    upright = begin[0] == end[0]
    x, y = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    axis.text(x - 0.01 * upright, y + 0.01 * (not upright), text, fontsize=8, color=INK, rotation=90 * upright,
              ha="right" if upright else "center", va="center" if upright else "bottom")  # fmt: skip


def _head_path(runs: Sequence[Run]) -> Figure:
    """Trajectory of the head in the horizontal plane."""
    path = runs[0].samples.base_position.values
    stretch = stretch_of(*np.ptp(path[:, :2], axis=0))
    figure, (axis,) = new_figure(size=(7.2, 3.2))
    axis.plot(path[:, 0], path[:, 1], color=WATER, linewidth=1.0)
    axis.plot(*path[0, :2], "o", color=INK, markersize=4, label="start")
    to_scale(axis, "xy", stretch)
    legend(axis, f"head of the eel, {float(runs[0].samples.time.values[-1]):.0f} s")
    return figure


def _head_velocity(runs: Sequence[Run]) -> Figure:
    """Forward velocity of the head in the world: it swims towards -x."""
    data = runs[0].samples
    figure, (axis,) = new_figure(size=(7.2, 3.6))
    axis.plot(data.time.values, -data.base_velocity.values[:, 0], color=WATER, linewidth=1.0)
    axis.set(xlabel="time [s]", ylabel="forward velocity, -v_x [m/s]")
    legend(axis, "head of the eel")
    return figure


def _angles(runs: Sequence[Run]) -> Figure:
    return curves(runs[0].samples, "joint_position", "angle [deg]", YAW, "yaw joints of the loop", DEGREES)


def _torques(joints: tuple[str, ...], group: str, limit: float) -> Callable[[Sequence[Run]], Figure]:
    """What draws the torques of three joints in the loop."""
    return lambda runs: curves(
        runs[0].samples, "joint_torque", "torque [N m]", joints, f"{group} joints of the loop", limit=limit
    )


def _loop(runs: Sequence[Run]) -> Figure:
    """The head's trajectory in the vertical plane, and ten configurations, one every 6 s."""
    data = runs[0].samples
    end = float(data.time.values[-1])
    figure = configurations(runs[0], at=np.arange(0.0, end, EVERY).tolist())
    path = data.base_position.values
    figure.axes[0].plot(path[:, 0], path[:, 2], color=SOFT, linewidth=0.8, zorder=1)
    figure.axes[0].set_title(f"head of the eel in {end:.0f} s, and the eel every {EVERY:.0f} s", loc="left", fontsize=11)
    return figure


def _geometry(runs: Sequence[Run]) -> Figure:
    """Table I: what is printed, and the straight robot that is built."""
    joints = scenario("eel").build().robot.moving_joints
    shown: list[tuple[str, ...]] = []
    differ: list[int] = []
    for number, own in enumerate(joints, start=1):
        ours = (own.alpha, own.d, own.r, own.theta)
        if number in PRINTED:
            if not np.allclose(ours, PRINTED[number]):
                differ.append(len(shown))
            shown.append((str(number), *map(angle_text, PRINTED[number]), *map(angle_text, ours)))
    names = ("alpha", "d [m]", "r [m]", "q0")
    head = ("joint", *(f"{n}, printed" for n in names), *(f"{n}, here" for n in names))
    return table_figure(head, shown, "geometry of the eel (coloured: corrected)", differ)


SAME = "the figure of EEL again, with the same numbers"
SOLID = "the proportions of head and tail are not printed"
FIGURES = (
    PaperFigure("EEL", "1", "III", "forces and moments on a link", "sketch", note=NO_RESULT),
    PaperFigure("EEL", "2", "VI", "fluid wrench in the frame of a cross section", "sketch", note=NO_RESULT),
    PaperFigure("EEL", "3", "VII", "the three-dimensional robot and its frames", "sketch", sketch("eel"), note=SOLID),
    PaperFigure("EEL", "4", "VII", "geometry of the eel", "sketch", _sizes, note=SOLID),
    PaperFigure("EEL", "5", "VII-A", "the head's path in the x-y plane, 30 s", "reproduced", _head_path, (PLANE,)),
    PaperFigure("EEL", "6", "VII-A", "forward velocity of the head over time, 30 s", "reproduced", _head_velocity, (PLANE,)),
    PaperFigure("EEL", "7", "VII-B", "motions of joints 1, 25 and 34 in the loop", "reproduced", _angles, (LOOP,)),
    PaperFigure("EEL", "8", "VII-B", "torques of joints 1, 25 and 34", "reproduced", _torques(YAW, "yaw", 4.0), (LOOP,)),
    PaperFigure("EEL", "9", "VII-B", "torques of joints 2, 26 and 35", "reproduced", _torques(PITCH, "pitch", 4.0), (LOOP,)),
    PaperFigure("EEL", "10", "VII-B", "torques of joints 3, 27 and 36", "reproduced", _torques(ROLL, "roll", 0.7), (LOOP,)),
    PaperFigure("EEL", "11", "VII-B", "path of the head in the x-z plane in 60 s, and the eel every 6 s", "differs",
                _loop, (LOOP,), "the loop leaves its plane by more than a fifth of its radius; it closes after 57 s with the "
                "shape chosen for the tail, which is not printed"),
    PaperFigure("EEL", "table-I", "VII", "geometric parameters of the joints", "differs", _geometry,
                note="with the printed offsets the body folds back over its head (errata, EEL 1)"),
    PaperFigure("FLOAT", "4", "VI-A", "the three-dimensional eel", "sketch", sketch("eel"), note=SOLID),
    PaperFigure("FLOAT", "5", "VI-A", "geometry of the eel", "sketch", _sizes, note=SOLID),
    PaperFigure("FLOAT", "6", "VI-C", "the head's path in the x-y plane, 30 s", "reproduced", _head_path, (PLANE,), SAME),
    PaperFigure("FLOAT", "7", "VI-C", "velocity of the head over time, 30 s", "reproduced", _head_velocity, (PLANE,), SAME),
    PaperFigure("FLOAT", "table-1", "VI-A", "geometric parameters of the eel's joints", "differs", _geometry,
                note="the table of EEL again, with the same offsets that fold the body (errata, EEL 1)"),
)  # fmt: skip
