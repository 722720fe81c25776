"""Runs and sweeps in the background: bounded in number, told how far they are, stopped on demand."""

from __future__ import annotations

import time

import pytest
from small_file import PADDLE

from elver.viz.studio import jobs as background
from elver.viz.studio.folder import RefusalError
from elver.viz.studio.jobs import ENDED, Jobs

LONG = {"text": PADDLE, "duration": 2e4}  # ten million steps


@pytest.fixture
def jobs(tmp_path):
    own = Jobs(tmp_path)
    yield own
    own.end()


def wait(jobs, true):
    """The jobs when something is true of them, newest first."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        listed = jobs.listed()
        if true(listed):
            return listed
        time.sleep(0.02)
    raise AssertionError(jobs.listed())


def test_a_long_run_is_followed_and_stopped_with_what_it_reached(jobs, tmp_path):
    jobs.start("run", "long", LONG)
    wait(jobs, lambda all: all[0]["progress"].get("done", 0) > 0)
    assert jobs.busy
    jobs.stop(1)
    (stopped,) = wait(jobs, lambda all: not jobs.busy)
    assert stopped["state"] == "stopped"
    assert stopped["result"]["status"] == "interrupted"
    assert (tmp_path / "runs" / stopped["result"]["name"] / "run.nc").is_file()


def test_a_mistake_is_told(jobs, tmp_path):
    jobs.start("run", "wrong", {"scenario": "none"})
    failed = wait(jobs, lambda all: all[0]["state"] in ENDED)[0]
    assert failed["state"] == "failed"
    assert "unknown scenario 'none'" in failed["message"]
    assert not (tmp_path / "runs").exists()


def test_old_jobs_are_forgotten_but_never_one_that_is_not_done(jobs, monkeypatch):
    monkeypatch.setattr(background, "KEPT", 2)
    jobs.room = background.threading.Semaphore(0)
    for title in "abcd":
        jobs.start("run", title, {})
        if title != "a":
            jobs.stop(jobs.all[-1].number)
    assert [job.title for job in jobs.all] == ["a", "d"]
    assert jobs.busy


def test_a_mistake_of_the_studio_does_not_seem_to_run_for_ever(jobs, monkeypatch):
    monkeypatch.setattr(background.Worker, "ask", lambda *given, **more: 1 / 0)
    jobs.start("run", "wrong", {})
    assert wait(jobs, lambda all: not jobs.busy)[0]["state"] == "failed"


def test_what_waits_is_bounded_and_stops_before_it_begins(jobs, monkeypatch):
    monkeypatch.setattr(background, "MOST_WAITING", 2)
    jobs.room = background.threading.Semaphore(0)
    jobs.start("run", "a", {})
    jobs.start("sweep", "b", {})
    with pytest.raises(RefusalError, match="2 jobs wait") as many:
        jobs.start("run", "c", {})
    assert many.value.status == 429
    assert jobs.stop(2)["state"] == "stopped"
    for wrong in (7, "x", None):
        with pytest.raises(RefusalError, match="no job"):
            jobs.stop(wrong)
    with pytest.raises(RefusalError, match="run, sweep"):
        jobs.start("shell", "d", {})
