"""How runs of machines with loops end: a loop that no longer closes, a loop that passed through a singular position."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from elver.equations.closure import is_closed
from elver.simulation.integrate import Trajectory
from elver.simulation.program import Program

SINGULAR = 1e6  # condition of J_p beyond which an error of rounding moves the dependent joints by 1e-10


def name_open_loops(program: Program, trajectory: Trajectory, dt: float, p: np.ndarray) -> Trajectory:
    """The trajectory with the status that tells why it failed, where that is a loop one step further on: ``loop open`` where it
    does not close, ``loop singular`` where it closes and its dependent joints do not follow from the others.
    """
    equations, t, x = program.equations, trajectory.times[-1], trajectory.states[-1]
    if equations.loops is None or trajectory.status not in ("diverged", "step too small"):
        return trajectory
    rate = np.array(equations.rhs(t, x, p, program.signal_values(t))).ravel()
    ahead = [(t + h, x + h * rate, p, program.signal_values(t + h)) for h in (0.0, dt / 2, dt)]
    if not all(is_closed(equations, *place) for place in ahead[1:]):
        return replace(trajectory, status="loop open")
    here, *further = (closure_columns(equations, *place) for place in ahead)
    return replace(trajectory, status="loop singular") if any(is_singular(here, J) for J in further) else trajectory


def closure_columns(equations, t: float, x: np.ndarray, p, u) -> np.ndarray:
    """J_p at a state: the closure's derivative by the dependent joints."""
    q = equations.loops.project(equations.guess(t, x, p, u))
    return np.array(equations.loops.jacobian(q))[:, list(equations.loops.dependent)]


def is_singular(here: np.ndarray, ahead: np.ndarray) -> bool:
    """Whether J_p is singular ahead, or has turned over on the way."""
    return not np.linalg.cond(ahead) < SINGULAR or np.linalg.det(here.T @ ahead) <= 0


def end_at_singular_loops(program: Program, trajectory: Trajectory, outputs: np.ndarray) -> tuple[Trajectory, np.ndarray]:
    """Trajectory and outputs up to where J_p first turns over: from one sample to the next its columns change their orientation.

    In between it was singular, the dependent joints could have gone either way, and a step went over it unawares: what follows
    is not determined. The test is det(J_p^T J_p'), which is det J_p det J_p' where J_p is square.
    """
    loops = program.equations.loops
    if loops is None:
        return trajectory, outputs
    q = joint_positions(program.equations, outputs)
    J = np.array(loops.jacobian.map(len(q))(q.T)).reshape(len(loops.rows), len(q), -1)[:, :, list(loops.dependent)]
    J = J.transpose(1, 0, 2)
    turned = np.flatnonzero(np.linalg.det(J[:-1].transpose(0, 2, 1) @ J[1:]) < 0)
    if not len(turned):
        return trajectory, outputs
    end = int(turned[0]) + 1
    kept = replace(trajectory, times=trajectory.times[:end], states=trajectory.states[:end], status="loop singular")
    return kept, outputs[:end]


def joint_positions(equations, outputs: np.ndarray) -> np.ndarray:
    """The recorded joint vectors, one row per sample."""
    start = 0
    for f in equations.fields:
        size = math.prod(len(equations.coordinates[d]) for d in f.dims)
        if f.name == "joint_position":
            return outputs[:, start : start + size]
        start += size
    raise KeyError("joint_position")


def loop_text(data, status: str) -> str:
    """Why a loop may have opened."""
    if "loop_condition" not in data:
        return ""
    names, condition = ", ".join(map(str, data.loop.values)), float(data.loop_condition[-1])
    if status == "loop singular":
        return (
            f"the loops ({names}) pass through a singular position of their dependent joints (condition {condition:.3g} before)"
        )
    return (
        f"the loops ({names}) do not close beyond this instant: out of reach, singular (condition {condition:.3g} here), "
        "or dt is too long"
    )
