"""The terminal: notes while a command works, warnings, tables, where results are; Ctrl-C, and readers that stop reading."""

from __future__ import annotations

import _thread
import io
import os
import re
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from elver._support.errors import printable
from elver._support.resources import is_installed, remedy

if TYPE_CHECKING:
    from elver.results.run import Run

_DRAWS = ("matplotlib", "xarray")  # packages without which nothing is drawn


class _Messages(Protocol):
    """Options of a command that prints JSON where a script asks for it."""

    @property
    def json(self) -> bool: ...


def note(options: _Messages, text: str) -> None:
    """Tell a person what is going on; scripts that asked for JSON hear nothing."""
    if not options.json:
        print(text, flush=True)


def tell_where(options: _Messages, folder: Path | None) -> None:
    """Name the folder that the results are in."""
    if folder is not None:
        note(options, f"results in {folder}{os.sep}")


def with_what_is_there(options: Any) -> Any:
    """Options of a command, without figures where nothing is installed that draws; a note says what brings them."""
    if getattr(options, "no_figures", True) or all(map(is_installed, _DRAWS)):
        return options
    complain(f"no figures: they need {' and '.join(_DRAWS)}. {remedy('matplotlib')} brings both; --no-figures spares this note.")
    return replace(options, no_figures=True)


def complain(text: str) -> None:
    """One line on standard error."""
    print(f"elver: {text}", file=sys.stderr)


@contextmanager
def plain_warnings() -> Iterator[None]:
    """Warnings of the library as one line each on standard error, without file and line."""

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        complain(f"warning: {message}")

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = show
        yield


# --- Whoever is at the terminal: may stop reading, and may press Ctrl-C.
#
# A command that prints through an ``OutputStream`` never fails because nobody listens (``elver run eel | head -1``). What could
# not be delivered is dropped and remembered, and decides the exit code when everything else went well.
#
# Python raises KeyboardInterrupt wherever it is at work, which is lost in three places. What a destructor or the callback of a
# weak reference raises is printed and dropped. CasADi, which asks Python whether a value is a matrix, takes an error for a no.
# And in a text that is being executed (dataclasses and named tuples are made that way) Python takes note, and kills the process
# in the end, whoever caught it. There ``ctrl_c`` presses once more a moment later.

NOT_TRUSTED = 3  # exit code: all is done, but figures cannot be relied on
INTERRUPTED = 130  # exit code after Ctrl-C, as a shell reports it
PIPE_CLOSED = 141  # 128 + SIGPIPE, as a shell reports a program that wrote to a closed pipe
_MOMENT, _PUT_OFF = 0.01, 200  # s until a Ctrl-C that would be lost is pressed again, and how often
_PLAIN = re.compile(r"[\n\t\r -~]*")
_OBEYED = re.compile(r"\x1b(?!\[[0-9;]*m)|[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_CASADI = os.path.join("casadi", "casadi.py")


class OutputStream:
    """A stream of text to which writing never fails."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.error: OSError | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    def write(self, text: str) -> int:
        """Write a text. What a terminal would obey instead of showing, but for lines and colours, is shown by its code: names out
        of files and of the system are not always what a reader of files has looked over."""
        shown = text if _PLAIN.fullmatch(text) else _OBEYED.sub(lambda found: printable(found[0]), text)
        self.attempt(self.stream.write, shown)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        self.attempt(self.stream.flush)

    def attempt(self, action: Callable[..., object], *arguments: Any) -> None:
        """Hand something to the stream, unless that failed before."""
        if self.error is not None:
            return
        try:
            action(*arguments)
        except OSError as error:
            self.error = error
            _drop_rest(self.stream)


def _drop_rest(stream: TextIO) -> None:
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
    sys.stdout, sys.stderr = (None if stream is None else OutputStream(stream) for stream in before)
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
    waiting, hook = list(range(_PUT_OFF)), sys.unraisablehook
    heard: list[int] = []

    def dropped(what: Any) -> None:
        if issubclass(what.exc_type, KeyboardInterrupt):
            _press_again(waiting, heard)
        else:
            hook(what)

    def pressed(number: int, frame: FrameType | None) -> None:
        if len(waiting) > 1 and _would_be_lost(frame):
            waiting.pop()
            _press_again(waiting, heard)
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


def _would_be_lost(frame: FrameType | None) -> bool:
    """Whether this was called by a text that is being executed, by CasADi, or by a class in the making, of which Python makes
    another error; what Python was started with does not count."""
    inner = None
    while frame is not None:
        code = frame.f_code
        if code.co_filename == "<string>" and code.co_name == "<module>" and frame.f_back is not None:
            return True
        if code.co_name == "__set_name__" or (inner is not None and code.co_filename.endswith(_CASADI)):
            return True
        frame, inner = frame.f_back, frame
    return False


def _press_again(waiting: list[int], heard: list[int]) -> None:
    """Ctrl-C once more, a moment later, unless the block has ended or one was heard meanwhile: several may have been put off.

    No lock is taken: who is asked may hold it.
    """
    before = len(heard)

    def press() -> None:
        time.sleep(_MOMENT)
        if waiting and len(heard) == before:
            _thread.interrupt_main()

    _thread.start_new_thread(press, ())


# --- Tables: by rich on a terminal, coloured (unless NO_COLOR) and folded to its width; elsewhere one plain line per row.

_INDENT = 2


def name_values(rows: Iterable[tuple[str, str]], width: int = 18) -> str:
    """Names with their values, one below the other."""
    return table([(f"{name:<{width}}", value) for name, value in rows], styles=("cyan", ""))


def table(
    rows: Iterable[Sequence[str]], headers: Sequence[str] = (), styles: Sequence[str] = (), right: Sequence[int] = ()
) -> str:
    """Rows of texts under headers. styles: of the columns, in rich's words; right: columns that end at their right edge."""
    cells = [list(row) for row in rows]
    if not cells:
        return ""
    if not on_terminal():
        return plain([list(headers), *cells] if headers else cells, right)
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, show_header=bool(headers), pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for k in range(len(cells[0])):
        grid.add_column(
            headers[k] if headers else "",
            style=styles[k] if k < len(styles) else "",
            justify="right" if k in right else "left",
            no_wrap=k in right or k == 0,
        )
    for row in cells:
        grid.add_row(*(Text(cell) for cell in row))
    text = _rendered(Padding(grid, (0, 0, 0, _INDENT)))
    return "\n".join(line.rstrip() for line in text.splitlines())


def plain(rows: list[list[str]], right: Sequence[int]) -> str:
    """One line per row, columns below each other: for files and other programs, without loading rich."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = (
        " ".join(cell.rjust(w) if k in right else cell.ljust(w) for k, (cell, w) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    )
    return "\n".join(" " * _INDENT + line.rstrip() for line in lines)


def coloured(text: str, style: str) -> str:
    """A text in a colour, on a terminal."""
    if not on_terminal():
        return text
    from rich.text import Text

    return _rendered(Text(text, style), end="")


def _rendered(thing: Any, end: str = "\n") -> str:
    """What rich shows of a thing on this terminal."""
    from rich.console import Console

    buffer = io.StringIO()
    Console(file=buffer, force_terminal=True).print(thing, end=end)
    return buffer.getvalue()


def on_terminal() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


# --- The summary of a run as a short table.


def summary_table(run: Run) -> str:
    """Headline metrics with units, one per line."""
    from elver.results.summary import report_rows  # loads NumPy and CasADi, which no `--help` should wait for

    return name_values(report_rows(run))
