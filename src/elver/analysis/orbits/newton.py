"""Damped Newton iteration on shooting equations. Failure is a status with advice, never an exception."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from elver._support.interrupts import stop_if_asked
from elver.analysis.orbits.shooting import Iterate, ShootingEquations, ShootingResidual

ACCEPTED = 1e-9  # scaled residual of an orbit
_SMALLEST_STEP = 2.0**-10
SINGULAR = 1e-12  # ratio of singular values


@dataclass(frozen=True)
class Step:
    """One line of the history: residual (scaled) before the step, size of the step (scaled), and the fraction of it taken."""

    number: int
    residual: float
    step: float
    fraction: float

    def __str__(self) -> str:
        taken = "" if self.step == 0 else f"   step {self.step:.2e}" + ("" if self.fraction == 1 else f" x {self.fraction:.3g}")
        return f"  {self.number:3d}   residual {self.residual:.3e}{taken}"


@dataclass(frozen=True, eq=False)
class Solution:
    """Where the iteration ended. status: ``converged``, ``stalled``, ``diverged`` or ``too many iterations``.

    singular: the Jacobian had no full rank at the end. worst: name of the equation with the largest residual.
    """

    at: Iterate
    evaluation: ShootingResidual
    status: str
    history: tuple[Step, ...]
    singular: bool
    worst: str


@dataclass(frozen=True, eq=False)
class ArclengthConstraint:
    """An extra equation of continuation: the scaled unknowns, counted from the start, stay in the plane across ``normal``."""

    normal: np.ndarray
    scales: tuple[np.ndarray, np.ndarray]


def solve(
    system: ShootingEquations,
    at: Iterate,
    tolerance: float,
    max_iterations: int,
    callback: Callable[[str], None] | None = None,
    plane: ArclengthConstraint | None = None,
) -> Solution:
    """Newton's iteration from a guess, with the step halved until the residual falls."""
    scales = None if plane is None else plane.scales
    here, singular = system.evaluate(at, True, scales), False
    history: list[Step] = []

    def end(status: str) -> Solution:
        history.append(Step(len(history), here.size, 0.0, 1.0))
        if callback:
            callback(str(history[-1]))
        return Solution(at, here, status, tuple(history), singular, worst_of(system, here))

    if here.failed is not None:
        return end("diverged")
    while here.size > tolerance:
        stop_if_asked()
        if len(history) >= max_iterations:
            return end("converged" if here.size <= ACCEPTED else "too many iterations")
        step, singular = _newton_step(here, plane)
        accepted = _line_search(system, at, here, step)
        if accepted is None:
            return end("converged" if here.size <= ACCEPTED else "stalled")
        fraction, moved = accepted
        history.append(Step(len(history), here.size, float(np.abs(step).max()), fraction))
        if callback:
            callback(str(history[-1]))
        at, here = moved, system.evaluate(moved, True, scales)
        if here.failed is not None:
            return end("diverged")
    return end("converged")


def worst_of(system: ShootingEquations, here: ShootingResidual) -> str:
    names = system.equations
    return names[int(np.argmax(np.abs(here.residual)))] if len(here.residual) else names[0]


def _newton_step(here: ShootingResidual, plane: ArclengthConstraint | None) -> tuple[np.ndarray, bool]:
    """The scaled step; the shortest one where the Jacobian has no full rank, and whether that is so."""
    assert here.jacobian is not None  # evaluated with it, and the run did not diverge
    A, b = here.jacobian, -here.residual
    if plane is not None:
        A, b = np.vstack([A, plane.normal]), np.append(b, 0.0)
    step, _, rank, _ = np.linalg.lstsq(A, b, rcond=SINGULAR)
    return step, bool(rank < A.shape[1])


def _line_search(
    system: ShootingEquations, at: Iterate, here: ShootingResidual, step: np.ndarray
) -> tuple[float, Iterate] | None:
    """The first of 1, 1/2, 1/4, .. of the step that lowers the residual; None where none does."""
    fraction, scales = 1.0, (here.unknown_scales, here.equation_scales)
    while fraction >= _SMALLEST_STEP:
        moved = system.moved(at, fraction * step * here.unknown_scales)
        there = system.evaluate(moved, False, scales)
        if np.linalg.norm(there.residual) < (1 - 1e-4 * fraction) * np.linalg.norm(here.residual) and there.failed is None:
            return fraction, moved
        fraction *= 0.5
    return None


def advice(solution: Solution) -> str:
    """One or two sentences on how the iteration ended; for a failure what was reached and what to try."""
    r, n = solution.evaluation.size, len(solution.history) - 1
    if solution.status == "converged":
        family = " The Jacobian is singular: orbits come in a family here, and this is one of it." if solution.singular else ""
        return f"residual {r:.1e} after {n} iterations.{family}"
    if solution.status == "diverged":
        return (
            f"no orbit found: the run over one period diverged {solution.evaluation.failed:.4g} s after its start, at "
            f"iteration {n}. Use more steps, a longer transient, or more segments."
        )
    reached = f"no orbit found: {solution.status} after {n} iterations at a residual of {r:.2e}, largest in '{solution.worst}'."
    if solution.singular:
        reached += (
            " The Jacobian is singular: some state can drift without anything that brings it back (no damping, or resonance)."
        )
    return (
        reached + " Try a longer transient, more segments, another start, or a parameter that is free to trim; there may be none."
    )
