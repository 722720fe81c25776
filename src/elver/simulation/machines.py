"""What a batch is asked for: how many machines, their parameters and initial states, how many threads."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from elver.drive import SignalTable
from elver.equations.closure import settled_start
from elver.errors import InputError, unknown_name
from elver.native.program import Program
from elver.stepping.plan import Plan, check_plan
from elver.stepping.trajectory import refuse_long_quaternions

MOST_THREADS = 1024


def require_choice(what: str, given, allowed: tuple[str, ...]) -> None:
    """Refuse a word that is not in the list."""
    if given not in allowed:
        raise unknown_name(what, given, allowed)


def thread_count(threads: int | None) -> int:
    """The number of threads; all cores this process may use where None is given."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)) or not 1 <= threads <= MOST_THREADS:
        raise InputError(f"threads = {threads!r} is not allowed. Give 1 or more, up to {MOST_THREADS}; None for all.")
    return int(threads)


def own_programs(program: Program, signals: Any) -> list[Program] | None:
    """One program per table of signals, which share all code; None where no list of tables is given."""
    if signals is None or isinstance(signals, SignalTable):
        return None
    if not isinstance(signals, Sequence) or not signals:
        raise InputError(f"signals is a {type(signals).__name__}. Give a SignalTable, or a list with one per machine.")
    made = {id(table): program.with_signals(table) for table in signals}
    return [made[id(table)] for table in signals]


def uncovered(own: Sequence[Program], plan: Plan, refuse: bool) -> dict[int, str]:
    """Machines whose signals do not last for the run, and how long they do. refuse: raise, since they are those of all."""
    own[0].model.require_ready()
    short = dict[int, str]()
    for one in {id(one): one for one in own}.values():
        try:
            check_plan(one, plan)
        except InputError as error:
            if refuse:
                raise
            short[id(one)] = str(error)
    return {k: short[id(one)] for k, one in enumerate(own) if id(one) in short}


def machines(program: Program, values, states, own: Sequence[Program] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Parameters and initial states as (machine, number); whatever is given per machine has the same length.

    own: the program of every machine, where they have signals of their own.
    Loops are not closed yet, and nobody asked yet whether the values make machines: ``start_machines`` does both.
    """
    free, (whole, parts) = columns("parameter", values), read_states(program, states)
    further = ({} if whole is None else {"states": whole}) | ({} if own is None else {"signals": np.arange(len(own))})
    count = common_length({**free, **parts, **further})
    usual = program.checked_vector({name: float(given.flat[0]) for name, given in free.items()})
    for name, given in free.items():
        for value in (float(np.min(given)), float(np.max(given))):
            program.model.free[name].check(name, value)
    p = np.tile(usual, (count, 1))
    for column, name in enumerate(program.equations.parameters):
        if name in free:
            p[:, column] = free[name]
    x = initial_states(program, p, own) if whole is None else whole.copy()
    for name, given in parts.items():
        x[:, program.equations.layout.names.index(name)] = given
    refuse_long_quaternions(program, x)
    return p, x


def start_machines(
    program: Program, p: np.ndarray, x: np.ndarray, own: Sequence[Program] | None = None
) -> tuple[np.ndarray, dict[int, str]]:
    """The states with the dependent joints of every machine put on its loops; and why some machines cannot start.

    That is: values that make no machine, or loops that cannot close.
    """
    closed, refused, programs = x.copy(), {}, own or [program] * len(x)
    loops, doubtful = program.equations.loops is not None, set(program.model.doubtful(p).tolist())
    for k in range(len(x)) if loops else sorted(doubtful):
        try:
            if k in doubtful:
                program.model.check_machine(p[k].tolist())
            if loops:
                closed[k] = settled_start(program.equations, 0.0, x[k], p[k], programs[k].signal_values(0.0))[0]
        except InputError as error:
            refused[k] = str(error)
    return closed, refused


def columns(what: str, given) -> dict[str, np.ndarray]:
    """A mapping from names to a number or one number per machine, checked."""
    if given is not None and not isinstance(given, Mapping):
        raise InputError(f"{what}s is a {type(given).__name__}. Give a mapping from names to arrays with one value per machine.")
    return {name: numbers(f"{what} '{name}'", values) for name, values in (given or {}).items()}


def numbers(what: str, given) -> np.ndarray:
    """A finite number, or a list of finite numbers."""
    try:
        masked = isinstance(given, np.ma.MaskedArray)
        values = given.astype(float).filled(np.nan) if masked else np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what} = {str(given)[:60]} is not allowed. Give a number or one number per machine.") from None
    if values.ndim > 1 or values.size == 0:
        raise InputError(f"{what} has the shape {values.shape}. Give a number or one number per machine.")
    if not np.isfinite(values).all():
        bad = int(np.flatnonzero(~np.isfinite(np.atleast_1d(values)))[0])
        raise InputError(f"{what} is {np.atleast_1d(values)[bad]} for machine {bad}. Give finite numbers.")
    return values


def read_states(program: Program, states) -> tuple[np.ndarray | None, dict[str, np.ndarray]]:
    """Initial states given as a whole, or some components by name."""
    names = program.equations.layout.names
    if states is None or isinstance(states, Mapping):
        parts = columns("state", states)
        for name in parts:
            if name not in names:
                raise unknown_name("state", name, names)
        return None, parts
    whole = matrix(states)
    if whole.ndim != 2 or whole.shape[1] != len(names) or not len(whole):
        raise InputError(
            f"states has the shape {whole.shape}. Give (machine, {len(names)}), in the order {', '.join(names[:4])}, .."
        )
    if not np.isfinite(whole).all():
        row, column = np.argwhere(~np.isfinite(whole))[0]
        raise InputError(f"state '{names[column]}' is {whole[row, column]} for machine {row}. Give finite numbers.")
    return whole, {}


def matrix(states) -> np.ndarray:
    """Initial states as numbers."""
    try:
        return np.array(states, dtype=float)
    except (TypeError, ValueError):
        raise InputError(
            f"states = {str(states)[:60]} is not allowed. Give numbers (machine, state), or a mapping from names of states."
        ) from None


def common_length(given: Mapping[str, np.ndarray]) -> int:
    """How many machines the arrays describe."""
    lengths = {name: len(values) for name, values in given.items() if values.ndim}
    if not lengths:
        raise InputError(
            "nothing says how many machines there are. Give a free parameter or a state as an array, one value each."
        )
    (first, count), *others = lengths.items()
    for name, length in others:
        if length != count:
            raise InputError(f"'{name}' has {length} values, '{first}' has {count}. Give one per machine in both.")
    return count


def initial_states(program: Program, p: np.ndarray, own: Sequence[Program] | None = None) -> np.ndarray:
    """The model's own initial state for every row of parameters; dependent joints of loops where the model guesses them."""
    initial, u = program.equations.initial, program.signal_values(0.0)
    if own is not None and initial.jac_sparsity(0, 2).nnz():
        tables = {id(one): one.signal_values(0.0) for one in own}
        u = np.array([tables[id(one)] for one in own]).T
        return np.array(initial(np.zeros((1, len(p))), p.T, u), dtype=float).T.copy()
    if initial.jac_sparsity(0, 1).nnz() == 0:  # no parameter decides where a machine starts
        return np.tile(np.array(initial(0.0, p[0], u), dtype=float).ravel(), (len(p), 1))
    return np.array(initial(0.0, p.T, u), dtype=float).T.copy()
