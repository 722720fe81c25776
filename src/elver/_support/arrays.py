"""Arrays from a user or from a file: real numbers only, of one shape, finite; and matrices that must not be negative."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver._support.errors import InputError

_ROUNDING = 1e-6  # share of the largest entry that rounded files are allowed
LARGEST = 1e30  # of any entry, in SI units: squares and products stay finite


def finite_array(what: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """``value`` as an array of real, finite numbers of this shape; texts, truth values and ragged lists are refused."""
    array = as_numbers(value)
    if array is not None and not array.size and 0 in shape:
        return np.zeros(shape)
    if array is None or array.shape != shape or not (np.abs(array) <= LARGEST).all():
        raise InputError(f"{what} must be {' x '.join(map(str, shape))} finite numbers, none beyond {LARGEST:g}.")
    return array


def as_numbers(value: Any) -> np.ndarray | None:
    """An array of floats; None where something in it is no number."""
    if not isinstance(value, np.ndarray) and not _only_numbers(value):
        return None
    try:
        array = np.asarray(value)
    except (ValueError, OverflowError):
        return None
    return array.astype(float) if array.dtype.kind in "fiu" else None


def _only_numbers(value: Any, depth: int = 4) -> bool:
    """Whether nested lists or tuples hold numbers and nothing else."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return depth > 0 and all(_only_numbers(v, depth - 1) for v in value)
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def require_positive(what: str, matrix: np.ndarray) -> None:
    """Refuse a matrix that is not symmetric or has a negative eigenvalue: the water would feed the boat."""
    size = np.abs(matrix).max()
    if np.abs(matrix - matrix.T).max() > _ROUNDING * size:
        raise InputError(f"{what} is not symmetric: entries differ by {np.abs(matrix - matrix.T).max():.3g}.")
    lowest = np.linalg.eigvalsh(0.5 * (matrix + matrix.T)).min()
    if lowest < -_ROUNDING * size:
        raise InputError(f"{what} has the eigenvalue {lowest:.3g} < 0. No water has a negative mass or stiffness.")
