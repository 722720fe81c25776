"""The loops that runs on this computer take (``codegen/kernels/loops``): Numba's code as LLVM bitcode for any computer.

Short runs of a machine without and of one with contact say for which kinds of arguments. Numba's first code is cleaned, put
together and shortened by LLVM, but neither unrolled nor put into vectors: that is done where it is run.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from typing import Any

import numpy as np

from elver._support.choices import ADAPTIVE
from elver._support.errors import InputError
from elver._support.files import write_whole
from elver.codegen.kernels import shipped
from elver.codegen.kernels.abi import RUNTIME, SYMBOL, entry, keep_only, without
from elver.codegen.kernels.shipped import LIST, loop_digest
from elver.codegen.kernels.table import KERNELS
from elver.export.wasm.shipped import uncounted
from elver.simulation import Save, Solver
from elver.simulation.schemes.arrays import ROWS

__all__ = ["LIST", "PIECES", "bitcode", "make", "result_kinds"]

PIECES = ("loops",)
_NUMBAS = re.compile(r"NRT_|numba_")  # what only Numba brings along
_NO_MEMORY = re.compile(r"^@\.const\.pickledata\.([\w.]+) = .*MemoryError", re.MULTILINE)
_STEPS, _SHORT = 3, 1e-5  # s: short enough for any machine


def _run_everything() -> None:
    """Short runs by every method, with contact and with signals, derivatives and many machines: the loops that they take stand in
    ``missed``.
    """
    from elver.contact import ContactSettings
    from elver.drive import RecordedMotion, SignalTable
    from elver.scenarios import all_scenarios
    from elver.simulation import simulate
    from elver.simulation.batches.machines import VECTORS
    from elver.simulation.derivatives.contact import contact_flow

    models = [s.build({}) for s in all_scenarios()]
    plain = [m for m in models if m.scene is None and not m.needs]
    smallest = min(plain, key=lambda model: len(model.robot.joints))
    for method in (*ROWS, *ADAPTIVE):
        simulate(smallest, _STEPS * _SHORT, solver=Solver(dt=_SHORT, method=method), save=Save(every=_SHORT), progress=False)
    names = smallest.robot.joint_names
    table = SignalTable(names, np.arange(6.0), np.zeros((6, len(names))))
    recorded = replace(smallest, gait=RecordedMotion(table))
    for method in VECTORS:
        _run_batch(smallest, method)
        _run_batch(recorded, method, [table])
    touching = min((m for m in models if m.scene is not None and m.scene.obstacles), key=lambda m: len(m.robot.joints))
    for settings in (ContactSettings(), ContactSettings(accuracy=1.0), ContactSettings(formulation="maximal")):
        simulate(touching, _STEPS * _SHORT, solver=Solver(dt=_SHORT, contact=settings), save=Save(every=_SHORT), progress=False)
    program, p, x = _run_batch(touching)
    contact_flow(program, p, x, _SHORT, _STEPS, np.zeros((1, len(x))))
    KERNELS.deepest_pair(np.zeros(8), np.ones((2, 2)), np.zeros((2, 2)))  # of self contact
    KERNELS.evaluate_signals(0.0, np.arange(2.0), np.zeros((1, 1, 4)), np.zeros(3))


def _run_batch(model: Any, method: str = "auto", signals: Any = None) -> tuple[Any, np.ndarray, np.ndarray]:
    """A short batch of one machine; its program, parameters and first state."""
    from elver.model import compile_model
    from elver.simulation import Save, Solver, simulate_batch

    program = compile_model(model)
    p = program.parameter_vector(None)
    x = program.initial_state(p)
    simulate_batch(
        program, _STEPS * _SHORT, initial_states=np.array([x]), signals=signals, solver=Solver(method, _SHORT),
        save=Save(every=_SHORT), progress=False,
    )  # fmt: skip
    return program, p, x


def result_kinds(kind: Any) -> str:
    """What a loop returns, as ``codegen/kernels/abi.py`` has it."""
    from numba import types

    plain = {types.int64: "i", types.float64: "f", types.none: "n"}
    if isinstance(kind, types.BaseTuple) and all(part in plain for part in kind):
        return f"({''.join(plain[part] for part in kind)})"
    if kind not in plain:
        raise InputError(f"a compiled loop returns {kind}. A shipped one returns numbers, a tuple of numbers, or None.")
    return plain[kind]


def bitcode(result: Any) -> bytes:
    """LLVM's bitcode of what Numba compiled, with a way in and all it calls."""
    import llvmlite.binding as llvm

    symbol, text = result.fndesc.llvm_func_name, result.library.get_llvm_str()
    for name in (f"_ZN7cpython{symbol.removeprefix('_ZN')}", f"cfunc.{symbol}"):
        text = without(text, name)
    module = llvm.parse_assembly(text)
    keep_only(module, [symbol])
    _tidy(module, prune=True)
    module = llvm.parse_assembly(uncounted(_room_told(str(module))))
    packer = result.target_context.get_arg_packer(result.fndesc.argtypes)
    kinds = ["ptr" if kind.is_pointer else str(kind) for kind in packer.argument_types]
    module.link_in(llvm.parse_assembly(RUNTIME + entry(symbol, kinds)))
    keep_only(module, [SYMBOL])
    _tidy(module)
    _drop_names(module)
    module.name = "loop"
    if "inttoptr (i64" in (left := str(module)) or "@numba.dynamic" in left:
        raise InputError(f"{result.fndesc.qualname} holds addresses of this process. Write the loop without them.")
    if own := [f.name for f in module.functions if f.is_declaration and _NUMBAS.match(f.name)]:
        raise InputError(f"{result.fndesc.qualname} needs {', '.join(own)} of Numba. Write the loop without lists.")
    return module.as_bitcode()


def _room_told(text: str) -> str:
    """IR in which an array that finds no room is told by the address of the runtime's ``@no_room`` instead of Numba's text."""
    lines = text.split("\n")
    for name in _NO_MEMORY.findall(text):
        told = re.compile(rf"@\.const\.picklebuf\.{re.escape(name)}(?![\w.])")  # copies have a number behind the name
        lines = [line if line.startswith("@") else told.sub("@no_room", line) for line in lines]
    return "\n".join([*lines, "@no_room = external constant i8", ""])


def _tidy(module: Any, prune: bool = False) -> None:
    """LLVM's passes as far as they suit any computer; ``prune`` takes out references to arrays that cancel out."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    machine = llvm.Target.from_default_triple().create_target_machine(cpu="generic", opt=2)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    if prune:
        passes.add_refprune_pass()
    passes.run(module, builder)


def _drop_names(module: Any) -> None:
    """Take out the names of values and of what is not seen from outside: half of the code's size."""
    import llvmlite.binding as llvm

    machine = llvm.Target.from_default_triple().create_target_machine(cpu="generic")
    passes = llvm.create_new_module_pass_manager()
    passes.add_strip_symbols_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))


def make(piece: str) -> dict[str, dict[str, Any]]:
    """Write all shipped loops; their entries in the list."""
    _run_everything()
    for old in shipped.FOLDER.glob("*.bc.z"):
        old.unlink()
    found: dict[str, dict] = {}
    for place, kinds, types in sorted(shipped.missed):
        result = shipped.numba_loop(place).overloads[types]
        own = found.setdefault(place, {"sources": loop_digest(place), "kinds": {}})
        file = f"{place.removeprefix('elver.').replace(':', '.')}.{len(own['kinds']) + 1}.bc.z"
        code = zlib.compress(bitcode(result), 9)
        write_whole(shipped.FOLDER / file, code)
        own["kinds"][kinds] = {"file": file, "result": result_kinds(result.fndesc.restype)}
        print(f"{file}: {len(code)} bytes")
    return found
