"""How one run is made: request -> trajectory -> Run, with a controller or without, and whatever it is made for."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from elver._support.errors import ControllerError
from elver._support.interrupts import Interrupt
from elver.contact import ContactSettings
from elver.contact.record import Contacts
from elver.model import Model, Program
from elver.results import Run
from elver.results.checks.all_checks import add_warnings
from elver.results.checks.steps import whole_error
from elver.results.metrics import require_labels
from elver.results.record import StepError
from elver.sensors import Sensor, Sensors
from elver.sensors.reader import whole_seed
from elver.simulation.contact import chosen_settings, run_moreau
from elver.simulation.control import closer, run_controlled, sensed_run, thinned
from elver.simulation.finish import ClosedLoop, finish_run, free_values, gait_period
from elver.simulation.integrate import integrate
from elver.simulation.plan import Plan, RunRequest, check_plan, check_room, contact_plan, sample_period
from elver.simulation.recording import sample_bytes, state_bytes
from elver.simulation.step_error import coarser, contact_floors, contact_stretch, fine_settings, finer, how_fine, step_error
from elver.simulation.stiffness import choose_method, judge_end
from elver.simulation.trajectory import Trajectory, name_open_loops, resumed_values, start_state

_NOT_COMPARED = "reached its end; interrupted while it was run again with other steps"
_AS_STORED = {"raise": "refuse", "clip": "clip"}  # words of result files for Control.out_of_bounds


# --- The request.


def make_request(
    program: Program,
    plan: Plan,
    parameters: Mapping[str, float] | None = None,
    *,
    even: bool = True,
    found: Run | None = None,
    resume: Run | None = None,
    sensors: Sequence[Sensor] = (),
    seed: int | None = None,
    **further: Any,
) -> RunRequest:
    """A checked request; what cannot be done is refused.

    parameters: free ones by name; of a run that goes on those not named stay what they were.
    even: samples as the plan has them; else closer where a gait is fast.   found: the beginning of the same run, in a file.
    further: fields of the request.
    """
    require_labels(program.model.name, program.model.metrics)
    first = found or resume
    p = program.parameter_vector(parameters if first is None else {**resumed_values(program, first), **(parameters or {})})
    plan = plan if even else sample_period(plan, gait_period(program.model, free_values(program, p)))
    check_plan(program, plan, 0.0 if first is None else float(first.data.time[0 if first is found else -1]))
    watched = _sensors_of(program.model, sensors)
    return RunRequest(program, plan, p, sensors=watched, seed=_seed_of(seed, first), resume=resume, **further)


def _sensors_of(model: Model, further: Sequence[Sensor]) -> Sensors | None:
    """The sensors of a run: the model's own, and further ones."""
    both = (*model.sensors, *((further,) if isinstance(further, Sensor) else further))
    return Sensors(both, model) if both else None


def _seed_of(seed: int | None, resume: Run | None) -> int:
    """The seed of a run: the one given, else that of the run to resume, else 0."""
    if seed is not None:
        return whole_seed(seed)
    before = "" if resume is None else str(resume.data.attrs.get("seed", ""))
    return int(before) if before.isascii() and before.isdecimal() and len(before) < 20 else 0


# --- The trajectory.


@dataclass(frozen=True, eq=False)
class Outcome:
    """What was integrated.

    plan: with the method and the sample interval of the trajectory.   p: parameters at the end, with inputs held then.
    contacts: what they did.   closed: readings of sensors, and what a controller left.   notes: further settings to record.
    error: how far off it is by its steps, where that was estimated.   failure: of the controller, which ended the run.
    """

    plan: Plan
    p: np.ndarray
    trajectory: Trajectory
    contacts: Contacts | None = None
    closed: ClosedLoop | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)
    error: StepError | None = None
    failure: ControllerError | None = None


def carry_out(request: RunRequest) -> Outcome:
    """Integrate a run as it was asked for, in memory."""
    check_room(request.plan, sample_bytes(request.program))
    waiting = request.resume is not None and "pending_input" in request.resume.data
    return _integrate_with_controller(request) if request.control is not None or waiting else integrate_alone(request)


def integrate_alone(request: RunRequest) -> Outcome:
    """A run without a controller; its sensors are read when it is over."""
    program, p, resume, sensors = request.program, request.p, request.resume, request.sensors
    plan = request.plan if sensors is None else closer(request.plan, sensors, resume, state_bytes(program))
    contacts, settings, stiffness, noted = None, None, None, dict[str, object]()
    if program.model.scene is not None:
        plan, settings = contact_plan(plan), chosen_settings(program, request.contact, single=resume is None)
        trajectory, contacts = run_moreau(program, plan, p, settings, request.progress, resume)
    else:
        plan, stiffness = choose_method(program, plan, p, resume)
        trajectory = name_open_loops(program, integrate(program, plan, p, request.progress, resume), plan.dt, p)
        trajectory, noted = judge_end(program, request.plan.method, plan, trajectory, p, stiffness)
    error = None
    if request.estimate:
        stepped = replace(plan, method="rodas") if "went_on" in noted else plan  # of two methods: all of it by the second one
        error, trajectory = _with_step_error(program, stepped, p, trajectory, settings)
    closed = None
    if sensors is not None:
        closed = sensed_run(program, sensors, trajectory, contacts, p, plan.output, request.seed, resume)
        trajectory, contacts, closed = thinned(trajectory, contacts, closed, round(request.plan.output / plan.output))
    return Outcome(plan, p, trajectory, contacts, closed, {"stiffness": stiffness, **noted}, error)


def _with_step_error(
    program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory, settings: ContactSettings | None
) -> tuple[StepError | None, Trajectory]:
    """The error of a run by its steps, and the run: Ctrl-C ends the estimate, and is the status of a run that had finished."""
    with Interrupt() as interrupt:
        error = step_error(program, plan, p, trajectory, settings)
    if not interrupt.asked:
        return error, trajectory
    return None, replace(trajectory, status="interrupted") if trajectory.status == "finished" else trajectory


def _integrate_with_controller(request: RunRequest) -> Outcome:
    """A run with a controller in the loop, or with inputs on their way that one has left."""
    program, control = request.program, request.control
    driven = run_controlled(request, start_state(program, request.p, request.resume))
    trajectory = driven.trajectory
    if driven.contacts is None:
        trajectory = name_open_loops(program, trajectory, request.plan.dt, request.p)
    assert trajectory.inputs is not None
    last = request.p.copy()
    last[program.input_places] = trajectory.inputs[-1]
    how = {"every": None, "delay": 0.0, "beyond": "refuse"}
    if control is not None:
        how = {"every": control.every, "delay": control.delay, "beyond": _AS_STORED[control.out_of_bounds]}
    plan = replace(request.plan, method=driven.method)
    return Outcome(plan, last, trajectory, driven.contacts, driven.closed, {"control": how}, failure=driven.failure)


# --- The run.


def make_run(request: RunRequest, outcome: Outcome) -> Run:
    """The run of what was integrated. One whose controller failed raises, with the good part of the run."""
    plan = {**asdict(outcome.plan), "output": request.plan.output, "requested_method": request.plan.method}
    begun = {} if request.program.begun is None else {"start": "given, the first sample"}
    run = finish_run(
        request.program, outcome.p, outcome.trajectory, {**plan, **outcome.notes, **begun}, outcome.contacts, outcome.closed,
        outcome.error, request.resume,
    )  # fmt: skip
    if outcome.failure is not None:
        outcome.failure.run = run
        raise outcome.failure
    return run


def with_whole_error(request: RunRequest, outcome: Outcome, run: Run) -> Run:
    """A run that finished, run again with other steps, with what the comparison says of its error and the method's order."""
    program, p = request.program, request.p
    plan = replace(request.plan, method=outcome.plan.method)
    layout, floors, finely = program.equations.layout, None, None
    if program.model.scene is None:
        ways = [finer(plan), *coarser(plan)]
    else:
        states = run.given.state.values
        floors = contact_floors(program, p, states)
        finely = fine_settings(
            chosen_settings(program, request.contact, single=True), floors, states[:, layout.slices["position"]]
        )
        ways = [replace(plan, dt=plan.dt * contact_stretch(plan, plan.steps))]
    again = replace(request, contact=finely, sensors=None, estimate=False)
    with warnings.catch_warnings(), Interrupt() as interrupt:
        warnings.simplefilter("ignore")
        fine, *coarse = (make_run(one, carry_out(one)) for one in (replace(again, plan=way) for way in ways))
    if interrupt.asked:
        run.given.attrs |= {"status": "interrupted", "status_detail": _NOT_COMPARED}
        return Run(run.given)
    found = whole_error(layout, run, how_fine(plan, finely), fine, coarse[0] if coarse else None, floors)
    run.given.attrs["discretisation"] = found
    add_warnings(run.given, program, p)
    return Run(run.given)
