"""Worlds that cost nothing, to learn on."""

from __future__ import annotations

import numpy as np

from elver.learn.ppo import Transition


class Reach:
    """A point on a plane that is pushed to a place drawn at random; it pays for its distance, for 20 steps."""

    observations, actions = 3, 2
    steps = 20

    def __init__(self, machines: int):
        self.machines = machines

    def reset(self, seed: int) -> np.ndarray:
        self.rng = np.random.default_rng(seed)
        self.place, self.k = np.empty((self.machines, 2)), 0
        self.begin()
        return self.seen()

    def begin(self) -> None:
        angle = self.rng.uniform(0, 2 * np.pi, self.machines)
        self.place[:] = 0.4 * np.stack([np.cos(angle), np.sin(angle)], axis=1)

    def seen(self) -> np.ndarray:
        return np.concatenate([self.place, np.full((self.machines, 1), self.k / self.steps)], axis=1)

    def step(self, action: np.ndarray) -> Transition:
        self.place += 0.1 * action
        self.k += 1
        reward, last, over = -np.linalg.norm(self.place, axis=1), self.seen(), np.full(self.machines, self.k == self.steps)
        if self.k == self.steps:
            self.begin()
            self.k = 0
        noted = {"reached": (reward > -0.1)[over].astype(float)}
        return Transition(self.seen(), reward, np.zeros(self.machines, bool), over, last, noted, over)
