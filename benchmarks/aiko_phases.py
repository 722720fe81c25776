"""Which start poses let Aiko progress, by phase shift and obstacles: ``python benchmarks/aiko_phases.py [poses]``.

For every phase, poses of the robot are drawn evenly from a box and kept where no link lies more than 1 mm inside an obstacle;
each is run for 10 s with steps of 2 ms. Progress is more than 0.2 m in 5 s, 0.4 m in 10 s. Tables: docs/models/aiko.md.
"""

from __future__ import annotations

import math
import sys
from dataclasses import replace

import numpy as np

from elver.contact import ContactSettings
from elver.results import body_centre
from elver.scenarios import scenario
from elver.simulation import Save, Solver, simulate

LENGTH, HALF, RADIUS, AMPLITUDE, LINKS = 0.122, 0.0393, 0.0525, math.radians(40), 11
OVERLAP = 1e-3  # m
BOXES = {  # scenario: a link, the range of its x and of its y [m], how far the robot may be turned [rad]
    "aiko-track": ("link1", (-0.03, 0.03), (-0.03, 0.03), 0.1),
    "aiko-small-obstacles": ("link6", (0.171, 0.906), (0.0, 0.19), 0.15),
    "aiko-obstacles": ("link6", (0.171, 0.906), (0.0, 0.19), 0.15),
}
MOST_DRAWN = 30_000


def posture(degrees: float, axis: float) -> tuple[np.ndarray, np.ndarray]:
    """Centres of the links from that of link 1 [m] and their directions, on the gait at t = 0."""
    delta = math.radians(degrees)
    angles = axis - AMPLITUDE / (2 * math.sin(delta / 2)) * np.cos(np.arange(LINKS) * delta - delta / 2)
    along = np.column_stack([np.cos(angles), np.sin(angles)])
    return np.vstack([np.zeros(2), np.cumsum(LENGTH / 2 * (along[1:] + along[:-1]), axis=0)]), along


def smallest_gap(centres: np.ndarray, along: np.ndarray, discs) -> float:
    """Gap of the deepest pair of link and disc [m]."""
    places = np.array([(d.x, d.y) for d in discs])
    apart = places - centres[:, None]
    s = np.clip((apart * along[:, None]).sum(-1), -HALF, HALF)
    nearest = apart - s[..., None] * along[:, None]
    return float((np.linalg.norm(nearest, axis=-1) - RADIUS - np.array([d.radius for d in discs])).min())


def draw(name: str, degrees: float, rng) -> tuple[tuple[float, float], float]:
    """A pose of the box: place of link 1 [m] and axis [rad]."""
    link, x, y, turn = BOXES[name]
    axis = math.pi + rng.uniform(-turn, turn)
    centres, _ = posture(degrees, axis)
    place = np.array([rng.uniform(*x), rng.uniform(*y)]) - centres[0 if link == "link1" else 5]
    return (float(place[0]), float(place[1])), axis


def search(name: str, degrees: float, wanted: int) -> None:
    """Print how many poses were drawn and how those that are free fare."""
    changes = {"gait.phase": math.radians(degrees)} | ({"track.clearance": 0.01} if name == "aiko-track" else {})
    discs = scenario(name).build(changes).scene.obstacles
    rng, moved, drawn = np.random.default_rng(2), [], 0
    while len(moved) < wanted and drawn < MOST_DRAWN:
        drawn += 1
        place, axis = draw(name, degrees, rng)
        centres, along = posture(degrees, axis)
        if smallest_gap(centres + place, along, discs) < -OVERLAP:
            continue
        model = scenario(name).build({**changes, "start.position": place, "start.axis": axis})
        settings = replace(ContactSettings(), overlap=1.5 * OVERLAP)
        path = body_centre(
            simulate(model, 10.0, solver=Solver(dt=2e-3, contact=settings), save=Save(every=0.1), progress=False).data, "link6"
        )[:, 0]
        moved.append((path[50] - path[0], path[100] - path[0]))
    ends = np.array(moved).reshape(-1, 2)
    progress = (ends > (0.2, 0.4)).sum(axis=0)
    spread = np.quantile(ends[:, 0], (0, 0.5, 0.9, 1)).round(3) if len(ends) else "-"
    print(
        f"{name:22s}{degrees:5.0f}  drawn {drawn:6d}  free {len(ends):3d}  progress {progress}  "
        f"5 s: low, median, 90 %, high {spread}"
    )


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    for name in BOXES:
        for degrees in (-30, -50, -70):
            search(name, degrees, wanted)


if __name__ == "__main__":
    main()
