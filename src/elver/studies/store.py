"""A sweep on disk: a Zarr store that grows block by block and can be killed at any moment.

While a sweep runs, the store holds ``.elver/plan.json`` (what is swept, and how) and one file per finished block. A block's file
appears by one rename, so that it is whole or not there: it is its own done-mark. When all blocks are there they become one
data set in the same folder, and the block files go.
"""

from __future__ import annotations

import json
import os
import shutil
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from elver.errors import InputError
from elver.reading import read_store
from elver.studies.blocks import Block
from elver.studies.runs import Recording, Row
from elver.studies.structure import check_sweep

WORKPLACE, PLAN, COMPLETE = ".elver", "plan.json", "complete"


def require_zarr() -> None:
    """Refuse early where the package that writes stores is missing."""
    try:
        import zarr  # noqa: F401
    except ImportError:
        raise InputError("a sweep is stored with the package zarr, which is missing: pip install 'elver[sweep]'.") from None


def open_store(path, plan: Mapping[str, object], resume: bool) -> Path:
    """A new store, or one to go on with. What is there is never overwritten, and never mixed with other settings."""
    require_zarr()
    store = Path(path)
    if store.is_file():
        raise InputError(f"'{store}' is a file. A sweep is stored in a folder, such as sweep.zarr.")
    if store.is_dir() and any(store.iterdir()):
        before = read_plan(store)
        refuse_difference(store, before, plan)
        if not resume:
            raise InputError(
                f"'{store}' holds a sweep already. Add --resume (resume=True) to go on with it, or choose another name."
            )
        return store
    if resume:
        raise InputError(f"there is no sweep in '{store}' to resume. Leave out --resume to begin it.")
    try:
        (store / WORKPLACE).mkdir(parents=True)
        write_whole(store / WORKPLACE / PLAN, json.dumps(plan, indent=1).encode())
    except OSError as error:
        raise InputError(f"cannot write to '{store}': {error.strerror or error}. Choose a folder you can write to.") from None
    return store


def read_plan(store: Path) -> dict:
    """What a store was made for."""
    try:
        return json.loads((store / WORKPLACE / PLAN).read_text())
    except (OSError, ValueError):
        raise InputError(f"'{store}' is not a sweep of Elver: it has no readable {WORKPLACE}/{PLAN}.") from None


def refuse_difference(store: Path, before: Mapping, now: Mapping) -> None:
    """Refuse to go on with a store that was made with other settings."""
    now = json.loads(json.dumps(now))
    differences = [
        f"{name}: {shorten(before.get(name))} in the store, {shorten(now.get(name))} now"
        for name in dict.fromkeys([*before, *now])
        if before.get(name) != now.get(name)
    ]
    if differences:
        more = f"; and {len(differences) - 4} more" if len(differences) > 4 else ""
        raise InputError(
            f"'{store}' was written with other settings. {'; '.join(differences[:4])}{more}. Use the same, or another store."
        )


def shorten(value) -> str:
    text = "nothing" if value is None else json.dumps(value)
    return text if len(text) <= 60 else text[:56] + " ..."


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there as a whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}.part")
    try:
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


# --- blocks ---------------------------------------------------------------------------------------------------------


def block_path(store: Path, number: int) -> Path:
    return store / WORKPLACE / f"block-{number:07d}.json"


def finished_blocks(store: Path, blocks: Sequence[Block]) -> set[int]:
    """Numbers of the blocks that need not be run again."""
    if (store / WORKPLACE / COMPLETE).exists():
        return {b.number for b in blocks}
    there = {entry.name for entry in os.scandir(store / WORKPLACE)}
    return {b.number for b in blocks if block_path(store, b.number).name in there}


def write_block(store: Path, block: Block, rows: Sequence[Row]) -> None:
    """Trajectories first, then the rows: the file of rows says that the block is done."""
    if not (store / WORKPLACE / PLAN).is_file():
        raise InputError(f"this computer does not see the store '{store}'. Put it on a file system that all workers share.")
    if any(row.trajectories for row in rows):
        write_trajectories(block_path(store, block.number).with_suffix(".npz"), rows)
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
    write_whole(block_path(store, block.number), json.dumps(lines).encode())


def write_trajectories(path: Path, rows: Sequence[Row]) -> None:
    from io import BytesIO

    buffer = BytesIO()
    np.savez(buffer, **{f"{k}/{name}": r.values for k, row in enumerate(rows) for name, r in row.trajectories.items()})
    write_whole(path, buffer.getvalue())


def read_block(store: Path, number: int) -> dict[int, Row]:
    """Rows of a finished block by case."""
    path = block_path(store, number)
    lines = json.loads(path.read_text())
    arrays = np.load(path.with_suffix(".npz")) if any(line["kept"] for line in lines) else {}
    rows = {}
    for k, line in enumerate(lines):
        kept = {n: Recording(r["labels"], arrays[f"{k}/{n}"], r["unit"], r["meaning"]) for n, r in line["kept"].items()}
        rows[line["case"]] = Row(line["status"], line["detail"], line["figures"], kept)
    return rows


def read_rows(store: Path, blocks: Sequence[Block]) -> dict[int, Row]:
    """All rows that are there."""
    rows: dict[int, Row] = {}
    for number in sorted(finished_blocks(store, blocks)):
        rows |= read_block(store, number)
    return rows


# --- the finished data set ------------------------------------------------------------------------------------------


def finish(store: Path, data) -> None:
    """Write the data set into the store, mark it complete, and remove the block files. Killed before the mark, it is redone."""
    for entry in store.iterdir():
        if entry.name != WORKPLACE:
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=f".*{WORKPLACE}.*")  # zarr remarks on the folder that is ours
        data.to_zarr(store, mode="a", zarr_format=2, consolidated=True)
    write_whole(store / WORKPLACE / COMPLETE, b"")
    for file in (store / WORKPLACE).glob("block-*"):
        file.unlink()


def is_complete(store: Path) -> bool:
    return (store / WORKPLACE / COMPLETE).exists()


def read_dataset(store: Path):
    """The finished data set, looked over before it is opened."""
    data = read_store(store)
    check_sweep(data, store)
    return data
