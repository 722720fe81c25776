"""Compiled programs of a study, kept per process: as few as possible, with every parameter free that can be."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

from elver.errors import InputError
from elver.simulation import Program, compile_model, simulate
from elver.studies.setup import Setup

KEPT = 16  # programs per process
_programs: dict[tuple, FreeProgram] = {}
_lock = threading.RLock()


@dataclass(frozen=True, eq=False)
class FreeProgram:
    """A compiled program and the parameters it takes as inputs."""

    program: Program
    free: tuple[str, ...]


def program_for(setup: Setup, fixed: Mapping[str, object], wanted: tuple[str, ...]) -> FreeProgram | None:
    """The program with ``fixed`` compiled in and those of ``wanted`` free that can be; None where none of them can."""
    key = (setup.scenario.name, id(setup.scenario.compose), repr(setup.changes), setup.plan.duration, repr(fixed), wanted)
    with _lock:
        if key not in _programs:
            while len(_programs) >= KEPT:
                del _programs[next(iter(_programs))]
            _programs[key] = freest(setup, fixed, wanted)
        return _programs[key]


def freest(setup: Setup, fixed: Mapping[str, object], wanted: tuple[str, ...]) -> FreeProgram | None:
    """All parameters free; else those that can be one by one; else None."""
    if not wanted:
        return FreeProgram(compile_model(setup.build(fixed)), ())
    found = attempt(setup, fixed, wanted)
    if found is None and len(wanted) > 1:
        alone = tuple(name for name in wanted if attempt(setup, fixed, (name,)) is not None)
        found = attempt(setup, fixed, alone) if alone else None
    return found


def attempt(setup: Setup, fixed: Mapping[str, object], free: tuple[str, ...]) -> FreeProgram | None:
    """The program, where the model can be written with these parameters free and a first step of it says numbers only.

    Any error means that a part of the model needs the parameter's value while it is built.
    """
    try:
        program = compile_model(setup.build(fixed, free))
        run = simulate(program, setup.plan.dt, setup.plan.dt, output=setup.plan.dt, progress=False)
        return FreeProgram(program, free) if run.summary and only_numbers(run.data) else None
    except Exception:
        return None


def only_numbers(data) -> bool:
    """Whether no symbol reached the data set."""
    loose = [v.values.flat for v in data.data_vars.values() if v.dtype.kind == "O"]
    return all(isinstance(x, (str, float, int)) for values in loose for x in values)


def build_refusal(setup: Setup, values: Mapping[str, object]) -> str | None:
    """Why a case is no valid model; None for one that is."""
    try:
        setup.build(values)
    except InputError as error:
        return str(error)
    return None
