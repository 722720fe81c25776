"""One verb: simulate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import InputError
from elver.drive import SignalTable
from elver.model import Program
from elver.model.program import Source, as_program, with_table
from elver.results import Run
from elver.sensors import Sensor
from elver.simulation.contact import chosen_settings
from elver.simulation.options import Control, Save, Solver, honoured
from elver.simulation.pipeline import carry_out, make_request, make_run, with_whole_error
from elver.simulation.plan import requested_plan
from elver.simulation.steppers.stepper import given_start, with_held
from elver.simulation.streaming import refuse_taken, stream, written_so_far


def simulate(
    source: Source,
    duration: float | None = None,
    *,
    parameters: Mapping[str, float] | None = None,
    initial_state: Any = None,
    inputs: Any = None,
    solver: Solver = Solver(),
    save: Save = Save(),
    control: Control | None = None,
    sensors: Sequence[Sensor] = (),
    seed: int | None = None,
    signals: SignalTable | None = None,
    resume: Run | bool | None = None,
    progress: bool | None = None,
) -> Run:
    """Simulate a scenario, a model, or a program compiled before.

    Parameters
    ----------
    source : Scenario, Model or Program
        What moves.
    duration : float, optional
        Seconds to simulate. None: the scenario's own.
    parameters : mapping, optional
        Values of free parameters, by name.
    initial_state : array, mapping or Run, optional
        Where it begins at time 0 instead of the model's own start: all states in order, a mapping from names of states
        (``angle of hinge``) to numbers, or a run with the same states, whose last sample is taken; works begin at 0
        (docs/inputs.md).
    inputs : mapping or sequence, optional
        What the inputs of the model are held at: a mapping from names, or one number each in their order; a controller finds
        them so when it is first called.
    solver : Solver
        Method, step, tolerances, contact.
    save : Save
        Interval of the samples, what is recorded on demand (``fields``), and a file that is written while the run goes on.
    control : Control, optional
        A controller in the loop.
    sensors : sequence of Sensor
        Of elver.sensors, besides the model's own; recorded as ``sensed_<name>``, with a controller or without.
    seed : int, optional
        Of the sensors' noise. None: that of the run to resume, else 0.
    signals : SignalTable, optional
        A table in place of the model's own.
    resume : Run or bool, optional
        A run of the same model: the new one goes on from its last sample, with the same numbers as one long run (``adams``
        starts anew: equal within its error). Free parameters that are not named keep the values they had there.
        True goes on with the file of ``save.path``.
    progress : bool, optional
        None: a bar on a terminal.

    Returns
    -------
    Run
        A run that cannot go on returns with its status and every good step; it does not raise.

    Raises
    ------
    InputError
        For what cannot be done, before anything is computed.
    ControllerError
        Where the controller fails; its ``run`` is the good part.

    Examples
    --------
    >>> run = elver.simulate(model, 10.0, solver=elver.Solver(dt=1e-3), save=elver.Save(every=0.02))
    """
    honoured("simulate", "solver", solver, Solver)
    honoured("simulate", "save", save, Save)
    if control is not None:
        honoured("simulate", "control", control, Control)
    plan, even = requested_plan(source, duration, solver, save)
    program = with_table(as_program(source, plan.duration, record=save.fields), signals)
    path = None if save.path is None else Path(save.path)
    _check_together(path, control, solver)
    found, before = _runs_before(path, resume)
    request = make_request(
        program, plan, with_held(program.model, parameters, inputs), even=even, found=found, resume=before, sensors=sensors,
        seed=seed, contact=solver.contact, control=control, progress=progress, estimate=solver.check_step is None,
    )  # fmt: skip
    program = _begun_at(program, request.p, initial_state, before, found)
    request = replace(request, program=program)
    alone = control is None and path is None and before is None
    chosen_settings(program, solver.contact, single=alone)  # refused where they do not fit
    if path is not None:
        return stream(request, path, found, None if signals is None else signals.digest)
    outcome = carry_out(request)
    run = make_run(request, outcome)
    return with_whole_error(request, outcome, run) if solver.check_step and run.status == "finished" else run


def _check_together(path: Path | None, control: Control | None, solver: Solver) -> None:
    """Refuse options that exclude each other."""
    if path is not None and solver.check_step:
        raise InputError("check_step runs everything again, which a run with Save.path cannot be. Leave out one of the two.")
    if path is not None and control is not None:
        raise InputError(
            "a run with a controller is not written while it goes on. Leave out Save.path; save it when it has ended."
        )
    if control is not None and solver.check_step:
        raise InputError("check_step runs all again, which a run with a controller cannot be. Compare with a run of half the dt.")


def _runs_before(path: Path | None, resume: Run | bool | None) -> tuple[Run | None, Run | None]:
    """The run that the file holds already, where it is to be gone on with; and the run to begin after, where there is one."""
    if resume is not None and not isinstance(resume, bool) and not hasattr(resume, "data"):
        given = f"elver.load_run('{str(resume)[:60]}')" if isinstance(resume, (str, Path)) else "what elver.simulate returned"
        raise InputError(f"resume is a {type(resume).__name__}, and no run. Give {given}, or True with Save.path.")
    if resume is True:
        if path is None:
            raise InputError("resume=True goes on with a file. Give Save.path, or the run to go on from.")
        return written_so_far(path), None
    if path is not None:
        refuse_taken(path)
    return None, resume or None


def _begun_at(program: Program, p: np.ndarray, initial_state: Any, resume: Run | None, found: Run | None) -> Program:
    """The program whose runs begin at a state that was given; found: the beginning of the same run, in a file."""
    if initial_state is None:
        return program
    if resume is not None:
        raise InputError("initial_state says where a run begins, and resume goes on with one. Give one of the two.")
    begun = replace(program, begun=given_start(program, p, initial_state))
    first = begun.initial_state(p)
    if found is not None and not np.array_equal(found.data.state.values[0], first):
        raise InputError("the run in the file began at another state. Give that one, or leave initial_state out.")
    return begun
