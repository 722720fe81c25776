"""Table of a swimming salamander's spine, out of the recorded angles: ``python examples/salamander/derive_table.py FILE``.

FILE is the kinematics file ``swimming_joints.csv`` of the public repository AlexPazzaglia/SalamandraSNN (MIT licence): one
column of time over the cycle and eight of joint angles [deg] of *Pleurodeles waltl*, after Karakasiliotis. Printed is spine.csv:
the first and third harmonic of every joint, q = a1 cos(p + f1) + a3 cos(3 p + f3) at the phase p. The mean and the even
harmonics (up to 6 degrees together) are left out, since a swimmer that keeps its course has none on average: what remains
is its own mirror image half a cycle later.
"""

from __future__ import annotations

import sys

import numpy as np

HEAD = "joint,first_deg,first_phase_deg,third_deg,third_phase_deg,left_out_deg"


def harmonics(angles: np.ndarray) -> np.ndarray:
    """By joint: size and phase [deg] of the first and the third harmonic, and the largest of what is left out [deg]."""
    turns = np.exp(-2j * np.pi * np.arange(len(angles)) / len(angles))
    parts = [2 * (turns**k @ angles) / len(angles) for k in (1, 3)]
    kept = sum((part * turns[:, None].conj() ** k).real for k, part in zip((1, 3), parts, strict=True))
    columns = [column for part in parts for column in (abs(part), np.degrees(np.angle(part)))]
    return np.column_stack([*columns, abs(angles - kept).max(axis=0)])


def main(path: str) -> None:
    """Print the table."""
    table = harmonics(np.genfromtxt(path, delimiter=",", skip_header=1)[:, 1:])
    print(HEAD)
    for joint, row in enumerate(table, 1):
        print(f"{joint}," + ",".join(f"{value:.2f}" for value in row))


if __name__ == "__main__":
    main(sys.argv[1])
