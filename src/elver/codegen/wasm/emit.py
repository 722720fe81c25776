"""LLVM IR -> relocatable WebAssembly object, by the wasm32 target that llvmlite brings along; kept on disk by content.

No feature beyond WebAssembly 1.0 is used but whole-memory copies and sign extension, which every browser of the last years has.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from elver.codegen.cache import code_key, emitter_stamp, load_code, save_code, source_stamp
from elver.codegen.compiler import to_object
from elver.codegen.instructions import TABLE
from elver.codegen.kernels.abi import foreign_target
from elver.codegen.llvm import COS, SHIFT, SIN, TWO_OVER_PI, literal

_KIND = "wasm"
TRIPLE = "wasm32-unknown-unknown"


@cache
def wasm_target(quick: bool = False) -> tuple[Any, str]:
    """The target machine, with the name of what decides its code. quick: written in a tenth of the time, and larger."""
    import llvmlite

    found = foreign_target(TRIPLE, "WebAssembly, which live pages need")
    machine = found.create_target_machine(opt=0 if quick else 2, reloc="static")
    return machine, f"{llvmlite.__version__} {TRIPLE} {quick}"


@cache
def _wasm_stamp() -> str:
    """Hash of the sources that turn graphs into WebAssembly."""
    return code_key(emitter_stamp(), source_stamp(sorted(Path(__file__).parent.glob("*.py"))))


def wasm_object(ir: str, optimise: int = 1, quick: bool = False) -> bytes:
    """The object of a module of IR text, from the cache where it was made before."""
    machine, about = wasm_target(quick)
    optimise = 0 if quick else optimise
    key = code_key(_wasm_stamp(), about, str(optimise), ir)
    stored = load_code(_KIND, key)
    if stored is None:
        stored = to_object(ir, machine, optimise)
        save_code(_KIND, key, stored)
    return stored


# --- Sine and cosine without fused multiply-adds, which WebAssembly lacks: straight-line code, the same bits in every engine.
#
# Reduction by multiples k of pi/2 in three parts (Cody and Waite). The first two have 30 bits each, so that their products with k
# are exact up to |k| = 2^23; what the second subtraction rounds away is kept and added with the third part. Then the polynomials
# of the classical kernels on [-pi/4, pi/4]; one minus half a square keeps its rounding error. Error: below 1.5 ulp of the result,
# or 2^-90 where the result is tiny. Beyond |x| = LARGEST, where k has too many bits, and for a NaN, the result is a NaN (the
# guard is explained in ``codegen/llvm.py``).

LARGEST = 1.3e7
_BURST = sys.float_info.max / (LARGEST * TWO_OVER_PI)
BITS = 30  # of each of the first two parts
# pi/2, the sum of these three doubles and of less than 2^-160 of it
HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33)


def _cut(value: Fraction, bits: int) -> Fraction:
    """The first so many bits of a positive number."""
    unit = Fraction(2) ** (math.frexp(float(value))[1] - bits)
    return value // unit * unit


def parts_of_half_pi() -> tuple[float, float, float]:
    """pi/2 in three parts: 30 bits, 30 bits, and a double for the rest."""
    whole = sum(map(Fraction, HALF_PI), Fraction(0))
    first = _cut(whole, BITS)
    second = _cut(whole - first, BITS)
    return float(first), float(second), float(whole - first - second)


def sine_cosine(name: str, argument: str, width: int = 1) -> tuple[list[str], str, str, set[str]]:
    """Lines that compute both for one machine, the operands of sine and cosine, and the declarations needed (none)."""
    assert width == 1
    lines: list[str] = []

    def put(label: str, text: str) -> str:
        lines.append(f"{name}.{label} = {text}")
        return f"{name}.{label}"

    def real(label: str, operation: str, a: str | float, b: str | float) -> str:
        first, second = (value if isinstance(value, str) else literal(value) for value in (a, b))
        return put(label, f"f{operation} double {first}, {second}")

    def horner(prefix: str, z: str, coefficients: Sequence[float]) -> str:
        value = literal(coefficients[-1])
        for k, c in reversed(list(enumerate(coefficients[:-1]))):
            value = real(f"{prefix}{k}", "add", real(f"{prefix}{k}z", "mul", value, z), c)
        return value

    def reduced(turns: str) -> str:
        """The angle less so many quarter turns."""
        first, second, third = parts_of_half_pi()
        a = real("r0", "sub", argument, real("p0", "mul", turns, first))
        w = real("p1", "mul", turns, second)
        b = real("r1", "sub", a, w)
        lost = real("e1", "sub", real("d1", "sub", a, b), w)
        guard = real("guard", "mul", real("burst", "mul", turns, _BURST), 0.0)
        return real("r", "add", b, real("e2", "sub", lost, real("g2", "add", real("p2", "mul", turns, third), guard)))

    shifted = real("t", "add", real("q", "mul", argument, TWO_OVER_PI), SHIFT)
    r = reduced(real("k", "sub", shifted, SHIFT))
    z = real("z", "mul", r, r)
    sine = real("s", "add", r, real("zs", "mul", real("zr", "mul", z, r), horner("a", z, SIN)))
    half = real("h", "mul", z, 0.5)
    high = real("w", "sub", 1.0, half)
    low = real("wl", "sub", real("wd", "sub", 1.0, high), half)
    zz = real("zz", "mul", z, z)
    cosine = real("c", "add", high, real("cl", "add", low, real("zc", "mul", zz, horner("b", z, COS))))
    return [*lines, *(rest := _quadrants(name, shifted, sine, cosine))[0]], rest[1], rest[2], set()


def _quadrants(name: str, shifted: str, sine: str, cosine: str) -> tuple[list[str], str, str]:
    """Sine and cosine of the whole angle from those of the reduced one and the low bits of the number of quarter turns."""
    lines: list[str] = []

    def put(label: str, text: str) -> str:
        lines.append(f"{name}.{label} = {text}")
        return f"{name}.{label}"

    bits = put("i", f"bitcast double {shifted} to i64")
    odd = put("odd", f"trunc i64 {bits} to i1")
    sign = put("sg", f"shl i64 {put('up', f'and i64 {bits}, 2')}, 62")
    flip = put("fl", f"xor i64 {sign}, {put('os', f'shl i64 {bits}, 63')}")
    results = []
    for label, even, other, mask in (("sin", sine, cosine, sign), ("cos", cosine, sine, flip)):
        chosen = put(f"{label}c", f"select i1 {odd}, double {other}, double {even}")
        turned = put(f"{label}x", f"xor i64 {put(f'{label}b', f'bitcast double {chosen} to i64')}, {mask}")
        results.append(put(label, f"bitcast i64 {turned} to double"))
    return lines, results[0], results[1]


# --- Functions of the mathematics library in WebAssembly: what a module brings along, and what it asks whoever opens it for.
#
# Sine and cosine are written in place (``codegen/llvm.py``); the tangent is their quotient. The rest comes from
# ``web/src/library.js``: JavaScript's ``Math``, where that has it.

_MODULE = "library"  # under which a WebAssembly module asks for its imports
OWN = ("tan",)
IMPORTS = {op.symbol: (_MODULE, op.symbol) for op in TABLE.values() if op.kind == "library" and op.symbol not in OWN}


def library_object() -> bytes:
    """The object with the functions that a module brings along."""
    lines, sine, cosine, _ = sine_cosine("%x", "%given")
    body = "\n".join([*lines, f"%tangent = fdiv double {sine}, {cosine}", "ret double %tangent"])
    return wasm_object(f"define double @tan(double %given) {{\n{body}\n}}\n")
