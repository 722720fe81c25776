"""Vectors and matrices whose entries are numbers or CasADi symbols.

An array of numbers is a NumPy array of floats, as everywhere. One that holds a symbol (a free parameter, or an expression of
some) is a NumPy array of objects: floats and 1 x 1 ``SX``. Sums, products and ``@`` of such arrays are NumPy's own. A symbol times
an array would become a CasADi matrix: ``times`` keeps the array. ``spatial.column`` and ``spatial.matrix`` take both kinds.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from elver.errors import is_symbol


def array_of(value, shape: tuple[int, ...]) -> np.ndarray | None:
    """The entries as an array of that shape: floats, or objects where some are symbols. None where it is no such array."""
    try:
        entries = flat(value)
    except TypeError:
        return None
    if not any(is_symbol(v) for v in entries):
        try:
            known = np.asarray(value, dtype=float)
        except (TypeError, ValueError):
            return None
        return known if known.shape == shape and np.isfinite(known).all() else None
    if len(entries) != int(np.prod(shape)) or depth_of(value) != len(shape):
        return None
    mixed = np.empty(len(entries), dtype=object)
    for k, entry in enumerate(entries):
        scalar = entry_of(entry)
        if scalar is None:
            return None
        mixed[k] = scalar
    return mixed.reshape(shape)


def flat(value) -> list:
    """All entries of nested sequences or of an array, row by row."""
    if isinstance(value, np.ndarray):
        return list(value.ravel())
    if isinstance(value, (list, tuple)):
        return [entry for part in value for entry in (flat(part) if isinstance(part, (list, tuple, np.ndarray)) else [part])]
    raise TypeError("no sequence")


def depth_of(value) -> int:
    """How many indices an entry of nested sequences has."""
    if isinstance(value, np.ndarray):
        return value.ndim
    return 1 + depth_of(value[0]) if isinstance(value, (list, tuple)) and value else 0


def entry_of(value):
    """One entry: a finite float, or a single symbol; a symbol that is a constant is its number. None for anything else."""
    if is_symbol(value):
        if not isinstance(value, ca.SX) or value.numel() != 1:
            return None
        if not value.is_constant():
            return ca.densify(value)
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if np.isfinite(number) else None


def times(scalar, values: np.ndarray) -> np.ndarray:
    """A number or symbol times every entry of an array."""
    if not is_symbol(scalar):
        return scalar * values
    return np.frompyfunc(lambda entry: entry_product(scalar, entry), 1, 1)(values)


def entry_product(scalar, entry):
    """The product as one entry: zero stays the number 0."""
    return 0.0 if not is_symbol(entry) and entry == 0 else scalar * entry


def has_symbols(value) -> bool:
    """Whether a number is a symbol, or an array holds one."""
    if isinstance(value, np.ndarray):
        return value.dtype == object and any(is_symbol(v) for v in value.flat)
    return is_symbol(value)
