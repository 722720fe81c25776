"""Figures of the paper on floating systems (FLOAT), section VII: the rowed boat. Those of its eel are with the eel."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from elver.results import Run, last_beat
from elver.scenarios import Case, Paper, PaperFigure, scenario
from elver.scenarios.papers import NO_RESULT
from elver.systems.scull.pictures import alongside, body_colors, draw_boat, stroke_curves
from elver.viz.machine import VIEWS
from elver.viz.paper_figures import angle_text, table_figure
from elver.viz.style import ACCENT, DEGREES, INK, SOFT, WATER, legend, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPERS = (
    Paper(
        "FLOAT",
        "W. Khalil, F. Rongère",
        "Dynamic modeling of floating systems: application to eel-like robot and rowing system",
        "IEEE International Workshop on Advanced Motion Control",
        2014,
        doubt="venue and year are from memory: the text at hand prints neither",
    ),
)
STROKE = 60 / 27  # s
BOTH = tuple(
    Case(f"scull-{share}", duration=4 * STROKE, label=f"{number} motion, drive {share} %")
    for share, number in ((40, "first"), (50, "second"))
)
ACTIVE = {"knee": "q2, knee [deg]", "trunk": "q3, trunk [deg]", "starboard": "q5, starboard oar [deg]"}
MEASURED = 4.29  # m/s, printed mean of the boat on the water
SURGE, HEAVE, PITCH = range(3)  # of the curves of a stroke
JOINTED = ("shank", "thigh", "trunk", "seat", "starboard_oar", "port_oar")  # bodies whose frames are at their joints
HALF = math.pi / 2
PRINTED = {  # Table 2: a(j), mu, sigma, gamma, alpha of the joints of the tree
    "ankle": (0, 0, 0, 0.0, HALF),
    "knee": (1, 1, 0, 0.0, math.pi),
    "trunk": (2, 1, 0, 0.0, math.pi),
    "seat": (0, 0, 1, HALF, HALF),
    "starboard": (0, 1, 0, -HALF, math.pi),
    "port": (0, 1, 0, HALF, 0.0),
}


def _system(runs: Sequence[Run]) -> Figure:
    """Boat, rower and oars at the catch, from the side and from above, with the joints."""
    return _seen(runs[0], ("xz", "xy"), ("from starboard", "from above"), (-4.3, 4.5))


def _rower(runs: Sequence[Run]) -> Figure:
    """The same from ahead and from above, near the rower."""
    return _seen(runs[0], ("yz", "xy"), ("from ahead", "from above"), (-2.6, 2.6))


def _seen(run: Run, views: Sequence[str], titles: Sequence[str], along: tuple[float, float]) -> Figure:
    """The boat at the catch in two views."""
    data = last_beat(alongside(run).data)
    heights = [1.7 if view[1] == "z" else 5.6 for view in views]
    figure, axes = new_figure(2, size=(7.8, 7.4 if along[1] > 3 else 8.6), height_ratios=heights)
    joints = [data.body.values.tolist().index(name) for name in JOINTED]
    for axis, view, title in zip(axes, views, titles, strict=True):
        i, j = VIEWS[view]
        draw_boat(axis, data, 0, view, body_colors(data))
        places = data.body_position.values[0, joints]
        axis.plot(places[:, i], places[:, j], "o", color=INK, markersize=4, zorder=6, label="joints")
        low, high = (-0.35, 1.35) if view[1] == "z" else (-2.8, 2.8)
        axis.set(aspect="equal", xlim=along, ylim=(low, high), xlabel=f"{view[0]} [m]", ylabel=f"{view[1]} [m]")
        legend(axis, title)
    return figure


def _geometry(runs: Sequence[Run]) -> Figure:
    """Table 2: the printed angles, and the joints that are built."""
    joints = {joint.name: joint for joint in scenario("scull-40").build({"start": "rest"}).robot.joints}
    rows: list[tuple[str, ...]] = []
    differ: list[int] = []
    for number, (name, (before, active, slides, gamma, alpha)) in enumerate(PRINTED.items(), start=1):
        own = joints[name]
        printed = (before, active, slides, gamma, alpha)
        here = (own.parent, int(own.mode == "driven"), int(own.type == "prismatic"), own.gamma, own.alpha)
        if not np.allclose(printed[1:], np.array(here[1:], float)):
            differ.append(len(rows))
        lengths = (f"{float(own.b):.4g}", f"{float(own.d):.4g}")
        said = (str(before), str(active), str(slides), angle_text(gamma), angle_text(alpha))
        rows.append((str(number), *said, name, *map(str, here[:3]), angle_text(own.gamma), angle_text(own.alpha), *lengths))
    head = (
        "j",
        "a(j)",
        "mu",
        "sigma",
        "gamma",
        "alpha",
        "here",
        "parent",
        "driven",
        "slides",
        "gamma",
        "alpha",
        "b [m]",
        "d [m]",
    )
    return table_figure(head, rows, "rowing system: what is printed, and the joints here", differ)


def _motions(runs: Sequence[Run]) -> Figure:
    """Angles of the active joints over one stroke, both motions."""
    figure, axes = new_figure(len(ACTIVE), size=(8.4, 6.6), sharex=True)
    for run, case, color in zip(runs, BOTH, (WATER, ACCENT), strict=True):
        data = last_beat(run.data)
        t = data.time.values - data.time.values[0]
        for axis, (joint, label) in zip(axes, ACTIVE.items(), strict=True):
            axis.plot(t, DEGREES * data.joint_position.sel(joint=joint).values, color=color, label=case.label)
            axis.set_ylabel(label)
    legend(axes[0], "one stroke from the catch")
    axes[-1].set_xlabel("time [s]")
    return figure


def _stroke(which: int, title: str) -> Callable[[Sequence[Run]], Figure]:
    """What draws one quantity of the boat over one stroke, both motions."""

    def draw(runs: Sequence[Run]) -> Figure:
        figure, (axis,) = new_figure(size=(8.6, 3.8))
        for run, case, color in zip(runs, BOTH, (WATER, ACCENT), strict=True):
            data = last_beat(run.data)
            label, curve = list(stroke_curves(data).items())[which]
            mean = f", mean {run.summary['mean_surge_speed']:.3g} m/s" if which == SURGE else ""
            axis.plot(data.time.values - data.time.values[0], curve, color=color, label=case.label + mean)
            axis.axvline(run.parameters["stroke.drive"] * float(data.attrs["period"]), color=color, linestyle=":", linewidth=0.9)
        axis.set(xlabel="time from the catch [s]", ylabel=label)
        axis.axhline(0.0 if which != SURGE else MEASURED, color=SOFT, linewidth=0.6, linestyle="-" if which != SURGE else "--",
                     label="mean of the measurement, 4.29 m/s" if which == SURGE else None)  # fmt: skip
        legend(axis, title)
        return figure

    return draw


ARC = "the second motion is drawn by hand in the paper: here its arc is fitted to the printed mean speed"
FIGURES = (
    PaperFigure("FLOAT", "1", "II-A", "geometric parameters of a frame", "sketch", note=NO_RESULT),
    PaperFigure("FLOAT", "2", "II-B", "frames about a cut joint", "sketch", note=NO_RESULT),
    PaperFigure("FLOAT", "3", "III-B", "forces and moments on a link", "sketch", note=NO_RESULT),
    PaperFigure("FLOAT", "8", "VII-A", "model of the rowing system", "sketch", _system, BOTH[:1],
                "rower, boat and rig are not printed"),
    PaperFigure("FLOAT", "9", "VII-A", "front and top view of the rower", "sketch", _rower, BOTH[:1]),
    PaperFigure("FLOAT", "10", "VII-D", "knee, trunk and starboard oar over one stroke, both motions", "reproduced", _motions,
                BOTH, "the motions were drawn by hand; ours have the printed rate and times of the largest angle"),
    PaperFigure("FLOAT", "11", "VII-D", "surge velocity over one stroke, both motions and a measurement", "simulation only",
                _stroke(SURGE, "boat"), BOTH, "the measured velocity is not printed, but its mean, 4.29 m/s; " + ARC),
    PaperFigure("FLOAT", "12", "VII-D", "heave over one stroke, both motions", "reproduced", _stroke(HEAVE, "boat, without mean"),
                BOTH, ARC),
    PaperFigure("FLOAT", "13", "VII-D", "pitch over one stroke, both motions", "reproduced", _stroke(PITCH, "boat, without mean"),
                BOTH, ARC),
    PaperFigure("FLOAT", "table-2", "VII-A", "geometric parameters of the rowing system", "reproduced", _geometry,
                note="lengths are not printed; frames 7 and 8 are those of the loop's hinge"),
)  # fmt: skip
