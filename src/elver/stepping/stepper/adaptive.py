"""Machines stepped from outside by methods that choose their own steps, one after the other over the threads of a crew."""

from __future__ import annotations

import numpy as np

from elver.native.compiler import compile_function
from elver.native.program import Program
from elver.statuses import BY_CODE, TOO_MANY_STEPS, status_word
from elver.stepping.plan import Plan
from elver.stepping.runs import blamed, least_step
from elver.stepping.stepper.crew import Crew
from elver.stepping.stepper.fixed import orders_of, put_constants, rooms
from elver.stepping.stepper.fleet import Stride
from elver.stepping.stepper.watched import Watched
from elver.stepping.system import linear_of, system_of


class OwnSteps:
    """Machines by steps with error control: what ``FixedSteps`` offers, for ``dopri5`` and ``rodas``."""

    def __init__(self, program: Program, plan: Plan, watched: Watched, machines: int, clip: bool, threads: int):
        self.program, self.watched, self.plan = program, watched, plan
        self.fleet = rooms(program, watched, machines, True)
        self.crew, self.counter = Crew(min(threads, machines)), np.zeros(1, dtype=np.int64)
        self.native = compile_function(watched.graph)
        self.call = self._call(clip)
        self.counter[0] = machines
        self.call(np.zeros((0, len(program.input_places))), Stride(0, plan.dt, 0.0))  # compiles or loads the loop

    def _call(self, clip: bool):
        """The compiled loop with all that does not change."""
        from elver.stepping.schemes import dormand_prince, rodas
        from elver.stepping.schemes.adaptive import GROWTH
        from elver.stepping.stepper.own_steps import Choosing, advance_own_steps

        program, plan, fleet, stiff = self.program, self.plan, self.fleet, self.plan.method == "rodas"
        machines, size = fleet.state.shape
        implicit = rodas.make_implicit(linear_of(program), size) if stiff else None
        rhs = system_of(program, fleet.p[0], also=(program.tangent,) if stiff else ())
        self.sample = system_of(program, fleet.p[0], self.native)
        stages = rodas.STAGES if stiff else dormand_prince.STAGES
        self.choosing = choosing = Choosing(
            stages, plan.rtol, plan.atol, 1.0 if stiff else GROWTH, least_step(plan), np.full(machines, plan.dt),
            np.zeros((machines, 2)), np.zeros((machines, max(program.equations.layout.slices["works"].start, 1)), dtype=np.int64),
        )  # fmt: skip
        orders, counter = orders_of(program, clip, program.rhs.input_slots(program.input_places)), self.counter
        sample = self.sample
        return lambda given, stride: advance_own_steps(implicit, rhs, sample, choosing, orders, fleet, given, stride, counter)

    def advance(self, given: np.ndarray, stride: Stride) -> None:
        """All machines that run take their inputs and go on."""
        self.counter[0] = 0
        if self.crew.threads == 1:
            self.call(given, stride)
        else:
            self.crew.run(lambda: self.call(given, stride))

    def begin(self, rows: np.ndarray) -> dict[int, str]:
        """Machines that were put somewhere else begin anew there."""
        put_constants(self.program, self.fleet, rows)
        self.choosing.proposed[rows], self.choosing.blame[rows], self.choosing.watch[rows, 0] = self.plan.dt, 0, 0.0
        self.choosing.watch[rows, 1] = self.fleet.base[rows]
        return {}

    def clock(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Base [s] and whole steps of these times."""
        return times, np.zeros(len(times), dtype=np.int64)

    def reason(self, machine: int, code: int, end: float) -> str:
        """Why a machine stopped."""
        if code == TOO_MANY_STEPS:
            return blamed(self.program, status_word(code), self.choosing.blame[machine])
        return BY_CODE[code].of_machine(end)

    def look(self, chosen: np.ndarray) -> None:
        """The outputs of the chosen machines as they are now."""
        from elver.stepping.stepper.loops import look_at_machines

        look_at_machines(self.sample, self.plan.dt, chosen, self.fleet)
