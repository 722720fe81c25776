"""One verb: simulate_batch. Many machines of one model at once, on CPU or GPU."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.display import Progress
from elver._support.errors import InputError, unknown_name
from elver._support.resources import needed
from elver.contact import ContactSettings
from elver.drive import SignalTable
from elver.model import Program
from elver.model.assembly import OPEN, settled_start
from elver.model.program import Source, as_program, with_table
from elver.results.metrics import RunningSums, metrics_of
from elver.results.record import encoded
from elver.results.samples import refuse_shared_names
from elver.simulation.batches.contact import run_lanes
from elver.simulation.batches.cpu import BatchOutcome, run_singles, run_vectors, with_refused
from elver.simulation.batches.figures import closure
from elver.simulation.contact import chosen_settings
from elver.simulation.finish import origin
from elver.simulation.options import Compute, Save, Solver, honoured
from elver.simulation.plan import Plan, check_plan, check_room, contact_plan, requested_plan, sample_times
from elver.simulation.recording import Sampling, check_recording, make_sampling, states_alone
from elver.simulation.stiffness import choose_method
from elver.simulation.trajectory import Trajectory, refuse_long_quaternions
from elver.symbolic.spatial import rotation_quaternion

if TYPE_CHECKING:
    import xarray as xr

# --- What a batch is asked for: how many machines, their parameters and initial states, how many threads.

_MOST_THREADS = 1024


def thread_count(threads: int | None) -> int:
    """The number of threads; all cores this process may use where None is given."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)) or not 1 <= threads <= _MOST_THREADS:
        raise InputError(f"threads = {threads!r} is not allowed. Give 1 or more, up to {_MOST_THREADS}; None for all.")
    return int(threads)


def _own_programs(program: Program, signals: Any) -> list[Program] | None:
    """One program per table of signals, which share all code; None where no list of tables is given."""
    if signals is None or isinstance(signals, SignalTable):
        return None
    if not isinstance(signals, Sequence) or not signals:
        raise InputError(f"signals is a {type(signals).__name__}. Give a SignalTable, or a list with one per machine.")
    made = {id(table): program.with_signals(table) for table in signals}
    return [made[id(table)] for table in signals]


def _uncovered(own: Sequence[Program], plan: Plan, refuse: bool) -> dict[int, str]:
    """Machines whose signals do not last for the run, and how long they do. refuse: raise, since they are those of all."""
    own[0].model.require_ready()
    short = dict[int, str]()
    for one in {id(one): one for one in own}.values():
        try:
            check_plan(one, plan)
        except InputError as error:
            if refuse:
                raise
            short[id(one)] = str(error)
    return {k: short[id(one)] for k, one in enumerate(own) if id(one) in short}


def machines(
    program: Program, values: Mapping[str, Any] | None, states: Any, own: Sequence[Program] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Parameters and initial states as (machine, number); whatever is given per machine has the same length.

    own: the program of every machine, where they have signals of their own.
    Loops are not closed yet, and nobody asked yet whether the values make machines: ``_start_machines`` does both.
    """
    free, (whole, parts) = columns("parameter", values), read_states(program, states)
    further = ({} if whole is None else {"initial_states": whole}) | ({} if own is None else {"signals": np.arange(len(own))})
    count = _common_length({**free, **parts, **further})
    _check_bounds(program, free)
    usual = program.checked_vector({name: float(given.flat[0]) for name, given in free.items()})
    p = np.tile(usual, (count, 1))
    for column, name in enumerate(program.equations.parameters):
        if name in free:
            p[:, column] = free[name]
    x = _initial_states(program, p, own) if whole is None else whole.copy()
    for name, given in parts.items():
        x[:, program.equations.layout.names.index(name)] = given
    refuse_long_quaternions(program, x)
    return p, x


def _check_bounds(program: Program, free: Mapping[str, np.ndarray]) -> None:
    """Refuse values beyond the bounds of their parameters, with the number of the machine where each has its own."""
    for name, given in free.items():
        if name not in program.model.free:
            continue  # told by its name, with those that are free
        for place in (int(np.argmin(given)), int(np.argmax(given))):
            try:
                program.model.free[name].check(name, float(given.flat[place]))
            except InputError as error:
                raise InputError(f"machine {place}: {error}" if given.ndim else str(error)) from None


def _start_machines(
    program: Program, p: np.ndarray, x: np.ndarray, own: Sequence[Program] | None = None
) -> tuple[np.ndarray, dict[int, str]]:
    """The states with the dependent joints of every machine put on its loops; and why some machines cannot start.

    That is: values that make no machine, or loops that cannot close.
    """
    closed, refused, programs = x.copy(), {}, own or [program] * len(x)
    loops, doubtful = program.equations.loops is not None, set(program.model.doubtful(p).tolist())
    for k in range(len(x)) if loops else sorted(doubtful):
        try:
            if k in doubtful:
                program.model.check_machine(p[k].tolist())
            if loops:
                closed[k] = settled_start(program.equations, 0.0, x[k], p[k], programs[k].signal_values(0.0))[0]
        except InputError as error:
            refused[k] = str(error)
    return closed, refused


def columns(what: str, given: Mapping[str, Any] | None) -> dict[str, np.ndarray]:
    """A mapping from names to a number or one number per machine, checked."""
    if given is not None and not isinstance(given, Mapping):
        raise InputError(f"{what}s is a {type(given).__name__}. Give a mapping from names to arrays with one value per machine.")
    return {name: numbers(f"{what} '{name}'", values) for name, values in (given or {}).items()}


def numbers(what: str, given: Any) -> np.ndarray:
    """A finite number, or a list of finite numbers."""
    try:
        masked = isinstance(given, np.ma.MaskedArray)
        values = given.astype(float).filled(np.nan) if masked else np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what} = {str(given)[:60]} is not allowed. Give a number or one number per machine.") from None
    if values.ndim > 1 or values.size == 0:
        raise InputError(f"{what} has the shape {values.shape}. Give a number or one number per machine.")
    if not np.isfinite(values).all():
        bad = int(np.flatnonzero(~np.isfinite(np.atleast_1d(values)))[0])
        raise InputError(f"{what} is {np.atleast_1d(values)[bad]} for machine {bad}. Give finite numbers.")
    return values


def read_states(program: Program, states: Any) -> tuple[np.ndarray | None, dict[str, np.ndarray]]:
    """Initial states given as a whole, or some components by name."""
    names = program.equations.layout.names
    if states is None or isinstance(states, Mapping):
        parts = columns("state", states)
        for name in parts:
            if name not in names:
                raise unknown_name("state", name, names)
        return None, parts
    whole = matrix(states)
    if whole.ndim != 2 or whole.shape[1] != len(names) or not len(whole):
        raise InputError(
            f"initial_states has the shape {whole.shape}. Give (machine, {len(names)}), in the order {', '.join(names[:4])}, .."
        )
    if not np.isfinite(whole).all():
        row, column = np.argwhere(~np.isfinite(whole))[0]
        raise InputError(f"state '{names[column]}' is {whole[row, column]} for machine {row}. Give finite numbers.")
    return whole, {}


def matrix(states: Any) -> np.ndarray:
    """Initial states as numbers."""
    try:
        return np.array(states, dtype=float)
    except (TypeError, ValueError):
        raise InputError(
            f"initial_states = {str(states)[:60]} is not allowed. Give numbers (machine, state), or a mapping from "
            "names of states."
        ) from None


def _common_length(given: Mapping[str, np.ndarray]) -> int:
    """How many machines the arrays describe."""
    lengths = {name: len(values) for name, values in given.items() if values.ndim}
    if not lengths:
        raise InputError(
            "nothing says how many machines there are. Give a free parameter or a state as an array, one value each."
        )
    (first, count), *others = lengths.items()
    for name, length in others:
        if length != count:
            raise InputError(f"'{name}' has {length} values, '{first}' has {count}. Give one per machine in both.")
    return count


def _initial_states(program: Program, p: np.ndarray, own: Sequence[Program] | None = None) -> np.ndarray:
    """The model's own initial state for every row of parameters; dependent joints of loops where the model guesses them."""
    initial, u = program.equations.initial, program.signal_values(0.0)
    if own is not None and initial.jac_sparsity(0, 2).nnz():
        tables = {id(one): one.signal_values(0.0) for one in own}
        u = np.array([tables[id(one)] for one in own]).T
        return np.array(initial(np.zeros((1, len(p))), p.T, u), dtype=float).T.copy()
    if initial.jac_sparsity(0, 1).nnz() == 0:  # no parameter decides where a machine starts
        return np.tile(np.array(initial(0.0, p[0], u), dtype=float).ravel(), (len(p), 1))
    return np.array(initial(0.0, p.T, u), dtype=float).T.copy()


# --- The result of a batch: metrics per machine and the recorded trajectories, labelled.


# How every machine ended, whether it was run or refused: dimensions, unit, meaning.
_ENDS = {
    "status": ((), "", "how the machine ended"),
    "status_detail": ((), "", "the same in a few words"),
    "end_time": ((), "s", "time of the last good state"),
    "final_state": (("state_name",), "SI", "last good state"),
}


def _running_sums(program: Program, sampling: Sampling, p: np.ndarray, outcome: BatchOutcome) -> RunningSums:
    """What the metrics of a batch are made from."""
    sums, flows = outcome.figures, program.equations.recorded.labels["flow"]
    return RunningSums(
        seconds=outcome.end,
        mass=program.model.evaluated(program.model.robot.mass, p),
        first=sums.first,
        last=sums.place,
        com=sums.com,
        path_length=sums.path[0],
        works=dict(zip(map(str, flows), sums.works - sums.begun, strict=True)),
        torques=sums.torques,
        closure=closure(sums, sampling.signs, outcome.samples),
    )


def _finish_batch(
    program: Program,
    plan: Plan,
    sampling: Sampling,
    p: np.ndarray,
    outcome: BatchOutcome,
    settings: Mapping[str, Any],
    own: Sequence[Program] | None = None,
) -> xr.Dataset:
    """The data set along ``machine``: metrics, the recorded trajectories, provenance.

    own: the program of every machine, where they have signals of their own.
    """
    xr = needed("xarray", "the data set of a batch")

    equations = program.equations
    labels = {"axis": ("x", "y", "z"), "quaternion": ("w", "x", "y", "z"), **equations.recorded.labels}
    labels["state_name"] = equations.layout.names
    ends = (outcome.status.astype(str), outcome.detail.astype(str), outcome.end, outcome.states)
    variables: dict[str, tuple] = {
        name: (("machine", *dims), values, {"units": unit, "long_name": meaning})
        for (name, (dims, unit, meaning)), values in zip(_ENDS.items(), ends, strict=True)
    }
    run, sums = outcome.samples > 0, _running_sums(program, sampling, p, outcome)
    for m in metrics_of(program.model):
        if m.batch is not None:
            variables[m.name] = (("machine", *m.dims), _blank(m.batch(sums), run), {"units": m.unit, "long_name": m.meaning})
    variables |= _trajectories(sampling, outcome)
    used = {d for dims, *_ in variables.values() for d in dims}
    coordinates: dict[str, Any] = {d: list(names) for d, names in labels.items() if d in used}
    coordinates["machine"] = np.arange(len(p))
    if sampling.recorded:
        coordinates["time"] = ("time", sample_times(plan), {"units": "s"})
    for column, name in enumerate(equations.parameters):
        coordinates[name] = ("machine", p[:, column])
    if own is not None:
        digests = [one.equations.signals.digest for one in own if one.equations.signals is not None]
        coordinates["signals"] = ("machine", digests, {"long_name": "digest of the machine's table of signals"})
    return xr.Dataset(variables, coordinates, encoded(origin("batch", program, settings, outcome.wall_time, {})))


def _blank(values: np.ndarray, run: np.ndarray) -> np.ndarray:
    """The values, NaN for machines that were not run."""
    return np.where(run.reshape(-1, *[1] * (values.ndim - 1)), values, np.nan)


def _trajectories(sampling: Sampling, outcome: BatchOutcome) -> dict[str, tuple]:
    """The recorded quantities (machine, time, ..), NaN after a machine's last good sample; rotations as quaternions."""
    variables, first = {}, outcome.kept.shape[2] and sampling.recorded[0].rows.start
    for r in sampling.recorded:
        rows = outcome.kept[:, :, r.rows.start - first : r.rows.stop - first]
        values, dims = rows.reshape(*rows.shape[:2], *r.shape), r.dims
        if r.name.endswith("_quaternion"):
            values, dims = rotation_quaternion(values), (*dims[:-2], "quaternion")
        variables[r.name] = (("machine", "time", *dims), values, {"units": r.unit, "long_name": r.meaning})
    return variables


# --- Many machines in one call: every core, or a GPU.

VECTORS = ("rk4", "heun", "semi-implicit")  # methods whose steps many machines take side by side


def simulate_batch(
    source: Source,
    duration: float | None = None,
    *,
    parameters: Mapping[str, object] | None = None,
    initial_states: Any = None,
    signals: SignalTable | Sequence[SignalTable] | None = None,
    solver: Solver = Solver(),
    save: Save = Save(),
    compute: Compute = Compute(),
    progress: bool | None = None,
) -> xr.Dataset:
    """Simulate many machines that differ in free parameters, initial states or signals.

    Parameters
    ----------
    source : Scenario, Model or Program
        What moves.
    duration : float, optional
        Seconds to simulate. None: the scenario's own.
    parameters : mapping, optional
        Values of free parameters by name, a number or one per machine.
    initial_states : array or mapping, optional
        (machine, state) in the order of ``program.equations.layout.names``, or a mapping from such names to a number or one per
        machine. None: the model's own start.
    signals : SignalTable or sequence, optional
        In place of the model's own, of the same names: a table for all, or a list with one per machine (on the CPU).
    solver : Solver
        As for ``simulate``, without ``check_step``; ``auto`` looks at the start of the first machine. rk4, heun, semi-implicit
        and contact by even steps run in vectors; all others run machine by machine over the threads.
    save : Save
        ``fields``: names of recorded quantities (docs/results.md) to keep along the way, ``every`` so many seconds.
    compute : Compute
        Device, precision and threads. Where no GPU is found, a warning says so and the CPU is taken.
    progress : bool, optional
        None: a bar on a terminal.

    Returns
    -------
    xarray.Dataset
        Along ``machine``. One that runs away is frozen at its last good state and says so in ``status``; one that cannot start
        is ``refused``. The others go on.
    """
    honoured("simulate_batch", "solver", solver, Solver, "method", "dt", "rtol", "atol", "contact")
    honoured("simulate_batch", "save", save, Save, "every", "fields")
    honoured("simulate_batch", "compute", compute, Compute, "device", "precision", "threads")
    request, _ = requested_plan(source, duration, solver, save)
    program = with_table(as_program(source, request.duration), signals)
    own = _own_programs(program, signals)
    late = _uncovered([program] if own is None else own, request, refuse=own is None)
    settings, threads = chosen_settings(program, solver.contact), thread_count(compute.threads)
    _refuse_on_device(program, compute, settings)
    p, given = machines(program, parameters, initial_states, own)
    x, refused = _start_machines(program, p, given, own)
    refused = {**refused, **late}
    first = next((k for k in range(len(x)) if k not in refused), 0)
    scene = program.model.scene is not None
    plan = contact_plan(request) if scene else choose_method(own[first] if own else program, request, p[first], start=x[first])[0]
    sampling = make_sampling(program.equations, save.fields)
    taken = {*_ENDS, *(m.name for m in metrics_of(program.model) if m.batch), *(r.name for r in sampling.recorded)}
    refuse_shared_names(program.equations.parameters, taken, "the data set of a batch")
    _check_size(program, plan, sampling, len(x), threads)
    bar = Progress(plan.duration * len(x), program.model.name, progress)
    try:
        batch = Batch(program, plan, sampling, p, x, settings, refused, own)
        outcome, used = carry_out(batch, replace(compute, threads=threads), bar)
    finally:
        bar.close()
    how = {**asdict(plan), "requested_method": request.method, **used}
    return _finish_batch(program, plan, sampling, p, outcome, how, own)


def _check_size(program: Program, plan: Plan, sampling: Sampling, machines: int, threads: int) -> None:
    """Refuse what does not fit into the memory."""
    if plan.method not in VECTORS:  # every thread holds the states of a whole run
        check_room(plan, 24.0 * program.equations.layout.size * min(threads, machines))
    check_recording(sampling, machines, len(sample_times(plan)), plan.output)


def side_by_side(program: Program, plan: Plan, p: np.ndarray, threads: int, device: str = "cpu") -> list[Trajectory | None]:
    """Machines without contacts in vectors, one per row of p: their states at the samples, and the last good one.

    None for a machine that cannot start.
    """
    sampling = make_sampling(program.equations, ["state"]) if device == "gpu" else states_alone(program.equations)
    times = sample_times(plan)
    check_recording(sampling, len(p), len(times), plan.output)
    bar = Progress(plan.duration * len(p), program.model.name, False)
    x, refused = _start_machines(program, p, _initial_states(program, p))
    refuse_long_quaternions(program, x)
    batch = Batch(program, plan, sampling, p, x, chosen_settings(program, None), refused)
    outcome, _ = carry_out(batch, Compute(device, threads=threads), bar)
    return [None if k in refused else _trajectory_of(outcome, k, times, plan) for k in range(len(p))]


def _trajectory_of(outcome: BatchOutcome, k: int, times: np.ndarray, plan: Plan) -> Trajectory:
    """The trajectory of one machine of a batch that recorded states, as a single run has it."""
    status, end = str(outcome.status[k]), float(outcome.end[k])
    full = 0 if status == "interrupted" else int(np.searchsorted(times, end + 1e-9 * plan.dt, side="right"))
    past, states = times[:full], outcome.kept[k, :full]
    if full and end > past[-1] + 1e-9 * plan.dt:
        past, states = np.append(past, end), np.vstack([states, outcome.states[k]])
    return Trajectory(past, states, status, round(end / plan.dt), outcome.wall_time)


def _refuse_on_device(program: Program, compute: Compute, contact: ContactSettings) -> None:
    """Loops and contacts need double precision, and contacts on a GPU even steps."""
    if compute.device == "gpu" and contact.accuracy is not None:
        raise InputError("device = 'gpu' takes contact by even steps: leave out ContactSettings.accuracy, or use device = 'cpu'.")
    precision = compute.precision
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


@dataclass(frozen=True, eq=False)
class Batch:
    """Machines to run: parameters and initial states as (machine, number), what is sampled, how contacts are solved.

    refused: why some cannot start.   own: the program of every machine, where they have signals of their own.
    """

    program: Program
    plan: Plan
    sampling: Sampling
    p: np.ndarray
    x: np.ndarray
    contact: ContactSettings
    refused: Mapping[int, str]
    own: Sequence[Program] | None = None


def carry_out(batch: Batch, compute: Compute, bar: Progress) -> tuple[BatchOutcome, dict]:
    """Run on the device that was asked for and can do it; the outcome, and what was used."""
    program, plan, sampling, p, x, contact = batch.program, batch.plan, batch.sampling, batch.p, batch.x, batch.contact
    refused, own, threads = dict(batch.refused), batch.own, thread_count(compute.threads)
    device = None
    if compute.device == "gpu":
        from elver.simulation.batches.gpu import find_device, run_gpu

        device = find_device(plan.method, own is not None)
    kernel = None
    if device and plan.method == "moreau":
        from elver.simulation.batches.contact_gpu import find_kernel, refused_starts, run_contact

        kernel = find_kernel(program, contact, plan.dt, p[0], device)
        device, refused = (device, refused_starts(program, contact, p, x, refused)) if kernel else (None, refused)
    settings = {
        "target": "gpu" if device else "cpu", "precision": compute.precision if device else "double", "threads": threads,
    }  # fmt: skip
    good = np.array([k not in refused for k in range(len(x))])
    if device is None and plan.method == "moreau" and contact.accuracy is None:
        return run_lanes(program, plan, sampling, p, x, threads, bar, contact, refused, own), settings
    if not good.any() or (device is None and plan.method not in VECTORS):
        return run_singles(program, plan, sampling, p, x, threads, bar, refused, own, contact), settings
    if device and kernel:
        outcome = run_contact(program, plan, sampling, p[good], x[good], device, kernel, bar)
    elif device:
        outcome = run_gpu(program, plan, sampling, p[good], x[good], device, compute.precision, bar)
    else:
        own = None if own is None else [one for one, runs in zip(own, good, strict=True) if runs]
        outcome = run_vectors(program, plan, sampling, p[good], x[good], threads, bar, own=own)
    return (with_refused(outcome, good, x, refused) if refused else outcome), settings
