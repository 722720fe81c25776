"""One verb: gradient. The derivative of a number of a run by all its parameters, by a reverse sweep."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elver._support.choices import ADAPTIVE
from elver._support.display import html_table
from elver._support.errors import InputError, NoGradientError, unknown_name
from elver._support.resources import require_memory
from elver._support.statuses import RUNNING
from elver.codegen import NativeFunction, compile_function
from elver.codegen.kernels.system import StepGrid, System
from elver.codegen.kernels.table import KERNELS
from elver.model import Model, Program
from elver.model.program import Source, as_program, run_times
from elver.simulation.derivatives.forward import (
    chosen_places,
    chosen_slots,
    initial_slopes,
    names_of,
    refuse_nothing,
    refuse_scene,
)
from elver.simulation.derivatives.objectives import Objective, ObjectiveGraph, as_objective, write_objective
from elver.simulation.options import Solver, honoured
from elver.simulation.plan import check_plan, make_plan, positive
from elver.simulation.trajectory import last_step_before_turn, loop_failure, system_of
from elver.symbolic import adjoint_function

# --- What a reverse sweep remembers of a run: everything, or checkpoints from which segments are run again.

_ROWS = 6  # times the length of the state that a kept step takes: itself, the rates of four stages, the last stage


class Tape:
    """A run of ``steps`` RK4 steps h from the model's start, forwards by ``record`` and backwards by ``sweep_back``.

    memory: bytes for states. integrands: native function whose integrals over the run go to ``totals``, or None.
    """

    def __init__(
        self, program: Program, p: np.ndarray, h: float, steps: int, memory: float, integrands: NativeFunction | None = None
    ):
        self.program, self.p, self.h, self.steps, self.integrands = program, p, h, steps, integrands
        self.start = program.initial_state(p)
        n, extra = len(self.start), 0 if integrands is None else len(self.start) + len(p)
        self.length = segment_length(steps, 8 * (_ROWS * n + extra), 8 * n, memory)
        self.segments = -(-steps // self.length)
        size = 8.0 * (self.length * (_ROWS * n + extra) + self.segments * n)
        require_memory("the states of the sweep", size, f"Give a smaller budget than memory = {memory:g} bytes")
        self.checkpoints = np.empty((self.segments, n))
        self.states = np.empty((self.length + 1, n))
        self.rates = np.empty((self.length, _ROWS - 1, n))
        self.totals = np.zeros(0 if integrands is None else integrands.shapes_out[0][0])
        self.end = self.start

    def system(self, native: NativeFunction) -> System:
        """Native code as the loops take it, with the run's parameters."""
        return system_of(self.program, self.p, native)

    def count(self, segment: int) -> int:
        """Steps of a segment: all have the same length but the last."""
        return min(self.length, self.steps - segment * self.length)

    def record(self) -> None:
        """The run. Afterwards the last segment is in memory, and the state at the start of every other."""
        from elver.simulation.derivatives.kernels import add_integrands

        now = self.start
        for segment in range(self.segments):
            self.checkpoints[segment] = now
            self.run_segment(segment)
            count = self.count(segment)
            self.refuse_singular_loops(segment * self.length, count)
            now = self.states[count].copy()
            if self.integrands is not None:
                last, integrands = count + (segment == self.segments - 1), self.system(self.integrands)
                add_integrands(integrands, segment * self.length, self.h, 0, last, self.states, self.steps, self.totals)
        self.end = now

    def run_segment(self, segment: int) -> None:
        """One segment from its checkpoint, with the rates of all its stages."""
        self.states[0] = now = self.checkpoints[segment].copy()
        origin, count, system = segment * self.length, self.count(segment), self.system(self.program.rhs)
        advance = KERNELS.advance["rk4"]
        done, code = advance(system, StepGrid(origin, self.h, 1), 0, count, now, self.rates, self.states)
        if code != RUNNING:
            end = (origin + done) * self.h
            if (word := loop_failure(self.program, end, self.states[done], self.p, self.h)) is not None:
                raise _loop_error(word, end)
            raise NoGradientError(
                f"the run diverged after {end:g} s, so that it has no gradient. Use a smaller dt (stiff "
                "models need one far smaller than simulate's implicit method does), or check gains and forces."
            )

    def refuse_singular_loops(self, origin: int, count: int) -> None:
        """No loop of the machine turns over in a segment that has just been run."""
        last = last_step_before_turn(self.program, self.states[: count + 1], origin, self.h, self.p)
        if last is not None:
            raise _loop_error("loop singular", (origin + last) * self.h)

    def sweep_back(
        self, by_end: np.ndarray, by_p: np.ndarray, pull_integrands: NativeFunction | None, by_integrals: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Derivatives by the first state and the parameters, from those by the last state, the parameters and the integrals."""
        from elver.simulation.derivatives.kernels import reverse_steps

        sweep, total, adjoint = by_end.copy(), by_p.copy(), self.system(self.program.adjoint)
        for segment in range(self.segments - 1, -1, -1):
            last = segment == self.segments - 1
            if not last:
                self.run_segment(segment)
            kicks, kicks_p = self.pulled_integrands(segment, pull_integrands, by_integrals)
            count = self.count(segment)
            if last and len(kicks):
                sweep += kicks[count]
                total += kicks_p[count]
            reverse_steps(adjoint, segment * self.length, self.h, count, self.states, self.rates, kicks, kicks_p, sweep, total)
        return sweep, total

    def pulled_integrands(self, segment: int, pull: NativeFunction | None, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the integrands at every step of a segment add to the derivatives by its state and by the parameters."""
        if pull is None:
            return np.empty((0, len(self.start))), np.empty((0, len(self.p)))
        from elver.simulation.derivatives.kernels import pull_back_integrands

        rows = self.count(segment) + 1
        kicks, kicks_p = np.empty((rows, len(self.start))), np.empty((rows, len(self.p)))
        adjoint, origin = self.system(pull), segment * self.length
        pull_back_integrands(adjoint, origin, self.h, rows, self.states, self.steps, weights, kicks, kicks_p)
        return kicks, kicks_p


def _loop_error(status: str, end: float) -> NoGradientError:
    """Why a run that its loops end has no gradient."""
    if status == "loop open":
        return NoGradientError(
            f"loop open: the loops do not close beyond {end:g} s, so that the run ends there and has no gradient. "
            "Shorten the run, or keep the machine within its reach."
        )
    return NoGradientError(
        f"loop singular: the loops pass through a singular position of their dependent joints after {end:g} s. What follows is "
        "not determined and has no gradient. Shorten the run, or name other joints as dependent."
    )


def segment_length(steps: int, kept: int, checkpoint: int, memory: float) -> int:
    """Steps that can be kept at ``kept`` bytes each, beside one checkpoint for every segment, in ``memory`` bytes.

    Largest L with  kept L + checkpoint steps / L <= memory.
    """
    if kept * steps <= memory:
        return steps
    least = 2 * math.sqrt(kept * checkpoint * steps) + kept + checkpoint
    if memory < least:
        raise InputError(
            f"memory = {memory:g} bytes is too little to sweep {steps} steps, even with checkpoints. "
            f"Give {math.ceil(least)} or more."
        )
    free = memory - 2 * checkpoint  # the number of segments is rounded up, and a segment has one state more than steps
    return math.floor((free + math.sqrt(free * free - 4 * kept * checkpoint * steps)) / (2 * kept))


# --- The gradient of a scalar of a run by all its parameters and its initial state, by one reverse sweep.
#
# It is the exact derivative of the numbers the fixed-step run computes. Cost: about five runs, however many parameters there are.
# A run that does not fit in memory is swept by segments: only the states at their starts are kept, and each segment is run
# again before it is swept. The numbers are the same, bit for bit.

_SHOWN = 4  # derivatives in the short form of a gradient
MEMORY = 1e9  # bytes for the states of a sweep
KEPT = 16  # objectives that a program remembers


@dataclass(frozen=True, eq=False)
class Gradient:
    """An objective of a run and its derivatives by free parameters; ``found["gait.amplitude"]`` is one of them.

    Attributes
    ----------
    objective : str
        Its name.
    value : float
        The objective, in its own unit.
    names : tuple[str, ...]
        States at the start and free parameters that were asked for.
    gradient : ndarray
        The derivative of the value by each of them, in SI units.
    start, end : ndarray
        State before and after the run.
    integrals : mapping
        Of the objective's integrands, by name.
    steps : int
        Of the run.
    segments : int
        Into which the run was cut for memory; 1 where all of it was kept.
    wall_time : float
        Of the run and of the sweep back [s].
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
        shown = ", ".join(f"{n} {v:.4g}" for n, v in zip(self.names[:_SHOWN], self.gradient, strict=False))
        more = f", and {len(self.names) - _SHOWN} more" if len(self.names) > _SHOWN else ""
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
    *,
    free: Sequence[str] | None = None,
    states: Sequence[str] = (),
    parameters: Mapping[str, float] | None = None,
    solver: Solver = Solver(),
    memory: float = MEMORY,
) -> Gradient:
    """A scalar of a run, and its gradient by free parameters and initial states.

    Parameters
    ----------
    source : Scenario, Model or Program
        What moves.
    objective : str, Objective or callable
        ``distance``, ``mean_speed``, ``cost_of_transport``, ``final_heading``, a function of InstantExpressions that returns a
        CasADi expression, or an Objective with integrals over the run.
    duration : float, optional
        Seconds to simulate. None: the scenario's own.
    free : sequence of str, optional
        Parameters to differentiate by: of a scenario or a model any that can be free, of a program free ones; None: all free
        ones. One that also decides the start is followed from there.
    states : sequence of str
        Initial states to differentiate by, at fixed parameters: names out of ``program.equations.layout.names``.
    parameters : mapping, optional
        Values of free parameters, as for ``simulate``.
    solver : Solver
        ``dt``, and ``method``: ``rk4``, also by ``auto``.
    memory : float
        Bytes that may be used for the run's states; a longer run is swept in segments at the price of one more run.
    """
    honoured("gradient", "solver", solver, Solver, "method", "dt")
    duration, dt = run_times(source, duration, solver.dt)
    program = _differentiable(source, "rk4" if solver.method == "auto" else solver.method, duration, names_of(free))
    plan = make_plan(duration, dt, "rk4", output=duration)
    check_plan(program, plan)
    budget = positive("memory", memory, "a number of bytes such as 1e9")
    slots, places = chosen_slots(program, free), chosen_places(program, states)
    refuse_nothing(free, slots, places)
    p, scalar = program.parameter_vector(parameters), prepared(program, as_objective(objective, program.model.metrics))
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
    _refuse_infinite(scalar.name, value, names, found)
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


def _differentiable(source: Source, method: str, duration: float, free: Sequence[str] = ()) -> Program:
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
class _Scalar:
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


def prepared(program: Program, objective: Objective) -> _Scalar:
    """The objective's graphs for a program; kept with it, so that an optimiser writes and compiles them once.

    Objectives of the same functions are the same: what a function reads besides its Course is read when it is first used.
    """
    kept, key = program.variants.setdefault("objectives", {}), _objective_key(objective)
    if key is None:
        return _write_scalar(program, objective)
    if key not in kept:
        while len(kept) >= KEPT:
            del kept[next(iter(kept))]
        kept[key] = _write_scalar(program, objective)
    return kept[key]


def _objective_key(objective: Objective) -> tuple | None:
    """What two equal objectives have in common; None where a function of theirs cannot be told from others."""
    key = (objective.name, objective.value, tuple(objective.integrands.items()))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _write_scalar(program: Program, objective: Objective) -> _Scalar:
    """The objective's graphs for a program, compiled."""
    graph = write_objective(program.equations, objective)
    if graph.integrands is None:
        return _Scalar(objective.name, graph, None, None)
    pull = compile_function(adjoint_function(graph.integrands, wrt=("x", "p")))
    return _Scalar(objective.name, graph, compile_function(graph.integrands), pull)


def _refuse_infinite(objective: str, value: float, names: Sequence[str], found: np.ndarray) -> None:
    """The objective and all its derivatives are numbers."""
    if not math.isfinite(value):
        raise NoGradientError(f"objective '{objective}' is {value} for this run. Check what it divides by or takes the root of.")
    if not np.isfinite(found).all():
        worst = names[int(np.flatnonzero(~np.isfinite(found))[0])]
        raise NoGradientError(
            f"objective '{objective}' = {value:g} has no finite derivative by '{worst}'. A distance of zero has none; "
            "a longer run or another objective has."
        )
