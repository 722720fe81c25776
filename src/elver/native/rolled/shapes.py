"""The instructions of a piece without its numbers: pieces of one shape differ in constants alone."""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca
import numpy as np

from elver.errors import UnsupportedOperationError
from elver.native.operations import NAMES, TABLE

Steps = tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Shape:
    """Values: those that the piece takes, then one for every step. An argument below 0 is a constant: -1 the first, -2 the next.

    outputs: the value that is each result.
    """

    inputs: int
    steps: Steps
    outputs: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Part:
    """The steps of a shape that some of its results need.   inputs: the values they need of what the piece takes."""

    steps: tuple[int, ...]
    inputs: np.ndarray


def read_shape(function: ca.Function) -> tuple[Shape, np.ndarray]:
    """Shape and constants of a piece. Every use of a constant has a place of its own."""
    slots: dict[int, tuple[bool, float]] = {}
    steps: list[tuple[int, tuple[int, ...]]] = []
    constants: list[float] = []
    begins = np.cumsum([0, *(function.nnz_in(k) for k in range(function.n_in()))]).tolist()
    inputs, outputs = begins[-1], [0] * function.nnz_out(0)

    def argument(slot: int) -> int:
        known, value = slots[slot]
        if not known:
            return int(value)
        constants.append(value)
        return -len(constants)

    for k in range(function.n_instructions()):
        op, out = function.instruction_id(k), function.instruction_output(k)
        if op == ca.OP_CONST:
            slots[out[0]] = (True, function.instruction_constant(k))
        elif op == ca.OP_INPUT:
            which, element = function.instruction_input(k)
            slots[out[0]] = (False, begins[which] + element)
        elif op == ca.OP_OUTPUT:
            outputs[out[1]] = argument(function.instruction_input(k)[0])
        elif op not in TABLE:
            raise UnsupportedOperationError(
                f"a piece uses the operation {NAMES.get(op, op)}, which has no native code. "
                f"Supported: {', '.join(sorted(NAMES[o][3:].lower() for o in TABLE))}."
            )
        else:
            steps.append((op, tuple(argument(slot) for slot in function.instruction_input(k))))
            slots[out[0]] = (False, inputs + len(steps) - 1)
    return Shape(inputs, tuple(steps), tuple(outputs)), np.array(constants)


@dataclass(eq=False)
class Shapes:
    """All shapes that were met, numbered, and the parts of them that were asked for."""

    known: list[Shape] = field(default_factory=list)
    numbers: dict[Shape, int] = field(default_factory=dict)
    parts: dict[tuple[int, bytes], Part] = field(default_factory=dict)

    def number(self, shape: Shape) -> int:
        if shape not in self.numbers:
            self.numbers[shape] = len(self.known)
            self.known.append(shape)
        return self.numbers[shape]

    def part(self, number: int, wanted: np.ndarray) -> Part:
        """What the results that are marked in ``wanted`` need."""
        key = (number, wanted.tobytes())
        if key not in self.parts:
            self.parts[key] = needed(self.known[number], wanted)
        return self.parts[key]


def needed(shape: Shape, wanted: np.ndarray) -> Part:
    """The steps and inputs behind some of the results."""
    live = np.zeros(shape.inputs + len(shape.steps), dtype=bool)
    live[[value for value, asked in zip(shape.outputs, wanted, strict=True) if asked and value >= 0]] = True
    for k in range(len(shape.steps) - 1, -1, -1):
        if live[shape.inputs + k]:
            for value in shape.steps[k][1]:
                if value >= 0:
                    live[value] = True
    return Part(tuple(np.flatnonzero(live[shape.inputs :]).tolist()), np.flatnonzero(live[: shape.inputs]))
