"""Machines at one instant, made by hand, to try the functions of tasks on."""

from __future__ import annotations

import numpy as np

from elver.tasks import TaskState


def instant(
    outputs, before=None, goal=(), values=None, time=0.0, interval=0.5, forward=(1.0, 0.0, 0.0), labels=None
) -> TaskState:
    """One machine: outputs and goal without the machines' axis."""
    own = {name: np.array([value], dtype=float) for name, value in outputs.items()}
    earlier = own if before is None else {name: np.array([value], dtype=float) for name, value in before.items()}
    one = np.zeros((1, 2))
    return TaskState(
        xp=np, outputs=own, before=earlier, labels=labels or {}, interval=interval, time=np.array([time]),
        count=np.array([round(time / interval)]), action=one, previous=one, u=one, goal=np.array([goal], dtype=float),
        reached=np.zeros(1, dtype=int), forward=forward, values={k: np.array([v]) for k, v in (values or {}).items()},
    )  # fmt: skip


def turned(angle: float) -> list[list[float]]:
    """World from base, for a base turned by an angle about the vertical."""
    c, s = np.cos(angle), np.sin(angle)
    return [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]
