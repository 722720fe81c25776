"""What searches share: goals and bounds on metrics, the log of evaluations that a killed search goes on from, batches of runs."""

from __future__ import annotations

import json
import math
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elver._support.display import Progress
from elver._support.errors import ElverError, InputError, unknown_name
from elver._support.files import asked_for, digest, finite, folder_asked_for, held, shown, to_json, write_whole, writing
from elver._support.interrupts import stop_if_asked
from elver._support.resources import needed
from elver.analysis.studies.columns import cases_of
from elver.analysis.studies.runs import STEP_METRIC, Row, run_block
from elver.analysis.studies.setup import Block, Interval, Setup, make_setup, program_for, read_intervals
from elver.analysis.studies.store import check_history, refuse_both, refuse_difference
from elver.results.metrics import metrics_of
from elver.results.record import encoded
from elver.results.run import write_data
from elver.results.storage.netcdf import read_netcdf
from elver.scenarios import Scenario
from elver.simulation import Compute, Save, Solver, simulate
from elver.simulation.batches.machines import thread_count
from elver.simulation.options import honoured

if TYPE_CHECKING:
    import xarray as xr

# --- What a search is after: metrics of a summary to make small or large, and bounds on others.

_SLACK = 1e-6  # of a bound: as near as gradients find it
_PLACES = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True)
class SearchGoal:
    """A metric to minimise, or to maximise."""

    metric: str
    maximise: bool = False

    @property
    def sign(self) -> int:
        return -1 if self.maximise else 1

    def cost(self, row: Row) -> float:
        """A number to make small; infinite for a case that is not usable or has no such metric."""
        value = value_of(row, self.metric)
        return self.sign * value if row.usable and math.isfinite(value) else math.inf


@dataclass(frozen=True)
class Constraint:
    """``metric >= bound`` (sign 1) or ``metric <= bound`` (sign -1)."""

    metric: str
    sign: int
    bound: float

    def __str__(self) -> str:
        return f"{self.metric} {'>=' if self.sign > 0 else '<='} {self.bound:g}"

    @property
    def weight(self) -> float:
        """Change of the margin with the metric."""
        return self.sign / (abs(self.bound) or 1.0)

    def margin(self, row: Row) -> float:
        """How far inside the bound a case is, relative to the bound; minus infinity where it has no such metric."""
        value = value_of(row, self.metric)
        return -math.inf if math.isnan(value) else self.weight * (value - self.bound)


def violation(constraints: Iterable[Constraint], row: Row) -> float:
    """Sum of relative violations; 0 for a case that keeps all bounds to ``_SLACK``, infinite for one that is not usable."""
    if not row.usable:
        return math.inf
    return sum(max(0.0, -c.margin(row) - _SLACK) for c in constraints)


def merit(goal: SearchGoal, constraints: Iterable[Constraint], row: Row) -> tuple[float, float]:
    """(violation, cost), by which cases are compared, the smaller the better; both infinite where the cost has no number."""
    cost = goal.cost(row)
    return (violation(constraints, row), cost) if math.isfinite(cost) else (math.inf, math.inf)


def value_of(row: Row, metric: str) -> float:
    """A metric of a finished case; NaN where there is none. Of several numbers the largest, or the one named after a dot."""
    if row.status != "finished":
        return math.nan
    value, (name, _, part) = None, metric.partition(".")
    if name in row.metrics:
        value = row.metrics[name]
        if isinstance(value, Mapping):
            value = value.get(part) if part else max((v for v in value.values() if v is not None), default=None)
        elif isinstance(value, list):
            value = value[_PLACES[part]] if _PLACES.get(part, len(value)) < len(value) else None
    return math.nan if value is None or isinstance(value, str) else float(value)


def known_metrics(metrics: Mapping[str, object]) -> list[str]:
    """Names that ``value_of`` understands."""
    names = []
    for name, value in metrics.items():
        if isinstance(value, Mapping):
            names += [name, *(f"{name}.{part}" for part in value)]
        elif isinstance(value, list):
            names += [f"{name}.{part}" for part, k in _PLACES.items() if k < len(value)]
        elif not isinstance(value, str | bool):
            names.append(name)
    return names


def _require_metrics(wanted: Iterable[str], metrics: Mapping[str, object]) -> None:
    """Refuse names that a summary does not have."""
    known = known_metrics(metrics)
    for name in wanted:
        if name not in known:
            short = [n for n in known if "." not in n]
            raise unknown_name("metric of the summary", name, known if "." in name else short)


def read_constraints(texts: Iterable[str]) -> tuple[Constraint, ...]:
    return tuple(read_constraint(text) for text in ((texts,) if isinstance(texts, str) else texts))


def read_constraint(text: str) -> Constraint:
    """``mean_speed>=0.3`` or ``peak_torque_by_group.yaw <= 4``."""
    match = re.fullmatch(r"\s*([\w.]+)\s*(>=|<=)\s*(\S+)\s*", str(text))
    try:
        bound = float(match.group(3)) if match else math.nan
    except ValueError:
        bound = math.nan
    if match is None or not math.isfinite(bound):
        raise InputError(f"constraint '{text}' is not METRIC>=NUMBER or METRIC<=NUMBER, such as mean_speed>=0.3.")
    return Constraint(match.group(1), 1 if match.group(2) == ">=" else -1, bound)


# --- What all searches share: points in a box are run as one batch, every run is logged, and a log can be gone on with.
#
# Searches are deterministic. To go on, a search is simply begun again: the runs it asks for first are in the log already and are
# taken from there, so that it ends as if it had never been stopped.

_LOG, _LOCK = "history.jsonl", "history.lock"
_RESULTS = ("run.nc", "history.nc", "optimum.json", "front.json")  # what is written beside the log in the end


class BudgetSpentError(ElverError):
    """A search asked for more runs than it was given."""


@dataclass(eq=False)
class SearchRuns:
    """Runs points of the unit box. points, rows, batches: everything asked for so far, in order.

    intervals: what the box stands for.   budget: the most runs.   log: file of the runs, or None.
    ready: runs of an earlier try.   described: the settings, which are the log's first line.
    """

    setup: Setup
    intervals: Sequence[Interval]
    budget: int
    threads: int
    log: Path | None = None
    bar: Progress | None = None
    ready: list[tuple[list[float], Row]] = field(default_factory=list)
    described: Mapping[str, object] = field(default_factory=dict)
    points: list[np.ndarray] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)

    @property
    def left(self) -> int:
        return self.budget - len(self.rows)

    @property
    def untrusted(self) -> int:
        """Runs that finished with an energy ledger that does not close."""
        return sum(row.status == "finished" and not row.usable for row in self.rows)

    def values(self, point: np.ndarray) -> dict[str, float]:
        """The parameters a point stands for."""
        return {i.name: i.low + float(x) * (i.high - i.low) for i, x in zip(self.intervals, point, strict=True)}

    def settings(self, wanted: Mapping[str, object], constraints: Iterable[Constraint], **how: object) -> dict[str, object]:
        """All that decides the numbers of a search, as plain values: the first line of its log."""
        over = {f"over {i.name}": [i.low, i.high] for i in self.intervals}
        return {**self.setup.described, **wanted, "subject to": [str(c) for c in constraints], **over, **how}

    def point(self, values: Mapping[str, float]) -> np.ndarray:
        """The point of some parameters, moved into the box."""
        return np.array([min(1.0, max(0.0, (values[i.name] - i.low) / (i.high - i.low))) for i in self.intervals])

    @cached_property
    def units(self) -> dict[str, str]:
        """Units of the metrics by name."""
        return {m.name: m.unit for m in metrics_of(self.setup.build({}))}

    def unit(self, metric: str) -> str:
        """Unit of a metric, or of a part of one such as ``ledger.motor``."""
        return self.units.get(metric.partition(".")[0], "")

    def column(self, metric: str) -> tuple[list[float], str]:
        """A metric of everything that was run, and its unit."""
        return [value_of(row, metric) for row in self.rows], self.unit(metric)

    def run(self, points: Sequence[np.ndarray]) -> list[Row]:
        """Rows of these points, as one batch."""
        if len(points) > self.left:
            raise BudgetSpentError(f"the budget of {self.budget} runs is spent")
        stop_if_asked()
        rows = self.from_log(points)
        if len(rows) < len(points) or any(row.status == "failed" for row in rows):
            now = self.aside(points)
            now = [replace(row, metrics=finite(row.metrics)) for row in now]  # as the log gives them back
            rows = self.log_batch(points, rows, now)
            stop_if_asked()
        self.points += [np.array(p, dtype=float) for p in points]
        self.rows += rows
        self.batches += [self.batches[-1] + 1 if self.batches else 0] * len(points)
        if self.bar is not None:
            self.bar.advance(len(points))
        return rows

    def aside(self, points: Sequence[np.ndarray]) -> list[Row]:
        """Rows of these points, as one batch, which are no part of the search."""
        values = tuple(self.values(p) for p in points)
        return run_block(self.setup, Block(0, {}, tuple(range(len(points))), values), self.threads)

    def from_log(self, points: Sequence[np.ndarray]) -> list[Row]:
        """Rows that an earlier try has of these points, as far as they go.

        A batch of which a kill left a part is run again as a whole, for the numbers of contacts depend in their last digits on
        whether a machine runs alone. One with an error that should not be is run again too.
        """
        first = len(self.rows)
        known = self.ready[first : first + len(points)]
        for (before, _), now in zip(known, points, strict=False):
            if before != [float(x) for x in now]:
                raise InputError(
                    f"'{self.log}' was written by a search that asked for other runs. Begin a new one in another folder."
                )
        return [row for _, row in known]

    def log_batch(self, points: Sequence[np.ndarray], before: list[Row], now: list[Row]) -> list[Row]:
        """The rows of a batch that has just been run, once they are in the log. before: those of an earlier try.

        Where all errors came back the log stands. Where one did not, the log ends with this batch: what followed is run again.
        """
        came_back = all(new.status == "failed" for old, new in zip(before, now, strict=False) if old.status == "failed")
        if len(before) == len(points) and came_back:
            return before
        if before:
            self.ready = [*self.ready[: len(self.rows)], *(([float(x) for x in p], r) for p, r in zip(points, now, strict=True))]
            _rewrite(self)
        elif self.log is not None:
            append(self.log, "".join(log_line(point, row) for point, row in zip(points, now, strict=True)))
        return now


def search_setup(
    verb: str,
    scenario: Scenario | str,
    parameters: Mapping[str, object] | None,
    duration: float | None,
    solver: Solver,
    compute: Compute,
) -> Setup:
    """What all runs of a search have in common; refused what it cannot honour."""
    honoured(verb, "solver", solver, Solver, "method", "dt", "rtol", "atol", "check_step")
    honoured(verb, "compute", compute, Compute, "threads")
    return make_setup(scenario, parameters, duration, solver)


def search_runs(
    setup: Setup,
    bounds: Mapping[str, object],
    goals: Sequence[SearchGoal],
    constraints: Sequence[Constraint],
    budget: int,
    compute: Compute,
    progress: bool | None,
) -> SearchRuns:
    """A search that has run nothing yet; refused where the summary has no such metrics."""
    intervals = read_intervals(setup.scenario, bounds, setup.parameters)
    _check_goals(setup, intervals, [*(g.metric for g in goals), *(c.metric for c in constraints)])
    bar = Progress(budget, setup.scenario.name, progress, "runs")
    return SearchRuns(setup, intervals, budget, thread_count(compute.threads), bar=bar)


@contextmanager
def begun(
    search: SearchRuns, folder: str | Path | None, described: Mapping[str, object], resume: bool, overwrite: bool = False
) -> Iterator[None]:
    """Hold ``folder`` while the search runs, with a new log in it or the one that an earlier try left there."""
    try:
        refuse_both(resume, overwrite)
        if folder is None:
            if resume:
                raise InputError("there is nothing to resume without a folder. Give out (--out).")
            yield
            return
        folder = Path(folder)
        with asked_for(folder):
            if resume and not folder.is_dir():
                raise _no_search(folder)
        with held(folder_asked_for(folder) / _LOCK, f"the search in '{shown(folder)}'"):
            _open_log(search, folder, described, resume, overwrite)
            yield
    finally:
        if search.bar is not None:
            search.bar.close()


# --- the log --------------------------------------------------------------------------------------------------------


def _open_log(search: SearchRuns, folder: Path, described: Mapping[str, object], resume: bool, overwrite: bool = False) -> None:
    """Begin the log, or read it. One that a kill left before its first line was whole is begun again."""
    search.log = folder / _LOG
    if overwrite:
        remove_search(folder)
        search.described = described
        _rewrite(search)
        return
    if not search.log.exists():
        if resume and any(entry.name != _LOCK for entry in os.scandir(folder)):
            raise _no_search(folder)
    elif b"\n" in search.log.read_bytes():
        if not resume:
            raise InputError(
                f"'{folder}' holds a search already. Add --resume (resume=True) to go on with it, or --force (overwrite=True) to "
                "begin anew, or use another."
            )
        search.described, search.ready = _read_log(folder)
        refuse_difference(search.log, search.described, described)
        _rewrite(search)
        return
    for name in _RESULTS:
        if (folder / name).exists():
            raise InputError(f"'{folder / name}' is there already and is not overwritten. Choose another folder.")
    search.described = described
    _rewrite(search)


def remove_search(folder: Path) -> None:
    """Remove the results of a search. Without a log they are of others: what this search writes itself takes their place in the
    end, the rest stays."""
    if (folder / _LOG).exists():
        with writing(folder):
            for name in _RESULTS:
                (folder / name).unlink(missing_ok=True)


def _rewrite(search: SearchRuns) -> None:
    """The log with its settings and the runs that are known, and without an unfinished line."""
    assert search.log is not None
    lines = (log_line(point, row) for point, row in search.ready)
    write_whole(search.log, to_json(search.described) + "\n" + "".join(lines))


def _no_search(folder: Path) -> InputError:
    return InputError(f"there is no search in '{shown(folder)}': it has no readable {_LOG}.")


def append(path: Path, text: str) -> None:
    """Add text to a file and see to it that it is on the disk."""
    with writing(path), open(path, "a", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def log_line(point: Iterable[float], row: Row) -> str:
    """A run as a line of the log, with a digest of itself."""
    entry = {"point": [float(x) for x in point], "status": row.status, "detail": row.detail, "figures": row.metrics}
    text = to_json(entry)
    return f'{{"run": {text}, "digest": "{digest(text.encode())}"}}\n'


def read_line(line: bytes) -> tuple[list[float], Row] | None:
    """A run of the log; None where the line is not what was written."""
    try:
        found = json.loads(line)
        entry, mark = found["run"], found["digest"]
        if digest(to_json(entry).encode()) != mark:
            return None
        return entry["point"], Row(entry["status"], entry["detail"], entry["figures"], {})
    except (ValueError, KeyError, TypeError):
        return None


def _read_log(folder: Path) -> tuple[dict, list[tuple[list[float], Row]]]:
    """Settings and runs of a log, up to the first line that is unfinished (by a kill) or damaged: the rest is run again."""
    path = Path(folder) / _LOG
    try:
        first, *lines = path.read_bytes().splitlines()
        settings = json.loads(first)
    except (OSError, ValueError):
        raise _no_search(folder) from None
    if not isinstance(settings, dict):
        raise _no_search(folder)
    runs: list = []
    for number, line in enumerate(lines, start=2):
        run = read_line(line)
        if run is None:
            if number <= len(lines):
                warnings.warn(f"line {number} of '{path}' is damaged: what follows is run again.", stacklevel=2)
            break
        runs.append(run)
    return settings, runs


def _check_goals(setup: Setup, intervals: Sequence[Interval], metrics: Sequence[str]) -> None:
    """Refuse metrics that the summary does not have, by one step of the scenario."""
    middle = {i.name: (i.low + i.high) / 2 for i in intervals}
    found = program_for(setup, {}, tuple(middle), middle) or program_for(setup, {}, (), {})
    assert found is not None  # one in which nothing is free is always there
    step = setup.plan.dt
    _require_metrics(
        metrics, simulate(found.program, step, solver=Solver(dt=step), save=Save(every=step), progress=False).summary
    )


def history(
    search: SearchRuns, columns: Mapping[str, tuple[Iterable[float], str]], attributes: Mapping[str, object]
) -> xr.Dataset:
    """Everything that was run, in order: an xarray Dataset along ``evaluation``."""
    xr = needed("xarray", "the history of a search")

    values = [search.values(p) for p in search.points]
    variables: dict[str, tuple] = {
        i.name: ("evaluation", np.array([v[i.name] for v in values], dtype=float), i.attributes) for i in search.intervals
    }
    for name, (column, unit) in columns.items():
        variables[name] = (
            "evaluation",
            np.array([math.nan if math.isinf(x) else x for x in column], dtype=float),
            {"units": unit},
        )
    variables["status"] = ("evaluation", np.array([row.status for row in search.rows], dtype=str))
    known = ("ledger_closure", STEP_METRIC, "worst_residual")
    checks = np.array([row.check for row in search.rows], dtype=str)
    cases = cases_of(
        {"status": variables["status"][1], "step_check": checks, **{n: [value_of(row, n) for row in search.rows] for n in known}}
    )
    variables["usable"] = ("evaluation", cases.usable)
    doubts = cases.doubts(cases.speak_against)
    variables["trusted"] = ("evaluation", doubts == "")
    variables["doubts"] = ("evaluation", doubts.astype(str))
    variables["step_check"] = ("evaluation", checks)
    variables[STEP_METRIC] = ("evaluation", cases.error, {"units": "1"})
    variables["batch"] = ("evaluation", np.array(search.batches, dtype=int))
    text = encoded({"parameters": [i.name for i in search.intervals], **attributes})
    return xr.Dataset(variables, {"evaluation": np.arange(len(values))}, text)


def write_history(data: xr.Dataset, folder: Path) -> None:
    """The history of a search as history.nc, in place of an earlier one."""
    write_data(data, folder / "history.nc", overwrite=True)


def load_history(folder: str | Path) -> xr.Dataset:
    """The history of a finished search, as ``OptimisationResult.save`` and ``ParetoFront.save`` write it.

    Parameters
    ----------
    folder : str or Path
        Of the search.

    Returns
    -------
    xarray.Dataset
        Everything that was run, along ``evaluation``.
    """
    path = Path(folder) / "history.nc"
    if not path.is_file():
        raise InputError(f"there is no finished search in '{folder}': it has no history.nc.")
    data = read_netcdf(path, "Give the folder of a search, as `elver optimise` or `elver pareto` wrote it.")
    check_history(data, path)
    return data
