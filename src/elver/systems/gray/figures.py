"""Figure of Gray's mechanism in the paper on obstacle-aided locomotion (SNAKE)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from elver.results import Run
from elver.scenarios import Case, PaperFigure
from elver.viz.machine import draw_forces, draw_machine, draw_obstacles, name_forces
from elver.viz.style import SOFT, WATER, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SECONDS = 0.05  # all three links touch their pegs
NONE, LARGER = 1e-2, 5.0  # N: a resultant that is none but for the motion in between; how much longer its arrow is drawn
BENDS = ((40, 20), (30, 30), (20, 40))  # degrees: alpha and beta, forward, at rest, backward
CASES = tuple(
    Case("gray", {"alpha": math.radians(alpha), "beta": math.radians(beta)}, SECONDS, label=f"alpha {alpha}°, beta {beta}°")
    for alpha, beta in BENDS
)


def _pegs(runs: Sequence[Run]) -> Figure:
    """The mechanism among its pegs with their forces and the resultant, for both signs of alpha - beta and for none."""
    figure, axes = new_figure(1, len(runs), size=(10.5, 3.6), sharex=True, sharey=True)
    for axis, run, case in zip(axes, runs, CASES, strict=True):
        data = run.samples
        draw_obstacles(axis, data)
        draw_machine(axis, data, 1, "xy", WATER)
        arrows = draw_forces(axis, data, 1)
        assert arrows is not None  # every peg pushes
        assert arrows.scale is not None
        total = data.contact_force.values[1].sum(axis=0)
        way = "none" if abs(total[0]) < NONE else "forward" if total[0] > 0 else "backward"
        if run is runs[-1]:
            name_forces(axis, arrows, data)
        if way != "none":
            long = {"angles": "xy", "scale_units": "xy", "scale": arrows.scale / LARGER, "units": "xy", "width": 0.008}
            axis.quiver(0.0, 0.2, total[0], 0.0, color=SOFT, zorder=7, **long)
        axis.set(aspect="equal", xlabel="x [m]", xlim=(-0.34, 0.34), ylim=(-0.12, 0.24))
        sum_along = "" if way == "none" else f", {total[0]:.3g} N along x"
        axis.set_title(f"{case.label}\nresultant: {way}{sum_along}", loc="left", fontsize=9)
    axes[0].set_ylabel("y [m]")
    return figure


FIGURES = (
    PaperFigure("SNAKE", "7", "VII-B", "three links pushed against three obstacles, and the resultant", "reproduced",
                _pegs, CASES, "lengths, torques and friction are not printed; grey: the resultant, five times longer"),
)  # fmt: skip
