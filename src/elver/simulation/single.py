"""One verb: simulate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from elver.contact import ContactSettings
from elver.native.sources import Source, as_program, run_manner, run_times
from elver.results import Run
from elver.results.finish import finish_run
from elver.results.provenance import free_values, gait_period
from elver.stepping.choice import choose_method, judge_end
from elver.stepping.loop_status import name_open_loops
from elver.stepping.nonsmooth import chosen_settings, run_moreau
from elver.stepping.plan import check_plan, check_room, contact_plan, make_plan, sample_period
from elver.stepping.recording import sample_bytes
from elver.stepping.runs import integrate
from elver.stepping.trajectory import resumed_values


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
    resume: Run | None = None,
    contact: ContactSettings | None = None,
) -> Run:
    """Simulate a scenario, a model, or a program compiled before, for ``duration`` seconds (default: the scenario's own).

    dt: step [s] of the fixed-step methods, first step of the adaptive ones (default: the scenario's own, else 1 ms).
    output: seconds between recorded samples (default: the scenario's own, else 0.01 s, or less for fast gaits: a hundredth of the
    period).
    method: ``auto`` takes the scenario's own; else ``rk4``, or ``rodas`` where the model is too stiff for it at this dt. ``rk4``,
    ``adams`` (predictor and corrector: order 5, two evaluations a step), ``heun`` and ``semi-implicit`` have a fixed step;
    ``dopri5`` and ``rodas`` (for stiff models) are adaptive, with rtol and atol.
    values: of the program's free parameters, by name.   progress: None shows a bar on a terminal.
    resume: a run of the same model; the new one goes on from its last sample, with the same numbers as one long run
    (``adams`` starts anew: equal within its error). Free parameters that ``values`` does not name keep the values they had there.
    contact: how contact problems are solved, for a model with a scene (which is stepped by ``moreau``).
    A run that cannot go on returns with its status and every good step; it does not raise.
    """
    duration, dt = run_times(source, duration, dt)
    method, output = run_manner(source, method, output)
    request = make_plan(duration, dt, method, output, rtol, atol)
    program = as_program(source, duration)
    p = program.parameter_vector(values if resume is None else {**resumed_values(program, resume), **(values or {})})
    period = gait_period(program.model, free_values(program, p))
    request = request if output is not None else sample_period(request, period)
    check_plan(program, request, 0.0 if resume is None else float(resume.data.time[-1]))
    check_room(request, sample_bytes(program))
    settings, contacts = chosen_settings(program, contact), None
    noted: dict
    if program.model.scene is not None:
        plan, stiffness, noted = contact_plan(request), None, {}
        trajectory, contacts = run_moreau(program, plan, p, settings, progress, resume)
    else:
        plan, stiffness = choose_method(program, request, p, resume)
        trajectory = name_open_loops(program, integrate(program, plan, p, progress, resume), plan.dt, p)
        trajectory, noted = judge_end(program, request.method, plan, trajectory, p, stiffness)
    how = {**asdict(plan), "requested_method": request.method, "stiffness": stiffness, **noted}
    return finish_run(program, p, trajectory, how, contacts)
