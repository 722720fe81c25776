"""Figures of the paper on the underwater snake robot (USR)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elver.results import Run
from elver.results.metrics import forward_speed
from elver.scenarios import Case, Paper, PaperFigure
from elver.scenarios.papers import NO_RESULT
from elver.viz.paper_figures import sketch
from elver.viz.style import legend, new_figure, to_scale

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPERS = (
    Paper(
        "USR",
        "E. Kelasidi, K. Y. Pettersen, J. T. Gravdahl, P. Liljebäck",
        "Modeling of underwater snake robots",
        "IEEE International Conference on Robotics and Automation",
        2014,
        "10.1109/ICRA.2014.6907522",
    ),
)
WORDS = {1: "added mass, nonlinear drag", 2: "linear drag too", 3: "current too"}
LATERAL, EEL = (
    tuple(Case("swimmer", {"gait": gait, "case": case}, label=f"case {case}: {words}") for case, words in WORDS.items())
    for gait in ("lateral", "eel")
)


def _paths(runs: Sequence[Run]) -> Figure:
    """Path of the centre of mass in the three cases."""
    figure, (axis,) = new_figure(size=(8.6, 4.4))
    for run, case in zip(runs, LATERAL, strict=True):
        path = run.samples.com_position.values
        axis.plot(path[:, 0], path[:, 1], label=case.label)
    to_scale(axis, "xy")
    legend(axis, "centre of mass")
    return figure


def _speeds(runs: Sequence[Run]) -> Figure:
    """Forward velocity (5) in the three cases."""
    figure, (axis,) = new_figure(size=(8.6, 4.0))
    for run, case in zip(runs, LATERAL, strict=True):
        axis.plot(run.samples.time.values, forward_speed(run.samples), linewidth=1.1, label=case.label)
    axis.set(xlabel="time [s]", ylabel="forward velocity [m/s]")
    legend(axis, "velocity along the heading")
    return figure


SPAN = "the time shown is not printed; here 30 s"
FIGURES = (
    PaperFigure("USR", "1", "II-A", "the robot's kinematics, and forces and torques on a link", "sketch", sketch("swimmer"),
                note="ten links as in the simulations"),
    PaperFigure("USR", "2", "II-C", "drag torque about the centre of a link", "sketch",
                note=NO_RESULT),
    PaperFigure("USR", "3a", "III-F", "lateral undulation, cases 1 to 3: path of the centre of mass", "reproduced",
                _paths, LATERAL, SPAN),
    PaperFigure("USR", "3b", "III-F", "lateral undulation, cases 1 to 3: forward velocity", "reproduced", _speeds, LATERAL, SPAN),
    PaperFigure("USR", "4a", "III-G", "eel-like motion, cases 1 to 3: path of the centre of mass", "reproduced",
                _paths, EEL, SPAN),
    PaperFigure("USR", "4b", "III-G", "eel-like motion, cases 1 to 3: forward velocity", "reproduced", _speeds, EEL, SPAN),
    PaperFigure("USR", "table-I", "II-A", "symbols of the model", "sketch",
                note="it defines symbols; docs/conventions.md has ours"),
)  # fmt: skip
