"""Instruction list -> LLVM IR of one machine with several directions: what belongs to the machine is a number, what belongs to
the directions a vector with one entry for each.

A derivative along directions is a chain of products of both kinds: the machine's own values are computed once for all directions,
and every further operation serves ``width`` of them. Arguments named as single hold one number per element, all others ``width``.
"""

from __future__ import annotations

from elver.native.emit import FUSED, BlockWriter, attributes, module_text
from elver.native.instructions import Block, InstructionList, Step
from elver.native.operations import TABLE
from elver.native.trigonometry import literal, vector


def single_values(program: InstructionList, single: frozenset[int]) -> set[int]:
    """Numbers of the values that no direction has a part in: constants, single inputs and what is made of them alone."""
    found = {v for v, (kind, what) in program.sources.items() if kind == "constant" or what[0] in single}
    for block in program.blocks:
        for step in block.steps:
            if all(a in found for a in step.args):
                found.add(step.result)
    return found


class DirectionWriter(BlockWriter):
    """Writes one block; changes between numbers and vectors from operation to operation."""

    def __init__(self, program: InstructionList, block: Block, width: int, values: set[int], outputs: frozenset[int]):
        super().__init__(program, block, width, frozenset(), FUSED)
        self.values, self.single_outputs, self.whole = values, outputs, width
        self.numbers: dict[int, str] = {}
        self.spread: dict[str, str] = {}

    def become(self, width: int) -> None:
        """Write operations on numbers (1), or on vectors."""
        self.width = width
        self.real, self.bit = vector("double", width), vector("i1", width)
        self.zero, self.one, self.minus_one = (literal(value, width) for value in (0.0, 1.0, -1.0))

    def value(self, number: int) -> str:
        if number not in self.values:
            return super().value(number)
        if self.program.sources.get(number, ("", None))[0] == "constant":
            return literal(self.program.sources[number][1], self.width)
        if number not in self.numbers:
            self.numbers[number] = self.load_number(number)
        text = self.numbers[number]
        return text if self.width == 1 else self.spread_out(text)

    def load_number(self, number: int) -> str:
        """A single input, or one that crossed blocks: it has a whole vector's place there."""
        kind, what = self.program.sources.get(number, ("work", None))
        pointer, element = (f"%i{what[0]}", what[1]) if kind == "input" else ("%w", self.program.spills[number] * self.whole)
        self.lines.append(f"%a{number} = getelementptr double, ptr {pointer}, i64 {element}")
        self.lines.append(f"%v{number} = load double, ptr %a{number}, align 8")
        return f"%v{number}"

    def spread_out(self, text: str) -> str:
        """A number as a vector."""
        if not text.startswith("%"):  # a constant that was only passed on
            return f"<{', '.join([f'double {text}'] * self.width)}>"
        if text not in self.spread:
            name = f"{text}.w"
            self.lines.append(f"{name}.i = insertelement {self.real} poison, double {text}, i32 0")
            everywhere = f"{vector('i32', self.width)} zeroinitializer"
            self.lines.append(f"{name} = shufflevector {self.real} {name}.i, {self.real} poison, {everywhere}")
            self.spread[text] = name
        return self.spread[text]

    def write(self) -> list[str]:
        for step in self.block.steps:
            self.write_step(step)
        for number, (output, element, value) in enumerate(self.block.outputs):
            self.become(1 if output in self.single_outputs else self.whole)
            self.store(f"y{number}", f"%o{output}", element, self.value(value))
        return self.lines

    def write_step(self, step: Step) -> None:
        single = step.result in self.values
        self.become(1 if single else self.whole)
        known = self.numbers if single else self.known
        known[step.result] = self.operation(TABLE[step.op], step, f"%v{step.result}", [self.value(a) for a in step.args])
        if step.result in self.program.spills:
            place = self.program.spills[step.result] * (self.whole if single else 1)
            self.store(f"s{step.result}", "%w", place, known[step.result])


def emit_directions(program: InstructionList, name: str, width: int, single: frozenset[int], outputs: frozenset[int]) -> str:
    """LLVM IR of the function for ``width`` directions. single, outputs: places of the arguments that hold numbers."""
    values = single_values(program, single)
    writers = [DirectionWriter(program, block, width, values, outputs) for block in program.blocks]
    return module_text(program, name, writers, attributes(width))
