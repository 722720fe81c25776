"""Numbers and arrays that may hold CasADi symbols: free parameters, and expressions of them.

An array of numbers is a NumPy array of floats, as everywhere. One that holds a symbol is a NumPy array of objects: floats and
1 x 1 ``SX``. Sums and ``@`` of such arrays are NumPy's own. A symbol times an array would become a CasADi matrix: ``times`` keeps
the array. ``spatial.column`` and ``spatial.matrix`` take both kinds.

``Numbered`` puts numbers in place of the symbols of a nested dataclass and makes it again, so that all its checks are done.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import reduce
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import NotFreeError, is_symbol, number_in

# --- arrays ----------------------------------------------------------------------------------------------------------


def array_of(value: Any, shape: tuple[int, ...]) -> np.ndarray | None:
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
    if len(entries) != math.prod(shape) or _depth_of(value) != len(shape):
        return None
    mixed = np.empty(len(entries), dtype=object)
    for k, entry in enumerate(entries):
        mixed[k] = _entry_of(entry)
        if mixed[k] is None:
            return None
    numbers_only = not any(is_symbol(v) for v in mixed)
    return (mixed.astype(float) if numbers_only else mixed).reshape(shape)


def flat(value: Sequence[Any] | np.ndarray) -> list:
    """All entries of nested sequences or of an array, row by row."""
    if isinstance(value, np.ndarray):
        return list(value.ravel())
    if isinstance(value, (list, tuple)):
        return [entry for part in value for entry in (flat(part) if isinstance(part, (list, tuple, np.ndarray)) else [part])]
    raise TypeError("no sequence")


def _depth_of(value: object) -> int:
    """How many indices an entry of nested sequences has."""
    if isinstance(value, np.ndarray):
        return value.ndim
    return 1 + _depth_of(value[0]) if isinstance(value, (list, tuple)) and len(value) else 0


def _entry_of(value: Any) -> float | ca.SX | None:
    """One entry: a finite float, or a single symbol; a symbol that is a constant is its number. None for anything else."""
    if is_symbol(value):
        if not isinstance(value, ca.SX) or value.numel() != 1:
            return None
        if not value.is_constant():
            return ca.densify(value)
    try:
        number = number_in(value) if isinstance(value, str) else float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def vector(*entries: float | ca.SX) -> np.ndarray:
    """A vector of numbers, or of numbers and symbols."""
    if not any(is_symbol(v) for v in entries):
        return np.array(entries)
    mixed = np.empty(len(entries), dtype=object)
    mixed[:] = entries
    return mixed


def times(scalar: float | ca.SX, values: np.ndarray) -> np.ndarray:
    """A number or symbol times every entry of an array."""
    if not is_symbol(scalar):
        return scalar * values
    return vector(*(scalar * v if is_symbol(v) or v != 0 else 0.0 for v in values.flat)).reshape(values.shape)


def divided(values: np.ndarray, scalar: float | ca.SX) -> np.ndarray:
    """Every entry of an array over a number or symbol."""
    return times(1 / scalar, values) if is_symbol(scalar) else values / scalar


def diagonal(*entries: float | ca.SX) -> np.ndarray:
    """A diagonal matrix of numbers and symbols."""
    return np.diag(vector(*entries))


def parallel_axes(mass: float | ca.SX, c: np.ndarray) -> np.ndarray:
    """m (c.c 1 - c c^T): what an inertia gains when its point of reference moves by c [kg m^2]."""
    if not is_symbol(mass) and c.dtype != object:
        return mass * (c @ c * np.eye(3) - np.outer(c, c))
    return times(mass, times(c @ c, np.eye(3)) - np.outer(c, c))


def has_symbols(value: object) -> bool:
    """Whether a number is a symbol, or an array holds one."""
    if isinstance(value, np.ndarray):
        return value.dtype == object and any(is_symbol(v) for v in value.flat)
    return is_symbol(value)


def require_known(what: str, directions: np.ndarray) -> None:
    """Directions are numbers: a rotation cannot be a free parameter."""
    if has_symbols(directions):
        raise NotFreeError(f"{what} holds a symbol. Directions are numbers; only places and lengths can be free parameters.")


# --- numbers ---------------------------------------------------------------------------------------------------------


def is_zero(value: float | ca.SX) -> bool:
    """True for the number 0; a symbol may be anything else."""
    return not is_symbol(value) and value == 0


def root(value: float | ca.SX) -> Any:
    """The square root of a number or symbol."""
    return ca.sqrt(value) if is_symbol(value) else math.sqrt(value)


def largest(*values: float | ca.SX) -> Any:
    """The largest of numbers and symbols."""
    return reduce(ca.fmax, values) if any(map(is_symbol, values)) else max(values)


def smallest(*values: float | ca.SX) -> Any:
    """The smallest of numbers and symbols."""
    return reduce(ca.fmin, values) if any(map(is_symbol, values)) else min(values)


# --- numbers in place of symbols --------------------------------------------------------------------------------------


def leaves(thing: object) -> Iterator[ca.SX]:
    """All symbols and expressions in nested dataclasses, mappings, sequences and arrays."""
    if is_symbol(thing):
        yield thing
    elif is_dataclass(thing) and not isinstance(thing, type):
        for f in fields(thing):
            if f.init:
                yield from leaves(getattr(thing, f.name))
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from leaves(value)
    elif isinstance(thing, (tuple, list)):
        for value in thing:
            yield from leaves(value)
    elif isinstance(thing, np.ndarray) and thing.dtype == object:
        for value in thing.flat:
            yield from leaves(value)


def _symbolic_parts(thing: object, found: set[int]) -> bool:
    """Whether a thing holds a symbol; collects the identities of all its parts that do."""
    parts: list = []
    if is_dataclass(thing) and not isinstance(thing, type):
        parts = [getattr(thing, f.name) for f in fields(thing) if f.init]
    elif isinstance(thing, Mapping):
        parts = list(thing.values())
    elif isinstance(thing, (tuple, list)):
        parts = list(thing)
    inside = has_symbols(thing)
    for part in parts:
        inside = _symbolic_parts(part, found) or inside
    if inside:
        found.add(id(thing))
    return inside


def _numbered(thing: Any, numbers: Iterator[float], symbolic: set[int]) -> Any:
    """The same thing made again with numbers for its ``leaves``, in their order; parts that are not ``symbolic`` are kept."""
    if is_symbol(thing):
        return next(numbers)
    if id(thing) not in symbolic:
        return thing
    if isinstance(thing, np.ndarray):
        return np.array([next(numbers) if is_symbol(value) else value for value in thing.flat], dtype=float).reshape(thing.shape)
    if isinstance(thing, Mapping):
        return {key: _numbered(value, numbers, symbolic) for key, value in thing.items()}
    if isinstance(thing, (tuple, list)):
        return type(thing)([_numbered(value, numbers, symbolic) for value in thing])
    parts = {f.name: getattr(thing, f.name) for f in fields(thing) if f.init}
    changed: dict[str, Any] = {name: _numbered(part, numbers, symbolic) for name, part in parts.items()}
    return replace(thing, **{name: part for name, part in changed.items() if part is not parts[name]})


class Numbered:
    """A thing with symbols, as a function of their values.   ``used``: which of the symbols it depends on."""

    def __init__(self, thing: Any, symbols: ca.SX):
        self.thing, self.symbolic = thing, set[int]()
        _symbolic_parts(thing, self.symbolic)
        found = ca.vertcat(ca.SX(0, 1), *leaves(thing))
        self.values = ca.Function("values", [symbols], [ca.densify(found)])
        inside = self.values.jac_sparsity(0, 0)
        self.used = tuple(k for k, (a, b) in enumerate(zip(inside.colind(), inside.colind()[1:], strict=False)) if b > a)

    def at(self, values: Sequence[float] | np.ndarray) -> Any:
        """The thing at these values of the symbols: made again, so that whatever refuses a number refuses it now."""
        return _numbered(self.thing, iter(np.array(self.values(values), dtype=float).ravel().tolist()), self.symbolic)
