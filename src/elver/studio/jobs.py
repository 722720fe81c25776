"""Long work in the background: runs and sweeps, each in its own worker, a few at a time, with progress, stopped on demand."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

from elver.studio.guard import RefusalError
from elver.studio.worker import StoppedError, Worker

AT_ONCE, MOST_WAITING, KEPT = 2, 20, 100
KINDS = ("run", "sweep")
UNITS = {"run": "s", "sweep": "runs"}  # whose progress is shown: a sweep's runs have a progress of their own
ENDED = ("done", "stopped", "failed")


@dataclass
class Job:
    """One run or sweep. state: waiting, running, done, stopped or failed; result: the name of its folder and how it ended."""

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
        if progress.get("unit") == UNITS[self.kind]:
            self.progress = progress


class Jobs:
    """All jobs of a studio, oldest first."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.all: list[Job] = []
        self.room = threading.Semaphore(AT_ONCE)
        self.lock = threading.Lock()

    @property
    def busy(self) -> bool:
        """Whether something is being done, or waits."""
        return any(job.state not in ENDED for job in self.all)

    def start(self, kind: object, title: object, request: dict[str, Any]) -> dict[str, Any]:
        """A new job; it begins as soon as there is room."""
        if kind not in KINDS:
            raise RefusalError(HTTPStatus.BAD_REQUEST, f"a job is one of {', '.join(KINDS)}.")
        with self.lock:
            if sum(job.state not in ENDED for job in self.all) >= MOST_WAITING:
                raise RefusalError(HTTPStatus.TOO_MANY_REQUESTS, f"{MOST_WAITING} jobs wait already. Wait, or stop some of them.")
            number = 1 + (self.all[-1].number if self.all else 0)
            job = Job(number, str(kind), str(title)[:200], {**request, "do": kind}, Worker(self.folder))
            old = [own for own in self.all if own.state in ENDED][: max(0, len(self.all) + 1 - KEPT)]
            self.all = [*(own for own in self.all if own not in old), job]
        threading.Thread(target=self.work, args=(job,), daemon=True).start()
        return job.shown()

    def work(self, job: Job) -> None:
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
