"""Compiled programs of a study, kept per process: as few as possible, with every parameter free that can be."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from elver.equations import assemble
from elver.errors import InputError
from elver.native import Program, compile_model
from elver.simulation import simulate
from elver.studies.setup import Setup

KEPT = 16  # programs per process
INSTANT = 0.05  # s, when free and compiled-in parameters are compared
SAME = 1e-9  # rounding of equations that are written in another order
_programs: dict[tuple, FreeProgram | None] = {}
_lock = threading.RLock()


@dataclass(frozen=True, eq=False)
class FreeProgram:
    """A compiled program and the parameters it takes as inputs."""

    program: Program
    free: tuple[str, ...]


def program_for(
    setup: Setup, fixed: Mapping[str, object], wanted: tuple[str, ...], example: Mapping[str, float]
) -> FreeProgram | None:
    """The program with ``fixed`` compiled in and those of ``wanted`` free that can be; None where none of them can.

    example: values of a case, at which free and compiled-in parameters are compared.
    """
    key = (setup.key, repr(setup.changes), setup.plan.duration, repr(fixed), wanted)
    with _lock:
        if key not in _programs:
            while len(_programs) >= KEPT:
                del _programs[next(iter(_programs))]
            _programs[key] = freest(setup, fixed, wanted, example)
        return _programs[key]


def freest(setup: Setup, fixed, wanted: tuple[str, ...], example) -> FreeProgram | None:
    """All parameters free; else those that can be one by one; else None."""
    if not wanted:
        return FreeProgram(compile_model(setup.prepared(fixed)), ())
    found = attempt(setup, fixed, wanted, example)
    if found is None and len(wanted) > 1:
        alone = tuple(name for name in wanted if attempt(setup, fixed, (name,), example) is not None)
        found = attempt(setup, fixed, alone, example) if alone else None
    return found


def attempt(setup: Setup, fixed, free: tuple[str, ...], example) -> FreeProgram | None:
    """The program, where the model can be written with these parameters free and is then the same as with them compiled in.

    An InputError means that a part of the model needs the parameter's value while it is built.
    """
    try:
        program = compile_model(setup.prepared(fixed, free))
        run = simulate(program, setup.plan.dt, setup.plan.dt, output=setup.plan.dt, progress=False)
        same = only_numbers(run.data) and agrees(setup, fixed, program, {name: example[name] for name in free})
        return FreeProgram(program, free) if run.summary and same else None
    except InputError:
        return None


def agrees(setup: Setup, fixed, program: Program, values: Mapping[str, float]) -> bool:
    """Whether start, right-hand side and outputs at these values are those of the model that has them compiled in."""
    free, folded = program.equations, assemble(setup.prepared({**fixed, **values}))
    p, u, none = program.parameter_vector(values), program.signal_values(INSTANT), np.zeros(0)
    x = np.array(folded.initial(0.0, none, program.signal_values(0.0)), dtype=float).ravel()
    pairs = [(free.initial(0.0, p, program.signal_values(0.0)), x)]
    pairs += [(f(INSTANT, x, p, u), g(INSTANT, x, none, u)) for f, g in ((free.rhs, folded.rhs), (free.outputs, folded.outputs))]
    return all(np.allclose(np.array(a, dtype=float).ravel(), np.array(b, dtype=float).ravel(), SAME, SAME) for a, b in pairs)


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
