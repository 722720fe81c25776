"""How a run begins: values of inputs, and the state at its start, as texts of the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from elver.errors import InputError, is_finite, unknown_name

INPUT = 'hold an input of the machine at a value, such as --input port="20 deg"; repeat for more'
START = (
    'begin elsewhere: a state by name, such as --start "angle of hinge=80 deg" (repeat for more), a run (FOLDER, run.nc) whose '
    "last sample is taken, or FILE.json with states by name or all in order"
)


def held_inputs(items: list[str], chosen: Any, model: Any) -> dict[str, float]:
    """Values of inputs by name. A bare number is in the unit in which the parameter of that name is set, else in SI units."""
    found: dict[str, float] = {}
    parameters = {p.name: p for p in chosen.parameters}
    for name, text in pairs("--input", items, "port=0.2").items():
        if name not in model.inputs:
            raise no_input(name, model, parameters)
        own = model.inputs[name]
        declared = parameters.get(name)
        value = declared.bounded(declared.read(text)) if declared else amount(f"--input {name}", text, (own.unit,))
        if not own.low <= value <= own.high:
            raise InputError(f"--input {name}={text} is not allowed. Give {own.allowed}.")
        found[name] = value
    return found


def no_input(name: str, model: Any, parameters: Any) -> InputError:
    """What is said of a name that is no input."""
    if name in parameters:
        return InputError(
            f"--input {name}: it is a parameter of '{model.name}' and no input. Use --set, or make it an input in the file."
        )
    if not model.inputs:
        return InputError(f"--input {name}: '{model.name}' has no inputs. A scenario file declares them under 'inputs'.")
    return unknown_name(f"input of '{model.name}':", name, list(model.inputs))


def given_start(items: list[str], program: Any) -> Any:
    """Where a run begins, as ``simulate`` takes it; None where nothing is said."""
    if not items:
        return None
    files = [item for item in items if "=" not in item]
    if len(files) > 1:
        raise InputError(f"--start names two places, {files[0]} and {files[1]}. Give one.")
    named = named_states([item for item in items if "=" in item], program)
    if not files:
        return named
    whole = start_in(Path(files[0]))
    if not named:
        return whole
    if isinstance(whole, dict):
        return {**whole, **named}
    from elver.simulation.beginnings import given_start as state_of

    names = program.equations.layout.names
    state = state_of(program, program.parameter_vector(), whole)
    return [named.get(name, value) for name, value in zip(names, state.tolist(), strict=True)]


def named_states(items: list[str], program: Any) -> dict[str, float]:
    """States by name, each in a unit that it has."""
    from elver.machines.series_units import state_units

    found, names = {}, program.equations.layout.names
    for name, text in pairs("--start", items, '"angle of hinge=80 deg"').items():
        if name not in names:
            raise unknown_name(f"state of '{program.model.name}':", name, names)
        found[name] = amount(f"--start {name}", text, state_units(name, program.model.robot))
    return found


def start_in(path: Path) -> Any:
    """The start that a file holds: a run, or states as JSON."""
    if path.suffix.lower() == ".json":
        try:
            given = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputError(f"--start {path} cannot be read as JSON: {error}. Give states by name, or all in order.") from None
        whole = list(given.values()) if isinstance(given, dict) else given
        if not isinstance(whole, list) or not all(map(is_finite, whole)):
            raise InputError(f"--start {path} must hold numbers by the names of states, or one number for every state.")
        return given
    from elver.cli.runs.resuming import found_run
    from elver.results import load_run

    return load_run(path if path.is_file() else found_run(path))


def pairs(option: str, items: list[str], example: str) -> dict[str, str]:
    """``NAME=VALUE`` texts as a mapping."""
    found: dict[str, str] = {}
    for item in items:
        name, sign, text = (part.strip() for part in item.partition("="))
        if not sign or not name or not text:
            raise InputError(f"{option} '{item}' is not NAME=VALUE, such as {option} {example}.")
        if name in found:
            raise InputError(f"{option} {name} is given twice. Give it once.")
        found[name] = text
    return found


def amount(what: str, text: str, units: tuple[str, ...]) -> float:
    """A number with or without a unit, in SI units; units: those that it may have, any where there are none."""
    from elver.document.expressions import parse
    from elver.document.units import read_unit
    from elver.document.values import evaluate, settled

    wanted = units[0] if units else ""
    try:
        value = float(settled(evaluate(parse(text), {}), read_unit(wanted) if wanted else None, wanted))
    except InputError as error:
        raise InputError(f"{what} = {text[:60]}: {error}") from None
    return value
