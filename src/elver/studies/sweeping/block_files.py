"""Finished blocks on disk. A file appears by one rename and carries a digest of what it says: undamaged, or no block."""

from __future__ import annotations

import hashlib
import json
import os
import re
import warnings
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from elver.errors import ElverError, InputError
from elver.files import to_json, write_whole
from elver.studies.runs import Recording, Row, described
from elver.studies.sweeping.blocks import Block

WORKPLACE, PLAN = ".elver", "plan.json"
OURS = re.compile(r"block-\d{7,}\.(json|npz)|\.elver-.*\.part")  # names of block files, and of those a kill left unfinished


class DamagedBlockError(ElverError):
    """A block's file does not say what was written into it."""


def block_path(store: Path, number: int) -> Path:
    return store / WORKPLACE / f"block-{number:07d}.json"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def write_block(store: Path, block: Block, rows: Sequence[Row]) -> None:
    """Trajectories first, then the rows: the file of rows says that the block is done. Its first line is the second's digest."""
    if not (store / WORKPLACE / PLAN).is_file():
        raise InputError(f"this computer does not see the store '{store}'. Put it on a file system that all workers share.")
    path, arrays = block_path(store, block.number), None
    if any(row.trajectories for row in rows):
        content = pack(rows)
        arrays = digest(content)
        write_whole(path.with_suffix(".npz"), content)
    lines = [
        {
            "case": case,
            "status": row.status,
            "detail": row.detail,
            "figures": row.figures,
            "kept": {name: {"labels": r.labels, "unit": r.unit, "meaning": r.meaning} for name, r in row.trajectories.items()},
        }
        for case, row in zip(block.cases, rows, strict=True)
    ]
    text = to_json({"rows": lines, "trajectories": arrays, "described": described(rows)})
    write_whole(path, f"{digest(text.encode())}\n{text}\n")


def pack(rows: Sequence[Row]) -> bytes:
    """Trajectories of a block as the content of one file."""
    buffer = BytesIO()
    arrays: dict[str, Any] = {f"{k}/{name}": r.values for k, row in enumerate(rows) for name, r in row.trajectories.items()}
    np.savez(buffer, **arrays)
    return buffer.getvalue()


def read_block(store: Path, block: Block) -> dict[int, Row]:
    """Rows of a finished block by case; an error where a file was damaged since it was written."""
    path = block_path(store, block.number)
    lines, words, content = read_checked(path)
    if tuple(line["case"] for line in lines) != tuple(block.cases):
        raise DamagedBlockError(f"'{path}' holds the cases of another block")
    arrays = {} if content is None else np.load(BytesIO(content), allow_pickle=False)
    rows = {}
    for k, line in enumerate(lines):
        kept = {n: Recording(r["labels"], arrays[f"{k}/{n}"], r["unit"], r["meaning"]) for n, r in line["kept"].items()}
        rows[line["case"]] = Row(line["status"], line["detail"], line["figures"], kept, words)
    return rows


def read_checked(path: Path) -> tuple[list[dict], dict, bytes | None]:
    """Lines of a block, what its figures mean, and the content of its file of trajectories, both as they were written."""
    try:
        mark, _, text = path.read_bytes().partition(b"\n")
        text = text.removesuffix(b"\n")
        if mark.decode(errors="replace") != digest(text):
            raise DamagedBlockError(f"'{path}' is damaged")
        found = json.loads(text)
        if found["trajectories"] is None:
            return found["rows"], found.get("described", {}), None
        content = path.with_suffix(".npz").read_bytes()
    except OSError as error:
        raise DamagedBlockError(f"'{path}' cannot be read: {error.strerror or error}") from None
    if digest(content) != found["trajectories"]:
        raise DamagedBlockError(f"'{path.with_suffix('.npz')}' is damaged")
    return found["rows"], found.get("described", {}), content


def read_rows(store: Path, blocks: Sequence[Block]) -> dict[int, Row]:
    """All rows of blocks that are there; what is damaged counts as not there, and a warning names it."""
    there = {entry.name for entry in os.scandir(store / WORKPLACE)}
    rows: dict[int, Row] = {}
    for block in blocks:
        if block_path(store, block.number).name not in there:
            continue
        try:
            rows |= read_block(store, block)
        except DamagedBlockError as error:
            warnings.warn(f"{error}: its {len(block.cases)} runs count as not made.", stacklevel=2)
    return rows


def remove_blocks(store: Path) -> None:
    """Remove block files and nothing else."""
    for entry in list(os.scandir(store / WORKPLACE)):
        if OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            os.unlink(entry.path)
