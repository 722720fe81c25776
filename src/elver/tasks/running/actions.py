"""From actions to inputs: -1 to 1 becomes low to high, smoothed where the task says so; what is no action is counted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.tasks.now import Array
from elver.tasks.task import Task


class Actions:
    """Actions of n machines.

    now, before: (n, inputs) -1 to 1, the action that is held and the one before.   u: the same in the inputs' units.
    rest: the action that stands for the inputs' own values, which is held after a reset.
    wrong: machines whose last action was no finite number, where ``some_wrong``.
    clipped, refused: how often a machine's action lay beyond -1 to 1, or was no finite number, since the beginning.
    """

    def __init__(self, task: Task, inputs: Sequence[Any], machines: int, xp: Any = np):
        if not inputs:
            raise InputError(f"task '{task.name}': its machine has no inputs, so there is nothing to do. Use elver.with_inputs.")
        for own in inputs:
            if not (math.isfinite(own.low) and math.isfinite(own.high)):
                raise InputError(
                    f"task '{task.name}': input '{own.name}' has no bounds (low {own.low}, high {own.high}). "
                    "An action from -1 to 1 stands for low to high: give the input both."
                )
        self.xp, self.names = xp, tuple(own.name for own in inputs)
        self.middle = xp.asarray([0.5 * (own.low + own.high) for own in inputs])
        self.half = xp.asarray([0.5 * (own.high - own.low) for own in inputs])
        self.share = 1.0 - math.exp(-task.interval / task.smooth) if task.smooth else 1.0
        held = xp.asarray([own.value for own in inputs])
        self.rest = (held - self.middle) / self.half
        self.now, self.before = (xp.tile(self.rest, (machines, 1)) for _ in range(2))
        self.u = xp.tile(held, (machines, 1))
        self.clipped, self.refused = (xp.zeros(machines, dtype=xp.int64) for _ in range(2))
        self.wrong, self.some_wrong = xp.zeros(machines, dtype=bool), False

    def take(self, given: Any, strict: bool = False) -> None:
        """Take one action per machine: beyond -1 to 1 it is clipped; where it is no finite number the machine holds what it held.

        strict: refuse what is no finite number with an error, before anything changes.
        """
        xp, action = self.xp, self.real(given)
        if action.shape != self.now.shape:
            raise InputError(
                f"actions of shape {tuple(action.shape)} given. Give {tuple(self.now.shape)}: "
                "one row per machine, one column per input."
            )
        size = xp.abs(action)
        sound = size.max() <= 1.0  # false as well where something is no number
        if strict and not sound and not xp.isfinite(size).all():
            raise InputError(f"actions are not all finite numbers: {action.tolist()}. Give numbers from -1 to 1.")
        self.now, self.before = self.before, self.now
        self.some_wrong = False
        if not sound:
            action = self.repaired(action, size)
        if self.share == 1.0:
            self.now[:] = action
        else:
            self.now[:] = self.before + self.share * (action - self.before)
        xp.multiply(self.now, self.half, out=self.u)
        self.u += self.middle

    def real(self, given: Any) -> Array:
        """Actions as real numbers; what is complex, a text or a truth value is none."""
        action = self.xp.asarray(given)
        if action.dtype.kind not in "fiu":
            raise InputError(f"actions are of type {action.dtype}: {str(given)[:60]}. Give real numbers from -1 to 1.")
        return action.astype(self.xp.float64, copy=False)

    def repaired(self, action: Array, size: Array) -> Array:
        """Actions within -1 to 1, and what was wrong counted."""
        xp = self.xp
        self.wrong[:] = ~xp.isfinite(size).all(axis=1)
        self.some_wrong = bool(self.wrong.any())
        self.refused += self.wrong
        self.clipped += (size > 1.0).any(axis=1) & ~self.wrong
        return xp.where(self.wrong[:, None], self.before, xp.clip(action, -1.0, 1.0))

    def forget(self, mask: Array) -> None:
        """Machines that are reset hold what their inputs are while nobody sets them."""
        self.now[mask] = self.before[mask] = self.rest
        self.u[mask] = self.rest * self.half + self.middle
