"""What every kernel begins with: its words for a GPU and for plain C, and arithmetic without a branch.

A slow path for rare arguments costs a GPU registers everywhere, so quotients and roots of double precision are Newton's method
from the hardware's first guess, and sine and cosine are as in elver.native.trigonometry: three parts of pi/2 with fused
multiply-adds, then polynomials on [-pi/4, pi/4]. An angle of more quarter turns than LARGEST_TURNS, where neighbouring numbers of
single precision are two degrees apart, gives a NaN: a wrong number never appears.
"""

from __future__ import annotations

from elver.native.trigonometry import COS, HALF_PI, LARGEST, SIN, TWO_OVER_PI

REALS = {"double": "double", "single": "float"}
LARGEST_TURNS = {"double": LARGEST * TWO_OVER_PI, "single": 2.0**18}  # quarter turns
LARGEST_NUMBER = {"double": 1.7976931348623157e308, "single": 3.4028234663852886e38}
PARTS = {"double": HALF_PI, "single": (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15)}
SINE = {"double": SIN, "single": (-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4)}
COSINE = {"double": COS, "single": (4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5)}

HEAD = """\
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define ON_DEVICE 1
#define OWN static __device__
#define APART __noinline__
#define INLINED __forceinline__
#define ROLLED _Pragma("unroll 1")
#define SOME _Pragma("unroll 6")
#define TABLE static __constant__
#define FAR_TABLE static __device__ const
#define LANES {lanes}
#define STATE_LANES {state_lanes}
#else
#include <tgmath.h>
#define ON_DEVICE 0
#define OWN static
#define APART
#define INLINED inline
#define ROLLED
#define SOME
#define TABLE static const
#define FAR_TABLE static const
#define LANES 1
#define STATE_LANES 1
#endif
typedef {real} real;
typedef long long whole;
/* a NaN on either side stays visible */
#define MINIMUM(a, b) ((a) < (b) || (a) != (a) ? (a) : (b))
#define MAXIMUM(a, b) ((a) > (b) || (a) != (a) ? (a) : (b))
#define INFINITE ((real)(1e300 * 1e10))
#define NOT_A_NUMBER (INFINITE - INFINITE)
#define SINE_COSINE(a, s, c) sine_cosine(a, &s, &c)
#if ON_DEVICE && {doubled}
/* 23 bits from the hardware, then one step of third order; 0 and infinity as they come. */
OWN INLINED double reciprocal(double a)
{
    double r;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(a));
    const double e = fma(-a, r, 1.0);
    return e == e ? fma(r, fma(e, e, e), r) : r;
}
/* 22 bits from the hardware, then two steps of second order. */
OWN INLINED double root(double a)
{
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(a));
    const double g = a * y, h = 0.5 * y, e = fma(-g, h, 0.5), better = fma(g, e, g);
    const double best = fma(fma(-better, better, a), fma(h, e, h), better);
    return y > 0 && y < INFINITE ? best : a >= 0 ? a : NOT_A_NUMBER;
}
#define RECIPROCAL(a) reciprocal(a)
#define SQRT(a) root(a)
#else
#define RECIPROCAL(a) ((real)1 / (a))
#define SQRT(a) sqrt(a)
#endif
#if ON_DEVICE
#define QUOTIENT(a, b) ((a) * RECIPROCAL(b))
#else
#define QUOTIENT(a, b) ((a) / (b))
#endif
"""

SINE_AND_COSINE = """\
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
    text = SINE_AND_COSINE
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def head_text(precision: str, lanes: int = 1, state_lanes: int = 1) -> str:
    """The first lines of a kernel.

    lanes: numbers from one element to the next of what a step began with and of the sum of rates.   state_lanes: of the state.
    """
    text = HEAD
    words = {"real": REALS[precision], "lanes": str(lanes), "state_lanes": str(state_lanes)}
    words["doubled"] = str(int(precision == "double"))
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", value)
    return text + sine_cosine_text(precision)
