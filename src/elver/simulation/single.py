"""One verb: simulate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

import casadi as ca
import numpy as np

from elver.contact import ContactSettings
from elver.contact.record import add_contacts
from elver.equations import Model
from elver.equations.closure import describe
from elver.errors import is_symbol
from elver.native.program import Program, compile_model
from elver.results.run import Run, make_run, versions
from elver.statuses import BY_WORD
from elver.stepping.integrate import (
    Trajectory,
    check_plan,
    check_room,
    choose_method,
    contact_plan,
    integrate,
    make_plan,
    sample_period,
)
from elver.stepping.loop_status import LOOP_WORDS, end_at_singular_loops, loop_text, name_open_loops
from elver.stepping.nonsmooth import chosen_settings, run_moreau
from elver.stepping.recording import evaluate_outputs, sample_bytes


def simulate(
    model: Model | Program,
    duration: float,
    dt: float = 1e-3,
    method: str = "auto",
    output: float | None = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    parameters: Mapping[str, float] | None = None,
    progress: bool | None = None,
    resume: Run | None = None,
    contact: ContactSettings | None = None,
) -> Run:
    """Simulate a model, or a program compiled before, for ``duration`` seconds.

    dt: step [s] of the fixed-step methods, first step of the adaptive ones.   output: seconds between recorded samples
    (default: 0.01 s, or less for fast gaits: a hundredth of the period).
    method: ``auto`` takes ``rk4``, or ``rodas`` where the model is too stiff for it at this dt. ``rk4``, ``adams`` (predictor and
    corrector: order 5, two evaluations a step), ``heun`` and ``semi-implicit`` have a fixed step; ``dopri5`` and ``rodas``
    (for stiff models) are adaptive, with rtol and atol.
    parameters: values of the program's free parameters, by name.   progress: None shows a bar on a terminal.
    resume: a run of the same model; the new one goes on from its last sample, with the same numbers as one long run
    (``adams`` starts anew: equal within its error).
    contact: how contact problems are solved, for a model with a scene (which is stepped by ``moreau``).
    A run that cannot go on returns with its status and every good step; it does not raise.
    """
    request = make_plan(duration, dt, method, output, rtol, atol)
    program = model if isinstance(model, Program) else compile_model(model)
    p = program.parameter_vector(parameters)
    period = gait_period(program.model, free_values(program, p))
    request = request if output is not None else sample_period(request, period)
    check_plan(program, request, 0.0 if resume is None else float(resume.data.time[-1]))
    check_room(request, sample_bytes(program))
    contacts, settings = None, chosen_settings(program, contact)
    if program.model.scene is not None:
        plan, stiffness = contact_plan(request), None
        trajectory, contacts = run_moreau(program, plan, p, settings, progress, resume)
    else:
        plan, stiffness = choose_method(program, request, p, resume)
        trajectory = name_open_loops(program, integrate(program, plan, p, progress, resume), plan.dt, p)
    trajectory, outputs = end_at_singular_loops(program, trajectory, evaluate_outputs(program, trajectory, p))
    run = make_run(program.equations, trajectory.times, trajectory.states, outputs, {"period": period})
    how = {**asdict(plan), "requested_method": request.method, "stiffness": stiffness}
    run.data.attrs.update(provenance(program, how, p, trajectory, run))
    if contacts is not None:
        add_contacts(run.data, contacts)
    return run


def provenance(program: Program, settings: dict, p, trajectory: Trajectory, run: Run) -> dict[str, object]:
    """Attributes that say what was run, how, with what, and how it ended."""
    model = program.model
    free = free_values(program, p)
    return {
        "title": f"Elver run of {model.name}",
        "model": model.name,
        "base": model.robot.base,
        "status": trajectory.status,
        "status_detail": explain(trajectory, run.data),
        "parameters": json.dumps({**model.parameters, **free}, default=str),
        "settings": json.dumps(settings),
        "versions": json.dumps(versions()),
        "seed": "none: the run is deterministic",
        "steps": trajectory.steps,
        "wall_time": trajectory.wall_time,
        "build_time": program.build_time,
        "compile_time": program.compile_time,
        **({"loops": describe(program.equations, program.start(p)[1])} if model.robot.loops else {}),
    }


def free_values(program: Program, p: np.ndarray) -> dict[str, float]:
    """The free parameters of a run by name."""
    return dict(zip(program.equations.parameters, p.tolist(), strict=True))


def gait_period(model: Model, free: Mapping[str, float]) -> float:
    """Period of the gait [s]; 0 where it has none."""
    period = getattr(model.gait, "period", 0.0)
    if not is_symbol(period):
        return float(period)
    symbols = [f.symbol for f in model.free.values()]
    return float(ca.Function("period", symbols, [period])(*free.values()))


def explain(trajectory: Trajectory, data) -> str:
    """One sentence on how a run ended; for a failure the time and the fastest body."""
    end = trajectory.times[-1]
    if trajectory.status == "finished":
        return f"reached {end:g} s"
    if trajectory.status == "interrupted":
        return f"interrupted at {end:g} s; everything up to there is kept"
    speed = np.abs(data.body_twist.isel(time=-1)).max("component")
    body = str(data.body.values[int(np.argmax(speed.values))])
    if len(trajectory.times) == 1 and trajectory.status in ("diverged", "step too small"):
        return (
            f"{trajectory.status} at the start: the equations are not finite there. Look for a singular machine (a joint that "
            "moves no inertia about its axis) or a law that is undefined at the first instant."
        )
    loops = loop_text(data, trajectory.status) if trajectory.status in LOOP_WORDS else ""
    cause = trajectory.detail or loops or BY_WORD[trajectory.status].cause
    fastest = f"body '{body}' (fastest, {float(speed.max()):.3g})"
    return f"{trajectory.status} after {end:.6g} s at {fastest}: {cause}. Every good step is kept."
