"""Runs of one machine: by fixed steps, or by steps that a method chooses; a status at the end, whatever happens."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from elver._support.choices import ADAPTIVE
from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.interrupts import in_chunks
from elver._support.statuses import BY_WORD
from elver.codegen.kernels.system import StepGrid
from elver.codegen.kernels.table import KERNELS
from elver.model import Program
from elver.simulation.plan import Plan
from elver.simulation.schemes.adams import AdamsLoop
from elver.simulation.schemes.arrays import DORMAND_PRINCE, GROWTH, RODAS, ROWS, StepControl, make_implicit
from elver.simulation.schemes.table import SCHEMES
from elver.simulation.trajectory import Trajectory, linear_of, start_state, system_of

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


def _fixed_loop(
    program: Program, plan: Plan, p: np.ndarray, x: np.ndarray, origin: int, states: np.ndarray
) -> Callable[[int, int], tuple[int, int]]:
    """The compiled loop of the plan's method as a function of the first and the last step."""
    if plan.method == "adams":
        return AdamsLoop(program, plan, p, x, origin, states)
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


# --- Steps that the method chooses.


def adaptive_loop(
    program: Program, plan: Plan, p: np.ndarray, x: np.ndarray, t0: float, states: np.ndarray, blame: np.ndarray
) -> Callable[[float, float, int, int], tuple[float, float, int, int, int]]:
    """The compiled loop of the plan's method as a function of t, h, the largest number of steps and the next row.

    blame: for every state but the works, how many of the last trial steps it had the largest error in.
    """
    stiff = SCHEMES[plan.method].implicit
    implicit = make_implicit(linear_of(program), len(x)) if stiff else None
    system = system_of(program, p, also=(program.tangent,) if stiff else ())
    k = np.empty((RODAS if stiff else DORMAND_PRINCE, len(x)))
    control = StepControl(
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
    return Trajectory(times, states, status, steps, wall_time, failure_detail(program, status, blame))


def failure_detail(program: Program, status: str, blame: np.ndarray) -> str:
    """After too many steps the state whose error ruled them, and what to do; else nothing."""
    if status != "too many steps":
        return ""
    name = program.equations.layout.names[int(blame.argmax())]
    return f"the error of state '{name}' rules the steps: {BY_WORD[status].cause}"
