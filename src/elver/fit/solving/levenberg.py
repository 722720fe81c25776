"""Levenberg and Marquardt's descent with bounds: steps of the linearised misfit, shorter after every one that went wrong.

A step minimises |J d + r|^2 + damping |D d|^2 with D the largest column norms so far (J. J. More 1978), so that units do not
matter; the damping follows the gain ratio (H. B. Nielsen 1999). A coordinate at its bound stays there while the slope of the cost
presses it outwards; a step that would leave the box is solved again with that coordinate set on the wall. The distance from the
minimum is told in standard deviations: |J d| of the undamped step. Below ``tolerance`` it has converged; where the misfit is
larger than the noise, standard deviations are counted as that much larger.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from elver.fit.solving.misfit import Point
from elver.fit.solving.scales import Box

TOLERANCE = 1e-4  # standard deviations from the minimum: what is closer no data can tell
ITERATIONS = 60
FIRST_DAMPING, LEAST_DAMPING, LARGEST_DAMPING = 1e-4, 1e-12, 1e12
SINGULAR = 1e-10  # of the largest singular value: below that a direction is not told
ROUNDING = 1e-12  # of the cost: a smaller gain is not seen
NEARLY = 1e-2  # standard deviations: where no step gains anything so near the minimum, rounding is why


class Target(Protocol):
    """What is descended: a misfit at search coordinates, within bounds."""

    @property
    def box(self) -> Box: ...

    def at(self, s: np.ndarray, slopes: bool = True) -> Point: ...


@dataclass(frozen=True, eq=False)
class State:
    """Where a descent stands after an iteration; enough to go on from."""

    s: np.ndarray
    damping: float = FIRST_DAMPING
    growth: float = 2.0
    norms: np.ndarray | None = None
    history: tuple[dict[str, float], ...] = ()


@dataclass(frozen=True, eq=False)
class Descent:
    """How a descent ended: at ``point``, with a status of Fit's list and a sentence."""

    point: Point
    status: str
    detail: str
    state: State = field(default_factory=lambda: State(np.zeros(0)))

    @property
    def history(self) -> tuple[dict[str, float], ...]:
        return self.state.history


def descend(
    target: Target,
    begin: State,
    tolerance: float = TOLERANCE,
    iterations: int = ITERATIONS,
    tell: Callable[[State, Point], None] | None = None,
) -> Descent:
    """Go down from ``begin``. tell: called after every iteration. Ctrl-C ends it with the best point so far."""
    state, best = begin, None
    try:
        best = target.at(inside(target.box, begin.s))
        if not math.isfinite(best.cost):
            return Descent(best, "failed", f"no numbers at the start: {best.why}", state)
        while True:
            state, best, ended = iterate(target, state, best, tolerance)
            if tell is not None:
                tell(state, best)
            if ended is not None:
                return Descent(best, ended[0], ended[1], state)
            if len(state.history) - len(begin.history) >= iterations:
                return Descent(best, "too many iterations", f"not converged after {iterations} iterations", state)
    except KeyboardInterrupt:
        if best is None:
            raise
        return Descent(best, "interrupted", f"interrupted after {len(state.history)} iterations; the best point so far", state)


def iterate(target: Target, state: State, now: Point, tolerance: float):
    """One iteration: (state, point, how it ended or None). Steps are tried until one goes down, or none can."""
    box, J = target.box, now.jacobian
    assert J is not None
    norms = np.linalg.norm(J, axis=0)
    norms = norms if state.norms is None else np.maximum(norms, state.norms)
    distance = remaining(box, now)
    damping, growth, tried = state.damping, state.growth, 0

    def after(point: Point, step: float, ended: tuple[str, str] | None):
        line = {"cost": point.cost, "step": step, "damping": damping, "gradient": distance, "tried": float(tried)}
        return State(point.s, damping, growth, norms, (*state.history, line)), point, ended

    excess = max(1.0, math.sqrt(2.0 * now.cost / max(len(now.residual), 1)))  # misfit beyond the noise widens what is near
    if distance <= tolerance * excess:
        return after(now, 0.0, ("converged", f"{distance:.1g} standard deviations from the minimum"))
    while damping <= LARGEST_DAMPING:
        tried += 1
        d = damped_step(box, now, norms, damping)
        expected = -float(now.gradient @ d) - 0.5 * float(np.sum((J @ d) ** 2))
        length = float(np.linalg.norm(J @ d))
        if np.abs(d).max() <= 1e-15 * max(1.0, float(np.abs(now.s).max())):
            break
        if expected <= 0:  # walls stand in the way of this one
            damping, growth = damping * growth, min(2.0 * growth, 1e4)
            continue
        new = target.at(inside(box, now.s + d))
        gain = (now.cost - new.cost) / expected if math.isfinite(new.cost) else -math.inf
        if gain > 1e-4:
            damping, growth = max(LEAST_DAMPING, damping * max(0.1, 1.0 - (2.0 * min(gain, 1.0) - 1.0) ** 3)), 2.0
            return after(new, length, None)
        if expected <= ROUNDING * max(now.cost, 1e-300):
            break
        damping, growth = damping * growth, min(2.0 * growth, 1e4)
    if distance <= NEARLY * excess:
        ended = ("converged", f"{distance:.1g} standard deviations from the minimum, where no step gains more than rounding")
    else:
        ended = ("stalled", f"no step goes down although the minimum should be {distance:.2g} standard deviations away")
    return after(now, 0.0, ended)


def inside(box: Box, s: np.ndarray) -> np.ndarray:
    """Coordinates inside the box; what comes within rounding of a wall stands on it."""
    near = 1e-13 * np.maximum(1.0, np.abs(s))
    return np.where(s <= box.low + near, box.low, np.where(s >= box.high - near, box.high, s))


def pressed(box: Box, now: Point) -> np.ndarray:
    """Coordinates that stand at a bound and would go beyond it."""
    slope = now.gradient
    return ((now.s <= box.low) & (slope > 0)) | ((now.s >= box.high) & (slope < 0))


def remaining(box: Box, now: Point) -> float:
    """Distance from the minimum of the linearised misfit [standard deviations], bounds not counted but those pressed on."""
    assert now.jacobian is not None
    J = now.jacobian[:, ~pressed(box, now)]
    norms = np.linalg.norm(J, axis=0)
    J = J[:, norms > 0] / norms[norms > 0]
    if not J.size:
        return 0.0
    U, sizes, _ = np.linalg.svd(J, full_matrices=False)
    return float(np.linalg.norm(U[:, sizes > SINGULAR * sizes[0]].T @ now.residual))


def damped_step(box: Box, now: Point, norms: np.ndarray, damping: float) -> np.ndarray:
    """The damped step inside the box, at most ``reach`` long in every coordinate."""
    J = now.jacobian
    assert J is not None
    d = np.zeros(len(now.s))
    moving = ~pressed(box, now) & (norms > 0)
    room_low, room_high = box.low - now.s, box.high - now.s
    residual = now.residual
    while moving.any():
        A = J[:, moving] / norms[moving]
        U, sizes, Vt = np.linalg.svd(A, full_matrices=False)
        told = sizes > SINGULAR * sizes[0]
        factor = np.where(told, sizes / (sizes**2 + damping), 0.0)
        part = -(Vt.T @ (factor * (U.T @ residual))) / norms[moving]
        part *= min(1.0, float(np.min(box.reach[moving] / np.maximum(np.abs(part), 1e-300))))
        trial = d.copy()
        trial[moving] = part
        beyond = moving & ((trial < room_low) | (trial > room_high))
        if not beyond.any():
            return trial
        walls = np.clip(trial, room_low, room_high)
        d[beyond] = walls[beyond]
        moving &= ~beyond
        residual = now.residual + J @ d
    return d
