"""Where machines of a stepper begin: parameters, states and times of those that are reset, checked before anything changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from elver.equations import Model
from elver.equations.closure import settled_start
from elver.errors import InputError, unknown_name
from elver.native.program import Program
from elver.results import Run
from elver.simulation.machines import columns, numbers, read_states
from elver.stepping.trajectory import refuse_long_quaternions


def read_mask(mask: Any, machines: int) -> np.ndarray:
    """Which machines are meant: all for None, else one truth value per machine."""
    if mask is None:
        return np.ones(machines, dtype=bool)
    given = np.asarray(mask)
    if given.dtype != bool or given.shape != (machines,):
        raise InputError(
            f"mask has the shape {given.shape} and the type {given.dtype}. Give one True or False per machine: ({machines},)."
        )
    return np.ascontiguousarray(given)


def per_machine(what: str, given: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """Numbers of the chosen machines from one for all, one per machine, or one per chosen machine."""
    count = int(chosen.sum())
    if given.ndim and len(given) not in (len(chosen), count):
        raise InputError(
            f"{what} has {len(given)} values. Give a number, one per machine ({len(chosen)}), or one per machine that is reset "
            f"({count})."
        )
    return given[chosen] if given.ndim and len(given) == len(chosen) else np.broadcast_to(given, (count,))


def begin_parameters(program: Program, usual: np.ndarray, values: Any, chosen: np.ndarray) -> np.ndarray:
    """Parameters of the chosen machines: the usual ones, replaced by ``values``. Each is known and within its own bounds."""
    p, known = usual[chosen], list(program.equations.parameters)
    for name, given in columns("value", values).items():
        if name not in known:
            if not known:
                raise InputError(f"'{name}' is not free: this model has no free parameters. Name some with Model.freed(...).")
            raise unknown_name("free parameter", name, known)
        for value in (float(np.min(given)), float(np.max(given))):
            program.model.free[name].check(name, value)
        p[:, known.index(name)] = per_machine(f"value '{name}'", given, chosen)
    return p


def begin_states(program: Program, states: Any, p: np.ndarray, times: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """States of the chosen machines: those given, else the model's own start with the parameters p."""
    if states is not None and not isinstance(states, Mapping):
        states = np.asarray(states)
        states = states[None] if states.ndim == 1 and len(chosen) == 1 else states
    whole, parts = read_states(program, states)
    if whole is None:
        x = own_starts(program, p, times)
    elif len(whole) not in (len(chosen), len(p)):
        raise InputError(
            f"states has {len(whole)} rows. Give one per machine ({len(chosen)}), or one per machine that is reset ({len(p)})."
        )
    else:
        x = (whole[chosen] if len(whole) == len(chosen) else whole).copy()
    for name, given in parts.items():
        x[:, program.equations.layout.names.index(name)] = per_machine(f"state '{name}'", given, chosen)
    refuse_long_quaternions(program, x)
    return x


def given_start(program: Program, p: np.ndarray, start: Any) -> np.ndarray:
    """The state that a run begins with: one given in order or by names, or where another run ended. Works begin at 0."""
    layout = program.equations.layout
    if isinstance(start, Run):
        if list(start.data.state_name.values) != list(layout.names):
            raise InputError(
                f"start is a run of '{start.data.attrs['model']}', whose states differ from those of '{program.model.name}'. "
                "Give a run with the same states, or those that both have by their names."
            )
        start = start.data.state.values[-1]
    elif not isinstance(start, Mapping) and np.shape(start) != (layout.size,):
        raise InputError(
            f"start has the shape {np.shape(start)}. Give the {layout.size} states in order ({', '.join(layout.names[:4])}, ..), "
            "a mapping from their names to numbers, or a run."
        )
    x = begin_states(program, start, p[None], np.zeros(1), np.ones(1, dtype=bool))[0].copy()
    x[layout.slices["works"]] = 0.0
    return x


def with_held(model: Model, values: Mapping[str, float] | None, inputs: Any) -> Mapping[str, float] | None:
    """Values of free parameters, with those of inputs that were given apart."""
    if inputs is None:
        return values
    known = list(model.inputs)
    if not known:
        raise InputError(f"inputs is given, but model '{model.name}' has none. Leave it out, or add some: elver.with_inputs.")
    if not isinstance(inputs, Mapping):
        given = numbers("inputs", inputs)
        if given.shape != (len(known),):
            raise InputError(f"inputs has the shape {given.shape}. Give {len(known)} numbers: {', '.join(known)}; or a mapping.")
        inputs = dict(zip(known, given.tolist(), strict=True))
    for name in inputs:
        if name not in known:
            raise unknown_name(f"input of '{model.name}':", name, known)
        if name in (values or {}):
            raise InputError(f"input '{name}' is given twice, by inputs and by values. Give it once.")
    return {**(values or {}), **inputs}


def own_starts(program: Program, p: np.ndarray, times: np.ndarray) -> np.ndarray:
    """The model's own start for every row of parameters at its time."""
    initial = program.equations.initial
    decided = any(initial.jac_sparsity(0, k).nnz() for k in range(3))
    key = ("own start",)
    if not decided:  # every machine begins at the same place
        if key not in program.variants:
            program.variants[key] = np.array(initial(0.0, p[0], program.signal_values(0.0)), dtype=float).ravel()
        return np.tile(program.variants[key], (len(p), 1))
    u = np.array([program.signal_values(t) for t in times]).T if program.signal_width else np.zeros((0, len(p)))
    return np.array(initial(times[None], p.T, u), dtype=float).T.copy()


def reached(program: Program, states: Any, x: np.ndarray, p: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Which machines begin in a whole state that was given and is not the model's own start: one that a machine came to."""
    if states is None or isinstance(states, Mapping) or program.model.scene is None:
        return np.zeros(len(x), dtype=bool)
    return (x != own_starts(program, p, times)).any(axis=1)


def settle_machines(program: Program, p: np.ndarray, x: np.ndarray, times: np.ndarray) -> dict[int, str]:
    """Put the dependent joints of all machines on their loops, in place; and why some machines cannot begin, by row."""
    loops, doubtful, refused = program.equations.loops is not None, set(program.model.doubtful(p).tolist()), {}
    for k in range(len(x)) if loops else sorted(doubtful):
        try:
            if k in doubtful:
                program.model.check_machine(p[k].tolist())
            if loops:
                x[k] = settled_start(program.equations, times[k], x[k], p[k], program.signal_values(times[k]))[0]
        except InputError as error:
            refused[k] = str(error)
    return refused


def begin_times(time: Any, chosen: np.ndarray) -> np.ndarray:
    """Times [s] at which the chosen machines begin."""
    return np.array(per_machine("time", numbers("time", time), chosen), dtype=float)
