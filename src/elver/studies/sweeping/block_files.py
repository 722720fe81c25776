"""Finished blocks on disk. A file appears by one rename and carries a digest of what it says: undamaged, or no block."""

from __future__ import annotations

import hashlib
import os
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from elver.errors import ElverError, InputError
from elver.files import to_json, write_whole
from elver.reading import Npz, parse_json
from elver.studies.sweeping.blocks import Block, Blocks
from elver.studies.sweeping.columns import Table

WORKPLACE, PLAN, VALUES = ".elver", "plan.json", "value "
OURS = re.compile(r"block-\d{7,}\.(json|npz)|\.elver-.*\.part")  # names of block files, and of those a kill left unfinished


class DamagedBlockError(ElverError):
    """A block's file does not say what was written into it."""


def block_path(store: Path, number: int) -> Path:
    return store / WORKPLACE / f"block-{number:07d}.npz"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def write_block(store: Path, block: Block, table: Table) -> None:
    """One file, there as a whole or not at all. Its first line is the digest of the rest, the columns as NumPy packs them."""
    if not (store / WORKPLACE / PLAN).is_file():
        raise InputError(f"this computer does not see the store '{store}'. Put it on a file system that all workers share.")
    buffer = BytesIO()
    packed: dict[str, Any] = {"about": np.frombuffer(to_json(table.about).encode(), dtype=np.uint8), "cases": table.cases}
    np.savez(buffer, **packed | {VALUES + name: values for name, values in table.values.items()})
    content = buffer.getvalue()
    write_whole(block_path(store, block.number), f"{digest(content)}\n".encode() + content)


@contextmanager
def read_block(store: Path, block: Block) -> Iterator[Table]:
    """The table of a finished block; an error where its file was damaged since it was written."""
    path = block_path(store, block.number)
    check_digest(path)
    with open(path, "rb") as file:
        file.readline()
        with opened(file, path) as packed:
            try:
                cases, about = packed["cases"], parse_json(packed["about"].tobytes())
            except (KeyError, ValueError, ElverError) as error:  # a digest says that nobody changed it by accident, no more
                raise DamagedBlockError(f"'{path}' is no block of a sweep") from error
            if tuple(cases.tolist()) != tuple(block.cases):
                raise DamagedBlockError(f"'{path}' holds the cases of another block")
            yield Table(cases, about, Columns(packed))


def opened(file, path: Path) -> Npz:
    """The columns of a block's file."""
    try:
        return Npz(file, str(path), path.stat().st_size, "Let the sweep make the block again: remove the file.")
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError) as error:
        raise DamagedBlockError(f"'{path}' is no block of a sweep") from error


class Columns(Mapping):
    """Columns of a block's file, each read when it is asked for."""

    def __init__(self, packed: Npz):
        self.packed = packed

    def __getitem__(self, name: str) -> np.ndarray:
        return self.packed[VALUES + name]

    def __iter__(self) -> Iterator[str]:
        return (name.removeprefix(VALUES) for name in self.packed if name.startswith(VALUES))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def check_digest(path: Path) -> None:
    """An error where a file is not what was written into it."""
    try:
        mark, _, content = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise DamagedBlockError(f"'{path}' cannot be read: {error.strerror or error}") from None
    if mark.decode(errors="replace") != digest(content):
        raise DamagedBlockError(f"'{path}' is damaged")


def finished_blocks(store: Path, blocks: Blocks, failed: bool = True) -> list[int]:
    """Numbers of the blocks that are there; what is damaged counts as not there, and a warning names it.

    failed: blocks with a case that failed by an error that should not be too.
    """
    there, found = {entry.name for entry in os.scandir(store / WORKPLACE)}, []
    for number in range(len(blocks)):
        if block_path(store, number).name not in there:
            continue
        try:
            with read_block(store, blocks[number]) as table:
                if failed or "failed" not in table.values["status"]:
                    found.append(number)
        except DamagedBlockError as error:
            warnings.warn(f"{error}: its {len(blocks[number].cases)} runs count as not made.", stacklevel=2)
    return found


def read_tables(store: Path, blocks: Blocks, numbers: Iterable[int]) -> Iterator[Table]:
    """Tables of finished blocks, one after the other; each is open until the next is asked for."""
    for number in numbers:
        with read_block(store, blocks[number]) as table:
            yield table


def remove_blocks(store: Path) -> None:
    """Remove block files and nothing else."""
    for entry in list(os.scandir(store / WORKPLACE)):
        if OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            os.unlink(entry.path)
