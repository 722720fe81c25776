"""Adams' method across the corners that a model names: its history ends there, and begins anew behind them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from elver._support.statuses import DIVERGED, RUNNING
from elver.codegen.kernels.system import StepGrid
from elver.codegen.kernels.table import KERNELS
from elver.model import Program
from elver.model.validity import breakpoint_times
from elver.simulation.plan import Plan
from elver.simulation.schemes.arrays import ROWS
from elver.simulation.trajectory import quaternion_index, system_of

_HISTORY = 3  # steps by Runge and Kutta's method that a history begins with
_ON_GRID = 1e-9  # of a step, by which a corner may miss the end of one


class AdamsLoop:
    """Calls ``(first, last) -> done, status`` of the compiled loop, cut at the corners of the model.

    A step with corners within is taken as shorter ones by Runge and Kutta's method, which end and begin at them.
    """

    def __init__(self, program: Program, plan: Plan, p: np.ndarray, x: np.ndarray, origin: int, states: np.ndarray):
        self.program, self.plan, self.p, self.x, self.origin, self.states = program, plan, p, x, origin, states
        self.system, self.rates = system_of(program, p), np.zeros((1, ROWS[plan.method], len(x)))
        self.loop: Callable = KERNELS.advance[plan.method]
        places = [t / plan.dt - origin for t in breakpoint_times(program.model, p, (origin + plan.steps) * plan.dt)]
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
