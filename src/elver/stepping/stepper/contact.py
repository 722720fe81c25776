"""Machines with contact stepped from outside: each carries its impulses from call to call, so that it goes on as one long run."""

from __future__ import annotations

from itertools import count
from typing import Any

import casadi as ca
import numpy as np

from elver.compiled.direct import entry_of
from elver.compiled.system import System
from elver.contact import ContactSettings
from elver.contact.coordinates import coordinates_of
from elver.contact.loop import ContactLoop
from elver.contact.moreau.tuples import Grid
from elver.contact.start import check_start
from elver.errors import InputError
from elver.native.compiler import compile_function
from elver.native.program import Program
from elver.statuses import BY_CODE, RUNNING
from elver.stepping.nonsmooth import loop_from, work_places
from elver.stepping.plan import Plan
from elver.stepping.stepper.crew import Crew
from elver.stepping.stepper.fixed import orders_of, rooms
from elver.stepping.stepper.fleet import Stride
from elver.stepping.stepper.watched import Watched
from elver.stepping.system import system_of

ENDLESS = 2**62  # steps of a run, and between two samples: a call takes its one sample itself
FORCES = {"contact_force": "contact", "ground_force": "ground", "sticking": "stick", "contact_impulse": "impulse"}


def force_shapes(program: Program) -> dict[str, tuple[int, ...]]:
    """What can be watched of the contacts at the end of a call, and its shape; the impulse is that of the whole call."""
    if program.model.scene is None:
        return {}
    links = len(program.contact[0].bodies)
    return {name: (links,) if name == "sticking" else (links, 2) for name in FORCES}


class ContactSteps:
    """Machines by Moreau's scheme: what ``FixedSteps`` offers. Their states follow from coordinates that are kept here."""

    def __init__(
        self, program: Program, plan: Plan, settings: ContactSettings, watched: Watched, machines: int, clip: bool, threads: int
    ):
        self.program, self.plan, self.settings, self.watched = program, plan, settings, watched
        self.fleet, self.crew = rooms(program, watched, machines, False), Crew(min(threads, machines))
        self.orders = orders_of(program, clip, program.input_places)
        self.native = compile_function(watched.graph)
        self.sample: System = system_of(program, self.fleet.p[0], self.native)
        terms = program.contact[0]
        works = 4 + len(terms.flows)
        self.q, self.u, self.works = (np.zeros((machines, k)) for k in (terms.freedoms, terms.freedoms, works))
        self.places = np.array(work_places(program), dtype=np.int64)
        self.loops: list[ContactLoop | None] = [None] * machines
        self._compile()
        self.forces = [(watched.places[name], FORCES[name]) for name in watched.places if name in FORCES]
        self.touching = [(watched.places[name], one.complete) for name, one in watched.touching.items()]
        self.measured = measuring_inputs(program)
        self.measures = np.full((machines, len(self.measured)), np.nan)

    def _compile(self) -> None:
        """The small loops around the steps."""
        from elver.stepping.stepper.loops import look_at_machines, put_states, take_all_inputs

        chosen, given = np.zeros(len(self.q), dtype=bool), np.zeros((0, len(self.orders.low)))
        self.take = entry_of(take_all_inputs, self.orders, given, self.fleet)
        self.put = entry_of(put_states, self.q, self.u, self.works, self.places, chosen, self.fleet)
        self.see = entry_of(look_at_machines, self.sample, self.plan.dt, chosen, self.fleet)

    def check(self, x: np.ndarray, p: np.ndarray, reached: np.ndarray) -> dict[int, str]:
        """Why machines cannot begin in these states, by row: they stand in obstacles, deeper than a machine gets by itself."""
        (terms, _), scene, refused = self.program.contact, self.program.model.scene, {}
        assert scene is not None
        for k, state in enumerate(x):
            q, _ = coordinates_of(self.program.equations.layout.slices, state)
            try:
                check_start(terms.at(p[k]), scene, q, p[k], self.settings, bool(reached[k]))
            except InputError as error:
                refused[k] = str(error)
        return refused

    def begin(self, rows: np.ndarray) -> None:
        """Machines that were put somewhere else begin anew there."""
        fleet, slices = self.fleet, self.program.equations.layout.slices
        for m in rows.tolist():
            self.q[m], self.u[m] = coordinates_of(slices, fleet.state[m])
            self.works[m] = fleet.state[m, slices["works"]][self.places]
            grid, start = Grid(float(fleet.base[m]), self.plan.dt, ENDLESS), (self.q[m], self.u[m], self.works[m])
            loop = self.loops[m] = loop_from(self.program, fleet.p[m], self.settings, grid, ENDLESS, start)
            loop.advance(0, 0)  # compiles or loads the steps
            self.measures[m] = fleet.p[m, self.measured]

    def clock(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Base [s] and whole steps of these times."""
        return times, np.zeros(len(times), dtype=np.int64)

    def reason(self, machine: int, code: int, end: float) -> str:
        """Why a machine stopped."""
        loop = self.loops[machine]
        return (loop.detail if loop is not None else "") or BY_CODE[code].of_machine(end)

    def advance(self, given: np.ndarray, stride: Stride) -> None:
        """All machines that run take their inputs and go on."""
        moved, numbers = self.take(self.orders, given, self.fleet), count()
        if self.crew.threads == 1:
            self._share(numbers, moved, stride.steps)
        else:
            self.crew.run(lambda: self._share(numbers, moved, stride.steps))
        self.look(moved)

    def _share(self, numbers: Any, moved: np.ndarray, steps: int) -> None:
        """Machines as the numbers come."""
        for m in numbers:
            if m >= len(moved):
                return
            if moved[m]:
                self._go(m, steps)

    def _go(self, m: int, steps: int) -> None:
        """One machine goes on; where it cannot, it stays after its last good step."""
        loop = self.loops[m]
        assert loop is not None
        if len(self.measured) and (self.measures[m] != self.fleet.p[m, self.measured]).any():
            self.measures[m] = self.fleet.p[m, self.measured]
            loop.measure(self.program.contact[0].at(self.fleet.p[m]))
        loop.carried.impulse[...] = 0.0
        loop.carried.since[...] = 0.0
        end, code = loop.done + steps, RUNNING
        while loop.done < end and code == RUNNING:
            code, _ = loop.step(end - loop.done)
        self.fleet.steps[m], self.fleet.status[m] = loop.done, code

    def look(self, chosen: np.ndarray) -> None:
        """States and outputs of the chosen machines as they are now."""
        self.put(self.q, self.u, self.works, self.places, chosen, self.fleet)
        self.see(self.sample, self.plan.dt, chosen, self.fleet)
        for m in np.flatnonzero(chosen) if self.forces or self.touching else ():
            loop = self.loops[m]
            if loop is None:
                continue
            record, now, row = loop.samples.record, 1 if loop.done else 0, self.fleet.output[m]
            for part, name in self.forces:
                row[part] = getattr(record, name)[now].ravel()
            for part, complete in self.touching:
                row[part] = complete(row[None, part], record.contact[None, now], record.ground[None, now])[0]


def measuring_inputs(program: Program) -> np.ndarray:
    """Places in p of the inputs that outlines or loads of the links depend on."""
    measured = program.contact[0].measured
    if measured is None:
        return program.input_places[:0]
    p = ca.SX.sym("p", measured.numel_in(0))
    found = ca.vertcat(*(ca.vec(part) for part in measured(p)))
    return np.array([k for k in program.input_places if ca.depends_on(found, p[int(k)])], dtype=np.int64)
