"""Functions of the mathematics library in WebAssembly: what a module brings along, and what it asks whoever opens it for.

Sine and cosine are written in place (``trigonometry.py``); the tangent is their quotient. The rest comes from
``web/src/library.js``: JavaScript's ``Math``, where that has it.
"""

from __future__ import annotations

from elver.native.operations import TABLE
from elver.native.wasm.target import wasm_object
from elver.native.wasm.trigonometry import sine_cosine

MODULE = "library"  # under which a WebAssembly module asks for its imports
OWN = ("tan",)
IMPORTS = {op.symbol: (MODULE, op.symbol) for op in TABLE.values() if op.kind == "library" and op.symbol not in OWN}


def library_object() -> bytes:
    """The object with the functions that a module brings along."""
    lines, sine, cosine, _ = sine_cosine("%x", "%given")
    body = "\n".join([*lines, f"%tangent = fdiv double {sine}, {cosine}", "ret double %tangent"])
    return wasm_object(f"define double @tan(double %given) {{\n{body}\n}}\n")
