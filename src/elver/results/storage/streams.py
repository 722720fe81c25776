"""A file that HDF5 changes in steps: a kill at any moment leaves it as it was after the last step, or after the next one.

What is new goes behind the end of the file, where nothing points yet. What changes before that end is held back; at a commit it
is written into a journal first, then into the file. Whoever finds a whole journal carries it out again. A journal says which
file it belongs to: where another one has taken the place meanwhile, it goes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from elver._support.errors import BusyError
from elver._support.files import BEGINNING, digest, held, whole_file, write_whole, writing
from elver.results.storage.netcdf import Sink, add_variable, describe, uninterrupted, write_into

if TYPE_CHECKING:
    from io import RawIOBase

    import h5py
    import xarray as xr

_TAIL = 1 << 16  # bytes at the end of a file by which it is known


def journal_path(path: Path) -> Path:
    return path.with_name(f"{BEGINNING}{path.name}.journal")


class JournalledFile(Sink):
    """What h5py asks of a file; ``commit`` makes its changes last."""

    def __init__(self, path: Path):
        _replay(path)
        self.path = path
        super().__init__(open(path, "r+b", buffering=0))  # noqa: SIM115, open until ``close``
        self.end = self.settled = os.fstat(self.file.fileno()).st_size

    def write(self, data: bytes | bytearray | memoryview) -> int:
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
            head = {"of": _marks(self.file, places), "places": places}
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
            _replay(path)


def lock_path(path: Path) -> Path:
    """Held while a run is written to ``path``."""
    return path.with_name(f"{BEGINNING}{path.name}.lock")


def _marks(file: BinaryIO | RawIOBase, places: list[list[int]]) -> list:
    """Length and end of a file, without what lies at ``places``: the same before, after and amid a commit."""
    size = os.fstat(file.fileno()).st_size
    first = max(0, size - _TAIL)
    file.seek(first)
    tail = bytearray(file.read(size - first))
    for start, length in places:
        low, high = max(start, first) - first, min(start + length, size) - first
        if low < high:
            tail[low:high] = bytes(high - low)
    return [size, digest(bytes(tail))]


def _belongs(file: BinaryIO, content: bytes) -> bool:
    """Whether the journal was written for this file, and not for one that lay in its place before."""
    head = json.loads(content.partition(b"\n")[0])
    return head["of"] == _marks(file, head["places"])


def carry_out(file: BinaryIO | RawIOBase, content: bytes) -> None:
    """Write the pieces of a journal to their places."""
    head, _, pieces = content.partition(b"\n")
    at = 0
    for start, length in json.loads(head)["places"]:
        file.seek(start)
        piece = memoryview(pieces)[at : at + length]
        while len(piece):
            piece = piece[file.write(piece) :]
        at += length


def _replay(path: Path) -> None:
    """Carry out a journal that a killed process left behind; one of another file is only removed."""
    place = journal_path(path)
    if not place.is_file():
        return
    with writing(path):
        mark, _, content = place.read_bytes().partition(b"\n")
        if mark.decode(errors="replace") == digest(content):
            with open(path, "r+b", buffering=0) as file:
                if _belongs(file, content):
                    carry_out(file, content)
        place.unlink()


# --- A NetCDF file that grows along time.
#
# Time is given a largest length in the file, far beyond any run, rather than none: readers look for the length of a dimension
# without end in every variable that has it, which takes them seconds.

_LONGEST = 1 << 40  # samples


class NetcdfStream:
    """``append`` adds samples and commits them; ``cut`` keeps the first ones. chunk: samples that lie together in the file."""

    def __init__(self, path: Path, chunk: int):
        self.path, self.chunk = path, chunk
        self.sink: JournalledFile | None = None
        self.file: Any = None

    def begin(self, data: xr.Dataset, attrs: Mapping[str, Any]) -> None:
        """A new file with the first samples; an old one of that name is replaced when they are there."""
        series = [name for name, variable in data.variables.items() if "time" in variable.dims]
        with uninterrupted(), whole_file(self.path) as part:
            write_into(data.drop_vars(series).assign_attrs(attrs), part)
            with changed(part) as file:
                for name in ("time", *(n for n in series if n != "time")):
                    _add_series(file, str(name), data.variables[name], self.chunk)
        self.reopen()

    def reopen(self) -> None:
        """Go on with the file that is there."""
        import h5py

        sink = JournalledFile(self.path)
        try:
            self.file = h5py.File(sink, "r+")
        except BaseException:
            sink.close()
            raise
        self.sink = sink

    def cut(self, samples: int, attrs: Mapping[str, Any]) -> None:
        """Keep the first ``samples`` alone, and commit that."""
        with uninterrupted():
            times = self.file["time"].shape[0]
            for variable in self.file.values():
                if variable.maxshape[0] == _LONGEST and variable.shape[0] == times:
                    variable.resize(samples, axis=0)
            self.settle(attrs)

    def append(self, data: xr.Dataset, attrs: Mapping[str, Any]) -> None:
        """Further samples, and what has changed besides."""
        with uninterrupted():
            for name, variable in data.variables.items():
                if name not in self.file:
                    add_variable(self.file, str(name), variable)
                elif "time" in variable.dims:
                    own = self.file[name]
                    first = own.shape[0]
                    own.resize(first + len(variable), axis=0)
                    own[first:] = variable.values
                elif variable.dtype.kind == "f" and variable.shape == self.file[name].shape:
                    self.file[name][...] = variable.values
            self.settle(attrs)

    def settle(self, attrs: Mapping[str, Any]) -> None:
        """Commit, with these attributes."""
        assert self.sink is not None
        for key, value in attrs.items():
            self.file.attrs[key] = value
        self.file.flush()
        with writing(self.path):
            self.sink.commit()

    def close(self) -> None:
        """Close the file; what was not committed is lost."""
        if self.sink is None:
            return
        sink, self.sink = self.sink, None
        with uninterrupted():
            sink.kept.clear()
            self.file.close()
            sink.close()


@contextmanager
def changed(path: Path) -> Iterator[h5py.File]:
    """A file of HDF5 to be changed in the block."""
    import h5py

    sink = JournalledFile(path)
    try:
        with h5py.File(sink, "r+") as file:
            yield file
        sink.commit()
    finally:
        sink.close()


def _add_series(file: h5py.File, name: str, variable: xr.Variable, chunk: int) -> None:
    """A variable along time."""
    values = np.asarray(variable.values)
    room = {"chunks": (chunk, *values.shape[1:]), "maxshape": (_LONGEST, *values.shape[1:])}
    made = file.create_dataset(name, data=values, **room)
    if name == "time":
        made.make_scale(name)
    describe(file, made, variable, range(1 if name == "time" else 0, values.ndim))
