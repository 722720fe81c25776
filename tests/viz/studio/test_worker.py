"""Worker processes: asked, bounded in time, stopped; and nothing of the working folder is executed."""

from __future__ import annotations

import json
import os
import sys
import threading
import time

import pytest
from small_file import PADDLE, WRONG

from elver.viz.studio import jobs as working
from elver.viz.studio.folder import RefusalError
from elver.viz.studio.jobs import StoppedError, Worker


@pytest.fixture(scope="module")
def worker(tmp_path_factory):
    folder = tmp_path_factory.mktemp("worker")
    for name in ("yaml.py", "numpy.py", "sitecustomize.py", "elver.py"):
        (folder / name).write_text(f"open({str(folder / 'executed')!r}, 'w').close()\n")
    own = Worker(folder)
    yield own
    own.kill()


def test_a_text_is_checked_and_nothing_of_the_folder_is_executed(worker):
    good = worker.ask({"do": "check", "text": PADDLE, "path": "paddle.yaml"}, 60)
    assert good["errors"] == []
    wrong = worker.ask({"do": "check", "text": WRONG, "path": "paddle.yaml"}, 60)["errors"]
    assert [e["line"] for e in wrong] == [1 + WRONG[: WRONG.index("far")].count("\n")]
    assert not (worker.folder / "executed").exists()


def test_refusals_come_with_their_place_and_the_worker_goes_on(worker):
    process = worker.start()
    with pytest.raises(RefusalError) as refused:
        worker.ask({"do": "scenario_text", "scenario": "ell"}, 60)
    assert refused.value.status == 422
    with pytest.raises(RefusalError, match="mistake of its own") as failed:
        worker.ask({"do": "nothing known"}, 60)
    assert failed.value.status == 500
    assert worker.start() is process


def test_a_new_one_has_more_time_since_it_loads_first(worker, monkeypatch):
    worker.kill()
    assert worker.ask({"do": "check", "text": PADDLE}, 0.0)["errors"] == []
    worker.kill()
    monkeypatch.setattr(working, "LOADING", 0.0)
    with pytest.raises(RefusalError, match="longer than"):
        worker.ask({"do": "check", "text": PADDLE}, 0.0)


def test_one_that_takes_too_long_is_ended_and_another_begins(worker):
    worker.ask({"do": "check", "text": PADDLE}, 60)
    process = worker.start()
    with pytest.raises(RefusalError, match="longer than") as late:
        worker.ask({"do": "scenarios"}, 0.0)
    assert late.value.status == 503
    assert process.poll() is not None
    assert worker.ask({"do": "check", "text": PADDLE}, 60)["errors"] == []


def ask_often(worker):
    """Ask until something happens to the worker."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        worker.ask({"do": "scenarios"}, 60)


def test_one_that_dies_says_so(worker):
    threading.Timer(0.05, worker.start().kill).start()
    with pytest.raises(RefusalError, match="ended without an answer"):
        ask_often(worker)
    assert worker.ask({"do": "check", "text": PADDLE}, 60)["errors"] == []  # another has begun


@pytest.mark.parametrize("rest", ["", '{"answer": [1, 2', '{"answer": "\\u00e4', "\xe4"])
def test_what_was_cut_off_by_the_death_is_no_answer(tmp_path, monkeypatch, rest):
    """A long answer fills the pipe in parts, so that a worker can die between two of them."""
    said = json.dumps({"progress": {"done": 1}}) + "\n" + rest
    dying = f"import sys; sys.stdin.readline(); sys.stdout.buffer.write({said.encode('latin-1')!r})"
    monkeypatch.setattr(working, "COMMAND", (sys.executable, "-c", dying))
    heard = []
    with pytest.raises(RefusalError, match="ended without an answer"):
        Worker(tmp_path).ask({"do": "scenarios"}, 60, heard.append)
    assert heard == [{"done": 1}]


def test_one_that_is_stopped_gives_nothing(tmp_path):
    own = Worker(tmp_path)
    threading.Timer(0.05, own.stop).start()
    with pytest.raises(StoppedError):
        ask_often(own)
    own.kill()


@pytest.mark.skipif(os.name != "posix", reason="looks at processes")
def test_it_ends_with_the_server(tmp_path):
    own = Worker(tmp_path)
    process = own.start()
    process.stdin.close()
    assert process.wait(60) == 0
