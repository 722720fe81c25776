"""The contact loop as LLVM IR for any target: made once by Numba (``make kernels``), shipped with a digest of its sources.

It holds what Numba writes for ``advance_moreau`` and all that it calls, with Elver's own sine, cosine and arc tangent. What Numba
would raise is taken for impossible: a division by zero gives an infinity or a NaN, which ends a machine by its status.
"""

from __future__ import annotations

import json
import re
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from elver.code_cache import source_stamp
from elver.compiled import ROOT
from elver.compiled.retarget import PRODUCT, keep_only, replaced, without, without_target
from elver.compiled.shipped.sources import sources_of
from elver.native.device import NoDeviceError
from elver.native.trigonometry import sine_cosine

FOLDER = Path(__file__).parent
FILE, LIST = FOLDER / "moreau.ll.z", FOLDER / "moreau.json"
LOOP = "advance_moreau"
COUNTING = ("NRT_incref", "NRT_decref", "nrt_atomic_add", "nrt_atomic_sub")
RAISES = re.compile(r"^  ret i32 (?:-1|[1-9]\d*)$", re.MULTILINE)
DECLARED = "declare void @NRT_incref(ptr)\ndeclare void @NRT_decref(ptr)\n"
CALL = """
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
    return sources_of([ROOT / "contact" / "moreau" / "step.py", FOLDER / "library.py", Path(__file__)])


def sources_digest() -> str:
    """Hash of the sources as they are now."""
    return source_stamp(loop_sources())


def shipped_digest() -> str:
    """Hash of the sources that the shipped IR was made from."""
    return json.loads(LIST.read_text())["sources"]


@cache
def loop_ir() -> str:
    """The shipped IR: one function ``advance_moreau`` that can be seen, without a target. NoDeviceError where it is older."""
    if shipped_digest() != sources_digest():
        raise NoDeviceError("the contact loop was changed after its GPU code was made (make kernels makes it again)")
    return zlib.decompress(FILE.read_bytes()).decode()


# --- how it is made ---------------------------------------------------------------------------------------------------


def example_arguments() -> dict[str, Any]:
    """Arguments of the loop, of the types that every run has: of a block on the ground."""
    import numpy as np

    from elver.contact import ContactSettings, Scene
    from elver.contact.loop import ContactLoop
    from elver.contact.moreau.tuples import Code, Grid, Inputs
    from elver.equations import Model
    from elver.equations.contact import contact_terms
    from elver.robot import Body, Contour, Robot

    contour = Contour(np.zeros(3), np.array([1.0, 0.0, 0.0]), 0.1, 0.05)
    block = Body("block", 1.0, np.zeros(3), np.eye(3), contour=contour)
    terms = contact_terms(Model("block", Robot("block", [block], base="planar"), scene=Scene()))
    start = np.zeros(3), np.zeros(3), np.zeros(4 + len(terms.flows))
    signals = Inputs(np.zeros(0), np.zeros(2), np.zeros((1, 0, 1)))
    code, grid = Code(0, np.zeros(1), 0), Grid(0.0, 1e-3, 1)
    return ContactLoop(terms, Scene(), ContactSettings(), code, signals, grid, 1, start).arguments(0, 0)


def numba_text(function: Any, types: tuple) -> tuple[str, str]:
    """IR of a compiled function with all that it calls, without the counting of references, and its name there."""
    function.compile(types)
    result = function.overloads[types]
    symbol = result.fndesc.llvm_func_name
    text = without_target(result.library.get_llvm_str(), symbol)
    for name in COUNTING:
        text = without(text, name)
    return RAISES.sub("  unreachable", text), symbol


def make_loop() -> str:
    """The IR, in a process of ``retarget.ENVIRONMENT``."""
    import llvmlite.binding as llvm
    from numba import float64, typeof

    from elver.contact.moreau.step import advance_moreau
    from elver.native.ptx.library import OWN

    arguments = example_arguments()
    text, symbol = numba_text(advance_moreau, tuple(typeof(value) for value in arguments.values()))
    text = replaced(text.replace(symbol, LOOP), "llvm.smul.with.overflow.i64", "product_of_sizes", PRODUCT) + DECLARED
    lines, *values, declared = sine_cosine("%x", "%given")
    for name, value in zip(("sin", "cos"), values, strict=True):
        body = "\n".join([*lines, f"ret double {value}"])
        text = replaced(
            text, f"llvm.{name}.f64", f"own_{name}", f"define linkonce_odr double @own_{name}(double %given) {{\n{body}\n}}\n"
        )
    text += "\n".join(sorted(declared)).replace(" #1", "") + "\n"
    parts, parameters = [], "double %a, double %b"
    for name, function in OWN.items():
        own, inner = numba_text(function, (float64, float64))
        plain_name = name.split(".")[-2] if "." in name else name
        parts.append(own + CALL.format(name=plain_name, parameters=parameters, symbol=inner))
        text = replaced(text, name, f"own_{plain_name}", f"declare double @own_{plain_name}(double, double)\n")
    text = text.replace(
        "declare noalias ptr @NRT_MemInfo_alloc_aligned", "declare noalias nonnull ptr @NRT_MemInfo_alloc_aligned"
    )
    module = llvm.parse_assembly(text)
    for part in parts:
        module.link_in(llvm.parse_assembly(part))
    keep_only(module, [LOOP])
    tidy(module)
    return re.sub(r"^(target|source_filename).*\n", "", str(module), flags=re.MULTILINE)


def tidy(module: Any) -> None:
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
