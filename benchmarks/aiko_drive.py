"""How far the drive that Aiko really has leaves it behind the paper's model. SNAKE VIII-C, VIII-E; docs/models/aiko.md.

    python benchmarks/aiko_drive.py           # about two minutes

Link 6 of every drive against that of the ideal one at the same time: behind by how much, along x, in the mean over 2 to 10 s.
"""

from __future__ import annotations

import math

import numpy as np

import elver

DURATION, SETTLED = 10.0, 2.0  # s
DRIVES = {
    "ideal": {},
    "deadband 2 degrees": {"drive.deadband": math.radians(2)},
    "deadband 3 degrees": {"drive.deadband": math.radians(3)},
    "references 50 ms late": {"drive.delay": 0.05},
    "references 150 ms late": {"drive.delay": 0.15},
    "limit 3 N m": {"drive.limit": 3.0},
    "limit 2 N m": {"drive.limit": 2.0},
    "limit 1.5 N m": {"drive.limit": 1.5},
    "limit 1 N m": {"drive.limit": 1.0},
    "150 ms late, 3 degrees, limit 2 N m": {"drive.delay": 0.15, "drive.deadband": math.radians(3), "drive.limit": 2.0},
    "10 Hz, limit 10 N m": {"drive.interval": 0.1, "drive.limit": 10.0},
    "10 Hz, limit 5 N m": {"drive.interval": 0.1, "drive.limit": 5.0},
    "10 Hz, 2.5 degrees, limit 5 N m": {"drive.interval": 0.1, "drive.limit": 5.0, "drive.deadband": math.radians(2.5)},
    "10 Hz, 150 ms, 3 degrees, limit 5 N m": {
        "drive.interval": 0.1, "drive.delay": 0.15, "drive.limit": 5.0, "drive.deadband": math.radians(3),
    },
    "obstacle friction 0.1": {"obstacle.friction": 0.1},
    "obstacle friction 0.3": {"obstacle.friction": 0.3},
    "restitution 0.5": {"obstacle.restitution": 0.5},
}  # fmt: skip


def path(name: str, changes: dict[str, float]) -> tuple[np.ndarray, np.ndarray, float]:
    """Times [s], places x of link 6 [m] and root mean square of the joint torques [N m]."""
    scenario = elver.scenario(name)
    run = elver.simulate(scenario.build(changes), DURATION, solver=elver.Solver(dt=scenario.dt), progress=False)
    assert run.status == "finished", run.status_detail
    torque = float(np.sqrt((run.data.joint_torque.values**2).mean()))
    return run.data.time.values, run.data.body_position.sel(body="link6", axis="x").values, torque


def main() -> None:
    for name in ("aiko-obstacles", "aiko-flat"):
        print(
            f"{name}: behind the ideal drive [cm], mean and range from {SETTLED:g} to {DURATION:g} s; x in all [m]; torque [N m]"
        )
        ideal = None
        for words, changes in DRIVES.items():
            if name == "aiko-flat" and "obstacle" in "".join(changes):
                continue
            times, x, torque = path(name, changes)
            ideal = x if ideal is None else ideal
            behind = 100 * (ideal - x)[times >= SETTLED] * math.copysign(1.0, ideal[-1] - ideal[0])
            span = f"({behind.min():5.1f} .. {behind.max():5.1f})"
            print(f"  {words:42} {behind.mean():6.1f} {span}  {x[-1] - x[0]:7.3f}  {torque:6.2f}", flush=True)


if __name__ == "__main__":
    main()
