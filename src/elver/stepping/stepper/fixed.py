"""Machines stepped from outside by fixed steps: one after the other, or in vectors, over the threads of a crew."""

from __future__ import annotations

from functools import partial

import casadi as ca
import numpy as np

from elver.compiled.direct import entry_of
from elver.errors import InputError
from elver.native.compiler import NativeFunction, compile_function, host_width
from elver.native.program import Program, made_once
from elver.statuses import BY_CODE
from elver.stepping.stepper.crew import Crew
from elver.stepping.stepper.fleet import Fleet, Orders, Stride, empty_fleet, put_back
from elver.stepping.stepper.watched import Watched
from elver.stepping.system import system_of

WHOLE = 1e-9  # of a step, by which a time may miss a whole number of steps
PLAIN = 8  # machines in a vector from which on code that LLVM leaves in its order is faster (36 joints: 2.7 us against 3.2)


def lane_code(graph: ca.Function, width: int) -> NativeFunction:
    """Native code of a graph for ``width`` machines, each with a clock of its own."""
    return compile_function(graph, optimise=0 if width >= PLAIN else 1, width=width)


def lane_rhs(program: Program, width: int) -> NativeFunction:
    """The right-hand side of ``width`` machines; compiled when first asked for."""
    return made_once(program.variants, ("lanes", width), partial(lane_code, program.equations.rhs, width))


def rooms(program: Program, watched: Watched, machines: int, split: bool) -> Fleet:
    """Arrays of so many machines. split: with the constants that single runs compute before they start."""
    rhs, p = program.rhs if split else None, program.parameter_vector()
    constants = None if rhs is None or rhs.split is None else len(rhs.constants(p))
    return empty_fleet(machines, program.equations.layout.size, len(p), constants, len(program.input_places), watched.size)


def orders_of(program: Program, clip: bool, slots: np.ndarray) -> Orders:
    """How the inputs of a program are taken."""
    inputs = program.model.inputs.values()
    low, high = (np.array([getattr(i, bound) for i in inputs], dtype=float) for bound in ("low", "high"))
    return Orders(low, high, program.input_places, slots, clip)


class FixedSteps:
    """Machines by fixed steps. ``advance`` moves all that run, ``look`` refreshes outputs, ``begin`` follows a reset.

    vectors False: one after the other, with the very numbers of ``simulate``.
    """

    def __init__(self, program: Program, method: str, h: float, watched: Watched, machines: int, vectors: bool, clip: bool,
                 threads: int):  # fmt: skip
        self.program, self.watched, self.h, self.width = program, watched, h, host_width() if vectors else 1
        self.fleet = rooms(program, watched, machines, not vectors)
        p = self.fleet.p[0]
        rhs = lane_rhs(program, self.width) if vectors else program.rhs
        sample = lane_code(watched.graph, self.width)
        self.native = (rhs, sample)  # kept: their code is called by address
        self.rhs = system_of(program, p, rhs, also=self.native, width=self.width)
        self.sample = system_of(program, p, sample, also=self.native, width=self.width)
        self.orders = orders_of(program, clip, program.input_places if vectors else rhs.input_slots(program.input_places))
        self.counter = np.zeros(1, dtype=np.int64)
        self.crew = Crew(min(threads, -(-machines // self.width)))
        self.call = self._call(method)

    def _call(self, method: str):
        """The compiled loop with all that does not change; compiled or loaded here."""
        from elver.stepping.stepper.loops import BY_GROUPS, BY_MACHINES

        rhs, sample, orders, fleet, counter, width = self.rhs, self.sample, self.orders, self.fleet, self.counter, self.width
        example = orders, fleet, np.zeros((0, len(orders.low))), Stride(0, self.h, 0.0), counter
        if width == 1:
            loop = entry_of(BY_MACHINES[method], rhs, sample, *example)
            return lambda given, stride: loop(rhs, sample, orders, fleet, given, stride, counter)
        groups = entry_of(BY_GROUPS[method], rhs, sample, width, *example)
        return lambda given, stride: groups(rhs, sample, width, orders, fleet, given, stride, counter)

    def advance(self, given: np.ndarray, stride: Stride) -> None:
        """All machines that run take their inputs and go on."""
        self.counter[0] = 0
        if self.crew.threads == 1:
            self.call(given, stride)
        else:
            self.crew.run(lambda: self.call(given, stride))

    def kept(self) -> list[np.ndarray]:
        """All that the machines are now, to go on elsewhere."""
        return [array.copy() for array in self.fleet]

    def put_back(self, kept: list[np.ndarray]) -> None:
        """Go on with machines that were kept."""
        put_back(self.fleet, kept)

    def check(self, x: np.ndarray, p: np.ndarray, reached: np.ndarray) -> dict[int, str]:
        """Why machines cannot begin in these states, by row: all can."""
        return {}

    def begin(self, rows: np.ndarray) -> None:
        """Machines that were put somewhere else begin anew there."""
        put_constants(self.program, self.fleet, rows)

    def clock(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Base [s] and whole steps of these times."""
        count = np.rint(times / self.h).astype(np.int64)
        off = np.flatnonzero(np.abs(count * self.h - times) > WHOLE * np.maximum(np.abs(times), self.h))
        if len(off):
            t, h = times[off[0]], self.h
            raise InputError(f"time {t:.9g} s is not a multiple of dt = {h:g} s. Nearest: {round(t / h) * h:.9g} s.")
        return np.zeros(len(times)), count

    def reason(self, machine: int, code: int, end: float) -> str:
        """Why a machine stopped."""
        return BY_CODE[code].of_machine(end)

    def look(self, chosen: np.ndarray) -> None:
        """The outputs of the chosen machines as they are now."""
        from elver.stepping.stepper.loops import look_at_groups, look_at_machines

        if self.width == 1:
            look_at_machines(self.sample, self.h, chosen, self.fleet)
        else:
            look_at_groups(self.sample, self.width, self.h, chosen, self.fleet)


def put_constants(program: Program, fleet: Fleet, rows: np.ndarray) -> None:
    """What the right-hand side takes in place of the parameters of these machines."""
    if fleet.constants is not fleet.p:
        for m in rows:
            fleet.constants[m] = program.rhs.constants(fleet.p[m])
