"""How a machine follows a number that is moved: through a filter of its own, through one outside, at once, or in its scene."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import casadi as ca
import numpy as np

from elver.drive.clocks import Timed, timed_gaits
from elver.equations import Model
from elver.errors import InputError, is_symbol
from elver.live.sliders.slider import DIRECT, FOLLOWED, SMOOTH
from elver.scenarios import Parameter
from elver.symbols import leaves

PARTS = ("robot", "forces", "gait", "control", "elastic", "couplings", "scene")
SAMPLES = (0.7, 0.93, 1.0, 1.21, 1.6)  # factors at which an exponent is looked at
SAME = 1e-9
IN_SCENE = {"restitution": (0.0, 1.0)}  # lowest and highest number of a scene; all others of its tables are 0 or more


def depends(thing: Any, symbol: ca.SX) -> bool:
    """Whether a part of a model holds a symbol."""
    return ca.depends_on(ca.vertcat(ca.SX(0, 1), *leaves(thing)), symbol)


def kind_of(model: Model, name: str) -> tuple[str, bool]:
    """Kind of a free parameter's slider, and whether it acts only from the next start on.

    What is part of the scene's geometry is refused: it is compiled into tables.
    """
    symbol = model.free[name].symbol
    if depends(model.scene, symbol):
        raise InputError(f"'{name}' cannot be a slider: it places or shapes what the machine touches. Set it before.")
    acting = [part for part in PARTS if depends(getattr(model, part), symbol)]
    if not acting:
        if not depends(model.start, symbol):
            raise InputError(f"'{name}' cannot be a slider: it changes nothing of '{model.name}' as it is set. Leave it out.")
        return DIRECT, True
    built = "robot" in acting
    if built and model.scene is not None:
        raise InputError(f"'{name}' cannot be a slider: contours and loads of a machine that touches things are tables. Set it.")
    if "gait" in acting and not built:
        return (SMOOTH if model.scene is None else FOLLOWED), False
    return DIRECT, built and ("gait" in acting or bool(model.robot.loops))


# --- numbers of the scene -------------------------------------------------------------------------------------------------


def scene_numbers(model: Model) -> dict[tuple[str, int], float]:
    """The numbers of a scene that its tables hold, by name and index there."""
    scene = model.scene
    if scene is None:
        return {}
    found = {("gravity", 0): scene.gravity, ("restitution", 0): scene.restitution, ("friction", 0): scene.obstacle_friction}
    if scene.ground is not None:
        sides = (scene.ground.forward, scene.ground.backward, scene.ground.across)
        found |= {("ground", k): number for k, number in enumerate(sides)}
    return found


def scene_places(one: Model, two: Model, values: tuple[float, float]) -> tuple[dict[str, Any], ...]:
    """Which numbers of the scene are a multiple of a parameter, from a model at each of two values of it; () for none.

    () also where the parameter changes anything else.
    """
    at, then = scene_numbers(one), scene_numbers(two)
    moved = {place for place in at if at[place] != then[place]}
    if not moved or beside_scene(one) != beside_scene(two):
        return ()
    places = []
    for name, index in sorted(moved):
        k, (a, b) = (name, index), values
        factor = then[k] / b if b else at[k] / a
        if abs(factor * a - at[k]) > SAME * abs(at[k]) or abs(factor * b - then[k]) > SAME * abs(then[k]):
            return ()
        places.append({"name": name, "index": index, "factor": factor})
    return tuple(places)


def scene_bounds(own: Parameter, places: tuple[dict[str, Any], ...]) -> dict[str, float]:
    """``low``, ``high`` and ``above`` of a parameter that stands in a scene's tables: its own bounds and the scene's, if any."""
    low, high = -math.inf if own.low is None else own.low, math.inf if own.high is None else own.high
    for place in places:
        ends = sorted(end / place["factor"] for end in IN_SCENE.get(place["name"], (0.0, math.inf)))
        low, high = max(low, ends[0]), min(high, ends[1])
    above = -math.inf if own.above is None else own.above
    bounds = {"low": low if low > above else -math.inf, "high": high, "above": above if above >= low else -math.inf}
    return {key: float(bound) for key, bound in bounds.items() if math.isfinite(bound)}


def beside_scene(model: Model) -> list[float]:
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


def another(own: Parameter, value: float) -> float:
    """Another value that a parameter allows."""
    for other in (0.5 * value, 2.0 * value, value + 0.1, value - 0.1):
        if other != value and own.allows(other):
            return other
    raise InputError(f"'{own.name}' allows no other value than {value:g}.")


# --- periods --------------------------------------------------------------------------------------------------------------


def followed_periods(model: Model, names: list[str]) -> list[tuple[Timed, dict[str, float], float]]:
    """Gaits whose period is a power of followed parameters: the exponents by name, and the time at 0 since phase 0 [s]."""
    found = []
    for timed in timed_gaits(model.gait):
        own = [n for n in names if is_symbol(timed.period) and ca.depends_on(timed.period, model.free[n].symbol)]
        if own:
            powers = {name: exponent(model, timed.period, name) for name in own}
            found.append((timed, powers, float(model_number(model, timed.since_phase_0(0.0)))))
    return found


def exponent(model: Model, period: ca.SX, name: str) -> float:
    """The k of a period that is a constant times the k-th power of a parameter; refused where there is none."""
    symbol, value = model.free[name].symbol, model.free[name].value
    slope = ca.jacobian(period, symbol) * symbol / period
    usual = np.array([f.value for f in model.free.values()])
    law = ca.Function("k", [ca.vertcat(*(f.symbol for f in model.free.values()))], [ca.densify(slope)])
    places, at = usual[:, None] * np.ones(len(SAMPLES)), list(model.free).index(name)
    places[at] = value * np.array(SAMPLES)
    k = np.array(law(places)).ravel()
    if not np.isfinite(k).all() or np.ptp(k) > SAME:
        raise InputError(f"'{name}' cannot be a slider: the gait's period is no power of it, so that its phase would jump.")
    return float(k[0])


def model_number(model: Model, value: Any) -> float:
    """A number of a model at the present values of its free parameters."""
    if not is_symbol(value):
        return float(value)
    return float(model.evaluated(value, np.array([[f.value for f in model.free.values()]]))[0])
