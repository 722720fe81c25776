"""An arm on a spring, seen from above, and files of fits that tests start from."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

ARM = """elver: 1
name: arm
parameters:
  size: {value: 0.2 m, range: [0.1 m, 0.4 m], meaning: length of the arm}
  stiffness: {value: 0.05, unit: N m/rad, range: [0.001, 1], prior: {type: lognormal, mean: 0.05, sigma: 0.5}}
  damping: {value: 0.5 mN m s/rad, range: [0, 0.1], meaning: of the spring}
  swing: {value: 40 deg, range: [-90 deg, 90 deg], meaning: angle at the start}
  pull: {value: [0, 0, 0], unit: m/s, meaning: of water around what is held}
  links: {value: 1, whole: true, range: [1, 3], meaning: of nothing}
machine:
  base: fixed
  bodies:
    ground: {}
    arm: {shape: {type: rod, length: size, radius: 1 cm}, density: 1000}
  joints:
    hinge: {parent: ground, child: arm, mode: passive}
media: {water: {type: bluff_drag, body: ground, area: [0, 0, 0], density: 1000 * links, current: pull}}
drive: {elastic: {type: spring, stiffness: stiffness, damping: damping}}
start: {angles: {hinge: swing}}
run: {duration: 1, dt: 5 ms}
"""

FIT = """elver: 1
fit: trial
model: arm.yaml
unknowns:
  stiffness: {start: 0.04}
markers:
  elbow: {body: arm, at: [0.05, 0, 0]}
  hand: {body: arm, at: [size, 0, 0]}
recordings:
  first: {file: first.csv, sigma: 1 mm}
run: {dt: 5 ms, method: rk4}
"""


def arm_at(times: np.ndarray, stiffness: float = 0.06) -> np.ndarray:
    """Angles of the arm at some times, by a run."""
    import elver
    from elver.scenarios import load_text

    run = elver.simulate(
        load_text(ARM).build({"stiffness": stiffness}),
        1.0,
        solver=elver.Solver(dt=5e-3, method="rk4"),
        save=elver.Save(every=5e-3),
        progress=False,
    )
    return np.interp(times, run.data.time.values, run.data.joint_position.sel(joint="hinge").values)


@cache
def wide(unit: str = "mm", factor: float = 1000.0, count: int = 26) -> str:
    """Paths of two markers as CSV."""
    times = np.linspace(0.0, 0.02 * (count - 1), count)
    angles = arm_at(times)
    lines = [f"# unit: {unit}", "time,elbow.x,elbow.y,hand.x,hand.y"]
    for t, a in zip(times, angles, strict=True):
        places = [r * f(a) * factor for r in (0.05, 0.2) for f in (np.cos, np.sin)]
        lines.append(",".join(f"{v:.9g}" for v in (t, *places)))
    return "\n".join(lines)


def folder(path: Path, fit: str = FIT, **files: str) -> Path:
    """A folder with the arm, a fit file and CSV files; the path of the fit file."""
    (path / "arm.yaml").write_text(ARM)
    for name, text in files.items():
        (path / f"{name}.csv").write_text(text)
    (path / "fit.yaml").write_text(fit)
    return path / "fit.yaml"
