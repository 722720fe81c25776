"""Draw the rooms of the house and the way of the data through them: ``python docs/draw_rooms.py`` -> docs/img/rooms.png."""

from __future__ import annotations

from pathlib import Path

from elver.drawing.style import ACCENT, INK, SOFT, WATER, new_figure, write

FILE = Path(__file__).parent / "img" / "rooms.png"
# the pipe, left to right: what comes out of it, and the rooms that make it
PIPE = (
    ("Robot, forces,\ndrive, scene", "what it is: data", ("robot", "hulls", "forces", "contact", "drive", "imports")),
    ("Model", "frozen", ("scenarios", "machines", "systems")),
    ("Equations", "one graph", ("dynamics", "equations")),
    ("Program", "native code", ("native", "export", "live")),
    ("Run", "labelled results", ("stepping", "results", "sensing", "simulation")),
    ("Pictures,\nfiles, tables", "what people look at", ("drawing", "show", "page", "studio", "cli")),
)
BELOW = (
    "errors", "packages", "choices", "statuses", "progress", "notebook", "memory", "files", "code_cache", "reading", "quantities",
    "document", "compiled", "symbols", "pieces", "spatial",
)  # fmt: skip
CONSUMERS = ("derivatives", "orbits", "studies", "fit", "tasks", "learn")
WIDE, HIGH, STEP = 1.7, 0.62, 2.15


def box(axis, x: float, y: float, text: str, fill: str, ink: str = "white", width: float = WIDE, height: float = HIGH) -> None:
    """A rounded box around a word."""
    from matplotlib.patches import FancyBboxPatch

    shape = FancyBboxPatch(
        (x - width / 2, y - height / 2), width, height, boxstyle="round,pad=0,rounding_size=0.1", fc=fill, ec="none"
    )
    axis.add_patch(shape)
    axis.text(x, y, text, ha="center", va="center", color=ink, fontsize=9)


def draw() -> None:
    """The picture."""
    figure, (axis,) = new_figure(size=(13.5, 6.1))
    arrow = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.6}
    for k, (noun, meaning, rooms) in enumerate(PIPE):
        x = k * STEP
        box(axis, x, 4.2, noun, INK, height=0.85)
        axis.text(x, 4.78, meaning, ha="center", fontsize=8, color=INK)
        for row, room in enumerate(rooms):
            box(axis, x, 3.2 - 0.47 * row, room, WATER, height=0.42)
        if k:
            axis.annotate("", (x - WIDE / 2, 4.2), (x - STEP + WIDE / 2, 4.2), arrowprops=arrow)
    for k, room in enumerate(CONSUMERS):
        box(axis, 1.5 * STEP + 0.4 + 1.46 * k, 0.85, room, ACCENT, width=1.37, height=0.42)
    axis.text(1.5 * STEP - 0.55, 0.85, "studies of\nPrograms and Runs", ha="right", va="center", fontsize=8, color=INK)
    half = (len(BELOW) + 1) // 2
    step = (5 * STEP + 2.0) / half  # as many as there are, from edge to edge
    for k, room in enumerate(BELOW):
        box(axis, -1.0 + (k % half + 0.5) * step, 0.05 - 0.47 * (k // half), room, SOFT, INK, step - 0.13, 0.42)
    axis.text(-0.95, 0.38, "below everything", fontsize=8, color=INK)
    axis.set(xlim=(-1.1, 5 * STEP + 1.1), ylim=(-0.8, 5.1), aspect="equal")
    axis.axis("off")
    write(figure, FILE, 110)


if __name__ == "__main__":
    draw()
