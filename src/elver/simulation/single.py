"""One verb: simulate."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from elver.contact import ContactSettings
from elver.drive import SignalTable
from elver.equations import Model
from elver.errors import InputError
from elver.native.program import Program
from elver.native.sources import Source, as_program, run_request, with_table
from elver.results import Run
from elver.results.finish import finish_run
from elver.results.measures import require_labels
from elver.results.plausibility.comparison import StepError
from elver.results.plausibility.doubling import whole_error
from elver.results.plausibility.looking import add_warnings
from elver.results.provenance import free_values, gait_period
from elver.sensing import Sensor, Sensors
from elver.sensing.reader import whole_seed
from elver.simulation.beginnings import given_start, with_held
from elver.simulation.controlled import Loop, Now, run_controlled
from elver.simulation.machines import require_choice
from elver.simulation.sensed import closer, sensed_run, thinned
from elver.simulation.stepped import BEYOND
from elver.simulation.streamed import refuse_taken, stream, stream_request, written_so_far
from elver.stepping.choice import choose_method, judge_end
from elver.stepping.chunks import Interrupt
from elver.stepping.halving import coarser, contact_floors, contact_stretch, fine_settings, finer, how_fine, step_error
from elver.stepping.loop_status import name_open_loops
from elver.stepping.nonsmooth import chosen_settings, run_moreau
from elver.stepping.plan import Plan, check_plan, check_room, contact_plan, make_plan, sample_period
from elver.stepping.recording import sample_bytes, state_bytes
from elver.stepping.runs import integrate
from elver.stepping.trajectory import Trajectory, resumed_values, start_state

BEGUN = {"start": "given, the first sample"}  # what the settings of a run say that did not begin at the model's own start
NOT_COMPARED = "reached its end; interrupted while it was run again with other steps"


def simulate(
    source: Source,
    duration: float | None = None,
    dt: float | None = None,
    method: str = "auto",
    output: float | None = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    values: Mapping[str, float] | None = None,
    progress: bool | None = None,
    resume: Run | bool | None = None,
    contact: ContactSettings | None = None,
    *,
    store: str | Path | None = None,
    controller: Callable[[Now], Any] | None = None,
    every: float | None = None,
    delay: float = 0.0,
    sensors: Sequence[Sensor] = (),
    seed: int | None = None,
    beyond: str = "refuse",
    record: Sequence[str] = (),
    signals: SignalTable | None = None,
    check_step: bool | None = None,
    start: Any = None,
    inputs: Any = None,
) -> Run:
    """Simulate a scenario, a model, or a program compiled before, for ``duration`` seconds (default: the scenario's own).

    dt: step [s], of adaptive methods the first (default: the scenario's own, else 1 ms, fitted to the duration, docs/results.md).
    output: seconds between recorded samples (default: the scenario's own, else 0.01 s, or a hundredth of a fast gait's period).
    method: ``auto`` takes the scenario's own; else ``rk4``, or ``rodas`` where the model is too stiff for it at this dt. ``rk4``,
    ``adams`` (predictor and corrector: order 5, two evaluations a step), ``heun`` and ``semi-implicit`` have a fixed step;
    ``dopri5`` and ``rodas`` (for stiff models) are adaptive, with rtol and atol.   values: of free parameters, by name.
    resume: a run of the same model; the new one goes on from its last sample, with the same numbers as one long run
    (``adams`` starts anew: equal within its error). Free parameters that ``values`` does not name keep the values they had there.
    store: ``NAME.nc`` or ``NAME.zarr``, written while the run goes on, in little memory; ``resume=True`` goes on with one.
    contact: how contact problems are solved, for a model with a scene (method ``moreau``).   progress: None: a bar on a terminal.
    controller: a function u = controller(now), called every ``every`` seconds (default: dt; output for adaptive methods); u: one
    number per input of the model in their order, a mapping from names, or None, which leaves what was given last. now.time,
    .state, .names, .inputs (held), .step (number of the call) and .sensed, readings by sensor (docs/sensors.md).
    delay [s]: until u acts.   beyond: what becomes of u beyond the inputs' bounds: ``refuse`` or ``clip``.
    sensors: of elver.sensing, besides the model's own; recorded as ``sensed_<name>``, with a controller or without.
    seed: of the sensors' noise (default: that of the run to resume, else 0).   signals: a table in place of the model's own.
    record: what is recorded on demand: ``body_force``.   check_step: True runs all of it again with half and with twice the step,
    for its error and order; False leaves out the look at its steps that is taken else (docs/trust.md).
    start: where it begins at time 0 instead of the model's own start: all states in order, a mapping from names of states
    (``angle of hinge``) to numbers, or a run with the same states, whose last sample is taken; works begin at 0 (docs/inputs.md).
    inputs: what the inputs of the model are held at: a mapping from names, or one number each in their order; a controller finds
    them so when it is first called.
    A run that cannot go on returns with its status and every good step; it does not raise.
    """
    duration, dt, method, output = run_request(source, duration, dt, method, output)
    request = make_plan(duration, dt, method, output, rtol, atol)
    program = with_table(as_program(source, duration, record=record), signals)
    found, resume = streamed_before(store, resume, controller, check_step)
    values = with_held(program.model, values, inputs)
    p, request = checked_request(program, request, output is None, values, found, resume)
    program = begun_at(program, p, start, resume, found)
    chosen_settings(program, contact)  # refused where they do not fit
    watched, seed = sensors_of(program.model, sensors), seed_of(seed, found or resume)
    check_control(controller, every, delay, beyond, check_step)
    if store is not None:
        further = {"sensors": watched and watched.identity, "signals": signals and signals.digest}
        return into_store(program, request, p, watched, seed, contact, Path(store), resume, found, progress, check_step, further)
    check_room(request, sample_bytes(program))
    if controller is not None or (resume is not None and "pending_input" in resume.data):
        return controlled(program, request, p, Loop(controller, every, delay, watched, seed, beyond), progress, resume, contact)
    return checked_by_steps(program, request, p, watched, seed, progress, resume, contact, check_step)


def checked_request(
    program: Program, request: Plan, close: bool, values: Mapping[str, float] | None, found: Run | None, resume: Run | None
) -> tuple[np.ndarray, Plan]:
    """Parameters, and the plan with samples as close as the gait needs where ``close``; what cannot be done is refused."""
    require_labels(program.model.name, program.model.measures)
    first = found or resume
    p = program.parameter_vector(values if first is None else {**resumed_values(program, first), **(values or {})})
    request = sample_period(request, gait_period(program.model, free_values(program, p))) if close else request
    check_plan(program, request, 0.0 if first is None else float(first.data.time[0 if first is found else -1]))
    return p, request


def begun_at(program: Program, p: np.ndarray, start: Any, resume: Run | None, found: Run | None) -> Program:
    """The program whose runs begin at a state that was given; found: the beginning of the same run, in a store."""
    if start is None:
        return program
    if resume is not None:
        raise InputError("start says where a run begins, and resume goes on with one. Give one of the two.")
    begun = replace(program, begun=given_start(program, p, start))
    first = begun.initial_state(p)
    if found is not None and not np.array_equal(found.data.state.values[0], first):
        raise InputError("the run in the store began at another start. Give that one, or leave start out.")
    return begun


def into_store(
    program: Program, request: Plan, p: np.ndarray, watched: Sensors | None, seed: int, contact: ContactSettings | None,
    store: Path, resume: Run | None, found: Run | None, progress: bool | None, check: bool | None, further: Mapping[str, Any],
) -> Run:  # fmt: skip
    """A run that is written while it goes on. found: what the store holds already.   check: as in simulate.

    further: what else must be the same when it is gone on with; None for what was not given.
    """

    def stretch(plan: Plan, before: Run | None) -> Run:
        return uncontrolled(program, plan, p, watched, seed, False, before, contact, estimate=check is None)

    asked = {"model": program.model.name, **stream_request(request), **free_values(program, p), "seed": seed}
    asked |= {"contact": str(contact), **{name: said for name, said in further.items() if said is not None}}
    return stream(program, request, store, asked, stretch, resume, found, progress)


def checked_by_steps(
    program: Program, request: Plan, p: np.ndarray, sensors: Sensors | None, seed: int, progress: bool | None,
    resume: Run | None, contact: ContactSettings | None, check: bool | None,
) -> Run:  # fmt: skip
    """A run without a controller; where ``check``, run again with other steps and compared."""
    run = uncontrolled(program, request, p, sensors, seed, progress, resume, contact, estimate=check is None)
    if not check or run.status != "finished":
        return run
    plan = replace(request, method=json.loads(run.given.attrs["settings"])["method"])
    layout, floors, finely = program.equations.layout, None, None
    if program.model.scene is None:
        ways = [finer(plan), *coarser(plan)]
    else:
        states = run.given.state.values
        floors = contact_floors(program, p, states)
        finely = fine_settings(chosen_settings(program, contact), floors, states[:, layout.slices["position"]])
        ways = [replace(plan, dt=plan.dt * contact_stretch(plan, plan.steps))]
    with warnings.catch_warnings(), Interrupt() as interrupt:
        warnings.simplefilter("ignore")
        others = [uncontrolled(program, way, p, None, seed, progress, resume, finely, estimate=False) for way in ways]
    if interrupt.asked:
        run.given.attrs |= {"status": "interrupted", "status_detail": NOT_COMPARED}
        return Run(run.given)
    fine, *coarse = others
    found = whole_error(layout, run, how_fine(plan, finely), fine, coarse[0] if coarse else None, floors)
    run.given.attrs["discretisation"] = json.dumps(found)
    add_warnings(run.given, program, p)
    return Run(run.given)


def uncontrolled(
    program: Program,
    request: Plan,
    p: np.ndarray,
    sensors: Sensors | None,
    seed: int,
    progress: bool | None,
    resume: Run | None,
    contact: ContactSettings | None,
    *,
    estimate: bool = True,
) -> Run:
    """A run without a controller; its sensors are read when it is over. estimate: look for the error by its steps."""
    contacts, noted = None, dict[str, object]()
    plan = request if sensors is None else closer(request, sensors, resume, state_bytes(program))
    if program.model.scene is not None:
        plan, stiffness = contact_plan(plan), None
        trajectory, contacts = run_moreau(program, plan, p, chosen_settings(program, contact), progress, resume)
    else:
        plan, stiffness = choose_method(program, plan, p, resume)
        trajectory = name_open_loops(program, integrate(program, plan, p, progress, resume), plan.dt, p)
        trajectory, noted = judge_end(program, request.method, plan, trajectory, p, stiffness)
    settings = chosen_settings(program, contact) if program.model.scene is not None else None
    error = None
    if estimate:
        check = replace(plan, method="rodas") if "went_on" in noted else plan  # of two methods: all of it by the second one
        error, trajectory = looked_at(program, check, p, trajectory, settings)
    how = {**asdict(plan), "output": request.output, "requested_method": request.method, "stiffness": stiffness, **noted}
    how |= {} if program.begun is None else BEGUN
    closed = None
    if sensors is not None:
        closed = sensed_run(program, sensors, trajectory, contacts, p, plan.output, seed, resume)
        trajectory, contacts, closed = thinned(trajectory, contacts, closed, round(request.output / plan.output))
    return finish_run(program, p, trajectory, how, contacts, closed, error, resume)


def looked_at(
    program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory, settings: ContactSettings | None
) -> tuple[StepError | None, Trajectory]:
    """The error of a run by its steps, and the run: Ctrl-C ends the look, and is the status of what has finished else."""
    with Interrupt() as interrupt:
        error = step_error(program, plan, p, trajectory, settings)
    if not interrupt.asked:
        return error, trajectory
    return None, replace(trajectory, status="interrupted") if trajectory.status == "finished" else trajectory


def streamed_before(
    store: str | Path | None, resume: Run | bool | None, controller: Callable | None, check_step: bool | None = None
) -> tuple[Run | None, Run | None]:
    """The run that the store holds already, where it is to be gone on with; and the run to begin after, where there is one."""
    if store is not None and check_step:
        raise InputError("check_step runs everything again, which a run with a store cannot be. Leave out one of the two.")
    if store is not None and controller is not None:
        raise InputError("a run with a controller is not written while it goes on. Leave out store; save it when it has ended.")
    if resume is not None and not isinstance(resume, bool) and not hasattr(resume, "data"):
        path = f"elver.load_run('{str(resume)[:60]}')" if isinstance(resume, (str, Path)) else "what elver.simulate returned"
        raise InputError(f"resume is a {type(resume).__name__}, and no run. Give {path}, or True with a store.")
    if resume is True:
        if store is None:
            raise InputError("resume=True goes on with a store. Give store, or the run to go on from.")
        return written_so_far(Path(store)), None
    if store is not None:
        refuse_taken(Path(store))
    return None, resume or None


def check_control(controller: Callable | None, every: float | None, delay: float, beyond: str, check_step: bool | None) -> None:
    """Refuse what says something about a controller where there is none."""
    require_choice("beyond", beyond, BEYOND)
    if controller is None and (every is not None or delay):
        raise InputError("every and delay say when a controller is called and acts: each needs a controller. Give one.")
    if controller is not None and check_step:
        raise InputError("check_step runs all again, which a run with a controller cannot be. Compare with a run of half the dt.")


def controlled(
    program: Program, request: Plan, p: np.ndarray, loop: Loop, progress: bool | None, resume: Run | None, contact
) -> Run:
    """A run with a controller in the loop. One that fails raises, with the good part of the run."""
    driven = run_controlled(program, request, p, loop, start_state(program, p, resume), resume, progress, contact)
    trajectory = driven.trajectory if driven.contacts else name_open_loops(program, driven.trajectory, request.dt, p)
    last = p.copy()
    last[program.input_places] = inputs_of(trajectory)[-1]
    control = {"every": loop.every, "delay": loop.delay, "beyond": loop.beyond}
    how = {**asdict(request), "method": driven.method, "requested_method": request.method, "control": control}
    how |= {} if program.begun is None else BEGUN
    run = finish_run(program, last, trajectory, how, driven.contacts, driven.closed, before=resume)
    if driven.failure is not None:
        driven.failure.run = run
        raise driven.failure
    return run


def sensors_of(model: Model, further: Sequence[Sensor]) -> Sensors | None:
    """The sensors of a run: the model's own, and further ones."""
    both = (*model.sensors, *((further,) if isinstance(further, Sensor) else further))
    return Sensors(both, model) if both else None


def seed_of(seed: int | None, resume: Run | None) -> int:
    """The seed of a run: the one given, else that of the run to resume, else 0."""
    if seed is not None:
        return whole_seed(seed)
    before = "" if resume is None else str(resume.data.attrs.get("seed", ""))
    return int(before) if before.isascii() and before.isdecimal() and len(before) < 20 else 0


def inputs_of(trajectory: Trajectory) -> np.ndarray:
    """The inputs at every sample of a controlled run."""
    assert trajectory.inputs is not None
    return trajectory.inputs
