"""One look for all pictures."""

from __future__ import annotations

INK, WATER, ACCENT, SOFT, WARM, LEAF = "#1b2a41", "#2878b5", "#c8553d", "#9aa5b1", "#e0a030", "#3a7d44"
CYCLE = (WATER, ACCENT, LEAF, WARM, "#7b5ea7", "#4aa3a2", INK, "#b56576", "#6c757d")


def new_figure(rows: int = 1, columns: int = 1, size=(7.2, 4.2), **kwargs):
    """A figure without any global state, and its axes as a flat list."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(rows, columns, squeeze=False, **kwargs).ravel().tolist()
    for axis in axes:
        axis.set_prop_cycle(color=list(CYCLE))
        axis.grid(True, color="#e3e7eb", linewidth=0.7)
        axis.set_axisbelow(True)
        for side in ("top", "right"):
            axis.spines[side].set_visible(False)
    return figure, axes


def legend(axis, title: str | None = None) -> None:
    """Title on the left and legend on the right above an axis, where they hide no curve."""
    if title:
        axis.set_title(title, loc="left", color=INK, fontsize=11)
    count = len(axis.get_legend_handles_labels()[0])
    lines = 2 if count > 3 else 1
    axis.legend(
        frameon=False, fontsize=8, loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=-(-count // lines),
        borderaxespad=0.2, handlelength=1.6, columnspacing=1.2,
    )  # fmt: skip


def write(figure, path, dpi: int = 130) -> None:
    """Save a figure, trimmed to what is drawn; an SVG carries no date, so that repeats are equal."""
    metadata = {"Date": None} if str(path).endswith(".svg") else None
    figure.savefig(path, dpi=dpi, metadata=metadata, bbox_inches="tight", pad_inches=0.08)
