"""Machines with contact stepped from outside: each carries its impulses from call to call, so that it goes on as one long run."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver._support.statuses import BY_CODE, REFUSED, RUNNING
from elver.codegen import compile_function
from elver.codegen.kernels.system import System, entry_of
from elver.codegen.kernels.width import host_width
from elver.contact import ContactSettings
from elver.contact.driver import ContactLoop, check_start
from elver.contact.planar import coordinates_of
from elver.contact.record import ContactRecord, Contacts
from elver.contact.simd.driver import LaneMachine, SimdContactDriver
from elver.contact.single.arrays import Grid
from elver.model import Program
from elver.simulation.contact import lane_loop, lane_machine, loop_from, work_places
from elver.simulation.plan import Plan
from elver.simulation.steppers.engines import WorkerThreads, orders_of, rooms
from elver.simulation.steppers.state import OutputGraph, StepRequest, put_back
from elver.simulation.trajectory import system_of

_ENDLESS = 2**62  # steps of a run, and between two samples: a call takes its one sample itself
_FORCES = {"contact_force": "contact", "ground_force": "ground", "sticking": "stick", "contact_impulse": "impulse"}


def force_shapes(program: Program) -> dict[str, tuple[int, ...]]:
    """What can be watched of the contacts at the end of a call, and its shape; the impulse is that of the whole call."""
    if program.model.scene is None:
        return {}
    links = len(program.contact_graph.bodies)
    return {name: (links,) if name == "sticking" else (links, 2) for name in _FORCES}


class ContactEngine:
    """Machines by Moreau's scheme: what ``FixedStepEngine`` offers. Their states follow from coordinates that are kept here.

    One machine has a lane of its own, as in ``simulate``, and the very numbers of that. Several go side by side, or one by one
    where they choose their steps.
    """

    def __init__(
        self,
        program: Program,
        plan: Plan,
        settings: ContactSettings,
        watched: OutputGraph,
        machines: int,
        many: bool,
        clip: bool,
        threads: int,
    ):
        self.program, self.plan, self.settings, self.watched = program, plan, settings, watched
        self.orders = orders_of(program, clip, program.input_places)
        self.fleet = rooms(program, watched, machines, False)
        self.native = compile_function(watched.graph)
        self.sample: System = system_of(program, self.fleet.p[0], self.native)
        terms = program.contact_graph
        works = 4 + len(terms.flows)
        self.q, self.u, self.works = (np.zeros((machines, k)) for k in (terms.freedoms, terms.freedoms, works))
        self.places, self.joints = np.array(work_places(program), dtype=np.int64), len(program.equations.layout.joints)
        measured = _measuring_inputs(program)
        lanes = settings.accuracy is None
        self.width = host_width() if lanes and many else 1
        self.groups: list[Any] = (
            _lane_groups(program, plan, settings, measured, machines, self.width)
            if lanes
            else [_SteppingMachine(program, plan, settings, measured) for _ in range(machines)]
        )
        self.crew = WorkerThreads(min(threads, len(self.groups)))
        self._compile()
        self.forces = [(watched.places[name], _FORCES[name]) for name in watched.places if name in _FORCES]
        self.touching = [(watched.places[name], one.complete) for name, one in watched.touching.items()]

    def _compile(self) -> None:
        """The small loops around the steps."""
        from elver.simulation.steppers.kernels import look_at_machines, put_states, take_all_inputs

        chosen, given = np.zeros(len(self.q), dtype=bool), np.zeros((0, len(self.orders.low)))
        self.take = entry_of(take_all_inputs, self.orders, given, self.fleet)
        self.put = entry_of(put_states, self.q, self.u, self.works, self.places, self.joints, chosen, self.fleet)
        self.see = entry_of(look_at_machines, self.sample, self.plan.dt, chosen, self.fleet)

    def kept(self) -> list[Any]:
        """All that the machines are now, their impulses included, to go on elsewhere."""
        own = (*self.fleet, self.q, self.u, self.works)
        return [[array.copy() for array in own], *(group.kept() for group in self.groups)]

    def put_back(self, kept: list[Any]) -> None:
        """Go on with machines that were kept."""
        own, *groups = kept
        put_back(self.fleet, own[: len(self.fleet)])
        self.begin(np.arange(len(self.q)))  # outlines and loads follow from the parameters
        put_back((*self.fleet, self.q, self.u, self.works), own)
        for group, values in zip(self.groups, groups, strict=True):
            group.put_back(values)

    def check(self, x: np.ndarray, p: np.ndarray, reached: np.ndarray) -> dict[int, str]:
        """Why machines cannot begin in these states, by row: they stand in obstacles, deeper than a machine gets by itself."""
        terms, scene, refused = self.program.contact_graph, self.program.model.scene, {}
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
        fleet, width = self.fleet, self.width
        for m in rows.tolist():
            machine = lane_machine(self.program, fleet.p[m], fleet.state[m], float(fleet.base[m]))
            self.q[m], self.u[m], self.works[m] = machine.start
            self.groups[m // width].begin(m % width, machine)

    def clock(self, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Base [s] and whole steps of these times."""
        return times, np.zeros(len(times), dtype=np.int64)

    def reason(self, machine: int, code: int, end: float) -> str:
        """Why a machine stopped."""
        width = self.width
        return self.groups[machine // width].detail(machine % width) or BY_CODE[code].of_machine(end)

    def advance(self, given: np.ndarray, stride: StepRequest) -> None:
        """All machines that run take their inputs and go on."""
        moved, numbers = self.take(self.orders, given, self.fleet), count()
        if self.crew.threads == 1:
            self._share(numbers, moved, stride.steps)
        else:
            self.crew.run(lambda: self._share(numbers, moved, stride.steps))
        self.look(moved)

    def _share(self, numbers: Any, moved: np.ndarray, steps: int) -> None:
        """Groups as the numbers come."""
        width, fleet = self.width, self.fleet
        for number in numbers:
            if number >= len(self.groups):
                return
            part = slice(number * width, (number + 1) * width)
            if moved[part].any():
                group = self.groups[number]
                group.go(moved[part], fleet.p[part], steps)
                group.read(moved[part], self.q[part], self.u[part], self.works[part], fleet.steps[part], fleet.status[part])

    def look(self, chosen: np.ndarray) -> None:
        """States and outputs of the chosen machines as they are now."""
        self.put(self.q, self.u, self.works, self.places, self.joints, chosen, self.fleet)
        self.see(self.sample, self.plan.dt, chosen, self.fleet)
        width = self.width
        for m in np.flatnonzero(chosen) if self.forces or self.touching else ():
            record, row = self.groups[m // width].record(m % width), self.fleet.output[m]
            if record is None:
                continue
            for part, name in self.forces:
                row[part] = getattr(record, name).ravel()
            for part, complete in self.touching:
                row[part] = complete(row[None, part], record.contact[None], record.ground[None])[0]


class _SteppingMachine:
    """One machine that chooses its steps."""

    def __init__(self, program: Program, plan: Plan, settings: ContactSettings, measured: np.ndarray):
        self.program, self.plan, self.settings, self.measured = program, plan, settings, measured
        self.loop: ContactLoop | None = None
        self.measures = np.full(len(measured), np.nan)

    def begin(self, lane: int, machine: LaneMachine) -> None:
        """Begin anew."""
        grid, start = Grid(machine.begin, self.plan.dt, _ENDLESS), tuple(array.copy() for array in machine.start)
        self.p = machine.p.copy()
        self.loop = loop_from(self.program, self.p, self.settings, grid, _ENDLESS, start)
        self.loop.prepare()
        self.measures = self.p[self.measured]

    def kept(self) -> tuple[Any, ...]:
        """What goes from call to call."""
        loop = self.loop
        assert loop is not None
        return [array.copy() for array in (*loop.memory, *loop.samples.record)], loop.done, loop.code, loop.detail

    def put_back(self, kept: tuple[Any, ...]) -> None:
        """Go on with what was kept."""
        loop = self.loop
        assert loop is not None
        put_back((*loop.memory, *loop.samples.record), kept[0])
        _, loop.done, loop.code, loop.detail = kept

    def detail(self, lane: int) -> str:
        """Why it stopped, where the loop knows more than the status."""
        return self.loop.detail if self.loop is not None else ""

    def go(self, moved: np.ndarray, p: np.ndarray, steps: int) -> None:
        """Go on; where that cannot be, it stays after its last good step."""
        loop = self.loop
        assert loop is not None
        self.p[...] = p[0]
        if (self.measures != self.p[self.measured]).any():
            self.measures = self.p[self.measured]
            loop.measure(self.program.contact_graph.at(self.p))
        loop.carried.impulse[...] = 0.0
        loop.carried.since[...] = 0.0
        end, code = loop.done + steps, RUNNING
        while loop.done < end and code == RUNNING:
            code, _ = loop.step(end - loop.done)

    def read(
        self, moved: np.ndarray, q: np.ndarray, u: np.ndarray, works: np.ndarray, steps: np.ndarray, status: np.ndarray
    ) -> None:
        """Where it is now."""
        loop = self.loop
        assert loop is not None
        q[0], u[0], works[0], steps[0], status[0] = loop.carried.q, loop.carried.u, loop.carried.works, loop.done, loop.code

    def record(self, lane: int) -> ContactRecord | None:
        """What the contacts did at the end of the last call."""
        if self.loop is None:
            return None
        return ContactRecord(*(array[1 if self.loop.done else 0] for array in self.loop.samples.record))

    def contacts(self, lane: int) -> Contacts:
        """Who touches what, and the problem that was not solved, if one was not."""
        assert self.loop is not None
        return self.loop.contacts()


class _LaneGroup:
    """Machines side by side in lanes: what ``_SteppingMachine`` offers, by lane."""

    def __init__(self, program: Program, plan: Plan, settings: ContactSettings, measured: np.ndarray, machines: int, width: int):
        self.program, self.plan, self.settings, self.measured = program, plan, settings, measured
        self.machines, self.width = machines, width
        self.loop: SimdContactDriver | None = None
        self.measures = np.full((machines, len(measured)), np.nan)

    def begin(self, lane: int, machine: LaneMachine) -> None:
        """One of the machines begins anew. Those that never began do not run."""
        if self.loop is None:
            programs, filled = [self.program] * self.machines, [machine] * self.machines
            self.loop = lane_loop(programs, filled, self.settings, self.plan.dt, _ENDLESS, 1, recorded=True, width=self.width)
            self.loop.advance(np.zeros(self.machines, dtype=np.int64))  # compiles or loads the steps
            self.loop.status[...] = REFUSED
        self.loop.place(lane, machine)
        self.measures[lane] = machine.p[self.measured]

    def kept(self) -> tuple[Any, ...]:
        """What goes from call to call."""
        loop = self.loop
        assert loop is not None
        return [array.copy() for array in (*loop.carried, *loop.samples.record)], list(loop.detail)

    def put_back(self, kept: tuple[Any, ...]) -> None:
        """Go on with what was kept."""
        loop = self.loop
        assert loop is not None
        put_back((*loop.carried, *loop.samples.record), kept[0])
        loop.detail[:] = kept[1]

    def detail(self, lane: int) -> str:
        """Why a machine stopped, where the loop knows more than the status."""
        return self.loop.detail[lane] if self.loop is not None else ""

    def go(self, moved: np.ndarray, p: np.ndarray, steps: int) -> None:
        """The machines that are moved go on."""
        loop = self.loop
        assert loop is not None
        lanes = np.flatnonzero(moved)
        loop.inputs.p[:, lanes] = p[lanes].T
        changed = [k for k in lanes if (self.measures[k] != p[k, self.measured]).any()]
        for k in changed:
            self.measures[k] = p[k, self.measured]
            loop.machines[k] = replace(loop.machines[k], terms=self.program.contact_graph.at(p[k]))
        if changed:
            loop.measure()
        loop.carried.impulse[lanes] = 0.0
        loop.carried.since[:, lanes] = 0.0
        loop.run(loop.done + np.where(moved, steps, 0))

    def read(
        self, moved: np.ndarray, q: np.ndarray, u: np.ndarray, works: np.ndarray, steps: np.ndarray, status: np.ndarray
    ) -> None:
        """Where the machines that moved are now."""
        loop = self.loop
        assert loop is not None
        lanes = np.flatnonzero(moved)
        for out, values in ((q, loop.carried.q), (u, loop.carried.u), (works, loop.carried.works)):
            out[lanes] = values[:, lanes].T
        steps[lanes], status[lanes] = loop.done[lanes], loop.status[lanes]

    def record(self, lane: int) -> ContactRecord | None:
        """What the contacts of a machine did at the end of the last call."""
        if self.loop is None:
            return None
        return ContactRecord(*(array[lane, 1 if self.loop.done[lane] else 0] for array in self.loop.samples.record))

    def contacts(self, lane: int) -> Contacts:
        """Who touches what, and the problem that was not solved, if one was not."""
        assert self.loop is not None
        return self.loop.contacts(lane)


def _lane_groups(
    program: Program, plan: Plan, settings: ContactSettings, measured: np.ndarray, machines: int, width: int
) -> list[_LaneGroup]:
    """So many machines in groups as wide as the lanes."""
    sizes = [min(width, machines - first) for first in range(0, machines, width)]
    return [_LaneGroup(program, plan, settings, measured, size, width) for size in sizes]


def _measuring_inputs(program: Program) -> np.ndarray:
    """Places in p of the inputs that outlines or loads of the links depend on."""
    measured = program.contact_graph.measured
    if measured is None:
        return program.input_places[:0]
    p = ca.SX.sym("p", measured.numel_in(0))
    found = ca.vertcat(*(ca.vec(part) for part in measured(p)))
    return np.array([k for k in program.input_places if ca.depends_on(found, p[int(k)])], dtype=np.int64)
