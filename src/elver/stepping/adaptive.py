"""Runs of the methods that choose their own steps, with an end for those that hardly come along."""

from __future__ import annotations

import math

import numpy as np

from elver.native.program import Program
from elver.statuses import BY_WORD
from elver.stepping.integrate import Plan, Progress, Trajectory, in_chunks, quaternion_index

CREEPING, LONGEST_USUAL_STEP = 1e-3, 1e-3  # of dt; s


def adaptive_loop(program: Program, plan: Plan, p, x, t0: float, states, blame):
    """The compiled loop of the plan's method as a function of t, h, the largest number of steps and the next row.

    blame: for every state but the works, how many of the last trial steps it had the largest error in.
    """
    watch = least_step(plan), np.array([0.0, t0]), blame
    breaks, coefficients = program.signal_tables()
    end, quaternion = t0 + plan.duration, quaternion_index(program)
    if plan.method == "dopri5":
        from elver.stepping.kernels import advance_adaptive

        return lambda t, h, steps, row: advance_adaptive(
            program.rhs.address, t, h, end, steps, t0, plan.output, row, x, p, breaks, coefficients,
            quaternion, program.rhs.work_size, plan.rtol, plan.atol, states, *watch,
        )  # fmt: skip
    from elver.stepping.rosenbrock import advance_rosenbrock

    c, tangent = program.columns, program.tangent
    work_size = max(program.rhs.work_size, tangent.work_size)
    return lambda t, h, steps, row: advance_rosenbrock(
        program.rhs.address, tangent.address, t, h, end, steps, t0, plan.output, row, x, p, breaks, coefficients,
        c.seeds, c.owner, c.coupled, c.quadratures, quaternion, work_size, plan.rtol, plan.atol, states, *watch,
    )  # fmt: skip


def least_step(plan: Plan) -> float:
    """Mean length [s] of the trial steps of an adaptive method below which it does not come along: a thousandth of dt, or less.

    A thousand steps of a fixed-step method would do then what one of them should. What needs so short steps says so by its dt.
    """
    return CREEPING * min(plan.dt, LONGEST_USUAL_STEP)


def run_adaptive(program: Program, plan: Plan, p, x, t0: float, bar: Progress) -> Trajectory:
    """Steps with error control; samples by dense output."""
    states = np.empty((math.floor(plan.duration / plan.output + 1e-9) + 1, len(x)))
    states[0], blame = x, np.zeros(max(program.equations.layout.slices["works"].start, 1), dtype=np.int64)
    advance = adaptive_loop(program, plan, p, x, t0, states, blame)
    t, h, row, steps = t0, plan.dt, 1, 0

    def step(chunk):
        nonlocal t, h, row, steps
        t, h, row, accepted, code = advance(t, h, chunk, row)
        steps += accepted
        return code, t - t0

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
