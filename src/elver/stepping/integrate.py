"""The run loop: chunks of compiled steps, with progress between them, a status at the end, and Ctrl-C that keeps the data."""

from __future__ import annotations

import json
import math
import signal
import sys
import threading
import time
import warnings
from dataclasses import dataclass, replace

import numpy as np

from elver.errors import InputError, unknown_name
from elver.memory import memory_room, require_memory
from elver.native.program import Program
from elver.statuses import RUNNING, status_word

METHODS = ("auto", "rk4", "adams", "heun", "semi-implicit", "dopri5", "rodas", "moreau")
ADAPTIVE = ("dopri5", "rodas")
# |eigenvalue| dt; a tenth inside the limits 2.78, 1.41, 2, 2 on the real axis
STABLE = {"rk4": 2.5, "adams": 1.27, "heun": 1.8, "semi-implicit": 1.8}
CHUNK_SECONDS = 0.1
SAMPLES_PER_PERIOD = 100
SMALLEST_RTOL = 1e-14
SHORTEST, LONGEST = 1e-12, 1e9  # s, of steps, intervals and runs: rounding, and thirty years
MOST_STEPS = 1e12


class StiffnessWarning(UserWarning):
    """The step is longer than an explicit method can take on this model."""


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


@dataclass(frozen=True)
class Trajectory:
    """times [s], states (one row each), status (a word of elver.statuses), steps done; detail: more on why it ended early."""

    times: np.ndarray
    states: np.ndarray
    status: str
    steps: int
    wall_time: float
    detail: str = ""


def positive(name: str, value, hint: str) -> float:
    """A finite number greater than 0, or an error with a hint."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise InputError(f"{name} = {value!r} is not allowed. Give {hint}.")
    return number


def seconds(name: str, value, hint: str) -> float:
    """A time that can be stepped through, or an error with a hint."""
    number = positive(name, value, hint)
    if not SHORTEST <= number <= LONGEST:
        raise InputError(f"{name} = {number:g} s is not allowed. Give {SHORTEST:g} to {LONGEST:g} s.")
    return number


def refuse_many(what: str, duration: float, name: str, interval: float) -> None:
    """No more than MOST_STEPS steps or samples: a month of computing, and whole numbers that rounding leaves alone."""
    if duration / interval > MOST_STEPS:
        raise InputError(
            f"duration {duration:g} s with {name} = {interval:g} s makes {duration / interval:.3g} {what}. Give a shorter run or "
            f"a longer {name}; {MOST_STEPS:g} are allowed."
        )


def make_plan(duration, dt=1e-3, method="auto", output=None, rtol=1e-8, atol=1e-10) -> Plan:
    """Check what was asked for; refuse what cannot be done exactly."""
    if method not in METHODS:
        raise unknown_name("method", method, METHODS)
    duration = seconds("duration", duration, "seconds, greater than 0")
    dt = seconds("dt", dt, "a time step in seconds, greater than 0, such as 0.001")
    rtol = positive("rtol", rtol, "a relative tolerance such as 1e-8")
    atol = positive("atol", atol, "an absolute tolerance such as 1e-10")
    if rtol < SMALLEST_RTOL:
        raise InputError(f"rtol = {rtol:g} is below what rounding allows. Give {SMALLEST_RTOL:g} or more.")
    if method in ADAPTIVE:
        output = seconds("output", min(0.01, duration) if output is None else output, "seconds between samples")
    else:
        refuse_many("steps", duration, "dt", dt)
        if dt > duration:
            raise InputError(f"dt = {dt} s is longer than the duration {duration} s. Give a smaller step.")
        if abs(round(duration / dt) * dt - duration) > 1e-9 * duration:
            n = max(round(duration / dt), 1)
            raise InputError(
                f"duration {duration} s is not a whole number of steps of {dt} s. "
                f"Nearest: duration {n * dt:.9g} s or dt {duration / n:.9g} s."
            )
        output = seconds("output", dt * max(1, round(0.01 / dt)) if output is None else output, "seconds between samples")
        every = round(output / dt)
        if every < 1 or abs(every * dt - output) > 1e-9 * output:
            raise InputError(f"output = {output} s is not a multiple of the step {dt} s. Nearest: {max(every, 1) * dt:.9g} s.")
    refuse_many("samples", duration, "output", output)
    return Plan(duration, dt, method, output, rtol, atol)


def sample_period(plan: Plan, period: float) -> Plan:
    """The plan with samples close enough for the gait: a hundred per period where the usual interval would give fewer."""
    close = period / SAMPLES_PER_PERIOD
    if not 0 < close < plan.output:
        return plan
    return replace(plan, output=close if plan.method in ADAPTIVE else plan.dt * max(1, round(close / plan.dt)))


def check_plan(program: Program, plan: Plan, t0: float = 0.0) -> None:
    """Refuse a plan that this program cannot carry out: a model that is not prepared, signals that end too early."""
    program.model.require_ready()
    signals = program.equations.signals
    if signals is not None and (signals.times[0] > t0 or signals.times[-1] < t0 + plan.duration - 1e-9):
        raise InputError(
            f"sampled signals cover {signals.times[0]:g} to {signals.times[-1]:g} s but the run needs {t0:g} to "
            f"{t0 + plan.duration:g} s. Shorten the run or record a longer table."
        )


def check_room(plan: Plan, each: float) -> None:
    """Refuse a recording that does not fit into the memory, at ``each`` bytes a sample."""
    size = (plan.duration / plan.output + 2) * each
    longer = plan.output * math.ceil(size / max(memory_room(), 1.0))
    require_memory("the recording", size, f"Record less often: output = {longer:.9g} s")


def choose_method(program: Program, plan: Plan, parameters: np.ndarray, resume=None, start=None) -> tuple[Plan, float | None]:
    """The plan with ``auto`` replaced by a method, and the stiffness [1/s]: the largest |eigenvalue| of df/dx at the start.

    Warns where the step of a fixed-step method is too long. Stiffness None: not looked at, for the method or the model has
    no need (nothing but the base moves freely).
    """
    if plan.method == "moreau":
        raise InputError(f"method moreau steps models with a scene; '{program.model.name}' has none. Use auto.")
    layout = program.equations.layout
    explicit = replace(plan, method="rk4") if plan.method == "auto" else plan
    if plan.method in ADAPTIVE or not (layout.joints or layout.memory):
        return explicit, None
    x, t0 = start_state(program, parameters, resume) if start is None else (start, 0.0)
    eigenvalue = program.fastest_eigenvalue(t0, x, parameters)
    stiffness, smooth = abs(eigenvalue), not jumps(program)
    if stiffness * plan.dt <= STABLE[explicit.method]:
        return explicit, stiffness
    if plan.method == "auto" and smooth:
        return replace(plan, method="rodas"), stiffness
    advice = 'method="rodas" does it, and "auto" takes that' if smooth else "rodas is no help against jumps of Coulomb friction"
    warnings.warn(
        f"dt = {plan.dt:g} s is too long for {explicit.method}: the model has the eigenvalue {eigenvalue_text(eigenvalue)} 1/s, "
        f"so that {explicit.method} is stable up to dt = {STABLE[explicit.method] / stiffness:.2g} s. {advice}.",
        StiffnessWarning,
        stacklevel=3,
    )
    return explicit, stiffness


def contact_plan(plan: Plan) -> Plan:
    """The plan of a run with contact: Moreau's scheme, whatever ``auto`` would take elsewhere."""
    if plan.method not in ("auto", "moreau"):
        raise InputError(f"method '{plan.method}' knows no impacts. A model with a scene takes method moreau (or auto).")
    return replace(plan, method="moreau")


def jumps(program: Program) -> bool:
    """Whether a computed joint has Coulomb friction. Where such a joint sticks, error control never finds a step to accept."""
    return any(joint.coulomb and joint.mode != "driven" for joint in program.model.robot.moving_joints)


def eigenvalue_text(value: complex) -> str:
    """A real number, or a conjugate pair, with four digits."""
    return f"{value.real:.4g}" + (f" +- {abs(value.imag):.4g}i" if value.imag else "")


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


def integrate(
    program: Program, plan: Plan, parameters: np.ndarray, progress: bool | None = None, resume=None, start=None
) -> Trajectory:
    """Integrate from the model's start, from the state ``start``, or on from the last sample of an earlier run."""
    x, t0 = start_state(program, parameters, resume) if start is None else (np.array(start, dtype=float), 0.0)
    bar = Progress(plan.duration, program.model.name, progress)
    try:
        if plan.method in ADAPTIVE:
            from elver.stepping.adaptive import run_adaptive

            return run_adaptive(program, plan, parameters, x, t0, bar)
        return run_fixed(program, plan, parameters, x, t0, bar)
    finally:
        bar.close()


def start_state(program: Program, parameters: np.ndarray, resume=None) -> tuple[np.ndarray, float]:
    """State and time a run begins with."""
    return (program.initial_state(parameters), 0.0) if resume is None else last_state(program, resume)


def last_state(program: Program, run) -> tuple[np.ndarray, float]:
    """State and time at the end of a run of the same model."""
    names = list(program.equations.layout.names)
    if list(run.data.state_name.values) != names:
        raise InputError(
            f"the run to resume is of '{run.data.attrs['model']}', whose state differs from this model's. Use the same model."
        )
    before, now = json.loads(run.data.attrs["parameters"]), json.loads(json.dumps(dict(program.model.parameters), default=str))
    free = program.equations.parameters
    changed = [n for n, value in now.items() if n not in free and before.get(n, value) != value]
    if changed:
        raise InputError(
            f"the run to resume has {changed[0]} = {before[changed[0]]}, this model {now[changed[0]]}. Resume with the same."
        )
    return run.data.state.values[-1].copy(), float(run.data.time[-1])


def quaternion_index(program: Program) -> int:
    part = program.equations.layout.slices["quaternion"]
    return part.start if part.stop > part.start else -1


def fixed_loop(program: Program, plan: Plan, p, x, origin: int, states):
    """The compiled loop of the plan's method as a function of the first and the last step."""
    from elver.stepping import kernels

    breaks, coefficients = program.signal_tables()
    rhs, quaternion = program.rhs, quaternion_index(program)
    if plan.method == "adams":
        slopes = np.zeros((4, len(x)))
        return lambda first, last: kernels.advance_adams(
            rhs.address,
            origin,
            plan.dt,
            first,
            last,
            plan.every,
            x,
            p,
            breaks,
            coefficients,
            quaternion,
            rhs.work_size,
            slopes,
            states,
        )
    method = {"rk4": kernels.RK4, "heun": kernels.HEUN, "semi-implicit": kernels.SEMI_IMPLICIT}[plan.method]
    velocity_like = np.array(program.equations.layout.velocity_like, dtype=np.int64)
    return lambda first, last: kernels.advance_fixed(
        method, rhs.address, origin, plan.dt, first, last, plan.every, x, p, breaks, coefficients,
        velocity_like, quaternion, rhs.work_size, states,
    )  # fmt: skip


def run_fixed(program: Program, plan: Plan, p, x, t0: float, bar: Progress) -> Trajectory:
    """Fixed steps; the last good state is always the last sample. Step k ends at k dt, also when resuming."""
    origin = round(t0 / plan.dt)
    if abs(origin * plan.dt - t0) > 1e-9 * max(t0, plan.dt):
        raise InputError(
            f"the run to resume ends at {t0:.9g} s, which is not a multiple of dt = {plan.dt} s. Choose a dt that divides it."
        )
    states = np.empty((plan.steps // plan.every + 1, len(x)))
    states[0] = x
    advance = fixed_loop(program, plan, p, x, origin, states)
    done = 0

    def step(chunk):
        nonlocal done
        done, code = advance(done, min(done + chunk, plan.steps))
        return code, done * plan.dt

    advance(0, 0)  # compiles or loads the loop, so that the wall time is the run's own
    status, wall_time = in_chunks(step, plan.steps * plan.dt, bar)
    full = done // plan.every + 1
    times, states = (origin + np.arange(full) * plan.every) * plan.dt, states[:full]
    if done % plan.every:
        times, states = np.append(times, (origin + done) * plan.dt), np.vstack([states, x])
    return Trajectory(times, states, status, done, wall_time)


class Interrupt:
    """Turns Ctrl-C into a question asked between chunks, so that a state is never parted from its time."""

    def __init__(self):
        self.asked = False

    def note(self, *_):
        self.asked = True

    def __enter__(self):
        main = threading.current_thread() is threading.main_thread()
        self.before = signal.signal(signal.SIGINT, self.note) if main else None
        return self

    def __exit__(self, *_):
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)


def in_chunks(step, end: float, bar: Progress) -> tuple[str, float]:
    """Call ``step(chunk) -> code, seconds simulated`` until ``end``; the status and the wall time [s].

    Chunks grow until one takes a tenth of a second: often enough for a progress bar and for Ctrl-C.
    """
    chunk, reached, status = 64, 0.0, "finished"
    with Interrupt() as interrupt:
        started = began = time.perf_counter()
        while reached < end * (1 - 1e-15):
            code, reached = step(chunk)
            ended = time.perf_counter()
            bar.update(reached)
            if code != RUNNING or interrupt.asked:
                status = status_word(code) if code != RUNNING else "interrupted"
                break
            chunk, began = (2 * chunk if ended - began < CHUNK_SECONDS else chunk), ended
        wall_time = time.perf_counter() - started
    return status, wall_time
