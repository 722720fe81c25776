"""Stride of a swimming salamander, predicted before anybody compares: ``python examples/salamander/predict.py``.

The spine follows the angles that were measured (spine.csv), whatever the beat; the water does the rest. Nothing is fitted. What
is not known has a middle in salamander.yaml and a spread here. How far a stride moves when one of these is changed by a standard
deviation to either side counts by its root mean square; all of them, and what no change of a number can show, by the root of the
sum of squares. Intervals hold nine in ten.

Written: predictions.csv with beat_Hz, stride, stride_low, stride_high, in lengths of the body a cycle.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import elver
from elver.scenarios import Scenario

FOLDER = Path(__file__).parent
BEATS = (2.6, 2.9, 3.4, 3.8)  # Hz
LENGTH = 0.176  # m, of the body
CYCLES, STEPS = 25, 300  # from rest, of which the last counts; steps a cycle
INSIDE = 1.645  # standard deviations to either side of nine in ten
UNKNOWNS = {  # one standard deviation to either side of the middle
    "size": (0.93, 1.07),  # animals and bouts differ, and a mean over bouts is smaller than each
    "fin": (0.9, 1.1),
    "added": (0.92, 1.08),
    "slenderness": (6.0, 100.0),  # drag across by 12 % less and 36 % more than of the middle
    "form": (0.0, 0.8),
    "share": (0.8, 1.0),
    "limbs": (12e-6, 60e-6),
}
LAW = 0.08  # of a stride: laws of the water, as they were wrong for other machines on docs/reality.md
ANIMAL = 0.08  # of a stride: bouts of one animal, and reading them from a film


def stride(scenario: Scenario, beat: float, **values: float) -> float:
    """Way of the centre of mass over the last cycle, in lengths of the body."""
    model = scenario.build({"beat": beat, **values})
    solver = elver.Solver(dt=1 / (beat * STEPS), check_step=False)
    run = elver.simulate(model, CYCLES / beat, solver=solver)
    place, time = run.data.com_position.to_numpy(), run.data.time.to_numpy()
    before, after = (np.array([np.interp(t, time, row) for row in place.T]) for t in ((CYCLES - 1) / beat, CYCLES / beat))
    return float(np.linalg.norm(after - before)) / LENGTH


def predictions(beats: tuple[float, ...] = BEATS) -> np.ndarray:
    """(beat, [stride, low, high])."""
    scenario, rows = elver.load(FOLDER / "salamander.yaml"), []
    for beat in beats:
        middle = stride(scenario, beat)
        moved = {name: [stride(scenario, beat, **{name: v}) - middle for v in ends] for name, ends in UNKNOWNS.items()}
        print(f"{beat} Hz: " + ", ".join(f"{name} {low:+.3f} {high:+.3f}" for name, (low, high) in moved.items()), flush=True)
        squares = sum((low**2 + high**2) / 2 for low, high in moved.values()) + (LAW**2 + ANIMAL**2) * middle**2
        rows.append([middle, middle - INSIDE * squares**0.5, middle + INSIDE * squares**0.5])
    return np.array(rows)


def main() -> None:
    """Write predictions.csv, and print the table of the documentation."""
    found = predictions()
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER / "predictions.csv"
    lines = [f"{beat},{row[0]:.3f},{row[1]:.3f},{row[2]:.3f}" for beat, row in zip(BEATS, found, strict=True)]
    path.write_text("\n".join(["beat_Hz,stride,stride_low,stride_high", *lines]) + "\n")
    for beat, (middle, low, high) in zip(BEATS, found, strict=True):
        print(f"| {beat} | {middle:.3f} | {low:.3f} to {high:.3f} |")


if __name__ == "__main__":
    main()
