"""What a reader of a figure would stumble over: words on curves, words on words, axes without units."""

from __future__ import annotations

import re

import numpy as np

COUNTS = ("iteration", "run", "t / T", "time / period", "real part", "imaginary part", "size of", "scaled residual", "closure")


def words_on_curves(figure) -> list[str]:
    """Texts and legends that cover a line of their own axis, and titles that run into a legend."""
    figure.canvas.draw()
    painter, found = figure.canvas.get_renderer(), []
    for axis in figure.axes:
        own = [(t.get_text(), t.get_window_extent(painter)) for t in axis.texts if t.get_text().strip()]
        if axis.get_legend() is not None:
            box = axis.get_legend().get_window_extent(painter)
            own.append(("legend", box))
            title = axis._left_title
            if title.get_text() and title.get_window_extent(painter).overlaps(box):
                found.append(f"title '{title.get_text()}' on its legend")
        for text, box in own:
            found += [f"'{text}' on a curve" for line in axis.lines if touches(line, axis, box)]
    return found


def touches(line, axis, box) -> bool:
    """Whether the visible part of a line passes through a box [pixels]."""
    points = line.get_transform().transform(np.asarray(line.get_xydata(), dtype=float))
    points = points[np.isfinite(points).all(axis=1)]
    if len(points) < 2:
        return False
    steps = np.linspace(0.0, 1.0, 20)[:, None, None]
    dense = (points[:-1] + steps * np.diff(points, axis=0)).reshape(-1, 2)
    window = axis.get_window_extent()
    seen = dense[(dense >= window.min).all(axis=1) & (dense <= window.max).all(axis=1)]
    return bool(((seen > box.min) & (seen < box.max)).all(axis=1).any())


def without_units(figure) -> list[str]:
    """Labels of axes that name no unit, but for those that count."""
    labels = [label for axis in figure.axes for label in (axis.get_xlabel(), axis.get_ylabel()) if label]
    return [label for label in labels if not re.search(r"\[[^\]]+\]", label) and not label.startswith(COUNTS)]
