"""What a task does in every interval: actions to inputs, senses to observations, random starts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.model import Model, OutputLayout, StateLayout
from elver.sensors import Reader, Sensor, Sensors
from elver.tasks.task import Array, ObservationPart, RandomParameter, Task, TaskState

# --- From actions to inputs: -1 to 1 becomes low to high, smoothed where the task says so; what is no action is counted.


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


# --- Random numbers of many machines: every machine has a stream of its own, whatever the others draw and however many there are.
#
# A stream is a counter that is hashed with the machine's key (the finaliser of SplitMix64, Steele, Lea and Flood 2014), so that
# all machines draw at once, on the processor and on a graphics card, to the same bits.

_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_HALF = 2.0**-54  # no draw is exactly 0


class RandomStreams:
    """Streams of n machines. Draws have one row per machine; only machines in ``mask`` move on."""

    def __init__(self, machines: int, xp: Any = np):
        self.xp = xp
        self.keys = xp.zeros(machines, dtype=xp.uint64)
        self.counters = xp.zeros(machines, dtype=xp.uint64)
        self.mask = xp.ones(machines, dtype=bool)

    def seed(self, seeds: Array, mask: Array) -> None:
        """Begin the streams of the machines in ``mask`` anew, each with its own seed (whole numbers of 0 or more)."""
        with np.errstate(over="ignore"):
            keys = _mixed(self.xp, _mixed(self.xp, self.xp.asarray(seeds).astype(self.xp.uint64)) + self.xp.uint64(_STEP))
        self.keys = self.xp.where(mask, keys, self.keys)
        self.counters = self.xp.where(mask, self.xp.uint64(0), self.counters)

    def uniform(self, low: Array = 0.0, high: Array = 1.0, count: int = 1) -> Array:
        """Evenly from low to high, (n, count)."""
        xp = self.xp
        places = xp.arange(1, count + 1, dtype=xp.uint64)
        with np.errstate(over="ignore"):
            bits = _mixed(xp, self.keys[:, None] + (self.counters[:, None] + places) * xp.uint64(_STEP))
        self.counters = self.counters + self.mask.astype(xp.uint64) * xp.uint64(count)
        share = (bits >> xp.uint64(11)).astype(xp.float64) * 2.0**-53 + _HALF
        return low + (high - low) * share

    def normal(self, count: int = 1) -> Array:
        """Normal with mean 0 and standard deviation 1, (n, count); by Box and Muller."""
        share = self.uniform(count=2 * count)
        return self.xp.sqrt(-2.0 * self.xp.log(share[:, :count])) * self.xp.cos(2 * math.pi * share[:, count:])


def _mixed(xp: Any, x: Array) -> Array:
    """The finaliser of SplitMix64 on whole numbers of 64 bits."""
    x = (x ^ (x >> xp.uint64(30))) * xp.uint64(_FIRST)
    x = (x ^ (x >> xp.uint64(27))) * xp.uint64(_SECOND)
    return x ^ (x >> xp.uint64(31))


# --- The observation of a task, written into one buffer: a row per machine, a column per entry of its parts.


@dataclass(frozen=True)
class _Column:
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
        self.columns: list[_Column] = []
        self.copies: list[tuple[slice, str, Any]] = []
        self.computed: list[tuple[slice, ObservationPart, Callable[[TaskState], Array]]] = []
        for part in task.observation:
            labels, start = part.labels_of(model), len(self.columns)
            bounds = part.bounds_of(len(labels))
            self.columns += [
                _Column(part.name, label, part.unit, part.meaning, *own) for label, own in zip(labels, bounds, strict=True)
            ]
            place = slice(start, len(self.columns))
            if part.of is None:
                entries = _kept_entries(part, model, recorded, len(labels))
                self.copies.append((place, part.quantity, entries if isinstance(entries, slice) else xp.asarray(entries)))
            else:
                self.computed.append((place, part, part.of))
        self.low = np.array([c.low for c in self.columns], dtype=np.float32)
        self.high = np.array([c.high for c in self.columns], dtype=np.float32)

    @property
    def width(self) -> int:
        """Number of entries."""
        return len(self.columns)

    def check(self, now: TaskState) -> None:
        """Refuse parts whose functions give something of another shape than their labels say."""
        for place, part, of in self.computed:
            wanted, given = (len(now.time), place.stop - place.start), of(now)
            found: Any = getattr(given, "shape", None)
            if isinstance(given, tuple):
                shapes = {getattr(column, "shape", None) for column in given}
                found = (len(now.time), len(given)) if shapes == {(len(now.time),)} else tuple(shapes)
            if found != wanted:
                raise InputError(f"part '{part.name}' of the observation has shape {found}, but its labels make it {wanted}.")

    def write(self, now: TaskState, out: Array) -> None:
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


def _kept_entries(part: ObservationPart, model: Model, recorded: OutputLayout, count: int) -> slice | np.ndarray:
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


# --- Sensors of a task's machines: what observations read instead of the truth, with rate, noise and delay.


class _Senses:
    """Readings of all machines. wanted: what the stepper must show for them.   readings: by sensor, (n, channels)."""

    def __init__(self, sensors: Sequence[Sensor], model: Model, interval: float, machines: int):
        self.sensors = Sensors(sensors, model)
        self.reader = Reader(self.sensors, interval, machines)
        self.wanted: tuple[Any, ...] = (self.sensors,)
        self.readings: Mapping[str, np.ndarray] = self.reader.named

    def begin(self, outputs: Mapping[str, np.ndarray], mask: np.ndarray, chance: RandomStreams) -> None:
        """Machines begin anew, each with noise out of its own stream."""
        seeds = (chance.uniform()[:, 0] * 2.0**53).astype(np.int64)
        self.reader.reset(mask, seeds[mask])
        self.reader.look(outputs[self.sensors.name], 0)

    def look(self, outputs: Mapping[str, np.ndarray]) -> None:
        """Read all sensors one interval later."""
        self.reader.look(outputs[self.sensors.name], 1)


def make_senses(sensors: Sequence[Sensor], model: Model, interval: float, machines: int, target: str) -> _Senses | None:
    """The senses of machines; None where nothing is sensed."""
    if not sensors:
        return None
    if target != "cpu":
        raise InputError("the observation has sensors, which are read on the processor. Use target = 'cpu'.")
    return _Senses(sensors, model, interval, machines)


# --- What is drawn when machines begin anew: values of free parameters, and changes of the start.

_PARTS = ("position", "twist", "angles", "rates", "memory")
_HEADING = "heading"


class Starts:
    """Draws of a task, all in one go: first the parameters, then the states, in the order in which they are declared."""

    def __init__(self, task: Task, layout: StateLayout, xp: Any = np):
        self.task, self.layout, self.xp = task, layout, xp
        self.parameters = [draw.name for draw in task.parameters]
        places = [_places_of(task, spread.state, layout) for spread in task.start]
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

    def draw(self, chance: RandomStreams) -> tuple[dict[str, Array], Array]:
        """Values of the parameters by name, one per machine, and what is added to the states, (n, entries)."""
        if not len(self.low):
            return {}, None
        drawn, count = chance.uniform(self.low, self.high, len(self.low)), len(self.parameters)
        return {name: self.xp.ascontiguousarray(drawn[:, k]) for k, name in enumerate(self.parameters)}, drawn[:, count:]

    def change(self, chance: RandomStreams, added: Array, states: Array) -> None:
        """Change start states of all machines in place."""
        if len(self.moved):
            states[:, self.places] += added[:, self.moved]
        for k in self.turns:
            _turn(self.xp, states[:, self.layout.slices["quaternion"]], self.xp.ascontiguousarray(added[:, k]))
        if self.task.begin is not None:
            self.task.begin(chance, states)


def _places_of(task: Task, state: str, layout: StateLayout) -> list[int]:
    """Places of what is spread in the state; -1 stands for the heading."""
    if state in layout.names:
        return [layout.names.index(state)]
    if state == _HEADING and layout.freedoms:
        return [-1]
    if state in _PARTS:
        return list(range(*layout.slices[state].indices(layout.size)))
    raise unknown_name(f"state that task '{task.name}' spreads:", state, [*_PARTS, _HEADING, *layout.names])


def bounds_of(task: Task, draw: RandomParameter) -> tuple[float, float]:
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


def _turn(xp: Any, quaternions: Array, angles: Array) -> None:
    """Turn attitudes (w, x, y, z) about the vertical of the world, in place."""
    c, s = xp.cos(0.5 * angles), xp.sin(0.5 * angles)
    w, x, y, z = (quaternions[:, k].copy() for k in range(4))
    for k, value in enumerate((c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w)):
        quaternions[:, k] = value
