"""Sine and cosine as straight-line code: no call, no branch, any vector width.

Reduction by multiples of pi/2 in three parts with fused multiply-adds (Cody and Waite), then the polynomials of the
classical kernels on [-pi/4, pi/4]. Absolute error below 2e-16 for |x| up to LARGEST; beyond it, where that many parts of pi/2
are not enough, and for a NaN, the result is a NaN: a wrong number never appears. The guard is an overflow: the number of quarter
turns times BURST is infinite beyond LARGEST, and zero times that is added to the reduced angle. It costs no comparison.
"""

from __future__ import annotations

import struct
import sys

TWO_OVER_PI = 0.6366197723675814
# pi/2 as an unevaluated sum of three doubles
HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33)
LARGEST = 1e14
BURST = sys.float_info.max / (LARGEST * TWO_OVER_PI)
SHIFT = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to an integer and leaves that in the low bits
SIN = (-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
       2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10)  # fmt: skip
COS = (4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
       -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11)  # fmt: skip


def hexadecimal(number: float) -> str:
    """A double as LLVM's exact hexadecimal literal."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', number))[0]:016X}"


def vector(kind: str, width: int) -> str:
    """A type of ``width`` machines; the plain type for one."""
    return kind if width == 1 else f"<{width} x {kind}>"


def literal(number: float, width: int = 1, kind: str = "double") -> str:
    """A constant operand, the same for all machines; whole numbers for integer types."""
    text = hexadecimal(number) if kind == "double" else str(number)
    return text if width == 1 else f"<{', '.join([f'{kind} {text}'] * width)}>"


def suffix(width: int) -> str:
    """What an intrinsic's name ends with."""
    return "f64" if width == 1 else f"v{width}f64"


def sine_cosine(name: str, argument: str, width: int = 1) -> tuple[list[str], str, str, set[str]]:
    """Lines that compute both, the operands of sine and cosine, and the declarations needed. ``name`` prefixes all values.

    The rounding steps carry no fast-math flags: reassociation would undo them.
    """
    lines: list[str] = []
    real, integer, bit = vector("double", width), vector("i64", width), vector("i1", width)
    fused = f"llvm.fma.{suffix(width)}"

    def number(value: float) -> str:
        return literal(value, width)

    def whole(value: int) -> str:
        return literal(value, width, "i64")

    def put(label: str, text: str) -> str:
        lines.append(f"{name}.{label} = {text}")
        return f"{name}.{label}"

    def fma(label: str, a: str, b: str, c: str) -> str:
        return put(label, f"call {real} @{fused}({real} {a}, {real} {b}, {real} {c})")

    def horner(prefix: str, z: str, coefficients) -> str:
        value = number(coefficients[-1])
        for k, c in reversed(list(enumerate(coefficients[:-1]))):
            value = fma(f"{prefix}{k}", value, z, number(c))
        return value

    shifted = fma("t", argument, number(TWO_OVER_PI), number(SHIFT))
    turns = put("k", f"fsub {real} {shifted}, {number(SHIFT)}")
    guard = put("guard", f"fmul {real} {put('burst', f'fmul {real} {turns}, {number(BURST)}')}, {number(0.0)}")
    high = fma("r0", turns, number(-HALF_PI[0]), argument)
    middle = fma("r1", turns, number(-HALF_PI[1]), high)
    r = put("r", f"fadd {real} {middle}, {fma('r2', turns, number(-HALF_PI[2]), guard)}")
    z = put("z", f"fmul {real} {r}, {r}")
    s = fma("s", put("zr", f"fmul {real} {z}, {r}"), horner("a", z, SIN), r)
    zz = put("zz", f"fmul {real} {z}, {z}")
    half = fma("h", z, number(-0.5), number(1.0))
    c = fma("c", zz, horner("b", z, COS), half)
    bits = put("i", f"bitcast {real} {shifted} to {integer}")
    odd = put("odd", f"trunc {integer} {bits} to {bit}")
    sign = put("sg", f"shl {integer} {put('up', f'and {integer} {bits}, {whole(2)}')}, {whole(62)}")
    flip = put("fl", f"xor {integer} {sign}, {put('os', f'shl {integer} {bits}, {whole(63)}')}")
    sine = put("ss", f"select {bit} {odd}, {real} {c}, {real} {s}")
    cosine = put("cc", f"select {bit} {odd}, {real} {s}, {real} {c}")
    results = []
    for label, half, mask in (("sin", sine, sign), ("cos", cosine, flip)):
        turned = put(f"{label}x", f"xor {integer} {put(f'{label}b', f'bitcast {real} {half} to {integer}')}, {mask}")
        results.append(put(label, f"bitcast {integer} {turned} to {real}"))
    return lines, results[0], results[1], {f"declare {real} @{fused}({real}, {real}, {real}) #1"}
