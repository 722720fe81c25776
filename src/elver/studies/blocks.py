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
    groups: dict[tuple, list] = {}
    for case, values in enumerate(product(*(axis.values for axis in axes))):
        fixed = tuple(v for axis, v in zip(axes, values, strict=True) if not axis.real)
        groups.setdefault(fixed, []).append((case, values))
    blocks, words = [], [axis.name for axis in axes if not axis.real]
    for fixed, members in groups.items():
        for first in range(0, len(members), size):
            part = members[first : first + size]
            free = tuple({a.name: v for a, v in zip(axes, values, strict=True) if a.real} for _, values in part)
            blocks.append(Block(len(blocks), dict(zip(words, fixed, strict=True)), tuple(case for case, _ in part), free))
    return blocks
