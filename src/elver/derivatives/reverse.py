"""The gradient of a scalar of a run by all its parameters and its initial state, by one reverse sweep.

It is the exact derivative of the numbers the fixed-step run computes. Cost: about five runs, however many parameters there are.
A run that does not fit in memory is swept by segments: only the states at their starts are kept, and each segment is run
again before it is swept. The numbers are the same, bit for bit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elver.choices import ADAPTIVE
from elver.derivatives.forward import chosen_places, chosen_slots, initial_slopes, names_of, refuse_nothing, refuse_scene
from elver.derivatives.objectives import Objective, ObjectiveGraph, as_objective, write_objective
from elver.derivatives.tape import Tape
from elver.equations import Model, adjoint_function
from elver.errors import InputError, NoGradientError, unknown_name
from elver.native import NativeFunction, compile_function
from elver.native.program import Program
from elver.native.sources import Source, as_program, run_times
from elver.notebook import html_table
from elver.stepping.plan import check_plan, make_plan, positive

SHOWN = 4  # derivatives in the short form of a gradient
MEMORY = 1e9  # bytes for the states of a sweep
KEPT = 16  # objectives that a program remembers


@dataclass(frozen=True, eq=False)
class Gradient:
    """value of the objective and gradient[k], its derivative by names[k]; ``found["gait.amplitude"]`` is one of them.

    start, end: state before and after the run.   integrals: of the objective's integrands, by name.
    steps: of the run.   segments: into which it was cut for memory; 1 where all of it was kept.   wall_time [s].
    """

    objective: str
    value: float
    names: tuple[str, ...]
    gradient: np.ndarray
    start: np.ndarray
    end: np.ndarray
    integrals: Mapping[str, float]
    steps: int
    segments: int
    wall_time: float

    def __repr__(self) -> str:
        shown = ", ".join(f"{n} {v:.4g}" for n, v in zip(self.names[:SHOWN], self.gradient, strict=False))
        more = f", and {len(self.names) - SHOWN} more" if len(self.names) > SHOWN else ""
        return f"Gradient of {self.objective} = {self.value:.6g} by {shown or 'nothing'}{more} ({self.steps} steps)"

    def _repr_html_(self) -> str:
        rows = [(name, f"{value:.6g}") for name, value in zip(self.names, self.gradient, strict=True)]
        return html_table(f"Gradient of {self.objective} = {self.value:.6g}", rows)

    def __getitem__(self, name: str) -> float:
        if name not in self.names:
            raise unknown_name("quantity of the gradient", name, self.names)
        return float(self.gradient[self.names.index(name)])


def gradient(
    source: Source,
    objective: str | Objective | Callable,
    duration: float | None = None,
    dt: float | None = None,
    free: Sequence[str] | None = None,
    states: Sequence[str] = (),
    values: Mapping[str, float] | None = None,
    method: str = "rk4",
    memory: float = MEMORY,
) -> Gradient:
    """A scalar of the run of ``duration`` seconds with steps ``dt``, and its gradient by free parameters and initial states.

    objective: ``distance``, ``mean_speed``, ``cost_of_transport``, ``final_heading``, a function of a Course that returns a
    CasADi expression, or an Objective with integrals over the run.   free: names of parameters: of a scenario or a model any that
    can be free, of a program free ones; None means all free ones.
    states: names out of ``program.equations.layout.names``.   values: of the free parameters, as in ``simulate``.
    A parameter that also decides the start is followed from there; a state's derivative is at fixed parameters.
    memory: bytes that may be used for the run's states; a longer run is swept in segments at the price of one more run.
    """
    duration, dt = run_times(source, duration, dt)
    program = differentiable(source, method, duration, names_of(free))
    plan = make_plan(duration, dt, "rk4", output=duration)
    check_plan(program, plan)
    budget = positive("memory", memory, "a number of bytes such as 1e9")
    slots, places = chosen_slots(program, free), chosen_places(program, states)
    refuse_nothing(free, slots, places)
    p, scalar = program.parameter_vector(values), prepared(program, as_objective(objective, program.model.measures))
    began = time.perf_counter()
    tape = Tape(program, p, plan.dt, plan.steps, budget, scalar.integrands)
    tape.record()
    value, by_start, by_end, by_p, by_integrals = scalar.at_ends(tape)
    sweep, total = tape.sweep_back(by_end, by_p, scalar.pull_integrands, by_integrals)
    by_start = by_start + sweep
    total = total + initial_slopes(program, p).T @ by_start
    layout, known = program.equations.layout, list(program.equations.parameters)
    names = (*(layout.names[k] for k in places), *(known[k] for k in slots))
    found = np.concatenate([by_start[places], total[slots]])
    refuse_infinite(scalar.name, value, names, found)
    return Gradient(
        objective=scalar.name,
        value=value,
        names=names,
        gradient=found,
        start=tape.start,
        end=tape.end,
        integrals=dict(zip(scalar.names, tape.totals.tolist(), strict=True)),
        steps=plan.steps,
        segments=tape.segments,
        wall_time=time.perf_counter() - began,
    )


def differentiable(source: Source, method: str, duration: float, free: Sequence[str] = ()) -> Program:
    """The program of a model whose runs have derivatives, or the reason why they have none."""
    if method in ADAPTIVE:
        raise InputError(
            f"method '{method}' chooses its steps as it goes, so that its result jumps with them and has no exact gradient. "
            "Use rk4, with a dt that resolves the motion."
        )
    if method != "rk4":
        raise unknown_name("method of a gradient:", method, ("rk4",))
    if isinstance(source, Model):
        refuse_scene(source)  # before it is compiled
    program = as_program(source, duration, free=free)
    refuse_scene(program.model)
    return program


@dataclass(frozen=True, eq=False)
class Scalar:
    """An objective made ready for one program. integrands, pull_integrands: native, or None where it has no integrals."""

    name: str
    graph: ObjectiveGraph
    integrands: NativeFunction | None
    pull_integrands: NativeFunction | None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the integrals."""
        return self.graph.names

    def at_ends(self, tape: Tape) -> tuple:
        """Value, and derivatives by the first state, the last state, the parameters and the integrals."""
        seconds, signals = tape.steps * tape.h, tape.program.signal_values
        results = self.graph.ends(tape.start, tape.end, tape.p, signals(0.0), signals(seconds), seconds, tape.totals)
        value, *slopes = (np.array(r, dtype=float).ravel() for r in results)
        return float(value[0]), *slopes


def prepared(program: Program, objective: Objective) -> Scalar:
    """The objective's graphs for a program; kept with it, so that an optimiser writes and compiles them once.

    Objectives of the same functions are the same: what a function reads besides its Course is read when it is first used.
    """
    kept, key = program.variants.setdefault("objectives", {}), objective_key(objective)
    if key is None:
        return write_scalar(program, objective)
    if key not in kept:
        while len(kept) >= KEPT:
            del kept[next(iter(kept))]
        kept[key] = write_scalar(program, objective)
    return kept[key]


def objective_key(objective: Objective) -> tuple | None:
    """What two equal objectives have in common; None where a function of theirs cannot be told from others."""
    key = (objective.name, objective.value, tuple(objective.integrands.items()))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def write_scalar(program: Program, objective: Objective) -> Scalar:
    """The objective's graphs for a program, compiled."""
    graph = write_objective(program.equations, objective)
    if graph.integrands is None:
        return Scalar(objective.name, graph, None, None)
    pull = compile_function(adjoint_function(graph.integrands, wrt=("x", "p")))
    return Scalar(objective.name, graph, compile_function(graph.integrands), pull)


def refuse_infinite(objective: str, value: float, names: Sequence[str], found: np.ndarray) -> None:
    """The objective and all its derivatives are numbers."""
    if not math.isfinite(value):
        raise NoGradientError(f"objective '{objective}' is {value} for this run. Check what it divides by or takes the root of.")
    if not np.isfinite(found).all():
        worst = names[int(np.flatnonzero(~np.isfinite(found))[0])]
        raise NoGradientError(
            f"objective '{objective}' = {value:g} has no finite derivative by '{worst}'. A distance of zero has none; "
            "a longer run or another objective has."
        )
