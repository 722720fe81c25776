"""A Zarr store that grows along time. Its list of arrays is replaced by one rename: that is the commit.

Chunks that the list does not know yet are nobody's; arrays are as long as the list says, whatever lies beyond.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from elver.files import write_whole, writing
from elver.packages import needed
from elver.results.saved.netcdf import uninterrupted

LIST = ".zmetadata"
OWN = (".zgroup", ".zattrs", ".zarray")


def require_zarr() -> None:
    """Refuse early where the package that writes stores is missing."""
    needed("zarr", "a Zarr store")


def make_array(group: Any, name: str, dims, shape, chunks, dtype, attrs: Mapping[str, Any]):
    """An empty array of a store, as xarray reads it. Its chunks carry a checksum, which every reader looks at."""
    from numcodecs import Zstd  # type: ignore[import-untyped]

    chunks = tuple(max(1, size) for size in chunks)
    own = {"_ARRAY_DIMENSIONS": list(dims), **attrs}
    fill = np.nan if np.dtype(dtype).kind == "f" else None
    packed = {"compressors": Zstd(level=1, checksum=True), "fill_value": fill, "attributes": own}
    return group.create_array(name, shape=tuple(shape), chunks=chunks, dtype=dtype, **packed)


def write_list(store: Path, attrs: Mapping[str, Any] | None = None) -> None:
    """The list of all arrays and their attributes, by one rename: what is in it lasts. attrs: further ones of the store."""
    found = {}
    for folder in (
        store,
        *(Path(entry.path) for entry in os.scandir(store) if entry.is_dir() and not entry.name.startswith(".")),
    ):
        for name in OWN:
            if (folder / name).is_file() and (folder == store or (folder / ".zarray").is_file()):
                key = name if folder == store else f"{folder.name}/{name}"
                found[key] = json.loads((folder / name).read_bytes())
    if attrs:
        found[".zattrs"] = {**found.get(".zattrs", {}), **attrs}
    write_whole(store / LIST, json.dumps({"metadata": found, "zarr_consolidated_format": 1}, indent=1))


def plain(attrs: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes as Python's own numbers and texts."""
    return {key: value.item() if hasattr(value, "item") else value for key, value in attrs.items()}


class ZarrStream:
    """``append`` adds samples and commits them; ``cut`` keeps the first ones. chunk: samples that lie together in the store."""

    def __init__(self, path: Path, chunk: int):
        require_zarr()
        self.path, self.chunk = path, chunk
        self.group: Any = None
        self.arrays: dict[str, Any] = {}

    def begin(self, data, attrs: Mapping[str, Any]) -> None:
        """A new store with the first samples, in place of one that holds none."""
        import zarr

        with writing(self.path):
            if self.path.is_dir():
                (self.path / LIST).unlink(missing_ok=True)
                for name in os.listdir(self.path):
                    if (self.path / name / ".zarray").is_file():
                        shutil.rmtree(self.path / name)
        with uninterrupted(), writing(self.path):
            self.group = zarr.open_group(self.path, mode="a", zarr_format=2)
            for name, variable in data.variables.items():
                self.add(str(name), variable)
            self.settle(attrs)

    def add(self, name: str, variable) -> None:
        """A variable with its values."""
        values = np.asarray(variable.values)
        values = values.astype(str) if values.dtype.kind == "O" else values
        long = "time" in variable.dims
        chunks = (self.chunk, *values.shape[1:]) if long else values.shape
        array = make_array(self.group, name, variable.dims, values.shape, chunks, values.dtype, variable.attrs)
        array[...] = values
        self.arrays[name] = array

    def reopen(self) -> None:
        """Go on with the store that is there, as its list says: what a killed process wrote besides is written over."""
        import zarr

        for key, value in self.listed().items():
            write_whole(self.path / key, json.dumps(value))
        self.group = zarr.open_group(self.path, mode="r+", zarr_format=2, use_consolidated=False)
        self.arrays = dict(self.group.arrays())

    def listed(self) -> dict[str, Any]:
        """Descriptions of the store and its arrays as they were committed."""
        return json.loads((self.path / LIST).read_bytes())["metadata"]

    def cut(self, samples: int, attrs: Mapping[str, Any]) -> None:
        """Keep the first ``samples`` alone, and commit that."""
        listed = self.listed()
        for key, value in listed.items():
            name, _, kind = key.rpartition("/")
            if kind == ".zarray" and listed[f"{name}/.zattrs"]["_ARRAY_DIMENSIONS"][:1] == ["time"]:
                value["shape"][0] = samples
        listed[".zattrs"] |= plain(attrs)
        write_whole(self.path / LIST, json.dumps({"metadata": listed, "zarr_consolidated_format": 1}, indent=1))
        self.reopen()

    def append(self, data, attrs: Mapping[str, Any]) -> None:
        """Further samples, and what has changed besides."""
        with uninterrupted(), writing(self.path):
            for name, variable in data.variables.items():
                array = self.arrays.get(str(name))
                if array is None:
                    self.add(str(name), variable)
                elif "time" in variable.dims:
                    first = array.shape[0]
                    array.resize((first + variable.shape[0], *array.shape[1:]))
                    array[first:] = variable.values
                elif variable.dtype.kind == "f" and variable.shape == array.shape:
                    array[...] = variable.values
            self.settle(attrs)

    def settle(self, attrs: Mapping[str, Any]) -> None:
        """Commit, with these attributes. Their own file comes after the list: many readers take the list for the arrays alone."""
        write_list(self.path, plain(attrs))
        self.group.update_attributes(plain(attrs))

    def close(self) -> None:
        """Nothing is open."""
        self.group = None
