"""A file that HDF5 changes in steps: a kill at any moment leaves it as it was after the last step, or after the next one.

What is new goes behind the end of the file, where nothing points yet. What changes before that end is held back; at a commit it
is written into a journal first, then into the file. Whoever finds a whole journal carries it out again. A journal says which
file it belongs to: where another one has taken the place meanwhile, it goes.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from elver.errors import BusyError
from elver.files import BEGINNING, held, write_whole, writing
from elver.results.saved.netcdf import Sink

TAIL = 1 << 16  # bytes at the end of a file by which it is known


def journal_path(path: Path) -> Path:
    return path.with_name(f"{BEGINNING}{path.name}.journal")


class JournalledFile(Sink):
    """What h5py asks of a file; ``commit`` makes its changes last."""

    def __init__(self, path: Path):
        replay(path)
        self.path = path
        super().__init__(open(path, "r+b", buffering=0))  # noqa: SIM115, open until ``close``
        self.end = self.settled = os.fstat(self.file.fileno()).st_size

    def write(self, data) -> int:
        """Hold back what changes the settled part of the file, write the rest."""
        piece = bytes(memoryview(data).cast("B"))
        inside = max(0, min(len(piece), self.settled - self.position))
        if inside:
            self.keep(piece[:inside])
            self.position += inside
        if len(piece) > inside:
            super().write(piece[inside:])
        self.end = max(self.end, self.position)
        return len(piece)

    def truncate(self, size: int | None = None) -> int:
        """The settled part of the file is never cut."""
        wanted = self.position if size is None else size
        self.end = wanted
        if self.error is None and wanted >= self.settled:
            self.attempt(self.file.truncate, wanted)
        return wanted

    def commit(self) -> None:
        """Make all changes so far last. Call it after HDF5 has flushed."""
        if self.error is not None:
            raise self.error
        if self.kept:
            places = [[start, len(piece)] for start, piece in self.kept]
            head = {"of": marks(self.file, places), "places": places}
            content = json.dumps(head).encode() + b"\n" + b"".join(piece for _, piece in self.kept)
            write_whole(journal_path(self.path), f"{digest(content)}\n".encode() + content)
            carry_out(self.file, content)
            journal_path(self.path).unlink()
        self.kept.clear()
        self.settled = self.end

    def close(self) -> None:
        self.file.close()


def put_in_order(path: Path) -> None:
    """Carry out what a killed process left behind, unless another one writes the file now."""
    try:
        left = journal_path(path).is_file()
    except OSError:  # the file's name is so long that no journal can lie beside it
        return
    if left:
        with suppress(BusyError), held(lock_path(path), f"'{path}'"):
            replay(path)


def lock_path(path: Path) -> Path:
    """Held while a run is written to ``path``."""
    return path.with_name(f"{BEGINNING}{path.name}.lock")


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def marks(file, places: list[list[int]]) -> list:
    """Length and end of a file, without what lies at ``places``: the same before, after and amid a commit."""
    size = os.fstat(file.fileno()).st_size
    first = max(0, size - TAIL)
    file.seek(first)
    tail = bytearray(file.read(size - first))
    for start, length in places:
        low, high = max(start, first) - first, min(start + length, size) - first
        if low < high:
            tail[low:high] = bytes(high - low)
    return [size, digest(bytes(tail))]


def belongs(file, content: bytes) -> bool:
    """Whether the journal was written for this file, and not for one that lay in its place before."""
    head = json.loads(content.partition(b"\n")[0])
    return head["of"] == marks(file, head["places"])


def carry_out(file, content: bytes) -> None:
    """Write the pieces of a journal to their places."""
    head, _, pieces = content.partition(b"\n")
    at = 0
    for start, length in json.loads(head)["places"]:
        file.seek(start)
        piece = memoryview(pieces)[at : at + length]
        while len(piece):
            piece = piece[file.write(piece) :]
        at += length


def replay(path: Path) -> None:
    """Carry out a journal that a killed process left behind; one of another file is only removed."""
    place = journal_path(path)
    if not place.is_file():
        return
    with writing(path):
        mark, _, content = place.read_bytes().partition(b"\n")
        if mark.decode(errors="replace") == digest(content):
            with open(path, "r+b", buffering=0) as file:
                if belongs(file, content):
                    carry_out(file, content)
        place.unlink()
