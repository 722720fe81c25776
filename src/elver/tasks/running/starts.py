"""What is drawn when machines begin anew: values of free parameters, and changes of the start."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.equations import StateLayout
from elver.errors import InputError, unknown_name
from elver.tasks.now import Array
from elver.tasks.running.chance import Chance
from elver.tasks.task import Draw, Task

PARTS = ("position", "twist", "angles", "rates", "memory")
HEADING = "heading"


class Starts:
    """Draws of a task, all in one go: first the parameters, then the states, in the order in which they are declared."""

    def __init__(self, task: Task, layout: StateLayout, xp: Any = np):
        self.task, self.layout, self.xp = task, layout, xp
        self.parameters = [draw.name for draw in task.parameters]
        places = [places_of(task, spread.state, layout) for spread in task.start]
        bounds = [bounds_of(task, draw) for draw in task.parameters]
        for spread, own in zip(task.start, places, strict=True):
            if not (np.isfinite([spread.low, spread.high]).all() and spread.low <= spread.high):
                raise InputError(f"task '{task.name}': spread of '{spread.state}' from {spread.low} to {spread.high}.")
            bounds += [(spread.low, spread.high)] * len(own)
        self.low, self.high = (xp.asarray([b[k] for b in bounds], dtype=float) for k in range(2))
        entries = np.array([place for own in places for place in own], dtype=np.int64)
        self.turns = np.flatnonzero(entries < 0).tolist()
        self.moved = xp.asarray(np.flatnonzero(entries >= 0))
        self.places = xp.asarray(entries[entries >= 0])
        self.changes_states = bool(len(entries)) or task.begin is not None  # machines begin elsewhere than the model's start

    def draw(self, chance: Chance) -> tuple[dict[str, Array], Array]:
        """Values of the parameters by name, one per machine, and what is added to the states, (n, entries)."""
        if not len(self.low):
            return {}, None
        drawn, count = chance.uniform(self.low, self.high, len(self.low)), len(self.parameters)
        return {name: self.xp.ascontiguousarray(drawn[:, k]) for k, name in enumerate(self.parameters)}, drawn[:, count:]

    def change(self, chance: Chance, added: Array, states: Array) -> None:
        """Change start states of all machines in place."""
        if len(self.moved):
            states[:, self.places] += added[:, self.moved]
        for k in self.turns:
            turn(self.xp, states[:, self.layout.slices["quaternion"]], self.xp.ascontiguousarray(added[:, k]))
        if self.task.begin is not None:
            self.task.begin(chance, states)


def places_of(task: Task, state: str, layout: StateLayout) -> list[int]:
    """Places of what is spread in the state; -1 stands for the heading."""
    if state in layout.names:
        return [layout.names.index(state)]
    if state == HEADING and layout.freedoms:
        return [-1]
    if state in PARTS:
        return list(range(*layout.slices[state].indices(layout.size)))
    raise unknown_name(f"state that task '{task.name}' spreads:", state, [*PARTS, HEADING, *layout.names])


def bounds_of(task: Task, draw: Draw) -> tuple[float, float]:
    """Smallest and largest value that is drawn."""
    if draw.low is not None and draw.high is not None:
        low, high = float(draw.low), float(draw.high)
    else:
        range_of = getattr(task.machine, "range_of", None)
        if range_of is None:
            raise InputError(f"task '{task.name}': give low and high of the draw of '{draw.name}'.")
        known = range_of(draw.name)
        low, high = (float(known[k] if given is None else given) for k, given in enumerate((draw.low, draw.high)))
    if not (np.isfinite([low, high]).all() and low <= high):
        raise InputError(f"task '{task.name}': '{draw.name}' cannot be drawn from {low} to {high}.")
    return low, high


def turn(xp: Any, quaternions: Array, angles: Array) -> None:
    """Turn attitudes (w, x, y, z) about the vertical of the world, in place."""
    c, s = xp.cos(0.5 * angles), xp.sin(0.5 * angles)
    w, x, y, z = (quaternions[:, k].copy() for k in range(4))
    for k, value in enumerate((c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w)):
        quaternions[:, k] = value
