"""Compiled steps in chunks, with progress between them, a status at the end, and Ctrl-C that keeps the data."""

from __future__ import annotations

import math
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any

import casadi as ca
import numpy as np

from elver._support.choices import ADAPTIVE
from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.statuses import BY_WORD, DIVERGED, RUNNING, status_word
from elver.codegen.kernels.system import StepGrid
from elver.codegen.kernels.table import KERNELS
from elver.forces.effect import trait
from elver.model import Model, Program, StateLayout, assemble
from elver.model.assembly import rk4_function
from elver.model.symbols import declare_inputs, gait_motion
from elver.model.validity import breakpoint_times
from elver.simulation.plan import Plan
from elver.simulation.schemes.arrays import DORMAND_PRINCE, GROWTH, RODAS, ROWS, Control, make_implicit
from elver.simulation.trajectory import Trajectory, linear_of, name_open_loops, quaternion_index, start_state, system_of
from elver.symbolic.arrays import is_zero

CHUNK_SECONDS = 0.1


class Interrupt:
    """Turns Ctrl-C into a question asked between chunks, so that a state is never parted from its time.

    Inside another one both are asked, so that who waits outside learns of it too; one in another thread, which no signal
    reaches, asks the one that the main thread is in.
    """

    def __init__(self) -> None:
        self.pressed = False
        self.outer: Interrupt | None = None

    @property
    def asked(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self.pressed or (self.outer is not None and self.outer.asked)

    def note(self, *_: object) -> None:
        """Ctrl-C was pressed."""
        self.pressed = True
        if self.outer is not None:
            self.outer.note()

    def __enter__(self) -> Interrupt:
        main = threading.current_thread() is threading.main_thread()
        self.outer = _waiting_for_ctrl_c()
        self.before = signal.signal(signal.SIGINT, self.note) if main else None
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)


def _waiting_for_ctrl_c() -> Interrupt | None:
    """The innermost Interrupt that Ctrl-C is told to now."""
    owner = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
    return owner if isinstance(owner, Interrupt) else None


def stop_if_asked() -> None:
    """KeyboardInterrupt where Ctrl-C was pressed and is being put off."""
    waiting = _waiting_for_ctrl_c()
    if waiting is not None and waiting.asked:
        raise KeyboardInterrupt


@contextmanager
def in_one_piece() -> Iterator[None]:
    """Put Ctrl-C off until the block has ended, or asks (``stop_if_asked``).

    In the midst of other libraries it would be another error: CasADi makes a SystemError of it, which looks like a failed run.
    """
    with Interrupt() as interrupt:
        yield
    if interrupt.asked:
        raise KeyboardInterrupt


def in_chunks(step: Callable[[int], tuple[int, float]], end: float, bar: Progress) -> tuple[str, float]:
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


# --- Adams' method across the corners that a model names: its history ends there, and begins anew behind them.

_HISTORY = 3  # steps by Runge and Kutta's method that a history begins with
_ON_GRID = 1e-9  # of a step, by which a corner may miss the end of one


class _AdamsLoop:
    """Calls ``(first, last) -> done, status`` of the compiled loop, cut at the corners of the model.

    A step with corners within is taken as shorter ones by Runge and Kutta's method, which end and begin at them.
    """

    def __init__(self, program: Program, plan: Plan, p: np.ndarray, x: np.ndarray, origin: int, states: np.ndarray):
        self.program, self.plan, self.p, self.x, self.origin, self.states = program, plan, p, x, origin, states
        self.system, self.rates = system_of(program, p), np.zeros((1, ROWS[plan.method], len(x)))
        self.loop: Callable = KERNELS.advance[plan.method]
        places = [t / plan.dt - origin for t in breakpoint_times(program.model, p)]
        self.corners = [s for s in places if _ON_GRID < s < plan.steps - _ON_GRID]
        self.begun = 0  # step that the history begins with

    def __call__(self, first: int, last: int) -> tuple[int, int]:
        done, code = first, RUNNING
        while code == RUNNING and self.corners and self.corners[0] < last + _ON_GRID:
            place = self.corners[0]
            within = [] if _on_grid(place) else [s for s in self.corners if int(s) == int(place) and not _on_grid(s)]
            del self.corners[: max(1, len(within))]
            done, code = self.steps(done, int(place) if within else round(place))
            if code == RUNNING and within:
                done, code = self.across(done, within)
            self.begun = done
        return self.steps(done, last) if code == RUNNING else (done, code)

    def steps(self, first: int, last: int) -> tuple[int, int]:
        """Steps without a corner; the first few of a history of its own are taken one by one."""
        done = first
        while self.begun and done < min(last, self.begun + _HISTORY):
            pace, number = StepGrid(self.origin + self.begun, self.plan.dt, self.plan.steps + 1), done - self.begun
            _, code = self.loop(self.system, pace, number, number + 1, self.x, self.rates, self.states)
            if code != RUNNING:
                return done, code
            done = self.kept(done + 1)
        if done >= last:
            return done, RUNNING
        pace = StepGrid(self.origin, self.plan.dt, self.plan.every)
        return self.loop(self.system, pace, done, last, self.x, self.rates, self.states)

    def across(self, done: int, within: Sequence[float]) -> tuple[int, int]:
        """The step that corners lie in, as shorter ones that meet at them."""
        x, times = self.x.copy(), [(self.origin + s) * self.plan.dt for s in (done, *within, done + 1)]
        for begin, end in pairwise(times):
            x = _runge_kutta(self.program, self.p, begin, end - begin, x)
        if not np.isfinite(x).all():
            return done, DIVERGED
        if (q := quaternion_index(self.program)) >= 0:
            x[q : q + 4] /= np.linalg.norm(x[q : q + 4])
        self.x[:] = x
        return self.kept(done + 1), RUNNING

    def kept(self, done: int) -> int:
        """The number of steps done, of which the last one is kept where it is a sample."""
        if done % self.plan.every == 0:
            self.states[done // self.plan.every] = self.x
        return done


def _on_grid(place: float) -> bool:
    """Whether a corner is at the end of a step."""
    return abs(place - round(place)) < _ON_GRID * max(1.0, abs(place))


def _runge_kutta(program: Program, p: np.ndarray, t: float, h: float, x: np.ndarray) -> np.ndarray:
    """The state after one step of any length."""

    def rate(time: float, state: np.ndarray) -> np.ndarray:
        return np.asarray(program.rhs(time, state, p, program.signal_values(time))).ravel()

    first = rate(t, x)
    second = rate(t + h / 2, x + h / 2 * first)
    third = rate(t + h / 2, x + h / 2 * second)
    return x + h / 6 * (first + 2 * (second + third) + rate(t + h, x + h * third))


# --- Runs of one machine by fixed steps, or by steps that a method chooses.

_CREEPING, _LONGEST_USUAL_STEP = 1e-3, 1e-3  # of dt; s


def integrate(
    program: Program,
    plan: Plan,
    p: np.ndarray,
    progress: bool | None = None,
    resume: Any = None,
    start: np.ndarray | None = None,
    t0: float = 0.0,
) -> Trajectory:
    """Integrate from the model's start, from the state ``start`` at t0, or on from the last sample of an earlier run."""
    x, t0 = start_state(program, p, resume) if start is None else (np.array(start, dtype=float), t0)
    bar = Progress(plan.duration, program.model.name, progress)
    try:
        if plan.method in ADAPTIVE:
            return _run_adaptive(program, plan, p, x, t0, bar)
        return _run_fixed(program, plan, p, x, t0, bar)
    finally:
        bar.close()


# --- fixed steps ------------------------------------------------------------------------------------------------------


def _fixed_loop(
    program: Program, plan: Plan, p: np.ndarray, x: np.ndarray, origin: int, states: np.ndarray
) -> Callable[[int, int], tuple[int, int]]:
    """The compiled loop of the plan's method as a function of the first and the last step."""
    if plan.method == "adams":
        return _AdamsLoop(program, plan, p, x, origin, states)
    advance, system = KERNELS.advance[plan.method], system_of(program, p)
    pace, rates = StepGrid(origin, plan.dt, plan.every), np.zeros((1, ROWS[plan.method], len(x)))
    return lambda first, last: advance(system, pace, first, last, x, rates, states)


def _run_fixed(program: Program, plan: Plan, p: np.ndarray, x: np.ndarray, t0: float, bar: Progress) -> Trajectory:
    """Fixed steps; the last good state is always the last sample. Step k ends at k dt, also when resuming."""
    origin = round(t0 / plan.dt)
    if abs(origin * plan.dt - t0) > 1e-9 * max(t0, plan.dt):
        raise InputError(
            f"the run to resume ends at {t0:.9g} s, which is not a multiple of dt = {plan.dt} s. Choose a dt that divides it."
        )
    states = np.empty((plan.steps // plan.every + 1, len(x)))
    states[0] = x
    advance = _fixed_loop(program, plan, p, x, origin, states)
    done = 0

    def step(chunk: int) -> tuple[int, float]:
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


# --- steps that the method chooses ------------------------------------------------------------------------------------


def adaptive_loop(
    program: Program, plan: Plan, p: np.ndarray, x: np.ndarray, t0: float, states: np.ndarray, blame: np.ndarray
) -> Callable[[float, float, int, int], tuple[float, float, int, int, int]]:
    """The compiled loop of the plan's method as a function of t, h, the largest number of steps and the next row.

    blame: for every state but the works, how many of the last trial steps it had the largest error in.
    """
    stiff = plan.method == "rodas"
    implicit = make_implicit(linear_of(program), len(x)) if stiff else None
    system = system_of(program, p, also=(program.tangent,) if stiff else ())
    k = np.empty((RODAS if stiff else DORMAND_PRINCE, len(x)))
    control = Control(
        t0, t0 + plan.duration, plan.output, plan.rtol, plan.atol, 1.0 if stiff else GROWTH, least_step(plan),
        np.array([0.0, t0]), blame,
    )  # fmt: skip
    advance_adaptive = KERNELS.advance_adaptive
    return lambda t, h, steps, row: advance_adaptive(implicit, system, control, t, h, row, steps, x, k, states)


def least_step(plan: Plan) -> float:
    """Mean length [s] of the trial steps of an adaptive method below which it does not come along: a thousandth of dt, or less.

    A thousand steps of a fixed-step method would do then what one of them should. What needs so short steps says so by its dt.
    """
    return _CREEPING * min(plan.dt, _LONGEST_USUAL_STEP)


def _run_adaptive(program: Program, plan: Plan, p: np.ndarray, x: np.ndarray, t0: float, bar: Progress) -> Trajectory:
    """Steps with error control; samples by dense output."""
    states = np.empty((math.floor(plan.duration / plan.output + 1e-9) + 1, len(x)))
    states[0], blame = x, np.zeros(max(program.equations.layout.slices["works"].start, 1), dtype=np.int64)
    advance = adaptive_loop(program, plan, p, x, t0, states, blame)
    t, h, row, steps = t0, plan.dt, 1, 0

    def step(chunk: int) -> tuple[int, float]:
        nonlocal t, h, row, steps
        t, h, row, accepted, code = advance(t, h, chunk, row)
        steps += accepted
        return code, plan.duration if t >= t0 + plan.duration else t - t0  # which rounding may have made shorter

    advance(t0, plan.dt, 0, 1)  # compiles or loads the loop
    status, wall_time = in_chunks(step, plan.duration, bar)
    times, states = t0 + np.arange(row) * plan.output, states[:row]
    if t - times[-1] > 1e-12 * max(t, 1.0):
        times, states = np.append(times, t), np.vstack([states, x])
    return Trajectory(times, states, status, steps, wall_time, blamed(program, status, blame))


def blamed(program: Program, status: str, blame: np.ndarray) -> str:
    """After too many steps the state whose error ruled them, and what to do; else nothing."""
    if status != "too many steps":
        return ""
    name = program.equations.layout.names[int(blame.argmax())]
    return f"the error of state '{name}' rules the steps: {BY_WORD[status].cause}"


# --- Which method takes a run: how stiff the model is at its start and at its end, and what that means for the step.

# |eigenvalue| dt; a tenth inside the limits 2.78, 1.41, 2, 2 on the real axis
STABLE = {"rk4": 2.5, "adams": 1.27, "heun": 1.8, "semi-implicit": 1.8}


class StiffnessWarning(UserWarning):
    """The step is longer than an explicit method can take on this model."""


class FrictionWarning(StiffnessWarning):
    """Coulomb friction jumps where steps cannot follow it."""


def choose_method(
    program: Program, plan: Plan, p: np.ndarray, resume: Any = None, start: np.ndarray | None = None
) -> tuple[Plan, float | None]:
    """The plan with ``auto`` replaced by a method, and the stiffness [1/s]: the largest |eigenvalue| of df/dx at the start, and
    at the start with joints moved to where stops and tendons begin to act.

    Warns where the step of a fixed-step method is too long. Stiffness None: not looked at, for the method or the model has
    no need (nothing but the base moves freely).
    """
    if plan.method == "moreau":
        raise InputError(f"method moreau steps models with a scene; '{program.model.name}' has none. Use auto.")
    _warn_of_friction(program)
    explicit = replace(plan, method="rk4") if plan.method == "auto" else plan
    if not can_be_stiff(program, explicit):
        return explicit, None
    x, t0 = start_state(program, p, resume) if start is None else (start, 0.0)
    eigenvalue = _stiffest_eigenvalue(program, t0, x, p)
    if not too_long(explicit, eigenvalue):
        return explicit, abs(eigenvalue)
    if plan.method == "auto" and not _jumps(program.model):
        return replace(plan, method="rodas"), abs(eigenvalue)
    warnings.warn(f"{_stiffness_text(program, explicit, eigenvalue)}.", StiffnessWarning, stacklevel=5)
    return explicit, abs(eigenvalue)


def _stiffest_eigenvalue(program: Program, t: float, x: np.ndarray, p: np.ndarray) -> complex:
    """Largest eigenvalue of df/dx [1/s], by size, at a state and with joints moved to where stops and tendons begin to act."""
    return max((program.fastest_eigenvalue(t, y, p) for y in (x, *_engaged_states(program, t, x, p))), key=abs)


def _engaged_states(program: Program, t: float, x: np.ndarray, p: np.ndarray) -> Iterator[np.ndarray]:
    """The state with joints moved to where a coupling that is idle there would act."""
    layout, model = program.equations.layout, program.model
    couplings = [c for c in model.couplings.values() if hasattr(c, "engaged")]
    if not couplings:
        return
    symbols, _ = declare_inputs(model)
    free = set(layout.joints)
    given = {name: motion[0] for name, motion in gait_motion(model, symbols).items() if name not in free}
    for coupling in couplings:
        for angles in coupling.engaged(model.robot.joint_names, given):
            names = [name for name in angles if name in free]
            places = symbols.at_rest(ca.vertcat(ca.SX(0, 1), *(angles[name] for name in names)))
            at = ca.Function("places", [symbols.t, symbols.p, symbols.u], [ca.densify(places)])
            moved = x.copy()
            for name, value in zip(names, np.array(at(t, p, program.signal_values(t))).ravel(), strict=True):
                moved[layout.slices["angles"].start + list(layout.joints).index(name)] = value
            yield moved


def judge_end(
    program: Program, requested: str, plan: Plan, trajectory: Trajectory, p: np.ndarray, start: float | None = None
) -> tuple[Trajectory, dict[str, object]]:
    """A run by fixed steps after a look at the stiffness where it ended, and what to note about it: nothing where all is well.

    Where the step was too long there, a run that diverged says so; one whose method was left to Elver (``auto``) goes on by
    rodas from the last sample at which the step was short enough. One that finished warns, unless its start did.
    requested: the method asked for.   start: the stiffness at the start [1/s].
    """
    if trajectory.status not in ("finished", "diverged") or not can_be_stiff(program, plan):
        return trajectory, {}
    eigenvalue = program.fastest_eigenvalue(trajectory.times[-1], trajectory.states[-1], p)
    if not too_long(plan, eigenvalue):
        return trajectory, {}
    noted: dict[str, object] = {"stiffness_at_end": abs(eigenvalue)}
    text = _stiffness_text(program, plan, eigenvalue)
    if trajectory.status == "finished":
        if start is None or not too_long(plan, start):
            warnings.warn(f"at the end of the run {text}.", StiffnessWarning, stacklevel=5)
        return trajectory, noted
    if requested == "auto" and not _jumps(program.model) and len(trajectory.times) > 1:
        return _go_on_implicitly(program, plan, trajectory, p, noted)
    return replace(trajectory, detail=f"{text}; a smaller dt helps"), noted


def _go_on_implicitly(
    program: Program, plan: Plan, trajectory: Trajectory, p: np.ndarray, noted: dict[str, object]
) -> tuple[Trajectory, dict[str, object]]:
    """The run up to the last sample before the step became too long, and on from there by rodas."""
    last = last_stable_sample(program, plan, trajectory, p)
    begin = float(trajectory.times[last])
    left = trajectory.times[0] + plan.duration - begin
    rest = replace(plan, method="rodas", duration=float(left))
    more = integrate(program, rest, p, False, start=trajectory.states[last], t0=begin)
    more = name_open_loops(program, more, plan.dt, p)
    noticed = f"by rodas from {begin:g} s on, where dt = {plan.dt:g} s became too long for {plan.method}"
    joined = Trajectory(
        np.concatenate([trajectory.times[:last], more.times]),
        np.vstack([trajectory.states[:last], more.states]),
        more.status,
        trajectory.steps + more.steps,
        trajectory.wall_time + more.wall_time,
        noticed if more.status == "finished" else more.detail,
    )
    return joined, {**noted, "went_on": {"method": "rodas", "from": begin}}


def last_stable_sample(program: Program, plan: Plan, trajectory: Trajectory, p: np.ndarray) -> int:
    """Number of the last sample before the first one at which the step is too long for the method."""
    for k, (t, x) in enumerate(zip(trajectory.times[1:], trajectory.states[1:], strict=True)):
        if too_long(plan, program.fastest_eigenvalue(t, x, p)):
            return k
    return len(trajectory.times) - 2


def can_be_stiff(program: Program, plan: Plan) -> bool:
    """Whether the method has a limit of stability, and the model more than a base that moves freely."""
    return plan.method not in (*ADAPTIVE, "moreau") and _moves_freely(program.model, program.equations.layout)


def _moves_freely(model: Model, layout: StateLayout) -> bool:
    """Whether more than a base moves freely: computed joints, memory, or a force that holds the machine by a stiffness."""
    held = any(trait(force, "stiffness") is not None for force in model.forces.values())
    return bool(layout.joints or layout.memory or held)


def may_take_rodas(model: Model, layout: StateLayout) -> bool:
    """Whether ``auto`` may take rodas for a model. Whether it does, eigenvalues of the compiled one say (``choose_method``)."""
    return model.scene is None and _moves_freely(model, layout) and not _jumps(model)


def too_long(plan: Plan, eigenvalue: complex) -> bool:
    """Whether the step is beyond what the plan's explicit method can take."""
    return abs(eigenvalue) * plan.dt > STABLE[plan.method]


def _stiffness_text(program: Program, plan: Plan, eigenvalue: complex) -> str:
    """What the step should be, and what else can be done."""
    advice = (
        "rodas is no help against jumps of Coulomb friction"
        if _jumps(program.model)
        else 'method="rodas" (`--method rodas`) does it, and "auto" takes that'
    )
    return (
        f"dt = {plan.dt:g} s is too long for {plan.method}: the model has the eigenvalue {_eigenvalue_text(eigenvalue)} 1/s, "
        f"so that {plan.method} is stable up to dt = {STABLE[plan.method] / abs(eigenvalue):.2g} s. {advice}"
    )


def _jumps(model: Model) -> bool:
    """Whether a computed joint has Coulomb friction. Where such a joint sticks, error control never finds a step to accept."""
    return any(not is_zero(joint.coulomb) and joint.mode != "driven" for joint in model.robot.moving_joints)


def _warn_of_friction(program: Program) -> None:
    """Coulomb friction about an axis of a ball or universal joint: what it turns there has no mass, so that it stops and starts
    again within a step, and no ledger shows how far off the path is.
    """
    robot = program.model.robot
    massless = {body.name for body in robot.bodies if body.virtual}
    joints = [j for j in robot.moving_joints if not is_zero(j.coulomb) and j.mode != "driven"]
    if found := [j.name for j in joints if massless & {j.parent, j.child}]:
        warnings.warn(
            f"joint '{found[0]}' has Coulomb friction and turns a link without mass (a ball or universal joint): the error "
            "shrinks slowly with dt, and the ledger does not show it. Compare with a tenth of dt, or use viscous friction.",
            FrictionWarning,
            stacklevel=6,
        )


def _eigenvalue_text(value: complex) -> str:
    """A real number, or a conjugate pair, with four digits."""
    return f"{value.real:.4g}" + (f" +- {abs(value.imag):.4g}i" if value.imag else "")


# --- Steps of a model as a CasADi function, with a look at their length.


def discrete_function(source: Any, interval: float, dt: float) -> ca.Function:
    """(t, x, p, u) -> the state after ``interval`` seconds with the inputs held, by RK4 steps of ``dt``, as a CasADi function.

    source: a Model or a Program.   p: the free parameters that are no inputs (``equations.settings`` has their values).
    The steps are those of ``simulate`` by rk4; the quaternion has unit length after each. Where dt is too long for them
    at the model's start, where ``simulate`` would take another method, a StiffnessWarning says so.
    """
    program = Program(assemble(source), None, None, 0.0, 0.0) if isinstance(source, Model) else source
    function = rk4_function(program, interval, dt)
    if isinstance(program, Program) and _moves_freely(program.model, program.equations.layout):
        p = program.parameter_vector()
        eigenvalue = _stiffest_eigenvalue(program, 0.0, program.initial_state(p), p)
        if abs(eigenvalue) * dt > STABLE["rk4"]:
            warnings.warn(
                f"dt = {dt:g} s is too long for the RK4 steps of discrete_function: at its start model '{program.model.name}' "
                f"has the eigenvalue {_eigenvalue_text(eigenvalue)} 1/s, so that they are stable up to dt = "
                f"{STABLE['rk4'] / abs(eigenvalue):.2g} s, and the states run away or shake. Use a shorter dt; the interval may "
                "stay as it is.",
                StiffnessWarning,
                stacklevel=2,
            )
    return function
