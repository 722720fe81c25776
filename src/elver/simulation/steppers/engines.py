"""What advances the machines of a stepper: loops of fixed and adaptive steps, over threads that wait between calls."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from functools import partial
from itertools import count
from queue import SimpleQueue
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver._support.interrupts import Interrupt
from elver._support.statuses import BY_CODE, RUNNING, TOO_MANY_STEPS, status_word
from elver.codegen import NativeFunction, compile_function
from elver.codegen.kernels.system import entry_of
from elver.codegen.kernels.width import host_width
from elver.model import Program
from elver.model.program import made_once
from elver.simulation.integrate import failure_detail, least_step
from elver.simulation.plan import Plan
from elver.simulation.schemes.arrays import DORMAND_PRINCE, GROWTH, RODAS, StepControl, make_implicit
from elver.simulation.steppers.state import BatchState, InputBounds, OutputGraph, StepRequest, empty_fleet, put_back
from elver.simulation.trajectory import linear_of, system_of

# --- Threads that wait for work between calls: a call costs a few microseconds, and the caller does a share itself.


def _serve(orders: SimpleQueue, answers: SimpleQueue) -> None:
    """Do what is ordered until nothing (None) is; what goes wrong is handed back."""
    while (work := orders.get()) is not None:
        try:
            work()
            answers.put(None)
        except BaseException as error:
            answers.put(error)
        del work


class WorkerThreads:
    """``run(work)`` calls ``work()`` once in every thread, the caller's own included, and returns when all are done."""

    def __init__(self, threads: int):
        self.threads, self.process = threads, 0
        self.orders: list[SimpleQueue] = []
        self.answers: SimpleQueue = SimpleQueue()

    def gather(self) -> None:
        """Start the threads; again in a process that was forked, where none of them lives on."""
        self.process, self.answers = os.getpid(), SimpleQueue()
        self.orders = [SimpleQueue() for _ in range(self.threads - 1)]
        for orders in self.orders:
            threading.Thread(target=_serve, args=(orders, self.answers), daemon=True).start()
            weakref.finalize(self, orders.put, None)

    def run(self, work: Callable[[], object]) -> None:
        """The work in all threads; the first error that any of them met."""
        if self.threads == 1:
            work()
            return
        if self.process != os.getpid():
            self.gather()
        errors: list[BaseException | None] = []
        with Interrupt() as interrupt:  # Ctrl-C waits until nobody works any more
            for orders in self.orders:
                orders.put(work)
            try:
                work()
            except Exception as error:
                errors.append(error)
            errors += [self.answers.get() for _ in self.orders]
        for found in errors:
            if found is not None:
                raise found
        if interrupt.asked:
            raise KeyboardInterrupt


# --- Machines stepped from outside by fixed steps: one after the other, or in vectors, over the threads of a crew.

_WHOLE = 1e-9  # of a step, by which a time may miss a whole number of steps
_PLAIN = 8  # machines in a vector from which on code that LLVM leaves in its order is faster (36 joints: 2.7 us against 3.2)


def lane_code(graph: ca.Function, width: int) -> NativeFunction:
    """Native code of a graph for ``width`` machines, each with a clock of its own."""
    return compile_function(graph, optimise=0 if width >= _PLAIN else 1, width=width)


def lane_rhs(program: Program, width: int) -> NativeFunction:
    """The right-hand side of ``width`` machines; compiled when first asked for."""
    return made_once(program.variants, ("lanes", width), partial(lane_code, program.equations.rhs, width))


def rooms(program: Program, watched: OutputGraph, machines: int, split: bool) -> BatchState:
    """Arrays of so many machines. split: with the constants that single runs compute before they start."""
    rhs, p = program.rhs if split else None, program.parameter_vector()
    constants = None if rhs is None or rhs.split is None else len(rhs.constants(p))
    return empty_fleet(machines, program.equations.layout.size, len(p), constants, len(program.input_places), watched.size)


def orders_of(program: Program, clip: bool, slots: np.ndarray) -> InputBounds:
    """How the inputs of a program are taken."""
    inputs = program.model.inputs.values()
    low, high = (np.array([getattr(i, bound) for i in inputs], dtype=float) for bound in ("low", "high"))
    return InputBounds(low, high, program.input_places, slots, clip)


class FixedStepEngine:
    """Machines by fixed steps. ``advance`` moves all that run, ``look`` refreshes outputs, ``begin`` follows a reset.

    vectors False: one after the other, with the very numbers of ``simulate``.
    """

    def __init__(self, program: Program, method: str, h: float, watched: OutputGraph, machines: int, vectors: bool, clip: bool,
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
        self.crew = WorkerThreads(min(threads, -(-machines // self.width)))
        self.call = self._call(method)

    def _call(self, method: str) -> Callable[..., Any]:
        """The compiled loop with all that does not change; compiled or loaded here."""
        from elver.simulation.steppers.kernels import BY_GROUPS, BY_MACHINES

        rhs, sample, orders, fleet, counter, width = self.rhs, self.sample, self.orders, self.fleet, self.counter, self.width
        example = orders, fleet, np.zeros((0, len(orders.low))), StepRequest(0, self.h, 0.0), counter
        if width == 1:
            loop = entry_of(BY_MACHINES[method], rhs, sample, *example)
            return lambda given, stride: loop(rhs, sample, orders, fleet, given, stride, counter)
        groups = entry_of(BY_GROUPS[method], rhs, sample, width, *example)
        return lambda given, stride: groups(rhs, sample, width, orders, fleet, given, stride, counter)

    def advance(self, given: np.ndarray, stride: StepRequest) -> None:
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
        _put_constants(self.program, self.fleet, rows)

    def clock(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Base [s] and whole steps of these times."""
        count = np.rint(times / self.h).astype(np.int64)
        off = np.flatnonzero(np.abs(count * self.h - times) > _WHOLE * np.maximum(np.abs(times), self.h))
        if len(off):
            t, h = times[off[0]], self.h
            raise InputError(f"time {t:.9g} s is not a multiple of dt = {h:g} s. Nearest: {round(t / h) * h:.9g} s.")
        return np.zeros(len(times)), count

    def reason(self, machine: int, code: int, end: float) -> str:
        """Why a machine stopped."""
        return BY_CODE[code].of_machine(end)

    def look(self, chosen: np.ndarray) -> None:
        """The outputs of the chosen machines as they are now."""
        from elver.simulation.steppers.kernels import look_at_groups, look_at_machines

        if self.width == 1:
            look_at_machines(self.sample, self.h, chosen, self.fleet)
        else:
            look_at_groups(self.sample, self.width, self.h, chosen, self.fleet)


def _put_constants(program: Program, fleet: BatchState, rows: np.ndarray) -> None:
    """What the right-hand side takes in place of the parameters of these machines."""
    if fleet.constants is not fleet.p:
        for m in rows:
            fleet.constants[m] = program.rhs.constants(fleet.p[m])


# --- Machines stepped from outside by methods that choose their own steps, one after the other over the threads of a crew.

_MOST = 2**62  # accepted steps of a call


class AdaptiveEngine:
    """Machines by steps with error control: what ``FixedStepEngine`` offers, for ``dopri5`` and ``rodas``.

    Every machine keeps the step that it proposed last (``proposed`` [s]), and how it comes along (``watch``, ``blame``: see
    ``StepControl``), from call to call.
    """

    def __init__(self, program: Program, plan: Plan, watched: OutputGraph, machines: int, clip: bool, threads: int):
        self.program, self.watched, self.plan = program, watched, plan
        self.fleet, self.crew = rooms(program, watched, machines, True), WorkerThreads(min(threads, machines))
        self.orders = orders_of(program, clip, program.rhs.input_slots(program.input_places))
        self.native = compile_function(watched.graph)
        self.sample = system_of(program, self.fleet.p[0], self.native)
        self.proposed, self.watch = np.full(machines, plan.dt), np.zeros((machines, 2))
        self.blame = np.zeros((machines, max(program.equations.layout.slices["works"].start, 1)), dtype=np.int64)
        stiff = plan.method == "rodas"
        rhs = system_of(program, self.fleet.p[0], also=(program.tangent,) if stiff else ())
        self.systems = [rhs._replace(p=self.fleet.constants[m]) for m in range(machines)]
        self.rooms = [self._room(stiff) for _ in range(self.crew.threads)]
        self._compile()

    def _compile(self) -> None:
        """The loop of adaptive runs, and the small ones around it."""
        from elver.simulation.schemes.adaptive import advance_adaptive
        from elver.simulation.steppers.kernels import look_at_machines, take_all_inputs

        plan, (implicit, k, none) = self.plan, self.rooms[0]
        again = GROWTH if implicit is None else 1.0
        self.control = StepControl(0.0, 0.0, 1.0, plan.rtol, plan.atol, again, least_step(plan), self.watch[0], self.blame[0])
        x, chosen = self.fleet.state[0], np.zeros(len(self.proposed), dtype=bool)
        self.run = entry_of(advance_adaptive, implicit, self.systems[0], self.control, 0.0, plan.dt, 1, _MOST, x, k, none)
        self.take = entry_of(take_all_inputs, self.orders, np.zeros((0, len(self.orders.low))), self.fleet)
        self.see = entry_of(look_at_machines, self.sample, plan.dt, chosen, self.fleet)

    def _room(self, stiff: bool) -> tuple[Any, np.ndarray, np.ndarray]:
        """What a thread works in: what Rodas5P needs, rates of the stages, and the row that no sample goes to."""
        size = self.fleet.state.shape[1]
        implicit = make_implicit(linear_of(self.program), size) if stiff else None
        return implicit, np.empty((RODAS if stiff else DORMAND_PRINCE, size)), np.empty((1, size))

    def advance(self, given: np.ndarray, stride: StepRequest) -> None:
        """All machines that run take their inputs and go on."""
        moved, numbers = self.take(self.orders, given, self.fleet), count()
        if self.crew.threads == 1:
            self._share(numbers, moved, stride)
        else:
            self.crew.run(lambda: self._share(numbers, moved, stride))
        self.look(moved)

    def _share(self, numbers: Any, moved: np.ndarray, stride: StepRequest) -> None:
        """Machines as the numbers come."""
        room = self.rooms.pop()
        try:
            for m in numbers:
                if m >= len(moved):
                    return
                if moved[m]:
                    self._go(m, stride, *room)
        finally:
            self.rooms.append(room)

    def _go(self, m: int, stride: StepRequest, implicit: Any, k: np.ndarray, none: np.ndarray) -> None:
        """One machine to the end of the call; where it cannot go on it stays at its last good state, with the time of that."""
        fleet, plan = self.fleet, self.plan
        base, steps = float(fleet.base[m]), int(fleet.steps[m])
        t, whole = base + steps * plan.dt, stride.steps >= 0
        end = base + (steps + stride.steps) * plan.dt if whole else t + stride.duration
        control = self.control._replace(t0=t, end=end, watch=self.watch[m], blame=self.blame[m])
        t, self.proposed[m], _, _, code = self.run(
            implicit, self.systems[m], control, t, float(self.proposed[m]), 1, _MOST, fleet.state[m], k, none
        )
        fleet.status[m] = code
        if code == RUNNING and whole:
            fleet.steps[m] += stride.steps
        else:
            fleet.base[m], fleet.steps[m] = t, 0

    def kept(self) -> list[np.ndarray]:
        """All that the machines are now, to go on elsewhere."""
        return [array.copy() for array in (*self.fleet, self.proposed, self.watch, self.blame)]

    def put_back(self, kept: list[np.ndarray]) -> None:
        """Go on with machines that were kept."""
        put_back((*self.fleet, self.proposed, self.watch, self.blame), kept)

    def check(self, x: np.ndarray, p: np.ndarray, reached: np.ndarray) -> dict[int, str]:
        """Why machines cannot begin in these states, by row: all can."""
        return {}

    def begin(self, rows: np.ndarray) -> None:
        """Machines that were put somewhere else begin anew there."""
        _put_constants(self.program, self.fleet, rows)
        self.proposed[rows], self.blame[rows], self.watch[rows, 0] = self.plan.dt, 0, 0.0
        self.watch[rows, 1] = self.fleet.base[rows]

    def clock(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Base [s] and whole steps of these times."""
        return times, np.zeros(len(times), dtype=np.int64)

    def reason(self, machine: int, code: int, end: float) -> str:
        """Why a machine stopped."""
        if code == TOO_MANY_STEPS:
            return failure_detail(self.program, status_word(code), self.blame[machine])
        return BY_CODE[code].of_machine(end)

    def look(self, chosen: np.ndarray) -> None:
        """The outputs of the chosen machines as they are now."""
        self.see(self.sample, self.plan.dt, chosen, self.fleet)
