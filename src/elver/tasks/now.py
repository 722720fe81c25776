"""What the functions of a task see: all machines at one instant, as arrays with the machines along the first axis."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from elver.errors import unknown_name

Array = Any  # NumPy on the processor, CuPy on a graphics card


@dataclass
class Now:
    """All machines after a control interval (or after a reset). Functions of a task read it and change nothing.

    xp: NumPy or CuPy; write ``now.xp.sqrt`` instead of ``np.sqrt`` and a task runs on both.
    outputs: the recorded quantities that the task needs, by name, shape (n, ...).   before: the same, one interval ago; after a
    reset equal to ``outputs``.   labels: names along every dimension of them (``joint``, ``body``, ``flow``, ...).
    time [s]: since the machine's own reset.   count: control intervals since then.   interval [s]: between two actions.
    duration [s]: of the longest episode.
    action, previous: (n, inputs), the action that was just held and the one before, -1 to 1; after a reset those that stand for
    the inputs' own values.
    u: (n, inputs), the same in the units of the inputs.   goal: (n, entries), drawn at the reset; width 0 without one.
    reached: goals that a machine has reached since its reset.   values: drawn parameters by name, one per machine.
    sensed: readings of the task's sensors by name, (n, entries).   forward: direction of travel in the base frame.
    memo: what was computed at this instant already and several functions use, by name; past: the same of ``before``, where the
    goals are still those.
    """

    xp: Any
    outputs: Mapping[str, Array]
    before: Mapping[str, Array]
    labels: Mapping[str, tuple[str, ...]]
    interval: float
    time: Array
    count: Array
    action: Array
    previous: Array
    u: Array
    goal: Array
    reached: Array
    duration: float = math.inf
    forward: tuple[float, float, float] = (1.0, 0.0, 0.0)
    values: Mapping[str, Array] = field(default_factory=dict)
    sensed: Mapping[str, Array] = field(default_factory=dict)
    memo: dict[str, Any] = field(default_factory=dict)
    past: dict[str, Any] = field(default_factory=dict)

    def forget(self) -> None:
        """What was computed no longer holds: machines were reset, or have other goals."""
        self.memo.clear()
        self.past.clear()

    def index(self, dimension: str, *names: str) -> list[int]:
        """Places of names along a dimension, such as ``now.index("joint", "tail")``."""
        known = self.labels[dimension]
        for name in names:
            if name not in known:
                raise unknown_name(dimension, name, known)
        return [known.index(name) for name in names]
