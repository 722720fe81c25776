"""Model predictive control of a swimming chain: follow the world's x axis, keep joint angles, rates and torques within bounds.

Every call predicts a few seconds ahead with the nonlinear model, linearises along that prediction, and solves one quadratic
program for the changes of the steering input (one step of sequential quadratic programming; the next call goes on from it).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import casadi as ca
import numpy as np
from predictor import BEND, LAGS, SIZE, Predictor

STEPS = (1, 1, 1, 1, 2, 2, 2, 2, *[4] * 14)
SOLVERS = {"qpoases": {"printLevel": "none", "sparse": False, "error_on_fail": False}, "daqp": {"error_on_fail": False}}


@dataclass(frozen=True)
class Bounds:
    """Largest steering input [rad], joint angle [rad], joint rate [rad/s], torque [N m], and mean heading off the line [rad]."""

    steering: float = 0.35
    angle: float = math.radians(36)
    rate: float = 0.7
    torque: float = 0.6
    heading: float = math.radians(60)


@dataclass(frozen=True)
class Weights:
    """Of the distance from the line [1/(m^2 s)], that at the end [1/m^2], the input and its changes [1/rad^2], broken bounds."""

    distance: float = 1.0
    final: float = 10.0
    input: float = 0.05
    change: float = 5.0
    broken: float = 100.0


@dataclass(frozen=True)
class Outcome:
    """What a plan leads to at the end of its pieces: what is seen, the bend and its rate, each with its change with the plan; and
    the wave's angles and rates there."""

    seen: np.ndarray
    seen_by: np.ndarray
    bend: np.ndarray
    bend_by: np.ndarray
    angles: np.ndarray
    rates: np.ndarray


class LinePredictiveControl:
    """Steering from the state and the current. A plan is a row of pieces of constant input, so many steps of ``dt`` [s] long."""

    def __init__(self, model: Predictor, bounds: Bounds, weights: Weights, dt=0.1, steps=STEPS, margin=0.03, solver="daqp"):
        self.model, self.bounds, self.weights, self.dt, self.steps = model, bounds, weights, dt, steps
        self.plan, moves = np.zeros(len(steps)), len(steps)
        self.lengths = dt * np.array(steps)
        self.ends = np.cumsum(self.lengths)
        self.joints = model.wave.size1_out(0)
        self.waves = model.wave.map(moves)
        self.bent = np.zeros((2, SIZE))  # the bend and its rate from z
        self.bent[0, BEND] = 1.0
        self.bent[1, [BEND, LAGS.stop - 1]] = -1 / model.lag, 1 / model.lag
        self.program = quadratic_program(moves, 2 * moves * (3 + self.joints), solver)
        self.margin = margin
        self.planned_at: float | None = None

    def solve(self, t: float, z: np.ndarray, c: np.ndarray, u: float) -> float:
        """The input to hold from now on; u: the one that was held until now."""
        self.shift(t)
        outcome = self.predict(t, z, c)
        H, g, A, high = self.problem(outcome, u)
        n = len(self.plan)
        span = self.bounds.steering
        lbx, ubx = np.append(-span - self.plan, 0.0), np.append(span - self.plan, np.inf)
        found = self.program(h=H, g=g, a=A, lba=-np.inf, uba=high, lbx=lbx, ubx=ubx, x0=np.zeros(n + 1))
        step = np.array(found["x"]).ravel()
        self.broken = step[n]
        self.plan = np.clip(self.plan + step[:n], -span, span)
        return float(self.plan[0])

    def shift(self, t: float) -> None:
        """Move the plan to the new time: the pieces of the last plan that are now nearer."""
        if self.planned_at is not None:
            middles = self.ends - self.lengths / 2
            self.plan = np.interp(middles + t - self.planned_at, middles, self.plan)
        self.planned_at = t

    def predict(self, t: float, z: np.ndarray, c: np.ndarray) -> Outcome:
        """The course that the plan leads to, and how it changes with the plan."""
        by_plan, seen, times = np.zeros((SIZE, len(self.plan))), [], t + self.ends
        for move, (u, steps) in enumerate(zip(self.plan, self.steps, strict=True)):
            for _ in range(steps):
                z, change = self.model.step(t, z, c, u, self.dt)
                by_plan[:, : move + 1] = change[:, :SIZE] @ by_plan[:, : move + 1]
                by_plan[:, move] += change[:, -1]
                t += self.dt
            y, dy = self.model.watch(t, z, c, u)
            seen.append((y.copy(), dy[:, :SIZE] @ by_plan, self.bent @ z, self.bent @ by_plan))
        return Outcome(*(np.array(part) for part in zip(*seen, strict=True)), *(np.array(part) for part in self.waves(times)))

    def problem(self, outcome: Outcome, u: float):
        """Cost and rows of the quadratic program in the changes of the plan and one slack for all bounds but the input's."""
        n, w, y, Y = len(self.plan), self.weights, outcome.seen[:, 1], outcome.seen_by[:, 1]
        weight = w.distance * self.lengths
        weight[-1] += w.final
        softness = w.change * (0.4 / self.lengths)[:, None]  # a jump that is made in less time costs more
        jumps, before = np.eye(n) - np.eye(n, k=-1), np.append(u, self.plan[:-1])
        H, g = np.zeros((n + 1, n + 1)), np.full(n + 1, w.broken)
        H[:n, :n] = Y.T @ (weight[:, None] * Y) + w.input * np.eye(n) + jumps.T @ (softness * jumps)
        H[n, n] = w.broken
        g[:n] = Y.T @ (weight * y) + w.input * self.plan + jumps.T @ (softness.ravel() * (self.plan - before))
        rows, least, most = self.rows(outcome)
        ones = np.ones((len(rows), 1))
        A = np.vstack([np.hstack([rows, -ones]), np.hstack([-rows, -ones])])
        return H, g, A, np.append(most, -least)

    def rows(self, outcome: Outcome):
        """Change of all that is bounded with the plan, each over its bound, and how far it may still go, down and up.

        All joints have the same bend, so that only the largest and the smallest of the wave count.
        """
        b, n, keep, o = self.bounds, len(self.plan), 1 - self.margin, outcome
        parts = [  # value and change at every instant, the bound, and what a gait adds: smallest and largest
            (o.bend[:, 0], o.bend_by[:, 0], b.angle, o.angles.min(0), o.angles.max(0)),
            (o.bend[:, 1], o.bend_by[:, 1], b.rate, o.rates.min(0), o.rates.max(0)),
            (o.seen[:, 2], o.seen_by[:, 2], b.heading, 0.0, 0.0),
            (o.seen[:, 3:].ravel(), o.seen_by[:, 3:].reshape(-1, n), b.torque, 0.0, 0.0),
        ]
        rows = np.vstack([change / bound for _, change, bound, _, _ in parts])
        least = np.concatenate([-keep - (value + low) / bound for value, _, bound, low, _ in parts])
        most = np.concatenate([keep - (value + high) / bound for value, _, bound, _, high in parts])
        return rows, least, most


def quadratic_program(moves: int, rows: int, solver: str):
    """A dense quadratic program of so many moves and one slack, with rows that have an upper bound."""
    shapes = {"h": ca.Sparsity.dense(moves + 1, moves + 1), "a": ca.Sparsity.dense(rows, moves + 1)}
    return ca.conic("program", solver, shapes, SOLVERS[solver])
