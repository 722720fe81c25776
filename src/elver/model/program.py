"""A compiled model, the same call for every machine; and what can be run: a scenario, a model, a program."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from threading import RLock
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

import casadi as ca
import numpy as np

from elver._support.choices import STEP
from elver._support.display import html_table, named
from elver._support.errors import InputError, is_finite, is_whole, unknown_name
from elver.codegen import NativeFunction, compile_function
from elver.codegen.compiler import compile_adjoint, compile_directions, compile_split
from elver.codegen.kernels.system import NUDGE
from elver.codegen.kernels.table import KERNELS
from elver.codegen.kernels.width import host_width
from elver.contact.maximal import LinkTerms
from elver.contact.planar import ContactTerms, momentum_terms
from elver.drive import SignalTable
from elver.dynamics import LoopClosure
from elver.model.assembly import Equations, assemble, contact_link_terms, contact_terms, settled_start
from elver.model.model import Model

T = TypeVar("T")
_MAKING = RLock()
_FEW = 4  # directions that are evaluated side by side where there are no more
MACHINE = ("t", "x", "p", "u", "urate", "f")  # what all directions have in common


@dataclass(frozen=True, eq=False)
class _Columns:
    """How the Jacobian df/dx is collected from few directional derivatives.

    coupled: states whose column is not zero for structural reasons.   quadratures: the others (works, often the position).
    seeds: directions as rows, each a sum of coupled states that no row of the Jacobian shares; the last row is zero.
    owner[g, i]: place among ``coupled`` of the state whose entry in row i direction g brings, or -1.
    """

    coupled: np.ndarray
    quadratures: np.ndarray
    seeds: np.ndarray
    owner: np.ndarray


class _shared(Generic[T]):  # noqa: N801  (stands where cached_property does)
    """A property that is worked out once for a program and all its copies with other signals: it may not depend on these."""

    def __init__(self, make: Callable[[Any], T]):
        self.make, self.__doc__ = make, make.__doc__

    def __get__(self, program: Any, kind: type) -> T:
        if program is None:
            return self  # type: ignore[return-value]
        return made_once(program.made, self.make.__name__, lambda: self.make(program))


def made_once(kept: dict, name: Any, make: Callable[[], T]) -> T:
    """What is kept under a name, made where it is not there yet, by one thread alone: a second make would free the first code."""
    if name not in kept:
        with _MAKING:
            if name not in kept:
                kept[name] = make()
    return kept[name]


@dataclass(frozen=True, eq=False)
class Program:
    """Equations compiled for one machine on this CPU. build_time and compile_time in seconds.

    The linearisation (``tangent``) is written and compiled when it is first asked for; so is the right-hand side of a model with
    a scene, which the contact scheme never steps (``ready`` is None there), and all of a program that was only ``written``.
    made: what was compiled so, which copies with other signals share.
    begun: the state that runs begin with in place of the model's own start; None for that.
    """

    equations: Equations
    ready: NativeFunction | None
    ready_outputs: NativeFunction | None
    build_time: float
    compile_time: float
    made: dict[str, Any] = field(default_factory=dict, repr=False)
    begun: np.ndarray | None = field(default=None, repr=False)

    def __deepcopy__(self, memo: Any) -> Program:
        return self  # nothing in it changes

    def __reduce__(self) -> Any:
        raise InputError(
            f"the compiled program of '{self.equations.model.name}' is code of this process and cannot be pickled. "
            "Compile the model where it is needed: elver.compile_model(...)."
        )

    def with_signals(self, table: SignalTable) -> Program:
        """The same program with other signals of the same names: a recording more. Nothing is compiled again.

        Both share all native code, also what is compiled later. Lengths, times and period of the tables may differ.
        """
        return replace(self, equations=self.equations.with_signals(table))

    @_shared
    def rhs(self) -> NativeFunction:
        """The compiled right-hand side."""
        return self.ready or compile_split(self.equations.written["rhs"], self.input_places)

    @_shared
    def outputs(self) -> NativeFunction:
        """The compiled function of what is recorded."""
        return self.ready_outputs or compile_split(self.equations.written["outputs"], self.input_places)

    @property
    def input_names(self) -> tuple[str, ...]:
        """Names of the inputs in order."""
        return tuple(self.model.inputs)

    @cached_property
    def input_places(self) -> np.ndarray:
        """Places of the inputs in the vector of free parameters."""
        return np.array(self.equations.input_places, dtype=np.int64)

    @property
    def model(self) -> Model:
        return self.equations.model

    def __repr__(self) -> str:
        return f"Program of {self.model.name}: " + ", ".join(f"{name} {text}" for name, text in self._described())

    def _repr_html_(self) -> str:
        return html_table(f"Program of {self.model.name}", self._described())

    def _described(self) -> list[tuple[str, str]]:
        """What it is, in a few words each."""
        return [
            ("states", str(self.equations.layout.size)),
            ("instructions", str(self.rhs.instructions)),
            ("free", named(self.equations.parameters)),
            ("made in", f"{self.build_time + self.compile_time:.2g} s"),
        ]

    def parameter_vector(self, values: Mapping[str, float] | None = None) -> np.ndarray:
        """Free parameters in order: the model's values, replaced by ``values``. Those that make no machine are refused."""
        vector = self.checked_vector(values)
        self.model.check_machine(vector.tolist())
        return vector

    def checked_vector(self, values: Mapping[str, float] | None = None) -> np.ndarray:
        """Free parameters in order, each known and within its own bounds; whether all together make a machine is not asked."""
        known = self.equations.parameters
        for name, value in (values or {}).items():
            if name not in known:
                raise _not_free(self.model, name, known)
            self.model.free[name].check(name, value)
        return np.array([float((values or {}).get(name, default)) for name, default in known.items()])

    @_shared
    def tangent_graph(self) -> ca.Function:
        """(t, x, p, u, tdot, xdot, udot) -> the exact derivative of the right-hand side in that direction."""
        return _tangent_graph(self.equations.rhs)

    @_shared
    def tangent(self) -> NativeFunction:
        """The compiled ``_tangent_graph``; it takes the parameters as ``rhs`` does (``NativeFunction.constants``)."""
        parts = self.rhs.split
        native = compile_function(self.tangent_graph if parts is None else _tangent_graph(parts.main))
        return replace(native, split=parts)

    def variation_for(self, count: int) -> tuple[NativeFunction, int]:
        """The right-hand side with several directional derivatives at once, and how many suit ``count`` directions.

        It takes parameters and their changes as ``rhs`` does (``NativeFunction.constants``, ``constant_changes``).
        """
        lanes = min(_FEW if count <= _FEW else host_width(), host_width())

        def make() -> NativeFunction:
            parts = self.rhs.split
            graph = variation_graph(self.equations.rhs if parts is None else parts.main)
            return replace(compile_directions(graph, lanes, MACHINE), split=parts)

        return made_once(self.made, f"variation {lanes}", make), lanes

    @_shared
    def adjoint(self) -> NativeFunction:
        """(t, x, p, u, w) -> w^T df/dx and w^T df/dp, compiled."""
        return compile_adjoint(self.equations.rhs, ("x", "p"))

    @_shared
    def columns(self) -> _Columns:
        """Groups of columns of df/dx with no row in common, from its sparsity."""
        return _group_columns(self.equations.rhs.jac_sparsity(0, 1))

    def jacobian(self, t: float, x: np.ndarray, parameters: np.ndarray) -> np.ndarray:
        """df/dx, exact, without compiled code."""
        groups, u, J = self.columns, self.signal_values(t), np.zeros((len(x), len(x)))
        if len(groups.coupled):
            changes = np.array(self.tangent_graph(t, x, parameters, u, 0, groups.seeds[:-1].T, np.zeros(len(u)))).T
            for change, owner in zip(changes, groups.owner, strict=True):
                rows = np.flatnonzero(owner >= 0)
                J[rows, groups.coupled[owner[rows]]] = change[rows]
        return J

    def fastest_eigenvalue(self, t: float, x: np.ndarray, parameters: np.ndarray) -> complex:
        """Eigenvalue of df/dx with the largest magnitude [1/s]; 0 where there is no derivative. The last one is remembered."""
        key, asked = ("fastest eigenvalue",), (t, x.tobytes(), parameters.tobytes(), self.equations.signals)
        if self.variants.get(key, ((), 0j))[0] != asked:
            self.variants[key] = (asked, self._fastest_eigenvalue(t, x, parameters))
        return self.variants[key][1]

    def _fastest_eigenvalue(self, t: float, x: np.ndarray, parameters: np.ndarray) -> complex:
        J = self.jacobian(t, x, parameters)
        if not np.isfinite(J).all():  # a norm has no derivative at rest: take the Jacobian next to it
            nudged = x.copy()
            nudged[list(self.equations.layout.velocity_like)] += NUDGE
            J = self.jacobian(t, nudged, parameters)
        return complex(max(np.linalg.eigvals(J), key=abs, default=0.0)) if np.isfinite(J).all() else 0j

    @_shared
    def contact_graph(self) -> ContactTerms:
        """What Moreau's scheme needs, for a model with a scene."""
        return contact_terms(self.model)

    @_shared
    def contact(self) -> tuple[ContactTerms, NativeFunction]:
        """Graph and native code of what Moreau's scheme needs."""
        return self.contact_graph, compile_function(self.contact_graph.terms)

    @_shared
    def link_contact(self) -> tuple[LinkTerms, NativeFunction]:
        """The links of a model with a scene in coordinates of their own, and native code of its drives."""
        terms = contact_link_terms(self.model, self.contact_graph)
        return terms, compile_function(terms.drives)

    @_shared
    def momentum_contact(self) -> tuple[ContactTerms, NativeFunction]:
        """Graph and native code of what contact by steps of second order needs."""
        graph = momentum_terms(self.contact_graph)
        return graph, compile_function(graph.terms)

    @_shared
    def small_solver(self) -> NativeFunction:
        """Native code for the contact solver's linear systems, one row per freedom of the machine."""
        from elver.contact.planar import small_solver

        return compile_function(small_solver(self.contact_graph.freedoms))

    @_shared
    def variants(self) -> dict:
        """Other native forms of the equations, by what they are for; filled where they are first used."""
        return {}

    @property
    def signal_width(self) -> int:
        """Length of the input u: values and two derivatives of every sampled signal."""
        return 0 if self.equations.signals is None else 3 * len(self.equations.signals.names)

    def signal_tables(self) -> tuple[np.ndarray, np.ndarray]:
        """Break points and coefficients of the sampled inputs; empty ones where there are none."""
        return self._signal_tables

    @cached_property
    def _signal_tables(self) -> tuple[np.ndarray, np.ndarray]:
        if self.equations.signals is None:
            return np.array([0.0, 1.0]), np.zeros((1, 0, 1))
        return self.equations.signals.coefficients()

    def signal_values(self, t: float) -> np.ndarray:
        """Values, first and second derivatives of the sampled inputs at time t."""
        if self.equations.signals is None:
            return np.zeros(0)
        breaks, coefficients = self.signal_tables()
        u = np.zeros(3 * coefficients.shape[1])
        KERNELS.evaluate_signals(t, breaks, coefficients, u)
        return u

    def initial_state(self, parameters: np.ndarray, t0: float = 0.0) -> np.ndarray:
        """State at the start, with all loops closed."""
        return self.start(parameters, t0)[0]

    def start(self, parameters: np.ndarray, t0: float = 0.0) -> tuple[np.ndarray, LoopClosure | None]:
        """State at the start, and how its loops are assembled there; None without loops."""
        u = self.signal_values(t0)
        x = np.array(self.equations.initial(t0, parameters, u) if self.begun is None else self.begun, dtype=float).ravel()
        return settled_start(self.equations, t0, x, parameters, u)


def _tangent_graph(rhs: ca.Function) -> ca.Function:
    """(t, x, p, u, tdot, xdot, udot) -> the exact derivative of a right-hand side in that direction."""
    names = ["t", "x", "p", "u", "tdot", "xdot", "udot"]
    t, x, p, u, tdot, xdot, udot = (ca.SX.sym(name, rhs.nnz_in(name[0])) for name in names)
    change = ca.jtimes(rhs(t, x, p, u), ca.vertcat(t, x, u), ca.vertcat(tdot, xdot, udot))
    return ca.Function("tangent", [t, x, p, u, tdot, xdot, udot], [ca.densify(change)], names, ["change"])


def variation_graph(rhs: ca.Function) -> ca.Function:
    """(t, x, p, u, urate, tdot, xdot, pdot) -> derivative of f in a direction, and f. urate: time derivative of the signals u.

    The derivative stands first, so that what it needs of the machine is computed where it is used.
    """
    t, x, p, u = (ca.SX.sym(name, rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    urate, tdot, xdot, pdot = (ca.SX.sym(name, s.numel()) for name, s in (("urate", u), ("tdot", t), ("xdot", x), ("pdot", p)))
    f = rhs(t, x, p, u)
    change = ca.jtimes(f, ca.vertcat(t, x, p, u), ca.vertcat(tdot, xdot, pdot, urate * tdot))
    names = ["t", "x", "p", "u", "urate", "tdot", "xdot", "pdot"]
    inputs = [t, x, p, u, urate, tdot, xdot, pdot]
    return ca.Function("variation", inputs, [ca.densify(change), ca.densify(f)], names, ["change", "f"])


def _group_columns(sparsity: ca.Sparsity) -> _Columns:
    """Curtis, Powell and Reid's groups of columns for a Jacobian of this sparsity."""
    n = sparsity.size2()
    starts, rows = np.array(sparsity.colind()), np.array(sparsity.row(), dtype=np.int64)
    coupled = np.flatnonzero(np.diff(starts))
    place = np.full(n, -1)
    place[coupled] = np.arange(len(coupled))
    colouring = sparsity.uni_coloring()
    bounds, members = colouring.colind(), colouring.row()
    groups = [[c for c in members[a:b] if place[c] >= 0] for a, b in pairwise(bounds)]
    groups = [g for g in groups if g]
    seeds, owner = np.zeros((len(groups) + 1, n)), np.full((len(groups), n), -1, dtype=np.int64)
    for g, columns in enumerate(groups):
        seeds[g, columns] = 1.0
        for c in columns:
            owner[g, rows[starts[c] : starts[c + 1]]] = place[c]
    return _Columns(coupled, np.flatnonzero(place < 0), seeds, owner)


def written(model: Model) -> Program:
    """A model's equations, with nothing compiled yet."""
    start = time.perf_counter()
    equations = assemble(model)
    return Program(equations, None, None, time.perf_counter() - start, 0.0)


def compile_model(model: Model, quick: bool = False) -> Program:
    """Write a model's equations and compile them.

    Parameters
    ----------
    model : Model
        The machine, and what acts on it.
    quick : bool
        In a fraction of the time, for short runs: the code is half as fast.

    Returns
    -------
    Program
        The equations as native code; from the cache where they were compiled before.
    """
    if not isinstance(model, Model):
        raise InputError(f"compile_model takes an elver.Model, not {type(model).__name__}.")
    start = time.perf_counter()
    equations = assemble(model)
    built = time.perf_counter()
    inputs = equations.input_places
    rhs = compile_split(equations.written["rhs"], inputs, quick) if model.scene is None else None
    outputs = compile_split(equations.written["outputs"], inputs, quick)
    program = Program(equations, rhs, outputs, built - start, time.perf_counter() - built)
    if model.robot.loops:
        program.initial_state(program.parameter_vector())  # refuses loops that cannot close
    return program


def _not_free(model: Model, name: str, known: Iterable[str]) -> InputError:
    """A value for a number that is compiled in, or that nobody knows; and how it becomes free."""
    known = list(known)
    if name in model.parameters:
        free = ", ".join(known) or "none"
        return InputError(
            f"'{name}' is a parameter of '{model.name}', but is not free here. Build the model with it: "
            f"scenario.build(free=['{name}']), and run that. Free: {free}."
        )
    if known or model.parameters:
        return unknown_name("free parameter", name, [*known, *(own for own in model.parameters if own not in known)])
    return InputError(f"'{name}' is not free. Free: none; name some with Model.freed(...).")


# --- What can be run: a scenario, a model, or a program that was compiled before.

_MOST = 1e15  # steps that a whole number of them can be told of; plans allow fewer


@runtime_checkable
class _Described(Protocol):
    """What a scenario offers here: its model, and its own times [s]."""

    duration: float
    dt: float

    def build(self, *args: Any, **kwargs: Any) -> Model:
        """The model, nothing computed."""

    def prepared(self, *args: Any, **kwargs: Any) -> Model:
        """The model, ready to run."""


Source: TypeAlias = Model | Program | _Described


def scenario_of(source: Source) -> _Described | None:
    """The source where it is a scenario; None for a model or a program. Refuses what cannot be run at all."""
    if isinstance(source, (Model, Program)):
        return None
    if isinstance(source, type) or not isinstance(source, _Described):
        if isinstance(source, (str, Path)):
            raise InputError(
                f"'{str(source)[:60]}' cannot be run: it is a name or a path. Give elver.load('{str(source)[:60]}')."
            )
        kind = source.__name__ if isinstance(source, type) else type(source).__name__
        raise InputError(f"'{kind}' cannot be run. Give a scenario, an elver.Model, or a program that compile_model made.")
    return source


def as_program(
    source: Source, duration: float | None = None, ready: bool = True, record: Sequence[str] = (), free: Sequence[str] = ()
) -> Program:
    """The program of a scenario, of a model, or itself. duration [s]: of the run, which a scenario's model may depend on.

    ready: with everything computed that a scenario's runs need first.   record: what its runs record on demand.
    free: numbers that must be free: parameters of a scenario by name, paths or such parameters of a model. A program's are what
    they are.
    """
    wanted = (record,) if isinstance(record, str) else tuple(record)
    if isinstance(source, Program):
        for name in wanted:
            if name not in source.model.records:
                raise InputError(f"the program does not record '{name}'. Compile model.recording('{name}').")
        return source
    if isinstance(source, Model):
        return compile_model(source.freed(*(name for name in free if name not in source.free)).recording(*wanted))
    scenario_of(source)
    return compile_model((source.prepared if ready else source.build)(free=free, duration=duration).recording(*wanted))


def with_table(program: Program, signals: Any) -> Program:
    """The program with a table of signals in place of the model's own; itself where none, or a list of them, is given."""
    return program.with_signals(signals) if signals is not None and not isinstance(signals, (list, tuple)) else program


def run_times(source: Source, duration: float | None, dt: float | None, output: float | None = None) -> tuple[float, float]:
    """Duration and step [s]: those given, else a scenario's own. A model has no duration of its own, and a step of 1 ms.

    A step that was not given fits itself to the duration, and to the interval of the samples where that was given.
    """
    own = scenario_of(source)
    if duration is None:
        if own is None:
            raise InputError("duration is missing: only a scenario has one of its own. Give the seconds to simulate.")
        duration = own.duration
    return duration, fitted_step(duration, STEP if own is None else own.dt, output) if dt is None else dt


def fitted_step(duration: Any, step: float, output: Any = None) -> float:
    """The step [s] nearest to ``step`` that goes into the duration a whole number of times, or ``step`` where it does already.

    output [s]: interval of the samples, which are kept where the duration has a whole number of them.
    What is no time at all is left to the checks of a plan.
    """
    if not is_finite(duration) or not 0 < duration / step < _MOST:
        return step
    whole = duration
    if output is not None and is_finite(output) and 0 < output <= duration and is_whole(duration, output):
        whole = output
    return step if is_whole(whole, step) and is_whole(duration, step) else whole / max(round(whole / step), 1)


def fitted_output(output: float | None, dt: Any) -> float | None:
    """A scenario's own interval of samples [s], or the multiple of the step nearest to it."""
    if output is None or not is_finite(dt) or dt <= 0 or is_whole(output, dt):
        return output
    return dt * max(round(output / dt), 1)


def run_request(
    source: Source, duration: float | None, dt: float | None, method: str, output: float | None
) -> tuple[float, float, str, float | None]:
    """Duration and step [s], method, and seconds between samples: those given, else a scenario's own, fitted to one another."""
    duration, dt = run_times(source, duration, dt, output)
    return duration, dt, *run_manner(source, method, output, dt)


def run_manner(source: Source, method: str, output: float | None, dt: float | None = None) -> tuple[str, float | None]:
    """Method and seconds between samples: those given, else a scenario's own where it has some, as multiples of the step."""
    own = scenario_of(source)
    return (
        getattr(own, "method", method) if method == "auto" else method,
        fitted_output(getattr(own, "output", None), dt) if output is None else output,
    )
