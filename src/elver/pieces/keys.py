"""Keys of data by what they hold: equal numbers and symbols, equal keys."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass

import casadi as ca
import numpy as np


def content(thing) -> Hashable:
    """A key of numbers, words, symbols, arrays, and of sequences, mappings and dataclasses of them; else of the thing itself."""
    if thing is None or isinstance(thing, (float, int, str, bool)):
        return thing
    if isinstance(thing, np.ndarray):
        return (thing.shape, thing.tobytes()) if thing.dtype != object else (thing.shape, *map(content, thing.flat))
    if isinstance(thing, (tuple, list)):
        return tuple(map(content, thing))
    if isinstance(thing, ca.SX):
        return (thing.shape, *(e.element_hash() for e in ca.densify(thing).nonzeros()))
    if is_dataclass(thing) and not isinstance(thing, type):
        return (type(thing), *(content(getattr(thing, f.name)) for f in fields(thing)))
    if isinstance(thing, Mapping):
        return tuple((key, content(value)) for key, value in thing.items())
    return Identity(thing)


class Identity:
    """A thing as a key: equal only to itself, and alive as long as the key."""

    def __init__(self, thing):
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other) -> bool:
        return isinstance(other, Identity) and other.thing is self.thing
