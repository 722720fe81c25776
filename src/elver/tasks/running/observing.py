"""The observation of a task, written into one buffer: a row per machine, a column per entry of its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.equations import Model
from elver.equations.layout import OutputLayout
from elver.errors import InputError, unknown_name
from elver.tasks.now import Array, Now
from elver.tasks.task import Part, Task


@dataclass(frozen=True)
class Column:
    """What one entry of an observation is."""

    part: str
    label: str
    unit: str
    meaning: str
    low: float
    high: float


class Observer:
    """Writes observations. columns: what the entries are.   low, high: their bounds."""

    def __init__(self, task: Task, model: Model, recorded: OutputLayout, xp: Any = np):
        self.columns: list[Column] = []
        self.copies: list[tuple[slice, str, Any]] = []
        self.computed: list[tuple[slice, Part, Callable[[Now], Array]]] = []
        for part in task.observation:
            labels, start = part.labels_of(model), len(self.columns)
            bounds = part.bounds_of(len(labels))
            self.columns += [
                Column(part.name, label, part.unit, part.meaning, *own) for label, own in zip(labels, bounds, strict=True)
            ]
            place = slice(start, len(self.columns))
            if part.of is None:
                entries = kept_entries(part, model, recorded, len(labels))
                self.copies.append((place, part.quantity, entries if isinstance(entries, slice) else xp.asarray(entries)))
            else:
                self.computed.append((place, part, part.of))
        self.low = np.array([c.low for c in self.columns], dtype=np.float32)
        self.high = np.array([c.high for c in self.columns], dtype=np.float32)

    @property
    def width(self) -> int:
        """Number of entries."""
        return len(self.columns)

    def check(self, now: Now) -> None:
        """Refuse parts whose functions give something of another shape than their labels say."""
        for place, part, of in self.computed:
            wanted, given = (len(now.time), place.stop - place.start), of(now)
            found: Any = getattr(given, "shape", None)
            if isinstance(given, tuple):
                shapes = {getattr(column, "shape", None) for column in given}
                found = (len(now.time), len(given)) if shapes == {(len(now.time),)} else tuple(shapes)
            if found != wanted:
                raise InputError(f"part '{part.name}' of the observation has shape {found}, but its labels make it {wanted}.")

    def write(self, now: Now, out: Array) -> None:
        """Write the observations of all machines."""
        for place, name, entries in self.copies:
            rows = now.outputs[name]
            out[:, place] = (rows if rows.ndim == 2 else rows.reshape(len(rows), -1))[:, entries]
        for place, _, of in self.computed:
            found = of(now)
            if isinstance(found, tuple):
                for k, column in enumerate(found):
                    out[:, place.start + k] = column
            else:
                out[:, place] = found


def kept_entries(part: Part, model: Model, recorded: OutputLayout, count: int) -> slice | np.ndarray:
    """Entries of a recorded quantity that a part shows: a slice where they lie side by side."""
    field, shape = recorded.field(part.quantity), recorded.shape(part.quantity)
    kept = part.kept(model)
    size = int(np.prod(shape))
    rest = size // shape[0] if shape else 1
    if kept and not shape:
        raise InputError(f"part '{part.name}': '{part.quantity}' is a single number. Leave 'keep' out.")
    known = recorded.labels[field.dims[0]] if shape else ()
    for name in kept:
        if name not in known:
            raise unknown_name(f"{field.dims[0]} of '{part.quantity}':", name, known)
    rows = [known.index(name) for name in kept] if kept else list(range(shape[0] if shape else 1))
    entries = np.array([row * rest + k for row in rows for k in range(rest)], dtype=np.int64)
    if len(entries) != count:
        raise InputError(
            f"part '{part.name}' of the observation: {count} labels for {len(entries)} entries of '{part.quantity}'."
        )
    if len(entries) and (np.diff(entries) == 1).all():
        return slice(int(entries[0]), int(entries[-1]) + 1)
    return entries
