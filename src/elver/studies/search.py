"""What all searches share: points in a box are run as one batch, every run is logged, and a log can be gone on with.

Searches are deterministic. To go on, a search is simply begun again: the runs it asks for first are in the log already and are
taken from there, so that it ends as if it had never been stopped.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from elver.errors import ElverError, InputError
from elver.reading import read_netcdf
from elver.simulation import simulate
from elver.studies.blocks import Block
from elver.studies.goals import require_figures
from elver.studies.programs import program_for
from elver.studies.ranges import Interval
from elver.studies.runs import Row, run_block
from elver.studies.setup import Setup
from elver.studies.store import refuse_difference
from elver.studies.structure import check_history

LOG = "history.jsonl"


class BudgetSpentError(ElverError):
    """A search asked for more runs than it was given."""


@dataclass(eq=False)
class Search:
    """Runs points of the unit box. points, rows, batches: everything asked for so far, in order.

    intervals: what the box stands for.   budget: the most runs.   log: file of the runs, or None.
    ready: runs of an earlier try.
    """

    setup: Setup
    intervals: Sequence[Interval]
    budget: int
    threads: int
    log: Path | None = None
    bar: object = None
    ready: list[tuple[list[float], Row]] = field(default_factory=list)
    points: list[np.ndarray] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)

    @property
    def left(self) -> int:
        return self.budget - len(self.rows)

    def values(self, point: np.ndarray) -> dict[str, float]:
        """The parameters a point stands for."""
        return {i.name: i.low + float(x) * (i.high - i.low) for i, x in zip(self.intervals, point, strict=True)}

    def point(self, values: Mapping[str, float]) -> np.ndarray:
        """The point of some parameters, moved into the box."""
        return np.array([min(1.0, max(0.0, (values[i.name] - i.low) / (i.high - i.low))) for i in self.intervals])

    def run(self, points: Sequence[np.ndarray]) -> list[Row]:
        """Rows of these points, as one batch."""
        if len(points) > self.left:
            raise BudgetSpentError(f"the budget of {self.budget} runs is spent")
        first = len(self.rows)
        rows = self.from_log(points) if first < len(self.ready) else []
        fresh = points[len(rows) :]
        if len(fresh):
            values = tuple(self.values(p) for p in fresh)
            rows = [*rows, *run_block(self.setup, Block(0, {}, tuple(range(len(fresh))), values), self.threads)]
            self.write(fresh, rows[-len(fresh) :])
        self.points += [np.array(p, dtype=float) for p in points]
        self.rows += rows
        self.batches += [self.batches[-1] + 1 if self.batches else 0] * len(points)
        if self.bar is not None:
            self.bar.update(len(points))
        return rows

    def from_log(self, points: Sequence[np.ndarray]) -> list[Row]:
        """As many rows as an earlier try has of these points."""
        known = self.ready[len(self.rows) : len(self.rows) + len(points)]
        for (before, _), now in zip(known, points, strict=False):
            if before != [float(x) for x in now]:
                raise InputError(
                    f"'{self.log}' was written by a search that asked for other runs. Begin a new one in another folder."
                )
        return [row for _, row in known]

    def write(self, points: Sequence[np.ndarray], rows: Sequence[Row]) -> None:
        """Append runs to the log."""
        if self.log is None:
            return
        lines = [
            {"point": [float(x) for x in point], "status": row.status, "detail": row.detail, "figures": row.figures}
            for point, row in zip(points, rows, strict=True)
        ]
        append(self.log, lines)


def append(path: Path, lines: Sequence[Mapping]) -> None:
    """Add lines to a file and see to it that they are on the disk."""
    with open(path, "a") as file:
        file.write("".join(json.dumps(line) + "\n" for line in lines))
        file.flush()
        os.fsync(file.fileno())


def begin(search: Search, folder, described: Mapping[str, object], resume: bool) -> None:
    """Open the log in ``folder``, or read what an earlier try left there."""
    if folder is None:
        if resume:
            raise InputError("there is nothing to resume without a folder. Give out (--out).")
        return
    folder = Path(folder)
    search.log = folder / LOG
    if resume:
        before, search.ready = read_log(folder)
        refuse_difference(search.log, before, described)
        rewrite(search.log, before, search.ready)
        return
    if search.log.exists():
        raise InputError(f"'{folder}' holds a search already. Add --resume (resume=True) to go on with it, or use another.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        append(search.log, [described])
    except OSError as error:
        raise InputError(f"cannot write to '{folder}': {error.strerror or error}. Choose a folder you can write to.") from None


def read_log(folder: Path) -> tuple[dict, list[tuple[list[float], Row]]]:
    """Settings and runs of a log. A last line that a kill left unfinished is dropped."""
    path = Path(folder) / LOG
    try:
        lines = path.read_text().splitlines()
        settings = json.loads(lines[0])
    except (OSError, ValueError, IndexError):
        raise InputError(f"there is no search in '{folder}': it has no readable {LOG}.") from None
    runs = []
    for line in lines[1:]:
        try:
            entry = json.loads(line)
        except ValueError:
            break
        runs.append((entry["point"], Row(entry["status"], entry["detail"], entry["figures"], {})))
    return settings, runs


def rewrite(path: Path, settings: Mapping, runs: Sequence) -> None:
    """The log without an unfinished last line."""
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    append(part, [settings])
    append(part, [{"point": p, "status": r.status, "detail": r.detail, "figures": r.figures} for p, r in runs])
    os.replace(part, path)


def check_goals(setup: Setup, intervals: Sequence[Interval], figures: Sequence[str]) -> None:
    """Refuse figures that the summary does not have, by one step of the scenario."""
    middle = {i.name: (i.low + i.high) / 2 for i in intervals}
    found = program_for(setup, {}, tuple(middle), middle) or program_for(setup, {}, (), {})
    step = setup.plan.dt
    require_figures(figures, simulate(found.program, step, step, output=step, progress=False).summary)


def history(search: Search, columns: Mapping[str, tuple[Sequence[float], str]], attributes: Mapping[str, str]):
    """Everything that was run, in order: an xarray Dataset along ``evaluation``."""
    import xarray as xr

    values = [search.values(p) for p in search.points]
    variables = {
        i.name: ("evaluation", np.array([v[i.name] for v in values], dtype=float), {"units": i.unit}) for i in search.intervals
    }
    for name, (column, unit) in columns.items():
        variables[name] = (
            "evaluation",
            np.array([math.nan if math.isinf(x) else x for x in column], dtype=float),
            {"units": unit},
        )
    variables["status"] = ("evaluation", np.array([row.status for row in search.rows], dtype=str))
    variables["batch"] = ("evaluation", np.array(search.batches, dtype=int))
    text = {"parameters": json.dumps([i.name for i in search.intervals]), **attributes}
    return xr.Dataset(variables, {"evaluation": np.arange(len(values))}, text)


def load_history(folder):
    """The history of a finished search, as ``Optimum.save`` and ``Front.save`` write it."""
    path = Path(folder) / "history.nc"
    if not path.is_file():
        raise InputError(f"there is no finished search in '{folder}': it has no history.nc.")
    data = read_netcdf(path, "Give the folder of a search, as `elver optimise` or `elver pareto` wrote it.")
    check_history(data, path)
    return data
