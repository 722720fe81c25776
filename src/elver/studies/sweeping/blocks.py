"""Cases of a sweep and the blocks they are run in: a block holds machines that one compiled program can run side by side."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elver.errors import InputError
from elver.studies.ranges import Axis

SMALLEST, LARGEST, WANTED = 32, 512, 200  # machines in a block, at least and at most, and the number of blocks aimed at
MOST_CASES = 10_000_000


@dataclass(frozen=True)
class Block:
    """Machines that differ in real numbers only.

    fixed: values of the other varied parameters.   cases: place of every machine among all cases, last axis fastest.
    values: real parameters of every machine.
    """

    number: int
    fixed: Mapping[str, object]
    cases: tuple[int, ...]
    values: tuple[Mapping[str, float], ...]


def case_count(axes: Sequence[Axis]) -> int:
    count = 1
    for axis in axes:
        count *= len(axis.values)
    if count > MOST_CASES:
        raise InputError(f"the sweep has {count} cases; {MOST_CASES} are the most. Give fewer values.")
    return count


def block_size(cases: int, asked: int | None) -> int:
    """Machines per block: small enough to lose little when killed, large enough to keep vectors and threads busy."""
    if asked is None:
        return min(LARGEST, max(SMALLEST, cases // WANTED))
    if isinstance(asked, bool) or not isinstance(asked, int) or asked < 1:
        raise InputError(f"block = {asked!r} is not allowed. Give a whole number of machines per block, 1 or more.")
    return asked


class Blocks(Sequence[Block]):
    """All cases of a grid in blocks of at most ``size``, each with one set of the values that must be compiled in.

    A block is made when it is asked for: a million cases take no memory before they run.
    """

    def __init__(self, axes: Sequence[Axis], size: int):
        self.axes, self.size = tuple(axes), size
        self.real = [k for k, axis in enumerate(axes) if axis.real]
        self.words = [k for k, axis in enumerate(axes) if not axis.real]
        self.shape = tuple(len(axis.values) for axis in axes)
        self.together = math.prod(self.shape[k] for k in self.real)  # cases with the same words
        self.parts = -(-self.together // size)

    def __len__(self) -> int:
        return self.parts * math.prod(self.shape[k] for k in self.words)

    def __getitem__(self, number):
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(f"there is no block {number}")
        group, part = divmod(number, self.parts)
        members = np.arange(part * self.size, min((part + 1) * self.size, self.together))
        place = np.empty((len(self.axes), len(members)), dtype=np.int64)
        for chosen, index in ((self.words, np.full(len(members), group)), (self.real, members)):
            if chosen:
                place[chosen] = np.unravel_index(index, [self.shape[k] for k in chosen])
        cases = np.array(np.ravel_multi_index(tuple(place), self.shape) if self.axes else members)
        fixed = {self.axes[k].name: self.axes[k].values[place[k, 0]] for k in self.words}
        columns = [(self.axes[k].name, self.axes[k].values, place[k].tolist()) for k in self.real]
        values = tuple({name: own[at[n]] for name, own, at in columns} for n in range(len(members)))
        return Block(number, fixed, tuple(cases.tolist()), values)
