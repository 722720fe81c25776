"""How far something has come, on a terminal: the same for runs, batches, sweeps and searches; and what notebooks show."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from html import escape
from importlib import import_module
from typing import Any

PATIENCE = 1.0  # s before a bar appears
LINES = 10.0  # s between lines of a log
_SIMULATED = "{l_bar}{bar}| {n:.1f}/{total:.1f} s simulated [{elapsed}<{remaining}]"
_LISTENERS: list[Callable[[Progress], None]] = []  # who is told besides the terminal


def on_terminal() -> bool:
    """Whether a person looks at standard error."""
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def told(listener: Callable[[Progress], None]) -> Iterator[None]:
    """Within the block the listener is told whenever something has come further, in this process."""
    _LISTENERS.append(listener)
    try:
        yield
    finally:
        _LISTENERS.remove(listener)


@contextmanager
def untold() -> Iterator[None]:
    """Within the block no listener is told: of runs that belong to another one."""
    own = _LISTENERS[:]
    _LISTENERS.clear()
    try:
        yield
    finally:
        _LISTENERS.extend(own)


class Progress:
    """A bar for anything longer than a second, on a terminal only. Where standard error is a file or a log there is nothing, or,
    where ``show`` asks for it, a plain line now and then: never a bar, and no control characters.

    total: what there is to do, in ``unit``.   begun: what was done before.
    """

    def __init__(self, total: float, label: str, show: bool | None = None, unit: str = "s", begun: float = 0.0):
        self.total, self.label, self.unit, self.done = total, label, unit, begun
        self.bars = on_terminal() and show is not False
        self.lines = bool(show) and not self.bars and sys.stderr is not None
        self.begun, self.started = begun, time.perf_counter()
        self.told = self.started
        self.bar: Any = None

    def update(self, done: float) -> None:
        """So much is done."""
        self.done = done
        for listener in _LISTENERS:
            listener(self)
        now = time.perf_counter()
        if self.bars and self.bar is None and now - self.started > PATIENCE:
            from tqdm import tqdm

            form: dict[str, str] = {"bar_format": _SIMULATED} if self.unit == "s" else {"unit": f" {self.unit}"}
            self.bar = tqdm(total=self.total, desc=self.label, leave=False, initial=self.begun, **form)
        if self.bar is not None:
            self.bar.update(done - self.bar.n)
        if self.lines and now - self.told > LINES:
            self.told = now
            share = f"{100 * done / self.total:.0f} %, " if self.total else ""
            print(f"{self.label}: {share}{done:.4g} of {self.total:.4g} {self.unit} after {now - self.started:.0f} s",
                  file=sys.stderr, flush=True)  # fmt: skip

    def rename(self, label: str) -> None:
        """Say what is done now."""
        self.label = label
        if self.bar is not None:
            self.bar.set_description(label)
        if self.lines and self.told > self.started:  # a log that has heard of it before
            print(f"{label} after {time.perf_counter() - self.started:.0f} s", file=sys.stderr, flush=True)

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
    show = on_terminal()
    if show:
        print(f"{text} ...", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if show:
            print("\r" + " " * (len(text) + 4) + "\r", end="", file=sys.stderr, flush=True)


# --- What notebooks show: short tables, and below them the machine in motion.

SWITCH = "ELVER_NOTEBOOK_PAGES"  # environment variable: 0 for tables alone
_VIEWS = "elver.viz.page.make"  # makes pages of runs, models and scenarios; opened by its name when a notebook asks


def html_table(title: str, rows: Iterable[tuple[str, object]]) -> str:
    """A title and lines of name and text."""
    lines = "".join(
        f'<tr><td style="text-align:left"><b>{escape(name)}</b></td><td style="text-align:left">{escape(str(text))}</td></tr>'
        for name, text in rows
    )
    return f"<table><caption>{escape(title)}</caption>{lines}</table>"


def named(names: Iterable[str], most: int = 4) -> str:
    """The first few names, and how many more there are."""
    names = list(names)
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return (", ".join(names[:most]) or "none") + more


def in_motion(table: str, thing: Any) -> str:
    """The table of a run, a model or a scenario and the page that shows it in motion; the table alone where pages are off."""
    if os.environ.get(SWITCH, "1").strip().lower() in ("0", "off", "no", "false"):
        return table
    return table + import_module(_VIEWS).view(thing)
