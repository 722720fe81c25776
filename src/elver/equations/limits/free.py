"""Free parameters: numbers of a model that stay inputs of the compiled program, or of the tables of its scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from elver.contact import Scene
from elver.contact.numbers import NUMBERS, number_vector, scene_numbers, with_numbers
from elver.equations.paths import get_path, quantity_at, set_path
from elver.errors import InputError, require_number
from elver.quantities import Quantity


@dataclass(frozen=True)
class FreeParameter:
    """A number that stays an input of the compiled program: its symbol, its default value, and what is allowed, where known."""

    symbol: ca.SX
    value: float
    quantity: Quantity | None = None

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
    return {head: getattr(changed, head), "free": {**model.free, path: FreeParameter(symbol, value, quantity_at(model, path))}}


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
