"""Free parameters: numbers of a model that stay inputs of its compiled equations.

Numbers in place of the free parameters of forces, gaits, joint laws and couplings, so that each refuses what it would refuse
where the number stands in it.

A parameter has bounds of its own, but a law may hold an expression of it, or compare two of them. Values that break a declared
bound, or one of the expressions that a part returns from ``margins()`` and that must be positive, are put into the parts, which
are made again; so whatever refuses a number refuses it then.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol, require_number, unknown_name
from elver.contact import Scene
from elver.contact.scene import NUMBERS, number_vector, scene_numbers, with_numbers
from elver.quantities import Parameter, quantities
from elver.symbolic.arrays import Numbered


class FreeParts:
    """Parts of a model as functions of its free parameters: ``numbered``, and their ``bounds``, positive where they are kept."""

    def __init__(self, parts: Mapping[str, object], symbols: ca.SX):
        self.numbered = Numbered(parts, symbols)
        bounds = ca.vertcat(ca.SX(0, 1), *(ca.SX(c) for c in _conditions(parts)))
        self.bounds = ca.Function("bounds", [symbols], [ca.densify(bounds)])

    def doubtful(self, p: np.ndarray) -> np.ndarray:
        """Which rows of p, sets of values, break a bound or make a number that is not finite."""
        numbers, bounds = (np.array(f(p.T), dtype=float).reshape(-1, len(p)) for f in (self.numbered.values, self.bounds))
        return ~(np.isfinite(numbers).all(axis=0) & (bounds > 0).all(axis=0))


def _conditions(thing: object) -> Iterator:
    """Expressions that are positive where all symbols in nested parts keep the bounds declared for them."""
    if is_dataclass(thing) and not isinstance(thing, type):
        for name, declared in quantities(thing).items():
            yield from _of_value(declared, getattr(thing, name))
        own = getattr(thing, "margins", None)
        yield from (margin for margin in (own() if callable(own) else ()) if is_symbol(margin))
        for f in fields(thing):
            yield from _conditions(getattr(thing, f.name))
    elif isinstance(thing, (Mapping, tuple, list)):
        for part in thing.values() if isinstance(thing, Mapping) else thing:
            yield from _conditions(part)


def _of_value(declared: Parameter, value: Any) -> Iterator[ca.SX]:
    """The bounds of one quantity: a number, a vector, or numbers by group."""
    if isinstance(value, (Mapping, tuple, list, np.ndarray)):
        for entry in value.values() if isinstance(value, Mapping) else value:
            yield from _of_value(declared, entry)
    elif is_symbol(value):
        if declared.low is not None:
            yield 2 * (value >= declared.low) - 1
        if declared.high is not None:
            yield 2 * (value <= declared.high) - 1
        if declared.above is not None:
            yield value - declared.above


# --- Dotted paths into a model: ``gait.amplitude``, ``robot.bodies.link3.mass``, ``robot.joints.neck.place.position.0``.
#
# One steps into a dataclass by the name of a field, into a mapping by a key, into a list of named things by a name, into any
# other list and into arrays by a number from 0.


def _children(thing: object) -> list[str]:
    """Names one can step into."""
    if isinstance(thing, Mapping):
        return [str(k) for k in thing]
    if isinstance(thing, np.ndarray):
        return [str(k) for k in range(len(thing))]
    if isinstance(thing, (tuple, list)):
        names = [getattr(item, "name", None) for item in thing]
        return [name if isinstance(name, str) else str(k) for k, name in enumerate(names)]
    return [f.name for f in fields(thing) if f.init] if is_dataclass(thing) else []


def child(thing: Any, key: str) -> Any:
    """What lies one step further."""
    if isinstance(thing, Mapping):
        return thing[key]
    return thing[_children(thing).index(key)] if isinstance(thing, (tuple, list, np.ndarray)) else getattr(thing, key)


def get_path(thing: object, path: str) -> float:
    """The finite number at a path."""
    for key in path.split("."):
        names = _children(thing)
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


def _quantity_at(thing: object, path: str) -> Parameter | None:
    """What is declared of the number at a path, be it an entry of a vector or of a mapping; None for nothing."""
    declared = None
    for key in path.split("."):
        if is_dataclass(thing):
            declared = quantities(thing).get(key)
        elif declared is not None:
            declared = replace(declared, length=0, by_group=False)
        thing = child(thing, key)
    return declared


def set_path(thing: Any, keys: list[str], value: Any) -> Any:
    """A copy with the entry at ``keys`` replaced; what follows from it in a body is made again (``Body.changed``)."""
    if not keys:
        return value
    head, new = keys[0], set_path(child(thing, keys[0]), keys[1:], value)
    if isinstance(thing, Mapping):
        return {**thing, head: new}
    if isinstance(thing, (tuple, list)):
        place = _children(thing).index(head)
        return (*thing[:place], new, *thing[place + 1 :])
    if isinstance(thing, np.ndarray):
        copy = thing.astype(object)
        copy[int(head)] = new
        return copy
    return thing.changed(head, new) if hasattr(thing, "changed") else replace(thing, **{head: new})


# --- Free parameters: numbers of a model that stay inputs of the compiled program, or of the tables of its scene.


@dataclass(frozen=True)
class FreeParameter:
    """A number that stays an input of the compiled program: its symbol, its value, and what is allowed, where known.

    It is no ``OfParameter``: the value is that of the model, and the quantity is that of the class that declared the field, whose
    default is another one and whose name is none.
    """

    symbol: ca.SX
    value: float
    quantity: Parameter | None = None

    def check(self, name: str, value: float) -> None:
        """Refuse a value that is no finite number, or beyond the bounds that it has where it is compiled in."""
        require_number(f"parameter '{name}'", value)
        if self.quantity is not None:
            self.quantity.check_number(f"parameter '{name}'", value)


def freed_at(model: Any, path: str) -> dict[str, Any]:
    """The parts of a model that change where the number at a path becomes free."""
    number = scene_numbers(model.scene).get(path)
    if number is not None:
        free = FreeParameter(ca.SX.sym(path), number.value, number.quantity)
        return {"free": {**model.free, path: free}, "tables": {**model.tables, path: number.factors}}
    value, symbol, head = get_path(model, path), ca.SX.sym(path), path.split(".")[0]
    changed = set_path(model, path.split("."), symbol)
    return {head: getattr(changed, head), "free": {**model.free, path: FreeParameter(symbol, value, _quantity_at(model, path))}}


def is_number_at(model: Any, path: str) -> bool:
    """Whether a path leads to a number of a model that can be free."""
    if path in scene_numbers(model.scene):
        return True
    try:
        get_path(model, path)
    except InputError:
        return False
    return True


def check_tables(tables: Mapping[str, tuple[float, ...]], inputs: Iterable[str]) -> None:
    """Refuse two names for one number of the scene, and inputs among them: they are read where a run begins."""
    for name in inputs:
        if name in tables:
            raise InputError(f"'{name}' is a number of the scene, fixed while it runs. Leave it a free parameter.")
    owner: dict[int, str] = {}
    for name, factors in tables.items():
        for k in np.flatnonzero(factors).tolist():
            if k in owner:
                raise InputError(f"'{owner[k]}' and '{name}' are both {list(NUMBERS)[k]}. Free one of them.")
            owner[k] = name


def table_slopes(model: Any) -> np.ndarray:
    """Matrix (free parameters, numbers of the scene): how the latter change with the former."""
    slopes = np.zeros((len(model.free), len(NUMBERS)))
    for name, factors in model.tables.items():
        slopes[list(model.free).index(name)] = factors
    return slopes


def scene_at(model: Any, p: np.ndarray) -> Scene:
    """The scene of a model at values of its free parameters, in their order."""
    if not model.tables:
        return model.scene
    slopes = table_slopes(model)
    return with_numbers(model.scene, np.where(slopes.any(axis=0), p @ slopes, number_vector(model.scene)))
