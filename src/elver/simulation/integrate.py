"""The run loop: chunks of compiled steps, with progress between them, a status at the end, and Ctrl-C that keeps the data."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass

import numpy as np

from elver.errors import InputError, unknown_name
from elver.simulation.program import Program

METHODS = ("rk4", "heun", "semi-implicit", "dopri5")
CHUNK_SECONDS = 0.1
MEMORY_LIMIT = 8e9  # bytes of recorded output


@dataclass(frozen=True)
class Plan:
    """A checked request: duration and step [s], method, output interval [s], tolerances of the adaptive method."""

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


@dataclass(frozen=True)
class Trajectory:
    """times [s], states (one row each), status (``finished``, ``interrupted``, ``diverged``, ``step too small``), steps done."""

    times: np.ndarray
    states: np.ndarray
    status: str
    steps: int
    wall_time: float


def positive(name: str, value, hint: str) -> float:
    """A finite number greater than 0, or an error with a hint."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise InputError(f"{name} = {value!r} is not allowed. Give {hint}.")
    return number


def make_plan(duration, dt=1e-3, method="rk4", output=None, rtol=1e-8, atol=1e-10) -> Plan:
    """Check what was asked for; refuse what cannot be done exactly."""
    if method not in METHODS:
        raise unknown_name("method", method, METHODS)
    duration = positive("duration", duration, "seconds, greater than 0")
    dt = positive("dt", dt, "a time step in seconds, greater than 0, such as 0.001")
    rtol = positive("rtol", rtol, "a relative tolerance such as 1e-8")
    atol = positive("atol", atol, "an absolute tolerance such as 1e-10")
    if method == "dopri5":
        output = positive("output", output or min(0.01, duration), "seconds between samples")
    else:
        if dt > duration:
            raise InputError(f"dt = {dt} s is longer than the duration {duration} s. Give a smaller step.")
        if abs(round(duration / dt) * dt - duration) > 1e-9 * duration:
            n = max(round(duration / dt), 1)
            raise InputError(
                f"duration {duration} s is not a whole number of steps of {dt} s. "
                f"Nearest: duration {n * dt:.9g} s or dt {duration / n:.9g} s."
            )
        output = positive("output", output or dt * max(1, round(0.01 / dt)), "seconds between samples")
        every = round(output / dt)
        if every < 1 or abs(every * dt - output) > 1e-9 * output:
            raise InputError(f"output = {output} s is not a multiple of the step {dt} s. Nearest: {max(every, 1) * dt:.9g} s.")
    return Plan(duration, dt, method, output, rtol, atol)


def check_plan(program: Program, plan: Plan, t0: float = 0.0) -> None:
    """Refuse a plan that this program cannot carry out: too large a recording, signals that end too early."""
    width = program.outputs.shapes_out[0][0]
    if (size := (plan.duration / plan.output + 2) * width * 8) > MEMORY_LIMIT:
        longer = plan.output * math.ceil(size / MEMORY_LIMIT)
        raise InputError(f"the recording would take {size / 1e9:.1f} GB. Record less often: output = {longer:.6g} s.")
    signals = program.equations.signals
    if signals is not None and (signals.times[0] > t0 or signals.times[-1] < t0 + plan.duration - 1e-9):
        raise InputError(
            f"sampled signals cover {signals.times[0]:g} to {signals.times[-1]:g} s but the run needs {t0:g} to "
            f"{t0 + plan.duration:g} s. Shorten the run or record a longer table."
        )


class Progress:
    """A bar on the terminal for anything longer than a second; silent where standard error is not a terminal."""

    def __init__(self, total: float, label: str, show: bool | None):
        self.total, self.label, self.started = total, label, time.perf_counter()
        self.show = sys.stderr.isatty() if show is None else show
        self.bar = None

    def update(self, done: float) -> None:
        if not self.show:
            return
        if self.bar is None and time.perf_counter() - self.started > 1.0:
            from tqdm import tqdm

            form = "{l_bar}{bar}| {n:.1f}/{total:.1f} s simulated [{elapsed}<{remaining}]"
            self.bar = tqdm(total=self.total, desc=self.label, bar_format=form, leave=False, initial=done)
        if self.bar is not None:
            self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def integrate(program: Program, plan: Plan, parameters: np.ndarray, progress: bool | None = None, resume=None) -> Trajectory:
    """Integrate from the model's start, or on from the last sample of an earlier run."""
    x, t0 = (program.initial_state(parameters), 0.0) if resume is None else last_state(program, resume)
    bar = Progress(plan.duration, program.model.name, progress)
    try:
        return (run_adaptive if plan.method == "dopri5" else run_fixed)(program, plan, parameters, x, t0, bar)
    finally:
        bar.close()


def last_state(program: Program, run) -> tuple[np.ndarray, float]:
    """State and time at the end of a run of the same model."""
    names = list(program.equations.layout.names)
    if list(run.data.state_name.values) != names:
        raise InputError(
            f"the run to resume is of '{run.data.attrs['model']}', whose state differs from this model's. Use the same model."
        )
    return run.data.state.values[-1].copy(), float(run.data.time[-1])


def quaternion_index(program: Program) -> int:
    part = program.equations.layout.slices["quaternion"]
    return part.start if part.stop > part.start else -1


def status_word(code: int) -> str:
    from elver.simulation import kernels

    return {kernels.RUNNING: "finished", kernels.DIVERGED: "diverged", kernels.STEP_TOO_SMALL: "step too small"}[code]


def run_fixed(program: Program, plan: Plan, p, x, t0: float, bar: Progress) -> Trajectory:
    """Fixed steps; the last good state is always the last sample. Step k ends at k dt, also when resuming."""
    from elver.simulation import kernels

    origin = round(t0 / plan.dt)
    if abs(origin * plan.dt - t0) > 1e-9 * max(t0, plan.dt):
        raise InputError(
            f"the run to resume ends at {t0:.9g} s, which is not a multiple of dt = {plan.dt} s. Choose a dt that divides it."
        )
    method = {"rk4": kernels.RK4, "heun": kernels.HEUN, "semi-implicit": kernels.SEMI_IMPLICIT}[plan.method]
    breaks, coefficients = program.signal_tables()
    velocity_like = np.array(program.equations.layout.velocity_like, dtype=np.int64)
    states = np.empty((plan.steps // plan.every + 1, len(x)))
    states[0] = x

    def advance(first, last):
        return kernels.advance_fixed(
            method, program.rhs.address, origin, plan.dt, first, last, plan.every, x, p, breaks, coefficients,
            velocity_like, quaternion_index(program), program.rhs.work_size, states,
        )  # fmt: skip

    advance(0, 0)  # compiles or loads the loop, so that the wall time is the run's own
    done, chunk, status, started = 0, 16, "finished", time.perf_counter()
    try:
        while done < plan.steps:
            began = time.perf_counter()
            done, code = advance(done, min(done + chunk, plan.steps))
            bar.update(done * plan.dt)
            if code != kernels.RUNNING:
                status = status_word(code)
                break
            if time.perf_counter() - began < CHUNK_SECONDS:
                chunk *= 2
    except KeyboardInterrupt:
        status = "interrupted"
    wall_time = time.perf_counter() - started
    full = done // plan.every + 1
    times, states = (origin + np.arange(full) * plan.every) * plan.dt, states[:full]
    if done % plan.every:
        times, states = np.append(times, (origin + done) * plan.dt), np.vstack([states, x])
    return Trajectory(times, states, status, done, wall_time)


def run_adaptive(program: Program, plan: Plan, p, x, t0: float, bar: Progress) -> Trajectory:
    """Dormand-Prince with error control and dense output."""
    from elver.simulation import kernels

    breaks, coefficients = program.signal_tables()
    states = np.empty((math.floor(plan.duration / plan.output + 1e-9) + 1, len(x)))
    states[0] = x
    end = t0 + plan.duration

    def advance(t, h, steps, row):
        return kernels.advance_adaptive(
            program.rhs.address, t, h, end, steps, t0, plan.output, row, x, p, breaks, coefficients,
            quaternion_index(program), program.rhs.work_size, plan.rtol, plan.atol, states,
        )  # fmt: skip

    t, h, row, accepted, _ = advance(t0, plan.dt, 0, 1)
    chunk, steps, status, started = 16, 0, "finished", time.perf_counter()
    try:
        while t < end:
            began = time.perf_counter()
            t, h, row, accepted, code = advance(t, h, chunk, row)
            steps += accepted
            bar.update(t - t0)
            if code != kernels.RUNNING:
                status = status_word(code)
                break
            if time.perf_counter() - began < CHUNK_SECONDS:
                chunk *= 2
    except KeyboardInterrupt:
        status = "interrupted"
    wall_time = time.perf_counter() - started
    times, states = t0 + np.arange(row) * plan.output, states[:row]
    if t - times[-1] > 1e-12 * max(end, 1.0):
        times, states = np.append(times, t), np.vstack([states, x])
    return Trajectory(times, states, status, steps, wall_time)
