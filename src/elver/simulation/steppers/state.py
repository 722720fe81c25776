"""The state of a stepper between calls: outputs, inputs with their bounds, ledgers, arrays of machines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import casadi as ca
import numpy as np

from elver._support.errors import InputError, unknown_name
from elver._support.statuses import BY_WORD, DIVERGED, LOOP_SINGULAR, RUNNING, STEP_TOO_SMALL, TOO_MANY_STEPS
from elver.codegen import compile_function
from elver.model import Equations, Program
from elver.simulation.recording import Sampling, make_sampling
from elver.simulation.trajectory import WATCH, loop_columns, loop_failure, system_of
from elver.symbolic.functions import ExpandedFunction

# --- What a stepper shows at the end of every call: recorded quantities and other functions of the state, in one vector.


@runtime_checkable
class OutputFunction(Protocol):
    """What is watched besides recorded quantities: a name, and its function of (t, x, p, u)."""

    @property
    def name(self) -> str: ...
    def graph(self, equations: Equations) -> ca.Function: ...


_Wanted: TypeAlias = "str | OutputFunction"


@dataclass(frozen=True, eq=False)
class OutputGraph:
    """graph(t, x, p, u) -> all that is watched, one after the other; where each stands, and in which shape (row-major).

    touching: what the graph gives in part alone, by name: ``complete(values, contact, ground)`` adds the forces of contacts.
    """

    graph: ExpandedFunction
    places: dict[str, slice]
    shapes: dict[str, tuple[int, ...]]
    touching: dict[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.graph.nnz_out(0)


def watch(equations: Equations, wanted: Iterable[_Wanted], elsewhere: dict[str, tuple[int, ...]] | None = None) -> OutputGraph:
    """The graph of all that is wanted. elsewhere: names and shapes of what no graph gives (contact); they come last, as zeros."""
    wanted = (wanted,) if isinstance(wanted, (str, OutputFunction)) else tuple(wanted)
    (args, y), others = equations.observed, elsewhere or {}
    found: dict[str, tuple[ca.SX, tuple[int, ...]]] = {}
    for one in sorted(wanted, key=lambda one: isinstance(one, str) and one in others):
        if not isinstance(one, (str, OutputFunction)):
            raise InputError(f"outputs: {one!r} cannot be watched. Give names of recorded quantities, or sensors.")
        name = one if isinstance(one, str) else one.name
        if name in found:
            raise InputError(f"outputs: '{name}' is named twice. Give every one a name of its own.")
        found[name] = _expression(equations, one, args, y, others)
    places, start = {}, 0
    for name, (part, _) in found.items():
        places[name] = slice(start, start + part.numel())
        start += part.numel()
    graph = equations.observing("watched", ca.vertcat(ca.SX(0, 1), *(part for part, _ in found.values())))
    touching = {one.name: one for one in wanted if not isinstance(one, str) and getattr(one, "touching", False)}
    return OutputGraph(graph, places, {name: shape for name, (_, shape) in found.items()}, touching)


def _expression(
    equations: Equations, one: _Wanted, args: Sequence[ca.SX], y: ca.SX, others: dict
) -> tuple[ca.SX, tuple[int, ...]]:
    """What is wanted as a column, and its shape."""
    if not isinstance(one, str):
        value = ca.densify(ca.vec(one.graph(equations)(*args)))
        return value, (value.numel(),)
    layout, x = equations.recorded, args[1]
    if one == "state":
        return x, (x.numel(),)
    if one == "base_quaternion" and equations.layout.freedoms:
        return x[equations.layout.slices["quaternion"]], (4,)
    if one in others:
        return ca.SX.zeros(math.prod(others[one])), others[one]
    known = [f.name for f in layout.fields]
    if one not in known:
        raise unknown_name("recorded quantity", one, [*known, *others, "state"])
    return y[layout.slices[one]], layout.shape(one)


# --- What machines that are stepped from outside are at an instant, as plain arrays with one row per machine. Needs NumPy alone.


class BatchState(NamedTuple):
    """Machines as they are now, one row each, changed in place.

    state.   p: free parameters, the inputs among them.   constants: what the compiled right-hand side takes in place of p (p
    itself where they are the same).   held: the inputs.   base [s], steps: the time is base + steps dt.   status: codes of
    ``elver._support.statuses``; whoever is not RUNNING stays where it is.   output: what is looked at, as of the end of the
    last call.
    wrong: place and value of the input that was refused last.
    """

    state: np.ndarray
    p: np.ndarray
    constants: np.ndarray
    held: np.ndarray
    base: np.ndarray
    steps: np.ndarray
    status: np.ndarray
    output: np.ndarray
    wrong: np.ndarray


class InputBounds(NamedTuple):
    """How inputs are taken: their bounds, their places in p and in the constants (-1: not there), and whether to clip them."""

    low: np.ndarray
    high: np.ndarray
    places: np.ndarray
    slots: np.ndarray
    clip: bool


class StepRequest(NamedTuple):
    """How far a call goes: so many whole steps of h [s], or, where they are negative, ``duration`` [s]."""

    steps: int
    h: float
    duration: float


def put_back(arrays: Iterable[np.ndarray], kept: Iterable[np.ndarray]) -> None:
    """Fill arrays with what they held when it was kept; refused where they are of another machine, or another computer."""
    for array, values in zip(arrays, kept, strict=True):
        if array.shape != values.shape or array.dtype != values.dtype:
            raise InputError(
                f"machines that were kept as arrays of {values.shape} do not fit into arrays of {array.shape}: they are of "
                "another model, or of a computer with other vectors. Make new ones here."
            )
        array[...] = values


def empty_fleet(machines: int, states: int, parameters: int, constants: int | None, inputs: int, outputs: int) -> BatchState:
    """Room for so many machines, all at time 0. constants: None where the right-hand side takes p itself."""
    p = np.zeros((machines, parameters))
    return BatchState(
        state=np.zeros((machines, states)),
        p=p,
        constants=p if constants is None else np.zeros((machines, constants)),
        held=np.zeros((machines, inputs)),
        base=np.zeros(machines),
        steps=np.zeros(machines, dtype=np.int64),
        status=np.zeros(machines, dtype=np.int8),
        output=np.zeros((machines, outputs)),
        wrong=np.zeros((machines, 2)),
    )


# --- The energy ledger of machines that are stepped from outside, worked out when it is asked for.


class Ledger:
    """Remembers where machines began; ``balance`` compares with where they are."""

    def __init__(self, program: Program, fleet: BatchState, dt: float):
        self.program, self.fleet, self.dt = program, fleet, dt
        self.states, self.p, self.times = fleet.state.copy(), fleet.p.copy(), np.zeros(len(fleet.state))

    def begin(self, rows: np.ndarray) -> None:
        """These machines begin where they are now."""
        fleet = self.fleet
        self.states[rows], self.p[rows] = fleet.state[rows], fleet.p[rows]
        self.times[rows] = fleet.base[rows] + fleet.steps[rows] * self.dt

    def balance(self) -> tuple[np.ndarray, np.ndarray]:
        """Error of the ledger [J] and the energy turned over [J], of every machine since it began."""
        sampling, fleet = self._sampling(), self.fleet
        begun = self._samples(self.times, self.p, self.states)
        now = self._samples(fleet.base + fleet.steps * self.dt, fleet.p, fleet.state)
        works = slice(8, 8 + sampling.rows.works)
        done = (now - begun)[:, works] * sampling.signs
        error = done.sum(axis=1) - (now[:, 7] - begun[:, 7])
        return error, np.maximum(np.abs(done).sum(axis=1), np.maximum(np.abs(now[:, 6]), np.abs(begun[:, 6])))

    def _sampling(self) -> Sampling:
        """What the ledger looks at, compiled when first asked for."""
        variants = self.program.variants
        if ("ledger",) not in variants:
            sampling = make_sampling(self.program.equations, ())
            variants["ledger",] = sampling, compile_function(sampling.graph)
        return variants["ledger",][0]

    def _samples(self, times: np.ndarray, p: np.ndarray, states: np.ndarray) -> np.ndarray:
        from elver.codegen.kernels.evaluate import evaluate_rows

        native = self.program.variants["ledger",][1]
        out = np.empty((len(times), native.shapes_out[0][0]))
        evaluate_rows(system_of(self.program, p[0].copy(), native), np.arange(p.shape[1]), p, times, states, out)
        return out


# --- Machines with closed loops stepped from outside: they stop where a loop opens, or turned over between two looks.

_LOST = (DIVERGED, STEP_TOO_SMALL, TOO_MANY_STEPS)  # statuses that an open loop ends in


class LoopMonitor:
    """An engine around another one. The test of ``end_at_singular_loops`` is made every 0.01 s and at the end of every call."""

    def __init__(self, engine: Any, program: Program, dt: float):
        self.engine, self.program, self.dt = engine, program, dt
        self.fleet, self.watched, self.clock, self.reason, self.look, self.check = (
            engine.fleet, engine.watched, engine.clock, engine.reason, engine.look, engine.check,
        )  # fmt: skip
        self.native = compile_function(loop_columns(program.equations))
        self.system = system_of(program, self.fleet.p[0], self.native)
        self.rows, columns = self.native.shapes_out[0]
        self.J = np.zeros((len(self.fleet.state), self.rows * columns))

    def kept(self) -> tuple[Any, np.ndarray]:
        """All that the machines are now, to go on elsewhere."""
        return self.engine.kept(), self.J.copy()

    def put_back(self, kept: tuple[Any, np.ndarray]) -> None:
        """Go on with machines that were kept."""
        self.engine.put_back(kept[0])
        put_back([self.J], kept[1:])

    def begin(self, rows: np.ndarray) -> None:
        """Machines that were put somewhere else begin anew there."""
        self.engine.begin(rows)
        self.J[rows] = 0.0  # whatever comes next did not turn over
        self.turned()

    def turned(self) -> np.ndarray:
        """Which machines have turned over since the last look; J_p of the others is kept."""
        from elver.simulation.steppers.kernels import look_for_turns

        found = np.zeros(len(self.J), dtype=bool)
        look_for_turns(self.system, self.dt, self.rows, self.fleet, self.J, found)
        return found

    def advance(self, given: np.ndarray, stride: StepRequest) -> None:
        """All machines that run take their inputs and go on, piece by piece."""
        piece, left = max(1, round(WATCH / self.dt)), stride.steps
        if left < 0:
            self.go(given, stride)
        while left > 0:
            steps = min(piece, left)
            self.go(given, StepRequest(steps, stride.h, steps * stride.h))
            given, left = given[:0], left - steps

    def go(self, given: np.ndarray, stride: StepRequest) -> None:
        """One piece of the way."""
        fleet, before = self.fleet, [array.copy() for array in self._kept()]
        ran = fleet.status == RUNNING
        self.engine.advance(given, stride)
        ended = ran & (fleet.status != RUNNING)
        for m in np.flatnonzero(ended) if ended.any() else ():
            if fleet.status[m] in _LOST:
                t = float(fleet.base[m] + fleet.steps[m] * self.dt)
                word = loop_failure(self.program, t, fleet.state[m], fleet.p[m], self.dt)
                fleet.status[m] = fleet.status[m] if word is None else BY_WORD[word].code
        turned = self.turned()
        if turned.any():
            for array, values in zip(self._kept(), before, strict=True):
                array[turned] = values[turned]
            fleet.status[turned] = LOOP_SINGULAR

    def _kept(self) -> tuple[np.ndarray, ...]:
        """What is put back where a loop turned over."""
        return self.fleet.state, self.fleet.base, self.fleet.steps, self.fleet.output
