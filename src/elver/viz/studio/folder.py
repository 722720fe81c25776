"""What the studio may do with its folder and who may ask it: token, addresses, files, saved results."""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from http import HTTPStatus
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

from elver._support.errors import InputError
from elver._support.files import digest, make_folder, shown, write_whole

# --- Who may ask the studio: whoever knows the token, by the loopback address, from the studio's own page.

HEADER = "X-Elver-Token"
QUERY = "token"
_ONCE = ("Host", "Origin", HEADER, "Content-Type", "Content-Length", "Transfer-Encoding")
_HOSTS = ("127.0.0.1", "localhost")
_Headers = Mapping[str, str] | Message
_WORDS = {
    "host": "the request names another computer. Open the address that `elver studio` printed.",
    "token": "the token is missing or wrong. Open the whole address that `elver studio` printed.",
    "twice": "the request says twice what may be said once. Only the studio's own page may ask.",
    "origin": "the request comes from another page. Only the studio's own page may ask.",
}
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",  # the editor and the plots write their own styles
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class RefusalError(Exception):
    """A request that is not answered: an HTTP status and the reason in words; more: further values for the page."""

    def __init__(self, status: int, reason: str, **more: object):
        super().__init__(reason)
        self.status, self.reason, self.more = int(status), reason, more


def new_token() -> str:
    """A secret that cannot be guessed, for one studio."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True)
class Guard:
    """port: of the server.   token: the secret in the address; never shown in messages."""

    port: int
    token: str = field(default_factory=new_token, repr=False)

    @property
    def origins(self) -> tuple[str, ...]:
        """Origins of the studio's own page."""
        return tuple(f"http://{host}:{self.port}" for host in _HOSTS)

    @property
    def address(self) -> str:
        """What a browser opens."""
        return f"{self.origins[0]}/?{QUERY}={self.token}"

    def check_once(self, headers: _Headers) -> None:
        """Refuse a request that says something twice on which others rely: who reads the first is told another thing than who
        reads the last."""
        if isinstance(headers, Message) and any(len(headers.get_all(name, [])) > 1 for name in _ONCE):
            raise RefusalError(HTTPStatus.BAD_REQUEST, _WORDS["twice"])

    def check_host(self, headers: _Headers) -> None:
        """Refuse a name that some other server made point here."""
        if headers.get("Host", "") not in tuple(f"{host}:{self.port}" for host in _HOSTS):
            raise RefusalError(HTTPStatus.FORBIDDEN, _WORDS["host"])

    def check_token(self, given: str | None) -> None:
        """Refuse all but the token; the time it takes says nothing about it."""
        if not hmac.compare_digest((given or "").encode("utf-8", "replace"), self.token.encode()):
            raise RefusalError(HTTPStatus.FORBIDDEN, _WORDS["token"])

    def check_origin(self, headers: _Headers, writes: bool) -> None:
        """Refuse a request of another page. One that writes must say where it comes from."""
        origin = headers.get("Origin")
        if (origin is None and writes) or (origin is not None and origin not in self.origins):
            raise RefusalError(HTTPStatus.FORBIDDEN, _WORDS["origin"])


# --- The working folder: files that the studio lists, reads, writes. Nothing outside of it, nothing hidden, known endings only.

_MODELS = (".yaml", ".yml")
_TEXTS = (*_MODELS, ".json", ".csv")  # shown and listed
_WRITTEN = (*_MODELS, ".json")  # scenario files and strokes
MOST_BYTES = 1 << 20
_FIT = re.compile(rb"^fit\s*:", re.MULTILINE)  # what a fit file says at the left
_DEEP, _MANY = 4, 500  # folders in each other, and files, that are listed
_NOT_LISTED = ("runs", "node_modules", "__pycache__")
_ODD = '\\:*?"<>|'
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)  # names that Windows takes for devices


@dataclass(frozen=True)
class Folder:
    """root: the working folder, with all links followed."""

    root: Path

    @classmethod
    def at(cls, place: str | Path) -> Folder:
        """The folder at a place that exists."""
        try:
            root = Path(place).resolve(strict=True)
        except (OSError, ValueError, RuntimeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"--folder '{shown(place)}' cannot be used: {reason}. Give a folder that is there.") from None
        if not root.is_dir():
            raise InputError(f"--folder '{shown(place)}' is not a folder.")
        return cls(root)

    def inside(self, name: object, endings: tuple[str, ...] = ()) -> Path:
        """The path of a name within the folder: no way out by '..', an absolute name or a link, and nothing hidden."""
        plain = _checked_name(name)
        if endings and plain.suffix.lower() not in endings:
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{plain}' does not end with {', '.join(endings)}.")
        try:
            path = (self.root / plain).resolve()
        except (OSError, RuntimeError, ValueError):
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{plain}' cannot be followed to a file.") from None
        if not path.is_relative_to(self.root) or path == self.root:
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{plain}' lies outside the working folder.")
        if _is_hidden(path.relative_to(self.root)) or (endings and path.suffix.lower() not in endings):
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{plain}' is a link to a file that the studio leaves alone.")
        return path

    def files(self) -> list[dict[str, object]]:
        """Scenario files and other texts, by name; a link that leads out is left out."""
        found: list[dict[str, object]] = []
        for place, folders, names in os.walk(self.root):
            deep = len(Path(place).relative_to(self.root).parts)
            folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in _NOT_LISTED and deep + 1 < _DEEP)
            for name in sorted(names):
                path = Path(place, name)
                known = not name.startswith(".") and path.suffix.lower() in _TEXTS
                own = path.relative_to(self.root).as_posix()
                if known and path.is_file() and self.readable(own):
                    found.append({"path": own, "bytes": path.stat().st_size, "model": path.suffix.lower() in _MODELS})
            if len(found) >= _MANY:
                break
        return found[:_MANY]

    def fits(self) -> list[str]:
        """Names of the fit files."""
        found = [str(own["path"]) for own in self.files() if own["model"]]
        return [name for name in found if _FIT.search(self.content(self.inside(name, _MODELS)) or b"")]

    def readable(self, name: str) -> bool:
        """Whether a file that was found would be read: its name is plain, and it is no link that leads out."""
        try:
            self.inside(name, _TEXTS)
        except RefusalError:
            return False
        return True

    def read(self, name: object) -> dict[str, str]:
        """Text and digest of a file."""
        path = self.inside(name, _TEXTS)
        content = self.content(path)
        if content is None:
            raise RefusalError(HTTPStatus.NOT_FOUND, f"there is no file '{name}' in the working folder.")
        try:
            return {"path": str(name), "text": content.decode("utf-8"), "digest": digest(content)}
        except UnicodeError:
            raise RefusalError(HTTPStatus.UNPROCESSABLE_ENTITY, f"'{name}' is not a text in UTF-8.") from None

    def content(self, path: Path) -> bytes | None:
        """The bytes of a plain file; None where there is none."""
        try:
            if not path.is_file():
                return None
            with path.open("rb") as file:
                content = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{path.name}' cannot be read: {error.strerror}.") from None
        if len(content) > MOST_BYTES:
            raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"'{path.name}' is larger than {MOST_BYTES >> 20} MB.")
        return content

    def write(self, name: object, text: object, before: object) -> dict[str, str]:
        """Write a text, whole or not at all. before: the digest of what the writer read, None for a file that is new."""
        path = self.inside(name, _WRITTEN)
        if not isinstance(text, str) or (before is not None and not isinstance(before, str)):
            raise RefusalError(HTTPStatus.BAD_REQUEST, "a file is written from 'text', with 'digest' of what was read or null.")
        content = text.encode("utf-8", "replace")
        if len(content) > MOST_BYTES:
            raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the text is larger than {MOST_BYTES >> 20} MB.")
        now = self.content(path)
        if now is not None and digest(now) != before:
            reason = "exists already" if before is None else "was changed by another program since it was read here"
            advice = "Save under another name, read it again, or save once more to replace it."
            raise RefusalError(HTTPStatus.CONFLICT, f"'{name}' {reason}. {advice}", digest=digest(now))
        if path.exists() and not path.is_file():
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{name}' is not a plain file.")
        make_folder(path.parent)
        write_whole(path, content)
        return {"path": str(name), "digest": digest(content)}

    def label(self, path: Path) -> str:
        """The name of a path within the folder."""
        return path.relative_to(self.root).as_posix()


def _checked_name(name: object) -> PurePosixPath:
    """A relative name with forward slashes, without '..', hidden parts or signs that some systems take for more."""
    if not isinstance(name, str) or not name.strip() or len(name) > 300:
        raise RefusalError(HTTPStatus.BAD_REQUEST, "give the name of a file in the working folder, 300 signs at most.")
    if not name.isprintable() or any(sign in name for sign in _ODD):
        raise RefusalError(HTTPStatus.FORBIDDEN, f"the name of a file cannot hold {_ODD} or signs that are not printed.")
    plain = PurePosixPath(name)
    if plain.is_absolute() or ".." in plain.parts:
        raise RefusalError(HTTPStatus.FORBIDDEN, f"'{name}' lies outside the working folder.")
    if any(_DEVICES.match(part) or part != part.rstrip(". ") for part in plain.parts):
        raise RefusalError(HTTPStatus.FORBIDDEN, f"'{name}' is a name that some systems take for something else.")
    if _is_hidden(plain) or not plain.parts:
        raise RefusalError(HTTPStatus.FORBIDDEN, f"'{name}' is hidden: the studio leaves such files alone.")
    return plain


def _is_hidden(path: PurePath) -> bool:
    """Whether a file, or a folder that it lies in, has a name that begins with a dot."""
    return any(part.startswith(".") for part in path.parts)


# --- Results in the folder ``runs``: what is there, summaries, figures and maps, read as plain files.

_RUNS, DATA, _SUMMARY, _ASKED, _MAP, _STUDY = "runs", "run.nc", "summary.json", "asked.json", "map.json", "study.json"
_POLICY = "policy.npz"
_PICTURES = {".svg": "image/svg+xml", ".png": "image/png", ".gif": "image/gif"}
_MOST_LISTED = 500
_MOST_JSON, _MOST_PICTURE = 16 << 20, 16 << 20


class Library:
    """The results of a working folder: those of the studio and of the command line alike."""

    def __init__(self, folder: Folder):
        self.folder = folder

    def place(self, name: object) -> Path:
        """The folder of a result by its name."""
        if not isinstance(name, str) or "/" in name:
            raise RefusalError(HTTPStatus.BAD_REQUEST, "give the name of a result, a folder in 'runs'.")
        place = self.folder.inside(f"{_RUNS}/{name}")
        if not place.is_dir():
            raise RefusalError(HTTPStatus.NOT_FOUND, f"there is no result '{name}' in the folder 'runs'.")
        return place

    def file(self, name: object, file: str) -> Path:
        """A file of a result, which may not be a link that leads out."""
        path = (self.place(name) / file).resolve()
        if not path.is_relative_to(self.folder.root) or _is_hidden(path.relative_to(self.folder.root)):
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{file}' of '{name}' lies outside the working folder.")
        if not path.is_file():
            raise RefusalError(HTTPStatus.NOT_FOUND, f"the result '{name}' has no {file}.")
        return path

    def runs(self) -> list[dict[str, Any]]:
        """Runs with their summaries, the newest first."""
        return [self.run(p.name) for p in self.with_file(DATA)]

    def sweeps(self) -> list[dict[str, Any]]:
        """Sweeps of the studio, the newest first."""
        found = [{"name": p.name, "asked": self.json(p.name, _ASKED), "time": _newest(p / _MAP)} for p in self.with_file(_MAP)]
        return found

    def studies(self, kind: str) -> list[dict[str, Any]]:
        """Fits, or policies, the newest first: what they say, their tables, names of their pictures."""
        if kind == "learn":
            return [self.learned(p.name) for p in self.with_file(_POLICY)]
        return [{"name": p.name, "figures": self.figures(p.name), **self.json(p.name, _STUDY)} for p in self.with_file(_STUDY)]

    def learned(self, name: str) -> dict[str, Any]:
        """A training as `elver learn` has written it."""
        told = self.json(name, _SUMMARY)
        says, found = [], told.get("evaluation") if isinstance(told.get("evaluation"), dict) else {}
        if isinstance(told.get("steps"), int) and isinstance(told.get("seconds"), float):
            says = [
                f"{told['steps']:,} control steps in {told['seconds']:.0f} s" + (", stopped early" if told.get("stopped") else "")
            ]
        rows = [
            [actor, *(_rounded(own.get(key)) for key in ("returns", "deviation", "lengths"))]
            for actor, own in (found or {}).items()
        ]
        table = {"title": "fresh episodes", "headers": ["", "return", "+-", "steps of an episode"], "rows": rows}
        return {"name": name, "of": told.get("task", "a task"), "says": says, "tables": [table] if rows else [],
                "report": _POLICY, "figures": self.figures(name)}  # fmt: skip

    def with_file(self, file: str) -> list[Path]:
        """Folders of results that hold a file, the newest first."""
        try:
            places = [p for p in (self.folder.root / _RUNS).iterdir() if not p.name.startswith(".") and p.is_dir()]
        except OSError:
            return []
        inside = [p for p in places if p.resolve().is_relative_to(self.folder.root) and (p / file).is_file()]
        return sorted(inside, key=lambda p: _newest(p / file), reverse=True)[:_MOST_LISTED]

    def run(self, name: object) -> dict[str, Any]:
        """One run: summary, what was asked, names of figures."""
        data = self.file(name, DATA)
        return {
            "name": name,
            "time": _newest(data),
            "bytes": data.stat().st_size,
            "summary": self.json(name, _SUMMARY),
            "asked": self.json(name, _ASKED),
            "figures": self.figures(name),
        }

    def json(self, name: object, file: str) -> dict[str, Any]:
        """A JSON file of a result; empty where there is none that can be read."""
        try:
            path = self.file(name, file)
            if path.stat().st_size > _MOST_JSON:
                return {}
            found = json.loads(path.read_bytes())
        except (RefusalError, OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def figures(self, name: object) -> list[str]:
        """Names of the figures of a run; a vector graphic before a raster of the same name."""
        place = self.place(name)
        try:
            files = sorted((place / "figures").iterdir()) if (place / "figures").is_dir() else sorted(place.iterdir())
        except OSError:
            return []
        known = [f.name for f in files if f.suffix in _PICTURES and not f.name.startswith(".")]
        vectors = {Path(f).stem for f in known if f.endswith(".svg")}
        return [f for f in known if f.endswith(".svg") or Path(f).stem not in vectors]

    def figure(self, name: object, figure: object) -> tuple[bytes, str]:
        """Content and kind of a picture."""
        if not isinstance(figure, str) or "/" in figure or Path(figure).suffix not in _PICTURES:
            raise RefusalError(HTTPStatus.FORBIDDEN, f"a figure is a file ending with {', '.join(_PICTURES)}.")
        path = self.file(name, f"figures/{figure}" if (self.place(name) / "figures").is_dir() else figure)
        if path.stat().st_size > _MOST_PICTURE:
            raise RefusalError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the figure '{figure}' is larger than {_MOST_PICTURE >> 20} MB."
            )
        return path.read_bytes(), _PICTURES[path.suffix]

    def map(self, name: object) -> dict[str, Any]:
        """The map of a sweep, with the text that it was made from where it was a file's."""
        self.file(name, _MAP)
        found = self.json(name, _MAP)
        if not found:
            raise RefusalError(HTTPStatus.UNPROCESSABLE_ENTITY, f"the map of '{name}' cannot be read.")
        text = self.text(name)
        return found if text is None else {**found, "text": text}

    def text(self, name: object) -> str | None:
        """The scenario file that a result was made from; None where it was a published scenario."""
        try:
            content = self.folder.content(self.file(name, "scenario.yaml"))
        except RefusalError:
            return None
        return None if content is None else content.decode("utf-8", "replace")


def _rounded(value: Any) -> str:
    """A number of a table."""
    return f"{value:.4g}" if isinstance(value, (int, float)) else "-"


def _newest(path: Path) -> float:
    """When a file was written, seconds since 1970."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
