"""Threads that wait for work: every one does it once, errors come back, Ctrl-C waits."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from elver.simulation.steppers.engines import WorkerThreads


def test_every_thread_does_the_work_once():
    seen, meeting = [], threading.Barrier(3, timeout=60)

    def work():
        meeting.wait()  # nobody comes twice
        seen.append(threading.get_ident())

    crew = WorkerThreads(3)
    for _ in range(3):
        seen.clear()
        crew.run(work)
        assert len(set(seen)) == 3
        assert threading.get_ident() in seen


@pytest.mark.parametrize("culprit", ["caller", "helper"])
def test_an_error_comes_back_and_the_crew_goes_on(culprit):
    crew, main, done = WorkerThreads(2), threading.get_ident(), []

    def work():
        if (threading.get_ident() == main) == (culprit == "caller"):
            raise ValueError("broken")
        done.append(1)

    for _ in range(2):
        with pytest.raises(ValueError, match="broken"):
            crew.run(work)
    crew.run(lambda: done.append(2))
    assert done == [1, 1, 2, 2]


def test_an_interrupt_waits_for_all():
    crew, finished = WorkerThreads(2), []

    def work():
        if threading.current_thread() is threading.main_thread():
            os.kill(os.getpid(), signal.SIGINT)
        else:
            time.sleep(0.05)
        finished.append(1)

    with pytest.raises(KeyboardInterrupt):
        crew.run(work)
    assert finished == [1, 1]


def test_threads_leave_with_their_crew():
    before = set(threading.enumerate())
    crew = WorkerThreads(3)
    crew.run(lambda: None)
    helpers = set(threading.enumerate()) - before
    assert len(helpers) == 2
    del crew
    for thread in helpers:
        thread.join(timeout=60)
        assert not thread.is_alive()
