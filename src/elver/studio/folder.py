"""The working folder: files that the studio lists, reads, writes. Nothing outside of it, nothing hidden, known endings only."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path, PurePath, PurePosixPath

from elver.errors import InputError
from elver.files import make_folder, shown, write_whole
from elver.studio.guard import RefusalError

MODELS = (".yaml", ".yml")
TEXTS = (*MODELS, ".json", ".csv")  # shown and listed
WRITTEN = (*MODELS, ".json")  # scenario files and strokes
MOST_BYTES = 1 << 20
DEEP, MANY = 4, 500  # folders in each other, and files, that are listed
NOT_LISTED = ("runs", "node_modules", "__pycache__")
ODD = '\\:*?"<>|'
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)  # names that Windows takes for devices


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
        plain = checked_name(name)
        if endings and plain.suffix.lower() not in endings:
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{plain}' does not end with {', '.join(endings)}.")
        try:
            path = (self.root / plain).resolve()
        except (OSError, RuntimeError, ValueError):
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{plain}' cannot be followed to a file.") from None
        if not path.is_relative_to(self.root) or path == self.root:
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{plain}' lies outside the working folder.")
        if is_hidden(path.relative_to(self.root)) or (endings and path.suffix.lower() not in endings):
            raise RefusalError(HTTPStatus.FORBIDDEN, f"'{plain}' is a link to a file that the studio leaves alone.")
        return path

    def files(self) -> list[dict[str, object]]:
        """Scenario files and other texts, by name; a link that leads out is left out."""
        found: list[dict[str, object]] = []
        for place, folders, names in os.walk(self.root):
            deep = len(Path(place).relative_to(self.root).parts)
            folders[:] = sorted(f for f in folders if not f.startswith(".") and f not in NOT_LISTED and deep + 1 < DEEP)
            for name in sorted(names):
                path = Path(place, name)
                known = not name.startswith(".") and path.suffix.lower() in TEXTS
                own = path.relative_to(self.root).as_posix()
                if known and path.is_file() and self.readable(own):
                    found.append({"path": own, "bytes": path.stat().st_size, "model": path.suffix.lower() in MODELS})
            if len(found) >= MANY:
                break
        return found[:MANY]

    def readable(self, name: str) -> bool:
        """Whether a file that was found would be read: its name is plain, and it is no link that leads out."""
        try:
            self.inside(name, TEXTS)
        except RefusalError:
            return False
        return True

    def read(self, name: object) -> dict[str, str]:
        """Text and digest of a file."""
        path = self.inside(name, TEXTS)
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
        path = self.inside(name, WRITTEN)
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


def checked_name(name: object) -> PurePosixPath:
    """A relative name with forward slashes, without '..', hidden parts or signs that some systems take for more."""
    if not isinstance(name, str) or not name.strip() or len(name) > 300:
        raise RefusalError(HTTPStatus.BAD_REQUEST, "give the name of a file in the working folder, 300 signs at most.")
    if not name.isprintable() or any(sign in name for sign in ODD):
        raise RefusalError(HTTPStatus.FORBIDDEN, f"the name of a file cannot hold {ODD} or signs that are not printed.")
    plain = PurePosixPath(name)
    if plain.is_absolute() or ".." in plain.parts:
        raise RefusalError(HTTPStatus.FORBIDDEN, f"'{name}' lies outside the working folder.")
    if any(DEVICES.match(part) or part != part.rstrip(". ") for part in plain.parts):
        raise RefusalError(HTTPStatus.FORBIDDEN, f"'{name}' is a name that some systems take for something else.")
    if is_hidden(plain) or not plain.parts:
        raise RefusalError(HTTPStatus.FORBIDDEN, f"'{name}' is hidden: the studio leaves such files alone.")
    return plain


def is_hidden(path: PurePath) -> bool:
    """Whether a file, or a folder that it lies in, has a name that begins with a dot."""
    return any(part.startswith(".") for part in path.parts)


def digest(content: bytes) -> str:
    """A hash by which a changed file is known."""
    return hashlib.sha256(content).hexdigest()
