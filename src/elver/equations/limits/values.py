"""Numbers in place of the free parameters of forces, gaits, joint laws and couplings, so that each refuses what it would refuse
where the number stands in it.

A parameter has bounds of its own, but a law may hold an expression of it, or compare two of them. Values that break a declared
bound (``Quantity``), or one of the expressions that a part returns from ``margins()`` and that must be positive, are put into the
parts, which are made again; so whatever refuses a number refuses it then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

import casadi as ca
import numpy as np

from elver.errors import is_symbol
from elver.quantities import Quantity, quantities
from elver.symbols import Numbered


class FreeParts:
    """Parts of a model as functions of its free parameters: ``numbered``, and their ``bounds``, positive where they are kept."""

    def __init__(self, parts: Mapping[str, object], symbols: ca.SX):
        self.numbered = Numbered(parts, symbols)
        bounds = ca.vertcat(ca.SX(0, 1), *(ca.SX(c) for c in conditions(parts)))
        self.bounds = ca.Function("bounds", [symbols], [ca.densify(bounds)])

    def doubtful(self, p: np.ndarray) -> np.ndarray:
        """Which rows of p, sets of values, break a bound or make a number that is not finite."""
        numbers, bounds = (np.array(f(p.T), dtype=float).reshape(-1, len(p)) for f in (self.numbered.values, self.bounds))
        return ~(np.isfinite(numbers).all(axis=0) & (bounds > 0).all(axis=0))


def conditions(thing) -> Iterator:
    """Expressions that are positive where all symbols in nested parts keep the bounds declared for them."""
    if is_dataclass(thing) and not isinstance(thing, type):
        for name, declared in quantities(thing).items():
            yield from of_value(declared, getattr(thing, name))
        own = getattr(thing, "margins", None)
        yield from (margin for margin in (own() if callable(own) else ()) if is_symbol(margin))
        for f in fields(thing):
            yield from conditions(getattr(thing, f.name))
    elif isinstance(thing, (Mapping, tuple, list)):
        for part in thing.values() if isinstance(thing, Mapping) else thing:
            yield from conditions(part)


def of_value(declared: Quantity, value) -> Iterator[ca.SX]:
    """The bounds of one quantity: a number, a vector, or numbers by group."""
    if isinstance(value, (Mapping, tuple, list, np.ndarray)):
        for entry in value.values() if isinstance(value, Mapping) else value:
            yield from of_value(declared, entry)
    elif is_symbol(value):
        if declared.low is not None:
            yield 2 * (value >= declared.low) - 1
        if declared.high is not None:
            yield 2 * (value <= declared.high) - 1
        if declared.above is not None:
            yield value - declared.above
