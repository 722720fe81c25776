"""Compiled steps in chunks, with progress between them, a status at the end, and Ctrl-C that keeps the data."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable

from elver.progress import Progress
from elver.statuses import RUNNING, status_word

CHUNK_SECONDS = 0.1


class Interrupt:
    """Turns Ctrl-C into a question asked between chunks, so that a state is never parted from its time."""

    def __init__(self):
        self.asked = False

    def note(self, *_: object) -> None:
        """Ctrl-C was pressed."""
        self.asked = True

    def __enter__(self) -> Interrupt:
        main = threading.current_thread() is threading.main_thread()
        self.before = signal.signal(signal.SIGINT, self.note) if main else None
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)


def in_chunks(step: Callable[[int], tuple[int, float]], end: float, bar: Progress) -> tuple[str, float]:
    """Call ``step(chunk) -> code, seconds simulated`` until ``end``; the status and the wall time [s].

    Chunks grow until one takes a tenth of a second: often enough for a progress bar and for Ctrl-C.
    """
    chunk, reached, status = 64, 0.0, "finished"
    with Interrupt() as interrupt:
        started = began = time.perf_counter()
        while reached < end * (1 - 1e-15):
            code, reached = step(chunk)
            ended = time.perf_counter()
            bar.update(reached)
            if code != RUNNING or interrupt.asked:
                status = status_word(code) if code != RUNNING else "interrupted"
                break
            chunk, began = (2 * chunk if ended - began < CHUNK_SECONDS else chunk), ended
        wall_time = time.perf_counter() - started
    return status, wall_time
