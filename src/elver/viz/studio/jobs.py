"""The server's side of a worker process: asks, waits with a limit, stops it. One question at a time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from elver.viz.studio.folder import RefusalError

_GRACE = 30.0  # s that a worker has to write what it reached when it is stopped
LOADING = 120.0  # s more that a new process has for its first answer: it loads the libraries, slowly on a busy computer
_GONE = "the worker process ended without an answer; there may not have been enough memory. Try again, or a smaller machine."
COMMAND = (sys.executable, "-P", "-m", "elver.viz.studio.worker_process")  # -P: no module is taken from the working folder


class StoppedError(Exception):
    """The work was stopped on demand before it gave anything."""


class Worker:
    """A worker process in a folder, started when it is first asked and again when it has died.

    Its own process group: Ctrl-C in the terminal ends the server, which ends its workers in order.
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.lines: SimpleQueue[str | None] = SimpleQueue()
        self.one_at_a_time = threading.Lock()
        self.stopping = False
        self.fresh = True  # the process has not answered yet

    def start(self) -> subprocess.Popen[str]:
        """The running process."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(
                (*COMMAND, str(self.folder)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                text=True, encoding="utf-8", errors="replace", start_new_session=os.name == "posix",
            )  # fmt: skip
            self.lines, self.fresh = SimpleQueue(), True
            threading.Thread(target=_listen, args=(self.process, self.lines), daemon=True).start()
        return self.process

    def ask(self, request: dict[str, Any], limit: float | None = None, tell: Callable[[dict], None] | None = None) -> Any:
        """The answer to a request. limit: seconds after which it is stopped; tell: hears how far it has come."""
        with self.one_at_a_time:
            if self.stopping:
                raise StoppedError
            process = self.start()
            _send(process, request)
            limit = limit if limit is None or not self.fresh else limit + LOADING
            end = None if limit is None else time.monotonic() + limit
            while True:
                said = self.next_line(end, limit)
                self.fresh = False
                if "progress" in said:
                    if tell is not None:
                        tell(said["progress"])
                elif "answer" in said:
                    return said["answer"]
                elif self.stopping:
                    raise StoppedError
                elif "refused" in said:
                    raise RefusalError(HTTPStatus.UNPROCESSABLE_ENTITY, said["refused"].pop("message"), **said["refused"])
                else:
                    reason = f"the studio met a mistake of its own ({said['failed']}). Please report it."
                    raise RefusalError(HTTPStatus.INTERNAL_SERVER_ERROR, reason)

    def next_line(self, end: float | None, limit: float | None) -> dict[str, Any]:
        """What the worker says next."""
        try:
            line = self.lines.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
        except Empty:
            self.kill()
            advice = "Try again when the computer is less busy, or with a smaller machine."
            reason = f"this took longer than {limit:g} s and was stopped. {advice}"
            raise RefusalError(HTTPStatus.SERVICE_UNAVAILABLE, reason) from None
        if line is None:
            if self.stopping:
                raise StoppedError
            raise RefusalError(HTTPStatus.INTERNAL_SERVER_ERROR, _GONE)
        return json.loads(line)

    def stop(self) -> None:
        """Ask the worker to end: it writes what it has reached. It is killed where it does not end soon."""
        self.stopping = True
        process = self.process
        if process is None or process.poll() is not None:
            return
        if os.name == "posix":
            process.send_signal(signal.SIGINT)
            timer = threading.Timer(_GRACE, self.kill)
            timer.daemon = True
            timer.start()
        else:
            process.terminate()

    def kill(self) -> None:
        """End the worker now, and what it has started."""
        if self.process is not None and self.process.poll() is None:
            if os.name == "posix":  # a session of its own
                with suppress(ProcessLookupError):
                    os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
            self.process.wait()


def _listen(process: subprocess.Popen[str], lines: SimpleQueue[str | None]) -> None:
    """Collect the whole lines of a worker; None when it has ended. What it was writing when it died is no answer."""
    assert process.stdout is not None
    try:
        with process.stdout:
            for line in process.stdout:
                if line.endswith("\n"):
                    lines.put(line)
        process.wait()
    finally:
        lines.put(None)


def _send(process: subprocess.Popen[str], request: dict[str, Any]) -> None:
    """Write a request to a worker; one that has died is noticed when it is listened to."""
    assert process.stdin is not None
    try:
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
    except (BrokenPipeError, OSError):
        pass


# --- Long work in the background: runs and studies, each in its own worker, a few at a time, with progress, stopped on demand.

_AT_ONCE, MOST_WAITING, KEPT = 2, 20, 100
_KINDS = ("run", "sweep", "fit", "learn")
_UNITS = {
    "run": "s",
    "sweep": "runs",
    "fit": "looks",
    "learn": "s",
}  # whose progress is shown: a sweep's runs have a progress of their own
ENDED = ("done", "stopped", "failed")


@dataclass
class _Job:
    """One run or study. state: waiting, running, done, stopped or failed; result: the name of its folder and how it ended."""

    number: int
    kind: str
    title: str
    request: dict[str, Any] = field(repr=False)
    worker: Worker = field(repr=False)
    state: str = "waiting"
    message: str = ""
    progress: dict[str, Any] = field(default_factory=dict)
    result: dict[str, Any] | None = None
    asked: float = field(default_factory=time.time)
    began: float | None = None
    ended: float | None = None

    def shown(self) -> dict[str, Any]:
        """The job as plain values."""
        took = None if self.began is None else (self.ended or time.time()) - self.began
        names = ("number", "kind", "title", "state", "message", "progress", "result", "asked")
        return {**{name: getattr(self, name) for name in names}, "seconds": took}

    def tell(self, progress: dict[str, Any]) -> None:
        """The worker has come further."""
        if progress.get("unit") == _UNITS[self.kind]:
            self.progress = progress


class Jobs:
    """All jobs of a studio, oldest first."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.all: list[_Job] = []
        self.room = threading.Semaphore(_AT_ONCE)
        self.lock = threading.Lock()

    @property
    def busy(self) -> bool:
        """Whether something is being done, or waits."""
        return any(job.state not in ENDED for job in self.all)

    def start(self, kind: object, title: object, request: dict[str, Any]) -> dict[str, Any]:
        """A new job; it begins as soon as there is room."""
        if kind not in _KINDS:
            raise RefusalError(HTTPStatus.BAD_REQUEST, f"a job is one of {', '.join(_KINDS)}.")
        with self.lock:
            if sum(job.state not in ENDED for job in self.all) >= MOST_WAITING:
                raise RefusalError(HTTPStatus.TOO_MANY_REQUESTS, f"{MOST_WAITING} jobs wait already. Wait, or stop some of them.")
            number = 1 + (self.all[-1].number if self.all else 0)
            job = _Job(number, str(kind), str(title)[:200], {**request, "do": kind}, Worker(self.folder))
            old = [own for own in self.all if own.state in ENDED][: max(0, len(self.all) + 1 - KEPT)]
            self.all = [*(own for own in self.all if own not in old), job]
        threading.Thread(target=self.work, args=(job,), daemon=True).start()
        return job.shown()

    def work(self, job: _Job) -> None:
        """Do a job when its turn comes; how it ended is kept."""
        with self.room:
            if job.state == "waiting":
                job.state, job.began = "running", time.time()
                try:
                    job.result = job.worker.ask(job.request, tell=job.tell)
                    job.state = "stopped" if job.worker.stopping else "done"
                    job.message = str(job.result["detail"])
                except StoppedError:
                    job.state, job.message = "stopped", "stopped before it gave anything"
                except RefusalError as refusal:
                    job.state, job.message = "failed", refusal.reason
                except Exception as error:  # a mistake of ours: said, or it would seem to run for ever
                    job.state, job.message = "failed", f"the studio met a mistake of its own ({type(error).__name__})"
                finally:
                    job.ended = time.time()
                    job.worker.kill()

    def stop(self, number: object) -> dict[str, Any]:
        """Stop a job; a run writes what it reached."""
        for job in self.all:
            if job.number == number:
                with self.lock:
                    if job.state == "waiting":
                        job.state, job.message = "stopped", "stopped before it began"
                job.worker.stop()
                return job.shown()
        raise RefusalError(HTTPStatus.NOT_FOUND, f"there is no job {str(number)[:20]}.")

    def listed(self) -> list[dict[str, Any]]:
        """All jobs, the newest first."""
        return [job.shown() for job in reversed(self.all)]

    def end(self) -> None:
        """End all workers now."""
        for job in self.all:
            if job.state not in ENDED:
                job.worker.stopping = True
            job.worker.kill()
