"""Figures by a second process: the same files, warnings and errors, no process left; without it they are drawn too."""

from __future__ import annotations

import os
import sys
from functools import cache

import pytest

from elver._support.errors import InputError, WriteError
from elver.cli import figure_process as module
from elver.cli.figure_process import FigureProcess
from elver.results import Run
from elver.scenarios import scenario
from elver.simulation import Save, Solver, simulate
from elver.viz import figures
from elver.viz.worker import Outcome


@cache
def small_run() -> Run:
    """A run of a machine with a joint."""
    return simulate(scenario("swimmer").build({"links": 2}), 0.5, solver=Solver(dt=0.01), save=Save(every=0.05), progress=False)


@pytest.fixture
def ready(monkeypatch):
    """As in a fresh process on a computer with two cores."""
    monkeypatch.setattr(module, "worth_it", lambda: True)


def answering(outcomes):
    """A painter whose process answered so."""
    painter = FigureProcess(wanted=False)
    painter.work, painter.answer = (None, None, ()), lambda: outcomes
    return painter


def test_the_files_are_those_that_are_drawn_here(ready, tmp_path):
    run = small_run()
    with FigureProcess() as painter:
        process = painter.process
        painter.begin(run, tmp_path / "apart", ())
        painter.finish()
    figures(run, tmp_path / "here")
    names = sorted(os.listdir(tmp_path / "here"))
    assert names == sorted(os.listdir(tmp_path / "apart"))
    assert len(names) >= 4
    for name in names:
        if name.endswith(".png"):
            assert (tmp_path / "apart" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
    assert process.poll() is not None


def test_a_process_that_died_is_no_matter(ready, monkeypatch, tmp_path):
    drawn = []
    monkeypatch.setattr("elver.viz.figures", lambda run, folder, joints: drawn.append((run, folder, joints)))
    run = small_run()
    with FigureProcess() as painter:
        painter.process.kill()
        painter.begin(run, tmp_path, ("joint1",))
        painter.finish()
    assert drawn == [(run, tmp_path, ("joint1",))]


def test_a_process_that_is_not_needed_goes(ready):
    with FigureProcess() as painter:
        process = painter.process
    assert process.poll() is not None


def test_large_runs_are_not_copied(ready, monkeypatch, tmp_path):
    monkeypatch.setattr(module, "LARGEST", 10.0)
    with FigureProcess() as painter:
        painter.begin(small_run(), tmp_path, ())
        assert painter.process is None


def test_no_process_where_it_saves_nothing(monkeypatch):
    assert FigureProcess(wanted=False).process is None
    monkeypatch.setitem(sys.modules, "matplotlib", sys)
    assert FigureProcess().process is None


def test_warnings_and_errors_are_those_of_figures():
    good, bad = Outcome(None, ()), Outcome((InputError, "no such data"), ())
    with pytest.warns(UserWarning, match="a figure is left out: no such data"):
        answering({"a": good, "b": bad}).finish()
    with pytest.warns(UserWarning, match="look here"):
        answering({"a": Outcome(None, ((UserWarning, "look here"),))}).finish()
    with pytest.raises(InputError, match="no such data"):
        answering({"a": bad, "b": bad}).finish()
    with pytest.raises(WriteError, match="disk full"):
        answering({"a": good, "b": Outcome((WriteError, "disk full"), ())}).finish()
