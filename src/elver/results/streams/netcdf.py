"""A NetCDF file that grows along time.

Time is given a largest length in the file, far beyond any run, rather than none: readers look for the length of a dimension
without end in every variable that has it, which takes them seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from elver.files import whole_file, writing
from elver.results.saved.netcdf import uninterrupted, write_into
from elver.results.saved.plain import add_variable, describe
from elver.results.streams.journal import JournalledFile

LONGEST = 1 << 40  # samples


class NetcdfStream:
    """``append`` adds samples and commits them; ``cut`` keeps the first ones. chunk: samples that lie together in the file."""

    def __init__(self, path: Path, chunk: int):
        self.path, self.chunk = path, chunk
        self.sink: JournalledFile | None = None
        self.file: Any = None

    def begin(self, data, attrs: Mapping[str, Any]) -> None:
        """A new file with the first samples; an old one of that name is replaced when they are there."""
        series = [name for name, variable in data.variables.items() if "time" in variable.dims]
        with uninterrupted(), whole_file(self.path) as part:
            write_into(data.drop_vars(series).assign_attrs(attrs), part)
            with changed(part) as file:
                for name in ("time", *(n for n in series if n != "time")):
                    add_series(file, str(name), data.variables[name], self.chunk)
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
                if variable.maxshape[0] == LONGEST and variable.shape[0] == times:
                    variable.resize(samples, axis=0)
            self.settle(attrs)

    def append(self, data, attrs: Mapping[str, Any]) -> None:
        """Further samples, and what has changed besides."""
        with uninterrupted():
            for name, variable in data.variables.items():
                if name not in self.file:
                    add_variable(self.file, name, variable)
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
def changed(path: Path):
    """A file of HDF5 to be changed in the block."""
    import h5py

    sink = JournalledFile(path)
    try:
        with h5py.File(sink, "r+") as file:
            yield file
        sink.commit()
    finally:
        sink.close()


def add_series(file, name: str, variable, chunk: int) -> None:
    """A variable along time."""
    values = np.asarray(variable.values)
    room = {"chunks": (chunk, *values.shape[1:]), "maxshape": (LONGEST, *values.shape[1:])}
    made = file.create_dataset(name, data=values, **room)
    if name == "time":
        made.make_scale(name)
    describe(file, made, variable, range(1 if name == "time" else 0, values.ndim))
