"""A file of NumPy arrays (npz), looked over before it is unpacked.

A zip file says itself how much it unpacks into, and NumPy makes an array of whatever a header claims. Here both are compared
with each other and with the length of the file before anything is made; objects, which are run when they are read, are refused.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

import numpy as np

from elver.errors import InputError
from elver.files import shown
from elver.reading.files import require_file, unpacked_limit

MOST_ARRAYS = 5000
SPARE = 20  # times the file's own length that it may unpack into: learned numbers hardly pack at all
LITTLE = 1 << 20  # bytes that any file may unpack into
KINDS = "fiubU"  # numbers, truth values and texts
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def read_npz(path, advice: str) -> dict[str, np.ndarray]:
    """The arrays of a file by name. advice: what to give instead, for the message."""
    size = require_file(path, advice)
    try:
        with open(Path(path), "rb") as file, Npz(file, str(path), size, advice) as packed:
            return {name: packed[name].copy() for name in packed}
    except InputError:
        raise
    except Exception as error:  # whatever the file's bytes make the reader raise
        raise InputError(f"'{shown(path)}' cannot be read as npz ({type(error).__name__}). {advice}") from error


class Npz(Mapping):
    """The arrays of an open file of ``size`` bytes, each read when it is asked for; looked over when it is opened."""

    def __init__(self, file: IO[bytes], path: str, size: int, advice: str):
        self.packed, self.name, self.advice = zipfile.ZipFile(file), f"'{shown(path)}'", advice
        self.members = {member.filename.removesuffix(".npy"): member for member in self.packed.infolist()}
        listed = self.packed.infolist()
        total, limit = sum(member.file_size for member in listed), min(unpacked_limit(), max(LITTLE, SPARE * size))
        if len(listed) > MOST_ARRAYS or total > limit:
            raise InputError(
                f"{self.name} claims {len(listed)} arrays of {total / 1e6:.3g} MB together; up to {MOST_ARRAYS} of "
                f"{limit / 1e6:.3g} MB are read. It is damaged, or no file of Elver. {advice}"
            )
        if any(m.compress_type not in PACKED or m.flag_bits & 1 or not m.filename.endswith(".npy") for m in listed):
            raise InputError(f"{self.name} holds something that is no plain array. {advice}")

    def __enter__(self) -> Npz:
        return self

    def __exit__(self, *_: object) -> None:
        self.packed.close()

    def __iter__(self) -> Iterator[str]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __getitem__(self, name: str) -> np.ndarray:
        """An array whose header claims just what follows it."""
        member = self.members[name]
        with self.packed.open(member) as inside:
            old = np.lib.format.read_magic(inside) == (1, 0)
            read_header = np.lib.format.read_array_header_1_0 if old else np.lib.format.read_array_header_2_0
            shape, by_columns, dtype = read_header(inside)
            claimed, there = math.prod(shape) * dtype.itemsize, member.file_size - inside.tell()
            if dtype.kind not in KINDS or any(n < 0 for n in shape) or claimed != there:
                what = f"values of type {dtype}" if dtype.kind not in KINDS else f"{claimed} bytes where {there} are"
                raise InputError(f"{self.name}: the array '{name[:60]}' claims {what}. {self.advice}")
            return np.frombuffer(inside.read(), dtype).reshape(shape, order="F" if by_columns else "C")
