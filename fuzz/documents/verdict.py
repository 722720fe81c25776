"""Is it a finding? A scenario whose model builds, or one error of one line with its place; in time, opening nothing else."""

from __future__ import annotations

import os
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

SECONDS = 1.0  # of processor time for one file
PATIENCE = 5.0  # s after which a file is given up
MEMORY = 400 << 20  # bytes by which one file may raise the most that the process has ever used
LONGEST = 1500  # characters of a message
LIBRARIES = (".py", ".pyc", ".so")
WATCHED = (
    "open", "os.listdir", "os.scandir", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "exec",
    "socket.connect", "socket.__new__", "urllib.Request", "ctypes.dlopen", "os.remove", "os.rename", "os.mkdir", "os.symlink",
    "pickle.find_class",
)  # fmt: skip


class TooLongError(BaseException):
    """A file took more processor time than anybody waits."""


class Watch:
    """Notes what the process opens, starts and writes while a file is read."""

    def __init__(self) -> None:
        self.events: list[tuple[str, str]] = []
        self.active = False
        self.said = tempfile.TemporaryFile()  # noqa: SIM115
        self.most = self.peak()
        sys.addaudithook(self.hook)

    def hook(self, event: str, arguments: tuple) -> None:
        if self.active and event in WATCHED:
            self.events.append((event, str(arguments[0])[:300] if arguments else ""))

    @staticmethod
    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10

    @contextmanager
    def silent(self) -> Iterator[None]:
        """What goes to the standard streams goes into a file, also what C libraries write."""
        sys.stdout.flush()
        sys.stderr.flush()
        kept = [os.dup(1), os.dup(2)]
        try:
            os.dup2(self.said.fileno(), 1)
            os.dup2(self.said.fileno(), 2)
            yield
        finally:
            with suppress(ValueError):
                sys.stdout.flush()
                sys.stderr.flush()
            for number, old in enumerate(kept, 1):
                os.dup2(old, number)
                os.close(old)

    def printed(self) -> str:
        """What was written since the last time."""
        size = os.fstat(self.said.fileno()).st_size
        if not size:
            return ""
        self.said.seek(0)
        text = self.said.read(300).decode(errors="replace")
        self.said.seek(0)
        self.said.truncate()
        return text

    @contextmanager
    def on(self) -> Iterator[None]:
        """Watch while the block runs, and end it where it takes too long."""
        self.events.clear()
        before = signal.signal(signal.SIGPROF, give_up)
        self.active = True
        try:
            signal.setitimer(signal.ITIMER_PROF, PATIENCE, 1.0)
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0.0)
            self.active = False
            signal.signal(signal.SIGPROF, before)


def give_up(*_) -> None:
    raise TooLongError


class Clock:
    """Measures the processor time of reading a file."""

    def __init__(self, reading: Callable[[], Any]) -> None:
        self.reading, self.seconds = reading, 0.0

    def read(self) -> Any:
        began = time.process_time()
        try:
            return self.reading()
        finally:
            self.seconds = time.process_time() - began

    def once_more(self, watch: Watch) -> float:
        """The time of a second attempt, whatever comes of it."""
        second = Clock(self.reading)
        with suppress(BaseException), watch.on():
            second.read()
        return second.seconds


def judged(
    watch: Watch, read: Callable[[], Any], file: str, data: bytes, allowed: Path | None, more: Callable[[Any], None]
) -> tuple[str, list[str]]:
    """What came of reading a file (``scenario``, or the error's text), and what is wrong with that.

    allowed: the folder whose files may be opened; None for no file.   more: what is done with a scenario.
    """
    findings: list[str] = []
    outcome, error, again = "scenario", None, 0.0
    with warnings.catch_warnings(record=True) as said, watch.silent():
        warnings.simplefilter("always")
        clock = Clock(read)
        with watch.on():
            try:
                more(clock.read())
            except TooLongError:
                findings.append(f"no end within {PATIENCE:g} s of processor time")
            except BaseException as caught:
                error = caught
        events = list(watch.events)
        if clock.seconds > SECONDS and not findings:  # an import, a collection of garbage or a busy computer slows one attempt
            again = clock.once_more(watch)
    if error is not None:
        outcome = str(error)
        findings += judge_error(error, file, data)
    if again > SECONDS and not findings:
        findings.append(f"took {clock.seconds:.2f} s of processor time, and {again:.2f} s once more")
    findings += [f"warning: {w.category.__name__}: {str(w.message)[:200]} ({Path(w.filename).name}:{w.lineno})" for w in said[:1]]
    if text := watch.printed():
        findings.append(f"printed: {text!r}")
    findings += [f"{event} of {what!r}" for event, what in events if not harmless(event, what, allowed)][:1]
    if (peak := watch.peak()) > watch.most:
        if peak > watch.most + MEMORY:
            findings.append(f"took {(peak - watch.most) >> 20} MB of memory")
        watch.most = peak
    return outcome, findings


def judge_error(error: BaseException, file: str, data: bytes) -> list[str]:
    """A DocumentError of one line that names a place in the file, or several of them; nothing else may come."""
    from elver._support.errors import MistakesError
    from elver.scenarios.yaml.nodes import DocumentError

    if isinstance(error, MistakesError):
        return [finding for one in error.problems for finding in judge_error(one, file, data)]
    text = str(error)
    if not isinstance(error, DocumentError):
        frames = [f for f in traceback.extract_tb(error.__traceback__) if "elver" in f.filename] or traceback.extract_tb(
            error.__traceback__
        )
        last = frames[-1] if frames else None
        where = f"{Path(last.filename).name}:{last.lineno} {last.name}" if last else "nowhere"
        return [f"{type(error).__name__} in {where}: {text[:200]}"]
    findings = []
    if not re.match(rf"{re.escape(file)}:[1-9]\d*:[1-9]\d*: \S", text):
        findings.append(f"the message does not begin with file, line and column: {text[:100]!r}")
    lines = text.split("\n")
    if len(lines) != 1 + len(error.paste) or not all(map(str.isprintable, lines)):
        findings.append(f"the message is not one line of printable characters: {text[:300]!r}")
    if len(text) > LONGEST:
        findings.append(f"the message has {len(text)} characters: {text[:200]!r}")
    if error.line > lines_of(data):
        findings.append(f"line {error.line} of {lines_of(data)}: {text[:200]!r}")
    if not lines[0].rstrip().endswith((".", "?", "!", ")")):
        findings.append(f"the message ends in the middle: {text[-100:]!r}")
    return findings


def lines_of(data: bytes) -> int:
    """Lines of a text, as YAML counts them, and one more: an error may stand behind the last."""
    return len(data.decode(errors="replace").splitlines()) + 1


def harmless(event: str, what: str, allowed: Path | None) -> bool:
    """Python's own libraries, and files in the folder, links followed."""
    if event in ("open", "exec", "os.listdir", "os.scandir", "ctypes.dlopen") and (
        what.endswith(LIBRARIES) or "site-packages" in what or what.startswith("<code")
    ):
        return True
    if event in ("os.listdir", "os.scandir") and ("/lib/python" in what or "/src/elver" in what):
        return True
    return event == "open" and allowed is not None and Path(os.path.realpath(what)).is_relative_to(allowed)
