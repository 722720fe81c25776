"""LLVM IR -> relocatable WebAssembly object, by the wasm32 target that llvmlite brings along; kept on disk by content.

No feature beyond WebAssembly 1.0 is used but whole-memory copies and sign extension, which every browser of the last years has.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from elver.code_cache import code_key, load_code, save_code, source_stamp
from elver.compiled.retarget import foreign_target
from elver.native.cache import emitter_stamp
from elver.native.compiler import to_object

KIND = "wasm"
TRIPLE = "wasm32-unknown-unknown"


@cache
def wasm_target(quick: bool = False):
    """The target machine, with the name of what decides its code. quick: written in a tenth of the time, and larger."""
    import llvmlite

    found = foreign_target(TRIPLE, "WebAssembly, which live pages need")
    machine = found.create_target_machine(opt=0 if quick else 2, reloc="static")
    return machine, f"{llvmlite.__version__} {TRIPLE} {quick}"


@cache
def wasm_stamp() -> str:
    """Hash of the sources that turn graphs into WebAssembly."""
    return code_key(emitter_stamp(), source_stamp(sorted(Path(__file__).parent.glob("*.py"))))


def wasm_object(ir: str, optimise: int = 1, quick: bool = False) -> bytes:
    """The object of a module of IR text, from the cache where it was made before."""
    machine, about = wasm_target(quick)
    optimise = 0 if quick else optimise
    key = code_key(wasm_stamp(), about, str(optimise), ir)
    stored = load_code(KIND, key)
    if stored is None:
        stored = to_object(ir, machine, optimise)
        save_code(KIND, key, stored)
    return stored
