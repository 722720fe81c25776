"""Many machines in one call: every core, or a GPU."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from elver.choices import Target
from elver.contact import ContactSettings
from elver.drive import SignalTable
from elver.equations.closure import OPEN
from elver.errors import InputError
from elver.native.program import Program
from elver.native.sources import Source, as_program, run_request, with_table
from elver.progress import Progress
from elver.results.batch import FIGURES, finish_batch
from elver.results.samples.taken import refuse_shared_names
from elver.simulation.machines import (
    initial_states,
    machines,
    own_programs,
    require_choice,
    start_machines,
    thread_count,
    uncovered,
)
from elver.stepping.batch.contact import run_lanes
from elver.stepping.batch.cpu import Outcome, run_singles, run_vectors, with_refused
from elver.stepping.batch.sampling import Sampling, check_recording, make_sampling, states_alone
from elver.stepping.choice import choose_method
from elver.stepping.nonsmooth import chosen_settings
from elver.stepping.plan import Plan, check_room, contact_plan, make_plan, sample_times
from elver.stepping.trajectory import Trajectory, refuse_long_quaternions

TARGETS, PRECISIONS = tuple(Target), ("double", "single")
VECTORS = ("rk4", "heun", "semi-implicit")  # methods whose steps many machines take side by side


def simulate_batch(
    source: Source,
    duration: float | None = None,
    dt: float | None = None,
    values: Mapping[str, object] | None = None,
    states: Any = None,
    *,
    method: str = "auto",
    output: float | None = None,
    record: Iterable[str] = (),
    target: str = "cpu",
    precision: str = "double",
    threads: int | None = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    progress: bool | None = None,
    contact: ContactSettings | None = None,
    signals: SignalTable | Sequence[SignalTable] | None = None,
):
    """Simulate many machines that differ in free parameters, initial states or signals; an xarray Dataset along ``machine``.

    source, duration, dt, output: as for ``simulate``.   values: of free parameters by name, a number or one per machine.
    states: initial ones, (machine, state) in the order of ``program.equations.layout.names``, or a mapping from such names to a
    number or one per machine.
    record: names of recorded quantities (docs/results.md) to keep along the way, every ``output`` seconds.
    method: as for ``simulate``; ``auto`` looks at the start of the first machine. rk4, heun, semi-implicit and contact by even
    steps run in vectors; all others run machine by machine over the threads.
    target: ``cpu``, or ``gpu`` (NVIDIA, needs CuPy; without one a warning, and the CPU).
    signals: in place of the model's own, of the same names: a table for all, or a list with one per machine (on the CPU).
    precision: ``double``, or ``single`` on a GPU.   threads: cores to use, all by default; the numbers do not depend on it.
    A machine that runs away is frozen at its last good state and says so in ``status``; one that cannot start is ``refused``.
    The others go on.
    """
    duration, dt, method, output = run_request(source, duration, dt, method, output)
    request = make_plan(duration, dt, method, output, rtol, atol)
    program = with_table(as_program(source, duration), signals)
    own = own_programs(program, signals)
    late = uncovered([program] if own is None else own, request, refuse=own is None)
    require_choice("target", target, TARGETS)
    require_choice("precision", precision, PRECISIONS if target == "gpu" else PRECISIONS[:1])
    settings, threads = chosen_settings(program, contact), thread_count(threads)
    refuse_on_device(program, target, precision, settings)
    p, given = machines(program, values, states, own)
    x, refused = start_machines(program, p, given, own)
    refused = {**refused, **late}
    first = next((k for k in range(len(x)) if k not in refused), 0)
    scene = program.model.scene is not None
    plan = contact_plan(request) if scene else choose_method(own[first] if own else program, request, p[first], start=x[first])[0]
    sampling = make_sampling(program.equations, record)
    refuse_shared_names(program.equations.parameters, {*FIGURES, *(r.name for r in sampling.recorded)}, "the data set of a batch")
    check_size(program, plan, sampling, len(x), threads)
    bar = Progress(plan.duration * len(x), program.model.name, progress)
    try:
        outcome, used = carry_out(program, plan, sampling, p, x, target, precision, threads, bar, settings, refused, own)
    finally:
        bar.close()
    how = {**asdict(plan), "requested_method": request.method, **used}
    return finish_batch(program, plan, sampling, p, outcome, how, own)


def check_size(program: Program, plan: Plan, sampling: Sampling, machines: int, threads: int) -> None:
    """Refuse what does not fit into the memory."""
    if plan.method not in VECTORS:  # every thread holds the states of a whole run
        check_room(plan, 24.0 * program.equations.layout.size * min(threads, machines))
    check_recording(sampling, machines, len(sample_times(plan)), plan.output)


def side_by_side(program: Program, plan: Plan, p: np.ndarray, threads: int, target: str = "cpu") -> list[Trajectory | None]:
    """Machines without contacts in vectors, one per row of p: their states at the samples, and the last good one.

    None for a machine that cannot start.
    """
    sampling = make_sampling(program.equations, ["state"]) if target == "gpu" else states_alone(program.equations)
    times = sample_times(plan)
    check_recording(sampling, len(p), len(times), plan.output)
    bar = Progress(plan.duration * len(p), program.model.name, False)
    x, refused = start_machines(program, p, initial_states(program, p))
    refuse_long_quaternions(program, x)
    outcome, _ = carry_out(program, plan, sampling, p, x, target, "double", threads, bar, chosen_settings(program, None), refused)
    return [None if k in refused else trajectory_of(outcome, k, times, plan) for k in range(len(p))]


def trajectory_of(outcome: Outcome, k: int, times: np.ndarray, plan: Plan) -> Trajectory:
    """The trajectory of one machine of a batch that recorded states, as a single run has it."""
    status, end = str(outcome.status[k]), float(outcome.end[k])
    full = 0 if status == "interrupted" else int(np.searchsorted(times, end + 1e-9 * plan.dt, side="right"))
    past, states = times[:full], outcome.kept[k, :full]
    if full and end > past[-1] + 1e-9 * plan.dt:
        past, states = np.append(past, end), np.vstack([states, outcome.states[k]])
    return Trajectory(past, states, status, round(end / plan.dt), outcome.wall_time)


def refuse_on_device(program: Program, target: str, precision: str, contact: ContactSettings) -> None:
    """Loops and contacts need double precision, and contacts on a GPU even steps."""
    if target == "gpu" and contact.accuracy is not None:
        raise InputError("target = 'gpu' takes contact by even steps: leave out ContactSettings.accuracy, or use target = 'cpu'.")
    if precision == "single" and program.model.robot.loops:
        raise InputError(
            f"precision = 'single' is not enough for the closed loops of '{program.model.name}': they must close to "
            f"{OPEN:g} m, which single precision cannot resolve. Use precision = 'double'."
        )
    if precision == "single" and program.model.scene is not None:
        raise InputError(
            f"precision = 'single' is not enough for the contacts of '{program.model.name}': their laws hold to a residual "
            "of 1e-8 in double precision. Use precision = 'double'."
        )


def carry_out(
    program, plan: Plan, sampling, p, x, target, precision, threads, bar, contact, refused, own=None
) -> tuple[Outcome, dict]:
    """Run on the target that was asked for and can do it; the outcome, and what was used.

    own: the program of every machine, where they have signals of their own.
    """
    device = None
    if target == "gpu":
        from elver.stepping.batch.gpu import find_device, run_gpu

        device = find_device(plan.method, own is not None)
    kernel = None
    if device and plan.method == "moreau":
        from elver.stepping.batch.contact_gpu import find_kernel, refused_starts, run_contact

        kernel = find_kernel(program, contact, plan.dt, p[0], device)
        device, refused = (device, refused_starts(program, contact, p, x, refused)) if kernel else (None, refused)
    settings = {"target": "gpu" if device else "cpu", "precision": precision if device else "double", "threads": threads}
    good = np.array([k not in refused for k in range(len(x))])
    if device is None and plan.method == "moreau" and contact.accuracy is None:
        return run_lanes(program, plan, sampling, p, x, threads, bar, contact, refused, own), settings
    if not good.any() or (device is None and plan.method not in VECTORS):
        return run_singles(program, plan, sampling, p, x, threads, bar, refused, own, contact), settings
    if device and kernel:
        outcome = run_contact(program, plan, sampling, p[good], x[good], device, kernel, bar)
    elif device:
        outcome = run_gpu(program, plan, sampling, p[good], x[good], device, precision, bar)
    else:
        own = None if own is None else [one for one, runs in zip(own, good, strict=True) if runs]
        outcome = run_vectors(program, plan, sampling, p[good], x[good], threads, bar, own=own)
    return (with_refused(outcome, good, x, refused) if refused else outcome), settings
