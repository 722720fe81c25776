"""Runs with contact: Moreau's scheme as one more method of fixed steps, around the compiled terms of a model with a scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from elver._support.choices import Formulation
from elver._support.display import Progress
from elver._support.errors import InputError
from elver._support.interrupts import in_chunks
from elver.codegen import NativeFunction, compile_function
from elver.codegen.kernels.width import host_width
from elver.contact import ContactSettings
from elver.contact.driver import AdaptiveContactDriver, ContactLoop, check_start
from elver.contact.maximal import MaximalLoop
from elver.contact.planar import coordinates_of, states_of
from elver.contact.record import Contacts
from elver.contact.simd.driver import LaneMachine, SimdContactDriver, SingleContactDriver, lane_terms, link_reach
from elver.contact.single.arrays import Code, Grid, Inputs
from elver.model import Program
from elver.model.parameters import scene_at
from elver.model.program import made_once
from elver.simulation.plan import Plan
from elver.simulation.trajectory import Trajectory, shelf_of, start_state

if TYPE_CHECKING:
    from elver.results.run import Run

SMALL = 24  # freedoms up to which Newton's linear systems are solved by code without loops


def chosen_settings(program: Program, given: ContactSettings | None, single: bool = False) -> ContactSettings:
    """The settings given, or the usual ones; refused where the model has no contacts to solve.

    single: for a run of one machine without a controller, from its start to its end.
    """
    if given is not None and not isinstance(given, ContactSettings):
        raise InputError(f"contact is a {type(given).__name__}. Give elver.contact.ContactSettings(...).")
    if given is not None and program.model.scene is None:
        raise InputError(
            f"contact is given, but model '{program.model.name}' has no scene and so no contacts. Leave it out, or give a scene."
        )
    if given is not None and given.formulation == Formulation.MAXIMAL and not single:
        raise InputError(
            "formulation = 'maximal' is for single runs from the start: without a controller, not resumed, no batch, stepper or "
            "derivative. Use formulation = 'reduced' there."
        )
    return given or ContactSettings()


def run_moreau(
    program: Program,
    plan: Plan,
    p: np.ndarray,
    settings: ContactSettings,
    progress: bool | None,
    resume: Run | None = None,
    start: np.ndarray | None = None,
) -> tuple[Trajectory, Contacts]:
    """Integrate with contact from the model's start, the state ``start`` or the end of a run; and what the contacts did."""
    loop = contact_loop(program, plan, p, settings, resume, start)
    loop.prepare()  # compiles or loads the loop, so that the wall time is the run's own
    bar = Progress(plan.duration, program.model.name, progress)
    try:
        status, wall_time = in_chunks(loop.step, plan.steps * plan.dt, bar)
    finally:
        bar.close()
    times, q, u, works = loop.trajectory()
    ordered = np.zeros((len(times), len(program.equations.layout.works)))
    ordered[:, work_places(program)] = works
    return Trajectory(
        times, states_of(program.equations.layout.slices, q, u, ordered), status, loop.counts["steps"], wall_time, loop.detail
    ), loop.contacts()


def contact_loop(
    program: Program,
    plan: Plan,
    p: np.ndarray,
    settings: ContactSettings,
    resume: Run | None = None,
    start: np.ndarray | None = None,
) -> ContactLoop | SingleContactDriver:
    """The loop of a run before its first step; a start inside an obstacle is refused, a resumed run may stand in one."""
    x, t0 = start_state(program, p, resume) if start is None else (np.array(start, dtype=float), 0.0)
    slices = program.equations.layout.slices
    q, u = coordinates_of(slices, x)
    if resume is None:
        assert program.model.scene is not None
        check_start(program.contact_graph.at(p), program.model.scene, q, p, settings, reached=program.begun is not None)
    grid, works = Grid(float(t0), plan.dt, plan.every), x[slices["works"]][work_places(program)]
    if settings.accuracy is None and settings.formulation == Formulation.REDUCED:
        machine = LaneMachine(program.contact_graph.at(p), scene_at(program.model, p), p, (q, u, works), grid.begin)
        lanes = lane_loop([program], [machine], settings, grid.dt, grid.every, plan.steps, recorded=True, width=1)
        return SingleContactDriver(lanes, plan.steps)
    return loop_from(program, p, settings, grid, plan.steps, (q, u, works))


def loop_from(
    program: Program,
    p: np.ndarray,
    settings: ContactSettings,
    grid: Grid,
    steps: int,
    start: tuple[np.ndarray, ...],
    kind: Callable[..., ContactLoop] | None = None,
) -> ContactLoop:
    """A loop of one machine by itself, of so many steps from coordinates, rates and works, which it changes in place.

    kind: of loop; None: the one that the settings ask for, steps of second order or the published formulation.
    """
    terms = program.contact_graph
    if settings.formulation == Formulation.MAXIMAL:
        links, native = program.link_contact
        small, kind = 0, partial(MaximalLoop, links.at(p))
    else:
        terms, native = program.momentum_contact if settings.accuracy is not None else program.contact
        small, kind = small_address(program, terms.freedoms), kind or AdaptiveContactDriver
    code, inputs = Code(native.address, np.empty(max(native.work_size, 1)), small), Inputs(p, *program.signal_tables())
    return kind(terms.at(p), scene_at(program.model, p), settings, code, inputs, grid, steps, start)


def _lane_code(program: Program, width: int) -> tuple[NativeFunction, np.ndarray]:
    """The terms of so many machines side by side, compiled when first asked for, and how far links reach."""
    terms = program.contact_graph
    native = made_once(program.variants, f"contact lanes {width}", lambda: compile_function(lane_terms(terms), width=width))
    return native, made_once(program.made, "link reach", lambda: link_reach(terms))


def lane_loop(
    programs: Sequence[Program],
    machines: Sequence[LaneMachine],
    settings: ContactSettings,
    dt: float,
    every: int,
    steps: int,
    recorded: bool = False,
    width: int | None = None,
) -> SimdContactDriver:
    """The loop of at most as many machines as there are lanes; the programs differ in their signals alone.

    width: lanes; None for as many as suit this processor.
    """
    program, width = programs[0], width or host_width()
    terms, (native, reach) = program.contact_graph, _lane_code(program, width)
    code, shelf = (native.address, native.work_size, small_address(program, terms.freedoms)), shelf_of(programs, len(machines))
    return SimdContactDriver(machines, settings, code, reach, shelf, dt, every, steps, recorded, width)


def lane_machine(program: Program, p: np.ndarray, x: np.ndarray, begin: float = 0.0) -> LaneMachine:
    """A machine at a state."""
    q, u = coordinates_of(program.equations.layout.slices, x)
    works = x[program.equations.layout.slices["works"]][work_places(program)]
    p = np.ascontiguousarray(p)
    return LaneMachine(program.contact_graph.at(p), scene_at(program.model, p), p, (q, u, works), begin)


def work_places(program: Program) -> list[int]:
    """Where the loop's works (motor, motor_positive, friction, normal, media) stand among the layout's."""
    names = list(program.equations.layout.works)
    flows = program.contact_graph.flows
    return [names.index(n) for n in ("motor", "motor_positive", "contact.friction", "contact.normal", *flows)]


def small_address(program: Program, freedoms: int) -> int:
    """Where the code for Newton's linear systems is; 0 where loops do as well."""
    if freedoms > SMALL or program.small_solver.work_size > 2 * freedoms**2:
        return 0
    return program.small_solver.address
