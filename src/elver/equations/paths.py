"""Dotted paths into a model: ``gait.amplitude``, ``robot.bodies.link3.mass``, ``robot.joints.neck.place.position.0``.

One steps into a dataclass by the name of a field, into a mapping by a key, into a list of named things by a name, into any other
list and into arrays by a number from 0.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace

import numpy as np

from elver.errors import InputError, unknown_name
from elver.quantities import Quantity, quantities


def children(thing) -> list[str]:
    """Names one can step into."""
    if isinstance(thing, Mapping):
        return [str(k) for k in thing]
    if isinstance(thing, np.ndarray):
        return [str(k) for k in range(len(thing))]
    if isinstance(thing, (tuple, list)):
        names = [getattr(item, "name", None) for item in thing]
        return [name if isinstance(name, str) else str(k) for k, name in enumerate(names)]
    return [f.name for f in fields(thing) if f.init] if is_dataclass(thing) else []


def child(thing, key: str):
    """What lies one step further."""
    if isinstance(thing, Mapping):
        return thing[key]
    return thing[children(thing).index(key)] if isinstance(thing, (tuple, list, np.ndarray)) else getattr(thing, key)


def get_path(thing, path: str) -> float:
    """The finite number at a path."""
    for key in path.split("."):
        names = children(thing)
        if key not in names and not names:
            raise InputError(
                f"parameter path '{path}': '{key}' belongs to a {type(thing).__name__}, which has no parts that can be reached. "
                "A free parameter is a field of a dataclass, or stands in a mapping or list: make your class a @dataclass."
            )
        if key not in names:
            raise unknown_name(f"parameter path '{path}': no", key, names)
        thing = child(thing, key)
    if isinstance(thing, bool) or not isinstance(thing, (int, float, np.floating)) or not math.isfinite(thing):
        raise InputError(f"'{path}' is {thing!r}. Only a finite number can be a free parameter.")
    return float(thing)


def quantity_at(thing, path: str) -> Quantity | None:
    """What is declared of the number at a path, be it an entry of a vector or of a mapping; None for nothing."""
    declared = None
    for key in path.split("."):
        if is_dataclass(thing):
            declared = quantities(thing).get(key)
        elif declared is not None:
            declared = replace(declared, length=0, by_group=False)
        thing = child(thing, key)
    return declared


def set_path(thing, keys: list[str], value):
    """A copy with the entry at ``keys`` replaced; what follows from it in a body is made again (``Body.changed``)."""
    if not keys:
        return value
    head, new = keys[0], set_path(child(thing, keys[0]), keys[1:], value)
    if isinstance(thing, Mapping):
        return {**thing, head: new}
    if isinstance(thing, (tuple, list)):
        place = children(thing).index(head)
        return (*thing[:place], new, *thing[place + 1 :])
    if isinstance(thing, np.ndarray):
        copy = thing.astype(object)
        copy[int(head)] = new
        return copy
    return thing.changed(head, new) if hasattr(thing, "changed") else replace(thing, **{head: new})
