"""A NetCDF file that grows along time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from elver.files import whole_file
from elver.results.saved.netcdf import Sink, uninterrupted
from elver.results.streams.journal import JournalledFile


class NetcdfStream:
    """``append`` adds samples and commits them; ``cut`` keeps the first ones. chunk: samples that lie together in the file."""

    def __init__(self, path: Path, chunk: int):
        self.path, self.chunk = path, chunk
        self.sink: JournalledFile | None = None
        self.target: Any = None

    def begin(self, data, attrs: Mapping[str, Any]) -> None:
        """A new file with the first samples; an old one of that name is replaced when they are there."""
        import h5netcdf
        from xarray.backends import H5NetCDFStore

        data = data.assign_attrs(attrs)
        for variable in data.variables.values():
            variable.encoding = {}
            if "time" in variable.dims:
                variable.encoding["chunksizes"] = (self.chunk, *variable.shape[1:])
        with uninterrupted(), whole_file(self.path) as part, open(part, "r+b", buffering=0) as file:
            sink = Sink(file)
            try:
                with h5netcdf.File(sink, "w") as target:
                    data.dump_to_store(H5NetCDFStore(target), unlimited_dims=["time"])
            finally:
                if sink.error is not None:
                    raise sink.error
        self.reopen()

    def reopen(self) -> None:
        """Go on with the file that is there."""
        import h5netcdf

        self.sink = JournalledFile(self.path)
        self.target = h5netcdf.File(self.sink, "r+")

    def cut(self, samples: int, attrs: Mapping[str, Any]) -> None:
        """Keep the first ``samples`` alone, and commit that."""
        with uninterrupted():
            self.target.resize_dimension("time", samples)
            self.settle(attrs)

    def append(self, data, attrs: Mapping[str, Any]) -> None:
        """Further samples, and what has changed besides."""
        assert self.sink is not None
        with uninterrupted():
            first = self.target.dimensions["time"].size
            last = first + data.sizes["time"]
            self.target.resize_dimension("time", last)
            for name, variable in data.variables.items():
                if "time" in variable.dims:
                    self.target.variables[name][first:last] = variable.values
                elif name not in self.target.variables:
                    self.add(name, variable)
                elif variable.dtype.kind == "f" and variable.shape:
                    self.target.variables[name][...] = variable.values
            self.settle(attrs)

    def add(self, name: str, variable) -> None:
        """A variable without time that was not there at the beginning."""
        for d, size in zip(variable.dims, variable.shape, strict=True):
            if d not in self.target.dimensions:
                self.target.dimensions[d] = size
        made = self.target.create_variable(name, variable.dims, variable.dtype)
        made[...] = variable.values
        for key, value in variable.attrs.items():
            made.attrs[key] = value

    def settle(self, attrs: Mapping[str, Any]) -> None:
        """Commit, with these attributes."""
        assert self.sink is not None
        for key, value in attrs.items():
            self.target.attrs[key] = value
        self.target.flush()
        self.sink.commit()

    def close(self) -> None:
        """Close the file, everything in it committed or not."""
        if self.sink is None:
            return
        with uninterrupted():
            self.target.close()
            self.sink.commit()
            self.sink.close()
            self.sink = None
