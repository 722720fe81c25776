"""Functions of the mathematics library that compiled loops call and a GPU has not. Importing this module imports Numba."""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.jit import compiled

_STEEP, _FLAT = 2.414213562373095, 0.66  # tan(3 pi/8); up to which the quotient below is used as it is
_LOST = 6.123233995736765886130e-17  # of pi/2 beyond a double
_UPPER = (-8.750608600031904122785e-1, -1.615753718733365076637e1, -7.500855792314704667340e1, -1.228866684490136173410e2,
         -6.485021904942025371773e1)  # fmt: skip
_LOWER = (1.0, 2.485846490142306297962e1, 1.650270098316988542046e2, 4.328810604912902668951e2, 4.853903996359136964868e2,
         1.945506571482613964425e2)  # fmt: skip


@compiled
def _arctangent(t):
    """Of t >= 0, by the rational approximation of the Cephes library: two units of the last digit."""
    turned, lost = 0.0, 0.0
    if t > _STEEP:
        turned, lost, t = 0.5 * np.pi, _LOST, -1.0 / t
    elif t > _FLAT:
        turned, lost, t = 0.25 * np.pi, 0.5 * _LOST, (t - 1.0) / (t + 1.0)
    z, upper, lower = t * t, 0.0, 0.0
    for c in _UPPER:
        upper = upper * z + c
    for c in _LOWER:
        lower = lower * z + c
    return turned + (t * (z * upper / lower) + t + lost)


@compiled
def angle_of(y, x):
    """arctan2(y, x)."""
    if not (y == y and x == x):
        return np.nan
    if x == 0.0 and y == 0.0:
        angle = 0.0
    elif abs(x) == np.inf and abs(y) == np.inf:
        angle = 0.25 * np.pi
    elif x == 0.0:
        angle = 0.5 * np.pi
    else:
        angle = _arctangent(abs(y) / abs(x))
    if np.copysign(1.0, x) < 0.0:
        angle = np.pi - angle + 2.0 * _LOST
    return np.copysign(angle, y)


@compiled
def whole_power(x, exponent):
    """x to a whole number, as large as a double holds them; NaN for any other exponent."""
    if not (exponent == np.floor(exponent) and abs(exponent) < 2.0**62):
        return np.nan
    left, factor, result = int(abs(exponent)), x, 1.0
    while left > 0:
        if left % 2 == 1:
            result *= factor
        factor *= factor
        left //= 2
    return 1.0 / result if exponent < 0.0 else result


OWN = {"atan2": angle_of, "llvm.pow.f64": whole_power}  # by the name under which Numba calls them
