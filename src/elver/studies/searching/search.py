"""What all searches share: points in a box are run as one batch, every run is logged, and a log can be gone on with.

Searches are deterministic. To go on, a search is simply begun again: the runs it asks for first are in the log already and are
taken from there, so that it ends as if it had never been stopped.
"""

from __future__ import annotations

import json
import math
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from elver.errors import ElverError, InputError
from elver.files import asked_for, finite, folder_asked_for, held, shown, to_json, write_whole, writing
from elver.packages import needed
from elver.progress import Progress
from elver.reading import read_netcdf
from elver.results.figures import figures_of
from elver.results.run import write_data
from elver.simulation import simulate
from elver.stepping.chunks import stop_if_asked
from elver.studies.programs import program_for
from elver.studies.ranges import Interval
from elver.studies.runs import Row, run_block
from elver.studies.searching.goals import require_figures, value_of
from elver.studies.setup import Setup
from elver.studies.structure import check_history
from elver.studies.sweeping.block_files import digest
from elver.studies.sweeping.blocks import Block
from elver.studies.sweeping.store import refuse_both, refuse_difference

LOG, LOCK = "history.jsonl", "history.lock"
RESULTS = ("run.nc", "history.nc", "optimum.json", "front.json")  # what is written beside the log in the end


class BudgetSpentError(ElverError):
    """A search asked for more runs than it was given."""


@dataclass(eq=False)
class Search:
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
        return sum(row.status == "finished" and not row.trusted for row in self.rows)

    def values(self, point: np.ndarray) -> dict[str, float]:
        """The parameters a point stands for."""
        return {i.name: i.low + float(x) * (i.high - i.low) for i, x in zip(self.intervals, point, strict=True)}

    def point(self, values: Mapping[str, float]) -> np.ndarray:
        """The point of some parameters, moved into the box."""
        return np.array([min(1.0, max(0.0, (values[i.name] - i.low) / (i.high - i.low))) for i in self.intervals])

    @cached_property
    def units(self) -> dict[str, str]:
        """Units of the figures by name."""
        return {m.name: m.unit for m in figures_of(self.setup.build({}))}

    def unit(self, figure: str) -> str:
        """Unit of a figure, or of a part of one such as ``ledger.motor``."""
        return self.units.get(figure.partition(".")[0], "")

    def column(self, figure: str) -> tuple[list[float], str]:
        """A figure of everything that was run, and its unit."""
        return [value_of(row, figure) for row in self.rows], self.unit(figure)

    def run(self, points: Sequence[np.ndarray]) -> list[Row]:
        """Rows of these points, as one batch."""
        if len(points) > self.left:
            raise BudgetSpentError(f"the budget of {self.budget} runs is spent")
        stop_if_asked()
        rows = self.from_log(points)
        if len(rows) < len(points) or any(row.status == "failed" for row in rows):
            now = self.aside(points)
            now = [replace(row, figures=finite(row.figures)) for row in now]  # as the log gives them back
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
            rewrite(self)
        elif self.log is not None:
            append(self.log, "".join(log_line(point, row) for point, row in zip(points, now, strict=True)))
        return now


@contextmanager
def begun(search: Search, folder, described: Mapping[str, object], resume: bool, overwrite: bool = False) -> Iterator[None]:
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
                raise no_search(folder)
        with held(folder_asked_for(folder) / LOCK, f"the search in '{shown(folder)}'"):
            open_log(search, folder, described, resume, overwrite)
            yield
    finally:
        if search.bar is not None:
            search.bar.close()


# --- the log --------------------------------------------------------------------------------------------------------


def open_log(search: Search, folder: Path, described: Mapping[str, object], resume: bool, overwrite: bool = False) -> None:
    """Begin the log, or read it. One that a kill left before its first line was whole is begun again."""
    search.log = folder / LOG
    if overwrite:
        remove_search(folder)
        search.described = described
        rewrite(search)
        return
    if not search.log.exists():
        if resume and any(entry.name != LOCK for entry in os.scandir(folder)):
            raise no_search(folder)
    elif b"\n" in search.log.read_bytes():
        if not resume:
            raise InputError(
                f"'{folder}' holds a search already. Add --resume (resume=True) to go on with it, or --force (overwrite=True) to "
                "begin anew, or use another."
            )
        search.described, search.ready = read_log(folder)
        refuse_difference(search.log, search.described, described)
        rewrite(search)
        return
    for name in RESULTS:
        if (folder / name).exists():
            raise InputError(f"'{folder / name}' is there already and is not overwritten. Choose another folder.")
    search.described = described
    rewrite(search)


def remove_search(folder: Path) -> None:
    """Remove the results of a search. Without a log they are of others: what this search writes itself takes their place in the
    end, the rest stays."""
    if (folder / LOG).exists():
        with writing(folder):
            for name in RESULTS:
                (folder / name).unlink(missing_ok=True)


def rewrite(search: Search) -> None:
    """The log with its settings and the runs that are known, and without an unfinished line."""
    lines = (log_line(point, row) for point, row in search.ready)
    write_whole(search.log, to_json(search.described) + "\n" + "".join(lines))


def no_search(folder: Path) -> InputError:
    return InputError(f"there is no search in '{shown(folder)}': it has no readable {LOG}.")


def append(path: Path, text: str) -> None:
    """Add text to a file and see to it that it is on the disk."""
    with writing(path), open(path, "a", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def log_line(point: Iterable[float], row: Row) -> str:
    """A run as a line of the log, with a digest of itself."""
    entry = {"point": [float(x) for x in point], "status": row.status, "detail": row.detail, "figures": row.figures}
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


def read_log(folder: Path) -> tuple[dict, list[tuple[list[float], Row]]]:
    """Settings and runs of a log, up to the first line that is unfinished (by a kill) or damaged: the rest is run again."""
    path = Path(folder) / LOG
    try:
        first, *lines = path.read_bytes().splitlines()
        settings = json.loads(first)
    except (OSError, ValueError):
        raise no_search(folder) from None
    if not isinstance(settings, dict):
        raise no_search(folder)
    runs: list = []
    for number, line in enumerate(lines, start=2):
        run = read_line(line)
        if run is None:
            if number <= len(lines):
                warnings.warn(f"line {number} of '{path}' is damaged: what follows is run again.", stacklevel=2)
            break
        runs.append(run)
    return settings, runs


def check_goals(setup: Setup, intervals: Sequence[Interval], figures: Sequence[str]) -> None:
    """Refuse figures that the summary does not have, by one step of the scenario."""
    middle = {i.name: (i.low + i.high) / 2 for i in intervals}
    found = program_for(setup, {}, tuple(middle), middle) or program_for(setup, {}, (), {})
    assert found is not None  # one in which nothing is free is always there
    step = setup.plan.dt
    require_figures(figures, simulate(found.program, step, step, output=step, progress=False).summary)


def history(search: Search, columns: Mapping[str, tuple[Iterable[float], str]], attributes: Mapping[str, object]):
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
    variables["trusted"] = ("evaluation", np.array([row.trusted for row in search.rows], dtype=bool))
    variables["batch"] = ("evaluation", np.array(search.batches, dtype=int))
    text = {"parameters": json.dumps([i.name for i in search.intervals]), **attributes}
    return xr.Dataset(variables, {"evaluation": np.arange(len(values))}, text)


def write_history(data, folder: Path) -> None:
    """The history of a search as history.nc, in place of an earlier one."""
    write_data(data, folder / "history.nc", overwrite=True)


def load_history(folder):
    """The history of a finished search, as ``Optimum.save`` and ``Front.save`` write it."""
    path = Path(folder) / "history.nc"
    if not path.is_file():
        raise InputError(f"there is no finished search in '{folder}': it has no history.nc.")
    data = read_netcdf(path, "Give the folder of a search, as `elver optimise` or `elver pareto` wrote it.")
    check_history(data, path)
    return data
