"""A kernel for one model: the shipped loop, the model's own code and the way in, linked, optimised and written as PTX.

All of it becomes one function, in which sizes are constants and every array has its place in the thread's memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import casadi as ca

from elver.code_cache import code_key, load_code, save_code, source_stamp
from elver.compiled.retarget import foreign_target, keep_only
from elver.compiled.shipped.host import module_of, new_context, run_passes
from elver.native.cache import emitter_stamp
from elver.native.device import NoDeviceError
from elver.native.emit import emit_llvm
from elver.native.instructions import instruction_list
from elver.native.ptx.arrays import with_arrays
from elver.native.ptx.entry import ARGUMENT, DEVICE, Leaf, kernel_ir
from elver.native.ptx.loop import FOLDER, LOOP, loop_ir

KIND, TRIPLE = "ptx", "nvptx64-nvidia-cuda"
NEWEST = 90  # generation of the processors that code is written for at most: newer ones run it too
DEFINED = re.compile(r"^(define internal [^\n]*\)|define [^\n]*@" + LOOP + r"\([^\n]*\))([^\n]*)\{$", re.MULTILINE)


def target_machine(capability: int = NEWEST):
    """LLVM's target for processors of a compute capability (90: H100, H200) and later ones."""
    return foreign_target(TRIPLE, "NVPTX, which contact on a GPU needs").create_target_machine(
        cpu=f"sm_{min(capability, NEWEST)}", opt=3
    )


def function_ir(function: ca.Function, name: str) -> str:
    """IR of ``void name(in.., out.., work)``, to be taken into its caller wherever that is large enough."""
    return emit_llvm(instruction_list(function), name).replace("noinline ", "")


def linked(
    machine: Any, leaves: Mapping[str, Leaf], parts: Sequence[str], rows: int, way_in: str = DEVICE, level: int = 3
) -> Any:
    """The optimised module.

    parts: IR of the functions that leaves name.   rows: most of a contact problem.   way_in: ``advance``.   level: of LLVM's
    optimisation; at 3 loops are unrolled, for a third of the time of a step.
    """
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    loop = DEFINED.sub(r"\1\2alwaysinline {", loop_ir())
    names = re.findall(r"^define void @(\w+)\(", "\n".join(parts), re.MULTILINE)
    declared = "".join(f"declare void @{name}(...)\n" for name in names)
    context = new_context()
    module = module_of(head + kernel_ir(LOOP, loop_arguments(), leaves) + way_in + declared, context)
    for part in (loop, *parts):
        module.link_in(module_of(head + part, context))
    keep_only(module, ["advance"])
    optimise(module, machine, level, prune=True)
    refuse_missing(module)
    text, _ = with_arrays(str(module), rows)
    module = module_of(text)
    keep_only(module, ["advance"])
    optimise(module, machine, level)
    return module


@cache
def loop_arguments() -> list[tuple[str, str]]:
    """Types and names of the loop's arguments, in order."""
    line = next(line for line in loop_ir().split("\n") if line.startswith("define") and f"@{LOOP}(" in line)
    return ARGUMENT.findall(line)


def refuse_missing(module: Any) -> None:
    """A model that needs functions which a GPU has not is stepped elsewhere."""
    missing = [f.name for f in module.functions if f.is_declaration and not f.name.startswith(("llvm.", "NRT_"))]
    if missing:
        raise NoDeviceError(f"the model uses {', '.join(sorted(missing))}, which contact on a GPU has not")


def optimise(module: Any, machine: Any, level: int, prune: bool = False) -> None:
    """LLVM's passes; ``prune`` takes out references to arrays that cancel out."""
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_unrolling = level > 2
    run_passes(module, machine, options, prune)


@cache
def ptx_stamp() -> str:
    """Hash of the sources and of the shipped loop that decide the code of a kernel."""
    files = [*sorted(Path(__file__).parent.glob("*.py")), *sorted(FOLDER.glob("moreau.*"))]
    return code_key(emitter_stamp(), source_stamp(files))


def kernel_ptx(leaves: Mapping[str, Leaf], parts: Sequence[str], rows: int, capability: int = NEWEST) -> str:
    """The kernel ``advance`` (see ``entry.kernel_ir``), from the cache where it was made before."""
    import llvmlite

    kernel = kernel_ir(LOOP, loop_arguments(), leaves)
    key = code_key(ptx_stamp(), llvmlite.__version__, str((rows, min(capability, NEWEST))), kernel, *parts)
    stored = load_code(KIND, key)
    if stored is None:
        machine = target_machine(capability)
        stored = machine.emit_assembly(linked(machine, leaves, parts, rows)).encode()
        save_code(KIND, key, stored)
    return stored.decode()
