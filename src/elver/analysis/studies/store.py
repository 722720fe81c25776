"""Stores of sweeps on disk: blocks, the plan, and the data set that they become."""

from __future__ import annotations

import json
import math
import os
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from elver._support.errors import ElverError, InputError
from elver._support.files import (
    Npz,
    asked_for,
    digest,
    folder_asked_for,
    held,
    parse_json,
    shown,
    to_json,
    write_json,
    write_whole,
    writing,
)
from elver.analysis.studies.columns import CaseTable, Catalogue, Variable, coordinates, gather
from elver.analysis.studies.setup import Block, Blocks
from elver.results.record import plain_values
from elver.results.storage.layout import FileField, FileLayout, check_layout
from elver.results.storage.zarr import make_array, read_store, remove_array, require_zarr, write_list

if TYPE_CHECKING:
    import xarray as xr

# --- Finished blocks on disk. A file appears by one rename and carries a digest of what it says: undamaged, or no block.

WORKPLACE, PLAN, _VALUES = ".elver", "plan.json", "value "
_OURS = re.compile(r"block-\d{7,}\.(json|npz)|\.elver-.*\.part")  # names of block files, and of those a kill left unfinished


class _DamagedBlockError(ElverError):
    """A block's file does not say what was written into it."""


def _block_path(store: Path, number: int) -> Path:
    return store / WORKPLACE / f"block-{number:07d}.npz"


def write_block(store: Path, block: Block, table: CaseTable) -> None:
    """One file, there as a whole or not at all. Its first line is the digest of the rest, the columns as NumPy packs them."""
    if not (store / WORKPLACE / PLAN).is_file():
        raise InputError(f"this computer does not see the store '{store}'. Put it on a file system that all workers share.")
    buffer = BytesIO()
    packed: dict[str, Any] = {"about": np.frombuffer(to_json(table.about).encode(), dtype=np.uint8), "cases": table.cases}
    np.savez(buffer, **packed | {_VALUES + name: values for name, values in table.values.items()})
    content = buffer.getvalue()
    write_whole(_block_path(store, block.number), f"{digest(content)}\n".encode() + content)


@contextmanager
def _read_block(store: Path, block: Block) -> Iterator[CaseTable]:
    """The table of a finished block; an error where its file was damaged since it was written."""
    path = _block_path(store, block.number)
    _check_digest(path)
    with open(path, "rb") as file:
        file.readline()
        with _open_block(file, path) as packed:
            try:
                cases, about = packed["cases"], parse_json(packed["about"].tobytes())
            except (KeyError, ValueError, ElverError) as error:  # a digest says that nobody changed it by accident, no more
                raise _DamagedBlockError(f"'{path}' is no block of a sweep") from error
            if tuple(cases.tolist()) != tuple(block.cases):
                raise _DamagedBlockError(f"'{path}' holds the cases of another block")
            yield CaseTable(cases, about, _Columns(packed))


def _open_block(file: BinaryIO, path: Path) -> Npz:
    """The columns of a block's file."""
    try:
        return Npz(file, str(path), path.stat().st_size, "Let the sweep make the block again: remove the file.")
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError) as error:
        raise _DamagedBlockError(f"'{path}' is no block of a sweep") from error


class _Columns(Mapping):
    """Columns of a block's file, each read when it is asked for."""

    def __init__(self, packed: Npz):
        self.packed = packed

    def __getitem__(self, name: str) -> np.ndarray:
        return self.packed[_VALUES + name]

    def __iter__(self) -> Iterator[str]:
        return (name.removeprefix(_VALUES) for name in self.packed if name.startswith(_VALUES))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _check_digest(path: Path) -> None:
    """An error where a file is not what was written into it."""
    try:
        mark, _, content = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise _DamagedBlockError(f"'{path}' cannot be read: {error.strerror or error}") from None
    if mark.decode(errors="replace") != digest(content):
        raise _DamagedBlockError(f"'{path}' is damaged")


def finished_blocks(store: Path, blocks: Blocks, failed: bool = True) -> list[int]:
    """Numbers of the blocks that are there; what is damaged counts as not there, and a warning names it.

    failed: blocks with a case that failed by an error that should not be too.
    """
    there, found = {entry.name for entry in os.scandir(store / WORKPLACE)}, []
    for number in range(len(blocks)):
        if _block_path(store, number).name not in there:
            continue
        try:
            with _read_block(store, blocks[number]) as table:
                if failed or "failed" not in table.values["status"]:
                    found.append(number)
        except _DamagedBlockError as error:
            warnings.warn(f"{error}: its {len(blocks[number].cases)} runs count as not made.", stacklevel=2)
    return found


def read_tables(store: Path, blocks: Blocks, numbers: Iterable[int]) -> Iterator[CaseTable]:
    """Tables of finished blocks, one after the other; each is open until the next is asked for."""
    for number in numbers:
        with _read_block(store, blocks[number]) as table:
            yield table


def _remove_blocks(store: Path) -> None:
    """Remove block files and nothing else."""
    for entry in list(os.scandir(store / WORKPLACE)):
        if _OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
            os.unlink(entry.path)


# --- What the data sets of sweeps and searches hold, and the checks of those that were read from a disk.

_ALONG = ("evaluation",)
_OPTIMISE = FileLayout(
    {"objective": "text", "subject_to": "text", "best_evaluation": "whole"},
    {"objective": FileField(_ALONG), "best": FileField(_ALONG)},
)
_PARETO = FileLayout({"goals": "text"}, {"on_front": FileField(_ALONG, "flag")})


def _check_sweep(data: xr.Dataset, store: Path) -> None:
    """Refuse a data set that is not the result of a sweep; the error names the first thing that is wrong."""
    name = f"the sweep '{store}'"
    dims = tuple(map(str, data["status"].dims)) if "status" in data else ()
    words = dict.fromkeys(("status", "status_detail"), FileField(dims, "text"))
    check_layout(data, FileLayout({"model": "text"}, words), name)
    if not dims:
        raise InputError(f"{name} is damaged or not written by Elver: nothing is varied in it.")
    for dimension in dims:
        labels = data.coords.get(dimension)
        if labels is None or not len(labels) or not _readable(labels.values):
            raise InputError(f"{name} is damaged or not written by Elver: '{str(dimension)[:60]}' has no readable values.")


def _readable(values: np.ndarray) -> bool:
    """Whether the values of a parameter are texts, flags, or finite numbers."""
    if values.dtype.kind in "fiu":
        return bool(np.isfinite(values).all())
    return values.dtype.kind in "bUT" or all(isinstance(v, str) for v in values)


def check_history(data: xr.Dataset, path: str | Path) -> None:
    """Refuse a data set that is not the history of a search; the error names the first thing that is wrong."""
    name = f"'{path}'"
    kind = data.attrs.get("study")
    if not isinstance(kind, str) or kind not in ("optimise", "pareto"):
        raise InputError(f"{name} is not the history of a search.")
    own = _OPTIMISE if kind == "optimise" else _PARETO
    check_layout(data, FileLayout({"model": "text", "parameters": "names", **own.attributes}), name)
    parameters = searched(data)
    columns = [*parameters, *(_goal_names(data, name) if kind == "pareto" else ()), "violation"]
    fields = {"evaluation": FileField(_ALONG, "number"), **dict.fromkeys(columns, FileField(_ALONG)), **own.fields}
    check_layout(data, FileLayout({}, fields), name)
    best = int(data.attrs.get("best_evaluation", 0))
    if not parameters or not 0 <= best < data.sizes["evaluation"]:
        raise InputError(f"{name} is damaged or not written by Elver: it names no parameter, or no best run.")


# The attributes of an xarray data set are texts, in memory too: whoever has one may write it to a file as it is (record.py).


def searched(history: xr.Dataset) -> list[str]:
    """The parameters that a search varied."""
    return parse_json(history.attrs["parameters"])


def goals_of(history: xr.Dataset) -> list[tuple[str, bool]]:
    """The metrics that a front is made of, and whether each is to be large."""
    return [(str(metric), bool(up)) for metric, up in parse_json(history.attrs["goals"])]


def _goal_names(data: xr.Dataset, name: str) -> list[str]:
    """The metrics that a front is made of, at least two."""
    try:
        goals = [metric for metric, _ in goals_of(data)]
    except (TypeError, ValueError):
        goals = []
    if len(goals) < 2:
        raise InputError(f"{name} is damaged or not written by Elver: the attribute 'goals' does not name two metrics.")
    return goals


# --- Finished blocks become one Zarr data set, part by part: in memory are the cases of one part, and never all of them.
#
# A part is a range of cases, last parameter fastest, that is also one chunk of every array. Chunks carry a checksum (Zstandard),
# which every reader of Zarr looks at.

PART = 3.2e7  # bytes of all variables together that are held at a time


def _survey(store: Path, blocks: Blocks) -> Catalogue:
    """What the data set of all blocks will hold."""
    catalogue = Catalogue()
    for table in read_tables(store, blocks, range(len(blocks))):
        catalogue.add(table)
    return catalogue


def write_merged(store: Path, blocks: Blocks, catalogue: Catalogue, attributes: Mapping[str, str]) -> None:
    """Write the data set of all blocks into the store."""
    import zarr

    variables = catalogue.variables()
    group = zarr.open_group(store, mode="a", zarr_format=2)
    group.attrs.update(dict(attributes))
    for name, (dims, values, attrs) in coordinates(blocks.axes, variables).items():
        make_array(group, name, (dims,), values.shape, values.shape, values.dtype, attrs)[...] = values
    shape, chunk = blocks.shape, case_chunk(blocks.shape, variables)
    dims = [axis.name for axis in blocks.axes]
    arrays = {
        name: make_array(group, name, (*dims, *v.labels), (*shape, *v.shape), (*chunk, *v.shape), np.dtype(v.dtype), v.attrs)
        for name, v in variables.items()
    }
    reach = _case_ranges(blocks)
    for region, first, last in parts(shape, chunk):
        touching = np.flatnonzero((reach[:, 0] < last) & (reach[:, 1] >= first)).tolist()
        found = gather(variables, read_tables(store, blocks, touching), first, last, catalogue.coarse)
        for name, v in variables.items():
            size = [part.stop - part.start for part in region]
            arrays[name][(*region, ...)] = found[name].reshape(*size, *v.shape)
    write_list(store)


def case_chunk(shape: Sequence[int], variables: Mapping[str, Variable]) -> tuple[int, ...]:
    """Lengths of a part along the parameters: whole along the last ones, a piece of one, and one value of those before it."""
    each = sum(np.dtype(v.dtype).itemsize * math.prod(v.shape) for v in variables.values())
    left, chunk = max(1, int(PART / max(each, 1))), [1] * len(shape)
    for k in reversed(range(len(shape))):
        chunk[k] = min(shape[k], max(1, left))
        if chunk[k] < shape[k]:
            break
        left //= shape[k]
    return tuple(chunk)


def parts(shape: Sequence[int], chunk: Sequence[int]) -> Iterator[tuple[tuple[slice, ...], int, int]]:
    """Region, first case and end of every part, in the order of the cases."""
    first = 0
    for place in np.ndindex(*(-(-n // c) for n, c in zip(shape, chunk, strict=True))):
        region = tuple(slice(k * c, min((k + 1) * c, n)) for k, c, n in zip(place, chunk, shape, strict=True))
        last = first + math.prod(part.stop - part.start for part in region)
        yield region, first, last
        first = last


def _case_ranges(blocks: Blocks) -> np.ndarray:
    """First and last case of every block."""
    return np.array([[block.cases[0], block.cases[-1]] for block in blocks])


# --- A sweep on disk: a Zarr store that grows block by block and can be killed at any moment.
#
# While a sweep runs, the store holds ``.elver/plan.json`` (what is swept, and how), a lock, and the files of finished blocks.
# When all blocks are there they become one data set in the same folder, and the block files go. What others put into the folder
# stays: only names that ``.elver/written.json`` lists are ever removed.

_LOCK, COMPLETE, _WRITTEN = "lock", "complete", "written.json"
_METADATA = (".zgroup", ".zattrs", ".zmetadata")


@contextmanager
def opened(path: str | Path, plan: Mapping[str, object], resume: bool, overwrite: bool = False) -> Iterator[Path]:
    """A new store, or one to go on with, held while it is written. Nothing is mixed, and nothing overwritten unasked."""
    require_zarr()
    refuse_both(resume, overwrite)
    store = Path(path)
    _refuse_other_places(store, resume)
    if is_complete(store) and not overwrite:
        _go_on(store, read_plan(store), plan, resume)
        yield store
        return
    with held(folder_asked_for(store / WORKPLACE) / _LOCK, f"the sweep in '{shown(store)}'"):
        if overwrite:
            _remove_sweep(store)
            write_json(store / WORKPLACE / PLAN, plan)
        elif _is_begun(store):
            _go_on(store, read_plan(store), plan, resume)
        else:
            write_json(store / WORKPLACE / PLAN, plan)
        yield store


def refuse_both(resume: bool, overwrite: bool) -> None:
    if resume and overwrite:
        raise InputError("resume goes on with what is there, overwrite begins anew. Give one of the two.")


def _refuse_other_places(store: Path, resume: bool) -> None:
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


def _is_begun(store: Path) -> bool:
    """False where a kill came before the first file was whole: there is nothing yet to go on with."""
    names = {entry.name for entry in os.scandir(store / WORKPLACE)}
    if PLAN in names and (store / WORKPLACE / PLAN).stat().st_size > 0:
        return True
    return COMPLETE in names or any(_OURS.fullmatch(name) and name.startswith("block-") for name in names)


def _go_on(store: Path, before: Mapping, plan: Mapping, resume: bool) -> None:
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
    now = plain_values(now)
    differences = [
        f"{name}: {_shorten(before.get(name))} in the store, {_shorten(now.get(name))} now"
        for name in dict.fromkeys([*before, *now])
        if before.get(name) != now.get(name)
    ]
    if differences:
        more = f"; and {len(differences) - 4} more" if len(differences) > 4 else ""
        raise InputError(
            f"'{store}' was written with other settings. {'; '.join(differences[:4])}{more}. Use the same, or another "
            "store, or --force (overwrite=True) to begin anew."
        )


def _shorten(value: object) -> str:
    text = "nothing" if value is None else json.dumps(value)
    return text if len(text) <= 60 else text[:56] + " ..."


# --- the finished data set ------------------------------------------------------------------------------------------


def finish(store: Path, blocks: Blocks, attributes: Mapping[str, str]) -> None:
    """Make the data set of all blocks, mark the store complete, remove the block files. Killed before the mark, it is redone."""
    with writing(store):
        catalogue = _survey(store, blocks)
        variables = catalogue.variables()
        names = [*_METADATA, *coordinates(blocks.axes, variables), *variables]
        _clear(store, names)
        write_json(store / WORKPLACE / _WRITTEN, names)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*not recognized as a component.*")  # of folders that are not Zarr's
            write_merged(store, blocks, catalogue, attributes)
        write_whole(store / WORKPLACE / COMPLETE, _list_digest(store))
        _remove_blocks(store)


def _list_digest(store: Path) -> str:
    """Digest of the list of the arrays, which chunks have in themselves."""
    return digest((store / _METADATA[-1]).read_bytes())


def _clear(store: Path, names: Iterable[str]) -> None:
    """Make room for what will be written: remove what an earlier try wrote, and refuse to write over anything else."""
    ours = _read_written(store)
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


def _remove_sweep(store: Path) -> None:
    """Remove a sweep, finished or not, and nothing of others. Killed on the way it is one that can be gone on with: its plan
    stays until the next one takes its place."""
    with writing(store):
        ours = {name for name in _read_written(store) if not (store / name).is_symlink()}
        (store / WORKPLACE / COMPLETE).unlink(missing_ok=True)
        _remove_blocks(store)
        _clear(store, [name for name in _METADATA if name in ours])
        _clear(store, [name for name in ours if (store / name).is_dir()])


def _read_written(store: Path) -> set[str]:
    """Names that an earlier try to finish wrote into the store; none that leads out of it."""
    try:
        names = json.loads((store / WORKPLACE / _WRITTEN).read_bytes())
    except (OSError, ValueError):
        return set()
    texts = (name for name in names if isinstance(name, str)) if isinstance(names, list) else ()
    return {name for name in texts if Path(name).name == name and name not in ("..", WORKPLACE)}


def is_complete(store: Path) -> bool:
    with writing(store):
        return (store / WORKPLACE / COMPLETE).exists()


def read_dataset(store: Path) -> xr.Dataset:
    """The finished data set, looked over before it is opened; a large one stays on disk until a part of it is asked for."""
    with asked_for(store):
        mark = (store / WORKPLACE / COMPLETE).read_text(errors="replace")
        if mark and os.path.isfile(store / _METADATA[-1]) and mark != _list_digest(store):
            raise InputError(f"'{shown(store / _METADATA[-1])}' is damaged: it is not what was written. Make the sweep again.")
    data = read_store(store)
    _check_sweep(data, store)
    return data
