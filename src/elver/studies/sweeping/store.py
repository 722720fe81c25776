"""A sweep on disk: a Zarr store that grows block by block and can be killed at any moment.

While a sweep runs, the store holds ``.elver/plan.json`` (what is swept, and how), a lock, and the files of finished blocks. When
all blocks are there they become one data set in the same folder, and the block files go. What others put into the folder stays:
only names that ``.elver/written.json`` lists are ever removed.
"""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from elver.errors import ElverError, InputError
from elver.files import asked_for, folder_asked_for, held, shown, write_json, write_whole, writing
from elver.reading import read_store
from elver.results.streams.zarr import require_zarr
from elver.studies.structure import check_sweep
from elver.studies.sweeping.block_files import OURS, PLAN, WORKPLACE, digest, remove_blocks
from elver.studies.sweeping.blocks import Blocks
from elver.studies.sweeping.merging import survey, write_merged
from elver.studies.sweeping.table import coordinates

LOCK, COMPLETE, WRITTEN = "lock", "complete", "written.json"
METADATA = (".zgroup", ".zattrs", ".zmetadata")
ARRAY_FILE = re.compile(r"\.zarray|\.zattrs|\d+(\.\d+)*")  # what Zarr writes into the folder of an array


@contextmanager
def opened(path, plan: Mapping[str, object], resume: bool, overwrite: bool = False) -> Iterator[Path]:
    """A new store, or one to go on with, held while it is written. Nothing is mixed, and nothing overwritten unasked."""
    require_zarr()
    refuse_both(resume, overwrite)
    store = Path(path)
    refuse_other_places(store, resume)
    if is_complete(store) and not overwrite:
        go_on(store, read_plan(store), plan, resume)
        yield store
        return
    with held(folder_asked_for(store / WORKPLACE) / LOCK, f"the sweep in '{shown(store)}'"):
        if overwrite:
            remove_sweep(store)
            write_json(store / WORKPLACE / PLAN, plan)
        elif is_begun(store):
            go_on(store, read_plan(store), plan, resume)
        else:
            write_json(store / WORKPLACE / PLAN, plan)
        yield store


def refuse_both(resume: bool, overwrite: bool) -> None:
    if resume and overwrite:
        raise InputError("resume goes on with what is there, overwrite begins anew. Give one of the two.")


def refuse_other_places(store: Path, resume: bool) -> None:
    """Refuse files, folders of others, and nothing to resume."""
    with asked_for(store):
        if store.is_file():
            raise InputError(f"'{store}' is a file. A sweep is stored in a folder, such as sweep.zarr.")
        if store.is_symlink() and not store.exists():
            raise InputError(f"'{store}' is a link to nothing. Make the folder it points to, or choose another name.")
        if not store.is_dir():
            if resume:
                raise InputError(f"there is no sweep in '{shown(store)}' to resume. Leave out --resume to begin it.")
        elif any(store.iterdir()) and not (store / WORKPLACE).is_dir():
            raise not_a_sweep(store)


def not_a_sweep(store: Path) -> InputError:
    return InputError(f"'{store}' is not a sweep of Elver: it has no readable {WORKPLACE}/{PLAN}.")


def damaged(store: Path, runs: int) -> ElverError:
    return ElverError(
        f"{runs} runs in '{store}' were damaged while the sweep ran. Look after the disk, then --resume: they are made again."
    )


def is_begun(store: Path) -> bool:
    """False where a kill came before the first file was whole: there is nothing yet to go on with."""
    names = {entry.name for entry in os.scandir(store / WORKPLACE)}
    if PLAN in names and (store / WORKPLACE / PLAN).stat().st_size > 0:
        return True
    return COMPLETE in names or any(OURS.fullmatch(name) and name.startswith("block-") for name in names)


def go_on(store: Path, before: Mapping, plan: Mapping, resume: bool) -> None:
    """Refuse to go on with other settings, or without being asked to."""
    refuse_difference(store, before, plan)
    if not resume:
        raise InputError(
            f"'{store}' holds a sweep already. Add --resume (resume=True) to go on with it, or --force (overwrite=True) to begin "
            "anew, or choose another name."
        )


def read_plan(store: Path) -> dict:
    """What a store was made for."""
    try:
        plan = json.loads((store / WORKPLACE / PLAN).read_bytes())
    except (OSError, ValueError):
        raise not_a_sweep(store) from None
    if not isinstance(plan, dict):
        raise not_a_sweep(store)
    return plan


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
            f"'{store}' was written with other settings. {'; '.join(differences[:4])}{more}. Use the same, or another "
            "store, or --force (overwrite=True) to begin anew."
        )


def shorten(value) -> str:
    text = "nothing" if value is None else json.dumps(value)
    return text if len(text) <= 60 else text[:56] + " ..."


# --- the finished data set ------------------------------------------------------------------------------------------


def finish(store: Path, blocks: Blocks, attributes: Mapping[str, str]) -> None:
    """Make the data set of all blocks, mark the store complete, remove the block files. Killed before the mark, it is redone."""
    with writing(store):
        variables = survey(store, blocks)
        names = [*METADATA, *coordinates(blocks.axes, variables), *variables]
        clear(store, names)
        write_json(store / WORKPLACE / WRITTEN, names)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*not recognized as a component.*")  # of folders that are not Zarr's
            write_merged(store, blocks, variables, attributes)
        write_whole(store / WORKPLACE / COMPLETE, list_digest(store))
        remove_blocks(store)


def list_digest(store: Path) -> str:
    """Digest of the list of the arrays, which chunks have in themselves."""
    return digest((store / METADATA[-1]).read_bytes())


def clear(store: Path, names: Iterable[str]) -> None:
    """Make room for what will be written: remove what an earlier try wrote, and refuse to write over anything else."""
    ours = read_written(store)
    for name in names:
        path = store / name
        if not os.path.lexists(path):
            continue
        if name not in ours or path.is_symlink():
            raise InputError(f"'{path}' was not written by Elver and is in the way of the results. Move it, then --resume.")
        if path.is_dir():
            remove_array(path)
        else:
            path.unlink()


def remove_sweep(store: Path) -> None:
    """Remove a sweep, finished or not, and nothing of others. Killed on the way it is one that can be gone on with: its plan
    stays until the next one takes its place."""
    with writing(store):
        ours = {name for name in read_written(store) if not (store / name).is_symlink()}
        (store / WORKPLACE / COMPLETE).unlink(missing_ok=True)
        remove_blocks(store)
        clear(store, [name for name in METADATA if name in ours])
        clear(store, [name for name in ours if (store / name).is_dir()])


def read_written(store: Path) -> set[str]:
    """Names that an earlier try to finish wrote into the store; none that leads out of it."""
    try:
        names = json.loads((store / WORKPLACE / WRITTEN).read_bytes())
    except (OSError, ValueError):
        return set()
    texts = (name for name in names if isinstance(name, str)) if isinstance(names, list) else ()
    return {name for name in texts if Path(name).name == name and name not in ("..", WORKPLACE)}


def remove_array(folder: Path) -> None:
    """Remove the files of a Zarr array, and its folder where nothing else is in it."""
    for entry in list(os.scandir(folder)):
        if ARRAY_FILE.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            os.unlink(entry.path)
    if not any(folder.iterdir()):
        folder.rmdir()


def is_complete(store: Path) -> bool:
    with writing(store):
        return (store / WORKPLACE / COMPLETE).exists()


def read_dataset(store: Path):
    """The finished data set, looked over before it is opened; a large one stays on disk until a part of it is asked for."""
    with asked_for(store):
        mark = (store / WORKPLACE / COMPLETE).read_text(errors="replace")
        if mark and os.path.isfile(store / METADATA[-1]) and mark != list_digest(store):
            raise InputError(f"'{shown(store / METADATA[-1])}' is damaged: it is not what was written. Make the sweep again.")
    data = read_store(store)
    check_sweep(data, store)
    return data
