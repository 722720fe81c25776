"""The runs of one block: side by side in vectors where the step is fixed, single runs over threads elsewhere.

Whichever way a machine was run, its figures come from its recorded states by the code of a single run.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

import numpy as np

from elver.errors import ElverError
from elver.native import Program
from elver.results import Run
from elver.results.finish import finish_run
from elver.results.provenance import free_values, gait_period
from elver.results.summary import is_trusted
from elver.simulation import simulate
from elver.simulation.batch import VECTORS, side_by_side
from elver.stepping import StiffnessWarning
from elver.stepping.choice import choose_method, judge_end
from elver.stepping.loop_status import name_open_loops
from elver.stepping.plan import Plan, contact_plan, sample_period
from elver.stepping.trajectory import Trajectory
from elver.studies.programs import build_refusal, program_for
from elver.studies.setup import Setup
from elver.studies.sweeping.blocks import Block

NO_FIGURES = ("status", "status_detail", "trusted")  # of a summary: a row has them by other means
NOT_REPRODUCED = ("scenario", "wall_time", "realtime_factor")  # of a summary: no number, or another one every time


@dataclass(frozen=True, eq=False)
class Recording:
    """A trajectory: labels of its dimensions beyond time, values along time, unit and meaning."""

    labels: Mapping[str, list[str]]
    values: np.ndarray
    unit: str
    meaning: str


@dataclass(frozen=True)
class Row:
    """One case: figures of its summary, and the trajectories asked for. described: unit and meaning of the figures.

    status: of the run; or ``refused`` where the model is not valid, ``failed`` for an error that should not be.
    """

    status: str
    detail: str
    figures: Mapping[str, Any]
    trajectories: Mapping[str, Recording]
    described: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def trusted(self) -> bool:
        """Whether the figures can be relied on: the run finished and its energy ledger closes."""
        return self.status == "finished" and is_trusted(self.status, self.figures.get("ledger_closure"))


def run_block(setup: Setup, block: Block, threads: int = 1) -> list[Row]:
    """One row per machine of the block, in order. What goes wrong with a machine is in its row; the others go on."""
    cases = [{**block.fixed, **values} for values in block.values]
    rows: dict[int, Row] = {}
    for k, values in enumerate(cases):
        refusal = build_refusal(setup, values)
        if refusal is not None:
            rows[k] = Row("refused", refusal, {}, {})
    waiting = [k for k in range(len(cases)) if k not in rows]
    for fixed, members in compiled_groups(setup, block, waiting):
        for k, row in zip(members, run_group(setup, fixed, [block.values[k] for k in members], threads), strict=True):
            rows[k] = row
    return [rows[k] for k in range(len(cases))]


def compiled_groups(setup: Setup, block: Block, members: Sequence[int]):
    """(values to compile in, machines): one group where everything else can be free, more where it cannot."""
    if not members:
        return []
    names = tuple(block.values[0])
    found = program_for(setup, block.fixed, names, block.values[members[-1]])
    folded = [name for name in names if found is None or name not in found.free]

    def key(k):
        return tuple(block.values[k][name] for name in folded)

    groups = groupby(sorted(members, key=key), key)
    return [({**block.fixed, **dict(zip(folded, values, strict=True))}, sorted(group)) for values, group in groups]


def run_group(setup: Setup, fixed: Mapping[str, object], values: Sequence[Mapping[str, float]], threads: int) -> list[Row]:
    """Rows of machines that share a program. An error that belongs to no machine is the status of all of them."""
    free = tuple(name for name in values[0] if name not in fixed)
    try:
        found = program_for(setup, fixed, free, values[-1])
        if found is None:
            raise RuntimeError(f"no program has {', '.join(free)} free with {dict(fixed)} compiled in")
        return run_machines(setup, found.program, [{name: v[name] for name in free} for v in values], threads)
    except Exception as error:
        return [row_of_error(error)] * len(values)


def run_machines(setup: Setup, program: Program, parameters: Sequence[Mapping[str, float]], threads: int) -> list[Row]:
    """A row of every machine: fixed steps together, the others one by one."""
    plans = [plan_of(setup, program, values) for values in parameters]
    rows: dict[int, Row] = {}
    with ThreadPoolExecutor(threads) as pool:
        for plan in dict.fromkeys(plans):
            members = [k for k, own in enumerate(plans) if own == plan]
            given = [parameters[k] for k in members]
            if plan.method not in VECTORS or not program.equations.parameters:
                found = pool.map(lambda values, plan=plan: row_alone(setup, program, plan, values), given)
            else:
                ends = side_by_side(program, plan, np.array([program.parameter_vector(v) for v in given]), threads, setup.target)
                found = pool.map(lambda values, end, plan=plan: row_beside(setup, program, plan, values, end), given, ends)
            rows |= zip(members, found, strict=True)
    return [rows[k] for k in range(len(plans))]


def plan_of(setup: Setup, program: Program, values: Mapping[str, float]) -> Plan:
    """The plan of one machine; ``auto`` and the samples look at its own parameters, as a single run does."""
    plan, p = setup.plan, program.parameter_vector(values)
    if not setup.even:
        plan = sample_period(plan, gait_period(program.model, free_values(program, p)))
    if program.model.scene is not None:
        return contact_plan(plan)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StiffnessWarning)
        return choose_method(program, plan, p)[0]


def row_alone(setup: Setup, program: Program, plan: Plan, values: Mapping[str, float]) -> Row:
    """The row of a machine that runs by itself; what goes wrong with it is its own status."""
    try:
        return row_of(setup, single(program, plan, values))
    except Exception as error:
        return row_of_error(error)


def row_beside(setup: Setup, program: Program, plan: Plan, values: Mapping[str, float], end: Trajectory | None) -> Row:
    """The row of a machine that ran beside others; one that could not start says why by itself."""
    if end is None:
        return row_alone(setup, program, plan, values)
    return row_of(setup, complete(setup, program, plan, program.parameter_vector(values), end))


def row_of_error(error: Exception) -> Row:
    """The row of a machine that gave an error instead of a run."""
    return Row("refused" if isinstance(error, ElverError) else "failed", f"{type(error).__name__}: {error}", {}, {})


def single(program: Program, plan: Plan, values: Mapping[str, float]) -> Run:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StiffnessWarning)
        return simulate(program, **asdict(plan), values=values, progress=False)


def complete(setup: Setup, program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory) -> Run:
    """The run that belongs to recorded states, as ``simulate`` makes it."""
    if trajectory.status == "interrupted":
        raise KeyboardInterrupt
    trajectory = name_open_loops(program, trajectory, plan.dt, p)
    if trajectory.status == "diverged":
        trajectory, _ = judge_end(program, setup.plan.method, plan, trajectory, p)
    return finish_run(program, p, trajectory, asdict(plan))


def row_of(setup: Setup, run: Run) -> Row:
    """What is kept of a run."""
    if run.status == "interrupted":
        raise KeyboardInterrupt
    skip = (*NO_FIGURES, *NOT_REPRODUCED)
    figures = {name: value for name, value in run.summary.items() if name not in skip}
    kept = {name: recorded(run, name, setup) for name in setup.trajectories}
    return Row(run.status, run.summary["status_detail"], figures, kept, run.figures)


def described(rows: Iterable[Row]) -> dict[str, Mapping[str, str]]:
    """Unit and meaning of the figures of all rows."""
    found: dict[str, Mapping[str, str]] = {}
    for own in {id(row.described): row.described for row in rows}.values():
        found |= own
    return found


def sample_times(plan: Plan) -> np.ndarray:
    """Times at which trajectories are kept [s]: whole multiples of the output interval, and the end."""
    times = np.arange(int(np.floor(plan.duration / plan.output + 1e-9)) + 1) * plan.output
    return times if plan.duration - times[-1] <= 1e-9 * plan.duration else np.append(times, plan.duration)


def recorded(run: Run, name: str, setup: Setup) -> Recording:
    """A trajectory at the common sample times, NaN after the last good one."""
    own, times, wanted = run.data[name], run.data.time.values, sample_times(setup.plan)
    count = min(len(times), len(wanted))
    there = np.abs(times[:count] - wanted[:count]) <= 1e-6 * setup.plan.output
    values = np.full((len(wanted), *own.shape[1:]), np.nan)
    values[:count][there] = own.values[:count][there]
    labels = {d: [str(v) for v in run.data[d].values] for d in own.dims[1:]}
    return Recording(labels, values, own.attrs["units"], own.attrs["long_name"])
