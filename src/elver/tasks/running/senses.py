"""Sensors of a task's machines: what observations read instead of the truth, with rate, noise and delay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from elver.equations import Model
from elver.errors import InputError
from elver.sensing import Reader, Sensor, Sensors
from elver.tasks.running.chance import Chance


class Senses:
    """Readings of all machines. wanted: what the stepper must show for them.   readings: by sensor, (n, channels)."""

    def __init__(self, sensors: Sequence[Sensor], model: Model, interval: float, machines: int):
        self.sensors = Sensors(sensors, model)
        self.reader = Reader(self.sensors, interval, machines)
        self.wanted: tuple[Any, ...] = (self.sensors,)
        self.readings: Mapping[str, np.ndarray] = self.reader.named

    def begin(self, outputs: Mapping[str, np.ndarray], mask: np.ndarray, chance: Chance) -> None:
        """Machines begin anew, each with noise out of its own stream."""
        seeds = (chance.uniform()[:, 0] * 2.0**53).astype(np.int64)
        self.reader.reset(mask, seeds[mask])
        self.reader.look(outputs[self.sensors.name], 0)

    def look(self, outputs: Mapping[str, np.ndarray]) -> None:
        """Read all sensors one interval later."""
        self.reader.look(outputs[self.sensors.name], 1)


def make_senses(sensors: Sequence[Sensor], model: Model, interval: float, machines: int, target: str) -> Senses | None:
    """The senses of machines; None where nothing is sensed."""
    if not sensors:
        return None
    if target != "cpu":
        raise InputError("the observation has sensors, which are read on the processor. Use target = 'cpu'.")
    return Senses(sensors, model, interval, machines)
