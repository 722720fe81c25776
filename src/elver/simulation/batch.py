"""Many machines in one call: every core, or a GPU."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict

import numpy as np

from elver.contact import ContactSettings
from elver.equations import Model
from elver.equations.closure import OPEN
from elver.errors import InputError
from elver.native.program import Program, compile_model
from elver.results.run import versions
from elver.results.summary import STANDARD_GRAVITY
from elver.simulation.machines import close_loops, machines, require_choice, thread_count
from elver.spatial import rotation_quaternion
from elver.stepping.batch_cpu import Outcome, run_singles, run_vectors, sample_times
from elver.stepping.figures import closure
from elver.stepping.integrate import Plan, Progress, check_plan, check_room, choose_method, contact_plan, make_plan
from elver.stepping.nonsmooth import chosen_settings
from elver.stepping.sampling import Sampling, check_recording, make_sampling

TARGETS, PRECISIONS = ("cpu", "gpu"), ("double", "single")
VECTORS = ("rk4", "heun", "semi-implicit")  # methods whose steps many machines take side by side


def simulate_batch(
    model: Model | Program,
    duration: float,
    dt: float = 1e-3,
    parameters: Mapping[str, object] | None = None,
    states=None,
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
):
    """Simulate many machines that differ in free parameters or initial states; an xarray Dataset along ``machine``.

    parameters: free parameters by name, a number or one per machine.   states: initial states, (machine, state) in the order
    of ``program.equations.layout.names``, or a mapping from such names to a number or one per machine.
    record: names of recorded quantities (docs/results.md) to keep along the way, every ``output`` seconds.
    method: as for ``simulate``; ``auto`` looks at the start of the first machine. rk4, heun and semi-implicit run in vectors;
    all others, contact and loops run machine by machine over the threads.
    target: ``cpu``, or ``gpu`` (NVIDIA, needs CuPy; without one a warning, and the CPU).
    precision: ``double``, or ``single`` on a GPU.   threads: cores to use, all by default; the numbers do not depend on it.
    A machine that runs away is frozen at its last good state and says so in ``status``; one that cannot start is ``refused``.
    The others go on.
    """
    request = make_plan(duration, dt, method, output, rtol, atol)
    program = model if isinstance(model, Program) else compile_model(model)
    check_plan(program, request)
    require_choice("target", target, TARGETS)
    require_choice("precision", precision, PRECISIONS if target == "gpu" else PRECISIONS[:1])
    refuse_single_loops(program, precision)
    settings, threads = chosen_settings(program, contact), thread_count(threads)
    p, given = machines(program, parameters, states)
    x, refused = close_loops(program, p, given)
    first = next((k for k in range(len(x)) if k not in refused), 0)
    scene = program.model.scene is not None
    plan = contact_plan(request) if scene else choose_method(program, request, p[first], start=x[first])[0]
    sampling = make_sampling(program.equations, record)
    if plan.method not in VECTORS or program.model.robot.loops:  # every thread holds the states of a whole run
        check_room(plan, 24.0 * program.equations.layout.size * min(threads, len(x)))
    check_recording(sampling, len(x), len(sample_times(plan)), plan.output)
    bar = Progress(plan.duration * len(x), program.model.name, progress)
    try:
        outcome, used = carry_out(program, plan, sampling, p, x, target, precision, threads, bar, settings, refused)
    finally:
        bar.close()
    data = label(program, plan, sampling, p, x, outcome)
    data.attrs |= {
        "title": f"Elver batch of {program.model.name}",
        "model": program.model.name,
        "parameters": json.dumps(dict(program.model.parameters), default=str),
        "settings": json.dumps({**asdict(plan), "requested_method": request.method, **used}),
        "versions": json.dumps(versions()),
        "wall_time": outcome.wall_time,
    }
    return data


def refuse_single_loops(program: Program, precision: str) -> None:
    """Loops need double precision."""
    if precision == "single" and program.model.robot.loops:
        raise InputError(
            f"precision = 'single' is not enough for the closed loops of '{program.model.name}': they must close to "
            f"{OPEN:g} m, which single precision cannot resolve. Use precision = 'double'."
        )


def carry_out(program, plan: Plan, sampling, p, x, target, precision, threads, bar, contact, refused) -> tuple[Outcome, dict]:
    """Run on the target that was asked for and can do it; the outcome, and what was used."""
    loops = bool(program.model.robot.loops)  # singular positions are looked for in the samples of single runs
    device = None
    if target == "gpu":
        from elver.stepping.batch_gpu import find_device, run_gpu

        device = find_device(plan.method, loops)
    settings = {"target": "gpu" if device else "cpu", "precision": precision if device else "double", "threads": threads}
    if device:
        outcome = run_gpu(program, plan, sampling, p, x, device, precision, bar)
    elif plan.method in VECTORS and not loops:
        outcome = run_vectors(program, plan, sampling, p, x, threads, bar)
    else:
        outcome = run_singles(program, plan, sampling, p, x, threads, bar, contact, refused)
    return outcome, settings


# --- the result -------------------------------------------------------------------------------------------------------


def label(program: Program, plan: Plan, sampling: Sampling, p, x, outcome: Outcome):
    """The data set: figures per machine, and the recorded trajectories."""
    import xarray as xr

    equations, f = program.equations, outcome.figures
    labels = {"axis": ("x", "y", "z"), "quaternion": ("w", "x", "y", "z"), **equations.recorded.labels}
    labels["state_name"] = equations.layout.names
    run = outcome.samples > 0
    distance = np.linalg.norm(f.place - f.first, axis=0)
    works = f.works - f.begun
    motor = works[list(equations.recorded.labels["flow"]).index("motor")]
    with np.errstate(divide="ignore", invalid="ignore"):
        speed = np.where(outcome.end > 0, distance / outcome.end, 0.0)
        cost = np.where(distance > 1e-9, motor / (program.model.robot.mass * STANDARD_GRAVITY * distance), np.nan)
    table = {
        "status": (("machine",), outcome.status.astype(str), "", "how the machine ended"),
        "status_detail": (("machine",), outcome.detail.astype(str), "", "the same in a few words"),
        "end_time": (("machine",), outcome.end, "s", "time of the last good state"),
        "final_state": (("machine", "state_name"), outcome.states, "SI", "last good state"),
        "final_position": (("machine", "axis"), f.place.T, "m", "origin of the base at the end, world"),
        "final_com": (("machine", "axis"), f.com.T, "m", "centre of mass at the end, world"),
        "mean_speed": (("machine",), speed, "m/s", "net displacement of the base over the time"),
        "path_length": (("machine",), f.path[0], "m", "length of the base's path through the samples"),
        "peak_torque": (("machine", "joint"), f.torques.T, "N m or N", "largest magnitude at the samples"),
        "ledger": (("machine", "flow"), works.T, "J", "work of every flow over the run"),
        "cost_of_transport": (("machine",), cost, "1", "motor work / (mass 9.81 m/s^2 net displacement)"),
        "ledger_closure": (
            ("machine",),
            closure(f, sampling.signs, outcome.samples),
            "1",
            "ledger error over energy turned over",
        ),
    }
    variables = {}
    for name, (dims, values, unit, meaning) in table.items():
        known = values if values.dtype.kind in "US" or name in ("end_time", "final_state") else blank(values, run)
        variables[name] = (dims, known, {"units": unit, "long_name": meaning})
    variables |= trajectories(sampling, outcome)
    used = {d for dims, *_ in variables.values() for d in dims}
    coordinates = {d: list(names) for d, names in labels.items() if d in used}
    coordinates["machine"] = np.arange(len(x))
    if sampling.recorded:
        coordinates["time"] = ("time", sample_times(plan), {"units": "s"})
    for column, name in enumerate(equations.parameters):
        coordinates[name] = ("machine", p[:, column])
    return xr.Dataset(variables, coordinates)


def blank(values: np.ndarray, run: np.ndarray) -> np.ndarray:
    """The values, NaN for machines that were not run."""
    return np.where(run.reshape(-1, *[1] * (values.ndim - 1)), values, np.nan)


def trajectories(sampling: Sampling, outcome: Outcome) -> dict:
    """The recorded quantities (machine, time, ..), NaN after a machine's last good sample; rotations as quaternions."""
    variables, first = {}, outcome.kept.shape[2] and sampling.recorded[0].rows.start
    for r in sampling.recorded:
        rows = outcome.kept[:, :, r.rows.start - first : r.rows.stop - first]
        values, dims = rows.reshape(*rows.shape[:2], *r.shape), r.dims
        if r.name.endswith("_quaternion"):
            values, dims = rotation_quaternion(values), (*dims[:-2], "quaternion")
        variables[r.name] = (("machine", "time", *dims), values, {"units": r.unit, "long_name": r.meaning})
    return variables
