"""Calls in processes of their own, with limits of time and memory: what kills them kills nothing else.

Children are forked from a process that has imported everything, so that a command costs milliseconds instead of seconds.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SECONDS, MEMORY = 60.0, 6 << 30  # limits of one call: wall time [s], memory beyond that of the parent [bytes]
LOST_OUTPUT = 120  # exit code of Python where standard output could not be written at the end
CRASHED = 70  # exit code where an exception was not caught

WARM = (
    ("eel", {"body.joints": 2}, "rk4"),
    ("eel", {"body.joints": 2}, "dopri5"),
    ("crawler", {"links": 3}, "rodas"),
    ("aiko-flat", {"links": 3}, "auto"),
)


@dataclass(frozen=True)
class Ended:
    """How a call ended: exit code, or the signal that killed it (0: none); what it wrote; whether its time ran out."""

    code: int
    killer: int
    out: str
    err: str
    late: bool
    seconds: float


@dataclass
class Child:
    """A call on its way in a process group of its own."""

    pid: int
    folder: Path
    tag: str
    began: float

    def kill(self, how: int = signal.SIGKILL) -> None:
        """Send a signal to the process and all that it started."""
        try:
            os.killpg(self.pid, how)
        except ProcessLookupError:
            return

    def wait(self, seconds: float = SECONDS) -> Ended:
        """The end of the call; killed where its time runs out."""
        late, status = False, None
        while status is None:
            pid, ended = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                status = ended
            elif time.monotonic() - self.began > seconds:
                late = True
                self.kill()
                status = os.waitpid(self.pid, 0)[1]
            else:
                time.sleep(0.004)
        self.kill()
        out, err = (read(self.folder / f"{self.tag}.{name}") for name in ("out", "err"))
        killer = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        return Ended(os.WEXITSTATUS(status) if not killer else -1, killer, out, err, late, time.monotonic() - self.began)


def read(path: Path) -> str:
    """What a call wrote; nothing where it wrote elsewhere."""
    return path.read_text(errors="surrogateescape") if path.exists() else ""


def start(call: Callable[[], int], folder: Path, tag: str = "call", memory: int = MEMORY, out: int | None = None) -> Child:
    """Begin a call in a forked process that works in ``folder``. out: descriptor it writes to instead of a file."""
    place = folder.parent / f"{folder.name}-said"
    place.mkdir(exist_ok=True)
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        run_child(call, folder, place / tag, memory, out)
    with suppress(OSError):  # the child may be faster
        os.setpgid(pid, pid)
    return Child(pid, place, tag, time.monotonic())


def run_child(call, folder: Path, said: Path, memory: int, out: int | None) -> None:
    """The forked half: limits, standard streams, the call, and Python's own manners at the end."""
    code = CRASHED
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        set_limits(memory)
        os.chdir(folder)
        redirect(said, out)
        code = exit_code(call)
        code = flush_or(code)
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def exit_code(call) -> int:
    """The exit code that Python gives a call."""
    try:
        code = call()
    except SystemExit as stop:
        code = stop.code
    except BaseException:
        traceback.print_exc()
        return CRASHED
    return 0 if code is None else code if isinstance(code, int) else 1


def flush_or(code: int) -> int:
    """Flush the standard streams as Python does at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if not stream.closed:
                stream.flush()
        except (OSError, ValueError):
            return LOST_OUTPUT
    return code


def set_limits(memory: int) -> None:
    """Limits of memory and core files."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    most = pages * resource.getpagesize() + memory
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]  # a child of a child may not have more than its parent
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def redirect(said: Path, out: int | None) -> None:
    """Standard streams into files, or standard output into a descriptor."""
    descriptor = os.open(f"{said}.out", os.O_CREAT | os.O_WRONLY | os.O_TRUNC) if out is None else out
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(descriptor, 1)
    os.dup2(os.open(f"{said}.err", os.O_CREAT | os.O_WRONLY | os.O_TRUNC), 2)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115


def forked(call: Callable[[], int], folder: Path, seconds: float = SECONDS, memory: int = MEMORY) -> Ended:
    """A call in a process of its own, from start to end."""
    return start(call, folder, memory=memory).wait(seconds)


def elver(arguments: list[str]) -> Callable[[], int]:
    """The command line as a call."""
    warm()
    from elver.cli.main import main

    return lambda: main(list(arguments))


@cache
def warm() -> None:
    """Import and compile what children need, once, without starting threads: they inherit it."""
    import h5netcdf  # noqa: F401
    import h5py  # noqa: F401
    import matplotlib.figure  # noqa: F401
    import xarray  # noqa: F401

    import elver
    import elver.analysis.studies.sweeps
    import elver.cli.commands.run
    import elver.contact.single
    import elver.simulation.batches.kernels
    import elver.simulation.schemes.fixed
    import elver.viz

    for name, changes, method in WARM:
        model = elver.scenario(name).prepared(changes, duration=0.01)
        elver.simulation.simulate(model, 0.01, solver=elver.Solver(method=method), progress=False)
