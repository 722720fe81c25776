"""The runs of one block: side by side in vectors where the step is fixed, single runs over threads elsewhere.

Whichever way a machine was run, its metrics come from its recorded states by the code of a single run.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from typing import Any

import numpy as np

from elver._support.display import untold
from elver._support.errors import ElverError, InputError
from elver.analysis.studies.setup import Block, Setup, build_refusal, program_for
from elver.model import Program
from elver.results import Run
from elver.results.checks.trust import NOT_COMPUTED, NOT_ESTIMATED, discretisation, step_check, usable_cases
from elver.results.metrics import metrics_of
from elver.results.summary import summary_of
from elver.simulation import StiffnessWarning
from elver.simulation.batches.contact import contact_side_by_side
from elver.simulation.batches.machines import VECTORS, side_by_side
from elver.simulation.contact import chosen_settings
from elver.simulation.finish import finish_run, finish_side_by_side, free_values, gait_period
from elver.simulation.pipeline import carry_out, make_request, make_run, with_whole_error
from elver.simulation.plan import Plan, contact_plan, sample_period
from elver.simulation.stiffness import choose_method, judge_end
from elver.simulation.trajectory import Trajectory, name_open_loops

_NO_METRICS = (
    "status",
    "status_detail",
    "trusted",
    "doubts",
    "warnings",
    "discretisation_error",
    "discretisation",
)  # of a summary: the first three are a row's own; doubts, warnings and errors by steps are those of single runs, and not kept
_NOT_REPRODUCED = ("scenario", "wall_time", "realtime_factor")  # of a summary: no number, or another one every time
_SKIPPED = frozenset((*_NO_METRICS, *_NOT_REPRODUCED))
STEP_METRIC = "discretisation_error"  # of a summary; of the cases that were checked
BEST = {"mean_speed": "argmax", "cost_of_transport": "argmin"}  # metrics whose best case matters, and which one that is
_TOGETHER = 32  # machines whose metrics one thread makes at a time


@dataclass(frozen=True, eq=False)
class KeptSeries:
    """A trajectory: labels of its dimensions beyond time, values along time, unit and meaning."""

    labels: Mapping[str, list[str]]
    values: np.ndarray
    unit: str
    meaning: str


@dataclass(frozen=True)
class Row:
    """One case: metrics of its summary, and the trajectories asked for. described: unit and meaning of the metrics.

    status: of the run; or ``refused`` where the model is not valid, ``failed`` for an error that should not be.   check: what is
    known of its error by the steps (``step_check``); where that was estimated it is the metric ``discretisation_error``.
    """

    status: str
    detail: str
    metrics: Mapping[str, Any]
    trajectories: Mapping[str, KeptSeries]
    described: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    check: str = NOT_ESTIMATED

    @property
    def usable(self) -> bool:
        """Whether the run finished and its energy ledger closes, so that it can be compared with others."""
        return bool(usable_cases(self.status, self.metrics.get("ledger_closure")))

    def checked(self, run: Run) -> Row:
        """The row with what a run of the same case by itself knows of its error by the steps."""
        found = discretisation(run.samples)
        known = {} if found is None or found.error is None else {STEP_METRIC: found.error}
        return replace(self, metrics={**self.metrics, **known}, check=step_check(found))


def run_block(setup: Setup, block: Block, threads: int = 1) -> list[Row]:
    """One row per machine of the block, in order. What goes wrong with a machine is in its row; the others go on.

    Where errors by the steps are estimated, those of the block's best cases are too: a wrong one is easily the best.
    """
    rows, waiting = _refused_last(setup, block.fixed, block.values)
    if waiting:
        names = tuple(block.values[0])
        found = program_for(setup, block.fixed, names, block.values[waiting[-1]])
        for fixed, members in _compiled_groups(block, waiting, [n for n in names if found is None or n not in found.free]):
            rows |= zip(members, _run_group(setup, fixed, [block.values[k] for k in members], threads), strict=True)
    made = [rows[k] for k in range(len(block.values))]
    return made if block.checked is None else _check_steps(setup, block, made, threads)


def _check_steps(setup: Setup, block: Block, rows: list[Row], threads: int) -> list[Row]:
    """Rows of a block, some with what is known of their error by the steps: each of those is run once more by itself."""
    assert block.checked is not None
    asked = {k for k in (*block.checked, *_best(rows)) if rows[k].usable}

    with untold(), ThreadPoolExecutor(threads) as pool:
        made = pool.map(lambda k: checked_row(setup, block.fixed, block.values[k], rows[k]), sorted(asked))
        found = dict(zip(sorted(asked), made, strict=True))
    return [found.get(k, row) for k, row in enumerate(rows)]


def checked_row(setup: Setup, fixed: Mapping[str, object], values: Mapping[str, float], row: Row) -> Row:
    """The row of a case with what is known of its error by the steps, from a run of it by itself."""
    try:
        return row.checked(_run_alone(setup, fixed, values))
    except Exception:  # the case itself stands, and nobody has estimated its error
        return row


def _best(rows: Sequence[Row]) -> Iterator[int]:
    """Places of the best cases."""
    for name, pick in BEST.items():
        values = {k: v for k, row in enumerate(rows) if row.usable and isinstance(v := row.metrics.get(name), float)}
        known = {k: v for k, v in values.items() if np.isfinite(v)}
        if known:
            yield list(known)[getattr(np, pick)(list(known.values()))]


def _run_alone(setup: Setup, fixed: Mapping[str, object], values: Mapping[str, float]) -> Run:
    """A case of a study by itself with its error by the steps, by the program that its neighbours share."""
    found = program_for(setup, fixed, tuple(values), values)
    free = {name: value for name, value in values.items() if found is not None and name in found.free}
    found = program_for(setup, {**fixed, **{n: v for n, v in values.items() if n not in free}}, tuple(free), free)
    assert found is not None  # the same, or one in which those are compiled in that cannot be free
    return single(found.program, plan_of(setup, found.program, found.program.checked_vector(free)), free, check_step=None)


def _refused_last(setup: Setup, fixed: Mapping, values: Sequence[Mapping]) -> tuple[dict[int, Row], list[int]]:
    """Rows of the last machines as far as they are refused, and the places of the others: the last of them is a valid one."""
    rows: dict[int, Row] = {}
    for k in reversed(range(len(values))):
        refusal = build_refusal(setup, {**fixed, **values[k]})
        if refusal is None:
            break
        rows[k] = _row_of_refusal(refusal)
    return rows, [k for k in range(len(values)) if k not in rows]


def _compiled_groups(block: Block, members: Sequence[int], folded: Sequence[str]) -> list[tuple[dict[str, object], list[int]]]:
    """(values to compile in, machines): one group where everything else can be free, more where it cannot."""

    def key(k: int) -> tuple:
        return tuple(block.values[k][name] for name in folded)

    groups = groupby(sorted(members, key=key), key)
    return [({**block.fixed, **dict(zip(folded, values, strict=True))}, sorted(group)) for values, group in groups]


def _run_group(setup: Setup, fixed: Mapping[str, object], values: Sequence[Mapping[str, float]], threads: int) -> list[Row]:
    """Rows of machines that share a program. An error that belongs to no machine is the status of all of them."""
    free = tuple(name for name in values[0] if name not in fixed)
    rows, waiting = _refused_last(setup, fixed, [{name: v[name] for name in free} for v in values])
    try:
        if waiting:
            found = program_for(setup, fixed, free, values[waiting[-1]])
            if found is None:
                raise RuntimeError(f"no program has {', '.join(free)} free with {dict(fixed)} compiled in")
            given = {k: {name: values[k][name] for name in free} for k in waiting}
            vectors, refused = _sound_vectors(setup, fixed, found.program, given)
            rows |= refused | run_machines(setup, found.program, vectors, given, threads)
    except Exception as error:
        rows |= {k: _row_of_error(error) for k in waiting}
    return [rows[k] for k in range(len(values))]


def _sound_vectors(
    setup: Setup, fixed: Mapping, program: Program, given: Mapping[int, Mapping[str, float]]
) -> tuple[dict[int, np.ndarray], dict[int, Row]]:
    """Parameters of the machines by place, and rows of those that are refused.

    A machine within the bounds of all parts needs no model of its own to be found sound; others are built, as a single run is.
    """
    vectors, refused = {}, {}
    for k, values in given.items():
        try:
            vectors[k] = program.checked_vector(values)
        except InputError as error:
            refused[k] = _row_of_refusal(build_refusal(setup, {**fixed, **values}) or str(error))
    places = list(vectors)
    for n in program.model.doubtful(np.array([vectors[k] for k in places])).tolist() if places else ():
        k = places[n]
        try:
            program.model.check_machine(vectors[k].tolist())
        except InputError as error:
            refused[k] = _row_of_refusal(build_refusal(setup, {**fixed, **given[k]}) or str(error))
            del vectors[k]
    return vectors, refused


def run_machines(
    setup: Setup, program: Program, vectors: Mapping[int, np.ndarray], given: Mapping[int, Mapping[str, float]], threads: int
) -> dict[int, Row]:
    """A row of every machine by its place: fixed steps together, the others one by one."""
    plans = {k: plan_of(setup, program, p) for k, p in vectors.items()}
    rows: dict[int, Row] = {}
    with ThreadPoolExecutor(threads) as pool:
        for plan in dict.fromkeys(plans.values()):
            members = [k for k, own in plans.items() if own == plan]
            if plan.method == "moreau" and len(members) > 1 and program.equations.parameters:
                rows |= _contact_rows(setup, program, plan, members, vectors, given, threads)
                continue
            ends: dict[int, Trajectory] = {}
            if plan.method in VECTORS and program.equations.parameters:
                found = side_by_side(program, plan, np.array([vectors[k] for k in members]), threads, setup.device)
                ends = {k: end for k, end in zip(members, found, strict=True) if end is not None}
            alone, beside = [k for k in members if k not in ends], list(ends)  # one that could not start says why by itself
            rows |= zip(alone, pool.map(lambda k, plan=plan: _row_alone(setup, program, plan, given[k]), alone), strict=True)
            parts = [beside[first : first + _TOGETHER] for first in range(0, len(beside), _TOGETHER)]
            made = pool.map(lambda part, plan=plan, ends=ends: _rows_of(setup, program, plan, part, vectors, ends), parts)
            rows |= zip(beside, (row for part in made for row in part), strict=True)
    return rows


def plan_of(setup: Setup, program: Program, p: np.ndarray) -> Plan:
    """The plan of one machine; ``auto`` and the samples look at its own parameters, as a single run does."""
    plan = setup.plan
    if not setup.even:
        plan = sample_period(plan, gait_period(program.model, free_values(program, p)))
    if program.model.scene is not None:
        return contact_plan(plan)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StiffnessWarning)
        return choose_method(program, plan, p)[0]


def _row_alone(setup: Setup, program: Program, plan: Plan, values: Mapping[str, float]) -> Row:
    """The row of a machine that runs by itself; what goes wrong with it is its own status."""
    return _row_or_failure(lambda: _row_of(setup, single(program, plan, values)))


def _row_of_refusal(text: str) -> Row:
    """The row of a machine that is none."""
    return Row("refused", text, {}, {})


def _contact_rows(
    setup: Setup,
    program: Program,
    plan: Plan,
    members: Sequence[int],
    vectors: Mapping[int, np.ndarray],
    given: Mapping[int, Mapping[str, float]],
    threads: int,
) -> dict[int, Row]:
    """Rows of machines with contact that run side by side; one that could not start or failed says why by itself."""
    p = np.array([vectors[k] for k in members])
    x, settings = np.array([program.initial_state(row) for row in p]), chosen_settings(program, None)
    ends = contact_side_by_side(program, plan, p, x, settings, threads)

    def row(k: int, end: Any) -> Row:
        return _row_of(setup, finish_run(program, vectors[k], end[0], asdict(plan), end[1]))

    found = zip(members, ends, strict=True)
    return {k: _row_alone(setup, program, plan, given[k]) if end is None else _row_or_failure(row, k, end) for k, end in found}


def _row_of_error(error: Exception) -> Row:
    """The row of a machine that gave an error instead of a run."""
    return Row("refused" if isinstance(error, ElverError) else "failed", f"{type(error).__name__}: {error}", {}, {})


def _row_or_failure(make: Callable[..., Row], *arguments: Any) -> Row:
    """The row that ``make`` returns; what goes wrong with this machine is no matter of its neighbours."""
    try:
        return make(*arguments)
    except Exception as error:
        return _row_of_error(error)


def single(program: Program, plan: Plan, values: Mapping[str, float], check_step: bool | None = False) -> Run:
    """A run by itself. check_step: as for ``simulate``."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StiffnessWarning)
        request = make_request(program, plan, values, estimate=check_step is None)
        outcome = carry_out(request)
        run = make_run(request, outcome)
        run = with_whole_error(request, outcome, run) if check_step and run.status == "finished" else run
    if run.status == "interrupted":
        raise KeyboardInterrupt
    return run


def _rows_of(
    setup: Setup,
    program: Program,
    plan: Plan,
    members: Sequence[int],
    vectors: Mapping[int, np.ndarray],
    ends: Mapping[int, Trajectory],
) -> list[Row]:
    """Rows of machines that ran side by side, from their recorded states."""
    p = np.array([vectors[k] for k in members])
    ended = [_end_of(setup, program, plan, vectors[k], ends[k]) for k in members]
    meanings = {m.name: m.described for m in metrics_of(program.model)}
    sheets = finish_side_by_side(program, p, ended)

    def row(sheet: Any) -> Row:
        return _row_from(setup, sheet, summary_of(sheet, program.model), meanings)

    return [_row_or_failure(row, sheet) for sheet in sheets]


def _end_of(setup: Setup, program: Program, plan: Plan, p: np.ndarray, trajectory: Trajectory) -> Trajectory:
    """Recorded states with the status that ``simulate`` gives them; where it would go on by another method, those states too."""
    if trajectory.status == "interrupted":
        raise KeyboardInterrupt
    trajectory = name_open_loops(program, trajectory, plan.dt, p)
    return judge_end(program, setup.plan.method, plan, trajectory, p)[0] if trajectory.status == "diverged" else trajectory


def _row_of(setup: Setup, run: Run) -> Row:
    """What is kept of a run."""
    return _row_from(setup, run.data, run.summary, run.metrics)


def _row_from(setup: Setup, data: Any, summary: Mapping[str, Any], meanings: Mapping[str, Mapping[str, str]]) -> Row:
    """The row of a run. data: its samples or data set."""
    metrics = {name: value for name, value in summary.items() if name not in _SKIPPED}
    kept = {name: recorded(data, name, setup) for name in setup.trajectories}
    failed = [finding["text"] for finding in summary["warnings"] if finding["check"] == NOT_COMPUTED]
    return Row(summary["status"], "; ".join((summary["status_detail"], *failed)), metrics, kept, meanings)


def described(rows: Iterable[Row]) -> dict[str, Mapping[str, str]]:
    """Unit and meaning of the metrics of all rows."""
    found: dict[str, Mapping[str, str]] = {}
    for own in {id(row.described): row.described for row in rows}.values():
        found |= own
    return found


def trajectory_times(plan: Plan) -> np.ndarray:
    """Times at which trajectories are kept [s]: whole multiples of the output interval, and the end."""
    times = np.arange(int(np.floor(plan.duration / plan.output + 1e-9)) + 1) * plan.output
    return times if plan.duration - times[-1] <= 1e-9 * plan.duration else np.append(times, plan.duration)


def recorded(data: Any, name: str, setup: Setup) -> KeptSeries:
    """A trajectory at the common sample times, NaN after the last good one."""
    own, times, wanted = data[name], data["time"].values, trajectory_times(setup.plan)
    count = min(len(times), len(wanted))
    there = np.abs(times[:count] - wanted[:count]) <= 1e-6 * setup.plan.output
    values = np.full((len(wanted), *own.values.shape[1:]), np.nan)
    values[:count][there] = own.values[:count][there]
    labels = {d: [str(v) for v in data[d].values] for d in own.dims[1:]}
    return KeptSeries(labels, values, own.attrs["units"], own.attrs["long_name"])
