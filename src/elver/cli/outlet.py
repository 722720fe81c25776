"""Standard output that may close: whoever reads it may stop, but the work goes on and its results are written.

A command that prints through an ``Outlet`` never fails because nobody listens (``elver run eel | head -1``). What could not be
delivered is dropped and remembered, and decides the exit code when everything else went well.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

NOT_TRUSTED = 3  # exit code: all is done, but figures cannot be relied on
INTERRUPTED = 130  # exit code after Ctrl-C, as a shell reports it
PIPE_CLOSED = 141  # 128 + SIGPIPE, as a shell reports a program that wrote to a closed pipe


class Outlet:
    """A stream of text to which writing never fails."""

    def __init__(self, stream):
        self.stream = stream
        self.error: OSError | None = None

    def __getattr__(self, name: str):
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        self.attempt(self.stream.write, text)
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
