"""Makes the loops that runs on this computer take (``compiled/shipped``): Numba's code as LLVM bitcode for any computer.

Short runs of a machine without and of one with contact say for which kinds of arguments. Numba's first code is cleaned, put
together and shortened by LLVM, but neither unrolled nor put into vectors: that is done where it is run.
"""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import replace
from typing import Any

import numpy as np

from elver.choices import ADAPTIVE
from elver.compiled.retarget import keep_only, without
from elver.compiled.shipped import loops
from elver.compiled.shipped.runtime import RUNTIME, SYMBOL, entry
from elver.compiled.shipped.sources import lanes_of, loop_digest
from elver.errors import InputError
from elver.files import write_whole
from elver.live.kernels.retarget import uncounted
from elver.stepping.schemes.tuples import ROWS

NUMBAS = re.compile(r"NRT_|numba_")  # what only Numba brings along
NO_MEMORY = re.compile(r"^@\.const\.pickledata\.(\w+) = .*MemoryError", re.MULTILINE)
STEPS, SHORT = 3, 1e-5  # s: short enough for any machine


def run_everything() -> None:
    """Short runs by every method, with contact and with signals, derivatives and many machines: the loops that they take stand in
    ``missed``.
    """
    from elver.contact import ContactSettings
    from elver.derivatives.contact_variations import contact_flow
    from elver.drive import RecordedMotion, SignalTable
    from elver.scenarios import all_scenarios
    from elver.simulation import simulate
    from elver.simulation.batch import VECTORS

    models = [s.build({}) for s in all_scenarios()]
    plain = [m for m in models if m.scene is None and not m.needs]
    smallest = min(plain, key=lambda model: len(model.robot.joints))
    for method in (*ROWS, *ADAPTIVE):
        simulate(smallest, STEPS * SHORT, SHORT, method, output=SHORT, progress=False)
    names = smallest.robot.joint_names
    table = SignalTable(names, np.arange(6.0), np.zeros((6, len(names))))
    recorded = replace(smallest, gait=RecordedMotion(table))
    for method in VECTORS:
        run_batch(smallest, method=method, output=SHORT)
        run_batch(recorded, method=method, output=SHORT, signals=[table])
    touching = min((m for m in models if m.scene is not None and m.scene.obstacles), key=lambda m: len(m.robot.joints))
    for accuracy in (None, 1.0):
        settings = ContactSettings(accuracy=accuracy)
        simulate(touching, STEPS * SHORT, SHORT, output=SHORT, contact=settings, progress=False)
    program, p, x = run_batch(touching)
    contact_flow(program, p, x, SHORT, STEPS, np.zeros((1, len(x))))
    loops.loop_at("elver.contact.overlaps:deepest_pair")(np.zeros(8), np.ones((2, 2)), np.zeros((2, 2)))  # of self contact
    loops.loop_at("elver.compiled.piecewise:evaluate_signals")(0.0, np.arange(2.0), np.zeros((1, 1, 4)), np.zeros(3))


def run_batch(model: Any, **how: Any) -> tuple[Any, np.ndarray, np.ndarray]:
    """A short batch of one machine; its program, parameters and first state."""
    from elver.native.program import compile_model
    from elver.simulation import simulate_batch

    program = compile_model(model)
    p = program.parameter_vector(None)
    x = program.initial_state(p)
    simulate_batch(program, STEPS * SHORT, SHORT, states=np.array([x]), progress=False, **how)
    return program, p, x


def result_kinds(kind: Any) -> str:
    """What a loop returns, as ``compiled/shipped/layout.py`` has it."""
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
    tidy(module, prune=True)
    module = llvm.parse_assembly(uncounted(room_told(str(module))))
    packer = result.target_context.get_arg_packer(result.fndesc.argtypes)
    kinds = ["ptr" if kind.is_pointer else str(kind) for kind in packer.argument_types]
    module.link_in(llvm.parse_assembly(RUNTIME + entry(symbol, kinds)))
    keep_only(module, [SYMBOL])
    tidy(module)
    drop_names(module)
    module.name = "loop"
    if "inttoptr (i64" in (left := str(module)) or "@numba.dynamic" in left:
        raise InputError(f"{result.fndesc.qualname} holds addresses of this process. Write the loop without them.")
    if own := [f.name for f in module.functions if f.is_declaration and NUMBAS.match(f.name)]:
        raise InputError(f"{result.fndesc.qualname} needs {', '.join(own)} of Numba. Write the loop without lists.")
    return module.as_bitcode()


def room_told(text: str) -> str:
    """IR in which an array that finds no room is told by the address of the runtime's ``@no_room`` instead of Numba's text."""
    lines = text.split("\n")
    for name in NO_MEMORY.findall(text):
        told = f"@.const.picklebuf.{name}"
        lines = [line if line.startswith("@") else line.replace(told, "@no_room") for line in lines]
    return "\n".join([*lines, "@no_room = external constant i8", ""])


def tidy(module: Any, prune: bool = False) -> None:
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


def drop_names(module: Any) -> None:
    """Take out the names of values and of what is not seen from outside: half of the code's size."""
    import llvmlite.binding as llvm

    machine = llvm.Target.from_default_triple().create_target_machine(cpu="generic")
    passes = llvm.create_new_module_pass_manager()
    passes.add_strip_symbols_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))


def make_loops() -> None:
    """All shipped loops, and the list that says which they are and what they were made from."""
    import llvmlite
    import numba

    run_everything()
    for old in loops.FOLDER.glob("*.bc.z"):
        old.unlink()
    found: dict[str, dict] = {}
    for place, kinds, types in sorted(loops.missed):
        result = loops.numba_loop(place).overloads[types]
        own = found.setdefault(place, {"sources": loop_digest(place), "lanes": lanes_of(place), "kinds": {}})
        file = f"{place.removeprefix('elver.').replace(':', '.')}.{len(own['kinds']) + 1}.bc.z"
        code = zlib.compress(bitcode(result), 9)
        write_whole(loops.FOLDER / file, code)
        own["kinds"][kinds] = {"file": file, "result": result_kinds(result.fndesc.restype)}
        print(f"{file}: {len(code)} bytes")
    about = {"numba": numba.__version__, "llvmlite": llvmlite.__version__, "loops": found}
    write_whole(loops.LIST, (json.dumps(about, indent=1) + "\n").encode())
