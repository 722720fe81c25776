"""Calls that may never return, waited for no longer than asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Deadline:
    """A moment in the future; ``left`` seconds remain, never less than 0."""

    def __init__(self, seconds: float):
        self.end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.monotonic())


class Call:
    """A call in a thread of its own. One that never returns keeps nobody waiting, also not at the end of the process."""

    def __init__(self, call: Callable, *arguments, **named):
        self.outcome: list = []
        self.thread = threading.Thread(target=self.work, args=(call, arguments, named), daemon=True)
        self.thread.start()

    def work(self, call: Callable, arguments: tuple, named: dict) -> None:
        try:
            self.outcome.append((call(*arguments, **named), None))
        except BaseException as error:
            self.outcome.append((None, error))

    def wait(self, seconds: float) -> bool:
        """Whether it has returned, after waiting for as long as that."""
        self.thread.join(seconds)
        return bool(self.outcome)

    def result(self):
        """What it returned, or the exception it ended with."""
        value, error = self.outcome[0]
        if error is not None:
            raise error
        return value


def within(seconds: float, call: Callable, *arguments, **named):
    """The result of a call, or its exception; TimeoutError where it takes longer than ``seconds``."""
    started = Call(call, *arguments, **named)
    if not started.wait(seconds):
        raise TimeoutError(f"no answer within {seconds:g} s")
    return started.result()
