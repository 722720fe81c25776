"""Cases of a sweep and the blocks they are run in: a block holds machines that one compiled program can run side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

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


def make_blocks(axes: Sequence[Axis], size: int) -> list[Block]:
    """All cases of the grid in blocks of at most ``size``, each with one set of the values that must be compiled in."""
    real = [axis.name for axis in axes if axis.real]
    words = [axis.name for axis in axes if axis.name not in real]
    groups: dict[tuple, list] = {}
    for case, values in enumerate(product(*(axis.values for axis in axes))):
        given = dict(zip((axis.name for axis in axes), values, strict=True))
        groups.setdefault(tuple(given[name] for name in words), []).append((case, {name: given[name] for name in real}))
    blocks: list[Block] = []
    for fixed, members in groups.items():
        for first in range(0, len(members), size):
            cases, values = zip(*members[first : first + size], strict=True)
            blocks.append(Block(len(blocks), dict(zip(words, fixed, strict=True)), cases, values))
    return blocks
