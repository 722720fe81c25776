"""Numba's LLVM IR of a compiled function, made into a WebAssembly object.

Numba writes IR for this computer: whole numbers of 64 bits, pointers as a type of their own. With wasm32's layout the same IR is
right for wasm32 wherever no size of a pointer is written out: IR that no pass has changed has none (see ``ENVIRONMENT``), and
``refuse_host_sizes`` for the rest. The alignments that are written out are this computer's: they are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from elver.compiled.retarget import PRODUCT, foreign_target, keep_only, replaced, without, without_target
from elver.errors import InputError
from elver.live.kernels.runtime import RUNTIME, entry
from elver.native.wasm.trigonometry import sine_cosine

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+sign-ext,+nontrapping-fptoint,+bulk-memory,+bulk-memory-opt"  # of every browser since 2021
INLINED = 25  # cost up to which functions are inlined (usually 225): half the bytes, 7 % slower. 128-bit vectors gain nothing
HOST_SIZES = re.compile(r"call void @llvm\.mem\w+\.p0[^(]*\([^)]*i64 \d+, i1")
RAISED = re.compile(r"@\.const\.picklebuf\.[\w.]+")
COUNTED = ("NRT_incref", "NRT_decref")


def numba_ir(function: Any) -> tuple[str, str]:
    """IR of a function of two whole numbers with all that it calls, and the function's name there."""
    from numba import int64

    function.compile((int64, int64))
    result = function.overloads[int64, int64]
    return result.library.get_llvm_str(), result.fndesc.llvm_func_name


def wasm_object(kernels: Mapping[str, Any]) -> bytes:
    """One object with a function ``name(block, number) -> status`` for every compiled function."""
    import llvmlite.binding as llvm

    target = foreign_target(TRIPLE, "WebAssembly, which live pages need")
    machine = target.create_target_machine(cpu="mvp", features=FEATURES, opt=2, reloc="static")
    module, ways_in = llvm.parse_assembly(header(machine)), ""
    inner = []
    for name, function in kernels.items():
        text, symbol = numba_ir(function)
        module.link_in(llvm.parse_assembly(header(machine) + plain(text, symbol)))
        inner.append(symbol)
        ways_in += entry(name, symbol)
    keep_only(module, inner)
    optimise(module, machine, prune=True)
    module = llvm.parse_assembly(uncounted(str(module)))
    module.link_in(llvm.parse_assembly(header(machine) + RUNTIME + ways_in))
    keep_only(module, kernels)
    optimise(module, machine)
    shorten_names(module, kernels)
    return machine.emit_object(module)


def header(machine: Any) -> str:
    return f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'


def plain(text: str, symbol: str) -> str:
    """IR without what belongs to this computer: layout, alignments, ways in from Python, calls of a library."""
    text = re.sub(r", align \d+", "", without_target(text, symbol))
    for name, (own, definition) in replacements().items():
        text = replaced(text, name, own, definition)
    refuse_host_sizes(text)
    return text


def replacements() -> dict[str, tuple[str, str]]:
    """Functions that the kernels bring along instead of LLVM's: their names and definitions. Sine and cosine are Elver's own."""
    lines, sine, cosine, declared = sine_cosine("%x", "%given")
    body, needed = "\n".join(lines), "\n".join(sorted(declared))
    found = {"llvm.smul.with.overflow.i64": ("product_of_sizes", PRODUCT)}
    for name, value in (("sin", sine), ("cos", cosine)):
        found[f"llvm.{name}.f64"] = (
            f"own_{name}",
            f"define linkonce_odr double @own_{name}(double %given) {{\n{body}\nret double {value}\n}}\n{needed}\n",
        )
    return found


def refuse_host_sizes(text: str) -> None:
    """Numba wrote out how large something is here: it would be wrong there."""
    if found := HOST_SIZES.search(text):
        raise InputError(f"Numba's code uses {found.group()}, which depends on this computer. Write the kernel without it.")


def uncounted(text: str) -> str:
    """IR that leaves the counting of references to the runtime, and without the texts of what Numba would raise."""
    for name in COUNTED:
        text = without(text, name)
    text = "\n".join(line if line.startswith("@") else RAISED.sub("null", line) for line in text.split("\n"))
    return text + "".join(f"declare void @{name}(ptr)\n" for name in COUNTED if f"@{name}(" in text)


def shorten_names(module: Any, names: Collection[str]) -> None:
    """Numba's names tell all types: hundreds of letters."""
    for number, function in enumerate(module.functions):
        if not function.is_declaration and function.name not in names:
            function.name = f"f{number}"


def optimise(module: Any, machine: Any, prune: bool = False) -> None:
    """LLVM's passes; ``prune`` takes out references to arrays that cancel out."""
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    options.inlining_threshold = INLINED
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if prune:
        passes.add_refprune_pass()
    passes.run(module, builder)
