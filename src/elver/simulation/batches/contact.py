"""Many machines with contact on the cores of this computer: groups side by side in lanes, groups over threads."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.statuses import NOT_CONVERGED, status_word
from elver.codegen.kernels.width import host_width
from elver.contact import ContactSettings
from elver.contact.driver import check_start
from elver.contact.planar import states_of
from elver.contact.record import Contacts
from elver.contact.simd.driver import LaneMachine, SimdContactDriver
from elver.model import Program
from elver.simulation.batches.cpu import BatchOutcome, Terminations, run_tasks
from elver.simulation.contact import lane_loop, lane_machine, work_places
from elver.simulation.plan import Plan
from elver.simulation.recording import Sampling
from elver.simulation.trajectory import Trajectory


def run_lanes(
    program: Program,
    plan: Plan,
    sampling: Sampling,
    parameters: np.ndarray,
    states: np.ndarray,
    threads: int,
    bar: Progress,
    contact: ContactSettings,
    refused: Mapping[int, str],
    own: Sequence[Program] | None = None,
) -> BatchOutcome:
    """Machines with contact by Moreau's scheme. The numbers depend neither on the number of threads nor on the neighbours.

    refused: machines that cannot start, and why.   own: the program of every machine, where they have signals of their own.
    """
    programs, machines = own or [program] * len(states), {}
    ends = Terminations(programs, plan, sampling, states)
    for k in range(len(states)):
        try:
            machines[k] = started(programs[k], parameters[k], states[k], contact, refused.get(k, ""))
        except Exception as error:
            ends.fail(k, error)
    numbers, width = list(machines), host_width()
    groups = [numbers[first : first + width] for first in range(0, len(numbers), width)]

    def go(group: list[int], steps: int) -> SimdContactDriver:
        chosen = [machines[k] for k in group]
        loop = lane_loop([programs[k] for k in group], chosen, contact, plan.dt, plan.every, steps)
        loop.run(np.full(len(group), steps))
        return loop

    def run(number: int) -> float:
        group = groups[number]
        try:
            loop = go(group, plan.steps)
            for lane, k in enumerate(group):
                ends.reach(k, machines[k].p, _lane_trajectory(program, loop, lane))
        except Exception as error:
            for k in group:
                ends.fail(k, error)
        return plan.duration * len(group)

    if groups:  # compiles or loads the loop
        go(groups[0][:1], 0)
    return ends.outcome(run_tasks(len(groups), threads, run, bar))


def contact_side_by_side(
    program: Program, plan: Plan, parameters: np.ndarray, states: np.ndarray, settings: ContactSettings, threads: int
) -> list[tuple[Trajectory, Contacts] | None]:
    """Machines with contact side by side, one per row: states at the samples and what the contacts did, as of single runs.

    None for a machine that cannot start, and for one whose contact problem was not solved: a single run says more about it.
    """
    machines: dict[int, LaneMachine] = {}
    for k, (p, x) in enumerate(zip(parameters, states, strict=True)):
        with suppress(InputError):
            machines[k] = started(program, p, x, settings, "")
    numbers, width = list(machines), host_width()
    found: list[tuple[Trajectory, Contacts] | None] = [None] * len(states)

    def run(number: int) -> float:
        group = numbers[number * width : (number + 1) * width]
        chosen = [machines[k] for k in group]
        loop = lane_loop([program] * len(group), chosen, settings, plan.dt, plan.every, plan.steps, recorded=True)
        begun = time.perf_counter()
        loop.run(np.full(len(group), plan.steps))
        took = time.perf_counter() - begun
        for lane, k in enumerate(group):
            if loop.status[lane] != NOT_CONVERGED:
                found[k] = replace(_lane_trajectory(program, loop, lane), wall_time=took), loop.contacts(lane)
        return plan.duration * len(group)

    run_tasks(-(-len(numbers) // width), threads, run, Progress(plan.duration * len(states), program.model.name, False))
    return found


def started(program: Program, p: np.ndarray, x: np.ndarray, contact: ContactSettings, refused: str) -> LaneMachine:
    """A machine at its start; one that cannot start is refused."""
    if refused:
        raise InputError(refused)
    machine = lane_machine(program, p, x)
    check_start(machine.terms, machine.scene, machine.start[0], machine.p, contact)
    return machine


def _lane_trajectory(program: Program, loop: SimdContactDriver, lane: int) -> Trajectory:
    """States of one machine at its samples, and how it ended."""
    times, q, u, works = loop.trajectory(lane)
    ordered = np.zeros((len(times), len(program.equations.layout.works)))
    ordered[:, work_places(program)] = works
    word = status_word(int(loop.status[lane]))
    states = states_of(program.equations.layout.slices, q, u, ordered)
    return Trajectory(times, states, word, int(loop.done[lane]), 0.0, loop.detail[lane])
