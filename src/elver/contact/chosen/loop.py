"""A run by steps of second order, chunk by chunk."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.compiled.shipped.loops import Caller
from elver.contact.chosen.tuples import COLD, EVENTS, Past
from elver.contact.loop import ContactLoop


class ChosenLoop(ContactLoop):
    """Runs ``advance_chosen``; a step of the loop is a stretch of dt, which may take several steps."""

    def __init__(self, *arguments: Any):
        super().__init__(*arguments)
        carried = self.carried
        self.past: Past = no_past(len(carried.q), len(carried.ground), len(carried.works) - 4, self.grid.dt)

    @property
    def memory(self) -> tuple[np.ndarray, ...]:
        return *self.carried, *self.past

    def arguments(self, first: int, last: int) -> dict[str, Any]:
        """What the compiled loop is handed for the stretches first + 1 .. last, by its own names."""
        given = super().arguments(first, last)
        added = {"past": self.past, "accuracy": float(self.settings.accuracy or 0.0)}
        kept = {name: given[name] for name in ("code", "inputs", "machine", "scene", "laws", "grid", "carried")}
        return kept | added | {"samples": self.samples, "failure": self.failure, "span": (first, last)}

    def advance(self, first: int, last: int) -> tuple[int, int]:
        """Stretches first + 1 .. last; the last good one and a status."""
        if self.entry is None:
            self.entry = Caller("elver.contact.chosen.step:advance_chosen")
        return self.entry(*self.arguments(first, last).values())

    @property
    def counts(self) -> dict[str, int]:
        """How many steps were taken, tried but refused, and done twice, and how many events they were shortened for."""
        taken, refused, corrected, events = map(int, self.past.counts[: EVENTS + 1])
        return {"steps": taken, "refused_steps": refused, "corrected_steps": corrected, "located_events": events}


def no_past(freedoms: int, links: int, flows: int, step: float) -> Past:
    """What is known at a start: nothing. step: length to try first [s]."""
    momentum, force, force_change, smooth, gain, gain_change, torque, torque_change = np.zeros((8, freedoms))
    pushing, pushing_change = np.zeros((2, links, 2))
    known = momentum, force, force_change, smooth, gain, gain_change, torque, torque_change, pushing, pushing_change
    return Past(*known, np.zeros(2 + flows), np.array([COLD, step, step, 0.0, 0.0, 0.0]), np.zeros(6, dtype=np.int64))
