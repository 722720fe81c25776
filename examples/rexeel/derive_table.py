"""The table that fit.yaml reads, from the tracks of the RExEel robot at 20 degrees.

    python examples/rexeel/derive_table.py FOLDER > examples/rexeel/tracks_20deg.csv

FOLDER holds 20deg_tracks.csv (run, frame, time_s, x_cm, y_cm, yaw_deg) out of the public repository
RoboticExplorationLab/RoboticSwimmingWithUnifiedFluidRobot (MIT licence): 20 runs, 120 frames at 30 Hz, of a tag on the head link.
Every run begins at (61, 61) cm with a yaw of 90 degrees, +y is forward. Written is the mean of all runs and their standard
deviation.

The tracker's x, y and yaw are not of one hand: with x and y as they are, the robot's model turns the other way than the yaw says,
at all times. So the table has ``yaw`` = 180 degrees - the tracker's, which is right-handed with x and y.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

COLUMNS = ("x_cm", "y_cm", "yaw_deg")
LEAST = (0.02, 0.02, 0.05)  # cm, cm, deg: what the tracker resolves, for the first frames, which all runs have in common


def tracks(folder: str) -> tuple[np.ndarray, np.ndarray]:
    """Times [s], and the tracks of all runs: (run, frame, column)."""
    rows = np.genfromtxt(Path(folder) / "20deg_tracks.csv", delimiter=",", names=True)
    runs = [rows[rows["run"] == run] for run in np.unique(rows["run"])]
    return runs[0]["time_s"], np.array([np.column_stack([run[name] for name in COLUMNS]) for run in runs])


def main(folder: str) -> None:
    """Print the table."""
    times, all_runs = tracks(folder)
    mean, scatter = all_runs.mean(axis=0), np.maximum(all_runs.std(axis=0, ddof=1), LEAST)
    mean[:, 2] = 180.0 - mean[:, 2]
    print("# Mean and scatter of 20 runs of the RExEel robot at 20 degrees; derive_table.py says from where and how")
    print("time,tag.x [cm],tag.x.sigma,tag.y [cm],tag.y.sigma,yaw [deg],yaw.sigma")
    for time, row, by in zip(times, mean, scatter, strict=True):
        print(f"{time:.4f}," + ",".join(f"{value:.3f},{sigma:.3f}" for value, sigma in zip(row, by, strict=True)))


if __name__ == "__main__":
    main(*sys.argv[1:2])
