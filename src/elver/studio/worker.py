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
from http import HTTPStatus
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from elver.studio.guard import RefusalError

GRACE = 30.0  # s that a worker has to write what it reached when it is stopped
LOADING = 120.0  # s more that a new process has for its first answer: it loads the libraries, slowly on a busy computer
GONE = "the worker process ended without an answer; there may not have been enough memory. Try again, or a smaller machine."
COMMAND = (sys.executable, "-P", "-m", "elver.studio.work.process")  # -P: no module is taken from the working folder


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
            threading.Thread(target=listen, args=(self.process, self.lines), daemon=True).start()
        return self.process

    def ask(self, request: dict[str, Any], limit: float | None = None, tell: Callable[[dict], None] | None = None) -> Any:
        """The answer to a request. limit: seconds after which it is stopped; tell: hears how far it has come."""
        with self.one_at_a_time:
            if self.stopping:
                raise StoppedError
            process = self.start()
            send(process, request)
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
            raise RefusalError(HTTPStatus.INTERNAL_SERVER_ERROR, GONE)
        return json.loads(line)

    def stop(self) -> None:
        """Ask the worker to end: it writes what it has reached. It is killed where it does not end soon."""
        self.stopping = True
        process = self.process
        if process is None or process.poll() is not None:
            return
        if os.name == "posix":
            process.send_signal(signal.SIGINT)
            timer = threading.Timer(GRACE, self.kill)
            timer.daemon = True
            timer.start()
        else:
            process.terminate()

    def kill(self) -> None:
        """End the worker now."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def listen(process: subprocess.Popen[str], lines: SimpleQueue[str | None]) -> None:
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


def send(process: subprocess.Popen[str], request: dict[str, Any]) -> None:
    """Write a request to a worker; one that has died is noticed when it is listened to."""
    assert process.stdin is not None
    try:
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
    except (BrokenPipeError, OSError):
        pass
