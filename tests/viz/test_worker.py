"""The process that draws: every figure drawn once, errors and warnings told, nothing left behind."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import warnings

import pytest

from elver._support.errors import InputError, WriteError
from elver.viz import worker
from elver.viz.worker import FORMATS, Outcome, draw_one, draw_shared


@pytest.fixture
def marks(monkeypatch, tmp_path):
    """Figures that are written as the number of the process that did it."""

    def drawn(name, make, folder, formats):
        make()
        for kind in formats:
            with open(folder / f"{name}.{kind}", "x") as file:
                file.write(str(os.getpid()))

    monkeypatch.setattr(worker, "drawn_one", drawn)
    return tmp_path


def warn():
    warnings.warn("look here", UserWarning, stacklevel=1)


def refuse():
    raise InputError("no such data")


def test_what_becomes_of_a_figure(marks):
    assert draw_one("good", lambda: None, marks) == Outcome(None, ())
    assert draw_one("warned", warn, marks) == Outcome(None, ((UserWarning, "look here"),))
    assert draw_one("bad", refuse, marks) == Outcome((InputError, "no such data"), ())
    assert sorted(p.name for p in marks.iterdir()) == [f"{n}.{kind}" for n in ("good", "warned") for kind in FORMATS]


@pytest.mark.skipif(sys.platform != "linux", reason="no forks")
def test_two_processes_draw_every_figure_once(marks):
    names = [f"figure{k}" for k in range(40)]
    found = draw_shared({name: (refuse if k == 7 else lambda: None) for k, name in enumerate(names)}, marks)
    assert set(found) == set(names)
    assert [name for name, outcome in found.items() if outcome.error] == ["figure7"]
    assert len(list(marks.iterdir())) == 39 * len(FORMATS)  # written twice, a figure would be an error


@pytest.mark.skipif(sys.platform != "linux", reason="no forks")
def test_a_copy_that_dies_leaves_its_figures_to_us(marks, monkeypatch):
    own, copies, fork = os.getpid(), [], os.fork

    def noted_fork():
        copies.append(copy := fork())
        return copy

    monkeypatch.setattr(os, "fork", noted_fork)

    def die_elsewhere():
        if os.getpid() != own:
            os._exit(1)

    found = draw_shared({f"figure{k}": die_elsewhere for k in range(20)}, marks)
    assert len(found) == 20
    assert all(path.read_text() == str(own) for path in marks.iterdir())
    (copy,) = copies
    with pytest.raises(ChildProcessError):  # nobody has to wait for it any more
        os.waitpid(copy, os.WNOHANG)


def test_nothing_to_draw_is_no_error():
    done = subprocess.run([sys.executable, "-m", "elver.viz.worker"], stdin=subprocess.DEVNULL, capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"")


def test_errors_travel():
    outcome = Outcome((WriteError, "disk full"), ())
    assert pickle.loads(pickle.dumps(outcome)) == outcome
