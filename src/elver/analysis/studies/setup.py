"""The setup of a study: its scenario, axes and intervals of parameters, and the blocks of cases that are run together."""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np

from elver import __version__
from elver._support.errors import InputError, whole_in
from elver.model import Model, Program, assemble, compile_model
from elver.model.program import fitted_output, fitted_step
from elver.results.record import plain_values
from elver.scenarios import Parameter, Scenario, is_known
from elver.scenarios import scenario as scenario_named
from elver.scenarios.parameter import SET_IN
from elver.simulation import simulate
from elver.simulation.options import Save, Solver
from elver.simulation.plan import Plan, make_plan

if TYPE_CHECKING:
    import xarray as xr

# --- What all runs of a study have in common.


@dataclass(frozen=True)
class Setup:
    """A scenario with parameters that are set, how it is integrated (``plan``), and the trajectories to keep, by name.

    even: samples every ``plan.output`` seconds for all cases; else closer where a gait is fast, as in a single run.
    device: of the batches, ``cpu`` or ``gpu``.   check_step: of which cases the error by the steps is estimated: some (None), all
    (True) or none (False).
    """

    scenario: Scenario
    parameters: Mapping[str, object]
    plan: Plan
    trajectories: tuple[str, ...] = ()
    even: bool = False
    device: str = "cpu"
    check_step: bool | None = None
    number: str = field(default_factory=lambda: uuid4().hex)

    @property
    def key(self) -> str:
        """What programs are kept under: a known scenario's name; a number for one's own, which also holds on other computers."""
        return self.scenario.name if is_known(self.scenario) else self.number

    def build(self, values: Mapping[str, object], free: Iterable[str] = ()) -> Model:
        """The model of one case; parameters in ``free`` stay inputs of its program."""
        return self.scenario.build({**self.parameters, **values}, free, self.plan.duration)

    def prepared(self, values: Mapping[str, object], free: Iterable[str] = ()) -> Model:
        """The model of one case, ready to run."""
        return self.scenario.prepared({**self.parameters, **values}, free, self.plan.duration)

    @property
    def described(self) -> dict:
        """Everything that decides the numbers, as plain values."""
        p = self.plan
        parameters = {f"parameter {name}": value for name, value in self.scenario.values(dict(self.parameters)).items()}
        how = {"duration": p.duration, "dt": p.dt, "method": p.method, "output": p.output, "rtol": p.rtol, "atol": p.atol}
        kept: dict[str, object] = {"trajectories": list(self.trajectories)}
        if self.scenario.digest:
            kept["file"] = self.scenario.digest
        return plain_values({"scenario": self.scenario.name, "elver": __version__, **how, **kept, **parameters})

    def __getstate__(self) -> dict[str, Any]:
        """A known scenario travels to other processes by its name."""
        own = self.scenario
        return {**self.__dict__, "scenario": own.name if is_known(own) else own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        own = state["scenario"]
        self.__dict__.update({**state, "scenario": scenario_named(own) if isinstance(own, str) else own})


def make_setup(
    scenario: Scenario | str,
    parameters: Mapping[str, object] | None = None,
    duration: float | None = None,
    solver: Solver = Solver(),
    save: Save = Save(),
    device: str = "cpu",
) -> Setup:
    """Checked settings; what is None is the scenario's own."""
    if isinstance(scenario, str):
        scenario = scenario_named(scenario)
    if not isinstance(scenario, Scenario):
        raise InputError(f"scenario is a {type(scenario).__name__}. Give the name of one, or an elver.scenarios.Scenario.")
    given = dict(parameters or {})
    scenario.values(given)
    duration = scenario.duration if duration is None else duration
    dt = fitted_step(duration, scenario.time_step(given), save.every) if solver.dt is None else solver.dt
    method = scenario.method if solver.method == "auto" else solver.method
    every = fitted_output(scenario.output, dt) if save.every is None else save.every
    plan = make_plan(duration, dt, method, every, solver.rtol, solver.atol)
    names = tuple(dict.fromkeys(save.fields))
    return Setup(scenario, given, plan, names, even=every is not None or bool(names), device=device, check_step=solver.check_step)


# --- What a study varies: axes of values for a sweep, intervals for a search. Texts and Python values are read alike.

MOST_POINTS = 1_000_000  # of one axis


@dataclass(frozen=True)
class Axis:
    """One varied parameter: its values in order, unit and meaning. set_in: the unit in which it is set, where it is another."""

    name: str
    values: tuple
    unit: str
    meaning: str
    set_in: str = ""

    @cached_property
    def real(self) -> bool:
        """Whether all values are real numbers, which one compiled program can take as inputs."""
        return all(isinstance(v, float) for v in self.values)

    @property
    def attributes(self) -> dict[str, str]:
        """Of its coordinate in a data set."""
        own = {SET_IN: self.set_in} if self.set_in and self.real else {}
        return {"units": self.unit, "long_name": self.meaning, **own}

    @property
    def labels(self) -> list:
        """The values as coordinates: numbers stay numbers, several numbers become a text such as ``0.1,0,0``."""
        return [",".join(f"{x:.12g}" for x in v) if isinstance(v, tuple) else v for v in self.values]


@dataclass(frozen=True)
class Interval:
    """One parameter of a search: bounds and unit. set_in: the unit in which users set it, where it is another."""

    name: str
    low: float
    high: float
    unit: str
    set_in: str = ""

    @property
    def attributes(self) -> dict[str, str]:
        """Of its values in a data set."""
        return {"units": self.unit, **({SET_IN: self.set_in} if self.set_in else {})}


def read_axes(scenario: Scenario, grid: Mapping[str, object], parameters: Mapping[str, object]) -> tuple[Axis, ...]:
    """Axes from a mapping of names to values, or to a text such as ``0.02:0.1:9`` or ``a,b,c``."""
    _require_mapping("grid", grid, "{'gait.amplitude': [0.04, 0.06, 0.08]}")
    axes = []
    for name, given in grid.items():
        parameter = scenario.parameter(name)
        _refuse_both(name, parameters)
        values = tuple(parameter.read(v) for v in _values_of(parameter, given))
        if len(set(values)) < len(values):
            twice = next(v for v, count in Counter(values).items() if count > 1)
            raise InputError(f"{name} has the value {parameter.shown(twice)} twice. Give every value once.")
        axes.append(Axis(name, values, parameter.unit, parameter.meaning, parameter.own_unit))
    return tuple(axes)


def read_intervals(scenario: Scenario, bounds: Mapping[str, object], parameters: Mapping[str, object]) -> tuple[Interval, ...]:
    """Intervals from a mapping of names to (low, high), or to a text such as ``0.02:0.12``."""
    _require_mapping("bounds", bounds, "{'gait.amplitude': (0.02, 0.12)}")
    found = []
    for name, given in bounds.items():
        parameter = scenario.parameter(name)
        _refuse_both(name, parameters)
        if not isinstance(parameter.default, float):
            raise InputError(
                f"'{name}' = {parameter.default!r} is not a real number and cannot be searched. Sweep over it instead."
            )
        both = given.split(":") if isinstance(given, str) else list(given) if isinstance(given, Iterable) else [given]
        if len(both) != 2 or not all(str(b).strip() for b in both):
            raise InputError(f"{name} = {given!s} needs two bounds, such as {name}=0.02:0.12.")
        low, high = (parameter.bounded(parameter.read(b)) for b in both)
        if not low < high:
            low, high = parameter.shown(low), parameter.shown(high)
            raise InputError(f"{name} = {given!s}: the lower bound {low:g} is not below the upper bound {high:g}.")
        found.append(Interval(name, low, high, parameter.unit, parameter.own_unit))
    return tuple(found)


def _require_mapping(what: str, given: object, example: str) -> None:
    if not isinstance(given, Mapping) or not given:
        raise InputError(f"{what} is empty or no mapping. Give at least one parameter, such as {example}.")


def _refuse_both(name: str, parameters: Mapping[str, object]) -> None:
    if name in parameters:
        raise InputError(f"'{name}' is set to {parameters[name]} and varied as well. Do one of the two.")


def _values_of(parameter: Parameter, given: Any) -> list:
    """Single values, not yet read in the parameter's type."""
    if isinstance(given, str):
        return _range_values(parameter, given) if ":" in given else _listed_values(parameter, given)
    if not isinstance(given, Iterable):
        raise InputError(f"{parameter.name} = {given!r} is one value. Give several, or set it instead of varying it.")
    values = [v.item() if isinstance(v, np.generic) else v for v in given]
    if not values:
        raise InputError(f"{parameter.name} has no values. Give at least one.")
    return values


def _listed_values(parameter: Parameter, text: str) -> list[str]:
    """Values separated by commas, or by semicolons where a value holds commas itself."""
    values = [part.strip() for part in text.split(";" if ";" in text or isinstance(parameter.default, tuple) else ",")]
    if not all(values):
        raise InputError(f"{parameter.name} = '{text}' has an empty value. Give first:last:count or values separated by commas.")
    return values


def _range_values(parameter: Parameter, text: str) -> list[float]:
    """``first:last:count``, both ends included."""
    parts = [part.strip() for part in text.split(":")]
    if len(parts) != 3 or not all(parts):
        raise InputError(f"{parameter.name} = '{text}' is not first:last:count, such as {parameter.name}=0.02:0.1:9.")
    first, last = (parameter.number(part, part) for part in parts[:2])
    try:
        count = whole_in(parts[2])
    except ValueError:
        raise InputError(f"{parameter.name} = '{text}': first and last must be numbers and count a whole number.") from None
    if not 1 <= count <= MOST_POINTS:
        raise InputError(f"{parameter.name} = '{text}' asks for {count} points. Give 1 to {MOST_POINTS}.")
    if (count == 1) != (first == last):
        raise InputError(
            f"{parameter.name} = '{text}': {count} point(s) cannot go from {first:g} to {last:g}. Give another count."
        )
    return [float(v) for v in np.linspace(first, last, count)]


# --- Compiled programs of a study, kept per process: as few as possible, with every parameter free that can be.

KEPT = 16  # programs per process
_INSTANT = 0.05  # s, when free and compiled-in parameters are compared
_SAME = 1e-9  # rounding of equations that are written in another order
_programs: dict[tuple, _FreeProgram | None] = {}
_lock = threading.RLock()


@dataclass(frozen=True, eq=False)
class _FreeProgram:
    """A compiled program and the parameters it takes as inputs."""

    program: Program
    free: tuple[str, ...]


def program_for(
    setup: Setup, fixed: Mapping[str, object], wanted: tuple[str, ...], example: Mapping[str, float]
) -> _FreeProgram | None:
    """The program with ``fixed`` compiled in and those of ``wanted`` free that can be; None where none of them can.

    example: values of a case, at which free and compiled-in parameters are compared.
    """
    key = (setup.key, repr(setup.parameters), setup.plan.duration, repr(fixed), wanted)
    with _lock:
        if key not in _programs:
            while len(_programs) >= KEPT:
                del _programs[next(iter(_programs))]
            _programs[key] = _freest(setup, fixed, wanted, example)
        return _programs[key]


def _freest(setup: Setup, fixed: Mapping[str, Any], wanted: tuple[str, ...], example: Mapping[str, float]) -> _FreeProgram | None:
    """All parameters free; else those that can be one by one; else None."""
    if not wanted:
        return _FreeProgram(compile_model(setup.prepared(fixed)), ())
    found = _attempt(setup, fixed, wanted, example)
    if found is None and len(wanted) > 1:
        alone = tuple(name for name in wanted if _attempt(setup, fixed, (name,), example) is not None)
        found = _attempt(setup, fixed, alone, example) if alone else None
    return found


def _attempt(setup: Setup, fixed: Mapping[str, Any], free: tuple[str, ...], example: Mapping[str, float]) -> _FreeProgram | None:
    """The program, where the model can be written with these parameters free and is then the same as with them compiled in.

    An InputError means that a part of the model needs the parameter's value while it is built.
    """
    try:
        program = compile_model(setup.prepared(fixed, free))
        run = simulate(program, setup.plan.dt, solver=Solver(dt=setup.plan.dt), save=Save(every=setup.plan.dt), progress=False)
        same = _only_numbers(run.data) and _agrees(setup, fixed, program, {name: example[name] for name in free})
        return _FreeProgram(program, free) if run.summary and same else None
    except InputError:
        return None


def _agrees(setup: Setup, fixed: Mapping[str, Any], program: Program, values: Mapping[str, float]) -> bool:
    """Whether start, right-hand side and outputs at these values are those of the model that has them compiled in."""
    free, folded = program.equations, assemble(setup.prepared({**fixed, **values}))
    p, u, none = program.parameter_vector(values), program.signal_values(_INSTANT), np.zeros(0)
    x = np.array(folded.initial(0.0, none, program.signal_values(0.0)), dtype=float).ravel()
    pairs = [(free.initial(0.0, p, program.signal_values(0.0)), x)]
    pairs += [
        (f(_INSTANT, x, p, u), g(_INSTANT, x, none, u)) for f, g in ((free.rhs, folded.rhs), (free.outputs, folded.outputs))
    ]
    return all(np.allclose(np.array(a, dtype=float).ravel(), np.array(b, dtype=float).ravel(), _SAME, _SAME) for a, b in pairs)


def _only_numbers(data: xr.Dataset) -> bool:
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


# --- Cases of a sweep and the blocks they are run in: a block holds machines that one compiled program can run side by side.

_SMALLEST, LARGEST, _WANTED = 32, 512, 200  # machines in a block, at least and at most, and the number of blocks aimed at
_MOST_CASES = 10_000_000


@dataclass(frozen=True)
class Block:
    """Machines that differ in real numbers only.

    fixed: values of the other varied parameters.   cases: place of every machine among all cases, last axis fastest.
    values: real parameters of every machine.   checked: places of those whose error by the steps is estimated; None: of none.
    """

    number: int
    fixed: Mapping[str, object]
    cases: tuple[int, ...]
    values: tuple[Mapping[str, float], ...]
    checked: tuple[int, ...] | None = None


def case_count(axes: Sequence[Axis]) -> int:
    count = 1
    for axis in axes:
        count *= len(axis.values)
    if count > _MOST_CASES:
        raise InputError(f"the sweep has {count} cases; {_MOST_CASES} are the most. Give fewer values.")
    return count


def block_size(cases: int, asked: int | None) -> int:
    """Machines per block: small enough to lose little when killed, large enough to keep vectors and threads busy."""
    if asked is None:
        return min(LARGEST, max(_SMALLEST, cases // _WANTED))
    if isinstance(asked, bool) or not isinstance(asked, int) or asked < 1:
        raise InputError(f"block = {asked!r} is not allowed. Give a whole number of machines per block, 1 or more.")
    return asked


_SPREAD, _CANDIDATES = 8, 4096  # cases of a grid that are checked, and how many they are chosen from


def spread_cases(shape: Sequence[int]) -> list[int]:
    """Cases of a grid that lie far apart, its first and last one among them: each next one is the farthest from those before.

    Of a large grid they are chosen from some corners, and from places drawn with one seed.
    """
    sizes, count = np.array(shape, dtype=np.int64), math.prod(shape)
    if count <= _CANDIDATES:
        candidates = np.arange(count)
    else:
        drawn = np.random.default_rng(0).integers(0, sizes, (_CANDIDATES, len(sizes)))
        drawn[::2] = np.where(2 * drawn[::2] < sizes, 0, sizes - 1)
        candidates = np.union1d(np.ravel_multi_index(tuple(drawn.T), tuple(shape)), [0, count - 1])
    at = np.array(np.unravel_index(candidates, tuple(shape))).T / np.maximum(sizes - 1, 1) if len(sizes) else np.zeros((1, 0))
    chosen, distance = [0], np.full(len(candidates), np.inf)
    while len(chosen) < min(_SPREAD, len(candidates)):
        distance = np.minimum(distance, np.linalg.norm(at - at[chosen[-1]], axis=1))
        chosen.append(int(distance.argmax()))
    return sorted(candidates[chosen].tolist())


class Blocks(Sequence[Block]):
    """All cases of a grid in blocks of at most ``size``, each with one set of the values that must be compiled in.

    A block is made when it is asked for: a million cases take no memory before they run.   check_step: see ``Setup``.
    """

    def __init__(self, axes: Sequence[Axis], size: int, check_step: bool | None = False):
        self.axes, self.size, self.check_step = tuple(axes), size, check_step
        self.real = [k for k, axis in enumerate(axes) if axis.real]
        self.words = [k for k, axis in enumerate(axes) if not axis.real]
        self.shape = tuple(len(axis.values) for axis in axes)
        self.together = math.prod(self.shape[k] for k in self.real)  # cases with the same words
        self.parts = -(-self.together // size)

    @cached_property
    def spread(self) -> list[int]:
        """Cases all over the grid whose error by the steps is estimated."""
        return spread_cases(self.shape) if self.check_step is None else []

    def __len__(self) -> int:
        return self.parts * math.prod(self.shape[k] for k in self.words)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[k] for k in range(*number.indices(len(self)))]
        if not 0 <= number < len(self):
            raise IndexError(f"there is no block {number}")
        group, part = divmod(number, self.parts)
        members = np.arange(part * self.size, min((part + 1) * self.size, self.together))
        place = np.empty((len(self.axes), len(members)), dtype=np.int64)
        for chosen, index in ((self.words, np.full(len(members), group)), (self.real, members)):
            if chosen:
                place[chosen] = np.unravel_index(index, [self.shape[k] for k in chosen])
        cases = np.array(np.ravel_multi_index(tuple(place), self.shape) if self.axes else members)
        fixed = {self.axes[k].name: self.axes[k].values[place[k, 0]] for k in self.words}
        columns = [(self.axes[k].name, self.axes[k].values, place[k].tolist()) for k in self.real]
        values = tuple({name: own[at[n]] for name, own, at in columns} for n in range(len(members)))
        checked = None
        if self.check_step is not False:
            checked = tuple(k for k, case in enumerate(cases.tolist()) if self.check_step or case in self.spread)
        return Block(number, fixed, tuple(cases.tolist()), values, checked)
