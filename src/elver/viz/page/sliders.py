"""Which numbers of a scenario become sliders: those asked for, or the first few that can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from elver._support.errors import InputError
from elver.drive import Input
from elver.export.wasm.sliders import (
    DIRECT,
    FOLLOWED,
    NARROW,
    SMOOTH,
    TABLE,
    Slider,
    depends,
    followed_periods,
    kind_of,
    model_number,
    rounded,
    sensible_range,
    wanted_slider,
)
from elver.model import Model
from elver.scenarios import Parameter, Scenario
from elver.scenarios.definition import AXES
from elver.scenarios.parameter import tried_places, within_scene

_MOST = 12  # sliders that are chosen where none are named
_LAG = 0.4  # s, by which the machine follows a slider of its gait at most
_ORDER = (SMOOTH, FOLLOWED, DIRECT, TABLE)


def asked_slider(scenario: Scenario, plain: Model, text: str, together: Model | None = None) -> Slider:
    """The slider that NAME or NAME=LOW:HIGH asks for; refused by name where the number cannot be one.

    together: the model with this number free, among others, where it is there already.
    """
    name, _ = wanted_slider(text)
    if name in plain.inputs:
        return _input_slider(plain.inputs[name])
    own, given = scenario.number_named(name, plain.parameters)
    if own.choices:
        return _switch(own, given, text)
    value = _number_of(name, given)
    _, span = wanted_slider(text, own)
    low, high = sensible_range(own, value) if span is None else span
    if not low <= value <= high:
        raise InputError(f"slider '{text}': the value it begins with, {value:g}, lies outside. Give a range that holds it.")
    number = own.component(name, value, _meaning_of(own, name))
    found = Slider(number.between(low, high), DIRECT)
    places = () if plain.scene is None else _table_places(scenario, plain, own, name, given)
    if places:
        return _of_scene(replace(found, kind=TABLE, places=places), number, text if span else "")
    model = together
    if model is None or name not in model.free:
        model = scenario.build(_own_changes(scenario, plain), free=[name])
    kind, restart = kind_of(model, name)
    if span is None and own.low is None and low <= 0.0 < value and depends(model.robot, model.free[name].symbol):
        found = replace(
            found, parameter=number.between(rounded(value / NARROW), high)
        )  # a length, a mass: at 0 there would be no machine
    if kind == FOLLOWED:
        followed_periods(model, [name])  # refused where the phase could not be kept
    return replace(found, kind=kind, restart=restart, lag=_lag_of(plain) if kind in (SMOOTH, FOLLOWED) else 0.0)


def _switch(own: Parameter, given: str, text: str) -> Slider:
    """The switch that NAME=WORD:WORD asks for, between two words of a parameter: a number that is 0 or 1."""
    words = tuple(text.partition("=")[2].split(":"))
    if len(words) != 2 or words[0] == words[1] or not set(words) <= set(own.choices):
        raise InputError(
            f"slider '{text}': {own.name} is a word. Give two of its words, {', '.join(own.choices)}, such as "
            f"{own.name}={own.choices[0]}:{own.choices[-1]}."
        )
    if given not in words:
        raise InputError(f"slider '{text}': it begins with {own.name}={given}. Give a switch that has this word.")
    number = Parameter(own.name, float(words.index(given)), "1", own.meaning, low=0.0, high=1.0)
    return Slider(number, DIRECT, words=(words[0], words[1]))


def _of_scene(found: Slider, number: Parameter, asked: str) -> Slider:
    """The slider of a number of the scene, within what the scene allows; refused where more was asked for."""
    own = within_scene(number, found.places)
    low = found.low if own.low is None else max(found.low, own.low)
    high = found.high if own.high is None else min(found.high, own.high)
    if asked and (low, high) != (found.low, found.high):
        raise InputError(f"slider '{asked}': {found.name} goes from {low:g} to {high:g} at most. Give a range within.")
    bounds = {key: getattr(own, key) for key in ("low", "high", "above") if getattr(own, key) is not None}
    return replace(found, parameter=own.between(low, high), allowed=bounds)


def _own_changes(scenario: Scenario, plain: Model) -> dict[str, Any]:
    """What a model was made from, as changes to its scenario."""
    return {name: plain.parameters[name] for name in scenario.names}


def _input_slider(one: Input) -> Slider:
    """The slider of an input that a file declares; without bounds, about its value."""
    low, high = sensible_range(one.parameter, one.value)
    return Slider(one.parameter.between(low, high), SMOOTH if one.smooth else DIRECT, one.smooth)


def _number_of(name: str, given: Any) -> float:
    """The value of a parameter that may be a slider: a real number, or a text that is one."""
    if isinstance(given, float):
        return given
    try:
        return float(given) if isinstance(given, str) else float("none")
    except ValueError:
        pass
    if isinstance(given, tuple):
        parts = ", ".join(f"{name}.{axis}" for axis in AXES[: len(given)])
        raise InputError(f"'{name}' = {given!r} cannot be a slider: it has {len(given)} numbers. Name one of them: {parts}.")
    raise InputError(f"'{name}' = {given!r} cannot be a slider: only real numbers can.")


def _meaning_of(own: Parameter, name: str) -> str:
    """What a number means; a component of a vector says along which axis."""
    last = name.rpartition(".")[2]
    if name == own.name:
        return own.meaning
    return f"{own.meaning.removesuffix(', x,y,z').removesuffix(', x,y')}, along {last if last in AXES else AXES[int(last)]}"


def _table_places(scenario: Scenario, plain: Model, own: Parameter, name: str, given: Any) -> tuple[dict[str, Any], ...]:
    """Where a parameter stands in the tables of the scene; () where it is no such number."""
    _number_of(name, given)
    places = tried_places(plain, partial(scenario.changed, plain.parameters, name, scenario.duration), own, given)
    if isinstance(given, str) and not places:
        raise InputError(f"'{name}' = {given!r} cannot be a slider: only real numbers can.")
    return places


def _lag_of(model: Model) -> float:
    """By how much the machine follows a slider of its gait [s]: half a period, and not too long."""
    period = model_number(model, getattr(model.gait, "period", 0.0))
    return min(_LAG, 0.5 * period) if period else _LAG


def declared_sliders(scenario: Scenario, plain: Model) -> list[Slider]:
    """The sliders that a scenario names; those that do nothing as it is set are left out.

    Where it names none: every number that can be one, those of the gait first, up to twelve.
    """
    found = [_input_slider(one) for one in plain.inputs.values()]
    wanted = [text for text in scenario.sliders or candidates(scenario, plain) if wanted_slider(text)[0] not in plain.inputs]
    together = _freed_together(scenario, plain, wanted)
    for text in wanted:
        try:
            found.append(asked_slider(scenario, plain, _widened(scenario, plain, text), together))
        except InputError:
            continue
    return found if scenario.sliders else sorted(found, key=lambda s: (s.restart, _ORDER.index(s.kind)))[:_MOST]


def _freed_together(scenario: Scenario, plain: Model, wanted: list[str]) -> Model | None:
    """The model with all these numbers free, which is built once; None where one of them cannot be."""
    names = [name for name, _ in map(wanted_slider, wanted)]
    try:
        real = [n for n in names if isinstance(scenario.number_named(n, plain.parameters)[1], float)]
        return scenario.build(_own_changes(scenario, plain), free=real)
    except InputError:
        return None


def _widened(scenario: Scenario, plain: Model, text: str) -> str:
    """A declared slider whose range holds the value that was set."""
    name, _ = wanted_slider(text)
    own, given = scenario.number_named(name, plain.parameters)
    _, span = wanted_slider(text, None if own.choices else own)
    if span is None:
        return text
    value = _number_of(name, given)
    return f"{name}={min(span[0], value):.17g}:{max(span[1], value):.17g}"


def candidates(scenario: Scenario, plain: Model) -> Iterator[str]:
    """Names of all numbers of a scenario: parameters, and components of vectors."""
    for name, value in plain.parameters.items():
        if isinstance(value, tuple):
            yield from (f"{name}.{axis}" for axis in AXES[: len(value)])
        elif isinstance(value, (float, str)) and name in scenario.names:
            yield name
