"""Sine and cosine as C text without a branch: no slow path for large angles, which costs a GPU registers everywhere.

As elver.native.trigonometry: three parts of pi/2 with fused multiply-adds, then polynomials on [-pi/4, pi/4]. An angle of more quarter
turns than LARGEST, where neighbouring numbers of single precision are radians apart, gives a NaN: a wrong number never appears.
"""

from __future__ import annotations

from elver.native.trigonometry import COS, HALF_PI, LARGEST, SIN, TWO_OVER_PI

LARGEST_TURNS = {"double": LARGEST * TWO_OVER_PI, "single": 2.0**24}  # quarter turns
LARGEST_NUMBER = {"double": 1.7976931348623157e308, "single": 3.4028234663852886e38}
PARTS = {"double": HALF_PI, "single": (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15)}
SINE = {"double": SIN, "single": (-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4)}
COSINE = {"double": COS, "single": (4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5)}

TEXT = """\
OWN INLINED void sine_cosine(real a, real *sine, real *cosine)
{
    const real turns = rint(a * (real){two_over_pi}), beyond = turns * (real){burst} * (real)0;
    real r = fma(turns, (real)-{part0}, a);
    r = fma(turns, (real)-{part1}, r);
    r += fma(turns, (real)-{part2}, beyond);
    const real z = r * r, quarter = turns - (real)4 * floor(turns * (real)0.25);
    const real s = fma(z * r, {sine}, r);
    const real c = fma(z * z, {cosine}, fma(z, (real)-0.5, (real)1));
    const int odd = quarter == (real)1 || quarter == (real)3;
    const real first = odd ? c : s, second = odd ? s : c;
    *sine = quarter >= (real)2 ? -first : first;
    *cosine = quarter == (real)1 || quarter == (real)2 ? -second : second;
}
"""


def horner(coefficients: tuple[float, ...]) -> str:
    """A polynomial in z."""
    text = f"(real){coefficients[-1]!r}"
    for c in reversed(coefficients[:-1]):
        text = f"fma(z, {text}, (real){c!r})"
    return text


def sine_cosine_text(precision: str) -> str:
    """``sine_cosine(angle, &sine, &cosine)`` of a kernel."""
    numbers = {"two_over_pi": TWO_OVER_PI, "burst": LARGEST_NUMBER[precision] / LARGEST_TURNS[precision]}
    words = {name: repr(value) for name, value in numbers.items()}
    words |= {f"part{k}": f"({part!r})" for k, part in enumerate(PARTS[precision])}
    words |= {"sine": horner(SINE[precision]), "cosine": horner(COSINE[precision])}
    text = TEXT
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text
