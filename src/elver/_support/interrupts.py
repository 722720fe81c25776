"""Ctrl-C put off until it can be answered: between chunks of steps, at the end of a piece of work, or where that asks."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


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
