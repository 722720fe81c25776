"""The table of docs/reality.md from the marker files of the SoPrA fish.

    python examples/sopra/derive_table.py FOLDER

FOLDER holds markers_f0_75.csv and the like, out of Data/Markers of the public repository srl-ethz/fishsim (MIT licence): per frame
x and y [pixel] of nine markers as the camera above saw them: 0 and 1 on the head, 2 on the dorsal fin, 3 to 7 on the tail, 8 at
the tip of the tail fin. Processing:

- 60 frames a second. The beat is the frequency that explains the tip best, with two harmonics and a slow trend.
- Scale: the head markers lie 142 mm apart. ``own`` takes every recording's mean distance of them, ``common`` the mean over all
  recordings: one camera saw them all, and the long distance 0-3 is the same in all of them within 2 %, that of 0-1 within 4 %.
- Speed along the head: the way of the middle of 0 and 1 along the momentary direction of the head; its mean slope.
- Yaw and tip: first harmonics of the head's direction, and of the tip's distance from the line through 0 and 1.
- Tail: first harmonics of markers 3 to 7 likewise, less what all five have in common: the robot rolls, and these markers lie lower
  than those of the head. Phases count from that of the tip. Markers whose distance from a neighbour jumps are named as merged.
- Uncertainty of a speed: half the difference of the two halves of a run, and 3 % of scale.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

FRAMES = 60.0  # a second
HEAD = 0.142  # m, distance of markers 0 and 1
SCALE_ERROR = 0.03
LARGEST_JUMP = 4.0  # pixel, standard deviation of the distance between neighbours on the tail
HARMONICS = 3


@dataclass(frozen=True)
class Derived:
    """Figures of one recording, at a scale of HEAD over its own head distance; lengths in mm, angles in degrees."""

    name: str
    beat: float
    strokes: float
    head_pixels: float
    long_pixels: float
    speed: float
    speed_error: float
    course: float
    tip: float
    yaw: float
    yaw_phase: float
    tail: np.ndarray  # complex, markers 3 to 7
    roll: complex  # what these markers have in common
    merged: tuple[int, ...]


def read_markers(path: Path) -> np.ndarray:
    """Markers as (frame, marker, xy) [pixel], y upwards."""
    return np.loadtxt(path, delimiter=",").reshape(-1, 9, 2) * np.array([1.0, -1.0])


def basis(times: np.ndarray, beat: float, trend: int = 2) -> np.ndarray:
    """Columns: powers of time to ``trend``, then cosine and sine of every harmonic."""
    waves = [f(2 * math.pi * beat * k * times) for k in range(1, HARMONICS + 1) for f in (np.cos, np.sin)]
    return np.column_stack([times**k for k in range(trend + 1)] + waves)


def first_harmonic(times: np.ndarray, values: np.ndarray, beat: float, trend: int = 2) -> complex:
    """Complex size of the first harmonic: Re(z exp(i 2 pi beat t))."""
    found = np.linalg.lstsq(basis(times, beat, trend), values, rcond=None)[0]
    return complex(found[trend + 1], -found[trend + 2])


def find_beat(times: np.ndarray, values: np.ndarray) -> float:
    """The frequency [Hz] whose harmonics leave least of ``values``; twice refined."""

    def left(beat: float) -> float:
        B = basis(times, beat)
        return float(np.linalg.norm(values - B @ np.linalg.lstsq(B, values, rcond=None)[0]))

    grid = np.arange(0.3, 2.5, 0.01)
    for step in (1e-3, 1e-4):
        best = min(grid, key=left)
        grid = np.arange(best - 12 * step, best + 12 * step, step)
    return float(min(grid, key=left))


def slope(times: np.ndarray, way: np.ndarray, beat: float) -> float:
    """Mean slope of a way with strokes on it."""
    return float(np.linalg.lstsq(basis(times, beat, 1), way, rcond=None)[0][1])


def derive(path: Path) -> Derived:
    """All figures of one recording."""
    markers = read_markers(path)
    times = np.arange(len(markers)) / FRAMES
    head = markers[:, 0] - markers[:, 1]
    head_pixels = float(np.linalg.norm(head, axis=1).mean())
    scale = 1e3 * HEAD / head_pixels
    along = head / np.linalg.norm(head, axis=1)[:, None]
    across = np.column_stack([-along[:, 1], along[:, 0]])
    aside = scale * np.einsum("kmi,ki->km", markers - markers[:, :1], across)
    beat = find_beat(times, aside[:, 8])
    middle = scale * markers[:, :2].mean(axis=1)
    steps = np.einsum("ki,ki->k", np.diff(middle, axis=0), 0.5 * (along[1:] + along[:-1]))
    way = np.concatenate([[0.0], np.cumsum(steps)])
    speed, half = slope(times, way, beat), len(times) // 2
    halves = [np.polyfit(times[part], way[part], 1)[0] for part in (slice(None, half), slice(half, None))]
    tip = first_harmonic(times, aside[:, 8], beat)
    yaw = first_harmonic(times, np.unwrap(np.arctan2(head[:, 1], head[:, 0])), beat)
    phase = tip / abs(tip)
    tail = np.array([first_harmonic(times, aside[:, k], beat) for k in range(3, 8)]) / phase
    apart = np.linalg.norm(np.diff(markers[:, 3:8], axis=1), axis=2).std(axis=0)
    merged = tuple(3 + k for k in np.flatnonzero(apart > LARGEST_JUMP))
    return Derived(
        name=path.stem.removeprefix("markers_f").replace("_", "."),
        beat=beat,
        strokes=times[-1] * beat,
        head_pixels=head_pixels,
        long_pixels=float(np.linalg.norm(markers[:, 3] - markers[:, 0], axis=1).mean()),
        speed=speed,
        speed_error=0.5 * abs(halves[1] - halves[0]) + SCALE_ERROR * speed,
        course=float(np.hypot(*(np.polyfit(times, middle[:, k], 1)[0] for k in (0, 1)))),
        tip=abs(tip),
        yaw=math.degrees(abs(yaw)),
        yaw_phase=math.degrees(np.angle(yaw / phase)),
        tail=tail - tail[0],
        roll=complex(tail[0]),
        merged=merged,
    )


def main(folder: str) -> None:
    """Print the table of every marker file in a folder."""
    paths = sorted(Path(folder).glob("markers_f*.csv"))
    if not paths:
        sys.exit(f"{folder} holds no markers_f*.csv. Give the folder Data/Markers of srl-ethz/fishsim.")
    rows = [derive(path) for path in paths]
    common = float(np.mean([row.head_pixels for row in rows]))
    print("file  beat Hz strokes | own scale: speed mm/s    course  tip mm | common: speed  tip | yaw deg phase | px 0-1  px 0-3")
    for r in rows:
        k = r.head_pixels / common
        print(
            f"{r.name}  {r.beat:7.4f} {r.strokes:7.2f} | {r.speed:11.1f} +- {r.speed_error:4.1f}  {r.course:6.1f}  {r.tip:6.1f} "
            f"| {k * r.speed:13.1f}  {k * r.tip:5.1f} | {r.yaw:7.2f} {r.yaw_phase:5.0f} | {r.head_pixels:6.1f} {r.long_pixels:7.1f}"
        )
    print("\nfile  markers 4-7 of the tail against marker 3 [mm at own scale @ degrees before the tip]; what 3-7 have in common")
    for r in rows:
        shape = "  ".join(f"{abs(z):5.1f} @{math.degrees(np.angle(z)):4.0f}" for z in r.tail[1:])
        note = f"  merged with the next one at times: {', '.join(map(str, r.merged))}" if r.merged else ""
        print(f"{r.name}  {shape}; {abs(r.roll):5.1f} @{math.degrees(np.angle(r.roll)):4.0f}{note}")


if __name__ == "__main__":
    main(*(sys.argv[1:2] or ["."]))
