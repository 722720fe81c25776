"""What the contacts of a controlled run did: gathered at every stop, kept at every sample."""

from __future__ import annotations

import numpy as np

from elver.contact.record import Contacts, empty_record, unsolved_problem
from elver.simulation.stepped import Stepper
from elver.statuses import NOT_CONVERGED


class Touched:
    """Room for the record of a run with so many samples."""

    def __init__(self, machine: Stepper, rows: int):
        self.loop = machine.engine.groups[0].loop
        self.record = empty_record(rows, len(self.loop.terms.bodies), len(self.loop.scene.obstacles))
        self.impulse, self.stats = np.zeros_like(self.record.impulse[0]), np.zeros(3)

    @property
    def now(self) -> int:
        """Row of the loop's own record that holds the last step."""
        return 1 if self.loop.done else 0

    def gather(self) -> None:
        """Take in what happened since the last stop."""
        record = self.loop.samples.record
        self.impulse += record.impulse[self.now]
        np.maximum(self.stats, record.stats[self.now], out=self.stats)

    def keep(self, row: int) -> None:
        """Keep a sample, and begin to gather anew."""
        last = self.loop.samples.record
        for name in ("contact", "ground", "stick", "pairs", "strongest"):
            getattr(self.record, name)[row] = getattr(last, name)[self.now]
        self.record.impulse[row], self.record.stats[row] = self.impulse, self.stats
        self.impulse[...], self.stats[...] = 0.0, 0.0

    def contacts(self, samples: int) -> Contacts:
        """What the contacts did at the samples."""
        loop = self.loop
        problem = unsolved_problem(loop.failure.B, loop.failure.table) if loop.code == NOT_CONVERGED else None
        return Contacts(self.record.first(samples), loop.terms.bodies, loop.scene.obstacles, loop.settings, problem)
