"""Instruction list -> LLVM IR for one machine, with packs of its steps as vectors (``packs.py``)."""

from __future__ import annotations

from elver.native.emit import BlockWriter, attributes, module_text
from elver.native.instructions import Block, InstructionList
from elver.native.lanes.packs import Pack, early_angles, packs_of
from elver.native.operations import TABLE
from elver.native.trigonometry import hexadecimal, vector


def emit_lanes(program: InstructionList, name: str, lanes: int) -> str:
    """LLVM IR of ``void name(double* in0, .., double* out0, .., double* work)`` for one machine, vectors in it."""
    return module_text(program, name, [LaneWriter(program, block, lanes) for block in program.blocks], attributes(1))


def power_of_two(number: int) -> int:
    """The smallest one that is not less."""
    return 1 << (number - 1).bit_length()


class LaneWriter(BlockWriter):
    """Writes one block. A pack of n lanes is a vector of the next power of two; its last lane stands in the rest."""

    def __init__(self, program: InstructionList, block: Block, lanes: int):
        super().__init__(program, block)
        self.lanes, self.packs = lanes, packs_of(program, block, lanes)
        self.steps = {step.result: step for step in block.steps}
        self.vectors: dict[Pack, str] = {}

    def write(self) -> list[str]:
        self.turn_early()
        for value in self.steps:
            self.make(value)
        for number, (output, element, value) in enumerate(self.block.outputs):
            self.store(f"y{number}", f"%o{output}", element, self.value(value))
        return self.lines

    def made(self, value: int) -> bool:
        return value not in self.steps or value in self.known or self.packs.get(value) in self.vectors

    def make(self, value: int) -> None:
        """Write the step of a value, or its pack, after what they need."""
        waiting = [value]
        while waiting:
            if self.made(waiting[-1]):
                waiting.pop()
                continue
            pack = self.packs.get(waiting[-1])
            missing = [a for v in pack or waiting[-1:] for a in self.steps[v].args if not self.made(a)]
            waiting += reversed(missing)
            if not missing and pack:
                self.write_pack(pack)
            elif not missing:
                self.write_step(self.steps[waiting[-1]])

    def value(self, number: int) -> str:
        pack = self.packs.get(number)
        if number not in self.known and pack in self.vectors:
            real = vector("double", power_of_two(len(pack)))
            self.lines.append(f"%x{number} = extractelement {real} {self.vectors[pack]}, i32 {pack.index(number)}")
            self.known[number] = f"%x{number}"
        return super().value(number)

    def write_pack(self, pack: Pack) -> None:
        """Several steps of one operation."""
        steps = [self.steps[v] for v in pack]
        args = [self.packed(values) for values in zip(*(step.args for step in steps), strict=True)]
        self.become(power_of_two(len(pack)))
        self.vectors[pack] = self.operation(TABLE[steps[0].op], steps[0], f"%v{pack[0]}", args)
        self.become(1)
        for v in pack:
            if v in self.program.spills:
                self.store(f"s{v}", "%w", self.program.spills[v], self.value(v))

    def packed(self, values: Pack) -> str:
        """Some values as one vector."""
        if values not in self.vectors:
            numbers = [what for kind, what in (self.program.sources.get(v, ("", None)) for v in values) if kind == "constant"]
            texts = [hexadecimal(x) for x in numbers] if len(numbers) == len(values) else [self.value(v) for v in values]
            self.vectors[values] = self.gathered(f"%g{len(self.lines)}", texts)
        return self.vectors[values]

    def gathered(self, name: str, texts: list[str]) -> str:
        """Numbers as one vector."""
        texts = texts + texts[-1:] * (power_of_two(len(texts)) - len(texts))
        if not any(text.startswith("%") for text in texts):
            return f"<{', '.join(f'double {text}' for text in texts)}>"
        real, vector_so_far = vector("double", len(texts)), "poison"
        for k, text in enumerate(texts):
            self.lines.append(f"{name}.{k} = insertelement {real} {vector_so_far}, double {text}, i32 {k}")
            vector_so_far = f"{name}.{k}"
        return vector_so_far

    def turn_early(self) -> None:
        """Sines and cosines of the angles that are known soon."""
        angles, steps = early_angles(self.block)
        for step in steps:
            self.make(step.result)
        texts = list(dict.fromkeys(self.value(a) for a in angles))
        for first in range(0, len(texts) - 1, self.lanes):
            self.turn_together(f"%t{first}", texts[first : first + self.lanes])

    def turn_together(self, name: str, angles: list[str]) -> None:
        """Sines and cosines of some angles by one vector."""
        width = power_of_two(len(angles))
        lines, *results, declarations = self.write_turn(name, self.gathered(f"{name}.p", angles), width)
        self.lines += lines
        self.used |= declarations
        for k, angle in enumerate(angles):
            self.turned[angle] = (f"{name}.sin{k}", f"{name}.cos{k}")
            for own, result in zip(self.turned[angle], results, strict=True):
                self.lines.append(f"{own} = extractelement {vector('double', width)} {result}, i32 {k}")
