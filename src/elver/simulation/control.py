"""Runs with a controller in the loop: when it is called, what it sees, when its inputs act."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from elver._support.choices import ADAPTIVE
from elver._support.display import Progress
from elver._support.errors import ControllerError, InputError, shown, unknown_name, whole_steps
from elver._support.interrupts import Interrupt
from elver._support.resources import require_memory
from elver._support.statuses import BY_WORD, RUNNING, status_word
from elver.codegen.compiler import compile_split
from elver.contact.record import Contacts, empty_record
from elver.model import Program
from elver.sensors import Reader, Sensor, Sensors
from elver.sensors.reader import ticks_of
from elver.simulation.finish import ClosedLoop, Reading
from elver.simulation.plan import LONGEST, Plan, RunRequest, seconds
from elver.simulation.steppers.stepper import Stepper, stepper
from elver.simulation.trajectory import Trajectory, system_of

# --- Where a controlled run stops: calls of the controller, inputs that begin to act, samples of sensors and of the run.

_FINEST = 10**9  # ticks in a second, of runs by adaptive methods
_STOP = 120.0  # bytes that a stop takes


@dataclass(frozen=True)
class _Ticks:
    """A run's times as whole ticks [s]: first and last, and how many between calls, until inputs act, and between samples."""

    tick: float
    first: int
    last: int
    every: int
    delay: int
    output: int


def make_timing(
    plan: Plan, t0: float, every: float | None, delay: float, sensors: Sequence[Sensor], elapsed: float = 0.0
) -> _Ticks:
    """The times of a run in ticks: steps of a fixed-step method, else the longest that divides all of them.

    elapsed [s]: since sensors began, in a run that is resumed.
    """
    fixed = plan.method not in ADAPTIVE
    usual = plan.dt if fixed else plan.output
    every = seconds("every", usual if every is None else every, "seconds between calls of the controller")
    delay = seconds("delay", delay, "seconds until inputs act, 0 for none") if delay != 0 else 0.0
    periods = [1 / s.rate for s in sensors if s.rate is not None] + [s.delay for s in sensors]
    tick = plan.dt if fixed else _common_from(t0, [every, delay, plan.output, plan.duration, elapsed, *periods])
    calls, late = whole_steps("every", every, tick), whole_steps("delay", delay, tick, least=0)
    first = round(t0 / tick)
    return _Ticks(tick, first, first + round(plan.duration / tick), calls, late, round(plan.output / tick))


def _common_from(t0: float, times: Sequence[float]) -> float:
    """The longest tick that divides all times and the start t0; one that was interrupted anywhere is taken to a nanosecond."""
    try:
        return common([*times, t0])
    except InputError:
        return common([*times, round(t0 * _FINEST) / _FINEST])


def common(times: Sequence[float]) -> float:
    """The longest tick that divides all times."""
    parts = [Fraction(value).limit_denominator(_FINEST) for value in times if value > 0]
    denominator = math.lcm(*(part.denominator for part in parts))
    tick = Fraction(math.gcd(*(int(part * denominator) for part in parts)), denominator)
    if tick * _FINEST < 1:
        given = ", ".join(f"{value:.9g}" for value in dict.fromkeys(times) if value > 0)
        raise InputError(
            f"the times of this run have no common tick of {1 / _FINEST:g} s or more: {given} s. Give Control.every, its delay, "
            "Save.every, duration, and the rates and delays of sensors as multiples of a longer one."
        )
    return float(tick)


@dataclass(frozen=True, eq=False)
class _Schedule:
    """Ticks at which a run stops, in order, the first among them, and what happens there."""

    ticks: np.ndarray
    control: np.ndarray
    sample: np.ndarray


def _looks_after(timing: _Ticks, late: int) -> list[np.ndarray]:
    """Calls and samples of a run that goes on from the end, at which samples of this run are read."""
    begin, end = max(timing.last, timing.first + late), timing.last + late + 1
    calls, samples = (begin - at for at in (0, timing.last))
    return [
        np.arange(begin + -calls % timing.every, end, timing.every),
        np.arange(begin + -samples % timing.output, end, timing.output),
    ]


def make_stops(timing: _Ticks, reader: Reader | None, zero: int, due: Sequence[int], controlled: bool = True) -> _Schedule:
    """All stops of a run. zero: tick at which the sensors began.   due: when inputs act that are on their way.

    Sensors are also read where a run that goes on from the end needs their samples.
    """
    first, last = timing.first, timing.last
    count = (last - first) / timing.every * (2 if timing.delay else 1) + (last - first) / timing.output
    require_memory("the list of calls and samples", _STOP * count, "Give a shorter run, or call less often: every")
    calls = np.arange(-(-first // timing.every) * timing.every, last, timing.every) if controlled else np.zeros(0, dtype=np.int64)
    samples = np.union1d(np.arange(first, last, timing.output), [last])
    acting = np.concatenate([calls + timing.delay, np.asarray(due, dtype=np.int64)])
    parts = [calls, samples, acting[(acting > first) & (acting < last)]]
    if reader is not None:
        for every, late in dict.fromkeys(zip(reader.every.tolist(), reader.late.tolist(), strict=True)):
            looks = np.concatenate([calls, samples, *_looks_after(timing, late)]) - zero
            parts.append(zero + np.maximum(looks - late, 0) // every * every)
    ticks = np.unique(np.concatenate(parts).astype(np.int64))
    ticks = ticks[(ticks >= first) & (ticks <= last)]
    return _Schedule(ticks, np.isin(ticks, calls), np.isin(ticks, samples))


# --- What the contacts of a controlled run did: gathered at every stop, kept at every sample.


class _ContactLog:
    """Room for the record of a run with so many samples."""

    def __init__(self, machine: Stepper, rows: int):
        self.machine = machine.engine.groups[0]
        about = self.machine.contacts(0)
        self.record = empty_record(rows, len(about.bodies), len(about.obstacles))
        self.impulse, self.stats = np.zeros_like(self.record.impulse[0]), np.zeros(3)

    def gather(self) -> None:
        """Take in what happened since the last stop."""
        last = self.machine.record(0)
        self.impulse += last.impulse
        np.maximum(self.stats, last.stats, out=self.stats)

    def keep(self, row: int) -> None:
        """Keep a sample, and begin to gather anew."""
        last = self.machine.record(0)
        for name in ("contact", "ground", "stick", "pairs", "strongest"):
            getattr(self.record, name)[row] = getattr(last, name)
        self.record.impulse[row], self.record.stats[row] = self.impulse, self.stats
        self.impulse[...], self.stats[...] = 0.0, 0.0

    def contacts(self, samples: int) -> Contacts:
        """What the contacts did at the samples."""
        return replace(self.machine.contacts(0), record=self.record.first(samples), counts={})


# --- A run with a controller in the loop: a Python function at its own rate, sensors, and inputs that may act later.

_WATCHED = 64  # stops between looks at the progress bar
LARGEST = float(np.finfo(float).max)
_BETWEEN = 1e-6  # of a tick, by which the end of a run may miss one


@dataclass(slots=True)
class Observation:
    """What a controller sees: time [s], state and its names, readings by sensor, the inputs held now, the number of the call."""

    time: float
    state: np.ndarray
    names: tuple[str, ...]
    sensed: Mapping[str, np.ndarray]
    inputs: np.ndarray
    step: int


@dataclass(frozen=True, eq=False)
class _ControlledRun:
    """A controlled run: its samples, readings, method, what the contacts did, and the error that ended it."""

    trajectory: Trajectory
    closed: ClosedLoop
    method: str
    contacts: Contacts | None
    failure: ControllerError | None


@dataclass(eq=False)
class _ControlLoop:
    """A controlled run on its way: the machine, its sensors, what is recorded, and inputs that do not act yet."""

    request: RunRequest
    timing: _Ticks
    stops: _Schedule
    machine: Stepper
    reader: Reader | None
    zero: int
    pending: deque[tuple[int, np.ndarray]]
    times: np.ndarray = field(init=False)
    states: np.ndarray = field(init=False)
    inputs: np.ndarray = field(init=False)
    sensed: np.ndarray = field(init=False)
    row: int = 0

    def __post_init__(self) -> None:
        model, control = self.request.program.model, self.request.control
        inputs = model.inputs.values()
        self.names = list(model.inputs)
        bounds = (np.array([getattr(one, bound) for one in inputs], dtype=float) for bound in ("low", "high"))
        self.low, self.high = (np.clip(bound, -LARGEST, LARGEST) for bound in bounds)  # so that infinity is beyond them
        rows, width = int(self.stops.sample.sum()) + 1, 0 if self.reader is None else self.reader.values.shape[1]
        self.times, self.states = np.zeros(rows), np.zeros((rows, len(self.machine.state)))
        self.inputs, self.sensed = np.zeros((rows, len(inputs))), np.zeros((rows, width))
        self.held, self.ask = self.machine.u.copy(), (lambda now: None) if control is None else control.controller
        self.clips = control is not None and control.out_of_bounds == "clip"
        self.given = self.pending[-1][1] if self.pending else self.held
        self.touched = None if model.scene is None else _ContactLog(self.machine, rows)
        self.looked, self.at = self.zero if self.reader is None else self.zero + int(self.reader.counts[0]), self.timing.first

    def stop(self, tick: int, control: bool, sample: bool) -> None:
        """What happens at a stop: inputs that are due act, sensors are read, the controller is called, the sample is kept."""
        self.at = tick
        while self.pending and self.pending[0][0] <= tick:
            self.held = self.pending.popleft()[1]
        if self.touched is not None:
            self.touched.gather()
        if self.reader is not None:
            self.look(self.reader, tick)
        if control:
            self.call(tick)
        if sample:
            self.keep(tick * self.timing.tick)

    def look(self, reader: Reader, tick: int) -> None:
        """Read the sensors."""
        reader.look(self.machine.output_buffer[None], tick - self.looked)
        self.looked = tick

    def call(self, tick: int) -> None:
        """Ask the controller for inputs."""
        t, number = tick * self.timing.tick, tick // self.timing.every
        sensed = {} if self.reader is None else {name: own[0].copy() for name, own in self.reader.named.items()}
        now = Observation(t, self.machine.state.copy(), self.machine.names, sensed, self.held.copy(), number)
        try:
            given = self.ask(now)
        except Exception as error:
            reason = f"{type(error).__name__}: {str(error).strip()[:200]}".rstrip(": ")
            raise ControllerError(f"the controller failed at {t:g} s with {reason}") from error
        self.given = u = self.checked(given, t)
        if self.timing.delay:
            self.pending.append((tick + self.timing.delay, u))
        else:
            self.held = u

    def checked(self, given: Any, t: float) -> np.ndarray:
        """What a controller gave as inputs in order; refused where it is none."""
        u = self.read(given, t)
        inside = (u >= self.low) & (u <= self.high)
        if inside.all():
            return u
        finite = np.isfinite(u)
        if self.clips and finite.all():
            return np.clip(u, self.low, self.high)
        wrong = int(np.flatnonzero(~inside if finite.all() else ~finite)[0])
        one = self.request.program.model.inputs[self.names[wrong]]
        allowed = one.parameter.wanted + (", or out_of_bounds='clip'" if finite[wrong] else "")
        raise ControllerError(f"the controller gives {one.name} = {u[wrong]:g} at {t:g} s, which is not allowed. Give {allowed}.")

    def read(self, given: Any, t: float) -> np.ndarray:
        """Inputs in order from an array, or from a mapping or None, which leave what was given last."""
        if given is None:
            return self.given
        try:
            if not isinstance(given, np.ndarray) and isinstance(given, Mapping):
                u = self.given.copy()
                for name, value in given.items():
                    if name not in self.names:
                        raise ControllerError(f"the controller at {t:g} s: {unknown_name('input', name, self.names)}")
                    _refuse_no_number(name, value, t)
                    u[self.names.index(name)] = value
                return u
            if isinstance(given, (list, tuple)):
                for name, value in zip(self.names, given, strict=False):
                    _refuse_no_number(name, value, t)
            elif np.asarray(given).dtype.kind in "US":
                raise ValueError("text")
            u = np.array(given, dtype=float)
        except (TypeError, ValueError, RuntimeError) as error:
            if isinstance(error, ControllerError):
                raise
            raise ControllerError(f"the controller gives {shown(given)} at {t:g} s. Give numbers, or a mapping.") from None
        if u.shape != self.held.shape and not (u.ndim == 0 and len(self.names) == 1):
            raise ControllerError(
                f"the controller gives an array of shape {u.shape} at {t:g} s. Give {len(self.names)} numbers in the order of "
                "the inputs, or a mapping from their names."
            )
        return u if u.ndim else u.reshape(self.held.shape)

    def keep(self, t: float) -> None:
        """Keep a sample."""
        k = self.row
        self.times[k], self.states[k], self.inputs[k] = t, self.machine.state, self.held
        if self.reader is not None:
            self.sensed[k] = self.reader.values[0]
        if self.touched is not None:
            self.touched.keep(k)
        self.row = k + 1

    def run(self, bar: Progress) -> str:
        """Stop by stop to the end; the status."""
        ticks, control, sample = (part.tolist() for part in (self.stops.ticks, self.stops.control, self.stops.sample))
        machine, tick, before, acting = self.machine, self.timing.tick, self.timing.first, None
        own_steps = machine.method in ADAPTIVE
        with Interrupt() as interrupt:
            for k, at in enumerate(ticks):
                if at > before:
                    length = at * tick - float(machine.time) if own_steps else (at - before) * tick  # no sum of roundings
                    code = machine.step(None if self.held is acting else self.held, length)
                    acting, before = self.held, at
                    if code != RUNNING:
                        return status_word(int(code))
                self.stop(at, control[k], sample[k])
                if interrupt.asked:
                    return "interrupted"
                if not k % _WATCHED:
                    bar.update((at - self.timing.first) * tick)
        return "finished"

    def trajectory(self, status: str, wall_time: float) -> Trajectory:
        """All samples, the last good state among them."""
        t = float(self.machine.time)
        late = status != "finished" and t > self.times[self.row - 1] + 1e-9 * self.timing.tick  # else the end is a sample
        if self.row == 0 or late:
            self.end(t, status)
            self.keep(t)
        n, detail = self.row, "" if status in ("finished", "interrupted") else self.machine.why()
        detail = "" if detail == BY_WORD[status].of_machine(t) else detail  # what every run says that ends so
        steps = round((self.times[n - 1] - self.times[0]) / self.machine.dt)
        return Trajectory(self.times[:n], self.states[:n], status, steps, wall_time, detail, self.inputs[:n])

    def end(self, t: float, status: str) -> None:
        """The last look at a run that ended between its stops; where it ended between ticks there is nothing to read."""
        if self.touched is not None and status != "interrupted":
            self.touched.gather()
        if self.reader is not None:
            at = round(t / self.timing.tick)
            if abs(at * self.timing.tick - t) <= _BETWEEN * self.timing.tick:
                self.look(self.reader, at)
            else:
                self.reader.values[...] = np.nan

    def closed(self) -> ClosedLoop:
        """Readings, and what resuming needs."""
        waiting = np.array([u for _, u in self.pending]).reshape(-1, len(self.names))
        due = np.array([at * self.timing.tick for at, _ in self.pending])
        if self.reader is None:
            return ClosedLoop(pending=waiting, due=due)
        named = self.reader.sensors.named(self.sensed[: self.row])
        memory = self.reader.memory()[0]
        memory[0] += max(self.times[self.row - 1] - self.looked * self.timing.tick, 0.0)  # seconds since they began
        return ClosedLoop(
            _readings_of(self.reader.sensors, named), memory, waiting, due, self.request.seed, self.reader.sensors.identity
        )


def _refuse_no_number(name: str, value: Any, t: float) -> None:
    """Refuse nothing and text, which arrays would take for NaN and for the number that it spells."""
    if value is None or isinstance(value, (str, bytes)):
        raise ControllerError(
            f"the controller gives {name} = {value!r} at {t:g} s. Give a number; leave a name out to keep its value."
        )


def _readings_of(sensors: Sensors, values: Mapping[str, np.ndarray]) -> tuple[Reading, ...]:
    """Readings of a run as they are recorded."""
    return tuple(Reading(s.name, sensors.labels[s.name], s.units, s.meaning, values[s.name]) for s in sensors.all)


def run_controlled(request: RunRequest, start: tuple[np.ndarray, float]) -> _ControlledRun:
    """A controlled run from a state and its time on, and the error that ended it, if one did.

    A request without a controller gives the inputs that are on their way in the run that it resumes, and nothing else.
    """
    program, plan, control, sensors, resume = request.program, request.plan, request.control, request.sensors, request.resume
    if not program.model.inputs:
        raise InputError(f"model '{program.model.name}' has no inputs to control. Give it some: elver.with_inputs(model, ...).")
    x, t0 = start
    values = dict(zip(program.equations.parameters, request.p.tolist(), strict=True))
    machine = stepper(
        program, parameters=values, initial_states=x, outputs=() if sensors is None else (sensors,),
        solver=replace(plan.solver, contact=request.contact),
    )  # fmt: skip
    machine.reset(initial_states=x, parameters=values, time=t0)
    plan = replace(plan, method=machine.method)
    every, delay = (None, 0.0) if control is None else (control.every, control.delay)
    timing = make_timing(plan, t0, every, delay, () if sensors is None else sensors.all, _elapsed_of(sensors, resume))
    reader = None if sensors is None else _begun_reader(sensors, timing.tick, request.seed, resume)
    zero = timing.first - (0 if reader is None else int(reader.counts[0]))
    pending = _pending_of(program, resume, timing.tick)
    stops = make_stops(timing, reader, zero, [tick for tick, _ in pending], control is not None)
    course = _ControlLoop(request, timing, stops, machine, reader, zero, deque(pending))
    failure, began = None, time.perf_counter()
    with Progress(plan.duration, program.model.name, request.progress) as bar:
        try:
            status = course.run(bar)
        except ControllerError as error:
            status, failure = "interrupted", error
    trajectory = course.trajectory(status, time.perf_counter() - began)
    contacts = None if course.touched is None else course.touched.contacts(course.row)
    return _ControlledRun(trajectory, course.closed(), machine.method, contacts, failure)


def _begun_reader(sensors: Sensors, interval: float, seed: int, resume: Any) -> Reader:
    """The reader of a run; one that is resumed goes on with the memory it had."""
    reader = Reader(sensors, interval, 1, seed)
    if resume is not None and "sensor_memory" in resume.data:
        if resume.data.sensor_memory.attrs.get("sensors") != sensors.identity:
            raise InputError("the run to resume had other sensors, or others of their rates and delays. Give the same ones.")
        reader.restore(resume.data.sensor_memory.values)
    return reader


def _elapsed_of(sensors: Sensors | None, resume: Any) -> float:
    """Seconds since the sensors of the run to be resumed began."""
    if sensors is None or resume is None or not resume.data.get("sensor_memory", np.zeros(0)).size:
        return 0.0
    found = float(resume.data.sensor_memory.values[0])
    if not 0 <= found <= LONGEST:
        raise InputError("the memory of the sensors in the run to resume is damaged. Start anew.")
    return found


def _pending_of(program: Program, resume: Any, tick: float) -> list[tuple[int, np.ndarray]]:
    """Inputs of a run to be resumed that do not act yet, with the ticks at which they do."""
    if resume is None or "pending_input" not in resume.data:
        return []
    if [str(name) for name in resume.data.input_name.values] != list(program.input_names):
        raise InputError("the run to resume has other inputs than this model. Use the same model.")
    if not (np.abs(resume.data.pending_time.values) <= LONGEST).all():
        raise InputError("the times of inputs that wait in the run to resume are damaged. Start anew.")
    rows = zip(resume.data.pending_time.values, resume.data.pending_input.values, strict=True)
    return [(round(float(t) / tick), np.array(u, dtype=float)) for t, u in rows]


# --- Sensors of a run without a controller: read at its samples, after it has run.


def closer(plan: Plan, sensors: Sensors, resume: Any, each: float) -> Plan:
    """The plan with samples so close that all samples of the sensors, all readings and the end fall on one.

    each: bytes of a sample besides those of the sensors.
    """
    periods = [(s, "rate", 1 / s.rate) for s in sensors.all if s.rate is not None] + [(s, "delay", s.delay) for s in sensors.all]
    elapsed = _elapsed_of(sensors, resume)
    if plan.method in ADAPTIVE:
        output = common([plan.output, plan.duration, elapsed, *(value for *_, value in periods)])
    else:
        ticks = [ticks_of(sensor, what, value, plan.dt) for sensor, what, value in periods]
        output = math.gcd(plan.every, plan.steps, round(elapsed / plan.dt), *ticks) * plan.dt
    require_memory(
        f"samples every {output:.3g} s, which rates and delays of the sensors, Save.every and duration together need,",
        plan.duration / output * (each + 24.0 * sensors.width),
        "Give them so that they are multiples of a longer time",
    )
    return replace(plan, output=output)


def thinned(
    trajectory: Trajectory, contacts: Contacts | None, closed: ClosedLoop, every: int
) -> tuple[Trajectory, Contacts | None, ClosedLoop]:
    """Every so many samples of a run, and its last one."""
    if every == 1:
        return trajectory, contacts, closed
    last = len(trajectory.times) - 1
    rows = np.unique([*range(0, last, every), last])
    readings = tuple(replace(one, values=one.values[rows]) for one in closed.readings)
    if contacts is not None:
        record, begin = contacts.record, np.concatenate([[0], rows[:-1] + 1])  # what was gathered since the sample before
        kept = record._replace(**{name: getattr(record, name)[rows] for name in record._fields})
        kept = kept._replace(impulse=np.add.reduceat(record.impulse, begin), stats=np.maximum.reduceat(record.stats, begin))
        contacts = replace(contacts, record=kept)
    kept_trajectory = replace(trajectory, times=trajectory.times[rows], states=trajectory.states[rows])
    return kept_trajectory, contacts, replace(closed, readings=readings)


def sensed_run(
    program: Program,
    sensors: Sensors,
    trajectory: Trajectory,
    contacts: Contacts | None,
    p: np.ndarray,
    output: float,
    seed: int,
    resume: Any,
) -> ClosedLoop:
    """What sensors gave at every sample; ``output`` [s] lies between them (``closer``)."""
    raw, reader = _true_values(program, sensors, trajectory, p), _begun_reader(sensors, output, seed, resume)
    if contacts is not None and sensors.touching:
        raw = sensors.complete(raw, contacts.record.contact, contacts.record.ground)
    values, since = np.full_like(raw, np.nan), trajectory.times - trajectory.times[0]
    ticks = np.rint(since / output)
    on = np.abs(ticks * output - since) <= _BETWEEN * output  # a run that ended early may end between ticks
    moved = np.diff(ticks[on].astype(np.int64), prepend=0)
    for k, count in zip(np.flatnonzero(on).tolist(), moved.tolist(), strict=True):
        values[k] = reader.look(raw[k][None], count)
    memory = reader.memory()[0]
    memory[0] += since[-1] - since[on][-1]  # seconds since they began
    return ClosedLoop(_readings_of(sensors, sensors.named(values)), memory, seed=seed, sensors=sensors.identity)


def _true_values(program: Program, sensors: Sensors, trajectory: Trajectory, p: np.ndarray) -> np.ndarray:
    """True values of all channels at every sample."""
    from elver.codegen.kernels.evaluate import evaluate_all

    native = compile_split(sensors.graph(program.equations), program.input_places)
    out = np.empty((len(trajectory.times), sensors.width))
    evaluate_all(system_of(program, p, native), trajectory.times, np.ascontiguousarray(trajectory.states), out)
    return out
