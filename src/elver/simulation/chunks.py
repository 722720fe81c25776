"""Steps in chunks, with progress and Ctrl-C between them."""

from __future__ import annotations

import time
from collections.abc import Callable

from elver._support.display import Progress
from elver._support.interrupts import Interrupt
from elver._support.statuses import RUNNING, status_word

CHUNK_SECONDS = 0.1


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
