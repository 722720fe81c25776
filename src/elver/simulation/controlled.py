"""A run with a controller in the loop: a Python function at its own rate, sensors, and inputs that may act later."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from elver.choices import ADAPTIVE
from elver.contact import ContactSettings
from elver.contact.record import Contacts
from elver.errors import ControllerError, InputError, shown, unknown_name
from elver.native.program import Program
from elver.progress import Progress
from elver.results.closed_loop import ClosedLoop, Reading
from elver.sensing import Reader, Sensors
from elver.simulation.instants import Stops, Timing, make_stops, make_timing
from elver.simulation.stepped import Stepper, stepper
from elver.simulation.touched import Touched
from elver.statuses import BY_WORD, RUNNING, status_word
from elver.stepping.chunks import Interrupt
from elver.stepping.plan import LONGEST, Plan
from elver.stepping.trajectory import Trajectory

WATCHED = 64  # stops between looks at the progress bar
LARGEST = float(np.finfo(float).max)
BETWEEN = 1e-6  # of a tick, by which the end of a run may miss one


@dataclass(slots=True)
class Now:
    """What a controller sees: time [s], state and its names, readings by sensor, the inputs held now, the number of the call."""

    time: float
    state: np.ndarray
    names: tuple[str, ...]
    sensed: Mapping[str, np.ndarray]
    inputs: np.ndarray
    step: int


@dataclass(frozen=True, eq=False)
class Loop:
    """How the loop is closed: the controller (None: inputs on their way act, nothing else), seconds between its calls and until
    inputs act, sensors, seed, and what becomes of inputs beyond their bounds (``refuse``, ``clip``).
    """

    controller: Callable[[Now], Any] | None
    every: float | None = None
    delay: float = 0.0
    sensors: Sensors | None = None
    seed: int = 0
    beyond: str = "refuse"


@dataclass(frozen=True, eq=False)
class Driven:
    """A controlled run: its samples, readings, method, what the contacts did, and the error that ended it."""

    trajectory: Trajectory
    closed: ClosedLoop
    method: str
    contacts: Contacts | None
    failure: ControllerError | None


@dataclass(eq=False)
class Course:
    """A controlled run on its way: the machine, its sensors, what is recorded, and inputs that do not act yet."""

    program: Program
    loop: Loop
    timing: Timing
    stops: Stops
    machine: Stepper
    reader: Reader | None
    zero: int
    pending: deque[tuple[int, np.ndarray]]
    times: np.ndarray = field(init=False)
    states: np.ndarray = field(init=False)
    inputs: np.ndarray = field(init=False)
    sensed: np.ndarray = field(init=False)
    row: int = 0

    def __post_init__(self):
        inputs = self.program.model.inputs.values()
        self.names = list(self.program.model.inputs)
        bounds = (np.array([getattr(one, bound) for one in inputs], dtype=float) for bound in ("low", "high"))
        self.low, self.high = (np.clip(bound, -LARGEST, LARGEST) for bound in bounds)  # so that infinity is beyond them
        rows, width = int(self.stops.sample.sum()) + 1, 0 if self.reader is None else self.reader.values.shape[1]
        self.times, self.states = np.zeros(rows), np.zeros((rows, len(self.machine.state)))
        self.inputs, self.sensed = np.zeros((rows, len(inputs))), np.zeros((rows, width))
        self.held, self.ask = self.machine.u.copy(), self.loop.controller or (lambda now: None)
        self.given = self.pending[-1][1] if self.pending else self.held
        self.touched = None if self.program.model.scene is None else Touched(self.machine, rows)
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
        now = Now(t, self.machine.state.copy(), self.machine.names, sensed, self.held.copy(), number)
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
        if self.loop.beyond == "clip" and finite.all():
            return np.clip(u, self.low, self.high)
        wrong = int(np.flatnonzero(~inside if finite.all() else ~finite)[0])
        one = self.program.model.inputs[self.names[wrong]]
        allowed = f"{one.low:g} to {one.high:g} {one.unit}" + (", or beyond='clip'" if finite[wrong] else ", a finite number")
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
                    refuse_no_number(name, value, t)
                    u[self.names.index(name)] = value
                return u
            if isinstance(given, (list, tuple)):
                for name, value in zip(self.names, given, strict=False):
                    refuse_no_number(name, value, t)
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
                if not k % WATCHED:
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
            if abs(at * self.timing.tick - t) <= BETWEEN * self.timing.tick:
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
            readings_of(self.reader.sensors, named), memory, waiting, due, self.loop.seed, self.reader.sensors.identity
        )


def refuse_no_number(name: str, value: Any, t: float) -> None:
    """Refuse nothing and text, which arrays would take for NaN and for the number that it spells."""
    if value is None or isinstance(value, (str, bytes)):
        raise ControllerError(
            f"the controller gives {name} = {value!r} at {t:g} s. Give a number; leave a name out to keep its value."
        )


def readings_of(sensors: Sensors, values: Mapping[str, np.ndarray]) -> tuple[Reading, ...]:
    """Readings of a run as they are recorded."""
    return tuple(Reading(s.name, sensors.labels[s.name], s.units, s.meaning, values[s.name]) for s in sensors.all)


def run_controlled(
    program: Program,
    plan: Plan,
    p: np.ndarray,
    loop: Loop,
    start: tuple[np.ndarray, float],
    resume: Any,
    progress: bool | None,
    contact: ContactSettings | None,
) -> Driven:
    """A controlled run, and the error that ended it, if one did."""
    if not program.model.inputs:
        raise InputError(f"model '{program.model.name}' has no inputs to control. Give it some: elver.with_inputs(model, ...).")
    if loop.controller is not None and not callable(loop.controller):
        raise InputError(
            f"controller is a {type(loop.controller).__name__}. Give a function of one argument, u = controller(now)."
        )
    (x, t0), sensors = start, loop.sensors
    values = dict(zip(program.equations.parameters, p.tolist(), strict=True))
    machine = stepper(
        program, dt=plan.dt, method=plan.method, outputs=() if sensors is None else (sensors,), values=values, states=x,
        contact=contact, rtol=plan.rtol, atol=plan.atol,
    )  # fmt: skip
    machine.reset(states=x, values=values, time=t0)
    plan = replace(plan, method=machine.method)
    timing = make_timing(plan, t0, loop.every, loop.delay, () if sensors is None else sensors.all, elapsed_of(sensors, resume))
    reader = None if sensors is None else begun_reader(sensors, timing.tick, loop.seed, resume)
    zero = timing.first - (0 if reader is None else int(reader.counts[0]))
    pending = pending_of(program, resume, timing.tick)
    stops = make_stops(timing, reader, zero, [tick for tick, _ in pending], loop.controller is not None)
    course = Course(program, loop, timing, stops, machine, reader, zero, deque(pending))
    failure, began = None, time.perf_counter()
    with Progress(plan.duration, program.model.name, progress) as bar:
        try:
            status = course.run(bar)
        except ControllerError as error:
            status, failure = "interrupted", error
    trajectory = course.trajectory(status, time.perf_counter() - began)
    contacts = None if course.touched is None else course.touched.contacts(course.row)
    return Driven(trajectory, course.closed(), machine.method, contacts, failure)


def begun_reader(sensors: Sensors, interval: float, seed: int, resume: Any) -> Reader:
    """The reader of a run; one that is resumed goes on with the memory it had."""
    reader = Reader(sensors, interval, 1, seed)
    if resume is not None and "sensor_memory" in resume.data:
        if resume.data.sensor_memory.attrs.get("sensors") != sensors.identity:
            raise InputError("the run to resume had other sensors, or others of their rates and delays. Give the same ones.")
        reader.restore(resume.data.sensor_memory.values)
    return reader


def elapsed_of(sensors: Sensors | None, resume: Any) -> float:
    """Seconds since the sensors of the run to be resumed began."""
    if sensors is None or resume is None or not resume.data.get("sensor_memory", np.zeros(0)).size:
        return 0.0
    found = float(resume.data.sensor_memory.values[0])
    if not 0 <= found <= LONGEST:
        raise InputError("the memory of the sensors in the run to resume is damaged. Start anew.")
    return found


def pending_of(program: Program, resume: Any, tick: float) -> list[tuple[int, np.ndarray]]:
    """Inputs of a run to be resumed that do not act yet, with the ticks at which they do."""
    if resume is None or "pending_input" not in resume.data:
        return []
    if [str(name) for name in resume.data.input_name.values] != list(program.input_names):
        raise InputError("the run to resume has other inputs than this model. Use the same model.")
    if not (np.abs(resume.data.pending_time.values) <= LONGEST).all():
        raise InputError("the times of inputs that wait in the run to resume are damaged. Start anew.")
    rows = zip(resume.data.pending_time.values, resume.data.pending_input.values, strict=True)
    return [(round(float(t) / tick), np.array(u, dtype=float)) for t, u in rows]
