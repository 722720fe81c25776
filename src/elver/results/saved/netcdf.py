"""A data set as NetCDF, whole or not at all, on a disk that may be full.

HDF5 crashes the process when a file cannot be written to its end: what it could not flush it tries again when the file is closed
and when the process ends. Hence it never hears of a failure. It writes through a ``Sink``, which remembers the first error; when
HDF5 has closed the file in peace, the error is raised and the file removed.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from elver.files import whole_file
from elver.packages import needed
from elver.results.samples.sheet import Sheet
from elver.results.saved.plain import write_sheet

REMEMBERED = 1 << 20  # bytes; larger pieces are numbers, which HDF5 does not read back


class Sink:
    """What h5py asks of a file to write to. After an error it accepts everything and keeps only the small pieces, in memory."""

    def __init__(self, file):
        self.file = file  # opened without a buffer
        self.error: BaseException | None = None
        self.position = self.end = 0
        self.kept: list[tuple[int, bytes]] = []

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self.position, os.SEEK_END: self.end}
        self.position = start[whence] + offset
        return self.position

    def tell(self) -> int:
        return self.position

    def write(self, data) -> int:
        """Write all of ``data``, or pretend."""
        piece = memoryview(data).cast("B")
        if self.error is None:
            self.attempt(self.write_all, piece)
        if self.error is not None and len(piece) <= REMEMBERED:
            self.keep(bytes(piece))
        self.position += len(piece)
        self.end = max(self.end, self.position)
        return len(piece)

    def keep(self, piece: bytes) -> None:
        """Remember what belongs here; the latest comes last, and what it covers is forgotten."""
        first, end = self.position, self.position + len(piece)
        self.kept = [(s, p) for s, p in self.kept if s < first or s + len(p) > end]
        self.kept.append((first, piece))

    def write_all(self, piece: memoryview) -> None:
        self.file.seek(self.position)
        while len(piece):
            piece = piece[self.file.write(piece) :]

    def readinto(self, buffer) -> int:
        """Fill ``buffer`` from the file and from what was kept."""
        target = memoryview(buffer).cast("B")
        first, count = self.position, max(0, min(len(target), self.end - self.position))
        content = bytearray(count)
        self.attempt(self.read_some, content)
        for start, piece in self.kept:
            low, high = max(first, start), min(first + count, start + len(piece))
            if low < high:
                content[low - first : high - first] = piece[low - start : high - start]
        target[:count] = content
        self.position += count
        return count

    def read(self, size: int = -1) -> bytes:
        content = bytearray(max(0, self.end - self.position) if size < 0 else size)
        return bytes(content[: self.readinto(content)])

    def read_some(self, content: bytearray) -> None:
        self.file.seek(self.position)
        self.file.readinto(content)

    def truncate(self, size: int | None = None) -> int:
        self.end = self.position if size is None else size
        if self.error is None:
            self.attempt(self.file.truncate, self.end)
        return self.end

    def flush(self) -> None:
        """Nothing is buffered here."""

    def attempt(self, action, *arguments) -> None:
        """Do something with the file; an error is remembered."""
        try:
            action(*arguments)
        except BaseException as error:
            self.error = self.error or error


def write_netcdf(data, path) -> Path:
    """Write an xarray Dataset or a Sheet as NetCDF; a WriteError where that cannot be done, and the old file as it was."""
    with uninterrupted(), whole_file(path) as part:
        write_into(data, part)
    return Path(path)


def write_into(data, part: Path) -> None:
    """Write an xarray Dataset or a Sheet into a file that is there, and raise what failed when HDF5 has closed it."""
    write = write_sheet if isinstance(data, Sheet) else write_labelled
    with open(part, "r+b", buffering=0) as file:
        sink = Sink(file)
        try:
            write(data, sink)
        finally:
            if sink.error is not None:
                raise sink.error


def write_labelled(data, sink: Sink) -> None:
    """Write a data set as xarray does."""
    h5netcdf, backends = needed("h5netcdf", "writing a data set"), needed("xarray.backends", "writing a data set")
    with h5netcdf.File(sink, "w") as target:
        data.dump_to_store(backends.H5NetCDFStore(target))


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Put off Ctrl-C until the block has ended: inside HDF5 it would be one more failure."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came = []
    before = signal.signal(signal.SIGINT, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.default_int_handler)
    if came and callable(before):
        before(*came[0])
