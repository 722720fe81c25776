"""Results in the folder ``runs``: what is there, summaries, figures and maps, read as plain files."""

from __future__ import annotations

import json
from http import HTTPStatus
from pathlib import Path
from typing import Any

from elver.studio.folder import Folder, is_hidden
from elver.studio.guard import RefusalError

RUNS, DATA, SUMMARY, ASKED, MAP = "runs", "run.nc", "summary.json", "asked.json", "map.json"
PICTURES = {".svg": "image/svg+xml", ".png": "image/png"}
MOST_LISTED = 500
MOST_JSON, MOST_PICTURE = 16 << 20, 16 << 20


class Library:
    """The results of a working folder: those of the studio and of the command line alike."""

    def __init__(self, folder: Folder):
        self.folder = folder

    def place(self, name: object) -> Path:
        """The folder of a result by its name."""
        if not isinstance(name, str) or "/" in name:
            raise RefusalError(HTTPStatus.BAD_REQUEST, "give the name of a result, a folder in 'runs'.")
        place = self.folder.inside(f"{RUNS}/{name}")
        if not place.is_dir():
            raise RefusalError(HTTPStatus.NOT_FOUND, f"there is no result '{name}' in the folder 'runs'.")
        return place

    def file(self, name: object, file: str) -> Path:
        """A file of a result, which may not be a link that leads out."""
        path = (self.place(name) / file).resolve()
        if not path.is_relative_to(self.folder.root) or is_hidden(path.relative_to(self.folder.root)):
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{file}' of '{name}' lies outside the working folder.")
        if not path.is_file():
            raise RefusalError(HTTPStatus.NOT_FOUND, f"the result '{name}' has no {file}.")
        return path

    def runs(self) -> list[dict[str, Any]]:
        """Runs with their summaries, the newest first."""
        return [self.run(p.name) for p in self.with_file(DATA)]

    def sweeps(self) -> list[dict[str, Any]]:
        """Sweeps of the studio, the newest first."""
        found = [{"name": p.name, "asked": self.json(p.name, ASKED), "time": newest(p / MAP)} for p in self.with_file(MAP)]
        return found

    def with_file(self, file: str) -> list[Path]:
        """Folders of results that hold a file, the newest first."""
        try:
            places = [p for p in (self.folder.root / RUNS).iterdir() if not p.name.startswith(".") and p.is_dir()]
        except OSError:
            return []
        inside = [p for p in places if p.resolve().is_relative_to(self.folder.root) and (p / file).is_file()]
        return sorted(inside, key=lambda p: newest(p / file), reverse=True)[:MOST_LISTED]

    def run(self, name: object) -> dict[str, Any]:
        """One run: summary, what was asked, names of figures."""
        data = self.file(name, DATA)
        return {
            "name": name,
            "time": newest(data),
            "bytes": data.stat().st_size,
            "summary": self.json(name, SUMMARY),
            "asked": self.json(name, ASKED),
            "figures": self.figures(name),
        }

    def json(self, name: object, file: str) -> dict[str, Any]:
        """A JSON file of a result; empty where there is none that can be read."""
        try:
            path = self.file(name, file)
            if path.stat().st_size > MOST_JSON:
                return {}
            found = json.loads(path.read_bytes())
        except (RefusalError, OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def figures(self, name: object) -> list[str]:
        """Names of the figures of a run; a vector graphic before a raster of the same name."""
        try:
            files = sorted((self.place(name) / "figures").iterdir())
        except OSError:
            return []
        known = [f.name for f in files if f.suffix in PICTURES and not f.name.startswith(".")]
        vectors = {Path(f).stem for f in known if f.endswith(".svg")}
        return [f for f in known if f.endswith(".svg") or Path(f).stem not in vectors]

    def figure(self, name: object, figure: object) -> tuple[bytes, str]:
        """Content and kind of a picture."""
        if not isinstance(figure, str) or "/" in figure or Path(figure).suffix not in PICTURES:
            raise RefusalError(HTTPStatus.FORBIDDEN, f"a figure is a file ending with {', '.join(PICTURES)}.")
        path = self.file(name, f"figures/{figure}")
        if path.stat().st_size > MOST_PICTURE:
            raise RefusalError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the figure '{figure}' is larger than {MOST_PICTURE >> 20} MB."
            )
        return path.read_bytes(), PICTURES[path.suffix]

    def map(self, name: object) -> dict[str, Any]:
        """The map of a sweep, with the text that it was made from where it was a file's."""
        self.file(name, MAP)
        found = self.json(name, MAP)
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


def newest(path: Path) -> float:
    """When a file was written, seconds since 1970."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
