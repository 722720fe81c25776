"""What a reverse sweep remembers of a run: everything, or checkpoints from which segments are run again."""

from __future__ import annotations

import math

import numpy as np

from elver.compiled.shipped.loops import loop_at
from elver.compiled.system import Pace, System
from elver.errors import InputError, NoGradientError
from elver.memory import require_memory
from elver.native import NativeFunction
from elver.native.program import Program
from elver.statuses import RUNNING
from elver.stepping.loop_status import last_step_before_turn, loop_failure
from elver.stepping.system import system_of

ROWS = 6  # times the length of the state that a kept step takes: itself, the rates of four stages, the last stage


class Tape:
    """A run of ``steps`` RK4 steps h from the model's start, forwards by ``record`` and backwards by ``sweep_back``.

    memory: bytes for states. integrands: native function whose integrals over the run go to ``totals``, or None.
    """

    def __init__(
        self, program: Program, p: np.ndarray, h: float, steps: int, memory: float, integrands: NativeFunction | None = None
    ):
        self.program, self.p, self.h, self.steps, self.integrands = program, p, h, steps, integrands
        self.start = program.initial_state(p)
        n, extra = len(self.start), 0 if integrands is None else len(self.start) + len(p)
        self.length = segment_length(steps, 8 * (ROWS * n + extra), 8 * n, memory)
        self.segments = -(-steps // self.length)
        size = 8.0 * (self.length * (ROWS * n + extra) + self.segments * n)
        require_memory("the states of the sweep", size, f"Give a smaller budget than memory = {memory:g} bytes")
        self.checkpoints = np.empty((self.segments, n))
        self.states = np.empty((self.length + 1, n))
        self.rates = np.empty((self.length, ROWS - 1, n))
        self.totals = np.zeros(0 if integrands is None else integrands.shapes_out[0][0])
        self.end = self.start

    def system(self, native: NativeFunction) -> System:
        """Native code as the loops take it, with the run's parameters."""
        return system_of(self.program, self.p, native)

    def count(self, segment: int) -> int:
        """Steps of a segment: all have the same length but the last."""
        return min(self.length, self.steps - segment * self.length)

    def record(self) -> None:
        """The run. Afterwards the last segment is in memory, and the state at the start of every other."""
        from elver.derivatives.reverse_sweep import add_integrands

        now = self.start
        for segment in range(self.segments):
            self.checkpoints[segment] = now
            self.run_segment(segment)
            count = self.count(segment)
            self.refuse_singular_loops(segment * self.length, count)
            now = self.states[count].copy()
            if self.integrands is not None:
                last, integrands = count + (segment == self.segments - 1), self.system(self.integrands)
                add_integrands(integrands, segment * self.length, self.h, 0, last, self.states, self.steps, self.totals)
        self.end = now

    def run_segment(self, segment: int) -> None:
        """One segment from its checkpoint, with the rates of all its stages."""
        self.states[0] = now = self.checkpoints[segment].copy()
        origin, count, system = segment * self.length, self.count(segment), self.system(self.program.rhs)
        advance = loop_at("elver.stepping.schemes.fixed:ADVANCE:rk4")
        done, code = advance(system, Pace(origin, self.h, 1), 0, count, now, self.rates, self.states)
        if code != RUNNING:
            end = (origin + done) * self.h
            if (word := loop_failure(self.program, end, self.states[done], self.p, self.h)) is not None:
                raise loop_error(word, end)
            raise NoGradientError(
                f"the run diverged after {end:g} s, so that it has no gradient. Use a smaller dt (stiff "
                "models need one far smaller than simulate's implicit method does), or check gains and forces."
            )

    def refuse_singular_loops(self, origin: int, count: int) -> None:
        """No loop of the machine turns over in a segment that has just been run."""
        last = last_step_before_turn(self.program, self.states[: count + 1], origin, self.h, self.p)
        if last is not None:
            raise loop_error("loop singular", (origin + last) * self.h)

    def sweep_back(
        self, by_end: np.ndarray, by_p: np.ndarray, pull_integrands: NativeFunction | None, by_integrals: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives by the first state and the parameters, from those by the last state, the parameters and the integrals."""
        from elver.derivatives.reverse_sweep import reverse_steps

        sweep, total, adjoint = by_end.copy(), by_p.copy(), self.system(self.program.adjoint)
        for segment in range(self.segments - 1, -1, -1):
            last = segment == self.segments - 1
            if not last:
                self.run_segment(segment)
            kicks, kicks_p = self.pulled_integrands(segment, pull_integrands, by_integrals)
            count = self.count(segment)
            if last and len(kicks):
                sweep += kicks[count]
                total += kicks_p[count]
            reverse_steps(adjoint, segment * self.length, self.h, count, self.states, self.rates, kicks, kicks_p, sweep, total)
        return sweep, total

    def pulled_integrands(self, segment: int, pull: NativeFunction | None, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the integrands at every step of a segment add to the derivatives by its state and by the parameters."""
        if pull is None:
            return np.empty((0, len(self.start))), np.empty((0, len(self.p)))
        from elver.derivatives.reverse_sweep import pull_back_integrands

        rows = self.count(segment) + 1
        kicks, kicks_p = np.empty((rows, len(self.start))), np.empty((rows, len(self.p)))
        adjoint, origin = self.system(pull), segment * self.length
        pull_back_integrands(adjoint, origin, self.h, rows, self.states, self.steps, weights, kicks, kicks_p)
        return kicks, kicks_p


def loop_error(status: str, end: float) -> NoGradientError:
    """Why a run that its loops end has no gradient."""
    if status == "loop open":
        return NoGradientError(
            f"loop open: the loops do not close beyond {end:g} s, so that the run ends there and has no gradient. "
            "Shorten the run, or keep the machine within its reach."
        )
    return NoGradientError(
        f"loop singular: the loops pass through a singular position of their dependent joints after {end:g} s. What follows is "
        "not determined and has no gradient. Shorten the run, or name other joints as dependent."
    )


def segment_length(steps: int, kept: int, checkpoint: int, memory: float) -> int:
    """Steps that can be kept at ``kept`` bytes each, beside one checkpoint for every segment, in ``memory`` bytes.

    Largest L with  kept L + checkpoint steps / L <= memory.
    """
    if kept * steps <= memory:
        return steps
    least = 2 * math.sqrt(kept * checkpoint * steps) + kept + checkpoint
    if memory < least:
        raise InputError(
            f"memory = {memory:g} bytes is too little to sweep {steps} steps, even with checkpoints. "
            f"Give {math.ceil(least)} or more."
        )
    free = memory - 2 * checkpoint  # the number of segments is rounded up, and a segment has one state more than steps
    return math.floor((free + math.sqrt(free * free - 4 * kept * checkpoint * steps)) / (2 * kept))
