"""A Zarr store, looked over before it is opened.

A store names the codecs that unpack it, and some codecs run what they unpack (pickle). Only codecs that Elver's own stores use
are accepted, those that say how much they unpack into: every chunk is compared with the array it belongs to before it is read.
"""

from __future__ import annotations

import math
import os
import re
import struct
from pathlib import Path

import numpy as np

from elver.errors import InputError
from elver.files import shown
from elver.packages import needed
from elver.reading.files import read_json, unpacked_limit

METADATA, MOST_METADATA = ".zmetadata", 64 << 20  # bytes
COMPRESSORS, TEXT_FILTER = ("blosc", "zstd"), "vlen-utf8"
MOST_CHUNKS, MOST_ARRAYS = 100_000, 5000
SMALL = 6.4e7  # bytes of all arrays up to which a store is read into memory
ADVICE = "Give the store of a sweep as `elver sweep` wrote it."
HEADER = 18  # bytes that hold the unpacked size: 16 of Blosc, up to 18 of Zstandard
ZSTD_MAGIC = 0xFD2FB528
CHUNK = re.compile(r"\d+(\.\d+)*")  # name of a chunk's file


def read_store(store, advice: str = ADVICE):
    """The data set of a store: in memory where it is small, else on disk, where every use of a variable reads it again."""
    xr = needed("xarray", "reading data sets")

    store = Path(store)
    try:
        size = check_store(store)
        data = xr.open_dataset(store, engine="zarr", consolidated=True, chunks=None, cache=False, zarr_format=2)
        data.attrs |= listed_attributes(store)
        return data.load() if size <= SMALL else data
    except InputError:
        raise
    except Exception as error:  # whatever the store's bytes make the reader raise
        raise InputError(f"'{shown(store)}' cannot be read as a Zarr store ({type(error).__name__}). {advice}") from error


def check_store(store: Path) -> int:
    """Refuse a store that names other codecs, leads out of itself, or claims more than the memory holds; bytes of all arrays.

    Every array must fit into the memory by itself, but for those along ``time``, of which parts can be asked for.
    """
    arrays, dims = listed_arrays(store)
    total = chunks = 0
    for name, description in arrays.items():
        array = Array.read(description, f"'{shown(store)}': array '{name[:60]}'")
        total, chunks = total + array.bytes, chunks + array.chunks
        needed = max(array.chunk_bytes, 0 if "time" in dims.get(name, ()) else array.bytes)
        if needed > (limit := unpacked_limit()) or chunks > MOST_CHUNKS:
            raise InputError(
                f"'{shown(store)}' claims {needed / 1e9:.3g} GB for '{name[:60]}', {chunks} chunks in all; {limit / 1e9:.3g} GB "
                f"(half the memory) and {MOST_CHUNKS} are allowed. It is damaged, or made on a larger computer."
            )
        check_chunks(store / name, array)
    return total


def listed_arrays(store: Path) -> tuple[dict[str, object], dict[str, list]]:
    """Descriptions of the arrays by name, and their dimensions beyond the first, from the store's own list."""
    if os.path.lexists(store / "zarr.json"):
        raise InputError(f"'{shown(store)}' is a Zarr store of format 3; Elver's are of format 2. {ADVICE}")
    if (store / METADATA).is_symlink():
        raise InputError(f"'{shown(store)}': {METADATA} is a link. Links are not followed.")
    plain = read_json(store / METADATA, MOST_METADATA, ADVICE)
    listed = plain.get("metadata") if isinstance(plain, dict) else None
    if not isinstance(listed, dict) or len(listed) > 3 * MOST_ARRAYS:
        raise InputError(f"'{shown(store)}' has no list of its arrays in {METADATA}. {ADVICE}")
    arrays, dims = {}, {}
    for key, value in listed.items():
        *parents, kind = key.split("/")
        if kind not in (".zarray", ".zgroup", ".zattrs") or len(parents) > 1 or parents in ([".."], ["."], [""]):
            raise InputError(f"'{shown(store)}' lists '{key[:60]}', which no store of a sweep has. {ADVICE}")
        if kind == ".zgroup" and parents:
            raise InputError(f"'{shown(store)}' holds the group '{parents[0][:60]}'; stores of sweeps hold arrays only. {ADVICE}")
        if kind == ".zarray":
            arrays["".join(parents)] = value
        elif kind == ".zattrs" and parents and isinstance(value, dict):
            own = value.get("_ARRAY_DIMENSIONS")
            dims[parents[0]] = own[1:] if isinstance(own, list) else []  # a coordinate along time is read when a store is opened
    if "" in arrays or not arrays:
        raise InputError(f"'{shown(store)}' holds no named arrays. {ADVICE}")
    return arrays, dims


def listed_attributes(store: Path) -> dict[str, object]:
    """Attributes of the store as its list has them, which belong to the arrays there. Zarr reads their own file, which may be
    older or newer where a writer was killed."""
    own = read_json(store / METADATA, MOST_METADATA, ADVICE)["metadata"].get(".zattrs", {})
    return {name: value for name, value in own.items() if name != "coordinates"} if isinstance(own, dict) else {}


class Array:
    """One array of a store. bytes: of all values; chunks: their number; chunk_bytes: unpacked, None for texts of any length."""

    def __init__(self, what: str, item: int, shape: list, chunks: list, compressor: str | None, text: bool):
        self.what, self.compressor, self.text = what, compressor, text
        self.bytes = item * math.prod(shape)
        self.chunks = math.prod(-(-s // c) for s, c in zip(shape, chunks, strict=True))
        self.chunk_bytes = item * math.prod(chunks)

    @classmethod
    def read(cls, plain, what: str) -> Array:
        """An array from its description, every entry of it checked."""
        if not isinstance(plain, dict) or plain.get("zarr_format") != 2:
            raise InputError(f"{what} has no readable description. {ADVICE}")
        shape, chunks = plain.get("shape", ()), plain.get("chunks", ())
        if not (counts(shape, 0) and counts(chunks, 1) and len(shape) == len(chunks)):
            raise InputError(f"{what} has the shape {str(shape)[:60]} in chunks of {str(chunks)[:60]}, which is none. {ADVICE}")
        text = filters(plain.get("filters"), what)
        return cls(
            what, item_size(plain.get("dtype"), text, what), shape, chunks, compressor(plain.get("compressor"), what), text
        )


def counts(value, low: int) -> bool:
    return isinstance(value, list) and all(type(v) is int and v >= low for v in value)


def filters(given, what: str) -> bool:
    """Whether an array holds texts of any length: the only filter that is accepted."""
    if given in (None, []):
        return False
    if given == [{"id": TEXT_FILTER}]:
        return True
    raise InputError(f"{what} uses the filters {str(given)[:80]}. Accepted are none, and {TEXT_FILTER} for texts.")


def compressor(given, what: str) -> str | None:
    """Name of the compressor, where it is an accepted one."""
    if given is None:
        return None
    name = given.get("id") if isinstance(given, dict) else given
    if name not in COMPRESSORS:
        raise InputError(f"{what} is packed with '{str(name)[:60]}'. Accepted are {', '.join(COMPRESSORS)} and plain data.")
    return name


def item_size(given, text: bool, what: str) -> int:
    """Bytes of one value. Python objects are accepted as texts only."""
    try:
        kind = np.dtype(given) if isinstance(given, str) else None
    except (TypeError, ValueError, SyntaxError):
        kind = None
    if kind is None or kind.kind not in ("O" if text else "fiubUS"):
        raise InputError(f"{what} holds values of type {str(given)[:60]}. Accepted are numbers and texts.")
    return max(kind.itemsize, 1)


# --- chunks ---------------------------------------------------------------------------------------------------------


def check_chunks(folder: Path, array: Array) -> None:
    """Refuse chunks that are links, or that unpack into something else than the array says."""
    if folder.is_symlink():
        raise InputError(f"{array.what} is a link. Links are not followed.")
    if not folder.is_dir():
        return  # no chunk was written: every value is the fill value
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink() or not entry.is_file(follow_symlinks=False):
                raise InputError(f"{array.what}: '{entry.name[:60]}' is a link or a folder. Neither is followed.")
            if CHUNK.fullmatch(entry.name):  # what else lies there is not read
                check_chunk(entry, array)


def check_chunk(entry, array: Array) -> None:
    """Compare what a chunk unpacks into with what its array says."""
    size = entry.stat(follow_symlinks=False).st_size
    if array.compressor is None:
        unpacked = size
    else:
        with open(entry.path, "rb") as file:
            head = file.read(HEADER)
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
    if len(head) < 6 or struct.unpack_from("<I", head)[0] != ZSTD_MAGIC:
        return None
    flags = head[4]
    single, code = flags >> 5 & 1, flags >> 6
    start = 5 + (0 if single else 1) + (0, 1, 2, 4)[flags & 3]
    width = (1 if single else 0, 2, 4, 8)[code]
    if not width or len(head) < start + width:
        return None
    return int.from_bytes(head[start : start + width], "little") + (256 if width == 2 else 0)
