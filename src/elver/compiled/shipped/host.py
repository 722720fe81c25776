"""This computer as LLVM sees it: what code is made for, and how it gets into the process."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

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


@cache
def just_in_time() -> Any:
    import llvmlite.binding as llvm

    return llvm.create_lljit_compiler(target()[0])


def link(code: bytes, symbol: str) -> tuple[int, object]:
    """Load object code into this process; the address of ``symbol`` and what keeps it alive."""
    import llvmlite.binding as llvm

    library = llvm.JITLibraryBuilder().add_object_img(code).export_symbol(symbol).add_current_process()
    tracker = library.link(just_in_time(), f"elver_{next(_library_numbers)}")
    return tracker[symbol], tracker
