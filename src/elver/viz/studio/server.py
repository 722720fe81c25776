"""The server of the studio: every address once, with what it does; limits of size, number and time."""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlsplit

from elver._support.errors import ElverError, InputError
from elver._support.files import parse_json, to_json
from elver.viz.studio.folder import DATA, HEADER, QUERY, SECURITY, Folder, Guard, Library, RefusalError
from elver.viz.studio.jobs import Jobs, StoppedError, Worker

# --- What a page can ask the studio: every address once, with what it does.

_READ, _COMPILE = 90.0, 180.0  # s that the worker has
_SOURCE = ("scenario", "text", "path", "changes", "points")  # what says which model is meant
_RUN = (*_SOURCE, "duration", "dt", "method")
_ASKED_FOR = {"sweep": (*_RUN, "vary"), "fit": ("path", "starts", "seed"), "learn": ("task", "seconds", "seed")}


@dataclass(frozen=True)
class _File:
    """An answer that is not JSON."""

    content: bytes
    kind: str


_Query = dict[str, Any]


class Router:
    """Answers what is asked. begin: the model that the page opens first; a published scenario or a file."""

    def __init__(self, folder: Folder, begin: str = ""):
        self.folder, self.begin = folder, begin
        self.library, self.jobs = Library(folder), Jobs(folder.root)
        self.worker = Worker(folder.root)
        self.one_writer = threading.Lock()
        self.asks: dict[str, Callable[[_Query], Any]] = {
            "start": self.start,
            "alive": lambda query: {"jobs": sum(1 for job in self.jobs.listed() if job["state"] in ("waiting", "running"))},
            "scenarios": lambda query: self.worker.ask({"do": "scenarios"}, _READ),
            "scenario": lambda query: self.worker.ask(
                {"do": "scenario_text", "scenario": str(query.get("name")), "shown": query.get("shown") == "true"}, _COMPILE
            ),
            "schema": lambda query: self.worker.ask({"do": "schema"}, _READ),
            "example": lambda query: self.worker.ask({"do": "example", "name": str(query.get("name", ""))}, _READ),
            "files": lambda query: self.folder.files(),
            "file": lambda query: self.folder.read(query.get("path")),
            "jobs": lambda query: self.jobs.listed(),
            "runs": lambda query: self.library.runs(),
            "run": lambda query: {**self.library.run(query.get("name")), "text": self.library.text(query.get("name"))},
            "figure": lambda query: _File(*self.library.figure(query.get("run"), query.get("name"))),
            "sweeps": lambda query: self.library.sweeps(),
            "sweep": lambda query: self.library.map(query.get("name")),
            "fits": lambda query: self.folder.fits(),
            "tasks": lambda query: self.worker.ask({"do": "tasks"}, _READ),
            "studies": lambda query: self.library.studies(str(query.get("kind", ""))),
            "replay": self.replay,
        }
        self.tells: dict[str, Callable[[_Query], Any]] = {
            "file": self.save,
            "check": lambda body: self.worker.ask({"do": "check", **self.model(body)}, _READ),
            "compile": self.compile,
            "series": self.series,
            "jobs": self.start_job,
            "stop": lambda body: self.jobs.stop(body.get("number")),
            "stroke": self.stroke,
        }

    def start(self, query: _Query) -> dict[str, Any]:
        """What the page is told first."""
        from elver import __version__

        return {"version": __version__, "folder": self.folder.root.name, "begin": self.begin}

    def model(self, body: _Query, names: tuple[str, ...] = _SOURCE) -> dict[str, Any]:
        """The part of a request that a worker gets: nothing but known names, and a path inside the folder."""
        given = {name: body[name] for name in names if body.get(name) is not None}
        if "path" in given:
            given["path"] = self.folder.label(self.folder.inside(given["path"], (".yaml", ".yml")))
        return given

    def compile(self, body: _Query) -> dict[str, Any]:
        """The page's payload and the module of a model."""
        return self.worker.ask({"do": "compile", **self.model(body), "stroke": bool(body.get("stroke"))}, _COMPILE)

    def replay(self, query: _Query) -> dict[str, Any]:
        """The page's payload of a recorded run."""
        return self.worker.ask({"do": "replay", "file": str(self.library.file(query.get("run"), DATA))}, _COMPILE)

    def series(self, body: _Query) -> dict[str, Any]:
        """A recorded quantity of several runs."""
        runs = body.get("runs")
        if not isinstance(runs, list):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "give 'runs', a list of names.")
        files = {str(name): str(self.library.file(name, DATA)) for name in runs}
        return self.worker.ask({"do": "series", "files": files, "name": body.get("name")}, _COMPILE)

    def start_job(self, body: _Query) -> dict[str, Any]:
        """A run, a sweep, a fit or a training in the background."""
        names = _ASKED_FOR.get(str(body.get("kind")), _RUN)
        return self.jobs.start(body.get("kind"), body.get("title", ""), self.model(body, names))

    def save(self, body: _Query) -> dict[str, str]:
        """Write a file, unless somebody else has changed it."""
        with self.one_writer:
            return self.folder.write(body.get("path"), body.get("text"), body.get("digest"))

    def stroke(self, body: _Query) -> dict[str, Any]:
        """The text of a scenario file with the control points of a stroke changed, or of a file of the stroke alone."""
        drawn = {name: body[name] for name in ("stroke",) if name in body}
        return self.worker.ask({"do": "stroke", **self.model(body, ("text", "path", "points")), **drawn}, _READ)

    def warm(self) -> None:
        """Begin to load what the first machine needs, while the browser opens the page."""
        threading.Thread(target=self.load, daemon=True).start()

    def load(self) -> None:
        with suppress(RefusalError, StoppedError):
            self.worker.ask({"do": "warm"}, _COMPILE)

    def end(self) -> None:
        """End all workers."""
        self.jobs.end()
        self.worker.stopping = True
        self.worker.kill()


# --- The studio's server: the standard library's, on the loopback address only. It stops by itself when no page asks any more.

_LOOPBACK = "127.0.0.1"
MOST_BODY = 4 << 20  # bytes of a request
SECONDS = 20.0  # that a whole request may take to arrive, and an answer to leave
MOST_REQUESTS = 32  # at once
_MOMENT = 1.0  # s that a request waits for one that is pushed aside
_LONGEST_ADDRESS = 4096
_IDLE = 15 * 60.0  # s without a page, after which the server stops
_ASSETS = {"studio.js": ("elver.viz.page", "assets/studio.js", "text/javascript; charset=utf-8")}
_HOME = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Elver studio</title><link rel="icon" href="data:,"></head>
<body><main id="studio"><noscript>The studio needs JavaScript. Allow it for this page.</noscript></main>
<script src="/assets/studio.js"></script></body></html>
"""


class Server(ThreadingHTTPServer):
    """Serves one studio. idle: seconds without a request after which it stops."""

    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, folder: Folder, begin: str = "", port: int = 0, idle: float = _IDLE):
        try:
            super().__init__((_LOOPBACK, port), _Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"--port {port} cannot be used: {reason}. Leave it out, and a free one is taken.") from None
        self.desk, self.idle = Router(folder, begin), idle
        self.guard = Guard(self.server_address[1])
        self.room = threading.BoundedSemaphore(MOST_REQUESTS)
        self.arriving: dict[int, socket.socket] = {}  # connections whose request is not here yet, the oldest first
        self.asked = time.monotonic()

    def process_request(self, request: Any, client_address: Any) -> None:
        """One thread for each request, as many as there is room for. Where there is none, the connection goes that has waited
        longest without saying what it wants: a page says it at once. Where all are being answered, the new one is turned away."""
        if not self.room.acquire(blocking=False) and not (self.push_aside() and self.room.acquire(timeout=_MOMENT)):
            self.shutdown_request(request)
            return
        self.arriving[id(request)] = request
        super().process_request(request, client_address)

    def push_aside(self) -> bool:
        """End the oldest connection that has not said what it wants; whether there is one."""
        for key, waiting in list(self.arriving.items()):
            if self.arriving.pop(key, None) is not None:
                with suppress(OSError):  # it went by itself
                    waiting.shutdown(socket.SHUT_RDWR)
                return True
        return False

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.arriving.pop(id(request), None)
            self.room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that went away while it was answered is no matter."""

    def serve(self) -> None:
        """Answer until nobody has asked for long, or Ctrl-C; then end what is being done."""
        threading.Thread(target=self.watch, daemon=True).start()
        try:
            self.serve_forever(poll_interval=0.2)
        finally:
            self.server_close()
            self.desk.end()

    def watch(self) -> None:
        """Stop when no page has asked for so long, unless something is being computed."""
        while time.monotonic() - self.asked < self.idle or self.desk.jobs.busy:
            time.sleep(min(1.0, self.idle / 4))
        self.shutdown()


class _Arriving(io.RawIOBase):
    """What comes over a connection, all of it within one limit of time: a byte now and then does not make it longer."""

    def __init__(self, connection: socket.socket, seconds: float):
        super().__init__()
        self.connection, self.end = connection, time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if (left := self.end - time.monotonic()) <= 0:
            raise TimeoutError
        self.connection.settimeout(left)
        return self.connection.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    """One request: looked over by the guard, answered by the desk."""

    server: Server
    server_version, sys_version = "Elver", ""

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self.rfile = io.BufferedReader(_Arriving(self.connection, SECONDS))

    def arrived(self) -> None:
        """The request is here: it is not pushed aside any more, and the answer has a time of its own."""
        self.server.arriving.pop(id(self.connection), None)
        with suppress(OSError):
            self.connection.settimeout(SECONDS)

    def do_GET(self) -> None:
        self.respond(self.got)

    def do_POST(self) -> None:
        self.respond(self.posted)

    def respond(self, make: Callable[[], object]) -> None:
        """Send what a request gives, or why it is refused."""
        try:
            self.server.guard.check_once(self.headers)
            self.server.guard.check_host(self.headers)
            answer = make()
            if isinstance(answer, _File):
                self.send(HTTPStatus.OK, answer.content, answer.kind)
            else:
                self.send_json(HTTPStatus.OK, answer)
        except RefusalError as refusal:
            self.send_json(refusal.status, {"error": refusal.reason, **refusal.more})
        except ElverError as error:
            self.send_json(HTTPStatus.UNPROCESSABLE_ENTITY, {"error": str(error)})
        except TimeoutError:
            self.send_json(HTTPStatus.REQUEST_TIMEOUT, {"error": "the request did not arrive in time."})
        except OSError as error:
            self.send_json(HTTPStatus.INTERNAL_SERVER_ERROR, {"error": error.strerror or "a file cannot be used."})
        except StoppedError:
            self.send_json(HTTPStatus.SERVICE_UNAVAILABLE, {"error": "the studio is being stopped."})
        except Exception as error:  # a mistake of ours: said, and the studio goes on
            reason = f"the studio met a mistake of its own ({type(error).__name__}: {str(error)[:200]}). Please report it."
            self.send_json(HTTPStatus.INTERNAL_SERVER_ERROR, {"error": reason})

    def got(self) -> object:
        """A page, an asset, or an answer."""
        self.arrived()
        place, query = self.address()
        if place.startswith("/assets/"):
            return asset(place.removeprefix("/assets/"))
        if place == "/":
            self.server.guard.check_token(query.get(QUERY))
            self.server.asked = time.monotonic()
            return _File(_HOME.encode(), "text/html; charset=utf-8")
        return self.ask(place, self.server.desk.asks, lambda: query, writes=False)

    def posted(self) -> object:
        """An answer to something that is sent."""
        place, _ = self.address()
        return self.ask(place, self.server.desk.tells, self.body, writes=True)

    def ask(self, place: str, table: dict[str, Callable[[Any], Any]], given: Callable[[], Any], writes: bool) -> object:
        """An answer of the desk, for a page that knows the token."""
        self.server.guard.check_token(self.headers.get(HEADER))
        self.server.guard.check_origin(self.headers, writes)
        self.server.asked = time.monotonic()
        name = place.removeprefix("/api/")
        if not place.startswith("/api/") or name not in table:
            raise RefusalError(HTTPStatus.NOT_FOUND, "there is nothing at this address.")
        try:
            return table[name](given())
        finally:
            self.server.asked = time.monotonic()

    def address(self) -> tuple[str, dict[str, str]]:
        """Path and query of the address."""
        if len(self.path) > _LONGEST_ADDRESS:
            raise RefusalError(HTTPStatus.REQUEST_URI_TOO_LONG, "the address is too long.")
        try:
            parts = urlsplit(self.path)
            query = {name: values[-1] for name, values in parse_qs(parts.query, max_num_fields=20).items()}
        except ValueError:
            raise RefusalError(HTTPStatus.BAD_REQUEST, "the address cannot be read.") from None
        return parts.path, query

    def body(self) -> dict[str, Any]:
        """The JSON object that was sent, of a bounded size."""
        if self.headers.get("Content-Type", "").partition(";")[0].strip() != "application/json":
            raise RefusalError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "send JSON, with the type application/json.")
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()) or len(length) > 12:
            raise RefusalError(HTTPStatus.LENGTH_REQUIRED, "the length of what is sent must be said first.")
        if int(length) > MOST_BODY:
            raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"more than {MOST_BODY >> 20} MB cannot be sent.")
        try:
            found = parse_json(self.rfile.read(int(length)))
        except ValueError:
            raise RefusalError(HTTPStatus.BAD_REQUEST, "what was sent is not JSON.") from None
        if not isinstance(found, dict):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "what was sent is not a JSON object.")
        self.arrived()
        return found

    def send_json(self, status: int, value: object) -> None:
        self.send(status, to_json(value).encode(), "application/json; charset=utf-8")

    def send(self, status: int, content: bytes, kind: str) -> None:
        """Status, headers and content; the connection ends."""
        self.arrived()
        try:
            self.send_response(status)
            headers = {"Content-Type": kind, "Content-Length": str(len(content)), "Connection": "close", **SECURITY}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
        except OSError:
            self.close_connection = True  # the page has gone

    def log_message(self, form: str, *arguments: Any) -> None:
        """Nothing is printed: the token would be."""


def asset(name: str) -> _File:
    """A part of the page that is the same for everybody."""
    if name not in _ASSETS:
        raise RefusalError(HTTPStatus.NOT_FOUND, "there is nothing at this address.")
    package, path, kind = _ASSETS[name]
    try:
        return _File(files(package).joinpath(path).read_bytes(), kind)
    except (FileNotFoundError, ModuleNotFoundError):
        raise RefusalError(HTTPStatus.NOT_FOUND, f"{name} is not part of this installation. `make page` builds it.") from None
