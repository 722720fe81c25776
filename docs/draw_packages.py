"""Draw the packages of Elver and what they import: ``python docs/draw_packages.py`` -> docs/img/packages.png.

Packages and arrows are read from the code. What stands here is how they are shown: what each is for, and in which row.
"""

from __future__ import annotations

import json
from pathlib import Path

from building.packages import direct, imports, layers

from elver.viz.style import ACCENT, CYCLE, INK, LEAF, SOFT, WARM, WATER, new_figure

FILE = Path(__file__).parent / "img" / "packages.png"
GROUPS = {  # what packages make -> colour, packages
    "below everything": (SOFT, ("_support", "quantities", "symbolic")),
    "Robot, forces, scene, drive": (WATER, ("robot", "forces", "contact", "drive")),
    "Model, Equations, Program": (LEAF, ("dynamics", "codegen", "model")),
    "Run": (WARM, ("sensors", "simulation", "results")),
    "named machines": (CYCLE[4], ("scenarios", "systems")),
    "what is made of them": (ACCENT, ("export", "analysis", "viz", "tasks", "learn", "cli", "_make_kernels")),
}
ROWS = {  # where a package stands beside others of its height; 0 in the middle
    "_support": 0.2, "quantities": -1, "symbolic": 0.3, "codegen": 1.15, "robot": 0.3, "dynamics": 0.45, "forces": -1,
    "contact": 0.2, "drive": -0.8, "sensors": 0.6, "results": -0.6, "export": 0.75, "analysis": 0, "tasks": -1,
    "_make_kernels": 1.15, "learn": -0.3, "systems": -1.2, "cli": -0.3,
}  # fmt: skip
CURVED = {("contact", "codegen"): -0.3}  # arrows that would pass through a box
WIDE, HIGH, STEP, LINE = 1.16, 0.46, 1.5, 0.95


def draw_box(axis, x: float, y: float, text: str, fill: str) -> None:
    """A rounded box around a word."""
    from matplotlib.patches import FancyBboxPatch

    shape = FancyBboxPatch((x - WIDE / 2, y - HIGH / 2), WIDE, HIGH, boxstyle="round,pad=0,rounding_size=0.1", fc=fill, ec="none")
    axis.add_patch(shape)
    axis.text(
        x,
        y,
        text,
        ha="center",
        va="center",
        color=INK if fill in (SOFT, WARM) else "white",
        fontsize=9 if len(text) < 12 else 7.5,
    )


def draw() -> None:
    """The picture; the arrows that it shows are kept in it as text, for the test that compares them with the code."""
    graph = imports()
    heights = layers(graph)
    places = {package: (height * STEP, ROWS.get(package, 0) * LINE) for package, height in heights.items()}
    figure, (axis,) = new_figure(size=(14, 3.1))
    for package, others in direct(graph).items():
        x, y = places[package]
        for other in others:
            u, v = places[other]
            style = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.1, "alpha": 0.75, "shrinkA": 0, "shrinkB": 0}
            style["connectionstyle"] = f"arc3,rad={CURVED.get((package, other), 0)}"
            axis.annotate("", (x - WIDE / 2, y), (u + WIDE / 2, v), arrowprops=style)
    for fill, packages in GROUPS.values():
        for package in packages:
            draw_box(axis, *places[package], package, fill)
    middle = max(heights.values()) * STEP / 2
    for k, (meaning, (fill, _)) in enumerate(GROUPS.items()):
        x = middle + (k - (len(GROUPS) - 1) / 2) * 3.1
        axis.plot([x - 1.35], [1.95], "s", color=fill, markersize=9)
        axis.text(x - 1.2, 1.95, meaning, va="center", fontsize=9, color=INK)
    axis.set(xlim=(-0.65, 2 * middle + 0.65), ylim=(-1.45, 2.25), aspect="equal")
    axis.axis("off")
    shown = {package: sorted(others) for package, others in sorted(direct(graph).items())}
    figure.savefig(FILE, dpi=110, metadata={"Description": json.dumps(shown), "Software": None})


if __name__ == "__main__":
    draw()
