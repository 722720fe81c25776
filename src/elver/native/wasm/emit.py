"""CasADi function -> WebAssembly object, by the emitter of the CPU with an arithmetic of its own."""

from __future__ import annotations

import casadi as ca

from elver.native.emit import Arithmetic, emit_llvm
from elver.native.instructions import instruction_list
from elver.native.wasm.target import wasm_object
from elver.native.wasm.trigonometry import sine_cosine

PLAIN = Arithmetic("reassoc nsz arcp", sine_cosine)
BLOCK = 2500  # instructions: V8's code of one long block is slower in Node (eel: 85 against 107 times real time)


def function_object(function: ca.Function, symbol: str, quick: bool = False) -> tuple[bytes, int]:
    """Object of ``void symbol(double* in0, .., double* out0, .., double* work)``, and how many doubles ``work`` has."""
    program = instruction_list(function, BLOCK)
    return wasm_object(emit_llvm(program, symbol, arithmetic=PLAIN), quick=quick), program.work_size
