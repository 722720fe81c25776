"""Parameters of scenarios: made from the fields that classes declare, in data sets of studies, and in the tables of scenes."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol, unknown_name
from elver._support.units import in_unit
from elver.contact.scene import NUMBERS
from elver.model import Model
from elver.quantities import Parameter as Parameter
from elver.quantities import quantities

if TYPE_CHECKING:
    import xarray as xr

SET_IN = "set_in"  # attribute of a parameter in a data set: the unit in which it is set, where that is not its ``units``


def parameters_of(
    kind: type,
    prefix: str,
    changed: Mapping[str, Any] | None = None,
    meanings: Mapping[str, str] | None = None,
    left_out: tuple[str, ...] = (),
) -> tuple[Parameter, ...]:
    """Parameters ``prefix.field`` of the declared fields of a dataclass, in its order.

    changed: other defaults.   meanings: other words where a machine gives a general quantity a meaning of its own.
    left_out: fields that are no parameters. All by the name of the field.
    """
    own = quantities(kind)
    changed, meanings = changed or {}, meanings or {}
    for name in (*changed, *meanings, *left_out):
        if name not in own:
            raise unknown_name(f"quantity of {kind.__name__}", name, own)
    kept = [name for name in own if name not in left_out]
    return tuple(parameter_of(kind, name, f"{prefix}.{name}", changed.get(name), meanings.get(name)) for name in kept)


def parameter_of(kind: type, field: str, name: str, default: Any = None, meaning: str | None = None) -> Parameter:
    """The parameter ``name`` that a declared field of a dataclass stands for, with its default and meaning or others."""
    own = quantities(kind)[field]
    value = own.default if default is None else default
    return dataclasses.replace(own, name=name, default=value, meaning=meaning or own.meaning, whole=None, length=None)


def with_defaults(parameters: tuple[Parameter, ...], changed: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """The parameters with other defaults, by full name."""
    return tuple(dataclasses.replace(p, default=changed.get(p.name, p.default)) for p in parameters)


def in_set_unit(value: float, about: Mapping[str, Any]) -> tuple[float, str]:
    """A parameter of a data set, whose attributes are given, in the unit in which it is set, and that unit."""
    told = about.get(SET_IN)
    return (in_unit(value, told), told) if told else (value, str(about.get("units", "")))


def in_shown_units(data: xr.Dataset) -> xr.Dataset:
    """A data set of a study with its parameters in the units in which they are set; within it they are in SI units."""
    found = {}
    for name, own in data.variables.items():
        if told := own.attrs.get(SET_IN):
            values = [in_set_unit(v, own.attrs)[0] for v in own.values.ravel()]
            found[name] = (own.dims, np.array(values).reshape(own.shape), {**own.attrs, "units": told})
    coordinates = {name: own for name, own in found.items() if name in data.coords}
    return data.assign_coords(coordinates).assign({name: own for name, own in found.items() if name not in coordinates})


# --- Which parameters of a scenario are numbers of the scene's tables, found by trying another value of each.

PARTS = ("robot", "forces", "gait", "control", "elastic", "couplings", "scene")
Places: TypeAlias = tuple[dict[str, Any], ...]  # name and index of a number in the tables, and how many times the value it is
_SAME = 1e-9
_IN_SCENE = {"restitution": (0.0, 1.0)}  # lowest and highest number of a scene; all others of its tables are 0 or more
_ORDER = (("ground", 0), ("ground", 1), ("ground", 2), ("gravity", 0), ("restitution", 0), ("friction", 0))  # as NUMBERS


def _scene_numbers(model: Model) -> dict[tuple[str, int], float]:
    """The numbers of a scene that its tables hold, by name and index there."""
    scene = model.scene
    if scene is None:
        return {}
    found = {("gravity", 0): scene.gravity, ("restitution", 0): scene.restitution, ("friction", 0): scene.obstacle_friction}
    if scene.ground is not None:
        sides = (scene.ground.forward, scene.ground.backward, scene.ground.across)
        found |= {("ground", k): number for k, number in enumerate(sides)}
    return found


def scene_places(one: Model, two: Model, values: tuple[float, float]) -> Places:
    """Which numbers of the scene are a multiple of a parameter, from a model at each of two values of it; () for none.

    () also where the parameter changes anything else.
    """
    at, then = _scene_numbers(one), _scene_numbers(two)
    moved = {place for place in at if at[place] != then[place]}
    if not moved or _beside_scene(one) != _beside_scene(two):
        return ()
    places = []
    for name, index in sorted(moved):
        k, (a, b) = (name, index), values
        factor = then[k] / b if b else at[k] / a
        if abs(factor * a - at[k]) > _SAME * abs(at[k]) or abs(factor * b - then[k]) > _SAME * abs(then[k]):
            return ()
        places.append({"name": name, "index": index, "factor": factor})
    return tuple(places)


def scene_bounds(own: Parameter, places: Places) -> dict[str, float]:
    """``low``, ``high`` and ``above`` of a parameter that stands in a scene's tables: its own bounds and the scene's, if any."""
    low, high = -math.inf if own.low is None else own.low, math.inf if own.high is None else own.high
    for place in places:
        ends = sorted(end / place["factor"] for end in _IN_SCENE.get(place["name"], (0.0, math.inf)))
        low, high = max(low, ends[0]), min(high, ends[1])
    above = -math.inf if own.above is None else own.above
    bounds = {"low": low if low > above else -math.inf, "high": high, "above": above if above >= low else -math.inf}
    return {key: float(bound) for key, bound in bounds.items() if math.isfinite(bound)}


def within_scene(own: Parameter, places: Places) -> Parameter:
    """A parameter that stands in a scene's tables, with the bounds that it has there."""
    bounds = scene_bounds(own, places)
    return dataclasses.replace(own, low=bounds.get("low"), high=bounds.get("high"), above=bounds.get("above"))


def _beside_scene(model: Model) -> list[float]:
    """All numbers of a model but those of its scene's tables."""
    parts = [getattr(model, part) for part in (*PARTS[:-1], "start")]
    scene = model.scene
    return [*numbers_in(parts), *numbers_in([] if scene is None else [scene.obstacles, scene.slope])]


def numbers_in(thing: Any) -> Iterator[float]:
    """All numbers in nested dataclasses, mappings, sequences and arrays."""
    if isinstance(thing, (bool, str)) or thing is None:
        return
    if isinstance(thing, (int, float)):
        yield float(thing)
    elif isinstance(thing, np.ndarray):
        yield from (float(number) for number in thing.ravel() if isinstance(number, (int, float, np.number)))
    elif is_symbol(thing):
        if thing.is_constant():
            yield from map(float, np.array(ca.DM(thing)).ravel())
    elif is_dataclass(thing) and not isinstance(thing, type):
        yield from (number for f in fields(thing) for number in numbers_in(getattr(thing, f.name)))
    elif isinstance(thing, Mapping):
        yield from (number for value in thing.values() for number in numbers_in(value))
    elif isinstance(thing, (tuple, list)):
        yield from (number for value in thing for number in numbers_in(value))


def _another(own: Parameter, value: float) -> float:
    """Another value that a parameter allows."""
    for other in (0.5 * value, 2.0 * value, value + 0.1, value - 0.1):
        if other != value and own.allows(other):
            return other
    raise InputError(f"'{own.name}' allows no other value than {value:g}.")


def tried_places(plain: Model, at: Callable[[Any], Model], own: Parameter, given: Any) -> Places:
    """Where a parameter stands in the tables of the scene; () where it is no such number.

    plain: the model with the value ``given``, a number or its text.   at: makes it with another.
    """
    if plain.scene is None or not isinstance(given, (float, str)):
        return ()
    try:
        value = float(given)
        other = _another(own, value)
        return scene_places(plain, at(f"{other:.17g}" if isinstance(given, str) else other), (value, other))
    except ValueError:  # a word, or a value that makes no machine (InputError): it is more than a number of the scene
        return ()


def factors_of(places: Places) -> tuple[float, ...]:
    """How many times the parameter's value each number of the scene is, in the order of NUMBERS."""
    found = {(place["name"], place["index"]): place["factor"] for place in places}
    return tuple(float(found.get(place, 0.0)) for place, _ in zip(_ORDER, NUMBERS, strict=True))
