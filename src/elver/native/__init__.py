"""Graph -> native code: instruction list, LLVM emitter, compiler and its cache on disk."""

from elver.native.compiler import NativeFunction, compile_function
from elver.native.instructions import InstructionList, instruction_list

__all__ = ["InstructionList", "NativeFunction", "compile_function", "instruction_list"]
