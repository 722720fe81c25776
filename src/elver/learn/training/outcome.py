"""What a learner steps, and what a step brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

import numpy as np


class World(Protocol):
    """Machines to learn on. A machine whose episode has ended begins the next one within the same step."""

    machines: int
    observations: int
    actions: int

    def reset(self, seed: int) -> np.ndarray:
        """First observations (machines, observations)."""

    def step(self, action: np.ndarray) -> Outcome:
        """One control step with actions (machines, actions) within -1 and 1."""


class Outcome(NamedTuple):
    """What a step brings, one row per machine.

    observation: of the new episode where one has ended.   reward.   terminated: nothing comes after.   truncated: time is up.
    last: observations before a new episode began; read where ``truncated`` only.   counted: machines whose whole episode ended in
    this step.   noted: further figures of those episodes by name, one number for each.
    """

    observation: np.ndarray
    reward: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    last: np.ndarray
    noted: Mapping[str, np.ndarray]
    counted: np.ndarray
