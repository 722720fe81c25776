"""An extended Kalman filter for the current: prediction model, its doubts, readings of the head's place and heading."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from predictor import SIZE, Predictor

CURRENT = slice(SIZE, SIZE + 2)


@dataclass(frozen=True)
class Doubt:
    """Standard deviations. place [m], heading [rad]: of a reading.   current [m/s]: before the first reading.

    drift [m/s per root s]: how the current may change.   push [m/s per root s], twist [rad/s per root s]: what the model does not
    know of the head's velocities.
    """

    place: float = 0.05
    heading: float = math.radians(2)
    current: float = 0.1
    drift: float = 5e-5
    push: float = 2e-3
    twist: float = 1e-2


class CurrentFilter:
    """mean: z and the current;   spread: their covariance;   time [s] they belong to."""

    def __init__(self, model: Predictor, z: np.ndarray, doubt: Doubt | None = None, longest: float = 0.1):
        self.model, self.doubt, self.longest = model, doubt or Doubt(), longest
        d = self.doubt
        self.mean, self.time = np.append(z, [0.0, 0.0]), 0.0
        known = [d.place, d.place, d.heading, d.push, d.push, d.twist]
        self.spread = np.diag(np.square([*known, *[0.0] * (SIZE - 6), d.current, d.current]))
        self.noise = np.diag(np.square([d.place, d.place, d.heading]))
        rates = [0.0, 0.0, 0.0, d.push, d.push, d.twist, *[0.0] * (SIZE - 6), d.drift, d.drift]
        self.growth = np.diag(np.square(rates))  # per second

    @property
    def current(self) -> np.ndarray:
        """The current's x and y [m/s]."""
        return self.mean[CURRENT]

    @property
    def current_spread(self) -> np.ndarray:
        """Covariance of the current [m^2/s^2]."""
        return self.spread[CURRENT, CURRENT]

    def predict(self, until: float, u: float) -> None:
        """Go on to a later time with the input held."""
        for dt in even_steps(until - self.time, self.longest):
            z, change = self.model.step(self.time, self.mean[:SIZE], self.current, u, dt)
            F = np.eye(SIZE + 2)
            F[:SIZE] = change[:, : SIZE + 2]
            self.mean[:SIZE] = z
            self.spread = F @ self.spread @ F.T + dt * self.growth
            self.time += dt

    def update(self, reading: np.ndarray) -> None:
        """Take in a reading of x, y [m] and heading [rad] of the head."""
        difference = reading - self.mean[:3]
        difference[2] = math.remainder(difference[2], 2 * math.pi)
        gain = np.linalg.solve(self.spread[:3, :3] + self.noise, self.spread[:3]).T
        self.mean += gain @ difference
        kept = np.eye(SIZE + 2)
        kept[:, :3] -= gain
        self.spread = kept @ self.spread @ kept.T + gain @ self.noise @ gain.T  # Joseph's form stays positive


def even_steps(duration: float, longest: float) -> list[float]:
    """A duration cut into equal steps no longer than ``longest``; none where it is 0."""
    count = math.ceil(duration / longest - 1e-9)
    return [duration / count for _ in range(count)]
