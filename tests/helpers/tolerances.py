"""Every tolerance of the tests, with its reason, and the one way in which errors are measured.

Relative errors are in the largest norm: ``max |value - reference| / scale``. The scale is the larger of the two sides,
unless a test gives the size of the terms that cancelled to form them.
"""

from __future__ import annotations

import numpy as np

EPS = float(np.finfo(float).eps)

# Rounding. A handful of products of numbers of order one.
ALGEBRA = 1e-13

# Rounding. A recursion over some ten bodies: a few thousand operations on numbers of one size.
ROUNDING = 1e-12

# Rounding. A balance (power, momentum) sums many terms that cancel; measured against the sum of their sizes.
BALANCE = 1e-11

# Rounding, with the derivatives of a whole energy: long graphs whose terms cancel.
EULER_LAGRANGE = 1e-9

# Rounding in two engines with different frames, orders of summation and factorisations.
ORACLE = 1e-9

# Rounding. Vector against scalar code, where sines differ by one rounding, through a run of some hundred steps.
VECTOR_CODE = 1e-9

# The other way round: a formula that is known to be wrong must miss by at least this much.
VISIBLE = 1e-3


def conditioned(kappa: float) -> float:
    """Conditioning. A solve with a matrix of condition number ``kappa`` loses ``log10(kappa)`` digits."""
    return max(ROUNDING, 10 * kappa * EPS)


def relative_error(value, reference, scale: float | None = None) -> float:
    """Largest difference over the largest entry of either side, or over ``scale`` where terms cancel. 0 for 0 against 0."""
    value, reference = np.asarray(value, dtype=float).squeeze(), np.asarray(reference, dtype=float).squeeze()
    assert value.shape == reference.shape, f"shapes differ: {value.shape} and {reference.shape}"
    difference = largest(value - reference)
    if difference == 0:
        return 0.0
    return difference / (max(largest(value), largest(reference)) if scale is None else scale)


def largest(values) -> float:
    """The largest absolute value of an array; 0 for an empty one."""
    return float(np.max(np.abs(np.asarray(values, dtype=float)), initial=0.0))


def assert_close(value, reference, tolerance: float, scale: float | None = None) -> None:
    """``value`` equals ``reference`` to the relative ``tolerance``."""
    error = relative_error(value, reference, scale)
    assert error <= tolerance, f"relative error {error:.2e} exceeds {tolerance:.2e}:\n{value}\nagainst\n{reference}"


def assert_differs(value, reference, scale: float | None = None) -> None:
    """``value`` misses ``reference`` visibly: for formulas known to be wrong, and to show that something happened."""
    error = relative_error(value, reference, scale)
    assert error >= VISIBLE, f"expected a visible difference, relative error is only {error:.2e}"
