"""Machines stepped from outside by methods that choose their own steps, one after the other over the threads of a crew."""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np

from elver.compiled.direct import entry_of
from elver.native.compiler import compile_function
from elver.native.program import Program
from elver.statuses import BY_CODE, RUNNING, TOO_MANY_STEPS, status_word
from elver.stepping.plan import Plan
from elver.stepping.runs import blamed, least_step
from elver.stepping.schemes.tuples import DORMAND_PRINCE, GROWTH, RODAS, Control, make_implicit
from elver.stepping.stepper.crew import Crew
from elver.stepping.stepper.fixed import orders_of, put_constants, rooms
from elver.stepping.stepper.fleet import Stride, put_back
from elver.stepping.stepper.watched import Watched
from elver.stepping.system import linear_of, system_of

MOST = 2**62  # accepted steps of a call


class OwnSteps:
    """Machines by steps with error control: what ``FixedSteps`` offers, for ``dopri5`` and ``rodas``.

    Every machine keeps the step that it proposed last (``proposed`` [s]), and how it comes along (``watch``, ``blame``: see
    ``Control``), from call to call.
    """

    def __init__(self, program: Program, plan: Plan, watched: Watched, machines: int, clip: bool, threads: int):
        self.program, self.watched, self.plan = program, watched, plan
        self.fleet, self.crew = rooms(program, watched, machines, True), Crew(min(threads, machines))
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
        from elver.stepping.schemes.adaptive import advance_adaptive
        from elver.stepping.stepper.loops import look_at_machines, take_all_inputs

        plan, (implicit, k, none) = self.plan, self.rooms[0]
        again = GROWTH if implicit is None else 1.0
        self.control = Control(0.0, 0.0, 1.0, plan.rtol, plan.atol, again, least_step(plan), self.watch[0], self.blame[0])
        x, chosen = self.fleet.state[0], np.zeros(len(self.proposed), dtype=bool)
        self.run = entry_of(advance_adaptive, implicit, self.systems[0], self.control, 0.0, plan.dt, 1, MOST, x, k, none)
        self.take = entry_of(take_all_inputs, self.orders, np.zeros((0, len(self.orders.low))), self.fleet)
        self.see = entry_of(look_at_machines, self.sample, plan.dt, chosen, self.fleet)

    def _room(self, stiff: bool) -> tuple[Any, np.ndarray, np.ndarray]:
        """What a thread works in: what Rodas5P needs, rates of the stages, and the row that no sample goes to."""
        size = self.fleet.state.shape[1]
        implicit = make_implicit(linear_of(self.program), size) if stiff else None
        return implicit, np.empty((RODAS if stiff else DORMAND_PRINCE, size)), np.empty((1, size))

    def advance(self, given: np.ndarray, stride: Stride) -> None:
        """All machines that run take their inputs and go on."""
        moved, numbers = self.take(self.orders, given, self.fleet), count()
        if self.crew.threads == 1:
            self._share(numbers, moved, stride)
        else:
            self.crew.run(lambda: self._share(numbers, moved, stride))
        self.look(moved)

    def _share(self, numbers: Any, moved: np.ndarray, stride: Stride) -> None:
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

    def _go(self, m: int, stride: Stride, implicit: Any, k: np.ndarray, none: np.ndarray) -> None:
        """One machine to the end of the call; where it cannot go on it stays at its last good state, with the time of that."""
        fleet, plan = self.fleet, self.plan
        base, steps = float(fleet.base[m]), int(fleet.steps[m])
        t, whole = base + steps * plan.dt, stride.steps >= 0
        end = base + (steps + stride.steps) * plan.dt if whole else t + stride.duration
        control = self.control._replace(t0=t, end=end, watch=self.watch[m], blame=self.blame[m])
        t, self.proposed[m], _, _, code = self.run(
            implicit, self.systems[m], control, t, float(self.proposed[m]), 1, MOST, fleet.state[m], k, none
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
        put_constants(self.program, self.fleet, rows)
        self.proposed[rows], self.blame[rows], self.watch[rows, 0] = self.plan.dt, 0, 0.0
        self.watch[rows, 1] = self.fleet.base[rows]

    def clock(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Base [s] and whole steps of these times."""
        return times, np.zeros(len(times), dtype=np.int64)

    def reason(self, machine: int, code: int, end: float) -> str:
        """Why a machine stopped."""
        if code == TOO_MANY_STEPS:
            return blamed(self.program, status_word(code), self.blame[machine])
        return BY_CODE[code].of_machine(end)

    def look(self, chosen: np.ndarray) -> None:
        """The outputs of the chosen machines as they are now."""
        self.see(self.sample, self.plan.dt, chosen, self.fleet)
