"""How far something has come, on a terminal: runs, batches, sweeps and searches show it in the same way."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 1.0  # s before a bar appears
SIMULATED = "{l_bar}{bar}| {n:.1f}/{total:.1f} s simulated [{elapsed}<{remaining}]"
LISTENERS: list[Callable[[Progress], None]] = []  # who is told besides the terminal


@contextmanager
def told(listener: Callable[[Progress], None]) -> Iterator[None]:
    """Within the block the listener is told whenever something has come further, in this process."""
    LISTENERS.append(listener)
    try:
        yield
    finally:
        LISTENERS.remove(listener)


class Progress:
    """A bar for anything longer than a second; silent where standard error is not a terminal, unless ``show`` says otherwise.

    total: what there is to do, in ``unit``.   begun: what was done before.
    """

    def __init__(self, total: float, label: str, show: bool | None = None, unit: str = "s", begun: float = 0.0):
        self.total, self.label, self.unit, self.done = total, label, unit, begun
        self.show = sys.stderr.isatty() if show is None else show
        self.begun, self.started = begun, time.perf_counter()
        self.bar: Any = None

    def update(self, done: float) -> None:
        """So much is done."""
        self.done = done
        for listener in LISTENERS:
            listener(self)
        if not self.show:
            return
        if self.bar is None and time.perf_counter() - self.started > PATIENCE:
            from tqdm import tqdm

            form: dict[str, str] = {"bar_format": SIMULATED} if self.unit == "s" else {"unit": f" {self.unit}"}
            self.bar = tqdm(total=self.total, desc=self.label, leave=False, initial=self.begun, **form)
        if self.bar is not None:
            self.bar.update(done - self.bar.n)

    def advance(self, more: float) -> None:
        """So much more is done."""
        self.update(self.done + more)

    def close(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.close()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def working(text: str) -> Iterator[None]:
    """One line on a terminal while something goes on that cannot say how far it has come; silent elsewhere."""
    show = sys.stderr is not None and sys.stderr.isatty()
    if show:
        print(f"{text} ...", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if show:
            print("\r" + " " * (len(text) + 4) + "\r", end="", file=sys.stderr, flush=True)
