"""Figures of a run by a second process, from the side of the first: started early, handed the run, asked at the end.

Whatever goes wrong with that process, the figures are drawn here instead, as they would be without it.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from elver.results import Run

_WORKER = "import gc, sys; gc.disable(); sys.path[:] = {paths!r}; from elver.viz.worker import main; main()"
LARGEST = 2e8  # bytes of data that are handed on: a copy of them exists for a moment
_NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # the same on Windows
PATIENCE = 5.0  # s: for a process to go


def worth_it() -> bool:
    """Whether a second process saves time: there is a core for it, and this process has not loaded what draws yet."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores > 1 and "matplotlib" not in sys.modules


class FigureProcess:
    """Draws the figures of one run. Use it in a ``with`` block: at its end no process is left.

    wanted: whether there will be anything to draw.
    """

    def __init__(self, wanted: bool = True):
        self.process = started() if wanted and worth_it() else None
        self.sender: Thread | None = None
        self.work: tuple[Run, Path, tuple[str, ...]] | None = None

    def __enter__(self) -> FigureProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, run: Run, folder: Path, joints: tuple[str, ...]) -> None:
        """Hand over a run, and do not wait."""
        from elver.results import Run
        from elver.results.samples import few_samples

        few = few_samples(run.samples)
        run = run if few is run.samples else Run(few)
        self.work = run, folder, joints
        if self.process is None or run.samples.nbytes > LARGEST:
            self.close()
            return
        self.sender = Thread(target=_send, args=(self.process, run.samples, folder, joints), daemon=True)
        self.sender.start()

    def finish(self) -> None:
        """Wait until the figures are written. Raises and warns as ``elver.viz.figures`` does."""
        assert self.work is not None
        outcomes = self.answer()
        if outcomes is None:
            from elver.viz import figures

            run, folder, joints = self.work
            figures(run, folder, joints=joints)
            return
        for outcome in outcomes.values():
            for kind, text in outcome.warned:
                warnings.warn(text, kind, stacklevel=2)
        failures = [kind(text) for kind, text in (o.error for o in outcomes.values() if o.error)]
        if failures:
            from elver.viz.plots import tell_failures

            tell_failures(failures, len(outcomes))

    def answer(self) -> dict[str, Any] | None:
        """What became of the figures; None where the process failed."""
        if self.process is None or self.process.stdout is None or self.sender is None:
            return None
        try:
            return pickle.load(self.process.stdout)
        except Exception:  # it died, or a part of the answer is missing: drawn here instead
            return None

    def close(self) -> None:
        """Let the process go."""
        process, self.process = self.process, None
        if process is None:
            return
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if self.sender is not None:
            self.sender.join(PATIENCE)
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not read is lost with its reader
                if stream is not None:
                    stream.close()
        if self.work is not None:
            with suppress(OSError):  # a folder in which nothing was drawn
                self.work[1].rmdir()


def started() -> subprocess.Popen | None:
    """The second process; None where the system starts none. Ctrl-C at the terminal does not reach it: we say when it goes."""
    command = [sys.executable, "-c", _WORKER.format(paths=sys.path)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    apart: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {"creationflags": _NEW_GROUP}
    try:
        return subprocess.Popen(command, **pipes, **apart)
    except (OSError, ValueError):
        return None


def _send(process: subprocess.Popen, samples: Any, folder: Path, joints: tuple[str, ...]) -> None:
    """Hand over the order; a process that is gone has no answer either, and is asked for that."""
    try:
        with process.stdin as stream:  # type: ignore[union-attr]
            pickle.dump((samples, str(folder), joints), stream, protocol=pickle.HIGHEST_PROTOCOL)
    except Exception:  # whatever cannot be handed over is drawn here
        return
