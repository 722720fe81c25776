"""Machines with closed loops stepped from outside: they stop where a loop opens, or turned over between two looks."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.native.compiler import compile_function
from elver.native.program import Program
from elver.statuses import BY_WORD, DIVERGED, LOOP_SINGULAR, RUNNING, STEP_TOO_SMALL, TOO_MANY_STEPS
from elver.stepping.loop_status import WATCH, loop_columns, loop_failure
from elver.stepping.stepper.fleet import Stride, put_back
from elver.stepping.system import system_of

LOST = (DIVERGED, STEP_TOO_SMALL, TOO_MANY_STEPS)  # statuses that an open loop ends in


class LoopWatch:
    """An engine around another one. The test of ``end_at_singular_loops`` is made every 0.01 s and at the end of every call."""

    def __init__(self, engine: Any, program: Program, dt: float):
        self.engine, self.program, self.dt = engine, program, dt
        self.fleet, self.watched, self.clock, self.reason, self.look, self.check = (
            engine.fleet, engine.watched, engine.clock, engine.reason, engine.look, engine.check,
        )  # fmt: skip
        self.native = compile_function(loop_columns(program.equations))
        self.system = system_of(program, self.fleet.p[0], self.native)
        self.rows, columns = self.native.shapes_out[0]
        self.J = np.zeros((len(self.fleet.state), self.rows * columns))

    def kept(self) -> tuple[Any, np.ndarray]:
        """All that the machines are now, to go on elsewhere."""
        return self.engine.kept(), self.J.copy()

    def put_back(self, kept: tuple[Any, np.ndarray]) -> None:
        """Go on with machines that were kept."""
        self.engine.put_back(kept[0])
        put_back([self.J], kept[1:])

    def begin(self, rows: np.ndarray) -> None:
        """Machines that were put somewhere else begin anew there."""
        self.engine.begin(rows)
        self.J[rows] = 0.0  # whatever comes next did not turn over
        self.turned()

    def turned(self) -> np.ndarray:
        """Which machines have turned over since the last look; J_p of the others is kept."""
        from elver.stepping.stepper.turning import look_for_turns

        found = np.zeros(len(self.J), dtype=bool)
        look_for_turns(self.system, self.dt, self.rows, self.fleet, self.J, found)
        return found

    def advance(self, given: np.ndarray, stride: Stride) -> None:
        """All machines that run take their inputs and go on, piece by piece."""
        piece, left = max(1, round(WATCH / self.dt)), stride.steps
        if left < 0:
            self.go(given, stride)
        while left > 0:
            steps = min(piece, left)
            self.go(given, Stride(steps, stride.h, steps * stride.h))
            given, left = given[:0], left - steps

    def go(self, given: np.ndarray, stride: Stride) -> None:
        """One piece of the way."""
        fleet, before = self.fleet, [array.copy() for array in self._kept()]
        ran = fleet.status == RUNNING
        self.engine.advance(given, stride)
        ended = ran & (fleet.status != RUNNING)
        for m in np.flatnonzero(ended) if ended.any() else ():
            if fleet.status[m] in LOST:
                t = float(fleet.base[m] + fleet.steps[m] * self.dt)
                word = loop_failure(self.program, t, fleet.state[m], fleet.p[m], self.dt)
                fleet.status[m] = fleet.status[m] if word is None else BY_WORD[word].code
        turned = self.turned()
        if turned.any():
            for array, values in zip(self._kept(), before, strict=True):
                array[turned] = values[turned]
            fleet.status[turned] = LOOP_SINGULAR

    def _kept(self) -> tuple[np.ndarray, ...]:
        """What is put back where a loop turned over."""
        return self.fleet.state, self.fleet.base, self.fleet.steps, self.fleet.output
