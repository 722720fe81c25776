"""Figures of the paper on obstacle-aided locomotion (SNAKE). That of Gray's mechanism is with the mechanism."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from elver.contact.single.problem import project
from elver.results import Run, body_centre
from elver.results.samples import picked, window
from elver.scenarios import Case, Paper, PaperFigure
from elver.scenarios.papers import NO_RESULT
from elver.systems.aiko.scenario import AIKO_FLAT, pegs_of_every_bend, start_posture
from elver.viz.machine import draw_machine, draw_obstacles
from elver.viz.plots import PICTURES
from elver.viz.run_figures import configurations, snapshot
from elver.viz.style import ACCENT, INK, SOFT, WATER, clip_spikes, legend, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAPERS = (
    Paper(
        "SNAKE",
        "A. A. Transeth, R. I. Leine, C. Glocker, K. Y. Pettersen, P. Liljebäck",
        "Snake robot obstacle aided locomotion: modeling, simulations, and experiments",
        "IEEE Transactions on Robotics 24(1)",
        2008,
    ),
)
INSTANT, SHOWN = 5.2, (4.5, 5.5)  # s, of Figs. 10 and 11
AROUND = 0.1  # s about the instant, by whose forces the arrows are scaled: impacts at other times would make them short
LINKS, OURS = ("link2", "link7", "link10"), "link3"
FLAT, LARGE = Case("aiko-flat"), Case("aiko-obstacles")
SMALL = Case("aiko-small-obstacles", duration=10.0)
PHASES = tuple(
    Case("aiko-track", {"gait.phase": math.radians(degrees)}, label=f"({letter}) phase {degrees}°")
    for letter, degrees in (("a", -30), ("b", -70))
)
STRAIGHT = Case("aiko-track", duration=0.05)
FRICTION = {"(a) isotropic, mu_T = 0.2": (0.2, 0.2), "(b) orthotropic, mu_Tx = 0.1 < mu_Ty = 0.2": (0.1, 0.2)}
DIRECTIONS = np.radians(np.arange(15, 375, 30))
FIXED_POINT = 400  # projections, after which the force does not change any more


def _force(velocity: np.ndarray, limits: tuple[float, float]) -> np.ndarray:
    """The friction force (49) of a sliding link [N]: the fixed point of the projection (53) on the set with these half axes."""
    force, direction = np.zeros(2), velocity / np.linalg.norm(velocity)  # the law knows no speed
    for _ in range(FIXED_POINT):
        x, y = force - direction
        force = np.array(project(x, y, limits[0], limits[0], limits[1]))
    return force


def _friction(runs: Sequence[Run]) -> Figure:
    """Sets of admissible friction forces; for each direction of sliding the force, and one of a link that sticks."""
    from matplotlib.patches import Ellipse

    figure, axes = new_figure(1, 2, size=(9.6, 4.8), sharex=True, sharey=True)
    values = AIKO_FLAT.values()
    weight = values["body.mass"] * values["gravity"]
    for axis, (title, coefficients) in zip(axes, FRICTION.items(), strict=True):
        a, b = (weight * mu for mu in coefficients)
        axis.add_patch(Ellipse((0, 0), 2 * a, 2 * b, facecolor="#e3e7eb", edgecolor=SOFT))
        for angle, color in zip(DIRECTIONS, _wheel(len(DIRECTIONS)), strict=True):
            velocity = np.array([math.cos(angle), math.sin(angle)])
            force = _force(velocity, (a, b))
            axis.annotate("", 1.0 * velocity * weight * 0.32, 0.23 * weight * velocity,
                          arrowprops={"arrowstyle": "->", "color": color, "linestyle": "--"})  # fmt: skip
            axis.annotate("", force, (0, 0), arrowprops={"arrowstyle": "-|>", "color": color, "shrinkA": 0, "shrinkB": 0})
        axis.plot(0.4 * a, 0.3 * b, "o", color=INK, markersize=5, label="a force that a link at rest may have")
        axis.plot([], [], color=SOFT, label="force while sliding")
        axis.plot([], [], color=SOFT, linestyle="--", label="direction of sliding, of the same colour")
        reach = 0.36 * weight
        axis.set(aspect="equal", xlim=(-reach, reach), ylim=(-reach, reach), xlabel="lambda_Tx, along the link [N]")
        axis.set_title(title, loc="left", fontsize=11, color=INK)
    axes[0].set_ylabel("lambda_Ty, across [N]")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper right", ncols=3, frameon=False, fontsize=8)
    return figure


def _three_links(runs: Sequence[Run]) -> Figure:
    """Three links in the first shape of the gait: the contour of each, a straight part between two semicircles, and its axes."""
    values = AIKO_FLAT.values({"links": 3})
    length, half, radius = (values[f"body.{name}"] for name in ("length", "half_length", "radius"))
    centres, along = start_posture(values)
    figure, (axis,) = new_figure(size=(8.2, 3.6))
    around = np.radians(np.arange(-90, 91, 3))
    rim = radius * np.column_stack([np.cos(around), np.sin(around)]) + (half, 0.0)
    for number, (centre, (c, s)) in enumerate(zip(centres, along, strict=True), start=1):
        turn = np.array([[c, s], [-s, c]])  # rows: the link's axes e_x and e_y
        outline = np.vstack([rim, -rim]) @ turn + centre
        axis.fill(*outline.T, facecolor=WATER, alpha=0.25, edgecolor=WATER)
        sides = np.array([[half, radius], [-half, radius], [-half, -radius], [half, -radius]]) @ turn + centre
        axis.fill(*sides.T, facecolor="none", edgecolor=SOFT, linestyle="--", linewidth=0.8)
        for name, way in zip(("e_x", "e_y"), turn, strict=True):
            axis.annotate("", centre + 0.6 * radius * way, centre, arrowprops={"arrowstyle": "->", "color": INK})
            axis.annotate(name, centre + 0.75 * radius * way, fontsize=8, ha="center", va="center", color=INK)
        axis.annotate(f"link {number}", centre - 0.4 * radius * turn[1], fontsize=9, ha="center", va="center", color=INK)
    joints = centres[1:] - length / 2 * along[1:]
    axis.plot(*centres.T, "o", color=INK, markersize=4, label="centres of mass")
    axis.plot(*joints.T, "o", color=ACCENT, markersize=6, label=f"joints, L = {length:g} m apart")
    axis.plot([], [], color=WATER, label=f"contour: semicircles of L_SC = {radius:g} m")
    axis.plot([], [], color=SOFT, linestyle="--", label=f"rectangle of 2 L_GS = {2 * half:g} m by 2 L_SC")
    axis.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    legend(axis)
    return figure


def _wheel(count: int) -> list:
    """Colours around a circle."""
    from matplotlib import colormaps

    return [colormaps["twilight"]((k + 0.5) / count * 0.9) for k in range(count)]


def _push_points(runs: Sequence[Run]) -> Figure:
    """The robot in the first shape of its gait with the pegs of all mechanisms of three links, and with those that propel."""
    from matplotlib.patches import Circle

    data = runs[0].samples
    figure, axes = new_figure(2, size=(8.0, 4.6), sharex=True)
    useful, others = pegs_of_every_bend(runs[0].parameters)
    for axis, title, more in zip(axes, ("(a) three obstacles a bend", "(b) those that propel"), (True, False), strict=True):
        draw_machine(axis, data, 0, "xy", WATER)
        for x, y, radius in useful:
            axis.add_patch(Circle((x, y), radius, facecolor=INK))
        for x, y, radius in others if more else ():
            axis.add_patch(Circle((x, y), radius, facecolor="#d9d2c5", edgecolor="#8d8573"))
        axis.set(aspect="equal", ylabel="y [m]", xlim=(-1.25, 0.15), ylim=(-0.27, 0.2))
        axis.set_title(title, loc="left", fontsize=11, color=INK)
    axes[-1].set_xlabel("x [m]; the head is on the right")
    return figure


def _middle(runs: Sequence[Run]) -> Figure:
    """Path of link 6, and its coordinates over time."""
    return next(p for p in PICTURES if p.name == "middle").draw(runs[0], (), links=("link6",))


def _instant(runs: Sequence[Run]) -> Figure:
    """The robot among its obstacles at 5.2 s, with the contact forces as arrows."""
    return snapshot(Run(window(runs[0].samples, INSTANT - AROUND, INSTANT + AROUND)), at=(INSTANT,))


def _contact_forces(runs: Sequence[Run]) -> Figure:
    """Contact force on links 2, 7 and 10 about the instant of Fig. 10; on link 3 too, which here has the place of link 2."""
    data = window(runs[0].samples, *SHOWN)
    force = {name: picked(data, "contact_force", link=name) for name in (*LINKS, OURS)}
    figure, axes = new_figure(len(LINKS), size=(7.2, 6.4), sharex=True, sharey=True)
    for axis, name, letter in zip(axes, LINKS, "abc", strict=True):
        for k, (direction, color) in enumerate((("x", WATER), ("y", ACCENT))):
            axis.plot(data.time.values, force[name][:, k], color=color, linewidth=1.0, label=f"along {direction}")
            if name == LINKS[0]:
                axis.plot(data.time.values, force[OURS][:, k], color=color, linewidth=0.8, linestyle=":",
                          label=f"link 3, along {direction}")  # fmt: skip
        axis.set_ylabel(f"({letter}) {name} [N]")
    curves = [np.hstack([force[name], force[OURS]]) if name == LINKS[0] else force[name] for name in LINKS]
    clip_spikes(axes, curves, share=2.5)
    legend(axes[0], "forces of the obstacles")
    axes[-1].set_xlabel("time [s]")
    return figure


def _postures(runs: Sequence[Run]) -> Figure:
    """Posture at the start with two phases of the gait, and the way of link 6 in 5 s."""
    figure, axes = new_figure(len(runs), size=(7.2, 5.6), sharex=True)
    for axis, run, case in zip(axes, runs, PHASES, strict=True):
        data, path = run.samples, body_centre(run.samples, "link6")
        draw_obstacles(axis, data)
        draw_machine(axis, data, 0, "xy", SOFT)
        axis.plot(path[:, 0], path[:, 1], color=ACCENT, linestyle="--", zorder=5)
        axis.plot(*path[-1, :2], "o", color=ACCENT, markersize=4, zorder=6)
        axis.set(ylabel="y [m]", aspect="equal", xlim=(-1.35, 0.75), ylim=(-0.37, 0.27))
        moved = path[-1, 0] - path[0, 0]
        axis.set_title(f"{case.label}: link 6 moves {moved:+.2f} m in 5 s", loc="left", fontsize=11, color=INK)
    axes[-1].set_xlabel("x [m]")
    return figure


def _sequence(instants: Sequence[float]) -> Callable[[Sequence[Run]], Figure]:
    """What draws the robot among its obstacles at some instants."""
    return lambda runs: configurations(runs[0], at=instants)


POSE = "the pose at the start is not printed; here one that touches obstacles 1, 2 and 4"
MEASURED = "the measured path is not printed"
FIGURES = (
    PaperFigure("SNAKE", "1", "I", "the robot Aiko", "photograph", note="a photograph of the robot"),
    PaperFigure("SNAKE", "2", "III-A", "a snake robot of three links", "sketch", _three_links),
    PaperFigure("SNAKE", "3", "III-A", "an obstacle close to a link, and the gap", "sketch", note=NO_RESULT),
    PaperFigure("SNAKE", "4", "III-C", "the gap of a joint", "sketch", note=NO_RESULT),
    PaperFigure("SNAKE", "5", "V-B", "friction force over sliding velocity, isotropic and orthotropic", "reproduced", _friction,
                note="the coefficients of (b) are not printed"),
    PaperFigure("SNAKE", "6", "VII-A", "a snake robot in a cluttered environment", "sketch",
                note="an illustration without a model"),
    PaperFigure("SNAKE", "8", "VII-B", "the robot with all obstacles of Fig. 7, and with those that propel", "sketch",
                _push_points, (STRAIGHT,)),
    PaperFigure("SNAKE", "9", "VIII-B", "position of link 6 among small obstacles", "reproduced", _middle, (SMALL,), POSE),
    PaperFigure("SNAKE", "10", "VIII-B", "the robot among small obstacles at 5.2 s with the contact forces", "differs",
                _instant, (SMALL,), "links 3 and 7 push at this sample, 10 a hundredth of a second later (printed: 2, 7, 10), "
                "and the pattern is mirrored: link 7 is pushed towards +y with the printed sign of the joint angles"),
    PaperFigure("SNAKE", "11", "VIII-B", "contact forces on links 2, 7 and 10 from 4.5 to 5.5 s", "differs",
                _contact_forces, (SMALL,), "link 3 (dotted) touches in the place of link 2, and signs along y are mirrored"),
    PaperFigure("SNAKE", "12", "VIII-B", "posture at 0 s and way of the middle link in 5 s for phases -30 and -70 degrees",
                "reproduced", _postures, PHASES, "obstacles and poses are not printed; here obstacles placed for each gait"),
    PaperFigure("SNAKE", "13", "VIII-D-1", "position of link 6 on flat ground, simulation and experiment", "simulation only",
                _middle, (FLAT,), MEASURED),
    PaperFigure("SNAKE", "14", "VIII-D-2", "position of link 6 among obstacles, simulation and experiment", "simulation only",
                _middle, (LARGE,), f"{MEASURED}; {POSE}"),
    PaperFigure("SNAKE", "15", "VIII-D-2", "the robot among obstacles, simulation and experiment", "simulation only",
                _sequence((0.0, 2.5, 5.0, 7.5, 10.0)), (LARGE,),
                "the experiment is in photographs, and of the instants only 0 s is named in the text"),
)  # fmt: skip
