"""What a run was asked for, checked: duration, step, method, samples, tolerances; and all else that decides its numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.choices import ADAPTIVE, STEP, Method
from elver._support.errors import InputError, unknown_name
from elver._support.resources import memory_room, require_memory
from elver.model import Program
from elver.model.program import Source, run_request
from elver.simulation.options import Control, Save, Solver

if TYPE_CHECKING:
    from elver.contact import ContactSettings
    from elver.results import Run
    from elver.sensors import Sensors

METHODS = tuple(Method)
EVERY = "Save.every (--output)"  # the interval of samples, in Python and on the command line
_SAMPLES_PER_PERIOD = 100
SMALLEST_RTOL = 1e-14
_SHORTEST, LONGEST = 1e-12, 1e9  # s, of steps, intervals and runs: rounding, and thirty years
_MOST_STEPS = 1e12


@dataclass(frozen=True)
class Plan:
    """A checked request: duration and step [s], method, output interval [s], tolerances of the adaptive methods."""

    duration: float
    dt: float
    method: str
    output: float
    rtol: float
    atol: float

    @property
    def steps(self) -> int:
        return round(self.duration / self.dt)

    @property
    def every(self) -> int:
        return round(self.output / self.dt)

    @property
    def solver(self) -> Solver:
        """How it is integrated, as the verbs take it."""
        return Solver(self.method, self.dt, self.rtol, self.atol)


@dataclass(frozen=True, eq=False)
class RunRequest:
    """One run, checked: all that decides its numbers.

    p: parameters.   contact: settings that were given; None for the usual ones.   sensors: the model's own and further ones.
    seed: of their noise.   control: None for a run without a controller.   resume: the run to go on from.
    progress: None for a bar on a terminal.   estimate: whether the error by the steps is estimated from a few of them.
    """

    program: Program
    plan: Plan
    p: np.ndarray
    contact: ContactSettings | None = None
    sensors: Sensors | None = None
    seed: int = 0
    control: Control | None = None
    resume: Run | None = None
    progress: bool | None = False
    estimate: bool = True


def positive(name: str, value: Any, hint: str) -> float:
    """A finite number greater than 0, or an error with a hint."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise InputError(f"{name} = {value!r} is not allowed. Give {hint}.")
    return number


def seconds(name: str, value: Any, hint: str) -> float:
    """A time that can be stepped through, or an error with a hint."""
    number = positive(name, value, hint)
    if not _SHORTEST <= number <= LONGEST:
        raise InputError(f"{name} = {number:g} s is not allowed. Give {_SHORTEST:g} to {LONGEST:g} s.")
    return number


def _refuse_many(what: str, duration: float, name: str, interval: float) -> None:
    """No more than _MOST_STEPS steps or samples: a month of computing, and whole numbers that rounding leaves alone."""
    if duration / interval > _MOST_STEPS:
        raise InputError(
            f"duration {duration:g} s with {name} = {interval:g} s makes {duration / interval:.3g} {what}. Give a shorter run or "
            f"a longer {name}; {_MOST_STEPS:g} are allowed."
        )


def make_plan(
    duration: float,
    dt: float = STEP,
    method: str = "auto",
    output: float | None = None,
    rtol: float = Solver.rtol,
    atol: float = Solver.atol,
) -> Plan:
    """Check what was asked for; refuse what cannot be done exactly."""
    if method not in METHODS:
        raise unknown_name("method", method, METHODS)
    duration = seconds("duration", duration, "seconds, greater than 0")
    dt = seconds("dt", dt, f"a time step in seconds, greater than 0, such as {STEP:g}")
    rtol = positive("rtol", rtol, f"a relative tolerance such as {Solver.rtol:g}")
    atol = positive("atol", atol, f"an absolute tolerance such as {Solver.atol:g}")
    if rtol < SMALLEST_RTOL:
        raise InputError(f"rtol = {rtol:g} is below what rounding allows. Give {SMALLEST_RTOL:g} or more.")
    if method in ADAPTIVE:
        output = seconds(EVERY, min(0.01, duration) if output is None else output, "seconds between samples")
    else:
        _refuse_many("steps", duration, "dt", dt)
        if dt > duration:
            raise InputError(f"dt = {dt} s is longer than the duration {duration} s. Give a smaller step.")
        if abs(round(duration / dt) * dt - duration) > 1e-9 * duration:
            n = max(round(duration / dt), 1)
            raise InputError(
                f"duration {duration} s is not a whole number of steps of {dt} s. "
                f"Nearest: duration {n * dt:.9g} s or dt {duration / n:.9g} s."
            )
        output = seconds(EVERY, dt * max(1, round(0.01 / dt)) if output is None else output, "seconds between samples")
        every = round(output / dt)
        if every < 1 or abs(every * dt - output) > 1e-9 * output:
            raise InputError(f"{EVERY} = {output} s is not a multiple of the step {dt} s. Nearest: {max(every, 1) * dt:.9g} s.")
    _refuse_many("samples", duration, EVERY, output)
    return Plan(duration, dt, method, output, rtol, atol)


def requested_plan(source: Source, duration: float | None, solver: Solver, save: Save) -> tuple[Plan, bool]:
    """The plan of a run: what was given, else what a scenario has of its own, fitted to one another; and whether one of them
    says how far apart the samples are.
    """
    duration, dt, method, every = run_request(source, duration, solver.dt, solver.method, save.every)
    return make_plan(duration, dt, method, every, solver.rtol, solver.atol), every is not None


def sample_period(plan: Plan, period: float) -> Plan:
    """The plan with samples close enough for the gait: a hundred per period where the usual interval would give fewer."""
    close = period / _SAMPLES_PER_PERIOD
    if not 0 < close < plan.output:
        return plan
    return replace(plan, output=close if plan.method in ADAPTIVE else plan.dt * max(1, round(close / plan.dt)))


def check_plan(program: Program, plan: Plan, t0: float = 0.0) -> None:
    """Refuse a plan that this program cannot carry out: a model that is not prepared, signals that end too early."""
    program.model.require_ready()
    signals = program.equations.signals
    if signals is not None and (signals.begin > t0 or signals.end < t0 + plan.duration - 1e-9):
        raise InputError(
            f"sampled signals cover {signals.begin:g} to {signals.end:g} s but the run needs {t0:g} to "
            f"{t0 + plan.duration:g} s. Shorten the run, record a longer table, or give a table that repeats its period."
        )


def check_room(plan: Plan, each: float) -> None:
    """Refuse a recording that does not fit into the memory, at ``each`` bytes a sample."""
    size = (plan.duration / plan.output + 2) * each
    longer = plan.output * math.ceil(size / max(memory_room(), 1.0))
    require_memory("the recording", size, f"Record less often: {EVERY} = {longer:.9g} s")


def contact_plan(plan: Plan) -> Plan:
    """The plan of a run with contact: Moreau's scheme, whatever ``auto`` would take elsewhere."""
    if plan.method not in ("auto", "moreau"):
        raise InputError(f"method '{plan.method}' knows no impacts. A model with a scene takes method moreau (or auto).")
    return replace(plan, method="moreau")


def sample_times(plan: Plan) -> np.ndarray:
    """Times of the samples [s] of a run that is not cut short; the last one is the end of the run."""
    if plan.method in ADAPTIVE:
        times = np.arange(int(np.floor(plan.duration / plan.output + 1e-9)) + 1) * plan.output
        return times if plan.duration - times[-1] <= 1e-9 * plan.duration else np.append(times, plan.duration)
    return np.minimum(np.arange(-(-plan.steps // plan.every) + 1) * plan.every, plan.steps) * plan.dt
