"""Pictures of a hull's coefficients and of a drawn motion."""

from __future__ import annotations

import numpy as np

from elver.drawing.style import ACCENT, CYCLE, INK, SOFT, WATER, legend, new_figure, write
from elver.drive import PeriodicSpline
from elver.errors import InputError
from elver.hulls import HullCoefficients
from elver.hulls.memory import FREEDOMS

DEGREES = 180 / np.pi


def hull_figure(c: HullCoefficients, path=None, freedoms: tuple[int, ...] = (2, 4)):
    """Damping, added mass and memory of some freedoms: boundary elements (dots) and fitted model (lines). Saved if ``path``.

    A freedom without radiation, such as the yaw of a buoy, is left out.
    """
    if c.table is None:
        raise InputError("these hull coefficients hold no table to draw. Compute them with `elver hull`.")
    freedoms = tuple(k for k in freedoms if k in c.memory.freedoms)
    if not freedoms:
        raise InputError("none of the freedoms asked for radiates waves: nothing to draw. Choose among c.memory.freedoms.")
    w = np.linspace(0.05, 1.3 * c.table.frequencies[-1], 300)
    times = np.linspace(0.0, 60 / c.table.frequencies[-1], 400)
    answer, kernel = c.memory.transfer(w), c.memory.kernel(times)
    figure, axes = new_figure(len(freedoms), 3, size=(11.0, 1.2 + 2.4 * len(freedoms)))
    for row, k in enumerate(freedoms):
        i = c.memory.freedoms.index(k)
        left, middle, right = axes[3 * row : 3 * row + 3]
        left.plot(c.table.frequencies, c.table.damping[:, k, k], ".", color=INK, label="boundary elements")
        left.plot(w, answer[:, i, i].real, color=WATER, label="fit")
        middle.plot(c.table.frequencies, c.table.added[:, k, k], ".", color=INK)
        middle.plot(w, c.added[k, k] + answer[:, i, i].imag / w, color=WATER)
        middle.axhline(c.added[k, k], color=SOFT, linestyle=":")
        right.plot(times, kernel[:, i, i], color=ACCENT)
        unit = "kg" if k < 3 else "kg m^2"
        for axis, title, per in zip(
            (left, middle, right), ("damping", "added mass", "memory kernel"), ("/s", "", "/s^2"), strict=True
        ):
            axis.set(ylabel=f"{FREEDOMS[k]} [{unit}{per}]")
            legend(axis, title if row == 0 else None)
        if row == len(freedoms) - 1:
            left.set_xlabel("frequency [rad/s]")
            middle.set_xlabel("frequency [rad/s]")
            right.set_xlabel("time [s]")
    if path is not None:
        write(figure, path)
    return figure


def spline_figure(spline: PeriodicSpline, path=None):
    """Every joint's motion over one period with its control polygon; the drive is shaded. Saved if ``path``."""
    count = len(spline.points)
    figure, axes = new_figure(count, size=(7.2, 1.0 + 1.9 * count), sharex=True)
    u = np.linspace(0.0, 1.0, 400)
    phase = u + float(spline.warp()) * np.sin(np.pi * u) ** 2
    for axis, color, (name, values) in zip(axes, CYCLE * count, spline.points.items(), strict=False):
        polygon = np.array([*values, values[0]])
        at = np.interp(np.arange(len(polygon)) / len(values), phase, u)
        axis.axvspan(0, spline.drive * spline.period, color=WATER, alpha=0.08, linewidth=0)
        axis.plot(at * spline.period, DEGREES * polygon, "o--", color=SOFT, markersize=4, linewidth=0.8, label="control polygon")
        axis.plot(u * spline.period, DEGREES * spline.sampled(name, phase), color=color, label=name)
        axis.set(ylabel="[deg]")
        legend(axis, f"{name}: drive {100 * spline.drive:.0f} % of {spline.period:.3g} s" if axis is axes[0] else name)
    axes[-1].set_xlabel("time [s]")
    if path is not None:
        write(figure, path)
    return figure
