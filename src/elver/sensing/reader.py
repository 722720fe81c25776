"""Sensors of one machine or many: from true values at instants to what can be read there."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property

import casadi as ca
import numpy as np

from elver.document.wording import speaking_of
from elver.equations import Equations, Model
from elver.errors import InputError, is_whole, shown
from elver.memory import require_memory
from elver.sensing.memory import Memory, packed, unpacked
from elver.sensing.sensor import Sensor, joined_errors
from elver.sensing.touch import ContactForce
from elver.sensing.view import View

WORD = (1 << 64) - 1
LARGEST = 2**63  # seeds lie below


class Sensors:
    """The sensors of a model, one after the other. name, graph: what the stepper asks of an output.

    slices: channels of every sensor.   labels: of all channels.
    """

    name = "sensed"

    def __init__(self, sensors: Sequence[Sensor], model: Model):
        self.all, self.model = check_sensors(sensors), model
        with speaking_of(model.origin):
            self.labels = {sensor.name: sensor.labels(model) for sensor in self.all}
        for name, labels in self.labels.items():
            if not labels:
                raise InputError(f"sensor '{name}' finds nothing to read on '{model.robot.name}'. Leave it out.")
        self.slices, start = {}, 0
        for name, labels in self.labels.items():
            self.slices[name] = slice(start, start + len(labels))
            start += len(labels)
        self.width = start

    def graph(self, equations: Equations) -> ca.Function:
        """(t, x, p, u) -> true values of all channels."""
        view = View(equations)
        with speaking_of(self.model.origin):
            return view.function("sensed", ca.vertcat(*(sensor.expression(view) for sensor in self.all), ca.SX(0, 1)))

    @property
    def touching(self) -> bool:
        """Whether the graph alone does not give all true values: ``complete`` does, with the forces of the contacts."""
        return any(sensor.from_contacts for sensor in self.all)

    def complete(self, values: np.ndarray, contact: np.ndarray, ground: np.ndarray) -> np.ndarray:
        """True values (machine, channel) from those of the graph and the contacts' forces (machine, link, xy), world [N]."""
        values = np.array(values)
        for sensor in self.all:
            if isinstance(sensor, ContactForce):
                own = self.slices[sensor.name]
                values[:, own] = sensor.turned(self.model, values[:, own], contact, ground)
        return values

    @property
    def identity(self) -> str:
        """What tells these sensors from others, in words."""
        return "; ".join(repr(sensor) for sensor in self.all)

    def named(self, values: np.ndarray) -> dict[str, np.ndarray]:
        """Readings by sensor; channels are the last axis."""
        return {name: values[..., own] for name, own in self.slices.items()}


def check_sensors(sensors: Sequence[Sensor]) -> tuple[Sensor, ...]:
    """Sensors with names of their own."""
    given = (sensors,) if isinstance(sensors, Sensor) else tuple(sensors)
    for k, sensor in enumerate(given):
        if not isinstance(sensor, Sensor):
            raise InputError(f"sensors[{k}] is a {type(sensor).__name__}. Give sensors such as elver.sensing.Encoder().")
        if sensor.name in [other.name for other in given[:k]]:
            raise InputError(f"two sensors are called '{sensor.name}'. Give one of them another name.")
    return given


def ticks_of(sensor: Sensor, what: str, seconds: float, interval: float) -> int:
    """Seconds as a whole number of intervals, or an InputError."""
    count = round(seconds / interval)
    if not is_whole(seconds, interval):
        near = [f"{max(k, what == 'rate') * interval:.9g} s" for k in (count, count + (1 if seconds > count * interval else -1))]
        own = f"rate = {sensor.rate:g} Hz, a sample every {seconds:.9g} s," if what == "rate" else f"delay = {seconds:.9g} s"
        raise InputError(
            f"sensor '{sensor.name}': {own} is not a whole number of intervals of {interval:.9g} s, at which the machine is "
            f"looked at. Near: {' or '.join(dict.fromkeys(near))}."
        )
    if what == "rate" and count < 1:
        raise InputError(f"sensor '{sensor.name}': rate = {sensor.rate:g} Hz is more than one sample in {interval:.9g} s.")
    return count


class Reader:
    """Reads sensors of machines that are looked at every ``interval`` seconds.

    Every machine has its own clock and its own noise: key(seed, number of the machine, count of its resets), or what
    ``reset(seeds=...)`` says. ``values``: the readings (machine, channel), in place.
    """

    def __init__(self, sensors: Sensors, interval: float, machines: int = 1, seed: int = 0):
        self.sensors, self.interval, self.machines, self.seed = sensors, interval, machines, whole_seed(seed)
        counts = [len(labels) for labels in sensors.labels.values()]
        every = [1 if s.rate is None else ticks_of(s, "rate", 1 / s.rate, interval) for s in sensors.all]
        late = [ticks_of(s, "delay", s.delay, interval) for s in sensors.all]
        errors = joined_errors(*(s.errors(sensors.model) for s in sensors.all))
        salts = np.array([salt_of(s, k) for s, n in zip(sensors.all, counts, strict=True) for k in range(n)], dtype=np.uint64)
        self.every, self.late = np.repeat(every, counts).astype(np.int64), np.repeat(late, counts).astype(np.int64)
        nanoseconds = np.repeat([1e9 * interval if s.rate is None else 0.0 for s in sensors.all], counts)
        self.channels = (salts, self.every, self.late, nanoseconds, errors.noise, errors.walk, errors.resolution)
        depth = max((b // a + 2 for a, b in zip(every, late, strict=True)), default=1)
        shape = (machines, sensors.width)
        text = f"Give delays that are fewer times the {interval:.3g} s between which readings can lie"
        require_memory("the memory of the sensors", 16.0 * depth * machines * sensors.width, text)
        self.counts, self.resets = np.zeros(machines, dtype=np.int64), np.full(machines, -1, dtype=np.int64)
        self.keys = np.zeros(machines, dtype=np.uint64)
        numbers = np.zeros(shape, dtype=np.int64), np.zeros((*shape, depth), dtype=np.int64)
        self.state = (np.zeros(shape), numbers[0], np.zeros((*shape, depth)), numbers[1])
        self.values = np.zeros(shape)
        self.reset()
        self._look(self.values[:0], self.counts[:0], self.counts, self.keys, self.channels, self.state, self.values)

    @cached_property
    def _look(self):
        """The compiled loop; it is compiled or loaded with the reader, not with the first reading."""
        from elver.sensing.noise import look

        return look

    @property
    def named(self) -> Mapping[str, np.ndarray]:
        """The readings by sensor, views of ``values``."""
        return self.sensors.named(self.values)

    def reset(self, mask: np.ndarray | None = None, seeds: np.ndarray | None = None) -> None:
        """Begin anew on the machines of the mask: clock at 0, no samples yet. The next look must have 0 ticks for them.

        seeds: of the noise, one per machine of the mask; without them the seed, the machine and the count of its resets decide.
        """
        which = np.arange(self.machines) if mask is None else np.flatnonzero(mask)
        bias, last, ring, taken = self.state
        self.counts[which], self.resets[which] = 0, self.resets[which] + 1
        bias[which], last[which], ring[which], taken[which] = 0.0, -1, 0.0, -1
        for place, i in enumerate(which):
            parts = (int(seeds[place]),) if seeds is not None else (self.seed, int(i), int(self.resets[i]))
            self.keys[i] = hashed(*parts)

    def look(self, raw: np.ndarray, ticks: np.ndarray | int = 1) -> np.ndarray:
        """The readings, ``ticks`` intervals after the last look (one number, or one per machine), from true values there.

        Right after a reset it is 0. Looks may be left out where no reading is due that was sampled between them.
        """
        shape = (self.machines, self.sensors.width)
        try:
            raw = np.ascontiguousarray(raw, dtype=float)
        except (TypeError, ValueError):
            raise InputError(f"raw = {shown(raw)} holds no numbers. Give true values, an array of shape {shape}.") from None
        if raw.shape != shape:
            raise InputError(f"raw has the shape {raw.shape}. Give true values (machine, channel): {shape}.")
        ticks = spread(ticks, self.machines)
        if ticks.shape != shape[:1] or (ticks < 0).any():
            raise InputError(f"ticks = {shown(ticks.tolist())}. Give one whole number of 0 or more, or {shape[0]} of them.")
        self._look(raw, ticks, self.counts, self.keys, self.channels, self.state, self.values)
        return self.values

    def memory(self) -> np.ndarray:
        """All that the next readings depend on besides true values, one row per machine, in seconds: keys excepted."""
        bias, _, ring, taken = self.state
        return packed(Memory(self.counts, bias, taken, ring), self.interval, self.every)

    def restore(self, memory: np.ndarray) -> None:
        """Go on where another reader of the same sensors stopped, whatever its interval."""
        bias, last, ring, taken = self.state
        found = unpacked(np.asarray(memory, dtype=float).reshape(self.machines, -1), self.interval, self.every, ring.shape)
        self.counts[:], bias[...], taken[...], ring[...] = found.counts, found.bias, found.taken, found.ring
        last[...] = taken.max(axis=2, initial=-1)


def whole_seed(seed) -> int:
    """A seed, or an InputError."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < LARGEST:
        raise InputError(f"seed = {shown(seed)} is not allowed. Give a whole number of 0 or more, below 2^63.")
    return int(seed)


def spread(ticks, machines: int) -> np.ndarray:
    """One count of ticks per machine."""
    return np.full(machines, ticks, dtype=np.int64) if np.ndim(ticks) == 0 else np.asarray(ticks, dtype=np.int64)


def salt_of(sensor: Sensor, channel: int) -> int:
    """What tells the noise of a channel from all others."""
    return hashed(sensor.seed, zlib.crc32(sensor.name.encode()), channel)


def hashed(*numbers: int) -> int:
    """A number of 64 bits from several."""
    z = 0
    for number in numbers:
        z = (z ^ (number & WORD)) + 0x9E3779B97F4A7C15 & WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        z ^= z >> 31
    return z
