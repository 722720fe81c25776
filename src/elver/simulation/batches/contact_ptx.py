"""The contact loop as LLVM IR for any target: made once by Numba (``make kernels``), shipped with a digest of its sources.

It holds what Numba writes for ``advance_moreau`` and all that it calls, with Elver's own sine, cosine and arc tangent. What Numba
would raise is taken for impossible: a division by zero gives an infinity or a NaN, which ends a machine by its status.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import casadi as ca

from elver.codegen.cache import code_key, emitter_stamp, load_code, save_code, source_stamp
from elver.codegen.cuda.device import NoDeviceError
from elver.codegen.cuda.ptx import ARGUMENT, DEVICE, Leaf, kernel_ir, with_arrays
from elver.codegen.instructions import instruction_list
from elver.codegen.kernels.abi import (
    PRODUCT,
    foreign_target,
    keep_only,
    module_of,
    new_context,
    replaced,
    run_passes,
    without,
    without_target,
)
from elver.codegen.kernels.jit import ROOT
from elver.codegen.kernels.shipped import read_list, sources_of
from elver.codegen.llvm import emit_llvm, sine_cosine

FOLDER = Path(__file__).parent
FILE, LIST = FOLDER / "moreau.ll.z", FOLDER / "moreau.json"
LOOP = "advance_moreau"
_COUNTING = ("NRT_incref", "NRT_decref", "nrt_atomic_add", "nrt_atomic_sub")
_RAISES = re.compile(r"^  ret i32 (?:-1|[1-9]\d*)$", re.MULTILINE)
_DECLARED = "declare void @NRT_incref(ptr)\ndeclare void @NRT_decref(ptr)\n"
_CALL = """
define linkonce_odr double @own_{name}({parameters}) {{
  %result = alloca double
  %reason = alloca ptr
  %raised = call i32 @{symbol}(ptr %result, ptr %reason, {parameters})
  %value = load double, ptr %result
  ret double %value
}}
"""


def loop_sources() -> list[Path]:
    """Every file that decides the IR."""
    return sources_of([ROOT / "contact" / "single" / "moreau.py", ROOT / "codegen" / "cuda" / "math_kernels.py", Path(__file__)])


def sources_digest() -> str:
    """Hash of the sources as they are now."""
    return source_stamp(loop_sources())


def shipped_digest() -> str:
    """Hash of the sources that the shipped IR was made from."""
    return read_list(LIST).get(LOOP, {}).get("sources", "")


@cache
def loop_ir() -> str:
    """The shipped IR: one function ``advance_moreau`` that can be seen, without a target. NoDeviceError where it is older."""
    if shipped_digest() != sources_digest():
        raise NoDeviceError("the contact loop was changed after its GPU code was made (make kernels makes it again)")
    return zlib.decompress(FILE.read_bytes()).decode()


# --- how it is made ---------------------------------------------------------------------------------------------------


def _example_arguments() -> dict[str, Any]:
    """Arguments of the loop, of the types that every run has: of a block on the ground."""
    import numpy as np

    from elver.contact import ContactSettings, Scene
    from elver.contact.driver import ContactLoop
    from elver.contact.single.arrays import Code, Grid, Inputs
    from elver.model import Model
    from elver.model.assembly import contact_terms
    from elver.robot import Body, Contour, Robot

    contour = Contour(np.zeros(3), np.array([1.0, 0.0, 0.0]), 0.1, 0.05)
    block = Body("block", 1.0, np.zeros(3), np.eye(3), contour=contour)
    terms = contact_terms(Model("block", Robot("block", [block], base="planar"), scene=Scene()))
    start = np.zeros(3), np.zeros(3), np.zeros(4 + len(terms.flows))
    signals = Inputs(np.zeros(0), np.zeros(2), np.zeros((1, 0, 1)))
    code, grid = Code(0, np.zeros(1), 0), Grid(0.0, 1e-3, 1)
    return ContactLoop(terms, Scene(), ContactSettings(), code, signals, grid, 1, start).arguments(0, 0)


def _numba_text(function: Any, types: tuple) -> tuple[str, str]:
    """IR of a compiled function with all that it calls, without the counting of references, and its name there."""
    function.compile(types)
    result = function.overloads[types]
    symbol = result.fndesc.llvm_func_name
    text = without_target(result.library.get_llvm_str(), symbol)
    for name in _COUNTING:
        text = without(text, name)
    return _RAISES.sub("  unreachable", text), symbol


def make_loop() -> str:
    """The IR, in a process of ``retarget.ENVIRONMENT``."""
    import llvmlite.binding as llvm
    from numba import float64, typeof

    from elver.codegen.cuda.math_kernels import OWN
    from elver.contact.single.moreau import advance_moreau

    arguments = _example_arguments()
    text, symbol = _numba_text(advance_moreau, tuple(typeof(value) for value in arguments.values()))
    text = replaced(text.replace(symbol, LOOP), "llvm.smul.with.overflow.i64", "product_of_sizes", PRODUCT) + _DECLARED
    lines, *values, declared = sine_cosine("%x", "%given")
    for name, value in zip(("sin", "cos"), values, strict=True):
        body = "\n".join([*lines, f"ret double {value}"])
        text = replaced(
            text, f"llvm.{name}.f64", f"own_{name}", f"define linkonce_odr double @own_{name}(double %given) {{\n{body}\n}}\n"
        )
    text += "\n".join(sorted(declared)).replace(" #1", "") + "\n"
    parts, parameters = [], "double %a, double %b"
    for name, function in OWN.items():
        own, inner = _numba_text(function, (float64, float64))
        plain_name = name.split(".")[-2] if "." in name else name
        parts.append(own + _CALL.format(name=plain_name, parameters=parameters, symbol=inner))
        text = replaced(text, name, f"own_{plain_name}", f"declare double @own_{plain_name}(double, double)\n")
    text = text.replace(
        "declare noalias ptr @NRT_MemInfo_alloc_aligned", "declare noalias nonnull ptr @NRT_MemInfo_alloc_aligned"
    )
    module = llvm.parse_assembly(text)
    for part in parts:
        module.link_in(llvm.parse_assembly(part))
    keep_only(module, [LOOP])
    _tidy(module)
    return re.sub(r"^(target|source_filename).*\n", "", str(module), flags=re.MULTILINE)


def _tidy(module: Any) -> None:
    """Simplify, and take out references to arrays that cancel out: a tenth of the text is left."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    options = llvm.create_pipeline_tuning_options(speed_level=1)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
    options.inlining_threshold = 0
    builder = llvm.create_pass_builder(llvm.Target.from_default_triple().create_target_machine(), options)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)


# --- A kernel for one model: the shipped loop, the model's own code and the way in, linked, optimised and written as PTX.
#
# All of it becomes one function, in which sizes are constants and every array has its place in the thread's memory.

_KIND, TRIPLE = "ptx", "nvptx64-nvidia-cuda"
_NEWEST = 90  # generation of the processors that code is written for at most: newer ones run it too
_DEFINED = re.compile(r"^(define internal [^\n]*\)|define [^\n]*@" + LOOP + r"\([^\n]*\))([^\n]*)\{$", re.MULTILINE)


def target_machine(capability: int = _NEWEST) -> Any:
    """LLVM's target for processors of a compute capability (90: H100, H200) and later ones."""
    return foreign_target(TRIPLE, "NVPTX, which contact on a GPU needs").create_target_machine(
        cpu=f"sm_{min(capability, _NEWEST)}", opt=3
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
    loop = _DEFINED.sub(r"\1\2alwaysinline {", loop_ir())
    names = re.findall(r"^define void @(\w+)\(", "\n".join(parts), re.MULTILINE)
    declared = "".join(f"declare void @{name}(...)\n" for name in names)
    context = new_context()
    module = module_of(head + kernel_ir(LOOP, loop_arguments(), leaves) + way_in + declared, context)
    for part in (loop, *parts):
        module.link_in(module_of(head + part, context))
    keep_only(module, ["advance"])
    _optimise(module, machine, level, prune=True)
    _refuse_missing(module)
    text, _ = with_arrays(str(module), rows)
    module = module_of(text)
    keep_only(module, ["advance"])
    _optimise(module, machine, level)
    return module


@cache
def loop_arguments() -> list[tuple[str, str]]:
    """Types and names of the loop's arguments, in order."""
    line = next(line for line in loop_ir().split("\n") if line.startswith("define") and f"@{LOOP}(" in line)
    return ARGUMENT.findall(line)


def _refuse_missing(module: Any) -> None:
    """A model that needs functions which a GPU has not is stepped elsewhere."""
    missing = [f.name for f in module.functions if f.is_declaration and not f.name.startswith(("llvm.", "NRT_"))]
    if missing:
        raise NoDeviceError(f"the model uses {', '.join(sorted(missing))}, which contact on a GPU has not")


def _optimise(module: Any, machine: Any, level: int, prune: bool = False) -> None:
    """LLVM's passes; ``prune`` takes out references to arrays that cancel out."""
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_unrolling = level > 2
    run_passes(module, machine, options, prune)


@cache
def _ptx_stamp() -> str:
    """Hash of the sources and of the shipped loop that decide the code of a kernel."""
    files = [Path(__file__), *sorted((ROOT / "codegen" / "cuda").glob("*.py")), *sorted(FOLDER.glob("moreau.*"))]
    return code_key(emitter_stamp(), source_stamp(files))


def kernel_ptx(leaves: Mapping[str, Leaf], parts: Sequence[str], rows: int, capability: int = _NEWEST) -> str:
    """The kernel ``advance`` (see ``entry.kernel_ir``), from the cache where it was made before."""
    import llvmlite

    kernel = kernel_ir(LOOP, loop_arguments(), leaves)
    key = code_key(_ptx_stamp(), llvmlite.__version__, str((rows, min(capability, _NEWEST))), kernel, *parts)
    stored = load_code(_KIND, key)
    if stored is None:
        machine = target_machine(capability)
        stored = machine.emit_assembly(linked(machine, leaves, parts, rows)).encode()
        save_code(_KIND, key, stored)
    return stored.decode()
