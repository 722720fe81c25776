"""The table of docs/reality.md from the marker files of the SoPrA fish.

    python examples/sopra/derive_table.py FOLDER

FOLDER holds markers_f0_75.csv and the like, out of Data/Markers of the public repository srl-ethz/fishsim (MIT licence): per
frame x and y [pixel] of nine markers as the camera above saw them: 0 and 1 on the head, 2 on the dorsal fin, 3 to 7 on the tail,
8 at the tip of the tail fin. Processing:

- 60 frames a second. The beat is the frequency that explains the tip best, with two harmonics and a slow trend.
- Scale: the head markers lie 142 mm apart. ``own`` takes every recording's mean distance of them, ``common`` the mean over all
  recordings: one camera saw them all, and the long distance 0-3 is the same in all of them within 2 %, that of 0-1 within 4 %.
- Speed along the head: the way of the middle of 0 and 1 along the momentary direction of the head; its mean slope.
- Yaw and tip: first harmonics of the head's direction, and of the tip's distance from the line through 0 and 1.
- Tail: first harmonics of markers 3 to 8 likewise, phases from that of the tip. Three complex numbers explain them: how far the
  tendons bend all hinges (in proportion to their arms), how far the last hinge bends besides, and what markers 3 to 7 have in
  common, which no bending can give: the robot rolls. ``bend`` is the size of the angle of the last two hinges.
  A marker nearer to the next one than half of what the robot's geometry says is merged with it and left out.
- Uncertainty of a speed: half the difference of the two halves of a run, and 3 % of scale.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import least_squares

FRAMES = 60.0  # a second
HEAD = 0.142  # m, distance of markers 0 and 1
SCALE_ERROR = 0.03
HARMONICS = 3
# Geometry of the tail, of the authors' model generator: hinges and markers 3 to 8 along the straight robot [mm], arms [mm].
HINGES = np.array([285.0, 314.5, 345.5, 376.0, 401.0])
PLACES = np.array([299.5, 329.5, 361.5, 390.5, 411.5, 481.0])  # the tip was seen 75 to 84 mm behind marker 7, not 62.5
ARMS = np.array([46.4, 41.5, 31.4, 11.2, -12.1])
TURN = np.exp(2j * np.pi * np.arange(48) / 48)


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
    tail: np.ndarray  # complex, markers 3 to 8
    hinges: np.ndarray  # complex, angles
    roll: complex  # what markers 3 to 7 have in common
    left: float  # largest distance of a marker from what hinges and roll explain
    merged: tuple[int, ...]

    @property
    def bend(self) -> float:
        """Size of the angle of the last two hinges."""
        return math.degrees(abs(self.hinges[3] + self.hinges[4]))


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


def sides(hinges: np.ndarray) -> np.ndarray:
    """First harmonics of markers 3 to 8 [mm, complex] aside of the head's line, where hinges turn by Re(hinges TURN)."""
    directions = np.cumsum(np.real(hinges[None] * TURN[:, None]), axis=1)
    lengths = np.diff(HINGES)
    bases = np.concatenate([np.zeros((len(TURN), 1)), np.cumsum(lengths * np.sin(directions[:, :-1]), axis=1)], axis=1)
    aside = bases + (PLACES[:5] - HINGES) * np.sin(directions)
    tip = bases[:, 4] + (PLACES[5] - HINGES[4]) * np.sin(directions[:, 4])
    return 2 * (np.column_stack([aside, tip]) * np.conj(TURN)[:, None]).mean(axis=0)


def bent(tail: np.ndarray, merged: tuple[int, ...]) -> tuple[np.ndarray, complex, float]:
    """Hinge angles [rad, complex], the common part of markers 3 to 7 [mm], and the largest distance that they leave [mm]."""
    used = [k for k in range(6) if k + 3 not in merged]

    def read(x: np.ndarray) -> tuple[np.ndarray, complex]:
        hinges = complex(x[0], x[1]) * ARMS / ARMS[0]
        hinges[4] += complex(x[2], x[3])
        return hinges, complex(x[4], x[5])

    def distances(x: np.ndarray) -> np.ndarray:
        hinges, common = read(x)
        return (sides(hinges) + common * (np.arange(6) < 5) - tail)[used]

    def both(x: np.ndarray) -> np.ndarray:
        apart = distances(x)
        return np.concatenate([apart.real, apart.imag])

    found = least_squares(both, [0.25, 0, 0, 0, 0, 0], x_scale=[0.1, 0.1, 0.1, 0.1, 10, 10]).x
    return *read(found), float(np.abs(distances(found)).max())


def merged_markers(markers: np.ndarray, scale: float) -> tuple[int, ...]:
    """Markers of the tail that are merged with the next one. scale: mm a pixel."""
    apart = scale * np.linalg.norm(np.diff(markers[:, 3:8], axis=1), axis=2).mean(axis=0)
    return tuple(int(k) + 3 for k in np.flatnonzero(apart < 0.5 * np.diff(PLACES[:5])))


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
    tail = np.array([first_harmonic(times, aside[:, k], beat) for k in range(3, 9)]) / phase
    merged = merged_markers(markers, scale)
    sign = np.sign(tail[5].real)
    hinges, roll, left = bent(sign * tail, merged)
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
        tail=tail,
        hinges=hinges,
        roll=roll,
        left=left,
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
            f"| {k * r.speed:13.1f}  {k * r.tip:5.1f} | {r.yaw:7.2f} {r.yaw_phase:5.0f} "
            f"| {r.head_pixels:6.1f} {r.long_pixels:7.1f}"
        )
    print(
        "\nfile  bend of the last hinges [deg] | hinges 0 to 4 [deg @ deg before the tip] | common part of 3-7 [mm] | left [mm]"
    )
    for r in rows:
        shape = "  ".join(f"{math.degrees(abs(z)):4.1f} @{math.degrees(np.angle(z)):4.0f}" for z in r.hinges)
        note = f" | merged with the next one: {', '.join(map(str, r.merged))}" if r.merged else ""
        print(
            f"{r.name}  {r.bend:5.1f} | {shape} | {abs(r.roll):4.1f} @{math.degrees(np.angle(r.roll)):4.0f} | {r.left:4.1f}{note}"
        )


if __name__ == "__main__":
    main(*(sys.argv[1:2] or ["."]))
