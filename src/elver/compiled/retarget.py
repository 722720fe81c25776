"""Numba's LLVM IR of compiled loops, made ready for other targets than this computer: what all of them share."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from elver.errors import InputError

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
INTRINSICS = {"sqrt": "llvm.sqrt.f64", "fabs": "llvm.fabs.f64", "floor": "llvm.floor.f64"}  # one instruction each
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
    for name, intrinsic in INTRINSICS.items():
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
