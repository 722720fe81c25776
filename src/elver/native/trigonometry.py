"""Sine and cosine as straight-line code: no call, no branch, any vector width.

Reduction by multiples of pi/2 in three parts with fused multiply-adds (Cody and Waite), then the polynomials of the
classical kernels on [-pi/4, pi/4]. Absolute error below 2e-16 for |x| up to 1e9; a NaN or infinity gives a NaN.
"""

from __future__ import annotations

import struct

TWO_OVER_PI = 0.6366197723675814
# pi/2 as an unevaluated sum of three doubles
HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33)
SHIFT = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to an integer and leaves that in the low bits
SIN = (-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
       2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10)  # fmt: skip
COS = (4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
       -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11)  # fmt: skip


def hexadecimal(number: float) -> str:
    """A double as LLVM's exact hexadecimal literal."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', number))[0]:016X}"


def sine_cosine(name: str, argument: str) -> tuple[list[str], str, str, set[str]]:
    """Lines that compute both, the operands of sine and cosine, and the declarations needed. ``name`` prefixes all values.

    The rounding steps carry no fast-math flags: reassociation would undo them.
    """
    lines: list[str] = []

    def put(suffix: str, text: str) -> str:
        lines.append(f"{name}.{suffix} = {text}")
        return f"{name}.{suffix}"

    def fma(suffix: str, a: str, b: str, c: str) -> str:
        return put(suffix, f"call double @llvm.fma.f64(double {a}, double {b}, double {c})")

    def horner(prefix: str, z: str, coefficients) -> str:
        value = hexadecimal(coefficients[-1])
        for k, c in reversed(list(enumerate(coefficients[:-1]))):
            value = fma(f"{prefix}{k}", value, z, hexadecimal(c))
        return value

    shifted = fma("t", argument, hexadecimal(TWO_OVER_PI), hexadecimal(SHIFT))
    turns = put("k", f"fsub double {shifted}, {hexadecimal(SHIFT)}")
    r = argument
    for part, value in enumerate(HALF_PI):
        r = fma(f"r{part}", turns, hexadecimal(-value), r)
    z = put("z", f"fmul double {r}, {r}")
    s = fma("s", put("zr", f"fmul double {z}, {r}"), horner("a", z, SIN), r)
    zz = put("zz", f"fmul double {z}, {z}")
    half = fma("h", z, hexadecimal(-0.5), hexadecimal(1.0))
    c = fma("c", zz, horner("b", z, COS), half)
    bits = put("i", f"bitcast double {shifted} to i64")
    odd = put("odd", f"trunc i64 {bits} to i1")
    sign = put("sg", f"shl i64 {put('up', f'and i64 {bits}, 2')}, 62")
    flip = put("fl", f"xor i64 {sign}, {put('os', f'shl i64 {bits}, 63')}")
    sine = put("ss", f"select i1 {odd}, double {c}, double {s}")
    cosine = put("cc", f"select i1 {odd}, double {s}, double {c}")
    results = []
    for suffix, value, mask in (("sin", sine, sign), ("cos", cosine, flip)):
        turned = put(f"{suffix}x", f"xor i64 {put(f'{suffix}b', f'bitcast double {value} to i64')}, {mask}")
        results.append(put(suffix, f"bitcast i64 {turned} to double"))
    return lines, results[0], results[1], {"declare double @llvm.fma.f64(double, double, double) #1"}
