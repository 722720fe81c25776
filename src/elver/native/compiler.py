"""LLVM IR -> machine code in this process, through llvmlite. No C compiler is needed."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from functools import cache
from itertools import count

import casadi as ca
import numpy as np

from elver.errors import InputError
from elver.native import cache as store
from elver.native.emit import emit_llvm
from elver.native.instructions import instruction_list

EMITTER_VERSION = "3"
_library_numbers = count()


@dataclass(frozen=True, eq=False)
class NativeFunction:
    """A compiled graph. Call it with arrays, or hand ``address`` to a compiled loop.

    C signature: ``void f(const double* in_0, .., double* out_0, .., double* work)``; ``work`` has ``work_size`` doubles.
    """

    name: str
    address: int
    names_in: tuple[str, ...]
    names_out: tuple[str, ...]
    sizes_in: tuple[int, ...]
    shapes_out: tuple[tuple[int, int], ...]
    work_size: int
    instructions: int
    from_cache: bool
    _keep: object = field(repr=False, default=None)

    def __call__(self, *inputs):
        """Evaluate; inputs by position, one array each. Returns the output, or a tuple when there are several."""
        if len(inputs) != len(self.sizes_in):
            raise InputError(f"{self.name} takes {len(self.sizes_in)} inputs ({', '.join(self.names_in)}); given {len(inputs)}.")
        arrays = []
        for name, size, given in zip(self.names_in, self.sizes_in, inputs, strict=True):
            array = np.ascontiguousarray(np.asarray(given, dtype=float).ravel(order="F"))
            if array.size != size:
                raise InputError(f"{self.name}: input '{name}' has {array.size} numbers, expected {size}.")
            arrays.append(array)
        outputs = [np.empty(rows * columns) for rows, columns in self.shapes_out]
        work = np.empty(self.work_size)
        pointers = [a.ctypes.data for a in (*arrays, *outputs, work)]
        signature = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(pointers))
        signature(self.address)(*pointers)
        results = tuple(
            o if columns == 1 else o.reshape((rows, columns), order="F")
            for o, (rows, columns) in zip(outputs, self.shapes_out, strict=True)
        )
        return results[0] if len(results) == 1 else results


@cache
def target():
    """Target machine of this host, with the names that decide its code."""
    import llvmlite
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    cpu, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu=cpu, features=features, opt=2, jit=True)
    return machine, f"{llvmlite.__version__} {machine.triple} {cpu} {features}"


def compile_function(function: ca.Function, optimise: int = 1) -> NativeFunction:
    """Native code of a CasADi SX function, from the cache where the same graph was compiled before."""
    machine, host = target()
    symbol = "elver_function"
    name = store.key(EMITTER_VERSION, host, str(optimise), function.serialize())
    stored = store.load(name)
    if stored is not None and len(stored) >= 8:
        work_size, code = int.from_bytes(stored[:8], "little"), stored[8:]
    else:
        program = instruction_list(function)
        work_size, code = program.work_size, to_object(emit_llvm(program, symbol), machine, optimise)
        store.save(name, work_size.to_bytes(8, "little") + code)
    address, keep = link(code, symbol)
    return NativeFunction(
        name=function.name(),
        address=address,
        names_in=tuple(function.name_in()),
        names_out=tuple(function.name_out()),
        sizes_in=tuple(function.nnz_in(k) for k in range(function.n_in())),
        shapes_out=tuple(function.size_out(k) for k in range(function.n_out())),
        work_size=work_size,
        instructions=function.n_instructions(),
        from_cache=stored is not None,
        _keep=keep,
    )


def to_object(ir: str, machine, optimise: int) -> bytes:
    """Optimise a module and generate its object code."""
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(ir)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    if optimise:
        options = llvm.create_pipeline_tuning_options(speed_level=optimise)
        options.slp_vectorization = options.loop_vectorization = False
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)


@cache
def just_in_time():
    import llvmlite.binding as llvm

    return llvm.create_lljit_compiler(target()[0])


def link(code: bytes, symbol: str) -> tuple[int, object]:
    """Load object code into this process; the address of ``symbol`` and what keeps it alive."""
    import llvmlite.binding as llvm

    library = llvm.JITLibraryBuilder().add_object_img(code).export_symbol(symbol).add_current_process()
    tracker = library.link(just_in_time(), f"elver_{next(_library_numbers)}")
    return tracker[symbol], tracker
