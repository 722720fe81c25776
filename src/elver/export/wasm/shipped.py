"""The shipped WebAssembly objects of the kernels: found, checked against their sources, and linked with what they call."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from elver._support.errors import InputError
from elver._support.statuses import FAILED, TOO_MANY
from elver.codegen.cache import source_stamp
from elver.codegen.kernels.abi import HEADER, PRODUCT, counting, foreign_target, keep_only, replaced, without, without_target
from elver.codegen.kernels.shipped import read_list, sources_of
from elver.codegen.wasm.emit import sine_cosine

# --- What compiled loops need of Numba's runtime, as LLVM IR: arrays on a heap that every call of a kernel begins anew.
#
# An array carries Numba's header {references, -, the array before it, data, -}. Arrays are laid one behind the other; one that
# nobody holds any more gives its room back as soon as all behind it have done so: that suits loops and the functions they call.
# Where the heap is full there is no array, and the kernel says so by its status.

_RUNTIME = f"""
{HEADER}
@heap_top = global i32 0
@heap_end = global i32 0
@heap_last = global ptr null
@heap_full = global i32 0

define ptr @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 %align) {{
  %top = load i32, ptr @heap_top
  %end = load i32, ptr @heap_end
  %behind = add i32 %top, 32
  %less = sub i32 %align, 1
  %far = add i32 %behind, %less
  %mask = sub i32 0, %align
  %data = and i32 %far, %mask
  %wide = zext i32 %data to i64
  %beyond = add i64 %wide, %bytes
  %more = add i64 %beyond, 7
  %next = and i64 %more, -8
  %limit = zext i32 %end to i64
  %fits = icmp ule i64 %next, %limit
  br i1 %fits, label %good, label %full
full:
  store i32 1, ptr @heap_full
  ret ptr null
good:
  %array = inttoptr i32 %top to ptr
  %before = load ptr, ptr @heap_last
  store i64 1, ptr %array
  %link = getelementptr %header, ptr %array, i32 0, i32 2
  store ptr %before, ptr %link
  %place = getelementptr %header, ptr %array, i32 0, i32 3
  %pointer = inttoptr i32 %data to ptr
  store ptr %pointer, ptr %place
  store ptr %array, ptr @heap_last
  %narrow = trunc i64 %next to i32
  store i32 %narrow, ptr @heap_top
  ret ptr %array
}}

define void @NRT_MemInfo_call_dtor(ptr %given) {{
  br label %look
look:
  %array = load ptr, ptr @heap_last
  %none = icmp eq ptr %array, null
  br i1 %none, label %done, label %ask
ask:
  %held = load i64, ptr %array
  %free = icmp eq i64 %held, 0
  br i1 %free, label %drop, label %done
drop:
  %link = getelementptr %header, ptr %array, i32 0, i32 2
  %before = load ptr, ptr %link
  store ptr %before, ptr @heap_last
  %top = ptrtoint ptr %array to i32
  store i32 %top, ptr @heap_top
  br label %look
done:
  ret void
}}
{counting()}"""


def _entry(name: str, function: str) -> str:
    """The function ``name(block, number) -> status`` that a module exports, around a compiled ``function`` of Numba.

    The heap's address and size stand first in the block. What Numba would raise is the status of a full heap, or FAILED.
    """
    return f"""
declare i32 @{function}(ptr, ptr, i64, i64)

define i32 @{name}(i32 %block, i32 %number) {{
  %result = alloca i64
  %reason = alloca ptr
  store i64 0, ptr %result
  store ptr null, ptr %reason
  %slots = inttoptr i32 %block to ptr
  %first = load double, ptr %slots
  %next = getelementptr double, ptr %slots, i32 1
  %size = load double, ptr %next
  %begin = fptoui double %first to i32
  %bytes = fptoui double %size to i32
  %end = add i32 %begin, %bytes
  store i32 %begin, ptr @heap_top
  store i32 %end, ptr @heap_end
  store ptr null, ptr @heap_last
  store i32 0, ptr @heap_full
  %address = zext i32 %block to i64
  %count = sext i32 %number to i64
  %raised = call i32 @{function}(ptr %result, ptr %reason, i64 %address, i64 %count)
  %good = icmp eq i32 %raised, 0
  br i1 %good, label %returned, label %lost
returned:
  %status = load i64, ptr %result
  %short = trunc i64 %status to i32
  ret i32 %short
lost:
  %full = load i32, ptr @heap_full
  %was = icmp eq i32 %full, 1
  %why = select i1 %was, i32 {TOO_MANY}, i32 {FAILED}
  ret i32 %why
}}
"""


# --- The kernels' objects as they are shipped: made once (``make kernels``), kept here with a digest of their sources.

FOLDER = Path(__file__).parent / "objects"
LIST = FOLDER / "kernels.json"
METHODS = ("semi-implicit", "heun", "rk4", "adams", "moreau")
_MAKERS = ("kernels.py", "shipped.py")  # of this folder: what decides the objects


def object_file(method: str) -> Path:
    """The file with the object of a method."""
    return FOLDER / f"{method}.o.z"


@cache
def kernel_object(method: str) -> bytes:
    """The WebAssembly object that takes the steps of a method."""
    if method not in METHODS:
        raise InputError(f"method '{method}' has no kernel for WebAssembly. Choose {', '.join(METHODS)}.")
    return zlib.decompress(object_file(method).read_bytes())


def kernel_sources() -> list[Path]:
    """Every file of Elver that decides the objects: the makers here and all they import, and so on."""
    return sources_of(Path(__file__).with_name(name) for name in _MAKERS)


def sources_digest() -> str:
    """Hash of the sources of all kernels."""
    return source_stamp(kernel_sources())


def shipped_digests() -> dict[str, str]:
    """Hash of the sources that the shipped object of every method was made from."""
    return {method: about["sources"] for method, about in read_list(LIST).items()}


# --- Numba's LLVM IR of a compiled function, made into a WebAssembly object.
#
# Numba writes IR for this computer: whole numbers of 64 bits, pointers as a type of their own. With wasm32's layout the same IR
# is right for wasm32 wherever no size of a pointer is written out: IR that no pass has changed has none (see ``ENVIRONMENT``),
# and ``refuse_host_sizes`` for the rest. The alignments that are written out are this computer's: they are taken out.

TRIPLE = "wasm32-unknown-unknown"
_FEATURES = "+sign-ext,+nontrapping-fptoint,+bulk-memory,+bulk-memory-opt"  # of every browser since 2021
_INLINED = 25  # cost up to which functions are inlined (usually 225): half the bytes, 7 % slower. 128-bit vectors gain nothing
_HOST_SIZES = re.compile(r"call void @llvm\.mem\w+\.p0[^(]*\([^)]*i64 \d+, i1")
_RAISED = re.compile(r"@\.const\.picklebuf\.[\w.]+")
_COUNTED = ("NRT_incref", "NRT_decref")


def _numba_ir(function: Any) -> tuple[str, str]:
    """IR of a function of two whole numbers with all that it calls, and the function's name there."""
    from numba import int64

    function.compile((int64, int64))
    result = function.overloads[int64, int64]
    return result.library.get_llvm_str(), result.fndesc.llvm_func_name


def wasm_object(kernels: Mapping[str, Any]) -> bytes:
    """One object with a function ``name(block, number) -> status`` for every compiled function."""
    import llvmlite.binding as llvm

    target = foreign_target(TRIPLE, "WebAssembly, which live pages need")
    machine = target.create_target_machine(cpu="mvp", features=_FEATURES, opt=2, reloc="static")
    module, ways_in = llvm.parse_assembly(_header(machine)), ""
    inner = []
    for name, function in kernels.items():
        text, symbol = _numba_ir(function)
        module.link_in(llvm.parse_assembly(_header(machine) + plain(text, symbol)))
        inner.append(symbol)
        ways_in += _entry(name, symbol)
    keep_only(module, inner)
    _optimise(module, machine, prune=True)
    module = llvm.parse_assembly(uncounted(str(module)))
    module.link_in(llvm.parse_assembly(_header(machine) + _RUNTIME + ways_in))
    keep_only(module, kernels)
    _optimise(module, machine)
    _shorten_names(module, kernels)
    return machine.emit_object(module)


def _header(machine: Any) -> str:
    return f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'


def plain(text: str, symbol: str) -> str:
    """IR without what belongs to this computer: layout, alignments, ways in from Python, calls of a library."""
    text = re.sub(r", align \d+", "", without_target(text, symbol))
    for name, (own, definition) in _replacements().items():
        text = replaced(text, name, own, definition)
    refuse_host_sizes(text)
    return text


def _replacements() -> dict[str, tuple[str, str]]:
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
    if found := _HOST_SIZES.search(text):
        raise InputError(f"Numba's code uses {found.group()}, which depends on this computer. Write the kernel without it.")


def uncounted(text: str) -> str:
    """IR that leaves the counting of references to the runtime, and without the texts of what Numba would raise."""
    for name in _COUNTED:
        text = without(text, name)
    text = "\n".join(line if line.startswith("@") else _RAISED.sub("null", line) for line in text.split("\n"))
    return text + "".join(f"declare void @{name}(ptr)\n" for name in _COUNTED if f"@{name}(" in text)


def _shorten_names(module: Any, names: Collection[str]) -> None:
    """Numba's names tell all types: hundreds of letters."""
    for number, function in enumerate(module.functions):
        if not function.is_declaration and function.name not in names:
            function.name = f"f{number}"


def _optimise(module: Any, machine: Any, prune: bool = False) -> None:
    """LLVM's passes; ``prune`` takes out references to arrays that cancel out."""
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    options.inlining_threshold = _INLINED
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if prune:
        passes.add_refprune_pass()
    passes.run(module, builder)
