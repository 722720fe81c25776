"""This computer as LLVM sees it: what code is made for, and how it gets into the process."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import count
from typing import Any

SHARED = 16  # pieces of code in one engine: it takes 0.1 MB, and keeps 9 kB of each piece that has left until all have
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
def just_in_time(number: int) -> Any:
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
    engine = just_in_time(number // SHARED)
    tracker = library.link(engine, f"elver_{number}")
    return tracker[symbol], (engine, tracker)
