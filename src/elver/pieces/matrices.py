"""Matrices of numbers and symbols: their structure, which decides how a piece is traced, and the values that fill it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property

import casadi as ca
import numpy as np


@dataclass(frozen=True, eq=False)
class Structure:
    """Shape, places of the entries that are not zero, and what each one is: a number, or number k of the symbols (a 1-tuple).

    A symbol that stands in several places is one symbol. Equal structures of a record are one object.
    """

    shape: tuple[int, int]
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    entries: tuple

    @cached_property
    def symbols(self) -> int:
        """How many symbols it holds."""
        return 1 + max((e[0] for e in self.entries if isinstance(e, tuple)), default=-1)

    def filled(self, values: ca.SX) -> ca.SX:
        """The matrix with these values in place of its symbols."""
        sparsity = ca.Sparsity(*self.shape, list(self.columns), list(self.rows))
        entries = [values[e[0]] if isinstance(e, tuple) else ca.SX(e) for e in self.entries]
        return ca.SX(sparsity, ca.vertcat(*entries)) if entries else ca.SX(*self.shape)


@dataclass(eq=False)
class Known:
    """A matrix of a record: its structure, its symbols as one column, and their numbers in the record.

    plain: what stands for the symbols once the calls are written out.
    """

    structure: Structure
    vector: ca.SX
    ids: np.ndarray
    plain: ca.SX | None = None


def structure_of(
    matrix: ca.SX, name: Callable[[ca.SX], int | None], kept: dict[tuple, Structure]
) -> tuple[Structure, list[ca.SX], list[int]] | None:
    """Structure, symbols and their numbers, as ``name`` gives them; None where an entry has no number and is none.

    kept: structures that were met before.
    """
    entries: list = []
    symbols: dict[int, int] = {}
    found: list[ca.SX] = []
    for entry in matrix.nonzeros():
        if entry.is_constant():
            entries.append(float(entry))
            continue
        number = name(entry)
        if number is None:
            return None
        if number not in symbols:
            symbols[number] = len(found)
            found.append(entry)
        entries.append((symbols[number],))
    if matrix.shape == (1, 1):
        shape, columns, rows = (1, 1), (0, len(entries)), (0,) * len(entries)
    else:
        sparsity = matrix.sparsity()
        shape, columns, rows = matrix.shape, tuple(sparsity.colind()), tuple(sparsity.row())
    key = (shape, columns, rows, tuple(entries))
    return kept.get(key) or kept.setdefault(key, Structure(*key)), found, list(symbols)


# --- what a piece returns: matrices within tuples, mappings and dataclasses ---------------------------------------------


def matrices_in(thing) -> list[ca.SX]:
    """All matrices, in order."""
    if isinstance(thing, ca.SX):
        return [thing]
    return [matrix for part in parts_of(thing) for matrix in matrices_in(part)]


def parts_of(thing) -> Iterable:
    if isinstance(thing, (tuple, list)):
        return thing
    if isinstance(thing, Mapping):
        return thing.values()
    if is_dataclass(thing) and not isinstance(thing, type):
        return [getattr(thing, f.name) for f in fields(thing)]
    return ()


def refilled(thing, matrices: Iterable[ca.SX]):
    """The same thing with other matrices, taken in order; nothing is checked again."""
    taken = iter(matrices)
    return refill(thing, taken)


def refill(thing, taken):
    if isinstance(thing, ca.SX):
        return next(taken)
    if isinstance(thing, (tuple, list)):
        return type(thing)([refill(part, taken) for part in thing])
    if isinstance(thing, Mapping):
        return {key: refill(part, taken) for key, part in thing.items()}
    if is_dataclass(thing) and not isinstance(thing, type):
        twin = copy(thing)
        for f in fields(thing):
            object.__setattr__(twin, f.name, refill(getattr(thing, f.name), taken))
        return twin
    return thing
