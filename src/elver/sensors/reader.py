"""Sensors read during a run: when each looks, what it remembers, and its errors."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_whole, shown
from elver._support.resources import require_memory
from elver._support.wording import speaking_of
from elver.model import Equations, Model
from elver.sensors.kinds import ContactForce
from elver.sensors.sensor import Sensor, View, joined_errors

# --- The memory of sensors as numbers to be kept: times in seconds, so that looks at other intervals can go on with it.

_WHOLE = 1e-3  # of an interval, by which a time may miss a whole number of them
_ROUNDING = 1e-15  # of a time
_LONGEST = 1e9  # s
_NONE = -1.0  # time of a sample that was not taken


class _SensorState(NamedTuple):
    """Ticks since the start (machine), bias (machine, channel), numbers of the samples kept (-1: none) and their values
    (machine, channel, place).
    """

    counts: np.ndarray
    bias: np.ndarray
    taken: np.ndarray
    ring: np.ndarray


def _packed(own: _SensorState, interval: float, every: np.ndarray) -> np.ndarray:
    """One row per machine: seconds since the start, bias, times of the samples [s], samples. every: ticks between samples."""
    n, times = len(own.counts), own.taken * (every * interval)[:, None]
    parts = own.counts[:, None] * interval, own.bias, np.where(own.taken < 0, _NONE, times), own.ring
    return np.hstack([part.reshape(n, -1) for part in parts])


def _unpacked(rows: np.ndarray, interval: float, every: np.ndarray, shape: tuple[int, ...]) -> _SensorState:
    """The memory as a reader of this interval keeps it. shape: machine, channel, place.

    At an instant that was not looked at stands the newest sample before it.
    """
    (machines, channels, _), width = shape, rows.shape[1] - 1 - shape[1]
    if width < 0 or width % max(2 * channels, 1):
        raise InputError("the run to resume had other sensors. Give the same ones.")
    places = width // max(2 * channels, 1)
    elapsed, bias, times, values = np.split(rows, np.cumsum([1, channels, channels * places]), axis=1)
    if not (np.isfinite(rows).all() and (elapsed >= 0).all() and (np.abs(times) <= _LONGEST).all()):
        raise InputError("the memory of the sensors in the run to resume is damaged. Start anew.")
    counts = _whole_ticks(elapsed[:, 0], interval)
    found = _SensorState(counts, bias, np.full(shape, -1, dtype=np.int64), np.zeros(shape))
    times, values = (part.reshape(machines, channels, places) for part in (times, values))
    for i in range(machines):
        for j in range(channels):
            _put_samples(found, i, j, times[i, j], values[i, j], every[j] * interval, int(counts[i] // every[j]))
    return found


def _whole_ticks(elapsed: np.ndarray, interval: float) -> np.ndarray:
    """Seconds since the sensors began as whole intervals."""
    counts = np.rint(elapsed / interval)
    off = np.abs(counts * interval - elapsed) > _WHOLE * interval + _ROUNDING * elapsed
    if off.any():
        t = elapsed[off.argmax()]
        raise InputError(
            f"the sensors of the run to resume began {t:.9g} s before its end, which is not a whole number of intervals of "
            f"{interval:.9g} s. Choose a dt or an output that divides it, or leave the sensors out."
        )
    return counts.astype(np.int64)


def _put_samples(found: _SensorState, i: int, j: int, times: np.ndarray, values: np.ndarray, period: float, newest: int) -> None:
    """The samples of one channel, at whole multiples of its period up to the newest."""
    order = np.argsort(times)
    order = order[times[order] >= 0]
    if not len(order):
        return
    depth = found.ring.shape[2]
    numbers = np.arange(max(newest - depth + 1, 0), newest + 1)
    which = order[np.maximum(np.searchsorted(times[order], (numbers + _WHOLE) * period, side="right") - 1, 0)]
    found.ring[i, j, numbers % depth] = values[which]
    known = numbers[(numbers - _WHOLE) * period <= times[order[-1]]]
    found.taken[i, j, known % depth] = known


# --- Sensors of one machine or many: from true values at instants to what can be read there.

_WORD = (1 << 64) - 1
LARGEST = 2**63  # seeds lie below


class Sensors:
    """The sensors of a model, one after the other. name, graph: what the stepper asks of an output.

    slices: channels of every sensor.   labels: of all channels.
    """

    name = "sensed"

    def __init__(self, sensors: Sequence[Sensor], model: Model):
        self.all, self.model = _check_sensors(sensors), model
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


def _check_sensors(sensors: Sequence[Sensor]) -> tuple[Sensor, ...]:
    """Sensors with names of their own."""
    given = (sensors,) if isinstance(sensors, Sensor) else tuple(sensors)
    for k, sensor in enumerate(given):
        if not isinstance(sensor, Sensor):
            raise InputError(f"sensors[{k}] is a {type(sensor).__name__}. Give sensors such as elver.sensors.Encoder().")
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
        salts = np.array([_salt_of(s, k) for s, n in zip(sensors.all, counts, strict=True) for k in range(n)], dtype=np.uint64)
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
    def _look(self) -> Any:
        """The compiled loop; it is compiled or loaded with the reader, not with the first reading."""
        from elver.sensors.kernels import sample_sensors

        return sample_sensors

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
            self.keys[i] = _hashed(*parts)

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
        ticks = _spread(ticks, self.machines)
        if ticks.shape != shape[:1] or (ticks < 0).any():
            raise InputError(f"ticks = {shown(ticks.tolist())}. Give one whole number of 0 or more, or {shape[0]} of them.")
        self._look(raw, ticks, self.counts, self.keys, self.channels, self.state, self.values)
        return self.values

    def memory(self) -> np.ndarray:
        """All that the next readings depend on besides true values, one row per machine, in seconds: keys excepted."""
        bias, _, ring, taken = self.state
        return _packed(_SensorState(self.counts, bias, taken, ring), self.interval, self.every)

    def restore(self, memory: np.ndarray) -> None:
        """Go on where another reader of the same sensors stopped, whatever its interval."""
        bias, last, ring, taken = self.state
        found = _unpacked(np.asarray(memory, dtype=float).reshape(self.machines, -1), self.interval, self.every, ring.shape)
        self.counts[:], bias[...], taken[...], ring[...] = found.counts, found.bias, found.taken, found.ring
        last[...] = taken.max(axis=2, initial=-1)


def whole_seed(seed: Any) -> int:
    """A seed, or an InputError."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < LARGEST:
        raise InputError(f"seed = {shown(seed)} is not allowed. Give a whole number of 0 or more, below 2^63.")
    return int(seed)


def _spread(ticks: Any, machines: int) -> np.ndarray:
    """One count of ticks per machine."""
    return np.full(machines, ticks, dtype=np.int64) if np.ndim(ticks) == 0 else np.asarray(ticks, dtype=np.int64)


def _salt_of(sensor: Sensor, channel: int) -> int:
    """What tells the noise of a channel from all others."""
    return _hashed(sensor.seed, zlib.crc32(sensor.name.encode()), channel)


def _hashed(*numbers: int) -> int:
    """A number of 64 bits from several."""
    z = 0
    for number in numbers:
        z = (z ^ (number & _WORD)) + 0x9E3779B97F4A7C15 & _WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
        z ^= z >> 31
    return z
