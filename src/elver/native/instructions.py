"""The instruction list of a CasADi function in single-assignment form, cut into blocks.

Compilers take superlinear time on one giant basic block, so the list is cut; a value that is used in a later block
than its own lives in a work array. This form is the common input of every target.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as ca

from elver.errors import InputError, UnsupportedOperationError
from elver.native.operations import NAMES, TABLE

WHOLE = 25_000  # up to this many instructions one block compiles and runs fastest
BLOCK = 1500  # beyond it, instructions per block


@dataclass(frozen=True)
class Step:
    """One operation: value number ``result`` = ``op`` of earlier value numbers ``args``."""

    op: int
    result: int
    args: tuple[int, ...]


@dataclass
class Block:
    """Consecutive steps. ``outputs``: (output, element, value) to store at the end of the block."""

    steps: list[Step] = field(default_factory=list)
    outputs: list[tuple[int, int, int]] = field(default_factory=list)


@dataclass(frozen=True)
class InstructionList:
    """A whole function.

    sources: value number -> ("constant", number) or ("input", (input, element)); such values are read where needed.
    spills: value number -> slot of the work array, for values that cross blocks.
    sizes_in, sizes_out: length of every argument.
    """

    name: str
    blocks: list[Block]
    sources: dict[int, tuple]
    spills: dict[int, int]
    sizes_in: tuple[int, ...]
    sizes_out: tuple[int, ...]

    @property
    def work_size(self) -> int:
        return len(self.spills)


def instruction_list(function: ca.Function, block: int | None = None) -> InstructionList:
    """Read a CasADi SX function, cut into blocks of ``block`` steps. Inputs and outputs must be dense."""
    block = block or (WHOLE if function.n_instructions() <= WHOLE else BLOCK)
    if not function.is_a("SXFunction"):
        raise UnsupportedOperationError(
            f"'{function.name()}' is not an SX function. Build it from casadi.SX, or call .expand() first."
        )
    for k in range(function.n_out()):
        if not function.sparsity_out(k).is_dense():
            raise InputError(f"output '{function.name_out(k)}' of '{function.name()}' is sparse. Wrap it in casadi.densify.")
    blocks, sources, defined, last_use = [Block()], {}, {}, {}
    slot_value: dict[int, int] = {}
    for k in range(function.n_instructions()):
        op = function.instruction_id(k)
        if op == ca.OP_CONST:
            slot_value[function.instruction_output(k)[0]] = k
            sources[k] = ("constant", function.instruction_constant(k))
        elif op == ca.OP_INPUT:
            slot_value[function.instruction_output(k)[0]] = k
            sources[k] = ("input", tuple(function.instruction_input(k)))
        elif op == ca.OP_OUTPUT:
            out, value = function.instruction_output(k), slot_value[function.instruction_input(k)[0]]
            blocks[-1].outputs.append((out[0], out[1], value))
            last_use[value] = len(blocks) - 1
        else:
            if op not in TABLE:
                raise UnsupportedOperationError(
                    f"'{function.name()}' uses the operation {NAMES.get(op, op)}, which has no native code. "
                    f"Supported: {', '.join(sorted(NAMES[o][3:].lower() for o in TABLE))}."
                )
            if len(blocks[-1].steps) >= block:
                blocks.append(Block())
            args = tuple(slot_value[s] for s in function.instruction_input(k))
            blocks[-1].steps.append(Step(op, k, args))
            defined[k] = len(blocks) - 1
            for a in args:
                last_use[a] = len(blocks) - 1
            slot_value[function.instruction_output(k)[0]] = k
    crossing = [v for v, home in defined.items() if last_use.get(v, home) > home]
    spills = {v: slot for slot, v in enumerate(crossing)}
    return InstructionList(
        name=function.name(),
        blocks=blocks,
        sources=sources,
        spills=spills,
        sizes_in=tuple(function.nnz_in(i) for i in range(function.n_in())),
        sizes_out=tuple(function.nnz_out(i) for i in range(function.n_out())),
    )
