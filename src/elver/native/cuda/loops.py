"""Rolled lists as C text: every loop is a ``for`` whose body stands once; what differs from pass to pass is read from tables.

Carries are variables in front of the loop, the work array is the caller's. An index that grows by the same number in every pass
is written as such; all others of one pattern share a table of steps from their first element.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

import numpy as np

from elver.native.cuda.text import StepText, constant, signature, stored
from elver.native.instructions import InstructionList
from elver.native.rolled.form import INPUT, OUTPUT, WORK, Loop, Place, RolledList

CONSTANT_BYTES = 24_000  # tables of a function beyond it lie in ordinary memory: a GPU has 64 kB for constants in all
SIZES = {"double": 8, "single": 4}


class LoopText(StepText):
    """Writes one loop. tables: what it needs in front of the function."""

    def __init__(
        self,
        loop: Loop,
        name: str,
        precision: str,
        kind: str = "TABLE",
        staged: bool = False,
        single: Set[int] = frozenset(),
    ):
        super().__init__(loop.steps, precision)
        self.loop, self.name, self.staged, self.single = loop, name, staged, single
        self.tables: list[str] = []
        self.patterns: dict[tuple[int, ...], str] = {}
        self.known |= {carry.value: f"c{carry.value}" for carry in loop.carries}
        width = loop.table.shape[1]
        if width:
            numbers = ", ".join(constant(float(n), precision) for n in loop.table.ravel())
            self.tables.append(f"{kind} real {name}_numbers[] = {{{numbers}}};")

    def value(self, number: int) -> str:
        if number not in self.known:
            loop = self.loop
            if number in loop.constants:
                self.known[number] = constant(loop.constants[number], self.precision)
            else:
                column = loop.columns.get(number)
                source = self.place(loop.reads[number]) if column is None else self.entry(column)
                self.known[number] = f"v{number}"
                self.lines.append(f"const real v{number} = {source};")
        return self.known[number]

    def entry(self, column: int) -> str:
        """A number of the table in this pass."""
        return f"{self.name}_numbers[{self.loop.table.shape[1]} * pass + {column}]"

    def place(self, place: Place, first: bool = False) -> str:
        """A number of an array in this pass, or in the first one."""
        if place.kind == WORK and place.elements[0] in self.single:
            return f"w{place.elements[0]}"
        element = self.element(place, first)
        return self.given(place.which, element) if place.kind == INPUT else f"w[{element}]"

    def store(self, place: Place, text: str) -> str:
        """The line of a write."""
        if place.kind == OUTPUT:
            return stored(place.which, self.element(place, False), text, self.staged)
        return f"{self.place(place)} = {text};"

    def element(self, place: Place, first: bool) -> str:
        """Which one, as text."""
        start, stride = place.elements[0], place.stride
        if first or stride == 0:
            return str(start)
        if stride is not None:
            return f"{start} + {stride} * pass" if stride > 0 else f"{start} - {-stride} * pass"
        pattern = tuple(e - start for e in place.elements)
        if pattern not in self.patterns:
            self.patterns[pattern] = table = f"{self.name}_steps_{len(self.patterns)}"
            self.tables.append(f"TABLE int {table}[] = {{{', '.join(map(str, pattern))}}};")
        return f"{start} + {self.patterns[pattern]}[pass]"

    def write(self) -> str:
        """The text of the loop."""
        loop = self.loop
        for step in loop.steps:
            self.step(step)
        written = [(place, self.value(value)) for place, value in loop.writes]
        following = [(carry.value, self.value(carry.follows)) for carry in loop.carries]
        self.lines += [self.store(place, text) for place, text in written]
        self.lines += [f"const real n{value} = {text};" for value, text in following]
        self.lines += [f"c{value} = n{value};" for value, _ in following]
        before = [f"real c{carry.value} = {self.place(carry.first, first=True)};" for carry in loop.carries]
        body = "\n".join(self.lines)
        if loop.count == 1:
            return "\n".join(["{", "const int pass = 0;", *before, body, "}"])
        return "\n".join(["{", *before, "ROLLED", f"for (int pass = 0; pass < {loop.count}; pass++) {{", body, "}", "}"])


def work_room(rolled: RolledList | InstructionList) -> int:
    """Numbers of the work array that are no variables."""
    if isinstance(rolled, InstructionList):
        return rolled.work_size
    single = single_slots(rolled)
    places = [p for loop in rolled.loops for p in (*loop.reads.values(), *(p for p, _ in loop.writes))]
    return 1 + max((slot for p in places if p.kind == WORK for slot in p.elements if slot not in single), default=-1)


def single_slots(rolled: RolledList) -> frozenset[int]:
    """Numbers of the work array that no loop reaches by an index: they can be variables."""
    places = [place for loop in rolled.loops for place in (*loop.reads.values(), *(p for p, _ in loop.writes))]
    places = [place for place in places if place.kind == WORK]
    indexed = {slot for place in places if place.stride != 0 for slot in place.elements}
    return frozenset(slot for place in places for slot in place.elements if slot not in indexed)


def emit_rolled(rolled: RolledList, name: str, precision: str = "double", staged: bool = False) -> str:
    """C text of ``void name(const real *i0, .., real *o0, .., real *w)``.

    staged: outputs are no arrays but a Stage, which takes them at once.
    """
    parameters, _ = signature(rolled.sizes_in, rolled.sizes_out, staged)
    tables, bodies, single = [], [], single_slots(rolled)
    for k, (loop, kind) in enumerate(zip(rolled.loops, table_kinds(rolled.loops, SIZES[precision], CONSTANT_BYTES), strict=True)):
        text = LoopText(loop, f"{name}_{k}", precision, kind, staged, single)
        bodies.append(text.write())
        tables += text.tables
    variables = [f"real w{slot} = 0;" for slot in sorted(single)]
    return "\n".join([*tables, f"OWN INLINED void {name}({parameters})", "{", *variables, *bodies, "}"]) + "\n"


def table_kinds(loops: Iterable[Loop], size: int, room: int) -> list[str]:
    """Where the table of every loop lies: those that fit in the memory for constants, the smallest first."""
    sizes = np.array([loop.table.size * size for loop in loops])
    order = np.argsort(sizes, kind="stable")
    fits = np.zeros(len(sizes), dtype=bool)
    fits[order] = np.cumsum(sizes[order]) <= room
    return ["TABLE" if fit else "FAR_TABLE" for fit in fits]
