"""Finished blocks become one Zarr data set, part by part: in memory are the cases of one part, and never all of them.

A part is a range of cases, last parameter fastest, that is also one chunk of every array. Chunks carry a checksum (Zstandard),
which every reader of Zarr looks at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from elver.results.streams.zarr import make_array, write_list
from elver.studies.sweeping.block_files import read_tables
from elver.studies.sweeping.blocks import Blocks
from elver.studies.sweeping.columns import Catalogue, Variable, gather
from elver.studies.sweeping.table import coordinates

PART = 3.2e7  # bytes of all variables together that are held at a time


def survey(store: Path, blocks: Blocks) -> dict[str, Variable]:
    """What the data set of all blocks will hold."""
    catalogue = Catalogue()
    for table in read_tables(store, blocks, range(len(blocks))):
        catalogue.add(table)
    return catalogue.variables()


def write_merged(store: Path, blocks: Blocks, variables: Mapping[str, Variable], attributes: Mapping[str, str]) -> None:
    """Write the data set of all blocks into the store."""
    import zarr

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
    reach = case_ranges(blocks)
    for region, first, last in parts(shape, chunk):
        touching = np.flatnonzero((reach[:, 0] < last) & (reach[:, 1] >= first)).tolist()
        found = gather(variables, read_tables(store, blocks, touching), first, last)
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


def case_ranges(blocks: Blocks) -> np.ndarray:
    """First and last case of every block."""
    return np.array([[block.cases[0], block.cases[-1]] for block in blocks])
