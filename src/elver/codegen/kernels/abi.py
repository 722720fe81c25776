"""Arguments of a compiled loop as Numba lays them out: one slot of eight bytes each, arrays and tuples taken apart.

An array is (owner, parent, numbers, bytes of one, address, shape .., strides ..); owner and parent are zero: the caller keeps it.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from itertools import count
from typing import Any

import numpy as np

from elver._support.errors import InputError

_NUMBER, _WHOLE, _TRUTH, _NOTHING = "f", "i", "b", "n"  # kinds of plain arguments and results


def _lay_out(value: Any, kinds: list[str], slots: list) -> None:
    """Append what ``value`` is to ``kinds`` and what it holds to ``slots``."""
    if isinstance(value, np.ndarray):
        flags = value.flags
        order = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
        kinds.append(f"{value.dtype.str}{order}{value.ndim}" + ("" if flags.writeable else "-"))
        slots += (0, 0, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
    elif isinstance(value, float):
        kinds.append(_NUMBER)
        slots.append(value)
    elif isinstance(value, (bool, np.bool_)):
        kinds.append(_TRUTH)
        slots.append(int(value))
    elif isinstance(value, (int, np.int64)):
        kinds.append(_WHOLE)
        slots.append(int(value))
    elif isinstance(value, tuple):
        kinds.append(f"{type(value).__name__}(")
        for part in value:
            _lay_out(part, kinds, slots)
        kinds.append(")")
    else:
        kinds.append(_NOTHING if value is None else f"?{type(value).__name__}")
        slots.append(0)


def laid_out(argument: Any) -> tuple[str, bytes]:
    """What an argument is, as one text, and its slots as the machine code reads them."""
    kinds: list[str] = []
    slots: list = []
    _lay_out(argument, kinds, slots)
    return " ".join(kinds), struct.pack("".join("d" if isinstance(slot, float) else "q" for slot in slots), *slots)


def result_format(kinds: str) -> str:
    """The slots of a result, for ``struct``; several numbers where it is a tuple, none for None."""
    return kinds.strip("()").replace(_NUMBER, "d").replace(_WHOLE, "q").replace(_NOTHING, "")


def unpacked(kinds: str, slots: bytes) -> Any:
    """A result as Python has it."""
    numbers = struct.unpack(result_format(kinds), slots)
    if kinds.startswith("("):
        return numbers
    return numbers[0] if numbers else None


# --- This computer as LLVM sees it: what code is made for, and how it gets into the process.

_SHARED = 16  # pieces of code in one engine: it takes 0.1 MB, and keeps 9 kB of each piece that has left until all have
_library_numbers = count()


@cache
def target(level: int = 2) -> tuple[Any, str]:
    """Target machine of this host, with the names that decide its code. level 0: written at once, runs half as fast."""
    import llvmlite
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu=cpu, features=features, opt=level, jit=True)
    return machine, f"{llvmlite.__version__} {machine.triple} {cpu} {features}"


@lru_cache(maxsize=1)
def _just_in_time(number: int) -> Any:
    """One of LLVM's engines, and the last one made: it lives on with the code in it."""
    import llvmlite.binding as llvm

    return llvm.create_lljit_compiler(target()[0])


def new_context() -> Any:
    """Where the numbers and types of modules that are linked together live. It goes with the last of them; the context of the
    whole process would keep all it has once held.
    """
    import llvmlite.binding as llvm

    return llvm.create_context()


def module_of(code: str | bytes, context: Any = None) -> Any:
    """A module of LLVM's text or bitcode, in a context of its own where none is given."""
    import llvmlite.binding as llvm

    parse = llvm.parse_assembly if isinstance(code, str) else llvm.parse_bitcode
    return parse(code, new_context() if context is None else context)


def run_passes(module: Any, machine: Any, options: Any, prune: bool = False) -> None:
    """LLVM's passes on a module; ``prune`` takes out references to arrays that cancel out."""
    import llvmlite.binding as llvm
    from llvmlite.binding.newpassmanagers import NewPassManager

    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    try:
        if prune:
            passes.add_refprune_pass()
        passes.run(module, builder)
    finally:
        if type(passes)._dispose is not NewPassManager._dispose:  # llvmlite's own hides behind one that does nothing
            NewPassManager._dispose(passes)
        passes.close()


def link(code: bytes, symbol: str) -> tuple[int, object]:
    """Load object code into this process; the address of ``symbol`` and what keeps it there. The code leaves with that."""
    import llvmlite.binding as llvm

    library = llvm.JITLibraryBuilder().add_object_img(code).export_symbol(symbol).add_current_process()
    number = next(_library_numbers)
    engine = _just_in_time(number // _SHARED)
    tracker = library.link(engine, f"elver_{number}")
    return tracker[symbol], (engine, tracker)


# --- Numba's LLVM IR of compiled loops, made ready for other targets than this computer: what all of them share.

ENVIRONMENT = {
    "ELVER_CACHE": "off",
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_DISABLE_INTEL_SVML": "1",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_DEBUGINFO": "0",
}  # of the process that writes the IR, before Numba is imported: no pass has changed it
_INTRINSICS = {"sqrt": "llvm.sqrt.f64", "fabs": "llvm.fabs.f64", "floor": "llvm.floor.f64"}  # one instruction each
PRODUCT = """define linkonce_odr { i64, i1 } @product_of_sizes(i64 %a, i64 %b) alwaysinline {
  %product = mul i64 %a, %b
  %pair = insertvalue { i64, i1 } { i64 undef, i1 false }, i64 %product, 0
  ret { i64, i1 } %pair
}
"""  # sizes of arrays come from a block: no product of theirs overflows, and the check would need numbers of 128 bits

HEADER = "%header = type { i64, ptr, ptr, ptr, i64 }"  # of Numba's arrays: references, -, -, data, -


def foreign_target(triple: str, needed: str) -> Any:
    """LLVM's target for code of another kind of computer. needed: what it is and what for, for the one whose LLVM lacks it."""
    import llvmlite
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        return llvm.Target.from_triple(triple)
    except RuntimeError as error:
        raise InputError(f"llvmlite {llvmlite.__version__} was built without {needed}. Install its wheel from PyPI.") from error


def counting(attributes: str = "") -> str:
    """IR of functions that count the references to an array and give it back by ``NRT_MemInfo_call_dtor``. No lock is taken.

    attributes: of the functions, for LLVM.
    """
    return f"""
define void @NRT_incref(ptr %array) {attributes} {{
  %none = icmp eq ptr %array, null
  br i1 %none, label %done, label %count
count:
  %held = load i64, ptr %array
  %more = add i64 %held, 1
  store i64 %more, ptr %array
  br label %done
done:
  ret void
}}

define void @NRT_decref(ptr %array) {attributes} {{
  %none = icmp eq ptr %array, null
  br i1 %none, label %done, label %count
count:
  %held = load i64, ptr %array
  %less = sub i64 %held, 1
  store i64 %less, ptr %array
  %free = icmp eq i64 %less, 0
  br i1 %free, label %give, label %done
give:
  call void @NRT_MemInfo_call_dtor(ptr %array)
  br label %done
done:
  ret void
}}
"""


def without(text: str, name: str) -> str:
    """IR without the definition of one function."""
    return re.sub(rf"^define [^\n]*@{re.escape(name)}\(.*?^}}\n", "", text, flags=re.MULTILINE | re.DOTALL)


def without_target(text: str, symbol: str) -> str:
    """IR of a loop without the layout of this computer and the ways in from Python, with instructions for simple functions."""
    text = re.sub(r"^target .*\n", "", text, flags=re.MULTILINE)
    for kept in (f"_ZN7cpython{symbol.removeprefix('_ZN')}", f"cfunc.{symbol}"):
        text = without(text, kept)
    for name, intrinsic in _INTRINSICS.items():
        text = re.sub(rf"@{name}\(", f"@{intrinsic}(", text)
    return text


def replaced(text: str, name: str, own: str, definition: str) -> str:
    """IR that calls the function ``own`` in place of another one, with its definition where it calls it."""
    text = re.sub(rf"^declare .*@{re.escape(name)}\(.*\n", "", text, flags=re.MULTILINE)
    return text.replace(f"@{name}(", f"@{own}(") + definition if f"@{name}(" in text else text


def keep_only(module: Any, names: Collection[str]) -> None:
    """Let nothing but these functions be seen from outside: the rest is inlined or dropped."""
    for function in module.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


# --- What shipped loops need of Numba's runtime, as LLVM IR: arrays from the C library's memory, their other shapes, and the
# way in.
#
# An array carries Numba's header {references, -, -, data, -}. References are counted without locks: no loop hands one to another
# thread. Arrays of one dimension without gaps take other shapes; a loop that asks for another one's stops. ``entry`` reads the
# arguments from slots of eight bytes each, and writes the result to others. Calls keep nothing and share nothing: a loop that
# found no room for an array leaves the address of ``@no_room`` as the reason of its own call.

SYMBOL = "elver_loop"
NO_ROOM = 99  # what the way in returns where an array found no room in memory
RUNTIME = f"""
{HEADER}
declare noalias ptr @malloc(i64)
declare void @free(ptr)
@no_room = constant i8 0

define ptr @NRT_MemInfo_alloc_aligned(i64 %bytes, i32 %align) noinline {{
  %wide = zext i32 %align to i64
  %behind = add i64 %wide, 40
  %needed = add i64 %bytes, %behind
  %array = call ptr @malloc(i64 %needed)
  %none = icmp eq ptr %array, null
  br i1 %none, label %full, label %good
full:
  ret ptr null
good:
  %begin = ptrtoint ptr %array to i64
  %far = add i64 %begin, %behind
  %mask = sub i64 0, %wide
  %place = and i64 %far, %mask
  %data = inttoptr i64 %place to ptr
  store i64 1, ptr %array
  %slot = getelementptr %header, ptr %array, i32 0, i32 3
  store ptr %data, ptr %slot
  ret ptr %array
}}

define void @NRT_MemInfo_call_dtor(ptr %array) noinline {{
  call void @free(ptr %array)
  ret void
}}

define i32 @numba_attempt_nocopy_reshape(
  i64 %count, ptr %shape, ptr %strides, i64 %dimensions, ptr %new, ptr %found, i64 %bytes, i32 %order
) {{
entry:
  %flat = icmp eq i64 %count, 1
  %stride = load i64, ptr %strides
  %dense = icmp eq i64 %stride, %bytes
  %can = and i1 %flat, %dense
  br i1 %can, label %look, label %refuse
refuse:
  ret i32 0
look:
  %left = phi i64 [ %dimensions, %entry ], [ %k, %write ]
  %step = phi i64 [ %bytes, %entry ], [ %next, %write ]
  %more = icmp sgt i64 %left, 0
  br i1 %more, label %write, label %done
write:
  %k = sub i64 %left, 1
  %place = getelementptr i64, ptr %found, i64 %k
  store i64 %step, ptr %place
  %at = getelementptr i64, ptr %new, i64 %k
  %size = load i64, ptr %at
  %next = mul i64 %step, %size
  br label %look
done:
  ret i32 1
}}
{counting("noinline")}"""


def entry(function: str, types: Sequence[str]) -> str:
    """``i32 elver_loop(slots, result)`` around a compiled function of Numba with arguments of these LLVM types."""
    lines = []
    for k, kind in enumerate(types):
        lines += [f"  %at{k} = getelementptr i64, ptr %slots, i64 {k}", f"  %a{k} = load {kind}, ptr %at{k}"]
    given = "".join(f", {kind} %a{k}" for k, kind in enumerate(types))
    loads = "\n".join(lines)
    return f"""
declare i32 @{function}({", ".join(["ptr", "ptr", *types])})

define i32 @{SYMBOL}(ptr %slots, ptr %result) {{
  %reason = alloca ptr
  store ptr null, ptr %reason
{loads}
  %status = call i32 @{function}(ptr %result, ptr %reason{given})
  %why = load ptr, ptr %reason
  %full = icmp eq ptr %why, @no_room
  %told = select i1 %full, i32 {NO_ROOM}, i32 %status
  ret i32 %told
}}
"""
