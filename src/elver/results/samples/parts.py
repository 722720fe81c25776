"""Long runs part by part: figures are made without holding all samples, which may lie in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from elver.results.samples.sheet import Sheet

PART = 1 << 16  # samples that are looked at together


def is_short(data: Any) -> bool:
    """Whether all samples are looked at together."""
    return len(data.time.values if isinstance(data, Sheet) else data.time) <= PART + 1


def parts(data: Any) -> Iterator[Any]:
    """The data set in pieces along time; the last sample of a piece is the first of the next one."""
    if is_short(data):
        yield data
        return
    for first in range(0, data.sizes["time"] - 1, PART):
        yield data.isel(time=slice(first, first + PART + 1))


def few_samples(data: Any) -> Any:
    """A long run thinned out, in memory, for pictures."""
    if is_short(data):
        return data
    few = data.isel(time=slice(None, None, -(-data.sizes["time"] // PART)))
    return few if isinstance(few, Sheet) else few.load()


def ends(data: Any, name: str) -> tuple[np.ndarray, np.ndarray]:
    """A variable at the first and at the last sample."""
    values = data[name].values if isinstance(data, Sheet) or is_short(data) else data[name].isel(time=[0, -1]).values
    return values[0], values[-1]


def later(data: Any, first: int) -> Any:
    """The samples from number ``first`` on, or more of them."""
    return data if is_short(data) else data.isel(time=slice(max(first, 0), None))
