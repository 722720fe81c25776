"""Dependent joints put on their loops, in numbers: where a run begins, and which assembly of the mechanism that is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.dynamics.loops import LoopFunctions
from elver.errors import InputError

CLOSED = 1e-10  # m, rad: rounding of a machine some ten metres long, with a digit to spare
SINGULAR = 1e8  # condition number of J_p beyond which half of all digits are lost
ITERATIONS = 200
CONSISTENT = 1e-7  # a rate of closure, per unit rate of an independent joint, that is not rounding


@dataclass(frozen=True, eq=False)
class Settled:
    """q: the joint vector with all loops closed.   condition: of J_p (2-norm).

    branch: sign of det J_p, which two assemblies of a loop differ in (0 where J_p is not square).
    """

    q: np.ndarray
    condition: float
    branch: int


def settle(loops: LoopFunctions, guess) -> Settled:
    """Close the loops from a guess of all joints, moving the dependent ones. Refuses loops that cannot close or are singular."""
    q = nearest_closure(loops, np.array(guess, dtype=float))
    refuse_open(loops, q)
    J = np.array(loops.jacobian(q))
    J_p, J_i = J[:, list(loops.dependent)], J[:, list(loops.independent)]
    sizes = np.linalg.svd(J_p, compute_uv=False)
    condition = float(sizes[0] / sizes[-1]) if sizes[-1] > 0 else np.inf
    names = ", ".join(loop.name for loop in loops.robot.loops)
    if not condition < SINGULAR:
        raise InputError(
            f"robot '{loops.robot.name}': its loops ({names}) are singular at the start (condition {condition:.2g}): "
            f"the dependent joints {', '.join(loops.robot.dependent)} can move without the others. "
            "Start elsewhere, or name other joints as dependent."
        )
    missed = np.abs(J_i - J_p @ np.linalg.lstsq(J_p, J_i, rcond=None)[0]).max(initial=0.0)
    if missed > CONSISTENT * np.abs(J).max():
        raise InputError(
            f"robot '{loops.robot.name}': the {J_p.shape[1]} dependent joints cannot follow its loops ({names}): "
            f"they demand {np.linalg.matrix_rank(J, 1e-9)} independent equations. "
            "Name as many dependent joints, or cut joints that forbid less."
        )
    square = J_p.shape[0] == J_p.shape[1]
    return Settled(q, condition, int(np.sign(np.linalg.det(J_p))) if square else 0)


def nearest_closure(loops: LoopFunctions, q: np.ndarray) -> np.ndarray:
    """Joint vector with the smallest closure error that Levenberg and Marquardt's method finds from q."""
    dependent, rows = list(loops.dependent), list(loops.rows)
    damping, error = 1e-3, np.array(loops.error(q)).ravel()
    for _ in range(ITERATIONS):
        J = np.array(loops.jacobian(q))[:, dependent]
        step = np.linalg.solve(J.T @ J + damping * np.eye(len(dependent)), J.T @ error[rows])
        trial = q.copy()
        trial[dependent] -= step
        tried = np.array(loops.error(trial)).ravel()
        if np.abs(step).max() <= 1e-15 * (1 + np.abs(q).max()):
            break
        if np.linalg.norm(tried) < np.linalg.norm(error):
            q, error, damping = trial, tried, damping * 0.1 if damping > 1e-18 else 0.0
        elif damping > 1e8 or (damping == 0.0 and np.linalg.norm(error) < CLOSED):
            break
        else:
            damping = max(10 * damping, 1e-18)
    return q


def refuse_open(loops: LoopFunctions, q: np.ndarray) -> None:
    """Every loop is closed at q, with its axes the right way round."""
    error, aligned, start = np.array(loops.error(q)).ravel(), np.array(loops.aligned(q)).ravel(), 0
    for loop, direction in zip(loops.robot.loops, aligned, strict=True):
        shifts, turns = (len(axes) for axes in loop.constrained)
        gap, turn = (np.linalg.norm(part) for part in np.split(error[start : start + shifts + turns], [shifts]))
        start += shifts + turns
        if not max(gap, turn) <= CLOSED:
            raise InputError(
                f"loop '{loop.name}' cannot close: with the dependent joints {', '.join(loop.dependent)} free to move, a gap of "
                f"{gap:.3g} m and {turn:.3g} rad remains between '{loop.first}' and '{loop.second}'. "
                "Check the lengths and frames, the independent joints' angles, or start the dependent ones nearer (Start.angles)."
            )
        if direction < 0:
            raise InputError(
                f"loop '{loop.name}' closes with its cut frames turned over by half a turn. "
                "Turn the axes of one of them, or start the dependent joints nearer (Start.angles)."
            )
