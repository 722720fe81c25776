"""Steps in chunks: when they end, and Ctrl-C."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from elver._support import interrupts
from elver._support.display import Progress
from elver._support.interrupts import Interrupt, in_chunks, in_one_piece, stop_if_asked
from elver._support.statuses import DIVERGED, RUNNING

SILENT = Progress(1.0, "", False)


def test_chunks_grow_until_they_take_long_enough(monkeypatch):
    monkeypatch.setattr(interrupts, "_CHUNK_SECONDS", 1e9)
    asked = []

    def step(chunk):
        asked.append(chunk)
        return RUNNING, len(asked) / 4

    assert in_chunks(step, 1.0, SILENT)[0] == "finished"
    assert asked == [64, 128, 256, 512]


def test_a_failure_ends_them():
    assert in_chunks(lambda _: (DIVERGED, 0.5), 1.0, SILENT)[0] == "diverged"


def test_ctrl_c_ends_them_after_a_chunk_and_is_given_back():
    before = signal.getsignal(signal.SIGINT)

    def step(_):
        signal.raise_signal(signal.SIGINT)
        return RUNNING, 0.5

    assert in_chunks(step, 1.0, SILENT)[0] == "interrupted"
    assert signal.getsignal(signal.SIGINT) is before
    with Interrupt() as interrupt:
        assert not interrupt.asked


def test_ctrl_c_within_two_is_told_to_both_and_to_those_that_begin_later():
    with Interrupt() as outer:
        with Interrupt() as inner:
            signal.raise_signal(signal.SIGINT)
            assert inner.asked
        assert outer.asked
        assert in_chunks(lambda _: (RUNNING, 0.5), 1.0, SILENT)[0] == "interrupted"


def test_ctrl_c_reaches_chunks_in_other_threads():
    seen = []

    def step(_):
        seen.append(len(seen))
        if len(seen) == 2:
            signal.raise_signal(signal.SIGINT)  # told to the main thread
            while not outer.asked:
                time.sleep(1e-3)
        return RUNNING, len(seen) / 10

    with Interrupt() as outer, ThreadPoolExecutor(1) as pool:
        waiting = [pool.submit(in_chunks, step, 1.0, SILENT) for _ in range(2)]
        while not all(one.done() for one in waiting):  # a signal is answered here
            time.sleep(1e-3)
    assert [one.result()[0] for one in waiting] == ["interrupted", "interrupted"]
    assert len(seen) == 3


def test_ctrl_c_is_put_off_until_a_piece_has_ended():
    done = []

    @in_one_piece()
    def whole():
        signal.raise_signal(signal.SIGINT)
        done.append("to its end")

    @in_one_piece()
    def piece():
        stop_if_asked()
        signal.raise_signal(signal.SIGINT)
        done.append("went on")
        stop_if_asked()
        done.append("never")

    with pytest.raises(KeyboardInterrupt):
        whole()
    with pytest.raises(KeyboardInterrupt):
        piece()
    stop_if_asked()
    assert done == ["to its end", "went on"]
