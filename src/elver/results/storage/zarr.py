"""A Zarr store, looked over before it is opened.

A store names the codecs that unpack it, and some codecs run what they unpack (pickle). Only codecs that Elver's own stores use
are accepted, those that say how much they unpack into: every chunk is compared with the array it belongs to before it is read.
"""

from __future__ import annotations

import json
import math
import os
import re
import struct
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError
from elver._support.files import read_json, shown, unpacked_limit, write_whole, writing
from elver._support.resources import needed
from elver.results.storage.netcdf import uninterrupted

if TYPE_CHECKING:
    import xarray as xr

LIST, GROUP = ".zmetadata", ".zgroup"  # of a store: the list of its arrays, and the mark that it is one
_MOST_METADATA = 64 << 20  # bytes of it
_COMPRESSORS, _TEXT_FILTER = ("blosc", "zstd"), "vlen-utf8"
_MOST_CHUNKS, _MOST_ARRAYS = 100_000, 5000
SMALL = 6.4e7  # bytes of all arrays up to which a store is read into memory
_ADVICE = "Give the store of a sweep as `elver sweep` wrote it."
_HEADER = 18  # bytes that hold the unpacked size: 16 of Blosc, up to 18 of Zstandard
_ZSTD_MAGIC = 0xFD2FB528
_CHUNK = re.compile(r"\d+(\.\d+)*")  # name of a chunk's file


def read_store(store: str | Path, advice: str = _ADVICE) -> xr.Dataset:
    """The data set of a store: in memory where it is small, else on disk, where every use of a variable reads it again."""
    xr = needed("xarray", "reading data sets")

    store = Path(store)
    try:
        size = _check_store(store)
        data = xr.open_dataset(store, engine="zarr", consolidated=True, chunks=None, cache=False, zarr_format=2)
        data.attrs |= _listed_attributes(store)
        return data.load() if size <= SMALL else data
    except InputError:
        raise
    except Exception as error:  # whatever the store's bytes make the reader raise
        raise InputError(f"'{shown(store)}' cannot be read as a Zarr store ({type(error).__name__}). {advice}") from error


def _check_store(store: Path) -> int:
    """Refuse a store that names other codecs, leads out of itself, or claims more than the memory holds; bytes of all arrays.

    Every array must fit into the memory by itself, but for those along ``time``, of which parts can be asked for.
    """
    arrays, dims = _listed_arrays(store)
    total = chunks = 0
    for name, description in arrays.items():
        array = _Array.read(description, f"'{shown(store)}': array '{name[:60]}'")
        total, chunks = total + array.bytes, chunks + array.chunks
        needed = max(array.chunk_bytes, 0 if "time" in dims.get(name, ()) else array.bytes)
        if needed > (limit := unpacked_limit()) or chunks > _MOST_CHUNKS:
            raise InputError(
                f"'{shown(store)}' claims {needed / 1e9:.3g} GB for '{name[:60]}', {chunks} chunks in all; {limit / 1e9:.3g} GB "
                f"(half the memory) and {_MOST_CHUNKS} are allowed. It is damaged, or made on a larger computer."
            )
        _check_chunks(store / name, array)
    return total


def _listed_arrays(store: Path) -> tuple[dict[str, object], dict[str, list]]:
    """Descriptions of the arrays by name, and their dimensions beyond the first, from the store's own list."""
    if os.path.lexists(store / "zarr.json"):
        raise InputError(f"'{shown(store)}' is a Zarr store of format 3; Elver's are of format 2. {_ADVICE}")
    if (store / LIST).is_symlink():
        raise InputError(f"'{shown(store)}': {LIST} is a link. Links are not followed.")
    plain = read_json(store / LIST, _MOST_METADATA, _ADVICE)
    listed = plain.get("metadata") if isinstance(plain, dict) else None
    if not isinstance(listed, dict) or len(listed) > 3 * _MOST_ARRAYS:
        raise InputError(f"'{shown(store)}' has no list of its arrays in {LIST}. {_ADVICE}")
    arrays, dims = {}, {}
    for key, value in listed.items():
        *parents, kind = key.split("/")
        if kind not in (".zarray", ".zgroup", ".zattrs") or len(parents) > 1 or parents in ([".."], ["."], [""]):
            raise InputError(f"'{shown(store)}' lists '{key[:60]}', which no store of a sweep has. {_ADVICE}")
        if kind == ".zgroup" and parents:
            raise InputError(
                f"'{shown(store)}' holds the group '{parents[0][:60]}'; stores of sweeps hold arrays only. {_ADVICE}"
            )
        if kind == ".zarray":
            arrays["".join(parents)] = value
        elif kind == ".zattrs" and parents and isinstance(value, dict):
            own = value.get("_ARRAY_DIMENSIONS")
            dims[parents[0]] = own[1:] if isinstance(own, list) else []  # a coordinate along time is read when a store is opened
    if "" in arrays or not arrays:
        raise InputError(f"'{shown(store)}' holds no named arrays. {_ADVICE}")
    return arrays, dims


def _listed_attributes(store: Path) -> dict[str, object]:
    """Attributes of the store as its list has them, which belong to the arrays there. Zarr reads their own file, which may be
    older or newer where a writer was killed."""
    own = read_json(store / LIST, _MOST_METADATA, _ADVICE)["metadata"].get(".zattrs", {})
    return {name: value for name, value in own.items() if name != "coordinates"} if isinstance(own, dict) else {}


class _Array:
    """One array of a store. bytes: of all values; chunks: their number; chunk_bytes: unpacked, None for texts of any length."""

    def __init__(self, what: str, item: int, shape: list, chunks: list, compressor: str | None, text: bool):
        self.what, self.compressor, self.text = what, compressor, text
        self.bytes = item * math.prod(shape)
        self.chunks = math.prod(-(-s // c) for s, c in zip(shape, chunks, strict=True))
        self.chunk_bytes = item * math.prod(chunks)

    @classmethod
    def read(cls, plain: object, what: str) -> _Array:
        """An array from its description, every entry of it checked."""
        if not isinstance(plain, dict) or plain.get("zarr_format") != 2:
            raise InputError(f"{what} has no readable description. {_ADVICE}")
        shape, chunks = plain.get("shape", ()), plain.get("chunks", ())
        if not (_are_counts(shape, 0) and _are_counts(chunks, 1) and len(shape) == len(chunks)):
            raise InputError(f"{what} has the shape {str(shape)[:60]} in chunks of {str(chunks)[:60]}, which is none. {_ADVICE}")
        text = _filters(plain.get("filters"), what)
        return cls(
            what, _item_size(plain.get("dtype"), text, what), shape, chunks, _compressor(plain.get("compressor"), what), text
        )


def _are_counts(value: object, low: int) -> bool:
    return isinstance(value, list) and all(type(v) is int and v >= low for v in value)


def _filters(given: object, what: str) -> bool:
    """Whether an array holds texts of any length: the only filter that is accepted."""
    if given in (None, []):
        return False
    if given == [{"id": _TEXT_FILTER}]:
        return True
    raise InputError(f"{what} uses the filters {str(given)[:80]}. Accepted are none, and {_TEXT_FILTER} for texts.")


def _compressor(given: object, what: str) -> str | None:
    """Name of the compressor, where it is an accepted one."""
    if given is None:
        return None
    name = given.get("id") if isinstance(given, dict) else given
    if name not in _COMPRESSORS:
        raise InputError(f"{what} is packed with '{str(name)[:60]}'. Accepted are {', '.join(_COMPRESSORS)} and plain data.")
    return name


def _item_size(given: object, text: bool, what: str) -> int:
    """Bytes of one value. Python objects are accepted as texts only."""
    try:
        kind = np.dtype(given) if isinstance(given, str) else None
    except (TypeError, ValueError, SyntaxError):
        kind = None
    if kind is None or kind.kind not in ("O" if text else "fiubUS"):
        raise InputError(f"{what} holds values of type {str(given)[:60]}. Accepted are numbers and texts.")
    return max(kind.itemsize, 1)


# --- chunks ---------------------------------------------------------------------------------------------------------


def _check_chunks(folder: Path, array: _Array) -> None:
    """Refuse chunks that are links, or that unpack into something else than the array says."""
    if folder.is_symlink():
        raise InputError(f"{array.what} is a link. Links are not followed.")
    if not folder.is_dir():
        return  # no chunk was written: every value is the fill value
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink() or not entry.is_file(follow_symlinks=False):
                raise InputError(f"{array.what}: '{entry.name[:60]}' is a link or a folder. Neither is followed.")
            if _CHUNK.fullmatch(entry.name):  # what else lies there is not read
                _check_chunk(entry, array)


def _check_chunk(entry: os.DirEntry[str], array: _Array) -> None:
    """Compare what a chunk unpacks into with what its array says."""
    size = entry.stat(follow_symlinks=False).st_size
    if array.compressor is None:
        unpacked: int | None = size
    else:
        with open(entry.path, "rb") as file:
            head = file.read(_HEADER)
        unpacked = blosc_size(head, size) if array.compressor == "blosc" else zstd_size(head)
    fits = unpacked is not None and (unpacked <= unpacked_limit() if array.text else unpacked == array.chunk_bytes)
    if not fits:
        raise InputError(f"{array.what}: chunk '{entry.name[:60]}' is damaged: it does not unpack into what the array says.")


def blosc_size(head: bytes, size: int) -> int | None:
    """Unpacked bytes of a Blosc chunk of ``size`` bytes; None where it is none."""
    if len(head) < 16:
        return None
    unpacked, _, packed = struct.unpack_from("<III", head, 4)
    return unpacked if packed == size else None


def zstd_size(head: bytes) -> int | None:
    """Unpacked bytes that a Zstandard frame states (RFC 8878, 3.1.1.1); None where it states none."""
    if len(head) < 6 or struct.unpack_from("<I", head)[0] != _ZSTD_MAGIC:
        return None
    flags = head[4]
    single, code = flags >> 5 & 1, flags >> 6
    start = 5 + (0 if single else 1) + (0, 1, 2, 4)[flags & 3]
    width = (1 if single else 0, 2, 4, 8)[code]
    if not width or len(head) < start + width:
        return None
    return int.from_bytes(head[start : start + width], "little") + (256 if width == 2 else 0)


# --- A Zarr store that grows along time. Its list of arrays is replaced by one rename: that is the commit.
#
# Chunks that the list does not know yet are nobody's; arrays are as long as the list says, whatever lies beyond.

_OWN = (".zgroup", ".zattrs", ".zarray")


def require_zarr() -> None:
    """Refuse early where the package that writes stores is missing."""
    needed("zarr", "a Zarr store")


def make_array(
    group: Any,
    name: str,
    dims: Iterable[Hashable],
    shape: Sequence[int],
    chunks: Sequence[int],
    dtype: Any,
    attrs: Mapping[str, Any],
) -> Any:
    """An empty array of a store, as xarray reads it. Its chunks carry a checksum, which every reader looks at."""
    from numcodecs import Zstd  # type: ignore[import-untyped]

    chunks = tuple(max(1, size) for size in chunks)
    own = {"_ARRAY_DIMENSIONS": list(dims), **attrs}
    fill = np.nan if np.dtype(dtype).kind == "f" else None
    packed = {"compressors": Zstd(level=1, checksum=True), "fill_value": fill, "attributes": own}
    return group.create_array(name, shape=tuple(shape), chunks=chunks, dtype=dtype, **packed)


def remove_array(folder: Path) -> None:
    """Remove the files of an array, and its folder where nothing else is in it."""
    for entry in list(os.scandir(folder)):
        if (_CHUNK.fullmatch(entry.name) or entry.name in _OWN) and entry.is_file(follow_symlinks=False):
            os.unlink(entry.path)
    if not any(folder.iterdir()):
        folder.rmdir()


def remove_stream(store: Path) -> None:
    """Remove a run that was written while it went on: the arrays that its list names, and nothing of others.

    Where others have put something into the folder it stays, as a store that holds nothing yet (``holds_nothing``).
    """
    try:
        listed = {key.partition("/")[0] for key in json.loads((store / LIST).read_bytes())["metadata"] if "/" in key}
    except (OSError, ValueError, KeyError, TypeError):  # none, or a damaged one: nobody knows whose it is
        return
    with writing(store):
        for name in listed:
            if Path(name).name == name and (store / name).is_dir() and not (store / name).is_symlink():
                remove_array(store / name)
        for name in (LIST, ".zattrs"):
            (store / name).unlink(missing_ok=True)
        if {entry.name for entry in store.iterdir()} <= {GROUP} and not store.is_symlink():
            (store / GROUP).unlink(missing_ok=True)
            store.rmdir()


def holds_nothing(store: Path) -> bool:
    """Whether a folder is a store in which nothing has been committed yet."""
    return (store / GROUP).is_file() and not (store / LIST).exists()


def write_list(store: Path, attrs: Mapping[str, Any] | None = None, names: Iterable[str] | None = None) -> None:
    """The list of the arrays and their attributes, by one rename: what is in it lasts. attrs: further ones of the store.

    names: of the arrays; None for all that are there.
    """
    found = {}
    chosen = None if names is None else set(names)
    for folder in (
        store,
        *(Path(entry.path) for entry in os.scandir(store) if entry.is_dir() and not entry.name.startswith(".")),
    ):
        if chosen is not None and folder != store and folder.name not in chosen:
            continue
        for name in _OWN:
            if (folder / name).is_file() and (folder == store or (folder / ".zarray").is_file()):
                key = name if folder == store else f"{folder.name}/{name}"
                found[key] = json.loads((folder / name).read_bytes())
    if attrs:
        found[".zattrs"] = {**found.get(".zattrs", {}), **attrs}
    write_whole(store / LIST, json.dumps({"metadata": found, "zarr_consolidated_format": 1}, indent=1))


def _plain_attributes(attrs: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes as Python's own numbers and texts."""
    return {key: value.item() if hasattr(value, "item") else value for key, value in attrs.items()}


class ZarrStream:
    """``append`` adds samples and commits them; ``cut`` keeps the first ones. chunk: samples that lie together in the store."""

    def __init__(self, path: Path, chunk: int):
        require_zarr()
        self.path, self.chunk = path, chunk
        self.group: Any = None
        self.arrays: dict[str, Any] = {}

    def begin(self, data: xr.Dataset, attrs: Mapping[str, Any]) -> None:
        """A new store with the first samples, in place of one that holds none."""
        import zarr

        with writing(self.path):
            if self.path.is_dir():
                (self.path / LIST).unlink(missing_ok=True)
                for name in map(str, data.variables):  # those that a kill left behind
                    if (self.path / name / ".zarray").is_file():
                        remove_array(self.path / name)
        with uninterrupted(), writing(self.path):
            self.group = zarr.open_group(self.path, mode="a", zarr_format=2)
            for key, variable in data.variables.items():
                self.add(str(key), variable)
            self.settle(attrs)

    def add(self, name: str, variable: xr.Variable) -> None:
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
        listed = self.listed()
        self.arrays = {name: array for name, array in self.group.arrays() if f"{name}/.zarray" in listed}

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
        listed[".zattrs"] |= _plain_attributes(attrs)
        write_whole(self.path / LIST, json.dumps({"metadata": listed, "zarr_consolidated_format": 1}, indent=1))
        self.reopen()

    def append(self, data: xr.Dataset, attrs: Mapping[str, Any]) -> None:
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
        write_list(self.path, _plain_attributes(attrs), self.arrays)
        self.group.update_attributes(_plain_attributes(attrs))

    def close(self) -> None:
        """Nothing is open."""
        self.group = None
