"""Ticks and names of axes in space: as many as there is room for where they are seen, and no name on a number."""

from __future__ import annotations

from typing import Any

import numpy as np

NUMBERS = 4  # intervals between ticks, at most
WIDTH, HEIGHT = 24.0, 10.0  # points that the number at a tick takes
APART = 24.0  # points by which the name of an axis is moved off where its box is as narrow as a line


def spread_out(axis, half: np.ndarray) -> None:
    """Ticks and names of the three axes of a box with these half edges [m]."""
    locator = roomy_locator()
    for name, own in zip("xyz", half, strict=True):
        line = getattr(axis, f"{name}axis")
        line.set_major_locator(locator(NUMBERS))
        beside = max(float(edge) for other, edge in zip("xyz", half, strict=True) if other != name)
        line.labelpad += APART * (1 - beside / max(float(own), beside))  # Matplotlib moves it off by shares of the edges beside


def roomy_locator():
    """The class of locators; a function, so that Matplotlib is imported only where something is drawn."""
    from matplotlib.ticker import MaxNLocator

    class Roomy(MaxNLocator):
        """Round numbers, of which only so many are kept as stand beside each other without touching."""

        def __call__(self):
            line: Any = self.axis
            low, high = sorted(line.get_view_interval())
            return thinned(np.array([t for t in super().__call__() if low <= t <= high]), seen_axis(line) / (high - low))

    return Roomy


def thinned(ticks: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Every tick, every second, and so on, until numbers have room. scale: (right, up) in points of one unit of the axis."""
    for every in range(1, len(ticks)):
        right, up = np.abs(scale * (ticks[every] - ticks[0]))
        if right >= WIDTH or up >= HEIGHT:
            return ticks[::every]
    return ticks[len(ticks) // 2 :][:1]


def seen_axis(line) -> np.ndarray:
    """The way (right, up) from one end of an axis in space to the other, where it is seen [points]."""
    from mpl_toolkits.mplot3d import proj3d

    axis = line.axes
    ends = np.array([[np.mean(getattr(axis, f"get_{name}lim")())] * 2 for name in "xyz"])
    ends["xyz".index(line.axis_name)] = getattr(axis, f"get_{line.axis_name}lim")()
    flat = np.array(proj3d.proj_transform(*ends, axis.get_proj())[:2])
    seen = axis.transData.transform(flat.T)
    return (seen[1] - seen[0]) * 72.0 / axis.get_figure().dpi
