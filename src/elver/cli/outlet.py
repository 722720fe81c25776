"""Whoever is at the terminal: may stop reading, and may press Ctrl-C.

A command that prints through an ``Outlet`` never fails because nobody listens (``elver run eel | head -1``). What could not be
delivered is dropped and remembered, and decides the exit code when everything else went well.

Python raises KeyboardInterrupt wherever it is at work, which is lost in three places. What a destructor or the callback of a weak
reference raises is printed and dropped. CasADi, which asks Python whether a value is a matrix, takes an error for a no. And in a
text that is being executed (dataclasses and named tuples are made that way) Python takes note, and kills the process in the end,
whoever caught it. There ``ctrl_c`` presses once more a moment later.
"""

from __future__ import annotations

import _thread
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from elver.errors import printable

NOT_TRUSTED = 3  # exit code: all is done, but figures cannot be relied on
INTERRUPTED = 130  # exit code after Ctrl-C, as a shell reports it
PIPE_CLOSED = 141  # 128 + SIGPIPE, as a shell reports a program that wrote to a closed pipe
MOMENT, PUT_OFF = 0.01, 200  # s until a Ctrl-C that would be lost is pressed again, and how often
PLAIN = re.compile(r"[\n\t\r -~]*")
OBEYED = re.compile(r"\x1b(?!\[[0-9;]*m)|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
CASADI = os.path.join("casadi", "casadi.py")


class Outlet:
    """A stream of text to which writing never fails."""

    def __init__(self, stream):
        self.stream = stream
        self.error: OSError | None = None

    def __getattr__(self, name: str):
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write a text. What a terminal would obey instead of showing, but for lines and colours, is shown by its code: names out
        of files and of the system are not always what a reader of files has looked over."""
        shown = text if PLAIN.fullmatch(text) else OBEYED.sub(lambda found: printable(found[0]), text)
        self.attempt(self.stream.write, shown)
        return len(text)

    def writelines(self, lines) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        self.attempt(self.stream.flush)

    def attempt(self, action, *arguments) -> None:
        """Hand something to the stream, unless that failed before."""
        if self.error is not None:
            return
        try:
            action(*arguments)
        except OSError as error:
            self.error = error
            drop_rest(self.stream)


def drop_rest(stream) -> None:
    """Lead a stream that failed to nowhere: Python would try to deliver what it still holds when the process ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            os.dup2(nowhere, stream.fileno())
        finally:
            os.close(nowhere)
    except (OSError, ValueError):
        return  # a stream without a file behind it


@contextmanager
def outlets() -> Iterator[None]:
    """Standard output and standard error as outlets while the block runs."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (None if stream is None else Outlet(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def nobody_listens() -> bool:
    """True where standard output has closed: a command that only prints may stop."""
    return getattr(sys.stdout, "error", None) is not None


def delivered(code: int) -> int:
    """The exit code ``code`` of a command, or why its output could not be delivered."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    error = getattr(sys.stdout, "error", None)
    if error is None or code:
        return code
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    print(f"elver: cannot write to standard output: {error.strerror or error}.", file=sys.stderr, flush=True)
    return 1


# --- Ctrl-C ---------------------------------------------------------------------------------------------------------


@contextmanager
def ctrl_c() -> Iterator[None]:
    """Let no Ctrl-C be lost while the block runs. Nothing is changed where another handler has it, or none."""
    ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not ours:
        yield
        return
    waiting, hook = list(range(PUT_OFF)), sys.unraisablehook
    heard: list[int] = []

    def dropped(what: Any) -> None:
        if issubclass(what.exc_type, KeyboardInterrupt):
            press_again(waiting, heard)
        else:
            hook(what)

    def pressed(number: int, frame: FrameType | None) -> None:
        if len(waiting) > 1 and would_be_lost(frame):
            waiting.pop()
            press_again(waiting, heard)
        else:
            heard.append(number)
            raise KeyboardInterrupt

    sys.unraisablehook = dropped
    signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        waiting.clear()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = hook


def would_be_lost(frame: FrameType | None) -> bool:
    """Whether this was called by a text that is being executed, by CasADi, or by a class in the making, of which Python makes
    another error; what Python was started with does not count."""
    inner = None
    while frame is not None:
        code = frame.f_code
        if code.co_filename == "<string>" and code.co_name == "<module>" and frame.f_back is not None:
            return True
        if code.co_name == "__set_name__" or (inner is not None and code.co_filename.endswith(CASADI)):
            return True
        frame, inner = frame.f_back, frame
    return False


def press_again(waiting: list[int], heard: list[int]) -> None:
    """Ctrl-C once more, a moment later, unless the block has ended or one was heard meanwhile: several may have been put off.

    No lock is taken: who is asked may hold it.
    """
    before = len(heard)

    def press() -> None:
        time.sleep(MOMENT)
        if waiting and len(heard) == before:
            _thread.interrupt_main()

    _thread.start_new_thread(press, ())
