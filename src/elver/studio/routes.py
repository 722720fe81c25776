"""What a page can ask the studio: every address once, with what it does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from elver.studio.folder import Folder
from elver.studio.guard import RefusalError
from elver.studio.jobs import Jobs
from elver.studio.library import DATA, Library
from elver.studio.worker import StoppedError, Worker

READ, COMPILE = 90.0, 180.0  # s that the worker has
SOURCE = ("scenario", "text", "path", "changes", "points")  # what says which model is meant
RUN = (*SOURCE, "duration", "dt", "method")


@dataclass(frozen=True)
class File:
    """An answer that is not JSON."""

    content: bytes
    kind: str


Query = dict[str, Any]


class Desk:
    """Answers what is asked. begin: the model that the page opens first; a published scenario or a file."""

    def __init__(self, folder: Folder, begin: str = ""):
        self.folder, self.begin = folder, begin
        self.library, self.jobs = Library(folder), Jobs(folder.root)
        self.worker = Worker(folder.root)
        self.one_writer = threading.Lock()
        self.asks: dict[str, Callable[[Query], Any]] = {
            "start": self.start,
            "alive": lambda query: {"jobs": sum(1 for job in self.jobs.listed() if job["state"] in ("waiting", "running"))},
            "scenarios": lambda query: self.worker.ask({"do": "scenarios"}, READ),
            "scenario": lambda query: self.worker.ask({"do": "scenario_text", "scenario": str(query.get("name"))}, COMPILE),
            "example": lambda query: self.worker.ask({"do": "example", "name": str(query.get("name", ""))}, READ),
            "files": lambda query: self.folder.files(),
            "file": lambda query: self.folder.read(query.get("path")),
            "jobs": lambda query: self.jobs.listed(),
            "runs": lambda query: self.library.runs(),
            "run": lambda query: {**self.library.run(query.get("name")), "text": self.library.text(query.get("name"))},
            "figure": lambda query: File(*self.library.figure(query.get("run"), query.get("name"))),
            "sweeps": lambda query: self.library.sweeps(),
            "sweep": lambda query: self.library.map(query.get("name")),
            "replay": self.replay,
        }
        self.tells: dict[str, Callable[[Query], Any]] = {
            "file": self.save,
            "check": lambda body: self.worker.ask({"do": "check", **self.model(body)}, READ),
            "compile": self.compile,
            "series": self.series,
            "jobs": self.start_job,
            "stop": lambda body: self.jobs.stop(body.get("number")),
            "stroke": self.stroke,
        }

    def start(self, query: Query) -> dict[str, Any]:
        """What the page is told first."""
        from elver import __version__

        return {"version": __version__, "folder": self.folder.root.name, "begin": self.begin}

    def model(self, body: Query, names: tuple[str, ...] = SOURCE) -> dict[str, Any]:
        """The part of a request that a worker gets: nothing but known names, and a path inside the folder."""
        given = {name: body[name] for name in names if body.get(name) is not None}
        if "path" in given:
            given["path"] = self.folder.label(self.folder.inside(given["path"], (".yaml", ".yml")))
        return given

    def compile(self, body: Query) -> dict[str, Any]:
        """The page's payload and the module of a model."""
        return self.worker.ask({"do": "compile", **self.model(body), "stroke": bool(body.get("stroke"))}, COMPILE)

    def replay(self, query: Query) -> dict[str, Any]:
        """The page's payload of a recorded run."""
        return self.worker.ask({"do": "replay", "file": str(self.library.file(query.get("run"), DATA))}, COMPILE)

    def series(self, body: Query) -> dict[str, Any]:
        """A recorded quantity of several runs."""
        runs = body.get("runs")
        if not isinstance(runs, list):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "give 'runs', a list of names.")
        files = {str(name): str(self.library.file(name, DATA)) for name in runs}
        return self.worker.ask({"do": "series", "files": files, "name": body.get("name")}, COMPILE)

    def start_job(self, body: Query) -> dict[str, Any]:
        """A run or a sweep in the background."""
        names = (*RUN, "vary") if body.get("kind") == "sweep" else RUN
        return self.jobs.start(body.get("kind"), body.get("title", ""), self.model(body, names))

    def save(self, body: Query) -> dict[str, str]:
        """Write a file, unless somebody else has changed it."""
        with self.one_writer:
            return self.folder.write(body.get("path"), body.get("text"), body.get("digest"))

    def stroke(self, body: Query) -> dict[str, Any]:
        """The text of a scenario file with the control points of a stroke changed, or of a file of the stroke alone."""
        drawn = {name: body[name] for name in ("stroke",) if name in body}
        return self.worker.ask({"do": "stroke", **self.model(body, ("text", "path", "points")), **drawn}, READ)

    def warm(self) -> None:
        """Begin to load what the first machine needs, while the browser opens the page."""
        threading.Thread(target=self.load, daemon=True).start()

    def load(self) -> None:
        with suppress(RefusalError, StoppedError):
            self.worker.ask({"do": "warm"}, COMPILE)

    def end(self) -> None:
        """End all workers."""
        self.jobs.end()
        self.worker.stopping = True
        self.worker.kill()
