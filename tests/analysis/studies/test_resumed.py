"""A study that was stopped at any place goes on to the same runs and the same result, bit for bit."""

from __future__ import annotations

import json
import math
import signal
from contextlib import suppress
from itertools import pairwise

import numpy as np
import pytest
import xarray as xr

from elver.analysis import Search, optimise, pareto, sweep
from elver.analysis.studies import runs as running
from elver.analysis.studies import search as searching
from elver.analysis.studies.optimisation import Slopes, descend, evolve
from elver.analysis.studies.pareto_front import breed
from elver.analysis.studies.runs import Row
from elver.analysis.studies.search import BudgetSpentError, Constraint, SearchGoal, SearchRuns, begun, log_line
from elver.analysis.studies.setup import Interval
from elver.simulation import Compute, Save, Solver

BOX = (Interval("a", -1.0, 2.0, "1"), Interval("b", 0.0, 1.0, "1"))
SPEED = Constraint("speed", 1, 0.4)


def formula(setup, block, threads):
    """Rows in place of runs. As with contacts, the last digits depend on how many machines run side by side."""
    rows = []
    for values in block.values:
        a, b = values.values()
        aside = 1e-9 * len(block.values)
        metrics = {"cost": a * a + 10 * b * b + aside, "speed": a + b, "parts": {"x": math.nan, "y": b}, "ledger_closure": 0.0}
        rows.append(Row("diverged", "ran away", {}, {}) if a < -0.9 else Row("finished", "", metrics, {}))
    return rows


SEARCHES = {
    "cma": lambda search: evolve(search, SearchGoal("cost"), [SPEED], np.array([0.9, 0.9]), 4, 3),
    "largest part": lambda search: evolve(search, SearchGoal("parts"), [], np.array([0.9, 0.9]), 4, 1),
    "gradient": lambda search: descend(Slopes(search), SearchGoal("cost"), [SPEED], np.array([0.9, 0.9])),
    "pareto": lambda search: breed(search, [SearchGoal("cost"), SearchGoal("speed", maximise=True)], [], 4, 1),
}


def searched(kind, folder, resume=False, budget=20):
    """Everything that a search asked for and was told."""
    search = SearchRuns(None, BOX, budget, 1)
    with begun(search, folder, {"search": kind}, resume), suppress(BudgetSpentError):
        SEARCHES[kind](search)
    return [p.tolist() for p in search.points], [(r.status, r.detail, r.metrics) for r in search.rows], search.batches


def places(log: bytes, every: bool):
    """Where a log is cut: at every seventh byte, or after every line, before its end and in its middle."""
    first = log.index(b"\n") + 1
    if every:
        return range(first, len(log) + 1, 7)
    ends = [k + 1 for k, byte in enumerate(log) if byte == ord("\n")]
    inside = [(a + b) // 2 for a, b in pairwise(ends)]
    return sorted({*ends, *(end - 1 for end in ends[1:]), *inside})


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["lines", "bytes"])
@pytest.mark.parametrize("kind", SEARCHES)
@pytest.mark.filterwarnings("ignore:line .* is damaged")
def test_a_log_cut_anywhere_leads_to_the_same_search(tmp_path, monkeypatch, kind, every):
    monkeypatch.setattr(searching, "run_block", formula)
    monkeypatch.setattr(searching.os, "fsync", lambda handle: None)
    whole = searched(kind, tmp_path)
    log = tmp_path / "history.jsonl"
    text = log.read_bytes()
    assert len(whole[0]) > 14
    assert len(set(whole[2])) > 2
    for place in places(text, every):
        log.write_bytes(text[:place])
        assert searched(kind, tmp_path, resume=True) == whole, f"cut at {place}"
        assert log.read_bytes() == text, f"cut at {place}"


@pytest.mark.parametrize("kind", SEARCHES)
def test_an_error_that_should_not_be_is_forgotten_when_a_search_goes_on(tmp_path, monkeypatch, kind):
    """Out of memory in the second batch: the log leads elsewhere from there on, and is not gone on with."""

    def failing(setup, block, threads):
        batches.append(block)
        return (
            [Row("failed", "MemoryError: ", {}, {})] * len(block.values) if len(batches) == 2 else formula(setup, block, threads)
        )

    batches = []
    monkeypatch.setattr(searching, "run_block", formula)
    whole = searched(kind, tmp_path / "whole")
    monkeypatch.setattr(searching, "run_block", failing)
    assert searched(kind, tmp_path / "s") != whole
    monkeypatch.setattr(searching, "run_block", formula)
    assert searched(kind, tmp_path / "s", resume=True) == whole
    one, other = (tmp_path / name / "history.jsonl" for name in ("s", "whole"))
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("kind", SEARCHES)
def test_an_error_that_always_comes_back_costs_its_own_batches(tmp_path, monkeypatch, kind):
    """A point of the second batch fails: resumed, that batch alone is run, and the log stands, though the words change.

    It stands too where the rest of the batch fails as well this time.
    """

    def failing(setup, block, threads):
        runs.append(len(block.values))
        rows, wrong = formula(setup, block, threads), Row("failed", f"ValueError: at {len(runs)}", {}, {})
        return [wrong if values == bad else row for values, row in zip(block.values, rows, strict=True)]

    runs = []
    monkeypatch.setattr(searching, "run_block", formula)
    points, _, batches = searched(kind, tmp_path / "whole")
    bad = SearchRuns(None, BOX, 1, 1).values(points[batches.index(1)])
    monkeypatch.setattr(searching, "run_block", failing)
    whole = searched(kind, tmp_path)
    text = (tmp_path / "history.jsonl").read_bytes()
    assert {batch for batch, row in zip(whole[2], whole[1], strict=True) if row[0] == "failed"} == {1}
    assert max(whole[2]) > 1
    runs.clear()
    assert searched(kind, tmp_path, resume=True) == whole
    assert runs == [whole[2].count(1)]
    monkeypatch.setattr(searching, "run_block", lambda setup, block, threads: [Row("failed", "", {}, {})] * len(block.values))
    assert searched(kind, tmp_path, resume=True) == whole
    assert (tmp_path / "history.jsonl").read_bytes() == text


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_kill_before_a_failed_batch_has_run_again_loses_nothing(tmp_path, monkeypatch, kind):
    def failing(setup, block, threads):
        batches.append(block)
        return [Row("failed", "MemoryError: ", {}, {}), *formula(setup, block, threads)[1:]]

    def killed(setup, block, threads):
        raise KeyboardInterrupt

    batches = []
    monkeypatch.setattr(searching, "run_block", failing)
    searched(kind, tmp_path)
    text = (tmp_path / "history.jsonl").read_bytes()
    assert len(batches) > 1
    monkeypatch.setattr(searching, "run_block", killed)
    with pytest.raises(KeyboardInterrupt):
        searched(kind, tmp_path, resume=True)
    assert (tmp_path / "history.jsonl").read_bytes() == text


# --- Ctrl-C ---------------------------------------------------------------------------------------------------------

EEL = {"parameters": {"body.joints": 1}, "duration": 0.03}
UNCHECKED = {"solver": Solver(check_step=False)}
OVER = {"gait.amplitude": (0.02, 0.12)}


def shaken(call, at):
    """The call, in which Ctrl-C is pressed the ``at``-th time while CasADi computes: there it becomes a SystemError."""
    count = 0

    def shaking(*arguments):
        nonlocal count
        count += 1
        if count == at:
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt as error:
                raise SystemError("returned a result with an exception set") from error
        return call(*arguments)

    return shaking


STUDIES = {
    "cma": lambda **how: optimise("eel", "work", OVER, **EEL, search=Search(budget=8), **how),
    "gradient": lambda **how: optimise("eel", "work", OVER, **EEL, search=Search(budget=8, algorithm="gradient"), **how),
    "pareto": lambda **how: pareto(
        "eel", {"work": "min", "mean_speed": "max"}, OVER, **EEL, search=Search(budget=8, population=4), **how
    ),
}


@pytest.mark.parametrize("kind", STUDIES)
def test_ctrl_c_within_a_batch_is_no_failed_run(tmp_path, monkeypatch, kind):
    whole = STUDIES[kind]()
    with monkeypatch.context() as patch:
        patch.setattr(running, "plan_of", shaken(running.plan_of, 5))
        with pytest.raises(KeyboardInterrupt):
            STUDIES[kind](folder=tmp_path)
    log = [json.loads(line) for line in (tmp_path / "history.jsonl").read_text().splitlines()[1:]]
    assert [line["run"]["status"] for line in log] == ["finished"] * len(log)
    assert 0 < len(log) < 8
    again = STUDIES[kind](folder=tmp_path, resume=True)
    xr.testing.assert_identical(again.history, whole.history)
    assert again.summary == whole.summary


def test_ctrl_c_within_a_block_of_a_sweep_is_no_failed_run(tmp_path, monkeypatch):
    asked = {"grid": {"gait.amplitude": [0.02, 0.04, 0.06]}, **EEL, "compute": Compute(block=1, threads=1)}
    whole = sweep("eel", **asked)
    with monkeypatch.context() as patch:
        patch.setattr(running, "plan_of", shaken(running.plan_of, 2))
        with pytest.raises(KeyboardInterrupt):
            sweep("eel", **asked, save=Save(path=tmp_path / "s"))
    xr.testing.assert_identical(sweep("eel", **asked, save=Save(path=tmp_path / "s"), resume=True).load(), whole)


def test_an_error_that_should_not_be_is_forgotten_when_a_sweep_goes_on(tmp_path, monkeypatch):
    """The second block failed before the third was stopped; where nothing stops it, its error is in the result."""
    asked = {"grid": {"gait.amplitude": [0.02, 0.04, 0.06]}, **EEL, **UNCHECKED, "compute": Compute(block=1, threads=1)}
    whole = sweep("eel", **asked)

    def failing(*arguments):
        calls.append(arguments)
        if len(calls) > 2:
            raise KeyboardInterrupt
        if len(calls) == 2:
            raise MemoryError
        return plan_of(*arguments)

    calls, plan_of = [], running.plan_of
    with monkeypatch.context() as patch:
        patch.setattr(running, "plan_of", failing)
        with pytest.raises(KeyboardInterrupt):
            sweep("eel", **asked, save=Save(path=tmp_path / "s"))
    assert len(list((tmp_path / "s" / ".elver").glob("block-*"))) == 2
    xr.testing.assert_identical(sweep("eel", **asked, save=Save(path=tmp_path / "s"), resume=True).load(), whole)


def test_a_sweep_that_has_ended_keeps_its_errors(tmp_path, monkeypatch):
    """As docs/results.md says: its blocks are one data set by now, which is not written a second time."""

    def failing(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise MemoryError
        return plan_of(*arguments)

    asked = {
        "grid": {"gait.amplitude": [0.02, 0.04]},
        **EEL,
        **UNCHECKED,
        "compute": Compute(block=1, threads=1),
        "save": Save(path=tmp_path / "s"),
    }
    calls, plan_of = [], running.plan_of
    with monkeypatch.context() as patch:
        patch.setattr(running, "plan_of", failing)
        ended = sweep("eel", **asked).load()
    assert ended.status.values.tolist() == ["finished", "failed"]
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    xr.testing.assert_identical(sweep("eel", **asked, resume=True).load(), ended)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == files


def test_a_line_of_the_log_gives_back_what_was_run():
    row = formula(None, type("Block", (), {"values": [{"a": 0.1, "b": -0.0}]}), 1)[0]
    point, again = searching.read_line(log_line([0.1, 1 / 3], row).encode())
    assert point == [0.1, 1 / 3]
    assert again.metrics == {**row.metrics, "parts": {"x": None, "y": -0.0}}
    assert math.copysign(1, again.metrics["parts"]["y"]) == -1
