"""F3OF, a barge with two hinged flaps: decay tests and motions in regular waves, predicted: ``python examples/f3of/predict.py``.

Four programs computed the device for a comparison of codes. Two of their decay tests, with the flaps locked, were at hand; the
third, with the flaps free on a base that is held, and the motions in regular waves were not looked at before predictions.csv was
written.

The linear machine: potential flow (``coefficients.py``), hydrostatics of the mesh, masses as published. Decay tests run in time
with the whole memory of the free surface, by convolution; waves are solved frequency by frequency. ``python predict.py FOLDER``
compares the first two tests with the files of the four programs, and writes nothing.
"""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
import mesh

from elver.forces.hulls import RadiationTable

FOLDER = Path(__file__).parent
DENSITY, GRAVITY = 1025.0, 9.81
MASSES, TURNING = (1089825.0, 179250.0), (76.3e6, 1.3e6)  # of base and of each flap: kg, kg m^2 about the centre, pitch
CENTRE = 3.5  # of a flap above its hinge [m]; the base's lies between the hinges, at their depth
SPRING = 1e5  # N/m in surge
STEP, END = 0.025, 200.0  # s
PROGRAMS = ("INW", "PDS", "WDN", "WSM")
BAND = (0.2, 0.7)  # rad/s, in which the added mass at infinite frequency is taken from the table (Ogilvie)

LOCKED = np.zeros((9, 3))  # surge, heave and pitch of base and flaps as one body about (0, 0, -9 m)
for _k, _x in enumerate((0.0, *mesh.HINGES)):
    LOCKED[3 * _k, 0] = LOCKED[3 * _k + 1, 1] = LOCKED[3 * _k + 2, 2] = 1.0
    LOCKED[3 * _k + 1, 2] = -_x
FREE = np.hstack([LOCKED, np.zeros((9, 2))])  # surge, heave, pitch of the base, angles of the flaps from the vertical
FREE[5, 2], FREE[8, 2], FREE[5, 3], FREE[8, 4] = 0, 0, 1, 1


@dataclass(frozen=True, eq=False)
class Device:
    """Nine freedoms, as in ``coefficients.py``: mass and stiffness (9, 9); radiation; load of head waves (n, 9) per metre."""

    mass: np.ndarray
    stiffness: np.ndarray
    radiation: RadiationTable
    load: np.ndarray


def device() -> Device:
    """F3OF as published, with the stored coefficients."""
    stored = np.load(FOLDER / "coefficients.npz")
    rows, columns = np.triu_indices(9)

    def full(name: str) -> np.ndarray:
        triangles = stored[name].astype(float)
        matrix = np.zeros((*triangles.shape[:-1], 9, 9))
        matrix[..., rows, columns] = matrix[..., columns, rows] = triangles
        return matrix

    mass, stiffness = np.zeros((2, 9, 9))
    for k, (area, second, volume, middle) in enumerate(hydrostatics()):
        m, arm = MASSES[min(k, 1)], CENTRE if k else 0.0
        s = 3 * k
        mass[s, s] = mass[s + 1, s + 1] = m
        mass[s, s + 2] = mass[s + 2, s] = m * arm
        mass[s + 2, s + 2] = TURNING[min(k, 1)] + m * arm**2
        stiffness[s + 1, s + 1] = DENSITY * GRAVITY * area
        stiffness[s + 2, s + 2] = DENSITY * GRAVITY * (second + volume * middle) - m * GRAVITY * arm
    table = RadiationTable(stored["frequencies"], full("added"), full("damping"), full("infinite"))
    return Device(mass, stiffness, table, stored["load"].astype(complex))


def hydrostatics(size: float = 1.0) -> list[tuple[float, float, float, float]]:
    """Of base and flaps: area and second moment of the waterplane about its hinge [m^2, m^4], volume [m^3], height of its centre
    above the hinges [m].
    """
    corners, bodies = mesh.half_panels(size)
    found = []
    for k, x in enumerate((0.0, *mesh.HINGES)):
        area = second = volume = moment = 0.0
        for part in ([0, 1, 2], [0, 2, 3]):
            t = corners[bodies == k][:, part]
            up = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])[:, 2]  # twice n_z dS, of both halves together
            middle = 0.5 * (t + np.roll(t, -1, axis=1))  # of the sides: exact for quadratics
            area -= up.sum()
            second -= np.sum(((middle[:, :, 0] - x) ** 2).mean(axis=1) * up)
            volume += np.sum(middle[:, :, 2].mean(axis=1) * up)
            moment += np.sum(0.5 * (middle[:, :, 2] ** 2).mean(axis=1) * up)
        found.append((area, second, volume, moment / volume + mesh.HINGE_DEPTH))
    return found


def reduced(matrices: np.ndarray, motion: np.ndarray) -> np.ndarray:
    """Matrices (.., 9, 9) in the coordinates of ``motion`` (9, m)."""
    return np.einsum("ai,...ab,bj->...ij", motion, matrices, motion)


def decay(own: Device, motion: np.ndarray, start: np.ndarray, spring: float = 0.0, step: float = STEP) -> np.ndarray:
    """Positions (n, m) every ``step`` up to END of the machine let go at ``start`` in the coordinates of ``motion`` (9, m).

    (M + A_inf) x'' + integral of K(t - s) x'(s) ds + C x = 0 by the trapezium rule.
    """
    M, C = reduced(own.mass, motion), reduced(own.stiffness, motion)
    C[0, 0] += spring
    w, damping = own.radiation.frequencies, reduced(own.radiation.damping, motion)
    times = step * np.arange(round(END / step) + 1)
    fine, values = continued_damping(w, damping)
    weights = np.full(len(fine), fine[1] - fine[0])
    weights[[0, -1]] *= 0.5
    blocks = np.array_split(times, 20)
    kernel = np.concatenate([2 / np.pi * np.tensordot(np.cos(np.outer(t, fine)) * weights, values, 1) for t in blocks])
    A = infinite_added(w, reduced(own.radiation.added, motion), fine, values)
    inertia, position = M + A, np.zeros((len(times), len(start)))
    velocity, before, position[0] = np.zeros_like(position), np.zeros(len(start)), start
    system = inertia / step + step / 4 * (C + kernel[0])
    for k in range(1, len(times)):
        past = step * np.einsum("sij,sj->i", kernel[k - 1 : 0 : -1], velocity[1:k]) + step / 2 * kernel[k] @ velocity[0]
        force = C @ (position[k - 1] + step / 4 * velocity[k - 1]) + 0.5 * (before + past)
        velocity[k] = np.linalg.solve(system, inertia @ velocity[k - 1] / step - force)
        position[k] = position[k - 1] + step / 2 * (velocity[k - 1] + velocity[k])
        before = past + step / 2 * kernel[0] @ velocity[k]
    return position


def continued_damping(w: np.ndarray, damping: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies from 0 to the table's end every 2e-3 rad/s, and the damping there."""
    from scipy.interpolate import CubicSpline

    fine = np.arange(0.0, w[-1] + 1e-3, 2e-3)
    return fine, CubicSpline(np.r_[0, w], np.concatenate([np.zeros_like(damping[:1]), damping]))(fine)


def infinite_added(w: np.ndarray, added: np.ndarray, fine: np.ndarray, damping: np.ndarray) -> np.ndarray:
    """A_inf such that A(w) = A_inf + 2/pi P integral of B(u) / (u^2 - w^2) du, B up to the table's end, holds within BAND: what
    lies beyond the end acts there as one more constant.
    """
    step, found = fine[1] - fine[0], []
    for k in np.flatnonzero((w >= BAND[0]) & (w <= BAND[1])):
        own = damping[np.argmin(np.abs(fine - w[k]))]
        middle, values = fine[:-1] + 0.5 * step, 0.5 * (damping[:-1] + damping[1:])
        regular = np.tensordot(1 / (middle**2 - w[k] ** 2), values - own, 1) * step
        pole = np.log((fine[-1] - w[k]) / (fine[-1] + w[k])) / (2 * w[k])
        found.append(added[k] - 2 / np.pi * (regular + own * pole))
    return np.mean(found, axis=0)


def motions(own: Device, spring: float) -> np.ndarray:
    """Complex amplitudes (n, 5) of the FREE machine in head waves per metre of amplitude, at the table's frequencies."""
    w, n = own.radiation.frequencies[:, None, None], FREE.shape[1]
    M, C = reduced(own.mass, FREE), reduced(own.stiffness, FREE)
    C[0, 0] += spring
    A, B = (reduced(part, FREE) for part in (own.radiation.added, own.radiation.damping))
    assert A.shape[1:] == (n, n)
    return np.linalg.solve(C - w**2 * (M + A) - 1j * w * B, (own.load @ FREE)[:, :, None])[:, :, 0]


def compare(folder: Path) -> None:
    """The tests with locked flaps beside the four programs."""
    own, deg = device(), np.pi / 180
    cases = {
        "DT1_surge": (LOCKED[:, [0, 2]], np.array([5.0, 0.0]), 0, 1.0),
        "DT2_pitch": (LOCKED[:, [0, 2]], np.array([0.0, 10 * deg]), 1, deg),
    }
    t = np.arange(0, END + 0.05, 0.1)
    for name, (motion, start, shown, unit) in cases.items():
        rows = [np.interp(t, *_series(folder / f"{program}_{name}.dat")) for program in PROGRAMS]
        mean = np.mean(rows, axis=0)
        x = decay(own, motion, start, SPRING)[::4, shown] / unit
        for program, row in zip((*PROGRAMS, "Elver"), (*rows, x), strict=True):
            cuts = np.flatnonzero(np.diff(np.sign(row)))
            crossings = t[cuts] - row[cuts] * (t[cuts + 1] - t[cuts]) / (row[cuts + 1] - row[cuts])
            period, late = 2 * np.mean(np.diff(crossings)), np.abs(row[-500:]).max()
            print(f"{name} {program}: period {period:.3f} s, largest of the last 50 s {late:.3f}, ", end="")
            print(f"root mean square from the programs' mean {np.sqrt(np.mean((row - mean) ** 2)):.3f}")


def _series(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Times and values of a program's file."""
    rows = []
    for line in path.read_text().splitlines():
        try:
            rows.append([float(word) for word in line.split()])
        except ValueError:
            continue
    found = np.array([row for row in rows if len(row) == 2])
    return found[:, 0], found[:, 1]


def main() -> None:
    own, deg = device(), np.pi / 180
    flaps = FREE[:, 3:]
    x = decay(own, flaps, np.array([10 * deg, 0.0]))[::4] / deg
    with open(FOLDER / "predictions.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["case", "time_s", "fore_deg", "aft_deg", "omega", "surge", "heave", "pitch_deg"])
        for k, (fore, aft) in enumerate(x):
            table.writerow(["DT3", f"{0.1 * k:.1f}", f"{fore:.4f}", f"{aft:.4f}", "", "", "", ""])
        for case, spring in (("waves", SPRING), ("waves_without_spring", 0.0)):
            for w, row in zip(own.radiation.frequencies, np.abs(motions(own, spring)), strict=True):
                if 0.2 - 1e-9 <= w <= 2.6:
                    surge, heave, pitch, fore, aft = row[:2].tolist() + (row[2:] / deg).tolist()
                    values = [f"{one:.6g}" for one in (fore, aft, w, surge, heave, pitch)]
                    table.writerow([case, "", *values[:2], *values[2:]])
    print(f"wrote {FOLDER / 'predictions.csv'}")


if __name__ == "__main__":
    compare(Path(sys.argv[1])) if len(sys.argv) > 1 else main()
