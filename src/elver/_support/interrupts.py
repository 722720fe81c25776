"""Ctrl-C put off until it can be answered: between chunks of steps, at the end of a piece of work, or where that asks."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from elver._support.display import Progress
from elver._support.statuses import RUNNING, status_word

_CHUNK_SECONDS = 0.1


class Interrupt:
    """Turns Ctrl-C into a question asked between chunks, so that a state is never parted from its time.

    Inside another one both are asked, so that who waits outside learns of it too; one in another thread, which no signal
    reaches, asks the one that the main thread is in.
    """

    def __init__(self) -> None:
        self.pressed = False
        self.outer: Interrupt | None = None

    @property
    def asked(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self.pressed or (self.outer is not None and self.outer.asked)

    def note(self, *_: object) -> None:
        """Ctrl-C was pressed."""
        self.pressed = True
        if self.outer is not None:
            self.outer.note()

    def __enter__(self) -> Interrupt:
        main = threading.current_thread() is threading.main_thread()
        self.outer = _waiting_for_ctrl_c()
        self.before = signal.signal(signal.SIGINT, self.note) if main else None
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)


def _waiting_for_ctrl_c() -> Interrupt | None:
    """The innermost Interrupt that Ctrl-C is told to now."""
    owner = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
    return owner if isinstance(owner, Interrupt) else None


def stop_if_asked() -> None:
    """KeyboardInterrupt where Ctrl-C was pressed and is being put off."""
    waiting = _waiting_for_ctrl_c()
    if waiting is not None and waiting.asked:
        raise KeyboardInterrupt


@contextmanager
def in_one_piece() -> Iterator[None]:
    """Put Ctrl-C off until the block has ended, or asks (``stop_if_asked``).

    In the midst of other libraries it would be another error: CasADi makes a SystemError of it, which looks like a failed run.
    """
    with Interrupt() as interrupt:
        yield
    if interrupt.asked:
        raise KeyboardInterrupt


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
            chunk, began = (2 * chunk if ended - began < _CHUNK_SECONDS else chunk), ended
        wall_time = time.perf_counter() - started
    return status, wall_time
