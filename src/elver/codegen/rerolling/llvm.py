"""Loops -> LLVM IR for one machine on a CPU, or for several at once: the operations of ``codegen/llvm.py`` within real loops.

Loops follow each other in one function, or in several where they are many. The counter of a loop and its carries are phi nodes,
its tables constants of the module. What stands at the same place in all passes is loaded before the first. Results are stored as
soon as they are there, unless a pass reads a place that it writes.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elver.codegen.instructions import TABLE, Block, InstructionList, Step
from elver.codegen.llvm import FUSED, Arithmetic, BlockWriter, attributes, hexadecimal, literal, vector
from elver.codegen.rerolling.build import INPUT, OUTPUT, WORK, Place, RolledList, RolledLoop

_POINTERS = {INPUT: "%i", OUTPUT: "%o"}
_VECTORS = {4: 1.0, 8: 1.6}  # passes side by side, and what an operation on so many costs
_TOGETHER = 3000  # steps of the loops that stand in one function


class _LoopWriter(BlockWriter):
    """Writes one loop; it begins in the block ``before<number>`` and ends in the one of the next loop."""

    def __init__(self, rolled: RolledList, number: int, name: str, width: int, shared: frozenset[int], arithmetic: Arithmetic):
        program = InstructionList(rolled.name, [], {}, {}, rolled.sizes_in, rolled.sizes_out)
        super().__init__(program, Block(), width, shared, arithmetic)
        self.loop, self.number, self.name = rolled.loops[number], number, f"{name}_{number}"
        self.before: list[str] = []
        self.globals: list[str] = []
        self.shifts: dict[object, str] = {}
        self.ways: dict[tuple[int, ...], str] = {}
        self.bases: dict[tuple, str] = {}
        self.names = 0
        written = {(p.kind, p.which, e) for p, _ in self.loop.writes for e in p.elements}
        self.fixed = {
            value
            for value, p in self.loop.reads.items()
            if len(set(p.elements)) == 1 and (p.kind, p.which, p.elements[0]) not in written
        }
        self.early = not _overlap(self.loop)

    def constant(self, number: int) -> float | None:
        return self.loop.constants.get(number)

    def steps_here(self) -> Sequence[Step]:
        return self.loop.steps

    def fresh(self, what: str) -> str:
        self.names += 1
        return f"%{what}{self.number}.{self.names}"

    def value(self, number: int) -> str:
        if number not in self.known:
            self.known[number] = self.found(number)
        return self.known[number]

    def found(self, number: int) -> str:
        """A value that no step makes."""
        loop = self.loop
        if number in loop.constants:
            return literal(loop.constants[number], self.width)
        if number in loop.columns:
            return self.column(loop.columns[number])
        return self.read(loop.reads[number], number in self.fixed)

    def column(self, column: int) -> str:
        """An entry of the table: one number for all machines."""
        columns = self.loop.table.shape[1]
        base = self.base((f"@{self.name}_table", columns), f"@{self.name}_table", "double", self.shift(columns))
        return self.spread(self.load_at(self.lines, base, column, "double"))

    def pointer_to(self, place: Place) -> str:
        """The array that a place is in."""
        return "%w" if place.kind == WORK else f"{_POINTERS[place.kind]}{place.which}"

    def table(self) -> np.ndarray:
        """The table of constants as it stands in memory."""
        return self.loop.table

    def read(self, place: Place, fixed: bool = False) -> str:
        """What stands at a place in this pass; fixed: at the same in all."""
        pointer = self.pointer_to(place)
        single = place.kind == INPUT and place.which in self.shared and self.width > 1
        kind = "double" if single else self.real
        if fixed:
            text = self.load_at(self.before, pointer, place.elements[0], kind)
            return self.spread(text, self.before) if single else text
        text = self.load_at(self.lines, self.base_of(place, pointer, kind), place.elements[0], kind)
        return self.spread(text) if single else text

    def load_at(self, lines: list[str], base: str, element: int, kind: str, unit: str = "") -> str:
        address, name = self.fresh("a"), self.fresh("l")
        lines.append(f"{address} = getelementptr {unit or kind}, ptr {base}, i64 {element}")
        lines.append(f"{name} = load {kind}, ptr {address}, align 8")
        return name

    def spread(self, text: str, lines: list[str] | None = None) -> str:
        """A number for all machines."""
        if self.width == 1:
            return text
        lines = self.lines if lines is None else lines
        lines.append(f"{text}.i = insertelement {self.real} poison, double {text}, i32 0")
        everywhere = f"{vector('i32', self.width)} zeroinitializer"
        lines.append(f"{text}.w = shufflevector {self.real} {text}.i, {self.real} poison, {everywhere}")
        return f"{text}.w"

    def base_of(self, place: Place, pointer: str, kind: str) -> str:
        """Pointer from which the first element of a place is this pass's."""
        if self.loop.count == 1 or place.stride == 0:
            return pointer
        shift = self.shift(place.stride) if place.stride is not None else self.looked_up(place)
        return self.base((pointer, kind, shift), pointer, kind, shift)

    def base(self, key: tuple, pointer: str, kind: str, shift: str) -> str:
        if key not in self.bases:
            self.bases[key] = self.fresh("p")
            self.lines.append(f"{self.bases[key]} = getelementptr {kind}, ptr {pointer}, i64 {shift}")
        return self.bases[key]

    def shift(self, stride: int) -> str:
        """Elements from the first pass to this one."""
        if self.loop.count == 1:
            return "0"
        if stride not in self.shifts:
            self.shifts[stride] = self.fresh("s")
            self.lines.append(f"{self.shifts[stride]} = mul nsw i64 %k{self.number}, {stride}")
        return self.shifts[stride]

    def looked_up(self, place: Place, lane: int = 0) -> str:
        """The same where the way is another one from pass to pass: from a table. lane: passes further."""
        away = tuple(e - place.elements[0] for e in place.elements)
        if away not in self.ways:
            self.ways[away] = f"@{self.name}_way{len(self.ways)}"
            entries = ", ".join(f"i64 {e}" for e in away)
            self.globals.append(f"{self.ways[away]} = internal constant [{len(away)} x i64] [{entries}], align 8")
        if (away, lane) not in self.shifts:
            row, address, shift = self.fresh("a"), self.fresh("a"), self.fresh("s")
            self.lines.append(f"{row} = getelementptr i64, ptr {self.ways[away]}, i64 %k{self.number}")
            self.lines.append(f"{address} = getelementptr i64, ptr {row}, i64 {lane}")
            self.lines.append(f"{shift} = load i64, ptr {address}, align 8")
            self.shifts[away, lane] = shift
        return self.shifts[away, lane]

    def keep(self, place: Place, value: int) -> None:
        """Store a value at its place."""
        pointer, address = self.pointer_to(place), self.fresh("a")
        base = self.base_of(place, pointer, self.real)
        self.lines.append(f"{address} = getelementptr {self.real}, ptr {base}, i64 {place.elements[0]}")
        self.lines.append(f"store {self.real} {self.value(value)}, ptr {address}, align 8")

    def write(self) -> list[str]:
        loop = self.loop
        firsts = [self.read(carry.first, True) for carry in loop.carries]
        names = firsts if loop.count == 1 else [f"%c{self.number}.{carry.value}" for carry in loop.carries]
        self.known |= {carry.value: name for carry, name in zip(loop.carries, names, strict=True)}
        places: dict[int, list[Place]] = {}
        for place, value in loop.writes:
            places.setdefault(value, []).append(place)
        for step in loop.steps:
            args = [self.value(a) for a in step.args]
            self.known[step.result] = self.operation(TABLE[step.op], step, f"%v{self.number}.{step.result}", args)
            if self.early:
                for place in places.pop(step.result, ()):
                    self.keep(place, step.result)
        for value, left in places.items():
            for place in left:
                self.keep(place, value)
        if loop.table.size:
            entries = ", ".join(f"double {hexadecimal(float(e))}" for e in self.table().ravel())
            self.globals.append(f"@{self.name}_table = internal constant [{loop.table.size} x double] [{entries}], align 8")
        return self.closed(firsts)

    def closed(self, firsts: Sequence[str]) -> list[str]:
        """The passes within their loop."""
        loop, n = self.loop, self.number
        if loop.count == 1:
            return [*self.before, *self.lines, f"br label %before{n + 1}", f"before{n + 1}:"]
        head = [f"br label %pass{n}", f"pass{n}:", f"%k{n} = phi i64 [0, %before{n}], [%next{n}, %pass{n}]"]
        for carry, first in zip(loop.carries, firsts, strict=True):
            after = self.known[carry.follows]
            head.append(f"%c{n}.{carry.value} = phi {self.real} [{first}, %before{n}], [{after}, %pass{n}]")
        tail = [f"%next{n} = add nuw nsw i64 %k{n}, 1", f"%more{n} = icmp ult i64 %next{n}, {loop.count}"]
        tail += [f"br i1 %more{n}, label %pass{n}, label %before{n + 1}", f"before{n + 1}:"]
        return [*self.before, *head, *self.lines, *tail]


class _SideBySide(_LoopWriter):
    """Writes a loop whose passes need nothing of each other: several at once, each in a lane of a vector.

    The last ones begin so that no lane is left over: some passes are computed twice.
    """

    def read(self, place: Place, fixed: bool = False) -> str:
        pointer = self.pointer_to(place)
        if fixed:
            return self.spread(self.load_at(self.before, pointer, place.elements[0], "double"), self.before)
        if place.stride == 1:
            base = self.base((pointer, "double", 1), pointer, "double", f"%k{self.number}")
            return self.load_at(self.lines, base, place.elements[0], self.real, "double")
        collected = "poison"
        for lane in range(self.width):
            single, target = self.load_at(self.lines, *self.lane_of(place, pointer, lane), "double"), self.fresh("g")
            self.lines.append(f"{target} = insertelement {self.real} {collected}, double {single}, i32 {lane}")
            collected = target
        return collected

    def lane_of(self, place: Place, pointer: str, lane: int) -> tuple[str, int]:
        """Pointer and element of one pass's number."""
        if place.stride is not None:
            return self.base((pointer, "double", place.stride), pointer, "double", self.shift(place.stride)), place.elements[
                0
            ] + lane * place.stride
        shift = self.looked_up(place, lane)
        return self.base((pointer, "double", shift), pointer, "double", shift), place.elements[0]

    def column(self, column: int) -> str:
        table = f"@{self.name}_table"
        base = self.base((table, 1), table, "double", f"%k{self.number}")
        return self.load_at(self.lines, base, column * self.loop.count, self.real, "double")

    def table(self) -> np.ndarray:
        return self.loop.table.T

    def keep(self, place: Place, value: int) -> None:
        pointer, text = self.pointer_to(place), self.value(value)
        if place.stride == 1:
            address, base = self.fresh("a"), self.base((pointer, "double", 1), pointer, "double", f"%k{self.number}")
            self.lines.append(f"{address} = getelementptr double, ptr {base}, i64 {place.elements[0]}")
            self.lines.append(f"store {self.real} {text}, ptr {address}, align 8")
            return
        for lane in range(self.width):
            (base, element), address, single = self.lane_of(place, pointer, lane), self.fresh("a"), self.fresh("e")
            self.lines.append(f"{single} = extractelement {self.real} {text}, i32 {lane}")
            self.lines.append(f"{address} = getelementptr double, ptr {base}, i64 {element}")
            self.lines.append(f"store double {single}, ptr {address}, align 8")

    def closed(self, firsts: Sequence[str]) -> list[str]:
        n, last = self.number, self.loop.count - self.width
        head = [f"br label %pass{n}", f"pass{n}:", f"%k{n} = phi i64 [0, %before{n}], [%next{n}, %pass{n}]"]
        tail = [
            f"%sum{n} = add nuw nsw i64 %k{n}, {self.width}",
            f"%next{n} = call i64 @llvm.umin.i64(i64 %sum{n}, i64 {last})",
            f"%more{n} = icmp ult i64 %k{n}, {last}",
            f"br i1 %more{n}, label %pass{n}, label %before{n + 1}",
            f"before{n + 1}:",
        ]
        self.used.add("declare i64 @llvm.umin.i64(i64, i64) #1")
        return [*self.before, *head, *self.lines, *tail]


def _overlap(loop: RolledLoop) -> bool:
    """Whether some pass reads a place that it writes itself."""
    for k in range(loop.count):
        written = {(p.kind, p.which, p.elements[k]) for p, _ in loop.writes}
        if any((p.kind, p.which, p.elements[k]) in written for p in loop.reads.values()):
            return True
    return False


def emit_rolled(
    rolled: RolledList,
    name: str,
    width: int = 1,
    shared: frozenset[int] = frozenset(),
    arithmetic: Arithmetic = FUSED,
    lanes: int = 1,
) -> str:
    """LLVM IR of ``void name(double* in0, .., double* out0, .., double* work)`` for ``width`` machines.

    lanes: passes that one machine's code may compute together in a vector.
    """
    arguments = [f"%i{k}" for k in range(len(rolled.sizes_in))] + [f"%o{k}" for k in range(len(rolled.sizes_out))] + ["%w"]
    parameters = ", ".join(f"ptr noalias {a}" for a in arguments)
    parts, declarations, calls, tables = [], set[str](), [], []
    for group in _together(rolled.loops):
        lines = [f"before{group[0]}:"]
        for k in group:
            writer = _writer_of(rolled, k, name, width, shared, arithmetic, lanes)
            lines += writer.write()
            declarations |= writer.used
            tables += writer.globals
        body = "\n".join(lines)
        parts.append(f"define internal void @{name}_{group[0]}({parameters}) #0 {{\n{body}\nret void\n}}")
        calls.append(f"call void @{name}_{group[0]}({', '.join('ptr ' + a for a in arguments)})")
    top = "\n".join(calls)
    parts.append(f"define void @{name}({parameters}) {{\n{top}\nret void\n}}")
    return "\n".join([*sorted(declarations), *tables, *parts, attributes(width)]) + "\n"


def _writer_of(
    rolled: RolledList, number: int, name: str, width: int, shared: frozenset[int], arithmetic: Arithmetic, lanes: int
) -> _LoopWriter:
    """What writes a loop: passes side by side where they allow it and are enough."""
    loop = rolled.loops[number]
    sizes = [size for size in _VECTORS if size <= min(lanes, loop.count)]
    if width > 1 or not sizes or not loop.steps or not loop.independent:
        return _LoopWriter(rolled, number, name, width, shared, arithmetic)
    best = min(sizes, key=lambda size: -(-loop.count // size) * _VECTORS[size])
    return _SideBySide(rolled, number, name, best, frozenset(), arithmetic)


def _together(loops: Sequence[RolledLoop]) -> list[list[int]]:
    """Numbers of the loops of every function."""
    groups: list[list[int]] = []
    steps = 0
    for k, loop in enumerate(loops):
        steps += len(loop.steps)
        if not groups or steps > _TOGETHER:
            groups.append([])
            steps = len(loop.steps)
        groups[-1].append(k)
    return groups
