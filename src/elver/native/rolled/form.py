"""A function as a list of loops: the code of equal parts stands once, what differs between them in tables.

Every loop runs its steps ``count`` times. A value of its body is a constant, a column of the loop's table of constants, a number
read from an input or from the work array (another element in every pass), what another value was in the pass before (a carry), or
the result of a step. Results leave a pass by its writes. Code without repetition is a loop of one pass. This form is the common
input of every target that can roll; ``evaluate`` says what it means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from elver.native.instructions import Step

INPUT, OUTPUT, WORK = "input", "output", "work"


@dataclass(frozen=True)
class Place:
    """Where a number stands: an array (which input or output; the work array is number 0) and its element in every pass."""

    kind: str
    which: int
    elements: tuple[int, ...]

    @property
    def stride(self) -> int | None:
        """Elements from one pass to the next; None where that changes from pass to pass."""
        ways = {after - before for before, after in zip(self.elements, self.elements[1:], strict=False)}
        return None if len(ways) > 1 else ways.pop() if ways else 0


@dataclass(frozen=True)
class Carry:
    """In the first pass ``value`` is what stands at ``first``; in every other what ``follows`` was in the pass before."""

    value: int
    follows: int
    first: Place


@dataclass(frozen=True, eq=False)
class Loop:
    """``count`` passes of ``steps``. Value numbers are the loop's own.

    constants: values that are the same in all passes.   columns: value -> column of ``table`` (pass, column).
    reads: value -> its place.   writes: (place, value), done at the end of a pass.   carries: see Carry.
    """

    count: int
    steps: tuple[Step, ...]
    constants: Mapping[int, float] = field(default_factory=dict)
    columns: Mapping[int, int] = field(default_factory=dict)
    table: np.ndarray = field(default_factory=lambda: np.zeros((1, 0)))
    reads: Mapping[int, Place] = field(default_factory=dict)
    writes: tuple[tuple[Place, int], ...] = ()
    carries: tuple[Carry, ...] = ()

    @cached_property
    def independent(self) -> bool:
        """Whether no pass needs what another one found: they may be computed side by side."""
        written = {(p.kind, p.which, e): k for p, _ in self.writes for k, e in enumerate(p.elements)}
        return not self.carries and all(
            written.get((p.kind, p.which, e), k) == k for p in self.reads.values() for k, e in enumerate(p.elements)
        )


@dataclass(frozen=True, eq=False)
class RolledList:
    """A whole function: its loops in order.   work_size: numbers that live between passes and loops.

    sizes_in, sizes_out: length of every argument.
    """

    name: str
    loops: tuple[Loop, ...]
    work_size: int
    sizes_in: tuple[int, ...]
    sizes_out: tuple[int, ...]

    @property
    def instructions(self) -> int:
        """Operations that are executed."""
        return sum(loop.count * len(loop.steps) for loop in self.loops)

    @property
    def written(self) -> int:
        """Operations that stand in the code."""
        return sum(len(loop.steps) for loop in self.loops)


def evaluate(rolled: RolledList, inputs: Sequence[np.ndarray], compute: Callable[[int, list[float]], float]) -> list[np.ndarray]:
    """What the list computes, one number after the other. compute(op, arguments): one operation. For tests."""
    arrays = {(INPUT, k): np.asarray(values, dtype=float).ravel() for k, values in enumerate(inputs)}
    arrays |= {(OUTPUT, k): np.full(size, np.nan) for k, size in enumerate(rolled.sizes_out)}
    arrays[WORK, 0] = np.full(rolled.work_size, np.nan)
    for loop in rolled.loops:
        before: dict[int, float] = {}
        for k in range(loop.count):
            values = {**loop.constants, **{v: float(loop.table[k, c]) for v, c in loop.columns.items()}}
            values |= {v: float(arrays[p.kind, p.which][p.elements[k]]) for v, p in loop.reads.items()}
            for carry in loop.carries:
                first = arrays[carry.first.kind, carry.first.which][carry.first.elements[0]]
                values[carry.value] = before[carry.follows] if k else float(first)
            for step in loop.steps:
                values[step.result] = compute(step.op, [values[a] for a in step.args])
            for place, value in loop.writes:
                arrays[place.kind, place.which][place.elements[k]] = values[value]
            before = values
    return [arrays[OUTPUT, k] for k in range(len(rolled.sizes_out))]
