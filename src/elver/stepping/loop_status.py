"""How runs of machines with loops end: a loop that no longer closes, a loop that passed through a singular position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import casadi as ca
import numpy as np

from elver.dynamics import LoopFunctions
from elver.equations import Equations
from elver.equations.closure import is_closed
from elver.native.program import Program
from elver.stepping.trajectory import Trajectory

SINGULAR = 1e6  # condition of J_p beyond which an error of rounding moves the dependent joints by 1e-10
LOOP_WORDS = ("loop open", "loop singular")
SAMPLES = 10000  # whose Jacobians are looked at together
WATCH = 0.01  # s: the usual interval between samples of a run


def name_open_loops(program: Program, trajectory: Trajectory, dt: float, p: np.ndarray) -> Trajectory:
    """The trajectory with the status of ``loop_failure`` where it failed because of a loop one step further on."""
    if trajectory.status not in ("diverged", "step too small", "too many steps"):
        return trajectory
    word = loop_failure(program, trajectory.times[-1], trajectory.states[-1], p, dt)
    return trajectory if word is None else replace(trajectory, status=word)


def loop_failure(program: Program, t: float, x: np.ndarray, p: np.ndarray, dt: float) -> str | None:
    """What becomes of the loops within a step from x: ``loop open``; ``loop singular``, J_p singular or turned over; or None."""
    equations = program.equations
    if equations.loops is None:
        return None
    rate = np.array(equations.rhs(t, x, p, program.signal_values(t))).ravel()
    ahead = [(t + h, x + h * rate, p, program.signal_values(t + h)) for h in (0.0, dt / 2, dt)]
    if not all(is_closed(equations, *at) for at in ahead[1:]):
        return "loop open"
    loops = equations.loops.at(p)
    q = [np.array(loops.project(equations.guess(*at))).ravel() for at in ahead]
    turned = first_turn(loops, np.array(q)) is not None
    return "loop singular" if turned or any(is_singular(loops, at) for at in q[1:]) else None


def loop_columns(equations: Equations) -> ca.Function:
    """(t, x, p, u) -> J_p, the columns of the closure's Jacobian that belong to the dependent joints."""
    assert equations.loops is not None
    args = [ca.SX.sym(name, equations.rhs.nnz_in(name)) for name in ("t", "x", "p", "u")]
    loops = equations.loops.at(args[2])
    J = loops.jacobian(loops.project(equations.guess(*args)))[:, list(loops.dependent)]
    return ca.Function("columns", args, [ca.densify(J)], ["t", "x", "p", "u"], ["J"])


def is_singular(loops: LoopFunctions, q: np.ndarray) -> bool:
    """Whether the dependent joints do not follow from the others: the columns of J_p are (almost) dependent."""
    return not np.linalg.cond(np.array(loops.jacobian(q))[:, list(loops.dependent)]) < SINGULAR


def end_at_singular_loops(
    program: Program, trajectory: Trajectory, outputs: dict[str, np.ndarray], p: np.ndarray
) -> tuple[Trajectory, dict]:
    """Trajectory and outputs up to where J_p first turns over: from one sample to the next its columns change their orientation.

    In between it was singular, the dependent joints could have gone either way, and a step went over it unawares: what follows
    is not determined. The test is det(J_p^T J_p'), which is det J_p det J_p' where J_p is square.
    """
    loops = program.equations.loops
    if loops is None:
        return trajectory, outputs
    end = first_turn(loops.at(p), outputs["joint_position"])
    if end is None:
        return trajectory, outputs
    inputs = None if trajectory.inputs is None else trajectory.inputs[:end]
    kept = replace(
        trajectory, times=trajectory.times[:end], states=trajectory.states[:end], inputs=inputs, status="loop singular"
    )
    return kept, {name: values[:end] for name, values in outputs.items()}


def first_turn(loops: LoopFunctions, q: np.ndarray) -> int | None:
    """How many samples of the joint vectors (sample, joint) there are before J_p turns over; None where it does not."""
    for first in range(0, len(q) - 1, SAMPLES):
        part = q[first : first + SAMPLES + 1]
        J = np.array(loops.jacobian.map(len(part))(part.T)).reshape(len(loops.rows), len(part), -1)[:, :, list(loops.dependent)]
        J = J.transpose(1, 0, 2)
        turned = np.flatnonzero(np.linalg.det(J[:-1].transpose(0, 2, 1) @ J[1:]) < 0)
        if len(turned):
            return first + int(turned[0]) + 1
    return None


def last_step_before_turn(program: Program, states: np.ndarray, first: int, dt: float, p: np.ndarray) -> int | None:
    """The last row of ``states`` before J_p turns over, of the rows that are looked at; None where it does not.

    states: one row per step, the first after ``first`` steps of dt. Looked at: a row every 0.01 s, and the last one.
    """
    equations = program.equations
    if equations.loops is None:
        return None
    rows = [*range(0, len(states) - 1, max(1, round(WATCH / dt))), len(states) - 1]
    times = (first + np.array(rows)) * dt
    u = np.array([program.signal_values(t) for t in times]).T if program.signal_width else np.zeros(0)
    loops = equations.loops.at(p)
    q = loops.project(equations.guess(times[None], states[rows].T, p, u))
    end = first_turn(loops, np.array(q, dtype=float).T)
    return None if end is None else rows[end - 1]


def loop_text(data: Any, status: str) -> str:
    """Why a loop may have opened."""
    if "loop_condition" not in data:
        return ""
    names, condition = ", ".join(map(str, data.loop.values)), float(data.loop_condition.values[-1])
    if status == "loop singular":
        return (
            f"the loops ({names}) pass through a singular position of their dependent joints (condition {condition:.3g} before)"
        )
    return (
        f"the loops ({names}) do not close beyond this instant: out of reach, singular (condition {condition:.3g} here), "
        "or dt is too long"
    )
