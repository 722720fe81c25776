"""Calls that never return keep nobody waiting."""

from __future__ import annotations

import threading
import time

import pytest

from elver.analysis.studies.cluster import Deadline, ThreadCall, call_with_timeout


def test_a_call_that_returns_is_a_call():
    assert call_with_timeout(60, max, 1, 2) == 2
    assert call_with_timeout(60, sorted, [1, 2], reverse=True) == [2, 1]
    with pytest.raises(ZeroDivisionError):
        call_with_timeout(60, divmod, 1, 0)


def test_a_call_that_never_returns_is_left_behind():
    never = threading.Event()
    began = time.monotonic()
    with pytest.raises(TimeoutError, match=r"0\.05 s"):
        call_with_timeout(0.05, never.wait)
    assert time.monotonic() - began < 30
    call = ThreadCall(never.wait)
    assert not call.wait(0.01)
    never.set()
    assert call.wait(60)
    assert call.result() is True


def test_a_deadline_comes_and_stays():
    assert 0 < Deadline(10).left <= 10
    assert Deadline(0).left == 0
    assert Deadline(-1).left == 0
