"""The picture of docs/reality_eel.md, out of predictions.csv: ``python examples/rexeel/drawing.py PICTURE.png``."""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from predict import AMPLITUDES, recorded

FOLDER = Path(__file__).parent
COLOURS = ("#0072b2", "#009e73", "#e69f00", "#d55e00")
PANELS = (("y_cm", "forward [cm]", 61.0), ("x_cm", "sideways [cm]", 61.0), ("yaw_deg", "yaw [deg]", 90.0))


def draw(picture: str) -> None:
    """Forward, sideways and yaw over time at all amplitudes with their intervals; dots: mean of the runs at 20 degrees."""
    rows = np.genfromtxt(FOLDER / "predictions.csv", delimiter=",", names=True)
    mean, _ = recorded()
    figure, axes = plt.subplots(1, 3, figsize=(11, 3.6), constrained_layout=True)
    for ax, (name, label, zero), column in zip(axes, PANELS, (1, 0, 2), strict=True):
        for amplitude, colour in zip(AMPLITUDES, COLOURS, strict=True):
            part = rows[rows["amplitude_deg"] == amplitude]
            low, high = part[f"{name}_low"], part[f"{name}_high"]
            ax.fill_between(part["time_s"], low - zero, high - zero, color=colour, alpha=0.18, linewidth=0)
            ax.plot(part["time_s"], part[name] - zero, color=colour, label=f"{amplitude} deg")
        times = np.arange(len(mean)) / 30.0
        ax.plot(times[::4], mean[::4, column] - zero, "k.", markersize=4, label="measured, 20 deg")
        ax.set(xlabel="time [s]", ylabel=label)
        ax.grid(alpha=0.3)
    axes[0].legend(frameon=False)
    figure.savefig(picture, dpi=150)


if __name__ == "__main__":
    draw(*sys.argv[1:2])
