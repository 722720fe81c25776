"""A NetCDF (HDF5) file, looked over before it is read.

HDF5 lets a file point elsewhere (soft and external links, external and virtual data), name filters that are loaded as plug-ins,
and claim more data than it holds. Elver writes none of these: plain data sets in the root, and nothing else is read.
"""

from __future__ import annotations

import math
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError
from elver._support.files import require_file, shown, unpacked_limit, whole_file
from elver._support.resources import needed
from elver.results.record import encoded
from elver.results.samples import Data, Samples

if TYPE_CHECKING:
    from io import RawIOBase

    import h5py
    import xarray as xr

_FILTERS = {1: "gzip", 2: "shuffle", 3: "fletcher32"}  # HDF5's own; all others are plug-ins
_MOST_VARIABLES = 5000
SMALL = 2.56e8  # bytes of all variables up to which a file is read into memory
_LONGEST = 100_000_000  # bytes of a text in an attribute
_SPARE = 10  # times the file's own length that one of its variables may unpack into and stay in the file
_SLICE = 1 << 26  # bytes of text that are read at a time while it is measured


def read_netcdf(path: str | Path, advice: str) -> xr.Dataset:
    """The data set of a file: in memory where it is small, else in the file, where every use of a variable reads it again.

    advice: what to give instead, for the message.
    """
    xr = needed("xarray", "reading data sets")

    require_file(path, advice)
    try:
        size = _check_hdf5(path)
        return (
            xr.load_dataset(path, engine="h5netcdf") if size <= SMALL else xr.open_dataset(path, engine="h5netcdf", cache=False)
        )
    except InputError:
        raise
    except Exception as error:  # whatever the file's bytes make the reader raise
        raise InputError(f"'{shown(path)}' cannot be read as NetCDF ({type(error).__name__}). {advice}") from error


def _check_hdf5(path: str | Path) -> int:
    """Refuse a file that points out of itself, needs plug-ins, or unpacks into more than the memory holds; its unpacked bytes.

    What lies along time and further dimensions need not fit: parts of it can be asked for.
    """
    import h5py

    with h5py.File(path, "r") as file:
        if len(file) > _MOST_VARIABLES:
            raise InputError(f"'{shown(path)}' holds {len(file)} variables; up to {_MOST_VARIABLES} are read.")
        whole, limit = require_file(path, ""), unpacked_limit()
        total, long = _attribute_bytes(file, path), 0
        for name in file:
            variable = _plain_variable(file, name, path)
            size = _data_bytes(variable, name, path)
            if _is_series(file, variable) and size <= _SPARE * whole:
                long += size
            else:
                total += size
            total += _attribute_bytes(variable, path)
            if total > limit:
                raise _too_large(path, total, limit)
        texts = [file[name] for name in file if file[name].dtype.kind == "O"]
        _measure_texts(texts, whole, limit - total, path)
        return total + long


def _is_series(file: h5py.File, variable: h5py.Dataset) -> bool:
    """Whether a variable holds several numbers at every time."""
    times = file.get("time")
    return variable.ndim > 1 and variable.dtype.kind != "O" and times is not None and times.shape == variable.shape[:1]


def _plain_variable(file: h5py.File, name: str, path: str | Path) -> h5py.Dataset:
    """A data set that lies in the file itself; an error for everything else a name can lead to."""
    import h5py

    link = file.get(name, getlink=True)
    if not isinstance(link, h5py.HardLink):
        raise InputError(f"'{shown(path)}': '{name[:60]}' is a link to another place. Links are not followed.")
    found = file[name]
    if not isinstance(found, h5py.Dataset):
        raise InputError(
            f"'{shown(path)}': '{name[:60]}' is a {type(found).__name__.lower()}; Elver's files hold variables only."
        )
    properties = found.id.get_create_plist()
    if properties.get_external_count() or found.is_virtual:
        raise InputError(f"'{shown(path)}': the data of '{name[:60]}' lie in other files. They are not read.")
    for k in range(properties.get_nfilters()):
        if (code := properties.get_filter(k)[0]) not in _FILTERS:
            raise InputError(
                f"'{shown(path)}': '{name[:60]}' is packed with filter {code}. Read are {', '.join(_FILTERS.values())} and "
                "plain data."
            )
    return found


def _data_bytes(variable: h5py.Dataset, name: str, path: str | Path) -> int:
    """Bytes that a variable takes when it is read; of text only the references, see ``_measure_texts``."""
    import h5py

    kind = variable.dtype
    if kind.kind not in "fiubUSO" or (kind.kind == "O" and h5py.check_string_dtype(kind) is None):
        raise InputError(f"'{shown(path)}': '{name[:60]}' holds values of type {kind}. Read are numbers and texts.")
    chunk = math.prod(variable.chunks) if variable.chunks else 0
    return kind.itemsize * max(math.prod(variable.shape), chunk)


def _attribute_bytes(thing: h5py.File | h5py.Dataset, path: str | Path) -> int:
    """Bytes of the attributes of a variable or a file. They are read one at a time; a text in them is no longer than the file,

    and in a file of many samples no longer than ``_LONGEST``: Elver's own are short.
    """
    total, longest, limit = 0, min(require_file(path, ""), _LONGEST), unpacked_limit()
    for name in thing.attrs:
        found = thing.attrs.get_id(name)
        free = found.dtype.kind == "O"  # of variable length
        size = math.prod(found.shape or (1,)) * (longest if free else found.dtype.itemsize)
        if size > limit:
            raise _too_large(path, size, limit)
        total += _text_bytes(thing.attrs[name]) if free else size
    return total


def _text_bytes(value: object) -> int:
    """Bytes of a text, or of all texts in an array; references count nothing."""
    texts = [value] if isinstance(value, (str, bytes)) else getattr(value, "flat", ())
    return sum(len(text) for text in texts if isinstance(text, (str, bytes)))


def _measure_texts(variables: Iterable[h5py.Dataset], whole: int, left: int, path: str | Path) -> None:
    """Refuse texts that are more than ``left`` bytes together. Many of them may share one place in the file, so they are read a
    few at a time: no single one is longer than the file."""
    total, few = 0, max(1, _SLICE // max(whole, 1))
    for variable in variables:
        if variable.shape == ():
            total += _text_bytes(variable[()])
            continue
        rows = max(1, few // max(1, math.prod(variable.shape[1:])))
        for start in range(0, variable.shape[0], rows):
            total += _text_bytes(variable[start : start + rows])
            if total > left:
                raise _too_large(path, total, left)


def _too_large(path: str | Path, total: int, limit: int) -> InputError:
    return InputError(
        f"'{shown(path)}' unpacks into {total / 1e9:.3g} GB or more, and {limit / 1e9:.3g} GB (half the memory) are allowed. "
        "It is damaged, or made on a larger computer."
    )


# --- Variables and their dimensions in a NetCDF file, written with HDF5 alone: what runs are made of, numbers and short texts.

_NO_VARIABLE = "This is a netCDF dimension but not a netCDF variable.%10d"


def _write_samples(samples: Samples, sink: Any) -> None:
    """Write plain samples; xarray reads the file as their data set."""
    import h5py

    with h5py.File(sink, "w", track_order=True) as file:
        for name in samples.labels:
            _add_scale(file, name, samples[name])
        for name in samples.variables:
            add_variable(file, name, samples[name])
        for key, value in encoded(samples.attrs).items():
            file.attrs[key] = value


def _add_scale(file: Any, name: str, variable: Any) -> None:
    """The labels along a dimension, which other variables refer to."""
    made = file.create_dataset(name, data=_storable(variable.values))
    made.make_scale(name)
    describe(file, made, variable, ())


def add_variable(file: Any, name: str, variable: Any) -> None:
    """A variable with its dimensions and attributes."""
    made = file.create_dataset(name, data=_storable(variable.values))
    describe(file, made, variable, range(len(variable.dims)))


def _storable(values: Any) -> np.ndarray:
    """Values as HDF5 takes them: texts as objects, of any length."""
    values = np.asarray(values)
    if values.dtype.kind != "U":
        return values
    import h5py

    return values.astype(h5py.string_dtype())


def describe(file: Any, made: Any, variable: Any, dims: Any) -> None:
    """Attributes, and the dimensions by name."""
    for key, value in variable.attrs.items():
        made.attrs[key] = value
    for k in dims:
        d = variable.dims[k]
        if d not in file:
            size = variable.values.shape[k]
            file.create_dataset(d, shape=(size,), dtype=">f4").make_scale(_NO_VARIABLE % size)
        made.dims[k].attach_scale(file[d])


# --- A data set as NetCDF, whole or not at all, on a disk that may be full.
#
# HDF5 crashes the process when a file cannot be written to its end: what it could not flush it tries again when the file is
# closed and when the process ends. Hence it never hears of a failure. It writes through a ``Sink``, which remembers the first
# error; when HDF5 has closed the file in peace, the error is raised and the file removed.

_REMEMBERED = 1 << 20  # bytes; larger pieces are numbers, which HDF5 does not read back


class Sink:
    """What h5py asks of a file to write to. After an error it accepts everything and keeps only the small pieces, in memory."""

    def __init__(self, file: RawIOBase) -> None:
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

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Write all of ``data``, or pretend."""
        piece = memoryview(data).cast("B")
        if self.error is None:
            self.attempt(self.write_all, piece)
        if self.error is not None and len(piece) <= _REMEMBERED:
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

    def readinto(self, buffer: bytearray | memoryview) -> int:
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

    def attempt(self, action: Callable[..., object], *arguments: Any) -> None:
        """Do something with the file; an error is remembered."""
        try:
            action(*arguments)
        except BaseException as error:
            self.error = self.error or error


def write_netcdf(data: Data, path: str | Path) -> Path:
    """Write an xarray Dataset or samples as NetCDF; a WriteError where that cannot be done, and the old file as it was."""
    with uninterrupted(), whole_file(path) as part:
        write_into(data, part)
    return Path(path)


def write_into(data: Data, part: Path) -> None:
    """Write an xarray Dataset or samples into a file that is there, and raise what failed when HDF5 has closed it."""
    write: Callable[[Any, Sink], None] = _write_samples if isinstance(data, Samples) else _write_labelled
    with open(part, "r+b", buffering=0) as file:
        sink = Sink(file)
        try:
            write(data, sink)
        finally:
            if sink.error is not None:
                raise sink.error


def _write_labelled(data: xr.Dataset, sink: Sink) -> None:
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
